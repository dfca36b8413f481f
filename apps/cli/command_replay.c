/* SPDX-License-Identifier: MIT */
/* tact replay: replays a recording and compares every bit. */
#include <inttypes.h>
#include <stdio.h>

#include "command_text.h"
#include "json.h"
#include "record.h"
#include "threads.h"
#include "values.h"

#define HASH_SIZE 20

static const char *hash_text(uint64_t hash, char text[HASH_SIZE]) {
    snprintf(text, HASH_SIZE, "%016" PRIx64, hash);
    return text;
}

static const char *outcome_name(tact_replay_outcome outcome) {
    return outcome == TACT_REPLAY_EQUAL       ? "equal"
           : outcome == TACT_REPLAY_DIFFERENT ? "different"
                                              : "stopped";
}

static void show(const tact_replay_report *report, const tact_recording_info *info,
                 cli_output *output) {
    char text[HASH_SIZE];
    if (report->outcome == TACT_REPLAY_EQUAL)
        cli_print_title(output, "Equal: the replay gives every bit that was recorded.");
    else if (report->outcome == TACT_REPLAY_DIFFERENT)
        cli_print_title(output, "Different: %s.", report->text);
    else
        cli_print_title(output, "Stopped: the budget ran out. Until then all was equal.");
    cli_print(output, "steps      %" PRIu32 " of %" PRIu32 "\n", report->steps, info->step_count);
    cli_print(output, "questions  %" PRIu32 " of %" PRIu32 "\n", report->questions,
              info->question_count);
    cli_print(output, "objects    %" PRIu32 "\nmodels     %" PRIu32 "\n", info->object_count,
              info->model_count);
    cli_print(output, "hash       %s\n", hash_text(report->hash, text));
}

static bool write(const tact_replay_report *report, const tact_recording_info *info,
                  cli_output *output) {
    char text[HASH_SIZE];
    bool is_different = report->outcome == TACT_REPLAY_DIFFERENT;
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_add_text(&json, "outcome", outcome_name(report->outcome));
    json_add_count(&json, "steps", report->steps);
    json_add_count(&json, "questions", report->questions);
    json_add_count(&json, "objects", info->object_count);
    json_add_count(&json, "models", info->model_count);
    json_add_count(&json, "calls", info->call_count);
    json_add_count_if(&json, "call", is_different, report->call);
    json_add_count_if(&json, "step", is_different, report->step);
    json_add_text(&json, "reason", is_different ? report->text : NULL);
    json_add_text(&json, "hash", hash_text(report->hash, text));
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit replay(const cli_args *args, const tact_context *context, cli_output *output,
                       const tact_recording *recording) {
    tact_replay_options options = tact_replay_options_default();
    tact_replay_report report;
    cli_exit read = value_read_budget(cli_value(args, "budget"), &options.budget);
    if (read != CLI_OK)
        return read;
    tact_status status = tact_recording_replay(recording, context, &options, &report);
    if (status != TACT_OK) {
        cli_complain("%s: %s", args->operands[0], tact_status_text(status));
        return CLI_IO;
    }
    tact_recording_info info = tact_recording_inspect(recording);
    if (output->stream != NULL && output->json && !write(&report, &info, output))
        return CLI_INTERNAL;
    if (output->stream != NULL && !output->json)
        show(&report, &info, output);
    return report.outcome == TACT_REPLAY_EQUAL       ? CLI_OK
           : report.outcome == TACT_REPLAY_DIFFERENT ? CLI_FOUND
                                                     : CLI_UNDECIDED;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    tact_pool *pool = NULL;
    tact_context *context = NULL;
    tact_recording *recording = NULL;
    cli_exit status = threads_open(args, TACT_SIMD_AVX512, &pool, &context);
    if (status == CLI_OK)
        status = record_open(args, context, output, &recording);
    if (status == CLI_OK)
        status = replay(args, context, output, recording);
    tact_recording_destroy(recording);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char replay_details[] =
    "Replays a recording that --record or a program wrote, and compares every bit: the world\n"
    "after each step, and each answer. docs/record.md describes the file. \"-\" is standard "
    "input.\n"
    "\n"
    "Results are the same on every machine and for any number of threads. A difference is a bug,\n"
    "or the recording is from another version. The exit status is 0 if all is equal, 1 if\n"
    "something differs, 3 if the file cannot be read or is damaged, and 5 if the budget ran out\n"
    "before the end.\n";

static const cli_option replay_options[] = {
    {"budget", 0, "N", NULL, "stop after N objects, pairs of boxes and questions"},
    {"threads", 0, "N", NULL, "number of threads (default 0: one per processor)"},
};

static const cli_example replay_examples[] = {
    {"tact sim cell.json --record cell.recording", "record a run"},
    {"tact replay cell.recording", "does it give the same bits here?"},
    {"tact replay cell.recording --threads 1 --json | jq .reason", "for programs"},
};

const cli_command command_replay = {
    .name = "replay",
    .summary = "replay a recording and compare every bit",
    .operands = "FILE",
    .least_operands = 1,
    .most_operands = 1,
    .details = replay_details,
    .options = ROWS(replay_options),
    .examples = ROWS(replay_examples),
    .run = run,
};
