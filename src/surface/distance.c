/* SPDX-License-Identifier: MIT */
/* The distance of two placed meshes, whether they come within a radius, and a quick lower bound.
 * All three are one walk with different limits. The walk leaves out pairs that are further apart
 * than the limit, and keeps the least bound of the pairs that it left out. */
#include <math.h>

#include "base/assert.h"
#include "math/vec.h"
#include "surface/surface.h"
#include "frame/placed_triangle.h"
#include "probe/points.h"
#include "prove/prove.h"
#include "surface/surface_parts.h"
#include "frame/begin.h"
#include "surface/distance_walk.h"

/* ---- Results ------------------------------------------------------------------------------ */

static tact_gap gap_of(const tacti_placed *a, const tacti_placed *b, uint32_t ia, uint32_t ib) {
    tact_triangle ta = tacti_placed_triangle(a, ia), tb = tacti_placed_triangle(b, ib);
    return tact_triangle_distance(&ta, &tb);
}

/* No pair that was measured is nearer than this. walk->distance is the least of the measured
 * distances. They err by at most 2^-46 of the extent of two triangles, which is at most the extent
 * of both meshes and of the gap between them. */
static double least_measured(const tacti_distance_walk *walk) {
    const tacti_pair *pair = walk->pair;
    double sizes = 3.5 * ((double)pair->scale[0] + (double)pair->scale[1]) * pair->unit;
    double lower = walk->distance - 0x1p-45 * (sizes + walk->distance);
    return lower > 0 ? lower : 0;
}

/* The answer from a walk: its best pair, and what it left out. */
static void set_result(const tacti_placed *a, const tacti_placed *b,
                       const tacti_distance_walk *walk, tacti_walk_end end,
                       tacti_mesh_distance_answer *out) {
    double left_out = walk->least_left_out;
    *out = (tacti_mesh_distance_answer){.distance = HUGE_VAL,
                                        .lower = left_out,
                                        .upper = HUGE_VAL,
                                        .a = TACT_NO_TRIANGLE,
                                        .b = TACT_NO_TRIANGLE,
                                        .is_complete = end != TACTI_WALK_INTERRUPTED};
    if (walk->a == TACT_NO_TRIANGLE)
        return;
    bool is_known = walk->a == walk->known.a && walk->b == walk->known.b;
    tact_gap gap = is_known ? walk->gap : gap_of(a, b, walk->a, walk->b);
    if (walk->tightest.a != walk->a || walk->tightest.b != walk->b)
        gap.upper = gap_of(a, b, walk->tightest.a, walk->tightest.b).upper;
    TACTI_ASSERT(walk->b != TACT_NO_TRIANGLE && gap.lower <= gap.upper);
    out->distance = gap.distance;
    double measured = least_measured(walk);
    out->lower = gap.lower < measured ? gap.lower : measured;
    if (left_out < out->lower)
        out->lower = left_out;
    out->upper = gap.upper;
    out->a = walk->a;
    out->b = walk->b;
    out->point_a = gap.point_a;
    out->point_b = gap.point_b;
}

static void set_nearest(tacti_distance_walk *walk, const tact_gap *gap, tacti_triangle_pair pair) {
    walk->distance = gap->distance;
    walk->known = pair;
    walk->gap = *gap;
    walk->a = pair.a;
    walk->b = pair.b;
    walk->tightest = pair;
    walk->extent = HUGE_VAL;
}

/* Starts a search from what the cache remembers. */
static void seed(const tacti_placed *a, const tacti_placed *b, tacti_pair_cache *cache,
                 tacti_distance_walk *walk) {
    if (cache == NULL)
        return;
    const tacti_triangle_pair hints[2] = {cache->contact, cache->nearest};
    for (int i = 0; i < 2; i++) {
        if (!tacti_triangle_pair_is_valid(hints[i], a->bvh, b->bvh))
            continue;
        tact_gap gap = gap_of(a, b, hints[i].a, hints[i].b);
        walk->meter->work.triangle_tests++;
        if (gap.distance < walk->distance)
            set_nearest(walk, &gap, hints[i]);
    }
}

/* If an error is allowed and the fitted boxes are apart, any pair of triangles may be near enough:
 * no other pair is nearer than the boxes. Copies of one flat mesh above each other, for example,
 * are as far apart as their first triangles. The walk drops a guess that is not near enough. */
static void guess(const tacti_placed *a, const tacti_placed *b, tacti_distance_walk *walk) {
    if (!(walk->relative_error > 0 || walk->absolute_error > 0) || !(walk->pair->clearance > 0))
        return;
    tacti_triangle_pair first = {tacti_bvh_triangle_at(a->bvh, 0),
                                 tacti_bvh_triangle_at(b->bvh, 0)};
    tact_gap gap = gap_of(a, b, first.a, first.b);
    walk->meter->work.triangle_tests++;
    set_nearest(walk, &gap, first);
    walk->is_guess = true;
}

/* The most steps from one mesh to the other, and the share of the distance below which a step's
 * gain is not worth another one. */
#define MOST_STEPS 12
#define LEAST_GAIN 1e-3

/* Moves from the pair so far to a nearer one: the nearest triangle of a to the point of b, the
 * nearest triangle of b to the point of a, and so on. The distance never grows. */
static void improve(tacti_distance_walk *walk) {
    tacti_triangle_pair pair = {walk->a, walk->b};
    tact_gap gap = gap_of(walk->placed[0], walk->placed[1], pair.a, pair.b);
    uint32_t idle = 0; /* steps in a row without a gain */
    set_nearest(walk, &gap, pair);
    for (int i = 0; i < MOST_STEPS && idle < 2 && walk->distance > 0; i++) {
        int side = i % 2;
        tacti_nearest near;
        if (tacti_closest_point(walk->placed[side], side == 0 ? gap.point_b : gap.point_a,
                                gap.distance, walk->meter, &near) != TACT_OK ||
            near.triangle == TACT_NO_TRIANGLE)
            return;
        if (side == 0)
            pair = (tacti_triangle_pair){near.triangle, walk->b};
        else
            pair = (tacti_triangle_pair){walk->a, near.triangle};
        tact_gap next = gap_of(walk->placed[0], walk->placed[1], pair.a, pair.b);
        idle = next.distance < (1 - LEAST_GAIN) * gap.distance ? 0 : idle + 1;
        if (next.distance < gap.distance) {
            gap = next;
            set_nearest(walk, &gap, pair);
        }
    }
}

static void remember(tacti_pair_cache *cache, const tacti_distance_walk *walk) {
    if (cache == NULL || walk->a == TACT_NO_TRIANGLE)
        return;
    tacti_triangle_pair pair = {walk->a, walk->b};
    if (walk->distance == 0)
        cache->contact = pair;
    cache->nearest = pair;
}

static void set_contained(const tacti_placed *a, const tacti_placed *b, tacti_triangle_pair inside,
                          tacti_mesh_distance_answer *out) {
    out->distance = 0;
    out->lower = 0;
    out->upper = 0;
    out->a = inside.a;
    out->b = inside.b;
    out->point_a = tacti_contained_point(a, b, inside);
    out->point_b = out->point_a;
}

/* Writes the proof of an answer about surfaces. proof may be NULL. */
static tact_status prove(tact_proof *proof, const tacti_pair *pair, tacti_meter *meter,
                         const tacti_mesh_distance_answer *answer) {
    tacti_cover_task task = {.is_distance = answer->lower > 0,
                             .lower = answer->lower,
                             .nearest = {answer->a, answer->b},
                             .meter = meter};
    if (answer->distance == 0)
        tacti_proof_of_contact(proof, pair, task.nearest);
    else if (!answer->is_complete)
        tacti_proof_of_nothing(proof);
    else if (proof != NULL)
        return tacti_proof_of_cover(proof, pair, &task);
    return TACT_OK;
}

/* ---- The search --------------------------------------------------------------------------- */

/* Turns an answer about surfaces into one about filled meshes. */
static void fill(const tacti_placed *a, const tacti_placed *b, tacti_meter *meter,
                 tacti_mesh_distance_answer *answer) {
    tacti_triangle_pair inside;
    if (answer->is_complete && answer->distance > 0) {
        if (tacti_contained(a, b, meter, &inside))
            set_contained(a, b, inside, answer);
        else
            answer->is_complete = !tacti_meter_is_stopped(meter);
    }
    if (!answer->is_complete)
        answer->lower = 0; /* it is not known whether one mesh lies inside the other */
}

static tacti_walk_end walk_at_level(tacti_distance_walk *walk) {
    static tacti_distance_walker *const table[] = TACTI_LEVEL_TABLE(tacti_walk_distance);
    return table[tacti_simd_row(walk->pair->level)](walk);
}

/* The walk with a limit, then the proof, then what follows for filled meshes. */
static tact_status search(const tacti_placed *a, const tacti_placed *b, double limit,
                          const tacti_query_desc *desc, tacti_pair_cache *cache,
                          tacti_mesh_distance_answer *out) {
    tacti_pair pair;
    tact_status status = tacti_query_begin(a, b, desc, &pair);
    if (status != TACT_OK)
        return status;
    tacti_query_desc options = desc == NULL ? tacti_query_desc_default() : *desc;
    tacti_meter meter = tacti_meter_make(options.budget, options.watch);
    tacti_distance_walk walk = {.pair = &pair,
                                .meter = &meter,
                                .relative_error = options.relative_error,
                                .absolute_error = options.absolute_error,
                                .distance = HUGE_VAL,
                                .a = TACT_NO_TRIANGLE,
                                .b = TACT_NO_TRIANGLE,
                                .known = {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE},
                                .extent = HUGE_VAL,
                                .limit = limit,
                                .least_left_out = HUGE_VAL,
                                .placed = {a, b}};
    if (limit == HUGE_VAL && options.budget == UINT64_MAX)
        walk.improve = improve;
    seed(a, b, cache, &walk);
    if (walk.a == TACT_NO_TRIANGLE)
        guess(a, b, &walk);
    tacti_walk_end end = TACTI_WALK_STOPPED;
    if (walk.distance > 0)
        end = walk_at_level(&walk);
    remember(cache, &walk);
    tacti_mesh_distance_answer answer;
    set_result(a, b, &walk, end, &answer);
    status = prove(options.proof, &pair, &meter, &answer);
    if (status != TACT_OK)
        return status;
    if (options.solid)
        fill(a, b, &meter, &answer);
    answer.stop = meter.pace.stop;
    answer.work = meter.work;
    *out = answer;
    return TACT_OK;
}

tact_status tacti_mesh_distance(const tacti_placed *a, const tacti_placed *b,
                                const tacti_query_desc *desc, tacti_pair_cache *cache,
                                tacti_mesh_distance_answer *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    return search(a, b, HUGE_VAL, desc, cache, out);
}

tact_status tacti_mesh_within(const tacti_placed *a, const tacti_placed *b, double radius,
                              const tacti_query_desc *desc, tacti_pair_cache *cache,
                              tact_outcome *out, tacti_mesh_distance_answer *near) {
    if (out == NULL || !(radius >= 0))
        return TACT_INVALID_ARGUMENT;
    tacti_query_desc options = desc == NULL ? tacti_query_desc_default() : *desc;
    if (!(options.relative_error >= 0) || !(options.absolute_error >= 0))
        return TACT_INVALID_ARGUMENT;
    options.relative_error = 0;
    options.absolute_error = 0;
    tacti_mesh_distance_answer found;
    tact_status status = search(a, b, radius, &options, cache, &found);
    if (status != TACT_OK)
        return status;
    *out = found.upper <= radius  ? TACT_OUTCOME_CONTACT
           : found.lower > radius ? TACT_OUTCOME_APART
                                  : TACT_OUTCOME_UNDECIDED;
    /* Distance 0 is exact in both directions, and nothing is near an empty mesh. */
    if (found.distance == 0)
        *out = TACT_OUTCOME_CONTACT;
    else if (found.is_complete && (radius == 0 || found.lower == HUGE_VAL))
        *out = TACT_OUTCOME_APART;
    if (near != NULL)
        *near = found;
    return TACT_OK;
}

tact_status tacti_mesh_lower_bound(const tacti_placed *a, const tacti_placed *b,
                                   const tacti_query_desc *desc, tacti_pair_cache *cache,
                                   tacti_mesh_distance_answer *out) {
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tacti_mesh_distance_answer found;
    tact_status status = search(a, b, 0, desc, cache, &found);
    if (status != TACT_OK)
        return status;
    /* Triangles that are so near that their lower bound is 0 are still known to be apart. */
    *out = found;
    if (found.is_complete && found.distance > 0 && found.lower == 0)
        out->lower = 0x1p-1074;
    return TACT_OK;
}
