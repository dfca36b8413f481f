/* SPDX-License-Identifier: MIT */
/* The intersection of two triangles in integers (GMP): coordinates are scaled to integers by a
 * common power of two, and points are homogeneous (x, y, z, w) with w > 0. Candidates are all
 * corners, all crossings of edge lines, and all crossings of edge lines with planes. Those that
 * belong to both triangles are kept, and their hull is the intersection. */
#include "mpz3.h"
#include "oracle_triangle.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { X, Y, Z, W };

typedef struct hpoint {
    mpz_t c[4];
} hpoint;

typedef struct itriangle {
    mpz_t v[3][3];
    mpz_t normal[3];
    int is_proper;
} itriangle;

enum { MOST_POINTS = 64, TEMPORARIES = 24 };

/* Working memory, made once and used by each call; the tests that use it have one thread each. */
static struct {
    int is_ready;
    itriangle t[2];
    hpoint points[MOST_POINTS];
    int count;
    mpz_t tmp[TEMPORARIES];
} o;

static void make_ready(void) {
    if (o.is_ready)
        return;
    o.is_ready = 1;
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 3; k++) {
            mpz_init(o.t[s].normal[k]);
            for (int i = 0; i < 3; i++)
                mpz_init(o.t[s].v[i][k]);
        }
    for (int i = 0; i < MOST_POINTS; i++)
        for (int k = 0; k < 4; k++)
            mpz_init(o.points[i].c[k]);
    for (int i = 0; i < TEMPORARIES; i++)
        mpz_init(o.tmp[i]);
}

/* ---- From doubles to integers ------------------------------------------------------------- */

static int lowest_exponent(const tact_triangle *t) {
    int least = INT_MAX;
    const double *x = &t->v[0].x;
    for (int i = 0; i < 9; i++) {
        if (x[i] == 0)
            continue;
        int e;
        double m = frexp(x[i], &e);
        for (int bits = 53; bits > 0 && m != floor(m); bits--) {
            m *= 2;
            e--;
        }
        least = e < least ? e : least;
    }
    return least;
}

int oracle_common_exponent(const tact_triangle *a, const tact_triangle *b) {
    int exponent = lowest_exponent(a), other = lowest_exponent(b);
    exponent = other < exponent ? other : exponent;
    return exponent == INT_MAX ? 0 : exponent;
}

void oracle_to_integer(mpz_t out, double x, int exponent) {
    int e;
    double m = frexp(x, &e);
    mpz_set_d(out, ldexp(m, 53));
    int shift = e - 53 - exponent;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift);
}

static int is_zero(mpz_t *u) {
    return mpz_sgn(u[0]) == 0 && mpz_sgn(u[1]) == 0 && mpz_sgn(u[2]) == 0;
}

static void load(itriangle *out, const tact_triangle *t, int exponent) {
    for (int i = 0; i < 3; i++) {
        const double *x = &t->v[i].x;
        for (int k = 0; k < 3; k++)
            oracle_to_integer(out->v[i][k], x[k], exponent);
    }
    mpz3_subtract(o.tmp + 0, out->v[1], out->v[0]);
    mpz3_subtract(o.tmp + 3, out->v[2], out->v[0]);
    mpz3_cross(out->normal, o.tmp + 0, o.tmp + 3);
    out->is_proper = !is_zero(out->normal);
}

/* ---- Membership of a homogeneous point ---------------------------------------------------- */

/* out = (p - v) times w. */
static void from_vertex(mpz_t *out, hpoint *p, mpz_t *v) {
    for (int k = 0; k < 3; k++) {
        mpz_set(out[k], p->c[k]);
        mpz_submul(out[k], v[k], p->c[W]);
    }
}

static int is_at(hpoint *p, mpz_t *v) {
    from_vertex(o.tmp + 6, p, v);
    return is_zero(o.tmp + 6);
}

/* Whether the point is on the closed segment from u to v. */
static int is_on_segment(hpoint *p, mpz_t *u, mpz_t *v) {
    mpz3_subtract(o.tmp + 0, v, u);
    from_vertex(o.tmp + 3, p, u);
    mpz3_cross(o.tmp + 6, o.tmp + 0, o.tmp + 3);
    if (!is_zero(o.tmp + 6))
        return 0;
    if (is_zero(o.tmp + 0))
        return is_zero(o.tmp + 3);
    mpz3_dot(o.tmp[9], o.tmp + 0, o.tmp + 3);
    if (mpz_sgn(o.tmp[9]) < 0)
        return 0;
    mpz3_dot(o.tmp[10], o.tmp + 0, o.tmp + 0);
    mpz_mul(o.tmp[10], o.tmp[10], p->c[W]);
    return mpz_cmp(o.tmp[9], o.tmp[10]) <= 0;
}

static int is_in_triangle(hpoint *p, itriangle *t) {
    if (!t->is_proper)
        return is_on_segment(p, t->v[0], t->v[1]) || is_on_segment(p, t->v[1], t->v[2]) ||
               is_on_segment(p, t->v[2], t->v[0]);
    from_vertex(o.tmp + 3, p, t->v[0]);
    mpz3_dot(o.tmp[9], o.tmp + 3, t->normal);
    if (mpz_sgn(o.tmp[9]) != 0)
        return 0;
    for (int i = 0; i < 3; i++) {
        mpz3_subtract(o.tmp + 0, t->v[(i + 1) % 3], t->v[i]);
        from_vertex(o.tmp + 3, p, t->v[i]);
        mpz3_cross(o.tmp + 6, o.tmp + 0, o.tmp + 3);
        mpz3_dot(o.tmp[9], o.tmp + 6, t->normal);
        if (mpz_sgn(o.tmp[9]) < 0)
            return 0;
    }
    return 1;
}

static tact_feature feature_of(hpoint *p, itriangle *t) {
    for (int i = 0; i < 3; i++)
        if (is_at(p, t->v[i]))
            return (tact_feature)(TACT_FEATURE_VERTEX_0 + i);
    for (int i = 0; i < 3; i++)
        if (is_on_segment(p, t->v[i], t->v[(i + 1) % 3]))
            return (tact_feature)(TACT_FEATURE_EDGE_0 + i);
    return TACT_FEATURE_FACE;
}

/* ---- Candidates --------------------------------------------------------------------------- */

static int is_equal(hpoint *p, hpoint *q) {
    for (int k = 0; k < 3; k++) {
        mpz_mul(o.tmp[0], p->c[k], q->c[W]);
        mpz_mul(o.tmp[1], q->c[k], p->c[W]);
        if (mpz_cmp(o.tmp[0], o.tmp[1]) != 0)
            return 0;
    }
    return 1;
}

/* Keeps the point after the last kept one, if it belongs to both and is new. */
static void keep_candidate(void) {
    hpoint *p = &o.points[o.count];
    if (!is_in_triangle(p, &o.t[0]) || !is_in_triangle(p, &o.t[1]))
        return;
    for (int i = 0; i < o.count; i++)
        if (is_equal(p, &o.points[i]))
            return;
    o.count++;
}

static void try_vertex(mpz_t *v) {
    hpoint *p = &o.points[o.count];
    for (int k = 0; k < 3; k++)
        mpz_set(p->c[k], v[k]);
    mpz_set_si(p->c[W], 1);
    keep_candidate();
}

/* The point u + (num / den) (v - u), if den is not 0 and the point is between u and v. */
static void try_on_line(mpz_t *u, mpz_t *v, mpz_t num, mpz_t den) {
    if (mpz_sgn(den) == 0 || mpz_sgn(num) == -mpz_sgn(den) || mpz_cmpabs(num, den) > 0)
        return;
    hpoint *p = &o.points[o.count];
    for (int k = 0; k < 3; k++) {
        mpz_sub(o.tmp[23], v[k], u[k]);
        mpz_mul(p->c[k], u[k], den);
        mpz_addmul(p->c[k], o.tmp[23], num);
    }
    mpz_set(p->c[W], den);
    if (mpz_sgn(den) < 0)
        for (int k = 0; k < 4; k++)
            mpz_neg(p->c[k], p->c[k]);
    keep_candidate();
}

/* Line u v with the plane of t. */
static void try_plane(mpz_t *u, mpz_t *v, itriangle *t) {
    mpz3_subtract(o.tmp + 12, t->v[0], u);
    mpz3_subtract(o.tmp + 15, v, u);
    mpz3_dot(o.tmp[18], o.tmp + 12, t->normal);
    mpz3_dot(o.tmp[19], o.tmp + 15, t->normal);
    try_on_line(u, v, o.tmp[18], o.tmp[19]);
}

/* Line u v with line r s, if they meet in one point: then (r - u) x (s - r) = t (v - u) x (s - r),
 * so t follows from a coordinate in which the right side is not 0; membership checks the rest. */
static void try_lines(mpz_t *u, mpz_t *v, mpz_t *r, mpz_t *s) {
    mpz3_subtract(o.tmp + 0, v, u);
    mpz3_subtract(o.tmp + 3, s, r);
    mpz3_subtract(o.tmp + 6, r, u);
    mpz3_cross(o.tmp + 12, o.tmp + 6, o.tmp + 3);
    mpz3_cross(o.tmp + 15, o.tmp + 0, o.tmp + 3);
    for (int k = 0; k < 3; k++)
        if (mpz_sgn(o.tmp[15 + k]) != 0) {
            try_on_line(u, v, o.tmp[12 + k], o.tmp[15 + k]);
            return;
        }
}

static void collect_points(void) {
    o.count = 0;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 3; i++)
            try_vertex(o.t[s].v[i]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_lines(o.t[0].v[i], o.t[0].v[(i + 1) % 3], o.t[1].v[j], o.t[1].v[(j + 1) % 3]);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 3; i++)
            try_plane(o.t[s].v[i], o.t[s].v[(i + 1) % 3], &o.t[1 - s]);
}

/* ---- Dimension and extreme points --------------------------------------------------------- */

static void difference(mpz_t *out, hpoint *p, hpoint *q) {
    for (int k = 0; k < 3; k++) {
        mpz_mul(out[k], p->c[k], q->c[W]);
        mpz_submul(out[k], q->c[k], p->c[W]);
    }
}

static int affine_dimension(void) {
    if (o.count <= 1)
        return o.count - 1;
    difference(o.tmp + 0, &o.points[1], &o.points[0]);
    for (int i = 2; i < o.count; i++) {
        difference(o.tmp + 3, &o.points[i], &o.points[0]);
        mpz3_cross(o.tmp + 6, o.tmp + 0, o.tmp + 3);
        if (!is_zero(o.tmp + 6))
            return 2;
    }
    return 1;
}

static int compare(hpoint *p, hpoint *q) {
    for (int k = 0; k < 3; k++) {
        mpz_mul(o.tmp[0], p->c[k], q->c[W]);
        mpz_mul(o.tmp[1], q->c[k], p->c[W]);
        int order = mpz_cmp(o.tmp[0], o.tmp[1]);
        if (order != 0)
            return order;
    }
    return 0;
}

static void add_corner(oracle_overlap *out, hpoint *p, int exponent) {
    oracle_corner *corner = &out->corner[out->count++];
    corner->a = feature_of(p, &o.t[0]);
    corner->b = feature_of(p, &o.t[1]);
    long w_exponent, c_exponent;
    double w = mpz_get_d_2exp(&w_exponent, p->c[W]);
    for (int k = 0; k < 3; k++) {
        double c = mpz_get_d_2exp(&c_exponent, p->c[k]);
        corner->position[k] = ldexp(c / w, (int)(c_exponent - w_exponent) + exponent);
    }
}

oracle_overlap oracle_triangle_intersect(const tact_triangle *a, const tact_triangle *b) {
    make_ready();
    int exponent = oracle_common_exponent(a, b);
    load(&o.t[0], a, exponent);
    load(&o.t[1], b, exponent);
    collect_points();
    oracle_overlap out = {.dimension = affine_dimension(), .count = 0};
    if (out.dimension == 1) {
        int least = 0, most = 0;
        for (int i = 1; i < o.count; i++) {
            if (compare(&o.points[i], &o.points[least]) < 0)
                least = i;
            if (compare(&o.points[i], &o.points[most]) > 0)
                most = i;
        }
        add_corner(&out, &o.points[least], exponent);
        add_corner(&out, &o.points[most], exponent);
        return out;
    }
    for (int i = 0; i < o.count; i++)
        add_corner(&out, &o.points[i], exponent);
    return out;
}
