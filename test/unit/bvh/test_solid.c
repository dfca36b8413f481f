/* SPDX-License-Identifier: MIT */
/* The option solid: closed or not after merging equal vertices, and the first triangle of each
 * piece. */
#include "hierarchies.h"

#include <tact/mesh_generators.h>

#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"

static tacti_bvh *build_solid(const tact_mesh *mesh) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    tacti_bvh *bvh = NULL;
    assert_int_equal(tacti_bvh_create(NULL, mesh, &desc, &bvh), TACT_OK);
    assert_true(bvh->has_solid_data);
    return bvh;
}

/* Copies of a mesh beside each other. Every triangle has its own vertices, the last missing
 * triangles are left out, and triangles come in steps of step, which is coprime to their number. */
static tact_mesh *make_copies(const tact_mesh *mesh, uint32_t copies, uint32_t missing,
                              uint32_t step) {
    uint32_t each = tact_mesh_triangle_count(mesh), count = copies * each;
    tact_triangle *triangles = malloc(count * sizeof *triangles);
    assert_non_null(triangles);
    for (uint32_t i = 0; i < count; i++) {
        triangles[i] = tact_mesh_triangle(mesh, (uint32_t)((uint64_t)i * step % count) % each);
        uint32_t copy = (uint32_t)((uint64_t)i * step % count) / each;
        for (int c = 0; c < 3; c++)
            triangles[i].v[c].x += 16.0 * copy;
    }
    tact_mesh_arrays arrays = {.positions = triangles,
                               .vertex_count = 3 * (count - missing),
                               .triangle_count = count - missing};
    tact_mesh *out = NULL;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &out), TACT_OK);
    free(triangles);
    return out;
}

static void knows_closed_generators(void **state) {
    (void)state;
    for (uint32_t which = 0; which < MADE_COUNT; which++) {
        tact_mesh *mesh = make_mesh(which);
        tacti_bvh *bvh = build_solid(mesh);
        bool is_terrain = strcmp(made_name(which), "terrain") == 0;
        assert_true(tacti_bvh_is_solid(bvh) == !is_terrain);
        assert_int_equal(bvh->piece_count, 1);
        assert_int_equal(bvh->piece_triangles[0], 0);
        check_hierarchy(bvh, made_name(which));
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
    }
}

static void equal_vertices_are_one(void **state) {
    (void)state;
    tact_mesh *box = NULL;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){1, 1, 1}, 3, &box), TACT_OK);
    for (uint32_t missing = 0; missing < 2; missing++) {
        tact_mesh *soup = make_copies(box, 1, missing, 1);
        tacti_bvh *bvh = build_solid(soup);
        assert_true(tacti_bvh_is_solid(bvh) == (missing == 0));
        assert_int_equal(bvh->piece_count, 1);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(soup);
    }
    tact_mesh_destroy(box);
}

static void every_piece_has_its_first_triangle(void **state) {
    (void)state;
    tact_mesh *box = NULL;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){1, 1, 1}, 2, &box), TACT_OK);
    static const uint32_t steps[] = {1, 5, 11, 13, 101};
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        tact_mesh *soup = make_copies(box, 7, 0, steps[s]);
        tacti_bvh *bvh = build_solid(soup);
        assert_true(tacti_bvh_is_solid(bvh));
        assert_int_equal(bvh->piece_count, 7);
        bool seen[7] = {false};
        uint32_t found = 0;
        for (uint32_t t = 0; t < bvh->triangle_count; t++) {
            uint32_t copy = (uint32_t)((tact_mesh_triangle(soup, t).v[0].x + 8) / 16);
            if (!seen[copy]) {
                seen[copy] = true;
                assert_int_equal(bvh->piece_triangles[found++], t);
            }
        }
        assert_int_equal(found, 7);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(soup);
    }
    tact_mesh_destroy(box);
}

static void misoriented_and_empty_are_not_solid(void **state) {
    (void)state;
    double vertices[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    uint32_t indices[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    for (int turn = 0; turn < 3; turn++) {
        tact_mesh_arrays arrays = {.positions = vertices,
                                   .vertex_count = 4,
                                   .indices = indices[0],
                                   .triangle_count = turn == 2 ? 0 : 4};
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
        tacti_bvh *bvh = build_solid(mesh);
        assert_true(tacti_bvh_is_solid(bvh) == (turn == 0));
        assert_int_equal(bvh->piece_count, turn == 2 ? 0 : 1);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
        uint32_t swap = indices[3][0];
        indices[3][0] = indices[3][1];
        indices[3][1] = swap;
    }
}

/* Two tetrahedra share an edge, which has four triangles. Their sides along it cancel. */
static void an_edge_of_four_triangles_is_watertight(void **state) {
    (void)state;
    double vertices[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0, 0, -1}};
    uint32_t indices[9][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}, {0, 4, 1},
                              {0, 1, 5}, {1, 4, 5}, {0, 5, 4}, {0, 0, 5}};
    for (uint32_t count = 7; count <= 9; count++) {
        tact_mesh_arrays arrays = {.positions = vertices,
                                   .vertex_count = 6,
                                   .indices = indices[0],
                                   .triangle_count = count};
        tact_mesh *mesh = NULL;
        assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
        tacti_bvh *bvh = build_solid(mesh);
        assert_true(tacti_bvh_is_solid(bvh) == (count != 7));
        assert_true(bvh->is_watertight == (count != 7) && !bvh->is_closed);
        assert_int_equal(bvh->piece_count, 1);
        tacti_bvh_destroy(bvh);
        tact_mesh_destroy(mesh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_closed_generators),
        cmocka_unit_test(equal_vertices_are_one),
        cmocka_unit_test(every_piece_has_its_first_triangle),
        cmocka_unit_test(misoriented_and_empty_are_not_solid),
        cmocka_unit_test(an_edge_of_four_triangles_is_watertight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
