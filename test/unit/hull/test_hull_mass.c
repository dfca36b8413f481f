/* SPDX-License-Identifier: MIT */
/* Volume, centre and inertia: compares boxes and tetrahedra with formulas, all others with sums in
 * rational numbers. */
#include "hull_inputs.h"

#include <gmp.h>
#include <math.h>

static void assert_near(double actual, double expected, double scale) {
    if (!(fabs(actual - expected) <= scale))
        fail_msg("%.17g, not %.17g (allowed %g)", actual, expected, scale);
}

static void box_by_formula(void **state) {
    (void)state;
    static const double offsets[] = {0, 3, 1e6};
    static const double sizes[] = {0x1p-300, 1, 0x1p190};
    for (int o = 0; o < 3; o++)
        for (int s = 0; s < 3; s++) {
            double a = 2 * sizes[s], b = 3 * sizes[s], c = 5 * sizes[s], at = offsets[o] * sizes[s];
            tact_vec3 p[8];
            for (int i = 0; i < 8; i++)
                p[i] = (tact_vec3){at + (i & 1) * a, at + (i >> 1 & 1) * b, at + (i >> 2) * c};
            tact_hull *hull = NULL;
            assert_int_equal(tact_hull_create(NULL, p, 8, &hull), TACT_OK);
            tact_mass m = tact_hull_mass(hull);
            double v = a * b * c;
            assert_near(m.volume, v, 1e-14 * v);
            assert_near(m.center.x, at + a / 2, 1e-15 * (at + a));
            assert_near(m.center.y, at + b / 2, 1e-15 * (at + b));
            assert_near(m.center.z, at + c / 2, 1e-15 * (at + c));
            double inertia = v * (a * a + b * b + c * c) / 12;
            assert_near(m.inertia.m[0][0], v * (b * b + c * c) / 12, 1e-13 * inertia);
            assert_near(m.inertia.m[1][1], v * (c * c + a * a) / 12, 1e-13 * inertia);
            assert_near(m.inertia.m[2][2], v * (a * a + b * b) / 12, 1e-13 * inertia);
            for (int i = 0; i < 3; i++)
                assert_near(m.inertia.m[i][(i + 1) % 3], 0, 1e-13 * inertia);
            tact_hull_destroy(hull);
        }
}

/* ---- Rational sums -------------------------------------------------------------------------- */

typedef struct sums {
    mpq_t volume, first[3], second[3][3];
} sums;

static void set_corner(mpq_t out[3], tact_vec3 p) {
    mpq_set_d(out[0], p.x);
    mpq_set_d(out[1], p.y);
    mpq_set_d(out[2], p.z);
}

/* Adds the tetrahedron of the origin and a triangle: 6 times the volume, 24 times the first and 120
 * times the second moments. */
static void add_triangle(sums *s, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    mpq_t p[4][3], det, t, u;
    mpq_inits(det, t, u, NULL);
    for (int i = 0; i < 4; i++)
        mpq_inits(p[i][0], p[i][1], p[i][2], NULL);
    set_corner(p[0], a);
    set_corner(p[1], b);
    set_corner(p[2], c);
    for (int k = 0; k < 3; k++) {
        mpq_add(p[3][k], p[0][k], p[1][k]);
        mpq_add(p[3][k], p[3][k], p[2][k]);
        int l = (k + 1) % 3, m = (k + 2) % 3;
        mpq_mul(t, p[1][l], p[2][m]);
        mpq_mul(u, p[1][m], p[2][l]);
        mpq_sub(t, t, u);
        mpq_mul(t, t, p[0][k]);
        mpq_add(det, det, t);
    }
    mpq_add(s->volume, s->volume, det);
    for (int k = 0; k < 3; k++) {
        mpq_mul(t, det, p[3][k]);
        mpq_add(s->first[k], s->first[k], t);
        for (int l = 0; l < 3; l++)
            for (int i = 0; i < 4; i++) {
                mpq_mul(t, p[i][k], p[i][l]);
                mpq_mul(t, t, det);
                mpq_add(s->second[k][l], s->second[k][l], t);
            }
    }
    for (int i = 0; i < 4; i++)
        mpq_clears(p[i][0], p[i][1], p[i][2], NULL);
    mpq_clears(det, t, u, NULL);
}

static void divide(mpq_t x, unsigned long by) {
    mpq_t d;
    mpq_init(d);
    mpq_set_ui(d, by, 1);
    mpq_div(x, x, d);
    mpq_clear(d);
}

static void compare_with_sums(const tact_hull *hull, sums *s, double size) {
    divide(s->volume, 6);
    tact_mass m = tact_hull_mass(hull);
    double volume = mpq_get_d(s->volume), allowed = 1e-12 * size * size * size;
    assert_near(m.volume, volume, 1e-12 * volume + 1e-3 * allowed);
    if (!(volume > 1e-9 * size * size * size))
        return;
    double center[3] = {m.center.x, m.center.y, m.center.z}, about[3][3], first[3];
    mpq_t t, c[3];
    mpq_inits(t, c[0], c[1], c[2], NULL);
    for (int k = 0; k < 3; k++) {
        divide(s->first[k], 24);
        mpq_div(c[k], s->first[k], s->volume);
        first[k] = mpq_get_d(c[k]);
        assert_near(center[k], first[k], 1e-12 * size + 1e-15 * fabs(first[k]));
    }
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) {
            divide(s->second[k][l], 120);
            mpq_mul(t, s->first[k], c[l]);
            mpq_sub(t, s->second[k][l], t);
            about[k][l] = mpq_get_d(t);
        }
    double trace = about[0][0] + about[1][1] + about[2][2];
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            assert_near(m.inertia.m[k][l], (k == l ? trace : 0) - about[k][l],
                        1e-12 * trace + 1e-14 * volume * size * size);
    mpq_clears(t, c[0], c[1], c[2], NULL);
}

static void sums_in_rational_numbers(void **state) {
    (void)state;
    test_rng rng = test_rng_start("sums_in_rational_numbers");
    static const hull_input kinds[] = {HULL_BALL,       HULL_SPHERE, HULL_LATTICE, HULL_COSPHERICAL,
                                       HULL_FEW_PLANES, HULL_NEEDLE, HULL_BOX_GRID};
    uint64_t cases = test_case_count(10, 300);
    for (uint64_t i = 0; i < cases * (sizeof kinds / sizeof *kinds); i++) {
        enum { COUNT = 40 };
        tact_vec3 points[COUNT];
        hull_input_make(kinds[i / cases], &rng, points, COUNT);
        double offset = i % 2 == 0 ? 0 : 1024;
        for (int k = 0; k < COUNT; k++)
            points[k].x += offset;
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, COUNT, &hull), TACT_OK);
        sums s;
        mpq_inits(s.volume, s.first[0], s.first[1], s.first[2], NULL);
        for (int k = 0; k < 9; k++)
            mpq_init(s.second[k / 3][k % 3]);
        tact_hull_info info = tact_hull_inspect(hull);
        const tact_vec3 *v = tact_hull_vertices(hull);
        for (uint32_t f = 0; f < info.face_count; f++) {
            uint32_t count;
            const uint32_t *c = tact_hull_face(hull, f, &count);
            for (uint32_t k = 2; k < count; k++)
                add_triangle(&s, v[c[0]], v[c[k - 1]], v[c[k]]);
        }
        tact_vec3 extent = tact_vec3_sub(info.bounds.hi, info.bounds.lo);
        compare_with_sums(hull, &s, tact_vec3_length(extent));
        for (int k = 0; k < 9; k++)
            mpq_clear(s.second[k / 3][k % 3]);
        mpq_clears(s.volume, s.first[0], s.first[1], s.first[2], NULL);
        tact_hull_destroy(hull);
    }
}

static void flat_bodies_weigh_nothing(void **state) {
    (void)state;
    test_rng rng = test_rng_start("flat_bodies_weigh_nothing");
    static const hull_input kinds[] = {HULL_FLAT, HULL_LINE, HULL_EQUAL};
    for (int k = 0; k < 3; k++) {
        tact_vec3 points[30];
        hull_input_make(kinds[k], &rng, points, 30);
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, 30, &hull), TACT_OK);
        tact_mass m = tact_hull_mass(hull);
        assert_true(m.volume == 0);
        assert_true(tact_box_contains(tact_hull_inspect(hull).bounds, m.center));
        for (int i = 0; i < 9; i++)
            assert_true(m.inertia.m[i / 3][i % 3] == 0);
        tact_hull_destroy(hull);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_by_formula),
        cmocka_unit_test(sums_in_rational_numbers),
        cmocka_unit_test(flat_bodies_weigh_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
