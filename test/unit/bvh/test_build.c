/* SPDX-License-Identifier: MIT */
/* Building: every generator and every kind of soup, from 0 triangles on, coordinates from the
 * smallest to the largest, and the promises about memory, depth and the builders. */
#include "hierarchies.h"

#include <tact/mesh_generators.h>

#include <float.h>
#include <math.h>
#include "bvh/bvh.h"

#define BUILDERS 3
static const tact_bvh_builder builders[BUILDERS] = {TACT_BVH_BINNED, TACT_BVH_SWEEP,
                                                    TACT_BVH_MORTON};

static void builds_over_every_generator(void **state) {
    (void)state;
    for (uint32_t which = 0; which < MADE_COUNT; which++)
        for (int b = 0; b < BUILDERS; b++) {
            tact_mesh *mesh = make_mesh(which);
            tacti_bvh *bvh = build(NULL, mesh, builders[b]);
            assert_ptr_equal(tacti_bvh_mesh(bvh), mesh);
            assert_false(tacti_bvh_is_solid(bvh));
            check_hierarchy(bvh, made_name(which));
            tact_bvh_stats stats = tacti_bvh_measure(bvh);
            assert_true(stats.bytes <= 18.0 * stats.triangle_count);
            assert_true(stats.children_per_node > 6.5 && stats.children_per_node <= 8);
            assert_true(stats.surface_cost > 1 && stats.volume_cost > 1);
            assert_true(stats.depth <= 10);
            tacti_bvh_destroy(bvh);
            tact_mesh_destroy(mesh);
        }
}

static void builds_over_every_soup(void **state) {
    (void)state;
    test_rng rng = test_rng_start("builds_over_every_soup");
    for (soup_kind kind = 0; kind < SOUP_KINDS; kind++)
        for (uint64_t i = 0; i < test_case_count(12, 200); i++) {
            /* Sizes evenly spread in logarithm, up to a few subtrees. */
            uint32_t count = 1 + test_rng_below(&rng, 1U << (2 * (i % 8)));
            tact_mesh *mesh = make_soup(&rng, kind, count, 1, 0);
            for (int b = 0; b < BUILDERS; b++) {
                tacti_bvh *bvh = build(NULL, mesh, builders[b]);
                check_hierarchy(bvh, "soup");
                tacti_bvh_destroy(bvh);
            }
            tact_mesh_destroy(mesh);
        }
}

static void builds_over_more_than_a_subtree(void **state) {
    (void)state;
    test_rng rng = test_rng_start("builds_over_more_than_a_subtree");
    for (soup_kind kind = 0; kind < SOUP_KINDS; kind++) {
        tact_mesh *mesh = make_soup(&rng, kind, 70000, 1, 0);
        tacti_bvh *bvh = build(NULL, mesh, builders[kind % 2]);
        check_hierarchy(bvh, "large soup");
        tacti_bvh_destroy(bvh);
        bvh = build(NULL, mesh, TACT_BVH_MORTON);
        check_hierarchy(bvh, "large soup in Morton order");
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
    }
}

static void builds_over_every_small_count(void **state) {
    (void)state;
    test_rng rng = test_rng_start("builds_over_every_small_count");
    for (uint32_t count = 0; count <= 300; count++) {
        tact_mesh *mesh = make_soup(&rng, SOUP_UNIFORM, count, 1, 0);
        tacti_bvh *bvh = build(NULL, mesh, builders[count % BUILDERS]);
        check_hierarchy(bvh, "small soup");
        tact_bvh_stats stats = tacti_bvh_measure(bvh);
        if (count <= 8)
            assert_int_equal(stats.node_count, 1);
        if (count > 8 && count <= 64)
            assert_int_equal(stats.node_count, 1 + (count + 7) / 8);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
    }
}

static void serves_every_size_and_place(void **state) {
    (void)state;
    test_rng rng = test_rng_start("serves_every_size_and_place");
    static const struct {
        double scale, offset;
    } cases[] = {{0x1p400, 0},   {0x1p-400, 0}, {0x1p1022, 0},    {0x1p-1022, 0},
                 {0x1p-1070, 0}, {1, 1e3},      {1, 1e9},         {1, 1e15},
                 {1, 1e16},      {1, 1e18},     {0x1p400, 1e100}, {0x1p-400, 0x1p-370},
                 {0, 0},         {0, 5},        {1e-300, 1e300}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (soup_kind kind = 0; kind < SOUP_KINDS; kind++) {
            if (kind == SOUP_LINE || kind == SOUP_PLANE || kind == SOUP_LATTICE)
                continue; /* their coordinates exceed 2, which overflows at 2^1022 */
            tact_mesh *mesh = make_soup(&rng, kind, 500, cases[c].scale, cases[c].offset);
            tacti_bvh *bvh = build(NULL, mesh, builders[c % BUILDERS]);
            check_hierarchy(bvh, "scaled soup");
            tacti_bvh_destroy(bvh);
            tact_mesh_destroy(mesh);
        }
}

static void serves_the_largest_numbers(void **state) {
    (void)state;
    double m = DBL_MAX;
    double vertices[6][3] = {{-m, -m, -m}, {m, m, m}, {m, -m, 0}, {0, 0, 0}, {1, m, 1}, {0, 0, -m}};
    uint32_t indices[4][3] = {{0, 1, 2}, {3, 4, 5}, {0, 0, 0}, {1, 3, 5}};
    tact_mesh_arrays arrays = {
        .positions = vertices, .vertex_count = 6, .indices = indices[0], .triangle_count = 4};
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    for (int b = 0; b < BUILDERS; b++) {
        tacti_bvh *bvh = build(NULL, mesh, builders[b]);
        check_hierarchy(bvh, "largest numbers");
        assert_int_equal(bvh->exponent, 1024);
        assert_true(bvh->reach == m);
        tacti_bvh_destroy(bvh);
    }
    tact_mesh_destroy(mesh);
}

static void local_coordinates_fill_the_unit_cube(void **state) {
    (void)state;
    test_rng rng = test_rng_start("local_coordinates_fill_the_unit_cube");
    for (uint64_t i = 0; i < test_case_count(200, 5000); i++) {
        double scale = ldexp(test_rng_between(&rng, 1, 2), (int)test_rng_below(&rng, 80) - 40);
        tact_mesh *mesh = make_soup(&rng, SOUP_UNIFORM, 20, scale, test_rng_between(&rng, 0, 9));
        tacti_bvh *bvh = build(NULL, mesh, TACT_BVH_BINNED);
        double most = 0, reach = 0;
        for (uint32_t v = 0; v < tact_mesh_vertex_count(mesh); v++) {
            tact_vec3 p = bvh->vertices[v], x = tacti_bvh_local(bvh, p);
            most = fmax(most, fmax(fmax(fabs(x.x), fabs(x.y)), fabs(x.z)));
            reach = fmax(reach, fmax(fmax(fabs(p.x), fabs(p.y)), fabs(p.z)));
        }
        assert_true(most > 0.5 && most <= 1);
        assert_true(reach == bvh->reach);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
    }
}

static void empty_hierarchies_are_hierarchies(void **state) {
    (void)state;
    tact_mesh_arrays arrays = {0};
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    tacti_bvh *bvh = build(NULL, mesh, TACT_BVH_BINNED);
    check_hierarchy(bvh, "empty");
    tact_bvh_stats stats = tacti_bvh_measure(bvh);
    assert_int_equal(stats.triangle_count, 0);
    assert_int_equal(stats.node_count, 1);
    assert_true(stats.children_per_node == 0);
    tacti_bvh_destroy(bvh);
    tacti_bvh_destroy(NULL);
    tact_mesh_destroy(mesh);
}

static void refuses_what_does_not_fit(void **state) {
    (void)state;
    tact_mesh *mesh = make_mesh(4);
    tacti_bvh *bvh = NULL;
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    assert_int_equal(desc.builder, TACT_BVH_BINNED);
    assert_false(desc.solid);
    assert_int_equal(tacti_bvh_create(NULL, NULL, NULL, &bvh), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_bvh_create(NULL, mesh, NULL, NULL), TACT_INVALID_ARGUMENT);
    desc.builder = (tact_bvh_builder)7;
    assert_int_equal(tacti_bvh_create(NULL, mesh, &desc, &bvh), TACT_INVALID_ARGUMENT);
    assert_null(bvh);
    tact_mesh_destroy(mesh);
}

/* The plane sweep promises less volume for objects with flat faces. */
static void the_sweep_makes_less_volume_of_flat_faces(void **state) {
    (void)state;
    static const uint32_t flat[] = {4, 7, 10};
    for (size_t i = 0; i < sizeof flat / sizeof *flat; i++) {
        tact_mesh *mesh = make_mesh(flat[i]);
        tacti_bvh *binned = build(NULL, mesh, TACT_BVH_BINNED);
        tacti_bvh *sweep = build(NULL, mesh, TACT_BVH_SWEEP);
        double more = tacti_bvh_measure(binned).volume_cost;
        double less = tacti_bvh_measure(sweep).volume_cost;
        if (less >= more)
            fail_msg("%s: %g in bins, %g by the sweep", made_name(flat[i]), more, less);
        tacti_bvh_destroy(binned);
        tacti_bvh_destroy(sweep);
        tact_mesh_destroy(mesh);
    }
}

/* The Morton order promises less than twice the surface of the bins. It is worst where flat faces
 * meet. */
static void the_morton_order_makes_little_more_surface(void **state) {
    (void)state;
    for (uint32_t which = 0; which < MADE_COUNT; which++) {
        tact_mesh *mesh = make_mesh(which);
        tacti_bvh *binned = build(NULL, mesh, TACT_BVH_BINNED);
        tacti_bvh *morton = build(NULL, mesh, TACT_BVH_MORTON);
        double least = tacti_bvh_measure(binned).surface_cost;
        double most = tacti_bvh_measure(morton).surface_cost;
        if (most >= 2 * least)
            fail_msg("%s: %g in bins, %g in Morton order", made_name(which), least, most);
        tacti_bvh_destroy(binned);
        tacti_bvh_destroy(morton);
        tact_mesh_destroy(mesh);
    }
}

/* If many triangles share a cell of the Morton grid, the hierarchy is that of the bins. */
static void a_coarse_grid_leaves_the_bins(void **state) {
    (void)state;
    test_rng rng = test_rng_start("a_coarse_grid_leaves_the_bins");
    tact_mesh *mesh = make_soup(&rng, SOUP_CONCENTRIC, 50000, 1, 0);
    tacti_bvh *binned = build(NULL, mesh, TACT_BVH_BINNED);
    tacti_bvh *morton = build(NULL, mesh, TACT_BVH_MORTON);
    assert_true(is_same_hierarchy(binned, morton));
    tacti_bvh_destroy(binned);
    tacti_bvh_destroy(morton);
    tact_mesh_destroy(mesh);
}

/* With turned frames, a tilted flat cloth must have flat boxes. */
static void boxes_of_a_tilted_plane_are_thin(void **state) {
    (void)state;
    test_rng rng = test_rng_start("boxes_of_a_tilted_plane_are_thin");
    tact_mesh *flat = NULL, *tilted = NULL;
    assert_int_equal(tact_mesh_create_cloth(NULL, 1, 1, 40, 40, &flat), TACT_OK);
    for (uint64_t i = 0; i < test_case_count(20, 200); i++) {
        tact_vec3 vertices[41 * 41];
        tact_vec3 axis = {test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1), 0.1};
        tact_pose pose;
        assert_int_equal(tact_pose_from_axis_angle(axis, test_rng_between(&rng, 0.3, 1.3),
                                                   (tact_vec3){0, 0, 0}, &pose),
                         TACT_OK);
        for (uint32_t v = 0; v < 41 * 41; v++)
            vertices[v] = tact_pose_place(pose, tact_mesh_vertices(flat)[v]);
        tact_mesh_arrays arrays = tact_mesh_as_arrays(flat);
        arrays.positions = vertices;
        assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &tilted), TACT_OK);
        tacti_bvh *bvh = build(NULL, tilted, TACT_BVH_BINNED);
        check_hierarchy(bvh, "tilted cloth");
        uint32_t thick_count = 0;
        for (uint32_t n = 0; n < bvh->node_count; n++) {
            const tacti_node *node = &bvh->nodes[n];
            double least = 1, most = 0;
            for (int k = 0; k < 3; k++) {
                double side = ldexp(node->extent[k], node->exponent[k]);
                least = fmin(least, side);
                most = fmax(most, side);
            }
            /* Eight bits per coordinate leave an angle error of about 0.01. */
            thick_count += least >= 0.03 * most;
        }
        /* Sometimes single triangles have smaller boxes along the axes of the mesh. */
        assert_true(thick_count <= bvh->node_count / 100);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(tilted);
    }
    tact_mesh_destroy(flat);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_over_every_generator),
        cmocka_unit_test(builds_over_every_soup),
        cmocka_unit_test(builds_over_more_than_a_subtree),
        cmocka_unit_test(builds_over_every_small_count),
        cmocka_unit_test(serves_every_size_and_place),
        cmocka_unit_test(serves_the_largest_numbers),
        cmocka_unit_test(local_coordinates_fill_the_unit_cube),
        cmocka_unit_test(empty_hierarchies_are_hierarchies),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(the_sweep_makes_less_volume_of_flat_faces),
        cmocka_unit_test(the_morton_order_makes_little_more_surface),
        cmocka_unit_test(a_coarse_grid_leaves_the_bins),
        cmocka_unit_test(boxes_of_a_tilted_plane_are_thin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
