/* SPDX-License-Identifier: MIT */
/* Moving features: known answers, features and places, options, batches, extreme coordinates. */
#include "make_motion.h"
#include "levels.h"

#include <math.h>
#include <string.h>

static tact_impact_result ask(tact_impact_kind kind, const tact_impact_motion *m,
                              const tact_impact_options *options) {
    tact_impact_result r;
    assert_int_equal(ask_impact(kind, m, options, &r), TACT_OK);
    return r;
}

/* A vertex that falls through the middle of a face's edge at time 1/2. */
static const tact_impact_motion fall = {{{0.5, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                        {{0.5, 0, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

static void test_known(void **state) {
    (void)state;
    tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &fall, NULL);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.lower <= 0.5 && r.upper >= 0.5 && r.upper - r.lower < 1e-9);
    assert_int_equal(r.a, TACT_FEATURE_VERTEX_0);
    assert_int_equal(r.b, TACT_FEATURE_EDGE_0);
    assert_true(fabs(r.u - 0.5) < 1e-12 && fabs(r.v) < 1e-12);
    /* The same vertices as edges: at time 1/2 a zero-length edge lies on the side of a face. */
    tact_impact_motion m = {{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 3, 0}},
                            {{-1, 0, -3}, {1, 0, -3}, {0, -1, 0}, {0, 3, 0}}};
    r = ask(TACT_IMPACT_EDGE_EDGE, &m, NULL);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.lower <= 0.25 && r.upper >= 0.25);
    assert_int_equal(r.a, TACT_FEATURE_EDGE_0);
    assert_int_equal(r.b, TACT_FEATURE_EDGE_0);
    assert_true(fabs(r.u - 0.5) < 1e-9 && fabs(r.v - 0.25) < 1e-9);
}

/* The volume of the four vertices is 27 (t - 1/3)^3: the cubic touches zero so flatly that its
 * slope does not narrow the root at once. The vertex meets the middle of the face. */
static void test_flat_root(void **state) {
    (void)state;
    tact_impact_motion m = {{{0, 0, 0}, {7, 4, 6}, {-2, -7, -4}, {-6, 2, -3}},
                            {{0, 0, 0}, {10, 4, 6}, {-2, -4, -4}, {-6, 2, 0}}};
    for (int method = 0; method < 2; method++) {
        tact_impact_options options = tact_impact_options_default();
        options.method = method == 0 ? TACT_IMPACT_EXACT : TACT_IMPACT_CUBIC;
        tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &m, &options);
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.lower <= 1.0 / 3 && r.upper >= 1.0 / 3 && r.upper - r.lower < 0x1p-5);
        assert_int_equal(r.b, TACT_FEATURE_FACE);
    }
}

/* A vertex that falls exactly on a side of the face, very near a corner: of its differences to the
 * corners one is exact and one is rounded, so that it seems to pass beside the side. The same as
 * the end of an edge that falls on another edge. */
static void test_rounded_sides(void **state) {
    (void)state;
    static const tact_impact_method methods[] = {TACT_IMPACT_EXACT, TACT_IMPACT_CUBIC};
    test_rng rng = test_rng_start("feature_rounded_sides");
    for (uint64_t i = test_case_count(20000, 1000000); i-- > 0;) {
        double x = test_rng_between(&rng, 1, 2), y = test_rng_between(&rng, 1, 2);
        double side = test_rng_below(&rng, 2) == 0 ? 1 : -1, near = ldexp(1, -20);
        double top = test_rng_between(&rng, 0.25, 1), bottom = -test_rng_between(&rng, 0.25, 1);
        tact_vec3 corner = {side * x, -side * y, 0};
        tact_impact_motion face = {{{x * near, y * near, top}, {0, 0, 0}, {x, y, 0}, corner},
                                   {{x * near, y * near, bottom}, {0, 0, 0}, {x, y, 0}, corner}};
        tact_impact_motion edge = face;
        edge.start[1] = tact_vec3_add(corner, (tact_vec3){0, 0, top});
        edge.end[1] = tact_vec3_add(corner, (tact_vec3){0, 0, bottom});
        edge.start[3] = edge.end[3] = (tact_vec3){0, 0, 0};
        for (int k = 0; k < 2; k++) {
            tact_impact_options options = tact_impact_options_default();
            options.method = methods[k];
            assert_int_not_equal(ask(TACT_IMPACT_VERTEX_FACE, &face, &options).outcome,
                                 TACT_OUTCOME_APART);
            assert_int_not_equal(ask(TACT_IMPACT_EDGE_EDGE, &edge, &options).outcome,
                                 TACT_OUTCOME_APART);
        }
    }
}

/* A coarse tolerance divides fewer boxes, and still misses no contact. */
static void test_tolerance(void **state) {
    (void)state;
    tact_impact_options options = tact_impact_options_default();
    options.method = TACT_IMPACT_INCLUSION;
    uint32_t before = 0;
    static const double tolerances[] = {0.25, 0x1p-10, 0x1p-20, 0x1p-40};
    for (size_t i = 0; i < sizeof tolerances / sizeof tolerances[0]; i++) {
        options.tolerance = tolerances[i];
        tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &fall, &options);
        assert_int_not_equal(r.outcome, TACT_OUTCOME_APART);
        assert_true(r.lower <= 0.5);
        assert_true(r.boxes > before);
        before = r.boxes;
    }
}

/* Vertex i of the result is vertex order[i] of m. */
static tact_impact_motion reorder(const tact_impact_motion *m, const int order[4]) {
    tact_impact_motion out;
    for (int i = 0; i < 4; i++) {
        out.start[i] = m->start[order[i]];
        out.end[i] = m->end[order[i]];
    }
    return out;
}

/* A vertex that falls on each part of a face, whose corners are named in all orders. */
static void test_parts_of_a_face(void **state) {
    (void)state;
    static const int orders[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                     {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    /* In fourths of the corners 1 to 3. */
    static const int places[][3] = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {2, 2, 0},
                                    {0, 1, 3}, {3, 0, 1}, {1, 1, 2}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (int k = 0; k < 6; k++) {
            tact_impact_motion m = {{{0, 0, 0}, {0, 0, 0}, {8, 0, 0}, {0, 8, 4}}, {{0, 0, 0}}};
            const int *w = places[i];
            for (int j = 1; j < 4; j++)
                m.end[j] = m.start[j];
            m.end[0] = m.start[0] = (tact_vec3){2 * w[1], 2 * w[2], w[2]};
            m.start[0].z += 1;
            m.end[0].z -= 2;
            m = reorder(&m, orders[k]);
            tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &m, NULL);
            assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
            assert_true(r.lower <= 1.0 / 3 && r.upper >= 1.0 / 3);
            assert_int_equal(r.a, TACT_FEATURE_VERTEX_0);
            int weight[3], zeros = 0, zero = 0, whole = 0;
            for (int j = 0; j < 3; j++) {
                weight[j] = w[orders[k][j + 1] - 1];
                zeros += weight[j] == 0;
                zero = weight[j] == 0 ? j : zero;
                whole = weight[j] == 4 ? j : whole;
            }
            tact_feature expected = zeros == 0 ? TACT_FEATURE_FACE
                                    : zeros == 1
                                        ? (tact_feature)(TACT_FEATURE_EDGE_0 + (zero + 1) % 3)
                                        : (tact_feature)(TACT_FEATURE_VERTEX_0 + whole);
            assert_int_equal(r.b, expected);
            assert_true(fabs(r.u - 0.25 * weight[1]) < 1e-9);
            assert_true(fabs(r.v - 0.25 * weight[2]) < 1e-9);
        }
    }
}

/* Edges that meet at an end or inside of each, named in all orders. */
static void test_parts_of_edges(void **state) {
    (void)state;
    static const int orders[8][4] = {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
                                     {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 8; k++) {
            double place[2] = {0.5 * (i % 3), 0.5 * (i / 3)};
            tact_impact_motion m = {{{-2 * place[0], 0, 1},
                                     {2 - 2 * place[0], 0, 1},
                                     {0, -4 * place[1], 0},
                                     {0, 4 - 4 * place[1], 0}},
                                    {{0, 0, 0}}};
            for (int j = 0; j < 4; j++)
                m.end[j] = m.start[j];
            m.end[0].z = m.end[1].z = -2;
            m = reorder(&m, orders[k]);
            tact_impact_result r = ask(TACT_IMPACT_EDGE_EDGE, &m, NULL);
            assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
            assert_true(r.lower <= 1.0 / 3 && r.upper >= 1.0 / 3);
            const tact_feature feature[2] = {r.a, r.b};
            const double along[2] = {r.u, r.v};
            for (int j = 0; j < 2; j++) {
                const int *own = orders[k] + 2 * j;
                double expected = own[0] % 2 == 0 ? place[own[0] / 2] : 1 - place[own[0] / 2];
                assert_true(fabs(along[j] - expected) < 1e-9);
                assert_int_equal(feature[j], expected == 0   ? TACT_FEATURE_VERTEX_0
                                             : expected == 1 ? TACT_FEATURE_VERTEX_1
                                                             : TACT_FEATURE_EDGE_0);
            }
        }
    }
}

static void set_all(tact_impact_motion *m, double x) {
    for (int i = 0; i < 4; i++)
        m->start[i] = m->end[i] = (tact_vec3){x, x, x};
}

static void test_degenerate(void **state) {
    (void)state;
    tact_impact_motion m;
    for (int kind = 0; kind < 2; kind++) {
        set_all(&m, 3);
        tact_impact_result r = ask((tact_impact_kind)kind, &m, NULL);
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.lower == 0 && r.upper == 0);
        assert_int_equal(r.a, TACT_FEATURE_VERTEX_0);
        assert_int_equal(r.b, TACT_FEATURE_VERTEX_0);
        /* Two points that pass each other. */
        m.start[0] = m.start[1] = (tact_vec3){2, 3, 3};
        m.end[0] = m.end[1] = (tact_vec3){6, 3, 3};
        if (kind == 0) {
            m.start[1] = m.end[1] = (tact_vec3){3, 3, 3};
        }
        r = ask((tact_impact_kind)kind, &m, NULL);
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.lower <= 0.25 && r.upper >= 0.25);
    }
    /* Collinear edges, one after the other, closing at time 1. */
    m = (tact_impact_motion){{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
                             {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
    tact_impact_result r = ask(TACT_IMPACT_EDGE_EDGE, &m, NULL);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.lower <= 1 && r.upper == 1);
    assert_int_equal(r.a, TACT_FEATURE_VERTEX_1);
    assert_int_equal(r.b, TACT_FEATURE_VERTEX_0);
    m.end[2].x = nextafter(1, 2);
    assert_int_equal(ask(TACT_IMPACT_EDGE_EDGE, &m, NULL).outcome, TACT_OUTCOME_APART);
}

static void test_limit(void **state) {
    (void)state;
    for (int method = 0; method < 5; method++) {
        tact_impact_options options = tact_impact_options_default();
        options.method = (tact_impact_method)method;
        options.limit = 0.5;
        tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &fall, &options);
        assert_int_not_equal(r.outcome, TACT_OUTCOME_APART);
        assert_true(r.lower <= 0.5 && r.upper <= 0.5);
        options.limit = 0.49;
        r = ask(TACT_IMPACT_VERTEX_FACE, &fall, &options);
        assert_int_equal(r.outcome, TACT_OUTCOME_APART);
        assert_true(isinf(r.lower) && isinf(r.upper));
    }
}

static void test_separation(void **state) {
    (void)state;
    tact_impact_options options = tact_impact_options_default();
    for (int method = 0; method < 5; method++) {
        options.method = (tact_impact_method)method;
        options.separation = 0.5; /* reached at time 1/4 */
        tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &fall, &options);
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.lower <= 0.25 && r.lower > 0.2499 && r.upper >= 0.25 && r.upper < 0.2501);
        options.limit = 0.2;
        assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &fall, &options).outcome, TACT_OUTCOME_APART);
        options.limit = 1;
        options.separation = 1e300;
        r = ask(TACT_IMPACT_VERTEX_FACE, &fall, &options);
        assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
        assert_true(r.lower == 0 && r.upper == 0);
    }
}

static void test_refusals(void **state) {
    (void)state;
    tact_impact_result r = {.boxes = 77};
    for (int i = 0; i < 24; i++) {
        tact_impact_motion m = fall;
        (&m.start[0].x)[i] = i % 2 == 0 ? NAN : -INFINITY;
        assert_int_equal(tact_impact_vertex_face(&m, NULL, &r), TACT_NOT_FINITE);
        assert_int_equal(tact_impact_edge_edge(&m, NULL, &r), TACT_NOT_FINITE);
    }
    const struct {
        double separation, limit, tolerance;
        tact_status status;
    } bad[] = {{-1, 1, 0, TACT_INVALID_ARGUMENT},  {NAN, 1, 0, TACT_NOT_FINITE},
               {0, 1.5, 0, TACT_INVALID_ARGUMENT}, {0, -1, 0, TACT_INVALID_ARGUMENT},
               {0, NAN, 0, TACT_NOT_FINITE},       {0, 1, -1, TACT_INVALID_ARGUMENT},
               {0, 1, INFINITY, TACT_NOT_FINITE},  {INFINITY, 1, 0, TACT_NOT_FINITE}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tact_impact_options options = tact_impact_options_default();
        options.separation = bad[i].separation;
        options.limit = bad[i].limit;
        options.tolerance = bad[i].tolerance;
        assert_int_equal(tact_impact_edge_edge(&fall, &options, &r), bad[i].status);
    }
    tact_impact_options options = tact_impact_options_default();
    options.size = 4;
    assert_int_equal(tact_impact_edge_edge(&fall, &options, &r), TACT_INVALID_ARGUMENT);
    options = tact_impact_options_default();
    options.method = (tact_impact_method)9;
    assert_int_equal(tact_impact_edge_edge(&fall, &options, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_impact_edge_edge(NULL, NULL, &r), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_impact_vertex_face(&fall, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(r.boxes, 77);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(tact_impact_kind_name(TACT_IMPACT_EDGE_EDGE), "edge-edge");
    assert_string_equal(tact_impact_kind_name((tact_impact_kind)5), "unknown kind");
    assert_string_equal(tact_impact_method_name(TACT_IMPACT_PARITY), "parity");
    assert_string_equal(tact_impact_method_name((tact_impact_method)5), "unknown method");
    assert_string_equal(tact_impact_ending_name(TACT_IMPACT_ENDED_BUDGET), "budget");
    assert_string_equal(tact_impact_ending_name((tact_impact_ending)7), "unknown ending");
}

static void test_budget(void **state) {
    (void)state;
    tact_impact_options options = tact_impact_options_default();
    options.method = TACT_IMPACT_INCLUSION;
    for (options.budget = 0; options.budget < 40; options.budget++) {
        tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &fall, &options);
        assert_int_equal(r.outcome, TACT_OUTCOME_UNDECIDED);
        assert_true(r.boxes <= options.budget && r.lower <= 0.5 && r.upper == 1);
    }
    /* Tolerance 0 divides as long as doubles allow, and ends. */
    options.tolerance = 0;
    options.budget = 100000;
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &fall, &options).outcome, TACT_OUTCOME_UNDECIDED);
}

/* Whatever is exact at a common scale is exact from 2^-300 to 2^300 and beyond; the answer does not
 * change. Coordinates of one question may span the whole range. */
static void test_range(void **state) {
    (void)state;
    test_rng rng = test_rng_start("range");
    for (int i = 0; i < 400; i++) {
        tact_impact_kind kind = (tact_impact_kind)(i % 2);
        tact_impact_motion m = make_motion(&rng, (unsigned)i / 2 % MOTION_FAMILIES, kind), far = m;
        tact_impact_result first = ask(kind, &m, NULL);
        int exponent = (int)test_rng_below(&rng, 1900) - 950;
        bool is_same = true;
        for (int k = 0; k < 24; k++) {
            double *x = &far.start[0].x + k, old = *x;
            *x = ldexp(old, exponent);
            is_same = is_same && ldexp(*x, -exponent) == old;
        }
        tact_impact_result second = ask(kind, &far, NULL);
        if (is_same)
            assert_int_equal(first.outcome, second.outcome);
        far = m;
        for (int k = 0; k < 24; k++)
            if (test_rng_below(&rng, 2) == 0)
                (&far.start[0].x)[k] =
                    ldexp((&m.start[0].x)[k], (int)test_rng_below(&rng, 520) - 260);
        assert_int_not_equal(ask(kind, &far, NULL).outcome, TACT_OUTCOME_UNDECIDED);
        for (int k = 0; k < 24; k++)
            (&far.start[0].x)[k] = test_rng_any_double(&rng);
        ask(kind, &far, NULL);
    }
}

/* If the exact stage gives up, the order of the vertices must not decide either. */
static void test_order_beyond_the_range(void **state) {
    (void)state;
    test_rng rng = test_rng_start("order beyond the range");
    int open = 0;
    for (int i = 0; i < 300; i++) {
        tact_impact_kind kind = (tact_impact_kind)(i % 2);
        tact_impact_motion m = make_motion(&rng, (unsigned)i / 2 % MOTION_FAMILIES, kind);
        spread_exponents(&rng, &m, 1000);
        tact_impact_result r = ask(kind, &m, NULL);
        open += r.outcome == TACT_OUTCOME_UNDECIDED;
        for (int k = 0; k < 4; k++) {
            tact_impact_motion other = shuffle_motion(&rng, &m, kind);
            assert_int_equal(ask(kind, &other, NULL).outcome, r.outcome);
        }
    }
    assert_true(open > 30);
}

static void test_parity(void **state) {
    (void)state;
    tact_impact_options options = tact_impact_options_default();
    options.method = TACT_IMPACT_PARITY;
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &fall, &options).outcome, TACT_OUTCOME_CONTACT);
    /* The face is in the plane z = t y, and the vertex above it by (t - 1/4) (t - 3/4): in and out
     * again. The two roots are taken for none. */
    tact_impact_motion m = {{{0.5, 0.5, -0.1875}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                            {{0.5, 1.5, 1.3125}, {0, 0, 0}, {4, 0, 0}, {0, 4, 4}}};
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &m, &options).outcome, TACT_OUTCOME_APART);
    tact_impact_result r = ask(TACT_IMPACT_VERTEX_FACE, &m, NULL);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.lower <= 0.25 && r.upper >= 0.25);
    /* Only the first of them is in time. */
    options.limit = 0.5;
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &m, &options).outcome, TACT_OUTCOME_CONTACT);
    options.limit = 1;
    /* By (t - 1/2)^2: a touch without passage. */
    m.start[0].z = -0.25;
    m.end[0].z = 1.25;
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &m, &options).outcome, TACT_OUTCOME_APART);
    r = ask(TACT_IMPACT_VERTEX_FACE, &m, NULL);
    assert_int_equal(r.outcome, TACT_OUTCOME_CONTACT);
    assert_true(r.lower <= 0.5 && r.upper >= 0.5);
    assert_int_equal(r.ending, TACT_IMPACT_ENDED_EXACT);
    /* Features that stay in one plane. */
    m = (tact_impact_motion){{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                             {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &m, &options).outcome, TACT_OUTCOME_APART);
    assert_int_equal(ask(TACT_IMPACT_VERTEX_FACE, &m, NULL).outcome, TACT_OUTCOME_CONTACT);
}

/* ---- Batches ------------------------------------------------------------------------------ */

enum { BATCH = 333, VERTICES = 60 };

typedef struct batch_case {
    tact_vec3 start[VERTICES], end[VERTICES];
    uint32_t vertices[BATCH][4];
    tact_impact_batch batch;
    tact_impact_options options;
} batch_case;

static void make_batch(test_rng *rng, int number, batch_case *c) {
    for (uint32_t i = 0; i < VERTICES; i += 4) {
        tact_impact_kind kind = (tact_impact_kind)(i / 4 % 2);
        tact_impact_motion m =
            make_motion(rng, (unsigned)(number + (int)i) % MOTION_FAMILIES, kind);
        memcpy(&c->start[i], m.start, sizeof m.start);
        memcpy(&c->end[i], m.end, sizeof m.end);
    }
    for (uint32_t i = 0; i < BATCH; i++) {
        uint32_t base = test_rng_below(rng, VERTICES / 4) * 4;
        for (uint32_t k = 0; k < 4; k++)
            c->vertices[i][k] = i % 3 == 0 ? test_rng_below(rng, VERTICES) : base + k;
    }
    c->options = tact_impact_options_default();
    c->options.method = (tact_impact_method)(number % 5);
    c->options.budget = 64;
    c->options.separation = number % 4 == 3 ? 0.0625 : 0;
    c->batch = (tact_impact_batch){.start = c->start,
                                   .end = c->end,
                                   .vertices = (const uint32_t(*)[4])c->vertices,
                                   .vertex_count = VERTICES,
                                   .count = BATCH,
                                   .kind = (tact_impact_kind)(number / 20 % 2),
                                   .options = &c->options};
}

static uint64_t hash_batch(const void *about, const tact_context *context) {
    const batch_case *c = about;
    tact_impact_result results[BATCH];
    assert_int_equal(tact_impact_batch_run(context, &c->batch, results), TACT_OK);
    return hash_bytes(0, results, sizeof results);
}

static void test_batches(void **state) {
    (void)state;
    test_rng rng = test_rng_start("batches");
    tact_pool *pool;
    assert_int_equal(tact_pool_create(NULL, 2, &pool), TACT_OK);
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    tact_context *threads;
    assert_int_equal(tact_context_create(&desc, &threads), TACT_OK);
    for (int number = 0; number < 40; number++) {
        batch_case c;
        make_batch(&rng, number, &c);
        tact_impact_result results[BATCH];
        assert_int_equal(tact_impact_batch_run(NULL, &c.batch, results), TACT_OK);
        assert_int_equal(hash_batch(&c, threads), hash_bytes(0, results, sizeof results));
        test_levels_agree(hash_batch, &c);
        for (int i = 0; i < BATCH; i++) {
            tact_impact_motion m;
            for (int k = 0; k < 4; k++) {
                m.start[k] = c.start[c.vertices[i][k]];
                m.end[k] = c.end[c.vertices[i][k]];
            }
            tact_impact_result single = ask(c.batch.kind, &m, &c.options);
            assert_memory_equal(&single, &results[i], sizeof single);
        }
    }
    tact_context_destroy(threads);
    tact_pool_destroy(pool);
}

static void test_batch_refusals(void **state) {
    (void)state;
    test_rng rng = test_rng_start("batch refusals");
    batch_case c;
    make_batch(&rng, 0, &c);
    tact_impact_result results[BATCH];
    c.vertices[BATCH - 1][3] = VERTICES;
    assert_int_equal(tact_impact_batch_run(NULL, &c.batch, results), TACT_INVALID_ARGUMENT);
    c.vertices[BATCH - 1][3] = 0;
    c.end[5].y = NAN;
    assert_int_equal(tact_impact_batch_run(NULL, &c.batch, results), TACT_NOT_FINITE);
    c.end[5].y = 0;
    c.batch.kind = (tact_impact_kind)2;
    assert_int_equal(tact_impact_batch_run(NULL, &c.batch, results), TACT_INVALID_ARGUMENT);
    c.batch.kind = TACT_IMPACT_VERTEX_FACE;
    assert_int_equal(tact_impact_batch_run(NULL, &c.batch, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_impact_batch_run(NULL, NULL, results), TACT_INVALID_ARGUMENT);
    c.batch.count = 0;
    assert_int_equal(tact_impact_batch_run(NULL, &c.batch, NULL), TACT_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),          cmocka_unit_test(test_flat_root),
        cmocka_unit_test(test_tolerance),      cmocka_unit_test(test_rounded_sides),
        cmocka_unit_test(test_degenerate),     cmocka_unit_test(test_parts_of_a_face),
        cmocka_unit_test(test_parts_of_edges), cmocka_unit_test(test_limit),
        cmocka_unit_test(test_separation),     cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_budget),
        cmocka_unit_test(test_range),          cmocka_unit_test(test_order_beyond_the_range),
        cmocka_unit_test(test_parity),         cmocka_unit_test(test_batches),
        cmocka_unit_test(test_batch_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
