/* SPDX-License-Identifier: MIT */
/* Triangle against triangle: verdict, kind, features and positions against the rational oracle. */
#include "mixed_numbers.h"
#include "support.h"

#include "oracle_triangle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_pair(const tact_triangle *a, const tact_triangle *b) {
    for (int s = 0; s < 2; s++) {
        const tact_triangle *t = s == 0 ? a : b;
        for (int i = 0; i < 3; i++)
            print_error("%s%d = {%a, %a, %a}\n", s == 0 ? "a" : "b", i, t->v[i].x, t->v[i].y,
                        t->v[i].z);
    }
}

static bool has_corner(const tact_overlap *overlap, const oracle_corner *corner, double tolerance) {
    for (uint32_t i = 0; i < overlap->point_count; i++) {
        const tact_overlap_point *p = &overlap->points[i];
        if (p->a == corner->a && p->b == corner->b)
            return fabs(p->position.x - corner->position[0]) <= tolerance &&
                   fabs(p->position.y - corner->position[1]) <= tolerance &&
                   fabs(p->position.z - corner->position[2]) <= tolerance;
    }
    return false;
}

static double largest_coordinate(const tact_triangle *a, const tact_triangle *b) {
    double most = 0;
    for (int i = 0; i < 9; i++)
        most = fmax(most, fmax(fabs((&a->v[0].x)[i]), fabs((&b->v[0].x)[i])));
    return most;
}

/* The promised 8 units of 2^-53 and the least double, plus the least double once more, because the
 * oracle's position is rounded too. */
static double position_tolerance(const tact_triangle *a, const tact_triangle *b) {
    return 8 * 0x1p-53 * largest_coordinate(a, b) + 0x1p-1073;
}

static bool is_polygon_in_order(const tact_triangle *a, const tact_overlap *overlap) {
    tact_vec3 normal =
        tact_vec3_cross(tact_vec3_sub(a->v[1], a->v[0]), tact_vec3_sub(a->v[2], a->v[0]));
    uint32_t n = overlap->point_count;
    for (uint32_t i = 0; i < n; i++) {
        tact_vec3 p = overlap->points[i].position, q = overlap->points[(i + 1) % n].position;
        tact_vec3 r = overlap->points[(i + 2) % n].position;
        tact_vec3 turn = tact_vec3_cross(tact_vec3_sub(q, p), tact_vec3_sub(r, q));
        if (!(tact_vec3_dot(turn, normal) > 0))
            return false;
    }
    return true;
}

/* Everything that tact says about a pair must agree with the oracle. */
static void check_pair(const tact_triangle *a, const tact_triangle *b, bool checks_order) {
    oracle_overlap truth = oracle_triangle_intersect(a, b);
    tact_overlap overlap = tact_triangle_intersect(a, b);
    bool is_right = tact_triangle_overlaps(a, b) == (truth.dimension >= 0) &&
                    tact_triangle_overlaps(b, a) == (truth.dimension >= 0) &&
                    (int)overlap.kind == truth.dimension + 1 &&
                    (int)overlap.point_count == truth.count;
    double tolerance = position_tolerance(a, b);
    for (int i = 0; is_right && i < truth.count; i++)
        is_right = has_corner(&overlap, &truth.corner[i], tolerance);
    if (is_right && checks_order && truth.dimension == 2)
        is_right = is_polygon_in_order(a, &overlap);
    if (is_right)
        return;
    print_pair(a, b);
    print_error("expected dimension %d:", truth.dimension);
    for (int i = 0; i < truth.count; i++)
        print_error(" (%s, %s)", tact_feature_name(truth.corner[i].a),
                    tact_feature_name(truth.corner[i].b));
    print_error("\ngot %d, kind %s:", tact_triangle_overlaps(a, b),
                tact_overlap_kind_name(overlap.kind));
    for (uint32_t i = 0; i < overlap.point_count; i++)
        print_error(" (%s, %s)", tact_feature_name(overlap.points[i].a),
                    tact_feature_name(overlap.points[i].b));
    fail_msg("%s", "\nthe library and the oracle differ");
}

static tact_vec3 lattice_point(int code, int side) {
    return (tact_vec3){code % side, code / side % side, code / (side * side)};
}

/* All unordered pairs of the 3,654 triangles (sets of three points, equal ones included) with
 * corners in {0,1,2}^3. A long run tests all of them, other runs a part that the seed chooses. */
static void test_all_small_lattice_pairs(void **state) {
    (void)state;
    static tact_triangle triangles[3654];
    uint32_t count = 0;
    for (int i = 0; i < 27; i++)
        for (int j = i; j < 27; j++)
            for (int k = j; k < 27; k++)
                triangles[count++] = (tact_triangle){
                    {lattice_point(i, 3), lattice_point(j, 3), lattice_point(k, 3)}};
    assert_int_equal(count, 3654);
    test_rng rng = test_rng_start("test_all_small_lattice_pairs");
    uint64_t total = (uint64_t)count * (count + 1) / 2;
    uint64_t wanted = test_case_count(total / 100, total);
    uint64_t checked = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i; j < count; j++) {
            if (wanted < total && test_rng_unit(&rng) * (double)total >= (double)wanted)
                continue;
            check_pair(&triangles[i], &triangles[j], true);
            checked++;
        }
    print_message("%llu of %llu pairs\n", (unsigned long long)checked, (unsigned long long)total);
}

static tact_triangle random_lattice_triangle(test_rng *rng, int side) {
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = lattice_point((int)test_rng_below(rng, (uint32_t)(side * side * side)), side);
    return t;
}

static void test_random_lattice_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_random_lattice_pairs");
    uint64_t count = test_case_count(100000, 10000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle a = random_lattice_triangle(&rng, 5), b = random_lattice_triangle(&rng, 5);
        check_pair(&a, &b, true);
    }
}

/* Neither the order of corners nor that of the sides matters. */
static void test_order_does_not_matter(void **state) {
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    test_rng rng = test_rng_start("test_order_does_not_matter");
    uint64_t count = test_case_count(20000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle a = random_lattice_triangle(&rng, 3), b = random_lattice_triangle(&rng, 3);
        tact_overlap overlap = tact_triangle_intersect(&a, &b);
        for (int i = 0; i < 36; i++) {
            const int *p = orders[i / 6], *q = orders[i % 6];
            tact_triangle c = {{a.v[p[0]], a.v[p[1]], a.v[p[2]]}};
            tact_triangle d = {{b.v[q[0]], b.v[q[1]], b.v[q[2]]}};
            tact_overlap other =
                i % 2 == 0 ? tact_triangle_intersect(&c, &d) : tact_triangle_intersect(&d, &c);
            assert_int_equal(other.kind, overlap.kind);
            assert_int_equal(other.point_count, overlap.point_count);
            assert_int_equal(tact_triangle_overlaps(&c, &d), overlap.kind != TACT_OVERLAP_NONE);
            assert_int_equal(tact_triangle_overlaps(&d, &c), overlap.kind != TACT_OVERLAP_NONE);
        }
    }
}

static double nudged(test_rng *rng, double x) {
    int steps = (int)test_rng_below(rng, 5) - 2;
    for (; steps > 0; steps--)
        x = nextafter(x, INFINITY);
    for (; steps < 0; steps++)
        x = nextafter(x, -INFINITY);
    return x;
}

/* Lattice pairs moved off by a few units in the last place, far from the origin and at all scales:
 * exactly the cases in which rounded tests fail. */
static void test_nearly_degenerate_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_nearly_degenerate_pairs");
    uint64_t count = test_case_count(40000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2] = {random_lattice_triangle(&rng, 4), random_lattice_triangle(&rng, 4)};
        double offset = n % 3 == 0 ? 0 : test_rng_between(&rng, 0.5, 1000);
        int scale = n % 5 == 0 ? (int)test_rng_below(&rng, 1900) - 1000 : 0;
        for (int i = 0; i < 18; i++) {
            double *x = &t[i / 9].v[0].x + i % 9;
            *x = ldexp(nudged(&rng, *x / 3 + offset), scale);
        }
        check_pair(&t[0], &t[1], false);
    }
}

/* General position, and coordinates of any magnitude. */
static void test_arbitrary_pairs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_arbitrary_pairs");
    uint64_t count = test_case_count(40000, 2000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t[2];
        for (int i = 0; i < 18; i++) {
            double *x = &t[i / 9].v[0].x + i % 9;
            if (n % 8 == 0)
                *x = test_rng_any_double(&rng);
            else
                *x = test_rng_between(&rng, -1, 1);
        }
        check_pair(&t[0], &t[1], false);
    }
}

static void test_points_and_segments(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_points_and_segments");
    uint64_t count = test_case_count(20000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle a = random_lattice_triangle(&rng, 3);
        tact_vec3 p = lattice_point((int)test_rng_below(&rng, 27), 3);
        tact_vec3 q = lattice_point((int)test_rng_below(&rng, 27), 3);
        tact_triangle point = {{p, p, p}}, flat = {{p, q, q}};
        oracle_overlap truth = oracle_triangle_intersect(&a, &point);
        tact_feature feature = TACT_FEATURE_FACE;
        assert_int_equal(tact_triangle_contains(&a, p, &feature), truth.dimension == 0);
        assert_int_equal(tact_triangle_contains(&a, p, NULL), truth.dimension == 0);
        if (truth.dimension == 0)
            assert_int_equal(feature, truth.corner[0].a);
        truth = oracle_triangle_intersect(&a, &flat);
        tact_overlap overlap = tact_triangle_intersect_segment(&a, (tact_segment){p, q});
        assert_int_equal((int)overlap.kind, truth.dimension + 1);
        for (int i = 0; i < truth.count; i++)
            assert_true(has_corner(&overlap, &truth.corner[i], 1e-14));
    }
}

/* Coordinates from the mixed family: triangles, points and segments. The limit is half of the
 * largest double; beyond it the oracle's rounded positions may become infinite. */
static void test_mixed_family(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_family");
    uint64_t count = test_case_count(5000, 100000), found[3] = {0};
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 1023);
        tact_triangle a = mixed_triangle(&rng, &palette, 1023);
        tact_triangle b = mixed_triangle_beside(&rng, &palette, 1023, &a);
        check_pair(&a, &b, false);
        found[0] += tact_triangle_overlaps(&a, &b);
        /* A point, often a corner, and the segment from there. */
        tact_triangle point = {{b.v[0], b.v[0], b.v[0]}}, flat = {{b.v[0], b.v[1], b.v[1]}};
        oracle_overlap truth = oracle_triangle_intersect(&a, &point);
        tact_feature feature = TACT_FEATURE_FACE;
        assert_int_equal(tact_triangle_contains(&a, b.v[0], &feature), truth.dimension == 0);
        if (truth.dimension == 0)
            assert_int_equal(feature, truth.corner[0].a);
        found[1] += truth.dimension == 0;
        truth = oracle_triangle_intersect(&a, &flat);
        tact_overlap overlap = tact_triangle_intersect_segment(&a, (tact_segment){b.v[0], b.v[1]});
        assert_int_equal((int)overlap.kind, truth.dimension + 1);
        double tolerance = position_tolerance(&a, &flat);
        for (int i = 0; i < truth.count; i++)
            assert_true(has_corner(&overlap, &truth.corner[i], tolerance));
        found[2] += truth.dimension >= 0;
    }
    for (int i = 0; i < 3; i++)
        assert_true(count < 100 || (found[i] * 10 > count && found[i] * 10 < 9 * count));
}

/* The answer for numbers that are not finite is unspecified, but the call returns. */
static void test_not_finite_returns(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_not_finite_returns");
    for (int n = 0; n < 100000; n++) {
        tact_triangle t[2] = {random_lattice_triangle(&rng, 3), random_lattice_triangle(&rng, 3)};
        for (int i = 0; i < 3; i++) {
            uint32_t where = test_rng_below(&rng, 18);
            (&t[where / 9].v[0].x)[where % 9] = i == 0 ? NAN : i == 1 ? INFINITY : -INFINITY;
        }
        tact_overlap overlap = tact_triangle_intersect(&t[0], &t[1]);
        assert_int_equal(overlap.kind, TACT_OVERLAP_NONE);
        (void)tact_triangle_overlaps(&t[0], &t[1]);
    }
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(tact_feature_name(TACT_FEATURE_VERTEX_1), "vertex 1");
    assert_string_equal(tact_feature_name(TACT_FEATURE_EDGE_2), "edge 2");
    assert_string_equal(tact_feature_name(TACT_FEATURE_FACE), "face");
    assert_string_equal(tact_feature_name((tact_feature)99), "unknown feature");
    assert_string_equal(tact_overlap_kind_name(TACT_OVERLAP_NONE), "none");
    assert_string_equal(tact_overlap_kind_name(TACT_OVERLAP_POLYGON), "polygon");
    assert_string_equal(tact_overlap_kind_name((tact_overlap_kind)-1), "unknown kind");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_not_finite_returns),
        cmocka_unit_test(test_points_and_segments),
        cmocka_unit_test(test_mixed_family),
        cmocka_unit_test(test_order_does_not_matter),
        cmocka_unit_test(test_nearly_degenerate_pairs),
        cmocka_unit_test(test_arbitrary_pairs),
        cmocka_unit_test(test_random_lattice_pairs),
        cmocka_unit_test(test_all_small_lattice_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
