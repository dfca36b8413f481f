/* SPDX-License-Identifier: MIT */
/* The tree of boxes: its links, boxes, counts and heights after insertions in hostile orders,
 * removals and rebuilding of parts; and its surface after many random changes. */
#include "broad/tree.h"
#include "support.h"

#include <math.h>

enum { LEAVES = 2000 };

static tact_box cube(double x, double y, double z, double half) {
    return (tact_box){{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

static tact_box random_cube(test_rng *rng, double side) {
    double x = test_rng_between(rng, 0, side), y = test_rng_between(rng, 0, side);
    return cube(x, y, test_rng_between(rng, 0, side), test_rng_between(rng, 0.25, 0.75));
}

static bool same_box(const tact_box *a, const tact_box *b) {
    return a->lo.x == b->lo.x && a->lo.y == b->lo.y && a->lo.z == b->lo.z && a->hi.x == b->hi.x &&
           a->hi.y == b->hi.y && a->hi.z == b->hi.z;
}

static void check_inner(const tacti_tree *tree, uint32_t node) {
    const tacti_tree_node *nodes = tree->nodes.items, *n = &nodes[node];
    const tacti_tree_node *a = &nodes[n->child[0]], *b = &nodes[n->child[1]];
    tact_box box = tact_box_union(a->box, b->box);
    assert_true(a->parent == node && b->parent == node);
    assert_true(same_box(&box, &n->box));
    assert_int_equal(n->count, a->count + b->count);
    assert_int_equal(n->height, 1 + (a->height > b->height ? a->height : b->height));
    assert_true(n->height <= 2 * log2(n->count));
}

/* Checks all nodes. Returns the sum of the areas of inner ones. */
static double check_tree(const tacti_tree *tree, const tact_box *boxes, uint32_t count) {
    uint32_t stack[TACTI_TREE_PLACES], used = 0, leaves = 0;
    double area = 0;
    assert_int_equal(tacti_tree_leaf_count(tree), count);
    if (tree->root != TACTI_NO_NODE) {
        assert_true(tree->nodes.items[tree->root].parent == TACTI_NO_NODE);
        stack[used++] = tree->root;
    }
    while (used > 0) {
        uint32_t node = stack[--used];
        const tacti_tree_node *n = &tree->nodes.items[node];
        if (tacti_tree_is_leaf(n)) {
            assert_int_equal(tree->leaves.items[n->child[1]], node);
            assert_true(same_box(&n->box, &boxes[n->child[1]]));
            leaves++;
            continue;
        }
        check_inner(tree, node);
        area += tacti_tree_area(&n->box);
        stack[used++] = n->child[0];
        stack[used++] = n->child[1];
    }
    assert_int_equal(leaves, count);
    return area;
}

/* ---- Hostile orders ----------------------------------------------------------------------- */

enum { SORTED, REVERSED, FROM_BOTH_ENDS, GROWING, NESTED, EQUAL, POINTS, UNBOUNDED, ORDERS };

static tact_box hostile_box(int order, uint32_t i) {
    switch (order) {
    case SORTED:
        return cube(i, 0, 0, 0.4);
    case REVERSED:
        return cube(-(double)i, 0, 0, 0.6);
    case FROM_BOTH_ENDS:
        return cube(i % 2 == 0 ? i : 3.0 * LEAVES - i, i, 0, 1);
    case GROWING:
        return cube(ldexp(1, (int)(i % 1000)), 0, 0, ldexp(0.1, (int)(i % 1000)));
    case NESTED:
        return cube(0, 0, 0, 1 + i);
    case EQUAL:
        return cube(1, 2, 3, 1);
    case POINTS:
        return cube(i * i % 97, i % 31, i, 0);
    default:
        return (tact_box){{i % 3 == 0 ? -HUGE_VAL : i, i, i}, {i, HUGE_VAL, i % 2 ? i : 1e308}};
    }
}

static void test_hostile_orders(void **state) {
    (void)state;
    static tact_box boxes[LEAVES];
    for (int order = 0; order < ORDERS; order++) {
        tacti_tree tree = tacti_tree_make(NULL);
        assert_int_equal(tacti_tree_reserve(&tree, LEAVES, LEAVES), TACT_OK);
        for (uint32_t i = 0; i < LEAVES; i++) {
            boxes[i] = hostile_box(order, i);
            tacti_tree_insert(&tree, i, &boxes[i]);
            assert_true(tree.nodes.items[tree.root].height <= 2 * log2(i + 1));
            if (i % 100 == 0)
                (void)check_tree(&tree, boxes, i + 1);
        }
        for (uint32_t i = 0; i < LEAVES; i++) {
            if (i % 100 == 0)
                (void)check_tree(&tree, boxes, LEAVES - i);
            tacti_tree_remove(&tree, i);
        }
        (void)check_tree(&tree, boxes, 0);
        tacti_tree_release(&tree);
    }
}

/* ---- Random changes ----------------------------------------------------------------------- */

static void test_many_at_a_time(void **state) {
    (void)state;
    static tact_box boxes[LEAVES];
    test_rng rng = test_rng_start("broad_tree_many");
    tacti_tree tree = tacti_tree_make(NULL);
    assert_int_equal(tacti_tree_reserve(&tree, LEAVES, LEAVES), TACT_OK);
    for (uint64_t round = test_case_count(30, 1000); round > 0; round--) {
        uint32_t share = 1 + test_rng_below(&rng, 40);
        for (uint32_t i = 0; i < LEAVES; i++)
            if (tree.leaves.items[i] != TACTI_NO_NODE && test_rng_below(&rng, 50) == 0)
                tacti_tree_remove(&tree, i);
        tacti_tree_begin(&tree);
        for (uint32_t i = 0; i < LEAVES; i++)
            if (test_rng_below(&rng, share) == 0) {
                boxes[i] = random_cube(&rng, share % 2 == 0 ? 20 : 0);
                tacti_tree_put(&tree, i, &boxes[i]);
            }
        tacti_tree_end(&tree);
        uint32_t count = 0;
        for (uint32_t i = 0; i < LEAVES; i++)
            count += tree.leaves.items[i] != TACTI_NO_NODE;
        (void)check_tree(&tree, boxes, count);
    }
    tacti_tree_release(&tree);
}

/* The surface stays within 1.15 times that of a tree that is built anew. */
static void test_surface(void **state) {
    (void)state;
    enum { MANY = 10000 };
    static tact_box boxes[MANY];
    test_rng rng = test_rng_start("broad_tree_surface");
    tacti_tree tree = tacti_tree_make(NULL);
    assert_int_equal(tacti_tree_reserve(&tree, MANY, MANY), TACT_OK);
    tacti_tree_begin(&tree);
    for (uint32_t i = 0; i < MANY; i++) {
        boxes[i] = random_cube(&rng, 34);
        tacti_tree_put(&tree, i, &boxes[i]);
    }
    tacti_tree_end(&tree);
    for (uint64_t k = test_case_count(100000, 1000000); k > 0; k--) {
        uint32_t id = test_rng_below(&rng, MANY);
        tacti_tree_remove(&tree, id);
        boxes[id] = random_cube(&rng, 34);
        tacti_tree_insert(&tree, id, &boxes[id]);
    }
    double changed = check_tree(&tree, boxes, MANY);
    tacti_tree_renew_below(&tree, tree.root);
    double built = check_tree(&tree, boxes, MANY);
    print_message("surface: %.3f times that of a new tree\n", changed / built);
    assert_true(changed <= 1.15 * built);
    tacti_tree_release(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_orders),
        cmocka_unit_test(test_many_at_a_time),
        cmocka_unit_test(test_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
