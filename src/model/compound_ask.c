/* SPDX-License-Identifier: MIT */
/* Contact and distance of compounds: the least distance over all pairs of parts. Pairs whose boxes
 * show that they cannot matter are skipped. */
#include <math.h>

#include "model/compound.h"

static bool do_boxes_meet(const tact_box *a, const tact_box *b) {
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y &&
           a->lo.z <= b->hi.z && b->lo.z <= a->hi.z;
}

/* A lower bound of the distance between the contents of two boxes: the greatest gap along an axis,
 * rounded down. */
static double gap_between(const tact_box *a, const tact_box *b) {
    double x = fmax(a->lo.x - b->hi.x, b->lo.x - a->hi.x);
    double y = fmax(a->lo.y - b->hi.y, b->lo.y - a->hi.y);
    double z = fmax(a->lo.z - b->hi.z, b->lo.z - a->hi.z);
    double gap = fmax(fmax(x, y), z);
    return gap > 0 ? gap * (1 - 0x1p-52) : 0; /* NaN, from infinite boxes, counts as 0 */
}

/* ---- Contact ------------------------------------------------------------------------------ */

typedef struct collide_walk {
    tacti_asking *asking;
    tact_cache cache; /* of the remembered parts */
    tacti_cached_parts *parts;
    bool is_first; /* the remembered pair is being asked */
    tact_status status;
    tact_collide_result result;
} collide_walk;

static bool collide_parts(void *user, const tacti_part *a, const tacti_part *b) {
    collide_walk *walk = user;
    tact_collide_result found;
    if (!do_boxes_meet(&a->box, &b->box))
        return true;
    const tact_cache *cache = walk->is_first ? &walk->cache : NULL;
    walk->status = tacti_sides_collide(&a->side, &b->side, walk->asking, cache, &found);
    if (walk->status != TACT_OK)
        return false;
    tacti_asking_spend(walk->asking, &found.work);
    tacti_work_add(&walk->result.work, &found.work);
    found.work = walk->result.work;
    if (found.outcome == TACT_OUTCOME_APART)
        return true;
    bool is_contact = found.outcome == TACT_OUTCOME_CONTACT;
    if (is_contact || walk->result.outcome == TACT_OUTCOME_APART)
        walk->result = found;
    if (is_contact && walk->parts != NULL)
        *walk->parts = (tacti_cached_parts){a->side.part, b->side.part};
    return !is_contact && found.ending < TACT_ENDING_BUDGET;
}

/* Asks the remembered pair, before all others. */
static void try_cached(const tact_instance *a, const tact_instance *b, collide_walk *walk) {
    tacti_part part[2];
    if (walk->parts == NULL || !tacti_parts_place(a, b, *walk->parts, part))
        return;
    walk->is_first = true;
    (void)collide_parts(walk, &part[0], &part[1]);
    walk->is_first = false;
    if (walk->result.outcome == TACT_OUTCOME_CONTACT)
        walk->result.ending = TACT_ENDING_CACHE;
}

tact_status tacti_compounds_collide(const tact_instance *a, const tact_instance *b,
                                    tacti_asking *asking, const tact_cache *cache,
                                    tact_collide_result *out) {
    collide_walk walk = {.asking = asking, .result = {.outcome = TACT_OUTCOME_APART}};
    walk.result.a.element = walk.result.b.element = TACT_NO_TRIANGLE;
    walk.result.a.feature = walk.result.b.feature = TACT_NO_FEATURE;
    walk.parts = tacti_cache_of_compounds(cache, a->model, b->model, &walk.cache);
    tact_status status = tacti_poses_check(a, b);
    if (status != TACT_OK)
        return status;
    try_cached(a, b, &walk);
    if (walk.status == TACT_OK && walk.result.outcome != TACT_OUTCOME_CONTACT)
        status = tacti_parts_walk(a, b, collide_parts, &walk);
    if (status == TACT_OK)
        status = walk.status;
    if (status == TACT_OK)
        *out = walk.result;
    return status;
}

/* ---- Distance ----------------------------------------------------------------------------- */

typedef struct distance_walk {
    tacti_asking *asking;
    tact_cache cache;
    tacti_cached_parts *parts;
    tacti_cached_parts known; /* the pair that was asked first */
    bool is_first;
    tact_status status;
    double lower, upper; /* the least over all pairs so far */
    bool is_undecided;
    tact_distance_result result;
} distance_walk;

/* Whether an answer is a better witness: contact, or nearer, or as near with lower part numbers. */
static bool is_better(const tact_distance_result *found, const tact_distance_result *best) {
    if (found->outcome == TACT_OUTCOME_CONTACT)
        return true;
    if (found->distance != best->distance)
        return found->distance < best->distance;
    if (found->a.part != best->a.part)
        return found->a.part < best->a.part;
    return found->b.part < best->b.part;
}

static bool measure_parts(void *user, const tacti_part *a, const tacti_part *b) {
    distance_walk *walk = user;
    if (!walk->is_first && a->side.part == walk->known.a && b->side.part == walk->known.b)
        return true;
    double gap = gap_between(&a->box, &b->box);
    double limit = walk->asking->options->limit;
    if (gap > walk->upper || gap > limit) {
        walk->lower = fmin(walk->lower, gap);
        return true;
    }
    tact_distance_result found;
    walk->status = tacti_sides_distance(&a->side, &b->side, walk->asking,
                                        walk->is_first ? &walk->cache : NULL, &found);
    if (walk->status != TACT_OK)
        return false;
    tacti_asking_spend(walk->asking, &found.work);
    tacti_work_add(&walk->result.work, &found.work);
    found.work = walk->result.work;
    walk->lower = fmin(walk->lower, found.lower);
    walk->upper = fmin(walk->upper, found.upper);
    walk->is_undecided |= found.outcome == TACT_OUTCOME_UNDECIDED;
    bool is_ended = found.ending >= TACT_ENDING_BUDGET;
    if (is_better(&found, &walk->result))
        walk->result = found;
    if (is_ended)
        walk->result.ending = found.ending;
    return found.outcome != TACT_OUTCOME_CONTACT && !is_ended;
}

/* Makes the answer from the least over all pairs. */
static void conclude(distance_walk *walk, tact_distance_result *out) {
    *out = walk->result;
    out->lower = walk->lower;
    out->upper = walk->upper;
    if (out->outcome == TACT_OUTCOME_CONTACT)
        out->lower = out->upper = 0;
    else if (out->ending >= TACT_ENDING_BUDGET)
        out->lower = 0; /* some pairs were not asked */
    if (out->outcome == TACT_OUTCOME_APART &&
        (walk->is_undecided || out->ending >= TACT_ENDING_BUDGET)) {
        out->outcome = TACT_OUTCOME_UNDECIDED;
        out->lower = 0;
    }
    double limit = walk->asking->options->limit;
    out->within = out->outcome == TACT_OUTCOME_CONTACT || out->upper <= limit ? TACT_OUTCOME_CONTACT
                  : out->lower > limit                                        ? TACT_OUTCOME_APART
                                       : TACT_OUTCOME_UNDECIDED;
}

tact_status tacti_compounds_distance(const tact_instance *a, const tact_instance *b,
                                     tacti_asking *asking, const tact_cache *cache,
                                     tact_distance_result *out) {
    static const tact_site no_part = {
        .part = UINT32_MAX, .element = TACT_NO_TRIANGLE, .feature = TACT_NO_FEATURE};
    distance_walk walk = {
        .asking = asking,
        .known = {UINT32_MAX, UINT32_MAX},
        .lower = HUGE_VAL,
        .upper = HUGE_VAL,
        .result = {
            .outcome = TACT_OUTCOME_APART, .distance = HUGE_VAL, .a = no_part, .b = no_part}};
    walk.parts = tacti_cache_of_compounds(cache, a->model, b->model, &walk.cache);
    tact_status status = tacti_poses_check(a, b);
    if (status != TACT_OK)
        return status;
    tacti_part part[2];
    bool goes_on = true;
    if (walk.parts != NULL && tacti_parts_place(a, b, *walk.parts, part)) {
        walk.is_first = true;
        goes_on = measure_parts(&walk, &part[0], &part[1]);
        walk.is_first = false;
        walk.known = *walk.parts;
    }
    if (goes_on)
        status = tacti_parts_walk(a, b, measure_parts, &walk);
    if (status == TACT_OK)
        status = walk.status;
    if (status != TACT_OK)
        return status;
    if (walk.parts != NULL && walk.result.a.part != UINT32_MAX)
        *walk.parts = (tacti_cached_parts){walk.result.a.part, walk.result.b.part};
    conclude(&walk, out);
    if (out->a.part == UINT32_MAX)
        out->a.part = out->b.part = 0;
    return TACT_OK;
}
