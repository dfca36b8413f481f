/* SPDX-License-Identifier: MIT */
/* Scratch memory that is taken piece by piece and given back all at once: an allocation moves a
 * pointer, a rewind moves it back to a mark. Blocks come from the context and stay with the arena
 * until it is released, so a loop that rewinds at its end soon allocates nothing more. An arena is
 * used by one thread at a time. */
#ifndef TACT_BASE_ARENA_H
#define TACT_BASE_ARENA_H

#include "base/alloc.h"

typedef struct tacti_arena_block tacti_arena_block;

typedef struct tacti_arena {
    const tact_context *context;
    tacti_arena_block *first;   /* the chain of blocks; NULL at the start */
    tacti_arena_block *current; /* the one that is being filled; those after it are free */
    size_t next_bytes;          /* least size of the next block */
} tacti_arena;

/* A moment in the life of an arena. */
typedef struct tacti_arena_mark {
    tacti_arena_block *block;
    size_t used;
} tacti_arena_mark;

/* An empty arena, which owns nothing yet; context may be NULL. Blocks start with block_bytes and
 * double up to a limit. A larger piece gets a block of its own size. */
tacti_arena tacti_arena_make(const tact_context *context, size_t block_bytes);

/* Gives all blocks back; the arena is empty and usable again. */
void tacti_arena_release(tacti_arena *arena);

/* Uninitialised memory for count elements, aligned to alignment (a power of two). NULL if the size
 * does not fit or there is no memory; the arena is then as it was. An empty request still gets an
 * address, so that NULL always means failure. */
void *tacti_arena_allocate(tacti_arena *arena, size_t count, size_t element_size, size_t alignment);

/* Remembers what has been taken so far. */
tacti_arena_mark tacti_arena_save(const tacti_arena *arena);

/* Takes back everything that was taken after the mark. Marks made after this one become invalid. */
void tacti_arena_rewind(tacti_arena *arena, tacti_arena_mark mark);

#endif
