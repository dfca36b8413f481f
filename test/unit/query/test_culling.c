/* SPDX-License-Identifier: MIT */
/* Attacks on the culling of boxes: meshes that touch in one vertex, edge or face after placement,
 * far from the origin and from each other's size, with poses as little rigid as is accepted. No
 * pair that the exact test keeps may be dropped, and no distance may change. */
#include "bodies.h"

#include <math.h>
#include <stdlib.h>

static uint32_t random_vertex_in_use(test_rng *rng, const soup *s) {
    return s->indices[test_rng_below(rng, 3 * s->triangle_count)];
}

static tact_vec3 random_direction(test_rng *rng, double length) {
    tact_vec3 v = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                   test_rng_between(rng, -1, 1)};
    return tact_vec3_scale(tact_vec3_normalize(v), length);
}

/* The vertex that lies furthest in a direction. */
static uint32_t extreme_vertex(const soup *s, tact_pose pose, tact_vec3 direction) {
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        double along = tact_vec3_dot(tact_pose_place(pose, s->vertices[i]), direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

static void check_scene(const contexts *all, uint64_t number, const soup *sa, tact_pose pose_a,
                        const soup *sb, tact_pose pose_b) {
    truth t = truth_find(sa, pose_a, sb, pose_b);
    tact_bvh_desc desc = tact_bvh_desc_default();
    desc.builder = number % 2 == 0 ? TACT_BVH_BINNED : TACT_BVH_SWEEP;
    tact_context *context = all->alone[number % all->level_count];
    body a = body_make(context, sa, &desc), b = body_make(context, sb, &desc);
    tact_placed placed_a = {a.bvh, pose_a}, placed_b = {b.bvh, pose_b};
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

/* b's soup has a vertex of a's placed soup: a pose that is exact brings it there. */
static void make_common_vertex(test_rng *rng, const soup *sa, tact_pose pose_a, soup *sb) {
    tact_vec3 v = tact_pose_place(pose_a, sa->vertices[random_vertex_in_use(rng, sa)]);
    sb->vertices[random_vertex_in_use(rng, sb)] = v;
}

static void test_far_out(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_far_out");
    uint64_t count = test_case_count(1500, 100000), touching = 0;
    for (uint64_t i = 0; i < count; i++) {
        soup a = soup_random(&rng, 40), b = soup_random(&rng, 40);
        /* The mesh far from its own origin, the pose far from the world's. */
        double own = pow(10, test_rng_between(&rng, 0, 15));
        double world = pow(10, test_rng_between(&rng, 0, 15));
        soup_move(&a, 1, random_direction(&rng, test_rng_below(&rng, 2) == 0 ? own : 0));
        soup_move(&b, 1, random_direction(&rng, test_rng_below(&rng, 2) == 0 ? own : 0));
        tact_pose pose_a =
            test_rng_below(&rng, 2) == 0 ? pose_skewed(&rng, world) : pose_random(&rng, world);
        tact_pose pose_b =
            test_rng_below(&rng, 2) == 0 ? pose_skewed(&rng, world) : pose_random(&rng, world);
        if (test_rng_below(&rng, 4) == 0) {
            /* Exactly one common vertex, of a mesh at the identity. */
            pose_b = tact_pose_identity();
            make_common_vertex(&rng, &a, pose_a, &b);
        } else {
            tact_vec3 to = tact_pose_place(pose_a, a.vertices[random_vertex_in_use(&rng, &a)]);
            touching += pose_bring(&pose_b, b.vertices[random_vertex_in_use(&rng, &b)], to);
        }
        check_scene(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
    }
    assert_true(touching > count / 4);
}

/* A few units in the last place of the placed coordinates apart, where the nearest points as they
 * are rounded tell little about direction and length of the gap. */
static void test_nearly_touching_far_out(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_nearly_touching");
    uint64_t count = test_case_count(3000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = soup_random(&rng, 60), b = soup_random(&rng, 60);
        double world = pow(10, test_rng_between(&rng, 0, 15));
        tact_pose pose_a = pose_random(&rng, world), pose_b = pose_random(&rng, world);
        tact_vec3 direction = random_direction(&rng, 1);
        uint32_t va = extreme_vertex(&a, pose_a, direction);
        uint32_t vb = extreme_vertex(&b, pose_b, tact_vec3_scale(direction, -1));
        tact_vec3 to = tact_pose_place(pose_a, a.vertices[va]);
        int steps = 1 << test_rng_below(&rng, 12);
        to.x += steps * 0x1p-52 * fabs(to.x) * direction.x;
        to.y += steps * 0x1p-52 * fabs(to.y) * direction.y;
        to.z += steps * 0x1p-52 * fabs(to.z) * direction.z;
        pose_bring(&pose_b, b.vertices[vb], to);
        check_scene(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
    }
}

/* ---- Of very different sizes -------------------------------------------------------------- */

static void test_sizes(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_sizes");
    uint64_t count = test_case_count(1500, 100000);
    static const int exponents[] = {0, -400, 400, 30, -30, 200, -200, 127, 150, -126, 12, -490};
    for (uint64_t i = 0; i < count; i++) {
        soup a = soup_random(&rng, 40), b = soup_random(&rng, 40);
        double size_a = ldexp(1, exponents[test_rng_below(&rng, 12)]);
        double size_b =
            test_rng_below(&rng, 2) == 0 ? size_a : ldexp(1, exponents[test_rng_below(&rng, 12)]);
        tact_vec3 zero = {0, 0, 0};
        soup_move(&a, size_a, zero);
        soup_move(&b, size_b, zero);
        double reach = fmax(size_a, size_b) * test_rng_below(&rng, 3);
        tact_pose pose_a = pose_skewed(&rng, reach), pose_b = pose_random(&rng, reach);
        if (test_rng_below(&rng, 3) != 0) {
            tact_vec3 to = tact_pose_place(pose_a, a.vertices[random_vertex_in_use(&rng, &a)]);
            pose_bring(&pose_b, b.vertices[random_vertex_in_use(&rng, &b)], to);
        }
        check_scene(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
    }
}

/* Small meshes so far from each other that their distance in units leaves the range of float. */
static void test_far_apart(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_far_apart");
    uint64_t count = test_case_count(1000, 50000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = soup_random(&rng, 20), b = soup_random(&rng, 20);
        double away = ldexp(1, (int)test_rng_below(&rng, 480));
        double size = ldexp(1, -(int)test_rng_below(&rng, 500));
        soup_move(&a, size, (tact_vec3){0, 0, 0});
        soup_move(&b, size, (tact_vec3){0, 0, 0});
        tact_pose pose_a = pose_random(&rng, size), pose_b = pose_skewed(&rng, away);
        check_scene(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
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

static void check_large(const contexts *all, uint64_t number, const soup *sa, tact_pose pose_a,
                        const soup *sb, tact_pose pose_b) {
    truth t = truth_find_contacts(sa, pose_a, sb, pose_b);
    tact_context *context = all->pooled[number % all->level_count];
    body a = body_make(context, sa, NULL), b = body_make(context, sb, NULL);
    tact_placed placed_a = {a.bvh, pose_a}, placed_b = {b.bvh, pose_b};
    check_collide(&t, &placed_a, &placed_b, NULL);
    check_visit(&t, &placed_a, &placed_b);
    tact_separation got;
    assert_int_equal(tact_distance(&placed_a, &placed_b, NULL, NULL, &got), TACT_OK);
    assert_int_equal(got.distance == 0, t.contact_count > 0);
    body_free(&a);
    body_free(&b);
    truth_free(&t);
}

/* Outermost vertices on each other, from opposite sides, moved by a unit in the last place or not:
 * the meshes touch there alone or not at all. */
static void test_large_meshes_touch_in_a_vertex(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_large");
    uint64_t count = test_case_count(40, 1000);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_large(&rng), b = make_large(&rng);
        double own = pow(10, test_rng_between(&rng, 0, 14));
        double world = pow(10, test_rng_between(&rng, 0, 14));
        uint32_t kind = test_rng_below(&rng, 4);
        if (kind == 1)
            soup_move(&a, 1, random_direction(&rng, own));
        if (kind == 2)
            soup_move(&b, 0x1p-8, random_direction(&rng, 1));
        double reach = kind == 3 ? world : 1;
        bool is_skewed = test_rng_below(&rng, 2) == 0;
        tact_pose pose_a = is_skewed ? pose_skewed(&rng, reach) : pose_random(&rng, reach);
        tact_pose pose_b = is_skewed ? pose_skewed(&rng, 1) : pose_random(&rng, 1);
        tact_vec3 direction = random_direction(&rng, 1);
        uint32_t va = extreme_vertex(&a, pose_a, direction);
        uint32_t vb = extreme_vertex(&b, pose_b, tact_vec3_scale(direction, -1));
        tact_vec3 to = tact_pose_place(pose_a, a.vertices[va]);
        if (i % 3 == 1)
            to.x = nextafter(to.x, direction.x * HUGE_VAL);
        pose_bring(&pose_b, b.vertices[vb], to);
        check_large(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
    }
}

/* The distance of larger meshes, to the bit. */
static void test_large_distances(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_large_distances");
    uint64_t count = test_case_count(3, 300);
    for (uint64_t i = 0; i < count; i++) {
        soup a = make_large(&rng), b = make_large(&rng);
        tact_pose pose_a = pose_skewed(&rng, 1);
        tact_pose pose_b = pose_skewed(&rng, pow(10, test_rng_between(&rng, 0, 4)));
        check_scene(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
    }
}

/* Two boxes that share a face, an edge or a corner after a turn that is exact, at offsets that
 * are. */
static void test_boxes_side_by_side(void **state) {
    const contexts *all = *state;
    test_rng rng = test_rng_start("query_side_by_side");
    uint64_t count = test_case_count(60, 3000);
    for (uint64_t i = 0; i < count; i++) {
        tact_mesh *mesh;
        uint32_t cells = 1 + test_rng_below(&rng, 6);
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, cells, &mesh), TACT_OK);
        soup a = soup_take(mesh);
        assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
        soup b = soup_take(mesh);
        tact_pose pose_a = pose_signed_permutation(&rng), pose_b = pose_signed_permutation(&rng);
        double offset = ldexp(1, (int)test_rng_below(&rng, 50));
        for (int axis = 0; axis < 3; axis++) {
            double side = (double)test_rng_below(&rng, 3) - 1;
            pose_a.m[4 * axis + 3] = offset;
            pose_b.m[4 * axis + 3] = offset + 2 * side;
            if (test_rng_below(&rng, 6) == 0)
                pose_b.m[4 * axis + 3] =
                    nextafter(pose_b.m[4 * axis + 3], side < 0 ? -HUGE_VAL : HUGE_VAL);
        }
        check_scene(all, i, &a, pose_a, &b, pose_b);
        soup_free(&a);
        soup_free(&b);
    }
}

/* ---- Many equal answers ------------------------------------------------------------------- */

/* Parallel cloths: thousands of pairs at the same distance, more than the search keeps in order, so
 * that part of it runs depth first. */
static void test_parallel_cloths(void **state) {
    const contexts *all = *state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_cloth(NULL, 2, 2, 16, 16, &mesh), TACT_OK);
    soup a = soup_take(mesh);
    assert_int_equal(tact_mesh_create_cloth(NULL, 3, 3, 12, 12, &mesh), TACT_OK);
    soup b = soup_take(mesh);
    tact_pose above = tact_pose_identity();
    for (uint64_t i = 0; i < 3; i++) {
        above.m[11] = i == 0 ? 1 : i == 1 ? 0x1p-30 : 0;
        above.m[3] = i == 2 ? 0.125 : 0;
        check_scene(all, i, &a, tact_pose_identity(), &b, above);
    }
    soup_free(&a);
    soup_free(&b);
}

/* Hundreds of copies of one triangle cannot be told apart by any box. */
static void test_copies(void **state) {
    const contexts *all = *state;
    soup a = soup_make(3, 150), b = soup_make(3, 250);
    const tact_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (uint32_t k = 0; k < 3; k++)
        a.vertices[k] = b.vertices[k] = corners[k];
    for (uint32_t i = 0; i < 3 * 150; i++)
        a.indices[i] = i % 3;
    for (uint32_t i = 0; i < 3 * 250; i++)
        b.indices[i] = i % 3;
    tact_pose pose = tact_pose_identity();
    for (uint64_t i = 0; i < 3; i++) {
        pose.m[11] = (double)i;
        check_scene(all, i, &a, tact_pose_identity(), &b, pose);
    }
    soup_free(&a);
    soup_free(&b);
}

static int set_up(void **state) {
    contexts *all = malloc(sizeof *all);
    assert_non_null(all);
    contexts_make(all);
    *state = all;
    return 0;
}

static int tear_down(void **state) {
    contexts_free(*state);
    free(*state);
    return 0;
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
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
