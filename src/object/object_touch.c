/* SPDX-License-Identifier: MIT */
/* Whether two polytopes that share a point just touch, decided exactly.
 *
 * They do if a plane has one weakly on each side. Let N be the normal of the plane, from a to b, m
 * the least N . (q - p) over vertices p of a and q of b, and R the sum of the radii. The condition
 * is m >= 0 and m^2 >= R^2 N^2. Let n be the direction in which the polytopes part with the least
 * motion. The normals that are tried are:
 *   - those of facets of the difference of the polytopes: through three vertices of one, or along
 * an edge of each, among the vertices that are furthest along n;
 *   - n itself, and n made perpendicular to an edge;
 *   - if the cores are apart, the normal from the nearest vertices.
 * A normal is taken exactly, so what it shows is true. If none of them shows that the polytopes
 * just touch, that is not known. */
#include <limits.h>
#include <math.h>

#include "base/assert.h"
#include "base/inline.h"
#include "pair/pair.h"
#include "exact/wide3.h"
#include "math/vec.h"
#include "object/object_relation.h"

/* The most vertices of a side that normals are made of. */
#define MOST_NEAR 6

/* Vertices within this fraction of the size from the furthest count as furthest. Normals that fail
 * by more than this fraction in rounded numbers are not tried. */
#define NEARLY 1e-9

typedef struct touch {
    tacti_body body[2];
    double size;
    int exponent;      /* coordinates are integers times 2^exponent */
    tacti_wide square; /* of the sum of the radii */
} touch;

/* ---- Integers ----------------------------------------------------------------------------- */

static void note_exponent(double x, int *least, int *most) {
    if (x == 0)
        return;
    int lowest = tacti_wide_lowest_exponent(x), highest = ilogb(x) + 1;
    *least = lowest < *least ? lowest : *least;
    *most = highest > *most ? highest : *most;
}

/* Sets up the integers. Returns false if a shape has no vertices, or if the integers would be too
 * large. */
static bool begin(const tacti_placed_shape *a, const tacti_placed_shape *b, touch *t) {
    tacti_body_set(a, &t->body[0]);
    tacti_body_set(b, &t->body[1]);
    int least = INT_MAX, most = INT_MIN;
    t->size = 0;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &t->body[side];
        if (body->count == 0)
            return false;
        note_exponent(body->radius, &least, &most);
        for (uint32_t i = 0; i < body->count; i++) {
            tact_vec3 p = tacti_body_vertex(body, i);
            note_exponent(p.x, &least, &most);
            note_exponent(p.y, &least, &most);
            note_exponent(p.z, &least, &most);
            t->size = tacti_max(t->size, tacti_largest(p));
        }
    }
    t->exponent = least == INT_MAX ? 0 : least;
    if (least != INT_MAX && most - least > TACTI_WIDE_PLACED_BITS)
        return false;
    tacti_wide sum, other;
    tacti_wide_from_double(t->body[0].radius, t->exponent, &sum);
    tacti_wide_from_double(t->body[1].radius, t->exponent, &other);
    tacti_wide_add(&sum, &other, &sum);
    tacti_wide_mul(&sum, &sum, &t->square);
    return true;
}

static void vertex(const touch *t, int side, uint32_t i, tacti_wide3 *out) {
    TACTI_ASSERT(i < t->body[side].count);
    tacti_wide3_from(tacti_body_vertex(&t->body[side], i), t->exponent, out);
}

/* The greatest (sign 1) or least (sign -1) of N . p over the vertices of a side. */
static void extreme(const touch *t, int side, const tacti_wide3 *normal, int sign,
                    tacti_wide *out) {
    TACTI_ASSERT(sign == 1 || sign == -1);
    for (uint32_t i = 0; i < t->body[side].count; i++) {
        tacti_wide3 p;
        tacti_wide along, difference;
        vertex(t, side, i, &p);
        tacti_wide3_dot(normal, &p, &along);
        if (i > 0)
            tacti_wide_sub(&along, out, &difference);
        if (i == 0 || difference.sign == sign)
            tacti_wide_copy(&along, out);
    }
}

/* Whether N or -N shows that the polytopes just touch. Changes the normal. */
TACTI_NEVER_INLINE bool shows_touch(const touch *t, tacti_wide3 *normal) {
    if (tacti_wide3_is_zero(normal))
        return false;
    for (int turn = 0; turn < 2; turn++) {
        tacti_wide a, b, left, right, square;
        extreme(t, 0, normal, 1, &a);
        extreme(t, 1, normal, -1, &b);
        tacti_wide_sub(&b, &a, &b);
        if (b.sign >= 0) {
            tacti_wide_mul(&b, &b, &left);
            tacti_wide3_dot(normal, normal, &square);
            tacti_wide_mul(&square, &t->square, &right);
            tacti_wide_sub(&left, &right, &left);
            return left.sign >= 0;
        }
        tacti_wide3_negate(normal);
    }
    return false;
}

/* ---- Cores that touch --------------------------------------------------------------------- */

/* Vertices of a side that are furthest along a direction. */
typedef struct near_set {
    uint32_t count;
    uint32_t at[MOST_NEAR];
} near_set;

static void find_near(const touch *t, int side, tact_vec3 n, near_set *out) {
    const tacti_body *body = &t->body[side];
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < body->count; i++)
        most = tacti_max(most, tacti_vec3_dot(n, tacti_body_vertex(body, i)));
    out->count = 0;
    for (uint32_t i = 0; i < body->count && out->count < MOST_NEAR; i++)
        if (tacti_vec3_dot(n, tacti_body_vertex(body, i)) >= most - NEARLY * t->size)
            out->at[out->count++] = i;
}

/* Whether a normal may show that the polytopes just touch, by rounded numbers. */
static bool may_touch(const touch *t, tact_vec3 n) {
    double length = tact_vec3_length(n), most[2] = {-HUGE_VAL, -HUGE_VAL};
    double least[2] = {HUGE_VAL, HUGE_VAL};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < t->body[side].count; i++) {
            double along = tacti_vec3_dot(n, tacti_body_vertex(&t->body[side], i));
            most[side] = tacti_max(most[side], along);
            least[side] = tacti_min(least[side], along);
        }
    double overlap = tacti_min(most[0] - least[1], most[1] - least[0]);
    return length > 0 && overlap <= NEARLY * t->size * length;
}

/* An edge of one side: from one vertex to another. */
typedef struct edge {
    int side;
    uint32_t from, to;
} edge;

static tact_vec3 rounded(const touch *t, const edge *e) {
    return tacti_vec3_sub(tacti_body_vertex(&t->body[e->side], e->to),
                          tacti_body_vertex(&t->body[e->side], e->from));
}

TACTI_NEVER_INLINE void exact(const touch *t, const edge *e, tacti_wide3 *out) {
    tacti_wide3 from;
    vertex(t, e->side, e->to, out);
    vertex(t, e->side, e->from, &from);
    tacti_wide3_sub(out, &from, out);
}

TACTI_NEVER_INLINE void normal_of_edges(const touch *t, const edge *u, const edge *v,
                                        tacti_wide3 *out) {
    tacti_wide3 a, b;
    exact(t, u, &a);
    exact(t, v, &b);
    tacti_wide3_cross(&a, &b, out);
}

/* Tries the plane along two edges. */
static bool try_edges(const touch *t, edge u, edge v) {
    if (!may_touch(t, tacti_vec3_cross(rounded(t, &u), rounded(t, &v))))
        return false;
    tacti_wide3 normal;
    normal_of_edges(t, &u, &v, &normal);
    return shows_touch(t, &normal);
}

static bool try_faces(const touch *t, int side, const near_set *set) {
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++)
            for (uint32_t k = j + 1; k < set->count; k++)
                if (try_edges(t, (edge){side, set->at[i], set->at[j]},
                              (edge){side, set->at[i], set->at[k]}))
                    return true;
    return false;
}

static bool try_pairs(const touch *t, const near_set set[2]) {
    for (uint32_t i = 0; i < set[0].count; i++)
        for (uint32_t j = i + 1; j < set[0].count; j++)
            for (uint32_t k = 0; k < set[1].count; k++)
                for (uint32_t l = k + 1; l < set[1].count; l++)
                    if (try_edges(t, (edge){0, set[0].at[i], set[0].at[j]},
                                  (edge){1, set[1].at[k], set[1].at[l]}))
                        return true;
    return false;
}

/* A direction in integers, of any length. Coordinates that are tiny beside the largest are taken as
 * rounding. Returns false if the direction is 0. */
static bool direction_exactly(tact_vec3 n, tacti_wide3 *out) {
    double least = 1e-12 * tacti_largest(n);
    n = (tact_vec3){fabs(n.x) > least ? n.x : 0, fabs(n.y) > least ? n.y : 0,
                    fabs(n.z) > least ? n.z : 0};
    int lowest = INT_MAX, highest = INT_MIN;
    note_exponent(n.x, &lowest, &highest);
    note_exponent(n.y, &lowest, &highest);
    note_exponent(n.z, &lowest, &highest);
    if (lowest == INT_MAX)
        return false;
    tacti_wide3_from(n, lowest, out);
    return true;
}

/* Tries the direction as it is. */
static bool try_direction(const touch *t, tact_vec3 n) {
    tacti_wide3 normal;
    return may_touch(t, n) && direction_exactly(n, &normal) && shows_touch(t, &normal);
}

/* The direction made exactly perpendicular to an edge. Returns false if it is parallel to the edge.
 */
TACTI_NEVER_INLINE bool normal_of_square(const touch *t, tact_vec3 n, const edge *u,
                                         tacti_wide3 *out) {
    tacti_wide3 along, across;
    if (!direction_exactly(tacti_vec3_cross(n, rounded(t, u)), &across))
        return false;
    exact(t, u, &along);
    tacti_wide3_cross(&along, &across, out);
    return true;
}

/* Tries the direction made exactly perpendicular to an edge. This finds the plane through an edge
 * if all other vertices are strictly on their sides of the plane. */
static bool try_square(const touch *t, tact_vec3 n, edge u) {
    tacti_wide3 normal;
    return normal_of_square(t, n, &u, &normal) && shows_touch(t, &normal);
}

static bool try_squares(const touch *t, tact_vec3 n, int side, const near_set *set) {
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++)
            if (try_square(t, n, (edge){side, set->at[i], set->at[j]}))
                return true;
    return false;
}

static bool do_cores_touch(const touch *t, tact_vec3 direction) {
    near_set set[2];
    if (!(tacti_largest(direction) > 0.1) || try_direction(t, direction))
        return tacti_largest(direction) > 0.1;
    find_near(t, 0, direction, &set[0]);
    find_near(t, 1, tacti_vec3_scale(direction, -1), &set[1]);
    return try_squares(t, direction, 0, &set[0]) || try_squares(t, direction, 1, &set[1]) ||
           try_faces(t, 0, &set[0]) || try_faces(t, 1, &set[1]) || try_pairs(t, set);
}

/* ---- Cores that are apart ----------------------------------------------------------------- */

/* The difference q - p of the i-th pair of nearest vertices. */
TACTI_NEVER_INLINE void difference(const touch *t, const tacti_convex_distance_answer *near, int i,
                                   tacti_wide3 *out) {
    tacti_wide3 p;
    vertex(t, 1, near->b[i], out);
    vertex(t, 0, near->a[i], &p);
    tacti_wide3_sub(out, &p, out);
}

/* The normal of an edge: the foot of the origin on the line through two differences. */
TACTI_NEVER_INLINE void normal_of_edge(const touch *t, const tacti_convex_distance_answer *near,
                                       tacti_wide3 *out) {
    tacti_wide3 w[2], d;
    tacti_wide first, second;
    difference(t, near, 0, &w[0]);
    difference(t, near, 1, &w[1]);
    tacti_wide3_sub(&w[1], &w[0], &d);
    tacti_wide3_dot(&w[1], &d, &first);
    tacti_wide3_dot(&w[0], &d, &second);
    second.sign = -second.sign;
    tacti_wide3_combine(&w[0], &first, &w[1], &second, out);
}

TACTI_NEVER_INLINE void normal_of_face(const touch *t, const tacti_convex_distance_answer *near,
                                       tacti_wide3 *out) {
    tacti_wide3 w, d, e;
    difference(t, near, 0, &w);
    difference(t, near, 1, &d);
    difference(t, near, 2, &e);
    tacti_wide3_sub(&d, &w, &d);
    tacti_wide3_sub(&e, &w, &e);
    tacti_wide3_cross(&d, &e, out);
}

/* Tries the normal from the nearest vertices: the point nearest to the origin on the point, line or
 * plane through their differences, as in decide/exact_search.c. */
static bool do_rounds_touch(const touch *t, const tacti_convex_distance_answer *near) {
    tacti_wide3 normal;
    uint32_t count = near->pair_count;
    if (near->outcome != TACT_OUTCOME_APART || count == 0 || count > 3)
        return false;
    if (count == 1)
        difference(t, near, 0, &normal);
    else if (count == 2)
        normal_of_edge(t, near, &normal);
    else
        normal_of_face(t, near, &normal);
    return shows_touch(t, &normal);
}

bool tacti_shapes_just_touch(const tacti_placed_shape *a, const tacti_placed_shape *b,
                             tact_vec3 direction) {
    touch t;
    if (!begin(a, b, &t))
        return false;
    if (a->shape->radius == 0 && b->shape->radius == 0)
        return do_cores_touch(&t, direction);
    tact_shape core[2] = {*a->shape, *b->shape};
    core[0].radius = core[1].radius = 0;
    tacti_placed_shape placed[2] = {{&core[0], a->pose, a->limit}, {&core[1], b->pose, b->limit}};
    tacti_convex_distance_answer near;
    return tacti_convex_distance(&placed[0], &placed[1], NULL, &near) == TACT_OK &&
           do_rounds_touch(&t, &near);
}
