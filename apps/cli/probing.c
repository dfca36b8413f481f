/* SPDX-License-Identifier: MIT */
/* What ray and nearest have in common; see probing.h. Questions are read and answered in blocks, to
 * keep all threads busy and memory limited. */
#include "probing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "poses.h"
#include "seconds.h"

/* Questions per block. */
#define BLOCK 4096

/* ---- Options ------------------------------------------------------------------------------ */

cli_exit probing_read(const cli_args *args, const char *option, double *out, size_t count,
                      const char *what) {
    number_list list = number_read_list(cli_value(args, option), out, count);
    if (list.status != NUMBER_OK) {
        char fault[NUMBER_FAULT_SIZE];
        cli_complain("--%s: %s", option, number_list_fault(&list, fault));
        return list.status == NUMBER_NO_MEMORY ? CLI_INTERNAL : CLI_USAGE;
    }
    if (list.count == count)
        return CLI_OK;
    cli_complain("--%s: %zu number%s, but %s", option, list.count, list.count == 1 ? "" : "s",
                 what);
    return CLI_USAGE;
}

cli_exit probing_read_amount(const cli_args *args, const char *option, double *out) {
    double value = 0;
    if (!cli_has(args, option))
        return CLI_OK;
    cli_exit status = probing_read(args, option, &value, 1, "it takes one");
    if (status != CLI_OK)
        return status;
    if (value < 0) {
        cli_complain("--%s is negative: '%s'", option, cli_value(args, option));
        return CLI_USAGE;
    }
    *out = value;
    return CLI_OK;
}

/* ---- Answering ---------------------------------------------------------------------------- */

static bool tell_json(probing *p, size_t at) {
    json_writer json = json_start(p->output->stream);
    if (p->lines[at] != 0) {
        json_begin_line(&json);
        json_key(&json, "line");
        json_count(&json, p->lines[at]);
    } else {
        json_begin_object(&json);
    }
    p->verbs->write(p, at, &json);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit tell(probing *p, size_t count) {
    for (size_t i = 0; i < count; i++) {
        p->asked++;
        p->found = p->found || p->verbs->is_found(p, i);
        if (p->output->stream == NULL)
            continue;
        if (p->output->json) {
            if (!tell_json(p, i))
                return CLI_INTERNAL;
        } else if (p->lines[i] != 0) {
            cli_print(p->output, "%" PRIu64 ": ", p->lines[i]);
            p->verbs->show_line(p, i);
        } else {
            p->verbs->show(p, i);
        }
    }
    /* Flushes for a reader that waits for these lines; stops if nobody can read them. */
    if (p->output->stream != NULL && (fflush(p->output->stream) != 0 || ferror(p->output->stream)))
        return CLI_IO;
    return CLI_OK;
}

static cli_exit ask_and_tell(probing *p, size_t count) {
    double start = seconds_now();
    tact_status status = p->verbs->ask(p, count);
    p->seconds += seconds_now() - start;
    if (status == TACT_OK)
        return tell(p, count);
    cli_complain("%s: %s", p->models.a.path, tact_status_text(status));
    return CLI_IO;
}

static cli_exit answer_stream(probing *p, const char *path) {
    pose_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
        return CLI_IO;
    }
    cli_exit status = poses_open(reader, path, p->verbs->numbers);
    bool opened = status == CLI_OK;
    size_t count = 1;
    while (status == CLI_OK && count > 0) {
        cli_exit read = poses_read_numbers(reader, p->verbs->meaning, p->numbers, p->lines,
                                           p->capacity, &count);
        if (count > 0)
            status = ask_and_tell(p, count);
        if (status == CLI_OK)
            status = read;
    }
    if (opened)
        poses_close(reader);
    free(reader);
    return status;
}

/* On stderr, so stdout has only answers. */
static void tell_time(const probing *p) {
    fprintf(stderr,
            "read %.6f s, hierarchy %.6f s, %" PRIu64 " answer%s %.6f s, %" PRIu32 " thread%s\n",
            p->models.read_seconds, p->models.build_seconds, p->asked, p->asked == 1 ? "" : "s",
            p->seconds, p->models.worker_count, p->models.worker_count == 1 ? "" : "s");
}

static cli_exit run_with_memory(probing *p, const double *numbers) {
    p->capacity = numbers != NULL ? 1 : BLOCK;
    p->numbers = calloc(p->capacity * p->verbs->numbers, sizeof *p->numbers);
    p->lines = calloc(p->capacity, sizeof *p->lines);
    p->answers = calloc(p->capacity, p->verbs->answer_bytes);
    cli_exit status = CLI_IO;
    if (p->numbers == NULL || p->lines == NULL || p->answers == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
    } else if (numbers != NULL) {
        memcpy(p->numbers, numbers, p->verbs->numbers * sizeof *numbers);
        status = ask_and_tell(p, 1);
    } else {
        status = answer_stream(p, cli_value(p->args, p->verbs->stream));
    }
    free(p->numbers);
    free(p->lines);
    free(p->answers);
    return status;
}

cli_exit probing_run(probing *p, const double *numbers) {
    const char *stream = numbers == NULL ? cli_value(p->args, p->verbs->stream) : NULL;
    cli_exit status = models_open_one(p->args, stream, p->output, &p->models);
    if (status != CLI_OK)
        return status;
    p->instance = tact_instance_make(p->models.a.model);
    status = run_with_memory(p, numbers);
    if (status == CLI_OK && cli_has(p->args, "time"))
        tell_time(p);
    models_close(&p->models);
    if (status != CLI_OK)
        return status;
    return p->found ? CLI_FOUND : CLI_OK;
}

/* ---- Pieces of answers -------------------------------------------------------------------- */

void probing_show_title(probing *p, const char *text) {
    cli_print(p->output, "%s%s%s\n", cli_style_code(p->output, CLI_TITLE), text,
              cli_style_code(p->output, CLI_PLAIN));
}

void probing_write_triangle(const probing *p, uint32_t triangle, tact_feature feature,
                            json_writer *json) {
    bool is_one = triangle != TACT_NO_TRIANGLE;
    json_key(json, "triangle");
    if (is_one)
        json_count(json, triangle);
    else
        json_null(json);
    if (tact_mesh_part_count(models_mesh(&p->models.a)) > 0) {
        json_key(json, "part");
        json_text(json, is_one ? models_part_name(&p->models.a, triangle) : NULL);
    }
    json_key(json, "feature");
    json_text(json, is_one ? tact_feature_name(feature) : NULL);
}
