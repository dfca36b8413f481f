/* SPDX-License-Identifier: MIT */
/* Meshes: contents, refusals and their places, parts, bounds, and out of memory. */
#include "hand_made.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static tact_mesh *create(const tact_mesh_arrays *arrays) {
    tact_mesh *mesh;
    tact_error error;
    tact_status status = tact_mesh_create(NULL, arrays, &error, &mesh);
    if (status != TACT_OK)
        fail_msg("%s", error.text);
    return mesh;
}

static void holds_what_it_was_given(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_add_box(made, (tact_vec3){-1, 2, 3}, (tact_vec3){1, 2, 4});
    tact_mesh_arrays given = hand_made_arrays(made);
    uint32_t faces[12];
    for (uint32_t i = 0; i < 12; i++)
        faces[i] = 100 + i / 2;
    given.source_faces = faces;
    tact_mesh *mesh = create(&given);
    hand_made copy = *made;
    memset(made, 0xff, sizeof *made);
    memset(faces, 0xff, sizeof faces);
    assert_int_equal(tact_mesh_vertex_count(mesh), 8);
    assert_int_equal(tact_mesh_triangle_count(mesh), 12);
    assert_memory_equal(tact_mesh_vertices(mesh), copy.vertices, 8 * sizeof(tact_vec3));
    assert_memory_equal(tact_mesh_indices(mesh), copy.indices, 12 * 12);
    for (uint32_t i = 0; i < 12; i++) {
        tact_triangle t = tact_mesh_triangle(mesh, i);
        for (int k = 0; k < 3; k++)
            assert_memory_equal(&t.v[k], &copy.vertices[copy.indices[i][k]], sizeof t.v[k]);
        assert_int_equal(tact_mesh_source_face(mesh, i), 100 + i / 2);
    }
    tact_box box = tact_mesh_bounds(mesh);
    assert_true(box.lo.x == -1 && box.lo.y == 2 && box.lo.z == 3);
    assert_true(box.hi.x == 0 && box.hi.y == 4 && box.hi.z == 7);
    assert_int_equal(tact_mesh_part_count(mesh), 0);
    assert_int_equal(tact_mesh_part_of(mesh, 5), 0);
    tact_mesh_destroy(mesh);
    tact_mesh_destroy(NULL);
    free(made);
}

static void assert_same_mesh(const tact_mesh *a, const tact_mesh *b) {
    uint32_t vertices = tact_mesh_vertex_count(a), triangles = tact_mesh_triangle_count(a);
    assert_int_equal(vertices, tact_mesh_vertex_count(b));
    assert_int_equal(triangles, tact_mesh_triangle_count(b));
    assert_memory_equal(tact_mesh_vertices(a), tact_mesh_vertices(b), vertices * sizeof(tact_vec3));
    assert_memory_equal(tact_mesh_indices(a), tact_mesh_indices(b), (size_t)triangles * 12);
    tact_box box_a = tact_mesh_bounds(a), box_b = tact_mesh_bounds(b);
    assert_memory_equal(&box_a, &box_b, sizeof box_a);
    for (uint32_t i = 0; i < triangles; i++)
        assert_int_equal(tact_mesh_source_face(a, i), tact_mesh_source_face(b, i));
    assert_int_equal(tact_mesh_part_count(a), tact_mesh_part_count(b));
    for (uint32_t i = 0; i < tact_mesh_part_count(a); i++) {
        tact_mesh_part p = tact_mesh_part_at(a, i), q = tact_mesh_part_at(b, i);
        assert_string_equal(p.name, q.name);
        assert_true(p.first == q.first && p.count == q.count);
    }
}

/* One mesh with every number type and many strides. */
static void layout_does_not_matter(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_add_torus(made, 40, 30);
    for (uint32_t i = 0; i < made->vertex_count; i++) /* exact as floats */
        made->vertices[i] =
            (tact_vec3){(double)(float)made->vertices[i].x, (double)(float)made->vertices[i].y,
                        (double)(float)made->vertices[i].z};
    tact_mesh_arrays given = hand_made_arrays(made);
    tact_mesh *expected = create(&given);
    const size_t vertex_bytes = 61, index_bytes = 37;
    unsigned char *positions = malloc(made->vertex_count * vertex_bytes);
    unsigned char *indices = malloc(made->triangle_count * index_bytes);
    for (int is_float = 0; is_float < 2; is_float++)
        for (size_t stride = is_float ? 12 : 24; stride <= vertex_bytes; stride += 1) {
            size_t index_stride = 12 + stride % 26;
            for (uint32_t i = 0; i < made->vertex_count; i++) {
                tact_vec3 p = made->vertices[i];
                float f[3] = {(float)p.x, (float)p.y, (float)p.z};
                memcpy(positions + i * stride, is_float ? (void *)f : &p, is_float ? 12 : 24);
            }
            for (uint32_t i = 0; i < made->triangle_count; i++)
                memcpy(indices + i * index_stride, made->indices[i], 12);
            given = (tact_mesh_arrays){.positions = positions,
                                       .position_type =
                                           is_float ? TACT_NUMBER_FLOAT32 : TACT_NUMBER_FLOAT64,
                                       .position_stride = stride,
                                       .vertex_count = made->vertex_count,
                                       .indices = (const uint32_t *)(const void *)indices,
                                       .index_stride = index_stride,
                                       .triangle_count = made->triangle_count};
            tact_mesh *mesh = create(&given);
            assert_same_mesh(mesh, expected);
            tact_mesh_destroy(mesh);
        }
    tact_mesh_arrays again = tact_mesh_as_arrays(expected);
    tact_mesh *mesh = create(&again);
    assert_same_mesh(mesh, expected);
    tact_mesh_destroy(mesh);
    tact_mesh_destroy(expected);
    free(indices);
    free(positions);
    free(made);
}

static void vertex_numbers_may_be_implied(void **state) {
    (void)state;
    float positions[7][3] = {{0}, {1}, {2}, {3}, {4}, {5}, {60}};
    tact_mesh_arrays given = {.positions = positions,
                              .position_type = TACT_NUMBER_FLOAT32,
                              .vertex_count = 7,
                              .triangle_count = 2};
    tact_mesh *mesh = create(&given);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(tact_mesh_indices(mesh)[i], i);
    assert_true(tact_mesh_bounds(mesh).hi.x == 5);
    tact_mesh_destroy(mesh);
    given.triangle_count = 3;
    tact_error error;
    assert_int_equal(tact_mesh_create(NULL, &given, &error, &mesh), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 2);
    assert_string_equal(error.text, "triangle 2 needs vertices 6 to 8, there are 7");
}

static void a_strip_may_overlap_itself(void **state) {
    (void)state;
    double positions[5][3] = {{0}, {1}, {2}, {3}, {4}};
    uint32_t strip[5] = {0, 1, 2, 3, 4};
    tact_mesh_arrays given = {.positions = positions,
                              .vertex_count = 5,
                              .indices = strip,
                              .index_stride = sizeof strip[0],
                              .triangle_count = 3};
    tact_mesh *mesh = create(&given);
    assert_true(tact_mesh_triangle(mesh, 2).v[0].x == 2 && tact_mesh_triangle(mesh, 2).v[2].x == 4);
    tact_mesh_destroy(mesh);
}

static void serves_every_degeneracy(void **state) {
    (void)state;
    double positions[4][3] = {{-0.0, DBL_MAX, 5e-324},
                              {DBL_MAX, -DBL_MAX, DBL_MIN},
                              {-0.0, DBL_MAX, 5e-324},
                              {1e308, 0, 0}};
    uint32_t indices[][3] = {{0, 0, 0}, {0, 1, 0}, {1, 1, 2}, {0, 1, 2}, {0, 1, 2}, {2, 1, 0}};
    tact_mesh_arrays given = {
        .positions = positions, .vertex_count = 4, .indices = &indices[0][0], .triangle_count = 6};
    tact_mesh *mesh = create(&given);
    assert_memory_equal(tact_mesh_vertices(mesh), positions, sizeof positions);
    assert_true(tact_mesh_bounds(mesh).hi.x == DBL_MAX);
    tact_mesh_destroy(mesh);
}

static void empty_meshes_are_meshes(void **state) {
    (void)state;
    double positions[2][3] = {{1, 2, 3}, {4, 5, 6}};
    tact_mesh_part part = {"nothing", 0, 0};
    tact_mesh_arrays given = {0};
    for (int i = 0; i < 3; i++) {
        tact_mesh *mesh = create(&given);
        assert_int_equal(tact_mesh_triangle_count(mesh), 0);
        assert_true(tact_box_is_empty(tact_mesh_bounds(mesh)));
        tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
        tact_mesh *again = create(&arrays);
        assert_same_mesh(mesh, again);
        tact_mesh_destroy(again);
        tact_mesh_destroy(mesh);
        given.positions = positions;
        given.vertex_count = 2;
        if (i == 1) {
            given.parts = &part;
            given.part_count = 1;
        }
    }
}

/* ---- Refusals ------------------------------------------------------------------------------ */

static void expect_refusal(const tact_mesh_arrays *given, tact_status status, uint64_t index) {
    test_allocator counter;
    tact_context *context = test_context_make(&counter);
    tact_mesh *mesh = (tact_mesh *)(uintptr_t)16;
    tact_error error = {.status = TACT_OK};
    assert_int_equal(tact_mesh_create(context, given, &error, &mesh), status);
    assert_int_equal(error.status, status);
    assert_true(error.index == index && error.line == 0);
    assert_true(strlen(error.text) > 0);
    assert_int_equal(tact_mesh_create(context, given, NULL, &mesh), status);
    assert_ptr_equal(mesh, (uintptr_t)16);
    assert_int_equal(counter.live, 1);
    tact_context_destroy(context);
}

static void names_the_first_vertex_that_is_not_finite(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    const uint32_t places[] = {0, 1, 1022, 1023, 1024, 1025, 2047, 2048, 2999};
    hand_made *made = hand_made_create();
    for (int i = 0; i < 3000; i++)
        hand_made_vertex(made, i, DBL_MAX, -DBL_MAX);
    float(*floats)[3] = calloc(3000, sizeof *floats);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int axis = 0; axis < 3; axis++)
            for (int b = 0; b < 3; b++) {
                tact_vec3 kept = made->vertices[places[i]];
                *hand_made_coordinate(made, places[i], axis) = bad[b];
                tact_vec3 last = made->vertices[2999];
                made->vertices[2999].y = NAN; /* a later one is not named */
                tact_mesh_arrays given = hand_made_arrays(made);
                expect_refusal(&given, TACT_NOT_FINITE, places[i]);
                made->vertices[2999] = last;
                made->vertices[places[i]] = kept;
                floats[places[i]][axis] = (float)bad[b];
                given.positions = floats;
                given.position_type = TACT_NUMBER_FLOAT32;
                expect_refusal(&given, TACT_NOT_FINITE, places[i]);
                floats[places[i]][axis] = 0;
            }
    tact_mesh_arrays given = hand_made_arrays(made);
    tact_mesh_destroy(create(&given));
    free(floats);
    free(made);
}

static void names_the_first_triangle_out_of_range(void **state) {
    (void)state;
    const uint32_t places[] = {0, 1, 1023, 1024, 2500, 3199};
    hand_made *made = hand_made_create();
    hand_made_add_sheet(made, 40, 40);
    tact_mesh_arrays given = hand_made_arrays(made);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t *entry = &made->indices[places[i]][k], kept = *entry;
            *entry = made->vertex_count;
            expect_refusal(&given, TACT_INVALID_ARGUMENT, places[i]);
            *entry = UINT32_MAX;
            expect_refusal(&given, TACT_INVALID_ARGUMENT, places[i]);
            *entry = kept;
        }
    tact_mesh_destroy(create(&given));
    for (int k = 0; k < 3; k++) {
        uint32_t kept = made->indices[7][k];
        made->indices[7][k] = 2000;
        tact_error error;
        tact_mesh *mesh;
        assert_int_equal(tact_mesh_create(NULL, &given, &error, &mesh), TACT_INVALID_ARGUMENT);
        assert_string_equal(error.text, "triangle 7 uses vertex 2000, there are 1681");
        made->indices[7][k] = kept;
    }
    free(made);
}

static void refuses_what_does_not_fit(void **state) {
    (void)state;
    double positions[3][3] = {{0}};
    uint32_t indices[3] = {0, 1, 2};
    tact_mesh_part parts[] = {{"a", 0, 1}, {"b", 1, 0}, {"c", 1, 1}};
    const tact_mesh_arrays good = {.positions = positions,
                                   .vertex_count = 3,
                                   .indices = indices,
                                   .triangle_count = 1,
                                   .parts = parts,
                                   .part_count = 2};
    tact_mesh_destroy(create(&good));
    assert_int_equal(tact_mesh_create(NULL, &good, NULL, NULL), TACT_INVALID_ARGUMENT);
    expect_refusal(NULL, TACT_INVALID_ARGUMENT, TACT_NO_INDEX);
    tact_mesh_arrays given = good;
    given.positions = NULL;
    expect_refusal(&given, TACT_INVALID_ARGUMENT, TACT_NO_INDEX);
    given = good;
    given.position_type = (tact_number_type)7;
    expect_refusal(&given, TACT_INVALID_ARGUMENT, TACT_NO_INDEX);
    given = good;
    given.parts = NULL;
    expect_refusal(&given, TACT_INVALID_ARGUMENT, TACT_NO_INDEX);
    given = good;
    given.part_count = 3;
    expect_refusal(&given, TACT_INVALID_ARGUMENT, 2);
    parts[2] = (tact_mesh_part){NULL, UINT32_MAX, 2};
    expect_refusal(&given, TACT_INVALID_ARGUMENT, 2);
    given = (tact_mesh_arrays){.triangle_count = 1, .indices = indices};
    expect_refusal(&given, TACT_INVALID_ARGUMENT, 0);
}

/* ---- Parts and bounds ---------------------------------------------------------------------- */

static uint32_t part_by_scan(const tact_mesh_part *parts, uint32_t count, uint32_t triangle) {
    for (uint32_t i = 0; i < count; i++)
        if (triangle >= parts[i].first && triangle < parts[i].first + parts[i].count)
            return i;
    return count;
}

/* Ordered parts, some empty, with gaps between them; then overlapping ranges in any order. */
static void finds_the_first_part_of_a_triangle(void **state) {
    (void)state;
    test_rng rng = test_rng_start("parts");
    hand_made *made = hand_made_create();
    hand_made_add_sheet(made, 10, 10);
    uint64_t cases = test_case_count(2000, 20000);
    for (uint64_t n = 0; n < cases; n++) {
        tact_mesh_part parts[20];
        uint32_t count = test_rng_below(&rng, 21), end = 0;
        bool is_ordered = n % 2 == 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t first = is_ordered ? end + test_rng_below(&rng, 9) * test_rng_below(&rng, 2)
                                        : test_rng_below(&rng, 201);
            first = first > 200 ? 200 : first;
            uint32_t length = test_rng_below(&rng, 20) * test_rng_below(&rng, 2);
            length = length > 200 - first ? 200 - first : length;
            parts[i] = (tact_mesh_part){"p", first, length};
            end = first + length;
        }
        tact_mesh_arrays given = hand_made_arrays(made);
        given.parts = parts;
        given.part_count = count;
        tact_mesh *mesh = create(&given);
        for (uint32_t t = 0; t < 200; t++)
            assert_int_equal(tact_mesh_part_of(mesh, t), part_by_scan(parts, count, t));
        tact_mesh_destroy(mesh);
    }
    free(made);
}

static void part_names_are_copied(void **state) {
    (void)state;
    char name[] = "left \xC3\xA4rm";
    hand_made *made = hand_made_create();
    hand_made_add_sheet(made, 1, 1);
    tact_mesh_part parts[] = {{NULL, 0, 1}, {name, 0, 2}, {"", 2, 0}};
    tact_mesh_arrays given = hand_made_arrays(made);
    given.parts = parts;
    given.part_count = 3;
    tact_mesh *mesh = create(&given);
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(tact_mesh_part_count(mesh), 3);
    assert_string_equal(tact_mesh_part_at(mesh, 0).name, "");
    assert_string_equal(tact_mesh_part_at(mesh, 1).name, "left \xC3\xA4rm");
    assert_int_equal(tact_mesh_part_at(mesh, 1).count, 2);
    assert_int_equal(tact_mesh_part_at(mesh, 2).first, 2);
    assert_int_equal(tact_mesh_part_of(mesh, 1), 1);
    tact_mesh_destroy(mesh);
    free(made);
}

static void bounds_are_those_of_used_vertices(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_vertex(made, 1e300, 1e300, 1e300);
    hand_made_add_box(made, (tact_vec3){1, 1, 1}, (tact_vec3){1, 1, 1});
    hand_made_vertex(made, -1e300, 0, 0);
    tact_mesh_arrays given = hand_made_arrays(made);
    tact_mesh *mesh = create(&given);
    tact_box box = tact_mesh_bounds(mesh);
    assert_true(box.lo.x == 1 && box.lo.y == 1 && box.lo.z == 1);
    assert_true(box.hi.x == 2 && box.hi.y == 2 && box.hi.z == 2);
    tact_mesh_destroy(mesh);
    free(made);
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_add_box(made, (tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1});
    tact_mesh_arrays given = hand_made_arrays(made);
    uint64_t fail_at = 1;
    for (;; fail_at++) {
        test_allocator counter;
        tact_context *context = test_context_make(&counter);
        counter.fail_at = counter.calls + fail_at;
        tact_mesh *mesh = NULL;
        tact_error error = {.status = TACT_OK};
        tact_status status = tact_mesh_create(context, &given, &error, &mesh);
        bool failed = status == TACT_OUT_OF_MEMORY;
        assert_true(failed || status == TACT_OK);
        assert_int_equal(error.status, status);
        assert_true((mesh == NULL) == failed);
        assert_int_equal(counter.live, failed ? 1 : 2); /* a mesh is one block */
        tact_mesh_destroy(mesh);
        assert_int_equal(counter.live, 1);
        tact_context_destroy(context);
        if (!failed)
            break;
    }
    assert_int_equal(fail_at, 3);
    free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_it_was_given),
        cmocka_unit_test(layout_does_not_matter),
        cmocka_unit_test(vertex_numbers_may_be_implied),
        cmocka_unit_test(a_strip_may_overlap_itself),
        cmocka_unit_test(serves_every_degeneracy),
        cmocka_unit_test(empty_meshes_are_meshes),
        cmocka_unit_test(names_the_first_vertex_that_is_not_finite),
        cmocka_unit_test(names_the_first_triangle_out_of_range),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(finds_the_first_part_of_a_triangle),
        cmocka_unit_test(part_names_are_copied),
        cmocka_unit_test(bounds_are_those_of_used_vertices),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
