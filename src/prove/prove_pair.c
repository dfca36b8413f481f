/* SPDX-License-Identifier: MIT */
/* Directions that separate two triangles. The first is that of their nearest points. It is computed
 * from the parts (corner, edge, face) on which these points lie, not from the rounded points,
 * because triangles may be very near each other. It is computed in double-double, and rounded if
 * the rounded direction is enough. If it does not hold, the directions of all other parts are
 * tried, and at last directions without rounding (prove_exact.c).
 *
 * Every direction that is returned was checked. The first check is plain arithmetic on corners
 * that are scaled (scaled_pair()) to stay below 2^901. Directions are scaled too: their largest
 * coordinate lies between 2^-60 and 2^60. So differences, products and sums err by at most 2^-49 of
 * the sum of the products' magnitudes (4 roundings, and one more for the gap), and by less than
 * 2^-1000 from what scaling or a product loses below the range of double: at most 12 losses of
 * 2^-1074 times 2^60. Squares of lengths lie between 2^-120 and 2^122. The other check is the
 * verifier's. */
#include "prove/prove_pair.h"
#include "base/assert.h"

#include <math.h>

#include "math/twofold.h"
#include "math/vec.h"

#define PLAIN_ERROR 0x1p-49
#define UNDERFLOW 0x1p-1000

/* A direction whose largest coordinate is between these is not scaled. */
#define LEAST_DIRECTION 0x1p-60
#define MOST_DIRECTION 0x1p60

typedef struct pair {
    tact_vec3 a[3], b[3]; /* corners in units of the pair's extent */
    double lower;         /* in the same units */
    tacti_pair_claim claim;
} pair;

/* ---- Double-double ------------------------------------------------------------------------ */

typedef struct two3 {
    tacti_twofold c[3];
} two3;

static tacti_twofold two_add(tacti_twofold a, tacti_twofold b) {
    tacti_twofold sum = tacti_twofold_sum(a.hi, b.hi);
    return tacti_twofold_fast_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static tacti_twofold two_negate(tacti_twofold a) {
    return (tacti_twofold){-a.hi, -a.lo};
}

static tacti_twofold two_mul(tacti_twofold a, tacti_twofold b) {
    return tacti_twofold_multiply(a, b);
}

/* Scales the largest coordinate into the range of directions. 0 stays 0. */
static two3 two_scaled(two3 d) {
    double most = fmax(fmax(fabs(d.c[0].hi), fabs(d.c[1].hi)), fabs(d.c[2].hi));
    if ((most >= LEAST_DIRECTION && most <= MOST_DIRECTION) || !(most > 0 && most < HUGE_VAL))
        return d;
    int exponent = -ilogb(most);
    for (int i = 0; i < 3; i++)
        d.c[i] = (tacti_twofold){ldexp(d.c[i].hi, exponent), ldexp(d.c[i].lo, exponent)};
    return d;
}

static two3 two_between(tact_vec3 from, tact_vec3 to) {
    return two_scaled((two3){{tacti_twofold_sum(to.x, -from.x), tacti_twofold_sum(to.y, -from.y),
                              tacti_twofold_sum(to.z, -from.z)}});
}

/* The factors are scaled, so only bits far below the product can be lost. */
static two3 two_cross(const two3 *a, const two3 *b) {
    two3 out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.c[i] = two_add(two_mul(a->c[j], b->c[k]), two_negate(two_mul(a->c[k], b->c[j])));
    }
    return two_scaled(out);
}

/* ---- The direction of the nearest points -------------------------------------------------- */

static bool is_corner(tact_feature f) {
    return f <= TACT_FEATURE_VERTEX_2;
}

static bool is_edge(tact_feature f) {
    return f >= TACT_FEATURE_EDGE_0 && f <= TACT_FEATURE_EDGE_2;
}

static two3 edge_of(const tact_vec3 t[3], int edge) {
    TACTI_ASSERT(edge >= 0 && edge < 3);
    return two_between(t[edge], t[(edge + 1) % 3]);
}

static two3 normal_of(const tact_vec3 t[3]) {
    two3 u = two_between(t[0], t[1]), v = two_between(t[0], t[2]);
    return two_cross(&u, &v);
}

/* A corner of a part. */
static tact_vec3 corner_of(const tact_vec3 t[3], tact_feature f) {
    return is_corner(f) ? t[f] : is_edge(f) ? t[f - TACT_FEATURE_EDGE_0] : t[0];
}

/* The direction in which two parts are nearest each other. Its sign is not determined. */
static two3 direction_of_parts(const pair *p, tact_feature fa, tact_feature fb) {
    if (fa == TACT_FEATURE_FACE)
        return normal_of(p->a);
    if (fb == TACT_FEATURE_FACE)
        return normal_of(p->b);
    two3 between = two_between(corner_of(p->a, fa), corner_of(p->b, fb));
    if (is_corner(fa) && is_corner(fb))
        return between;
    if (is_edge(fa) && is_edge(fb)) {
        two3 u = edge_of(p->a, (int)(fa - TACT_FEATURE_EDGE_0)),
             v = edge_of(p->b, (int)(fb - TACT_FEATURE_EDGE_0));
        two3 n = two_cross(&u, &v);
        if (n.c[0].hi != 0 || n.c[1].hi != 0 || n.c[2].hi != 0)
            return n;
    }
    /* The perpendicular to the edge: e x (between x e). */
    two3 e = is_edge(fa) ? edge_of(p->a, (int)(fa - TACT_FEATURE_EDGE_0))
                         : edge_of(p->b, (int)(fb - TACT_FEATURE_EDGE_0));
    two3 n = two_cross(&between, &e);
    return two_cross(&e, &n);
}

/* ---- Checks ------------------------------------------------------------------------------- */

/* How far b lies behind a along a direction, in plain arithmetic. *error bounds the error. */
static double plain_gap(const pair *p, tact_vec3 d, double *error) {
    double least = HUGE_VAL, most = -HUGE_VAL, reach = 0;
    for (int i = 0; i < 3; i++) {
        tact_vec3 u = tacti_vec3_sub(p->a[i], p->a[0]), v = tacti_vec3_sub(p->b[i], p->a[0]);
        double s = tacti_vec3_dot(u, d), t = tacti_vec3_dot(v, d);
        most = s > most ? s : most;
        least = t < least ? t : least;
        reach = fmax(reach, fabs(u.x * d.x) + fabs(u.y * d.y) + fabs(u.z * d.z));
        reach = fmax(reach, fabs(v.x * d.x) + fabs(v.y * d.y) + fabs(v.z * d.z));
    }
    *error = PLAIN_ERROR * reach + UNDERFLOW;
    return least - most;
}

/* Whether a rounded direction certainly shows the claim. */
static bool plain_separates(const pair *p, tact_vec3 d) {
    double error, gap = plain_gap(p, d, &error), length = sqrt(tacti_vec3_dot(d, d));
    if (!(length <= 2 * MOST_DIRECTION) || !(gap > 2 * error)) /* also if it is 0 or NaN */
        return false;
    return !p->claim.is_distance || gap - 2 * error >= p->lower * length * (1 + 0x1p-48);
}

/* ---- Trying ------------------------------------------------------------------------------- */

/* Tries a direction rounded, with the sign for which the gap is larger. */
static bool try_rounded(const pair *p, const two3 *d, double *sign, tacti_separator *out) {
    tact_vec3 rounded = {d->c[0].hi, d->c[1].hi, d->c[2].hi};
    double error, forward = plain_gap(p, rounded, &error);
    double backward = plain_gap(p, tacti_vec3_scale(rounded, -1), &error);
    *sign = forward >= backward ? 1 : -1;
    if (!plain_separates(p, tacti_vec3_scale(rounded, *sign)))
        return false;
    out->term_count = 1;
    for (int i = 0; i < 3; i++)
        out->terms[i] = *sign * d->c[i].hi;
    return true;
}

/* Tries a direction and its opposite, rounded or in full. */
static bool try_direction(const pair *p, const two3 *d, tacti_separator *out) {
    double sign;
    if (try_rounded(p, d, &sign, out))
        return true;
    out->term_count = 2;
    for (int turn = 0; turn < 2; turn++, sign = -sign) {
        for (uint32_t i = 0; i < 3; i++) {
            out->terms[2 * i] = sign * d->c[i].hi;
            out->terms[2 * i + 1] = sign * d->c[i].lo;
        }
        if (tacti_separator_holds(&p->claim, out))
            return true;
    }
    return false;
}

/* Tries the directions of all pairs of parts, rounded. Rounding may have found the nearest points
 * on the wrong one of two parts that nearly coincide, as in a needle. */
static bool try_all_parts(const pair *p, tacti_separator *out) {
    double sign;
    static const tact_feature parts[6] = {TACT_FEATURE_VERTEX_0, TACT_FEATURE_VERTEX_1,
                                          TACT_FEATURE_VERTEX_2, TACT_FEATURE_EDGE_0,
                                          TACT_FEATURE_EDGE_1,   TACT_FEATURE_EDGE_2};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            two3 d = direction_of_parts(p, parts[i], parts[j]);
            if (try_rounded(p, &d, &sign, out))
                return true;
        }
    const two3 normals[2] = {normal_of(p->a), normal_of(p->b)};
    return try_rounded(p, &normals[0], &sign, out) || try_rounded(p, &normals[1], &sign, out);
}

/* The corners times a power of two that makes their extent nearly one, or as near to one as corners
 * below 2^901 allow. Scaling does not change directions. */
static pair scaled_pair(const tact_triangle *a, const tact_triangle *b, bool is_distance,
                        double lower) {
    double extent = lower, most = 0;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, fmax(fmax(fabs(a->v[i].x), fabs(a->v[i].y)), fabs(a->v[i].z)));
        most = fmax(most, fmax(fmax(fabs(b->v[i].x), fabs(b->v[i].y)), fabs(b->v[i].z)));
        tact_vec3 u = tacti_vec3_sub(a->v[i], a->v[0]), v = tacti_vec3_sub(b->v[i], a->v[0]);
        extent = fmax(extent, fmax(fmax(fabs(u.x), fabs(u.y)), fabs(u.z)));
        extent = fmax(extent, fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z)));
    }
    int exponent = extent > 0 && extent < HUGE_VAL ? -ilogb(extent) : 0;
    if (most > 0 && exponent > 900 - ilogb(most))
        exponent = 900 - ilogb(most);
    pair p = {.lower = ldexp(lower, exponent),
              .claim = {.is_distance = is_distance, .lower = lower}};
    for (int i = 0; i < 3; i++) {
        p.claim.corners[0][i] = a->v[i];
        p.claim.corners[1][i] = b->v[i];
        p.a[i] = (tact_vec3){ldexp(a->v[i].x, exponent), ldexp(a->v[i].y, exponent),
                             ldexp(a->v[i].z, exponent)};
        p.b[i] = (tact_vec3){ldexp(b->v[i].x, exponent), ldexp(b->v[i].y, exponent),
                             ldexp(b->v[i].z, exponent)};
    }
    return p;
}

tacti_separable tacti_separate_triangles(const tact_triangle *a, const tact_triangle *b,
                                         bool is_distance, double lower, tacti_separator *out) {
    tact_gap gap = tact_triangle_distance(a, b);
    if (gap.distance == 0)
        return TACTI_TOUCHING;
    pair p = scaled_pair(a, b, is_distance, lower);
    two3 d = direction_of_parts(&p, gap.feature_a, gap.feature_b);
    if (try_direction(&p, &d, out) || try_all_parts(&p, out) ||
        tacti_separate_exactly(&p.claim, out))
        return TACTI_SEPARATED;
    return TACTI_NOT_SEPARATED;
}
