/* SPDX-License-Identifier: MIT */
/* The depth by brute force; see depth_oracle.h. Differences are rounded to double, which moves the
 * difference's surface by at most their error; the hull of the rounded differences is exact.
 * Distances of planes are computed with so many bits that only the last quotients are rounded. */
#include "depth_oracle.h"

#include "oracle_convex.h"

#include <math.h>
#include <stdlib.h>

#define MOST_VERTICES 1100
#define BITS 6600

typedef struct number3 {
    mpf_t c[3];
} number3;

static void start3(number3 *v) {
    for (int i = 0; i < 3; i++)
        mpf_init2(v->c[i], BITS);
}

static void end3(number3 *v) {
    for (int i = 0; i < 3; i++)
        mpf_clear(v->c[i]);
}

static void set_difference(number3 *v, tact_vec3 a, tact_vec3 b) {
    const double *x = &a.x, *y = &b.x;
    mpf_t other;
    mpf_init2(other, BITS);
    for (int i = 0; i < 3; i++) {
        mpf_set_d(v->c[i], x[i]);
        mpf_set_d(other, y[i]);
        mpf_sub(v->c[i], v->c[i], other);
    }
    mpf_clear(other);
}

static void dot3(const number3 *a, const number3 *b, mpf_t out) {
    mpf_t term;
    mpf_init2(term, BITS);
    mpf_set_ui(out, 0);
    for (int i = 0; i < 3; i++) {
        mpf_mul(term, a->c[i], b->c[i]);
        mpf_add(out, out, term);
    }
    mpf_clear(term);
}

static void cross3(const number3 *a, const number3 *b, number3 *out) {
    mpf_t term;
    mpf_init2(term, BITS);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpf_mul(out->c[i], a->c[j], b->c[k]);
        mpf_mul(term, a->c[k], b->c[j]);
        mpf_sub(out->c[i], out->c[i], term);
    }
    mpf_clear(term);
}

/* The distance of the plane through three points, positive if the origin is beneath it. */
static double plane_distance(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    number3 d, e, n, p;
    mpf_t height, length;
    start3(&d), start3(&e), start3(&n), start3(&p);
    mpf_init2(height, BITS), mpf_init2(length, BITS);
    set_difference(&d, b, a);
    set_difference(&e, c, a);
    set_difference(&p, a, (tact_vec3){0, 0, 0});
    cross3(&d, &e, &n);
    dot3(&n, &p, height);
    dot3(&n, &n, length);
    mpf_sqrt(length, length);
    mpf_div(height, height, length);
    double distance = mpf_get_d(height);
    mpf_clear(height), mpf_clear(length);
    end3(&d), end3(&e), end3(&n), end3(&p);
    return distance;
}

/* The rounding error of a - b. */
static double difference_error(double a, double b) {
    double w = a - b, back = w - a, rest = (a - (w - back)) + (-b - back);
    return fabs(rest);
}

/* Whether a plane is so far away in floating point that it need not be measured exactly. */
static bool is_far(tact_vec3 a, tact_vec3 b, tact_vec3 c, double least) {
    tact_vec3 d = tact_vec3_sub(b, a), e = tact_vec3_sub(c, a), n = tact_vec3_cross(d, e);
    double length = tact_vec3_length(n), sides = tact_vec3_length(d) * tact_vec3_length(e);
    double error = 1e-15 * 64 * sides / length * tact_vec3_length(a);
    return tact_vec3_dot(n, a) / length - error > least;
}

static double least_distance(const tact_hull *hull) {
    tact_hull_info info = tact_hull_inspect(hull);
    const tact_vec3 *v = tact_hull_vertices(hull);
    if (info.dimension < 3)
        return 0;
    double least = HUGE_VAL;
    for (uint32_t f = 0; f < info.face_count; f++) {
        uint32_t count;
        const uint32_t *at = tact_hull_face(hull, f, &count);
        if (!is_far(v[at[0]], v[at[1]], v[at[2]], least))
            least = fmin(least, plane_distance(v[at[0]], v[at[1]], v[at[2]]));
    }
    return fmax(least, 0);
}

depth_truth depth_oracle(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    static tact_vec3 p[MOST_VERTICES], q[MOST_VERTICES];
    uint32_t a_count = oracle_vertices(a, p, MOST_VERTICES);
    uint32_t b_count = oracle_vertices(b, q, MOST_VERTICES), made = 0;
    assert_true(a_count <= MOST_VERTICES && b_count <= MOST_VERTICES);
    tact_vec3 *w = malloc(sizeof *w * a_count * b_count);
    assert_non_null(w);
    double error = 0;
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t j = 0; j < b_count; j++) {
            const double *x = &p[i].x, *y = &q[j].x;
            double square = 0;
            for (int k = 0; k < 3; k++) {
                double own = difference_error(x[k], y[k]);
                square += own * own;
            }
            error = fmax(error, sqrt(square));
            w[made++] = tact_vec3_sub(p[i], q[j]);
        }
    tact_hull *hull;
    assert_int_equal(tact_hull_create(NULL, w, made, &hull), TACT_OK);
    double depth = least_distance(hull);
    double radii = a->shape->radius + b->shape->radius;
    tact_hull_destroy(hull);
    free(w);
    error = error * 1.0001 + 0x1p-52 * (depth + radii);
    return (depth_truth){fmax(depth + radii - error, 0), depth + radii + error};
}
