/* SPDX-License-Identifier: MIT */
/* Levels of hierarchies in scenes: boxes hold the body at its pose, and as surfaces they are
 * closed, face outward and have the volume of the boxes. */
#include "support.h"

#include <draw/levels.h>
#include <math.h>

#include <tact/mesh_generators.h>

static tact_model *model_of(tact_mesh *mesh) {
    tact_model *model = NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model), TACT_OK);
    tact_mesh_destroy(mesh);
    return model;
}

/* A torus of 3000 triangles, turned and moved. */
static draw_scene torus_scene(tact_model **model) {
    tact_mesh *mesh;
    draw_scene scene = {.title = NULL};
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 50, 30, &mesh), TACT_OK);
    *model = model_of(mesh);
    tact_instance instance = tact_instance_make(*model);
    instance.pose = (tact_pose){{0.6, -0.8, 0, 3, 0.8, 0.6, 0, -20, 0, 0, 1, 5}};
    assert_int_equal(draw_scene_add_instance(&scene, &instance, "torus", 0), TACT_OK);
    return scene;
}

static double det(const tact_vec3 v[3]) {
    return tact_vec3_dot(v[0], tact_vec3_cross(v[1], v[2]));
}

static bool holds(const draw_box *box, tact_vec3 p) {
    tact_vec3 way = tact_vec3_sub(p, box->center);
    for (int k = 0; k < 3; k++) {
        double along = tact_vec3_dot(way, box->half[k]);
        if (!(fabs(along) <= tact_vec3_dot(box->half[k], box->half[k]) * (1 + 1e-9)))
            return false;
    }
    return true;
}

static void levels_hold_the_body(void **state) {
    (void)state;
    tact_model *model;
    draw_scene scene = torus_scene(&model);
    const draw_body *body = &scene.bodies[0];
    uint32_t depth = tact_model_measure(model).depth, count;
    assert_int_equal(body->levels.count, depth + 1);
    for (uint32_t level = 0; level <= depth; level++) {
        const draw_box *boxes = draw_levels_at(&body->levels, level, &count);
        assert_int_equal(count, tact_model_boxes(model, level, NULL, 0));
        for (uint32_t i = 0; i < body->point_count; i++) {
            bool is_inside = false;
            for (uint32_t b = 0; b < count && !is_inside; b++)
                is_inside = holds(&boxes[b], body->points[i]);
            assert_true(is_inside);
        }
    }
    assert_ptr_equal(draw_levels_at(&body->levels, 99, &count),
                     draw_levels_at(&body->levels, depth, &count));
    draw_scene_clear(&scene);
    tact_model_destroy(model);
}

static void boxes_take_the_place_of_surfaces(void **state) {
    (void)state;
    for (uint32_t level = 0; level < 5; level++) {
        tact_model *model;
        draw_scene scene = torus_scene(&model);
        const uint32_t marked[1] = {7};
        uint32_t count;
        double expected = 0, volume = 0;
        const draw_box *boxes = draw_levels_at(&scene.bodies[0].levels, level, &count);
        for (uint32_t i = 0; i < count; i++)
            expected += 8 * det(boxes[i].half);
        assert_int_equal(draw_scene_mark(&scene, 0, marked, 1, 1), TACT_OK);
        assert_int_equal(draw_levels_show(&scene, level), TACT_OK);
        const draw_body *body = &scene.bodies[0];
        assert_int_equal(body->triangle_count, 12 * count);
        assert_int_equal(body->point_count, 8 * count);
        assert_true(body->marked_count == 0 && body->levels.count == 0);
        for (uint32_t t = 0; t < body->triangle_count; t++) {
            tact_vec3 v[3];
            for (int c = 0; c < 3; c++) {
                assert_int_equal(body->indices[3 * t + c] / 8, t / 12);
                v[c] = tact_vec3_sub(body->points[body->indices[3 * t + c]],
                                     body->points[8 * (t / 12)]);
            }
            volume += det(v) / 6;
            assert_true(det(v) >= -1e-9);
        }
        assert_true(expected > 0 && fabs(volume - expected) <= 1e-9 * expected);
        draw_scene_clear(&scene);
        tact_model_destroy(model);
    }
}

/* Levels of up to 4096 boxes are kept. Shapes have none, and stay as they are. */
static void levels_are_limited(void **state) {
    (void)state;
    tact_mesh *mesh;
    tact_model *models[2];
    draw_scene scene = {.title = NULL};
    tact_shape sphere = tact_shape_sphere(1);
    uint32_t count;
    assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 300, 100, &mesh), TACT_OK);
    models[0] = model_of(mesh);
    assert_int_equal(tact_model_create_shape(NULL, &sphere, &models[1]), TACT_OK);
    for (uint32_t i = 0; i < 2; i++) {
        tact_instance instance = tact_instance_make(models[i]);
        assert_int_equal(draw_scene_add_instance(&scene, &instance, "model", i), TACT_OK);
    }
    const draw_levels *levels = &scene.bodies[0].levels;
    (void)draw_levels_at(levels, 99, &count);
    assert_true(levels->count >= 4 && count > 512 && count <= DRAW_LEVEL_BOXES);
    assert_true(tact_model_boxes(models[0], levels->count, NULL, 0) > DRAW_LEVEL_BOXES);
    assert_null(draw_levels_at(&scene.bodies[1].levels, 0, &count));
    assert_int_equal(count, 0);
    uint32_t triangles = scene.bodies[1].triangle_count;
    assert_int_equal(draw_levels_show(&scene, 99), TACT_OK);
    assert_int_equal(scene.bodies[1].triangle_count, triangles);
    draw_scene_clear(&scene);
    tact_model_destroy(models[0]);
    tact_model_destroy(models[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_hold_the_body),
        cmocka_unit_test(boxes_take_the_place_of_surfaces),
        cmocka_unit_test(levels_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
