/* SPDX-License-Identifier: MIT */
/* Rays in integers. Coordinates are scaled by one power of two and the direction by another. This
 * changes the parameter by a known factor. A candidate is the point origin + (num / den) direction
 * with den > 0, kept as the homogeneous point (x, y, z, den). */
#include "mpz3.h"
#include "oracle_ray.h"
#include "oracle_triangle.h"

/* Working memory, made once; the tests that use it have one thread each. */
static struct {
    int is_ready;
    mpz_t v[3][3], origin[3], direction[3], normal[3];
    mpz_t point[4], num, den, best_num[2], best_den[2];
    mpz_t p[3], q[3], r[3], s[3], x, y;
} o;

static void init3(mpz_t *u) {
    for (int k = 0; k < 3; k++)
        mpz_init(u[k]);
}

static void make_ready(void) {
    if (o.is_ready)
        return;
    o.is_ready = 1;
    mpz_t *vectors[] = {o.v[0], o.v[1], o.v[2], o.origin, o.direction, o.normal,
                        o.p,    o.q,    o.r,    o.s,      o.point};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        init3(vectors[i]);
    mpz_inits(o.point[3], o.num, o.den, o.x, o.y, o.best_num[0], o.best_num[1], o.best_den[0],
              o.best_den[1], NULL);
}

static int is_zero(mpz_t *u) {
    return mpz_sgn(u[0]) == 0 && mpz_sgn(u[1]) == 0 && mpz_sgn(u[2]) == 0;
}

/* out = (the candidate - u) times its den. */
static void from_corner(mpz_t *out, mpz_t *u) {
    for (int k = 0; k < 3; k++) {
        mpz_set(out[k], o.point[k]);
        mpz_submul(out[k], u[k], o.point[3]);
    }
}

static int is_on_segment(mpz_t *u, mpz_t *v) {
    mpz3_subtract(o.p, v, u);
    from_corner(o.q, u);
    mpz3_cross(o.r, o.p, o.q);
    if (!is_zero(o.r))
        return 0;
    mpz3_dot(o.x, o.p, o.q);
    mpz3_dot(o.y, o.p, o.p);
    mpz_mul(o.y, o.y, o.point[3]);
    if (mpz_sgn(o.y) == 0)
        return is_zero(o.q);
    return mpz_sgn(o.x) >= 0 && mpz_cmp(o.x, o.y) <= 0;
}

/* The part of the triangle that holds the candidate, or -1. */
static int locate(void) {
    for (int i = 0; i < 3; i++) {
        from_corner(o.q, o.v[i]);
        if (is_zero(o.q))
            return TACT_FEATURE_VERTEX_0 + i;
    }
    for (int i = 0; i < 3; i++)
        if (is_on_segment(o.v[i], o.v[(i + 1) % 3]))
            return TACT_FEATURE_EDGE_0 + i;
    if (is_zero(o.normal))
        return -1;
    mpz3_dot(o.x, o.q, o.normal); /* q still runs from the last edge's start */
    if (mpz_sgn(o.x) != 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        mpz3_subtract(o.p, o.v[(i + 1) % 3], o.v[i]);
        from_corner(o.q, o.v[i]);
        mpz3_cross(o.r, o.p, o.q);
        mpz3_dot(o.x, o.r, o.normal);
        if (mpz_sgn(o.x) < 0)
            return -1;
    }
    return TACT_FEATURE_FACE;
}

/* Whether num / den is less than the best of that end. */
static int compare_with_best(int end) {
    mpz_mul(o.x, o.num, o.best_den[end]);
    mpz_mul(o.y, o.best_num[end], o.den);
    return mpz_cmp(o.x, o.y);
}

/* The candidate at num / den counts if it is on the ray and in the triangle. */
static void offer(oracle_hit *hit) {
    if (mpz_sgn(o.den) == 0 || mpz_sgn(o.num) * mpz_sgn(o.den) < 0)
        return;
    mpz_abs(o.num, o.num);
    mpz_abs(o.den, o.den);
    for (int k = 0; k < 3; k++) {
        mpz_mul(o.point[k], o.origin[k], o.den);
        mpz_addmul(o.point[k], o.direction[k], o.num);
    }
    mpz_set(o.point[3], o.den);
    int where = locate();
    if (where < 0)
        return;
    for (int end = 0; end < 2; end++) {
        int order = hit->dimension < 0 ? 0 : compare_with_best(end);
        if (hit->dimension >= 0 && (end == 0 ? order >= 0 : order <= 0))
            continue;
        mpz_set(o.best_num[end], o.num);
        mpz_set(o.best_den[end], o.den);
        *(end == 0 ? &hit->enter : &hit->exit) = (tact_feature)where;
    }
    hit->dimension = 0;
}

static void offer_all(oracle_hit *hit) {
    mpz_set_ui(o.num, 0);
    mpz_set_ui(o.den, 1);
    offer(hit);
    mpz3_subtract(o.s, o.v[0], o.origin);
    mpz3_dot(o.num, o.s, o.normal);
    mpz3_dot(o.den, o.direction, o.normal);
    offer(hit);
    for (int i = 0; i < 3; i++) {
        /* A corner, by each coordinate that changes along the ray. */
        for (int k = 0; k < 3; k++) {
            mpz_sub(o.num, o.v[i][k], o.origin[k]);
            mpz_set(o.den, o.direction[k]);
            offer(hit);
        }
        /* An edge's line: (start - origin) x edge = t direction x edge. */
        for (int k = 0; k < 3; k++) {
            mpz3_subtract(o.s, o.v[i], o.origin);
            mpz3_subtract(o.p, o.v[(i + 1) % 3], o.v[i]);
            mpz3_cross(o.q, o.s, o.p);
            mpz3_cross(o.r, o.direction, o.p);
            mpz_set(o.num, o.q[k]);
            mpz_set(o.den, o.r[k]);
            offer(hit);
        }
    }
}

oracle_hit oracle_triangle_intersect_ray(const tact_triangle *t, tact_ray ray, mpq_t t_enter,
                                         mpq_t t_exit) {
    make_ready();
    tact_triangle start = {{ray.origin, ray.origin, ray.origin}};
    tact_triangle along = {{ray.direction, ray.direction, ray.direction}};
    int exponent = oracle_common_exponent(t, &start);
    int along_exponent = oracle_common_exponent(&along, &along);
    for (int k = 0; k < 3; k++) {
        oracle_to_integer(o.origin[k], (&ray.origin.x)[k], exponent);
        oracle_to_integer(o.direction[k], (&ray.direction.x)[k], along_exponent);
        for (int i = 0; i < 3; i++)
            oracle_to_integer(o.v[i][k], (&t->v[i].x)[k], exponent);
    }
    mpz3_subtract(o.p, o.v[1], o.v[0]);
    mpz3_subtract(o.q, o.v[2], o.v[0]);
    mpz3_cross(o.normal, o.p, o.q);
    oracle_hit hit = {-1, TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_0};
    offer_all(&hit);
    if (hit.dimension < 0)
        return hit;
    int shift = exponent - along_exponent;
    for (int end = 0; end < 2; end++) {
        mpq_ptr out = end == 0 ? t_enter : t_exit;
        mpq_set_num(out, o.best_num[end]);
        mpq_set_den(out, o.best_den[end]);
        mpq_canonicalize(out);
        if (shift >= 0)
            mpq_mul_2exp(out, out, (mp_bitcnt_t)shift);
        else
            mpq_div_2exp(out, out, (mp_bitcnt_t)-shift);
    }
    hit.dimension = mpq_equal(t_enter, t_exit) ? 0 : 1;
    return hit;
}
