/* SPDX-License-Identifier: MIT */
/* What all questions share: options as they are used, caches, and the reason if a question is
 * refused. */
#ifndef TACTI_MODEL_ASK_H
#define TACTI_MODEL_ASK_H

#include "convex/convex_pair.h"
#include "model/model.h"
#include "query/meshes.h"
#include "query/meter.h"

/* ---- Options ------------------------------------------------------------------------------ */

/* The options of a caller that passes none. */
extern const tact_options tacti_default_options;

/* Options that a caller passes: given itself or, if its struct has another size, room with the
 * defaults of what it lacks. NULL if an option is wrong. */
const tact_options *tacti_options_check(const tact_options *given, tact_options *room);

/* Options as they are used; the defaults for NULL. NULL if an option is wrong. */
static inline const tact_options *tacti_options_read(const tact_options *given,
                                                     tact_options *room) {
    return given == NULL ? &tacti_default_options : tacti_options_check(given, room);
}

/* Whether an instance can be asked; its pose is checked later. */
static inline bool tacti_is_instance(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL &&
           (instance->flags & ~TACT_INSTANCE_FILLED) == 0 &&
           ((instance->flags & TACT_INSTANCE_FILLED) == 0 ||
            instance->model->what != TACTI_MODEL_MESH || instance->model->interior != NULL);
}

/* Whether it is an instance of a shape that can be asked. Short questions begin with this. */
static inline bool tacti_is_shape(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL &&
           (instance->flags & ~TACT_INSTANCE_FILLED) == 0 &&
           instance->model->what == TACTI_MODEL_SHAPE;
}

/* The same of a mesh that is not filled. */
static inline bool tacti_is_surface(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL && instance->flags == 0 &&
           instance->model->what == TACTI_MODEL_MESH;
}

/* The options in use of a question about two instances; NULL if an argument is wrong. */
static inline const tact_options *tacti_pair_begin(const tact_instance *a, const tact_instance *b,
                                                   const tact_options *options, tact_options *room,
                                                   const void *out) {
    const tact_options *chosen = tacti_options_read(options, room);
    return out != NULL && chosen != NULL && tacti_is_instance(a) && tacti_is_instance(b) ? chosen
                                                                                         : NULL;
}

static inline bool tacti_is_compound(const tact_instance *instance) {
    return instance->model->what == TACTI_MODEL_COMPOUND;
}

/* A question that was refused, for its text. */
typedef struct tacti_refusal {
    tact_question question;
    const tact_instance *instance[2]; /* the second is NULL for questions about one */
    const void *out;
} tacti_refusal;

/* Says why in the options' error, and returns the status. options may be anything that the caller
 * passed. */
tact_status tacti_refuse(tact_status status, const tact_options *options,
                         const tacti_refusal *refusal);

/* Whether a proof of contact or distance is asked for that tact_query_support() does not have. */
bool tacti_lacks_proof(const tact_instance *a, const tact_instance *b, const tact_options *options);

/* A question under way: who may end it, and what it may still spend. All parts of compounds and all
 * steps of a question share one, so that its time and its budget are for all of them together. */
typedef struct tacti_asking {
    const tact_options *options;
    tacti_watch watch;
    tacti_query_desc desc; /* refers to watch; the budget is what is left */
} tacti_asking;

/* Starts the clock of a question. It refers to itself, so it stays where it is. */
void tacti_asking_begin(tacti_asking *asking, const tact_options *options);

/* A question that nothing ends. */
extern const tacti_asking tacti_default_asking;

/* A question that is asked of one pair of sides: begun in room, unless nothing ends it. */
static inline const tacti_asking *tacti_asking_of(const tact_options *options, tacti_asking *room) {
    if (options == &tacti_default_options)
        return &tacti_default_asking;
    tacti_asking_begin(room, options);
    return room;
}

/* Takes work off what a question may still spend. */
void tacti_asking_spend(tacti_asking *asking, const tact_work *work);

/* What ended a question; complete if nothing did. */
static inline tact_ending tacti_ending_of_stop(tacti_stop stop) {
    static const tact_ending endings[] = {[TACTI_STOP_NONE] = TACT_ENDING_COMPLETE,
                                          [TACTI_STOP_BUDGET] = TACT_ENDING_BUDGET,
                                          [TACTI_STOP_CANCELLED] = TACT_ENDING_CANCELLED,
                                          [TACTI_STOP_DEADLINE] = TACT_ENDING_DEADLINE};
    return endings[stop];
}

/* How a query on shapes ended. */
static inline tact_ending tacti_ending_of(tacti_convex_ending ending) {
    static const tact_ending endings[] = {[TACTI_CONVEX_BY_CACHE] = TACT_ENDING_CACHE,
                                          [TACTI_CONVEX_BY_FLOAT] = TACT_ENDING_COMPLETE,
                                          [TACTI_CONVEX_BY_EXACT] = TACT_ENDING_EXACT,
                                          [TACTI_CONVEX_BY_LIMIT] = TACT_ENDING_PRECISION};
    return endings[ending];
}

/* ---- Caches ------------------------------------------------------------------------------- */

/* The bytes of a convex cache that collide and distance use; the rest belongs to depths. */
#define TACTI_CONVEX_HEAD_BYTES offsetof(tacti_convex_cache, corner_count)
/* What a cache begins with: a tag that says what it is about. */
#define TACTI_CACHE_TAG_BYTES sizeof(uint64_t)
/* The least cache that is of use. */
#define TACTI_CACHE_LEAST (TACTI_CACHE_TAG_BYTES + TACTI_CONVEX_HEAD_BYTES)
/* The least one that keeps the polytope of a depth. */
#define TACTI_CACHE_WITH_POLYTOPE (TACTI_CACHE_TAG_BYTES + sizeof(tacti_convex_cache))

/* Which parts of two compounds the cache behind this is about. */
typedef struct tacti_cached_parts {
    uint32_t a, b;
} tacti_cached_parts;

_Static_assert(TACTI_CACHE_WITH_POLYTOPE <= TACT_CACHE_DEPTH_BYTES, "the large cache is enough");
_Static_assert(TACTI_CACHE_TAG_BYTES + sizeof(tacti_cached_parts) + TACTI_CACHE_LEAST <=
                   TACT_CACHE_BYTES,
               "the small cache is enough");

/* The hints of a cache for two models; NULL if there is no cache that is large enough. What is
 * about other models is forgotten. A convex cache of less than TACTI_CACHE_WITH_POLYTOPE ends
 * before corner_count. */
tacti_convex_cache *tacti_cache_of_shapes(const tact_cache *cache, const tact_model *a,
                                          const tact_model *b);
tacti_pair_cache *tacti_cache_of_meshes(const tact_cache *cache, const tact_model *a,
                                        const tact_model *b);
/* The parts that a cache of two compounds is about, and in inner the cache of these parts, which is
 * empty if there is none. */
tacti_cached_parts *tacti_cache_of_compounds(const tact_cache *cache, const tact_model *a,
                                             const tact_model *b, tact_cache *inner);

/* ---- Sides -------------------------------------------------------------------------------- */

/* Questions about two sides that are not compounds. They write out only with TACT_OK. */
tact_status tacti_sides_collide(const tacti_side *a, const tacti_side *b,
                                const tacti_asking *asking, const tact_cache *cache,
                                tact_collide_result *out);
tact_status tacti_sides_distance(const tacti_side *a, const tacti_side *b,
                                 const tacti_asking *asking, const tact_cache *cache,
                                 tact_distance_result *out);

#endif
