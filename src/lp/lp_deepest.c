/* SPDX-License-Identifier: MIT */
/* The deepest common point of half-spaces: the greatest t with n_i . x + |n_i| t <= b_i and
 * t <= limit, a program in four variables.
 *
 * The outcome is exact. Contact: the rounded point satisfies every half-space; exact signs decide
 * if rounding does not. Apart: at most four of the planes that determine the point have weights y_i
 * >= 0 with sum y_i n_i = 0 and sum y_i b_i < 0. The weights are determinants of the normals,
 * computed in wide integers. Otherwise the outcome is undecided. */
#include <math.h>

#include "base/assert.h"
#include "shape/body.h"
#include "lp/lp.h"
#include "exact/wide3.h"
#include "math/vec.h"

/* The box of the program is this multiple of the limit or of the largest offset. */
#define REACH 0x1p40

/* ---- Points ------------------------------------------------------------------------------- */

/* Whether the point satisfies all half-spaces, exactly. */
static bool is_common(const tact_plane *planes, size_t count, tact_vec3 x) {
    for (size_t i = 0; i < count; i++) {
        const tact_plane *plane = &planes[i];
        double value = tacti_vec3_dot(plane->normal, x) - plane->offset;
        double size = tacti_vec3_dot(tacti_vec3_abs(plane->normal), tacti_vec3_abs(x)) +
                      tacti_abs(plane->offset);
        /* False for NaN. */
        if (value < -(0x1p-50 * size + 0x1p-1000) && size < 0x1p1020)
            continue;
        if (tacti_plane_side(plane, x) > 0)
            return false;
    }
    return true;
}

/* ---- Proofs that no point is common ------------------------------------------------------- */

/* Normals and offsets as integers. */
typedef struct exact_planes {
    int count;
    tacti_wide3 n[4];
    tacti_wide b[4];
} exact_planes;

/* Whether the sum of the offsets, weighted by the magnitudes of y, is negative. False if two
 * weights have opposite signs. Not all weights are 0. */
static bool is_below(const exact_planes *planes, const int *at, tacti_wide *y, int count) {
    int sign = 0;
    for (int i = 0; i < count; i++) {
        if (y[i].sign != 0 && y[i].sign == -sign)
            return false;
        sign = y[i].sign != 0 ? y[i].sign : sign;
    }
    tacti_wide sum;
    sum.sign = sum.count = 0;
    for (int i = 0; i < count; i++) {
        tacti_wide product;
        y[i].sign = y[i].sign == 0 ? 0 : 1;
        tacti_wide_mul(&y[i], &planes->b[at[i]], &product);
        tacti_wide_add(&sum, &product, &sum);
    }
    return sum.sign < 0;
}

/* Whether two planes with opposite normals contradict each other. */
static bool two_contradict(const exact_planes *planes, int i, int j) {
    const int at[2] = {i, j};
    const tacti_wide3 *n = planes->n;
    tacti_wide3 cross;
    tacti_wide dot, y[2];
    tacti_wide3_cross(&n[i], &n[j], &cross);
    tacti_wide3_dot(&n[i], &n[j], &dot);
    if (!tacti_wide3_is_zero(&cross) || dot.sign >= 0)
        return false;
    int axis = 0;
    while (n[i].c[axis].sign == 0) {
        TACTI_ASSERT(axis < 2);
        axis++;
    }
    y[0] = n[j].c[axis];
    y[1] = n[i].c[axis];
    y[0].sign = -y[0].sign;
    return is_below(planes, at, y, 2);
}

/* Whether three planes whose normals lie in one plane contradict each other. The weights are the
 * cross products of the normals, which are perpendicular to that plane. */
static bool three_contradict(const exact_planes *planes, const int at[3]) {
    const tacti_wide3 *n = planes->n;
    tacti_wide3 cross[3];
    tacti_wide det;
    for (int k = 0; k < 3; k++)
        tacti_wide3_cross(&n[at[(k + 1) % 3]], &n[at[(k + 2) % 3]], &cross[k]);
    tacti_wide3_dot(&n[at[0]], &cross[0], &det);
    if (det.sign != 0)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        tacti_wide y[3] = {cross[0].c[axis], cross[1].c[axis], cross[2].c[axis]};
        if ((y[0].sign != 0 || y[1].sign != 0 || y[2].sign != 0) && is_below(planes, at, y, 3))
            return true;
    }
    return false;
}

static bool four_contradict(const exact_planes *planes) {
    static const int at[4] = {0, 1, 2, 3};
    static const int others[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    tacti_wide y[4];
    for (int k = 0; k < 4; k++) {
        tacti_wide3 cross;
        tacti_wide3_cross(&planes->n[others[k][1]], &planes->n[others[k][2]], &cross);
        tacti_wide3_dot(&planes->n[others[k][0]], &cross, &y[k]);
    }
    return is_below(planes, at, y, 4);
}

/* Whether some of at most four half-spaces have no common point. */
static bool contradict(const exact_planes *planes) {
    static const int triples[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    if (planes->count == 4 && four_contradict(planes))
        return true;
    for (int i = 0; i < planes->count; i++)
        for (int j = 0; j < i; j++)
            if (two_contradict(planes, i, j))
                return true;
    for (int t = 0; t < 4; t++)
        if (triples[t][2] < planes->count && three_contradict(planes, triples[t]))
            return true;
    return false;
}

/* Converts the planes among the tight constraints to integers. */
static void take_planes(const tact_plane *planes, size_t count, const tacti_lp_level *level,
                        exact_planes *out) {
    int normals = 0, offsets = 0;
    out->count = 0;
    const tact_plane *taken[4];
    for (int i = 0; i < level->tight_count; i++)
        if (level->tight[i] < count) {
            TACTI_ASSERT(out->count < 4);
            taken[out->count++] = &planes[level->tight[i]];
        }
    for (int i = 0; i < out->count; i++) {
        normals = tacti_lower_exponents(normals, taken[i]->normal);
        offsets = tacti_lower_exponent(offsets, taken[i]->offset);
    }
    for (int i = 0; i < out->count; i++) {
        tacti_wide3_from(taken[i]->normal, normals, &out->n[i]);
        tacti_wide_from_double(taken[i]->offset, offsets, &out->b[i]);
    }
}

/* ---- The query ---------------------------------------------------------------------------- */

/* The length of a vector that may be huge or tiny. */
static double length_of(tact_vec3 v) {
    int power = tacti_exponent(tacti_largest(v));
    double s = tacti_power_of_two(power > 1000 ? -1000 : power < -1000 ? 1000 : -power);
    tact_vec3 u = tacti_vec3_scale(v, s);
    return sqrt(tacti_vec3_dot(u, u)) / s;
}

/* The depth of a point under a plane. */
static double depth_under(const tact_plane *plane, tact_vec3 x) {
    double length = length_of(plane->normal);
    tact_vec3 n = {plane->normal.x / length, plane->normal.y / length, plane->normal.z / length};
    return plane->offset / length - tacti_vec3_dot(n, x);
}

static tact_status check(const tact_plane *planes, size_t count, double limit) {
    if (count > 0 && planes == NULL)
        return TACT_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        tact_vec3 n = planes[i].normal;
        if (!tacti_vec3_is_finite(n) || !tacti_is_finite(planes[i].offset))
            return TACT_NOT_FINITE;
        if (n.x == 0 && n.y == 0 && n.z == 0)
            return TACT_INVALID_ARGUMENT;
    }
    if (!tacti_is_finite(limit))
        return TACT_NOT_FINITE;
    return limit > 0 ? TACT_OK : TACT_INVALID_ARGUMENT;
}

/* Sets a row per plane, one for the limit, the goal and the box. */
static void fill(const tact_plane *planes, size_t count, double limit, tacti_lp *lp) {
    double most = limit;
    for (size_t i = 0; i < count; i++) {
        double length = length_of(planes[i].normal);
        tact_vec3 n = planes[i].normal;
        lp->rows[i] = (tacti_lp_row){.c = {n.x, n.y, n.z, length}, .limit = planes[i].offset};
        most = tacti_max(tacti_abs(planes[i].offset) / length, most);
    }
    lp->rows[count] = (tacti_lp_row){.c = {0, 0, 0, 1}, .limit = limit};
    lp->goal[3] = 1;
    lp->box = most < 0x1p1020 / REACH ? REACH * most : 0x1p1020;
}

static void report(const tact_plane *planes, size_t count, double limit, const tacti_lp *lp,
                   tact_lp_deepest_result *out) {
    tact_vec3 x = {lp->x[0], lp->x[1], lp->x[2]};
    *out = (tact_lp_deepest_result){.outcome = TACT_OUTCOME_UNDECIDED,
                                    .point = x,
                                    .depth = limit,
                                    .evaluations = lp->evaluations};
    for (size_t i = 0; i < count; i++)
        out->depth = tacti_min(depth_under(&planes[i], x), out->depth);
    exact_planes tight;
    take_planes(planes, count, &lp->level[0], &tight);
    if (is_common(planes, count, x))
        out->outcome = TACT_OUTCOME_CONTACT;
    else if (contradict(&tight))
        out->outcome = TACT_OUTCOME_APART;
}

tact_status tact_lp_deepest_point(const tact_context *context, const tact_plane *planes,
                                  size_t count, double limit, tact_lp_deepest_result *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = check(planes, count, limit);
    tacti_lp lp;
    if (status == TACT_OK)
        status = count < SIZE_MAX ? tacti_lp_begin(context, 4, count + 1, &lp) : TACT_TOO_LARGE;
    if (status != TACT_OK)
        return status;
    fill(planes, count, limit, &lp);
    tacti_lp_run(&lp);
    report(planes, count, limit, &lp, out);
    tacti_lp_end(&lp);
    return TACT_OK;
}
