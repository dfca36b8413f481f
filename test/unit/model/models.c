/* SPDX-License-Identifier: MIT */
/* Models for the tests of the front door; see models.h. */
#include "models.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <string.h>

/* ---- Making ------------------------------------------------------------------------------- */

tact_model *model_of_soup(const tact_context *context, const soup *s, tact_interior_mode mode) {
    tact_mesh_arrays arrays = {.positions = s->vertices,
                               .vertex_count = s->vertex_count,
                               .indices = s->indices,
                               .triangle_count = s->triangle_count};
    tact_model_options options = tact_model_options_default();
    options.interior = mode;
    tact_model *model;
    assert_int_equal(tact_model_create_mesh(context, &arrays, &options, NULL, &model), TACT_OK);
    return model;
}

tact_model *model_of_mesh(tact_mesh *mesh, tact_interior_mode mode) {
    soup s = soup_take(mesh);
    tact_model *model = model_of_soup(NULL, &s, mode);
    soup_free(&s);
    return model;
}

tact_model *model_of_shape(tact_shape shape) {
    tact_model *model;
    assert_int_equal(tact_model_create_shape(NULL, &shape, &model), TACT_OK);
    return model;
}

tact_model *model_of_parts(const tact_instance *parts, uint32_t count) {
    tact_model *model;
    assert_int_equal(tact_model_create_compound(NULL, parts, count, &model), TACT_OK);
    return model;
}

static void make_shapes(zoo *z) {
    static const tact_vec3 corners[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                         {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, corners, 6, &hull), TACT_OK);
    tact_triangle triangle = {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    z->model[TACT_KIND_SPHERE] = model_of_shape(tact_shape_sphere(1));
    z->model[TACT_KIND_SEGMENT] = model_of_shape(tact_shape_capsule(0.5, 0.5));
    z->model[TACT_KIND_TRIANGLE] = model_of_shape(tact_shape_triangle(triangle));
    z->model[TACT_KIND_BOX] = model_of_shape(tact_shape_box(1, 1, 1));
    z->model[TACT_KIND_HULL] = model_of_shape(tact_shape_hull(hull));
    z->model[TACT_KIND_CYLINDER] = model_of_shape(tact_shape_cylinder(0.75, 1));
    z->model[TACT_KIND_CONE] = model_of_shape(tact_shape_cone(0.75, 1));
    z->model[TACT_KIND_ELLIPSOID] = model_of_shape(tact_shape_ellipsoid(0.5, 0.75, 1));
    z->model[TACT_KIND_HALF_SPACE] =
        model_of_shape(tact_shape_half_space((tact_vec3){0, 0, 1}, -0.5));
    tact_hull_destroy(hull);
}

static void make_meshes(zoo *z) {
    test_rng rng = {1};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_icosphere(NULL, 1, 2, &mesh), TACT_OK);
    z->model[ZOO_BALL_MESH] = model_of_mesh(mesh, TACT_INTERIOR_REQUIRED);
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 12, 8, &mesh), TACT_OK);
    z->model[ZOO_TORUS] = model_of_mesh(mesh, TACT_INTERIOR_REQUIRED);
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 2, &mesh), TACT_OK);
    z->model[ZOO_BLOCK] = model_of_mesh(mesh, TACT_INTERIOR_IF_WATERTIGHT);
    assert_int_equal(tact_mesh_create_icosphere(NULL, 0.25, 1, &mesh), TACT_OK);
    z->model[ZOO_PLAIN] = model_of_mesh(mesh, TACT_INTERIOR_NONE);
    soup s = soup_make(3 * 40, 40);
    for (uint32_t i = 0; i < 3 * 40; i++) {
        s.indices[i] = i;
        s.vertices[i] = (tact_vec3){test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1),
                                    test_rng_between(&rng, -1, 1)};
    }
    z->model[ZOO_OPEN] = model_of_soup(NULL, &s, TACT_INTERIOR_ESTIMATE);
    s.triangle_count = 0;
    z->model[ZOO_EMPTY] = model_of_soup(NULL, &s, TACT_INTERIOR_IF_WATERTIGHT);
    soup_free(&s);
}

int zoo_set_up(void **state) {
    static zoo z;
    make_shapes(&z);
    make_meshes(&z);
    tact_instance parts[3] = {tact_instance_make(z.model[TACT_KIND_BOX]),
                              tact_instance_make(z.model[ZOO_BALL_MESH]),
                              tact_instance_make(z.model[TACT_KIND_SPHERE])};
    parts[1].pose = pose_at(1.5, 0, 0);
    parts[1].flags = TACT_INSTANCE_FILLED;
    parts[2].pose = pose_at(0, 1.5, 0);
    z.compound = model_of_parts(parts, 3);
    *state = &z;
    return 0;
}

int zoo_tear_down(void **state) {
    zoo *z = *state;
    for (int i = 0; i < ZOO_COUNT; i++)
        tact_model_destroy(z->model[i]);
    tact_model_destroy(z->compound);
    return 0;
}

/* ---- Instances ---------------------------------------------------------------------------- */

tact_instance instance_random(test_rng *rng, const tact_model *model, double reach) {
    tact_instance instance = tact_instance_make(model);
    if (test_rng_below(rng, 4) == 0) {
        instance.pose = pose_signed_permutation(rng);
        for (int axis = 0; axis < 3; axis++)
            instance.pose.m[4 * axis + 3] = floor(test_rng_between(rng, -reach, reach + 1));
    } else {
        instance.pose = pose_random(rng, reach);
    }
    bool can_be_filled = model->what != TACTI_MODEL_MESH || model->interior != NULL;
    if (can_be_filled && test_rng_below(rng, 2) == 0)
        instance.flags = TACT_INSTANCE_FILLED;
    return instance;
}

void instance_nudge(test_rng *rng, tact_instance *instance, double size) {
    for (int axis = 0; axis < 3; axis++)
        instance->pose.m[4 * axis + 3] += test_rng_between(rng, -size, size);
}

static bool knows_pieces(const tact_model *model) {
    return model->interior != NULL || model->bvh == NULL;
}

bool is_supported(const tact_instance *a, const tact_instance *b) {
    bool are_meshes = a->model->bvh != NULL && b->model->bvh != NULL;
    bool is_filled = ((a->flags | b->flags) & TACT_INSTANCE_FILLED) != 0;
    return !are_meshes || !is_filled || (knows_pieces(a->model) && knows_pieces(b->model));
}

uint32_t instance_part_count(const tact_instance *instance) {
    return tact_model_inspect(instance->model).part_count;
}

tact_instance instance_part(const tact_instance *instance, uint32_t part) {
    if (tact_model_inspect(instance->model).kind != TACT_KIND_COMPOUND)
        return *instance;
    tact_instance found = *tact_model_part(instance->model, part);
    found.pose = tact_pose_compose(instance->pose, found.pose);
    if (tact_model_inspect(found.model).has_interior)
        found.flags |= instance->flags;
    return found;
}

tact_vec3 vec3_random(test_rng *rng, double reach) {
    return (tact_vec3){test_rng_between(rng, -reach, reach), test_rng_between(rng, -reach, reach),
                       test_rng_between(rng, -reach, reach)};
}

/* ---- Comparing ---------------------------------------------------------------------------- */

void assert_same_vec3(tact_vec3 actual, tact_vec3 expected) {
    test_assert_same_bits(actual.x, expected.x);
    test_assert_same_bits(actual.y, expected.y);
    test_assert_same_bits(actual.z, expected.z);
}

void assert_same_site(const tact_site *actual, const tact_site *expected) {
    assert_int_equal(actual->part, expected->part);
    assert_int_equal(actual->element, expected->element);
    assert_int_equal(actual->feature, expected->feature);
    assert_int_equal(actual->reserved, 0);
    assert_same_vec3(actual->point, expected->point);
}
