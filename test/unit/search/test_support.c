/* SPDX-License-Identifier: MIT */
/* Support points of polytopes: the number that is returned is that of the point, and no vertex is
 * further, also along directions with zeros. */
#include "support.h"

#include <tact/hull.h>

#include "search/gjk_support.h"

/* A direction of small whole numbers, so that products are exact and zeros are frequent. */
static tact_vec3 direction_random(test_rng *rng) {
    return (tact_vec3){(double)test_rng_below(rng, 5) - 2, (double)test_rng_below(rng, 5) - 2,
                       (double)test_rng_below(rng, 5) - 2};
}

static tact_vec3 point_random(test_rng *rng) {
    return (tact_vec3){(double)test_rng_below(rng, 9) - 4, (double)test_rng_below(rng, 9) - 4,
                       (double)test_rng_below(rng, 9) - 4};
}

static void check(const tact_shape *shape, tact_vec3 m, uint32_t start, bool is_near) {
    tact_pose pose = tact_pose_identity();
    const tacti_placed_shape placed = {shape, pose};
    tacti_body body;
    tacti_body_set(&placed, &body);
    uint32_t at = start < body.count ? start : 0;
    tact_vec3 point = tacti_local_support(&body, m, is_near, &at);
    assert_true(at < body.count);
    tact_vec3 vertex = tacti_body_local(&body, at);
    assert_true(point.x == vertex.x && point.y == vertex.y && point.z == vertex.z);
    for (uint32_t i = 0; i < body.count; i++)
        assert_true(tacti_vec3_dot(m, tacti_body_local(&body, i)) <= tacti_vec3_dot(m, point));
}

static void test_number_belongs_to_point(void **state) {
    (void)state;
    test_rng rng = test_rng_start("number_belongs_to_point");
    for (uint64_t n = test_case_count(5000, 100000); n > 0; n--) {
        tact_vec3 points[60];
        uint32_t count = 4 + test_rng_below(&rng, 57);
        for (uint32_t i = 0; i < count; i++)
            points[i] = point_random(&rng);
        tact_hull *hull = NULL;
        assert_int_equal(tact_hull_create(NULL, points, count, &hull), TACT_OK);
        tact_vec3 size = {1 + test_rng_below(&rng, 3), 1 + test_rng_below(&rng, 3), 2};
        const tact_triangle triangle = {{points[0], points[1], points[2]}};
        const tact_shape shapes[] = {tact_shape_sphere(1), tact_shape_box(size.x, size.y, size.z),
                                     tact_shape_hull(hull), tact_shape_triangle(triangle),
                                     tact_shape_segment(points[0], points[3], 0.25)};
        tact_vec3 m = direction_random(&rng);
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            check(&shapes[i], m, test_rng_below(&rng, 8), test_rng_below(&rng, 2) == 0);
        tact_hull_destroy(hull);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_number_belongs_to_point)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
