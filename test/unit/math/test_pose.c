/* SPDX-License-Identifier: MIT */
/* Poses and quaternions: placement bit for bit, the conversion formulas, the limits of validation,
 * and each status of each function that can fail. */
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/simd.h"
#include "math/pose_pair.h"

static const tact_vec3 origin = {0, 0, 0};

static tact_vec3 random_point(test_rng *rng, double size) {
    return (tact_vec3){test_rng_between(rng, -size, size), test_rng_between(rng, -size, size),
                       test_rng_between(rng, -size, size)};
}

static tact_quat random_quat(test_rng *rng) {
    return (tact_quat){test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1),
                       test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1)};
}

static tact_pose random_pose(test_rng *rng) {
    tact_pose pose;
    assert_int_equal(tact_pose_from_quat(random_quat(rng), random_point(rng, 10), &pose), TACT_OK);
    return pose;
}

static double pose_distance(const tact_pose *a, const tact_pose *b) {
    double distance = 0;
    for (int i = 0; i < 12; i++)
        distance = fmax(distance, fabs(a->m[i] - b->m[i]));
    return distance;
}

/* ---- Placement ---------------------------------------------------------------------------- */

/* The definition, each operation stored before the next. */
static double plain_row(const double row[4], tact_vec3 p, bool translate) {
    volatile double x = row[0] * p.x;
    volatile double y = row[1] * p.y;
    volatile double z = row[2] * p.z;
    volatile double xy = x + y;
    volatile double xyz = xy + z;
    if (!translate)
        return xyz;
    volatile double placed = xyz + row[3];
    return placed;
}

static void assert_same(double actual, double expected) {
    if (!(isnan(actual) && isnan(expected)))
        test_assert_same_bits(actual, expected);
}

static void check_placement(const tact_pose *pose, tact_vec3 p) {
    tact_vec3 placed = tact_pose_place(*pose, p), turned = tact_pose_rotate(*pose, p);
    assert_same(placed.x, plain_row(&pose->m[0], p, true));
    assert_same(placed.y, plain_row(&pose->m[4], p, true));
    assert_same(placed.z, plain_row(&pose->m[8], p, true));
    assert_same(turned.x, plain_row(&pose->m[0], p, false));
    assert_same(turned.y, plain_row(&pose->m[4], p, false));
    assert_same(turned.z, plain_row(&pose->m[8], p, false));
    tact_triangle triangle = {{p, {p.y, p.z, p.x}, {-p.x, p.y, 1}}};
    tact_triangle there = tact_pose_place_triangle(*pose, &triangle);
    for (int i = 0; i < 3; i++) {
        tact_vec3 corner = tact_pose_place(*pose, triangle.v[i]);
        assert_same(there.v[i].x, corner.x);
        assert_same(there.v[i].y, corner.y);
        assert_same(there.v[i].z, corner.z);
    }
}

static void test_placement(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pose_placement");
    uint64_t count = test_case_count(100000, 1000000);
    for (uint64_t n = 0; n < count; n++) {
        tact_pose pose = random_pose(&rng);
        tact_vec3 p = random_point(&rng, ldexp(1, (int)test_rng_below(&rng, 1000) - 500));
        if (n % 4 == 0) { /* any numbers */
            for (int i = 0; i < 12; i++)
                pose.m[i] = test_rng_any_double(&rng);
            p.x = test_rng_any_double(&rng);
            p.y = test_rng_any_double(&rng);
            p.z = test_rng_any_double(&rng);
        }
        check_placement(&pose, p);
    }
    printf("  %llu placements\n", (unsigned long long)count);
}

static void test_identity_leaves_points(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pose_identity");
    tact_pose identity = tact_pose_identity();
    assert_int_equal(tact_pose_validate(identity, NULL), TACT_OK);
    for (uint64_t n = test_case_count(50000, 500000); n > 0; n--) {
        tact_vec3 p = {test_rng_any_double(&rng), test_rng_any_double(&rng),
                       test_rng_any_double(&rng)};
        tact_vec3 placed = tact_pose_place(identity, p);
        test_assert_same_bits(placed.x, p.x);
        test_assert_same_bits(placed.y, p.y);
        test_assert_same_bits(placed.z, p.z);
    }
    tact_vec3 placed = tact_pose_place(identity, (tact_vec3){-0.0, -0.0, -0.0});
    test_assert_same_bits(placed.x, 0.0);
    test_assert_same_bits(placed.y, 0.0);
    test_assert_same_bits(placed.z, 0.0);
    tact_pose made =
        tact_pose_make((tact_mat3){{{1, 2, 3}, {5, 6, 7}, {9, 10, 11}}}, (tact_vec3){4, 8, 12});
    for (int i = 0; i < 12; i++)
        assert_true(made.m[i] == i + 1);
}

/* ---- Quaternions -------------------------------------------------------------------------- */

/* The documented formula, scaled with libm. */
static void plain_rotation(tact_quat q, double r[3][3]) {
    double largest = fmax(fmax(fabs(q.w), fabs(q.x)), fmax(fabs(q.y), fabs(q.z)));
    int k = -ilogb(largest);
    const double w = ldexp(q.w, k);
    const double v[3] = {ldexp(q.x, k), ldexp(q.y, k), ldexp(q.z, k)};
    volatile double ww = w * w, xx = v[0] * v[0], yy = v[1] * v[1], zz = v[2] * v[2];
    volatile double sum = ww + xx;
    sum = sum + yy;
    sum = sum + zz;
    volatile double s = 2 / sum;
    for (int i = 0; i < 3; i++) { /* x, y, z in cyclic order from i */
        double x = v[i], y = v[(i + 1) % 3], z = v[(i + 2) % 3];
        volatile double y2 = y * y, z2 = z * z, xy = x * y, xz = x * z, wy = w * y, wz = w * z;
        volatile double squares = y2 + z2, minus = xy - wz, plus = xz + wy;
        volatile double scaled = s * squares;
        r[i][i] = 1 - scaled;
        r[i][(i + 1) % 3] = s * minus;
        r[i][(i + 2) % 3] = s * plus;
    }
}

static void test_from_quat(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pose_from_quat");
    uint64_t count = test_case_count(50000, 500000);
    for (uint64_t n = 0; n < count; n++) {
        tact_quat q = random_quat(&rng);
        int k = (int)test_rng_below(&rng, 2090) - 1070;
        q = (tact_quat){ldexp(q.w, k), ldexp(q.x, k), ldexp(q.y, k), ldexp(q.z, k)};
        if (n % 3 == 0)
            q = (tact_quat){test_rng_any_double(&rng), test_rng_any_double(&rng),
                            test_rng_any_double(&rng), test_rng_any_double(&rng)};
        if (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0)
            continue;
        tact_vec3 t = random_point(&rng, 1e6);
        tact_pose pose;
        assert_int_equal(tact_pose_from_quat(q, t, &pose), TACT_OK);
        assert_int_equal(tact_pose_validate(pose, NULL), TACT_OK);
        double r[3][3];
        plain_rotation(q, r);
        for (int i = 0; i < 9; i++)
            assert_true(pose.m[4 * (i / 3) + i % 3] == r[i / 3][i % 3]);
        assert_true(pose.m[3] == t.x && pose.m[7] == t.y && pose.m[11] == t.z);
    }
    printf("  %llu quaternions of all lengths\n", (unsigned long long)count);
}

/* A quarter turn around each axis, and known products. */
static void test_handedness(void **state) {
    (void)state;
    const double half_pi = 0x1.921fb54442d18p+0;
    tact_pose pose;
    assert_int_equal(tact_pose_from_axis_angle((tact_vec3){0, 0, 2}, half_pi, origin, &pose),
                     TACT_OK);
    tact_vec3 p = tact_pose_place(pose, (tact_vec3){1, 0, 0});
    assert_true(fabs(p.x) < 1e-15 && fabs(p.y - 1) < 1e-15 && p.z == 0);
    assert_int_equal(tact_pose_from_axis_angle((tact_vec3){1e-300, 0, 0}, half_pi, origin, &pose),
                     TACT_OK);
    p = tact_pose_place(pose, (tact_vec3){0, 1, 0});
    assert_true(p.x == 0 && fabs(p.y) < 1e-15 && fabs(p.z - 1) < 1e-15);
    assert_int_equal(tact_pose_from_axis_angle((tact_vec3){0, 1e300, 0}, half_pi, origin, &pose),
                     TACT_OK);
    p = tact_pose_place(pose, (tact_vec3){0, 0, 1});
    assert_true(fabs(p.x - 1) < 1e-15 && p.y == 0 && fabs(p.z) < 1e-15);
    tact_quat i = {0, 1, 0, 0}, j = {0, 0, 1, 0}, k = tact_quat_multiply(i, j);
    assert_true(k.w == 0 && k.x == 0 && k.y == 0 && k.z == 1);
    tact_quat one = tact_quat_identity(), same = tact_quat_multiply(one, (tact_quat){1, 2, 3, 4});
    assert_true(same.w == 1 && same.x == 2 && same.y == 3 && same.z == 4);
    tact_quat back = tact_quat_conjugate((tact_quat){1, 2, 3, 4});
    assert_true(back.w == 1 && back.x == -2 && back.y == -3 && back.z == -4);
    tact_quat norm = tact_quat_multiply((tact_quat){1, 2, 3, 4}, back);
    assert_true(norm.w == 30 && norm.x == 0 && norm.y == 0 && norm.z == 0);
}

static void test_axis_angle(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pose_axis_angle");
    double worst_length = 0, worst_axis = 0;
    uint64_t count = test_case_count(30000, 300000);
    for (uint64_t n = 0; n < count; n++) {
        tact_vec3 axis = random_point(&rng, ldexp(1, (int)test_rng_below(&rng, 2000) - 1000));
        double angle = n % 2 == 0 ? test_rng_between(&rng, -10, 10) : test_rng_any_double(&rng);
        tact_quat q;
        assert_int_equal(tact_quat_from_axis_angle(axis, angle, &q), TACT_OK);
        test_assert_same_bits(q.w, tact_cos(0.5 * angle));
        long double square = (long double)q.w * q.w + (long double)q.x * q.x +
                             (long double)q.y * q.y + (long double)q.z * q.z;
        worst_length = fmax(worst_length, (double)fabsl(sqrtl(square) - 1));
        /* The axis stays where it is. */
        tact_pose pose, other;
        assert_int_equal(tact_pose_from_quat(q, origin, &pose), TACT_OK);
        assert_int_equal(tact_pose_from_axis_angle(axis, angle, origin, &other), TACT_OK);
        assert_memory_equal(&pose, &other, sizeof pose);
        tact_vec3 unit = tact_vec3_normalize(axis);
        tact_vec3 moved = tact_vec3_sub(tact_pose_rotate(pose, unit), unit);
        worst_axis = fmax(worst_axis, tact_vec3_length(moved));
        double sine = tact_vec3_dot(unit, (tact_vec3){q.x, q.y, q.z});
        assert_true(fabs(sine - tact_sin(0.5 * angle)) < 1e-15);
    }
    printf("  %llu axes: length of the quaternion off by %.3g, axis moved by %.3g at most\n",
           (unsigned long long)count, worst_length, worst_axis);
    assert_true(worst_length < 1e-15 && worst_axis < 2e-15);
}

static double quat_distance(tact_quat a, tact_quat b) {
    return fmax(fmax(fabs(a.w - b.w), fabs(a.x - b.x)), fmax(fabs(a.y - b.y), fabs(a.z - b.z)));
}

static void test_quat_round_trip(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pose_round_trip");
    double worst_quat = 0, worst_pose = 0;
    uint64_t count = test_case_count(50000, 500000);
    for (uint64_t n = 0; n < count; n++) {
        tact_quat q = random_quat(&rng);
        if (n % 3 == 1) /* half turns, nearly or exactly */
            q.w = test_rng_below(&rng, 2) == 0 ? 0 : ldexp(q.w, -(int)test_rng_below(&rng, 60));
        if (n % 3 == 2) { /* almost along one axis */
            q.x = ldexp(q.x, -(int)test_rng_below(&rng, 60));
            q.y = ldexp(q.y, -(int)test_rng_below(&rng, 60));
        }
        tact_pose pose, again;
        assert_int_equal(tact_pose_from_quat(q, origin, &pose), TACT_OK);
        tact_quat back = tact_pose_to_quat(pose);
        assert_true(back.w >= 0 && !signbit(back.w));
        double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        tact_quat unit = {q.w / length, q.x / length, q.y / length, q.z / length};
        tact_quat other = {-unit.w, -unit.x, -unit.y, -unit.z};
        worst_quat = fmax(worst_quat, fmin(quat_distance(back, unit), quat_distance(back, other)));
        assert_int_equal(tact_pose_from_quat(back, origin, &again), TACT_OK);
        worst_pose = fmax(worst_pose, pose_distance(&pose, &again));
    }
    printf("  %llu round trips: quaternion off by %.3g, pose by %.3g at most\n",
           (unsigned long long)count, worst_quat, worst_pose);
    assert_true(worst_quat < 2e-15 && worst_pose < 2e-15);
}

/* Exact half turns: w is 0, the first number that is not 0 is positive. */
static void test_half_turns(void **state) {
    (void)state;
    const tact_quat axes[] = {{0, 1, 0, 0},  {0, 0, 1, 0},   {0, 0, 0, 1},  {0, -1, 0, 0},
                              {0, 0, -1, 0}, {0, 0, 0, -1},  {0, 1, 1, 0},  {0, -1, 1, 0},
                              {0, 1, -1, 0}, {0, 0, -1, -1}, {0, 0, 1, -1}, {0, -1, -1, -1},
                              {0, -1, 0, 3}, {0, 1, 2, -5},  {0, -1, 2, 3}, {0, 0, -1, 7}};
    for (size_t n = 0; n < sizeof axes / sizeof axes[0]; n++) {
        tact_quat q = axes[n];
        tact_pose pose;
        assert_int_equal(tact_pose_from_quat(q, origin, &pose), TACT_OK);
        tact_quat back = tact_pose_to_quat(pose);
        test_assert_same_bits(back.w, 0.0);
        double first = back.x != 0 ? back.x : back.y != 0 ? back.y : back.z;
        assert_true(first > 0);
        double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
        double sign = (q.x != 0 ? q.x : q.y != 0 ? q.y : q.z) < 0 ? -1 : 1;
        tact_quat expected = {0, sign * q.x / length, sign * q.y / length, sign * q.z / length};
        assert_true(quat_distance(back, expected) < 1e-15);
    }
    tact_quat none = tact_pose_to_quat(tact_pose_identity());
    assert_true(none.w == 1 && none.x == 0 && none.y == 0 && none.z == 0);
}

/* The product of quaternions is the composition of poses. */
static void test_compose_and_inverse(void **state) {
    (void)state;
    test_rng rng = test_rng_start("pose_compose");
    tact_pose identity = tact_pose_identity();
    double worst_compose = 0, worst_inverse = 0, worst_product = 0;
    uint64_t count = test_case_count(30000, 300000);
    for (uint64_t n = 0; n < count; n++) {
        tact_quat qa = random_quat(&rng), qb = random_quat(&rng);
        tact_pose a, b, ab;
        assert_int_equal(tact_pose_from_quat(qa, random_point(&rng, 1), &a), TACT_OK);
        assert_int_equal(tact_pose_from_quat(qb, random_point(&rng, 1), &b), TACT_OK);
        tact_pose both = tact_pose_compose(a, b);
        tact_vec3 p = random_point(&rng, 1);
        tact_vec3 steps = tact_pose_place(a, tact_pose_place(b, p));
        tact_vec3 error = tact_vec3_sub(tact_pose_place(both, p), steps);
        worst_compose = fmax(worst_compose, tact_vec3_length(error));
        tact_vec3 t = {both.m[3], both.m[7], both.m[11]};
        assert_int_equal(tact_pose_from_quat(tact_quat_multiply(qa, qb), t, &ab), TACT_OK);
        worst_product = fmax(worst_product, pose_distance(&both, &ab));
        tact_pose back = tact_pose_inverse(a);
        tact_pose left = tact_pose_compose(back, a), right = tact_pose_compose(a, back);
        worst_inverse = fmax(worst_inverse, pose_distance(&left, &identity));
        worst_inverse = fmax(worst_inverse, pose_distance(&right, &identity));
    }
    printf("  %llu pairs, points and translations in the unit cube: compose off by %.3g, "
           "inverse by %.3g, quaternion product by %.3g at most\n",
           (unsigned long long)count, worst_compose, worst_inverse, worst_product);
    assert_true(worst_compose < 4e-15 && worst_inverse < 4e-15 && worst_product < 4e-15);
    tact_pose same = tact_pose_inverse(identity);
    assert_memory_equal(&same, &identity, sizeof same);
    same = tact_pose_compose(identity, identity);
    assert_memory_equal(&same, &identity, sizeof same);
}

/* ---- Validation --------------------------------------------------------------------------- */

static void assert_refused(tact_pose pose, tact_status status, uint64_t index, const char *words) {
    tact_error error;
    memset(&error, 0x5A, sizeof error);
    assert_int_equal(tact_pose_validate(pose, NULL), status);
    assert_int_equal(tact_pose_validate(pose, &error), status);
    assert_int_equal(error.status, status);
    assert_int_equal(error.line, 0);
    assert_true(error.index == index);
    if (strstr(error.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void test_validate_not_finite(void **state) {
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    const char *names[12] = {"r00", "r01", "r02", "tx",  "r10", "r11",
                             "r12", "ty",  "r20", "r21", "r22", "tz"};
    for (int n = 0; n < 3; n++)
        for (uint64_t i = 0; i < 12; i++) {
            tact_pose pose = tact_pose_identity();
            pose.m[i] = bad[n];
            assert_refused(pose, TACT_NOT_FINITE, i, names[i]);
        }
}

/* The largest accepted change of the identity's number i in the direction of sign. */
static double largest_accepted(int i, double sign) {
    double good = 0, bad = 1;
    while (nextafter(good, 1) < bad) {
        double middle = 0.5 * (good + bad);
        tact_pose pose = tact_pose_identity();
        pose.m[i] += sign * middle;
        if (tact_pose_validate(pose, NULL) == TACT_OK)
            good = middle;
        else
            bad = middle;
    }
    return good;
}

static void test_validate_limits(void **state) {
    (void)state;
    /* Off the diagonal the entry of R^T R is the changed number itself: the limit is sharp. */
    for (int i = 0; i < 9; i++) {
        int row = i / 3, column = i % 3, at = 4 * row + column;
        for (double sign = -1; sign <= 1; sign += 2) {
            tact_pose pose = tact_pose_identity();
            uint64_t later = (uint64_t)(row > column ? row : column);
            if (row != column) {
                pose.m[at] = sign * 1e-6;
                assert_int_equal(tact_pose_validate(pose, NULL), TACT_OK);
                pose.m[at] = sign * nextafter(1e-6, 1);
                assert_refused(pose, TACT_INVALID_POSE, later, "dot product");
                continue;
            }
            double most = largest_accepted(at, sign);
            double last = 1 + sign * most;
            assert_true(fabs(last * last - 1) <= 1e-6);
            pose.m[at] = sign > 0 ? nextafter(last, 2) : nextafter(last, 0);
            assert_true(fabs(pose.m[at] * pose.m[at] - 1) > 1e-6);
            assert_refused(pose, TACT_INVALID_POSE, later, "squared length");
        }
    }
}

static void test_validate_other(void **state) {
    (void)state;
    tact_pose pose = tact_pose_identity();
    tact_error error;
    memset(&error, 0x5A, sizeof error);
    tact_error before = error;
    pose.m[3] = DBL_MAX; /* the translation is arbitrary */
    pose.m[11] = -DBL_MAX;
    assert_int_equal(tact_pose_validate(pose, &error), TACT_OK);
    assert_memory_equal(&error, &before, sizeof error);
    for (int i = 0; i < 3; i++) { /* mirror images */
        pose = tact_pose_identity();
        pose.m[5 * i] = -1;
        assert_refused(pose, TACT_INVALID_POSE, TACT_NO_INDEX, "determinant -1");
    }
    assert_refused((tact_pose){{0}}, TACT_INVALID_POSE, 0, "squared length 0");
    pose = tact_pose_identity(); /* the squares overflow, and their difference is NaN */
    pose.m[0] = pose.m[4] = 1e300;
    assert_refused(pose, TACT_INVALID_POSE, 0, "squared length inf");
    pose = (tact_pose){{1, 0, 0, 0, 1e-7, 1, 0, 0, 0, 0, 1.1, 0}};
    assert_refused(pose, TACT_INVALID_POSE, 2, "column 2");
}

/* ---- Every status ------------------------------------------------------------------------- */

static void test_failures(void **state) {
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    const tact_quat quat_before = {7, 7, 7, 7};
    const tact_pose pose_before = {{7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}};
    const tact_vec3 x_axis = {1, 0, 0};
    tact_quat quat = quat_before;
    tact_pose pose = pose_before;
    for (int n = 0; n < 3; n++) {
        tact_vec3 v[3] = {{bad[n], 0, 0}, {1, bad[n], 0}, {1, 0, bad[n]}};
        tact_quat q[4] = {
            {bad[n], 0, 0, 0}, {0, bad[n], 0, 0}, {0, 0, bad[n], 0}, {1, 0, 0, bad[n]}};
        for (int i = 0; i < 3; i++) {
            assert_int_equal(tact_quat_from_axis_angle(v[i], 1, &quat), TACT_NOT_FINITE);
            assert_int_equal(tact_pose_from_axis_angle(v[i], 1, origin, &pose), TACT_NOT_FINITE);
            assert_int_equal(tact_pose_from_axis_angle(x_axis, 1, v[i], &pose), TACT_NOT_FINITE);
            assert_int_equal(tact_pose_from_quat(tact_quat_identity(), v[i], &pose),
                             TACT_NOT_FINITE);
        }
        for (int i = 0; i < 4; i++)
            assert_int_equal(tact_pose_from_quat(q[i], origin, &pose), TACT_NOT_FINITE);
        assert_int_equal(tact_quat_from_axis_angle(x_axis, bad[n], &quat), TACT_NOT_FINITE);
        assert_int_equal(tact_pose_from_axis_angle(x_axis, bad[n], origin, &pose), TACT_NOT_FINITE);
    }
    assert_int_equal(tact_quat_from_axis_angle(origin, 1, &quat), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_pose_from_axis_angle(origin, 1, origin, &pose), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_pose_from_quat((tact_quat){0, -0.0, 0, 0}, origin, &pose),
                     TACT_INVALID_ARGUMENT);
    assert_memory_equal(&quat, &quat_before, sizeof quat);
    assert_memory_equal(&pose, &pose_before, sizeof pose);
    assert_int_equal(tact_quat_from_axis_angle(x_axis, 1, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_pose_from_axis_angle(x_axis, 1, origin, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_pose_from_quat(tact_quat_identity(), origin, NULL),
                     TACT_INVALID_ARGUMENT);
    /* The least axis and the least quaternion are accepted. */
    assert_int_equal(tact_quat_from_axis_angle((tact_vec3){0, 0x1p-1074, 0}, 0, &quat), TACT_OK);
    assert_true(quat.w == 1 && quat.x == 0 && quat.y == 0 && quat.z == 0);
    assert_int_equal(tact_pose_from_quat((tact_quat){0x1p-1074, 0, 0, 0}, origin, &pose), TACT_OK);
    tact_pose identity = tact_pose_identity();
    assert_memory_equal(&pose, &identity, sizeof pose);
}

/* ---- Two poses at once ---------------------------------------------------------------------- */

/* The largest entry of |R^T R - I|, in the order of operations that the library promises. */
static double plain_defect(const tact_pose *pose) {
    const double *m = pose->m;
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double dot = (m[i] * m[j] + m[4 + i] * m[4 + j]) + m[8 + i] * m[8 + j];
            most = fmax(most, fabs(i == j ? dot - 1 : dot));
        }
    return most;
}

/* A pose whose rotation is off by up to 2e-6, or mirrored, or with an entry that is not finite. */
static tact_pose spoilt_pose(test_rng *rng) {
    tact_pose pose = random_pose(rng);
    uint32_t entry = test_rng_below(rng, 12), way = test_rng_below(rng, 8);
    if (way < 4)
        pose.m[entry] += ldexp(test_rng_between(rng, -1, 1), -19 - (int)test_rng_below(rng, 30));
    else if (way == 4)
        pose.m[entry] = (double)NAN;
    else if (way == 5)
        pose.m[4 * (entry % 3) + 3] = 0x1p201;
    else if (way == 6)
        for (int row = 0; row < 3; row++)
            pose.m[4 * row + (int)(entry % 3)] *= -1;
    return pose;
}

/* Poses reported as clearly valid are valid, and every level gives the same bits. */
static void test_two_at_once(void **state) {
    (void)state;
    test_rng rng = test_rng_start("test_two_at_once");
    uint64_t plain = 0, count = test_case_count(20000, 1000000);
    for (uint64_t i = 0; i < count; i++) {
        tact_pose pose[2] = {spoilt_pose(&rng), spoilt_pose(&rng)};
        bool are_valid = tact_pose_validate(pose[0], NULL) == TACT_OK &&
                         tact_pose_validate(pose[1], NULL) == TACT_OK;
        for (int level = 0; level <= (int)tact_simd_level_best(); level++) {
            double defect[2];
            tacti_poses_examiner *examine = tacti_poses_examiner_at((tact_simd_level)level);
            bool are_plain = examine(&pose[0], &pose[1], defect);
            plain += are_plain;
            assert_true(are_valid || !are_plain);
            for (int k = 0; are_plain && k < 2; k++)
                assert_true(defect[k] == plain_defect(&pose[k]));
        }
        double good[2];
        tact_pose rigid = random_pose(&rng);
        tacti_poses_examiner *best = tacti_poses_examiner_at(tact_simd_level_best());
        assert_true(best(&rigid, &rigid, good));
    }
    assert_true(plain > count / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placement),
        cmocka_unit_test(test_identity_leaves_points),
        cmocka_unit_test(test_from_quat),
        cmocka_unit_test(test_handedness),
        cmocka_unit_test(test_axis_angle),
        cmocka_unit_test(test_quat_round_trip),
        cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_half_turns),
        cmocka_unit_test(test_compose_and_inverse),
        cmocka_unit_test(test_validate_not_finite),
        cmocka_unit_test(test_validate_limits),
        cmocka_unit_test(test_validate_other),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests_name("math: poses and quaternions", tests, NULL, NULL);
}
