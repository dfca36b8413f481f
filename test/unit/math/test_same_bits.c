/* SPDX-License-Identifier: MIT */
/* One hash over the results of everything that rounds in this room. It is the same for every
 * compiler, optimisation level and machine. If it changes, results have changed, which belongs in
 * the changelog. The inputs do not depend on TACT_SEED. */
#include "support.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define EXPECTED UINT64_C(0x62DA5AA0927BD4B3)

/* FNV-1a over the bytes of numbers, lowest first; all NaNs count as the same. */
static void add_bits(uint64_t *hash, uint64_t bits) {
    for (int i = 0; i < 8; i++)
        *hash = (*hash ^ (bits >> (8 * i) & 0xFF)) * UINT64_C(0x100000001B3);
}

static void add(uint64_t *hash, double x) {
    uint64_t bits = 0;
    if (!isnan(x))
        memcpy(&bits, &x, sizeof bits);
    add_bits(hash, isnan(x) ? 0x7FF8 : bits);
}

static void add_vec(uint64_t *hash, tact_vec3 a) {
    add(hash, a.x);
    add(hash, a.y);
    add(hash, a.z);
}

static void add_mat(uint64_t *hash, tact_mat3 a) {
    for (int i = 0; i < 9; i++)
        add(hash, a.m[i / 3][i % 3]);
}

static void add_quat(uint64_t *hash, tact_quat a) {
    add(hash, a.w);
    add_vec(hash, (tact_vec3){a.x, a.y, a.z});
}

static void add_pose(uint64_t *hash, tact_pose a) {
    for (int i = 0; i < 12; i++)
        add(hash, a.m[i]);
}

static void add_interval(uint64_t *hash, tact_interval a) {
    add(hash, a.lo);
    add(hash, a.hi);
}

static double number(test_rng *rng, bool usual) {
    return usual ? test_rng_between(rng, -10, 10) : test_rng_any_double(rng);
}

static tact_vec3 vector(test_rng *rng, bool usual) {
    double x = number(rng, usual), y = number(rng, usual), z = number(rng, usual);
    return (tact_vec3){x, y, z};
}

static void add_vectors(uint64_t *hash, tact_vec3 a, tact_vec3 b) {
    add_vec(hash, tact_vec3_add(a, b));
    add_vec(hash, tact_vec3_sub(a, b));
    add_vec(hash, tact_vec3_scale(a, b.x));
    add_vec(hash, tact_vec3_cross(a, b));
    add_vec(hash, tact_vec3_normalize(a));
    add(hash, tact_vec3_dot(a, b));
    add(hash, tact_vec3_length(a));
    tact_box box = tact_box_add_point((tact_box){a, a}, b);
    add_vec(hash, tact_box_center(box));
    add_bits(hash, tact_morton_of_point((tact_vec3){a.y, b.z, a.x}, box));
}

static void add_poses(uint64_t *hash, tact_vec3 axis, double angle, tact_vec3 point) {
    tact_quat q;
    tact_pose pose, other;
    assert_int_equal(tact_quat_from_axis_angle(axis, angle, &q), TACT_OK);
    assert_int_equal(tact_pose_from_quat(q, point, &pose), TACT_OK);
    assert_int_equal(tact_pose_from_axis_angle(point, angle, axis, &other), TACT_OK);
    add_quat(hash, q);
    add_pose(hash, pose);
    add_quat(hash, tact_pose_to_quat(pose));
    add_quat(hash, tact_quat_multiply(q, tact_pose_to_quat(other)));
    add_pose(hash, tact_pose_compose(pose, other));
    add_pose(hash, tact_pose_inverse(pose));
    add_vec(hash, tact_pose_place(pose, axis));
    add_vec(hash, tact_pose_rotate(pose, axis));
}

static void add_matrices(uint64_t *hash, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_mat3 m = {{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}};
    tact_eigen3 eigen = tact_mat3_symmetric_eigen(m);
    add_vec(hash, eigen.values);
    add_mat(hash, eigen.vectors);
    add_mat(hash, tact_mat3_multiply(m, tact_mat3_transpose(m)));
    add_vec(hash, tact_mat3_apply(m, a));
    add(hash, tact_mat3_determinant(m));
}

static void add_intervals(uint64_t *hash, tact_vec3 a, tact_vec3 b) {
    tact_interval x = tact_interval_make(fmin(a.x, b.x), fmax(a.x, b.x));
    tact_interval y = tact_interval_make(fmin(a.y, b.y), fmax(a.y, b.y));
    add_interval(hash, tact_interval_add(x, y));
    add_interval(hash, tact_interval_sub(x, y));
    add_interval(hash, tact_interval_mul(x, y));
    add_interval(hash, tact_interval_div(x, y));
    add_interval(hash, tact_interval_square(x));
    add_interval(hash, tact_interval_sqrt(x));
}

static void test_hash(void **state) {
    (void)state;
    test_rng rng = {42};
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (int n = 0; n < 20000; n++) {
        bool usual = n % 2 == 0;
        tact_vec3 a = vector(&rng, usual), b = vector(&rng, usual), c = vector(&rng, usual);
        add(&hash, tact_sin(a.x));
        add(&hash, tact_cos(a.x));
        add_vectors(&hash, a, b);
        add_poses(&hash, a, b.x, c);
        add_matrices(&hash, a, b, c);
        add_intervals(&hash, a, b);
    }
    printf("  hash %016" PRIx64 "\n", hash);
    assert_true(hash == EXPECTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hash)};
    return cmocka_run_group_tests_name("math: the same bits everywhere", tests, NULL, NULL);
}
