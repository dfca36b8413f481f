/* SPDX-License-Identifier: MIT */
/* Tests of candidates: an event, a step that fails, two replays that differ, a command. */
#define _POSIX_C_SOURCE 200809L
#include "minimise.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record.h"
#include "values.h"

/* A shell gives these statuses if it cannot run a command. */
#define CANNOT_RUN 126
#define NOT_FOUND 127

extern char **environ;

/* ---- Options ------------------------------------------------------------------------------ */

static const char *const event_names[] = {"begin", "stay", "end"};

/* The kind of an event, and the rest of the text; 3 if it is not a kind. */
static int read_kind(const char *text, const char **rest) {
    size_t length = strcspn(text, ":");
    int kind = 0;
    while (kind < 3 &&
           (strlen(event_names[kind]) != length || strncmp(text, event_names[kind], length) != 0))
        kind++;
    *rest = text[length] == ':' ? text + length + 1 : NULL;
    return kind;
}

static cli_exit check_event(const char *text) {
    const char *names;
    if (read_kind(text, &names) == 3)
        return value_fail("event", "begins with begin, stay or end", text);
    if (names == NULL)
        return CLI_OK;
    const char *comma = strchr(names, ',');
    if (comma == NULL || comma == names || comma[1] == '\0' || strchr(comma + 1, ',') != NULL)
        return value_fail("event", "names two objects, as in begin:A,B", text);
    return CLI_OK;
}

cli_exit minimise_read(const cli_args *args, minimise_judge *out) {
    out->event = cli_value(args, "event");
    out->command = cli_value(args, "test");
    out->wants_failure = cli_has(args, "fails");
    out->wants_difference = cli_has(args, "differs");
    int count =
        (out->event != NULL) + (out->command != NULL) + out->wants_failure + out->wants_difference;
    if (count != 1) {
        cli_complain("give one of --event, --fails, --differs and --test: what the failure is");
        return CLI_USAGE;
    }
    return out->event != NULL ? check_event(out->event) : CLI_OK;
}

/* ---- Events and failing steps ------------------------------------------------------------- */

/* Whether the names are those of an event, in either order. */
static bool has_names(const char *names, const char *a, const char *b) {
    const char *comma = strchr(names, ',');
    size_t first = (size_t)(comma - names);
    bool is_ab = strlen(a) == first && strncmp(names, a, first) == 0 && strcmp(comma + 1, b) == 0;
    bool is_ba = strlen(b) == first && strncmp(names, b, first) == 0 && strcmp(comma + 1, a) == 0;
    return is_ab || is_ba;
}

static bool see_event(const minimise_judge *judge, const tact_replay_step *step) {
    const char *names;
    int kind = read_kind(judge->event, &names);
    tact_events events = tact_world_events(step->world);
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event *event = &events.events[i];
        if ((int)event->kind != kind)
            continue;
        if (names == NULL)
            return true;
        uint32_t a = tact_replay_object(step, event->a), b = tact_replay_object(step, event->b);
        if (has_names(names, tact_recording_name(judge->candidate, a),
                      tact_recording_name(judge->candidate, b)))
            return true;
    }
    return false;
}

static bool see_step(void *user, const tact_replay_step *step) {
    minimise_judge *judge = user;
    judge->is_seen = judge->wants_failure ? step->status != TACT_OK
                                          : step->status == TACT_OK && see_event(judge, step);
    return !judge->is_seen;
}

/* Notes what makes further tests impossible. */
static bool give_up(minimise_judge *judge, cli_exit trouble) {
    judge->trouble = trouble;
    return false;
}

static bool refuse(minimise_judge *judge, tact_status status) {
    cli_complain("%s", tact_status_text(status));
    return give_up(judge, CLI_IO);
}

static bool shows(minimise_judge *judge, tact_recording *candidate) {
    tact_replay_options options = tact_replay_options_default();
    tact_replay_report report;
    options.visit = see_step;
    options.user = judge;
    judge->candidate = candidate;
    judge->is_seen = false;
    tact_status status = tact_recording_replay(candidate, judge->context, &options, &report);
    return status == TACT_OK ? judge->is_seen : refuse(judge, status);
}

/* ---- Two replays -------------------------------------------------------------------------- */

/* The candidate holds what the context gave. Its models are made again, for the other level. */
static bool differs(minimise_judge *judge, tact_recording *candidate) {
    const char *text;
    size_t bytes;
    tact_recording *copy = NULL;
    tact_replay_report report = {.outcome = TACT_REPLAY_EQUAL};
    tact_status status = tact_recording_print(candidate, &text, &bytes);
    if (status == TACT_OK)
        status = tact_recording_parse(judge->plain, text, bytes, NULL, &copy);
    if (status == TACT_OK)
        status = tact_recording_replay(copy, judge->plain, NULL, &report);
    tact_recording_destroy(copy);
    return status == TACT_OK ? report.outcome == TACT_REPLAY_DIFFERENT : refuse(judge, status);
}

/* ---- A command ---------------------------------------------------------------------------- */

/* Runs the command with a path as its last argument. Returns its exit status, or -1. */
static int run_command(const char *command, const char *path) {
    size_t bytes = strlen(command) + 6;
    char *line = malloc(bytes);
    if (line == NULL)
        return -1;
    snprintf(line, bytes, "%s \"$1\"", command);
    char shell[] = "sh", option[] = "-c", name[] = "tact-minimise";
    char *arguments[] = {shell, option, line, name, (char *)path, NULL};
    pid_t child;
    int status = -1;
    if (posix_spawnp(&child, shell, NULL, NULL, arguments, environ) == 0) {
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        /* A crash is a failure, too. */
        status = WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 255 : -1;
    }
    free(line);
    return status;
}

static bool fails_command(minimise_judge *judge, tact_recording *candidate) {
    const char *folder = getenv("TMPDIR");
    char path[512];
    if (folder == NULL || strlen(folder) > 400)
        folder = "/tmp";
    snprintf(path, sizeof path, "%s/tact_candidate_XXXXXX", folder);
    int descriptor = mkstemp(path);
    if (descriptor < 0) {
        cli_complain("%s: %s", path, strerror(errno));
        return give_up(judge, CLI_IO);
    }
    close(descriptor);
    cli_exit saved = record_save(candidate, path);
    int status = saved == CLI_OK ? run_command(judge->command, path) : -1;
    unlink(path);
    if (saved != CLI_OK)
        return give_up(judge, saved);
    if (status != -1 && status != CANNOT_RUN && status != NOT_FOUND)
        return status != 0;
    cli_complain("--test: the command cannot be run: %s", judge->command);
    return give_up(judge, CLI_IO);
}

bool minimise_fails(void *user, tact_recording *candidate) {
    minimise_judge *judge = user;
    if (judge->trouble != CLI_OK)
        return false;
    if (judge->command != NULL)
        return fails_command(judge, candidate);
    if (judge->wants_difference)
        return differs(judge, candidate);
    return shows(judge, candidate);
}
