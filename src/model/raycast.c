/* SPDX-License-Identifier: MIT */
/* Rays against one instance: the first hit, any hit, all hits. */
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/inline.h"
#include "ray/ray.h"
#include "model/compound.h"
#include "model/ask_one.h"
#include "probe/points.h"

static const tact_raycast_result miss = {
    .outcome = TACT_OUTCOME_APART,
    .t = HUGE_VAL,
    .lower = HUGE_VAL,
    .upper = HUGE_VAL,
    .site = {.element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE}};

void tacti_raycast_of_hit(const tacti_mesh_hit *hit, uint32_t part, tact_raycast_result *out) {
    if (hit->triangle == TACT_NO_TRIANGLE) {
        *out = miss;
        return;
    }
    memset(out, 0, sizeof *out);
    out->outcome = TACT_OUTCOME_CONTACT;
    out->t = out->lower = out->upper = hit->t;
    out->site.part = part;
    out->site.element = hit->triangle;
    out->site.feature = (uint32_t)hit->feature;
}

static tact_status cast_at_shape(const tacti_side *side, const tact_ray *ray, double t_max,
                                 tact_raycast_result *out) {
    tacti_placed_shape shape = tacti_side_shape(side);
    tacti_shape_hit hit;
    tact_status status = tacti_shape_ray(&shape, *ray, t_max, &hit);
    if (status != TACT_OK)
        return status;
    *out = miss;
    out->outcome = hit.outcome;
    out->ending =
        hit.outcome == TACT_OUTCOME_UNDECIDED ? TACT_ENDING_PRECISION : TACT_ENDING_COMPLETE;
    out->t = hit.t;
    out->lower = hit.lower;
    out->upper = hit.upper;
    out->site = tacti_site(side, TACT_NO_TRIANGLE, hit.point);
    return TACT_OK;
}

static tact_status cast_at_side(const tacti_side *side, const tact_ray *ray,
                                const tact_options *options, tacti_allowance *allowance,
                                tact_raycast_result *out) {
    if (tacti_side_is_shape(side))
        return cast_at_shape(side, ray, options->limit, out);
    tacti_placed mesh = tacti_side_mesh(side);
    tacti_mesh_hit hit;
    tacti_ray_limits limits, *used = NULL;
    if (allowance->used != NULL) {
        limits = (tacti_ray_limits){.meter = *allowance->used, .lower = HUGE_VAL};
        used = &limits;
    }
    bool is_any = (options->flags & TACT_OPTION_ANY) != 0;
    tact_status status = is_any ? tacti_ray_any(&mesh, *ray, options->limit, used, &hit)
                                : tacti_ray_first(&mesh, *ray, options->limit, used, &hit);
    if (status != TACT_OK)
        return status;
    tacti_raycast_of_hit(&hit, side->part, out);
    if (used == NULL)
        return TACT_OK;
    *allowance->used = limits.meter;
    out->ending = tacti_allowance_ending(allowance);
    if (out->ending != TACT_ENDING_COMPLETE) {
        out->lower = fmin(limits.lower, out->t);
        if (!is_any || out->outcome != TACT_OUTCOME_CONTACT)
            out->outcome = TACT_OUTCOME_UNDECIDED;
    }
    return TACT_OK;
}

/* Whether a hit comes before another: by t, then part, then triangle. */
static bool is_before(const tact_raycast_result *a, const tact_raycast_result *b) {
    if (a->t != b->t)
        return a->t < b->t;
    if (a->site.part != b->site.part)
        return a->site.part < b->site.part;
    return a->site.element < b->site.element;
}

static tact_status check_ray(const tact_instance *instance, const tact_ray *ray) {
    tact_status status = tacti_compound_check(instance, ray->origin);
    return status == TACT_OK ? tacti_compound_check(instance, ray->direction) : status;
}

static tact_status cast_at_parts(const tact_instance *instance, const tact_ray *ray,
                                 const tact_options *options, tacti_allowance *allowance,
                                 tact_raycast_result *out) {
    tact_raycast_result first = miss;
    tact_outcome outcome = TACT_OUTCOME_APART;
    tact_ending ending = TACT_ENDING_COMPLETE;
    double lower = HUGE_VAL;
    tact_status status = check_ray(instance, ray);
    if (status != TACT_OK)
        return status;
    for (uint32_t i = 0; i < tacti_part_count(instance); i++) {
        tacti_part part;
        tact_raycast_result found;
        status = tacti_part_place(instance, i, &part);
        if (status == TACT_OK)
            status = cast_at_side(&part.side, ray, options, allowance, &found);
        if (status != TACT_OK)
            return status;
        lower = fmin(lower, found.lower);
        if (found.outcome == TACT_OUTCOME_CONTACT || outcome == TACT_OUTCOME_APART)
            outcome = found.outcome == TACT_OUTCOME_APART ? outcome : found.outcome;
        if (found.outcome != TACT_OUTCOME_APART &&
            (first.outcome == TACT_OUTCOME_APART || is_before(&found, &first)))
            first = found;
        if (outcome == TACT_OUTCOME_CONTACT && (options->flags & TACT_OPTION_ANY) != 0)
            break;
        if (found.ending >= TACT_ENDING_BUDGET) {
            outcome = TACT_OUTCOME_UNDECIDED;
            ending = found.ending;
            lower = 0; /* some parts were not asked */
            break;
        }
    }
    first.outcome = outcome;
    if (ending >= TACT_ENDING_BUDGET)
        first.ending = ending;
    first.lower = lower;
    *out = first;
    return TACT_OK;
}

static tact_status cast(const tact_instance *instance, const tact_ray *ray,
                        const tact_options *options, tact_raycast_result *out) {
    tacti_allowance allowance;
    tacti_allowance_begin(&allowance, options);
    if (tacti_is_compound(instance))
        return cast_at_parts(instance, ray, options, &allowance, out);
    tacti_side side = tacti_side_of(instance);
    return cast_at_side(&side, ray, options, &allowance, out);
}

/* The fast path for a mesh, if nothing may end the question early. */
static tact_status cast_at_mesh(const tact_instance *instance, const tact_ray *ray,
                                const tact_options *options, tact_raycast_result *out) {
    tacti_placed mesh = {instance->model->bvh, instance->pose};
    tacti_mesh_hit hit;
    tact_status status = (options->flags & TACT_OPTION_ANY) != 0
                             ? tacti_ray_any(&mesh, *ray, options->limit, NULL, &hit)
                             : tacti_ray_first(&mesh, *ray, options->limit, NULL, &hit);
    if (status == TACT_OK)
        tacti_raycast_of_hit(&hit, 0, out);
    return status;
}

TACTI_NEVER_INLINE tact_status ask(const tact_instance *instance, const tact_ray *ray,
                                   const tact_options *options, tact_raycast_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_one_begin(instance, options, &room, out);
    tact_status status = chosen == NULL ? TACT_INVALID_ARGUMENT : cast(instance, ray, chosen, out);
    if (status == TACT_OK)
        return TACT_OK;
    return tacti_one_refuse(status, TACT_QUESTION_RAYCAST, options, instance, out);
}

tact_status tact_raycast(const tact_instance *instance, tact_ray ray, const tact_options *options,
                         tact_raycast_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_options_read(options, &room);
    /* If the fast path fails, ask() finds the reason. */
    if (out != NULL && tacti_is_surface(instance) && chosen != NULL && chosen->proof == NULL &&
        !tacti_has_limits(chosen) && cast_at_mesh(instance, &ray, chosen, out) == TACT_OK)
        return TACT_OK;
    return ask(instance, &ray, options, out);
}

/* ---- All hits ----------------------------------------------------------------------------- */

/* The first hits so far, in a heap with the last of these on top. */
typedef struct hit_heap {
    tact_raycast_result *hits;
    size_t capacity, stored, count;
    uint32_t part; /* the current one */
} hit_heap;

static void swap_hits(tact_raycast_result *a, tact_raycast_result *b) {
    tact_raycast_result old = *a;
    *a = *b;
    *b = old;
}

/* Restores the heap of count hits after its top was replaced. */
static void sink(tact_raycast_result *hits, size_t count) {
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count)
            return;
        if (child + 1 < count && is_before(&hits[child], &hits[child + 1]))
            child++;
        if (!is_before(&hits[at], &hits[child]))
            return;
        swap_hits(&hits[at], &hits[child]);
        at = child;
    }
}

static void add_hit(hit_heap *heap, const tact_raycast_result *hit) {
    heap->count++;
    TACTI_ASSERT(heap->stored <= heap->capacity);
    if (heap->capacity == 0)
        return;
    if (heap->stored == heap->capacity) {
        if (is_before(hit, &heap->hits[0])) {
            heap->hits[0] = *hit;
            sink(heap->hits, heap->stored);
        }
        return;
    }
    TACTI_ASSERT(heap->stored < heap->capacity);
    size_t at = heap->stored++;
    heap->hits[at] = *hit;
    for (; at > 0 && is_before(&heap->hits[(at - 1) / 2], &heap->hits[at]); at = (at - 1) / 2)
        swap_hits(&heap->hits[(at - 1) / 2], &heap->hits[at]);
}

static void take_hit(void *user, const tacti_mesh_hit *hit) {
    hit_heap *heap = user;
    tact_raycast_result result;
    tacti_raycast_of_hit(hit, heap->part, &result);
    add_hit(heap, &result);
}

/* Adds the hits of one side to the heap. If the side is undecided or the question ends early, the
 * result says so. */
static tact_status cast_through(const tacti_side *side, tact_ray ray, double t_max,
                                tacti_allowance *allowance, hit_heap *heap,
                                tact_raycast_all_result *out) {
    heap->part = side->part;
    if (tacti_side_is_shape(side)) {
        tact_raycast_result hit;
        tact_status status = cast_at_shape(side, &ray, t_max, &hit);
        if (status != TACT_OK)
            return status;
        if (hit.outcome == TACT_OUTCOME_CONTACT)
            add_hit(heap, &hit);
        else if (hit.outcome == TACT_OUTCOME_UNDECIDED)
            *out = (tact_raycast_all_result){.outcome = TACT_OUTCOME_UNDECIDED,
                                             .ending = TACT_ENDING_PRECISION,
                                             .lower = fmin(out->lower, hit.lower)};
        return TACT_OK;
    }
    tacti_placed mesh = tacti_side_mesh(side);
    if (allowance->used == NULL)
        return tacti_ray_visit(&mesh, ray, t_max, NULL, take_hit, heap);
    tacti_ray_limits limits = {.meter = *allowance->used, .lower = HUGE_VAL};
    tact_status status = tacti_ray_visit(&mesh, ray, t_max, &limits, take_hit, heap);
    *allowance->used = limits.meter;
    if (status == TACT_OK && tacti_meter_is_stopped(&limits.meter))
        *out = (tact_raycast_all_result){.outcome = TACT_OUTCOME_UNDECIDED,
                                         .ending = tacti_allowance_ending(allowance),
                                         .lower = fmin(out->lower, limits.lower)};
    return status;
}

/* Casts through all parts, or as many as the allowance permits. */
static tact_status cast_through_parts(const tact_instance *instance, tact_ray ray,
                                      const tact_options *options, hit_heap *heap,
                                      tact_raycast_all_result *out) {
    tacti_allowance allowance;
    tacti_allowance_begin(&allowance, options);
    tact_status status = check_ray(instance, &ray);
    uint32_t count = tacti_part_count(instance);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        tacti_part part;
        if (out->ending >= TACT_ENDING_BUDGET) {
            out->lower = 0; /* some parts were not asked */
            return TACT_OK;
        }
        status = tacti_part_place(instance, i, &part);
        if (status == TACT_OK)
            status = cast_through(&part.side, ray, options->limit, &allowance, heap, out);
    }
    return status;
}

tact_status tact_raycast_all(const tact_instance *instance, tact_ray ray,
                             const tact_options *options, tact_raycast_result *hits,
                             size_t capacity, tact_raycast_all_result *out) {
    tact_options room;
    const tact_options *chosen = tacti_one_begin(instance, options, &room, out);
    tact_raycast_all_result found = {.outcome = TACT_OUTCOME_APART, .lower = HUGE_VAL};
    hit_heap heap = {.hits = hits, .capacity = capacity};
    tact_status status = chosen == NULL || (capacity > 0 && hits == NULL)
                             ? TACT_INVALID_ARGUMENT
                             : cast_through_parts(instance, ray, chosen, &heap, &found);
    if (status != TACT_OK)
        return tacti_one_refuse(status, TACT_QUESTION_RAYCAST, options, instance, out);
    for (size_t left = heap.stored; left > 1; left--) {
        swap_hits(&hits[0], &hits[left - 1]);
        sink(hits, left - 1);
    }
    found.count = heap.count;
    if (found.count > 0 && found.outcome == TACT_OUTCOME_APART)
        found.outcome = TACT_OUTCOME_CONTACT;
    *out = found;
    return TACT_OK;
}
