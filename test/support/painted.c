/* SPDX-License-Identifier: MIT */
/* Threads on a painted stack; see painted.h. */
#define _GNU_SOURCE /* pthread_attr_setstack, MAP_ANONYMOUS */
#include "painted.h"

#include "support.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* Kept small, because every run looks at all of it. */
#define STACK_BYTES (PAINTED_IS_PLAIN ? (size_t)1 << 20 : (size_t)4 << 20)
#define BLOCK 4096
#define PAINT 0xA5

typedef struct job {
    void (*work)(void *);
    void *data;
} job;

static void *run_job(void *data) {
    job *j = data;
    j->work(j->data);
    return NULL;
}

static void do_nothing(void *data) {
    (void)data;
}

/* The number of bytes without paint. Paints them again. */
static size_t count_and_repaint(unsigned char *memory) {
    static unsigned char paint[BLOCK];
    memset(paint, PAINT, sizeof paint);
    size_t untouched = 0;
    while (untouched < STACK_BYTES && memcmp(memory + untouched, paint, BLOCK) == 0)
        untouched += BLOCK;
    while (untouched < STACK_BYTES && memory[untouched] == PAINT)
        untouched++;
    memset(memory + untouched, PAINT, STACK_BYTES - untouched);
    return STACK_BYTES - untouched;
}

size_t painted_run(painted_stack *stack, void (*work)(void *), void *data) {
    pthread_attr_t attributes;
    pthread_t thread;
    job j = {work, data};
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack->memory, STACK_BYTES), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run_job, &j), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    size_t used = count_and_repaint(stack->memory);
    assert_true(used < STACK_BYTES);
    return used > stack->own ? used - stack->own : 0;
}

painted_stack painted_make(void) {
    painted_stack stack = {.own = 0};
    stack.memory =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack.memory != MAP_FAILED);
    memset(stack.memory, PAINT, STACK_BYTES);
    stack.own = painted_run(&stack, do_nothing, NULL);
    return stack;
}

void painted_free(painted_stack *stack) {
    munmap(stack->memory, STACK_BYTES);
}
