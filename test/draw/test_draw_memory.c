/* SPDX-License-Identifier: MIT */
/* Every allocation of apps/draw fails once: the status says so, and nothing is lost. The linker
 * sends all calls of malloc, calloc and realloc here. */
#include "support.h"

#include <draw/glb.h>
#include <draw/levels.h>
#include <draw/page.h>
#include <draw/picture.h>
#include <draw/plot.h>
#include <draw/ply.h>
#include <stdlib.h>

/* Calls until one fails; negative: none does. */
static long long countdown = -1;

static bool is_time(void) {
    return countdown >= 0 && countdown-- == 0;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);

void *__wrap_malloc(size_t bytes) {
    return is_time() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes) {
    return is_time() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes) {
    return is_time() ? NULL : __real_realloc(memory, bytes);
}

typedef tact_status maker(const draw_scene *scene, uint8_t **out, size_t *bytes);

static tact_status make(maker *of, const draw_scene *scene) {
    uint8_t *file = NULL;
    size_t bytes = 0;
    tact_status status = of(scene, &file, &bytes);
    free(file);
    return status;
}

static tact_status draw_png(const draw_scene *scene, uint8_t **out, size_t *bytes) {
    draw_picture picture = {.pixels = NULL};
    draw_picture_desc desc = draw_picture_desc_default();
    desc.width = desc.height = 30;
    tact_status status = draw_picture_make(scene, &desc, &picture);
    if (status == TACT_OK)
        status = draw_picture_to_png(&picture, out, bytes);
    draw_picture_clear(&picture);
    return status;
}

/* The first body bends, the second one moves. */
static tact_status set_in_motion(draw_scene *scene) {
    tact_status status = draw_scene_set_motion(scene, 3, 2);
    if (status == TACT_OK)
        status = draw_scene_bend(scene, &scene->bodies[0]);
    for (uint32_t i = 0; i < 3 && status == TACT_OK; i++) {
        scene->motion.times[i] = scene->motion.distances[i] = i;
        scene->motion.moves[2 * i] = scene->motion.moves[2 * i + 1] = tact_pose_identity();
        scene->motion.moves[2 * i + 1].m[3] = i;
        status =
            draw_scene_add_span(scene, i, i + 1.0, i == 1 ? DRAW_STATE_CONTACT : DRAW_STATE_FREE);
        if (status == TACT_OK)
            status = draw_scene_add_touch(scene, i, i % 2, i == 1 ? TACT_NO_TRIANGLE : 0);
    }
    return status;
}

/* A scene with all kinds of things, as all kinds of files. */
static tact_status draw(const tact_instance instances[2], const tact_curve_set *set) {
    draw_scene scene = {.title = NULL};
    const uint32_t marked[2] = {1, 3};
    tact_status status = draw_scene_add_instance(&scene, &instances[0], "a", 0);
    if (status == TACT_OK)
        status = draw_scene_add_instance(&scene, &instances[1], "b", 1);
    if (status == TACT_OK)
        status = draw_scene_set_text(&scene.title, "title");
    if (status == TACT_OK)
        status = draw_scene_mark(&scene, 0, marked, 2, 1);
    if (status == TACT_OK)
        status = draw_scene_add_curves(&scene, set);
    if (status == TACT_OK) {
        scene.bodies[0].color.alpha = 50;
        status = draw_scene_add_finding(&scene, "kind", 1, 2, tact_vec3_make(0, 0, 0));
    }
    if (status == TACT_OK)
        status = draw_scene_set_text(&scene.findings[0].details, "{}");
    if (status == TACT_OK)
        status = set_in_motion(&scene);
    maker *const makers[] = {draw_png, draw_glb_make, draw_ply_make, draw_plot_make};
    for (size_t i = 0; i < sizeof makers / sizeof *makers && status == TACT_OK; i++)
        status = make(makers[i], &scene);
    if (status == TACT_OK && draw_page_is_built())
        status = make(draw_page_make, &scene);
    if (status == TACT_OK)
        status = draw_scene_set_numbers(&scene, 2);
    if (status == TACT_OK) {
        scene.numbers.x_name = scene.numbers.y_name = "number";
        scene.numbers.x[1] = scene.numbers.y[1] = 1;
        status = make(draw_plot_make, &scene);
    }
    if (status == TACT_OK)
        status = draw_levels_show(&scene, 0);
    draw_scene_clear(&scene);
    return status;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    const double positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    tact_mesh_arrays arrays = {.positions = positions, .vertex_count = 3, .triangle_count = 1};
    tact_shape shape = tact_shape_capsule(1, 0.5);
    tact_model *models[2];
    tact_curve_set *set = NULL;
    tact_curves_result found;
    assert_int_equal(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &models[0]), TACT_OK);
    assert_int_equal(tact_model_create_shape(NULL, &shape, &models[1]), TACT_OK);
    const tact_instance instances[2] = {tact_instance_make(models[0]),
                                        tact_instance_make(models[1])};
    assert_int_equal(tact_curve_set_create(NULL, &set), TACT_OK);
    assert_int_equal(tact_curves(&instances[0], &instances[0], NULL, set, &found), TACT_OK);
    long long failures = 0;
    for (;; failures++) {
        countdown = failures;
        tact_status status = draw(instances, set);
        bool is_over = countdown >= 0;
        countdown = -1;
        if (is_over) {
            assert_int_equal(status, TACT_OK);
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
    }
    assert_true(failures > 20);
    tact_curve_set_destroy(set);
    tact_model_destroy(models[0]);
    tact_model_destroy(models[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
