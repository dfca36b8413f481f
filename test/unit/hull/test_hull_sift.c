/* SPDX-License-Identifier: MIT */
/* The bound with which points are sorted by planes, eight at a time: a point counts as above or as
 * below a plane only if exact arithmetic says so. Points on the plane need the bound, and so do
 * points within a few roundings of it. */
#include "hull/hull_sift.h"

#include "support.h"

#include <math.h>

#include <tact/exact.h>

#include "exact/det.h"

static tact_vec3 random_point(test_rng *rng) {
    return (tact_vec3){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1)};
}

static double sum_of(tact_vec3 v) {
    return (fabs(v.x) + fabs(v.y)) + fabs(v.z);
}

/* 1 if p is above the plane of a triangle: (p - a) . ((b - a) x (c - a)) > 0. */
static int side_of(const tact_triangle *t, tact_vec3 p) {
    static const tact_vec3 zero = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    int up = tact_orient3d(&zero, &x, &y, &z) > 0 ? 1 : -1;
    int side = tact_orient3d(&t->v[0], &t->v[1], &t->v[2], &p);
    return up * ((side > 0) - (side < 0));
}

static void sides_are_certain(void **state) {
    (void)state;
    test_rng rng = test_rng_start("hull_sift");
    tacti_sift_kernel *sift = tacti_sift_at(TACT_SIMD_BASELINE);
    uint64_t count = test_case_count(4000, 200000), decided = 0;
    for (uint64_t i = 0; i < count; i++) {
        tact_triangle t = {{random_point(&rng), random_point(&rng), random_point(&rng)}};
        tact_vec3 b = tact_vec3_sub(t.v[1], t.v[0]), c = tact_vec3_sub(t.v[2], t.v[0]);
        tact_vec3 n = tact_vec3_cross(b, c), points[8];
        tacti_sift_plane plane = {{t.v[0].x, t.v[0].y, t.v[0].z}, {n.x, n.y, n.z}, 0};
        plane.bound = tacti_det3_bound(sum_of(b) * sum_of(c), 12);
        for (int k = 0; k < 8; k++) {
            double v = test_rng_between(&rng, -1, 1), w = test_rng_between(&rng, -1, 1);
            points[k] = tact_vec3_add(tact_vec3_scale(b, v), tact_vec3_scale(c, w));
            points[k] = tact_vec3_add(t.v[0], points[k]);
            if (k == 0)
                points[k] = random_point(&rng);
        }
        uint32_t owner[8];
        sift(points, &plane, 1, owner);
        for (int k = 0; k < 8; k++) {
            int side = side_of(&t, points[k]);
            assert_false(owner[k] == 0 && side <= 0);
            assert_false(owner[k] == TACTI_SIFT_INSIDE && side >= 0);
        }
        decided += owner[0] != TACTI_SIFT_OPEN;
    }
    assert_true(decided > count / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
