/* SPDX-License-Identifier: MIT */
/* Soups: copies, refusals and their places, adopted blocks, and out of memory. */
#include "hand_made.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "mesh/soup.h"

static const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const uint32_t triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
static const uint32_t faces[4] = {7, 7, 8, 9};

static tact_mesh_arrays tetrahedron(void) {
    return (tact_mesh_arrays){.positions = corners,
                              .vertex_count = 4,
                              .indices = &triangles[0][0],
                              .triangle_count = 4,
                              .source_faces = faces};
}

static void copies_everything(void **state) {
    (void)state;
    char name[] = "lid";
    tact_mesh_part parts[] = {{name, 0, 1}, {NULL, 1, 3}};
    tact_mesh_arrays given = tetrahedron();
    given.parts = parts;
    given.part_count = 2;
    tact_soup *soup;
    assert_int_equal(tact_soup_create(NULL, &given, NULL, &soup), TACT_OK);
    name[0] = 'x';
    parts[0].count = 99;
    tact_mesh_arrays held = tact_soup_arrays(soup);
    assert_int_equal(held.position_type, TACT_NUMBER_FLOAT64);
    assert_int_equal(held.position_stride, 0);
    assert_int_equal(held.index_stride, 0);
    assert_int_equal(held.vertex_count, 4);
    assert_int_equal(held.triangle_count, 4);
    assert_int_equal(held.part_count, 2);
    assert_true(held.positions != given.positions && held.indices != given.indices);
    assert_memory_equal(held.positions, corners, sizeof corners);
    assert_memory_equal(held.indices, triangles, sizeof triangles);
    assert_memory_equal(held.source_faces, faces, sizeof faces);
    assert_string_equal(held.parts[0].name, "lid");
    assert_int_equal(held.parts[0].count, 1);
    assert_string_equal(held.parts[1].name, "");
    assert_int_equal(held.parts[1].first, 1);
    tact_soup_destroy(soup);
    tact_soup_destroy(NULL);
}

static void floats_and_strides_are_packed(void **state) {
    (void)state;
    /* 17 bytes per vertex and 13 per triangle: nothing is aligned. */
    unsigned char positions[4 * 17 + 1], indices[4 * 13 + 4];
    for (int i = 0; i < 4; i++) {
        float p[3] = {(float)corners[i][0] + 0.1f, (float)corners[i][1], (float)corners[i][2]};
        memcpy(positions + 1 + 17 * i, p, sizeof p);
        memcpy(indices + 4 + 13 * i, triangles[i], 12);
    }
    tact_mesh_arrays given = {.positions = positions + 1,
                              .position_type = TACT_NUMBER_FLOAT32,
                              .position_stride = 17,
                              .vertex_count = 4,
                              .indices = (const uint32_t *)(const void *)(indices + 4),
                              .index_stride = 13,
                              .triangle_count = 4};
    tact_soup *soup;
    assert_int_equal(tact_soup_create(NULL, &given, NULL, &soup), TACT_OK);
    tact_mesh_arrays held = tact_soup_arrays(soup);
    const tact_vec3 *v = held.positions;
    for (int i = 0; i < 4; i++) {
        test_assert_same_bits(v[i].x, (double)((float)corners[i][0] + 0.1f));
        test_assert_same_bits(v[i].y, corners[i][1]);
        test_assert_same_bits(v[i].z, corners[i][2]);
    }
    assert_memory_equal(held.indices, triangles, sizeof triangles);
    assert_null(held.source_faces);
    assert_null(held.parts);
    tact_soup_destroy(soup);
}

static void indices_may_be_absent(void **state) {
    (void)state;
    tact_mesh_arrays given = {.positions = corners, .vertex_count = 4, .triangle_count = 1};
    tact_soup *soup;
    assert_int_equal(tact_soup_create(NULL, &given, NULL, &soup), TACT_OK);
    tact_mesh_arrays held = tact_soup_arrays(soup);
    assert_null(held.indices);
    assert_int_equal(held.triangle_count, 1);
    tact_soup_destroy(soup);
    tact_error error;
    given.triangle_count = 2;
    assert_int_equal(tact_soup_create(NULL, &given, &error, &soup), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 1);
    given.triangle_count = UINT32_MAX;
    assert_int_equal(tact_soup_create(NULL, &given, &error, &soup), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 1);
}

static void numbers_are_not_checked(void **state) {
    (void)state;
    double bad[4][3] = {{NAN, 0, 0}, {INFINITY, 0, 0}, {0, -INFINITY, 0}, {0, 0, 1}};
    tact_mesh_arrays given = tetrahedron();
    given.positions = bad;
    tact_soup *soup;
    assert_int_equal(tact_soup_create(NULL, &given, NULL, &soup), TACT_OK);
    assert_memory_equal(tact_soup_arrays(soup).positions, bad, sizeof bad);
    tact_soup_destroy(soup);
}

static void nothing_is_a_soup_too(void **state) {
    (void)state;
    tact_mesh_arrays given = {0};
    tact_soup *soup;
    assert_int_equal(tact_soup_create(NULL, &given, NULL, &soup), TACT_OK);
    tact_mesh_arrays held = tact_soup_arrays(soup);
    assert_int_equal(held.vertex_count, 0);
    assert_int_equal(held.triangle_count, 0);
    tact_soup_destroy(soup);
}

/* Expects a refusal that names index and leaves the output unchanged. */
static void expect_refusal(const tact_mesh_arrays *given, uint64_t index) {
    tact_soup *soup = (tact_soup *)(uintptr_t)16;
    tact_error error = {.status = TACT_OK};
    assert_int_equal(tact_soup_create(NULL, given, &error, &soup), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.status, TACT_INVALID_ARGUMENT);
    assert_true(error.index == index);
    assert_int_equal(error.line, 0);
    assert_true(strlen(error.text) > 0);
    assert_ptr_equal(soup, (uintptr_t)16);
    assert_int_equal(tact_soup_create(NULL, given, NULL, &soup), TACT_INVALID_ARGUMENT);
}

static void refuses_what_does_not_fit(void **state) {
    (void)state;
    expect_refusal(NULL, TACT_NO_INDEX);
    tact_mesh_arrays given = tetrahedron();
    assert_int_equal(tact_soup_create(NULL, &given, NULL, NULL), TACT_INVALID_ARGUMENT);
    given.positions = NULL;
    expect_refusal(&given, TACT_NO_INDEX);
    given = tetrahedron();
    given.position_type = (tact_number_type)2;
    expect_refusal(&given, TACT_NO_INDEX);
    given = tetrahedron();
    given.part_count = 1;
    expect_refusal(&given, TACT_NO_INDEX);
    given = tetrahedron();
    given.vertex_count = 3;
    expect_refusal(&given, 1);
    tact_mesh_part parts[] = {{"a", 0, 4}, {"b", 4, 0}, {"c", 4, 1}};
    given = tetrahedron();
    given.parts = parts;
    given.part_count = 3;
    expect_refusal(&given, 2);
    parts[2] = (tact_mesh_part){"c", UINT32_MAX, UINT32_MAX};
    expect_refusal(&given, 2);
    parts[2] = (tact_mesh_part){"c", 5, 0};
    expect_refusal(&given, 2);
}

/* ---- Adopted blocks ------------------------------------------------------------------------ */

static tacti_block make_block(const tact_context *context, const void *from, size_t bytes,
                              size_t spare) {
    void *memory = tacti_allocate(context, bytes + spare, 1, 8);
    assert_non_null(memory);
    memcpy(memory, from, bytes);
    return (tacti_block){memory, bytes + spare, 8};
}

static void adopts_blocks_as_they_are(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    const float positions[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    tacti_soup_blocks blocks = {.positions = make_block(context, positions, sizeof positions, 100),
                                .position_type = TACT_NUMBER_FLOAT32,
                                .vertex_count = 3,
                                .triangle_count = 1};
    uint64_t outside = counter.live;
    tact_soup *soup = NULL;
    counter.fail_at = counter.calls + 1;
    assert_int_equal(tacti_soup_adopt(context, &blocks, &soup), TACT_OUT_OF_MEMORY);
    assert_null(soup);
    assert_int_equal(counter.live, outside);
    counter.fail_at = 0;
    assert_int_equal(tacti_soup_adopt(context, &blocks, &soup), TACT_OK);
    tact_mesh_arrays held = tact_soup_arrays(soup);
    assert_ptr_equal(held.positions, blocks.positions.memory);
    assert_int_equal(held.position_type, TACT_NUMBER_FLOAT32);
    assert_null(held.indices);
    assert_null(held.source_faces);
    assert_null(held.parts);
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(context, &held, NULL, &mesh), TACT_OK);
    test_assert_same_bits(tact_mesh_vertices(mesh)[2].z, 9);
    tact_mesh_destroy(mesh);
    tact_soup_destroy(soup);
    assert_int_equal(counter.live, 1); /* the context */
    tact_context_destroy(context);
}

static void releases_what_is_there(void **state) {
    (void)state;
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    tacti_soup_blocks none = {0};
    tacti_soup_blocks_release(context, &none);
    tact_mesh_part part = {"", 0, 0};
    tacti_soup_blocks all = {.positions = make_block(context, corners, sizeof corners, 0),
                             .indices = make_block(context, triangles, sizeof triangles, 4),
                             .faces = make_block(context, faces, sizeof faces, 8),
                             .parts = make_block(context, &part, sizeof part, 0),
                             .names = make_block(context, "", 1, 0)};
    tacti_soup_blocks_release(context, &all);
    assert_int_equal(counter.live, 1);
    tact_context_destroy(context);
}

/* ---- Out of memory ------------------------------------------------------------------------- */

static void survives_every_failing_allocation(void **state) {
    (void)state;
    tact_mesh_part parts[] = {{"lid", 0, 1}, {"rest", 1, 3}};
    tact_mesh_arrays given = tetrahedron();
    given.parts = parts;
    given.part_count = 2;
    uint64_t fail_at = 1;
    for (;; fail_at++) {
        test_allocator counter;
        tact_context *context = test_context_make(&counter);
        counter.fail_at = counter.calls + fail_at;
        tact_soup *soup = NULL;
        tact_error error = {.status = TACT_OK};
        tact_status status = tact_soup_create(context, &given, &error, &soup);
        bool failed = status == TACT_OUT_OF_MEMORY;
        assert_true(failed || status == TACT_OK);
        assert_int_equal(error.status, status);
        assert_true((soup == NULL) == failed);
        tact_soup_destroy(soup);
        assert_int_equal(counter.live, 1);
        tact_context_destroy(context);
        if (!failed)
            break;
    }
    assert_int_equal(fail_at, 7); /* five blocks and the soup itself */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_everything),
        cmocka_unit_test(floats_and_strides_are_packed),
        cmocka_unit_test(indices_may_be_absent),
        cmocka_unit_test(numbers_are_not_checked),
        cmocka_unit_test(nothing_is_a_soup_too),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(adopts_blocks_as_they_are),
        cmocka_unit_test(releases_what_is_there),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
