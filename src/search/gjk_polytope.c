/* SPDX-License-Identifier: MIT */
/* The floating-point search on two polytopes, compiled for each SIMD level; see gjk.h. It carries
 * only differences of vertices and their numbers, and computes bounds only when they decide. */
#include "search/gjk_simplex.h"
#include "search/gjk_step.h"

#include "base/assert.h"
#include "base/simd.h"
#include "search/gjk_first.h"

#define MOST_ITERATIONS 96

/* The state of a search. */
typedef struct search {
    tacti_gjk *gjk;
    const tacti_bodies *bodies;
    tacti_gjk_simplex simplex;
    bool is_near;  /* directions change little from step to step */
    bool is_given; /* gjk holds the reduced simplex with its weights */
    bool is_placed[2];
    tacti_placed_few placed[2];
} search;

TACTI_ALWAYS_INLINE uint64_t make_id(const uint32_t at[2]) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 32;
}

/* Copies the simplex to gjk, for callers that go on from it. */
static void give_simplex(search *s) {
    tacti_gjk *gjk = s->gjk;
    const tacti_body *body = s->bodies->body;
    gjk->count = s->simplex.count;
    gjk->x = s->simplex.x;
    for (int i = 0; i < gjk->count; i++) {
        tacti_point_pair *pair = &gjk->pair[i];
        pair->w = s->simplex.w[i];
        pair->at[0] = (uint32_t)s->simplex.id[i];
        pair->at[1] = (uint32_t)(s->simplex.id[i] >> 32);
        TACTI_ASSERT(pair->at[0] < body[0].count && pair->at[1] < body[1].count);
        if (!gjk->wants_numbers) {
            pair->a = tacti_body_vertex(&body[0], pair->at[0]);
            pair->b = tacti_body_vertex(&body[1], pair->at[1]);
        }
    }
}

/* Copies only the numbers of the simplex to gjk. */
TACTI_ALWAYS_INLINE void give_numbers(search *s) {
    s->gjk->count = s->simplex.count;
    for (int i = 0; i < s->simplex.count; i++) {
        s->gjk->pair[i].at[0] = (uint32_t)s->simplex.id[i];
        s->gjk->pair[i].at[1] = (uint32_t)(s->simplex.id[i] >> 32);
    }
}

/* Copies the simplex from gjk. */
static void take_simplex(search *s, double square) {
    const tacti_gjk *gjk = s->gjk;
    TACTI_ASSERT(gjk->count >= 1 && gjk->count <= 4);
    s->simplex.count = gjk->count;
    for (int i = 0; i < gjk->count; i++) {
        s->simplex.w[i] = gjk->pair[i].w;
        s->simplex.id[i] = make_id(gjk->pair[i].at);
    }
    s->simplex.x = gjk->x;
    s->simplex.square = square;
}

/* ---- Support ------------------------------------------------------------------------------ */

/* A difference of support points, and their numbers. */
typedef struct next_point {
    tact_vec3 w;
    uint32_t at[2];
} next_point;

/* The start of a climb: the best vertex of the simplex, or the last support point. */
TACTI_ALWAYS_INLINE uint32_t climb_start(const search *s, int side, tact_vec3 m) {
    const tact_hull *hull = s->bodies->body[side].hull;
    uint32_t best = s->gjk->start[side];
    double most =
        best < hull->vertex_count ? tacti_vec3_dot(m, hull->vertices[best]) : -tacti_infinity();
    for (int i = 0; i < s->simplex.count; i++) {
        uint32_t at = (uint32_t)(s->simplex.id[i] >> 32 * side);
        TACTI_ASSERT(at < hull->vertex_count);
        double dot = tacti_vec3_dot(m, hull->vertices[at]);
        best = dot > most ? at : best;
        most = tacti_max(dot, most);
    }
    return best;
}

/* The support point of a hull with many vertices. */
TACTI_NEVER_INLINE tact_vec3 support_many(const search *s, int side, tact_vec3 n, uint32_t *at) {
    tacti_gjk *gjk = s->gjk;
    const tacti_body *body = &s->bodies->body[side];
    tact_vec3 m = tacti_turn_back(body->pose, n);
    bool is_near = s->is_near || gjk->iterations > TACTI_FAR_ITERATIONS;
    *at = gjk->start[side] = tacti_support_hull(body->hull, m, climb_start(s, side, m), is_near);
    return tacti_body_vertex(body, *at);
}

TACTI_ALWAYS_INLINE tact_vec3 find_support(const search *s, int side, tact_vec3 n, uint32_t *at) {
    const tacti_body *body = &s->bodies->body[side];
    if (s->is_placed[side])
        return tacti_support_few(body, &s->placed[side], n, at);
    if (body->hull != NULL && !tacti_is_scanned(body->hull))
        return support_many(s, side, n, at);
    *at = UINT32_MAX;
    return tacti_placed_support(body, n, false, at);
}

/* The difference that is least far along x. */
TACTI_ALWAYS_INLINE next_point find_next(const search *s) {
    next_point next;
    tact_vec3 x = s->simplex.x;
    tact_vec3 a = find_support(s, 0, (tact_vec3){-x.x, -x.y, -x.z}, &next.at[0]);
    tact_vec3 b = find_support(s, 1, x, &next.at[1]);
    next.w = tacti_vec3_sub(a, b);
    return next;
}

TACTI_ALWAYS_INLINE bool is_known(const tacti_gjk_simplex *s, uint64_t id) {
    bool is_any = false;
    for (int i = 0; i < s->count; i++)
        is_any |= s->id[i] == id;
    return is_any;
}

/* ---- Endings ------------------------------------------------------------------------------ */

/* The support points along x. */
static void set_best(search *s, const next_point *next) {
    tacti_gjk *gjk = s->gjk;
    const tacti_body *body = s->bodies->body;
    gjk->best_direction = s->simplex.x;
    gjk->best = (tacti_point_pair){next->w,
                                   tacti_body_vertex(&body[0], next->at[0]),
                                   tacti_body_vertex(&body[1], next->at[1]),
                                   {next->at[0], next->at[1]}};
}

TACTI_ALWAYS_INLINE bool exceeds_radii(const tacti_bodies *bodies, tact_vec3 x, tact_vec3 w) {
    double certain = tacti_vec3_dot(x, w) - tacti_gjk_error(bodies, x, w);
    return tacti_exceeds_radius(certain, x, bodies->radius);
}

/* Finishes shows_apart() for hulls that are climbed. */
TACTI_NEVER_INLINE bool finish_climbs(search *s, next_point *next) {
    tacti_gjk *gjk = s->gjk;
    set_best(s, next);
    while (!tacti_gjk_certify(s->bodies, s->simplex.x, &gjk->best)) {
        next->w = gjk->best.w;
        next->at[0] = gjk->start[0] = gjk->best.at[0];
        next->at[1] = gjk->start[1] = gjk->best.at[1];
        if (!exceeds_radii(s->bodies, s->simplex.x, next->w))
            return false;
    }
    return true;
}

/* Whether the support points along x show that the bodies are apart. Climbs are then finished by
 * exact comparisons, which may replace *next by a better pair. */
TACTI_ALWAYS_INLINE bool shows_apart(search *s, next_point *next) {
    tacti_gjk *gjk = s->gjk;
    if (!exceeds_radii(s->bodies, s->simplex.x, next->w))
        return false;
    if (s->bodies->is_climbed && !finish_climbs(s, next))
        return false;
    gjk->best_direction = s->simplex.x;
    gjk->best.at[0] = next->at[0];
    gjk->best.at[1] = next->at[1];
    return true;
}

/* Whether the four points, which seem to contain the origin, do so for certain. */
static tacti_gjk_ending conclude_inside(search *s) {
    tacti_gjk *gjk = s->gjk;
    TACTI_ASSERT(s->simplex.count == 4);
    double volume[4];
    bool is_certain = tacti_simplex_volumes(s->simplex.w, volume);
    double whole = (volume[0] + volume[1]) + (volume[2] + volume[3]);
    give_simplex(s);
    gjk->x = (tact_vec3){0, 0, 0};
    for (int i = 0; i < 4; i++)
        gjk->weight[i] = volume[i] / whole;
    gjk->upper = is_certain ? 0 : tacti_infinity();
    return is_certain ? TACTI_GJK_CONTACT : TACTI_GJK_OPEN;
}

/* Whether the simplex, which seems to come within the radii of the origin, does so for certain. */
static bool is_within_radii(search *s) {
    tacti_gjk *gjk = s->gjk;
    tacti_near_point nearest;
    bool is_certain;
    give_simplex(s);
    tacti_find_nearest(gjk->pair, gjk->count, &nearest, &is_certain);
    tacti_gjk_reduce(gjk, &nearest);
    gjk->upper = tacti_min(tacti_gjk_upper_bound(gjk), gjk->upper);
    return gjk->upper * (1 + 0x1p-50) < s->bodies->radius;
}

/* Whether the last step ends the search. */
TACTI_ALWAYS_INLINE bool is_over(search *s, tacti_gjk_ending *ending) {
    double radius = s->bodies->radius;
    if (s->simplex.count == 4) {
        *ending = conclude_inside(s);
        return true;
    }
    *ending = TACTI_GJK_CONTACT;
    return s->simplex.square < radius * radius && is_within_radii(s);
}

/* The ending of a search that found neither contact nor a separating direction. next is the pair of
 * support points along x, or NULL if the search did not look for them. */
static tacti_gjk_ending finish(search *s, const next_point *next, double tolerance) {
    tacti_gjk *gjk = s->gjk;
    const tacti_bodies *bodies = s->bodies;
    tacti_near_point nearest;
    bool is_certain;
    if (!s->is_given)
        give_simplex(s);
    if (gjk->count == 0 || !gjk->wants_distance || next == NULL)
        return TACTI_GJK_OPEN;
    if (!s->is_given) {
        tacti_find_nearest(gjk->pair, gjk->count, &nearest, &is_certain);
        tacti_gjk_reduce(gjk, &nearest);
    }
    gjk->upper = tacti_min(gjk->upper, tacti_gjk_upper_bound(gjk));
    gjk->best_direction = s->simplex.x;
    gjk->best.w = next->w;
    if (bodies->is_climbed) {
        set_best(s, next);
        tacti_gjk_certify(bodies, gjk->best_direction, &gjk->best);
    }
    gjk->lower = tacti_gjk_lower_bound(bodies, gjk->best_direction, gjk->best.w);
    double width = gjk->upper - gjk->lower;
    bool is_narrow =
        width <= 2 * tolerance * gjk->upper || width <= 4 * bodies->slack + 0x40p-53 * gjk->upper;
    return is_narrow ? TACTI_GJK_CONVERGED : TACTI_GJK_OPEN;
}

/* ---- The search --------------------------------------------------------------------------- */

/* Looks at the whole simplex if the quick step fails, which happens only by rounding. Returns
 * whether a nearer point exists. */
static bool take_carefully(search *s) {
    tacti_near_point nearest;
    bool is_certain;
    give_simplex(s);
    tacti_find_nearest(s->gjk->pair, s->gjk->count, &nearest, &is_certain);
    if (!(nearest.square < s->simplex.square))
        return false;
    tacti_gjk_reduce(s->gjk, &nearest);
    take_simplex(s, nearest.square);
    return true;
}

TACTI_ALWAYS_INLINE void begin(search *s, tacti_gjk *gjk) {
    s->gjk = gjk;
    s->bodies = gjk->bodies;
    s->simplex.count = 0;
    s->simplex.x = gjk->x;
    s->simplex.square = tacti_infinity();
    s->is_near = gjk->is_warm;
    s->is_given = false;
    s->is_placed[0] = s->is_placed[1] = false;
}

/* Places vertices before the first step. */
TACTI_ALWAYS_INLINE void place_first(search *s) {
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &s->bodies->body[side];
        bool is_later = s->gjk->count == 1 || s->gjk->iterations > 0;
        s->is_placed[side] = tacti_has_eight(body) || (is_later && tacti_has_few(body));
        if (s->is_placed[side])
            tacti_place_few(body, &s->placed[side]);
    }
}

/* Places vertices once a second step is needed. */
TACTI_ALWAYS_INLINE void place_more(search *s) {
    for (int side = 0; side < 2; side++) {
        const tacti_body *body = &s->bodies->body[side];
        if (s->is_placed[side] || !tacti_has_few(body))
            continue;
        tacti_place_few(body, &s->placed[side]);
        s->is_placed[side] = true;
    }
}

/* Begins with a single point. Returns whether that already ends the search. */
TACTI_ALWAYS_INLINE bool begin_with_point(search *s, tacti_gjk_ending *ending) {
    const tacti_point_pair *pair = &s->gjk->pair[0];
    s->simplex.count = 1;
    s->simplex.w[0] = s->simplex.x = pair->w;
    s->simplex.id[0] = make_id(pair->at);
    s->simplex.square = tacti_vec3_dot(pair->w, pair->w);
    return is_over(s, ending);
}

/* Whether a tetrahedron of the cache still contains the origin. */
TACTI_ALWAYS_INLINE bool still_inside(search *s) {
    const tacti_point_pair *p = s->gjk->pair;
    const tact_vec3 w[4] = {p[0].w, p[1].w, p[2].w, p[3].w};
    double volume[4];
    if (!tacti_simplex_volumes(w, volume))
        return false;
    double part = 1 / ((volume[0] + volume[1]) + (volume[2] + volume[3]));
    for (int i = 0; i < 4; i++)
        s->gjk->weight[i] = volume[i] * part;
    s->gjk->x = (tact_vec3){0, 0, 0};
    s->gjk->upper = 0;
    return true;
}

/* Begins with a simplex of the cache or of a guess. Returns whether that already ends the search.
 */
TACTI_NEVER_INLINE bool begin_with_simplex(search *s, tacti_gjk_ending *ending) {
    tacti_near_point nearest;
    bool is_certain;
    *ending = TACTI_GJK_CONTACT;
    if (s->gjk->count == 4) {
        if (still_inside(s))
            return true;
        s->is_near = false; /* the simplex is large */
    }
    tacti_find_nearest(s->gjk->pair, s->gjk->count, &nearest, &is_certain);
    tacti_gjk_reduce(s->gjk, &nearest);
    take_simplex(s, nearest.square);
    s->is_given = true;
    if (nearest.count == 4) {
        *ending = TACTI_GJK_OPEN;
        s->gjk->upper = tacti_infinity();
        return true;
    }
    return is_over(s, ending);
}

tacti_gjk_ending TACTI_LEVELED(tacti_gjk_polytopes)(tacti_gjk *gjk) {
    TACTI_ASSERT(gjk->bodies->is_exact && gjk->count >= 0 && gjk->count <= 4);
    search s;
    tacti_gjk_ending ending;
    begin(&s, gjk);
    if (gjk->count > 0 &&
        (gjk->count == 1 ? begin_with_point(&s, &ending) : begin_with_simplex(&s, &ending)))
        return ending;
    place_first(&s);
    tacti_gjk_simplex *simplex = &s.simplex;
    double tolerance = s.bodies->radius > 0 ? TACTI_ROUNDED_TOLERANCE : TACTI_DISTANCE_TOLERANCE;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        if (!(simplex->square >= TACTI_LEAST_DIRECTION * TACTI_LEAST_DIRECTION))
            return finish(&s, NULL, tolerance);
        gjk->iterations++;
        next_point next = find_next(&s);
        double along = tacti_vec3_dot(simplex->x, next.w);
        if (!gjk->wants_distance && along > 0 && shows_apart(&s, &next)) {
            if (gjk->wants_simplex)
                give_numbers(&s);
            return TACTI_GJK_APART;
        }
        if (gjk->wants_distance && simplex->count > 0 &&
            simplex->square - along <=
                tolerance * simplex->square + gjk->noise * tacti_sum_of(simplex->x))
            return finish(&s, &next, tolerance);
        uint64_t id = make_id(next.at);
        if (is_known(simplex, id))
            return finish(&s, &next, tolerance);
        if (i == 0)
            place_more(&s);
        s.is_given = false;
        int old_count = simplex->count;
        if (!tacti_take_new_point(simplex, next.w, id) && !take_carefully(&s)) {
            simplex->count = old_count;
            return finish(&s, &next, tolerance);
        }
        if (is_over(&s, &ending))
            return ending;
    }
    return finish(&s, NULL, tolerance);
}
