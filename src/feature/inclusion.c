/* SPDX-License-Identifier: MIT */
/* Oriented inclusion: boxes in time and position. The difference of the two features is
 * F(t, u, v) = A(t) + u B(t) + v C(t), with u + v <= 1 for a face. It is affine in t, and for a
 * fixed t in u and v, so along any fixed direction its least and greatest value over a box are
 * among those at the corners. A box is dropped if along an axis, or along one of four directions
 * made from the box itself, all values exceed the error and the separation. Others are halved.
 *
 * B. Wang et al., "A large-scale benchmark and an inclusion-based algorithm for continuous
 * collision detection" (2021), have the boxes and the axes. The directions, the depth-first order
 * on a fixed stack, and an error bound that grows with the local size and not with its cube are
 * ours.
 *
 * Errors, in units of u = 2^-53 with coordinates of at most 1 (frame.h). Vectors err by 1, B and C
 * as differences of two by 4, their magnitude is at most 2. Interpolating in time adds 3 of the
 * magnitude: A errs by 4, B and C by 10. A product with a direction n adds 3 of the magnitude, so
 * the three errors are at most 7, 16 and 16 |n|_1; the products with u and v in [0, 1] add 2 each,
 * the sums 3 and 5. Together 51 |n|_1 (1 + 10u), below ERROR. The bounds themselves round by a few
 * u. Underflow adds less than 2^-1000 since n is at most 100 and there are fewer than 50 products.
 */
#include "feature/stages.h"

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"

#define ERROR 0x60p-53
#define LEAST 0x1p-1000
/* Squares of lengths below this may have lost digits; then the sum of the coordinates is taken. */
#define LEAST_SQUARE 0x1p-900
/* If the place of the best box shows a contact within this time, that is near enough. */
#define NARROW_TIMES 0x1p-20
/* Sides are not halved below this. */
#define NARROWEST 0x1p-50
/* The stack holds the later halves on the way to the current box: at most one per halving. */
#define STACK 160

typedef struct box {
    double lo[3], width[3]; /* t, u, v */
} box;

/* A, B and C at both ends of the box's time. */
typedef struct image {
    double part[2][3][3]; /* [end][A, B, C][axis] */
} image;

/* The parts of F at times 0 and 1. */
typedef struct search {
    const tacti_impact_frame *frame;
    const tact_impact_options *options;
    double part[2][3][3];
    box stack[STACK];
    int count;
    double lower; /* of the best box that was accepted */
    box best;
    bool has_best;
} search;

static void make_parts(search *s) {
    for (int time = 0; time < 2; time++) {
        const double(*w)[3] = s->frame->at[time];
        double(*part)[3] = s->part[time];
        for (int k = 0; k < 3; k++) {
            bool is_face = s->frame->kind == TACT_IMPACT_VERTEX_FACE;
            part[0][k] = is_face ? w[0][k] : -w[1][k];
            part[1][k] = is_face ? w[1][k] - w[0][k] : w[0][k];
            part[2][k] = is_face ? w[2][k] - w[0][k] : w[1][k] - w[2][k];
        }
    }
}

static void make_image(const search *s, const box *b, image *out) {
    for (int end = 0; end < 2; end++) {
        double t = end == 0 ? b->lo[0] : b->lo[0] + b->width[0], rest = 1 - t;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                out->part[end][i][k] = rest * s->part[0][i][k] + t * s->part[1][i][k];
    }
}

static double dot(const double a[3], const double b[3]) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* The range of a + u b + v c over the box. */
static void widen(const box *at, double a, double b, double c, double *lo, double *hi) {
    double u0 = at->lo[1] * b, u1 = (at->lo[1] + at->width[1]) * b;
    double v0 = at->lo[2] * c, v1 = (at->lo[2] + at->width[2]) * c;
    *lo = tacti_min(*lo, (a + tacti_min(u0, u1)) + tacti_min(v0, v1));
    *hi = tacti_max(*hi, (a + tacti_max(u0, u1)) + tacti_max(v0, v1));
}

static bool excludes(const search *s, const box *at, const image *m, const double n[3]) {
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (int end = 0; end < 2; end++)
        widen(at, dot(n, m->part[end][0]), dot(n, m->part[end][1]), dot(n, m->part[end][2]), &lo,
              &hi);
    double sum = (fabs(n[0]) + fabs(n[1])) + fabs(n[2]), bound = ERROR * sum + LEAST;
    if (s->frame->separation > 0) {
        double square = dot(n, n), length = square > LEAST_SQUARE ? sqrt(square) : sum;
        bound += length * s->frame->separation * (1 + 0x1p-48) + LEAST;
    }
    return lo > bound || hi < -bound;
}

/* Whether the box is dropped because of an axis. Also the largest coordinate in the image. */
static bool axes_exclude(const search *s, const box *at, const image *m, double *largest) {
    double bound = (ERROR + LEAST) + s->frame->separation;
    *largest = 0;
    bool is_out = false;
    for (int k = 0; k < 3; k++) {
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (int end = 0; end < 2; end++)
            widen(at, m->part[end][0][k], m->part[end][1][k], m->part[end][2][k], &lo, &hi);
        is_out = is_out || lo > bound || hi < -bound;
        *largest = tacti_max(*largest, tacti_max(hi, -lo));
    }
    return is_out;
}

static bool directions_exclude(const search *s, const box *at, const image *m) {
    double b[3], c[3], middle[3], speed[3], n[3];
    double u = at->lo[1] + at->width[1] / 2, v = at->lo[2] + at->width[2] / 2;
    for (int k = 0; k < 3; k++) {
        b[k] = m->part[0][1][k] + m->part[1][1][k];
        c[k] = m->part[0][2][k] + m->part[1][2][k];
        double before = m->part[0][0][k] + u * m->part[0][1][k] + v * m->part[0][2][k];
        double after = m->part[1][0][k] + u * m->part[1][1][k] + v * m->part[1][2][k];
        middle[k] = before + after;
        speed[k] = after - before;
    }
    if (excludes(s, at, m, middle))
        return true;
    cross(b, c, n);
    if (excludes(s, at, m, n))
        return true;
    cross(speed, b, n);
    if (excludes(s, at, m, n))
        return true;
    cross(speed, c, n);
    return excludes(s, at, m, n);
}

/* How far the corners move during the box's time. */
static double extent_in_time(const box *at, const image *m) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double a = m->part[1][0][k] - m->part[0][0][k];
        double b = m->part[1][1][k] - m->part[0][1][k];
        double c = m->part[1][2][k] - m->part[0][2][k];
        for (int corner = 0; corner < 4; corner++) {
            double u = at->lo[1] + (corner & 1) * at->width[1];
            double v = at->lo[2] + (corner >> 1) * at->width[2];
            most = tacti_max(most, fabs(a + u * b + v * c));
        }
    }
    return most;
}

/* The side to halve, or -1 if the box is small enough. */
static int longest_side(const search *s, const box *at, const image *m) {
    double extent[3] = {extent_in_time(at, m), 0, 0};
    for (int k = 0; k < 3; k++)
        for (int end = 0; end < 2; end++)
            for (int i = 1; i < 3; i++)
                extent[i] = tacti_max(extent[i], fabs(m->part[end][i][k]) * at->width[i]);
    int side = -1;
    double most = s->options->tolerance;
    for (int i = 0; i < 3; i++) {
        if (extent[i] > most && at->width[i] > NARROWEST) {
            side = i;
            most = extent[i];
        }
    }
    return side;
}

/* Later halves go below earlier ones, so that the earlier is examined first. Parts outside of the
 * face, after the limit or not before the best box are left out. */
static void push(search *s, const box *b) {
    bool is_outside = s->frame->kind == TACT_IMPACT_VERTEX_FACE && b->lo[1] + b->lo[2] > 1;
    if (is_outside || b->lo[0] > s->options->limit || (s->has_best && b->lo[0] >= s->lower))
        return;
    TACTI_ASSERT(s->count < STACK);
    s->stack[s->count++] = *b;
}

static void halve(search *s, const box *b, int side) {
    box earlier = *b, later = *b;
    earlier.width[side] = later.width[side] = b->width[side] / 2;
    later.lo[side] = b->lo[side] + later.width[side];
    push(s, &later);
    push(s, &earlier);
}

/* A place in the box and on the features. */
static void place_of(const search *s, const box *b, double *u, double *v) {
    *u = b->lo[1] + b->width[1] / 2;
    *v = b->lo[2] + b->width[2] / 2;
    if (s->frame->kind == TACT_IMPACT_VERTEX_FACE && *u + *v > 1) {
        *u = b->lo[1];
        *v = b->lo[2];
    }
}

/* Whether at time t the features are certainly within the separation, if there is one, or within
 * more than that, at the place of the box. */
static bool is_within(const search *s, const box *b, double t, double more) {
    double u, v;
    if (!(s->frame->separation > 0))
        return false;
    place_of(s, b, &u, &v);
    box at = {{t, u, v}, {0, 0, 0}};
    image m;
    make_image(s, &at, &m);
    double f[3];
    for (int k = 0; k < 3; k++)
        f[k] = fabs(m.part[0][0][k] + u * m.part[0][1][k] + v * m.part[0][2][k]) + 2 * ERROR;
    return sqrt(dot(f, f)) * (1 + 0x1p-40) + LEAST <= (s->frame->separation + more) * (1 - 0x1p-40);
}

static void examine(search *s, const box *b) {
    image m;
    make_image(s, b, &m);
    double largest;
    if (axes_exclude(s, b, &m, &largest) || directions_exclude(s, b, &m))
        return;
    /* Around the first time at which features come within a separation, their distance hardly
     * changes over many boxes. If a box is known to reach it, or nearly, only its time is halved.
     */
    int side = largest > ERROR ? longest_side(s, b, &m) : -1;
    if (side > 0 && is_within(s, b, b->lo[0] + b->width[0], s->options->tolerance))
        side = extent_in_time(b, &m) > s->options->tolerance && b->width[0] > NARROWEST ? 0 : -1;
    if (side >= 0) {
        halve(s, b, side);
        return;
    }
    s->has_best = true;
    s->lower = b->lo[0];
    s->best = *b;
}

/* A contact at a positive separation is proven by a time at which a point of each is within it: the
 * place of the box, shortly after its time, or else the nearest points. */
static void prove_contact(const search *s, tacti_impact_verdict *verdict) {
    double limit = s->options->limit, upper = -1;
    if (!(s->frame->separation > 0))
        return;
    for (double step = 0; step <= NARROW_TIMES && upper < 0;
         step = step == 0 ? 0x1p-40 : 8 * step) {
        double t = tacti_min(verdict->lower + step, limit);
        if (is_within(s, &s->best, t, 0))
            upper = t;
    }
    if (upper < 0)
        upper = tacti_impact_time_within(s->frame, verdict->lower, limit);
    if (upper >= 0) {
        verdict->outcome = TACT_OUTCOME_CONTACT;
        verdict->ending = TACT_IMPACT_ENDED_FILTER;
        verdict->upper = upper;
    }
}

tacti_impact_verdict tacti_impact_inclusion(const tacti_impact_frame *frame,
                                            const tact_impact_options *options, double first,
                                            uint32_t *boxes) {
    search s;
    s.frame = frame;
    s.options = options;
    s.count = 0;
    s.has_best = false;
    s.lower = options->limit;
    make_parts(&s);
    push(&s, &(box){{0, 0, 0}, {1, 1, 1}});
    uint32_t used = 0;
    while (s.count > 0 && used < options->budget) {
        box b = s.stack[--s.count];
        if (b.lo[0] + b.width[0] < first || (s.has_best && b.lo[0] >= s.lower))
            continue;
        used++;
        examine(&s, &b);
    }
    *boxes += used;
    if (s.count == 0 && !s.has_best)
        return tacti_impact_apart(TACT_IMPACT_ENDED_FILTER);
    tacti_impact_verdict verdict = {.outcome = TACT_OUTCOME_UNDECIDED,
                                    .ending = s.count > 0 ? TACT_IMPACT_ENDED_BUDGET
                                                          : TACT_IMPACT_ENDED_PRECISION,
                                    .upper = options->limit};
    for (int i = 0; i < s.count; i++) {
        if (!s.has_best || s.stack[i].lo[0] < s.lower) {
            s.has_best = true;
            s.lower = s.stack[i].lo[0];
            s.best = s.stack[i];
        }
    }
    verdict.lower = tacti_max(s.lower, first);
    verdict.has_place = true;
    place_of(&s, &s.best, &verdict.u, &verdict.v);
    prove_contact(&s, &verdict);
    return verdict;
}
