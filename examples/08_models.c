/* SPDX-License-Identifier: MIT */
/* Models: from a generated mesh, from borrowed arrays, compact, from a file, from a shape, and a
 * compound of these; what each contains, what it costs, and what must outlive what. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static void show(const char *name, const tact_model *model) {
    tact_model_info info = tact_model_inspect(model);
    printf("%-18s %-8s", name, tact_kind_name(info.kind));
    if (info.kind == TACT_KIND_MESH)
        printf(" %" PRIu32 " triangles in %" PRIu64 " bytes of hierarchy,", info.triangle_count,
               info.hierarchy_bytes);
    if (info.kind == TACT_KIND_COMPOUND)
        printf(" %" PRIu32 " parts,", info.part_count);
    printf(" %" PRIu64 " bytes in all\n", info.bytes);
}

/* A generated mesh, with two builders, which make different hierarchies. The arrays are copied, so
 * the mesh can be destroyed. */
static tact_model *make_plate(const tact_context *context, tact_bvh_builder builder) {
    tact_mesh *mesh;
    tact_model *model = NULL;
    if (tact_mesh_create_plate(context, (tact_vec3){4, 3, 0.1}, 16, 12, 32, &mesh) != TACT_OK)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.builder = builder;
    options.interior = TACT_INTERIOR_REQUIRED;
    tact_error error;
    if (tact_model_create_mesh(context, &arrays, &options, &error, &model) != TACT_OK)
        printf("%s\n", error.text);
    tact_mesh_destroy(mesh);
    return model;
}

static bool show_plates(const tact_context *context) {
    tact_model *bins = make_plate(context, TACT_BVH_BINNED);
    tact_model *sweep = make_plate(context, TACT_BVH_SWEEP);
    bool fine = bins != NULL && sweep != NULL;
    if (fine) {
        show("plate in bins", bins);
        show("plate by a sweep", sweep);
        tact_bvh_stats a = tact_model_measure(bins), b = tact_model_measure(sweep);
        printf("  depth %" PRIu32 " and %" PRIu32 ", volume cost %.2f and %.2f\n", a.depth, b.depth,
               a.volume_cost, b.volume_cost);
        /* The serial number is a hash of the contents, so two models of the same mesh have the same
         * one. A model that tact made need not be validated; this only shows how. */
        fine = tact_model_inspect(bins).serial == tact_model_inspect(sweep).serial &&
               tact_model_inspect(bins).is_watertight &&
               tact_model_validate(bins, NULL) == TACT_OK &&
               tact_model_validate(sweep, NULL) == TACT_OK;
    }
    tact_model_destroy(sweep);
    tact_model_destroy(bins);
    return fine;
}

/* Borrowed arrays are not copied: they must outlive the model and must not change. */
static bool show_borrowed(void) {
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    tact_mesh_arrays arrays = {
        .positions = corners, .vertex_count = 4, .indices = faces, .triangle_count = 4};
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_BORROW;
    tact_model *model;
    if (tact_model_create_mesh(NULL, &arrays, &options, NULL, &model) != TACT_OK)
        return false;
    show("borrowed", model);
    bool fine = (const void *)tact_mesh_vertices(tact_model_mesh(model)) == corners;
    tact_model_destroy(model);
    return fine;
}

/* If all coordinates are floats, a compact model stores them as floats. It is smaller and gives the
 * same answers to the bit. */
static bool show_compact(const tact_context *context) {
    tact_mesh *mesh;
    tact_model *plain = NULL, *compact = NULL;
    if (tact_mesh_create_box(context, (tact_vec3){4, 2, 1}, 32, &mesh) != TACT_OK)
        return false;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_PACKED;
    bool fine = tact_model_create_mesh(context, &arrays, NULL, NULL, &plain) == TACT_OK &&
                tact_model_create_mesh(context, &arrays, &options, NULL, &compact) == TACT_OK;
    if (fine) {
        show("plain", plain);
        show("compact", compact);
        tact_vec3 vertex = tact_mesh_vertex(tact_model_mesh(compact), 0);
        fine = vertex.x == tact_mesh_vertices(mesh)[0].x &&
               tact_model_inspect(compact).bytes < tact_model_inspect(plain).bytes &&
               tact_model_inspect(compact).serial == tact_model_inspect(plain).serial;
    }
    tact_model_destroy(compact);
    tact_model_destroy(plain);
    tact_mesh_destroy(mesh);
    return fine;
}

/* Errors name the file and the line. */
static bool show_file(void) {
    tact_model *model;
    tact_error error;
    tact_status status = tact_model_load(NULL, "no such file.stl", NULL, &error, &model);
    printf("%s: %s\n", tact_status_name(status), error.text);
    return status != TACT_OK;
}

/* A hammer: its parts keep their models alive, so the caller can drop its own references. */
static bool show_compound(void) {
    tact_shape head = tact_shape_box(0.5, 0.125, 0.125), handle = tact_shape_capsule(1, 0.0625);
    tact_model *models[2] = {NULL, NULL}, *hammer = NULL;
    bool fine = tact_model_create_shape(NULL, &head, &models[0]) == TACT_OK &&
                tact_model_create_shape(NULL, &handle, &models[1]) == TACT_OK;
    if (fine) {
        tact_instance parts[] = {tact_instance_make(models[0]), tact_instance_make(models[1])};
        parts[0].pose.m[11] = 1;
        fine = tact_model_create_compound(NULL, parts, 2, &hammer) == TACT_OK;
    }
    tact_model_destroy(models[1]);
    tact_model_destroy(models[0]);
    if (!fine)
        return false;
    show("hammer", hammer);
    tact_instance instance = tact_instance_make(hammer);
    tact_box box;
    fine = tact_instance_bounds(&instance, &box) == TACT_OK && box.lo.z <= -1.0625 &&
           tact_model_shape(tact_model_part(hammer, 1)->model)->radius == 0.0625;
    tact_model_destroy(hammer);
    return fine;
}

int main(void) {
    tact_pool *pool;
    if (tact_pool_create(NULL, 0, &pool) != TACT_OK)
        return 1;
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    tact_context *context = NULL;
    bool fine = tact_context_create(&desc, &context) == TACT_OK && show_plates(context);
    fine = show_borrowed() && fine;
    fine = show_compact(context) && fine;
    fine = show_file() && fine;
    fine = show_compound() && fine;
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return fine ? 0 : 1;
}
