/* SPDX-License-Identifier: MIT */
/* Attacks on the culling of boxes: meshes that touch in one vertex, edge or face after placement,
 * far from the origin, of very different sizes, with poses at the largest accepted defect. No pair
 * that the exact test keeps may be dropped, and no distance may change. */
#include "scenes.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include "bvh/bvh.h"
#include "surface/surface.h"

static void check_scene(const contexts *all, uint64_t number, const soup_pair *pair) {
    truth t = truth_find(&pair->a, pair->pose_a, &pair->b, pair->pose_b);
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = (tact_bvh_builder)(number % 3);
    tact_context *context = all->alone[number % all->level_count];
    body a = body_make(context, &pair->a, &desc), b = body_make(context, &pair->b, &desc);
    tacti_placed placed_a = {a.bvh, pair->pose_a}, placed_b = {b.bvh, pair->pose_b};
    check_collide(&t, &placed_a, &placed_b, NULL);
    check_visit(&t, &placed_a, &placed_b);
    check_distance(&t, &placed_a, &placed_b, NULL);
    check_within(&t, &placed_a, &placed_b, NULL);
    check_greedy(&t, &placed_a, &placed_b, NULL);
    body_free(&a);
    body_free(&b);
    truth_free(&t);
}

/* ---- Far from the origins ----------------------------------------------------------------- */

/* Gives b's soup a vertex of a's placed soup. Exact poses then make them touch there. */
static void make_common_vertex(test_rng *rng, soup_pair *pair) {
    tact_vec3 v = pair->a.vertices[soup_vertex_in_use(rng, &pair->a)];
    pair->b.vertices[soup_vertex_in_use(rng, &pair->b)] = tact_pose_place(pair->pose_a, v);
    pair->pose_b = tact_pose_identity();
}

static tact_pose random_pose(test_rng *rng, double reach) {
    return test_rng_below(rng, 2) == 0 ? pose_skewed(rng, reach) : pose_random(rng, reach);
}

static void test_far_out(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_far_out");
    uint64_t count = test_case_count(1500, 100000), touching = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = {.a = soup_random(&rng, 40)};
        pair.b = soup_random(&rng, 40);
        /* The mesh is far from its own origin, and the pose is far from the world's. */
        double own = pow(10, test_rng_between(&rng, 0, 15));
        double world = pow(10, test_rng_between(&rng, 0, 15));
        soup_move(&pair.a, 1, vec3_random_direction(&rng, test_rng_below(&rng, 2) == 0 ? own : 0));
        soup_move(&pair.b, 1, vec3_random_direction(&rng, test_rng_below(&rng, 2) == 0 ? own : 0));
        pair.pose_a = random_pose(&rng, world);
        pair.pose_b = random_pose(&rng, world);
        if (test_rng_below(&rng, 4) == 0)
            make_common_vertex(&rng, &pair); /* exactly one, of a mesh at the identity */
        else
            touching += soup_pair_touch(&rng, &pair);
        check_scene(all, i, &pair);
        soup_pair_free(&pair);
    }
    assert_true(touching > count / 4);
}

static void test_nearly_touching_far_out(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_nearly_touching");
    uint64_t count = test_case_count(3000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = soup_pair_nearly_touching(&rng, false);
        check_scene(all, i, &pair);
        soup_pair_free(&pair);
    }
}

/* ---- Of very different sizes -------------------------------------------------------------- */

static void test_sizes(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_sizes");
    uint64_t count = test_case_count(1500, 100000);
    static const int exponents[] = {0, -400, 400, 30, -30, 200, -200, 127, 150, -126, 12, -490};
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = soup_pair_sized(&rng, exponents, 12, 3);
        check_scene(all, i, &pair);
        soup_pair_free(&pair);
    }
}

static void test_far_apart(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_far_apart");
    uint64_t count = test_case_count(1000, 50000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = soup_pair_far_apart(&rng, 20, 500);
        check_scene(all, i, &pair);
        soup_pair_free(&pair);
    }
}

/* ---- Larger meshes, where inner nodes matter ---------------------------------------------- */

static soup make_large(test_rng *rng) {
    tact_mesh *mesh = NULL;
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    knot.along = 80;
    knot.around = 8;
    switch (test_rng_below(rng, 6)) {
    case 0:
        tact_mesh_create_icosphere(NULL, 1, 8, &mesh);
        break;
    case 1:
        tact_mesh_create_torus(NULL, 1, 0.3, 40, 16, &mesh);
        break;
    case 2:
        tact_mesh_create_torus_knot(NULL, &knot, &mesh);
        break;
    case 3:
        tact_mesh_create_terrain(NULL, 2, 0.4, 25, test_rng_next(rng), &mesh);
        break;
    case 4:
        tact_mesh_create_box(NULL, (tact_vec3){1, 1.5, 0.25}, 10, &mesh);
        break;
    default:
        tact_mesh_create_blob(NULL, 1, 0.3, 8, test_rng_next(rng), &mesh);
        break;
    }
    assert_non_null(mesh);
    return soup_take(mesh);
}

static void check_large(const contexts *all, uint64_t number, const soup_pair *pair) {
    truth t = truth_find_contacts(&pair->a, pair->pose_a, &pair->b, pair->pose_b);
    tact_context *context = all->pooled[number % all->level_count];
    body a = body_make(context, &pair->a, NULL), b = body_make(context, &pair->b, NULL);
    tacti_placed placed_a = {a.bvh, pair->pose_a}, placed_b = {b.bvh, pair->pose_b};
    check_collide(&t, &placed_a, &placed_b, NULL);
    check_visit(&t, &placed_a, &placed_b);
    tacti_mesh_distance_answer got;
    assert_int_equal(tacti_mesh_distance(&placed_a, &placed_b, NULL, NULL, &got), TACT_OK);
    assert_int_equal(got.distance == 0, t.contact_count > 0);
    body_free(&a);
    body_free(&b);
    truth_free(&t);
}

/* The outermost vertices of opposite sides lie on each other, or are moved apart by a unit in the
 * last place. The meshes touch there alone or not at all. */
static void test_large_meshes_touch_in_a_vertex(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_large");
    uint64_t count = test_case_count(40, 1000);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = {.a = make_large(&rng)};
        pair.b = make_large(&rng);
        double own = pow(10, test_rng_between(&rng, 0, 14));
        double world = pow(10, test_rng_between(&rng, 0, 14));
        uint32_t kind = test_rng_below(&rng, 4);
        if (kind == 1)
            soup_move(&pair.a, 1, vec3_random_direction(&rng, own));
        if (kind == 2)
            soup_move(&pair.b, ldexp(1, -4 - (int)test_rng_below(&rng, 12)),
                      vec3_random_direction(&rng, 1));
        double reach = kind == 3 ? world : 1;
        bool is_skewed = test_rng_below(&rng, 2) == 0;
        pair.pose_a = is_skewed ? pose_skewed(&rng, reach) : pose_random(&rng, reach);
        pair.pose_b = is_skewed ? pose_skewed(&rng, 1) : pose_random(&rng, 1);
        soup_tips tips = soup_pair_tips(&rng, &pair);
        if (i % 3 == 1)
            tips.a.x = nextafter(tips.a.x, tips.direction.x * HUGE_VAL);
        pose_bring(&pair.pose_b, tips.b, tips.a);
        check_large(all, i, &pair);
        soup_pair_free(&pair);
    }
}

/* The distance of larger meshes, to the bit. */
static void test_large_distances(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_large_distances");
    uint64_t count = test_case_count(3, 300);
    for (uint64_t i = 0; i < count; i++) {
        soup_pair pair = {.a = make_large(&rng)};
        pair.b = make_large(&rng);
        pair.pose_a = pose_skewed(&rng, 1);
        pair.pose_b = pose_skewed(&rng, pow(10, test_rng_between(&rng, 0, 4)));
        check_scene(all, i, &pair);
        soup_pair_free(&pair);
    }
}

/* Two boxes that share a face, an edge or a corner after an exact rotation and an exact shift. */
static void test_boxes_side_by_side(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_side_by_side");
    uint64_t count = test_case_count(60, 3000);
    for (uint64_t i = 0; i < count; i++) {
        tact_mesh *mesh;
        uint32_t cells = 1 + test_rng_below(&rng, 6);
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, cells, &mesh), TACT_OK);
        soup_pair pair = {.a = soup_take(mesh)};
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
        pair.b = soup_take(mesh);
        pair.pose_a = pose_signed_permutation(&rng);
        pair.pose_b = pose_signed_permutation(&rng);
        double offset = ldexp(1, (int)test_rng_below(&rng, 50));
        for (int axis = 0; axis < 3; axis++) {
            double side = (double)test_rng_below(&rng, 3) - 1;
            double *to = &pair.pose_b.m[4 * axis + 3];
            pair.pose_a.m[4 * axis + 3] = offset;
            *to = offset + 2 * side;
            if (test_rng_below(&rng, 6) == 0)
                *to = nextafter(*to, side < 0 ? -HUGE_VAL : HUGE_VAL);
        }
        check_scene(all, i, &pair);
        soup_pair_free(&pair);
    }
}

/* ---- Many equal answers ------------------------------------------------------------------- */

/* Parallel cloths have thousands of pairs at the same distance. These are more than the search
 * keeps in order, so part of it runs depth first. */
static void test_parallel_cloths(void **state) {
    const contexts *all = *state;
    soup_pair pair = soup_pair_cloths();
    for (uint64_t i = 0; i < 3; i++) {
        pair.pose_b.m[11] = i == 0 ? 1 : i == 1 ? 0x1p-30 : 0;
        pair.pose_b.m[3] = i == 2 ? 0.125 : 0;
        check_scene(all, i, &pair);
    }
    soup_pair_free(&pair);
}

/* Hundreds of copies of one triangle cannot be told apart by any box. */
static soup copies(uint32_t count) {
    soup s = soup_make(3, count);
    s.vertices[1].x = s.vertices[2].y = 1;
    for (uint32_t i = 0; i < 3 * count; i++)
        s.indices[i] = i % 3;
    return s;
}

static void test_copies(void **state) {
    const contexts *all = *state;
    soup_pair pair = {copies(150), copies(250), tact_pose_identity(), tact_pose_identity()};
    for (uint64_t i = 0; i < 3; i++) {
        pair.pose_b.m[11] = (double)i;
        check_scene(all, i, &pair);
    }
    soup_pair_free(&pair);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_out),
        cmocka_unit_test(test_nearly_touching_far_out),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_far_apart),
        cmocka_unit_test(test_large_meshes_touch_in_a_vertex),
        cmocka_unit_test(test_large_distances),
        cmocka_unit_test(test_boxes_side_by_side),
        cmocka_unit_test(test_parallel_cloths),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, contexts_set_up, contexts_tear_down);
}
