/* SPDX-License-Identifier: MIT */
/* What the verifier decides exactly: whether a direction separates two sets of corners if plain
 * arithmetic cannot tell, and whether two triangles share a point. */
#include "verify/verify_parts.h"

#include <math.h>

#include "base/inline.h"

typedef struct big3 {
    tacti_big c[3];
} big3;

/* The way from one point to another. */
TACTI_NEVER_INLINE void set_between(tact_vec3 from, tact_vec3 to, big3 *out) {
    const double start[3] = {from.x, from.y, from.z}, end[3] = {to.x, to.y, to.z};
    for (int i = 0; i < 3; i++) {
        tacti_big less;
        tacti_big_set(start[i], &less);
        tacti_big_set(end[i], &out->c[i]);
        tacti_big_sub(&out->c[i], &less, &out->c[i]);
    }
}

/* out is neither a nor b, nor a part of them. */
static void dot(const big3 *a, const big3 *b, tacti_big *out) {
    tacti_big term;
    tacti_big_mul(&a->c[0], &b->c[0], out);
    for (int i = 1; i < 3; i++) {
        tacti_big_mul(&a->c[i], &b->c[i], &term);
        tacti_big_add(out, &term, out);
    }
}

/* The same for a point, with less stack. */
static void dot_point(const big3 *a, tact_vec3 p, tacti_big *out) {
    const double x[3] = {p.x, p.y, p.z};
    tacti_big term;
    tacti_big_set(x[0], &term);
    tacti_big_mul(&a->c[0], &term, out);
    for (int i = 1; i < 3; i++) {
        tacti_big_set(x[i], &term);
        tacti_big_mul(&a->c[i], &term, &term);
        tacti_big_add(out, &term, out);
    }
}

static void subtract(const big3 *a, const big3 *b, big3 *out) {
    for (int i = 0; i < 3; i++)
        tacti_big_sub(&a->c[i], &b->c[i], &out->c[i]);
}

static void cross(const big3 *a, const big3 *b, big3 *out) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        tacti_big x, y;
        tacti_big_mul(&a->c[j], &b->c[k], &x);
        tacti_big_mul(&a->c[k], &b->c[j], &y);
        tacti_big_sub(&x, &y, &out->c[i]);
    }
}

/* ---- Separation --------------------------------------------------------------------------- */

/* The work of one exact corner, in plain projections that take as long, and the additional work per
 * limb of the direction. Measured: 110 ns for short numbers, 700 ns for 33 limbs, 1.7 ns for a
 * plain projection. */
#define EXACT_WORK 48
#define LIMB_WORK 10

static void set_sum(const double *terms, uint32_t count, tacti_big *out) {
    TACTI_ASSERT(count > 0 && count <= TACTI_PROOF_TERMS);
    tacti_big_set(terms[0], out);
    for (uint32_t k = 1; k < count; k++) {
        tacti_big term;
        tacti_big_set(terms[k], &term);
        tacti_big_add(out, &term, out);
    }
}

/* An edge of the two triangles at positions a and b: 0 to 2 of a, 3 to 5 of b. */
static void set_edge(const tacti_verify_scene *scene, uint32_t edge, tacti_positions a,
                     tacti_positions b, big3 *out) {
    TACTI_ASSERT(edge < TACTI_PROOF_EDGES);
    const tact_vec3 *t = edge < 3 ? scene->side[0].corners + (size_t)3 * a.begin
                                  : scene->side[1].corners + (size_t)3 * b.begin;
    set_between(t[edge % 3], t[(edge + 1) % 3], out);
}

/* The difference of a pair of corners of a simplex. */
static void set_difference(const tacti_verify_scene *scene, const tacti_proof_simplex *s,
                           uint32_t i, const tacti_positions at[2], big3 *out) {
    const uint32_t corner[2] = {s->a[i], s->b[i]};
    tact_vec3 point[2];
    for (int side = 0; side < 2; side++) {
        const tacti_corner_list *list = &scene->side[side];
        TACTI_ASSERT(corner[side] < list->size && at[side].begin < list->count);
        point[side] = list->corners[(size_t)list->size * at[side].begin + corner[side]];
    }
    set_between(point[1], point[0], out);
}

/* The direction to the origin from the point nearest to it: of the point w, of the line w + t d, or
 * of the plane of normal n. It is a positive multiple of -w, of d (w . d) - w (d . d), or of n or
 * -n.
 */
TACTI_NEVER_INLINE void set_simplex(const tacti_verify_scene *scene, const tacti_proof_simplex *s,
                                    const tacti_positions at[2], big3 *out) {
    TACTI_ASSERT(s->count >= 1 && s->count <= 3);
    big3 w, d, e;
    tacti_big dd, wd, term;
    set_difference(scene, s, 0, at, &w);
    bool is_forward = false;
    *out = w;
    if (s->count > 1) {
        set_difference(scene, s, 1, at, &d);
        subtract(&d, &w, &d);
    }
    if (s->count == 2) {
        dot(&d, &d, &dd);
        dot(&w, &d, &wd);
        for (int k = 0; k < 3; k++) {
            tacti_big_mul(&w.c[k], &dd, &out->c[k]);
            tacti_big_mul(&d.c[k], &wd, &term);
            tacti_big_sub(&out->c[k], &term, &out->c[k]);
        }
    } else if (s->count == 3) {
        set_difference(scene, s, 2, at, &e);
        subtract(&e, &w, &e);
        cross(&d, &e, out);
        dot(out, &w, &wd);
        is_forward = wd.sign < 0;
    }
    for (int k = 0; k < 3 && !is_forward; k++)
        out->c[k].sign = -out->c[k].sign;
}

TACTI_NEVER_INLINE void set_direction(const tacti_verify_scene *scene,
                                      const tacti_verify_direction *d, tacti_positions a,
                                      tacti_positions b, big3 *out) {
    if (d->term_count == 0 && d->simplex != NULL) {
        set_simplex(scene, d->simplex, (const tacti_positions[2]){a, b}, out);
        return;
    }
    if (d->term_count == 0) {
        big3 edge[2];
        set_edge(scene, d->edge[0], a, b, &edge[0]);
        set_edge(scene, d->edge[1], a, b, &edge[1]);
        cross(&edge[0], &edge[1], out);
        return;
    }
    for (uint32_t i = 0; i < 3; i++)
        set_sum(d->terms + (size_t)i * d->term_count, d->term_count, &out->c[i]);
}

/* The most limbs of sums along a direction: from its lowest bit to its highest. */
static uint32_t limb_span(const big3 *d) {
    int low = INT32_MAX, high = INT32_MIN;
    for (int i = 0; i < 3; i++) {
        int end = d->c[i].exponent + 32 * d->c[i].count;
        if (d->c[i].sign == 0)
            continue;
        low = d->c[i].exponent < low ? d->c[i].exponent : low;
        high = end > high ? end : high;
    }
    return high > low ? (uint32_t)(high - low) / 32 + 1 : 0;
}

static double along(tact_vec3 origin, const tacti_verify_direction *d, tact_vec3 p) {
    return (d->rounded.x * (p.x - origin.x) + d->rounded.y * (p.y - origin.y)) +
           d->rounded.z * (p.z - origin.z);
}

/* The exact coordinate along a direction of the corner that is furthest forward (side 0) or back
 * (side 1). Only corners that may be the extreme one by plain arithmetic are computed exactly.
 * Returns false if the budget runs out, or if a number does not fit. */
TACTI_NEVER_INLINE bool extreme(tacti_verify_scene *scene, const tacti_verify_direction *d,
                                const big3 *exact, int side, tacti_positions at, tacti_big *out) {
    double sign = side == 0 ? 1 : -1, most = -HUGE_VAL;
    const tact_vec3 *corners = scene->side[side].corners, origin = scene->side[side].origin;
    size_t size = scene->side[side].size, begin = size * at.begin, end = size * at.end;
    uint64_t exact_work = EXACT_WORK + (uint64_t)LIMB_WORK * limb_span(exact);
    TACTI_ASSERT(at.begin < at.end && at.end <= scene->side[side].count);
    if (!tacti_verify_spend(scene, 2 * (uint64_t)(end - begin)))
        return false;
    for (size_t i = begin; i < end; i++) {
        double t = sign * along(origin, d, corners[i]);
        most = most > t ? most : t;
    }
    double least = most - 2 * tacti_verify_error(d->size, scene->side[side].reach);
    least -= fabs(least) * 0x1p-50;
    bool is_first = true;
    for (size_t i = begin; i < end; i++) {
        if (sign * along(origin, d, corners[i]) < least)
            continue;
        tacti_big value, difference;
        difference.is_lost = false;
        if (!tacti_verify_spend(scene, exact_work))
            return false;
        dot_point(exact, corners[i], &value);
        scene->exact++;
        if (!is_first)
            tacti_big_sub(&value, out, &difference);
        if (is_first || difference.is_lost || (double)difference.sign * sign > 0)
            tacti_big_copy(&value, out);
        is_first = false;
        if (out->is_lost || difference.is_lost)
            return false;
    }
    TACTI_ASSERT(!is_first);
    return true;
}

/* An exact direction, and the square that a gap along it must reach. */
typedef struct exact_direction {
    big3 d;
    tacti_big wanted; /* (lower + both radii)^2 d^2, unless that is 0 */
    uint64_t cell_work;
} exact_direction;

TACTI_NEVER_INLINE void prepare(const tacti_verify_scene *scene, const tacti_verify_direction *from,
                                const tacti_verify_cells *cells, exact_direction *out) {
    TACTI_ASSERT(cells->mask != 0);
    uint32_t first = (uint32_t)__builtin_ctzll(cells->mask);
    set_direction(scene, from, tacti_verify_part(cells->row, first / 8),
                  tacti_verify_part(cells->column, first % 8), &out->d);
    out->cell_work = (EXACT_WORK + (uint64_t)LIMB_WORK * limb_span(&out->d)) / 2;
    if (!tacti_verify_has_margin(scene))
        return;
    tacti_big margin, square;
    tacti_big_set(scene->lower, &margin);
    for (int side = 0; side < 2; side++) {
        tacti_big_set(scene->radius[side], &square);
        tacti_big_add(&margin, &square, &margin);
    }
    tacti_big_mul(&margin, &margin, &margin);
    dot(&out->d, &out->d, &square);
    tacti_big_mul(&margin, &square, &out->wanted);
}

/* The work of squaring a number: limbs^2 products, each of about half a plain projection. */
static uint64_t square_work(uint32_t limbs) {
    return (uint64_t)limbs * limbs / 2;
}

/* Whether the gap between two coordinates along a direction is what is claimed. Returns false also
 * if the budget runs out. */
TACTI_NEVER_INLINE bool is_gap(tacti_verify_scene *scene, const exact_direction *exact,
                               const tacti_big *most, const tacti_big *least) {
    tacti_big gap, excess;
    tacti_big_sub(least, most, &gap);
    if (gap.is_lost || gap.sign <= 0)
        return false; /* also if the direction is 0 */
    if (!tacti_verify_has_margin(scene))
        return true;
    if (!tacti_verify_spend(scene, square_work((uint32_t)gap.count)))
        return false;
    tacti_big_mul(&gap, &gap, &gap); /* gap >= (lower + radii) |d|, squared */
    tacti_big_sub(&gap, &exact->wanted, &excess);
    /* Apart also means that rounded shapes do not touch, so the gap must exceed the radii. */
    return !excess.is_lost && excess.sign >= (scene->is_distance ? 0 : 1);
}

/* Shows the cells of the mask, row by row. The extremes of columns are kept in least, which has
 * room for those from the first column of the mask on. Stops at the first cell that cannot be
 * shown. */
static uint64_t show_cells(tacti_verify_scene *scene, const tacti_verify_direction *direction,
                           const tacti_verify_cells *cells, const exact_direction *exact,
                           uint32_t first, tacti_big *least) {
    tacti_big most;
    uint32_t rows = 0, columns = 0; /* whose extremes are known, or were */
    uint64_t shown = 0;
    for (uint64_t left = cells->mask; left != 0; left &= left - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(left), i = bit / 8, j = bit % 8;
        if ((rows >> i & 1) == 0 &&
            !extreme(scene, direction, &exact->d, 0, tacti_verify_part(cells->row, i), &most))
            return shown;
        rows |= 1U << i;
        if ((columns >> j & 1) == 0 &&
            !extreme(scene, direction, &exact->d, 1, tacti_verify_part(cells->column, j),
                     &least[j - first]))
            return shown;
        columns |= 1U << j;
        if (!tacti_verify_spend(scene, exact->cell_work) ||
            !is_gap(scene, exact, &most, &least[j - first]))
            return shown;
        shown |= UINT64_C(1) << bit;
    }
    return shown;
}

TACTI_NEVER_INLINE uint64_t show_grid(tacti_verify_scene *scene,
                                      const tacti_verify_direction *direction,
                                      const tacti_verify_cells *cells,
                                      const exact_direction *exact) {
    tacti_big least[TACTI_PROOF_GRID];
    return show_cells(scene, direction, cells, exact, 0, least);
}

/* The same for a mask of one cell, with less stack. */
TACTI_NEVER_INLINE uint64_t show_one(tacti_verify_scene *scene,
                                     const tacti_verify_direction *direction,
                                     const tacti_verify_cells *cells,
                                     const exact_direction *exact) {
    tacti_big least;
    uint32_t first = (uint32_t)__builtin_ctzll(cells->mask) % 8;
    return show_cells(scene, direction, cells, exact, first, &least);
}

uint64_t tacti_verify_exactly(tacti_verify_scene *scene, const tacti_verify_direction *direction,
                              const tacti_verify_cells *cells) {
    exact_direction exact;
    prepare(scene, direction, cells, &exact);
    if (!tacti_verify_spend(scene, (uint64_t)EXACT_WORK * (1 + direction->term_count) +
                                       3 * square_work(limb_span(&exact.d))))
        return 0;
    bool is_one = (cells->mask & (cells->mask - 1)) == 0;
    return is_one ? show_one(scene, direction, cells, &exact)
                  : show_grid(scene, direction, cells, &exact);
}

/* ---- Triangles ---------------------------------------------------------------------------- */

static bool is_zero(const big3 *v) {
    return v->c[0].sign == 0 && v->c[1].sign == 0 && v->c[2].sign == 0 && !v->c[0].is_lost &&
           !v->c[1].is_lost && !v->c[2].is_lost;
}

/* Two triangles. Their edges and the differences of their corners are set anew wherever they are
 * needed, because exact numbers fill the stack. */
typedef struct two_triangles {
    const tact_vec3 *a, *b;
} two_triangles;

/* Edge i: 0 to 2 of a, 3 to 5 of b. */
static void set_side(const two_triangles *t, int i, big3 *out) {
    const tact_vec3 *corners = i < 3 ? t->a : t->b;
    set_between(corners[i % 3], corners[(i + 1) % 3], out);
}

/* From corner i / 3 of a to corner i % 3 of b. */
TACTI_NEVER_INLINE bool set_value(const two_triangles *t, const big3 *d, int i, tacti_big *out) {
    big3 difference;
    set_between(t->a[i / 3], t->b[i % 3], &difference);
    dot(d, &difference, out);
    return !out->is_lost;
}

/* Whether all differences lie strictly on one side along a direction: then the triangles are apart.
 * A lost number counts as apart, because the claim to be shown is contact. */
TACTI_NEVER_INLINE bool separates(const two_triangles *t, const big3 *d) {
    int sign = 0;
    for (int i = 0; i < 9; i++) {
        tacti_big value;
        if (!set_value(t, d, i, &value))
            return true;
        if (value.sign == 0 || (i > 0 && value.sign != sign))
            return false;
        sign = value.sign;
    }
    return true;
}

/* For differences that lie in a plane of normal n, which is not 0: whether an edge of their hull
 * separates them from 0 within the plane. */
TACTI_NEVER_INLINE bool separates_in_plane(const two_triangles *t, const big3 *n) {
    for (int i = 0; i < 6; i++) {
        big3 d, edge;
        set_side(t, i, &edge);
        cross(n, &edge, &d);
        if (!is_zero(&d) && separates(t, &d))
            return true;
    }
    return false;
}

/* For parallel edges, so that the differences lie on a line or are one point: whether 0 is not
 * among them. */
TACTI_NEVER_INLINE bool separates_on_line(const two_triangles *t) {
    big3 point, edge, normal;
    set_between(t->a[0], t->b[0], &point);
    bool is_edge = false;
    for (int i = 0; i < 6 && !is_edge; i++) {
        set_side(t, i, &edge);
        is_edge = !is_zero(&edge);
    }
    if (!is_edge)
        return !is_zero(&point);
    cross(&edge, &point, &normal);
    return !is_zero(&normal) || separates(t, &edge);
}

/* The normal of edges i and j. Returns false if it is 0. */
TACTI_NEVER_INLINE bool set_normal(const two_triangles *t, int i, int j, big3 *out) {
    big3 edge[2];
    set_side(t, i, &edge[0]);
    set_side(t, j, &edge[1]);
    cross(&edge[0], &edge[1], out);
    return !is_zero(out);
}

/* The triangles share a point if 0 is in the convex hull of the differences. The edges of the hull
 * are parallel to those of the triangles. If the hull has a volume and does not hold 0, the plane
 * of a face, spanned by two edges, separates it from 0. If the hull lies in a plane, 0 is outside
 * of the plane or beyond an edge. Likewise if the hull lies on a line or is a point. */
bool tacti_verify_overlap(const tact_vec3 a[3], const tact_vec3 b[3]) {
    two_triangles t = {a, b};
    bool is_line = true;
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            big3 normal;
            if (!set_normal(&t, i, j, &normal))
                continue;
            is_line = false;
            if (separates(&t, &normal) || separates_in_plane(&t, &normal))
                return false;
        }
    return is_line ? !separates_on_line(&t) : true;
}
