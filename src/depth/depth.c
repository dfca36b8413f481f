/* SPDX-License-Identifier: MIT */
/* How deep two convex shapes are in each other. Closed forms and the axes of two boxes are tried
 * first. Then the search of gjk.h and exact arithmetic decide about the cores. If the cores are
 * apart, the depth is the sum of the radii less the distance. Otherwise the expanding polytope
 * (depth.h) measures it. */
#include "depth/depth.h"

#include <math.h>

#include "base/assert.h"
#include "base/inline.h"
#include "base/simd.h"
#include "closed/closed.h"
#include "decide/exact_search.h"
#include "search/gjk_begin.h"
#include "search/sat_box.h"

/* Bounds are good if they differ by no more than this, relative to the depth. */
#define GOOD_WIDTH 1e-6

/* If they differ by more than this, the error of the upper bound is computed more sharply. */
#define SHARP_WIDTH 1e-9

/* ---- What the caller gets ----------------------------------------------------------------- */

/* What upper must include so that b, moved by upper (1 + 10^-9) along the direction, is apart from
 * a although its coordinates are rounded anew. The translation rounds by u of itself, and so do the
 * vertices before and after the motion; along the direction that is up to sqrt(3) times as much.
 * Coordinates of vertices are at most 1.74 times the local ones plus those of the translation. */
static double room_to_move(const tacti_bodies *bodies, double upper) {
    const tacti_body *b = &bodies->body[1];
    return 0x6p-53 * ((1.75 * b->reach + b->shift) + tacti_abs(upper)) + 0x1p-1060;
}

/* Says that the search reached its limit if the bounds differ by more than rounding explains. */
static void name_width(const tacti_bodies *bodies, tacti_convex_depth_answer *out) {
    double rounding = 16 * bodies->slack + 0x20p-53 * (bodies->size + bodies->radius) + 0x1p-1058;
    if (out->upper - out->lower > GOOD_WIDTH * out->upper + rounding)
        out->ending = TACTI_CONVEX_BY_LIMIT;
}

static void set_answer(const tacti_bodies *bodies, const tacti_core_depth *core,
                       tacti_convex_depth_answer *out) {
    double radius = bodies->radius;
    double lower = core->lower + radius, upper = core->upper + radius;
    double value = core->value + radius;
    lower -= 0x1p-51 * (tacti_abs(core->lower) + radius);
    upper += 0x1p-51 * (tacti_abs(core->upper) + radius) + room_to_move(bodies, upper);
    out->lower = tacti_max(lower, 0);
    out->upper = tacti_max(upper, 0);
    out->depth = tacti_min(tacti_max(value, out->lower), out->upper);
    /* They touch up to rounding. */
    if (out->lower == 0 && out->upper <= 8 * (bodies->slack + 0x8p-53 * (bodies->size + radius)))
        out->depth = 0;
    out->direction = core->direction;
    tact_vec3 a = tacti_vec3_scale(core->direction, bodies->body[0].radius);
    tact_vec3 b = tacti_vec3_scale(core->direction, bodies->body[1].radius);
    out->point_a = tacti_vec3_add(core->point[0], a);
    out->point_b = tacti_vec3_sub(core->point[1], b);
    name_width(bodies, out);
}

static void take_pairs(const tacti_core_depth *core, tacti_convex_cache *cache) {
    cache->pair_count = 4;
    for (int i = 0; i < 4; i++) {
        cache->a[i] = core->at[i][0];
        cache->b[i] = core->at[i][1];
    }
}

static void remember(const tacti_gjk *gjk, const tacti_core_depth *core,
                     const tacti_convex_depth_answer *out, tacti_convex_cache *cache) {
    cache->outcome = out->outcome;
    if (out->outcome == TACT_OUTCOME_APART) {
        tact_vec3 x = gjk->wants_distance ? gjk->x : gjk->best_direction;
        /* If the search has no direction, that of the polytope separates. */
        bool has_direction = tacti_largest(x) > 0;
        cache->direction = has_direction ? (tact_vec3){0 - x.x, 0 - x.y, 0 - x.z} : core->direction;
        cache->extreme_a = gjk->best.at[0];
        cache->extreme_b = gjk->best.at[1];
    } else
        cache->direction = out->direction;
    if (core->has_pairs) {
        take_pairs(core, cache);
        return;
    }
    if (!gjk->bodies->is_exact || gjk->count == 0)
        return;
    tacti_keep_simplex(gjk, cache);
}

/* ---- Closed forms ------------------------------------------------------------------------- */

/* Pairs that need no search, such as balls and half-spaces. False if a search is needed; out then
 * has the bounds of a closed form if it left them far apart. */
static bool measure_closed(const tacti_bodies *bodies, tacti_convex_cache *cache,
                           tacti_convex_depth_answer *out) {
    tacti_closed closed;
    if (!tacti_closed_measure(bodies, &closed))
        return false;
    double lower = -closed.upper, upper = -closed.lower;
    bool is_open = !(lower >= 0 || upper < 0);
    if (is_open && bodies->is_exact)
        return false;
    out->iterations = 1;
    out->outcome = upper < 0 ? TACT_OUTCOME_APART
                   : is_open ? TACT_OUTCOME_UNDECIDED
                             : TACT_OUTCOME_CONTACT;
    out->ending = is_open ? TACTI_CONVEX_BY_LIMIT : TACTI_CONVEX_BY_FLOAT;
    if (cache != NULL) {
        cache->outcome = out->outcome;
        cache->direction = closed.direction;
    }
    if (out->outcome == TACT_OUTCOME_APART)
        return true;
    out->lower = tacti_max(lower, 0);
    out->upper = upper + room_to_move(bodies, upper);
    out->depth = is_open                    ? 0
                 : upper < tacti_infinity() ? tacti_min(0.5 * (lower + upper), out->upper)
                                            : lower;
    out->direction = closed.direction;
    out->point_a = closed.point[0];
    out->point_b = closed.point[1];
    name_width(bodies, out);
    return out->outcome != TACT_OUTCOME_CONTACT || out->ending != TACTI_CONVEX_BY_LIMIT;
}

/* Intersects the bounds of a closed form with those of a search. */
static void join(const tacti_bodies *bodies, const tacti_convex_depth_answer *closed,
                 tacti_convex_depth_answer *out) {
    uint32_t iterations = out->iterations;
    double lower = tacti_max(closed->lower, out->lower);
    if (closed->upper < out->upper)
        *out = *closed;
    out->iterations = iterations;
    out->outcome = TACT_OUTCOME_CONTACT;
    out->lower = lower;
    out->depth = tacti_min(tacti_max(out->depth, lower), out->upper);
    out->ending = TACTI_CONVEX_BY_FLOAT;
    name_width(bodies, out);
}

/* ---- Cores that overlap ------------------------------------------------------------------- */

/* The error of the difference of two points. */
static double mismatch(const tacti_core_depth *core, const tact_vec3 point[2]) {
    tact_vec3 between = tacti_vec3_sub(point[0], point[1]);
    tact_vec3 wanted = tacti_vec3_scale(core->direction, core->value);
    return tacti_largest(tacti_vec3_sub(between, wanted));
}

/* x over the scale, rounded down. Only subnormal results are rounded. */
static double unscale_down(double x, double scale) {
    double y = x / scale;
    return y * scale > x ? y - 0x1p-1074 : y;
}

/* The last bounds of an expansion, and the support points of its direction. */
static void take_bounds(tacti_expansion *e, double lower, bool is_contact, tacti_core_depth *core) {
    lower -= tacti_depth_error(e);
    if (e->bodies->is_exact && e->upper - lower > SHARP_WIDTH * e->upper)
        tacti_depth_sharpen(e);
    lower = unscale_down(lower, e->scale);
    core->is_contact = is_contact || lower > 0;
    core->lower = is_contact ? tacti_max(lower, 0) : lower;
    core->upper = -unscale_down(-e->upper, e->scale);
    core->value = e->best_value / e->scale;
    core->direction = tact_vec3_normalize(e->best_direction);
    core->point[0] = e->best.a;
    core->point[1] = e->best.b;
}

static void keep(const tacti_expansion *e, tacti_core_depth *core) {
    if (!e->bodies->is_exact || !core->wants_pairs)
        return;
    if (core->keep != NULL)
        tacti_depth_keep(e, core->keep);
    /* A search that resumed from the cache needs no tetrahedron: the cache has one. */
    if (e->is_resumed && core->keep != NULL && core->keep->corner_count > 0)
        return;
    tacti_depth_remember(e, core->at);
    core->has_pairs = true;
}

/* The expanding polytope, resumed from the cache. False if it does not lead to good bounds. */
TACTI_NEVER_INLINE bool resume(const tacti_bodies *cores, const tacti_convex_cache *cache,
                               tacti_core_depth *core, tacti_convex_depth_answer *out) {
    tacti_expansion e;
    double lower;
    tacti_depth_begin(cores, &e);
    if (!tacti_depth_recall(cache, &e))
        return false;
    uint32_t recalled = e.point_count;
    if (tacti_depth_expand_at(cores->level)(&e, &lower) != TACTI_DEPTH_CONVERGED)
        return false;
    take_bounds(&e, lower, false, core);
    if (!core->is_contact)
        return false;
    tacti_depth_witness(&e, core->point);
    /* If the surface is not convex, the points may come from the wrong face. */
    if (mismatch(core, core->point) > 0x1p-44 * cores->size)
        return false;
    out->iterations = e.steps;
    out->outcome = TACT_OUTCOME_CONTACT;
    out->ending = TACTI_CONVEX_BY_CACHE;
    if (e.point_count > recalled) {
        out->ending = TACTI_CONVEX_BY_FLOAT;
        keep(&e, core);
    }
    return true;
}

/* The expanding polytope, from the simplex of another search. is_contact: the cores are known to
 * overlap or touch. has_weights: the simplex has the weights of its point nearest to the origin. */
TACTI_NEVER_INLINE void expand(const tacti_gjk *gjk, bool is_contact, bool has_weights,
                               tacti_core_depth *core, tacti_convex_depth_answer *out) {
    const tacti_bodies *bodies = gjk->bodies;
    tacti_expansion e;
    double lower = -tacti_infinity();
    tacti_depth_begin(bodies, &e);
    bool is_flat = !tacti_depth_seed(&e, gjk);
    if (!is_flat && tacti_depth_expand_at(bodies->level)(&e, &lower) == TACTI_DEPTH_FULL)
        out->ending = TACTI_CONVEX_BY_LIMIT;
    if (!(tacti_largest(e.best_direction) > 0))
        tacti_depth_probe_axes(&e);
    out->iterations += e.steps;
    take_bounds(&e, lower, is_contact, core);
    if (!is_flat) {
        tacti_depth_witness(&e, core->point);
        keep(&e, core);
    }
    double off = mismatch(core, core->point);
    if (off > 0x1p-49 * bodies->size && has_weights) {
        /* If the shapes just touch, the simplex may give a common point. */
        tact_vec3 point[2];
        tacti_simplex_points(gjk, &point[0], &point[1]);
        if (mismatch(core, point) < off) {
            core->point[0] = point[0];
            core->point[1] = point[1];
        }
    }
}

/* ---- Cores that are apart ----------------------------------------------------------------- */

/* The direction of the shortest way out, from b to a: that of the nearest points. The nearest
 * points of a smooth core may be better than their direction: along it the cores are then apart by
 * less than their distance. If that is less by more than 3 times the width of the bounds plus 2^-31
 * of the depth, the direction that proves the lower bound is taken. radius is the sum of the radii,
 * which the search leaves out. */
static tact_vec3 way_out(const tacti_gjk *gjk, double lower, double upper, double radius) {
    const tacti_bodies *bodies = gjk->bodies;
    if (bodies->is_exact)
        return gjk->x;
    tacti_point_pair pair;
    uint32_t start[2] = {gjk->start[0], gjk->start[1]};
    tacti_gjk_support_at(bodies->level)(bodies, gjk->x, start, &pair);
    double along = tacti_vec3_dot(gjk->x, pair.w) / tact_vec3_length(gjk->x);
    double allowance = 3 * (upper - lower) + 0x1p-31 * tacti_max(radius - lower, 0);
    return along >= lower - allowance ? gjk->x : gjk->best_direction;
}

/* Sets the depth of the cores from bounds of their distance and the search that found them. */
static void set_from_distance(const tacti_gjk *gjk, double lower, double upper, double distance,
                              double radius, tacti_core_depth *core) {
    core->lower = -upper;
    core->upper = -lower;
    core->value = -distance;
    core->is_contact = false;
    core->direction = tact_vec3_normalize(tacti_vec3_scale(way_out(gjk, lower, upper, radius), -1));
    tacti_simplex_points(gjk, &core->point[0], &core->point[1]);
}

/* Whether the weights of the simplex give the nearest points. The weights of a thin simplex may be
 * mostly rounding errors. */
static bool are_points_good(const tacti_gjk *gjk) {
    tact_vec3 a, b;
    tacti_simplex_points(gjk, &a, &b);
    tact_vec3 off = tacti_vec3_sub(tacti_vec3_sub(a, b), gjk->x);
    return tacti_largest(off) <= 0x1p-49 * gjk->bodies->size;
}

/* The verdict on the shapes from the cores' distance. */
static tact_outcome verdict_of(const tacti_bodies *bodies, const tacti_gjk *gjk,
                               const tacti_core_depth *core) {
    double radius = bodies->radius;
    if (core->is_contact)
        return TACT_OUTCOME_CONTACT;
    if (-core->upper > radius * (1 + 0x1p-50))
        return TACT_OUTCOME_APART;
    if (-core->lower * (1 + 0x1p-50) < radius)
        return TACT_OUTCOME_CONTACT;
    if (!bodies->is_exact)
        return TACT_OUTCOME_UNDECIDED;
    tacti_exact_pair pair;
    tacti_exact_begin(gjk, &pair);
    pair.bodies = bodies;
    pair.wants_distance = false;
    tacti_exact_search(&pair);
    return pair.outcome;
}

/* ---- The query ---------------------------------------------------------------------------- */

/* Decides in exact arithmetic about two polytopes that the floating-point search left open.
 * Replaces the simplex. */
static tact_outcome search_further(tacti_gjk *gjk, tacti_exact_pair *pair) {
    tacti_exact_begin(gjk, pair);
    tacti_exact_search(pair);
    TACTI_ASSERT(pair->count >= 1 && pair->count <= 4);
    gjk->iterations = pair->iterations;
    gjk->count = pair->count;
    for (int i = 0; i < pair->count; i++) {
        tacti_point_pair *p = &gjk->pair[i];
        p->at[0] = pair->at[i][0];
        p->at[1] = pair->at[i][1];
        p->a = tacti_body_vertex(&gjk->bodies->body[0], p->at[0]);
        p->b = tacti_body_vertex(&gjk->bodies->body[1], p->at[1]);
        p->w = tacti_vec3_sub(p->a, p->b);
        gjk->weight[i] = pair->weight[i];
    }
    tact_vec3 d = pair->direction;
    gjk->x = gjk->best_direction = (tact_vec3){-d.x, -d.y, -d.z};
    gjk->best.at[0] = pair->extreme[0];
    gjk->best.at[1] = pair->extreme[1];
    return pair->outcome;
}

/* Measures the cores from the last state of the search. False if the shapes are apart. */
static bool measure_cores(const tacti_bodies *bodies, tacti_gjk *gjk, tacti_gjk_ending ending,
                          tacti_core_depth *core, tacti_convex_depth_answer *out) {
    bool is_exact = bodies->is_exact;
    if (ending == TACTI_GJK_APART)
        return false;
    /* Bounds of smooth cores hold however the search ended. */
    bool is_far = gjk->wants_distance && gjk->lower > 0 && gjk->count > 0;
    if (is_far && !is_exact)
        tacti_mend_nearest(gjk);
    if (is_far && (!is_exact || (ending == TACTI_GJK_CONVERGED && are_points_good(gjk))))
        set_from_distance(gjk, gjk->lower, gjk->upper, tact_vec3_length(gjk->x), bodies->radius,
                          core);
    else if (ending == TACTI_GJK_CONTACT)
        expand(gjk, true, false, core, out);
    else if (is_exact) {
        tacti_exact_pair pair;
        out->ending = TACTI_CONVEX_BY_EXACT;
        tact_outcome outcome = search_further(gjk, &pair);
        out->iterations = gjk->iterations;
        if (outcome == TACT_OUTCOME_APART && bodies->radius == 0)
            return false;
        if (outcome == TACT_OUTCOME_APART)
            set_from_distance(gjk, pair.lower, pair.upper, pair.distance, bodies->radius, core);
        else
            expand(gjk, true, true, core, out);
    } else {
        expand(gjk, false, false, core, out);
        /* If the origin is outside of the polytope, its distance is a bound. */
        if (core->lower < 0)
            core->lower = gjk->upper < tacti_infinity() ? -gjk->upper : -tacti_infinity();
    }
    out->outcome = verdict_of(bodies, gjk, core);
    return out->outcome != TACT_OUTCOME_APART;
}

/* Two boxes by their axes. False if the axes leave it open. */
static bool measure_boxes(const tacti_bodies *bodies, tacti_convex_cache *cache,
                          tacti_convex_depth_answer *out) {
    tacti_core_depth core;
    tacti_box_ending ending = tacti_depth_boxes(bodies, &core);
    if (ending == TACTI_BOXES_OPEN)
        return false;
    out->iterations = 1;
    out->ending = TACTI_CONVEX_BY_FLOAT;
    out->outcome = ending == TACTI_BOXES_APART ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
    if (ending == TACTI_BOXES_DEEP)
        set_answer(bodies, &core, out);
    if (cache != NULL) {
        cache->outcome = out->outcome;
        cache->direction = core.direction;
    }
    return true;
}

/* Resumes from the cached polytope. False if a search must begin anew. */
static bool measure_resumed(const tacti_bodies *bodies, const tacti_bodies *cores, bool keeps,
                            tacti_convex_cache *cache, tacti_convex_depth_answer *out) {
    if (cache == NULL || !bodies->is_exact || !bodies->is_in_float_range ||
        !tacti_depth_is_kept(cache))
        return false;
    tacti_core_depth core;
    core.has_pairs = false;
    core.wants_pairs = true;
    core.keep = keeps ? cache : NULL;
    if (!resume(cores, cache, &core, out)) {
        cache->corner_count = 0;
        return false;
    }
    set_answer(bodies, &core, out);
    cache->direction = out->direction;
    if (core.has_pairs)
        take_pairs(&core, cache);
    return true;
}

/* The search for contact, in the fastest way. */
static tacti_gjk_ending find_contact(tacti_gjk *gjk) {
    const tacti_bodies *cores = gjk->bodies;
    if (cores->is_exact && !cores->is_climbed && !gjk->is_warm && !gjk->wants_distance) {
        tacti_gjk_ending ending = tacti_gjk_small_at(cores->level)(gjk);
        if (ending != TACTI_GJK_OPEN)
            return ending;
    }
    return tacti_gjk_at(cores->level)(gjk);
}

static void search(const tacti_bodies *bodies, bool keeps, tacti_convex_cache *cache,
                   tacti_convex_depth_answer *out) {
    tacti_bodies bare;
    const tacti_bodies *cores = bodies;
    if (bodies->radius > 0) {
        bare = *bodies;
        bare.radius = bare.body[0].radius = bare.body[1].radius = 0;
        cores = &bare;
    }
    if (measure_resumed(bodies, cores, keeps, cache, out))
        return;
    tacti_gjk gjk;
    tacti_gjk_begin(cores, bodies->radius > 0, cache, &gjk);
    gjk.best_direction = (tact_vec3){0, 0, 0}; /* not every ending sets it */
    gjk.best.at[0] = gjk.best.at[1] = 0;
    tacti_gjk_ending ending = TACTI_GJK_OPEN;
    if (bodies->is_in_float_range)
        ending = find_contact(&gjk);
    else
        gjk.count = 0;
    out->iterations = gjk.iterations;
    out->ending =
        gjk.is_warm && gjk.iterations <= 1 ? TACTI_CONVEX_BY_CACHE : TACTI_CONVEX_BY_FLOAT;
    out->outcome = TACT_OUTCOME_APART;
    tacti_core_depth core;
    core.has_pairs = false;
    core.wants_pairs = cache != NULL;
    core.keep = keeps ? cache : NULL;
    if (measure_cores(bodies, &gjk, ending, &core, out))
        set_answer(bodies, &core, out);
    if (cache != NULL)
        remember(&gjk, &core, out, cache);
}

void tacti_depth_measure(const tacti_bodies *bodies, bool keeps, tacti_convex_cache *cache,
                         tacti_convex_depth_answer *out) {
    if (!tacti_has_closed(bodies)) {
        if (!tacti_are_boxes(bodies) || !measure_boxes(bodies, cache, out))
            search(bodies, keeps, cache, out);
        return;
    }
    bool has_half_space = bodies->body[0].kind == TACT_SHAPE_HALF_SPACE ||
                          bodies->body[1].kind == TACT_SHAPE_HALF_SPACE;
    if (measure_closed(bodies, cache, out) || has_half_space)
        return;
    tacti_convex_depth_answer closed = *out;
    *out = (tacti_convex_depth_answer){0};
    search(bodies, keeps, cache, out);
    if (closed.upper > 0)
        join(bodies, &closed, out);
}
