/* SPDX-License-Identifier: MIT */
/* Pictures: compression and PNG files against slow readers, shapes as triangles against their
 * volumes, and what is seen in a picture. */
#include "support.h"

#include <draw/buffer.h>
#include <draw/deflate.h>
#include <draw/picture.h>
#include <draw/ply.h>
#include <draw/track.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <tact/mesh_generators.h>

#include "inflate.h"
#include "unpng.h"

/* ---- Compression -------------------------------------------------------------------------- */

static size_t assert_packs(const uint8_t *data, size_t bytes) {
    uint8_t *packed = NULL, *back = malloc(bytes + 1);
    size_t packed_bytes = 0;
    assert_int_equal(draw_deflate(data, bytes, &packed, &packed_bytes), TACT_OK);
    assert_true(inflate_exactly(packed, packed_bytes, back, bytes));
    assert_memory_equal(back, data, bytes);
    assert_true(packed_bytes <= bytes + bytes / 1000 + 64);
    free(packed);
    free(back);
    return packed_bytes;
}

static void bytes_are_packed_and_come_back(void **state) {
    (void)state;
    test_rng rng = test_rng_start("draw deflate");
    size_t most = 300000;
    uint8_t *data = calloc(most, 1);
    assert_packs(data, 0);
    assert_packs(data, 1);
    assert_true(assert_packs(data, most) < 2000);
    size_t rounds = test_case_count(60, 600);
    for (size_t round = 0; round < rounds; round++) {
        size_t bytes = test_rng_below(&rng, round % 8 == 0 ? 300000 : 3000);
        uint32_t alphabet = 1 + test_rng_below(&rng, round % 3 == 0 ? 256 : 9);
        uint32_t repeat = test_rng_below(&rng, 40000);
        for (size_t i = 0; i < bytes; i++)
            data[i] = i > repeat && round % 2 == 0 ? data[i - repeat - 1]
                                                   : (uint8_t)test_rng_below(&rng, alphabet);
        assert_packs(data, bytes);
    }
    /* Weights like Fibonacci's numbers make the longest codes. */
    size_t at = 0, count = 1, before = 1;
    for (uint8_t symbol = 0; symbol < 24 && at + count < most; symbol++) {
        memset(data + at, symbol, count);
        at += count;
        count += before;
        before = count - before;
    }
    for (size_t i = at; i > 1; i--) {
        size_t j = test_rng_below(&rng, (uint32_t)i);
        uint8_t kept = data[i - 1];
        data[i - 1] = data[j];
        data[j] = kept;
    }
    assert_packs(data, at);
    free(data);
}

/* ---- Texts -------------------------------------------------------------------------------- */

static void assert_string(const char *text, const char *expected) {
    draw_buffer buffer = {.data = NULL};
    draw_buffer_string(&buffer, text);
    assert_false(buffer.failed);
    assert_int_equal(buffer.bytes, strlen(expected));
    assert_memory_equal(buffer.data, expected, buffer.bytes);
    free(buffer.data);
}

static void texts_become_strings_of_json(void **state) {
    (void)state;
    assert_string(NULL, "null");
    assert_string("", "\"\"");
    assert_string("a\"b\\c\n</script>\x7f", "\"a\\u0022b\\u005cc\\u000a\\u003c/script>\\u007f\"");
    assert_string("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\xa9",
                  "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\xa9\"");
    /* Too long, too short, surrogates, beyond the last character, cut off. */
    assert_string("\xc0\xaf", "\"\\ufffd\\ufffd\"");
    assert_string("\xe0\x80\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    assert_string("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    assert_string("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    assert_string("\xe2\x82", "\"\\ufffd\\ufffd\"");
    assert_string("\xf0", "\"\\ufffd\"");
}

/* ---- Numbers at many frames --------------------------------------------------------------- */

#define FRAMES 7u
#define NUMBERS 30u

static double number_of(const void *user, uint32_t frame, size_t i) {
    const double *numbers = user;
    return numbers[frame * NUMBERS + i];
}

/* Reads what draw_track_put() wrote, from its description only. */
static void assert_track(const double numbers[FRAMES * NUMBERS], uint32_t width) {
    const double lo[3] = {-1, -2, -3}, hi[3] = {1, 2, 3};
    draw_track track = draw_track_make(FRAMES, NUMBERS, width, lo, hi);
    draw_buffer to = {.data = NULL};
    uint32_t q[FRAMES][NUMBERS], most = width == 2 ? 65535 : 16777215;
    draw_track_put(&to, &track, number_of, numbers);
    assert_false(to.failed);
    assert_int_equal(to.bytes, 32 + (size_t)width * FRAMES * NUMBERS);
    assert_true(track.step >= 6.0 / most && track.step < 6.0001 / most);
    for (uint32_t f = 0; f < FRAMES; f++)
        for (uint32_t i = 0; i < NUMBERS; i++) {
            const uint8_t *planes = to.data + 32 + (size_t)width * f * NUMBERS;
            int64_t word = 0;
            for (uint32_t k = 0; k < width; k++)
                word += (int64_t)planes[k * NUMBERS + i] << (8 * k);
            int64_t step = word % 2 == 0 ? word / 2 : -(word + 1) / 2;
            int64_t expected = f == 0   ? 0
                               : f == 1 ? q[0][i]
                                        : 2 * (int64_t)q[f - 1][i] - q[f - 2][i];
            q[f][i] = (uint32_t)((expected + step) & most);
            double read = lo[i % 3] + track.step * q[f][i];
            assert_true(fabs(read - numbers[f * NUMBERS + i]) <= track.step * 0.500001);
        }
    free(to.data);
}

static void numbers_at_frames_are_rounded_by_half_a_step(void **state) {
    (void)state;
    test_rng rng = test_rng_start("draw track");
    double numbers[FRAMES * NUMBERS];
    for (size_t round = 0; round < test_case_count(50, 500); round++) {
        for (size_t i = 0; i < FRAMES * NUMBERS; i++) {
            double size = 1 + (double)(i % NUMBERS % 3), part = test_rng_below(&rng, 1001) / 500.0;
            bool is_still = round % 3 == 0 && i >= NUMBERS;
            numbers[i] = is_still ? numbers[i - NUMBERS] : size * (part - 1);
        }
        assert_track(numbers, 2);
        assert_track(numbers, 3);
    }
}

/* ---- Touching triangles ------------------------------------------------------------------- */

static void marked_triangles_become_ply(void **state) {
    (void)state;
    draw_scene scene = {.title = NULL};
    draw_body *body = NULL;
    const uint32_t marked = 1;
    uint8_t *file = NULL;
    size_t bytes = 0;
    tact_mesh *mesh = NULL;
    assert_int_equal(draw_scene_add_body(&scene, "unmarked", 0, 3, 1, &body), TACT_OK);
    assert_int_equal(draw_scene_add_body(&scene, "marked", 1, 5, 2, &body), TACT_OK);
    for (uint32_t i = 0; i < 5; i++)
        body->points[i] = tact_vec3_make(0.1 * i, i % 2, i * i);
    const uint32_t indices[6] = {0, 1, 2, 4, 2, 1};
    memcpy(body->indices, indices, sizeof indices);
    assert_int_equal(draw_scene_mark(&scene, 1, &marked, 1, 1), TACT_OK);
    assert_int_equal(draw_ply_make(&scene, &file, &bytes), TACT_OK);
    tact_soup *soup = NULL;
    assert_int_equal(tact_read_memory(NULL, file, bytes, TACT_FORMAT_AUTO, "ply", NULL, &soup),
                     TACT_OK);
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    tact_soup_destroy(soup);
    assert_int_equal(tact_mesh_vertex_count(mesh), 3);
    assert_int_equal(tact_mesh_triangle_count(mesh), 1);
    tact_triangle found = tact_mesh_triangle(mesh, 0);
    const uint32_t corners[3] = {4, 2, 1};
    for (int k = 0; k < 3; k++)
        assert_memory_equal(&found.v[k], &body->points[corners[k]], sizeof found.v[k]);
    /* Colour, side and number end the only face. */
    const uint8_t *end = file + bytes - 8;
    assert_int_equal(end[0], draw_color_of_side(1).red);
    assert_int_equal(end[3], 1);
    assert_int_equal(end[4], 1);
    tact_mesh_destroy(mesh);
    free(file);
    draw_scene_clear(&scene);
}

/* ---- Shapes as triangles ------------------------------------------------------------------ */

static double volume_of(const draw_body *body) {
    double sum = 0;
    for (uint32_t t = 0; t < body->triangle_count; t++) {
        const uint32_t *i = &body->indices[3 * (size_t)t];
        sum += tact_vec3_dot(body->points[i[0]],
                             tact_vec3_cross(body->points[i[1]], body->points[i[2]]));
    }
    return sum / 6;
}

/* The drawn body is closed, within the shape's bounds, and nearly as large as the shape. */
static void assert_drawn(tact_shape shape, double volume) {
    tact_model *model = NULL;
    tact_pose pose;
    draw_scene scene = {.title = NULL};
    assert_int_equal(tact_model_create_shape(NULL, &shape, &model), TACT_OK);
    tact_instance instance = tact_instance_make(model);
    assert_int_equal(tact_pose_from_axis_angle(tact_vec3_make(1, 2, 3), 0.7,
                                               tact_vec3_make(0.1, 0.2, 0.3), &pose),
                     TACT_OK);
    instance.pose = pose;
    assert_int_equal(draw_scene_add_instance(&scene, &instance, "shape", 1), TACT_OK);
    assert_int_equal(scene.body_count, 1);
    tact_box bounds = tact_shape_bounds(&shape, &pose), drawn = draw_scene_bounds(&scene);
    double size = tact_vec3_length(tact_vec3_sub(bounds.hi, bounds.lo));
    for (int i = 0; i < 3; i++) {
        double lo = (&drawn.lo.x)[i] - (&bounds.lo.x)[i], hi = (&bounds.hi.x)[i] - (&drawn.hi.x)[i];
        assert_true(lo > -1e-9 * size && lo < 0.02 * size && hi > -1e-9 * size && hi < 0.02 * size);
    }
    double found = volume_of(&scene.bodies[0]);
    if (!(found <= volume * (1 + 1e-9) && found >= volume * 0.97))
        fail_msg("%s: volume %g instead of %g", tact_shape_kind_name(shape.kind), found, volume);
    draw_scene_clear(&scene);
    tact_model_destroy(model);
}

static void shapes_become_triangles(void **state) {
    (void)state;
    const double pi = 3.14159265358979, r = 0.3;
    tact_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, corners, 4, &hull), TACT_OK);
    assert_drawn(tact_shape_sphere(2), 4.0 / 3 * pi * 8);
    assert_drawn(tact_shape_capsule(1, r), 2 * pi * r * r + 4.0 / 3 * pi * r * r * r);
    assert_drawn(tact_shape_box(1, 2, 3), 48);
    assert_drawn(tact_shape_cylinder(1.5, 2), pi * 2.25 * 4);
    assert_drawn(tact_shape_cone(1.5, 2), pi * 2.25 * 4 / 3);
    assert_drawn(tact_shape_ellipsoid(1, 2, 0.5), 4.0 / 3 * pi);
    assert_drawn(tact_shape_hull(hull), 1);
    tact_shape rounded = tact_shape_box(1, 2, 3);
    rounded.radius = r;
    /* Steiner: faces, edges and corners. */
    assert_drawn(rounded, 48 + 88 * r + pi * r * r * 12 + 4.0 / 3 * pi * r * r * r);
    tact_hull_destroy(hull);
}

static void parts_of_compounds_are_drawn(void **state) {
    (void)state;
    tact_shape box = tact_shape_box(1, 1, 1);
    tact_model *part = NULL, *compound = NULL;
    draw_scene scene = {.title = NULL};
    assert_int_equal(tact_model_create_shape(NULL, &box, &part), TACT_OK);
    tact_instance parts[2] = {tact_instance_make(part), tact_instance_make(part)};
    parts[1].pose.m[3] = 5;
    assert_int_equal(tact_model_create_compound(NULL, parts, 2, &compound), TACT_OK);
    tact_instance instance = tact_instance_make(compound);
    instance.pose.m[7] = 10;
    assert_int_equal(draw_scene_add_instance(&scene, &instance, "compound", 1), TACT_OK);
    assert_int_equal(scene.body_count, 2);
    tact_box bounds = draw_scene_bounds(&scene);
    assert_true(bounds.lo.x == -1 && bounds.hi.x == 6 && bounds.lo.y == 9 && bounds.hi.y == 11);
    draw_scene_clear(&scene);
    tact_model_destroy(compound);
    tact_model_destroy(part);
}

static void points_segments_and_half_spaces_are_drawn(void **state) {
    (void)state;
    tact_model *model = NULL;
    draw_scene scene = {.title = NULL};
    const tact_shape shapes[3] = {
        tact_shape_sphere(0),
        tact_shape_segment(tact_vec3_make(1, 0, 0), tact_vec3_make(0, 1, 0), 0),
        tact_shape_half_space(tact_vec3_make(0, 0, 2), 1)};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tact_model_create_shape(NULL, &shapes[i], &model), TACT_OK);
        tact_instance instance = tact_instance_make(model);
        assert_int_equal(draw_scene_add_instance(&scene, &instance, "", 0), TACT_OK);
        tact_model_destroy(model);
    }
    assert_int_equal(scene.path_count, 2);
    assert_int_equal(scene.paths[0].point_count, 1);
    assert_int_equal(scene.paths[1].point_count, 2);
    assert_int_equal(scene.body_count, 1);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(scene.bodies[0].points[i].z - 0.5) < 1e-12);
    draw_scene_clear(&scene);
}

/* ---- Pictures ----------------------------------------------------------------------------- */

static void add_box(draw_scene *scene, tact_vec3 at, double half, uint32_t side) {
    tact_model *model = NULL;
    tact_shape shape = tact_shape_box(half, half, half);
    assert_int_equal(tact_model_create_shape(NULL, &shape, &model), TACT_OK);
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = at.x;
    instance.pose.m[7] = at.y;
    instance.pose.m[11] = at.z;
    assert_int_equal(draw_scene_add_instance(scene, &instance, "box", side), TACT_OK);
    tact_model_destroy(model);
}

static const uint8_t *pixel(const draw_picture *picture, double x, double y) {
    size_t column = (size_t)(x * picture->width), row = (size_t)(y * picture->height);
    return picture->pixels[row * picture->width + column];
}

static bool is_blue(const uint8_t *p) {
    return p[2] > p[0] + 30 && p[3] == 255;
}

static bool is_orange(const uint8_t *p) {
    return p[0] > p[2] + 60 && p[1] > p[2] && p[3] == 255;
}

static bool is_red(const uint8_t *p) {
    return p[0] > p[1] + 80 && p[0] > p[2] + 40;
}

static void assert_same_png(const draw_picture *picture) {
    uint8_t *file = NULL, *again = NULL;
    size_t bytes = 0, more = 0;
    uint32_t width = 0, height = 0, channels = 0;
    assert_int_equal(draw_picture_to_png(picture, &file, &bytes), TACT_OK);
    assert_int_equal(draw_picture_to_png(picture, &again, &more), TACT_OK);
    assert_int_equal(bytes, more);
    assert_memory_equal(file, again, bytes);
    uint8_t(*pixels)[4] = unpng(file, bytes, &width, &height, &channels);
    assert_non_null(pixels);
    assert_int_equal(width, picture->width);
    assert_int_equal(height, picture->height);
    assert_memory_equal(pixels, picture->pixels, (size_t)width * height * 4);
    free(pixels);
    free(file);
    free(again);
}

/* A large blue box behind a small orange one, seen from the front. */
static draw_picture_desc make_boxes(draw_scene *scene) {
    add_box(scene, tact_vec3_make(0, 2, 0), 1, 0);
    add_box(scene, tact_vec3_make(0, -2, 0), 0.3, 1);
    draw_picture_desc desc = draw_picture_desc_default();
    desc.width = 200;
    desc.height = 150;
    desc.view.azimuth = desc.view.elevation = 0;
    return desc;
}

static void the_nearer_body_is_seen(void **state) {
    (void)state;
    draw_scene scene = {.title = NULL};
    draw_picture front, back;
    draw_picture_desc desc = make_boxes(&scene);
    assert_int_equal(draw_picture_make(&scene, &desc, &front), TACT_OK);
    assert_true(is_orange(pixel(&front, 0.5, 0.5)));
    assert_true(is_blue(pixel(&front, 0.5, 0.2)));
    assert_int_equal(pixel(&front, 0.02, 0.02)[0], 255);
    assert_int_equal(pixel(&front, 0.02, 0.02)[3], 255);
    assert_same_png(&front);
    desc.view.azimuth = 180;
    desc.is_transparent = true;
    assert_int_equal(draw_picture_make(&scene, &desc, &back), TACT_OK);
    assert_true(is_blue(pixel(&back, 0.5, 0.5)));
    assert_int_equal(pixel(&back, 0.02, 0.02)[3], 0);
    assert_same_png(&back);
    draw_picture_clear(&front);
    /* The same scene gives the same picture. */
    assert_int_equal(draw_picture_make(&scene, &desc, &front), TACT_OK);
    assert_memory_equal(front.pixels, back.pixels, (size_t)4 * 200 * 150);
    draw_picture_clear(&front);
    draw_picture_clear(&back);
    draw_scene_clear(&scene);
}

static void marks_strokes_and_glass_are_seen(void **state) {
    (void)state;
    draw_scene scene = {.title = NULL};
    draw_picture picture;
    draw_picture_desc desc = make_boxes(&scene);
    uint32_t all[12];
    for (uint32_t i = 0; i < 12; i++)
        all[i] = i;
    assert_int_equal(draw_scene_mark(&scene, 1, all, 12, 1), TACT_OK);
    assert_int_equal(draw_scene_mark(&scene, 1, all, 4, 3), TACT_OK);
    all[0] = TACT_NO_TRIANGLE;
    assert_int_equal(draw_scene_mark(&scene, 1, all, 1, 1), TACT_OK);
    assert_int_equal(scene.bodies[1].marked_count, 12);
    assert_int_equal(draw_picture_make(&scene, &desc, &picture), TACT_OK);
    assert_true(is_red(pixel(&picture, 0.5, 0.5)));
    draw_picture_clear(&picture);
    /* A curve in front of the blue box, and one behind it, which shines through. */
    const tact_vec3 front[2] = {{-0.9, 0.9, 0.7}, {0.9, 0.9, 0.7}};
    const tact_vec3 behind[2] = {{-0.9, 3.2, -0.7}, {0.9, 3.2, -0.7}};
    assert_int_equal(draw_scene_add_path(&scene, DRAW_ROLE_CURVE, "", front, 2, false), TACT_OK);
    assert_int_equal(draw_scene_add_path(&scene, DRAW_ROLE_CURVE, "", behind, 2, false), TACT_OK);
    scene.bodies[1].color.alpha = 90;
    scene.bodies[1].marked_count = 0;
    assert_int_equal(draw_picture_make(&scene, &desc, &picture), TACT_OK);
    bool has_front = false, has_behind = false;
    for (int i = 0; i < 150; i++) {
        const uint8_t *p = pixel(&picture, 0.5, (i + 0.5) / 150);
        has_front = has_front || (i < 60 && p[0] > 195 && p[1] < 60);
        has_behind = has_behind || (i > 90 && p[0] > p[2] && p[1] > 60 && p[1] < 150);
    }
    assert_true(has_front);
    assert_true(has_behind);
    /* The orange box is glass: blue shines through. */
    const uint8_t *glass = pixel(&picture, 0.5, 0.5), *plain = pixel(&picture, 0.4, 0.3);
    assert_true(glass[0] > plain[0] + 20 && glass[2] > 100);
    draw_picture_clear(&picture);
    draw_scene_clear(&scene);
}

static void cameras_aim_and_zoom(void **state) {
    (void)state;
    draw_scene scene = {.title = NULL};
    draw_picture_desc desc = make_boxes(&scene);
    draw_camera near, far, focused;
    tact_vec3 top = tact_vec3_make(0, -2, 0.3);
    assert_int_equal(draw_camera_make(&scene, &desc.view, 200, 150, &far), TACT_OK);
    desc.view.zoom = 4;
    assert_int_equal(draw_camera_make(&scene, &desc.view, 200, 150, &near), TACT_OK);
    double up = 75 - draw_camera_see(&far, top).y;
    assert_true(fabs((75 - draw_camera_see(&near, top).y) - 4 * up) < 1e-9 && up > 5);
    desc.view.is_focused = true;
    desc.view.focus = top;
    assert_int_equal(draw_camera_make(&scene, &desc.view, 200, 150, &focused), TACT_OK);
    assert_true(fabs(draw_camera_see(&focused, top).x - 100) < 1e-9);
    assert_true(fabs(draw_camera_see(&focused, top).y - 75) < 1e-9);
    /* Every point of the scene is in the picture, from every side. */
    desc.view = draw_view_default();
    for (int a = 0; a < 360; a += 30)
        for (int e = -90; e <= 90; e += 30) {
            desc.view.azimuth = a;
            desc.view.elevation = e;
            assert_int_equal(draw_camera_make(&scene, &desc.view, 200, 150, &far), TACT_OK);
            for (int i = 0; i < 16; i++) {
                draw_seen seen = draw_camera_see(&far, scene.bodies[i / 8].points[i % 8]);
                assert_true(seen.x > 0 && seen.x < 200 && seen.y > 0 && seen.y < 150);
                assert_true(seen.nearness > 0.1 && seen.nearness < 0.5);
            }
        }
    draw_scene_clear(&scene);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    draw_scene scene = {.title = NULL};
    draw_picture picture = {.pixels = NULL};
    draw_picture_desc desc = draw_picture_desc_default();
    assert_int_equal(draw_picture_make(&scene, &desc, &picture), TACT_INVALID_ARGUMENT);
    add_box(&scene, tact_vec3_make(0, 0, 0), 1, 0);
    desc.width = 0;
    assert_int_equal(draw_picture_make(&scene, &desc, &picture), TACT_INVALID_ARGUMENT);
    desc.width = desc.height = 9000;
    assert_int_equal(draw_picture_make(&scene, &desc, &picture), TACT_INVALID_ARGUMENT);
    assert_null(picture.pixels);
    draw_scene_clear(&scene);
    /* Sizes near the limits of double and flat or single points are drawn or refused. */
    const double sizes[4] = {1e-300, 1e300, 1.7e308, 0};
    for (int i = 0; i < 4; i++) {
        const tact_vec3 ends[2] = {{-sizes[i], 0, 0}, {sizes[i], sizes[i], 0}};
        assert_int_equal(draw_scene_add_path(&scene, DRAW_ROLE_RAY, "", ends, 2, false), TACT_OK);
        desc.width = desc.height = 20;
        tact_status expected = i == 2 ? TACT_INVALID_ARGUMENT : TACT_OK;
        assert_int_equal(draw_picture_make(&scene, &desc, &picture), expected);
        draw_picture_clear(&picture);
        draw_scene_clear(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_packed_and_come_back),
        cmocka_unit_test(texts_become_strings_of_json),
        cmocka_unit_test(numbers_at_frames_are_rounded_by_half_a_step),
        cmocka_unit_test(marked_triangles_become_ply),
        cmocka_unit_test(shapes_become_triangles),
        cmocka_unit_test(parts_of_compounds_are_drawn),
        cmocka_unit_test(points_segments_and_half_spaces_are_drawn),
        cmocka_unit_test(the_nearer_body_is_seen),
        cmocka_unit_test(marks_strokes_and_glass_are_seen),
        cmocka_unit_test(cameras_aim_and_zoom),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
