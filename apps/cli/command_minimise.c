/* SPDX-License-Identifier: MIT */
/* tact minimise: shrinks a recording that fails. */
#include <inttypes.h>
#include <stdio.h>

#include "clean.h"
#include "command_text.h"
#include "json.h"
#include "minimise.h"
#include "progress.h"
#include "record.h"
#include "threads.h"
#include "values.h"

/* The most names of objects that are printed. */
#define MOST_NAMES 20

typedef struct job {
    const cli_args *args;
    cli_output *output;
    tact_pool *pool;
    tact_context *context;
    tact_context *plain; /* one thread at the lowest SIMD level */
    tact_recording *recording, *small;
    minimise_judge judge;
    tact_minimise_progress found;
} job;

static bool goes_on(void *user, const tact_minimise_progress *found) {
    (void)found;
    return ((const minimise_judge *)user)->trouble == CLI_OK;
}

/* ---- The answer --------------------------------------------------------------------------- */

static void show(const job *j) {
    tact_recording_info before = tact_recording_inspect(j->recording);
    tact_recording_info info = tact_recording_inspect(j->small);
    char name[CLEAN_TEXT_SIZE];
    cli_print_title(j->output,
                    "%" PRIu32 " of %" PRIu32 " objects and %" PRIu32 " of %" PRIu32
                    " calls are enough to fail.",
                    info.object_count, before.object_count, info.call_count, before.call_count);
    cli_print(j->output, "steps      %" PRIu32 " of %" PRIu32 "\n", info.step_count,
              before.step_count);
    cli_print(j->output, "questions  %" PRIu32 " of %" PRIu32 "\n", info.question_count,
              before.question_count);
    cli_print(j->output, "tests      %" PRIu64 "\n", j->found.tests);
    for (uint32_t i = 0; i < info.object_count && i < MOST_NAMES; i++)
        cli_print(j->output, "object     %s\n", clean_text(tact_recording_name(j->small, i), name));
}

static bool write(const job *j) {
    tact_recording_info info = tact_recording_inspect(j->small);
    json_writer json = json_start(j->output->stream);
    json_begin_object(&json);
    json_add_count(&json, "objects", info.object_count);
    json_add_count(&json, "calls", info.call_count);
    json_add_count(&json, "steps", info.step_count);
    json_add_count(&json, "questions", info.question_count);
    json_add_count(&json, "tests", j->found.tests);
    json_key(&json, "names");
    json_begin_row(&json);
    for (uint32_t i = 0; i < info.object_count; i++)
        json_text(&json, tact_recording_name(j->small, i));
    json_end_array(&json);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit tell(const job *j) {
    if (j->output->stream == NULL)
        return CLI_OK;
    if (!j->output->json)
        show(j);
    else if (!write(j))
        return CLI_INTERNAL;
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------------------------- */

static cli_exit shrink(job *j) {
    const char *most = cli_value(j->args, "most");
    tact_minimise_options options = tact_minimise_options_default();
    options.context = j->context;
    options.test = minimise_fails;
    options.user = &j->judge;
    options.progress = goes_on;
    cli_exit read = value_read_budget(most, &options.most_tests);
    if (read != CLI_OK)
        return read;
    progress step;
    progress_begin(&step, j->output, "shrinking", j->args->operands[0]);
    tact_status status = tact_recording_minimise(j->recording, &options, &j->small, &j->found);
    progress_end(&step);
    if (j->judge.trouble != CLI_OK)
        return j->judge.trouble;
    if (status == TACT_INVALID_ARGUMENT) {
        if (j->output->stream != NULL && !j->output->json)
            cli_print_title(j->output, "The recording does not fail this test.");
        return CLI_FOUND;
    }
    if (status == TACT_OK)
        return record_save(j->small, cli_value(j->args, "output"));
    cli_complain("%s: %s", j->args->operands[0], tact_status_text(status));
    return CLI_IO;
}

static cli_exit open_plain(job *j) {
    tact_context_desc desc = tact_context_desc_default();
    desc.simd_level = TACT_SIMD_BASELINE;
    tact_status status = tact_context_create(&desc, &j->plain);
    if (status == TACT_OK)
        return CLI_OK;
    cli_complain("%s", tact_status_text(status));
    return CLI_INTERNAL;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    job j = {.args = args, .output = output};
    cli_exit status = minimise_read(args, &j.judge);
    if (status == CLI_OK && !cli_has(args, "output")) {
        cli_complain("no output file is given: use -o FILE");
        return CLI_USAGE;
    }
    if (status == CLI_OK)
        status = threads_open(args, TACT_SIMD_AVX512, &j.pool, &j.context);
    if (status == CLI_OK)
        status = open_plain(&j);
    j.judge.context = j.context;
    j.judge.plain = j.plain;
    if (status == CLI_OK)
        status = record_open(args, j.context, output, &j.recording);
    if (status == CLI_OK)
        status = shrink(&j);
    if (status == CLI_OK)
        status = tell(&j);
    tact_recording_destroy(j.recording);
    tact_recording_destroy(j.small);
    tact_context_destroy(j.plain);
    tact_context_destroy(j.context);
    tact_pool_destroy(j.pool);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char minimise_details[] =
    "Shrinks a recording that fails: leaves out objects, steps and other calls as long as the\n"
    "rest still fails, and writes the smallest one. What the failure is:\n"
    "\n"
    "  --event begin:A,B  the contact of two objects begins (or stay, end); without names that\n"
    "                     of any two. An object without a name is called #N by its number.\n"
    "  --fails            a step fails\n"
    "  --differs          all threads at the best SIMD level give other bits than one thread at\n"
    "                     the lowest level\n"
    "  --test COMMAND     a shell command ends with a status other than 0; the path of the\n"
    "                     candidate is its last argument. A candidate holds what its own replay\n"
    "                     gives.\n"
    "\n"
    "The exit status is 0 if the smallest recording was written, 1 if the recording does not fail\n"
    "at all, and 3 if it cannot be read or the command cannot be run.\n";

static const cli_option minimise_options[] = {
    {"output", 'o', "FILE", NULL, "the file to write"},
    {"event", 0, "EVENT", NULL, "an event happens: begin, stay or end, with :A,B for two objects"},
    {"fails", 0, NULL, NULL, "a step fails"},
    {"differs", 0, NULL, NULL, "SIMD levels or threads give different bits"},
    {"test", 0, "COMMAND", NULL, "a command fails that is given the candidate"},
    {"most", 0, "N", NULL, "stop after N tests"},
    {"threads", 0, "N", NULL, "number of threads (default 0: one per processor)"},
};

static const cli_example minimise_examples[] = {
    {"tact minimise run.recording -o small.recording --event begin:arm,table",
     "what it takes for these two to touch"},
    {"tact minimise run.recording -o small.recording --fails", "a step that fails"},
    {"tact minimise run.recording -o small.recording --test ./my-check", "a test of your own"},
};

const cli_command command_minimise = {
    .name = "minimise",
    .summary = "shrink a recording that fails to what fails",
    .operands = "FILE",
    .least_operands = 1,
    .most_operands = 1,
    .details = minimise_details,
    .options = ROWS(minimise_options),
    .examples = ROWS(minimise_examples),
    .run = run,
};
