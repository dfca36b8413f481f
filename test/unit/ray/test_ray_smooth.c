/* SPDX-License-Identifier: MIT */
/* Rays against cylinders, cones, ellipsoids and half-spaces. Without a radius, points at the bounds
 * are tested for membership in rational numbers (GMP); with one, in extended precision. Half-spaces
 * are known exactly. */
#include "ray/ray.h"

#include <float.h>
#include <math.h>

#include <gmp.h>

#include "convex_levels.h"
#include "convex_pairs.h"
#include "mixed_pairs.h"
#include "support_value.h"

/* ---- Membership in rational numbers --------------------------------------------------------- */

typedef struct numbers {
    mpq_t local[3], det, x[3], cofactor[9], t, a, b, c;
} numbers;

static void numbers_visit(numbers *n, void (*visit)(mpq_t)) {
    for (int k = 0; k < 3; k++) {
        visit(n->local[k]);
        visit(n->x[k]);
    }
    for (int k = 0; k < 9; k++)
        visit(n->cofactor[k]);
    visit(n->det);
    visit(n->t);
    visit(n->a);
    visit(n->b);
    visit(n->c);
}

static void init(mpq_t q) {
    mpq_init(q);
}

static void clear(mpq_t q) {
    mpq_clear(q);
}

/* out = x y, for doubles. */
static void product(mpq_t out, double x, double y, mpq_t scratch) {
    mpq_set_d(out, x);
    mpq_set_d(scratch, y);
    mpq_mul(out, out, scratch);
}

/* The cofactors of the rotation and its determinant. */
static void set_pose(numbers *n, const tact_pose *pose) {
    const double *m = pose->m;
    mpq_set_ui(n->det, 0, 1);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            mpq_t *out = &n->cofactor[3 * i + k];
            product(*out, m[4 * i1 + k1], m[4 * i2 + k2], n->a);
            product(n->b, m[4 * i1 + k2], m[4 * i2 + k1], n->a);
            mpq_sub(*out, *out, n->b);
            if (i == 0) {
                mpq_set_d(n->a, m[k]);
                mpq_mul(n->a, n->a, *out);
                mpq_add(n->det, n->det, n->a);
            }
        }
}

/* x = origin + t direction - shift, then local = cofactor^T x: the local point times det. */
static void set_point(numbers *n, const tact_pose *pose, tact_ray ray) {
    const double *m = pose->m;
    const double from[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
    const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
    for (int k = 0; k < 3; k++) {
        mpq_set_d(n->a, d[k]);
        mpq_mul(n->x[k], n->t, n->a);
        mpq_set_d(n->a, from[k]);
        mpq_add(n->x[k], n->x[k], n->a);
        mpq_set_d(n->a, m[4 * k + 3]);
        mpq_sub(n->x[k], n->x[k], n->a);
    }
    for (int k = 0; k < 3; k++) {
        mpq_set_ui(n->local[k], 0, 1);
        for (int i = 0; i < 3; i++) {
            mpq_mul(n->a, n->cofactor[3 * i + k], n->x[i]);
            mpq_add(n->local[k], n->local[k], n->a);
        }
    }
}

/* The sign of (limit det)^2 - x^2 - y^2. */
static int where_across(numbers *n, double limit) {
    mpq_mul(n->a, n->local[0], n->local[0]);
    mpq_mul(n->b, n->local[1], n->local[1]);
    mpq_add(n->a, n->a, n->b);
    mpq_set_d(n->b, limit);
    mpq_mul(n->b, n->b, n->det);
    mpq_mul(n->b, n->b, n->b);
    return mpq_cmp(n->b, n->a);
}

/* The sign of height det - |z|. */
static int where_along(numbers *n, double height) {
    mpq_set_d(n->a, height);
    mpq_mul(n->a, n->a, n->det);
    mpq_abs(n->b, n->local[2]);
    return mpq_cmp(n->a, n->b);
}

/* The sign of radius (height det - z) - 2 height |(x, y)|. */
static int where_slant(numbers *n, double radius, double height) {
    mpq_set_d(n->a, height);
    mpq_mul(n->b, n->a, n->det);
    mpq_sub(n->b, n->b, n->local[2]);
    mpq_set_d(n->c, radius);
    mpq_mul(n->b, n->b, n->c);
    if (mpq_sgn(n->b) < 0)
        return -1;
    mpq_mul(n->b, n->b, n->b);
    mpq_set_d(n->a, 2 * height);
    mpq_mul(n->a, n->a, n->a);
    mpq_mul(n->c, n->local[0], n->local[0]);
    mpq_mul(n->t, n->local[1], n->local[1]);
    mpq_add(n->c, n->c, n->t);
    mpq_mul(n->a, n->a, n->c);
    return mpq_cmp(n->b, n->a);
}

/* The sign of 1 - the sum of squares; axes of length 0 must have coordinate 0. */
static int where_ellipsoid(numbers *n, tact_vec3 half) {
    bool is_flat = false;
    mpq_mul(n->b, n->det, n->det);
    for (int k = 0; k < 3; k++) {
        double h = (&half.x)[k];
        if (h == 0 && mpq_sgn(n->local[k]) != 0)
            return -1;
        if (h == 0) {
            is_flat = true;
            continue;
        }
        mpq_set_d(n->a, h);
        mpq_div(n->a, n->local[k], n->a);
        mpq_mul(n->a, n->a, n->a);
        mpq_sub(n->b, n->b, n->a);
    }
    int sign = mpq_sgn(n->b);
    return is_flat && sign > 0 ? 0 : sign;
}

/* Where the point at t of the numbers lies: 1 inside, 0 on the surface, -1 outside of the core. */
static int where_now(numbers *n, const tacti_placed_shape *shape, tact_ray ray) {
    const tact_shape *s = shape->shape;
    set_point(n, &shape->pose, ray);
    double radius = s->core.round.radius, height = s->core.round.half_height;
    if (s->kind == TACT_SHAPE_ELLIPSOID)
        return where_ellipsoid(n, s->core.half_extents);
    int across = where_across(n, radius), along = where_along(n, height);
    int least = across < along ? across : along;
    if (s->kind == TACT_SHAPE_CONE) {
        int slant = where_slant(n, radius, height);
        /* In a cone the rim of the base is the only place as far from the axis as that. */
        least = along < 0 || across < 0 || slant < 0 ? -1 : slant < along ? slant : along;
    }
    return least < 0 ? -1 : least > 0 ? 1 : 0;
}

static int where(numbers *n, const tacti_placed_shape *shape, tact_ray ray, double t) {
    mpq_set_d(n->t, t);
    return where_now(n, shape, ray);
}

/* Whether the point of the ray that is beside the middle of the shape along an axis is in the shape
 * and at t or before. */
static bool is_in_beside(numbers *n, const tacti_placed_shape *shape, tact_ray ray, int axis,
                         double t) {
    mpq_set_d(n->t, shape->pose.m[4 * axis + 3]);
    mpq_set_d(n->a, (&ray.origin.x)[axis]);
    mpq_sub(n->t, n->t, n->a);
    mpq_set_d(n->a, (&ray.direction.x)[axis]);
    mpq_div(n->t, n->t, n->a);
    mpq_set_d(n->a, t);
    return mpq_sgn(n->t) >= 0 && mpq_cmp(n->t, n->a) <= 0 && where_now(n, shape, ray) >= 0;
}

/* ---- Cases -------------------------------------------------------------------------------- */

static tact_shape pick_smooth(test_rng *rng, bool is_whole) {
    double x = is_whole ? 1 + test_rng_below(rng, 3) : test_rng_between(rng, 0.01, 2);
    double y = is_whole ? 1 + test_rng_below(rng, 3) : test_rng_between(rng, 0.01, 2);
    double z = is_whole ? 1 + test_rng_below(rng, 3) : test_rng_between(rng, 0.01, 2);
    switch (test_rng_below(rng, 3)) {
    case 0:
        return tact_shape_cylinder(x, y);
    case 1:
        return tact_shape_cone(x, y);
    default:
        return tact_shape_ellipsoid(x, y, z);
    }
}

static tact_ray pick_ray(test_rng *rng, const tacti_placed_shape *shape, bool is_whole) {
    tact_vec3 middle = {shape->pose.m[3], shape->pose.m[7], shape->pose.m[11]};
    tact_ray ray;
    if (is_whole) {
        ray.direction = (tact_vec3){0, 0, 0};
        (&ray.direction.x)[test_rng_below(rng, 3)] = test_rng_below(rng, 2) ? 1 : -1;
        ray.origin =
            (tact_vec3){test_rng_below(rng, 9), test_rng_below(rng, 9), test_rng_below(rng, 9)};
        ray.origin = tact_vec3_sub(ray.origin, (tact_vec3){4, 4, 4});
        return ray;
    }
    double away = test_rng_below(rng, 3) == 0 ? 1 : pow(10, test_rng_between(rng, 0, 3));
    ray.origin = tact_vec3_add(middle, tact_vec3_scale(pairs_random_direction(rng), away));
    tact_vec3 target = tact_vec3_add(
        middle, tact_vec3_scale(pairs_random_direction(rng), test_rng_between(rng, 0, 2.5)));
    ray.direction =
        tact_vec3_scale(tact_vec3_sub(target, ray.origin), pow(10, test_rng_between(rng, -3, 3)));
    return ray;
}

static tact_vec3 point_at(tact_ray ray, double t) {
    return tact_vec3_add(ray.origin, tact_vec3_scale(ray.direction, t));
}

static long double distance_to_segment(const long double p[2], const long double a[2],
                                       const long double b[2]) {
    long double u = b[0] - a[0], v = b[1] - a[1], square = u * u + v * v;
    long double t = square > 0 ? ((p[0] - a[0]) * u + (p[1] - a[1]) * v) / square : 0;
    t = fminl(fmaxl(t, 0), 1);
    return hypotl(p[0] - a[0] - t * u, p[1] - a[1] - t * v);
}

/* The nearest point of an ellipsoid is h^2 y / (h^2 + x) for the root x of a decreasing function.
 */
static long double distance_to_ellipsoid(const long double y[3], tact_vec3 half) {
    long double lo = 0, hi = 1e5L, sum = 0;
    for (int i = 0; i < 200; i++) {
        long double x = (lo + hi) / 2, value = 0;
        for (int k = 0; k < 3; k++) {
            long double h = (long double)(&half.x)[k], part = h * y[k] / (h * h + x);
            value += part * part;
        }
        *(value > 1 ? &lo : &hi) = x;
    }
    for (int k = 0; k < 3; k++) {
        long double h = (long double)(&half.x)[k], part = y[k] * lo / (h * h + lo);
        sum += part * part;
    }
    return sqrtl(sum);
}

/* How far a point is outside of a shape: negative inside, the distance outside of the core. */
static long double outside(const tacti_placed_shape *shape, tact_vec3 point) {
    const double *m = shape->pose.m;
    const tact_shape *s = shape->shape;
    long double by = outside_by(shape, point) + (long double)s->radius, y[3] = {0, 0, 0};
    if (by <= 0 || s->radius == 0)
        return by - (long double)s->radius;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            y[k] += (long double)m[4 * i + k] *
                    ((long double)(&point.x)[i] - (long double)m[4 * i + 3]);
    long double r = (long double)s->core.round.radius, h = (long double)s->core.round.half_height;
    const long double p[2] = {hypotl(y[0], y[1]), y[2]};
    const long double rim[2] = {r, -h}, apex[2] = {0, h}, foot[2] = {0, -h};
    long double distance;
    if (s->kind == TACT_SHAPE_ELLIPSOID)
        distance = distance_to_ellipsoid(y, s->core.half_extents);
    else if (s->kind == TACT_SHAPE_CONE)
        distance = fminl(distance_to_segment(p, rim, apex), distance_to_segment(p, rim, foot));
    else
        distance = hypotl(fmaxl(p[0] - r, 0), fmaxl(fabsl(p[1]) - h, 0));
    return distance - (long double)s->radius;
}

/* The least value of outside() along the ray up to t. */
static long double least_outside(const tacti_placed_shape *shape, tact_ray ray, double end) {
    double lo = 0, hi = end;
    for (int i = 0; i < 100; i++) {
        double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        bool is_first = outside(shape, point_at(ray, a)) < outside(shape, point_at(ray, b));
        *(is_first ? &hi : &lo) = is_first ? b : a;
    }
    return outside(shape, point_at(ray, lo));
}

static void print_case(const tacti_placed_shape *shape, tact_ray ray, const tacti_shape_hit *hit) {
    const tact_shape *s = shape->shape;
    print_error("%s radius %a, %a %a %a, pose", tact_shape_kind_name(s->kind), s->radius,
                s->core.half_extents.x, s->core.half_extents.y, s->core.half_extents.z);
    for (int i = 0; i < 12; i++)
        print_error(" %a", shape->pose.m[i]);
    print_error("\norigin %a %a %a direction %a %a %a\n", ray.origin.x, ray.origin.y, ray.origin.z,
                ray.direction.x, ray.direction.y, ray.direction.z);
    print_error("%d %d %.17g [%.17g %.17g], normal %g %g %g\n", hit->outcome, hit->is_inside,
                hit->t, hit->lower, hit->upper, hit->normal.x, hit->normal.y, hit->normal.z);
}

/* Checks bounds by the membership of their points. An undecided ray is only bounded from below. */
static bool check_core(numbers *n, const tacti_placed_shape *shape, tact_ray ray,
                       const tacti_shape_hit *hit) {
    set_pose(n, &shape->pose);
    int at_start = where(n, shape, ray, 0);
    if ((hit->is_inside && at_start < 0) || (!hit->is_inside && at_start > 0))
        return false;
    if (hit->is_inside || hit->outcome == TACT_OUTCOME_APART)
        return true;
    if (!(0 <= hit->lower && hit->lower <= hit->t && hit->t <= hit->upper))
        return false;
    if (where(n, shape, ray, hit->lower) > 0)
        return false;
    if (hit->upper > DBL_MAX || where(n, shape, ray, hit->upper) >= 0)
        return true;
    /* A ray that grazes may be in the shape at one point only: beside the middle of the shape, or
     * at the rim of a cone of whole numbers. */
    for (int k = 0; k < 3; k++)
        if ((&ray.direction.x)[k] != 0 && is_in_beside(n, shape, ray, k, hit->upper))
            return true;
    double t = rint(hit->t);
    return t <= hit->upper && where(n, shape, ray, t) >= 0;
}

/* Checks bounds in extended precision. */
static bool check_round(const tacti_placed_shape *shape, tact_ray ray, const tacti_shape_hit *hit) {
    double size = 5 + tact_vec3_length(ray.origin), error = 1e-13 * size;
    if (hit->is_inside)
        return outside(shape, ray.origin) <= error;
    if (hit->outcome == TACT_OUTCOME_APART) {
        double end = 4 * size / tact_vec3_length(ray.direction);
        return least_outside(shape, ray, end) >= -error;
    }
    if (outside(shape, point_at(ray, hit->lower)) < -error)
        return false;
    return hit->upper > DBL_MAX || outside(shape, point_at(ray, hit->upper)) <= error;
}

static void test_smooth(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_ray_smooth");
    numbers n;
    numbers_visit(&n, init);
    size_t count = test_case_count(10000, 1000000), hits = 0, undecided = 0, loose = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_whole = i % 4 == 0;
        tact_shape s = pick_smooth(&rng, is_whole);
        if (test_rng_below(&rng, 3) == 0)
            s.radius = is_whole ? 1 : test_rng_unit(&rng);
        tacti_placed_shape shape = {&s,
                                    is_whole ? tact_pose_identity() : pairs_random_pose(&rng, 2)};
        tact_ray ray = pick_ray(&rng, &shape, is_whole);
        tacti_shape_hit hit;
        assert_int_equal(tacti_shape_ray(&shape, ray, HUGE_VAL, &hit), TACT_OK);
        if (i % 64 < 2)
            check_ray_levels(&shape, ray, HUGE_VAL);
        bool is_good = check_round(&shape, ray, &hit);
        if (s.radius == 0)
            is_good = is_good && check_core(&n, &shape, ray, &hit);
        if (!is_good)
            print_case(&shape, ray, &hit);
        assert_true(is_good);
        bool is_hit = hit.outcome == TACT_OUTCOME_CONTACT && !hit.is_inside;
        double length = tact_vec3_length(ray.direction);
        double speed = -tact_vec3_dot(hit.normal, ray.direction) / length;
        double size = 5 + tact_vec3_length(ray.origin);
        hits += is_hit;
        undecided += !is_whole && hit.outcome == TACT_OUTCOME_UNDECIDED;
        if (is_hit && speed > 0.01)
            loose += (hit.upper - hit.lower) * length > 1e-11 * size / speed;
    }
    print_message("%zu hits, %zu undecided, %zu with wide bounds of %zu\n", hits, undecided, loose,
                  count);
    assert_true(hits > count / 4 && undecided <= count / 1000 && loose == 0);
    numbers_visit(&n, clear);
}

/* Rays through ellipsoids that are nowhere deeper than a small part of the size: the ray is tangent
 * to the surface at a point, moved inward by the depth. Its middle is in the ellipsoid, so it hits.
 */
static void test_grazing(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_ray_grazing");
    for (uint64_t i = 0; i < test_case_count(1000, 50000); i++) {
        tact_vec3 h = {test_rng_between(&rng, 0.2, 3), test_rng_between(&rng, 0.2, 3),
                       test_rng_between(&rng, 0.2, 3)};
        tact_shape s = tact_shape_ellipsoid(h.x, h.y, h.z);
        s.radius = i % 2 == 0 ? 0 : test_rng_between(&rng, 0.1, 1);
        tact_vec3 u = pairs_random_direction(&rng), any = pairs_random_direction(&rng);
        tact_vec3 normal = tact_vec3_normalize((tact_vec3){u.x / h.x, u.y / h.y, u.z / h.z});
        tact_vec3 d = tact_vec3_normalize(tact_vec3_cross(normal, any));
        double depth = exp2(-(double)(8 + test_rng_below(&rng, 30)));
        tact_vec3 middle = tact_vec3_sub((tact_vec3){u.x * h.x, u.y * h.y, u.z * h.z},
                                         tact_vec3_scale(normal, depth - s.radius));
        double back = test_rng_between(&rng, 4, 20);
        tacti_placed_shape shape = {&s, tact_pose_identity()};
        tact_ray ray = {tact_vec3_sub(middle, tact_vec3_scale(d, back)), d};
        tacti_shape_hit hit;
        assert_true(outside(&shape, middle) < 0);
        assert_int_equal(tacti_shape_ray(&shape, ray, HUGE_VAL, &hit), TACT_OK);
        assert_int_equal(hit.outcome, TACT_OUTCOME_CONTACT);
        assert_true(!hit.is_inside && hit.lower <= back && check_round(&shape, ray, &hit));
    }
}

/* Sizes of all exponents. Rays from the origin through the middle pass it exactly at 1. */
static void test_mixed(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_ray_smooth_mixed");
    numbers n;
    numbers_visit(&n, init);
    mixed_pool pool = mixed_pool_make(&rng);
    size_t count = test_case_count(4000, 400000);
    for (size_t i = 0; i < count; i++) {
        mixed_pair pair;
        mixed_pair_make(&rng, &pool, true, &pair);
        const tacti_placed_shape *shape = &pair.placed[0];
        if (tact_shape_is_polytope(&pair.shape[0]) || pair.shape[0].kind == TACT_SHAPE_HALF_SPACE)
            continue;
        mixed_palette palette = mixed_palette_make(&rng, 498);
        tact_ray ray = {mixed_point(&rng, &palette, 498), mixed_point(&rng, &palette, 1023)};
        const double *m = shape->pose.m;
        bool is_aimed = test_rng_below(&rng, 2) == 0;
        if (is_aimed)
            ray = (tact_ray){{0, 0, 0}, {m[3], m[7], m[11]}};
        tacti_shape_hit hit;
        assert_int_equal(tacti_shape_ray(shape, ray, HUGE_VAL, &hit), TACT_OK);
        if (i % 32 == 0)
            check_ray_levels(shape, ray, HUGE_VAL);
        bool is_good = !is_aimed || (hit.outcome != TACT_OUTCOME_APART && hit.lower <= 1);
        if (pair.shape[0].radius == 0)
            is_good = is_good && check_core(&n, shape, ray, &hit);
        else if (hit.outcome != TACT_OUTCOME_APART)
            is_good = is_good && 0 <= hit.lower && hit.lower <= hit.t && hit.t <= hit.upper;
        if (!is_good)
            print_case(shape, ray, &hit);
        assert_true(is_good);
    }
    mixed_pool_free(&pool);
    numbers_visit(&n, clear);
}

/* ---- Half-spaces -------------------------------------------------------------------------- */

/* The sign of N . (origin + t direction - shift) - offset det less radius |N|, exactly, by squares.
 */
static int where_plane(numbers *n, const tacti_placed_shape *shape, tact_ray ray, double t) {
    tact_plane plane = shape->shape->core.plane;
    const double normal[3] = {plane.normal.x, plane.normal.y, plane.normal.z};
    mpq_set_d(n->t, t);
    set_point(n, &shape->pose, ray);
    /* N . x = normal . cofactor^T x */
    mpq_set_d(n->b, plane.offset);
    mpq_mul(n->b, n->b, n->det);
    mpq_neg(n->b, n->b);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(n->a, normal[k]);
        mpq_mul(n->a, n->a, n->local[k]);
        mpq_add(n->b, n->b, n->a);
    }
    if (mpq_sgn(n->b) <= 0)
        return shape->shape->radius > 0 || mpq_sgn(n->b) < 0 ? 1 : 0;
    mpq_mul(n->b, n->b, n->b);
    mpq_set_ui(n->c, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_set_ui(n->t, 0, 1);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(n->a, normal[k]);
            mpq_mul(n->a, n->a, n->cofactor[3 * i + k]);
            mpq_add(n->t, n->t, n->a);
        }
        mpq_mul(n->t, n->t, n->t);
        mpq_add(n->c, n->c, n->t);
    }
    mpq_set_d(n->a, shape->shape->radius);
    mpq_mul(n->a, n->a, n->a);
    mpq_mul(n->c, n->c, n->a);
    return mpq_cmp(n->c, n->b);
}

/* The sign of N . direction. */
static int plane_speed(numbers *n, const tacti_placed_shape *shape, tact_ray ray) {
    tact_shape flat = *shape->shape;
    flat.core.plane.offset = 0;
    flat.radius = 0;
    tacti_placed_shape placed = {&flat, shape->pose};
    placed.pose.m[3] = placed.pose.m[7] = placed.pose.m[11] = 0;
    ray.origin = (tact_vec3){0, 0, 0};
    return -where_plane(n, &placed, ray, 1);
}

static bool check_plane(numbers *n, const tacti_placed_shape *shape, tact_ray ray, double t_max,
                        const tacti_shape_hit *hit) {
    set_pose(n, &shape->pose);
    bool is_inside = where_plane(n, shape, ray, 0) >= 0;
    bool is_hit = is_inside || plane_speed(n, shape, ray) < 0;
    if (is_hit && !is_inside && t_max <= DBL_MAX)
        is_hit = where_plane(n, shape, ray, t_max) >= 0;
    if (hit->outcome != (is_hit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART) ||
        hit->is_inside != is_inside)
        return false;
    if (!is_hit || is_inside)
        return true;
    return 0 <= hit->lower && hit->lower <= hit->t && hit->t <= hit->upper &&
           where_plane(n, shape, ray, hit->lower) <= 0 &&
           (hit->upper > DBL_MAX || where_plane(n, shape, ray, hit->upper) >= 0);
}

static void test_half_space(void **state) {
    (void)state;
    test_rng rng = test_rng_start("shape_ray_half_space");
    numbers n;
    numbers_visit(&n, init);
    size_t count = test_case_count(10000, 1000000);
    for (size_t i = 0; i < count; i++) {
        bool is_mixed = i % 4 == 0, is_whole = i % 4 == 1;
        mixed_palette palette = mixed_palette_make(&rng, is_mixed ? 490 : 2);
        tact_vec3 normal =
            is_mixed ? mixed_point(&rng, &palette, 490) : pairs_random_direction(&rng);
        tact_ray ray = {tact_vec3_scale(pairs_random_direction(&rng), 3),
                        pairs_random_direction(&rng)};
        if (is_whole) {
            normal = (tact_vec3){1, test_rng_below(&rng, 2), 0};
            ray.origin = (tact_vec3){test_rng_below(&rng, 4), test_rng_below(&rng, 4), 1};
            ray.direction = (tact_vec3){-1, test_rng_below(&rng, 3), 0};
        }
        if (is_mixed) {
            normal.x = normal.x == 0 ? 1 : normal.x;
            ray.origin = mixed_point(&rng, &palette, 490);
            ray.direction = mixed_point(&rng, &palette, 1000);
            ray.direction.y = ray.direction.y == 0 ? 1 : ray.direction.y;
        }
        tact_shape s = tact_shape_half_space(normal, is_whole   ? 1
                                                     : is_mixed ? mixed_number(&rng, &palette, 490)
                                                                : test_rng_between(&rng, -1, 1));
        s.radius = test_rng_below(&rng, 2);
        tacti_placed_shape shape = {&s,
                                    is_whole ? tact_pose_identity() : pairs_random_pose(&rng, 1)};
        if (i % 8 == 2) { /* nearly along the plane */
            double off = i % 16 == 2 ? 1e-15 : 0x1p-25;
            ray.direction = tact_vec3_add(
                tact_vec3_cross(tact_pose_rotate(shape.pose, normal), pairs_random_direction(&rng)),
                tact_vec3_scale(normal, test_rng_between(&rng, -off, off)));
        }
        tacti_shape_hit hit;
        assert_int_equal(tacti_shape_ray(&shape, ray, HUGE_VAL, &hit), TACT_OK);
        bool is_good = check_plane(&n, &shape, ray, HUGE_VAL, &hit);
        double t_max = hit.outcome == TACT_OUTCOME_APART ? 1 : hit.t;
        if (test_rng_below(&rng, 2))
            t_max = nextafter(t_max, test_rng_below(&rng, 2) ? 0 : HUGE_VAL);
        if (!is_good)
            print_case(&shape, ray, &hit);
        assert_true(is_good);
        if (t_max > DBL_MAX)
            continue;
        assert_int_equal(tacti_shape_ray(&shape, ray, t_max, &hit), TACT_OK);
        is_good = check_plane(&n, &shape, ray, t_max, &hit);
        if (!is_good)
            print_case(&shape, ray, &hit);
        assert_true(is_good);
    }
    numbers_visit(&n, clear);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grazing),
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_half_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
