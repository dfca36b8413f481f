/* SPDX-License-Identifier: MIT */
/* Squared distances as fractions of integers. The closest points of two triangles that do not meet
 * are two corners, a corner and the inside of an edge, the insides of two edges, or a corner and
 * the inside of a face; each candidate's squared distance is a fraction, and the result is the
 * least one.
 */
#include "mpz3.h"
#include "oracle_distance.h"
#include "oracle_triangle.h"

#include <math.h>

enum { A_SIDE, B_SIDE };

typedef struct fraction {
    mpz_t num, den;
} fraction;

/* Working memory, made once; the tests that use it have one thread each. */
static struct {
    int is_ready;
    mpz_t v[2][3][3], edge[2][3][3], normal[2][3];
    mpz_t r[3], n[3], w[3], x, y, z;
    fraction best, next;
} o;

static void init3(mpz_t *u) {
    for (int k = 0; k < 3; k++)
        mpz_init(u[k]);
}

static void make_ready(void) {
    if (o.is_ready)
        return;
    o.is_ready = 1;
    for (int s = 0; s < 2; s++) {
        init3(o.normal[s]);
        for (int i = 0; i < 3; i++) {
            init3(o.v[s][i]);
            init3(o.edge[s][i]);
        }
    }
    init3(o.r);
    init3(o.n);
    init3(o.w);
    mpz_inits(o.x, o.y, o.z, o.best.num, o.best.den, o.next.num, o.next.den, NULL);
}

/* Takes o.next as the best if it is less. */
static void offer(void) {
    if (mpz_sgn(o.best.den) != 0) {
        mpz_mul(o.y, o.next.num, o.best.den);
        mpz_mul(o.z, o.best.num, o.next.den);
        if (mpz_cmp(o.y, o.z) >= 0)
            return;
    }
    mpz_set(o.best.num, o.next.num);
    mpz_set(o.best.den, o.next.den);
}

/* Corner p of one side to the closed edge i of side s. */
static void try_corner_and_edge(mpz_t *p, int s, int i) {
    mpz_t *d = o.edge[s][i];
    mpz3_subtract(o.r, p, o.v[s][i]);
    mpz3_dot(o.next.num, o.r, o.r);
    mpz_set_ui(o.next.den, 1);
    offer(); /* the edge's start */
    mpz3_dot(o.x, o.r, d);
    mpz3_dot(o.y, d, d);
    if (mpz_sgn(o.x) <= 0 || mpz_cmp(o.x, o.y) >= 0)
        return;
    /* |r|^2 - (r.d)^2 / |d|^2 */
    mpz_mul(o.next.num, o.next.num, o.y);
    mpz_submul(o.next.num, o.x, o.x);
    mpz_set(o.next.den, o.y);
    offer();
}

static int is_between_zero_and(mpz_t x, mpz_t most) {
    return mpz_sgn(x) >= 0 && mpz_cmp(x, most) <= 0;
}

/* The insides of edge i of a and edge j of b, if they are not parallel. */
static void try_edges(int i, int j) {
    mpz_t *d = o.edge[A_SIDE][i], *e = o.edge[B_SIDE][j];
    mpz3_subtract(o.r, o.v[B_SIDE][j], o.v[A_SIDE][i]);
    mpz3_cross(o.n, d, e);
    mpz3_dot(o.next.den, o.n, o.n);
    if (mpz_sgn(o.next.den) == 0)
        return;
    mpz3_cross(o.w, o.r, e);
    mpz3_dot(o.x, o.w, o.n);
    mpz3_cross(o.w, o.r, d);
    mpz3_dot(o.y, o.w, o.n);
    if (!is_between_zero_and(o.x, o.next.den) || !is_between_zero_and(o.y, o.next.den))
        return;
    mpz3_dot(o.x, o.r, o.n);
    mpz_mul(o.next.num, o.x, o.x);
    offer();
}

/* Corner p of one side to the face of side s. */
static void try_corner_and_face(mpz_t *p, int s) {
    mpz3_dot(o.next.den, o.normal[s], o.normal[s]);
    if (mpz_sgn(o.next.den) == 0)
        return;
    for (int i = 0; i < 3; i++) {
        mpz3_subtract(o.r, p, o.v[s][i]);
        mpz3_cross(o.w, o.edge[s][i], o.r);
        mpz3_dot(o.x, o.w, o.normal[s]);
        if (mpz_sgn(o.x) < 0)
            return;
    }
    mpz3_dot(o.x, o.r, o.normal[s]);
    mpz_mul(o.next.num, o.x, o.x);
    offer();
}

static void load(int s, const tact_triangle *t, int exponent) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            oracle_to_integer(o.v[s][i][k], (&t->v[i].x)[k], exponent);
    for (int i = 0; i < 3; i++)
        mpz3_subtract(o.edge[s][i], o.v[s][(i + 1) % 3], o.v[s][i]);
    mpz3_cross(o.normal[s], o.edge[s][0], o.edge[s][1]);
}

void oracle_triangle_distance_square(const tact_triangle *a, const tact_triangle *b, mpq_t square) {
    if (oracle_triangle_intersect(a, b).dimension >= 0) {
        mpq_set_ui(square, 0, 1);
        return;
    }
    make_ready();
    int exponent = oracle_common_exponent(a, b);
    load(A_SIDE, a, exponent);
    load(B_SIDE, b, exponent);
    mpz_set_ui(o.best.den, 0);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            try_corner_and_edge(o.v[A_SIDE][i], B_SIDE, j);
            try_corner_and_edge(o.v[B_SIDE][i], A_SIDE, j);
            try_edges(i, j);
        }
        try_corner_and_face(o.v[A_SIDE][i], B_SIDE);
        try_corner_and_face(o.v[B_SIDE][i], A_SIDE);
    }
    mpz_set(mpq_numref(square), o.best.num);
    mpz_set(mpq_denref(square), o.best.den);
    mpq_canonicalize(square);
    if (exponent >= 0)
        mpq_mul_2exp(square, square, 2 * (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(square, square, 2 * (mp_bitcnt_t)-exponent);
}

double oracle_root(const mpq_t square) {
    mpf_t x;
    mpf_init2(x, 256);
    mpf_set_q(x, square);
    mpf_sqrt(x, x);
    double root = mpf_get_d(x);
    mpf_clear(x);
    return root;
}
