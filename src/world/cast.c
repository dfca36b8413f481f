/* SPDX-License-Identifier: MIT */
/* Casts into a world: the broad phase gives the objects whose boxes the swept box meets, and each
 * is cast at by itself. Which objects are found, and their order, must not depend on the order of
 * visits. So the time of an object comes from its own answer and its own box alone, and an object
 * is left out only if its box is met after the time of the last hit that counts. */
#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "rigid/search.h"
#include "world/world.h"

typedef struct cast {
    const tact_world *world;
    const tact_instance *instance;
    tact_vec3 displacement;
    uint64_t groups;
    tact_rigid_options options;
    double begin; /* the time at which the box starts */
    tact_world_cast_hit *hits;
    uint32_t capacity, kept, count;
    bool finds_all; /* also those that do not fit */
    tact_status status;
} cast;

/* ---- The box that moves --------------------------------------------------------------------- */

static double largest(tact_vec3 v) {
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

/* The box of the instance at the first time, widened by the separation. The claims of a cast cover
 * the rounded poses and the exact motion. Their places are sums of two numbers and a product: with
 * S the largest coordinate of the box plus all of the way, the places differ by at most 3 * 2^-53 S
 * per coordinate; moving the box to the first time, widening it and the box itself err by some
 * units of S more. 2^-46 S covers that 50 times. */
static tact_status place_box(const cast *c, tact_box *out) {
    tact_box box;
    tact_status status = tact_instance_bounds(c->instance, &box);
    if (status != TACT_OK || tact_box_is_empty(box)) {
        *out = tact_box_empty();
        return status;
    }
    double most = fmax(fabs(c->options.start), fabs(c->options.limit));
    double size = largest(c->displacement) * most;
    const double ends[6] = {box.lo.x, box.lo.y, box.lo.z, box.hi.x, box.hi.y, box.hi.z};
    for (int k = 0; k < 6; k++)
        size += isinf(ends[k]) ? 0 : fabs(ends[k]);
    double widen = c->options.separation + 0x1p-46 * (size + c->options.separation) + DBL_MIN;
    tact_vec3 way = tact_vec3_scale(c->displacement, c->begin);
    if (!isfinite(widen) || !tact_vec3_is_finite(way))
        return TACT_NOT_FINITE;
    tact_vec3 by = {widen, widen, widen};
    out->lo = tact_vec3_sub(tact_vec3_add(box.lo, way), by);
    out->hi = tact_vec3_add(tact_vec3_add(box.hi, way), by);
    return TACT_OK;
}

/* ---- Hits ----------------------------------------------------------------------------------- */

static bool is_before(const tact_world_cast_hit *a, const tact_world_cast_hit *b) {
    return a->time < b->time || (a->time == b->time && a->id.slot < b->id.slot);
}

/* Keeps the first hits, sorted. */
static void keep(cast *c, const tact_world_cast_hit *hit) {
    c->count++;
    if (c->kept == c->capacity) {
        if (c->kept == 0 || !is_before(hit, &c->hits[c->kept - 1]))
            return;
        c->kept--;
    }
    uint32_t at = c->kept++;
    for (; at > 0 && is_before(hit, &c->hits[at - 1]); at--)
        c->hits[at] = c->hits[at - 1];
    c->hits[at] = *hit;
}

/* How far the box may go: to the time of the last hit that counts. A box at the very same time
 * matters, because its slot may be less. */
static double reach(const cast *c) {
    double limit = c->options.limit - c->begin;
    if (c->finds_all || c->kept < c->capacity)
        return limit;
    double t = c->hits[c->kept - 1].time - c->begin;
    return t + 0x1p-40 * (fabs(t) + fabs(c->begin)) + 0x1p-1000;
}

/* t is the way of the box up to the box of the object; it may be late by 2^-49 of itself. */
static double visit(void *user, uint32_t id, double t) {
    cast *c = user;
    const tacti_slot *slot = &c->world->slots.items[id];
    if (!tacti_slot_is_in(slot, c->groups))
        return reach(c);
    tact_instance other = tacti_slot_instance(slot);
    tact_world_cast_hit hit = {.id = tacti_id_of(c->world, id)};
    c->status = tact_cast(c->instance, c->displacement, &other, &c->options, NULL, &hit.result);
    if (c->status != TACT_OK)
        return -1;
    if (hit.result.outcome == TACT_OUTCOME_APART)
        return reach(c);
    /* Not before the boxes meet. */
    double boxes = c->begin + t;
    boxes -= 0x1p-44 * (fabs(c->begin) + t) + 0x1p-1000;
    hit.time = fmin(fmax(hit.result.lower, boxes), hit.result.upper);
    keep(c, &hit);
    return reach(c);
}

static tact_status run(cast *c, const tact_rigid_options *options) {
    c->options = tact_rigid_options_default();
    if (options != NULL && options->size != sizeof *options)
        return TACT_INVALID_ARGUMENT;
    if (options != NULL)
        c->options = *options;
    c->begin = c->options.start;
    /* The checks of all arguments, also if there is nothing to meet. Without a budget nothing is
     * searched. */
    tact_rigid_options nothing = c->options;
    tact_rigid_result unused;
    nothing.budget = 0;
    tact_status status =
        tact_cast(c->instance, c->displacement, c->instance, &nothing, NULL, &unused);
    tact_box box;
    if (status == TACT_OK)
        status = place_box(c, &box);
    if (status == TACT_OK)
        status = tact_broad_visit_sweep(c->world->broad, box, c->displacement,
                                        c->options.limit - c->begin, visit, c);
    return status == TACT_OK ? c->status : status;
}

/* ---- Questions ------------------------------------------------------------------------------ */

tact_status tact_world_cast(const tact_world *world, const tact_instance *instance,
                            tact_vec3 displacement, uint64_t groups,
                            const tact_rigid_options *options, tact_world_cast_hit *out) {
    if (world == NULL || out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_world_cast_hit hit;
    cast c = {.world = world,
              .instance = instance,
              .displacement = displacement,
              .groups = groups,
              .hits = &hit,
              .capacity = 1};
    tact_status status = run(&c, options);
    if (status != TACT_OK)
        return status;
    if (c.kept == 0) {
        hit = (tact_world_cast_hit){.time = HUGE_VAL};
        hit.result = tacti_rigid_nothing();
    }
    *out = hit;
    return TACT_OK;
}

tact_status tact_world_cast_all(const tact_world *world, const tact_instance *instance,
                                tact_vec3 displacement, uint64_t groups,
                                const tact_rigid_options *options, tact_world_cast_hit *hits,
                                uint32_t capacity, uint32_t *count) {
    if (world == NULL || count == NULL || (hits == NULL && capacity > 0))
        return TACT_INVALID_ARGUMENT;
    cast c = {.world = world,
              .instance = instance,
              .displacement = displacement,
              .groups = groups,
              .hits = hits,
              .capacity = capacity,
              .finds_all = true};
    tact_status status = run(&c, options);
    if (status == TACT_OK)
        *count = c.count;
    return status;
}
