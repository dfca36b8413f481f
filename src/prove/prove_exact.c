/* SPDX-License-Identifier: MIT */
/* Directions that separate two triangles, computed without rounding: for triangles whose nearest
 * parts double-double cannot tell apart, and for those whose products leave the range of double.
 *
 * Which directions are enough. Let P be the convex hull of the nine differences q - p of corners q
 * of b and p of a. Its edges are parallel to edges of the triangles. The triangles share no point,
 * so P does not hold 0, and there is a direction d with d . x > 0 on P:
 *   - P has a volume: the plane of some face of P has 0 strictly on its other side. The face is
 *     spanned by two edges, so d is the cross product of two of the six edges.
 *   - P lies in a plane, not on a line. If 0 is outside of the plane, d is the normal of the plane,
 *     again a cross product of two edges. Otherwise drop a coordinate k in which the normal is not
 *     0. This projection is one-to-one on the plane, and 0 is beyond an edge of the flat image. The
 *     normal of that edge in the image is the cross product of axis k and the edge.
 *   - P lies on a line of direction e. If 0 is not on the line, e x p is not 0 for a point p of P,
 *     so some coordinate k of e x p is not 0: d = axis k x e, which is constant on P. Otherwise
 * some coordinate has one sign on P: d is an axis.
 *   - P is a point other than 0: d is an axis.
 *
 * Distances. The direction d that maximises the least d . x / |d| over x in P is the vector from 0
 * to the nearest point of P. That point is a corner (d = q - p), lies within an edge (d is the
 * perpendicular from 0 to a line: e x ((q - p) x e)) or within a face (d is a cross product of two
 * edges).
 *
 * What is written. Axes and their cross products with edges are sums of two doubles. Cross products
 * of edges are sums of 16 doubles if nothing underflows. If something underflows, the proof of
 * apart names the two edges, so a proof of apart never fails. A direction of three factors is cut
 * after 16 terms. That is enough for the distances that queries state: they leave 2^-46 of the
 * extent for rounding. */
#include "prove/prove_pair.h"

#include <math.h>

#include "base/inline.h"
#include "verify/verify_parts.h"

/* The exponent of the largest coordinate of a direction whose small coordinates need the range
 * below it. Products with corners, which are below 2^501, stay in the range of double. */
#define LARGE_EXPONENT 480
#define LEAST_EXPONENT (-1074)

typedef struct big3 {
    tacti_big c[3];
} big3;

/* ---- The check ---------------------------------------------------------------------------- */

bool tacti_separator_holds(const tacti_pair_claim *claim, const tacti_separator *separator) {
    tact_vec3 corners[2][3];
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            corners[side][i] = claim->corners[side][i];
    tacti_pace pace = tacti_pace_make(UINT64_MAX, NULL);
    tacti_verify_scene scene = {.side = {{.corners = corners[0], .size = 3, .count = 1},
                                         {.corners = corners[1], .size = 3, .count = 1}},
                                .is_distance = claim->is_distance,
                                .lower = claim->lower,
                                .pace = &pace};
    /* An infinite size makes every corner a candidate for the exact extremes. */
    const tacti_verify_direction direction = {.terms = separator->terms,
                                              .term_count = separator->term_count,
                                              .edge = {separator->edge[0], separator->edge[1]},
                                              .size = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                                              .error = HUGE_VAL,
                                              .length = HUGE_VAL};
    static const uint32_t cuts[2] = {0, 1};
    const tacti_verify_cells cell = {cuts, cuts, 1};
    return tacti_verify_exactly(&scene, &direction, &cell) == 1;
}

/* ---- From integers to terms --------------------------------------------------------------- */

/* The number of bits of x, which is not 0, in units of 2^x->exponent. */
static int bit_count(const tacti_big *x) {
    TACTI_ASSERT(x->count > 0 && x->count <= TACTI_BIG_LIMBS && x->limb[x->count - 1] != 0);
    int bits = 32 * x->count;
    for (uint32_t top = x->limb[x->count - 1]; (top & UINT32_C(0x80000000)) == 0; top <<= 1)
        bits--;
    return bits;
}

static uint32_t bit_at(const tacti_big *x, int place) {
    TACTI_ASSERT(place >= 0 && place < 32 * x->count);
    return x->limb[place / 32] >> (place % 32) & 1;
}

/* Splits x 2^shift into a sum of doubles, largest first, and returns how many there are. Bits below
 * the range of double, or beyond the last of TACTI_PROOF_TERMS terms, are left out. */
static uint32_t split(const tacti_big *x, int shift, double terms[TACTI_PROOF_TERMS]) {
    uint32_t count = 0;
    if (x->sign == 0)
        return 0;
    int lowest = LEAST_EXPONENT - (x->exponent + shift); /* the lowest place that double has */
    int place = bit_count(x) - 1;
    while (count < TACTI_PROOF_TERMS) {
        while (place >= 0 && place >= lowest && bit_at(x, place) == 0)
            place--;
        if (place < 0 || place < lowest)
            break;
        uint64_t mantissa = 0;
        int bits = 0;
        for (; bits < 53 && place >= 0 && place >= lowest; bits++, place--)
            mantissa = mantissa << 1 | bit_at(x, place);
        terms[count++] = x->sign * ldexp((double)mantissa, place + 1 + x->exponent + shift);
    }
    return count;
}

/* Writes a direction as sums of doubles. Returns false if it is 0 or lost. */
static bool to_separator(const big3 *d, tacti_separator *out) {
    int top = INT32_MIN, low = INT32_MAX;
    for (int i = 0; i < 3; i++) {
        if (d->c[i].is_lost)
            return false;
        if (d->c[i].sign == 0)
            continue;
        int end = d->c[i].exponent + bit_count(&d->c[i]);
        top = end > top ? end : top;
        low = d->c[i].exponent < low ? d->c[i].exponent : low;
    }
    if (top == INT32_MIN)
        return false;
    /* Makes the length nearly one if the lowest bits are in range then. */
    int shift = low - top < LEAST_EXPONENT ? LARGE_EXPONENT - top : -top;
    double terms[3][TACTI_PROOF_TERMS];
    uint32_t count[3], most = 1;
    for (int i = 0; i < 3; i++) {
        count[i] = split(&d->c[i], shift, terms[i]);
        most = count[i] > most ? count[i] : most;
    }
    TACTI_ASSERT(most >= 1 && most <= TACTI_PROOF_TERMS);
    out->term_count = most;
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < most; k++)
            out->terms[i * most + k] = k < count[i] ? terms[i][k] : 0;
    return true;
}

/* ---- Vectors ------------------------------------------------------------------------------ */

TACTI_NEVER_INLINE void set_difference(tact_vec3 from, tact_vec3 to, big3 *out) {
    const double *p = &from.x, *q = &to.x;
    for (int i = 0; i < 3; i++) {
        tacti_big start;
        tacti_big_set(p[i], &start);
        tacti_big_set(q[i], &out->c[i]);
        tacti_big_sub(&out->c[i], &start, &out->c[i]);
    }
}

static void set_cross(const big3 *a, const big3 *b, big3 *out) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        tacti_big x, y;
        tacti_big_mul(&a->c[j], &b->c[k], &x);
        tacti_big_mul(&a->c[k], &b->c[j], &y);
        tacti_big_sub(&x, &y, &out->c[i]);
    }
}

/* ---- Candidates --------------------------------------------------------------------------- */

/* Exact numbers fill the stack, so edges and differences are computed again wherever they are
 * needed, and only the candidate itself is kept while it is checked. */

/* Edge i of the two triangles: 0 to 2 of a, 3 to 5 of b. */
static void set_edge(const tacti_pair_claim *claim, int i, big3 *out) {
    TACTI_ASSERT(i >= 0 && i < 6);
    const tact_vec3 *corners = claim->corners[i / 3];
    set_difference(corners[i % 3], corners[(i + 1) % 3], out);
}

/* Gives a direction the sign with which the first corner of a lies before that of b. Returns false
 * if both lie equally far, which rules the direction out. */
TACTI_NEVER_INLINE bool turn_forward(const tacti_pair_claim *claim, big3 *d) {
    big3 between;
    tacti_big sum, product;
    set_difference(claim->corners[0][0], claim->corners[1][0], &between);
    tacti_big_set(0, &sum);
    for (int i = 0; i < 3; i++) {
        tacti_big_mul(&d->c[i], &between.c[i], &product);
        tacti_big_add(&sum, &product, &sum);
    }
    if (sum.sign < 0)
        for (int i = 0; i < 3; i++)
            d->c[i].sign = -d->c[i].sign;
    return sum.sign != 0;
}

static bool try_candidate(const tacti_pair_claim *claim, big3 *d, tacti_separator *out) {
    return turn_forward(claim, d) && to_separator(d, out) && tacti_separator_holds(claim, out);
}

static void set_axis(int axis, big3 *out) {
    for (int i = 0; i < 3; i++)
        tacti_big_set(i == axis ? 1 : 0, &out->c[i]);
}

TACTI_NEVER_INLINE void set_cross_of_edges(const tacti_pair_claim *claim, int i, int j, big3 *out) {
    big3 a, b;
    set_edge(claim, i, &a);
    set_edge(claim, j, &b);
    set_cross(&a, &b, out);
}

static bool try_crosses(const tacti_pair_claim *claim, tacti_separator *out) {
    big3 d;
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            set_cross_of_edges(claim, i, j, &d);
            if (try_candidate(claim, &d, out))
                return true;
        }
    return false;
}

/* The same directions by the numbers of their edges. */
static bool try_edges(const tacti_pair_claim *claim, tacti_separator *out) {
    out->term_count = 0;
    for (uint32_t i = 0; i < TACTI_PROOF_EDGES; i++)
        for (uint32_t j = 0; j < TACTI_PROOF_EDGES; j++) {
            out->edge[0] = i;
            out->edge[1] = j;
            if (i != j && tacti_separator_holds(claim, out))
                return true;
        }
    return false;
}

TACTI_NEVER_INLINE void set_cross_of_axis(const tacti_pair_claim *claim, int axis, int i,
                                          big3 *out) {
    big3 a, b;
    set_axis(axis, &a);
    set_edge(claim, i, &b);
    set_cross(&a, &b, out);
}

static bool try_axes(const tacti_pair_claim *claim, tacti_separator *out) {
    big3 d;
    for (int k = 0; k < 3; k++) {
        set_axis(k, &d);
        if (try_candidate(claim, &d, out))
            return true;
        for (int i = 0; i < 6; i++) {
            set_cross_of_axis(claim, k, i, &d);
            if (try_candidate(claim, &d, out))
                return true;
        }
    }
    return false;
}

/* Perpendicular to edge i, from that edge to a point at r from it: e x (r x e). */
TACTI_NEVER_INLINE void set_square(const tacti_pair_claim *claim, const big3 *r, int i, big3 *out) {
    big3 e, n;
    set_edge(claim, i, &e);
    set_cross(r, &e, &n);
    set_cross(&e, &n, out);
}

/* From corner to corner, and perpendicular to an edge that ends in one of the two. */
static bool try_corners(const tacti_pair_claim *claim, tacti_separator *out) {
    for (int i = 0; i < 9; i++) {
        int at[2] = {i / 3, i % 3};
        big3 d;
        for (int k = 0; k < 3; k++) { /* the difference, then the edges that begin in the corners */
            set_difference(claim->corners[0][at[0]], claim->corners[1][at[1]], &d);
            if (k > 0)
                set_square(claim, &d, 3 * (k - 1) + at[k - 1], &d);
            if (try_candidate(claim, &d, out))
                return true;
        }
    }
    return false;
}

bool tacti_separate_exactly(const tacti_pair_claim *claim, tacti_separator *out) {
    if (claim->is_distance)
        return try_corners(claim, out) || try_crosses(claim, out);
    return try_crosses(claim, out) || try_axes(claim, out) || try_edges(claim, out);
}
