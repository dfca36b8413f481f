/* SPDX-License-Identifier: MIT */
/* The contents of a context, for the files of base alone. Other rooms reach the allocator through
 * base/alloc.h, the log through base/message.h and the executor through base/parallel.h. */
#ifndef TACTI_BASE_SERVICES_H
#define TACTI_BASE_SERVICES_H

#include <tact/base.h>

/* Never changed between tact_context_create and tact_context_destroy, so threads may share it. */
struct tact_context {
    tact_allocator allocator;
    tact_logger logger;
    tact_executor executor;
    tact_simd_level simd_level;
};

/* The most workers that tact_pool_create() accepts. */
#define TACTI_MOST_WORKERS 1024

/* malloc and free as an allocator: what a NULL context and the default description use. */
tact_allocator tacti_default_allocator(void);

/* The run function of the default executor: all pieces in order on the calling thread, worker 0. */
void tacti_run_here(void *user, uint32_t count, tact_task *task, void *data);

#endif
