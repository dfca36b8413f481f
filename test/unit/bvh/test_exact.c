/* SPDX-License-Identifier: MIT */
/* Boxes contain their triangles exactly: rational arithmetic compares the exact local corners,
 * turned by the exact decoded rotation, with the exact decoded box, without any tolerance. Decoding
 * does not round. */
#include "hierarchies.h"

#include <tact/mesh_generators.h>

#include <gmp.h>
#include "bvh/bvh.h"

typedef struct oracle {
    mpq_t x[3], y, t, lo, hi;
} oracle;

static void oracle_init(oracle *o) {
    for (int k = 0; k < 3; k++)
        mpq_init(o->x[k]);
    mpq_inits(o->y, o->t, o->lo, o->hi, NULL);
}

static void oracle_clear(oracle *o) {
    for (int k = 0; k < 3; k++)
        mpq_clear(o->x[k]);
    mpq_clears(o->y, o->t, o->lo, o->hi, NULL);
}

/* (v - center) / 2^exponent. */
static void set_local(oracle *o, const tacti_bvh *bvh, tact_vec3 v) {
    const double from[3] = {v.x, v.y, v.z};
    const double center[3] = {bvh->center.x, bvh->center.y, bvh->center.z};
    for (int k = 0; k < 3; k++) {
        mpq_set_d(o->x[k], from[k]);
        mpq_set_d(o->t, center[k]);
        mpq_sub(o->x[k], o->x[k], o->t);
        if (bvh->exponent >= 0)
            mpq_div_2exp(o->x[k], o->x[k], (mp_bitcnt_t)bvh->exponent);
        else
            mpq_mul_2exp(o->x[k], o->x[k], (mp_bitcnt_t)-bvh->exponent);
    }
}

static void set_scaled(mpq_t out, double origin, uint32_t steps, int exponent, oracle *o) {
    mpq_set_d(out, origin);
    mpq_set_ui(o->t, steps, 1);
    mpq_div_2exp(o->t, o->t, (mp_bitcnt_t)-exponent);
    mpq_add(out, out, o->t);
}

static void check_corner(oracle *o, const tacti_bvh *bvh, uint32_t number, uint32_t child,
                         tact_vec3 v) {
    const tacti_node *node = &bvh->nodes[number];
    float q[3][3];
    tacti_node_rotation(node, q);
    set_local(o, bvh, v);
    for (int k = 0; k < 3; k++) {
        mpq_set_ui(o->y, 0, 1);
        for (int l = 0; l < 3; l++) {
            mpq_set_d(o->t, (double)q[k][l]);
            mpq_mul(o->t, o->t, o->x[l]);
            mpq_add(o->y, o->y, o->t);
        }
        set_scaled(o->lo, (double)node->origin[k], node->lo[k][child], node->exponent[k], o);
        set_scaled(o->hi, (double)node->origin[k], node->hi[k][child], node->exponent[k], o);
        if (mpq_cmp(o->lo, o->y) > 0 || mpq_cmp(o->y, o->hi) > 0)
            fail_msg("node %u, child %u, axis %d", number, child, k);
        /* Queries decode the same box. */
        float center, half;
        tacti_node_box(node, k, node->lo[k][child], node->hi[k][child], &center, &half);
        mpq_set_d(o->t, (double)center - (double)half);
        assert_true(mpq_equal(o->t, o->lo));
        mpq_set_d(o->t, (double)center + (double)half);
        assert_true(mpq_equal(o->t, o->hi));
    }
}

/* Checks all triangles below a node against the box of a child of the node above. */
static void check_below(oracle *o, const tacti_bvh *bvh, uint32_t above, uint32_t child,
                        uint32_t number) {
    const tacti_node *node = &bvh->nodes[number];
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (i < node->inner_count) {
            check_below(o, bvh, above, child, node->first_child + i);
            continue;
        }
        uint32_t triangle = bvh->order[node->first_leaf + i - node->inner_count];
        for (uint32_t c = 0; c < 3; c++) {
            tact_vec3 v = bvh->vertices[bvh->indices[3 * triangle + c]];
            check_corner(o, bvh, above, child, v);
        }
    }
}

static void check_node(oracle *o, const tacti_bvh *bvh, uint32_t number) {
    const tacti_node *node = &bvh->nodes[number];
    for (uint32_t i = 0; i < node->child_count; i++) {
        if (i < node->inner_count) {
            check_below(o, bvh, number, i, node->first_child + i);
            continue;
        }
        uint32_t triangle = bvh->order[node->first_leaf + i - node->inner_count];
        for (uint32_t c = 0; c < 3; c++)
            check_corner(o, bvh, number, i, bvh->vertices[bvh->indices[3 * triangle + c]]);
    }
}

static void check_mesh(const tact_mesh *mesh, tact_bvh_builder builder) {
    oracle o;
    oracle_init(&o);
    tacti_bvh *bvh = build(NULL, mesh, builder);
    for (uint32_t n = 0; n < bvh->node_count; n++)
        check_node(&o, bvh, n);
    tacti_bvh_destroy(bvh);
    oracle_clear(&o);
}

static void boxes_hold_soups_exactly(void **state) {
    (void)state;
    test_rng rng = test_rng_start("boxes_hold_soups_exactly");
    static const double scales[] = {1, 0x1p400, 0x1p-400, 0x1.8p-1000, 1.0 / 3};
    static const double offsets[] = {0, 0x1p410, 0x1p-371, 0, 1e9};
    for (uint64_t i = 0; i < test_case_count(60, 2000); i++)
        for (soup_kind kind = 0; kind < SOUP_KINDS; kind++) {
            uint32_t count = 1 + test_rng_below(&rng, 100);
            tact_mesh *mesh = make_soup(&rng, kind, count, scales[i % 5], offsets[i % 5]);
            check_mesh(mesh, (tact_bvh_builder)(i % 3));
            tact_mesh_destroy(mesh);
        }
}

static void boxes_hold_surfaces_exactly(void **state) {
    (void)state;
    tact_mesh *mesh = NULL;
    assert_int_equal(tact_mesh_create_blob(NULL, 1.7, 0.4, 12, 3, &mesh), TACT_OK);
    check_mesh(mesh, TACT_BVH_BINNED);
    check_mesh(mesh, TACT_BVH_MORTON);
    tact_mesh_destroy(mesh);
    assert_int_equal(tact_mesh_create_torus(NULL, 3, 0.1, 60, 12, &mesh), TACT_OK);
    check_mesh(mesh, TACT_BVH_SWEEP);
    tact_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_hold_soups_exactly),
        cmocka_unit_test(boxes_hold_surfaces_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
