/* SPDX-License-Identifier: MIT */
/* A stack whose bytes were painted before something runs on it. What runs there has used the stack
 * as far as the paint is gone. */
#ifndef TACT_TEST_PAINTED_H
#define TACT_TEST_PAINTED_H

#include <stddef.h>

/* Whether numbers say something about the library. Without optimisation and with sanitizers frames
 * are larger. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define PAINTED_IS_PLAIN 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define PAINTED_IS_PLAIN 0
#endif
#endif
#ifndef PAINTED_IS_PLAIN
#define PAINTED_IS_PLAIN 1
#endif

typedef struct painted_stack {
    unsigned char *memory;
    size_t own; /* what a thread uses that does nothing */
} painted_stack;

painted_stack painted_make(void);
void painted_free(painted_stack *stack);

/* Runs work on a thread with this stack. Returns the number of bytes that it used. */
size_t painted_run(painted_stack *stack, void (*work)(void *), void *data);

#endif
