/* SPDX-License-Identifier: MIT */
/* Directions that separate two triangles. The first is that of their nearest points, from the parts
 * of the triangles on which these lie and not from the rounded points: triangles may be very near
 * each other. It is computed in double-double and, where that is enough, rounded. Where even
 * double-double is too coarse, normals and cross products of edges are tried exactly. */
#include "query/proof_pair.h"

#include <math.h>

#include "exact/expansion.h"
#include "math/twofold.h"
#include "math/vec.h"

/* Rounding of plain dot products, as the verifier has it, and some more. */
#define PLAIN_ERROR 0x1p-47

typedef struct pair {
    tact_vec3 a[3], b[3]; /* corners in units of the pair's extent, as they are otherwise */
    bool is_distance;
    double lower;
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

static two3 two_between(tact_vec3 from, tact_vec3 to) {
    return (two3){{tacti_twofold_sum(to.x, -from.x), tacti_twofold_sum(to.y, -from.y),
                   tacti_twofold_sum(to.z, -from.z)}};
}

static two3 two_cross(const two3 *a, const two3 *b) {
    two3 out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.c[i] = two_add(two_mul(a->c[j], b->c[k]), two_negate(two_mul(a->c[k], b->c[j])));
    }
    return out;
}

/* ---- The direction of the nearest points -------------------------------------------------- */

static bool is_corner(tact_feature f) {
    return f <= TACT_VERTEX_2;
}

static bool is_edge(tact_feature f) {
    return f >= TACT_EDGE_0 && f <= TACT_EDGE_2;
}

static two3 edge_of(const tact_vec3 t[3], int edge) {
    return two_between(t[edge], t[(edge + 1) % 3]);
}

static two3 normal_of(const tact_vec3 t[3]) {
    two3 u = two_between(t[0], t[1]), v = two_between(t[0], t[2]);
    return two_cross(&u, &v);
}

/* A corner that a part has. */
static tact_vec3 corner_of(const tact_vec3 t[3], tact_feature f) {
    return is_corner(f) ? t[f] : is_edge(f) ? t[f - TACT_EDGE_0] : t[0];
}

/* The direction in which two parts are nearest each other; its sign is not settled. */
static two3 direction_of_parts(const pair *p, tact_feature fa, tact_feature fb) {
    if (fa == TACT_FACE)
        return normal_of(p->a);
    if (fb == TACT_FACE)
        return normal_of(p->b);
    two3 between = two_between(corner_of(p->a, fa), corner_of(p->b, fb));
    if (is_corner(fa) && is_corner(fb))
        return between;
    if (is_edge(fa) && is_edge(fb)) {
        two3 u = edge_of(p->a, (int)(fa - TACT_EDGE_0)), v = edge_of(p->b, (int)(fb - TACT_EDGE_0));
        two3 n = two_cross(&u, &v);
        if (n.c[0].hi != 0 || n.c[1].hi != 0 || n.c[2].hi != 0)
            return n;
    }
    /* What is perpendicular to the edge: e x (between x e). */
    two3 e = is_edge(fa) ? edge_of(p->a, (int)(fa - TACT_EDGE_0))
                         : edge_of(p->b, (int)(fb - TACT_EDGE_0));
    two3 n = two_cross(&between, &e);
    return two_cross(&e, &n);
}

/* ---- Checks ------------------------------------------------------------------------------- */

/* How far b lies behind a along a direction, in plain arithmetic; *error is what it may err by. */
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
    *error = PLAIN_ERROR * 0x1p-2 * reach;
    return least - most;
}

/* Whether a rounded direction does, for certain. */
static bool plain_separates(const pair *p, tact_vec3 d) {
    double error, gap = plain_gap(p, d, &error);
    if (!(gap > 2 * error)) /* also where the direction is 0 */
        return false;
    return !p->is_distance ||
           gap - 2 * error >= p->lower * sqrt(tacti_vec3_dot(d, d)) * (1 + 0x1p-48);
}

/* b's corner j less a's corner i, along the separator, as an expansion; its estimate. */
static double exact_gap(const pair *p, const tacti_separator *s, int i, int j) {
    const double from[3] = {p->a[i].x, p->a[i].y, p->a[i].z};
    const double to[3] = {p->b[j].x, p->b[j].y, p->b[j].z};
    double sum[12 * TACTI_PROOF_TERMS], next[12 * TACTI_PROOF_TERMS];
    int count = 0;
    for (uint32_t c = 0; c < 3; c++) {
        double difference[2], product[4];
        int terms = tacti_expansion_from_difference(to[c], from[c], difference);
        for (uint32_t k = 0; k < s->term_count; k++) {
            int length =
                tacti_expansion_scale(terms, difference, s->terms[c * s->term_count + k], product);
            count = tacti_expansion_sum(count, sum, length, product, next);
            for (int n = 0; n < count; n++)
                sum[n] = next[n];
        }
    }
    return tacti_expansion_estimate(count, sum);
}

/* Whether a separator does, judged exactly but for the length of the direction. */
static bool exactly_separates(const pair *p, const tacti_separator *s) {
    double least = HUGE_VAL, square = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            least = fmin(least, exact_gap(p, s, i, j));
    if (!p->is_distance || !(least > 0))
        return least > 0;
    for (uint32_t c = 0; c < 3; c++) {
        double sum = 0;
        for (uint32_t k = 0; k < s->term_count; k++)
            sum += s->terms[c * s->term_count + k];
        square += sum * sum;
    }
    return least >= p->lower * sqrt(square) * (1 + 0x1p-48);
}

/* ---- Trying ------------------------------------------------------------------------------- */

static void round_direction(const two3 *d, double sign, tacti_separator *out) {
    out->term_count = 1;
    for (int i = 0; i < 3; i++)
        out->terms[i] = sign * d->c[i].hi;
}

/* Tries a direction as it is and turned round, rounded or in full. */
static bool try_direction(const pair *p, const two3 *d, tacti_separator *out) {
    tact_vec3 rounded = {d->c[0].hi, d->c[1].hi, d->c[2].hi};
    double error, forward = plain_gap(p, rounded, &error);
    double backward = plain_gap(p, tacti_vec3_scale(rounded, -1), &error);
    double sign = forward >= backward ? 1 : -1;
    if (plain_separates(p, tacti_vec3_scale(rounded, sign))) {
        round_direction(d, sign, out);
        return true;
    }
    out->term_count = 2;
    for (int turn = 0; turn < 2; turn++, sign = -sign) {
        for (uint32_t i = 0; i < 3; i++) {
            out->terms[2 * i] = sign * d->c[i].hi;
            out->terms[2 * i + 1] = sign * d->c[i].lo;
        }
        if (exactly_separates(p, out))
            return true;
    }
    return false;
}

/* u x v exactly: false where it has too many terms. */
static bool exact_cross(const tact_vec3 u[2], const tact_vec3 v[2], tacti_separator *out) {
    double e[3][2], f[3][2], coordinate[3][16];
    int e_count[3], f_count[3], count[3];
    const double *u0 = &u[0].x, *u1 = &u[1].x, *v0 = &v[0].x, *v1 = &v[1].x;
    for (int i = 0; i < 3; i++) {
        e_count[i] = tacti_expansion_from_difference(u1[i], u0[i], e[i]);
        f_count[i] = tacti_expansion_from_difference(v1[i], v0[i], f[i]);
    }
    int most = 1;
    for (int i = 0; i < 3; i++) {
        count[i] = 0;
        for (int side = 0; side < 2; side++) {
            int j = (i + 1 + side) % 3, k = (i + 2 - side) % 3;
            for (int n = 0; n < f_count[k]; n++) {
                double product[4], next[16];
                int length = tacti_expansion_scale(e_count[j], e[j], side == 0 ? f[k][n] : -f[k][n],
                                                   product);
                count[i] = tacti_expansion_sum(count[i], coordinate[i], length, product, next);
                for (int m = 0; m < count[i]; m++)
                    coordinate[i][m] = next[m];
            }
        }
        most = count[i] > most ? count[i] : most;
    }
    out->term_count = (uint32_t)most;
    for (int i = 0; i < 3; i++)
        for (int n = 0; n < most; n++)
            out->terms[i * most + n] = n < count[i] ? coordinate[i][n] : 0;
    return most <= TACTI_PROOF_TERMS;
}

static bool try_exact_cross(const pair *p, const tact_vec3 u[2], const tact_vec3 v[2],
                            tacti_separator *out) {
    if (!exact_cross(u, v, out))
        return false;
    for (int turn = 0; turn < 2; turn++) {
        if (exactly_separates(p, out))
            return true;
        for (uint32_t i = 0; i < 3 * out->term_count; i++)
            out->terms[i] = -out->terms[i];
    }
    return false;
}

/* All cross products of two of the six edges: these separate any two triangles that do not lie in
 * one plane. */
static bool try_all_crosses(const pair *p, tacti_separator *out) {
    tact_vec3 edge[6][2];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            edge[i][k] = p->a[(i + k) % 3];
            edge[3 + i][k] = p->b[(i + k) % 3];
        }
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++)
            if (try_exact_cross(p, edge[i], edge[j], out))
                return true;
    return false;
}

/* Perpendicular to an edge within a plane: those that separate triangles of one plane. */
static bool try_in_plane(const pair *p, tacti_separator *out) {
    const two3 normals[2] = {normal_of(p->a), normal_of(p->b)};
    for (int n = 0; n < 2; n++)
        for (int i = 0; i < 6; i++) {
            two3 e = edge_of(i < 3 ? p->a : p->b, i % 3), d = two_cross(&normals[n], &e);
            if (try_direction(p, &d, out))
                return true;
        }
    return false;
}

/* From a corner to a corner, and perpendicular from a corner to an edge: rounding may have found
 * the nearest points on the wrong one of two parts that are nearly one, as in a needle. */
static bool try_corners(const pair *p, tacti_separator *out) {
    for (int fa = TACT_VERTEX_0; fa <= TACT_EDGE_2; fa++)
        for (int fb = TACT_VERTEX_0; fb <= TACT_EDGE_2; fb++) {
            if (is_edge((tact_feature)fa) && is_edge((tact_feature)fb))
                continue;
            two3 d = direction_of_parts(p, (tact_feature)fa, (tact_feature)fb);
            if (try_direction(p, &d, out))
                return true;
        }
    return false;
}

/* The corners by a power of two that brings their extent near one, so that nothing over- or
 * underflows; directions do not mind. */
static pair scaled_pair(const tact_triangle *a, const tact_triangle *b, bool is_distance,
                        double lower) {
    double extent = lower;
    for (int i = 0; i < 3; i++) {
        tact_vec3 u = tacti_vec3_sub(a->v[i], a->v[0]), v = tacti_vec3_sub(b->v[i], a->v[0]);
        extent = fmax(extent, fmax(fmax(fabs(u.x), fabs(u.y)), fabs(u.z)));
        extent = fmax(extent, fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z)));
    }
    int exponent = extent > 0 && extent < HUGE_VAL ? -ilogb(extent) : 0;
    pair p = {.is_distance = is_distance, .lower = ldexp(lower, exponent)};
    for (int i = 0; i < 3; i++) {
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
    if (try_direction(&p, &d, out) || try_all_crosses(&p, out) || try_corners(&p, out) ||
        try_in_plane(&p, out))
        return TACTI_SEPARATED;
    return TACTI_NOT_SEPARATED;
}
