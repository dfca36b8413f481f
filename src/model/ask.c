/* SPDX-License-Identifier: MIT */
/* Options, caches and refusals. The reason of a refusal is looked for only after a question fails,
 * so questions that succeed do not pay for it. */
#include "model/ask.h"
#include "base/assert.h"
#include "model/ask_one.h"

#include <string.h>

#include "base/message.h"
#include "math/vec.h"

/* ---- Options ------------------------------------------------------------------------------ */

const tact_options tacti_default_options = {
    .size = sizeof(tact_options), .budget = UINT64_MAX, .limit = HUGE_VAL, .seconds = HUGE_VAL};

/* All flags. A question ignores the flags of other questions. */
#define KNOWN_FLAGS                                                                                \
    (TACT_OPTION_POINT | TACT_OPTION_LOWER_BOUND | TACT_OPTION_CLEARANCE | TACT_OPTION_GEOMETRY |  \
     TACT_OPTION_ANY | TACT_OPTION_SIGNED)

/* Returns what is wrong with complete options; NULL if nothing is. */
static const char *find_wrong_option(const tact_options *options) {
    if ((options->flags & ~KNOWN_FLAGS) != 0)
        return "flags has an unknown bit";
    if (!(options->limit >= 0))
        return "limit is negative or not a number";
    if (!(options->margin >= 0))
        return "margin is negative or not a number";
    if (!(options->relative_error >= 0))
        return "relative_error is negative or not a number";
    if (!(options->absolute_error >= 0))
        return "absolute_error is negative or not a number";
    if (!(options->seconds >= 0))
        return "seconds is negative or not a number";
    return NULL;
}

/* Returns options of this version, completed in room if the caller's are older; NULL if their size
 * is wrong. */
static const tact_options *complete(const tact_options *given, tact_options *room) {
    if (given->size == sizeof *given)
        return given;
    if (given->size < 2 * sizeof(uint32_t) || given->size > sizeof *given)
        return NULL;
    *room = tacti_default_options;
    memcpy(room, given, given->size);
    room->size = sizeof *room;
    return room;
}

const tact_options *tacti_options_check(const tact_options *given, tact_options *room) {
    const tact_options *options = complete(given, room);
    return options != NULL && find_wrong_option(options) == NULL ? options : NULL;
}

const tacti_asking tacti_default_asking = {.options = &tacti_default_options,
                                           .desc = {.budget = UINT64_MAX}};

void tacti_asking_begin(tacti_asking *asking, const tact_options *options) {
    TACTI_ASSERT(options->seconds >= 0);
    asking->options = options;
    asking->watch = (tacti_watch){.cancel = options->cancel, .user = options->user};
    bool has_deadline = options->seconds < 1e9; /* longer than anybody waits */
    if (has_deadline)
        asking->watch.deadline = tacti_clock_now() + (uint64_t)(options->seconds * 1e9);
    asking->desc = tacti_query_desc_default();
    asking->desc.budget = options->budget;
    asking->desc.relative_error = options->relative_error;
    asking->desc.absolute_error = options->absolute_error;
    asking->desc.proof = options->proof;
    asking->desc.watch = has_deadline || options->cancel != NULL ? &asking->watch : NULL;
}

void tacti_asking_spend(tacti_asking *asking, const tact_work *work) {
    uint64_t spent = work->box_tests + work->triangle_tests, *budget = &asking->desc.budget;
    if (*budget != UINT64_MAX)
        *budget = *budget > spent ? *budget - spent : 0;
}

/* ---- Refusals ----------------------------------------------------------------------------- */

/* The caller's place for the error; NULL if there is none, or if the size of the options is wrong.
 */
static tact_error *error_of(const tact_options *options) {
    size_t end = offsetof(tact_options, error) + sizeof options->error;
    return options != NULL && options->size >= end && options->size <= sizeof *options
               ? options->error
               : NULL;
}

/* Writes what is wrong with one instance. Returns false if nothing is. */
static bool explain_instance(const tacti_refusal *refusal, int side, tact_status status,
                             tact_error *error) {
    const tact_instance *instance = refusal->instance[side];
    const char *name = side == 0 ? "a" : "b";
    uint64_t index = (uint64_t)side;
    tact_error found;
    if (instance == NULL || instance->model == NULL)
        (void)tacti_error_set(error, status, 0, index, "instance %s has no model", name);
    else if ((instance->flags & ~TACT_INSTANCE_FILLED) != 0)
        (void)tacti_error_set(error, status, 0, index, "instance %s has an unknown flag", name);
    else if (!tacti_is_instance(instance))
        (void)tacti_error_set(
            error, status, 0, index,
            "instance %s is filled, but its model has no interior: create the model with "
            "an interior mode (tact_interior_mode)",
            name);
    else if (tact_pose_validate(instance->pose, &found) != TACT_OK)
        (void)tacti_error_set(error, status, 0, index, "instance %s: %s", name, found.text);
    else
        return false;
    return true;
}

/* Writes which of two instances with valid poses is out of range. */
static void explain_range(const tacti_refusal *refusal, int sides, tact_error *error) {
    static const char text[] = "a placed coordinate or a radius exceeds the supported range, 2^500";
    for (int side = 0; side < sides; side++) {
        tact_box box;
        if (tact_instance_bounds(refusal->instance[side], &box) != TACT_OK)
            continue;
        tact_vec3 most = tacti_vec3_max(tacti_vec3_abs(box.lo), tacti_vec3_abs(box.hi));
        bool is_half_space = refusal->instance[side]->model->kind == TACT_KIND_HALF_SPACE;
        if (is_half_space || (most.x <= 0x1p500 && most.y <= 0x1p500 && most.z <= 0x1p500))
            continue;
        (void)tacti_error_set(error, TACT_INVALID_POSE, 0, (uint64_t)side, "instance %s: %s",
                              side == 0 ? "a" : "b", text);
        return;
    }
    (void)tacti_error_set(error, TACT_INVALID_POSE, 0, TACT_NO_INDEX, "%s", text);
}

static bool lacks_interior(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL &&
           instance->model->what == TACTI_MODEL_MESH && instance->model->interior == NULL;
}

static bool is_filled_without_interior(const tact_instance *instance) {
    return lacks_interior(instance) && instance->flags == TACT_INSTANCE_FILLED;
}

tact_status tacti_refuse(tact_status status, const tact_options *options,
                         const tacti_refusal *refusal) {
    if (status == TACT_INVALID_ARGUMENT && (is_filled_without_interior(refusal->instance[0]) ||
                                            is_filled_without_interior(refusal->instance[1])))
        status = TACT_NO_INTERIOR;
    tact_error *error = error_of(options);
    if (error == NULL)
        return status;
    bool is_pair = refusal->question < TACT_QUESTION_SELF;
    tact_options room;
    if (refusal->out == NULL)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "the result pointer is NULL");
    const tact_options *whole = complete(options, &room);
    if (whole == NULL)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX,
                               "the options have size %lu: begin with tact_options_default()",
                               (unsigned long)options->size);
    const char *wrong = find_wrong_option(whole);
    if (wrong != NULL)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "options: %s", wrong);
    for (int side = 0; side < (is_pair ? 2 : 1); side++)
        if (explain_instance(refusal, side, status, error))
            return status;
    if (status == TACT_UNSUPPORTED)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s is not supported for %s%s%s%s",
                               tact_question_name(refusal->question),
                               tact_kind_name(refusal->instance[0]->model->kind),
                               is_pair ? " and " : "",
                               is_pair ? tact_kind_name(refusal->instance[1]->model->kind) : "",
                               whole->proof != NULL ? " with a proof" : "");
    for (int side = 0; side < (is_pair ? 2 : 1); side++)
        if (status == TACT_NO_INTERIOR && lacks_interior(refusal->instance[side]))
            return tacti_error_set(error, status, 0, (uint64_t)side,
                                   "%s needs interiors, but the model of instance %s has none: "
                                   "create the model with an interior mode (tact_interior_mode)",
                                   tact_question_name(refusal->question), side == 0 ? "a" : "b");
    if (status == TACT_INVALID_POSE) {
        explain_range(refusal, is_pair ? 2 : 1, error);
        return status;
    }
    return tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s: %s",
                           tact_question_name(refusal->question), tact_status_text(status));
}

const tact_options *tacti_one_begin(const tact_instance *instance, const tact_options *options,
                                    tact_options *room, const void *out) {
    const tact_options *chosen = tacti_options_read(options, room);
    return out != NULL && chosen != NULL && chosen->proof == NULL && tacti_is_instance(instance)
               ? chosen
               : NULL;
}

tact_status tacti_one_refuse(tact_status status, tact_question question,
                             const tact_options *options, const tact_instance *instance,
                             const void *out) {
    tact_options room;
    const tact_options *chosen = tacti_options_read(options, &room);
    if (out != NULL && chosen != NULL && chosen->proof != NULL && tacti_is_instance(instance))
        status = TACT_UNSUPPORTED;
    return tacti_refuse(status, options, &(tacti_refusal){question, {instance, NULL}, out});
}

bool tacti_lacks_proof(const tact_instance *a, const tact_instance *b,
                       const tact_options *options) {
    return options->proof != NULL &&
           (tact_query_support(TACT_QUESTION_COLLIDE, a->model->kind, b->model->kind) &
            TACT_SUPPORT_PROOF) == 0;
}

/* ---- Caches ------------------------------------------------------------------------------- */

/* Returns the hints after the tag; NULL if the cache cannot be used. *is_new: it was cleared
 * because it was about other models. */
static void *open_cache(const tact_cache *cache, const tact_model *a, const tact_model *b,
                        bool *is_new) {
    if (!tacti_is_cache(cache))
        return NULL;
    uint64_t *tag = cache->memory;
    uint64_t wanted = tacti_cache_tag(a, b);
    *is_new = *tag != wanted;
    if (*is_new) {
        size_t most = TACT_CACHE_DEPTH_BYTES;
        memset(tag, 0, cache->bytes < most ? cache->bytes : most);
        *tag = wanted;
    }
    return tag + 1;
}

tacti_convex_cache *tacti_cache_of_new_shapes(const tact_cache *cache, const tact_model *a,
                                              const tact_model *b) {
    bool is_new;
    return open_cache(cache, a, b, &is_new);
}

tacti_pair_cache *tacti_cache_of_meshes(const tact_cache *cache, const tact_model *a,
                                        const tact_model *b) {
    bool is_new;
    tacti_pair_cache *hints = open_cache(cache, a, b, &is_new);
    if (hints != NULL && is_new)
        *hints = tacti_pair_cache_empty();
    return hints;
}

tacti_cached_parts *tacti_cache_of_compounds(const tact_cache *cache, const tact_model *a,
                                             const tact_model *b, tact_cache *inner) {
    bool is_new;
    tacti_cached_parts *parts = open_cache(cache, a, b, &is_new);
    *inner = (tact_cache){NULL, 0};
    if (parts == NULL)
        return NULL;
    TACTI_ASSERT(cache->bytes >= TACTI_CACHE_TAG_BYTES + sizeof *parts);
    *inner = (tact_cache){parts + 1, cache->bytes - TACTI_CACHE_TAG_BYTES - sizeof *parts};
    return parts;
}
