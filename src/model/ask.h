/* SPDX-License-Identifier: MIT */
/* What all questions share: options, caches, and the reason why a question is refused. */
#ifndef TACTI_MODEL_ASK_H
#define TACTI_MODEL_ASK_H

#include "base/assert.h"
#include "pair/pair.h"
#include "model/model.h"
#include "frame/placed.h"
#include "frame/meter.h"

/* ---- Options ------------------------------------------------------------------------------ */

/* The options if the caller passes none. */
extern const tact_options tacti_default_options;

/* Returns given, or, if it has the size of an older version, a copy in room that is completed with
 * defaults. NULL if an option is wrong. */
const tact_options *tacti_options_check(const tact_options *given, tact_options *room);

/* Returns the options to use: given, completed, or the defaults if given is NULL. NULL if an option
 * is wrong. */
static inline const tact_options *tacti_options_read(const tact_options *given,
                                                     tact_options *room) {
    return given == NULL ? &tacti_default_options : tacti_options_check(given, room);
}

/* Whether an instance is valid. Its pose is checked later. */
static inline bool tacti_is_instance(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL &&
           (instance->flags & ~TACT_INSTANCE_FILLED) == 0 &&
           ((instance->flags & TACT_INSTANCE_FILLED) == 0 ||
            instance->model->what != TACTI_MODEL_MESH || instance->model->interior != NULL);
}

/* Whether it is a valid instance of a shape. The fast paths begin with this check. */
static inline bool tacti_is_shape(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL &&
           (instance->flags & ~TACT_INSTANCE_FILLED) == 0 &&
           instance->model->what == TACTI_MODEL_SHAPE;
}

/* Whether it is a valid instance of a mesh that is not filled. */
static inline bool tacti_is_surface(const tact_instance *instance) {
    return instance != NULL && instance->model != NULL && instance->flags == 0 &&
           instance->model->what == TACTI_MODEL_MESH;
}

/* Returns the options to use for a question about two instances; NULL if an argument is wrong. */
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

/* A refused question. */
typedef struct tacti_refusal {
    tact_question question;
    const tact_instance *instance[2]; /* the second is NULL for questions about one instance */
    const void *out;
} tacti_refusal;

/* Writes the reason to options->error and returns the status. options is what the caller passed,
 * right or wrong. */
tact_status tacti_refuse(tact_status status, const tact_options *options,
                         const tacti_refusal *refusal);

/* Whether the options ask for a proof that collide and distance do not support for this pair. */
bool tacti_lacks_proof(const tact_instance *a, const tact_instance *b, const tact_options *options);

/* A question in progress: what may end it, and the budget that is left. All parts of compounds and
 * all steps of a question share one, because the time and the budget are for the whole question. */
typedef struct tacti_asking {
    const tact_options *options;
    tacti_watch watch;
    tacti_query_desc desc; /* refers to watch; its budget is what is left */
} tacti_asking;

/* Begins a question and starts its clock. The struct refers to itself and must not be moved. */
void tacti_asking_begin(tacti_asking *asking, const tact_options *options);

/* A question that nothing ends early. */
extern const tacti_asking tacti_default_asking;

/* Returns the default question for default options; else begins one in room. For questions about
 * one pair of sides, which spend nothing. */
static inline const tacti_asking *tacti_asking_of(const tact_options *options, tacti_asking *room) {
    if (options == &tacti_default_options)
        return &tacti_default_asking;
    tacti_asking_begin(room, options);
    return room;
}

/* Subtracts work from the budget that is left. */
void tacti_asking_spend(tacti_asking *asking, const tact_work *work);

/* The ending of a search that was stopped, or of a complete one. */
static inline tact_ending tacti_ending_of_stop(tacti_stop stop) {
    static const tact_ending endings[] = {[TACTI_STOP_NONE] = TACT_ENDING_COMPLETE,
                                          [TACTI_STOP_BUDGET] = TACT_ENDING_BUDGET,
                                          [TACTI_STOP_CANCELLED] = TACT_ENDING_CANCELLED,
                                          [TACTI_STOP_DEADLINE] = TACT_ENDING_DEADLINE};
    TACTI_ASSERT(stop <= TACTI_STOP_DEADLINE);
    return endings[stop];
}

/* The ending of a query on shapes. */
static inline tact_ending tacti_ending_of(tacti_convex_ending ending) {
    static const tact_ending endings[] = {[TACTI_CONVEX_BY_CACHE] = TACT_ENDING_CACHE,
                                          [TACTI_CONVEX_BY_FLOAT] = TACT_ENDING_COMPLETE,
                                          [TACTI_CONVEX_BY_EXACT] = TACT_ENDING_EXACT,
                                          [TACTI_CONVEX_BY_LIMIT] = TACT_ENDING_PRECISION};
    TACTI_ASSERT((size_t)ending < sizeof endings / sizeof endings[0]);
    return endings[ending];
}

/* ---- Caches ------------------------------------------------------------------------------- */

/* The bytes of a convex cache that collide and distance use. Depths use the rest too. */
#define TACTI_CONVEX_HEAD_BYTES offsetof(tacti_convex_cache, corner_count)
/* A cache begins with a tag that names the two models. */
#define TACTI_CACHE_TAG_BYTES sizeof(uint64_t)
/* The smallest cache that remembers something. */
#define TACTI_CACHE_LEAST (TACTI_CACHE_TAG_BYTES + TACTI_CONVEX_HEAD_BYTES)
/* The smallest cache that keeps the polytope of a depth. */
#define TACTI_CACHE_WITH_POLYTOPE (TACTI_CACHE_TAG_BYTES + sizeof(tacti_convex_cache))

/* The parts of two compounds that the cache after this struct is about. */
typedef struct tacti_cached_parts {
    uint32_t a, b;
} tacti_cached_parts;

_Static_assert(TACTI_CACHE_WITH_POLYTOPE <= TACT_CACHE_DEPTH_BYTES, "the large cache must suffice");
_Static_assert(TACTI_CACHE_TAG_BYTES + sizeof(tacti_cached_parts) + TACTI_CACHE_LEAST <=
                   TACT_CACHE_BYTES,
               "the small cache must suffice");

/* Return the hints of a cache for two models; NULL if the cache is missing, too small or not
 * aligned. Hints about other models are cleared. A convex cache of less than
 * TACTI_CACHE_WITH_POLYTOPE bytes ends before corner_count. */
tacti_convex_cache *tacti_cache_of_new_shapes(const tact_cache *cache, const tact_model *a,
                                              const tact_model *b);
tacti_pair_cache *tacti_cache_of_meshes(const tact_cache *cache, const tact_model *a,
                                        const tact_model *b);
/* Returns the parts that a cache of two compounds is about, as above. inner receives the cache of
 * these parts; it has no memory if the result is NULL. */
tacti_cached_parts *tacti_cache_of_compounds(const tact_cache *cache, const tact_model *a,
                                             const tact_model *b, tact_cache *inner);

/* The tag of a cache of two models; never 0. */
static inline uint64_t tacti_cache_tag(const tact_model *a, const tact_model *b) {
    return (tacti_model_serial(a) * UINT64_C(0x9e3779b97f4a7c15) ^ tacti_model_serial(b)) | 1;
}

/* Whether a cache can be used. */
static inline bool tacti_is_cache(const tact_cache *cache) {
    return cache != NULL && cache->memory != NULL && cache->bytes >= TACTI_CACHE_LEAST &&
           (uintptr_t)cache->memory % sizeof(uint64_t) == 0;
}

/* tacti_cache_of_new_shapes(), without a call if the cache is about these models. */
static inline tacti_convex_cache *tacti_cache_of_shapes(const tact_cache *cache,
                                                        const tact_model *a, const tact_model *b) {
    if (!tacti_is_cache(cache))
        return NULL;
    uint64_t *tag = cache->memory;
    return *tag == tacti_cache_tag(a, b) ? (tacti_convex_cache *)(void *)(tag + 1)
                                         : tacti_cache_of_new_shapes(cache, a, b);
}

/* ---- Sides -------------------------------------------------------------------------------- */

/* Questions about two sides. out is written only with TACT_OK. */
tact_status tacti_sides_collide(const tacti_side *a, const tacti_side *b,
                                const tacti_asking *asking, const tact_cache *cache,
                                tact_collide_result *out);
tact_status tacti_sides_distance(const tacti_side *a, const tacti_side *b,
                                 const tacti_asking *asking, const tact_cache *cache,
                                 tact_distance_result *out);

#endif
