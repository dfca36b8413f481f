/* SPDX-License-Identifier: MIT */
/* Proves in exact arithmetic that constraints have no common point in the box, by weak duality: for
 * weights y_i >= 0 every common point x has
 *     0 <= sum y_i (limit_i - c_i . x) <= sum y_i limit_i + box sum_j |sum_i y_i c_ij|.
 * If the right side is negative, there is no common point. Any weights are valid. They are computed
 * in floating point for at most one constraint more than variables, so that the weighted sum of the
 * rows is nearly 0. All doubles become integers by powers of two; the right side has degree 3 in
 * them. The exact side of a plane, which the geometric programs need, is here too. */
#include "lp/lp.h"
#include "base/assert.h"
#include "exact/wide3.h"
#include "math/vec.h"

#define MOST (TACTI_LP_VARIABLES + 1)

/* A matrix whose columns are the rows of the conflict. */
typedef struct system {
    int height, width;
    double m[TACTI_LP_VARIABLES][MOST];
    int column[MOST]; /* the original index of each column */
} system;

static void swap_numbers(double *a, double *b) {
    double keep = *a;
    *a = *b;
    *b = keep;
}

/* Swaps rows and columns to bring the largest element at, below or right of (k, k) there. */
static void bring_pivot(system *s, int k) {
    int row = k, column = k;
    for (int i = k; i < s->height; i++)
        for (int j = k; j < s->width; j++)
            if (tacti_abs(s->m[i][j]) > tacti_abs(s->m[row][column])) {
                row = i;
                column = j;
            }
    for (int j = 0; j < s->width; j++)
        swap_numbers(&s->m[k][j], &s->m[row][j]);
    for (int i = 0; i < s->height; i++)
        swap_numbers(&s->m[i][k], &s->m[i][column]);
    int keep = s->column[k];
    s->column[k] = s->column[column];
    s->column[column] = keep;
}

/* Computes a vector that the matrix maps to nearly 0: width - 1 pivots, 1 for the last column. */
static void null_vector(system *s, double *y) {
    TACTI_ASSERT(s->width >= 1 && s->width <= MOST && s->height <= TACTI_LP_VARIABLES);
    int rank = 0;
    for (int k = 0; k < s->width - 1 && k < s->height; k++) {
        bring_pivot(s, k);
        if (s->m[k][k] == 0)
            break;
        rank = k + 1;
        for (int i = 0; i < s->height; i++) {
            double factor = s->m[i][k] / s->m[k][k];
            if (i == k || factor == 0)
                continue;
            for (int j = k; j < s->width; j++)
                s->m[i][j] -= factor * s->m[k][j];
        }
    }
    for (int j = 0; j < s->width; j++)
        y[s->column[j]] = 0;
    y[s->column[s->width - 1]] = 1;
    for (int k = 0; k < rank; k++)
        y[s->column[k]] = -s->m[k][s->width - 1] / s->m[k][k];
}

/* Computes weights of the constraints of the conflict; none is negative. Bounds of variables have
 * weight 0: they count in the sum of magnitudes. */
static void find_weights(const tacti_lp *lp, double *y) {
    system s = {.height = lp->variables, .width = lp->conflict_count};
    double sum = 0;
    TACTI_ASSERT(s.width <= MOST);
    for (int i = 0; i < s.width; i++) {
        uint32_t id = lp->conflict[i];
        s.column[i] = i;
        for (int j = 0; j < s.height; j++) {
            uint32_t bound = lp->count + 2 * (uint32_t)j;
            s.m[j][i] = id < lp->count ? lp->rows[id].c[j] : id == bound ? -1 : id == bound + 1;
        }
    }
    null_vector(&s, y);
    for (int i = 0; i < s.width; i++)
        sum += y[i] * (lp->conflict[i] < lp->count ? lp->rows[lp->conflict[i]].limit : lp->box);
    for (int i = 0; i < s.width; i++) {
        y[i] = sum > 0 ? -y[i] : y[i];
        if (!(y[i] > 0) || lp->conflict[i] >= lp->count)
            y[i] = 0;
    }
}

int tacti_lower_exponent(int exponent, double x) {
    int own = tacti_wide_lowest_exponent(x);
    return own < exponent ? own : exponent;
}

int tacti_lower_exponents(int exponent, tact_vec3 v) {
    exponent = tacti_lower_exponent(exponent, v.x);
    return tacti_lower_exponent(tacti_lower_exponent(exponent, v.y), v.z);
}

int tacti_plane_side(const tact_plane *plane, tact_vec3 p) {
    int normal = tacti_lower_exponents(0, plane->normal), point = tacti_lower_exponents(0, p);
    /* The offset must be a multiple of the unit of products. */
    int offset = tacti_lower_exponent(0, plane->offset);
    if (offset < normal + point)
        point = offset - normal;
    tacti_wide3 n, v;
    tacti_wide value, limit;
    tacti_wide3_from(plane->normal, normal, &n);
    tacti_wide3_from(p, point, &v);
    tacti_wide3_dot(&n, &v, &value);
    tacti_wide_from_double(plane->offset, normal + point, &limit);
    tacti_wide_sub(&value, &limit, &value);
    return value.sign;
}

/* Exponents of the units in which weights, rows and limits, and the box and 1 are integers. */
typedef struct exponents {
    int y, row, box;
} exponents;

static exponents common_exponents(const tacti_lp *lp, const double *y) {
    exponents e = {0, 0, tacti_lower_exponent(tacti_lower_exponent(0, lp->box), 1)};
    for (int i = 0; i < lp->conflict_count; i++) {
        if (y[i] == 0)
            continue;
        TACTI_ASSERT(lp->conflict[i] < lp->count);
        const tacti_lp_row *row = &lp->rows[lp->conflict[i]];
        e.y = tacti_lower_exponent(e.y, y[i]);
        e.row = tacti_lower_exponent(e.row, row->limit);
        for (int j = 0; j < lp->variables; j++)
            e.row = tacti_lower_exponent(e.row, row->c[j]);
    }
    return e;
}

/* out = sum y_i c_i for one variable, or sum y_i limit_i if variable is -1. */
static void weighted_sum(const tacti_lp *lp, const double *y, const exponents *e, int variable,
                         tacti_wide *out) {
    out->sign = out->count = 0;
    for (int i = 0; i < lp->conflict_count; i++) {
        tacti_wide weight, value, product;
        if (y[i] == 0)
            continue;
        const tacti_lp_row *row = &lp->rows[lp->conflict[i]];
        tacti_wide_from_double(y[i], e->y, &weight);
        tacti_wide_from_double(variable < 0 ? row->limit : row->c[variable], e->row, &value);
        tacti_wide_mul(&weight, &value, &product);
        tacti_wide_add(out, &product, out);
    }
}

bool tacti_lp_conflict_holds(const tacti_lp *lp) {
    double y[MOST];
    if (!lp->is_scaling_exact)
        return false;
    find_weights(lp, y);
    for (int i = 0; i < lp->conflict_count; i++)
        if (!tacti_is_finite(y[i]))
            return false;
    exponents e = common_exponents(lp, y);
    tacti_wide sum, total, one, box, product;
    tacti_wide_from_double(1, e.box, &one);
    tacti_wide_from_double(lp->box, e.box, &box);
    weighted_sum(lp, y, &e, -1, &sum);
    tacti_wide_mul(&sum, &one, &total);
    for (int j = 0; j < lp->variables; j++) {
        weighted_sum(lp, y, &e, j, &sum);
        sum.sign = sum.sign == 0 ? 0 : 1;
        tacti_wide_mul(&sum, &box, &product);
        tacti_wide_add(&total, &product, &total);
    }
    return total.sign < 0;
}
