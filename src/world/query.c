/* SPDX-License-Identifier: MIT */
/* Queries into a world: the broad phase gives the objects that may matter, and each is asked. All
 * see the objects at the poses of the last step, for which their boxes were made. */
#include <math.h>

#include "base/message.h"
#include "world/world.h"

/* Beyond this a box does not matter if t is the best so far. The broad phase may be off by 2^-49,
 * and what is at the same t must be found, so that the least slot wins. */
static double reach_of(double t) {
    return t + (0x1p-46 * fabs(t) + 0x1p-1000);
}

/* ---- Rays and points ---------------------------------------------------------------------- */

/* A search for the object with the least t. */
typedef struct search {
    const tact_world *world;
    uint64_t groups;
    tact_ray ray;
    tact_vec3 point;
    tact_options options;
    tact_status status;
    uint32_t slot; /* of the best one; UINT32_MAX for none */
    double best;
    tact_raycast_result hit;
    tact_nearest_result near;
} search;

/* Whether an object at t goes before the best one. */
static bool is_better(const search *s, double t, uint32_t slot) {
    return t < s->best || (t == s->best && slot < s->slot);
}

/* What still matters: all up to the limit, until something is found. */
static double reach(const search *s) {
    return s->slot == UINT32_MAX ? s->options.limit : reach_of(s->best);
}

/* The options for the next object: what is beyond the best one does not matter. */
static tact_options options_of(const search *s) {
    tact_options options = s->options;
    if (s->best < options.limit)
        options.limit = s->best;
    return options;
}

static double visit_ray(void *user, uint32_t id, double t) {
    search *s = user;
    const tacti_slot *slot = &s->world->slots.items[id];
    (void)t;
    if (!tacti_slot_is_in(slot, s->groups))
        return reach(s);
    tact_instance instance = tacti_slot_instance(slot);
    tact_options options = options_of(s);
    tact_raycast_result found;
    s->status = tact_raycast(&instance, s->ray, &options, &found);
    if (s->status != TACT_OK)
        return -1;
    /* An object that may be hit counts as if it were, from where it may be. */
    double at = found.outcome == TACT_OUTCOME_UNDECIDED ? found.lower : found.t;
    if (found.outcome != TACT_OUTCOME_APART && is_better(s, at, id)) {
        s->best = at;
        s->slot = id;
        s->hit = found;
        if ((s->options.flags & TACT_OPTION_ANY) != 0 && found.outcome == TACT_OUTCOME_CONTACT)
            return -1;
    }
    return reach(s);
}

static double visit_nearest(void *user, uint32_t id, double t) {
    search *s = user;
    const tacti_slot *slot = &s->world->slots.items[id];
    (void)t;
    if (!tacti_slot_is_in(slot, s->groups))
        return reach(s);
    tact_instance instance = tacti_slot_instance(slot);
    tact_options options = options_of(s);
    tact_nearest_result found;
    s->status = tact_nearest(&instance, s->point, &options, &found);
    if (s->status != TACT_OK)
        return -1;
    double at = found.outcome == TACT_OUTCOME_UNDECIDED ? found.lower : found.distance;
    if (at <= options.limit && at < HUGE_VAL && is_better(s, at, id)) {
        s->best = at;
        s->slot = id;
        s->near = found;
    }
    return reach(s);
}

/* Begins a search; false if an argument is wrong. */
static bool begin_search(search *s, const tact_world *world, uint64_t groups,
                         const tact_options *options) {
    *s = (search){.world = world, .groups = groups, .slot = UINT32_MAX, .best = HUGE_VAL};
    s->options = tact_options_default();
    if (options == NULL)
        return true;
    if (options->size != sizeof *options || isnan(options->limit))
        return false;
    s->options = *options;
    return true;
}

static tact_status refuse(const tact_options *options, tact_status status) {
    bool has_error = options != NULL && options->size == sizeof *options;
    return tacti_error_set(has_error ? options->error : NULL, status, 0, TACT_NO_INDEX, "%s",
                           tact_status_text(status));
}

tact_status tact_world_raycast(const tact_world *world, tact_ray ray, uint64_t groups,
                               const tact_options *options, tact_world_hit *out) {
    search s;
    if (world == NULL || out == NULL || !begin_search(&s, world, groups, options))
        return refuse(options, TACT_INVALID_ARGUMENT);
    s.ray = ray;
    s.hit.outcome = TACT_OUTCOME_APART;
    s.hit.t = s.hit.lower = s.hit.upper = HUGE_VAL;
    s.hit.site.element = TACT_NO_TRIANGLE;
    s.hit.site.feature = TACT_NO_FEATURE;
    tact_status status = tact_broad_visit_ray(world->broad, ray, s.options.limit, visit_ray, &s);
    if (status != TACT_OK)
        return refuse(options, status);
    if (s.status != TACT_OK)
        return s.status;
    out->id = s.slot == UINT32_MAX ? (tact_object_id){0, 0} : tacti_id_of(world, s.slot);
    out->result = s.hit;
    return TACT_OK;
}

tact_status tact_world_nearest(const tact_world *world, tact_vec3 point, uint64_t groups,
                               const tact_options *options, tact_world_near *out) {
    search s;
    if (world == NULL || out == NULL || !begin_search(&s, world, groups, options))
        return refuse(options, TACT_INVALID_ARGUMENT);
    s.point = point;
    s.near.outcome = TACT_OUTCOME_APART;
    s.near.distance = s.near.lower = s.near.upper = HUGE_VAL;
    s.near.site.element = TACT_NO_TRIANGLE;
    s.near.site.feature = TACT_NO_FEATURE;
    tact_status status =
        tact_broad_visit_nearest(world->broad, point, s.options.limit, visit_nearest, &s);
    if (status != TACT_OK)
        return refuse(options, status);
    if (s.status != TACT_OK)
        return s.status;
    out->id = s.slot == UINT32_MAX ? (tact_object_id){0, 0} : tacti_id_of(world, s.slot);
    out->result = s.near;
    return TACT_OK;
}

/* ---- Boxes and instances ------------------------------------------------------------------ */

/* A search for all objects that a box or an instance touches. */
typedef struct gathering {
    const tact_world *world;
    const tact_instance *instance; /* NULL: the boxes are enough */
    const tact_options *options;
    tact_box box;
    uint64_t groups;
    tact_object_id *ids;
    uint32_t capacity;
    uint32_t count;
} gathering;

/* Whether the box of an object, without what widens it in the broad phase, overlaps, and the
 * instance touches it. */
static tact_status look_at(gathering *g, const tacti_slot *slot, bool *touches) {
    tact_instance other = tacti_slot_instance(slot);
    tact_box box;
    tact_status status = tact_instance_bounds(&other, &box);
    *touches = status == TACT_OK && tact_box_overlaps(g->box, box);
    if (status != TACT_OK || !*touches || g->instance == NULL)
        return status;
    tact_collide_result found;
    status = tact_collide(g->instance, &other, g->options, NULL, &found);
    *touches = status == TACT_OK && found.outcome != TACT_OUTCOME_APART;
    return status;
}

static tact_status gather_from(gathering *g, const tact_pair_list *list) {
    tact_pair_view view = tact_pair_list_view(list);
    for (size_t i = 0; i < view.count; i++) {
        uint32_t index = view.pairs[i][1];
        const tacti_slot *slot = &g->world->slots.items[index];
        bool touches = false;
        tact_status status =
            tacti_slot_is_in(slot, g->groups) ? look_at(g, slot, &touches) : TACT_OK;
        if (status != TACT_OK)
            return status;
        if (!touches)
            continue;
        if (g->count < g->capacity)
            g->ids[g->count] = tacti_id_of(g->world, index);
        g->count++;
    }
    return TACT_OK;
}

static tact_status gather(gathering *g, uint32_t *count) {
    if (tact_box_is_empty(g->box)) {
        *count = 0;
        return TACT_OK;
    }
    tact_pair_list *list;
    tact_status status = tact_pair_list_create(g->world->context, &list);
    if (status != TACT_OK)
        return status;
    status = tact_broad_overlaps(g->world->broad, &g->box, 1, NULL, list);
    if (status == TACT_OK)
        status = gather_from(g, list);
    tact_pair_list_destroy(list);
    if (status == TACT_OK)
        *count = g->count;
    return status;
}

tact_status tact_world_find_box(const tact_world *world, tact_box box, uint64_t groups,
                                tact_object_id *ids, uint32_t capacity, uint32_t *count) {
    if (world == NULL || count == NULL || (ids == NULL && capacity > 0))
        return TACT_INVALID_ARGUMENT;
    if (isnan(box.lo.x) || isnan(box.lo.y) || isnan(box.lo.z) || isnan(box.hi.x) ||
        isnan(box.hi.y) || isnan(box.hi.z))
        return TACT_NOT_FINITE;
    gathering g = {.world = world, .box = box, .groups = groups, .ids = ids, .capacity = capacity};
    return gather(&g, count);
}

tact_status tact_world_find_touching(const tact_world *world, const tact_instance *instance,
                                     uint64_t groups, const tact_options *options,
                                     tact_object_id *ids, uint32_t capacity, uint32_t *count) {
    if (world == NULL || count == NULL || (ids == NULL && capacity > 0))
        return refuse(options, TACT_INVALID_ARGUMENT);
    gathering g = {.world = world,
                   .instance = instance,
                   .options = options,
                   .groups = groups,
                   .ids = ids,
                   .capacity = capacity};
    tact_status status = tact_instance_bounds(instance, &g.box);
    if (status != TACT_OK)
        return refuse(options, status);
    return gather(&g, count);
}

tact_status tact_world_prepare(tact_world *world) {
    return world != NULL ? tact_broad_prepare(world->broad) : TACT_INVALID_ARGUMENT;
}
