/* SPDX-License-Identifier: MIT */
/* The two meshes of a question; see models.h. Shapes are in models_shape.c. */
#include "models.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "kinds.h"
#include "progress.h"
#include "seconds.h"

/* ---- Threads ------------------------------------------------------------------------------ */

/* Where nobody asked for a number of threads and the system refuses them, one is enough. */
static cli_exit start_pool(const cli_args *args, model_pair *pair) {
    const char *text = cli_value(args, "threads");
    const char *why = "is more than 1024";
    kind_value count = {.count = 0};
    if (text != NULL && (!kind_read_value(KIND_NUMBER, text, &count, &why) || count.count > 1024)) {
        cli_complain("--threads %s: '%s'", why, text);
        return CLI_USAGE;
    }
    tact_status status = tact_pool_create(NULL, (uint32_t)count.count, &pair->pool);
    if (status == TACT_THREAD_FAILED && text == NULL)
        return CLI_OK;
    if (status == TACT_OK)
        return CLI_OK;
    cli_complain("no threads: %s; use --threads 1", tact_status_text(status));
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

static cli_exit read_model(const cli_args *args, model *m, const cli_output *output) {
    tact_soup *soup;
    tact_error error;
    if (m->is_shape)
        return models_read_shape(args, output, m);
    cli_exit status = files_read(m->path, files_format(args, "from"), output, &error, &soup);
    if (status != CLI_OK) {
        models_suggest_shape(m->path);
        return status;
    }
    status = files_make_mesh(soup, m->path, &m->mesh);
    tact_soup_destroy(soup);
    if (status != CLI_OK)
        cli_complain("'tact info %s' says what is wrong with all of it", m->path);
    return status;
}

static cli_exit build(const model_pair *pair, model *m, models_need need,
                      const cli_output *output) {
    if (m->is_shape)
        return CLI_OK;
    progress step;
    bool is_beside_shape = pair->a.is_shape || pair->b.is_shape;
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = need != MODELS_SURFACES;
    progress_begin(&step, output, "building the hierarchy of", m->path);
    tact_status status = tacti_bvh_create(pair->context, m->mesh, &desc, &m->bvh);
    if (status == TACT_OK && (need == MODELS_INSIDES || (need == MODELS_SOLIDS && is_beside_shape)))
        status = tacti_interior_create(pair->context, m->bvh, &m->interior);
    progress_end(&step);
    if (status != TACT_OK) {
        files_complain(m->path, status, NULL);
        return CLI_IO;
    }
    if (need != MODELS_SOLIDS || tacti_bvh_is_solid(m->bvh) ||
        tact_mesh_triangle_count(m->mesh) == 0)
        return CLI_OK;
    cli_complain(
        "%s is not watertight, so it has no inside: 'tact info --weld %s' says where it is "
        "open; without --solid the surfaces are compared",
        m->path, m->path);
    return CLI_IO;
}

static cli_exit open_models(const cli_args *args, models_need need, const cli_output *output,
                            model_pair *pair) {
    bool is_one = strcmp(pair->a.path, pair->b.path) == 0;
    cli_exit status = start_context(args, pair);
    double start = seconds_now();
    if (status == CLI_OK)
        status = read_model(args, &pair->a, output);
    if (status == CLI_OK && !is_one)
        status = read_model(args, &pair->b, output);
    pair->read_seconds = seconds_now() - start;
    start = seconds_now();
    if (status == CLI_OK)
        status = build(pair, &pair->a, need, output);
    if (status == CLI_OK && !is_one)
        status = build(pair, &pair->b, need, output);
    pair->build_seconds = seconds_now() - start;
    if (is_one)
        pair->b = pair->a;
    return status;
}

cli_exit models_open(const cli_args *args, models_need need, const cli_output *output,
                     model_pair *out) {
    *out = (model_pair){.a.path = args->operands[0], .b.path = args->operands[1]};
    out->a.is_shape = models_is_shape(out->a.path);
    out->b.is_shape = models_is_shape(out->b.path);
    const char *poses = cli_value(args, "poses");
    int streams = models_is_stream(out->a.path) + models_is_stream(out->b.path) +
                  (poses != NULL && files_is_stream(poses));
    if (streams > 1) {
        cli_complain("standard input can be only one of A, B and --poses");
        return CLI_USAGE;
    }
    cli_exit status = models_parse_shape(&out->a);
    if (status == CLI_OK)
        status = models_parse_shape(&out->b);
    if (status == CLI_OK)
        status = open_models(args, need, output, out);
    if (status != CLI_OK)
        models_close(out);
    return status;
}

cli_exit models_open_one(const cli_args *args, const char *stream, const cli_output *output,
                         model_pair *out) {
    *out = (model_pair){.a.path = args->operands[0], .b.path = args->operands[0]};
    if (stream != NULL && files_is_stream(stream) && files_is_stream(out->a.path)) {
        cli_complain("standard input cannot be both the mesh and what is asked of it");
        return CLI_USAGE;
    }
    cli_exit status = open_models(args, false, output, out);
    if (status != CLI_OK)
        models_close(out);
    return status;
}

void models_close(model_pair *pair) {
    if (pair->b.hull != pair->a.hull)
        tact_hull_destroy(pair->b.hull);
    tact_hull_destroy(pair->a.hull);
    if (pair->b.mesh != pair->a.mesh) {
        tacti_interior_destroy(pair->b.interior);
        tacti_bvh_destroy(pair->b.bvh);
        tact_mesh_destroy(pair->b.mesh);
    }
    tacti_interior_destroy(pair->a.interior);
    tacti_bvh_destroy(pair->a.bvh);
    tact_mesh_destroy(pair->a.mesh);
    tact_context_destroy(pair->context);
    tact_pool_destroy(pair->pool);
    *pair = (model_pair){.a.path = NULL};
}

/* ---- Triangles for people ----------------------------------------------------------------- */

const char *models_part_name(const model *m, uint32_t triangle) {
    uint32_t part = tact_mesh_part_of(m->mesh, triangle);
    if (part >= tact_mesh_part_count(m->mesh))
        return NULL;
    const char *name = tact_mesh_part_at(m->mesh, part).name;
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
    uint32_t face = tact_mesh_source_face(m->mesh, triangle);
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
