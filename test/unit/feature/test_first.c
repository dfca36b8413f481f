/* SPDX-License-Identifier: MIT */
/* The first stage alone: features that meet are never said to be apart, whatever their size. Beyond
 * its range, products overflow, and it must say nothing. */
#include "feature/impact.h"

#include <math.h>
#include <string.h>

#include "support.h"

enum { LANES = TACTI_IMPACT_LANES };

typedef struct questions {
    tact_vec3 start[4 * LANES], end[4 * LANES];
    uint32_t vertices[LANES][4];
} questions;

static tact_vec3 whole(test_rng *rng) {
    return (tact_vec3){(double)test_rng_below(rng, 19) - 9, (double)test_rng_below(rng, 19) - 9,
                       (double)test_rng_below(rng, 19) - 9};
}

/* Features that meet in their middles halfway, in whole numbers: everything is exact. */
static void make_meeting(test_rng *rng, tact_impact_kind kind, int exponent, tact_vec3 start[4],
                         tact_vec3 end[4]) {
    tact_vec3 middle = whole(rng), way = whole(rng), p[4];
    tact_vec3 u = whole(rng), v = whole(rng);
    if (kind == TACT_IMPACT_VERTEX_FACE) {
        p[0] = middle;
        p[1] = tact_vec3_add(middle, u);
        p[2] = tact_vec3_add(middle, v);
        p[3] = tact_vec3_sub(middle, tact_vec3_add(u, v));
    } else {
        p[0] = tact_vec3_add(middle, u);
        p[1] = tact_vec3_sub(middle, u);
        p[2] = tact_vec3_add(middle, v);
        p[3] = tact_vec3_sub(middle, v);
    }
    int moving = kind == TACT_IMPACT_VERTEX_FACE ? 1 : 2;
    for (int i = 0; i < 4; i++) {
        tact_vec3 by = i < moving ? way : (tact_vec3){0, 0, 0};
        start[i] = tact_vec3_scale(tact_vec3_sub(p[i], by), ldexp(1, exponent));
        end[i] = tact_vec3_scale(tact_vec3_add(p[i], by), ldexp(1, exponent));
    }
}

static void check(test_rng *rng, tact_impact_kind kind, const int exponents[LANES]) {
    questions q;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        make_meeting(rng, kind, exponents[lane], &q.start[4 * lane], &q.end[4 * lane]);
        for (uint32_t i = 0; i < 4; i++)
            q.vertices[lane][i] = 4 * lane + i;
    }
    for (int level = 0; level <= (int)tact_simd_level_best(); level++) {
        tacti_impact_first *first = tacti_impact_first_at((tact_simd_level)level);
        uint32_t found = first(kind, q.start, q.end, q.vertices, 0);
        for (uint32_t lane = 0; lane < LANES; lane++)
            if (found >> lane & 1)
                fail_msg("level %d, kind %d, size 2^%d: meeting features are said to be apart",
                         level, (int)kind, exponents[lane]);
    }
}

static void test_meeting(void **state) {
    (void)state;
    test_rng rng = test_rng_start("feature_first");
    for (uint64_t i = test_case_count(20000, 2000000); i-- > 0;) {
        int exponents[LANES];
        for (int lane = 0; lane < LANES; lane++)
            exponents[lane] = (int)test_rng_below(&rng, 2080) - 1070;
        check(&rng, i % 2 == 0 ? TACT_IMPACT_VERTEX_FACE : TACT_IMPACT_EDGE_EDGE, exponents);
    }
}

/* Features that a plane across an axis separates by far are found, on whichever side they are. */
static void test_apart(void **state) {
    (void)state;
    test_rng rng = test_rng_start("feature_first_apart");
    for (uint64_t i = test_case_count(5000, 500000); i-- > 0;) {
        tact_impact_kind kind = i % 2 == 0 ? TACT_IMPACT_VERTEX_FACE : TACT_IMPACT_EDGE_EDGE;
        questions q;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            int exponent = (int)test_rng_below(&rng, 600) - 400;
            double by = ldexp(test_rng_below(&rng, 2) == 0 ? 128 : -128, exponent);
            uint32_t axis = test_rng_below(&rng, 3), first = 4 * lane;
            make_meeting(&rng, kind, exponent, &q.start[first], &q.end[first]);
            for (uint32_t k = 0; k < (i % 2 == 0 ? 1 : 2); k++) {
                (&q.start[first + k].x)[axis] += by;
                (&q.end[first + k].x)[axis] += by;
            }
            for (uint32_t k = 0; k < 4; k++)
                q.vertices[lane][k] = first + k;
        }
        for (int level = 0; level <= (int)tact_simd_level_best(); level++) {
            tacti_impact_first *first = tacti_impact_first_at((tact_simd_level)level);
            assert_int_equal(first(kind, q.start, q.end, q.vertices, 0), 0xff);
        }
    }
}

/* A vertex at height 1 above or below a wide face, or edges that cross at different heights: only
 * directions across the plane between them prove that they are apart. */
static void make_flat(test_rng *rng, tact_impact_kind kind, double height, tact_vec3 p[4]) {
    static const tact_vec3 face[4] = {{90, 4, 0}, {-900, -800, 0}, {900, -700, 0}, {100, 900, 0}};
    static const tact_vec3 edges[4] = {{-900, -80, 0}, {900, 60, 0}, {700, -800, 0}, {650, 850, 0}};
    uint32_t axis = test_rng_below(rng, 3);
    bool turns = test_rng_below(rng, 2) == 0;
    for (int i = 0; i < 4; i++) {
        bool is_face = kind == TACT_IMPACT_VERTEX_FACE;
        tact_vec3 q = is_face ? face[turns && i > 0 ? 4 - i : i] : edges[i];
        double own = i < (is_face ? 1 : 2) ? height : 0;
        p[i] = axis == 0   ? (tact_vec3){own, q.x, q.y}
               : axis == 1 ? (tact_vec3){q.y, own, q.x}
                           : (tact_vec3){q.x, q.y, own};
    }
}

static void test_flat(void **state) {
    (void)state;
    test_rng rng = test_rng_start("feature_first_flat");
    for (uint64_t i = test_case_count(500, 50000); i-- > 0;) {
        tact_impact_kind kind = i % 2 == 0 ? TACT_IMPACT_VERTEX_FACE : TACT_IMPACT_EDGE_EDGE;
        questions q;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            make_flat(&rng, kind, test_rng_below(&rng, 2) == 0 ? 1 : -1, &q.start[4 * lane]);
            for (uint32_t k = 0; k < 4; k++)
                q.vertices[lane][k] = 4 * lane + k;
        }
        memcpy(q.end, q.start, sizeof q.end);
        for (int level = 0; level <= (int)tact_simd_level_best(); level++) {
            tacti_impact_first *first = tacti_impact_first_at((tact_simd_level)level);
            assert_int_equal(first(kind, q.start, q.end, q.vertices, 0), 0xff);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meeting), cmocka_unit_test(test_apart),
                                       cmocka_unit_test(test_flat)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
