/* SPDX-License-Identifier: MIT */
/* Writes a world as C code: models, instances, options and the question, ready for a regression
 * test. Numbers are hexadecimal, so no bit is lost. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "questions.h"

const world *fuzz_world;

static void print_number(double x) {
    if (isnan(x))
        fprintf(stderr, "NAN");
    else if (isinf(x))
        fprintf(stderr, x < 0 ? "-HUGE_VAL" : "HUGE_VAL");
    else
        fprintf(stderr, x == floor(x) && fabs(x) < 1e6 ? "%g" : "%a", x);
}

static void print_numbers(const double *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fprintf(stderr, i % 12 == 0 ? ",\n    " : ", ");
        print_number(x[i]);
    }
}

static void print_vec3(tact_vec3 p) {
    fprintf(stderr, "{");
    print_numbers(&p.x, 3);
    fprintf(stderr, "}");
}

static int number_of(const world *w, const tact_model *model) {
    for (uint32_t i = 0; i < w->made_count; i++)
        if (w->made[i].model == model)
            return (int)i;
    return -1;
}

static void print_mesh(int n, const made_model *made) {
    const tact_mesh *mesh = tact_model_mesh(made->model);
    uint32_t vertices = tact_mesh_vertex_count(mesh), triangles = tact_mesh_triangle_count(mesh);
    fprintf(stderr, "static const tact_vec3 vertices_%d[] = {", n);
    for (uint32_t i = 0; i < vertices; i++) {
        fprintf(stderr, i % 3 == 0 ? "\n    " : " ");
        print_vec3(tact_mesh_vertices(mesh)[i]);
        fprintf(stderr, ",");
    }
    fprintf(stderr, "};\nstatic const uint32_t indices_%d[] = {", n);
    for (uint32_t i = 0; i < 3 * triangles; i++)
        fprintf(stderr, "%s%u,", i % 12 == 0 ? "\n    " : " ", tact_mesh_indices(mesh)[i]);
    fprintf(stderr,
            "};\ntact_mesh_arrays arrays_%d = {.positions = vertices_%d, .vertex_count = %u,\n"
            "    .indices = indices_%d, .triangle_count = %u};\n"
            "tact_model_options options_%d = tact_model_options_default();\n"
            "options_%d.interior = (tact_interior_mode)%d;\n"
            "options_%d.builder = (tact_bvh_builder)%d;\n"
            "tact_model_create_mesh(NULL, &arrays_%d, &options_%d, NULL, &model_%d);\n",
            n, n, vertices, n, triangles, n, n, (int)made->interior, n, (int)made->builder, n, n,
            n);
}

static void print_shape(int n, const tact_shape *shape) {
    char text[400];
    (void)tact_shape_print(shape, text, sizeof text);
    fprintf(stderr, "/* %s */\n", text);
    if (shape->kind == TACT_SHAPE_HULL) {
        uint32_t count = tact_hull_inspect(shape->core.hull).vertex_count;
        fprintf(stderr, "static const tact_vec3 points_%d[] = {", n);
        for (uint32_t i = 0; i < count; i++) {
            print_vec3(tact_hull_vertices(shape->core.hull)[i]);
            fprintf(stderr, i + 1 < count ? ",\n    " : "};\n");
        }
        fprintf(stderr, "tact_hull_create(NULL, points_%d, %u, &hull_%d);\n", n, count, n);
    }
    fprintf(stderr, "tact_shape shape_%d = {.kind = (tact_shape_kind)%d, .radius = ", n,
            (int)shape->kind);
    print_number(shape->radius);
    fprintf(stderr, ", .core.");
    switch (shape->kind) {
    case TACT_SHAPE_HULL:
        fprintf(stderr, "hull = hull_%d};\n", n);
        break;
    case TACT_SHAPE_SEGMENT:
        fprintf(stderr, "segment = {");
        print_vec3(shape->core.segment.a);
        fprintf(stderr, ", ");
        print_vec3(shape->core.segment.b);
        fprintf(stderr, "}};\n");
        break;
    case TACT_SHAPE_CYLINDER:
    case TACT_SHAPE_CONE:
        fprintf(stderr, "round = {");
        print_numbers(&shape->core.round.radius, 2);
        fprintf(stderr, "}};\n");
        break;
    case TACT_SHAPE_HALF_SPACE:
        fprintf(stderr, "plane = {");
        print_vec3(shape->core.plane.normal);
        fprintf(stderr, ", ");
        print_number(shape->core.plane.offset);
        fprintf(stderr, "}};\n");
        break;
    case TACT_SHAPE_TRIANGLE:
        fprintf(stderr, "triangle = {{");
        for (int k = 0; k < 3; k++) {
            print_vec3(shape->core.triangle.v[k]);
            fprintf(stderr, k < 2 ? ", " : "}}};\n");
        }
        break;
    default:
        fprintf(stderr, "half_extents = ");
        print_vec3(shape->kind == TACT_SHAPE_SPHERE ? (tact_vec3){0, 0, 0}
                                                    : shape->core.half_extents);
        fprintf(stderr, "};\n");
    }
    fprintf(stderr, "tact_model_create_shape(NULL, &shape_%d, &model_%d);\n", n, n);
}

static void print_instance(const world *w, const tact_instance *instance) {
    fprintf(stderr, "{model_%d, %u, 0, {{", number_of(w, instance->model), instance->flags);
    print_numbers(instance->pose.m, 12);
    fprintf(stderr, "}}}");
}

static void print_compound(const world *w, int n, const tact_model *model) {
    uint32_t count = tact_model_inspect(model).part_count;
    fprintf(stderr, "tact_instance parts_%d[] = {", n);
    for (uint32_t i = 0; i < count; i++) {
        print_instance(w, tact_model_part(model, i));
        fprintf(stderr, i + 1 < count ? ",\n    " : "");
    }
    fprintf(stderr, "};\ntact_model_create_compound(NULL, parts_%d, %u, &model_%d);\n", n, count,
            n);
}

static void print_options(const world *w) {
    const tact_options *o = &w->options;
    if (!w->has_options)
        return;
    fprintf(stderr,
            "tact_options options = tact_options_default();\noptions.size = %u;\n"
            "options.flags = %u;\noptions.budget = UINT64_C(%" PRIu64 ");\n",
            o->size, o->flags, o->budget);
    const char *names[] = {"limit", "margin", "relative_error", "absolute_error", "seconds"};
    const double values[] = {o->limit, o->margin, o->relative_error, o->absolute_error, o->seconds};
    for (int i = 0; i < 5; i++) {
        fprintf(stderr, "options.%s = ", names[i]);
        print_number(values[i]);
        fprintf(stderr, ";\n");
    }
    if (w->cancel_after > 0)
        fprintf(stderr, "/* cancelled at call %u */\n", w->cancel_after);
}

void world_print(const world *w) {
    fprintf(stderr, "/* question: %s; SIMD level of the models: %s */\n",
            tact_question_name(w->question), tact_simd_level_name(w->level));
    for (uint32_t i = 0; i < w->made_count; i++) {
        const tact_model *model = w->made[i].model;
        if (number_of(w, model) != (int)i)
            continue; /* the same model again */
        fprintf(stderr, "tact_model *model_%u = NULL;\n", i);
        if (tact_model_mesh(model) != NULL)
            print_mesh((int)i, &w->made[i]);
        else if (tact_model_shape(model) != NULL)
            print_shape((int)i, tact_model_shape(model));
        else
            print_compound(w, (int)i, model);
    }
    if (w->a.model == NULL)
        return;
    fprintf(stderr, "tact_instance a = ");
    print_instance(w, &w->a);
    fprintf(stderr, ";\ntact_instance b = ");
    print_instance(w, &w->b);
    fprintf(stderr, ";\ntact_ray ray = {");
    print_vec3(w->ray.origin);
    fprintf(stderr, ", ");
    print_vec3(w->ray.direction);
    fprintf(stderr, "}; /* its origin is also the point */\n");
    print_options(w);
    fprintf(stderr, "/* cache of %zu bytes, source %d, question %s */\n", w->cache_bytes,
            (int)w->cache_source, tact_question_name(w->cache_question));
}

void fuzz_fail(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, what);
    if (fuzz_world != NULL)
        world_print(fuzz_world);
    abort();
}
