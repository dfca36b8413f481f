/* SPDX-License-Identifier: MIT */
/* Welding: which vertices are merged, that nothing else changes, hostile input, and out of memory.
 */
#include "hand_made.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/weld.h"

static tact_mesh *weld(const tact_mesh *mesh) {
    tact_mesh *welded;
    assert_int_equal(tact_mesh_weld(NULL, mesh, &welded), TACT_OK);
    return welded;
}

static void closes_a_cube_of_loose_triangles(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_add_box(made, (tact_vec3){0, 0, 0}, (tact_vec3){1, 1, 1});
    hand_made_take_apart(made);
    uint32_t faces[12];
    for (uint32_t i = 0; i < 12; i++)
        faces[i] = i / 2;
    tact_mesh_part parts[] = {{"lid", 0, 2}, {"rest", 2, 10}};
    tact_mesh_arrays arrays = hand_made_arrays(made);
    arrays.source_faces = faces;
    arrays.parts = parts;
    arrays.part_count = 2;
    tact_mesh *loose;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &loose), TACT_OK);
    tact_mesh *welded = weld(loose);
    tact_mesh_destroy(loose);
    assert_int_equal(tact_mesh_vertex_count(welded), 8);
    assert_int_equal(tact_mesh_triangle_count(welded), 12);
    assert_int_equal(tact_mesh_part_count(welded), 2);
    assert_string_equal(tact_mesh_part_at(welded, 1).name, "rest");
    assert_int_equal(tact_mesh_part_of(welded, 1), 0);
    assert_int_equal(tact_mesh_part_of(welded, 2), 1);
    assert_int_equal(tact_mesh_source_face(welded, 11), 5);
    assert_true(tact_mesh_bounds(welded).hi.z == 1);
    tact_mesh_arrays result = tact_mesh_as_arrays(welded);
    tact_mesh_report report;
    assert_int_equal(tact_mesh_examine(NULL, &result, &report), TACT_OK);
    assert_true(report.is_closed);
    tact_mesh_destroy(welded);
    free(made);
}

static void zeros_of_both_signs_are_one(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_vertex(made, -0.0, 0.0, -0.0);
    hand_made_vertex(made, 1, 0, 0);
    hand_made_vertex(made, 0.0, -0.0, 0.0);
    hand_made_vertex(made, 5e-324, 0, 0);
    hand_made_triangle(made, 2, 1, 3);
    tact_mesh *mesh = hand_made_mesh(made), *welded = weld(mesh);
    assert_int_equal(tact_mesh_vertex_count(welded), 3);
    /* The first one is kept, bit for bit. */
    test_assert_same_bits(tact_mesh_vertices(welded)[0].x, -0.0);
    test_assert_same_bits(tact_mesh_vertices(welded)[0].y, 0.0);
    const uint32_t expected[3] = {0, 1, 2};
    assert_memory_equal(tact_mesh_indices(welded), expected, sizeof expected);
    tact_mesh_destroy(welded);
    tact_mesh_destroy(mesh);
    free(made);
}

static void serves_meshes_without_duplicates(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    tact_mesh *mesh = hand_made_mesh(made), *welded = weld(mesh);
    assert_int_equal(tact_mesh_vertex_count(welded), 0);
    assert_true(tact_box_is_empty(tact_mesh_bounds(welded)));
    tact_mesh_destroy(welded);
    tact_mesh_destroy(mesh);
    hand_made_add_torus(made, 20, 10);
    hand_made_vertex(made, 9, 9, 9); /* unused vertices are kept */
    mesh = hand_made_mesh(made);
    welded = weld(mesh);
    assert_int_equal(tact_mesh_vertex_count(welded), 201);
    assert_memory_equal(tact_mesh_vertices(welded), made->vertices, 201 * sizeof(tact_vec3));
    assert_memory_equal(tact_mesh_indices(welded), made->indices, 400 * 12);
    assert_int_equal(tact_mesh_weld(NULL, NULL, &welded), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_mesh_weld(NULL, mesh, NULL), TACT_INVALID_ARGUMENT);
    tact_mesh_destroy(welded);
    tact_mesh_destroy(mesh);
    free(made);
}

/* ---- Against comparing all pairs ----------------------------------------------------------- */

static bool is_finite(tact_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void expect_map(const tact_context *context, const tact_vec3 *vertices, uint32_t count) {
    uint32_t *first = malloc((count + 1) * sizeof *first), duplicates = 0, expected_duplicates = 0;
    assert_int_equal(tacti_weld_map(context, vertices, count, first, &duplicates), TACT_OK);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = 0;
        while (j < i && !(is_finite(vertices[i]) && vertices[j].x == vertices[i].x &&
                          vertices[j].y == vertices[i].y && vertices[j].z == vertices[i].z))
            j++;
        assert_int_equal(first[i], j);
        expected_duplicates += j < i;
    }
    assert_int_equal(duplicates, expected_duplicates);
    free(first);
}

static double random_coordinate(test_rng *rng, uint32_t kind) {
    const double special[] = {0.0, -0.0, NAN, INFINITY, -INFINITY, 1, -1, 5e-324, -5e-324, 1e308};
    switch (kind) {
    case 0:
        return test_rng_below(rng, 3);
    case 1:
        return special[test_rng_below(rng, sizeof special / sizeof special[0])];
    case 2:
        return (double)test_rng_below(rng, 40) / 16 - 1;
    default:
        return test_rng_any_double(rng);
    }
}

static void equals_comparing_all_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("weld");
    static tact_vec3 vertices[3000];
    uint64_t cases = test_case_count(400, 4000);
    for (uint64_t n = 0; n < cases; n++) {
        uint32_t kind = test_rng_below(&rng, 4);
        uint32_t count = test_rng_below(&rng, n % 50 == 0 ? 3000 : 200);
        for (uint32_t i = 0; i < count; i++)
            vertices[i] = (tact_vec3){random_coordinate(&rng, kind), random_coordinate(&rng, kind),
                                      random_coordinate(&rng, kind)};
        expect_map(NULL, vertices, count);
    }
}

/* The inverse of an odd factor modulo 2^64, by Newton's iteration. */
static uint64_t inverse_of(uint64_t factor) {
    uint64_t inverse = factor;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - factor * inverse;
    return inverse;
}

/* The inverse of tacti_weld_mix. */
static uint64_t unmix(uint64_t x) {
    x = (x ^ x >> 32) * inverse_of(UINT64_C(0xD6E8FEB86659FD93));
    x = (x ^ x >> 29 ^ x >> 58) * inverse_of(UINT64_C(0x9E3779B97F4A7C15));
    return x ^ x >> 32;
}

/* Hostile vertices of one key: the last 34 bits of the hash are free, two of the coordinates have
 * few values, and the first or the last coordinate follows from them. */
static uint32_t make_collisions(test_rng *rng, tact_vec3 *vertices, uint32_t count) {
    const uint64_t key = UINT64_C(0x123456789) << 28 & ~UINT64_C(0x3FFFFFFFF);
    uint32_t made = 0;
    while (made < count) {
        uint64_t hash = key | test_rng_next(rng) >> 30;
        tact_vec3 v = {test_rng_below(rng, 3), test_rng_below(rng, 3), test_rng_below(rng, 3)};
        uint64_t x = tacti_weld_bits(v.x), y = tacti_weld_bits(v.y), z = tacti_weld_bits(v.z);
        if (test_rng_below(rng, 2) == 0)
            v.x = tacti_double_from_bits(unmix(unmix(unmix(hash) - z) - y));
        else
            v.z = tacti_double_from_bits(unmix(hash) - tacti_weld_mix(tacti_weld_mix(x) + y));
        if (!is_finite(v))
            continue;
        assert_true(tacti_weld_hash(v) == hash);
        vertices[made++] = v;
        /* Some of them several times. */
        for (; made < count && test_rng_below(rng, 3) == 0; made++)
            vertices[made] = vertices[test_rng_below(rng, made)];
    }
    return count;
}

static void colliding_hashes_change_nothing(void **state) {
    (void)state;
    test_rng rng = test_rng_start("weld collisions");
    static tact_vec3 vertices[2500];
    for (uint32_t count = 2; count < 100; count++)
        expect_map(NULL, vertices, make_collisions(&rng, vertices, count));
    make_collisions(&rng, vertices, 2000);
    for (uint32_t i = 2000; i < 2500; i++)
        vertices[i] = (tact_vec3){test_rng_below(&rng, 9), test_rng_below(&rng, 9), 0};
    expect_map(NULL, vertices, 2500);
}

static void welding_twice_changes_nothing(void **state) {
    (void)state;
    test_rng rng = test_rng_start("weld twice");
    hand_made *made = hand_made_create();
    uint64_t cases = test_case_count(200, 2000);
    for (uint64_t n = 0; n < cases; n++) {
        made->vertex_count = made->triangle_count = 0;
        for (uint32_t i = 0; i < 60; i++)
            hand_made_vertex(made, test_rng_below(&rng, 4), test_rng_below(&rng, 4),
                             -0.0 * test_rng_below(&rng, 2));
        for (uint32_t i = 0; i < 50; i++)
            hand_made_triangle(made, test_rng_below(&rng, 60), test_rng_below(&rng, 60),
                               test_rng_below(&rng, 60));
        tact_mesh *mesh = hand_made_mesh(made), *once = weld(mesh), *twice = weld(once);
        uint32_t count = tact_mesh_vertex_count(once);
        assert_int_equal(tact_mesh_vertex_count(twice), count);
        assert_memory_equal(tact_mesh_vertices(twice), tact_mesh_vertices(once),
                            count * sizeof(tact_vec3));
        assert_memory_equal(tact_mesh_indices(twice), tact_mesh_indices(once), 50 * 12);
        for (uint32_t i = 0; i < 50; i++)
            for (int k = 0; k < 3; k++) {
                tact_vec3 p = tact_mesh_triangle(mesh, i).v[k];
                tact_vec3 q = tact_mesh_triangle(once, i).v[k];
                assert_true(p.x == q.x && p.y == q.y && p.z == q.z);
            }
        tact_mesh_destroy(twice);
        tact_mesh_destroy(once);
        tact_mesh_destroy(mesh);
    }
    free(made);
}

static void worker_count_does_not_matter(void **state) {
    (void)state;
    test_rng rng = test_rng_start("weld workers");
    const uint32_t count = 200000;
    tact_vec3 *vertices = malloc(count * sizeof *vertices);
    uint32_t *first[2], duplicates[2];
    for (uint32_t i = 0; i < count; i++)
        vertices[i] = (tact_vec3){test_rng_below(&rng, 50), test_rng_below(&rng, 50),
                                  test_rng_below(&rng, 50)};
    pool_context pooled = pool_context_create(3);
    for (int i = 0; i < 2; i++) {
        first[i] = malloc(count * sizeof *first[i]);
        assert_int_equal(tacti_weld_map(i == 0 ? NULL : pooled.context, vertices, count, first[i],
                                        &duplicates[i]),
                         TACT_OK);
    }
    assert_int_equal(duplicates[0], duplicates[1]);
    assert_memory_equal(first[0], first[1], count * sizeof *first[0]);
    pool_context_destroy(pooled);
    free(first[1]);
    free(first[0]);
    free(vertices);
}

static tact_status make_welded(const tact_context *context, const tact_mesh *mesh, bool *is_made) {
    tact_mesh *welded = NULL;
    tact_status status = tact_mesh_weld(context, mesh, &welded);
    *is_made = welded != NULL;
    tact_mesh_destroy(welded);
    return status;
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    test_rng rng = test_rng_start("weld memory");
    hand_made *made = hand_made_create();
    made->vertex_count = make_collisions(&rng, made->vertices, 300);
    hand_made_triangle(made, 0, 100, 299);
    tact_mesh *mesh = hand_made_mesh(made);
    /* The map; keys, numbers and scratch; two for the colliding run; the mesh. */
    assert_int_equal(fail_each_allocation(make_welded, mesh), 7);
    tact_mesh_destroy(mesh);
    free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closes_a_cube_of_loose_triangles),
        cmocka_unit_test(zeros_of_both_signs_are_one),
        cmocka_unit_test(serves_meshes_without_duplicates),
        cmocka_unit_test(equals_comparing_all_pairs),
        cmocka_unit_test(colliding_hashes_change_nothing),
        cmocka_unit_test(welding_twice_changes_nothing),
        cmocka_unit_test(worker_count_does_not_matter),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
