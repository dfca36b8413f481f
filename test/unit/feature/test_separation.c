/* SPDX-License-Identifier: MIT */
/* Moving features with a separation, against their distance at many times: nothing that comes
 * within the separation is apart, and what is in contact comes within it. */
#include "make_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TIMES = 48 };

static tact_vec3 place(const tact_impact_motion *m, int i, double t) {
    tact_vec3 a = m->start[i], b = m->end[i];
    return (tact_vec3){(1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y, (1 - t) * a.z + t * b.z};
}

static tact_gap distance_at(tact_impact_kind kind, const tact_impact_motion *m, double t) {
    tact_vec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = place(m, i, t);
    tact_triangle first = {{p[1], p[2], p[3]}};
    if (kind == TACT_IMPACT_VERTEX_FACE)
        return tact_triangle_distance_point(&first, p[0]);
    first = (tact_triangle){{p[0], p[1], p[1]}};
    return tact_triangle_distance_segment(&first, (tact_segment){p[2], p[3]});
}

/* The largest coordinate, which bounds the rounding of places. */
static double size_of(const tact_impact_motion *m) {
    double most = 0;
    for (int i = 0; i < 24; i++)
        most = fmax(most, fabs((&m->start[0].x)[i]));
    return most;
}

/* Times at which the distance is looked at: evenly, and near the two bounds. */
static double time_at(const tact_impact_result *r, double limit, int i) {
    if (i < TIMES || r->outcome == TACT_OUTCOME_APART)
        return limit * (i % TIMES) / (TIMES - 1);
    double near = ldexp(1, -(i - TIMES)), t = i % 2 == 0 ? r->lower - near : r->upper - near;
    return fmax(0, fmin(limit, t));
}

static void check(tact_impact_kind kind, const tact_impact_motion *m,
                  const tact_impact_options *options, const tact_impact_result *r) {
    double slack = 0x1p-48 * size_of(m), separation = options->separation;
    if (r->outcome != TACT_OUTCOME_APART)
        assert_true(r->lower >= 0 && r->lower <= r->upper && r->upper <= options->limit);
    for (int i = 0; i < 2 * TIMES; i++) {
        double t = time_at(r, options->limit, i);
        if (r->outcome != TACT_OUTCOME_APART && t >= r->lower)
            continue;
        if (distance_at(kind, m, t).upper < separation * (1 - 0x1p-40) - slack)
            fail_msg("the features come within the separation earlier");
    }
    if (r->outcome == TACT_OUTCOME_CONTACT &&
        distance_at(kind, m, r->upper).lower > separation * (1 + 0x1p-40) + slack)
        fail_msg("the features are not within the separation at the upper time");
    if (r->outcome == TACT_OUTCOME_CONTACT && kind == TACT_IMPACT_VERTEX_FACE)
        assert_true(r->u >= 0 && r->v >= 0 && r->u + r->v <= 1);
}

static void test_families(void **state) {
    (void)state;
    test_rng rng = test_rng_start("separations");
    uint64_t cases = test_case_count(4000, 400000), open = 0, contacts = 0, apart = 0;
    for (uint64_t i = 0; i < cases; i++) {
        tact_impact_kind kind = (tact_impact_kind)(i / MOTION_FAMILIES % 2);
        tact_impact_motion m = make_motion(&rng, (unsigned)(i % MOTION_FAMILIES), kind);
        tact_impact_options options = tact_impact_options_default();
        options.method = i % 3 == 0 ? TACT_IMPACT_ADVANCE : TACT_IMPACT_EXACT;
        /* Often about as large as the distance at some time. */
        double far = distance_at(kind, &m, test_rng_between(&rng, 0, 1)).upper;
        options.separation = far * test_rng_between(&rng, 0.5, 1.25);
        if (!(options.separation > 0))
            options.separation = 0x1p-10 * size_of(&m);
        if (i % 5 == 0)
            options.limit = test_rng_between(&rng, 0, 1);
        tact_impact_result r, shuffled;
        assert_int_equal(ask_impact(kind, &m, &options, &r), TACT_OK);
        check(kind, &m, &options, &r);
        tact_impact_motion other = shuffle_motion(&rng, &m, kind);
        assert_int_equal(ask_impact(kind, &other, &options, &shuffled), TACT_OK);
        assert_int_equal(shuffled.outcome, r.outcome);
        assert_memory_equal(&shuffled.lower, &r.lower, sizeof r.lower);
        assert_memory_equal(&shuffled.upper, &r.upper, sizeof r.upper);
        open += r.outcome == TACT_OUTCOME_UNDECIDED;
        contacts += r.outcome == TACT_OUTCOME_CONTACT;
        apart += r.outcome == TACT_OUTCOME_APART;
    }
    printf("%llu apart, %llu in contact, %llu open\n", (unsigned long long)apart,
           (unsigned long long)contacts, (unsigned long long)open);
    assert_true(apart > cases / 20 && contacts > cases / 4);
    /* With a separation, few questions are so near that they stay open. */
    assert_true(open < cases / 20);
}

/* All of the places of the hypotenuse and beyond it must be on the face. */
static void test_place_is_on_the_face(void **state) {
    (void)state;
    tact_impact_options options = tact_impact_options_default();
    options.separation = 0.125;
    for (int i = -4; i <= 20; i++) {
        double x = i / 16.0, y = 1 - x + 0.03125;
        tact_impact_motion m = {{{x, y, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                {{x, y, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        tact_impact_result r;
        assert_int_equal(tact_impact_vertex_face(&m, &options, &r), TACT_OK);
        if (r.outcome != TACT_OUTCOME_APART)
            assert_true(r.u >= 0 && r.v >= 0 && r.u + r.v <= 1);
        if (x >= 0 && x <= 1)
            assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_families),
                                       cmocka_unit_test(test_place_is_on_the_face)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
