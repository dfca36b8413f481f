/* SPDX-License-Identifier: MIT */
/* The models of the suite, read from TACT_DATA or generated, and shapes at any resolution. */
#include "models.h"

#include "arguments.h"
#include "fail.h"

#include <tact/mesh_generators.h>
#include <tact/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const suite_names[MESH_SUITE_COUNT] = {
    "bunny", "dragon_res2", "spot_loop3", "rocker_arm", "fandisk", "cycloidal", "teapot"};

const char *mesh_suite_name(size_t i) {
    return suite_names[i];
}

bool mesh_suite_is_small(size_t i) {
    return bench_is_listed("bunny,fandisk,teapot", suite_names[i]);
}

const char *mesh_suite_origin(size_t stand_ins) {
    return stand_ins > 0 ? "generated stand-ins for those not found"
                         : "from the files of TACT_DATA";
}

mesh_model mesh_describe(const char *name, tact_mesh *mesh) {
    mesh_model model = {.mesh = mesh};
    snprintf(model.name, sizeof model.name, "%s", name);
    tact_box box = tact_mesh_bounds(mesh);
    tact_vec3 extent = tact_vec3_sub(box.hi, box.lo);
    model.size = fmax(extent.x, fmax(extent.y, extent.z));
    model.center = tact_box_center(box);
    const tact_vec3 *vertices = tact_mesh_vertices(mesh);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(mesh); i++) {
        double r = tact_vec3_length(tact_vec3_sub(vertices[i], model.center));
        model.radius = fmax(model.radius, r);
    }
    return model;
}

/* Reads TACT_DATA/meshes/NAME.ply. Returns NULL if this folder or file does not exist. */
static tact_mesh *read_model(const char *name) {
    const char *folder = getenv("TACT_DATA");
    if (folder == NULL || folder[0] == '\0')
        return NULL;
    char path[4096];
    snprintf(path, sizeof path, "%s/meshes/%s.ply", folder, name);
    tact_error error;
    tact_soup *soup = NULL;
    tact_status status = tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup);
    if (status == TACT_READ_FAILED)
        return NULL;
    bench_must(status, path);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    tact_mesh *mesh = NULL;
    bench_must(tact_mesh_create(NULL, &arrays, &error, &mesh), path);
    tact_soup_destroy(soup);
    return mesh;
}

/* Blobs for the scanned models, machine parts for the others, with nearly as many triangles as the
 * files. */
static tact_mesh *make_stand_in(size_t i) {
    tact_mesh *mesh = NULL;
    tact_gear_desc gear = tact_gear_desc_default();
    tact_bolt_desc bolt = tact_bolt_desc_default();
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    tact_status status;
    switch (i) {
    case 0: /* 69,620 */
        status = tact_mesh_create_blob(NULL, 0.7, 0.25, 59, 1, &mesh);
        break;
    case 1: /* 202,496 */
        knot.along = 1808;
        knot.around = 56;
        status = tact_mesh_create_torus_knot(NULL, &knot, &mesh);
        break;
    case 2: /* 375,380 */
        status = tact_mesh_create_blob(NULL, 0.8, 0.3, 137, 2, &mesh);
        break;
    case 3: /* 20,064 */
        bolt.segments = 48;
        bolt.rows = 206;
        status = tact_mesh_create_bolt(NULL, &bolt, &mesh);
        break;
    case 4: /* 12,960 */
        status = tact_mesh_create_plate(NULL, tact_vec3_make(1.2, 1, 0.3), 8, 8, 32, &mesh);
        break;
    case 5: /* 43,008 */
        gear.detail = 8;
        gear.rows = 13;
        status = tact_mesh_create_gear(NULL, &gear, &mesh);
        break;
    default: /* 6,400 */
        status = tact_mesh_create_torus(NULL, 0.6, 0.25, 80, 40, &mesh);
        break;
    }
    bench_must(status, "a generated model");
    return mesh;
}

mesh_model mesh_suite_load(size_t i) {
    tact_mesh *mesh = read_model(suite_names[i]);
    bool is_stand_in = mesh == NULL;
    char name[32];
    snprintf(name, sizeof name, "%s%s", is_stand_in ? "like " : "", suite_names[i]);
    mesh_model model = mesh_describe(name, is_stand_in ? make_stand_in(i) : mesh);
    model.is_stand_in = is_stand_in;
    model.label = suite_names[i];
    return model;
}

mesh_model mesh_generate(mesh_shape shape, uint32_t triangles) {
    tact_mesh *mesh = NULL;
    if (shape == MESH_KNOT) {
        /* Twenty rings along per vertex around give nearly equilateral triangles. */
        tact_torus_knot_desc knot = tact_torus_knot_desc_default();
        knot.around = (uint32_t)fmax(3, round(sqrt(triangles / 40.0)));
        knot.along = (uint32_t)fmax(32, round(triangles / (2.0 * knot.around)));
        bench_must(tact_mesh_create_torus_knot(NULL, &knot, &mesh), "a knot");
    } else {
        uint32_t frequency = (uint32_t)fmax(1, round(sqrt(triangles / 20.0)));
        bench_must(tact_mesh_create_blob(NULL, 1, 0.3, frequency, 7, &mesh), "a blob");
    }
    const char *name = shape == MESH_KNOT ? "knot" : "blob";
    mesh_model model = mesh_describe(name, mesh);
    model.label = name;
    return model;
}

void mesh_model_destroy(mesh_model *model) {
    tact_mesh_destroy(model->mesh);
    model->mesh = NULL;
}

/* The builder that the program's arguments name. */
static tact_bvh_builder chosen_builder = TACT_BVH_BINNED;

bool mesh_choose_builder(const char *name) {
    static const char *const names[] = {"binned", "sweep", "morton"};
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) {
            chosen_builder = (tact_bvh_builder)i;
            return true;
        }
    return name == NULL;
}

static tact_model *build_as(const tact_context *context, const tact_mesh *mesh,
                            tact_interior_mode interior, tact_bvh_builder builder) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_BORROW;
    options.interior = interior;
    options.builder = builder;
    tact_model *model = NULL;
    return tact_model_create_mesh(context, &arrays, &options, NULL, &model) == TACT_OK ? model
                                                                                       : NULL;
}

tact_model *mesh_build(const tact_context *context, const tact_mesh *mesh,
                       tact_interior_mode interior) {
    return build_as(context, mesh, interior, chosen_builder);
}

tact_model *mesh_build_with(const tact_context *context, const tact_mesh *mesh,
                            tact_bvh_builder builder) {
    return build_as(context, mesh, TACT_INTERIOR_NONE, builder);
}
