/* SPDX-License-Identifier: MIT */
/* Closed forms: bounds against the definition of the separation in extended precision, verdicts and
 * distances against the search, which takes over if there is no closed form, and places where
 * formulas divide by zero. */
#include <math.h>

#include "closed/closed.h"
#include "convex_levels.h"
#include "convex_pairs.h"
#include "oracle_convex.h"
#include "support_value.h"
#include "pair/pair.h"

/* ---- Pairs ---------------------------------------------------------------------------------- */

typedef enum form {
    FORM_BALLS,
    FORM_BALL_SEGMENT,
    FORM_SEGMENTS,
    FORM_BALL_TRIANGLE,
    FORM_BALL_BOX,
    FORM_BALL_CYLINDER,
    FORM_BALL_CONE,
    FORM_BALL_ELLIPSOID,
    FORM_ELLIPSOIDS,
    FORMS
} form;

typedef struct closed_pair {
    tact_shape shape[2];
    tacti_placed_shape placed[2];
} closed_pair;

static double length(test_rng *rng) {
    return test_rng_below(rng, 12) == 0 ? 0 : test_rng_between(rng, 0.05, 1);
}

static double above_zero(test_rng *rng) {
    return test_rng_between(rng, 0.05, 1);
}

static tact_shape make_second(test_rng *rng, form what) {
    switch (what) {
    case FORM_BALLS:
        return tact_shape_sphere(length(rng));
    case FORM_BALL_SEGMENT:
    case FORM_SEGMENTS: {
        tact_vec3 a = tact_vec3_scale(pairs_random_direction(rng), length(rng));
        tact_vec3 b = tact_vec3_scale(pairs_random_direction(rng), length(rng));
        return tact_shape_segment(a, test_rng_below(rng, 8) == 0 ? a : b, length(rng));
    }
    case FORM_BALL_TRIANGLE: {
        tact_triangle t;
        for (int i = 0; i < 3; i++)
            t.v[i] = tact_vec3_scale(pairs_random_direction(rng), length(rng));
        return tact_shape_triangle(t);
    }
    case FORM_BALL_BOX:
        return tact_shape_box(length(rng), length(rng), length(rng));
    case FORM_BALL_CYLINDER:
        return tact_shape_cylinder(length(rng), length(rng));
    case FORM_BALL_CONE:
        return tact_shape_cone(length(rng), length(rng));
    default:
        return tact_shape_ellipsoid(above_zero(rng), above_zero(rng), above_zero(rng));
    }
}

/* Poses that are random, or whole quarter turns; places that are random, or on an axis. */
static tact_pose make_pose(test_rng *rng) {
    tact_pose pose = pairs_random_pose(rng, 1);
    if (test_rng_below(rng, 4) == 0)
        for (int i = 0; i < 12; i++)
            if (i % 4 < 3)
                pose.m[i] = i % 5 == 0;
    for (int i = 3; i < 12; i += 4)
        if (test_rng_below(rng, 6) == 0)
            pose.m[i] = 0;
    return pose;
}

static void make_pair(test_rng *rng, form what, closed_pair *out) {
    bool is_ball = what != FORM_SEGMENTS && what != FORM_ELLIPSOIDS;
    out->shape[0] = is_ball ? tact_shape_sphere(length(rng)) : make_second(rng, what);
    out->shape[1] = make_second(rng, what);
    for (int side = 0; side < 2; side++) {
        if (test_rng_below(rng, 3) == 0)
            out->shape[side].radius = length(rng);
        out->placed[side] = (tacti_placed_shape){&out->shape[side], make_pose(rng)};
    }
    if (test_rng_below(rng, 2) == 0) { /* either order */
        tacti_placed_shape first = out->placed[0];
        out->placed[0] = out->placed[1];
        out->placed[1] = first;
    }
}

/* Moves b along the separation found until only a small gap or depth is left. */
static void move_near(test_rng *rng, closed_pair *pair) {
    tacti_bodies bodies;
    tacti_closed closed;
    assert_int_equal(tacti_bodies_make(&pair->placed[0], &pair->placed[1], &bodies), TACT_OK);
    if (!tacti_closed_measure(&bodies, &closed))
        return;
    double gap = ldexp(test_rng_between(rng, -1, 1), -(int)test_rng_below(rng, 56));
    double by = gap - 0.5 * (closed.lower + closed.upper);
    double *m = pair->placed[1].pose.m;
    m[3] += closed.direction.x * by;
    m[7] += closed.direction.y * by;
    m[11] += closed.direction.z * by;
}

/* ---- Bounds --------------------------------------------------------------------------------- */

/* Returns whether the bounds meet. For ellipsoids that overlap they need not meet. */
static bool assert_measured(const closed_pair *pair, const tacti_closed *c, test_rng *rng) {
    const tacti_placed_shape *a = &pair->placed[0], *b = &pair->placed[1];
    bool is_climbed = a->shape->kind == TACT_SHAPE_ELLIPSOID && a->shape->kind == b->shape->kind;
    ldvec3 n = ldvec3_unit(c->direction);
    long double along = support_value(a, b, n);
    /* Every direction gives a lower bound of the separation; the best one known gives its value. */
    long double most = support_value_most(a, b, n, rng);
    assert_true((long double)c->lower <= most + 1e-18L);
    assert_true(most <= (long double)c->upper + 1e-18L);
    assert_true(along >= (long double)c->lower - 1e-13L);
    bool is_met = c->upper - c->lower <= (is_climbed ? 1e-11 : 2e-13);
    assert_true(is_met || (is_climbed && c->upper <= 0));
    assert_true(fabs(tact_vec3_length(c->direction) - 1) <= 1e-13);
    /* The points realise the separation, and are in the shapes. */
    tact_vec3 between = tact_vec3_sub(c->point[1], c->point[0]);
    tact_vec3 wanted = tact_vec3_scale(c->direction, c->lower);
    if (is_met)
        assert_true(tact_vec3_length(tact_vec3_sub(between, wanted)) <=
                    (is_climbed ? 1e-8 : 2e-13));
    for (int side = 0; side < 2; side++)
        if (pair->placed[side].shape->kind != TACT_SHAPE_TRIANGLE)
            assert_true(outside_by(&pair->placed[side], c->point[side]) <= 1e-13L);
    return is_met;
}

static void bounds_hold(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bounds_hold");
    uint64_t count = test_case_count(900, 100000), found[FORMS] = {0}, tried[FORMS] = {0};
    for (uint64_t i = 0; i < count; i++) {
        form what = (form)(i % FORMS);
        closed_pair pair;
        make_pair(&rng, what, &pair);
        if (i / FORMS % 2 == 1)
            move_near(&rng, &pair);
        tacti_bodies bodies, swapped;
        assert_int_equal(tacti_bodies_make(&pair.placed[0], &pair.placed[1], &bodies), TACT_OK);
        assert_int_equal(tacti_bodies_make(&pair.placed[1], &pair.placed[0], &swapped), TACT_OK);
        check_some_levels(i / FORMS, 8, &pair.placed[0], &pair.placed[1]);
        tacti_closed closed, other;
        tried[what]++;
        if (!tacti_closed_measure(&bodies, &closed))
            continue;
        found[what] += assert_measured(&pair, &closed, &rng);
        if (tacti_closed_measure(&swapped, &other))
            assert_true(closed.lower <= other.upper && other.lower <= closed.upper);
    }
    /* Few pairs are left to the search: thin triangles, nearly parallel segments; or stay open:
     * ellipsoids deep in each other. */
    for (int what = 0; what < FORMS; what++)
        assert_true(tried[what] < 50 || found[what] * 10 >= tried[what] * 9);
}

/* Ellipsoids deep in each other: the frames of the inner ellipsoid match those of both, so that the
 * bounds nearly always meet. */
static void bounds_of_deep_ellipsoids_meet(void **state) {
    (void)state;
    test_rng rng = test_rng_start("bounds_of_deep_ellipsoids_meet");
    uint32_t met = 0, count = 4000;
    for (uint32_t i = 0; i < count; i++) {
        tact_shape shape[2];
        tacti_placed_shape placed[2];
        for (int side = 0; side < 2; side++) {
            double half[3];
            for (int k = 0; k < 3; k++)
                half[k] = test_rng_between(&rng, 0.3, 2);
            shape[side] = tact_shape_ellipsoid(half[0], half[1], half[2]);
            placed[side] = (tacti_placed_shape){.shape = &shape[side]};
            tact_vec3 axis = pairs_random_direction(&rng), at = pairs_random_direction(&rng);
            at = tact_vec3_scale(at, test_rng_between(&rng, 0, 0.6));
            assert_int_equal(tact_pose_from_axis_angle(axis, test_rng_between(&rng, 0, 3), at,
                                                       &placed[side].pose),
                             TACT_OK);
        }
        tacti_bodies bodies;
        tacti_closed closed;
        assert_int_equal(tacti_bodies_make(&placed[0], &placed[1], &bodies), TACT_OK);
        met += tacti_closed_measure(&bodies, &closed) &&
               closed.upper - closed.lower <= 0x1p-39 * -closed.lower;
    }
    print_message("%u of %u pairs have bounds that meet\n", met, count);
    assert_true(met * 100 >= count * 92);
}

/* ---- Against the search --------------------------------------------------------------------- */

/* The same placed vertices as a hull, which has no closed form. */
static tact_hull *make_hull(const tact_shape *shape) {
    tact_shape core = *shape;
    core.radius = 0;
    tacti_placed_shape still = {&core, tact_pose_identity()};
    tact_vec3 v[8];
    uint32_t count = oracle_vertices(&still, v, 8);
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, v, count, &hull), TACT_OK);
    return hull;
}

static void assert_same_answers(const closed_pair *pair) {
    const tacti_placed_shape *a = &pair->placed[0], *b = &pair->placed[1];
    tact_hull *hull[2] = {make_hull(a->shape), make_hull(b->shape)};
    tact_shape as_hull[2] = {tact_shape_hull(hull[0]), tact_shape_hull(hull[1])};
    as_hull[0].radius = a->shape->radius;
    as_hull[1].radius = b->shape->radius;
    tacti_placed_shape p = {&as_hull[0], a->pose}, q = {&as_hull[1], b->pose};
    tacti_convex_collision closed, searched, swapped;
    assert_int_equal(tacti_convex_collide(a, b, NULL, &closed), TACT_OK);
    assert_int_equal(tacti_convex_collide(b, a, NULL, &swapped), TACT_OK);
    assert_int_equal(tacti_convex_collide(&p, &q, NULL, &searched), TACT_OK);
    assert_int_equal(closed.outcome, searched.outcome);
    assert_int_equal(swapped.outcome, searched.outcome);
    bool holds = false;
    assert_int_equal(tacti_convex_check(a, b, &closed, &holds), TACT_OK);
    assert_true(holds);
    tacti_convex_distance_answer near, far;
    tacti_convex_cache cache = {0};
    assert_int_equal(tacti_convex_distance(a, b, &cache, &near), TACT_OK);
    assert_int_equal(tacti_convex_distance(&p, &q, NULL, &far), TACT_OK);
    assert_int_equal(cache.outcome, near.outcome);
    assert_int_equal(near.outcome, searched.outcome);
    assert_true(near.lower <= far.upper && far.lower <= near.upper);
    assert_true(fabs(near.distance - far.distance) <= 1e-12);
    assert_true((near.distance == 0) == (near.outcome == TACT_OUTCOME_CONTACT));
    /* The weights are those of the points. */
    double sum = 0;
    for (uint32_t i = 0; i < near.pair_count; i++)
        sum += near.weights[i];
    assert_true(near.pair_count > 0 && fabs(sum - 1) <= 1e-12);
    tact_hull_destroy(hull[0]);
    tact_hull_destroy(hull[1]);
}

static void polytopes_as_by_search(void **state) {
    (void)state;
    test_rng rng = test_rng_start("polytopes_as_by_search");
    for (uint64_t i = 0; i < test_case_count(6000, 400000); i++) {
        closed_pair pair;
        make_pair(&rng, (form)(i % (FORM_BALL_BOX + 1)), &pair);
        if (i % 3 > 0)
            move_near(&rng, &pair);
        assert_same_answers(&pair);
    }
}

/* Whole numbers: balls, segments, triangles and boxes that touch exactly, or hold each other. */
static void polytopes_on_a_grid(void **state) {
    (void)state;
    test_rng rng = test_rng_start("polytopes_on_a_grid");
    for (uint64_t i = 0; i < test_case_count(6000, 400000); i++) {
        closed_pair pair;
        make_pair(&rng, (form)(i % (FORM_BALL_BOX + 1)), &pair);
        for (int side = 0; side < 2; side++) {
            tact_shape *shape = &pair.shape[side];
            double *v = &shape->core.triangle.v[0].x;
            int numbers = shape->kind == TACT_SHAPE_SEGMENT    ? 6
                          : shape->kind == TACT_SHAPE_TRIANGLE ? 9
                          : shape->kind == TACT_SHAPE_BOX      ? 3
                                                               : 0;
            for (int k = 0; k < numbers; k++)
                v[k] = (double)test_rng_below(&rng, 4);
            shape->radius = 0.5 * (double)test_rng_below(&rng, 4);
            pair.placed[side].pose = tact_pose_identity();
            for (int k = 3; k < 12; k += 4)
                pair.placed[side].pose.m[k] = (double)test_rng_below(&rng, 4);
        }
        assert_same_answers(&pair);
    }
}

/* ---- Special places ------------------------------------------------------------------------- */

typedef struct special {
    tact_shape shape;
    tact_vec3 centre;
    double separation; /* of a ball of radius 1/4 there */
} special;

/* A ball of radius 1/4 at a special place, as a and as b. */
static void check_place(const special *place) {
    tact_shape ball = tact_shape_sphere(0.25);
    tacti_placed_shape a = {&ball, tact_pose_identity()};
    tacti_placed_shape b = {&place->shape, tact_pose_identity()};
    a.pose.m[3] = place->centre.x;
    a.pose.m[7] = place->centre.y;
    a.pose.m[11] = place->centre.z;
    double wanted = place->separation;
    for (int order = 0; order < 2; order++) {
        tacti_bodies bodies;
        tacti_closed closed;
        assert_int_equal(tacti_bodies_make(order == 0 ? &a : &b, order == 0 ? &b : &a, &bodies),
                         TACT_OK);
        if (tacti_closed_measure(&bodies, &closed)) {
            assert_true(closed.lower <= wanted && wanted <= closed.upper);
            assert_true(closed.upper - closed.lower <= 3e-13);
            assert_true(fabs(tact_vec3_length(closed.direction) - 1) <= 1e-14);
        } else
            assert_true(place->shape.core.half_extents.z == 0);
        tacti_convex_distance_answer answer;
        assert_int_equal(tacti_convex_distance(&a, &b, NULL, &answer), TACT_OK);
        assert_int_equal(answer.outcome, wanted > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT);
        assert_true(fabs(answer.distance - (wanted > 0 ? wanted : 0)) <= 1e-9);
    }
}

static void special_places(void **state) {
    (void)state;
    double root = sqrt(5);
    const special list[] = {
        {tact_shape_cylinder(1, 2), {0, 0, 0}, -1.25},       /* the middle: through the side */
        {tact_shape_cylinder(2, 1), {0, 0, 0}, -1.25},       /* through an end */
        {tact_shape_cylinder(1, 2), {0, 0, 3}, 0.75},        /* on the axis */
        {tact_shape_cylinder(1, 2), {1, 0, 0}, -0.25},       /* on the side */
        {tact_shape_cylinder(1, 2), {0, 1, 2}, -0.25},       /* on the rim */
        {tact_shape_cylinder(1, 2), {4, 0, 6}, 4.75},        /* off the rim: 3, 4, 5 */
        {tact_shape_cylinder(0, 2), {3, 0, 6}, 4.75},        /* a segment */
        {tact_shape_cylinder(1, 0), {0, 5, 3}, 4.75},        /* a disc */
        {tact_shape_cylinder(0, 0), {0, 3, 4}, 4.75},        /* a point */
        {tact_shape_cone(2, 2), {0, 0, 2}, -0.25},           /* the apex */
        {tact_shape_cone(2, 2), {0, 0, 5}, 2.75},            /* above it */
        {tact_shape_cone(2, 2), {0, 0, -4}, 1.75},           /* below the base */
        {tact_shape_cone(2, 2), {0, 0, -2}, -0.25},          /* on the base */
        {tact_shape_cone(2, 2), {2, 0, -2}, -0.25},          /* on the rim */
        {tact_shape_cone(2, 2), {6, 0, -5}, 4.75},           /* off the rim */
        {tact_shape_cone(2, 2), {1, 0, 0}, -0.25},           /* on the side */
        {tact_shape_cone(2, 2), {0, 5, 2}, 2 * root - 0.25}, /* off the side: 5 (2, 1) / root */
        {tact_shape_cone(0, 2), {3, 0, 6}, 4.75},            /* a segment */
        {tact_shape_cone(2, 0), {0, 0, 1}, 0.75},            /* a disc */
        {tact_shape_cone(0, 0), {0, 3, 4}, 4.75},            /* a point */
        {tact_shape_box(1, 2, 3), {0, 0, 0}, -1.25},         /* the middle */
        {tact_shape_box(2, 2, 2), {1, 1, 1}, -1.25},         /* ties */
        {tact_shape_box(1, 2, 3), {1, 2, 3}, -0.25},         /* a corner */
        {tact_shape_box(1, 2, 3), {3, 4, 4}, 2.75},          /* off it: 2, 2, 1, 3 */
        {tact_shape_box(0, 0, 0), {0, 3, 4}, 4.75},          /* a point */
        {tact_shape_box(1, 0, 1), {0, 0, 0}, -0.25},         /* flat */
        {tact_shape_box(1, 0, 1), {0.5, 2, 0}, 1.75},        /* off it */
        {tact_shape_ellipsoid(1, 2, 3), {0, 0, 0}, -1.25},   /* the middle */
        {tact_shape_ellipsoid(2, 2, 2), {0, 0, 0}, -2.25},   /* of a ball */
        {tact_shape_ellipsoid(2, 2, 2), {0, 3, 4}, 2.75},    /* off a ball */
        {tact_shape_ellipsoid(1, 2, 3), {0, 0, 3}, -0.25},   /* at the end of an axis */
        {tact_shape_ellipsoid(1, 2, 3), {0, 0, 7}, 3.75},    /* beyond it */
        {tact_shape_ellipsoid(1, 2, 3), {5, 0, 0}, 3.75},    /* beyond another */
        {tact_shape_ellipsoid(3, 3, 0), {1, 1, 4}, 3.75},    /* flat: by search */
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        check_place(&list[i]);
}

/* ---- Poses and sizes ------------------------------------------------------------------------ */

/* Rotations that are off by up to 3e-7: the answers hold for the shapes as they are placed. */
static void sloppy_poses(void **state) {
    (void)state;
    test_rng rng = test_rng_start("sloppy_poses");
    for (uint64_t i = 0; i < test_case_count(1000, 100000); i++) {
        closed_pair pair;
        make_pair(&rng, (form)(i % FORMS), &pair);
        double off = ldexp(1, -22 - (int)test_rng_below(&rng, 26));
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 12; k++)
                if (k % 4 < 3)
                    pair.placed[side].pose.m[k] += test_rng_between(&rng, -off, off);
        const tacti_placed_shape *a = &pair.placed[0], *b = &pair.placed[1];
        tacti_convex_distance_answer answer;
        tacti_convex_collision verdict;
        assert_int_equal(tacti_convex_distance(a, b, NULL, &answer), TACT_OK);
        assert_int_equal(tacti_convex_collide(a, b, NULL, &verdict), TACT_OK);
        check_some_levels(i / FORMS, 16, a, b);
        if (answer.outcome != TACT_OUTCOME_APART)
            continue;
        ldvec3 n = ldvec3_unit(answer.direction);
        long double most = support_value_climb(a, b, n);
        assert_true((long double)answer.lower <= most + 1e-18L);
        assert_true(most <= (long double)answer.upper + 1e-18L);
        assert_int_not_equal(verdict.outcome, TACT_OUTCOME_CONTACT);
        if (verdict.outcome == TACT_OUTCOME_APART)
            assert_true(support_value(a, b, ldvec3_unit(verdict.proof.direction)) > -1e-18L);
    }
}

static void scale_shape(tact_shape *shape, double s) {
    double *v = &shape->core.triangle.v[0].x;
    int numbers = shape->kind == TACT_SHAPE_SEGMENT    ? 6
                  : shape->kind == TACT_SHAPE_TRIANGLE ? 9
                  : shape->kind == TACT_SHAPE_SPHERE   ? 0
                                                       : 3;
    if (shape->kind == TACT_SHAPE_CYLINDER || shape->kind == TACT_SHAPE_CONE)
        numbers = 2;
    for (int k = 0; k < numbers; k++)
        v[k] *= s;
    shape->radius *= s;
}

/* Powers of two change nothing but the scale within the range of the forms. Beyond it, verdicts are
 * the same or open. */
static void sizes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("sizes");
    for (uint64_t i = 0; i < test_case_count(3000, 100000); i++) {
        closed_pair pair;
        make_pair(&rng, (form)(i % FORMS), &pair);
        tacti_convex_distance_answer plain, scaled;
        tacti_convex_collision verdict;
        assert_int_equal(tacti_convex_distance(&pair.placed[0], &pair.placed[1], NULL, &plain),
                         TACT_OK);
        static const int powers[] = {-420, -190, -60, 60, 190, 420};
        double s = ldexp(1, powers[i / FORMS % 6]);
        for (int side = 0; side < 2; side++) {
            scale_shape(&pair.shape[side], s);
            for (int k = 3; k < 12; k += 4)
                pair.placed[side].pose.m[k] *= s;
        }
        assert_int_equal(tacti_convex_distance(&pair.placed[0], &pair.placed[1], NULL, &scaled),
                         TACT_OK);
        assert_int_equal(tacti_convex_collide(&pair.placed[0], &pair.placed[1], NULL, &verdict),
                         TACT_OK);
        if (s > 0x1p-200 && s < 0x1p200) {
            assert_int_equal(plain.outcome, scaled.outcome);
            assert_true(fabs(scaled.distance / s - plain.distance) <= 1e-12);
        } else if (scaled.outcome != TACT_OUTCOME_UNDECIDED &&
                   plain.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(plain.outcome, scaled.outcome);
        assert_true(scaled.lower <= scaled.upper);
        if (verdict.outcome != TACT_OUTCOME_UNDECIDED && plain.outcome != TACT_OUTCOME_UNDECIDED)
            assert_int_equal(verdict.outcome, plain.outcome);
    }
}

/* Points that are nearer than the root of the least double: squares are 0, but the distance is
 * not. */
static void tiny_offsets(void **state) {
    (void)state;
    const tact_shape shapes[] = {tact_shape_sphere(0),
                                 tact_shape_capsule(0, 0),
                                 tact_shape_triangle((tact_triangle){{{0, 0, 0}, {0, 0, 0}}}),
                                 tact_shape_box(0, 0, 0),
                                 tact_shape_cylinder(0, 0),
                                 tact_shape_cone(0, 0)};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            double offset = k == 0 ? 0x1p-600 : 0x1p-800;
            tacti_placed_shape a = {&shapes[0], tact_pose_identity()}, b = {&shapes[i], a.pose};
            a.pose.m[3] = b.pose.m[3] = 1;
            b.pose.m[7] = offset;
            tacti_convex_collision verdict;
            tacti_convex_distance_answer answer;
            assert_int_equal(tacti_convex_collide(&a, &b, NULL, &verdict), TACT_OK);
            assert_int_equal(tacti_convex_distance(&a, &b, NULL, &answer), TACT_OK);
            tact_outcome wanted = i < 4 ? TACT_OUTCOME_APART : TACT_OUTCOME_UNDECIDED;
            assert_true(verdict.outcome == TACT_OUTCOME_APART || verdict.outcome == wanted);
            assert_true(answer.outcome == TACT_OUTCOME_APART || answer.outcome == wanted);
            assert_true(answer.lower <= offset && offset <= answer.upper);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),         cmocka_unit_test(polytopes_as_by_search),
        cmocka_unit_test(polytopes_on_a_grid), cmocka_unit_test(special_places),
        cmocka_unit_test(sloppy_poses),        cmocka_unit_test(sizes),
        cmocka_unit_test(tiny_offsets),        cmocka_unit_test(bounds_of_deep_ellipsoids_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
