/* SPDX-License-Identifier: MIT */
/* Topology: known shapes, random triangles against a slow check of the definition, and out of
 * memory. */
#include "hand_made.h"

#include <stdlib.h>
#include <string.h>

/* Whether the triangle has an edge between the vertices. */
static bool touches_edge(const uint32_t *v, uint32_t a, uint32_t b) {
    for (int i = 0; i < 3; i++)
        if ((v[i] == a && v[(i + 1) % 3] == b) || (v[i] == b && v[(i + 1) % 3] == a))
            return true;
    return false;
}

/* Compares everything with its definition, by a loop over all triangles for every edge. */
static void expect_topology(const hand_made *made) {
    tact_mesh *mesh = hand_made_mesh(made);
    tact_topology *topology;
    assert_int_equal(tact_topology_create(NULL, mesh, &topology), TACT_OK);
    tact_mesh_destroy(mesh); /* a topology is independent of its mesh */
    uint32_t edge_count = tact_topology_edge_count(topology);
    uint32_t before[2] = {0, 0};
    for (uint32_t e = 0; e < edge_count; e++) {
        uint32_t v[2], found = 0;
        tact_topology_edge(topology, e, v);
        assert_true(v[0] < v[1]);
        if (e > 0)
            assert_true(v[0] > before[0] || (v[0] == before[0] && v[1] > before[1]));
        memcpy(before, v, sizeof v);
        for (uint32_t t = 0; t < made->triangle_count; t++)
            if (touches_edge(made->indices[t], v[0], v[1])) {
                assert_true(found < tact_topology_edge_triangle_count(topology, e));
                assert_int_equal(tact_topology_edge_triangle(topology, e, found), t);
                found++;
            }
        assert_true(found > 0);
        assert_int_equal(tact_topology_edge_triangle_count(topology, e), found);
    }
    for (uint32_t t = 0; t < made->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t a = made->indices[t][i], b = made->indices[t][(i + 1) % 3];
            uint32_t e = tact_topology_triangle_edge(topology, t, i);
            uint32_t across = tact_topology_neighbour(topology, t, i);
            if (a == b) {
                assert_int_equal(e, UINT32_MAX);
                assert_int_equal(across, TACT_NO_TRIANGLE);
                continue;
            }
            uint32_t v[2];
            assert_true(e < edge_count);
            tact_topology_edge(topology, e, v);
            assert_true((v[0] == a && v[1] == b) || (v[0] == b && v[1] == a));
            if (tact_topology_edge_triangle_count(topology, e) != 2) {
                assert_int_equal(across, TACT_NO_TRIANGLE);
                continue;
            }
            assert_true(across != t && across < made->triangle_count);
            assert_true(touches_edge(made->indices[across], a, b));
        }
    tact_topology_destroy(topology);
}

static uint32_t edges_of(const hand_made *made) {
    tact_mesh *mesh = hand_made_mesh(made);
    tact_topology *topology;
    assert_int_equal(tact_topology_create(NULL, mesh, &topology), TACT_OK);
    uint32_t count = tact_topology_edge_count(topology);
    tact_topology_destroy(topology);
    tact_mesh_destroy(mesh);
    return count;
}

static void known_shapes(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    expect_topology(made);
    assert_int_equal(edges_of(made), 0);
    hand_made_add_tetrahedron(made, (tact_vec3){0, 0, 0}, 1);
    expect_topology(made);
    assert_int_equal(edges_of(made), 6);
    hand_made_add_box(made, (tact_vec3){5, 0, 0}, (tact_vec3){1, 1, 1});
    expect_topology(made);
    assert_int_equal(edges_of(made), 6 + 18);
    hand_made_add_torus(made, 8, 5);
    expect_topology(made);
    assert_int_equal(edges_of(made), 6 + 18 + 120);
    hand_made_add_moebius(made, 12);
    expect_topology(made);
    assert_int_equal(edges_of(made), 6 + 18 + 120 + 48);
    hand_made_add_bipyramid(made, 90);
    expect_topology(made);
    assert_int_equal(edges_of(made), 6 + 18 + 120 + 48 + 270);
    free(made);
}

static void degenerate_triangles(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    for (int i = 0; i < 4; i++)
        hand_made_vertex(made, i, 0, 0);
    hand_made_triangle(made, 3, 3, 3);
    expect_topology(made);
    assert_int_equal(edges_of(made), 0);
    hand_made_triangle(made, 1, 0, 1); /* two sides on one edge: counted once */
    expect_topology(made);
    assert_int_equal(edges_of(made), 1);
    hand_made_triangle(made, 2, 2, 1);
    hand_made_triangle(made, 0, 1, 2);
    hand_made_triangle(made, 0, 1, 2);
    hand_made_triangle(made, 0, 2, 1);
    expect_topology(made);
    assert_int_equal(edges_of(made), 3);
    free(made);
}

static void random_triangles(void **state) {
    (void)state;
    test_rng rng = test_rng_start("topology");
    hand_made *made = hand_made_create();
    uint64_t cases = test_case_count(300, 3000);
    for (uint64_t n = 0; n < cases; n++) {
        made->vertex_count = made->triangle_count = 0;
        uint32_t vertices = 1 + test_rng_below(&rng, n % 2 == 0 ? 6 : 40);
        for (uint32_t i = 0; i < vertices; i++)
            hand_made_vertex(made, i, 0, 0);
        for (uint32_t i = test_rng_below(&rng, 150); i > 0; i--)
            hand_made_triangle(made, test_rng_below(&rng, vertices), test_rng_below(&rng, vertices),
                               test_rng_below(&rng, vertices));
        expect_topology(made);
    }
    free(made);
}

static void worker_count_does_not_matter(void **state) {
    (void)state;
    const uint32_t width = 300, count = 2 * width * width;
    double *positions = calloc((width + 1) * (width + 1), 3 * sizeof *positions);
    uint32_t *indices = malloc(count * 3 * sizeof *indices), *v = indices;
    for (uint32_t i = 0; i < width * width; i++) {
        uint32_t a = i / width * (width + 1) + i % width, b = a + width + 1;
        const uint32_t square[6] = {a, a + 1, b + 1, a, b + 1, b};
        memcpy(v, square, sizeof square);
        v += 6;
    }
    tact_mesh_arrays arrays = {.positions = positions,
                               .vertex_count = (width + 1) * (width + 1),
                               .indices = indices,
                               .triangle_count = count};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    pool_context pooled = pool_context_create(3);
    tact_topology *a, *b;
    assert_int_equal(tact_topology_create(NULL, mesh, &a), TACT_OK);
    assert_int_equal(tact_topology_create(pooled.context, mesh, &b), TACT_OK);
    assert_int_equal(tact_topology_edge_count(a), width * (3 * width + 2));
    assert_int_equal(tact_topology_edge_count(b), tact_topology_edge_count(a));
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(tact_topology_triangle_edge(a, t, i),
                             tact_topology_triangle_edge(b, t, i));
            assert_int_equal(tact_topology_neighbour(a, t, i), tact_topology_neighbour(b, t, i));
        }
    tact_topology_destroy(a);
    tact_topology_destroy(b);
    pool_context_destroy(pooled);
    tact_mesh_destroy(mesh);
    free(indices);
    free(positions);
}

static void refuses_missing_arguments(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    tact_mesh *mesh = hand_made_mesh(made);
    tact_topology *topology = NULL;
    assert_int_equal(tact_topology_create(NULL, NULL, &topology), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_topology_create(NULL, mesh, NULL), TACT_INVALID_ARGUMENT);
    assert_null(topology);
    tact_topology_destroy(NULL);
    tact_mesh_destroy(mesh);
    free(made);
}

static tact_status make_topology(const tact_context *context, const tact_mesh *mesh,
                                 bool *is_made) {
    tact_topology *topology = NULL;
    tact_status status = tact_topology_create(context, mesh, &topology);
    *is_made = topology != NULL;
    tact_topology_destroy(topology);
    return status;
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    hand_made *made = hand_made_create();
    hand_made_add_bipyramid(made, 90); /* many sides at one vertex */
    tact_mesh *mesh = hand_made_mesh(made);
    /* Two for the sides, one for the long row, one for the topology. */
    assert_int_equal(fail_each_allocation(make_topology, mesh), 4);
    tact_mesh_destroy(mesh);
    free(made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_shapes),
        cmocka_unit_test(degenerate_triangles),
        cmocka_unit_test(random_triangles),
        cmocka_unit_test(worker_count_does_not_matter),
        cmocka_unit_test(refuses_missing_arguments),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
