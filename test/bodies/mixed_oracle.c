/* SPDX-License-Identifier: MIT */
/* Inner points and outer boxes in rational numbers; see mixed_oracle.h. */
#include "mixed_oracle.h"

#include <stdlib.h>

#include "oracle_convex.h"
#include "support.h"

#define MOST_POINTS 64

/* A shape that is not a half-space: points of its core, and the box around its placed core. */
typedef struct body {
    uint32_t count;
    mpq_t inner[MOST_POINTS][3];
    mpq_t lo[3], hi[3];
    mpq_t radius;
} body;

/* Scratch numbers, initialised once. */
typedef struct workplace {
    body side[2];
    mpq_t p[3], product, value, sum;
    mpq_t normal[3], limit; /* of a half-space: normal . x <= limit */
} workplace;

static workplace *get_workplace(void) {
    static workplace *only;
    if (only != NULL)
        return only;
    only = malloc(sizeof *only);
    assert_non_null(only);
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < MOST_POINTS; i++)
            mpq_inits(only->side[s].inner[i][0], only->side[s].inner[i][1],
                      only->side[s].inner[i][2], NULL);
        mpq_init(only->side[s].radius);
        for (int k = 0; k < 3; k++)
            mpq_inits(only->side[s].lo[k], only->side[s].hi[k], NULL);
    }
    for (int k = 0; k < 3; k++)
        mpq_inits(only->p[k], only->normal[k], NULL);
    mpq_inits(only->product, only->value, only->sum, only->limit, NULL);
    return only;
}

/* out = the image of a local point under a pose in real numbers. */
static void place(workplace *w, const tact_pose *pose, const double local[3], mpq_t *out) {
    for (int row = 0; row < 3; row++) {
        mpq_set_d(out[row], pose->m[4 * row + 3]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(w->value, pose->m[4 * row + k]);
            mpq_set_d(w->product, local[k]);
            mpq_mul(w->product, w->product, w->value);
            mpq_add(out[row], out[row], w->product);
        }
    }
}

/* Grows the box by a point. The first point starts the box. */
static void grow(body *b, mpq_t *p, bool is_first) {
    for (int k = 0; k < 3; k++) {
        if (is_first || mpq_cmp(p[k], b->lo[k]) < 0)
            mpq_set(b->lo[k], p[k]);
        if (is_first || mpq_cmp(p[k], b->hi[k]) > 0)
            mpq_set(b->hi[k], p[k]);
    }
}

/* The ends of the axes of an ellipsoid; four points of each circle of a cylinder; the apex of a
 * cone and four points of its base. The box holds the placed corners of the local box. */
static void set_smooth(workplace *w, const tacti_placed_shape *placed, body *out) {
    const tact_shape *shape = placed->shape;
    double half[3] = {shape->core.half_extents.x, shape->core.half_extents.y,
                      shape->core.half_extents.z};
    bool is_ellipsoid = shape->kind == TACT_SHAPE_ELLIPSOID;
    if (!is_ellipsoid) {
        half[0] = half[1] = shape->core.round.radius;
        half[2] = shape->core.round.half_height;
    }
    out->count = 0;
    for (int axis = 0; axis < (is_ellipsoid ? 3 : 2); axis++)
        for (int turn = 0; turn < 2; turn++)
            for (int end = 0; end < (shape->kind == TACT_SHAPE_CYLINDER ? 2 : 1); end++) {
                double local[3] = {0, 0, is_ellipsoid ? 0 : end == 0 ? -half[2] : half[2]};
                local[axis] = turn == 0 ? -half[axis] : half[axis];
                place(w, &placed->pose, local, out->inner[out->count++]);
            }
    if (shape->kind == TACT_SHAPE_CONE) {
        double apex[3] = {0, 0, half[2]};
        place(w, &placed->pose, apex, out->inner[out->count++]);
    }
    for (int i = 0; i < 8; i++) {
        double local[3] = {i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                           i & 4 ? half[2] : -half[2]};
        place(w, &placed->pose, local, w->p);
        grow(out, w->p, i == 0);
    }
}

/* The placed vertices, rounded as they are by definition. */
static void set_polytope(const tacti_placed_shape *placed, body *out) {
    tact_vec3 vertices[MOST_POINTS];
    out->count = oracle_vertices(placed, vertices, MOST_POINTS);
    assert_true(out->count <= MOST_POINTS);
    for (uint32_t i = 0; i < out->count; i++) {
        for (int k = 0; k < 3; k++)
            mpq_set_d(out->inner[i][k], (&vertices[i].x)[k]);
        grow(out, out->inner[i], i == 0);
    }
}

static void set_body(workplace *w, const tacti_placed_shape *placed, body *out) {
    if (tact_shape_is_polytope(placed->shape))
        set_polytope(placed, out);
    else
        set_smooth(w, placed, out);
    mpq_set_d(out->radius, placed->shape->radius);
}

/* ---- Two bodies --------------------------------------------------------------------------- */

static bool boxes_meet(workplace *w) {
    const body *a = &w->side[0], *b = &w->side[1];
    mpq_add(w->sum, a->radius, b->radius);
    for (int k = 0; k < 3; k++) {
        mpq_sub(w->value, b->lo[k], a->hi[k]);
        mpq_sub(w->product, a->lo[k], b->hi[k]);
        if (mpq_cmp(w->value, w->sum) > 0 || mpq_cmp(w->product, w->sum) > 0)
            return false;
    }
    return true;
}

/* Whether inner points of both are within the sum of the radii. */
static bool points_are_near(workplace *w) {
    mpq_add(w->sum, w->side[0].radius, w->side[1].radius);
    mpq_mul(w->sum, w->sum, w->sum);
    for (uint32_t i = 0; i < w->side[0].count; i++)
        for (uint32_t j = 0; j < w->side[1].count; j++) {
            mpq_set_ui(w->value, 0, 1);
            for (int k = 0; k < 3; k++) {
                mpq_sub(w->product, w->side[0].inner[i][k], w->side[1].inner[j][k]);
                mpq_mul(w->product, w->product, w->product);
                mpq_add(w->value, w->value, w->product);
            }
            if (mpq_cmp(w->value, w->sum) <= 0)
                return true;
        }
    return false;
}

static tact_outcome certain_of_bodies(workplace *w) {
    if (!boxes_meet(w))
        return TACT_OUTCOME_APART;
    body *a = &w->side[0], *b = &w->side[1];
    if (points_are_near(w) || oracle_rational_hulls_meet(a->inner, a->count, b->inner, b->count))
        return TACT_OUTCOME_CONTACT;
    return TACT_OUTCOME_UNDECIDED;
}

/* ---- A half-space and a body -------------------------------------------------------------- */

/* n . p <= o in the local frame is n . R^-1 (x - t) <= o. Times det R, which is positive: the
 * cofactors of R times n. */
static void set_half_space(workplace *w, const tacti_placed_shape *placed) {
    const double *m = placed->pose.m;
    const double n[3] = {placed->shape->core.plane.normal.x, placed->shape->core.plane.normal.y,
                         placed->shape->core.plane.normal.z};
    mpq_set_ui(w->limit, 0, 1);
    for (int row = 0; row < 3; row++) {
        mpq_set_ui(w->normal[row], 0, 1);
        for (int k = 0; k < 3; k++) {
            int r1 = (row + 1) % 3, r2 = (row + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            mpq_set_d(w->sum, m[4 * r1 + k1]);
            mpq_set_d(w->value, m[4 * r2 + k2]);
            mpq_mul(w->sum, w->sum, w->value);
            mpq_set_d(w->product, m[4 * r1 + k2]);
            mpq_set_d(w->value, m[4 * r2 + k1]);
            mpq_mul(w->product, w->product, w->value);
            mpq_sub(w->sum, w->sum, w->product); /* the cofactor of (row, k) */
            if (row == 0) {                      /* det R times the offset, by the first row */
                mpq_set_d(w->value, m[k]);
                mpq_set_d(w->product, placed->shape->core.plane.offset);
                mpq_mul(w->value, w->value, w->product);
                mpq_mul(w->value, w->value, w->sum);
                mpq_add(w->limit, w->limit, w->value);
            }
            mpq_set_d(w->value, n[k]);
            mpq_mul(w->sum, w->sum, w->value);
            mpq_add(w->normal[row], w->normal[row], w->sum);
        }
        mpq_set_d(w->value, m[4 * row + 3]);
        mpq_mul(w->value, w->value, w->normal[row]);
        mpq_add(w->limit, w->limit, w->value);
    }
}

/* Whether normal . p <= limit. */
static bool is_below(workplace *w, mpq_t *p) {
    mpq_set_ui(w->sum, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(w->product, w->normal[k], p[k]);
        mpq_add(w->sum, w->sum, w->product);
    }
    return mpq_cmp(w->sum, w->limit) <= 0;
}

static tact_outcome certain_of_half_space(workplace *w, const tacti_placed_shape *half_space,
                                          body *b) {
    set_half_space(w, half_space);
    for (uint32_t i = 0; i < b->count; i++)
        if (is_below(w, b->inner[i]))
            return TACT_OUTCOME_CONTACT;
    /* The ball of both radii around a corner of the box lies in the cube of the same half size. */
    mpq_set_d(w->value, half_space->shape->radius);
    mpq_add(w->value, w->value, b->radius);
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++)
            if (i >> k & 1)
                mpq_add(w->p[k], b->hi[k], w->value);
            else
                mpq_sub(w->p[k], b->lo[k], w->value);
        if (is_below(w, w->p))
            return TACT_OUTCOME_UNDECIDED;
    }
    return TACT_OUTCOME_APART;
}

tact_outcome mixed_oracle_certain(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    workplace *w = get_workplace();
    bool is_half[2] = {a->shape->kind == TACT_SHAPE_HALF_SPACE,
                       b->shape->kind == TACT_SHAPE_HALF_SPACE};
    if (is_half[0] && is_half[1])
        return TACT_OUTCOME_UNDECIDED;
    if (!is_half[0])
        set_body(w, a, &w->side[0]);
    if (!is_half[1])
        set_body(w, b, &w->side[1]);
    if (is_half[0])
        return certain_of_half_space(w, a, &w->side[1]);
    return is_half[1] ? certain_of_half_space(w, b, &w->side[0]) : certain_of_bodies(w);
}
