/* SPDX-License-Identifier: MIT */
/* The context: what it is made of, how it is checked, and how work is handed to its executor. The
 * memory functions are in alloc.c, the log in message.c, the thread pool in pool.c. */
#include "base/services.h"

#include "base/alloc.h"
#include "base/parallel.h"
#include "base/simd.h"

void tacti_run_here(void *user, uint32_t count, tact_task *task, void *data) {
    (void)user;
    for (uint32_t i = 0; i < count; i++)
        task(data, i, 0);
}

tact_context_desc tact_context_desc_default(void) {
    return (tact_context_desc){
        .allocator = tacti_default_allocator(),
        .executor = {.worker_count = 1, .run = tacti_run_here},
        .simd_level = tact_simd_level_best(),
    };
}

static bool desc_is_complete(const tact_context_desc *desc) {
    return desc->allocator.allocate != NULL && desc->allocator.release != NULL &&
           desc->executor.run != NULL && desc->executor.worker_count > 0;
}

tact_status tact_context_create(const tact_context_desc *desc, tact_context **out) {
    if (desc == NULL || out == NULL || !desc_is_complete(desc))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tact_float_mode_check();
    if (status != TACT_OK)
        return status;
    /* Allocated through a copy on the stack, so that there is only one way to get memory. */
    tact_simd_level best = tact_simd_level_best();
    tact_context made = {desc->allocator, desc->logger, desc->executor,
                         desc->simd_level < best ? desc->simd_level : best};
    tact_context *context = tacti_allocate(&made, 1, sizeof made, _Alignof(tact_context));
    if (context == NULL)
        return TACT_OUT_OF_MEMORY;
    *context = made;
    *out = context;
    return TACT_OK;
}

void tact_context_destroy(tact_context *context) {
    if (context == NULL)
        return;
    tact_context copy = *context;
    tacti_release(&copy, context, 1, sizeof copy, _Alignof(tact_context));
}

void tact_context_run(const tact_context *context, uint32_t count, tact_task *task, void *data) {
    if (count == 0)
        return;
    if (context == NULL)
        tacti_run_here(NULL, count, task, data);
    else
        context->executor.run(context->executor.user, count, task, data);
}

uint32_t tacti_worker_count(const tact_context *context) {
    return context == NULL ? 1 : context->executor.worker_count;
}

tact_simd_level tacti_simd_level(const tact_context *context) {
    return context == NULL ? tact_simd_level_best() : context->simd_level;
}
