/* SPDX-License-Identifier: MIT */
/* Memory all in: what a model of each mesh of the suite takes, with its vertices and triangles, in
 * each of the forms in which tact stores them. Coordinates are rounded to floats, as most files
 * have them. */
#include "sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TRIANGLES 100000
#define QUICK_TRIANGLES 10000

typedef struct form {
    const char *name;
    uint32_t flags;
    double most; /* bytes per triangle, the bar; 0 for none */
} form;

static const form forms[] = {{"doubles", 0, 0},
                             {"floats", TACT_MODEL_FLOATS, 34},
                             {"packed", TACT_MODEL_PACKED, 30},
                             {"borrowed floats", TACT_MODEL_BORROW, 0}};
#define FORMS (sizeof forms / sizeof forms[0])

static float *floats_of(const tact_mesh *mesh) {
    const tact_vec3 *from = tact_mesh_vertices(mesh);
    size_t count = tact_mesh_vertex_count(mesh);
    float *out = bench_allocate(3 * count, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        out[3 * i] = (float)from[i].x;
        out[3 * i + 1] = (float)from[i].y;
        out[3 * i + 2] = (float)from[i].z;
    }
    return out;
}

/* Bytes per triangle of a form. */
static double bytes_of(const tact_mesh *mesh, const float *floats, const form *f) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    arrays.positions = floats;
    arrays.position_type = TACT_NUMBER_FLOAT32;
    tact_model_options options = tact_model_options_default();
    options.flags = f->flags;
    tact_model *model;
    bench_must(tact_model_create_mesh(NULL, &arrays, &options, NULL, &model), "a model");
    tact_model_info info = tact_model_inspect(model);
    tact_model_destroy(model);
    return (double)info.bytes / info.triangle_count;
}

static void add_row(bench_table *table, const mesh_model *model, double most[FORMS]) {
    double triangles = tact_mesh_triangle_count(model->mesh);
    float *floats = floats_of(model->mesh);
    bench_table_cell(table, "%s", model->name);
    bench_table_cell(table, "%.0f", triangles);
    bench_table_number(table, tact_mesh_vertex_count(model->mesh) / triangles);
    for (size_t i = 0; i < FORMS; i++) {
        double bytes = bytes_of(model->mesh, floats, &forms[i]);
        most[i] = fmax(most[i], bytes);
        bench_table_number(table, bytes);
    }
    free(floats);
}

void mesh_section_memory(mesh_run *run) {
    if (!bench_is_listed(run->options.only, "memory") || run->options.times != NULL)
        return;
    bench_table *table = bench_report_table(
        run->report, "Memory", "Bytes per triangle of a whole model, by tact_model_inspect().");
    bench_table_cell(table, "model");
    bench_table_cell(table, "triangles");
    bench_table_cell(table, "vertices per triangle");
    for (size_t i = 0; i < FORMS; i++)
        bench_table_cell(table, "%s", forms[i].name);
    bench_table_head_end(table);
    double most[FORMS] = {0};
    for (size_t i = 0; i <= MESH_SUITE_COUNT; i++) {
        uint32_t generated = run->options.quick ? QUICK_TRIANGLES : TRIANGLES;
        if (i < MESH_SUITE_COUNT && !mesh_run_wants(run, i))
            continue;
        mesh_model model =
            i < MESH_SUITE_COUNT ? mesh_suite_load(i) : mesh_generate(MESH_KNOT, generated);
        add_row(table, &model, most);
        mesh_model_destroy(&model);
    }
    bench_table_print(table);
    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].most > 0) {
            char text[80];
            snprintf(text, sizeof text, "memory: bytes per triangle, %s, the largest model",
                     forms[i].name);
            bench_report_at_most(run->report, text, most[i], forms[i].most);
        }
}
