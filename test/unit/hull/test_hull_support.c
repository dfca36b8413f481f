/* SPDX-License-Identifier: MIT */
/* The support point is exactly furthest for every hull, direction, start and SIMD level. The oracle
 * compares vertices in rational numbers. */
#include "hull/hull.h"

#include "hull_inputs.h"
#include "mpz3.h"

#include <gmp.h>
#include <math.h>

/* The sign of direction . (a - b), in rational numbers. */
static int compare(tact_vec3 direction, tact_vec3 a, tact_vec3 b) {
    double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
    double d[3] = {direction.x, direction.y, direction.z};
    mpq_t sum, p, q;
    mpq_inits(sum, p, q, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(p, x[k]);
        mpq_set_d(q, y[k]);
        mpq_sub(p, p, q);
        mpq_set_d(q, d[k]);
        mpq_mul(p, p, q);
        mpq_add(sum, sum, p);
    }
    int sign = mpq_sgn(sum);
    mpq_clears(sum, p, q, NULL);
    return sign;
}

/* A rounded difference of small numbers decides if it is clear, otherwise rational numbers do. */
static void check_support(const tact_hull *hull, tact_vec3 direction, uint32_t start) {
    uint32_t count = tact_hull_inspect(hull).vertex_count;
    const tact_vec3 *v = tact_hull_vertices(hull);
    uint32_t found = tact_hull_support(hull, direction, start);
    assert_true(found < count);
    for (uint32_t i = 0; i < count; i++) {
        double gain = tact_vec3_dot(direction, tact_vec3_sub(v[i], v[found]));
        bool is_clear = gain < -1e-12 && fabs(v[i].x) < 100 && fabs(direction.x) < 100;
        if (!is_clear && compare(direction, v[i], v[found]) > 0)
            fail_msg("vertex %u is further than %u of %u along %a %a %a", i, found, count,
                     direction.x, direction.y, direction.z);
    }
}

static tact_vec3 any_direction(test_rng *rng) {
    tact_vec3 d = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                   test_rng_between(rng, -1, 1)};
    switch (test_rng_below(rng, 8)) {
    case 0: /* along an axis, or in a plane of two */
        d.x = 0;
        d.y = test_rng_below(rng, 2) == 0 ? 0 : d.y;
        return d;
    case 1: /* integers */
        return (tact_vec3){(double)test_rng_below(rng, 5) - 2, (double)test_rng_below(rng, 5) - 2,
                           (double)test_rng_below(rng, 5) - 2};
    case 2: /* of extreme length */
        return tact_vec3_scale(d, test_rng_below(rng, 2) == 0 ? 0x1p-1060 : 0x1p1023);
    default:
        return d;
    }
}

static void furthest_of_every_kind(void **state) {
    (void)state;
    test_rng rng = test_rng_start("furthest_of_every_kind");
    uint64_t cases = test_case_count(200, 20000);
    static const uint32_t counts[] = {1, 5, 12, 60, 300};
    for (int kind = 0; kind < HULL_INPUTS; kind++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            static tact_vec3 points[300];
            hull_input_make((hull_input)kind, &rng, points, counts[c]);
            tact_hull *hull = NULL;
            assert_int_equal(tact_hull_create(NULL, points, counts[c], &hull), TACT_OK);
            uint64_t few = kind == HULL_ANY || kind == HULL_MIXED || kind == HULL_LARGEST ? 20 : 1;
            for (uint64_t i = 0; i < cases / few / (1 + counts[c] / 20); i++)
                check_support(hull, any_direction(&rng),
                              test_rng_below(&rng, tact_hull_inspect(hull).vertex_count));
            tact_hull_destroy(hull);
        }
}

/* Normals of faces and edges: several vertices are equally far up to rounding. */
static void furthest_along_normals(void **state) {
    (void)state;
    test_rng rng = test_rng_start("furthest_along_normals");
    static const hull_input kinds[] = {HULL_SPHERE, HULL_ULPS,     HULL_NEARLY_FLAT, HULL_FAR,
                                       HULL_NEEDLE, HULL_BOX_GRID, HULL_COSPHERICAL};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        enum { COUNT = 400 };
        static tact_vec3 points[COUNT];
        hull_input_make(kinds[k], &rng, points, COUNT);
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, COUNT, &hull), TACT_OK);
        const tact_vec3 *v = tact_hull_vertices(hull);
        tact_hull_info info = tact_hull_inspect(hull);
        for (uint32_t f = 0; f < info.face_count; f++) {
            uint32_t count;
            const uint32_t *c = tact_hull_face(hull, f, &count);
            tact_vec3 normal =
                tact_vec3_cross(tact_vec3_sub(v[c[1]], v[c[0]]), tact_vec3_sub(v[c[2]], v[c[0]]));
            check_support(hull, normal, f % info.vertex_count);
        }
        tact_hull_destroy(hull);
    }
}

/* A dome with edges near the top that are so short that rounded products of coordinates far from 0
 * cannot distinguish neighbours: a climb by such products would stop at once. */
static void climbs_over_flat_parts(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    static tact_vec3 points[COUNT + 2];
    for (int i = 0; i < COUNT; i++) {
        double t = (double)(i + 1) / COUNT, x = t * t * t * 1e-3;
        points[i] = (tact_vec3){1e6 + x, 1e6 - x * x, 1e6};
    }
    points[COUNT] = (tact_vec3){1e6, 1e6, 1e6 + 1};
    points[COUNT + 1] = (tact_vec3){1e6, 1e6 - 1, 1e6};
    tact_hull *hull = NULL;
    assert_int_equal(tact_hull_create(NULL, points, COUNT + 2, &hull), TACT_OK);
    uint32_t count = tact_hull_inspect(hull).vertex_count;
    for (uint32_t start = 0; start < count; start++) {
        check_support(hull, (tact_vec3){1e-9, 1, 0}, start);
        check_support(hull, (tact_vec3){1, 1e-9, 0}, start);
    }
    tact_hull_destroy(hull);
}

/* Compares many directions with the greatest product, up to its rounding. */
static void many_directions(void **state) {
    (void)state;
    test_rng rng = test_rng_start("many_directions");
    uint64_t cases = test_case_count(50000, 1000000);
    static const uint32_t counts[] = {8, 32, 128, 1000};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        static tact_vec3 points[1000];
        hull_input_make(HULL_SPHERE, &rng, points, counts[c]);
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, counts[c], &hull), TACT_OK);
        const tact_vec3 *v = tact_hull_vertices(hull);
        uint32_t start = 0;
        for (uint64_t i = 0; i < cases / counts[c]; i++) {
            tact_vec3 d = {test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1),
                           test_rng_between(&rng, -1, 1)};
            double most = -HUGE_VAL;
            for (uint32_t k = 0; k < counts[c]; k++)
                most = fmax(most, tact_vec3_dot(d, v[k]));
            start = tact_hull_support(hull, d, start);
            assert_true(tact_vec3_dot(d, v[start]) >= most - 0x1p-51);
        }
        tact_hull_destroy(hull);
    }
}

static void levels_agree(void **state) {
    (void)state;
    test_rng rng = test_rng_start("levels_agree");
    for (uint32_t count = 4; count < 200; count += 1 + count / 8) {
        tact_vec3 points[200];
        hull_input_make(count % 2 == 0 ? HULL_SPHERE : HULL_LATTICE, &rng, points, count);
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
        const double *column[3] = {hull->column[0], hull->column[1], hull->column[2]};
        for (int i = 0; i < 200; i++) {
            tact_vec3 d = tacti_hull_scale_direction(any_direction(&rng));
            uint32_t first = tacti_hull_scan_at(TACT_SIMD_BASELINE)(column, hull->padded_count, d);
            for (int level = 1; level <= (int)tact_simd_level_best(); level++)
                assert_int_equal(
                    tacti_hull_scan_at((tact_simd_level)level)(column, hull->padded_count, d),
                    first);
            const tact_vec3 *v = hull->vertices;
            for (uint32_t k = 0; k < hull->vertex_count; k++) {
                double dot = tact_vec3_dot(v[k], d), best = tact_vec3_dot(v[first], d);
                assert_true(dot < best || (dot == best && k >= first));
            }
        }
        tact_hull_destroy(hull);
    }
}

/* An edge along an axis that is too short for rounded products: only the exact comparison sees its
 * end. */
static void sees_short_edges(void **state) {
    (void)state;
    const double tiny = 0x1p-900;
    for (unsigned axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            tact_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            double *short_end = &points[1 + axis].x;
            short_end[axis] = sign * tiny;
            tact_hull *hull = NULL;
            assert_int_equal(tact_hull_create(NULL, points, 4, &hull), TACT_OK);
            for (int zero = 0; zero < 2; zero++) {
                tact_vec3 d = {-1, -1, -1};
                (&d.x)[axis] = sign;
                (&d.x)[(axis + 1) % 3] = zero == 0 ? -1 : 0;
                (&d.x)[(axis + 2) % 3] = zero == 0 ? -1 : 0x1p-1000;
                for (uint32_t start = 0; start < 4; start++)
                    check_support(hull, d, start);
            }
            tact_hull_destroy(hull);
        }
}

/* Every direction gives a vertex, also NaN, infinity and 0. */
static void survives_odd_directions(void **state) {
    (void)state;
    test_rng rng = test_rng_start("survives_odd_directions");
    static const double odd[] = {0, NAN, INFINITY, -INFINITY, 1, 0x1p-1074, 0x1.fffffffffffffp1023};
    static tact_vec3 points[500];
    for (uint32_t count = 1; count <= 500; count = count * 5 / 2 + 1) {
        hull_input_make(HULL_SPHERE, &rng, points, count);
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
        uint32_t most = tact_hull_inspect(hull).vertex_count;
        for (int i = 0; i < 343; i++) {
            tact_vec3 d = {odd[i % 7], odd[i / 7 % 7], odd[i / 49]};
            assert_true(tact_hull_support(hull, d, 0) < most);
            assert_true(tact_hull_support(hull, d, UINT32_MAX) < most);
        }
        tact_hull_destroy(hull);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(furthest_of_every_kind), cmocka_unit_test(furthest_along_normals),
        cmocka_unit_test(climbs_over_flat_parts), cmocka_unit_test(many_directions),
        cmocka_unit_test(levels_agree),           cmocka_unit_test(survives_odd_directions),
        cmocka_unit_test(sees_short_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
