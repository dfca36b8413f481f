/* SPDX-License-Identifier: MIT */
/* Distances and depths of pairs whose numbers mix exponents over the whole range: the bounds hold,
 * nothing is NaN, the distance is 0 if and only if the outcome is not apart, and the outcome is
 * that of collide. Polytopes are measured in whole numbers, other shapes along many directions and
 * between many points. Every query runs without a cache, with the cache of the previous pair, and
 * again with its own cache. */
#include "mixed_pairs.h"
#include "whole_pair.h"
#include "wide_value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "manifold/manifold.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "pair/pair_depth.h"

#define POOL_PAIRS 2000

/* The number of directions of random pairs of lines that test a lower bound of the depth. */
#define FEW_DIRECTIONS 24

typedef struct judge {
    test_rng rng;
    mixed_pool pool;
    mixed_pair pair;
    tacti_convex_cache cache; /* of the previous pair */
    whole_pair whole;
    wide_values wide;
    mpf_t value, length, bound, size;
    uint64_t pairs, apart, contact, undecided;
} judge;

static void fail_pair(const judge *j, const char *what, double lower, double value, double upper) {
    mixed_pair_print(&j->pair);
    printf("%s: %a, bounds %a and %a\n", what, value, lower, upper);
    fail_msg("%s is wrong", what);
}

static void check_finite(const judge *j, const char *what, tact_vec3 v) {
    if (!(isfinite(v.x) && isfinite(v.y) && isfinite(v.z)))
        fail_pair(j, what, v.x, v.y, v.z);
}

static bool has_half_space(const judge *j) {
    return j->pair.shape[0].kind == TACT_SHAPE_HALF_SPACE ||
           j->pair.shape[1].kind == TACT_SHAPE_HALF_SPACE;
}

static bool are_half_spaces(const judge *j) {
    return j->pair.shape[0].kind == TACT_SHAPE_HALF_SPACE &&
           j->pair.shape[1].kind == TACT_SHAPE_HALF_SPACE;
}

/* ---- What holds of every answer ----------------------------------------------------------- */

static void check_separation(const judge *j, const tacti_convex_distance_answer *s) {
    bool is_open = are_half_spaces(j) && s->outcome == TACT_OUTCOME_UNDECIDED;
    if (!(0 <= s->lower && s->lower <= s->distance && s->distance <= s->upper))
        fail_pair(j, "distance beside its bounds", s->lower, s->distance, s->upper);
    if (!isfinite(s->distance) || (!isfinite(s->upper) && !has_half_space(j) && !is_open))
        fail_pair(j, "distance without end", s->lower, s->distance, s->upper);
    if ((s->distance > 0) != (s->outcome == TACT_OUTCOME_APART))
        fail_pair(j, "distance of that outcome", s->lower, s->distance, s->upper);
    if (s->outcome == TACT_OUTCOME_CONTACT && s->upper != 0)
        fail_pair(j, "upper bound in contact", s->lower, s->distance, s->upper);
    check_finite(j, "nearest point of a", s->point_a);
    check_finite(j, "nearest point of b", s->point_b);
    check_finite(j, "direction of the distance", s->direction);
}

static void check_penetration(const judge *j, const tacti_convex_depth_answer *d) {
    if (!(0 <= d->lower && d->lower <= d->depth && d->depth <= d->upper))
        fail_pair(j, "depth beside its bounds", d->lower, d->depth, d->upper);
    if (!has_half_space(j) && !isfinite(d->upper))
        fail_pair(j, "depth without end", d->lower, d->depth, d->upper);
    if (d->outcome == TACT_OUTCOME_APART && d->upper != 0)
        fail_pair(j, "depth of shapes apart", d->lower, d->depth, d->upper);
    if (d->outcome == TACT_OUTCOME_CONTACT && !(fabs(tact_vec3_length(d->direction) - 1) < 1e-5))
        fail_pair(j, "length of the direction out", d->direction.x, d->direction.y, d->direction.z);
    check_finite(j, "deepest point of a", d->point_a);
    check_finite(j, "deepest point of b", d->point_b);
    check_finite(j, "direction out", d->direction);
}

/* ---- Polytopes ---------------------------------------------------------------------------- */

static void judge_whole_distance(judge *j, const tacti_convex_distance_answer *s) {
    int truth = whole_pair_compare_distance(&j->whole, 0);
    if (s->outcome != (truth > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT))
        fail_pair(j, "outcome of the distance", s->lower, s->distance, s->upper);
    if (truth <= 0)
        return;
    if (whole_pair_compare_distance(&j->whole, s->lower) < 0)
        fail_pair(j, "lower bound of the distance", s->lower, s->distance, s->upper);
    if (whole_pair_compare_distance(&j->whole, s->upper) > 0)
        fail_pair(j, "upper bound of the distance", s->lower, s->distance, s->upper);
}

static void judge_whole_depth(judge *j, const tacti_convex_depth_answer *d) {
    whole_pair *whole = &j->whole;
    int truth = whole_pair_compare_distance(whole, 0);
    if (d->outcome != (truth > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT))
        fail_pair(j, "outcome of the depth", d->lower, d->depth, d->upper);
    if (truth > 0)
        return;
    if (!whole_pair_cores_meet(whole)) { /* both radii less the distance */
        if (whole_pair_compare_distance(whole, -d->lower) > 0)
            fail_pair(j, "lower bound of the depth", d->lower, d->depth, d->upper);
        if (whole_pair_compare_distance(whole, -d->upper) < 0)
            fail_pair(j, "upper bound of the depth", d->lower, d->depth, d->upper);
        return;
    }
    bool proves, is_upper = whole_pair_parts_along(whole, d->direction, d->upper * (1 + 1e-9));
    if (whole_pair_is_less_deep(whole, d->lower, d->upper, FEW_DIRECTIONS, &j->rng, &proves))
        fail_pair(j, "lower bound of the depth", d->lower, d->depth, d->upper);
    if (is_upper || proves)
        return;
    whole_pair_is_less_deep(whole, d->lower, d->upper, UINT32_MAX / 20, &j->rng, &proves);
    if (!proves)
        fail_pair(j, "upper bound of the depth", d->lower, d->depth, d->upper);
}

/* ---- Other shapes ------------------------------------------------------------------------- */

/* The sign of value - x length. A difference up to 2^-4000 of the value counts as 0. */
static int compare_value(judge *j, double x) {
    if (isinf(x))
        return x > 0 ? -1 : 1;
    mpf_set_d(j->bound, x);
    mpf_mul(j->bound, j->bound, j->length);
    mpf_sub(j->bound, j->value, j->bound);
    int sign = mpf_sgn(j->bound);
    mpf_abs(j->bound, j->bound);
    mpf_mul_2exp(j->bound, j->bound, 4000);
    mpf_abs(j->size, j->value);
    return mpf_cmp(j->bound, j->size) < 0 ? 0 : sign;
}

/* The separation is at least the value that was found along a direction. */
static void judge_value(judge *j, const tacti_convex_distance_answer *s,
                        const tacti_convex_depth_answer *d, bool *proves) {
    if (compare_value(j, s->upper) > 0)
        fail_pair(j, "upper bound of the distance", s->lower, s->distance, s->upper);
    int sign = mpf_sgn(j->value);
    if (sign > 0 && (s->outcome == TACT_OUTCOME_CONTACT || d->outcome == TACT_OUTCOME_CONTACT))
        fail_pair(j, "contact", s->lower, s->distance, s->upper);
    if (d->lower > 0 && compare_value(j, -d->lower) > 0)
        fail_pair(j, "lower bound of the depth", d->lower, d->depth, d->upper);
    /* Bounds of smooth shapes may be far apart. The direction is then as uncertain as the bounds.
     */
    double limit = d->upper * (1 + 1e-9) + 4 * (d->upper - d->lower);
    *proves = *proves || d->upper == INFINITY || compare_value(j, -limit) >= 0;
    if (!has_half_space(j))
        return;
    if (compare_value(j, s->lower) < 0 && s->lower > 0)
        fail_pair(j, "lower bound of the distance", s->lower, s->distance, s->upper);
    if (sign <= 0 && (s->outcome == TACT_OUTCOME_APART || d->outcome == TACT_OUTCOME_APART))
        fail_pair(j, "apart", s->lower, s->distance, s->upper);
}

static void judge_along(judge *j, tact_vec3 n, const tacti_convex_distance_answer *s,
                        const tacti_convex_depth_answer *d, bool *proves) {
    if (!has_half_space(j) && n.x == 0 && n.y == 0 && n.z == 0)
        return;
    wide_value_along(&j->wide, n, j->value, j->length);
    judge_value(j, s, d, proves);
}

/* It is at most the distance of two points. */
static void judge_between(judge *j, tact_vec3 n, const tacti_convex_distance_answer *s,
                          const tacti_convex_depth_answer *d) {
    wide_value_between(&j->wide, n, 12, j->value);
    mpf_set_ui(j->length, 1);
    if (mpf_sgn(j->value) <= 0 &&
        (s->outcome == TACT_OUTCOME_APART || d->outcome == TACT_OUTCOME_APART))
        fail_pair(j, "apart", s->lower, s->distance, s->upper);
    if (s->lower > 0 && compare_value(j, s->lower) < 0)
        fail_pair(j, "lower bound of the distance", s->lower, s->distance, s->upper);
}

static void judge_wide(judge *j, const tacti_convex_distance_answer *s,
                       const tacti_convex_depth_answer *d) {
    static const tact_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    /* An undecided depth promises only the bound. For example, beside coordinates of 2^497, radii
     * of 1 make a depth of at most 2, but no direction of doubles is exact enough for a way out of
     * that length. */
    bool proves = d->outcome != TACT_OUTCOME_CONTACT;
    if (are_half_spaces(j))
        return;
    judge_along(j, s->direction, s, d, &proves);
    judge_along(j, d->direction, s, d, &proves);
    if (has_half_space(j)) {
        if (!proves)
            fail_pair(j, "upper bound of the depth", d->lower, d->depth, d->upper);
        return;
    }
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1 : -1;
        tact_vec3 n = tact_vec3_scale(axes[i % 3], sign);
        judge_along(j, n, s, d, &proves);
        for (int side = 0; side < 2; side++) {
            wide_value_across(&j->wide, side, n, j->value, j->length);
            judge_value(j, s, d, &proves);
        }
    }
    mixed_palette palette = mixed_palette_make(&j->rng, 100);
    for (int i = 0; i < 4; i++)
        judge_along(j, mixed_point(&j->rng, &palette, 100), s, d, &proves);
    if (!proves)
        fail_pair(j, "upper bound of the depth", d->lower, d->depth, d->upper);
    tact_vec3 start = s->outcome == TACT_OUTCOME_APART ? s->direction : axes[0];
    judge_between(j, start, s, d);
}

/* ---- The questions ------------------------------------------------------------------------ */

static void check_users(judge *j, const tacti_convex_distance_answer *s,
                        const tacti_convex_depth_answer *d) {
    const tacti_placed_shape *a = &j->pair.placed[0], *b = &j->pair.placed[1];
    tacti_manifold manifold;
    tacti_convex_gradient_answer gradient;
    assert_int_equal(tacti_convex_manifold(a, b, 0, NULL, &manifold), TACT_OK);
    assert_int_equal(tacti_convex_gradient(a, b, NULL, &gradient), TACT_OK);
    check_finite(j, "normal of the manifold", manifold.normal);
    for (uint32_t i = 0; i < manifold.point_count; i++) {
        check_finite(j, "point of the manifold", manifold.points[i].point_a);
        check_finite(j, "point of the manifold", manifold.points[i].point_b);
    }
    if (isnan(manifold.separation) || isnan(gradient.separation))
        fail_pair(j, "separation", manifold.separation, 0, gradient.separation);
    check_finite(j, "gradient", gradient.of_a.translation);
    check_finite(j, "gradient", gradient.of_b.translation);
    if ((s->outcome == TACT_OUTCOME_APART && !(manifold.separation > 0)) ||
        (d->outcome == TACT_OUTCOME_CONTACT && s->outcome == TACT_OUTCOME_CONTACT &&
         manifold.separation > 0))
        fail_pair(j, "sign of the separation", -d->upper, manifold.separation, s->upper);
}

static void ask(judge *j, tacti_convex_cache *cache) {
    const tacti_placed_shape *a = &j->pair.placed[0], *b = &j->pair.placed[1];
    tacti_convex_collision collision;
    tacti_convex_distance_answer s;
    tacti_convex_depth_answer d;
    assert_int_equal(tacti_convex_collide(a, b, cache, &collision), TACT_OK);
    assert_int_equal(tacti_convex_distance(a, b, cache, &s), TACT_OK);
    assert_int_equal(tacti_convex_depth(a, b, cache, &d), TACT_OK);
    check_separation(j, &s);
    check_penetration(j, &d);
    bool are_exact =
        tact_shape_is_polytope(&j->pair.shape[0]) && tact_shape_is_polytope(&j->pair.shape[1]);
    if (are_exact) {
        if (collision.outcome != s.outcome || collision.outcome != d.outcome)
            fail_pair(j, "outcome", collision.outcome, s.outcome, d.outcome);
        judge_whole_distance(j, &s);
        judge_whole_depth(j, &d);
    } else {
        if (collision.outcome != s.outcome && collision.outcome != TACT_OUTCOME_UNDECIDED &&
            s.outcome != TACT_OUTCOME_UNDECIDED)
            fail_pair(j, "outcome", collision.outcome, s.outcome, d.outcome);
        judge_wide(j, &s, &d);
    }
    if (cache == NULL)
        check_users(j, &s, &d);
    j->apart += s.outcome == TACT_OUTCOME_APART;
    j->contact += s.outcome == TACT_OUTCOME_CONTACT;
    j->undecided += s.outcome == TACT_OUTCOME_UNDECIDED;
}

static void judge_pair(judge *j) {
    const tacti_placed_shape *a = &j->pair.placed[0], *b = &j->pair.placed[1];
    bool are_exact =
        tact_shape_is_polytope(&j->pair.shape[0]) && tact_shape_is_polytope(&j->pair.shape[1]);
    if (are_exact)
        whole_pair_set(&j->whole, a, b);
    else
        wide_values_set(&j->wide, a, b);
    ask(j, NULL);
    ask(j, &j->cache);
    if (test_rng_below(&j->rng, 4) == 0)
        ask(j, &j->cache);
    j->pairs++;
}

static void judge_pairs(const char *name, bool with_smooth, uint64_t count) {
    judge *j = malloc(sizeof *j);
    assert_non_null(j);
    *j = (judge){.rng = test_rng_start(name)};
    whole_pair_init(&j->whole);
    wide_values_init(&j->wide, WIDE_BITS);
    mpf_init2(j->value, WIDE_BITS);
    mpf_init2(j->length, WIDE_BITS);
    mpf_init2(j->bound, WIDE_BITS);
    mpf_init2(j->size, 64);
    for (uint64_t i = 0; i < count; i++) {
        if (i % POOL_PAIRS == 0) {
            if (i > 0)
                mixed_pool_free(&j->pool);
            j->pool = mixed_pool_make(&j->rng);
        }
        mixed_pair_make(&j->rng, &j->pool, with_smooth, &j->pair);
        judge_pair(j);
    }
    printf("%llu pairs: %llu answers apart, %llu contact, %llu undecided\n",
           (unsigned long long)j->pairs, (unsigned long long)j->apart,
           (unsigned long long)j->contact, (unsigned long long)j->undecided);
    assert_true(j->apart > 0 && j->contact > 0);
    mixed_pool_free(&j->pool);
    whole_pair_clear(&j->whole);
    wide_values_clear(&j->wide);
    mpf_clears(j->value, j->length, j->bound, j->size, NULL);
    free(j);
}

static void test_bounds_of_polytopes_hold(void **state) {
    (void)state;
    judge_pairs("mixed polytopes", false, test_case_count(5000, 500000));
}

static void test_bounds_of_all_kinds_hold(void **state) {
    (void)state;
    judge_pairs("mixed kinds", true, test_case_count(5000, 500000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_of_polytopes_hold),
        cmocka_unit_test(test_bounds_of_all_kinds_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
