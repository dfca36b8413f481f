/* SPDX-License-Identifier: MIT */
/* Makes a context by --threads. */
#include "threads.h"

#include "values.h"

cli_exit threads_open(const cli_args *args, tact_simd_level level, tact_pool **pool,
                      tact_context **context) {
    double threads = 0;
    const char *text = cli_value(args, "threads");
    cli_exit status = value_read_amount("threads", text, &threads);
    if (status != CLI_OK)
        return status;
    if (threads > 1024 || threads != (double)(uint32_t)threads)
        return value_fail("threads", "is not a whole number up to 1024", text);
    tact_context_desc desc = tact_context_desc_default();
    if (level < desc.simd_level)
        desc.simd_level = level;
    tact_status made = TACT_OK;
    if (threads != 1)
        made = tact_pool_create(NULL, (uint32_t)threads, pool);
    if (made == TACT_OK && *pool != NULL)
        desc.executor = tact_pool_executor(*pool);
    if (made == TACT_OK)
        made = tact_context_create(&desc, context);
    if (made == TACT_OK)
        return CLI_OK;
    cli_complain("%s", tact_status_text(made));
    return CLI_INTERNAL;
}
