/* SPDX-License-Identifier: MIT */
/* The boxes of a level hold their triangles exactly, in rational arithmetic. Every level has all
 * triangles, in one order, and stands above the next one. */
#include "hierarchies.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include <tact/mesh_generators.h>

#include "bvh/bvh.h"

/* |(v - middle) . axis k| <= half k, in rational numbers. */
static bool holds(const tact_bvh_box *box, tact_vec3 v) {
    const double from[3] = {v.x, v.y, v.z};
    const double half[3] = {box->half.x, box->half.y, box->half.z};
    bool is_inside = true;
    mpq_t way, sum, term;
    mpq_inits(way, sum, term, NULL);
    for (int k = 0; k < 3 && !isinf(half[k]); k++) {
        mpq_set_ui(sum, 0, 1);
        for (int l = 0; l < 3; l++) {
            mpq_set_d(way, from[l]);
            mpq_set_d(term, box->pose.m[4 * l + 3]);
            mpq_sub(way, way, term);
            mpq_set_d(term, box->pose.m[4 * l + k]);
            mpq_mul(term, term, way);
            mpq_add(sum, sum, term);
        }
        mpq_abs(sum, sum);
        mpq_set_d(term, half[k]);
        is_inside = is_inside && mpq_cmp(sum, term) <= 0;
    }
    mpq_clears(way, sum, term, NULL);
    return is_inside;
}

static tact_bvh_box *boxes_of(const tacti_bvh *bvh, uint32_t level, uint32_t *count) {
    *count = tacti_bvh_level(bvh, level, NULL, 0);
    tact_bvh_box *boxes = calloc(*count + 1, sizeof *boxes);
    assert_non_null(boxes);
    boxes[*count].triangle = 12345;
    assert_int_equal(tacti_bvh_level(bvh, level, boxes, *count + 1), *count);
    assert_int_equal(boxes[*count].triangle, 12345);
    return boxes;
}

/* The triangles of the deepest level, each once. */
static uint32_t *order_of(const tacti_bvh *bvh) {
    uint32_t count;
    tact_bvh_box *boxes = boxes_of(bvh, bvh->depth, &count);
    uint32_t *order = calloc(count + 1, sizeof *order);
    bool *seen = calloc(count + 1, sizeof *seen);
    assert_int_equal(count, bvh->triangle_count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(boxes[i].triangle < count && !seen[boxes[i].triangle]);
        assert_int_equal(boxes[i].triangle_count, 1);
        seen[boxes[i].triangle] = true;
        order[i] = boxes[i].triangle;
    }
    free(seen);
    free(boxes);
    return order;
}

static void check_level(const tacti_bvh *bvh, const uint32_t *order, uint32_t level,
                        uint32_t *above) {
    uint32_t count, position = 0;
    tact_bvh_box *boxes = boxes_of(bvh, level, &count);
    if (bvh->triangle_count > 0)
        assert_true(level == 0 ? count == 1 : count >= *above && count <= 8 * *above);
    for (uint32_t i = 0; i < count; i++) {
        const tact_bvh_box *box = &boxes[i];
        assert_true(box->triangle_count > 0);
        assert_int_equal(tact_pose_validate(box->pose, NULL), TACT_OK);
        if (box->triangle != TACT_NO_TRIANGLE)
            assert_true(box->triangle_count == 1 && order[position] == box->triangle);
        for (uint32_t t = 0; t < box->triangle_count; t++, position++) {
            assert_true(position < bvh->triangle_count);
            for (uint32_t c = 0; c < 3; c++) {
                tact_vec3 v = bvh->vertices[bvh->indices[3 * order[position] + c]];
                if (!holds(box, v))
                    fail_msg("level %u, box %u, triangle %u", level, i, order[position]);
            }
        }
    }
    assert_int_equal(position, bvh->triangle_count);
    *above = count;
    free(boxes);
}

static void check_levels(const tact_mesh *mesh, tact_bvh_builder builder) {
    tacti_bvh *bvh = build(NULL, mesh, builder);
    uint32_t *order = order_of(bvh), above = 0;
    for (uint32_t level = 0; level <= bvh->depth + 1; level++)
        check_level(bvh, order, level, &above);
    assert_int_equal(tacti_bvh_level(bvh, UINT32_MAX, NULL, 0), bvh->triangle_count);
    free(order);
    tacti_bvh_destroy(bvh);
}

static void levels_of_soups(void **state) {
    (void)state;
    test_rng rng = test_rng_start("levels_of_soups");
    static const double scales[] = {1, 0x1p400, 0x1p-400, 0x1.8p-1000, 1.0 / 3, 1, 0x1p-1060};
    static const double offsets[] = {0, 0x1p410, 0x1p-371, 0, 1e9, 1e17, 0};
    for (uint64_t i = 0; i < test_case_count(28, 400); i++)
        for (soup_kind kind = 0; kind < SOUP_KINDS; kind++) {
            uint32_t count = test_rng_below(&rng, 100);
            tact_mesh *mesh = make_soup(&rng, kind, count, scales[i % 7], offsets[i % 7]);
            check_levels(mesh, (tact_bvh_builder)(i % 3));
            tact_mesh_destroy(mesh);
        }
}

static void levels_of_surfaces(void **state) {
    (void)state;
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_torus(NULL, 3, 0.1, 60, 12, &mesh), TACT_OK);
    for (int i = 0; i < 3; i++)
        check_levels(mesh, (tact_bvh_builder)i);
    tact_mesh_destroy(mesh);
}

/* A mesh over the whole range of double has boxes that are infinite or hold it. */
static void the_largest_coordinates(void **state) {
    (void)state;
    static const double big = 0x1.fffffffffffffp1023;
    static const uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
    tact_vec3 vertices[4] = {{-big, -big, 0}, {big, -big, big}, {-big, big, -big}, {big, big, 0}};
    tact_mesh_arrays arrays = {
        .positions = vertices, .vertex_count = 4, .indices = indices, .triangle_count = 2};
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &mesh), TACT_OK);
    check_levels(mesh, TACT_BVH_BINNED);
    tact_mesh_destroy(mesh);
}

/* The boxes are near: not more than the documented margin larger than the triangles need. */
static void boxes_are_tight(void **state) {
    (void)state;
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
    tacti_bvh *bvh = build(NULL, mesh, TACT_BVH_BINNED);
    tact_bvh_box box;
    assert_int_equal(tacti_bvh_level(bvh, 0, &box, 1), 1);
    assert_int_equal(box.triangle_count, 12);
    double volume = box.half.x * box.half.y * box.half.z;
    assert_true(volume >= 1 && volume < 1.05);
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_of_soups),
        cmocka_unit_test(levels_of_surfaces),
        cmocka_unit_test(the_largest_coordinates),
        cmocka_unit_test(boxes_are_tight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
