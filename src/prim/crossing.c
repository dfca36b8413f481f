/* SPDX-License-Identifier: MIT */
/* Triangles that cross in general position: the test of overlap.c, continued to the ends of the
 * common segment. Nothing is computed exactly here. If a filter leaves a sign open, or a value is
 * not accurate enough, the list of corners of intersect.c decides. docs/prim.md has the proofs.
 *
 * There are two of everything (two planes, two ends), so everything is computed in two lanes. */
#include "prim/crossing.h"

#include "base/assert.h"
#include "exact/det.h"
#include "math/vec3x2.h"

/* tacti_det3_bound(). */
TACTI_ALWAYS_INLINE tacti_d2 bound_of(tacti_d2 bc, tacti_d2 d) {
    tacti_d2 least = tacti_d2_set(TACTI_LEAST);
    tacti_d2 product = tacti_d2_mul(tacti_d2_max(least, bc), d);
    tacti_d2 bound =
        tacti_d2_mul(tacti_d2_set(TACTI_DET3_HALF_ERROR), tacti_d2_add(product, product));
    return tacti_d2_max(least, bound);
}

/* Whether two determinants are certainly positive, and certainly negative: one bit per lane. */
typedef struct signs {
    unsigned above, below;
} signs;

TACTI_ALWAYS_INLINE signs signs_of(tacti_d2 det, tacti_d2 bound) {
    return (signs){tacti_d2_exceeds(det, bound),
                   tacti_d2_exceeds(tacti_d2_sub(tacti_d2_set(0), bound), det)};
}

/* ---- Planes ------------------------------------------------------------------------------- */

/* Which corners of each triangle (0 for a, 1 for b) lie above and below the other's plane: one bit
 * per corner, in neither if it is open. The bound of the farthest corner holds for all three, since
 * it grows with the distance. If it is NaN, so is a determinant. */
typedef struct plane_sides {
    unsigned above[2], below[2];
} plane_sides;

TACTI_ALWAYS_INLINE plane_sides find_plane_sides(const tact_triangle *a, const tact_triangle *b) {
    tacti_vec3x2 corner[3], d[3];
    for (int i = 0; i < 3; i++)
        corner[i] = tacti_vec3x2_of(&a->v[i], &b->v[i]);
    tacti_vec3x2 origin = tacti_vec3x2_swap(corner[0]);
    tacti_vec3x2 e = tacti_vec3x2_swap(tacti_vec3x2_sub(corner[1], corner[0]));
    tacti_vec3x2 f = tacti_vec3x2_swap(tacti_vec3x2_sub(corner[2], corner[0]));
    tacti_vec3x2 normal = tacti_vec3x2_cross(e, f);
    tacti_d2 farthest = tacti_d2_set(0);
    for (int i = 0; i < 3; i++) {
        d[i] = tacti_vec3x2_sub(corner[i], origin);
        farthest = tacti_d2_max(farthest, tacti_vec3x2_sum(d[i]));
    }
    tacti_d2 bound = bound_of(tacti_d2_mul(tacti_vec3x2_sum(e), tacti_vec3x2_sum(f)), farthest);
    plane_sides sides = {{0, 0}, {0, 0}};
    for (int i = 0; i < 3; i++) {
        signs s = signs_of(tacti_vec3x2_dot(d[i], normal), bound);
        sides.above[0] |= (s.above & 1) << i;
        sides.above[1] |= s.above >> 1 << i;
        sides.below[0] |= (s.below & 1) << i;
        sides.below[1] |= s.below >> 1 << i;
    }
    return sides;
}

/* The corner that is alone on its side, indexed by the bits of the corners above. */
static const unsigned char lone_corner[8] = {0, 0, 1, 2, 2, 1, 0, 0};
/* The corner after the lone one, indexed by whether the other's lone corner is above. */
static const unsigned char next_corner[2][3] = {{2, 0, 1}, {1, 2, 0}};

/* Whether the lone corner is the one above. */
static inline unsigned lone_is_above(unsigned above) {
    return (above & (above - 1)) == 0;
}

/* ---- Ends --------------------------------------------------------------------------------- */

/* An end of the common segment. It lies inside the edge between two corners of its own side, in the
 * other's plane. */
typedef struct segment_end {
    int side;          /* 0 for a, 1 for b */
    unsigned from, to; /* corners */
} segment_end;

static inline unsigned edge_between(unsigned from, unsigned to) {
    TACTI_ASSERT(from < 3 && to < 3 && from != to);
    return next_corner[1][from] == to ? from : to;
}

/* The order of the four places where edges at the lone corners meet the line of both planes. With
 * p, q, r and p', q', r' as in docs/prim.md, edges p r, p q of a meet it in J <= K, edges p' q',
 * p' r' of b in K' <= J'. The common segment runs from the later of J, K' to the earlier of K, J'.
 */
TACTI_ALWAYS_INLINE tacti_crossing find_ends(const tact_triangle *a, const tact_triangle *b,
                                             const plane_sides *sides, segment_end end[2]) {
    TACTI_ASSERT(sides->above[0] > 0 && sides->above[0] < 7);
    TACTI_ASSERT(sides->above[1] > 0 && sides->above[1] < 7);
    unsigned p = lone_corner[sides->above[0]], p2 = lone_corner[sides->above[1]];
    unsigned a_is_above = lone_is_above(sides->above[0]);
    unsigned b_is_above = lone_is_above(sides->above[1]);
    unsigned q = next_corner[b_is_above][p], r = next_corner[!b_is_above][p];
    unsigned q2 = next_corner[a_is_above][p2], r2 = next_corner[!a_is_above][p2];
    tacti_vec3x2 origin = tacti_vec3x2_of(&a->v[p], &a->v[p]);
    tacti_vec3x2 to_rq = tacti_vec3x2_sub(tacti_vec3x2_of(&a->v[r], &a->v[q]), origin);
    tacti_vec3x2 to_p2 = tacti_vec3x2_sub(tacti_vec3x2_of(&b->v[p2], &b->v[p2]), origin);
    tacti_vec3x2 to_qr2 = tacti_vec3x2_sub(tacti_vec3x2_of(&b->v[q2], &b->v[r2]), origin);
    tacti_vec3x2 normal = tacti_vec3x2_cross(to_rq, to_p2);
    tacti_d2 sums = tacti_d2_mul(tacti_vec3x2_sum(to_rq), tacti_vec3x2_sum(to_p2));
    tacti_d2 last_sum = tacti_vec3x2_sum(to_qr2);
    /* K' - J and J' - K; then K' - K and J' - J. */
    signs inner = signs_of(tacti_vec3x2_dot(to_qr2, normal), bound_of(sums, last_sum));
    signs outer = signs_of(tacti_vec3x2_dot(to_qr2, tacti_vec3x2_swap(normal)),
                           bound_of(tacti_d2_swap(sums), last_sum));
    if ((outer.above & 1) != 0 || (outer.below & 2) != 0)
        return TACTI_CROSSING_APART;
    if (outer.below != 1 || outer.above != 2 || (inner.above | inner.below) != 3)
        return TACTI_CROSSING_OPEN;
    end[0] = (inner.above & 1) != 0 ? (segment_end){1, p2, q2} : (segment_end){0, p, r};
    end[1] = (inner.above & 2) != 0 ? (segment_end){0, p, q} : (segment_end){1, p2, r2};
    return TACTI_CROSSING_SEGMENT;
}

/* ---- Positions ---------------------------------------------------------------------------- */

/* A number and what its rounding lost. */
typedef struct corrected {
    tacti_d2 value, tail;
} corrected;

typedef struct corrected3 {
    tacti_vec3x2 value, tail;
} corrected3;

/* a - b, exactly. */
TACTI_ALWAYS_INLINE corrected exact_difference(tacti_d2 a, tacti_d2 b) {
    tacti_d2 value = tacti_d2_sub(a, b);
    tacti_d2 b_part = tacti_d2_sub(a, value), a_part = tacti_d2_add(value, b_part);
    return (corrected){value, tacti_d2_add(tacti_d2_sub(a, a_part), tacti_d2_sub(b_part, b))};
}

TACTI_ALWAYS_INLINE corrected3 exact_difference3(tacti_vec3x2 a, tacti_vec3x2 b) {
    corrected x = exact_difference(a.x, b.x), y = exact_difference(a.y, b.y);
    corrected z = exact_difference(a.z, b.z);
    return (corrected3){{x.value, y.value, z.value}, {x.tail, y.tail, z.tail}};
}

/* A number in two parts of half its length, and their sum. */
typedef struct halves {
    tacti_d2 whole, lead, rest;
} halves;

TACTI_ALWAYS_INLINE halves halves_of(tacti_d2 a) {
    tacti_d2 lead = tacti_d2_leading(a);
    return (halves){a, lead, tacti_d2_sub(a, lead)};
}

typedef struct halves3 {
    halves x, y, z;
} halves3;

TACTI_ALWAYS_INLINE halves3 halves3_of(tacti_vec3x2 a) {
    return (halves3){halves_of(a.x), halves_of(a.y), halves_of(a.z)};
}

/* a b; the tail errs by less than 2^-75 of the product. */
TACTI_ALWAYS_INLINE corrected product(halves a, halves b) {
    tacti_d2 value = tacti_d2_mul(a.whole, b.whole);
    tacti_d2 tail = tacti_d2_sub(tacti_d2_mul(a.lead, b.lead), value);
    tail = tacti_d2_add(tail, tacti_d2_mul(a.lead, b.rest));
    tail = tacti_d2_add(tail, tacti_d2_mul(a.rest, b.lead));
    return (corrected){value, tacti_d2_add(tail, tacti_d2_mul(a.rest, b.rest))};
}

/* a d - b c for numbers with tails. */
TACTI_ALWAYS_INLINE corrected corrected_minor(halves a, halves d, halves b, halves c,
                                              const tacti_d2 tail[4]) {
    corrected left = product(a, d), right = product(b, c);
    corrected value = exact_difference(left.value, right.value);
    tacti_d2 of_left = tacti_d2_add(tacti_d2_mul(a.whole, tail[1]), tacti_d2_mul(tail[0], d.whole));
    tacti_d2 of_right =
        tacti_d2_add(tacti_d2_mul(b.whole, tail[3]), tacti_d2_mul(tail[2], c.whole));
    tacti_d2 rounded = tacti_d2_add(value.tail, tacti_d2_sub(left.tail, right.tail));
    return (corrected){value.value, tacti_d2_add(rounded, tacti_d2_sub(of_left, of_right))};
}

/* The cross product of numbers with tails. */
TACTI_ALWAYS_INLINE corrected3 corrected_cross(const corrected3 *b, const corrected3 *c) {
    halves3 p = halves3_of(b->value), q = halves3_of(c->value);
    tacti_vec3x2 s = b->tail, t = c->tail;
    corrected x = corrected_minor(p.y, q.z, p.z, q.y, (tacti_d2[4]){s.y, t.z, s.z, t.y});
    corrected y = corrected_minor(p.z, q.x, p.x, q.z, (tacti_d2[4]){s.z, t.x, s.x, t.z});
    corrected z = corrected_minor(p.x, q.y, p.y, q.x, (tacti_d2[4]){s.x, t.y, s.y, t.x});
    return (corrected3){{x.value, y.value, z.value}, {x.tail, y.tail, z.tail}};
}

/* a + b and its tail. */
TACTI_ALWAYS_INLINE corrected exact_sum(tacti_d2 a, tacti_d2 b) {
    tacti_d2 value = tacti_d2_add(a, b);
    tacti_d2 b_part = tacti_d2_sub(value, a), a_part = tacti_d2_sub(value, b_part);
    return (corrected){value, tacti_d2_add(tacti_d2_sub(a, a_part), tacti_d2_sub(b, b_part))};
}

TACTI_ALWAYS_INLINE tacti_d2 corrected_dot(const corrected3 *d, const corrected3 *n) {
    halves3 p = halves3_of(d->value), q = halves3_of(n->value);
    corrected x = product(p.x, q.x), y = product(p.y, q.y), z = product(p.z, q.z);
    corrected xy = exact_sum(x.value, y.value), all = exact_sum(xy.value, z.value);
    tacti_d2 tail = tacti_d2_add(tacti_d2_add(xy.tail, all.tail),
                                 tacti_d2_add(tacti_d2_add(x.tail, y.tail), z.tail));
    tail = tacti_d2_add(tail, tacti_d2_add(tacti_vec3x2_dot(d->value, n->tail),
                                           tacti_vec3x2_dot(d->tail, n->value)));
    return tacti_d2_add(all.value, tail);
}

/* Within these limits nothing overflows, and what underflows is negligible. */
#define MOST_SUM 0x1p300
#define LEAST_VALUE 0x1p-700
/* A value above this part of the product of the coordinate sums is accurate to 1.1 units of
 * 2^-53. */
#define LEAST_PART 0x1p-14

/* The magnitudes of the planes' determinants at the corners from and to of both ends; false if one
 * of them is not accurate. */
TACTI_ALWAYS_INLINE bool find_values(const tacti_vec3x2 plane[3], const tacti_vec3x2 corner[2],
                                     tacti_d2 value[2]) {
    corrected3 b = exact_difference3(plane[1], plane[0]);
    corrected3 c = exact_difference3(plane[2], plane[0]);
    corrected3 normal = corrected_cross(&b, &c);
    tacti_d2 b_sum = tacti_vec3x2_sum(b.value), c_sum = tacti_vec3x2_sum(c.value);
    tacti_d2 part = tacti_d2_mul(tacti_d2_set(LEAST_PART), tacti_d2_mul(b_sum, c_sum));
    tacti_d2 most = tacti_d2_max(b_sum, c_sum), least = tacti_d2_set(LEAST_VALUE);
    unsigned accurate = 3;
    for (int i = 0; i < 2; i++) {
        corrected3 d = exact_difference3(corner[i], plane[0]);
        value[i] = tacti_d2_abs(corrected_dot(&d, &normal));
        tacti_d2 d_sum = tacti_vec3x2_sum(d.value);
        most = tacti_d2_max(most, d_sum);
        accurate &= tacti_d2_exceeds(value[i], tacti_d2_max(least, tacti_d2_mul(part, d_sum)));
    }
    return (accurate & tacti_d2_exceeds(tacti_d2_set(MOST_SUM), most)) == 3;
}

TACTI_ALWAYS_INLINE tacti_d2 between(tacti_d2 from, tacti_d2 to, tacti_d2 from_weight,
                                     tacti_d2 to_weight) {
    tacti_d2 x = tacti_d2_add(tacti_d2_mul(from_weight, from), tacti_d2_mul(to_weight, to));
    return tacti_d2_max(tacti_d2_min(from, to), tacti_d2_min(tacti_d2_max(from, to), x));
}

/* Where the edges of both ends meet the planes; false if that is not accurate. */
TACTI_ALWAYS_INLINE bool find_positions(const tact_triangle *const side[2],
                                        const segment_end end[2], tacti_vec3x2 *position) {
    const tact_vec3 *p0 = side[1 - end[0].side]->v, *p1 = side[1 - end[1].side]->v;
    const tact_vec3 *v0 = side[end[0].side]->v, *v1 = side[end[1].side]->v;
    tacti_vec3x2 plane[3];
    for (int i = 0; i < 3; i++)
        plane[i] = tacti_vec3x2_of(&p0[i], &p1[i]);
    tacti_vec3x2 corner[2] = {tacti_vec3x2_of(&v0[end[0].from], &v1[end[1].from]),
                              tacti_vec3x2_of(&v0[end[0].to], &v1[end[1].to])};
    tacti_d2 value[2];
    if (!find_values(plane, corner, value))
        return false;
    tacti_d2 sum = tacti_d2_add(value[0], value[1]);
    tacti_d2 from = tacti_d2_div(value[1], sum), to = tacti_d2_div(value[0], sum);
    position->x = between(corner[0].x, corner[1].x, from, to);
    position->y = between(corner[0].y, corner[1].y, from, to);
    position->z = between(corner[0].z, corner[1].z, from, to);
    return true;
}

static inline tact_overlap_point point_at(tact_vec3 position, const segment_end *end) {
    tact_feature edge = (tact_feature)(TACT_FEATURE_EDGE_0 + edge_between(end->from, end->to));
    if (end->side == 0)
        return (tact_overlap_point){position, edge, TACT_FEATURE_FACE};
    return (tact_overlap_point){position, TACT_FEATURE_FACE, edge};
}

/* ---- All ---------------------------------------------------------------------------------- */

tacti_crossing tacti_find_crossing(const tact_triangle *a, const tact_triangle *b,
                                   tact_overlap_point end[2]) {
    plane_sides sides = find_plane_sides(a, b);
    if (sides.above[0] == 7 || sides.below[0] == 7 || sides.above[1] == 7 || sides.below[1] == 7)
        return TACTI_CROSSING_APART;
    if ((sides.above[0] | sides.below[0]) != 7 || (sides.above[1] | sides.below[1]) != 7)
        return TACTI_CROSSING_OPEN;
    segment_end ends[2];
    tacti_crossing crossing = find_ends(a, b, &sides, ends);
    if (crossing != TACTI_CROSSING_SEGMENT)
        return crossing;
    const tact_triangle *const side[2] = {a, b};
    tacti_vec3x2 x;
    if (!find_positions(side, ends, &x))
        return TACTI_CROSSING_OPEN;
    unsigned order0 = 3 * (unsigned)ends[0].side + edge_between(ends[0].from, ends[0].to);
    unsigned order1 = 3 * (unsigned)ends[1].side + edge_between(ends[1].from, ends[1].to);
    unsigned first = order0 < order1 ? 0 : 1;
    end[first] =
        point_at((tact_vec3){tacti_d2_lo(x.x), tacti_d2_lo(x.y), tacti_d2_lo(x.z)}, &ends[0]);
    end[1 - first] =
        point_at((tact_vec3){tacti_d2_hi(x.x), tacti_d2_hi(x.y), tacti_d2_hi(x.z)}, &ends[1]);
    return TACTI_CROSSING_SEGMENT;
}
