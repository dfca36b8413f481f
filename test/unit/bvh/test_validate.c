/* SPDX-License-Identifier: MIT */
/* Validation finds and names every kind of damage. */
#include "hierarchies.h"

#include <tact/mesh_generators.h>

#include <string.h>
#include "bvh/bvh.h"

/* Each kind of damage is tried on a hierarchy of 1280 triangles. */
static tacti_bvh *fresh(tact_mesh **mesh) {
    assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, 8, 7, mesh), TACT_OK);
    tacti_bvh *bvh = build(NULL, *mesh, TACT_BVH_BINNED);
    assert_int_equal(tacti_bvh_validate(bvh, NULL), TACT_OK);
    return bvh;
}

static tacti_node *first_bottom(const tacti_bvh *bvh) {
    uint32_t n = 0;
    while (bvh->nodes[n].inner_count != 0)
        n++;
    return &bvh->nodes[n];
}

/* Expects validation to fail with a text that contains word. */
static void expect(tacti_bvh *bvh, const char *word) {
    tact_error error;
    assert_int_equal(tacti_bvh_validate(bvh, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_bvh_validate(bvh, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.status, TACT_INVALID_ARGUMENT);
    if (strstr(error.text, word) == NULL)
        fail_msg("\"%s\" was expected in \"%s\"", word, error.text);
}

#define DAMAGE(place, value, word)                                                                 \
    do {                                                                                           \
        __typeof__(place) kept = (place);                                                          \
        (place) = (value);                                                                         \
        expect(bvh, word);                                                                         \
        (place) = kept;                                                                            \
        assert_int_equal(tacti_bvh_validate(bvh, NULL), TACT_OK);                                  \
    } while (0)

static void finds_damaged_numbers(void **state) {
    (void)state;
    tact_mesh *mesh;
    tacti_bvh *bvh = fresh(&mesh);
    tacti_node *root = &bvh->nodes[0], *bottom = first_bottom(bvh);
    assert_int_equal(root->inner_count, 8);
    DAMAGE(root->child_count, 9, "children");
    DAMAGE(root->child_count, 0, "children");
    DAMAGE(root->inner_count, 9, "children");
    DAMAGE(root->first_child, 0, "not a node after it");
    DAMAGE(root->first_child, bvh->node_count, "not a node after it");
    DAMAGE(root->first_child, bvh->node_count - 7, "not a node after it");
    DAMAGE(root->first_child, UINT32_MAX, "not a node after it");
    DAMAGE(root->first_child, root->first_child + 1, "");
    DAMAGE(bottom->first_leaf, bvh->triangle_count, "not in the order");
    DAMAGE(bottom->first_leaf, bvh->triangle_count - 1, "not in the order");
    DAMAGE(bottom->first_leaf, bottom->first_leaf + 1, "");
    DAMAGE(bvh->order[5], bvh->triangle_count, "is not there");
    DAMAGE(bvh->order[5], bvh->order[6], "");
    DAMAGE(bvh->depth, bvh->depth + 1, "depth");
    DAMAGE(bvh->node_count, bvh->node_count - 1, "");
    DAMAGE(bvh->node_count, 0, "no root");
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
}

static void finds_damaged_boxes(void **state) {
    (void)state;
    tact_mesh *mesh;
    tacti_bvh *bvh = fresh(&mesh);
    for (uint32_t n = 0; n < bvh->node_count; n += 7) {
        tacti_node *node = &bvh->nodes[n];
        int k = (int)(n % 3);
        DAMAGE(node->extent[k], (uint8_t)(node->extent[k] + 1), "own box");
        DAMAGE(node->extent[k], (uint8_t)(node->extent[k] - 1), "own box");
        DAMAGE(node->origin[k], node->origin[k] + 0.25F, "outside");
        DAMAGE(node->origin[k], 2, "origin");
        DAMAGE(node->exponent[k], (int8_t)(node->exponent[k] - 1), "");
        DAMAGE(node->exponent[k], 1, "exponent");
        DAMAGE(node->exponent[k], -23, "");
        for (uint32_t i = 0; i < node->child_count; i++) {
            uint8_t lo = node->lo[k][i], hi = node->hi[k][i];
            if (lo > 0)
                DAMAGE(node->hi[k][i], (uint8_t)(lo - 1), "box of child");
            if (lo < hi && lo > 0) {
                /* A box that is two steps smaller does not contain its triangles. */
                uint8_t more = (uint8_t)(lo + 2 < hi ? lo + 2 : hi);
                if (more > lo + 1)
                    DAMAGE(node->lo[k][i], more, "outside");
            }
        }
        if (node->child_count < 8)
            DAMAGE(node->hi[k][7], 1, "box of child 7");
    }
    tacti_node *root = &bvh->nodes[0];
    int8_t kept[4];
    memcpy(kept, root->rotation, sizeof kept);
    memset(root->rotation, 0, sizeof root->rotation);
    expect(bvh, "no rotation");
    for (int i = 0; i < 4; i++) /* the mark of equal triangles */
        root->rotation[i] = (int8_t)-kept[i];
    expect(bvh, "is not equal to the first");
    memcpy(root->rotation, kept, sizeof kept);
    assert_int_equal(tacti_bvh_validate(bvh, NULL), TACT_OK);
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
}

/* Two nodes under one parent are exchanged. Each is valid by itself, but their boxes are wrong. */
static void finds_exchanged_nodes(void **state) {
    (void)state;
    tact_mesh *mesh;
    tacti_bvh *bvh = fresh(&mesh);
    uint32_t first = bvh->nodes[0].first_child;
    tacti_node kept = bvh->nodes[first];
    bvh->nodes[first] = bvh->nodes[first + 1];
    bvh->nodes[first + 1] = kept;
    expect(bvh, "outside");
    bvh->nodes[first + 1] = bvh->nodes[first];
    expect(bvh, "");
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
}

/* A chain of nodes, each with one child, is refused if it is too long. */
static void finds_too_much_depth(void **state) {
    (void)state;
    test_rng rng = test_rng_start("finds_too_much_depth");
    tact_mesh *mesh = make_soup(&rng, SOUP_UNIFORM, 8, 1, 0);
    tacti_bvh *bvh = build(NULL, mesh, TACT_BVH_BINNED);
    tacti_node chain[TACTI_BVH_MAX_DEPTH + 1], *kept = bvh->nodes;
    for (uint32_t length = 1; length <= TACTI_BVH_MAX_DEPTH + 1; length++) {
        for (uint32_t i = 0; i < length; i++) {
            chain[i] = *kept;
            if (i + 1 == length)
                continue;
            chain[i].child_count = chain[i].inner_count = 1;
            chain[i].first_child = i + 1;
            memset(chain[i].lo, 0, sizeof chain[i].lo);
            memset(chain[i].hi, 0, sizeof chain[i].hi);
            for (int k = 0; k < 3; k++)
                chain[i].hi[k][0] = chain[i].extent[k];
        }
        bvh->nodes = chain;
        bvh->node_count = bvh->depth = length;
        if (length <= TACTI_BVH_MAX_DEPTH)
            assert_int_equal(tacti_bvh_validate(bvh, NULL), TACT_OK);
        else
            expect(bvh, "deeper");
    }
    bvh->nodes = kept;
    bvh->node_count = bvh->depth = 1;
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_damaged_numbers),
        cmocka_unit_test(finds_damaged_boxes),
        cmocka_unit_test(finds_exchanged_nodes),
        cmocka_unit_test(finds_too_much_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
