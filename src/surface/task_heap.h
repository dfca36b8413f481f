/* SPDX-License-Identifier: MIT */
/* A heap of tasks. The task with the least key is at the front of the array. */
#ifndef TACTI_SURFACE_TASK_HEAP_H
#define TACTI_SURFACE_TASK_HEAP_H

#include "base/assert.h"
#include "frame/node_pair.h"

/* The array has room for one more. */
static inline void tacti_heap_push(tacti_task *heap, uint32_t *count, tacti_task task) {
    uint32_t at = (*count)++;
    while (at > 0 && heap[(at - 1) / 2].key > task.key) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = task;
}

/* Takes the first task. */
static inline tacti_task tacti_heap_pop(tacti_task *heap, uint32_t *count) {
    TACTI_ASSERT(*count > 0);
    tacti_task top = heap[0], last = heap[--*count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= *count)
            break;
        if (child + 1 < *count && heap[child + 1].key < heap[child].key)
            child++;
        if (!(heap[child].key < last.key))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

#endif
