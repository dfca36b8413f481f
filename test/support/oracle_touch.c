/* SPDX-License-Identifier: MIT */
/* Half-spaces and smooth shapes in rational numbers; see oracle_touch.h. The library multiplies out
 * denominators; this code inverts the rotation by elimination and divides. */
#include "oracle_touch.h"

#include <gmp.h>

#include "oracle_convex.h"

enum { MOST_VERTICES = 4096 };

/* ---- Rational matrices -------------------------------------------------------------------- */

typedef struct inverse {
    mpq_t m[3][3];
    mpq_t shift[3];
} inverse;

/* Subtracts a multiple of row k from another row of both matrices. */
static void subtract_row(mpq_t left[3][3], mpq_t right[3][3], int row, int k) {
    mpq_t factor, part;
    mpq_inits(factor, part, NULL);
    mpq_div(factor, left[row][k], left[k][k]);
    for (int j = 0; j < 3; j++) {
        mpq_mul(part, factor, left[k][j]);
        mpq_sub(left[row][j], left[row][j], part);
        mpq_mul(part, factor, right[k][j]);
        mpq_sub(right[row][j], right[row][j], part);
    }
    mpq_clears(factor, part, NULL);
}

/* Moves a row with a nonzero entry in column k to row k. */
static void find_pivot(mpq_t left[3][3], mpq_t right[3][3], int k) {
    int row = k;
    while (row < 2 && mpq_sgn(left[row][k]) == 0)
        row++;
    for (int j = 0; j < 3 && row != k; j++) {
        mpq_swap(left[row][j], left[k][j]);
        mpq_swap(right[row][j], right[k][j]);
    }
}

/* The inverse of a pose's rotation, which is regular. */
static void inverse_init(inverse *out, const tact_pose *pose) {
    mpq_t left[3][3];
    for (int i = 0; i < 3; i++) {
        mpq_init(out->shift[i]);
        mpq_set_d(out->shift[i], pose->m[4 * i + 3]);
        for (int j = 0; j < 3; j++) {
            mpq_inits(left[i][j], out->m[i][j], NULL);
            mpq_set_d(left[i][j], pose->m[4 * i + j]);
            mpq_set_ui(out->m[i][j], i == j, 1);
        }
    }
    for (int k = 0; k < 3; k++) {
        find_pivot(left, out->m, k);
        for (int row = 0; row < 3; row++)
            if (row != k)
                subtract_row(left, out->m, row, k);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mpq_div(out->m[i][j], out->m[i][j], left[i][i]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mpq_clear(left[i][j]);
}

static void inverse_clear(inverse *v) {
    for (int i = 0; i < 3; i++) {
        mpq_clear(v->shift[i]);
        for (int j = 0; j < 3; j++)
            mpq_clear(v->m[i][j]);
    }
}

static void vector_init(mpq_t v[3], tact_vec3 from) {
    mpq_inits(v[0], v[1], v[2], NULL);
    mpq_set_d(v[0], from.x);
    mpq_set_d(v[1], from.y);
    mpq_set_d(v[2], from.z);
}

static void vector_clear(mpq_t v[3]) {
    mpq_clears(v[0], v[1], v[2], NULL);
}

/* u and v are three numbers each. (Pointers, because gcc 12 with sanitizers wrongly reports that
 * the arrays are too short.) */
static void dot(mpq_t out, const mpq_t *u, const mpq_t *v) {
    mpq_t part;
    mpq_init(part);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_mul(part, u[i], v[i]);
        mpq_add(out, out, part);
    }
    mpq_clear(part);
}

/* ---- Half-spaces -------------------------------------------------------------------------- */

/* All y with normal . y <= offset, and all points within radius of them. */
typedef struct plane {
    mpq_t normal[3], offset, square; /* square of the normal's length */
} plane;

/* n . R^-1 (y - t) <= c. */
static void plane_init(plane *out, const tacti_placed_shape *placed) {
    inverse back;
    mpq_t n[3], part;
    inverse_init(&back, &placed->pose);
    vector_init(n, placed->shape->core.plane.normal);
    mpq_inits(out->normal[0], out->normal[1], out->normal[2], out->offset, out->square, part, NULL);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            mpq_mul(part, n[i], back.m[i][j]);
            mpq_add(out->normal[j], out->normal[j], part);
        }
    mpq_set_d(out->offset, placed->shape->core.plane.offset);
    dot(part, out->normal, back.shift);
    mpq_add(out->offset, out->offset, part);
    dot(out->square, out->normal, out->normal);
    mpq_clear(part);
    vector_clear(n);
    inverse_clear(&back);
}

static void plane_clear(plane *p) {
    vector_clear(p->normal);
    mpq_clears(p->offset, p->square, NULL);
}

/* Whether gap <= (radius of a + radius of b) sqrt(square). */
static bool is_within(mpq_t gap, double a, double b, mpq_t square) {
    if (mpq_sgn(gap) <= 0)
        return true;
    mpq_t radius, other;
    mpq_inits(radius, other, NULL);
    mpq_set_d(radius, a);
    mpq_set_d(other, b);
    mpq_add(radius, radius, other);
    mpq_mul(radius, radius, radius);
    mpq_mul(radius, radius, square);
    mpq_mul(other, gap, gap);
    bool is = mpq_cmp(other, radius) <= 0;
    mpq_clears(radius, other, NULL);
    return is;
}

bool oracle_half_space_meets(const tacti_placed_shape *half_space,
                             const tacti_placed_shape *polytope) {
    static tact_vec3 vertices[MOST_VERTICES];
    uint32_t count = oracle_vertices(polytope, vertices, MOST_VERTICES);
    plane p;
    plane_init(&p, half_space);
    bool is_met = false;
    mpq_t gap;
    mpq_init(gap);
    for (uint32_t i = 0; i < count && !is_met; i++) {
        mpq_t v[3];
        vector_init(v, vertices[i]);
        dot(gap, p.normal, v);
        mpq_sub(gap, gap, p.offset);
        is_met = is_within(gap, half_space->shape->radius, polytope->shape->radius, p.square);
        vector_clear(v);
    }
    mpq_clear(gap);
    plane_clear(&p);
    return is_met;
}

/* With unit normals, half-spaces are apart if and only if the normals are opposite and the sum of
 * the offsets is less than minus the sum of the radii. Here b's normal is -k times a's. */
bool oracle_half_spaces_meet(const tacti_placed_shape *a, const tacti_placed_shape *b) {
    plane p, q;
    plane_init(&p, a);
    plane_init(&q, b);
    mpq_t product, lengths, k, gap;
    mpq_inits(product, lengths, k, gap, NULL);
    dot(product, p.normal, q.normal);
    mpq_mul(lengths, p.square, q.square);
    mpq_mul(k, product, product);
    bool is_met = true;
    if (mpq_sgn(product) < 0 && mpq_equal(k, lengths)) {
        mpq_div(k, product, p.square); /* -k */
        mpq_div(gap, q.offset, k);     /* -offset of q / k */
        mpq_sub(gap, gap, p.offset);
        is_met = is_within(gap, a->shape->radius, b->shape->radius, p.square);
    }
    mpq_clears(product, lengths, k, gap, NULL);
    plane_clear(&p);
    plane_clear(&q);
    return is_met;
}

/* ---- Points in smooth shapes -------------------------------------------------------------- */

/* Whether x^2 + y^2 <= limit^2 and the limit is not negative. */
static bool is_across_within(mpq_t x[3], mpq_t limit) {
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    mpq_mul(sum, x[0], x[0]);
    mpq_mul(part, x[1], x[1]);
    mpq_add(sum, sum, part);
    mpq_mul(part, limit, limit);
    bool is = mpq_sgn(limit) >= 0 && mpq_cmp(sum, part) <= 0;
    mpq_clears(sum, part, NULL);
    return is;
}

static bool is_in_round(const tact_shape *shape, mpq_t x[3]) {
    mpq_t radius, height, down;
    mpq_inits(radius, height, down, NULL);
    mpq_set_d(radius, shape->core.round.radius);
    mpq_set_d(height, shape->core.round.half_height);
    mpq_neg(down, height);
    bool is = mpq_cmp(x[2], height) <= 0 && mpq_cmp(x[2], down) >= 0;
    if (shape->kind == TACT_SHAPE_CONE && mpq_sgn(height) > 0) {
        mpq_sub(down, height, x[2]);
        mpq_div(down, down, height);
        mpq_mul(radius, radius, down);
        mpq_set_ui(down, 1, 2);
        mpq_mul(radius, radius, down);
    }
    is = is && is_across_within(x, radius);
    mpq_clears(radius, height, down, NULL);
    return is;
}

static bool is_in_ellipsoid(const tact_shape *shape, mpq_t x[3]) {
    mpq_t half[3], sum, part;
    vector_init(half, shape->core.half_extents);
    mpq_inits(sum, part, NULL);
    bool is = true;
    for (int i = 0; i < 3; i++) {
        if (mpq_sgn(half[i]) == 0) {
            is = is && mpq_sgn(x[i]) == 0;
            continue;
        }
        mpq_div(part, x[i], half[i]);
        mpq_mul(part, part, part);
        mpq_add(sum, sum, part);
    }
    mpq_set_ui(part, 1, 1);
    is = is && mpq_cmp(sum, part) <= 0;
    mpq_clears(sum, part, NULL);
    vector_clear(half);
    return is;
}

/* v = R v + t. */
static void place(mpq_t v[3], const tact_pose *pose) {
    mpq_t row[3], out[3], shift;
    mpq_inits(out[0], out[1], out[2], shift, NULL);
    for (int i = 0; i < 3; i++) {
        const double *m = pose->m + 4 * i;
        vector_init(row, (tact_vec3){m[0], m[1], m[2]});
        dot(out[i], row, v);
        mpq_set_d(shift, m[3]);
        mpq_add(out[i], out[i], shift);
        vector_clear(row);
    }
    for (int i = 0; i < 3; i++)
        mpq_set(v[i], out[i]);
    vector_clear(out);
    mpq_clear(shift);
}

bool oracle_smooth_holds(const tacti_placed_shape *smooth, const tact_pose *frame,
                         tact_vec3 point) {
    inverse back;
    mpq_t d[3], x[3];
    inverse_init(&back, &smooth->pose);
    vector_init(d, point);
    if (frame != NULL)
        place(d, frame);
    mpq_inits(x[0], x[1], x[2], NULL);
    for (int i = 0; i < 3; i++)
        mpq_sub(d[i], d[i], back.shift[i]);
    for (int i = 0; i < 3; i++)
        dot(x[i], back.m[i], d);
    bool is = smooth->shape->kind == TACT_SHAPE_ELLIPSOID ? is_in_ellipsoid(smooth->shape, x)
                                                          : is_in_round(smooth->shape, x);
    vector_clear(x);
    vector_clear(d);
    inverse_clear(&back);
    return is;
}
