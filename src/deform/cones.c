/* SPDX-License-Identifier: MIT */
/* Normal cones and contours over a step; cones.h has the proof. In this file, u is 2^-53. Infinite
 * and undefined numbers, of products that overflow, compare as not proven. */
#include "deform/cones.h"

#include <string.h>

#include "math/bits.h"

/* Products that underflow, at most 36 in a sum, are off by 2^-1075 each. */
#define LEAST 0x1p-1060

/* The last coordinate that is not 0 is 1. */
static const int8_t axes[TACTI_CONE_AXES][3] = {
    {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, 1},
    {0, 1, 1}, {0, -1, 1}, {1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}};

/* ---- Normals ------------------------------------------------------------------------------ */

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* b - a, and the larger of most and its greatest coordinate. */
static double subtract(const tact_vec3 *b, const tact_vec3 *a, double most, double out[3]) {
    out[0] = b->x - a->x;
    out[1] = b->y - a->y;
    out[2] = b->z - a->z;
    for (int k = 0; k < 3; k++)
        most = tacti_abs(out[k]) > most ? tacti_abs(out[k]) : most;
    return most;
}

/* The products of all directions with a vector, in their order; each adds up to three numbers. */
static void multiply(const double n[3], double out[TACTI_CONE_AXES]) {
    double x = n[0], y = n[1], z = n[2], sum = x + y, difference = y - x;
    const double products[TACTI_CONE_AXES] = {
        x,      y,     z,     sum,     difference,     x + z,
        z - x,  y + z, z - y, sum + z, difference + z, z - difference,
        z - sum};
    memcpy(out, products, sizeof products);
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static double greatest(double a, double b) {
    return a > b ? a : b;
}

/* The normal is e x f for sides e and f, and its coefficients are, with indices for both times,
 * e0 x f0, (e0 x f1 + e1 x f0) / 2 and e1 x f1; twice the second one has its sign. Let E and F
 * bound the rounded coordinates of e and f, and M = E F. A product of two coordinates, whose
 * differences are rounded, is off by 3 u M and a little, a coordinate of a cross product by 2 (3 u
 * M) + 2 u M = 8 u M and a little, of the sum of two by 2 (8 u M) + 4 u M = 20 u M. The product
 * with a direction adds up three coordinates of at most 4 M: 3 (20 u M) + 2 u (12 M) = 84 u M. 128
 * u M = 2^-46 M leaves room for terms of second order and the rounding of the bound. */
uint32_t tacti_cone_of_triangle(const tact_vec3 *start, const tact_vec3 *end,
                                const uint32_t corners[3], double sum[3]) {
    const tact_vec3 *at[2] = {start, end};
    double e[2][3], f[2][3], normals[3][3], other[3], most[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        most[0] = subtract(&at[i][corners[1]], &at[i][corners[0]], most[0], e[i]);
        most[1] = subtract(&at[i][corners[2]], &at[i][corners[0]], most[1], f[i]);
        cross(e[i], f[i], normals[2 * i]);
    }
    cross(e[0], f[1], normals[1]);
    cross(e[1], f[0], other);
    for (int k = 0; k < 3; k++) {
        normals[1][k] += other[k];
        sum[k] += normals[0][k];
    }
    double bound = 0x1p-46 * (most[0] * most[1]) + LEAST;
    double x[3][TACTI_CONE_AXES];
    uint32_t cone = 0;
    for (int i = 0; i < 3; i++)
        multiply(normals[i], x[i]);
    for (int i = 0; i < TACTI_CONE_AXES; i++) {
        uint32_t is_up = least(least(x[0][i], x[1][i]), x[2][i]) > bound;
        uint32_t is_down = greatest(greatest(x[0][i], x[1][i]), x[2][i]) < -bound;
        cone |= is_up << i | is_down << (i + TACTI_CONE_AXES);
    }
    return cone;
}

uint32_t tacti_cone_choose(uint32_t cone, const double normal[3]) {
    static const double scale[4] = {0, 1, 0.70710678118654752, 0.57735026918962576};
    uint32_t best = (uint32_t)__builtin_ctz(cone);
    double most = -tacti_infinity();
    for (uint32_t i = 0; i < 2 * TACTI_CONE_AXES; i++) {
        const int8_t *a = axes[i % TACTI_CONE_AXES];
        double x = (a[0] * normal[0] + a[1] * normal[1]) + a[2] * normal[2];
        x *= scale[a[0] * a[0] + a[1] * a[1] + a[2] * a[2]];
        x = i < TACTI_CONE_AXES ? x : -x;
        if ((cone >> i & 1) == 0 || !(x > most))
            continue;
        most = x;
        best = i;
    }
    return best;
}

/* ---- Contours ----------------------------------------------------------------------------- */

typedef struct contour {
    tacti_contour_point *points;
    uint32_t count;
    double pad;   /* boxes that are farther apart do not meet */
    double error; /* of a difference of two coordinates */
} contour;

/* Coordinates in a plane: p maps to (p_i - n_i p_k, p_j - n_j p_k), k being the last coordinate of
 * the direction that is not 0, where n_k is 1. This is 0 along n alone, so it is a projection up to
 * an affine map of the plane, which changes no incidence. */
static void project(const tact_vec3 *p, uint32_t direction, double out[2]) {
    const int8_t *n = axes[direction % TACTI_CONE_AXES];
    const double x[3] = {p->x, p->y, p->z};
    int k = n[2] != 0 ? 2 : n[1] != 0 ? 1 : 0, i = (k + 1) % 3, j = (k + 2) % 3;
    out[0] = n[i] == 0 ? x[i] : x[i] - n[i] * x[k];
    out[1] = n[j] == 0 ? x[j] : x[j] - n[j] * x[k];
}

/* What moves with all points does not count, so the mean motion D is taken from the end. Let A be
 * at least the absolute values of all coordinates and of D. A coordinate is off by u A at the
 * start and by 2 u A at the end. So a gap of two boxes is off by 4 u A, and by 2 u A when it is
 * computed: 2^-49 A = 16 u A is more. A difference of two coordinates is off by 4 u A + 2 u A, less
 * than 2^-50 A = 8 u A. False for numbers that are too large. */
static bool place(contour *c, const tact_vec3 *start, const tact_vec3 *end, const uint32_t *ids,
                  uint32_t direction) {
    double mean[2] = {0, 0}, most = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        tacti_contour_point *p = &c->points[i];
        project(&start[ids[i]], direction, p->at[0]);
        project(&end[ids[i]], direction, p->at[1]);
        for (int k = 0; k < 2; k++)
            mean[k] += (p->at[1][k] - p->at[0][k]) / c->count;
    }
    if (!tacti_is_finite(mean[0]) || !tacti_is_finite(mean[1]))
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        for (int k = 0; k < 2; k++) {
            double *at[2] = {&c->points[i].at[0][k], &c->points[i].at[1][k]};
            most = tacti_abs(*at[1]) > most ? tacti_abs(*at[1]) : most;
            *at[1] -= mean[k];
            most = tacti_abs(*at[0]) > most ? tacti_abs(*at[0]) : most;
            most = tacti_abs(*at[1]) > most ? tacti_abs(*at[1]) : most;
            most = tacti_abs(mean[k]) > most ? tacti_abs(mean[k]) : most;
        }
    c->pad = 0x1p-49 * most;
    c->error = 0x1p-50 * most;
    return most < 0x1p1000;
}

static const tacti_contour_point *point_of(const contour *c, uint32_t i) {
    return &c->points[i < c->count ? i : i - c->count];
}

static void set_boxes(contour *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        tacti_contour_point *p = &c->points[i];
        const tacti_contour_point *q = point_of(c, i + 1);
        for (int k = 0; k < 2; k++) {
            const double x[4] = {p->at[0][k], p->at[1][k], q->at[0][k], q->at[1][k]};
            p->lo[k] = p->hi[k] = x[0];
            for (int m = 1; m < 4; m++) {
                p->lo[k] = x[m] < p->lo[k] ? x[m] : p->lo[k];
                p->hi[k] = x[m] > p->hi[k] ? x[m] : p->hi[k];
            }
        }
    }
}

/* Differences of two points at both times. */
typedef struct arrow {
    double at[2][2];
    double most; /* the greatest coordinate */
} arrow;

static arrow arrow_of(const tacti_contour_point *a, const tacti_contour_point *b) {
    arrow r = {.most = 0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            r.at[i][k] = b->at[i][k] - a->at[i][k];
            r.most = tacti_abs(r.at[i][k]) > r.most ? tacti_abs(r.at[i][k]) : r.most;
        }
    return r;
}

/* 1 or -1 if a quadratic form of two arrows has that sign over the whole step, proven; otherwise 0.
 * Let P and Q bound the rounded coordinates and d be the error of each. A product of two
 * coordinates is off by d (P + Q) + d^2 + u P Q, a form by twice that and 2 u P Q, and the sum of
 * two forms, twice the middle coefficient, by 4 d (P + Q) + 4 d^2 + 12 u P Q. */
static int sign_of(const contour *c, const arrow *p, const arrow *q, bool is_dot) {
    double x[3];
    for (int i = 0; i < 3; i++) {
        const double *a = p->at[i / 2], *b = q->at[i / 2];
        x[i] = is_dot ? a[0] * b[0] + a[1] * b[1] : a[0] * b[1] - a[1] * b[0];
        if (i != 1)
            continue;
        const double *d = p->at[1], *e = q->at[1];
        x[1] = is_dot ? (p->at[0][0] * e[0] + p->at[0][1] * e[1]) + (d[0] * b[0] + d[1] * b[1])
                      : (p->at[0][0] * e[1] - p->at[0][1] * e[0]) + (d[0] * b[1] - d[1] * b[0]);
    }
    double bound = 5 * c->error * (p->most + q->most + c->error);
    bound += 0x1p-48 * (p->most * q->most) + LEAST;
    if (x[0] > bound && x[1] > bound && x[2] > bound)
        return 1;
    return x[0] < -bound && x[1] < -bound && x[2] < -bound ? -1 : 0;
}

/* Sides i and i + 1 meet in their common end alone: they are not along one line, or they are in
 * opposite directions from it. */
static bool neighbours_are_fine(const contour *c, uint32_t i) {
    const tacti_contour_point *middle = point_of(c, i + 1);
    arrow back = arrow_of(middle, point_of(c, i)), on = arrow_of(middle, point_of(c, i + 2));
    return sign_of(c, &back, &on, false) != 0 || sign_of(c, &back, &on, true) < 0;
}

/* Whether all of side j is on one side of the line through side i, over the whole step. */
static bool is_beside(const contour *c, uint32_t i, uint32_t j) {
    const tacti_contour_point *from = point_of(c, i);
    arrow line = arrow_of(from, point_of(c, i + 1));
    arrow ends[2] = {arrow_of(from, point_of(c, j)), arrow_of(from, point_of(c, j + 1))};
    int sign = sign_of(c, &line, &ends[0], false);
    return sign != 0 && sign_of(c, &line, &ends[1], false) == sign;
}

/* Whether the direction between the middles of two sides, which turns as they move, separates them:
 * each end of one is ahead of each end of the other. Any direction would do, so the rounding of
 * this one does not matter. */
static bool is_ahead(const contour *c, uint32_t i, uint32_t j) {
    arrow between[4], way = {.most = 0};
    for (uint32_t k = 0; k < 4; k++)
        between[k] = arrow_of(point_of(c, i + k / 2), point_of(c, j + k % 2));
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 2; k++) {
            way.at[t][k] = between[0].at[t][k] + between[3].at[t][k];
            way.most = tacti_abs(way.at[t][k]) > way.most ? tacti_abs(way.at[t][k]) : way.most;
        }
    for (uint32_t k = 0; k < 4; k++)
        if (sign_of(c, &between[k], &way, true) <= 0)
            return false;
    return true;
}

static bool boxes_are_apart(const contour *c, const tacti_contour_point *a,
                            const tacti_contour_point *b) {
    for (int k = 0; k < 2; k++)
        if (a->lo[k] - b->hi[k] > c->pad || b->lo[k] - a->hi[k] > c->pad)
            return true;
    return false;
}

static bool sides_are_apart(const contour *c, uint32_t i, uint32_t j) {
    if (j == i + 1 || (i == 0 && j == c->count - 1))
        return true; /* asked of neighbours */
    return boxes_are_apart(c, &c->points[i], &c->points[j]) || is_ahead(c, i, j) ||
           is_beside(c, i, j) || is_beside(c, j, i);
}

/* Sides in a row whose boxes are compared as one. */
#define RUN 8

static tacti_contour_point run_of(const contour *c, uint32_t first) {
    tacti_contour_point all = c->points[first];
    for (uint32_t i = first + 1; i < first + RUN && i < c->count; i++)
        for (int k = 0; k < 2; k++) {
            const tacti_contour_point *p = &c->points[i];
            all.lo[k] = p->lo[k] < all.lo[k] ? p->lo[k] : all.lo[k];
            all.hi[k] = p->hi[k] > all.hi[k] ? p->hi[k] : all.hi[k];
        }
    return all;
}

/* Pairs of sides that may be compared, per side of the contour, before it counts as not proven. */
#define MOST_PAIRS 256

/* Whether no side from i on, of the same run or of that at first, meets one of the run of i. */
static bool runs_are_apart(const contour *c, uint32_t i_first, uint32_t j_first) {
    uint32_t i_end = i_first + RUN < c->count ? i_first + RUN : c->count;
    uint32_t j_end = j_first + RUN < c->count ? j_first + RUN : c->count;
    for (uint32_t i = i_first; i < i_end; i++)
        for (uint32_t j = j_first > i ? j_first : i + 1; j < j_end; j++)
            if (!sides_are_apart(c, i, j))
                return false;
    return true;
}

bool tacti_contour_is_simple(const tact_vec3 *start, const tact_vec3 *end, const uint32_t *ids,
                             uint32_t count, uint32_t direction, tacti_contour_point *points) {
    contour c = {.points = points, .count = count};
    uint64_t left = (uint64_t)MOST_PAIRS * count;
    if (!place(&c, start, end, ids, direction))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!neighbours_are_fine(&c, i))
            return false;
    set_boxes(&c);
    for (uint32_t i = 0; i < count; i += RUN) {
        tacti_contour_point run = run_of(&c, i);
        for (uint32_t j = i; j < count; j += RUN) {
            tacti_contour_point other = run_of(&c, j);
            if (j > i && boxes_are_apart(&c, &run, &other))
                continue;
            if (left < RUN * RUN || !runs_are_apart(&c, i, j))
                return false;
            left -= RUN * RUN;
        }
    }
    return true;
}
