/* SPDX-License-Identifier: MIT */
/* The floating-point search, compiled for each SIMD level; see gjk.h. Support points of hulls are
 * found by scanning all vertices in lanes, or by climbing where there are many. */
#include "convex/gjk_simplex.h"

#include <math.h>

#include "base/lanes.h"
#include "base/simd.h"

#define MOST_ITERATIONS 96
#define MOST_SMOOTH_ITERATIONS 256

/* The search for the distance ends where the bounds differ by less than this of the distance, or by
 * no more than rounding does. Between polytopes the last steps are few, between smooth shapes each
 * digit costs as much as the one before. */
#define DISTANCE_TOLERANCE 0x1p-42
#define SMOOTH_TOLERANCE 0x1p-36
/* With radii, what is left of the cores' distance may be small. */
#define ROUNDED_TOLERANCE 0x1p-48

/* Up to so many vertices a scan of all is faster than climbing. */
#define SCAN_MOST 256

/* After so many steps directions change little from one to the next. */
#define FAR_ITERATIONS 6

/* Directions shorter than this are not used: products would lose digits. */
#define LEAST_DIRECTION 0x1p-450

/* ---- Support points ----------------------------------------------------------------------- */

TACTI_ALWAYS_INLINE double largest(tacti_d8 x) {
    double v[8];
    tacti_d8_store(v, x);
    return tacti_max(tacti_max(tacti_max(v[0], v[1]), tacti_max(v[2], v[3])),
                     tacti_max(tacti_max(v[4], v[5]), tacti_max(v[6], v[7])));
}

/* Vertices of a hull of at most eight, placed: all at once is as fast as one by one. */
typedef struct placed8 {
    double x[8], y[8], z[8];
} placed8;

TACTI_ALWAYS_INLINE void place_row(const double *row, const tacti_d8 v[3], double *out) {
    tacti_d8 sum = tacti_d8_add(tacti_d8_mul(tacti_d8_set(row[0]), v[0]),
                                tacti_d8_mul(tacti_d8_set(row[1]), v[1]));
    sum = tacti_d8_add(sum, tacti_d8_mul(tacti_d8_set(row[2]), v[2]));
    tacti_d8_store(out, tacti_d8_add(sum, tacti_d8_set(row[3])));
}

static void place_eight(const tacti_body *body, placed8 *out) {
    const tact_hull *hull = body->hull;
    const double *m = body->pose->m;
    tacti_d8 v[3] = {tacti_d8_load(hull->column[0]), tacti_d8_load(hull->column[1]),
                     tacti_d8_load(hull->column[2])};
    place_row(m, v, out->x);
    place_row(m + 4, v, out->y);
    place_row(m + 8, v, out->z);
}

static bool is_small(const tacti_body *body) {
    return body->hull != NULL && body->hull->padded_count == 8;
}

/* The first placed vertex with the greatest product. */
TACTI_ALWAYS_INLINE tact_vec3 support_eight(const placed8 *p, tact_vec3 n, uint32_t count,
                                            uint32_t *at) {
    tacti_d8 dot = tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_load(p->x), tacti_d8_set(n.x)),
                                             tacti_d8_mul(tacti_d8_load(p->y), tacti_d8_set(n.y))),
                                tacti_d8_mul(tacti_d8_load(p->z), tacti_d8_set(n.z)));
    uint32_t bits = tacti_m8_bits(tacti_d8_ge(dot, tacti_d8_set(largest(dot))));
    uint32_t first = (uint32_t)__builtin_ctz(bits | 0x80);
    *at = first < count ? first : 0;
    return (tact_vec3){p->x[*at], p->y[*at], p->z[*at]};
}

/* The first vertex with the greatest product. The columns repeat vertex 0 at their ends. */
static uint32_t scan(double *const column[3], uint32_t padded_count, uint32_t count, tact_vec3 m) {
    const double *x = column[0], *y = column[1], *z = column[2];
    tacti_d8 mx = tacti_d8_set(m.x), my = tacti_d8_set(m.y), mz = tacti_d8_set(m.z);
    tacti_d8 best = tacti_d8_add(
        tacti_d8_add(tacti_d8_mul(tacti_d8_load(x), mx), tacti_d8_mul(tacti_d8_load(y), my)),
        tacti_d8_mul(tacti_d8_load(z), mz));
    tacti_d8 where = tacti_d8_set(0);
    for (uint32_t i = 8; i < padded_count; i += 8) {
        tacti_d8 dot = tacti_d8_add(tacti_d8_add(tacti_d8_mul(tacti_d8_load(x + i), mx),
                                                 tacti_d8_mul(tacti_d8_load(y + i), my)),
                                    tacti_d8_mul(tacti_d8_load(z + i), mz));
        tacti_m8 better = tacti_d8_gt(dot, best);
        best = tacti_d8_max(dot, best);
        where = tacti_d8_select(better, tacti_d8_set((double)i), where);
    }
    double block[8];
    tacti_d8_store(block, where);
    uint32_t bits = tacti_m8_bits(tacti_d8_ge(best, tacti_d8_set(largest(best))));
    uint32_t least = UINT32_MAX;
    while (bits != 0) {
        unsigned lane = (unsigned)__builtin_ctz(bits);
        uint32_t at = (uint32_t)block[lane] + lane;
        least = at < least ? at : least;
        bits &= bits - 1;
    }
    return least < count ? least : 0;
}

static bool is_scanned(const tact_hull *hull) {
    return hull->vertex_count <= SCAN_MOST || hull->seed_count == 0;
}

/* Climbs by rounded products: a vertex that no neighbour exceeds by these. Every step is to a
 * greater value, so that it ends. */
static uint32_t climb(const tact_hull *hull, tact_vec3 m, uint32_t vertex, double value) {
    for (;;) {
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

/* A vertex that is furthest by rounded products. Of many vertices only near to it: it is then the
 * last one before certify() that counts. is_near: start is the answer to a similar question. */
static uint32_t support_hull(const tact_hull *hull, tact_vec3 m, uint32_t start, bool is_near) {
    if (is_scanned(hull))
        return scan(hull->column, hull->padded_count, hull->vertex_count, m);
    if (is_near && start < hull->vertex_count)
        return climb(hull, m, start, tacti_vec3_dot(m, hull->vertices[start]));
    uint32_t seed = hull->seeds[scan(hull->seed_column, TACTI_HULL_SEEDS, TACTI_HULL_SEEDS, m)];
    double value = tacti_vec3_dot(m, hull->vertices[seed]);
    if (start < hull->vertex_count) {
        double start_value = tacti_vec3_dot(m, hull->vertices[start]);
        seed = start_value >= value ? start : seed;
        value = tacti_max(start_value, value);
    }
    return climb(hull, m, seed, value);
}

/* A point of the body, placed, that is furthest along a direction; *at is its number, and where to
 * begin to look; is_near: not far from there. */
TACTI_ALWAYS_INLINE tact_vec3 support(const tacti_body *body, tact_vec3 n, bool is_near,
                                      uint32_t *at) {
    tact_vec3 m = tacti_turn_back(body->pose, n), v;
    switch (body->kind) {
    case TACT_SHAPE_SPHERE:
        *at = 0;
        v = (tact_vec3){0, 0, 0};
        break;
    case TACT_SHAPE_SEGMENT: {
        const tact_segment *s = &body->shape->core.segment;
        *at = tacti_vec3_dot(m, s->b) > tacti_vec3_dot(m, s->a);
        v = *at == 0 ? s->a : s->b;
        break;
    }
    case TACT_SHAPE_TRIANGLE: {
        const tact_vec3 *t = body->shape->core.triangle.v;
        double dot0 = tacti_vec3_dot(m, t[0]), dot1 = tacti_vec3_dot(m, t[1]);
        double dot2 = tacti_vec3_dot(m, t[2]);
        *at = dot1 > dot0 ? (dot2 > dot1 ? 2 : 1) : (dot2 > dot0 ? 2 : 0);
        v = t[*at];
        break;
    }
    case TACT_SHAPE_BOX: {
        tact_vec3 h = body->shape->core.half;
        *at = (uint32_t)(m.x >= 0) | (uint32_t)(m.y >= 0) << 1 | (uint32_t)(m.z >= 0) << 2;
        v = (tact_vec3){m.x >= 0 ? h.x : -h.x, m.y >= 0 ? h.y : -h.y, m.z >= 0 ? h.z : -h.z};
        break;
    }
    case TACT_SHAPE_HULL:
        *at = support_hull(body->hull, m, *at, is_near);
        v = body->hull->vertices[*at];
        break;
    default:
        *at = 0;
        v = tacti_smooth_support(body->shape, m);
        break;
    }
    return tacti_pose_place(body->pose, v);
}

TACTI_ALWAYS_INLINE void place_small(const tacti_bodies *bodies, placed8 small[2]) {
    for (int side = 0; side < 2; side++)
        if (is_small(&bodies->body[side]))
            place_eight(&bodies->body[side], &small[side]);
}

/* The difference that is least far along x. start is where climbs begin, and where they ended. */
TACTI_ALWAYS_INLINE void find_pair(tacti_gjk *gjk, const placed8 small[2], tacti_point_pair *out) {
    const tacti_bodies *bodies = gjk->bodies;
    tact_vec3 x = gjk->x;
    uint32_t *start = gjk->start;
    bool is_near = gjk->is_warm || gjk->iterations > FAR_ITERATIONS;
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    tact_vec3 back = {-x.x, -x.y, -x.z};
    out->a = is_small(a) ? support_eight(&small[0], back, a->count, &start[0])
                         : support(a, back, is_near, &start[0]);
    out->b = is_small(b) ? support_eight(&small[1], x, b->count, &start[1])
                         : support(b, x, is_near, &start[1]);
    out->at[0] = start[0];
    out->at[1] = start[1];
    out->w = tacti_vec3_sub(out->a, out->b);
}

void TACTI_LEVELED(tacti_gjk_support)(const tacti_bodies *bodies, tact_vec3 x, uint32_t start[2],
                                      tacti_point_pair *out) {
    /* Without placed8, which takes columns as they are: here the range is any. */
    out->a = support(&bodies->body[0], (tact_vec3){-x.x, -x.y, -x.z}, false, &start[0]);
    out->b = support(&bodies->body[1], x, false, &start[1]);
    out->at[0] = start[0];
    out->at[1] = start[1];
    out->w = tacti_vec3_sub(out->a, out->b);
}

/* ---- Steps -------------------------------------------------------------------------------- */

static void find_nearest(const tacti_point_pair *p, int count, near_point *out, bool *is_certain) {
    *is_certain = false;
    if (count == 1)
        near_corner(p, 0, out);
    else if (count == 2)
        near_edge(p, 0, 1, out);
    else if (count == 3)
        near_face(p, 0, 1, 2, out);
    else
        near_tetrahedron(p, out, is_certain);
}

/* Keeps the points that the nearest one is made of, and takes it over. */
static void reduce(tacti_gjk *gjk, const near_point *nearest) {
    for (int i = 0; i < nearest->count; i++) {
        int from = nearest->at[i];
        if (from != i)
            gjk->pair[i] = gjk->pair[from];
        gjk->weight[i] = nearest->weight[i];
    }
    gjk->count = nearest->count;
    gjk->x = nearest->x;
}

static bool is_known(const tacti_gjk *gjk, const tacti_point_pair *pair) {
    for (int i = 0; i < gjk->count; i++)
        if (tacti_vec3_is_equal(&gjk->pair[i].a, &pair->a) &&
            tacti_vec3_is_equal(&gjk->pair[i].b, &pair->b))
            return true;
    return false;
}

/* An upper bound of the cores' distance from the simplex. The weights are not negative and, divided
 * by their sum, sum to 1 up to a few roundings; the differences are rounded, and so are the
 * products: with W the largest coordinate of the differences, x is within 16 u W in each coordinate
 * of a true one, 28 u W in length; support points of smooth bodies are off by slack on top. */
static double upper_bound(tacti_gjk *gjk) {
    tact_vec3 x = {0, 0, 0};
    double most = 0, sum = 0;
    for (int i = 0; i < gjk->count; i++)
        sum += gjk->weight[i];
    for (int i = 0; i < gjk->count; i++) {
        gjk->weight[i] /= sum;
        x = tacti_vec3_add(x, tacti_vec3_scale(gjk->pair[i].w, gjk->weight[i]));
        most = tacti_max(most, tacti_largest(gjk->pair[i].w));
    }
    double slack = gjk->bodies->is_exact ? 0 : 2 * gjk->bodies->slack;
    return sqrt(tacti_vec3_dot(x, x)) * (1 + 0x1p-50) + (0x20p-53 * most + slack);
}

/* Whether a simplex of smooth bodies' points holds the origin even where each point is off. */
static bool is_deep_inside(const tacti_gjk *gjk) {
    const tacti_point_pair *p = gjk->pair;
    double volume[4], sums = 0;
    if (!volumes(p, volume))
        return false;
    for (int i = 0; i < 4; i++)
        sums = tacti_max(sums, tacti_sum_of(p[i].w));
    double limit = 16 * gjk->bodies->slack * (sums * sums) + 0x10p-53 * (sums * sums * sums);
    for (int i = 0; i < 4; i++)
        if (!(tacti_abs(volume[i]) > limit))
            return false;
    return true;
}

/* A climb by rounded products may end below the furthest vertex; where so much depends on it, it
 * goes on by exact ones. True where nothing changed. */
static bool certify(const tacti_bodies *bodies, tact_vec3 x, tacti_point_pair *pair) {
    bool is_same = true;
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &bodies->body[side];
        if (body->hull == NULL || is_scanned(body->hull))
            continue;
        tact_vec3 n = side == 0 ? (tact_vec3){-x.x, -x.y, -x.z} : x;
        tact_vec3 m = tacti_hull_tame(tacti_turn_back(body->pose, n));
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

/* With e the error of x . w, the cores' distance is at least (x . w - e) / |x|. */
static double lower_bound(const tacti_bodies *bodies, tact_vec3 x, tact_vec3 w) {
    double certain = tacti_vec3_dot(x, w) - tacti_gjk_error(bodies, x, w);
    double lower = certain / sqrt(tacti_vec3_dot(x, x));
    return lower - tacti_abs(lower) * 0x1p-50;
}

/* Whether the support pair along x shows that the bodies are apart. Otherwise the pair may have
 * been bettered. */
TACTI_ALWAYS_INLINE bool shows_apart(tacti_gjk *gjk, tacti_point_pair *pair, double along) {
    const tacti_bodies *bodies = gjk->bodies;
    for (;;) {
        double radius = bodies->radius;
        bool is_apart = radius == 0 ? along > tacti_gjk_error(bodies, gjk->x, pair->w)
                                    : lower_bound(bodies, gjk->x, pair->w) > radius * (1 + 0x1p-50);
        if (!is_apart)
            return false;
        if (certify(bodies, gjk->x, pair))
            break;
        along = tacti_vec3_dot(gjk->x, pair->w);
    }
    gjk->best_direction = gjk->x;
    gjk->best = *pair;
    return true;
}

/* Keeps the support pair with the greatest lower bound; certify() is still to come. */
TACTI_ALWAYS_INLINE void bound_below(tacti_gjk *gjk, const tacti_point_pair *pair) {
    double lower = lower_bound(gjk->bodies, gjk->x, pair->w);
    if (!(lower > gjk->lower))
        return;
    gjk->lower = lower;
    gjk->best_direction = gjk->x;
    gjk->best = *pair;
}

/* After the simplex was reduced; true where the search is over. */
static bool is_over(tacti_gjk *gjk, bool is_certain, tacti_gjk_ending *ending) {
    const tacti_bodies *bodies = gjk->bodies;
    if (gjk->count == 4) {
        bool inside = bodies->is_exact ? is_certain : is_deep_inside(gjk);
        *ending = inside ? TACTI_GJK_CONTACT : TACTI_GJK_OPEN;
        gjk->upper = inside ? 0 : upper_bound(gjk);
        return true;
    }
    if (bodies->radius > 0) {
        double upper = upper_bound(gjk);
        gjk->upper = tacti_min(upper, gjk->upper);
        if (upper * (1 + 0x1p-50) < bodies->radius) {
            *ending = TACTI_GJK_CONTACT;
            return true;
        }
    }
    return false;
}

tacti_gjk_ending TACTI_LEVELED(tacti_gjk_search)(tacti_gjk *gjk) {
    const tacti_bodies *bodies = gjk->bodies;
    tacti_gjk_ending ending;
    near_point nearest;
    bool is_certain;
    double square = tacti_infinity();
    if (gjk->count > 0) {
        find_nearest(gjk->pair, gjk->count, &nearest, &is_certain);
        reduce(gjk, &nearest);
        square = nearest.square;
        if (is_over(gjk, is_certain, &ending))
            return ending;
    }
    placed8 small[2];
    place_small(bodies, small);
    int most = bodies->is_exact ? MOST_ITERATIONS : MOST_SMOOTH_ITERATIONS;
    double tolerance = !bodies->is_exact    ? SMOOTH_TOLERANCE
                       : bodies->radius > 0 ? ROUNDED_TOLERANCE
                                            : DISTANCE_TOLERANCE;
    for (int i = 0; i < most; i++) {
        if (!(tacti_largest(gjk->x) >= LEAST_DIRECTION))
            break;
        gjk->iterations++;
        tacti_point_pair *next = &gjk->pair[gjk->count];
        find_pair(gjk, small, next);
        double along = tacti_vec3_dot(gjk->x, next->w);
        if (gjk->wants_distance)
            bound_below(gjk, next);
        else if (along > 0 && shows_apart(gjk, next, along))
            return TACTI_GJK_APART;
        if (gjk->count > 0 && gjk->wants_distance && square - along <= tolerance * square)
            break;
        if (gjk->count > 0 && is_known(gjk, next))
            break;
        int old_count = gjk->count;
        gjk->count++;
        find_nearest(gjk->pair, gjk->count, &nearest, &is_certain);
        if (!(nearest.square < square)) {
            gjk->count = old_count;
            break;
        }
        square = nearest.square;
        reduce(gjk, &nearest);
        if (is_over(gjk, is_certain, &ending))
            return ending;
    }
    if (gjk->count > 0)
        gjk->upper = tacti_min(gjk->upper, upper_bound(gjk));
    if (gjk->wants_distance && gjk->iterations > 0 &&
        !certify(bodies, gjk->best_direction, &gjk->best))
        gjk->lower = lower_bound(bodies, gjk->best_direction, gjk->best.w);
    double width = gjk->upper - gjk->lower;
    bool is_narrow =
        width <= 2 * tolerance * gjk->upper || width <= 4 * bodies->slack + 0x40p-53 * gjk->upper;
    return gjk->wants_distance && is_narrow ? TACTI_GJK_CONVERGED : TACTI_GJK_OPEN;
}
