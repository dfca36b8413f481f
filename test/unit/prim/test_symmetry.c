/* SPDX-License-Identifier: MIT */
/* Results must not depend on how a pair is given: axes permuted and mirrored, everything scaled by
 * a power of two, sides swapped, corners renumbered. And mesh neighbours, which share corners bit
 * for bit, under random poses, against the rational oracle. */
#include "support.h"

#include "oracle_triangle.h"

#include <float.h>
#include <math.h>

/* ---- Pairs -------------------------------------------------------------------------------- */

static double nudged(test_rng *rng, double x) {
    uint32_t step = test_rng_below(rng, 3);
    return step == 0 ? x : nextafter(x, step == 1 ? HUGE_VAL : -HUGE_VAL);
}

enum { LATTICE, NUDGED, GENERAL, COPLANAR, NEARLY_COPLANAR, ZERO_AREA, FAMILIES };

static void make_pair(test_rng *rng, uint64_t family, tact_triangle t[2]) {
    for (int i = 0; i < 18; i++) {
        double *x = &t[i / 9].v[0].x + i % 9;
        *x = family == GENERAL ? test_rng_between(rng, -1, 1) : test_rng_below(rng, 4);
        if (family == NUDGED)
            *x = nudged(rng, *x / 3 + 7);
    }
    if (family == COPLANAR || family == NEARLY_COPLANAR)
        for (int i = 0; i < 6; i++) { /* in the plane z = x + 2 y + 1, far corners included */
            tact_vec3 *v = &t[i / 3].v[i % 3];
            v->x = test_rng_below(rng, 9);
            v->z = v->x + 2 * v->y + 1;
            if (family == NEARLY_COPLANAR)
                v->z = nudged(rng, v->z);
        }
    if (family == ZERO_AREA)
        t[rng->state % 2].v[rng->state / 2 % 3] = t[rng->state % 2].v[rng->state / 8 % 3];
}

static void print_pair(const tact_triangle t[2]) {
    for (int i = 0; i < 6; i++) {
        tact_vec3 v = t[i / 3].v[i % 3];
        print_error("%s%d = {%a, %a, %a}\n", i < 3 ? "a" : "b", i % 3, v.x, v.y, v.z);
    }
}

/* ---- Comparison --------------------------------------------------------------------------- */

static bool has_features(const tact_overlap *overlap, tact_feature a, tact_feature b) {
    for (uint32_t i = 0; i < overlap->point_count; i++)
        if (overlap->points[i].a == a && overlap->points[i].b == b)
            return true;
    return false;
}

static tact_feature renamed(tact_feature feature, const int name[7]) {
    static const tact_feature features[7] = {
        TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_1, TACT_FEATURE_VERTEX_2, TACT_FEATURE_EDGE_0,
        TACT_FEATURE_EDGE_1,   TACT_FEATURE_EDGE_2,   TACT_FEATURE_FACE};
    int i = 0;
    while (features[i] != feature)
        i++;
    return features[name[i]];
}

/* The same kind and the same corners; name maps features of the first to those of the second. */
static bool is_same(const tact_overlap *x, const tact_overlap *y, bool is_swapped,
                    const int name[7]) {
    if (x->kind != y->kind || x->point_count != y->point_count)
        return false;
    for (uint32_t i = 0; i < x->point_count; i++) {
        tact_feature a = renamed(x->points[i].a, name), b = renamed(x->points[i].b, name);
        if (!has_features(y, is_swapped ? b : a, is_swapped ? a : b))
            return false;
    }
    return true;
}

static const int same_names[7] = {0, 1, 2, 3, 4, 5, 6};

static void check_same(const tact_triangle t[2], const tact_triangle u[2], bool is_swapped,
                       const int name[7], const char *what) {
    tact_overlap x = tact_triangle_intersect(&t[0], &t[1]);
    tact_overlap y = tact_triangle_intersect(&u[0], &u[1]);
    if (is_same(&x, &y, is_swapped, name) &&
        tact_triangle_overlaps(&u[0], &u[1]) == (x.kind != TACT_OVERLAP_NONE))
        return;
    print_pair(t);
    print_pair(u);
    fail_msg("%s: kinds %s and %s", what, tact_overlap_kind_name(x.kind),
             tact_overlap_kind_name(y.kind));
}

/* ---- Signed axis permutations ------------------------------------------------------------- */

static tact_vec3 permuted(tact_vec3 p, int code) {
    static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                   {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const double *x = &p.x;
    double sign[3] = {code & 1 ? -1 : 1, code & 2 ? -1 : 1, code & 4 ? -1 : 1};
    const int *axis = axes[code / 8];
    return (tact_vec3){sign[0] * x[axis[0]], sign[1] * x[axis[1]], sign[2] * x[axis[2]]};
}

static tact_box box_of(tact_vec3 p, tact_vec3 q) {
    return (tact_box){{fmin(p.x, q.x), fmin(p.y, q.y), fmin(p.z, q.z)},
                      {fmax(p.x, q.x), fmax(p.y, q.y), fmax(p.z, q.z)}};
}

static void test_axis_permutations(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_axis_permutations");
    uint64_t count = test_case_count(9000, 500000);
    uint64_t kinds[4] = {0};
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        make_pair(&rng, n % FAMILIES, t);
        tact_vec3 p = t[1].v[0], q = t[1].v[1];
        bool meets_box = tact_triangle_overlaps_box(&t[0], box_of(p, q));
        tact_ray_hit hit = tact_triangle_intersect_ray(&t[0], (tact_ray){p, q});
        double distance = tact_triangle_distance(&t[0], &t[1]).distance;
        kinds[tact_triangle_intersect(&t[0], &t[1]).kind]++;
        for (int code = 1; code < 48; code += 1 + (int)test_rng_below(&rng, 6)) {
            tact_triangle u[2];
            for (int i = 0; i < 6; i++)
                u[i / 3].v[i % 3] = permuted(t[i / 3].v[i % 3], code);
            check_same(t, u, false, same_names, "permuted axes");
            tact_vec3 r = u[1].v[0], s = u[1].v[1];
            assert_int_equal(tact_triangle_overlaps_box(&u[0], box_of(r, s)), meets_box);
            tact_ray_hit other = tact_triangle_intersect_ray(&u[0], (tact_ray){r, s});
            assert_int_equal(other.kind, hit.kind);
            assert_int_equal(other.enter, hit.enter);
            assert_int_equal(other.exit, hit.exit);
            tact_gap gap = tact_triangle_distance(&u[0], &u[1]);
            assert_int_equal(gap.distance == 0, distance == 0);
            assert_true(gap.lower <= distance && distance <= gap.upper);
        }
    }
    print_message("%llu apart, %llu points, %llu segments, %llu polygons\n",
                  (unsigned long long)kinds[0], (unsigned long long)kinds[1],
                  (unsigned long long)kinds[2], (unsigned long long)kinds[3]);
    for (int i = 0; i < 4; i++)
        assert_true(count < 1000 || kinds[i] > 0);
}

/* ---- Powers of two ------------------------------------------------------------------------ */

/* Scaling that loses no bit changes no verdict and no corner, down to subnormal numbers and up to
 * the greatest double. Lengths scale with it. */
static void test_scales(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_scales");
    uint64_t count = test_case_count(9000, 500000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2], u[2];
        uint64_t family = n % FAMILIES;
        make_pair(&rng, family, t);
        bool has_short_numbers = family == LATTICE || family == COPLANAR || family == ZERO_AREA;
        int least = has_short_numbers ? -1074 : -960;
        int k = least + (int)test_rng_below(&rng, (uint32_t)(1018 - least));
        for (int i = 0; i < 18; i++) {
            double x = (&t[i / 9].v[0].x)[i % 9];
            (&u[i / 9].v[0].x)[i % 9] = ldexp(x, k);
            assert_true(ldexp(ldexp(x, k), -k) == x);
        }
        check_same(t, u, false, same_names, "scaled");
        tact_gap gap = tact_triangle_distance(&t[0], &t[1]);
        tact_gap other = tact_triangle_distance(&u[0], &u[1]);
        assert_int_equal(other.distance == 0, gap.distance == 0);
        /* Compared at a scale at which both are normal; a subnormal distance may be off by one. */
        double back = ldexp(other.distance, -k), slack = ldexp(0x1p-1074, -k);
        assert_true(back >= gap.lower - slack && back <= gap.upper + slack);
        tact_ray ray = {t[1].v[0], t[1].v[1]}, scaled_ray = {u[1].v[0], t[1].v[1]};
        tact_ray_hit hit = tact_triangle_intersect_ray(&t[0], ray);
        tact_ray_hit scaled_hit = tact_triangle_intersect_ray(&u[0], scaled_ray);
        assert_int_equal(scaled_hit.kind, hit.kind);
        assert_int_equal(scaled_hit.enter, hit.enter);
        assert_int_equal(scaled_hit.exit, hit.exit);
        assert_int_equal(tact_triangle_overlaps_box(&u[0], box_of(u[1].v[0], u[1].v[1])),
                         tact_triangle_overlaps_box(&t[0], box_of(t[1].v[0], t[1].v[1])));
    }
}

/* ---- Names of corners, order of sides ----------------------------------------------------- */

static bool is_proper(const tact_triangle *t) {
    return !tact_is_collinear(&t->v[0], &t->v[1], &t->v[2]);
}

static void test_swapped_and_renamed(void **state) {
    (void)state;
    /* The new number of each feature if corners 0, 1, 2 become 2, 0, 1, and if 1 and 2 are swapped.
     */
    static const int turned[7] = {2, 0, 1, 5, 3, 4, 6}, mirrored[7] = {0, 2, 1, 5, 4, 3, 6};
    test_rng rng = test_rng_start("test_swapped_and_renamed");
    uint64_t count = test_case_count(60000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        make_pair(&rng, n % FAMILIES, t);
        tact_triangle swapped[2] = {t[1], t[0]};
        check_same(t, swapped, true, same_names, "swapped");
        if (!is_proper(&t[0]) || !is_proper(&t[1]))
            continue;
        tact_triangle u[2], w[2];
        for (int s = 0; s < 2; s++) {
            u[s] = (tact_triangle){{t[s].v[1], t[s].v[2], t[s].v[0]}};
            w[s] = (tact_triangle){{t[s].v[0], t[s].v[2], t[s].v[1]}};
        }
        check_same(t, u, false, turned, "corners turned");
        check_same(t, w, false, mirrored, "corners mirrored");
    }
}

/* ---- Mesh neighbours ---------------------------------------------------------------------- */

/* Each corner against the oracle's, with the bound that prim.h gives: 8 units of the largest
 * coordinate of the edge. The oracle's own position may be off by 5. */
static bool has_corner(const tact_triangle t[2], const tact_overlap *overlap,
                       const oracle_corner *corner) {
    for (uint32_t i = 0; i < overlap->point_count; i++) {
        const tact_overlap_point *p = &overlap->points[i];
        if (p->a != corner->a || p->b != corner->b)
            continue;
        double most = 0;
        for (int s = 0; s < 2; s++) {
            tact_feature f = s == 0 ? p->a : p->b;
            if (f < TACT_FEATURE_EDGE_0 || f == TACT_FEATURE_FACE)
                continue;
            for (int end = 0; end < 2; end++)
                for (int k = 0; k < 3; k++)
                    most =
                        fmax(most, fabs((&t[s].v[((int)f - TACT_FEATURE_EDGE_0 + end) % 3].x)[k]));
        }
        bool is_exact = p->a <= TACT_FEATURE_VERTEX_2 || p->b <= TACT_FEATURE_VERTEX_2;
        double tolerance = is_exact ? 0 : 13 * 0x1p-53 * most;
        for (int k = 0; k < 3; k++)
            if (!(fabs((&p->position.x)[k] - corner->position[k]) <= tolerance))
                return false;
        return true;
    }
    return false;
}

static void check_with_oracle(const tact_triangle t[2]) {
    oracle_overlap truth = oracle_triangle_intersect(&t[0], &t[1]);
    tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
    bool is_right = (int)overlap.kind == truth.dimension + 1 &&
                    (int)overlap.point_count == truth.count &&
                    tact_triangle_overlaps(&t[0], &t[1]) == (truth.dimension >= 0);
    for (int i = 0; is_right && i < truth.count; i++)
        is_right = has_corner(t, &overlap, &truth.corner[i]);
    if (is_right)
        return;
    print_pair(t);
    fail_msg("got %s, expected dimension %d", tact_overlap_kind_name(overlap.kind),
             truth.dimension);
}

static tact_vec3 placed(const tact_vec3 axis[3], tact_vec3 shift, tact_vec3 p) {
    tact_vec3 x = tact_vec3_scale(axis[0], p.x), y = tact_vec3_scale(axis[1], p.y);
    return tact_vec3_add(tact_vec3_add(tact_vec3_add(x, y), tact_vec3_scale(axis[2], p.z)), shift);
}

/* A strip of flat, nearly flat and folded triangles over lattice points, placed with rounding:
 * neighbours over an edge, around a corner, folded back onto each other, and the same triangle. */
static void test_mesh_neighbours(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mesh_neighbours");
    uint64_t count = test_case_count(25000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_vec3 axis[3], shift, corner[6];
        for (int i = 0; i < 9; i++)
            (&axis[i / 3].x)[i % 3] = test_rng_between(&rng, -1, 1);
        for (int k = 0; k < 3; k++)
            (&shift.x)[k] = n % 2 == 0 ? 0 : test_rng_between(&rng, -1000, 1000);
        for (int i = 0; i < 6; i++)
            corner[i] = placed(axis, shift,
                               (tact_vec3){test_rng_below(&rng, 4), test_rng_below(&rng, 4),
                                           n % 3 == 0 ? test_rng_below(&rng, 2) : 0});
        uint32_t shared = test_rng_below(&rng, 4); /* how many corners both have */
        tact_triangle t[2] = {{{corner[0], corner[1], corner[2]}}};
        for (uint32_t i = 0; i < 3; i++)
            t[1].v[(i + n) % 3] = corner[i < shared ? 2 - i : 3 + i];
        check_with_oracle(t);
        if (shared < 2 || !is_proper(&t[0]) || !is_proper(&t[1]))
            continue;
        /* A shared edge is a common segment at least, and its ends are corners of a. */
        tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
        assert_true(overlap.kind >= TACT_OVERLAP_SEGMENT);
        assert_true(tact_triangle_distance(&t[0], &t[1]).upper == 0);
    }
}

/* Long triangles against short ones, huge coordinates against small ones. */
static void test_uneven_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_uneven_pairs");
    uint64_t count = test_case_count(25000, 1000000);
    uint64_t meeting = 0;
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        double size = ldexp(1, (int)test_rng_below(&rng, 120) - 60);
        for (int i = 0; i < 9; i++) {
            (&t[0].v[0].x)[i] = test_rng_between(&rng, -1, 1);
            (&t[1].v[0].x)[i] = test_rng_between(&rng, -size, size);
        }
        if (n % 2 == 0) /* through a point of a */
            for (int i = 0; i < 3; i++)
                t[1].v[i] = tact_vec3_add(
                    t[1].v[i], tact_vec3_scale(tact_vec3_add(t[0].v[0], t[0].v[1]), 0.5));
        check_with_oracle(t);
        meeting += tact_triangle_overlaps(&t[0], &t[1]);
    }
    assert_true(meeting > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axis_permutations),   cmocka_unit_test(test_scales),
        cmocka_unit_test(test_swapped_and_renamed), cmocka_unit_test(test_mesh_neighbours),
        cmocka_unit_test(test_uneven_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
