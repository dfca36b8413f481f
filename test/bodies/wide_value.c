/* SPDX-License-Identifier: MIT */
/* The separation by its definition; see wide_value.h. */
#include "wide_value.h"

#include "oracle_convex.h"

#include <math.h>

/* ---- Vectors ------------------------------------------------------------------------------ */

static void init3(wide_vec3 v, mp_bitcnt_t bits) {
    for (int k = 0; k < 3; k++)
        mpf_init2(v[k], bits);
}

static void clear3(wide_vec3 v) {
    for (int k = 0; k < 3; k++)
        mpf_clear(v[k]);
}

static void set3(wide_vec3 out, double x, double y, double z) {
    mpf_set_d(out[0], x);
    mpf_set_d(out[1], y);
    mpf_set_d(out[2], z);
}

static void dot3(wide_values *v, mpf_t out, wide_vec3 a, wide_vec3 b) {
    mpf_t *term = &v->number[0], *sum = &v->number[1];
    mpf_set_ui(*sum, 0);
    for (int k = 0; k < 3; k++) {
        mpf_mul(*term, a[k], b[k]);
        mpf_add(*sum, *sum, *term);
    }
    mpf_set(out, *sum);
}

void wide_values_init(wide_values *v, mp_bitcnt_t bits) {
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 16; i++)
            init3(v->vertex[side][i], bits);
        for (int i = 0; i < 3; i++)
            init3(v->row[side][i], bits);
        init3(v->shift[side], bits);
    }
    for (int i = 0; i < 8; i++)
        init3(v->scratch[i], bits);
    for (int i = 0; i < 10; i++)
        mpf_init2(v->number[i], bits);
}

void wide_values_clear(wide_values *v) {
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 16; i++)
            clear3(v->vertex[side][i]);
        for (int i = 0; i < 3; i++)
            clear3(v->row[side][i]);
        clear3(v->shift[side]);
    }
    for (int i = 0; i < 8; i++)
        clear3(v->scratch[i]);
    for (int i = 0; i < 10; i++)
        mpf_clear(v->number[i]);
}

void wide_values_set(wide_values *v, const tacti_placed_shape *a, const tacti_placed_shape *b) {
    const tacti_placed_shape *placed[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const double *m = placed[side]->pose.m;
        v->shape[side] = placed[side];
        v->count[side] = 0;
        for (int i = 0; i < 3; i++)
            set3(v->row[side][i], m[4 * i], m[4 * i + 1], m[4 * i + 2]);
        set3(v->shift[side], m[3], m[7], m[11]);
        if (!tact_shape_is_polytope(placed[side]->shape))
            continue;
        tact_vec3 vertices[16];
        v->count[side] = oracle_vertices(placed[side], vertices, 16);
        assert_true(v->count[side] <= 16);
        for (uint32_t i = 0; i < v->count[side]; i++)
            set3(v->vertex[side][i], vertices[i].x, vertices[i].y, vertices[i].z);
    }
}

/* ---- Support points ----------------------------------------------------------------------- */

/* The point of a circle of the given radius at height z that is furthest along m. */
static void rim(wide_values *v, double radius, double z, wide_vec3 m, wide_vec3 out) {
    mpf_t *across = &v->number[2];
    mpf_mul(v->number[0], m[0], m[0]);
    mpf_mul(v->number[1], m[1], m[1]);
    mpf_add(*across, v->number[0], v->number[1]);
    mpf_sqrt(*across, *across);
    set3(out, radius, 0, z);
    if (mpf_sgn(*across) == 0)
        return;
    for (int k = 0; k < 2; k++) {
        mpf_set_d(out[k], radius);
        mpf_mul(out[k], out[k], m[k]);
        mpf_div(out[k], out[k], *across);
    }
}

/* The local point of a smooth core that is furthest along m. */
static void local_support(wide_values *v, const tact_shape *shape, wide_vec3 m, wide_vec3 out) {
    double radius = shape->core.round.radius, height = shape->core.round.half_height;
    if (shape->kind == TACT_SHAPE_CYLINDER) {
        rim(v, radius, mpf_sgn(m[2]) >= 0 ? height : -height, m, out);
        return;
    }
    if (shape->kind == TACT_SHAPE_CONE) {
        rim(v, radius, -height, m, out);
        dot3(v, v->number[3], m, out);
        mpf_set_d(v->number[4], height);
        mpf_mul(v->number[4], v->number[4], m[2]);
        if (mpf_cmp(v->number[4], v->number[3]) >= 0)
            set3(out, 0, 0, height);
        return;
    }
    const double half[3] = {shape->core.half_extents.x, shape->core.half_extents.y,
                            shape->core.half_extents.z};
    mpf_t *length = &v->number[2];
    mpf_set_ui(*length, 0);
    for (int k = 0; k < 3; k++) {
        mpf_set_d(out[k], half[k]);
        mpf_mul(out[k], out[k], m[k]);
        mpf_mul(v->number[0], out[k], out[k]);
        mpf_add(*length, *length, v->number[0]);
    }
    mpf_sqrt(*length, *length);
    if (mpf_sgn(*length) == 0) {
        set3(out, half[0], 0, 0);
        return;
    }
    for (int k = 0; k < 3; k++) {
        mpf_set_d(v->number[0], half[k]);
        mpf_mul(out[k], out[k], v->number[0]);
        mpf_div(out[k], out[k], *length);
    }
}

/* The placed point of a core that is furthest along n, times sign. */
static void support(wide_values *v, int side, wide_vec3 n, int sign, wide_vec3 out) {
    wide_vec3 *m = &v->scratch[0], *local = &v->scratch[1];
    if (v->count[side] > 0) {
        uint32_t best = 0;
        for (uint32_t i = 0; i < v->count[side]; i++) {
            dot3(v, v->number[2], n, v->vertex[side][i]);
            if (i == 0 || mpf_cmp(v->number[2], v->number[3]) * sign > 0) {
                mpf_set(v->number[3], v->number[2]);
                best = i;
            }
        }
        for (int k = 0; k < 3; k++)
            mpf_set(out[k], v->vertex[side][best][k]);
        return;
    }
    for (int k = 0; k < 3; k++) { /* R^T n */
        mpf_set_ui((*m)[k], 0);
        for (int i = 0; i < 3; i++) {
            mpf_mul(v->number[0], v->row[side][i][k], n[i]);
            if (sign > 0)
                mpf_add((*m)[k], (*m)[k], v->number[0]);
            else
                mpf_sub((*m)[k], (*m)[k], v->number[0]);
        }
    }
    local_support(v, v->shape[side]->shape, *m, *local);
    for (int i = 0; i < 3; i++) {
        dot3(v, out[i], v->row[side][i], *local);
        mpf_add(out[i], out[i], v->shift[side][i]);
    }
}

/* ---- Half-spaces -------------------------------------------------------------------------- */

/* The normal of the image of a plane under a pose, cof(R) n for its normal n, and det R. */
static void place_normal(wide_values *v, int side, tact_vec3 n, wide_vec3 normal, mpf_t det) {
    wide_vec3 *r = v->row[side], *local = &v->scratch[2], *row = &v->scratch[3];
    set3(*local, n.x, n.y, n.z);
    for (int i = 0; i < 3; i++) {
        wide_vec3 *b = &r[(i + 1) % 3], *c = &r[(i + 2) % 3];
        for (int k = 0; k < 3; k++) {
            int p = (k + 1) % 3, q = (k + 2) % 3;
            mpf_mul(v->number[0], (*b)[p], (*c)[q]);
            mpf_mul(v->number[1], (*b)[q], (*c)[p]);
            mpf_sub((*row)[k], v->number[0], v->number[1]);
        }
        dot3(v, normal[i], *row, *local);
        if (i == 0)
            dot3(v, det, *row, r[0]);
    }
}

/* The placed half-space is {y : N . (y - t) <= c det R} with N = cof(R) n. */
static void place_plane(wide_values *v, int side, wide_vec3 normal, mpf_t offset) {
    tact_plane plane = v->shape[side]->shape->core.plane;
    mpf_t *det = &v->number[2];
    place_normal(v, side, plane.normal, normal, *det);
    mpf_set_d(offset, plane.offset);
    mpf_mul(offset, offset, *det);
    dot3(v, v->number[3], normal, v->shift[side]);
    mpf_add(offset, offset, v->number[3]);
}

static void take_off_radii(wide_values *v, const mpf_t length, mpf_t out) {
    for (int side = 0; side < 2; side++) {
        mpf_set_d(v->number[0], v->shape[side]->shape->radius);
        mpf_mul(v->number[0], v->number[0], length);
        mpf_sub(out, out, v->number[0]);
    }
}

static void value_of_half_space(wide_values *v, int side, mpf_t out, mpf_t length) {
    wide_vec3 *normal = &v->scratch[4], *point = &v->scratch[5];
    mpf_t *offset = &v->number[5];
    place_plane(v, side, *normal, *offset);
    support(v, 1 - side, *normal, -1, *point);
    dot3(v, out, *normal, *point);
    mpf_sub(out, out, *offset);
    dot3(v, length, *normal, *normal);
    mpf_sqrt(length, length);
    take_off_radii(v, length, out);
}

/* ---- Values ------------------------------------------------------------------------------- */

void wide_value_reach(wide_values *v, int side, tact_vec3 n, mpf_t out) {
    wide_vec3 *direction = &v->scratch[4], *p = &v->scratch[5];
    set3(*direction, n.x, n.y, n.z);
    support(v, side, *direction, 1, *p);
    dot3(v, out, *direction, *p);
}

/* The value of bounded shapes along the direction in scratch[4]. */
static void value_along(wide_values *v, mpf_t out, mpf_t length) {
    wide_vec3 *direction = &v->scratch[4], *p = &v->scratch[5], *q = &v->scratch[6];
    support(v, 0, *direction, 1, *p);
    support(v, 1, *direction, -1, *q);
    for (int k = 0; k < 3; k++)
        mpf_sub((*q)[k], (*q)[k], (*p)[k]);
    dot3(v, out, *direction, *q);
    dot3(v, length, *direction, *direction);
    mpf_sqrt(length, length);
    take_off_radii(v, length, out);
}

void wide_value_along(wide_values *v, tact_vec3 n, mpf_t out, mpf_t length) {
    for (int side = 0; side < 2; side++)
        if (v->shape[side]->shape->kind == TACT_SHAPE_HALF_SPACE) {
            value_of_half_space(v, side, out, length);
            return;
        }
    set3(v->scratch[4], n.x, n.y, n.z);
    value_along(v, out, length);
}

void wide_value_across(wide_values *v, int side, tact_vec3 n, mpf_t out, mpf_t length) {
    place_normal(v, side, n, v->scratch[4], v->number[2]);
    value_along(v, out, length);
}

void wide_value_between(wide_values *v, tact_vec3 n, int steps, mpf_t out) {
    /* x is a difference of points of b and a. */
    wide_vec3 *x = &v->scratch[4], *p = &v->scratch[5], *w = &v->scratch[6];
    set3(*x, n.x, n.y, n.z);
    for (int i = 0; i < steps; i++) {
        support(v, 1, *x, -1, *w);
        support(v, 0, *x, 1, *p);
        for (int k = 0; k < 3; k++)
            mpf_sub((*w)[k], (*w)[k], (*p)[k]);
        if (i == 0) {
            for (int k = 0; k < 3; k++)
                mpf_set((*x)[k], (*w)[k]);
            continue;
        }
        /* The point of the segment from x to w that is nearest to the origin. */
        for (int k = 0; k < 3; k++)
            mpf_sub((*w)[k], (*w)[k], (*x)[k]);
        dot3(v, v->number[4], *x, *w);
        dot3(v, v->number[5], *w, *w);
        mpf_neg(v->number[4], v->number[4]);
        if (mpf_sgn(v->number[4]) <= 0 || mpf_sgn(v->number[5]) == 0)
            break;
        mpf_div(v->number[6], v->number[4], v->number[5]);
        if (mpf_cmp_ui(v->number[6], 1) > 0)
            mpf_set_ui(v->number[6], 1);
        for (int k = 0; k < 3; k++) {
            mpf_mul(v->number[0], (*w)[k], v->number[6]);
            mpf_add((*x)[k], (*x)[k], v->number[0]);
        }
    }
    dot3(v, out, *x, *x);
    mpf_sqrt(out, out);
    mpf_set_ui(v->number[5], 1);
    take_off_radii(v, v->number[5], out);
}
