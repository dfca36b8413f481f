/* SPDX-License-Identifier: MIT */
/* Support points and bounds of the distance, for the searches on polytopes and on smooth shapes.
 * The support point of a hull is found by scanning all vertices in lanes, or by climbing if there
 * are many. For files that are compiled for a SIMD level. */
#ifndef TACTI_SEARCH_GJK_SUPPORT_H
#define TACTI_SEARCH_GJK_SUPPORT_H

#include "base/assert.h"
#include "base/sqrt.h"
#include "shape/body_make.h"
#include "search/gjk.h"

/* The search for the distance ends when the bounds differ by less than this fraction of the
 * distance, or by no more than rounding explains. Polytopes need few last steps. Between smooth
 * shapes each digit costs as much as the one before. */
#define TACTI_DISTANCE_TOLERANCE 0x1p-42
#define TACTI_SMOOTH_TOLERANCE 0x1p-36
/* With radii: the cores' distance less the radii may be small. */
#define TACTI_ROUNDED_TOLERANCE 0x1p-48

/* After this many steps, the direction changes little from step to step. */
#define TACTI_FAR_ITERATIONS 6

/* Shorter directions are not used: products would lose digits. */
#define TACTI_LEAST_DIRECTION 0x1p-450

/* ---- Support points ----------------------------------------------------------------------- */

/* Up to this many vertices, all products are kept and all vertices are placed at once. */
#define TACTI_FEW 32

/* Vertices of a body, placed. */
typedef struct tacti_placed_few {
    double x[TACTI_FEW], y[TACTI_FEW], z[TACTI_FEW];
} tacti_placed_few;

TACTI_ALWAYS_INLINE void tacti_place_row(const double *row, const tacti_d8 v[3], double *out) {
    tacti_d8 sum = tacti_d8_add(tacti_d8_mul(tacti_d8_set(row[0]), v[0]),
                                tacti_d8_mul(tacti_d8_set(row[1]), v[1]));
    sum = tacti_d8_add(sum, tacti_d8_mul(tacti_d8_set(row[2]), v[2]));
    tacti_d8_store(out, tacti_d8_add(sum, tacti_d8_set(row[3])));
}

TACTI_ALWAYS_INLINE void tacti_place_columns(const tacti_body *body, const tacti_d8 v[3],
                                             uint32_t at, tacti_placed_few *out) {
    const double *m = body->pose->m;
    tacti_place_row(m, v, out->x + at);
    tacti_place_row(m + 4, v, out->y + at);
    tacti_place_row(m + 8, v, out->z + at);
}

/* Boxes and hulls of at most eight vertices are placed before the first step. Hulls with few
 * vertices are placed once more than one step is known to be needed. */
TACTI_ALWAYS_INLINE bool tacti_has_eight(const tacti_body *body) {
    return body->kind == TACT_SHAPE_BOX || (body->hull != NULL && body->hull->padded_count == 8);
}

TACTI_ALWAYS_INLINE bool tacti_has_few(const tacti_body *body) {
    return body->hull != NULL && body->hull->padded_count <= TACTI_FEW;
}

/* Places the vertices of a box or of a hull with few vertices. */
TACTI_ALWAYS_INLINE void tacti_place_few(const tacti_body *body, tacti_placed_few *out) {
    if (body->kind == TACT_SHAPE_BOX) {
        static const double signs[3][8] = {{-1, 1, -1, 1, -1, 1, -1, 1},
                                           {-1, -1, 1, 1, -1, -1, 1, 1},
                                           {-1, -1, -1, -1, 1, 1, 1, 1}};
        tact_vec3 h = body->shape->core.half_extents;
        tacti_d8 v[3] = {tacti_d8_mul(tacti_d8_load(signs[0]), tacti_d8_set(h.x)),
                         tacti_d8_mul(tacti_d8_load(signs[1]), tacti_d8_set(h.y)),
                         tacti_d8_mul(tacti_d8_load(signs[2]), tacti_d8_set(h.z))};
        tacti_place_columns(body, v, 0, out);
        return;
    }
    const tact_hull *hull = body->hull;
    TACTI_ASSERT(hull != NULL && hull->padded_count <= TACTI_FEW && hull->padded_count % 8 == 0);
    for (uint32_t i = 0; i < hull->padded_count; i += 8) {
        tacti_d8 v[3] = {tacti_d8_load(hull->column[0] + i), tacti_d8_load(hull->column[1] + i),
                         tacti_d8_load(hull->column[2] + i)};
        tacti_place_columns(body, v, i, out);
    }
}

/* The products of eight vertices with a direction. */
TACTI_ALWAYS_INLINE tacti_d8 tacti_lane_products(const double *const column[3], uint32_t first,
                                                 const tacti_d8 m[3]) {
    return tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_load(column[0] + first), m[0]),
                                     tacti_d8_mul(tacti_d8_load(column[1] + first), m[1])),
                        tacti_d8_mul(tacti_d8_load(column[2] + first), m[2]));
}

/* tacti_scan_columns() for at most TACTI_FEW vertices: all products, then the greatest of them. */
TACTI_ALWAYS_INLINE uint32_t tacti_scan_few(const double *const column[3], uint32_t padded_count,
                                            const tacti_d8 m[3]) {
    TACTI_ASSERT(padded_count >= 8 && padded_count <= TACTI_FEW && padded_count % 8 == 0);
    tacti_d8 dot[TACTI_FEW / 8];
    tacti_d8 best = dot[0] = tacti_lane_products(column, 0, m);
    TACTI_UNROLL
    for (uint32_t i = 1; i < TACTI_FEW / 8; i++) {
        dot[i] = dot[0];
        if (8 * i < padded_count)
            dot[i] = tacti_lane_products(column, 8 * i, m);
        best = tacti_d8_max(dot[i], best);
    }
    tacti_d8 most = tacti_d8_set(tacti_d8_largest(best));
    uint32_t bits = 0;
    TACTI_UNROLL
    for (uint32_t i = 0; i < TACTI_FEW / 8; i++)
        bits |= tacti_m8_bits(tacti_d8_ge(dot[i], most)) << (8 * i);
    return (uint32_t)__builtin_ctz(bits | 0x80000000);
}

/* tacti_scan_columns() for any number of vertices. */
static inline uint32_t tacti_scan_many(const double *const column[3], uint32_t padded_count,
                                       const tacti_d8 m[3]) {
    TACTI_ASSERT(padded_count >= 8 && padded_count % 8 == 0);
    tacti_d8 best = tacti_lane_products(column, 0, m), where = tacti_d8_set(0);
    for (uint32_t i = 8; i < padded_count; i += 8) {
        tacti_d8 dot = tacti_lane_products(column, i, m);
        where = tacti_d8_select(tacti_d8_gt(dot, best), tacti_d8_set((double)i), where);
        best = tacti_d8_max(dot, best);
    }
    double block[8];
    tacti_d8_store(block, where);
    uint32_t bits = tacti_m8_bits(tacti_d8_ge(best, tacti_d8_set(tacti_d8_largest(best))));
    uint32_t least = UINT32_MAX;
    for (; bits != 0; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        uint32_t at = (uint32_t)block[lane] + lane;
        least = at < least ? at : least;
    }
    return least;
}

/* The first vertex with the greatest product. The columns repeat vertex 0 at their ends. */
TACTI_ALWAYS_INLINE uint32_t tacti_scan_columns(const double *const column[3],
                                                uint32_t padded_count, uint32_t count,
                                                tact_vec3 direction) {
    const tacti_d8 m[3] = {tacti_d8_set(direction.x), tacti_d8_set(direction.y),
                           tacti_d8_set(direction.z)};
    uint32_t first = padded_count <= TACTI_FEW ? tacti_scan_few(column, padded_count, m)
                                               : tacti_scan_many(column, padded_count, m);
    return first < count ? first : 0;
}

/* The first placed vertex with the greatest product; for a box, a corner chosen by signs. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_support_few(const tacti_body *body, const tacti_placed_few *p,
                                                tact_vec3 n, uint32_t *at) {
    if (body->kind == TACT_SHAPE_BOX) {
        tact_vec3 m = tacti_turn_back(body->pose, n);
        *at = (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
        return (tact_vec3){p->x[*at], p->y[*at], p->z[*at]};
    }
    const double *const column[3] = {p->x, p->y, p->z};
    const tacti_d8 m[3] = {tacti_d8_set(n.x), tacti_d8_set(n.y), tacti_d8_set(n.z)};
    uint32_t first;
    if (body->hull->padded_count == 8) {
        tacti_d8 dot = tacti_lane_products(column, 0, m);
        tacti_d8 most = tacti_d8_set(tacti_d8_largest(dot));
        first = (uint32_t)__builtin_ctz(tacti_m8_bits(tacti_d8_ge(dot, most)) | 0x80);
    } else
        first = tacti_scan_few(column, body->hull->padded_count, m);
    *at = first < body->count ? first : 0;
    return (tact_vec3){p->x[*at], p->y[*at], p->z[*at]};
}

/* Climbs to a vertex that no neighbour exceeds by rounded products. Every step leads to a greater
 * value, so the climb ends. */
static inline uint32_t tacti_climb_rounded(const tact_hull *hull, tact_vec3 m, uint32_t vertex,
                                           double value) {
    for (;;) {
        TACTI_ASSERT(vertex < hull->vertex_count);
        uint32_t next = vertex, end = hull->neighbour_start[vertex + 1];
        for (uint32_t i = hull->neighbour_start[vertex]; i < end; i++) {
            uint32_t other = hull->neighbours[i];
            double dot = tacti_vec3_dot(m, hull->vertices[other]);
            next = dot > value ? other : next;
            value = tacti_max(dot, value);
        }
        if (next == vertex)
            return vertex;
        vertex = next;
    }
}

/* A vertex that is furthest by rounded products. A climb may end before the furthest vertex.
 * Results that count are finished by tacti_gjk_certify(). is_near says that start is the answer to
 * a similar query. */
static inline uint32_t tacti_support_hull(const tact_hull *hull, tact_vec3 m, uint32_t start,
                                          bool is_near) {
    if (tacti_is_scanned(hull)) {
        const double *const column[3] = {hull->column[0], hull->column[1], hull->column[2]};
        return tacti_scan_columns(column, hull->padded_count, hull->vertex_count, m);
    }
    if (is_near && start < hull->vertex_count)
        return tacti_climb_rounded(hull, m, start, tacti_vec3_dot(m, hull->vertices[start]));
    const double *const column[3] = {hull->seed_column[0], hull->seed_column[1],
                                     hull->seed_column[2]};
    TACTI_ASSERT(hull->seed_count > 0);
    uint32_t seed = hull->seeds[tacti_scan_columns(column, TACTI_HULL_SEEDS, TACTI_HULL_SEEDS, m)];
    double value = tacti_vec3_dot(m, hull->vertices[seed]);
    if (start < hull->vertex_count) {
        double start_value = tacti_vec3_dot(m, hull->vertices[start]);
        seed = start_value >= value ? start : seed;
        value = tacti_max(start_value, value);
    }
    return tacti_climb_rounded(hull, m, seed, value);
}

/* A local point of the body that is furthest along a local direction. Sets *at to its number. In a
 * hull, a climb begins at the vertex *at; is_near says that the answer is not far from it. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_local_support(const tacti_body *body, tact_vec3 m, bool is_near,
                                                  uint32_t *at) {
    switch (body->kind) {
    case TACT_SHAPE_SPHERE:
        *at = 0;
        return (tact_vec3){0, 0, 0};
    case TACT_SHAPE_SEGMENT: {
        const tact_segment *s = &body->shape->core.segment;
        *at = tacti_vec3_dot(m, s->b) > tacti_vec3_dot(m, s->a);
        return *at == 0 ? s->a : s->b;
    }
    case TACT_SHAPE_TRIANGLE: {
        const tact_vec3 *t = body->shape->core.triangle.v;
        double dot0 = tacti_vec3_dot(m, t[0]), dot1 = tacti_vec3_dot(m, t[1]);
        double dot2 = tacti_vec3_dot(m, t[2]);
        *at = dot1 > dot0 ? (dot2 > dot1 ? 2 : 1) : (dot2 > dot0 ? 2 : 0);
        return t[*at];
    }
    case TACT_SHAPE_BOX: {
        tact_vec3 h = body->shape->core.half_extents;
        *at = (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
        return (tact_vec3){m.x >= 0 ? h.x : -h.x, m.y >= 0 ? h.y : -h.y, m.z >= 0 ? h.z : -h.z};
    }
    case TACT_SHAPE_HULL:
        *at = tacti_support_hull(body->hull, m, *at, is_near);
        return body->hull->vertices[*at];
    default:
        *at = 0;
        return tacti_smooth_support(body->shape, m);
    }
}

/* The same for a direction of the common frame; the point is placed. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_placed_support(const tacti_body *body, tact_vec3 n,
                                                   bool is_near, uint32_t *at) {
    tact_vec3 m = tacti_turn_back(body->pose, n);
    return tacti_pose_place(body->pose, tacti_local_support(body, m, is_near, at));
}

/* How far a polytope that is not climbed reaches along a local direction: the greatest of the
 * computed products (see body.h). Sets *at to a vertex that reaches so far. With few vertices the
 * value does not wait for the number. */
TACTI_ALWAYS_INLINE double tacti_local_reach(const tacti_body *body, tact_vec3 m, uint32_t *at) {
    if (body->kind == TACT_SHAPE_BOX) {
        tact_vec3 h = body->shape->core.half_extents;
        *at = (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
        return tacti_vec3_dot(tacti_vec3_abs(m), h);
    }
    if (tacti_has_eight(body)) {
        const tact_hull *hull = body->hull;
        const double *const column[3] = {hull->column[0], hull->column[1], hull->column[2]};
        const tacti_d8 lanes[3] = {tacti_d8_set(m.x), tacti_d8_set(m.y), tacti_d8_set(m.z)};
        tacti_d8 dot = tacti_lane_products(column, 0, lanes);
        double most = tacti_d8_largest(dot);
        uint32_t bits = tacti_m8_bits(tacti_d8_ge(dot, tacti_d8_set(most)));
        uint32_t first = (uint32_t)__builtin_ctz(bits | 0x80);
        *at = first < body->count ? first : 0;
        return most;
    }
    return tacti_vec3_dot(m, tacti_local_support(body, m, false, at));
}

/* The same for a direction n of the common frame, from the translation on. */
TACTI_ALWAYS_INLINE double tacti_reach_along(const tacti_body *body, tact_vec3 n, uint32_t *at) {
    return tacti_local_reach(body, tacti_turn_back(body->pose, n), at);
}

/* ---- Bounds ------------------------------------------------------------------------------- */

/* An upper bound of the cores' distance from the simplex. The weights are not negative. Divided by
 * their sum, they sum to 1 up to a few roundings. The differences and the products are rounded,
 * too. With W the largest coordinate of the differences, x is within 16 u W of a true difference in
 * each coordinate, and within 28 u W in length. Support points of smooth bodies add the slack. */
static inline double tacti_gjk_upper_bound(tacti_gjk *gjk) {
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 4);
    tact_vec3 x = {0, 0, 0};
    double most = 0, sum = 0;
    for (int i = 0; i < gjk->count; i++)
        sum += gjk->weight[i];
    double part = 1 / sum;
    for (int i = 0; i < gjk->count; i++) {
        gjk->weight[i] *= part;
        x = tacti_vec3_add(x, tacti_vec3_scale(gjk->pair[i].w, gjk->weight[i]));
        most = tacti_max(most, tacti_largest(gjk->pair[i].w));
    }
    double slack = gjk->bodies->is_exact ? 0 : 2 * gjk->bodies->slack;
    return tacti_sqrt(tacti_vec3_dot(x, x)) * (1 + 0x1p-50) + (0x20p-53 * most + slack);
}

/* A climb by rounded products may end before the furthest vertex. This finishes the climbs of a
 * pair by exact comparisons. Returns whether the pair is unchanged. */
static inline bool tacti_gjk_certify(const tacti_bodies *bodies, tact_vec3 x,
                                     tacti_point_pair *pair) {
    bool is_same = true;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &bodies->body[side];
        if (body->hull == NULL || tacti_is_scanned(body->hull))
            continue;
        TACTI_ASSERT(pair->at[side] < body->hull->vertex_count);
        tact_vec3 n = side == 0 ? (tact_vec3){-x.x, -x.y, -x.z} : x;
        tact_vec3 m = tacti_hull_scale_direction(tacti_turn_back(body->pose, n));
        uint32_t at = tacti_hull_climb(body->hull, m, pair->at[side]);
        if (at == pair->at[side])
            continue;
        is_same = false;
        pair->at[side] = at;
        *(side == 0 ? &pair->a : &pair->b) = tacti_body_vertex(body, at);
    }
    if (!is_same)
        pair->w = tacti_vec3_sub(pair->a, pair->b);
    return is_same;
}

/* A lower bound of the cores' distance: (x . w - e) / |x|, with e the error of x . w. */
static inline double tacti_gjk_lower_bound(const tacti_bodies *bodies, tact_vec3 x, tact_vec3 w) {
    double certain = tacti_vec3_dot(x, w) - tacti_gjk_error(bodies, x, w);
    double lower = certain / tacti_sqrt(tacti_vec3_dot(x, x));
    return lower - tacti_abs(lower) * 0x1p-50;
}

#endif
