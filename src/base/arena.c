/* SPDX-License-Identifier: MIT */
/* The bump allocator behind arena.h: a chain of blocks, filled one after the other. A rewind leaves
 * the later blocks in the chain. They are filled again before a new block is allocated. */
#include "base/arena.h"

#include "base/assert.h"

/* Blocks stop doubling here: more would only waste memory in the last one. */
#define MAX_BLOCK_BYTES ((size_t)4 << 20)

struct tacti_arena_block {
    tacti_arena_block *next;
    size_t bytes; /* of data */
    size_t used;
    _Alignas(TACTI_CACHE_LINE) unsigned char data[];
};

tacti_arena tacti_arena_make(const tact_context *context, size_t block_bytes) {
    return (tacti_arena){.context = context, .next_bytes = block_bytes};
}

static void release_block(const tacti_arena *arena, tacti_arena_block *block) {
    tacti_release(arena->context, block, sizeof *block + block->bytes, 1, TACTI_CACHE_LINE);
}

void tacti_arena_release(tacti_arena *arena) {
    tacti_arena_block *block = arena->first;
    while (block != NULL) {
        tacti_arena_block *next = block->next;
        release_block(arena, block);
        block = next;
    }
    arena->first = NULL;
    arena->current = NULL;
}

/* The piece in the block, or NULL if it does not fit; the block may be NULL. */
static void *take_from(tacti_arena_block *block, size_t bytes, size_t alignment) {
    if (block == NULL)
        return NULL;
    TACTI_ASSERT(block->used <= block->bytes);
    uintptr_t address = (uintptr_t)(block->data + block->used);
    size_t padding = (size_t)(-address & (alignment - 1));
    size_t room = block->bytes - block->used;
    if (padding > room || bytes > room - padding)
        return NULL;
    void *piece = block->data + block->used + padding;
    block->used += padding + bytes;
    TACTI_ASSERT(block->used <= block->bytes);
    return piece;
}

/* A new empty block behind the current one that can hold the piece; NULL for no memory. It replaces
 * the free block there, which is too small. Otherwise rewinds would pile up blocks in which nothing
 * fits. */
static tacti_arena_block *add_block(tacti_arena *arena, size_t bytes, size_t alignment) {
    size_t needed, total;
    if (!tacti_add(bytes, alignment - 1, &needed))
        return NULL;
    size_t data_bytes = needed > arena->next_bytes ? needed : arena->next_bytes;
    if (!tacti_add(sizeof(tacti_arena_block), data_bytes, &total))
        return NULL;
    tacti_arena_block *block = tacti_allocate(arena->context, total, 1, TACTI_CACHE_LINE);
    if (block == NULL)
        return NULL;
    tacti_arena_block **link = arena->current == NULL ? &arena->first : &arena->current->next;
    block->bytes = data_bytes;
    block->used = 0;
    block->next = *link == NULL ? NULL : (*link)->next;
    if (*link != NULL)
        release_block(arena, *link);
    *link = block;
    if (arena->next_bytes <= MAX_BLOCK_BYTES / 2)
        arena->next_bytes *= 2;
    return block;
}

void *tacti_arena_allocate(tacti_arena *arena, size_t count, size_t element_size,
                           size_t alignment) {
    size_t bytes;
    if (!tacti_multiply(count, element_size, &bytes))
        return NULL;
    TACTI_ASSERT(alignment != 0 && (alignment & (alignment - 1)) == 0);
    if (bytes == 0)
        bytes = 1;
    void *piece = take_from(arena->current, bytes, alignment);
    if (piece != NULL)
        return piece;

    /* A free block behind the current one, left by a rewind; nothing in it is in use. */
    tacti_arena_block *block = arena->current == NULL ? arena->first : arena->current->next;
    if (block != NULL)
        block->used = 0;
    piece = take_from(block, bytes, alignment);
    if (piece == NULL) {
        block = add_block(arena, bytes, alignment);
        if (block == NULL)
            return NULL;
        piece = take_from(block, bytes, alignment);
        TACTI_ASSERT(piece != NULL);
    }
    arena->current = block;
    return piece;
}

tacti_arena_mark tacti_arena_save(const tacti_arena *arena) {
    tacti_arena_block *block = arena->current;
    return (tacti_arena_mark){block, block == NULL ? 0 : block->used};
}

void tacti_arena_rewind(tacti_arena *arena, tacti_arena_mark mark) {
    arena->current = mark.block;
    if (mark.block != NULL) {
        TACTI_ASSERT(mark.used <= mark.block->used);
        mark.block->used = mark.used;
    }
}
