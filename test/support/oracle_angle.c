/* SPDX-License-Identifier: MIT */
/* Solid angles by the formula of A. van Oosterom and J. Strackee; see oracle_angle.h. */
#include "oracle_angle.h"

#include <stdbool.h>

typedef struct numbers {
    mpf_t v[3][3], length[3], x, y, term, power;
} numbers;

static void numbers_init(numbers *n) {
    mpf_t *const all = &n->v[0][0];
    for (int i = 0; i < 9; i++)
        mpf_init2(all[i], ORACLE_ANGLE_BITS);
    for (int i = 0; i < 3; i++)
        mpf_init2(n->length[i], ORACLE_ANGLE_BITS);
    mpf_init2(n->x, ORACLE_ANGLE_BITS);
    mpf_init2(n->y, ORACLE_ANGLE_BITS);
    mpf_init2(n->term, ORACLE_ANGLE_BITS);
    mpf_init2(n->power, ORACLE_ANGLE_BITS);
}

static void numbers_clear(numbers *n) {
    mpf_t *const all = &n->v[0][0];
    for (int i = 0; i < 9; i++)
        mpf_clear(all[i]);
    for (int i = 0; i < 3; i++)
        mpf_clear(n->length[i]);
    mpf_clears(n->x, n->y, n->term, n->power, NULL);
}

/* out = a . b. term is changed. */
static void dot(mpf_t out, mpf_t *a, mpf_t *b, mpf_t term) {
    mpf_set_ui(out, 0);
    for (int k = 0; k < 3; k++) {
        mpf_mul(term, a[k], b[k]);
        mpf_add(out, out, term);
    }
}

/* n->y = det(v0, v1, v2). */
static void set_determinant(numbers *n) {
    mpf_set_ui(n->y, 0);
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        mpf_mul(n->term, n->v[1][l], n->v[2][m]);
        mpf_mul(n->power, n->v[1][m], n->v[2][l]);
        mpf_sub(n->term, n->term, n->power);
        mpf_mul(n->term, n->term, n->v[0][k]);
        mpf_add(n->y, n->y, n->term);
    }
}

#define PI                                                                                         \
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482"

/* Adds the angle of (n->x, n->y), whose coordinates are not 0: the arc tangent of y / x, and half a
 * turn if x is negative. */
static void add_angle(mpf_t sum, numbers *n) {
    if (mpf_sgn(n->x) < 0) {
        mpf_set_str(n->term, PI, 10);
        if (mpf_sgn(n->y) > 0)
            mpf_add(sum, sum, n->term);
        else
            mpf_sub(sum, sum, n->term);
    }
    mpf_t *t = &n->v[0][0], *square = &n->v[0][1], *one = &n->v[0][2]; /* free by now */
    unsigned long doubled = 1;
    mpf_set_ui(*one, 1);
    mpf_div(*t, n->y, n->x);
    mpf_mul(*square, *t, *t);
    while (mpf_cmp_d(*square, 0x1p-12) > 0) { /* atan t = 2 atan(t / (1 + sqrt(1 + t^2))) */
        mpf_add(n->term, *square, *one);
        mpf_sqrt(n->term, n->term);
        mpf_add(n->term, n->term, *one);
        mpf_div(*t, *t, n->term);
        mpf_mul(*square, *t, *t);
        doubled *= 2;
    }
    mpf_set(n->power, *t);
    for (unsigned long i = 1; i < 60 && mpf_sgn(n->power) != 0; i += 2) {
        mpf_div_ui(n->term, n->power, i);
        mpf_mul_ui(n->term, n->term, doubled);
        if (i % 4 == 1)
            mpf_add(sum, sum, n->term);
        else
            mpf_sub(sum, sum, n->term);
        mpf_mul(n->power, n->power, *square);
    }
}

void oracle_add_half_angle(mpf_t sum, const tact_triangle *t, tact_vec3 point) {
    numbers n;
    numbers_init(&n);
    const double p[3] = {point.x, point.y, point.z};
    for (int i = 0; i < 3; i++) {
        const double x[3] = {t->v[i].x, t->v[i].y, t->v[i].z};
        for (int k = 0; k < 3; k++) {
            mpf_set_d(n.v[i][k], x[k]);
            mpf_set_d(n.term, p[k]);
            mpf_sub(n.v[i][k], n.v[i][k], n.term);
        }
        dot(n.x, n.v[i], n.v[i], n.term);
        mpf_sqrt(n.length[i], n.x);
    }
    mpf_mul(n.x, n.length[0], n.length[1]);
    mpf_mul(n.x, n.x, n.length[2]);
    for (int i = 0; i < 3; i++) {
        dot(n.y, n.v[(i + 1) % 3], n.v[(i + 2) % 3], n.term);
        mpf_mul(n.y, n.y, n.length[i]);
        mpf_add(n.x, n.x, n.y);
    }
    set_determinant(&n);
    if (mpf_sgn(n.y) != 0)
        add_angle(sum, &n);
    numbers_clear(&n);
}
