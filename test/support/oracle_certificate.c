/* SPDX-License-Identifier: MIT */
/* Certificates in integers; see oracle_certificate.h. All coordinates and radii are multiples of
 * one power of two. Along a direction, only vertices that may be extreme are evaluated in integers.
 * Products with the direction are first enclosed in floating-point intervals with proven ends. A
 * vertex whose interval lies wholly below another one's cannot be extreme. */
#include "oracle_certificate.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "mpz3.h"
#include "oracle_convex.h"
#include "support.h"
#include "pair/pair.h"

#define MOST_VERTICES 1024

/* The bodies, and integers that are initialised once and reused. */
typedef struct checker {
    tact_vec3 vertex[2][MOST_VERTICES];
    uint32_t count[2];
    int exponent; /* of all coordinates and radii */
    mpz_t w[4][3];
    mpz_t n[3], d[3], e[3], p[3];
    mpz_t radius_square, left, right, value, best[2];
} checker;

static void init_vector(mpz_t *v) {
    for (int k = 0; k < 3; k++)
        mpz_init(v[k]);
}

static checker *get_checker(void) {
    static checker *only;
    if (only != NULL)
        return only;
    only = malloc(sizeof *only);
    assert_non_null(only);
    for (int i = 0; i < 4; i++)
        init_vector(only->w[i]);
    init_vector(only->n);
    init_vector(only->d);
    init_vector(only->e);
    init_vector(only->p);
    mpz_inits(only->radius_square, only->left, only->right, only->value, only->best[0],
              only->best[1], NULL);
    return only;
}

/* ---- Doubles as integers ------------------------------------------------------------------ */

/* x is an integer times 2 to the power of the result. */
static int exponent_of(double x) {
    int exponent;
    if (x == 0)
        return 1 << 20;
    (void)frexp(x, &exponent);
    return exponent - 53 < -1074 ? -1074 : exponent - 53;
}

static int least_exponent(tact_vec3 v) {
    int x = exponent_of(v.x), y = exponent_of(v.y), z = exponent_of(v.z);
    return x < y ? (x < z ? x : z) : (y < z ? y : z);
}

/* out = x / 2^exponent. */
static void to_integer(mpz_t out, double x, int exponent) {
    int own;
    double fraction = frexp(x, &own);
    if (x == 0) {
        mpz_set_ui(out, 0);
        return;
    }
    mpz_set_d(out, ldexp(fraction, 53));
    int shift = own - 53 - exponent;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else /* the bits that are shifted out are 0 */
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-shift);
}

static void to_integers(mpz_t *out, tact_vec3 v, int exponent) {
    to_integer(out[0], v.x, exponent);
    to_integer(out[1], v.y, exponent);
    to_integer(out[2], v.z, exponent);
}

static void begin(checker *c, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    const tacti_placed_shape *const placed[2] = {a, b};
    c->exponent = 1 << 20;
    for (int side = 0; side < 2; side++) {
        c->count[side] = oracle_vertices(placed[side], c->vertex[side], MOST_VERTICES);
        assert_true(c->count[side] <= MOST_VERTICES);
        int radius = exponent_of(placed[side]->shape->radius);
        c->exponent = radius < c->exponent ? radius : c->exponent;
        for (uint32_t i = 0; i < c->count[side]; i++) {
            int own = least_exponent(c->vertex[side][i]);
            c->exponent = own < c->exponent ? own : c->exponent;
        }
    }
    if (c->exponent == 1 << 20)
        c->exponent = 0;
    to_integer(c->left, a->shape->radius, c->exponent);
    to_integer(c->right, b->shape->radius, c->exponent);
    mpz_add(c->left, c->left, c->right);
    mpz_mul(c->radius_square, c->left, c->left);
}

/* ---- Contact ------------------------------------------------------------------------------ */

/* Whether left <= R^2 right. */
static bool is_within(checker *c) {
    mpz_mul(c->right, c->right, c->radius_square);
    return mpz_cmp(c->left, c->right) <= 0;
}

static bool point_is_near(checker *c, int i) {
    mpz3_dot(c->left, c->w[i], c->w[i]);
    mpz_set_ui(c->right, 1);
    return is_within(c);
}

/* Whether the foot of the origin lies between two points and is near. */
static bool edge_is_near(checker *c, int i, int j) {
    mpz3_subtract(c->d, c->w[j], c->w[i]);
    mpz3_dot(c->left, c->w[i], c->d);
    mpz3_dot(c->right, c->w[j], c->d);
    if (mpz_sgn(c->left) > 0 || mpz_sgn(c->right) < 0)
        return false;
    mpz3_cross(c->e, c->w[i], c->d);
    mpz3_dot(c->left, c->e, c->e);
    mpz3_dot(c->right, c->d, c->d);
    return mpz_sgn(c->right) > 0 && is_within(c);
}

/* Whether the foot lies in a triangle (on the inner side of every edge) and is near. */
static bool face_is_near(checker *c, const int at[3]) {
    mpz3_subtract(c->d, c->w[at[1]], c->w[at[0]]);
    mpz3_subtract(c->e, c->w[at[2]], c->w[at[0]]);
    mpz3_cross(c->n, c->d, c->e);
    if (mpz_sgn(c->n[0]) == 0 && mpz_sgn(c->n[1]) == 0 && mpz_sgn(c->n[2]) == 0)
        return false;
    for (int k = 0; k < 3; k++) {
        mpz_t *from = c->w[at[k]], *to = c->w[at[(k + 1) % 3]];
        mpz3_subtract(c->d, to, from);
        mpz3_cross(c->e, c->n, c->d); /* into the triangle */
        mpz3_dot(c->value, c->e, from);
        if (mpz_sgn(c->value) > 0)
            return false;
    }
    mpz3_dot(c->value, c->n, c->w[at[0]]);
    mpz_mul(c->left, c->value, c->value);
    mpz3_dot(c->right, c->n, c->n);
    return is_within(c);
}

/* Whether a tetrahedron holds the origin: the origin is on the same side of each face as the fourth
 * corner. */
static bool tetrahedron_holds(checker *c) {
    for (int i = 0; i < 4; i++) {
        mpz_t *a = c->w[(i + 1) % 4], *b = c->w[(i + 2) % 4], *d = c->w[(i + 3) % 4];
        mpz3_subtract(c->d, b, a);
        mpz3_subtract(c->e, d, a);
        mpz3_cross(c->n, c->d, c->e);
        mpz3_dot(c->left, c->n, a);
        mpz3_dot(c->right, c->n, c->w[i]);
        mpz_sub(c->right, c->right, c->left); /* the corner's side; the origin's is -left */
        if (mpz_sgn(c->right) == 0 || mpz_sgn(c->left) == mpz_sgn(c->right))
            return false;
    }
    return true;
}

static bool contact_holds(checker *c, int count) {
    static const int triples[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    if (count == 4 && tetrahedron_holds(c))
        return true;
    for (int t = 0; t < 4; t++)
        if (triples[t][2] < count && face_is_near(c, triples[t]))
            return true;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (edge_is_near(c, i, j))
                return true;
    for (int i = 0; i < count; i++)
        if (point_is_near(c, i))
            return true;
    return false;
}

/* ---- Apart -------------------------------------------------------------------------------- */

/* n = a positive multiple of -x, where x is the point nearest to the origin on the line or plane
 * through the points. False if the points are dependent or x is 0. */
static bool set_direction(checker *c, int count) {
    mpz_t *w = c->w[0];
    if (count == 1) {
        for (int k = 0; k < 3; k++)
            mpz_neg(c->n[k], w[k]);
    } else if (count == 2) {
        mpz3_subtract(c->d, c->w[1], w);
        mpz3_dot(c->left, w, c->d);
        mpz3_dot(c->right, c->d, c->d);
        for (int k = 0; k < 3; k++) {
            mpz_mul(c->n[k], c->left, c->d[k]);
            mpz_submul(c->n[k], c->right, w[k]);
        }
        if (mpz_sgn(c->right) == 0)
            return false;
    } else {
        mpz3_subtract(c->d, c->w[1], w);
        mpz3_subtract(c->e, c->w[2], w);
        mpz3_cross(c->n, c->d, c->e);
        mpz3_dot(c->left, c->n, w);
        for (int k = 0; k < 3; k++)
            mpz_mul_si(c->n[k], c->n[k], -mpz_sgn(c->left));
    }
    return mpz_sgn(c->n[0]) != 0 || mpz_sgn(c->n[1]) != 0 || mpz_sgn(c->n[2]) != 0;
}

/* n as doubles times some power of two, each truncated: off by less than 2^-52 of itself, or by
 * 2^-1000 of the largest if it is lost. */
static tact_vec3 nearly_direction(const checker *c) {
    double f[3];
    long exponent[3], most = LONG_MIN / 2;
    for (int k = 0; k < 3; k++) {
        f[k] = mpz_get_d_2exp(&exponent[k], c->n[k]);
        if (f[k] != 0 && exponent[k] > most)
            most = exponent[k];
    }
    for (int k = 0; k < 3; k++)
        f[k] = exponent[k] - most < -1000 ? 0 : ldexp(f[k], (int)(exponent[k] - most));
    return (tact_vec3){f[0], f[1], f[2]};
}

/* best[side] = the extreme n . p: the greatest of a, the least of b. With v the product in floating
 * point, its error is below 2^-49 of the sum of the magnitudes: three roundings of products, two of
 * sums, and 2^-52 for each coordinate of n. Lost parts of n, and underflow, are below 2^-990 of the
 * largest coordinate. */
static void find_extreme(checker *c, int side, tact_vec3 n) {
    static double lo[MOST_VERTICES], hi[MOST_VERTICES];
    double sign = side == 0 ? 1 : -1, least = -INFINITY;
    bool is_first = true;
    for (uint32_t i = 0; i < c->count[side]; i++) {
        tact_vec3 p = c->vertex[side][i];
        double v = sign * (n.x * p.x + n.y * p.y + n.z * p.z);
        double size = fabs(n.x * p.x) + fabs(n.y * p.y) + fabs(n.z * p.z);
        double largest = fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)));
        double error = 0x1p-49 * size + (0x1p-900 * largest + 0x1p-1060);
        lo[i] = v - error;
        hi[i] = v + error;
        least = fmax(least, lo[i]);
    }
    for (uint32_t i = 0; i < c->count[side]; i++) {
        if (hi[i] < least)
            continue;
        to_integers(c->p, c->vertex[side][i], c->exponent);
        mpz3_dot(c->value, c->n, c->p);
        int order = is_first ? 0 : mpz_cmp(c->value, c->best[side]);
        if (is_first || (side == 0 ? order > 0 : order < 0))
            mpz_set(c->best[side], c->value);
        is_first = false;
    }
}

static bool apart_holds(checker *c, const tacti_convex_proof *proof) {
    tact_vec3 n = proof->direction;
    if (proof->pair_count > 3)
        return false;
    if (proof->pair_count > 0) {
        if (!set_direction(c, (int)proof->pair_count))
            return false;
    } else {
        int exponent = least_exponent(n);
        if (exponent == 1 << 20)
            return false;
        to_integers(c->n, n, exponent);
    }
    n = nearly_direction(c);
    find_extreme(c, 0, n);
    find_extreme(c, 1, n);
    mpz_sub(c->value, c->best[1], c->best[0]);
    if (mpz_sgn(c->value) <= 0)
        return false;
    mpz_mul(c->left, c->value, c->value);
    mpz3_dot(c->right, c->n, c->n);
    return !is_within(c);
}

bool oracle_certificate_holds(const tacti_placed_shape *a, const tacti_placed_shape *b,
                              const tacti_convex_collision *collision) {
    const tacti_convex_proof *proof = &collision->proof;
    checker *c = get_checker();
    begin(c, a, b);
    if (proof->pair_count > 4)
        return false;
    for (uint32_t i = 0; i < proof->pair_count; i++) {
        if (proof->a[i] >= c->count[0] || proof->b[i] >= c->count[1])
            return false;
        to_integers(c->w[i], c->vertex[0][proof->a[i]], c->exponent);
        to_integers(c->p, c->vertex[1][proof->b[i]], c->exponent);
        mpz3_subtract(c->w[i], c->w[i], c->p);
    }
    if (collision->outcome == TACT_OUTCOME_APART)
        return apart_holds(c, proof);
    return collision->outcome == TACT_OUTCOME_CONTACT && contact_holds(c, (int)proof->pair_count);
}
