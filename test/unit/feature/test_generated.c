/* SPDX-License-Identifier: MIT */
/* Moving features of hard families against exact arithmetic: no contact is missed by any method,
 * and the exact method reports none that is not there. Times bound the exact first one. */
#include "make_motion.h"
#include "oracle_impact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { METHODS = 5 };

/* A question, what the methods say, and what exact arithmetic says about it. */
typedef struct question {
    tact_impact_kind kind;
    tact_impact_motion motion;
    tact_impact_options options;
    int count; /* of methods that are asked */
    tact_impact_result said[METHODS];
    bool touches;           /* up to the limit */
    bool is_early[METHODS]; /* before the lower time */
    bool is_met[METHODS];   /* up to the upper time */
} question;

static void fail_with(const char *what, const question *q) {
    printf("%s: %s, limit %a\n", what, tact_impact_kind_name(q->kind), q->options.limit);
    for (int i = 0; i < 8; i++) {
        const tact_vec3 *p = i < 4 ? &q->motion.start[i] : &q->motion.end[i - 4];
        printf("%a %a %a\n", p->x, p->y, p->z);
    }
    fail_msg("%s", what);
}

static tact_impact_result ask(question *q, const tact_impact_motion *m, int method) {
    tact_impact_result r;
    q->options.method = (tact_impact_method)method;
    assert_int_equal(ask_impact(q->kind, m, &q->options, &r), TACT_OK);
    return r;
}

/* Times that are not finite are left out: no contact is before or up to them. */
static void ask_oracle(question *q) {
    double ends[1 + 2 * METHODS] = {q->options.limit};
    bool is_open[1 + 2 * METHODS] = {false}, found[1 + 2 * METHODS];
    for (int i = 0; i < q->count; i++) {
        bool is_apart = q->said[i].outcome == TACT_OUTCOME_APART;
        ends[1 + 2 * i] = is_apart ? 0 : q->said[i].lower;
        is_open[1 + 2 * i] = true;
        ends[2 + 2 * i] = is_apart ? q->options.limit : q->said[i].upper;
    }
    oracle_impact(q->kind, &q->motion, 1 + 2 * q->count, ends, is_open, found);
    q->touches = found[0];
    for (int i = 0; i < q->count; i++) {
        q->is_early[i] = found[1 + 2 * i];
        q->is_met[i] = found[2 + 2 * i];
    }
}

static void check_times(const question *q, int method) {
    const tact_impact_result *r = &q->said[method];
    if (r->outcome == TACT_OUTCOME_APART) {
        if (!(isinf(r->lower) && isinf(r->upper)))
            fail_with("features that are apart have times", q);
        return;
    }
    if (!(r->lower >= 0 && r->lower <= r->upper && r->upper <= q->options.limit))
        fail_with("the times are not in order", q);
    if (q->touches && (q->is_early[method] || !q->is_met[method]))
        fail_with("the times do not bound the first contact", q);
    if (method == TACT_IMPACT_EXACT && r->upper - r->lower > 0x1p-16)
        fail_with("the bounds are far apart", q);
}

/* How far apart the points of u and v are in the middle of the times, as a part of the largest
 * difference of two coordinates. */
static double gap_at_place(const question *q, const tact_impact_result *r) {
    double t = r->lower + (r->upper - r->lower) / 2, gap = 0, size = 0, w[4];
    for (int k = 0; k < 3; k++) {
        const double *start = &q->motion.start[0].x + k, *end = &q->motion.end[0].x + k;
        for (int i = 0; i < 4; i++) {
            double before = start[3 * i] - start[0], after = end[3 * i] - end[0];
            size = fmax(size, fmax(fabs(before), fabs(after)));
            w[i] = (1 - t) * before + t * after;
        }
        double there = q->kind == TACT_IMPACT_VERTEX_FACE
                           ? w[1] + r->u * (w[2] - w[1]) + r->v * (w[3] - w[1])
                           : w[2] + r->v * (w[3] - w[2]) - r->u * w[1];
        gap = fmax(gap, fabs(there));
    }
    return size > 0 ? gap / size : 0;
}

/* The points that u and v name are those of the features, and are near each other at the time. */
static void check_place(const question *q, int method) {
    const tact_impact_result *r = &q->said[method];
    bool is_face = q->kind == TACT_IMPACT_VERTEX_FACE;
    double sum = is_face ? r->u + r->v : r->u;
    if (!(r->u >= 0 && r->v >= 0 && sum <= 1 + 0x1p-50 && r->v <= 1))
        fail_with("the place is outside of the features", q);
    if (method == TACT_IMPACT_EXACT && gap_at_place(q, r) > 0x1p-13)
        fail_with("the points of the place are far apart", q);
    if (!is_face && (r->a == TACT_FEATURE_VERTEX_0 || r->a == TACT_FEATURE_VERTEX_1) &&
        r->u != (double)tact_feature_number(r->a))
        fail_with("the place is not at the end that is named", q);
    if (!is_face && (r->b == TACT_FEATURE_VERTEX_0 || r->b == TACT_FEATURE_VERTEX_1) &&
        r->v != (double)tact_feature_number(r->b))
        fail_with("the place is not at the end that is named", q);
    if (is_face && r->b != TACT_FEATURE_FACE) {
        double weight[3] = {(1 - r->u) - r->v, r->u, r->v};
        uint32_t number = tact_feature_number(r->b);
        bool is_vertex = tact_feature_kind_of(r->b) == TACT_FEATURE_KIND_VERTEX;
        if (is_vertex ? weight[number] != 1 : fabs(weight[(number + 2) % 3]) > 0x1p-50)
            fail_with("the place is not on the part of the face that is named", q);
    }
}

static void check_method(question *q, int method, test_rng *rng) {
    const tact_impact_result *r = &q->said[method];
    if (q->touches && r->outcome == TACT_OUTCOME_APART && method != TACT_IMPACT_PARITY)
        fail_with("a contact is missed", q);
    if (!q->touches && r->outcome == TACT_OUTCOME_CONTACT)
        fail_with("a contact is not there", q);
    if ((method == TACT_IMPACT_EXACT || method == TACT_IMPACT_PARITY) &&
        r->outcome == TACT_OUTCOME_UNDECIDED)
        fail_with("the exact method leaves a question open", q);
    if (method != TACT_IMPACT_PARITY)
        check_times(q, method);
    if (r->outcome == TACT_OUTCOME_CONTACT)
        check_place(q, method);
    tact_impact_motion other = shuffle_motion(rng, &q->motion, q->kind);
    tact_impact_result shuffled = ask(q, &other, method);
    if (r->outcome != shuffled.outcome ||
        memcmp(&r->lower, &shuffled.lower, sizeof r->lower) != 0 ||
        memcmp(&r->upper, &shuffled.upper, sizeof r->upper) != 0)
        fail_with("the order of the vertices changes the verdict", q);
}

/* Every ninth question goes to all methods and often has an earlier limit. */
static void test_families(void **state) {
    (void)state;
    test_rng rng = test_rng_start("generated motions");
    uint64_t cases = test_case_count(100000, 10000000);
    uint64_t contacts[MOTION_FAMILIES] = {0}, asked[MOTION_FAMILIES] = {0};
    for (uint64_t i = 0; i < cases; i++) {
        if (i > 0 && i % 100000 == 0) {
            printf("%llu questions\n", (unsigned long long)i);
            fflush(stdout);
        }
        unsigned family = (unsigned)(i % MOTION_FAMILIES);
        question q = {.kind = (tact_impact_kind)(i / MOTION_FAMILIES % 2)};
        q.motion = make_motion(&rng, family, q.kind);
        q.options = tact_impact_options_default();
        q.options.budget = 512;
        q.count = i % 9 == 0 ? METHODS : 1;
        if (q.count > 1 && test_rng_below(&rng, 2) == 0)
            q.options.limit = 0.0625 * test_rng_below(&rng, 17);
        for (int k = 0; k < q.count; k++)
            q.said[k] = ask(&q, &q.motion, k);
        ask_oracle(&q);
        contacts[family] += q.touches;
        asked[family]++;
        for (int k = 0; k < q.count; k++)
            check_method(&q, k, &rng);
    }
    for (unsigned i = 0; i < MOTION_FAMILIES; i++)
        printf("%s: %llu of %llu touch\n", motion_family_name(i), (unsigned long long)contacts[i],
               (unsigned long long)asked[i]);
}

/* The same with exponents from one end of the documented range to the other in one question, and
 * all digits. Nothing is left open there. Beyond it a question may stay open, but is never wrong.
 */
static void test_exponents(void **state) {
    (void)state;
    test_rng rng = test_rng_start("exponents of motions");
    for (uint64_t i = 0, cases = test_case_count(2000, 200000); i < cases; i++) {
        question q = {.kind = (tact_impact_kind)(i / MOTION_FAMILIES % 2), .count = 1};
        q.motion = make_motion(&rng, (unsigned)(i % MOTION_FAMILIES), q.kind);
        q.options = tact_impact_options_default();
        bool is_in_range = i % 4 != 0;
        spread_exponents(&rng, &q.motion, is_in_range ? 300 : 1000);
        q.said[0] = ask(&q, &q.motion, TACT_IMPACT_EXACT);
        ask_oracle(&q);
        if (is_in_range) {
            check_method(&q, TACT_IMPACT_EXACT, &rng);
        } else if (q.said[0].outcome != TACT_OUTCOME_UNDECIDED &&
                   (q.said[0].outcome == TACT_OUTCOME_CONTACT) != q.touches) {
            fail_with("features whose coordinates are far apart", &q);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_families),
                                       cmocka_unit_test(test_exponents)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
