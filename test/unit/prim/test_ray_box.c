/* SPDX-License-Identifier: MIT */
/* Rays and boxes against triangles, compared with the rational oracle. */
#include "mixed_numbers.h"
#include "support.h"

#include "oracle_triangle.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* Coordinates are whole numbers, or whole numbers moved by a few multiples of 2^-30: all sums and
 * multiples of them that the tests form are exact. */
static double coordinate(test_rng *rng, uint32_t side, bool is_nudged) {
    double x = test_rng_below(rng, side);
    return is_nudged ? x + 0x1p-30 * ((int)test_rng_below(rng, 3) - 1) : x;
}

static tact_vec3 point(test_rng *rng, uint32_t side, bool is_nudged) {
    return (tact_vec3){coordinate(rng, side, is_nudged), coordinate(rng, side, is_nudged),
                       coordinate(rng, side, is_nudged)};
}

static tact_triangle triangle(test_rng *rng, uint32_t side, bool is_nudged) {
    return (tact_triangle){
        {point(rng, side, is_nudged), point(rng, side, is_nudged), point(rng, side, is_nudged)}};
}

static void print_ray(const tact_triangle *t, tact_ray ray) {
    for (int i = 0; i < 3; i++)
        print_error("v%d = {%a, %a, %a}\n", i, t->v[i].x, t->v[i].y, t->v[i].z);
    print_error("origin {%a, %a, %a}, direction {%a, %a, %a}\n", ray.origin.x, ray.origin.y,
                ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z);
}

/* The parameter at which the ray is at a position that lies on it. */
static double parameter_of(tact_ray ray, const double position[3]) {
    double t = 0, longest = 0;
    for (int k = 0; k < 3; k++) {
        double d = (&ray.direction.x)[k];
        if (fabs(d) > longest) {
            longest = fabs(d);
            t = (position[k] - (&ray.origin.x)[k]) / d;
        }
    }
    return t;
}

/* A ray is equivalent to a segment that ends beyond the triangle, at reach times the direction. */
static void check_ray(const tact_triangle *t, tact_ray ray, double reach) {
    tact_vec3 end = tact_vec3_add(ray.origin, tact_vec3_scale(ray.direction, reach));
    tact_triangle flat = {{ray.origin, end, end}};
    oracle_overlap truth = oracle_triangle_intersect(t, &flat);
    tact_ray_hit hit = tact_triangle_intersect_ray(t, ray);
    bool is_right = (int)hit.kind == truth.dimension + 1;
    if (is_right && truth.dimension >= 0) {
        /* The oracle lists the ends of a segment in lexicographic order. */
        tact_vec3 d = ray.direction;
        bool is_rising = d.x != 0 ? d.x > 0 : d.y != 0 ? d.y > 0 : d.z > 0;
        const oracle_corner *first = &truth.corner[is_rising ? 0 : truth.count - 1];
        const oracle_corner *last = &truth.corner[is_rising ? truth.count - 1 : 0];
        double enter = parameter_of(ray, first->position),
               leave = parameter_of(ray, last->position);
        is_right = hit.enter == first->a && hit.exit == last->a && hit.t_enter <= hit.t_exit &&
                   fabs(hit.t_enter - enter) <= 1e-14 * reach &&
                   fabs(hit.t_exit - leave) <= 1e-14 * reach;
    }
    if (is_right)
        return;
    print_ray(t, ray);
    for (int i = 0; i < truth.count; i++)
        print_error("expected %s at %g %g %g\n", tact_feature_name(truth.corner[i].a),
                    truth.corner[i].position[0], truth.corner[i].position[1],
                    truth.corner[i].position[2]);
    fail_msg("got kind %s, t %g to %g, %s to %s", tact_overlap_kind_name(hit.kind), hit.t_enter,
             hit.t_exit, tact_feature_name(hit.enter), tact_feature_name(hit.exit));
}

static void test_lattice_rays(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_lattice_rays");
    uint64_t count = test_case_count(100000, 10000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t = triangle(&rng, 3, false);
        tact_vec3 d = tact_vec3_sub(point(&rng, 5, false), (tact_vec3){2, 2, 2});
        check_ray(&t, (tact_ray){point(&rng, 3, false), d}, 16);
    }
}

/* Rays that miss edges and corners by 2^-30, or hit them. */
static void test_nudged_rays(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_nudged_rays");
    uint64_t count = test_case_count(50000, 5000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_triangle t = triangle(&rng, 3, true);
        tact_vec3 origin = point(&rng, 3, true);
        tact_vec3 aim = n % 2 == 0 ? t.v[n % 3] : point(&rng, 3, true);
        tact_vec3 d = tact_vec3_sub(aim, origin);
        /* Short directions would need more reach than the coordinates have bits for. */
        if (fabs(d.x) + fabs(d.y) + fabs(d.z) < 0.5)
            continue;
        check_ray(&t, (tact_ray){origin, d}, 16);
    }
}

/* A ray aimed at a point of an edge that two triangles share hits one of them, however the aim is
 * rounded, if both lie around the edge as seen along the ray. */
static void test_no_ray_slips_through_an_edge(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_no_ray_slips_through_an_edge");
    uint64_t count = test_case_count(100000, 10000000);
    uint64_t on_edge = 0;
    for (uint64_t n = 0; n < count; n++) {
        double h = test_rng_between(&rng, -1, 1);
        tact_vec3 p = {test_rng_between(&rng, -1, 1), -1, test_rng_between(&rng, -1, 1)};
        tact_vec3 q = {test_rng_between(&rng, -1, 1), 1, test_rng_between(&rng, -1, 1)};
        tact_triangle left = {{p, q, {-5, h, 0}}}, right = {{q, p, {5, h, 0}}};
        double s = test_rng_between(&rng, 0.01, 0.99);
        tact_vec3 aim = {p.x + s * (q.x - p.x), p.y + s * (q.y - p.y), p.z + s * (q.z - p.z)};
        tact_vec3 origin = {aim.x + test_rng_between(&rng, -0.1, 0.1),
                            aim.y + test_rng_between(&rng, -0.001, 0.001), 10};
        tact_ray ray = {origin, tact_vec3_sub(aim, origin)};
        tact_ray_hit l = tact_triangle_intersect_ray(&left, ray);
        tact_ray_hit r = tact_triangle_intersect_ray(&right, ray);
        if (l.kind == TACT_OVERLAP_NONE && r.kind == TACT_OVERLAP_NONE) {
            print_ray(&left, ray);
            fail_msg("%s", "the ray passes between two triangles unnoticed");
        }
        on_edge += l.kind != TACT_OVERLAP_NONE && r.kind != TACT_OVERLAP_NONE;
    }
    print_message("%llu rays, %llu of them exactly through the edge\n", (unsigned long long)count,
                  (unsigned long long)on_edge);
}

static void test_extreme_rays(void **state) {
    (void)state;
    tact_triangle t = {{{-1e300, -1e300, 5}, {1e300, -1e300, 5}, {0, 1e300, 5}}};
    tact_ray_hit hit = tact_triangle_intersect_ray(&t, (tact_ray){{0, 0, 0}, {0, 0, DBL_TRUE_MIN}});
    assert_int_equal(hit.kind, TACT_OVERLAP_POINT);
    assert_true(hit.t_enter == DBL_MAX);
    hit = tact_triangle_intersect_ray(&t, (tact_ray){{0, 0, -1e308}, {0, 0, 1e308}});
    assert_int_equal(hit.kind, TACT_OVERLAP_POINT);
    assert_true(fabs(hit.t_enter - 1) < 1e-15);
    hit = tact_triangle_intersect_ray(&t, (tact_ray){{0, 0, 6}, {0, 0, 1}});
    assert_int_equal(hit.kind, TACT_OVERLAP_NONE);
    hit = tact_triangle_intersect_ray(&t, (tact_ray){{0, 0, 5}, {0, 0, 0}});
    assert_int_equal(hit.kind, TACT_OVERLAP_POINT);
    hit = tact_triangle_intersect_ray(&t, (tact_ray){{0, 0, 5}, {1, 0, 0}});
    assert_int_equal(hit.kind, TACT_OVERLAP_SEGMENT);
    assert_true(hit.t_enter == 0 && fabs(hit.t_exit / 5e299 - 1) < 1e-15);
    hit = tact_triangle_intersect_ray(&t, (tact_ray){{0, NAN, 5}, {1, 0, INFINITY}});
    assert_int_equal(hit.kind, TACT_OVERLAP_NONE);
}

/* The closed box and the triangle share a point if a corner of the triangle is in the box or a face
 * of the box meets the triangle. */
static bool oracle_overlaps_box(const tact_triangle *t, tact_box box) {
    for (int i = 0; i < 3; i++) {
        bool is_inside = true;
        for (int k = 0; k < 3; k++) {
            double x = (&t->v[i].x)[k];
            is_inside = is_inside && (&box.lo.x)[k] <= x && x <= (&box.hi.x)[k];
        }
        if (is_inside)
            return true;
    }
    for (int face = 0; face < 6; face++) {
        int k = face / 2, l = (k + 1) % 3, m = (k + 2) % 3;
        tact_vec3 corner[4];
        for (int c = 0; c < 4; c++) {
            (&corner[c].x)[k] = face % 2 == 0 ? (&box.lo.x)[k] : (&box.hi.x)[k];
            (&corner[c].x)[l] = c == 1 || c == 2 ? (&box.hi.x)[l] : (&box.lo.x)[l];
            (&corner[c].x)[m] = c >= 2 ? (&box.hi.x)[m] : (&box.lo.x)[m];
        }
        tact_triangle half[2] = {{{corner[0], corner[1], corner[2]}},
                                 {{corner[0], corner[2], corner[3]}}};
        if (oracle_triangle_intersect(t, &half[0]).dimension >= 0 ||
            oracle_triangle_intersect(t, &half[1]).dimension >= 0)
            return true;
    }
    return false;
}

/* Returns the truth, after comparing the answer with it. */
static bool check_box(const tact_triangle *t, tact_vec3 p, tact_vec3 q) {
    tact_box box = {{fmin(p.x, q.x), fmin(p.y, q.y), fmin(p.z, q.z)},
                    {fmax(p.x, q.x), fmax(p.y, q.y), fmax(p.z, q.z)}};
    bool expected = oracle_overlaps_box(t, box);
    if (tact_triangle_overlaps_box(t, box) == expected)
        return expected;
    for (int i = 0; i < 3; i++)
        print_error("v%d = {%a, %a, %a}\n", i, t->v[i].x, t->v[i].y, t->v[i].z);
    fail_msg("box {%a, %a, %a} to {%a, %a, %a}: expected %d", box.lo.x, box.lo.y, box.lo.z,
             box.hi.x, box.hi.y, box.hi.z, expected);
    return false;
}

/* Coordinates from the mixed family: boxes that are flat, thin and corner to corner. */
static void test_mixed_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_mixed_boxes");
    uint64_t count = test_case_count(2000, 100000), meeting = 0;
    for (uint64_t n = 0; n < count; n++) {
        mixed_palette palette = mixed_palette_make(&rng, 1024);
        tact_triangle t = mixed_triangle(&rng, &palette, 1024);
        tact_triangle b = mixed_triangle_beside(&rng, &palette, 1024, &t);
        meeting += check_box(&t, b.v[0], b.v[1]);
    }
    assert_true(count < 100 || (meeting * 10 > count && meeting * 10 < 9 * count));
}

static void test_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_boxes");
    uint64_t count = test_case_count(20000, 2000000);
    uint64_t meeting = 0;
    for (uint64_t n = 0; n < count; n++) {
        bool is_nudged = n % 2 == 0;
        tact_triangle t = triangle(&rng, 6, is_nudged);
        tact_vec3 p = point(&rng, 5, is_nudged), q = point(&rng, 5, is_nudged);
        meeting += check_box(&t, p, q);
    }
    print_message("%llu boxes, %llu of them meet\n", (unsigned long long)count,
                  (unsigned long long)meeting);
    tact_triangle t = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    assert_false(tact_triangle_overlaps_box(&t, tact_box_empty()));
    assert_false(tact_triangle_overlaps_box(&t, (tact_box){{NAN, 0, 0}, {1, 1, 1}}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattice_rays), cmocka_unit_test(test_nudged_rays),
        cmocka_unit_test(test_extreme_rays), cmocka_unit_test(test_no_ray_slips_through_an_edge),
        cmocka_unit_test(test_boxes),        cmocka_unit_test(test_mixed_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
