/* SPDX-License-Identifier: MIT */
/* The error bounds of rays against shapes, each compared with exact numbers on input that needs it:
 * no plane that bounds a shape is reached later than it truly is, or counts as passed by before.
 * Faces are met within their bounds, and rays from afar that graze a shape hit it if they say so.
 */
#include <math.h>
#include <stdlib.h>

#include "convex_pairs.h"
#include "wide_value.h"

#include "ray/point.h"
#include "ray/ray_parts.h"

typedef struct fixture {
    test_rng rng;
    wide_values wide;
    mpf_t reach, gap, speed, term;
} fixture;

static fixture *start(const char *name, mp_bitcnt_t bits) {
    fixture *f = malloc(sizeof *f);
    assert_non_null(f);
    f->rng = test_rng_start(name);
    wide_values_init(&f->wide, bits);
    mpf_init2(f->reach, bits);
    mpf_init2(f->gap, bits);
    mpf_init2(f->speed, bits);
    mpf_init2(f->term, bits);
    return f;
}

static void end(fixture *f) {
    mpf_clears(f->reach, f->gap, f->speed, f->term, NULL);
    wide_values_clear(&f->wide);
    free(f);
}

/* The task of a ray whose direction has its largest coordinate in [0.5, 1). */
static void make_task(const tacti_placed_shape *shape, tact_ray ray, tacti_ray_task *task) {
    *task = (tacti_ray_task){.placed = shape, .ray = ray, .step = ray.direction};
    task->ball = tact_shape_sphere(0);
    task->start = tacti_place_point(&task->ball, ray.origin);
    assert_int_equal(tacti_bodies_make(shape, &task->start, &task->bodies), TACT_OK);
    const tacti_body *body = task->bodies.body;
    task->size = fmax(3.01 * body[0].reach + body[0].shift + body[0].radius, body[1].shift);
    task->s_end = 4.01 * task->size + 0x1p-1070;
    task->t_max = HUGE_VAL;
}

/* out += sign n . p */
static void add_product(fixture *f, mpf_t out, int sign, tact_vec3 n, tact_vec3 p) {
    const double a[3] = {n.x, n.y, n.z}, b[3] = {p.x, p.y, p.z};
    mpf_t factor;
    mpf_init2(factor, mpf_get_prec(out));
    for (int k = 0; k < 3; k++) {
        mpf_set_d(f->term, a[k]);
        mpf_set_d(factor, b[k]);
        mpf_mul(f->term, f->term, factor);
        (sign > 0 ? mpf_add : mpf_sub)(out, out, f->term);
    }
    mpf_clear(factor);
}

/* Sets the height of the ray's origin above the plane of all points of the core that are furthest
 * along n, and how fast the ray comes down. Both are exact. */
static void set_truth(fixture *f, const tacti_ray_task *task, tact_vec3 n) {
    wide_values_set(&f->wide, task->placed, &task->start);
    wide_value_reach(&f->wide, 0, n, f->reach);
    mpf_neg(f->gap, f->reach);
    add_product(f, f->gap, 1, n, task->ray.origin);
    mpf_set_ui(f->speed, 0);
    add_product(f, f->speed, -1, n, task->step);
}

/* Checks what a plane says about a ray that is not in the shape before lower. */
static void check_plane(fixture *f, const tacti_placed_shape *shape, tact_ray ray, tact_vec3 n,
                        double lower) {
    tacti_ray_task task;
    make_task(shape, ray, &task);
    set_truth(f, &task, n);
    double reached = lower;
    bool is_open = tacti_ray_advance(&task, n, &reached);
    double s = is_open ? reached : mpf_sgn(f->speed) > 0 ? task.s_end : lower;
    if (is_open && reached == lower)
        return;
    /* At s, the ray is not below the plane. If it misses the shape, it is truly above. */
    mpf_set_d(f->term, s);
    mpf_mul(f->speed, f->speed, f->term);
    int sign = mpf_cmp(f->gap, f->speed);
    assert_true(is_open ? sign >= 0 : sign > 0);
}

static tact_vec3 in_range(tact_vec3 d) {
    int power;
    frexp(fmax(fmax(fabs(d.x), fabs(d.y)), fabs(d.z)), &power);
    return tact_vec3_scale(d, ldexp(1, -power));
}

static tact_vec3 along(tact_vec3 p, tact_vec3 d, double by) {
    return tact_vec3_add(p, tact_vec3_scale(d, by));
}

static tact_vec3 beside(fixture *f, tact_vec3 n) {
    return tact_vec3_normalize(tact_vec3_cross(n, pairs_random_direction(&f->rng)));
}

/* Small shapes far from the origin need what support points err by, rays from afar that come down
 * beside the shape what products with the origin err by, and rays nearly along the plane what their
 * speed errs by. */
static void planes_are_not_reached_too_late(void **state) {
    (void)state;
    fixture *f = start("ray_planes", WIDE_FEW_BITS);
    for (uint64_t i = 0; i < test_case_count(20000, 500000); i++) {
        bool is_far = i % 4 == 0, is_from_afar = i % 4 == 1, is_flat = i % 4 == 2;
        double size = is_far ? 0x1p-10 : 1;
        tact_shape shape = tact_shape_box(size, test_rng_between(&f->rng, 0.1, 1) * size, size);
        tacti_placed_shape placed = {&shape, pairs_random_pose(&f->rng, is_far ? 0x1p30 : 0)};
        const double *m = placed.pose.m;
        tact_vec3 n = pairs_random_direction(&f->rng);
        if (is_far) /* many vertices are furthest */
            n = tact_vec3_normalize((tact_vec3){m[0], m[4], m[8]});
        tact_vec3 d = is_flat ? along(beside(f, n), n, -exp2(test_rng_between(&f->rng, -45, -10)))
                              : pairs_random_direction(&f->rng);
        if (tact_vec3_dot(n, d) > 0)
            d = tact_vec3_scale(d, -1);
        tact_vec3 corner = tact_pose_place(placed.pose, (tact_vec3){size, 0, 0});
        double height = exp2(test_rng_between(&f->rng, -30, 0)) * (is_far ? 0x1p-20 : 1);
        tact_vec3 origin = along(corner, n, is_far ? height : 2 + height);
        if (is_from_afar)
            origin = along(origin, beside(f, n), 0x1p40);
        check_plane(f, &placed, (tact_ray){origin, in_range(d)}, n, 0);
        /* A ray that starts below the plane and goes away from it. */
        double lower = test_rng_unit(&f->rng);
        d = in_range(tact_vec3_scale(d, -1));
        check_plane(f, &placed, (tact_ray){along(corner, d, -lower), d}, n, lower);
    }
    end(f);
}

/* Coordinates of a few units of the least double: products lose digits. */
static void planes_of_the_least_shapes(void **state) {
    (void)state;
    fixture *f = start("ray_least_planes", WIDE_BITS);
    for (uint64_t i = 0; i < test_case_count(2000, 50000); i++) {
        tact_triangle t;
        tact_vec3 x[4];
        for (int k = 0; k < 4; k++)
            x[k] = tact_vec3_scale((tact_vec3){test_rng_below(&f->rng, 20),
                                               test_rng_below(&f->rng, 20),
                                               (k == 3 ? 5 : 0) + test_rng_below(&f->rng, 20)},
                                   0x1p-1074);
        for (int k = 0; k < 3; k++)
            t.v[k] = x[k];
        tact_shape shape = tact_shape_triangle(t);
        tacti_placed_shape placed = {&shape, tact_pose_identity()};
        tact_vec3 n = pairs_random_direction(&f->rng), d = pairs_random_direction(&f->rng);
        check_plane(f, &placed, (tact_ray){x[3], in_range(d)}, n, 0);
    }
    end(f);
}

/* ---- Faces -------------------------------------------------------------------------------- */

/* out = the determinant of three vectors of doubles, the first less another. */
static void set_determinant(fixture *f, mpf_t out, const tact_vec3 row[3], tact_vec3 less) {
    const double v[3][3] = {{row[0].x, row[0].y, row[0].z},
                            {row[1].x, row[1].y, row[1].z},
                            {row[2].x, row[2].y, row[2].z}};
    const double w[3] = {less.x, less.y, less.z};
    mpf_t factor;
    mpf_init2(factor, mpf_get_prec(out));
    mpf_set_ui(out, 0);
    for (int i = 0; i < 6; i++) {
        int a = i % 3, b = (a + (i < 3 ? 1 : 2)) % 3, c = 3 - a - b;
        mpf_set_d(f->term, v[0][a]);
        mpf_set_d(factor, w[a]);
        mpf_sub(f->term, f->term, factor);
        mpf_set_d(factor, v[1][b]);
        mpf_mul(f->term, f->term, factor);
        mpf_set_d(factor, v[2][c]);
        mpf_mul(f->term, f->term, factor);
        (i < 3 ? mpf_add : mpf_sub)(out, out, f->term);
    }
    mpf_clear(factor);
}

/* Triangles that rays meet at a small angle: rounded determinants lose digits. */
static void slanted_faces_are_met_within_their_bounds(void **state) {
    (void)state;
    fixture *f = start("ray_slanted_faces", WIDE_FEW_BITS);
    uint64_t hits = 0, count = test_case_count(20000, 500000);
    for (uint64_t i = 0; i < count; i++) {
        tact_triangle t;
        for (int k = 0; k < 3; k++) { /* coarse, so that edges are exact */
            t.v[k] = pairs_random_direction(&f->rng);
            t.v[k] = (tact_vec3){nearbyint(t.v[k].x * 0x1p40) * 0x1p-40,
                                 nearbyint(t.v[k].y * 0x1p40) * 0x1p-40,
                                 nearbyint(t.v[k].z * 0x1p40) * 0x1p-40};
        }
        tact_vec3 b = tact_vec3_sub(t.v[1], t.v[0]), c = tact_vec3_sub(t.v[2], t.v[0]);
        tact_vec3 n = tact_vec3_normalize(tact_vec3_cross(b, c));
        tact_vec3 d = along(beside(f, n), n, exp2(test_rng_between(&f->rng, -8, 0)));
        tact_vec3 middle = tact_vec3_add(t.v[0], tact_vec3_scale(tact_vec3_add(b, c), 0.3));
        tact_ray ray = {along(middle, d, -exp2(test_rng_between(&f->rng, -8, 8))), d};
        tact_shape shape = tact_shape_triangle(t);
        tacti_placed_shape placed = {&shape, tact_pose_identity()};
        tacti_shape_hit hit;
        assert_int_equal(tacti_shape_ray(&placed, ray, HUGE_VAL, &hit), TACT_OK);
        if (hit.outcome != TACT_OUTCOME_CONTACT || hit.is_inside)
            continue;
        hits++;
        set_determinant(f, f->gap, (tact_vec3[3]){t.v[0], b, c}, ray.origin);
        set_determinant(f, f->speed, (tact_vec3[3]){ray.direction, b, c}, (tact_vec3){0, 0, 0});
        mpf_div(f->gap, f->gap, f->speed);
        assert_true(mpf_cmp_d(f->gap, hit.lower) >= 0 && mpf_cmp_d(f->gap, hit.upper) <= 0);
    }
    assert_true(hits > count / 2);
    end(f);
}

/* ---- Surfaces ----------------------------------------------------------------------------- */

/* The sign of the squared distance of the origin from the line of a ray, less that of a radius. */
static int sign_beyond(fixture *f, tact_ray ray, double radius) {
    mpf_t square;
    mpf_init2(square, WIDE_FEW_BITS);
    mpf_set_ui(f->reach, 0);
    add_product(f, f->reach, 1, ray.direction, ray.direction);
    mpf_set_ui(f->speed, 0);
    add_product(f, f->speed, 1, ray.direction, ray.origin);
    mpf_mul(f->speed, f->speed, f->speed);
    mpf_set_ui(square, 0);
    add_product(f, square, 1, ray.origin, ray.origin);
    add_product(f, square, -1, (tact_vec3){radius, 0, 0}, (tact_vec3){radius, 0, 0});
    mpf_mul(f->gap, square, f->reach);
    mpf_sub(f->gap, f->gap, f->speed);
    int sign = mpf_sgn(f->gap);
    mpf_clear(square);
    return sign;
}

/* Rays from afar, whose points are rounded by some 2^-23, past a ball and past a cylinder at right
 * angles to its axis. */
static void rays_from_afar_graze(void **state) {
    (void)state;
    fixture *f = start("ray_from_afar", WIDE_FEW_BITS);
    tact_shape shape[2] = {tact_shape_sphere(1), tact_shape_cylinder(1, 1)};
    uint64_t hits = 0, count = test_case_count(2000, 100000);
    for (uint64_t i = 0; i < count; i++) {
        tact_vec3 d = pairs_random_direction(&f->rng), z = {0, 0, 1};
        if (i % 2 == 1)
            d.z = 0;
        tact_vec3 out = i % 2 == 1 ? tact_vec3_normalize(tact_vec3_cross(d, z)) : beside(f, d);
        double by = 1 + test_rng_between(&f->rng, -1, 1) * 0x1p-22;
        tact_ray ray = {along(tact_vec3_scale(out, by), d, -0x1p30), d};
        tacti_placed_shape placed = {&shape[i % 2], tact_pose_identity()};
        tacti_shape_hit hit;
        assert_int_equal(tacti_shape_ray(&placed, ray, HUGE_VAL, &hit), TACT_OK);
        int sign = sign_beyond(f, ray, 1);
        assert_false(hit.outcome == TACT_OUTCOME_CONTACT && sign > 0);
        assert_false(hit.outcome == TACT_OUTCOME_APART && sign <= 0);
        hits += hit.outcome == TACT_OUTCOME_CONTACT;
    }
    assert_true(hits > count / 10);
    end(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_not_reached_too_late),
        cmocka_unit_test(planes_of_the_least_shapes),
        cmocka_unit_test(slanted_faces_are_met_within_their_bounds),
        cmocka_unit_test(rays_from_afar_graze),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
