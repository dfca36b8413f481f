/* SPDX-License-Identifier: MIT */
/* The coplanarity cubic with error bounds. The four vertices are in one plane at the roots of
 * c(t) = det(w1, w2, w3), of degree 3 for vertices on straight lines. (Degree 5 or 6 is that of the
 * squared distance or of motions that turn.) At a root, the position is decided by the signs of one
 * coordinate of P = w2 x w3, Q = w3 x w1, R = w1 x w2 and N = P + Q + R, of degree 2:
 *
 *     face: contact if P, Q, R have one sign; none if two of P, Q, R, N have opposite signs;
 *     edges: contact if Q, R have one sign and P, N opposite ones; none if Q, R have opposite signs
 *            or P, N have one.
 *
 * For a face these are the areas of the triangles that the vertex forms with the sides, seen along
 * an axis. For edges they are the sides of the ends of one edge with respect to the other: R and -Q
 * of the second edge's ends, P and N of the first one's. If the signs for contact hold along one
 * axis, the common plane does not contain the axis, so what is seen is what is the case. The signs
 * for no contact need no plane.
 *
 * The lectures and R. Bridson et al. (2002) decide with a tolerance. Here the signs are those of
 * Bernstein coefficients over an interval of time against an error bound. Intervals are halved
 * until every one is proven to have no root, to have no contact, or to have a root with contact. If
 * that fails, the stage leaves the question open.
 *
 * Errors, in units of u = 2^-53. Let S be the greatest sum of the coordinates' magnitudes of w1, w2
 * or w3 at both times. Coordinates err by 1. A coordinate of a cross product is two products and a
 * difference: 4 S^2; the mean of two of them: 5 S^2; N adds three: 15 S^2 and two sums of at most
 * 3 S^2 each: 21 S^2. Their coefficients over an interval take two interpolations, each 3 of the
 * magnitude, at most 3 S^2: 18 S^2. Together 39 S^2 (1 + 20u), below Q_ERROR. A coefficient of the
 * cubic is a sum of at most two products of w with a cross product, each 5 + 1 + 3 of S^3, divided
 * by 3 after adding weights of at most 3: 9 + 3; three interpolations: 9. Together 21 S^3
 * (1 + 30u), below C_ERROR. Underflow adds less than 2^-1000, as coordinates are at most 1. */
#include "feature/stages.h"

#include <math.h>

#include "math/vec.h"

#define C_ERROR 0x20p-53
#define Q_ERROR 0x40p-53
#define LEAST 0x1p-1000
/* Intervals examined before the question is left open, and pending ones at most. */
#define INTERVALS 96
#define STACK 64
#define NARROWEST 0x1p-50

typedef struct curves {
    bool is_face;
    double c[4];       /* Bernstein coefficients of the cubic */
    double q[4][3][3]; /* [P, Q, R, N][axis][coefficient] */
    double c_error, q_error;
} curves;

typedef struct span {
    double lo, hi;
} span;

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/* Coefficients of a x b, for a and b that move from time 0 to 1. */
static void make_product(const tacti_impact_frame *f, int a, int b, double out[3][3]) {
    double first[3], middle[2][3], last[3];
    cross(f->at[0][a], f->at[0][b], first);
    cross(f->at[0][a], f->at[1][b], middle[0]);
    cross(f->at[1][a], f->at[0][b], middle[1]);
    cross(f->at[1][a], f->at[1][b], last);
    for (int k = 0; k < 3; k++) {
        out[k][0] = first[k];
        out[k][1] = (middle[0][k] + middle[1][k]) * 0.5;
        out[k][2] = last[k];
    }
}

static void make_curves(const tacti_impact_frame *f, curves *out) {
    out->is_face = f->kind == TACT_IMPACT_VERTEX_FACE;
    make_product(f, 1, 2, out->q[0]);
    make_product(f, 2, 0, out->q[1]);
    make_product(f, 0, 1, out->q[2]);
    double p[3][3]; /* [coefficient][axis] of P */
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            out->q[3][k][i] = (out->q[0][k][i] + out->q[1][k][i]) + out->q[2][k][i];
            p[i][k] = out->q[0][k][i];
        }
    }
    const double *before = f->at[0][0], *after = f->at[1][0];
    out->c[0] = dot(before, p[0]);
    out->c[1] = (dot(after, p[0]) + 2 * dot(before, p[1])) / 3;
    out->c[2] = (dot(before, p[2]) + 2 * dot(after, p[1])) / 3;
    out->c[3] = dot(after, p[2]);
    double s[3];
    for (int i = 0; i < 3; i++) {
        const double *a = f->at[0][i], *b = f->at[1][i];
        s[i] = tacti_max((fabs(a[0]) + fabs(a[1])) + fabs(a[2]),
                         (fabs(b[0]) + fabs(b[1])) + fabs(b[2]));
    }
    double most = tacti_max(tacti_max(s[0], s[1]), s[2]);
    out->c_error = C_ERROR * (s[0] * s[1] * s[2]) + LEAST;
    out->q_error = Q_ERROR * (most * most) + LEAST;
}

static double between(double a, double b, double t) {
    return (1 - t) * a + t * b;
}

/* Bernstein coefficients over [x, y]. */
static void cut3(const double c[4], double x, double y, double out[4]) {
    double a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = between(c[i], c[i + 1], x);
        b[i] = between(c[i], c[i + 1], y);
    }
    double aa[2] = {between(a[0], a[1], x), between(a[1], a[2], x)};
    double bb[2] = {between(b[0], b[1], y), between(b[1], b[2], y)};
    out[0] = between(aa[0], aa[1], x);
    out[1] = between(aa[0], aa[1], y);
    out[2] = between(bb[0], bb[1], x);
    out[3] = between(bb[0], bb[1], y);
}

/* The sign over [x, y] of a quadratic; 0 if it is not proven to be one. */
static int sign2(const double c[3], span at, double error) {
    double a = between(c[0], c[1], at.lo), b = between(c[1], c[2], at.lo);
    double d = between(c[0], c[1], at.hi), e = between(c[1], c[2], at.hi);
    double first = between(a, b, at.lo), middle = between(a, b, at.hi), last = between(d, e, at.hi);
    double lo = tacti_min(tacti_min(first, middle), last);
    double hi = tacti_max(tacti_max(first, middle), last);
    return lo > error ? 1 : hi < -error ? -1 : 0;
}

static int sign3(const double c[4], double error) {
    double lo = tacti_min(tacti_min(c[0], c[1]), tacti_min(c[2], c[3]));
    double hi = tacti_max(tacti_max(c[0], c[1]), tacti_max(c[2], c[3]));
    return lo > error ? 1 : hi < -error ? -1 : 0;
}

/* Whether a coplanar position at any time of the span is a contact: 1 yes, -1 no, 0 open. */
static int place(const curves *m, span at) {
    for (int k = 0; k < 3; k++) {
        int sign[4];
        for (int i = 0; i < 4; i++)
            sign[i] = sign2(m->q[i][k], at, m->q_error);
        if (m->is_face) {
            bool has_plus = false, has_minus = false;
            for (int i = 0; i < 4; i++) {
                has_plus = has_plus || sign[i] > 0;
                has_minus = has_minus || sign[i] < 0;
            }
            if (has_plus && has_minus)
                return -1;
            if (sign[0] != 0 && sign[1] == sign[0] && sign[2] == sign[0])
                return 1;
        } else {
            if (sign[1] * sign[2] < 0 || sign[0] * sign[3] > 0)
                return -1;
            if (sign[1] * sign[2] > 0 && sign[0] * sign[3] < 0)
                return 1;
        }
    }
    return 0;
}

/* Newton's method from the middle, kept inside the span; rounded, so only a guess. */
static double guess_root(const curves *m, span at, double *slope) {
    double c[4], t = 0.5, lo = 0, hi = 1;
    cut3(m->c, at.lo, at.hi, c);
    bool rises = c[3] > c[0];
    for (int i = 0; i < 12; i++) {
        double a = between(c[0], c[1], t), b = between(c[1], c[2], t), d = between(c[2], c[3], t);
        double left = between(a, b, t), right = between(b, d, t);
        double value = between(left, right, t);
        *slope = 3 * (right - left);
        if ((value > 0) == rises)
            hi = t;
        else
            lo = t;
        double next = t - value / *slope;
        if (!(next > lo && next < hi))
            next = lo + (hi - lo) / 2;
        double change = fabs(next - t);
        t = next;
        if (change < 0x1p-52)
            break;
    }
    *slope = fabs(*slope) / (at.hi - at.lo);
    return at.lo + t * (at.hi - at.lo);
}

/* Narrows a span whose ends have opposite signs of the cubic. True if no root is before the new
 * start, and the ends of the new span again have opposite signs. */
static bool narrow(const curves *m, span *at) {
    double slope, c[4], t = guess_root(m, *at, &slope);
    double width = tacti_max(0x1p-50, 8 * m->c_error / slope);
    for (int i = 0; i < 3 && width < 0x1p-6; i++, width *= 64) {
        double lo = tacti_max(at->lo, t - width), hi = tacti_min(at->hi, t + width);
        cut3(m->c, at->lo, lo, c);
        int before = c[0] > 0 ? 1 : -1;
        if (lo > at->lo && sign3(c, m->c_error) != before)
            continue;
        cut3(m->c, lo, hi, c);
        if (before * c[3] < -m->c_error) {
            *at = (span){lo, hi};
            return true;
        }
    }
    return false;
}

/* What one span says: 1 a contact in it, -1 none, 0 open. */
static int judge(const curves *m, span at) {
    double c[4];
    cut3(m->c, at.lo, at.hi, c);
    if (sign3(c, m->c_error) != 0)
        return -1;
    int placed = place(m, at);
    if (placed < 0)
        return -1;
    bool has_root =
        (c[0] > m->c_error && c[3] < -m->c_error) || (c[0] < -m->c_error && c[3] > m->c_error);
    return placed > 0 && has_root ? 1 : 0;
}

static tacti_impact_verdict contact(const curves *m, span at) {
    return (tacti_impact_verdict){.outcome = TACT_OUTCOME_CONTACT,
                                  .ending = TACT_IMPACT_ENDED_FILTER,
                                  .lower = at.lo,
                                  .upper = at.hi,
                                  .a = m->is_face ? TACT_FEATURE_VERTEX_0 : TACT_FEATURE_EDGE_0,
                                  .b = m->is_face ? TACT_FEATURE_FACE : TACT_FEATURE_EDGE_0};
}

tacti_impact_verdict tacti_impact_cubic(const tacti_impact_frame *frame, double limit) {
    curves m;
    make_curves(frame, &m);
    span stack[STACK];
    int count = 0;
    stack[count++] = (span){0, limit};
    tacti_impact_verdict open = {
        .outcome = TACT_OUTCOME_UNDECIDED, .ending = TACT_IMPACT_ENDED_PRECISION, .upper = limit};
    for (int i = 0; count > 0; i++) {
        span at = stack[--count];
        int verdict = judge(&m, at);
        if (verdict < 0)
            continue;
        if (verdict > 0 && (narrow(&m, &at) || at.hi - at.lo < 0x1p-20))
            return contact(&m, at);
        double middle = at.lo + (at.hi - at.lo) / 2;
        if (i >= INTERVALS || at.hi - at.lo < NARROWEST || count + 2 > STACK || !(middle > at.lo)) {
            if (verdict > 0)
                return contact(&m, at);
            open.lower = at.lo;
            return open;
        }
        stack[count++] = (span){middle, at.hi};
        stack[count++] = (span){at.lo, middle};
    }
    return tacti_impact_apart(TACT_IMPACT_ENDED_FILTER);
}
