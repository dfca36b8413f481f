/* SPDX-License-Identifier: MIT */
/* The two models of a question; see models.h. Shapes are in models_shape.c. */
#include "models.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "kinds.h"
#include "progress.h"
#include "seconds.h"
#include "values.h"

/* ---- Threads ------------------------------------------------------------------------------ */

/* Without --threads, one thread is used if the system cannot start more. */
static cli_exit start_pool(const cli_args *args, model_pair *pair) {
    const char *text = cli_value(args, "threads");
    const char *why = "is more than 1024";
    kind_value count = {.count = 0};
    if (text != NULL && (!kind_read_value(KIND_NUMBER, text, &count, &why) || count.count > 1024))
        return value_fail("threads", why, text);
    tact_status status = tact_pool_create(NULL, (uint32_t)count.count, &pair->pool);
    if (status == TACT_THREAD_FAILED && text == NULL)
        return CLI_OK;
    if (status == TACT_OK)
        return CLI_OK;
    cli_complain("cannot start threads: %s; try --threads 1", tact_status_text(status));
    return CLI_IO;
}

static cli_exit start_context(const cli_args *args, model_pair *pair) {
    cli_exit started = start_pool(args, pair);
    if (started != CLI_OK)
        return started;
    tact_context_desc desc = tact_context_desc_default();
    if (pair->pool != NULL)
        desc.executor = tact_pool_executor(pair->pool);
    pair->worker_count = desc.executor.worker_count;
    tact_status status = tact_context_create(&desc, &pair->context);
    if (status == TACT_OK)
        return CLI_OK;
    cli_complain("%s", tact_status_text(status));
    return CLI_IO;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

static cli_exit check_solid(const model *m) {
    tact_model_info info = tact_model_inspect(m->model);
    if (info.has_interior || info.triangle_count == 0)
        return CLI_OK;
    cli_complain(
        "%s is not watertight, so it has no inside: 'tact info %s' shows where it is open; "
        "without --solid its surface is compared",
        m->path, m->path);
    return CLI_IO;
}

static cli_exit build(model_pair *pair, model *m, models_need need, const tact_soup *soup,
                      const cli_output *output) {
    static const tact_interior_mode modes[] = {[MODELS_SURFACES] = TACT_INTERIOR_NONE,
                                               [MODELS_FILLED] = TACT_INTERIOR_IF_WATERTIGHT,
                                               [MODELS_SOLIDS] = TACT_INTERIOR_IF_WATERTIGHT,
                                               [MODELS_INSIDES] = TACT_INTERIOR_ESTIMATE};
    double start = seconds_now();
    cli_exit status =
        files_make_model(pair->context, soup, m->path, modes[need], output, &m->model);
    pair->build_seconds += seconds_now() - start;
    if (status != CLI_OK) {
        cli_complain("'tact info %s' lists everything that is wrong with it", m->path);
        return status;
    }
    if (need != MODELS_SURFACES)
        models_learn(m);
    return need == MODELS_SOLIDS ? check_solid(m) : CLI_OK;
}

static cli_exit open_model(const cli_args *args, models_need need, const cli_output *output,
                           model_pair *pair, model *m) {
    tact_soup *soup = NULL;
    tact_error error;
    double start = seconds_now();
    cli_exit status = m->is_shape
                          ? models_read_shape(args, output, m)
                          : files_read(m->path, files_input_format(args), output, &error, &soup);
    pair->read_seconds += seconds_now() - start;
    if (m->is_shape)
        return status;
    if (status == CLI_OK)
        status = build(pair, m, need, soup, output);
    else
        models_suggest_shape(m->path);
    tact_soup_destroy(soup);
    return status;
}

static cli_exit open_models(const cli_args *args, models_need need, const cli_output *output,
                            model_pair *pair) {
    cli_exit status = start_context(args, pair);
    if (status == CLI_OK)
        status = open_model(args, need, output, pair, &pair->a);
    if (status == CLI_OK && strcmp(pair->a.path, pair->b.path) == 0) {
        pair->b = pair->a;
        (void)tact_model_retain(pair->a.model);
    } else if (status == CLI_OK) {
        status = open_model(args, need, output, pair, &pair->b);
    }
    return status;
}

cli_exit models_open(const cli_args *args, models_need need, const cli_output *output,
                     model_pair *out) {
    *out = (model_pair){.a.path = args->operands[0], .b.path = args->operands[1]};
    out->a.is_shape = models_is_shape(out->a.path);
    out->b.is_shape = models_is_shape(out->b.path);
    const char *poses = cli_optional(args, "poses");
    int streams = models_is_stream(out->a.path) + models_is_stream(out->b.path) +
                  (poses != NULL && files_is_stream(poses));
    if (streams > 1) {
        cli_complain("standard input can be only one of A, B and --poses");
        return CLI_USAGE;
    }
    cli_exit status = models_check_shape(out->a.path);
    if (status == CLI_OK)
        status = models_check_shape(out->b.path);
    if (status == CLI_OK)
        status = open_models(args, need, output, out);
    if (status != CLI_OK)
        models_close(out);
    return status;
}

cli_exit models_open_one(const cli_args *args, const char *stream, const cli_output *output,
                         model_pair *out) {
    *out = (model_pair){.a.path = args->operands[0], .b.path = args->operands[0]};
    out->a.is_shape = models_is_shape(out->a.path);
    if (stream != NULL && files_is_stream(stream) && models_is_stream(out->a.path)) {
        cli_complain("standard input cannot be both the model and the file of questions");
        return CLI_USAGE;
    }
    cli_exit status = models_check_shape(out->a.path);
    if (status == CLI_OK)
        status = open_models(args, MODELS_SURFACES, output, out);
    if (status != CLI_OK)
        models_close(out);
    return status;
}

void models_close(model_pair *pair) {
    free(pair->a.pieces);
    free(pair->b.pieces);
    tact_model_destroy(pair->a.model);
    tact_model_destroy(pair->b.model);
    tact_context_destroy(pair->context);
    tact_pool_destroy(pair->pool);
    *pair = (model_pair){.a.path = NULL};
}

void models_show_times(const model_pair *pair, uint64_t answers, double seconds) {
    char rate[48] = "";
    if (answers > 1)
        snprintf(rate, sizeof rate, ", %.3g per second", (double)answers / seconds);
    fprintf(stderr,
            "reading %.6f s, building %.6f s, %" PRIu64 " answer%s %.6f s%s, %" PRIu32
            " thread%s\n",
            pair->read_seconds, pair->build_seconds, answers, answers == 1 ? "" : "s", seconds,
            rate, pair->worker_count, pair->worker_count == 1 ? "" : "s");
}

tact_instance models_place(const model *m, tact_pose pose, bool is_filled) {
    tact_instance instance = tact_instance_make(m->model);
    instance.pose = pose;
    if (is_filled && tact_model_inspect(m->model).has_interior)
        instance.flags = TACT_INSTANCE_FILLED;
    return instance;
}

const tact_mesh *models_mesh(const model *m) {
    return tact_model_mesh(m->model);
}

bool models_is_empty(const model *m) {
    const tact_mesh *mesh = models_mesh(m);
    return mesh != NULL && tact_mesh_triangle_count(mesh) == 0;
}

/* ---- Triangles as text -------------------------------------------------------------------- */

const char *models_part_name(const model *m, uint32_t triangle) {
    const tact_mesh *mesh = models_mesh(m);
    uint32_t part = tact_mesh_part_of(mesh, triangle);
    if (part >= tact_mesh_part_count(mesh))
        return NULL;
    const char *name = tact_mesh_part_at(mesh, part).name;
    return name != NULL ? name : "";
}

const char *models_clean_name(const char *name, char line[MODELS_LINE_SIZE]) {
    const size_t most = MODELS_LINE_SIZE / 2;
    size_t length = 0;
    for (; *name != '\0' && length < most; name++) {
        unsigned char c = (unsigned char)*name;
        line[length++] = c < 0x20 || c == 0x7f ? '?' : *name;
    }
    memcpy(line + length, *name != '\0' ? "..." : "", *name != '\0' ? 4 : 1);
    return line;
}

const char *models_show_triangle(const model *m, const char *name, uint32_t triangle,
                                 char line[MODELS_LINE_SIZE]) {
    uint32_t face = tact_mesh_source_face(models_mesh(m), triangle);
    const char *part = models_part_name(m, triangle);
    char clean[MODELS_LINE_SIZE];
    int length = snprintf(line, MODELS_LINE_SIZE, "triangle %" PRIu32 " of %s", triangle, name);
    if (face != triangle)
        length +=
            snprintf(line + length, MODELS_LINE_SIZE - (size_t)length, ", face %" PRIu32, face);
    if (part != NULL && part[0] != '\0')
        snprintf(line + length, MODELS_LINE_SIZE - (size_t)length, ", part '%.100s'",
                 models_clean_name(part, clean));
    return line;
}
