/* SPDX-License-Identifier: MIT */
/* A shape of any kind against a mesh, by the hierarchy and by brute force over all triangles: the
 * same verdict, the same triangles in contact, the same distance; in both orders and at every SIMD
 * level. */
#include "object_shapes.h"

#include <math.h>
#include <stdlib.h>
#include "bvh/bvh.h"
#include "pair/pair.h"
#include "contacts/contacts.h"
#include "object/object.h"

enum { MOST_TRIANGLES = 60, LARGE = 3000, SHAPES = 4 };

/* ---- The truth ---------------------------------------------------------------------------- */

typedef struct known {
    tact_outcome outcome[LARGE];
    uint32_t contacts, undecided;
    double distance, lower, upper;
} known;

static known known_find(const tacti_placed_shape *shape, const scene *s) {
    known k = {.distance = HUGE_VAL, .lower = HUGE_VAL, .upper = HUGE_VAL};
    for (uint32_t i = 0; i < s->soup.triangle_count; i++) {
        const uint32_t *corner = s->soup.indices + 3 * (size_t)i;
        tact_shape t = tact_shape_triangle(
            (tact_triangle){{s->soup.vertices[corner[0]], s->soup.vertices[corner[1]],
                             s->soup.vertices[corner[2]]}});
        tacti_placed_shape placed = {&t, s->pose};
        tacti_convex_distance_answer found;
        assert_int_equal(tacti_convex_distance(shape, &placed, NULL, &found), TACT_OK);
        k.outcome[i] = found.outcome;
        k.contacts += found.outcome == TACT_OUTCOME_CONTACT;
        k.undecided += found.outcome == TACT_OUTCOME_UNDECIDED;
        k.distance = fmin(k.distance, found.distance);
        k.lower = fmin(k.lower, found.lower);
        k.upper = fmin(k.upper, found.upper);
    }
    return k;
}

/* For shapes that are not polytopes, two ways of searching may leave different cases undecided, but
 * they never contradict each other. */
static void check_outcome(tact_outcome outcome, const known *k, bool is_exact) {
    tact_outcome expected = k->contacts > 0    ? TACT_OUTCOME_CONTACT
                            : k->undecided > 0 ? TACT_OUTCOME_UNDECIDED
                                               : TACT_OUTCOME_APART;
    if (is_exact || (outcome != TACT_OUTCOME_UNDECIDED && expected != TACT_OUTCOME_UNDECIDED))
        assert_int_equal(outcome, expected);
}

/* ---- Checks ------------------------------------------------------------------------------- */

static void check_verdict(const tacti_object *shape, const tacti_object *mesh, const known *k,
                          bool is_exact) {
    tacti_object_collision c, d;
    assert_int_equal(tacti_object_collide(shape, mesh, NULL, &c), TACT_OK);
    assert_int_equal(tacti_object_collide(mesh, shape, NULL, &d), TACT_OK);
    check_outcome(c.outcome, k, is_exact);
    assert_int_equal(c.outcome, d.outcome);
    assert_false(c.is_contained);
    assert_int_equal(c.a, TACT_NO_TRIANGLE);
    assert_int_equal(d.b, TACT_NO_TRIANGLE);
    assert_int_equal(c.b, d.a);
    if (c.outcome == TACT_OUTCOME_CONTACT) {
        assert_int_not_equal(c.b, TACT_NO_TRIANGLE);
        assert_int_not_equal(k->outcome[c.b], TACT_OUTCOME_APART);
    }
}

static void check_measure(const tacti_object *shape, const tacti_object *mesh, const known *k,
                          double size) {
    bool is_exact = tact_shape_is_polytope(shape->shape);
    tacti_object_distance_answer c, d;
    assert_int_equal(tacti_object_distance(shape, mesh, NULL, &c), TACT_OK);
    assert_int_equal(tacti_object_distance(mesh, shape, NULL, &d), TACT_OK);
    check_outcome(c.outcome, k, is_exact);
    assert_true(c.is_complete);
    assert_true(c.lower <= c.distance && c.distance <= c.upper);
    assert_true((c.distance == 0) == (c.outcome != TACT_OUTCOME_APART));
    assert_true(c.lower <= k->upper && k->lower <= c.upper);
    /* Bounds of smooth shapes may be wide. */
    double most =
        is_exact ? 1e-12 * (c.distance + size) : (c.upper - c.lower) + (k->upper - k->lower);
    if (c.outcome == TACT_OUTCOME_APART)
        assert_true(fabs(c.distance - k->distance) <= most);
    assert_int_equal(c.a, TACT_NO_TRIANGLE);
    assert_int_not_equal(c.b, TACT_NO_TRIANGLE);
    double between = tact_vec3_length(tact_vec3_sub(c.point_a, c.point_b));
    if (c.outcome == TACT_OUTCOME_APART && is_exact)
        assert_true(fabs(between - c.distance) <= 1e-11 * (c.distance + size));
    test_assert_same_bits(c.distance, d.distance);
    test_assert_same_bits(c.lower, d.lower);
    test_assert_same_bits(c.upper, d.upper);
    test_assert_same_bits(c.point_a.x, d.point_b.x);
    assert_int_equal(c.b, d.a);
    assert_int_equal(d.b, TACT_NO_TRIANGLE);
}

typedef struct visited {
    bool is_swapped;
    uint32_t count;
    bool touches[LARGE];
} visited;

static bool note(void *user, uint32_t a, uint32_t b) {
    visited *v = user;
    uint32_t triangle = v->is_swapped ? a : b;
    assert_int_equal(v->is_swapped ? b : a, TACT_NO_TRIANGLE);
    assert_true(triangle < LARGE);
    assert_false(v->touches[triangle]);
    v->touches[triangle] = true;
    v->count++;
    return true;
}

static void check_contacts(const tacti_object *shape, const tacti_object *mesh, const known *k,
                           uint32_t triangle_count, bool is_exact) {
    for (int order = 0; order < 2; order++) {
        visited v = {.is_swapped = order == 1};
        tacti_contact_summary summary;
        assert_int_equal(tacti_object_contacts(order == 0 ? shape : mesh, order == 0 ? mesh : shape,
                                               NULL, note, &v, &summary),
                         TACT_OK);
        assert_int_equal(summary.pair_count, v.count);
        for (uint32_t i = 0; i < triangle_count; i++) {
            if (is_exact)
                assert_int_equal(v.touches[i], k->outcome[i] == TACT_OUTCOME_CONTACT);
            else if (v.touches[i])
                assert_int_not_equal(k->outcome[i], TACT_OUTCOME_APART);
            else if (summary.outcome != TACT_OUTCOME_UNDECIDED)
                assert_int_not_equal(k->outcome[i], TACT_OUTCOME_CONTACT);
        }
        if (is_exact)
            assert_int_equal(summary.outcome,
                             v.count > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART);
    }
}

/* ---- Tests -------------------------------------------------------------------------------- */

static double size_of(const tacti_placed_shape *shape, const scene *s) {
    double size = s->factor;
    for (int i = 0; i < 3; i++)
        size = fmax(size, fmax(fabs(shape->pose.m[3 + 4 * i]), fabs(s->pose.m[3 + 4 * i])));
    for (uint32_t i = 0; i < s->soup.vertex_count; i++) {
        tact_vec3 v = s->soup.vertices[i];
        size = fmax(size, fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))));
    }
    tact_box box = shape->shape->kind == TACT_SHAPE_HALF_SPACE ? (tact_box){{0, 0, 0}, {0, 0, 0}}
                                                               : tacti_shape_bounds(shape);
    size = fmax(size, fmax(fabs(box.lo.x), fmax(fabs(box.lo.y), fabs(box.lo.z))));
    return fmax(size, fmax(fabs(box.hi.x), fmax(fabs(box.hi.y), fabs(box.hi.z))));
}

static void check_shape(test_rng *rng, const shapes_pool *pool, const scene *s,
                        const tacti_bvh *bvh) {
    tact_shape_kind kind = (tact_shape_kind)test_rng_below(rng, TACTI_SHAPE_KINDS);
    double size = s->factor * exp2(test_rng_between(rng, -8, 3));
    if (test_rng_below(rng, 8) == 0)
        size = s->factor * exp2(test_rng_between(rng, 3, 20));
    tact_shape shape = shape_random(rng, pool, kind, size);
    tacti_placed_shape placed = {&shape, shape_pose_near(rng, &shape, s)};
    known k = known_find(&placed, s);
    tacti_object a = {.shape = &shape, .pose = placed.pose}, b = {.bvh = bvh, .pose = s->pose};
    bool is_exact = tact_shape_is_polytope(&shape);
    check_verdict(&a, &b, &k, is_exact);
    check_contacts(&a, &b, &k, s->soup.triangle_count, is_exact);
    check_measure(&a, &b, &k, size_of(&placed, s));
}

static void test_brute_force(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("object_brute_force");
    shapes_pool pool = shapes_pool_make(&rng);
    uint64_t count = test_case_count(1500, 100000);
    for (uint64_t i = 0; i < count; i++) {
        scene s = scene_random(&rng, MOST_TRIANGLES);
        body b = body_make(all->alone[i % all->level_count], &s.soup, NULL);
        for (int k = 0; k < SHAPES; k++)
            check_shape(&rng, &pool, &s, b.bvh);
        body_free(&b);
        soup_free(&s.soup);
    }
    shapes_pool_free(&pool);
}

/* Small triangles on a bumpy ball, so that the hierarchy has several levels. */
static scene scene_large(test_rng *rng) {
    scene s = {.soup = soup_make(3 * LARGE, LARGE), .factor = 1, .pose = pose_random(rng, 3)};
    for (uint32_t i = 0; i < 3 * LARGE; i++) {
        if (i % 3 == 0)
            s.soup.vertices[i] = vec3_random_direction(rng, test_rng_between(rng, 0.9, 1));
        else
            s.soup.vertices[i] =
                tact_vec3_add(s.soup.vertices[i - i % 3], vec3_random_direction(rng, 0.05));
        s.soup.indices[i] = i;
    }
    return s;
}

static void test_large(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("object_large");
    shapes_pool pool = shapes_pool_make(&rng);
    uint64_t count = test_case_count(60, 4000);
    scene s = scene_large(&rng);
    for (uint32_t level = 0; level < all->level_count; level++) {
        body b = body_make(all->alone[level], &s.soup, NULL);
        for (uint64_t i = 0; i < count; i++)
            check_shape(&rng, &pool, &s, b.bvh);
        body_free(&b);
    }
    soup_free(&s.soup);
    shapes_pool_free(&pool);
}

/* ---- SIMD levels -------------------------------------------------------------------------- */

static void assert_same(const tacti_object_distance_answer *a,
                        const tacti_object_distance_answer *b) {
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->b, b->b);
    test_assert_same_bits(a->distance, b->distance);
    test_assert_same_bits(a->lower, b->lower);
    test_assert_same_bits(a->upper, b->upper);
    test_assert_same_bits(a->point_a.x, b->point_a.x);
    test_assert_same_bits(a->point_b.z, b->point_b.z);
    assert_int_equal(a->work.box_tests, b->work.box_tests);
    assert_int_equal(a->work.triangle_tests, b->work.triangle_tests);
}

static void test_levels(void **state) {
    contexts *all = *state;
    test_rng rng = test_rng_start("object_levels");
    shapes_pool pool = shapes_pool_make(&rng);
    uint64_t count = test_case_count(300, 20000);
    scene s = scene_large(&rng);
    body bodies[3];
    for (uint32_t level = 0; level < all->level_count; level++)
        bodies[level] = body_make(all->alone[level], &s.soup, NULL);
    for (uint64_t i = 0; i < count; i++) {
        tact_shape_kind kind = (tact_shape_kind)test_rng_below(&rng, TACTI_SHAPE_KINDS);
        tact_shape shape = shape_random(&rng, &pool, kind, 0.3);
        tacti_object a = {.shape = &shape, .pose = shape_pose_near(&rng, &shape, &s)};
        tacti_object_distance_answer d[2][3];
        tacti_object_collision c[2][3];
        /* The mesh lowers the level, or the shape does. */
        for (int lower = 0; lower < 2; lower++)
            for (uint32_t level = 0; level < all->level_count; level++) {
                uint32_t of_mesh = lower == 0 ? level : all->level_count - 1;
                tacti_object b = {.bvh = bodies[of_mesh].bvh, .pose = s.pose};
                a.limit = lower == 0 ? TACTI_NO_LIMIT : tacti_simd_limit_at((tact_simd_level)level);
                assert_int_equal(tacti_object_distance(&a, &b, NULL, &d[lower][level]), TACT_OK);
                assert_int_equal(tacti_object_collide(&a, &b, NULL, &c[lower][level]), TACT_OK);
                assert_same(&d[lower][level], &d[0][0]);
                assert_int_equal(c[lower][level].outcome, c[0][0].outcome);
                assert_int_equal(c[lower][level].b, c[0][0].b);
            }
    }
    for (uint32_t level = 0; level < all->level_count; level++)
        body_free(&bodies[level]);
    soup_free(&s.soup);
    shapes_pool_free(&pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_levels),
    };
    return cmocka_run_group_tests(tests, contexts_set_up, contexts_tear_down);
}
