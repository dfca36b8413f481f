/* SPDX-License-Identifier: MIT */
/**
 * @file world.h
 * A world of moving objects: which pairs may touch, which of them matter, what is remembered about
 * a pair from step to step, and which contacts begin, stay and end.
 *
 * - An *object* is an instance of a model with a velocity, a group and a motion. A
 *   tact_object_id names it. The id of a removed object is refused with TACT_STALE_ID.
 * - The *interest matrix* says for every pair of groups, and for single pairs, whether the pair
 *   matters, which question is asked, and who is called back.
 * - tact_world_step() moves the objects, finds the pairs whose boxes overlap, asks those that
 *   matter, and lists events. Events have the same order and the same bits for any number of
 *   threads and every SIMD level.
 *
 * A world is used by one thread at a time. It runs its questions on its context's executor.
 */
#ifndef TACT_WORLD_H
#define TACT_WORLD_H

#include <tact/rigid.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Objects ------------------------------------------------------------------------------ */

/** Names an object of a world. All zero bytes name no object. */
typedef struct tact_object_id {
    uint32_t slot;       /**< Place in the world; used again after the object was removed. */
    uint32_t generation; /**< Tells apart the objects that have had this place; never 0. */
} tact_object_id;

/** How an object moves, which decides which pairs are asked. */
typedef enum tact_motion {
    TACT_MOTION_MOVING = 0,  /**< It moves with its velocity. */
    TACT_MOTION_STATIC = 1,  /**< It does not move by itself. Two static objects are never asked. */
    TACT_MOTION_SLEEPING = 2 /**< It rests. A pair is asked only if one of its objects is moving or
                                  was changed since the last step. */
} tact_motion;

/** The number of groups. Groups are numbered from 0. */
#define TACT_GROUP_COUNT 64
/** Every group, as a mask of queries. */
#define TACT_GROUPS_ALL UINT64_MAX

/** The object's path from the last step to this one counts: its box covers the path. If it is
 * apart from another object now but may have met it on the way, an event with
 * TACT_EVENT_ON_THE_WAY says so. */
#define TACT_OBJECT_CONTINUOUS 1u

/** An object of a world. */
typedef struct tact_object {
    tact_instance instance; /**< Model, flags, user number and pose. The world holds a reference to
                                 the model. */
    tact_vec3 velocity;     /**< Of the origin of the model's frame, per second. */
    tact_vec3 spin;         /**< Rotation about that origin: axis times radians per second. */
    uint32_t group;         /**< Less than TACT_GROUP_COUNT. */
    tact_motion motion;     /**< How it moves. */
    uint32_t flags;         /**< TACT_OBJECT_CONTINUOUS or 0. */
    uint32_t reserved;      /**< 0. */
    void *user;             /**< For the caller; the library never reads it. */
} tact_object;

/** Returns an object at rest at the identity pose, in group 0. */
static inline tact_object tact_object_make(const tact_model *model) {
    tact_object object;
    memset(&object, 0, sizeof object);
    object.instance = tact_instance_make(model);
    return object;
}

/* ---- Events ------------------------------------------------------------------------------- */

/** What happened to a pair in a step. */
typedef enum tact_event_kind {
    TACT_EVENT_BEGIN = 0, /**< The pair is active and was not in the step before. */
    TACT_EVENT_STAY = 1,  /**< The pair was active, was asked, and still is active. */
    TACT_EVENT_END = 2    /**< The pair was active and is not any more, or one of its objects was
                               removed, or the pair does not matter any more. */
} tact_event_kind;

/** The pair is apart at its new poses, but one of its objects is continuous and they may have met
 * on the way. */
#define TACT_EVENT_ON_THE_WAY 1u
/** With TACT_INTEREST_IMPACT: the pair is proven to touch in the step, at the time latest. */
#define TACT_EVENT_IMPACT 2u

/** The value of tact_event::result if there is none. */
#define TACT_NO_RESULT UINT32_MAX

/**
 * One event. A pair is *active* if the answer of its question is not "apart": in contact or
 * undecided for collide, depth and contacts; within the interest's radius, or undecided, for
 * distance and manifold. Pairs with TACT_EVENT_ON_THE_WAY are active too.
 */
typedef struct tact_event {
    tact_event_kind kind;   /**< What happened. */
    tact_question question; /**< What was asked. */
    uint32_t flags;         /**< TACT_EVENT_ON_THE_WAY and TACT_EVENT_IMPACT, or 0. */
    uint32_t result;        /**< Index of the answer among those of the question; TACT_NO_RESULT for
                                 the end of a pair that was not asked. */
    tact_object_id a;       /**< The object with the lower slot, */
    tact_object_id b;       /**< and the other one. */
    double earliest;        /**< With TACT_INTEREST_IMPACT, of an active pair with a continuous
                                 object that moved: proven that the two do not touch before this
                                 part of the step (0 to 1). Else 0. */
    double latest;          /**< With TACT_EVENT_IMPACT: proven that they touch at this part of the
                                 step. Else 0. */
} tact_event;

/** The pairs of elements that touch in one pair of objects. */
typedef struct tact_event_contacts {
    tact_outcome outcome; /**< As in tact_contacts_result. */
    uint32_t count;       /**< How many pairs of elements. */
    uint64_t first;       /**< Index of the first one in tact_events::elements. */
} tact_event_contacts;

/** Two elements that touch. */
typedef struct tact_element_pair {
    tact_element a; /**< Of the object with the lower slot, */
    tact_element b; /**< and of the other one. */
} tact_element_pair;

/** The events of the last step, ordered by the slots of a, then b. The pointers are valid until the
 * world changes. */
typedef struct tact_events {
    uint32_t count;                        /**< Number of events. */
    uint32_t reserved;                     /**< 0. */
    const tact_event *events;              /**< The events. */
    const tact_collide_result *collides;   /**< Answers of TACT_QUESTION_COLLIDE. */
    const tact_distance_result *distances; /**< Answers of TACT_QUESTION_DISTANCE. */
    const tact_depth_result *depths;       /**< Answers of TACT_QUESTION_DEPTH. */
    const tact_manifold_result *manifolds; /**< Answers of TACT_QUESTION_MANIFOLD. */
    const tact_event_contacts *contacts;   /**< Answers of TACT_QUESTION_CONTACTS. */
    const tact_element_pair *elements;     /**< What contacts refers to. */
} tact_events;

/** Is called with each event after a step, in their order. It must not change the world. */
typedef void tact_event_visitor(void *user, const tact_event *event, const tact_events *events);

/* ---- Interest ----------------------------------------------------------------------------- */

/** The pair does not matter: it is never asked and has no events. */
#define TACT_INTEREST_NONE 1u
/** A pair that is apart is not asked again before its objects have moved so far that they could
 * meet, or come within the interest's radius. It costs a distance whenever a pair that is apart is
 * asked; manifolds measure it anyway. No contact is missed. */
#define TACT_INTEREST_DEADLINE 2u
/** Pairs with a continuous object are searched for the time of impact (tact_first_contact()). A
 * pair that is proven not to have met on the way is not active. */
#define TACT_INTEREST_IMPACT 4u

/** Why a pair of objects matters. */
typedef struct tact_interest {
    tact_question question; /**< TACT_QUESTION_COLLIDE, CONTACTS, MANIFOLD, DISTANCE or DEPTH. */
    uint32_t flags;         /**< TACT_INTEREST_NONE, or TACT_INTEREST_DEADLINE and
                                 TACT_INTEREST_IMPACT, or 0. */
    uint32_t remember;      /**< Bytes of the pair's cache: 0, TACT_CACHE_BYTES or
                                 TACT_CACHE_DEPTH_BYTES. The cache lives as long as the boxes of
                                 the pair overlap. */
    uint32_t reserved;      /**< 0. */
    double radius;          /**< Distance: pairs at most this far apart are active. Manifold: the
                                 margin. Finite and at least 0; 0 for the other questions. */
    tact_event_visitor *notify; /**< Is called with the events of these pairs; may be NULL. */
    void *user;                 /**< Passed to notify. */
} tact_interest;

/** Returns an interest in whether two objects touch, with a cache. */
static inline tact_interest tact_interest_default(void) {
    tact_interest interest;
    memset(&interest, 0, sizeof interest);
    interest.question = TACT_QUESTION_COLLIDE;
    interest.remember = TACT_CACHE_BYTES;
    return interest;
}

/* ---- Worlds ------------------------------------------------------------------------------- */

/** Objects that move, and what is known about their pairs. */
typedef struct tact_world tact_world;

/** Makes an empty world in which all pairs of groups have tact_interest_default().
 * @param context memory and workers; may be NULL; must outlive the world
 * @param out     receives the world
 * @return TACT_INVALID_ARGUMENT, TACT_INVALID_FLOAT_MODE or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_world_create(const tact_context *context, tact_world **out);
/** Destroys a world and drops its references. NULL is allowed. */
TACT_API void tact_world_destroy(tact_world *world);

/**
 * Adds objects. Their pairs are found by the next step.
 * @param world   the world
 * @param objects count objects
 * @param count   how many
 * @param error   receives what is wrong; its index is that of the object; may be NULL
 * @param ids     receives count ids
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE, TACT_NO_INTERIOR,
 *         TACT_TOO_LARGE or TACT_OUT_OF_MEMORY. No object is added then.
 */
TACT_API tact_status tact_world_add(tact_world *world, const tact_object *objects, uint32_t count,
                                    tact_error *error, tact_object_id *ids);
/** Removes objects. Their active pairs end in the next step. An id that occurs twice is stale the
 * second time.
 * @return TACT_INVALID_ARGUMENT or TACT_STALE_ID. No object is removed then. */
TACT_API tact_status tact_world_remove(tact_world *world, const tact_object_id *ids, uint32_t count,
                                       tact_error *error);
/** Copies an object. TACT_INVALID_ARGUMENT or TACT_STALE_ID. */
TACT_API tact_status tact_world_read(const tact_world *world, tact_object_id id, tact_object *out);
/** Replaces an object: its pose, velocity, group and all else, except its model, which must be the
 * same. Returns the statuses of tact_world_add() and TACT_STALE_ID. */
TACT_API tact_status tact_world_write(tact_world *world, tact_object_id id,
                                      const tact_object *object, tact_error *error);
/** Places objects, which is faster than writing them. error->index is the number of the object that
 * was refused. No object is moved then. If an id occurs twice, its last pose counts.
 * @return TACT_INVALID_ARGUMENT, TACT_STALE_ID, TACT_NOT_FINITE or TACT_INVALID_POSE. */
TACT_API tact_status tact_world_move(tact_world *world, const tact_object_id *ids,
                                     const tact_pose *poses, uint32_t count, tact_error *error);
/** Whether the id names an object of the world. */
TACT_API bool tact_world_has(const tact_world *world, tact_object_id id);

/** Sets the interest in all pairs of an object of group a and one of group b.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_world_set_interest(tact_world *world, uint32_t group_a, uint32_t group_b,
                                             const tact_interest *interest);
/** Sets the interest in one pair, which goes before that of the groups; NULL takes it back. It ends
 * when one of the objects is removed.
 * @return TACT_INVALID_ARGUMENT, TACT_STALE_ID, TACT_NOT_FINITE or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_world_set_pair_interest(tact_world *world, tact_object_id a,
                                                  tact_object_id b, const tact_interest *interest);

/** What a step did. */
typedef struct tact_step_info {
    uint32_t object_count;   /**< Objects of the world. */
    uint32_t moved_count;    /**< Objects whose box was computed. */
    uint64_t box_pairs;      /**< Pairs whose boxes overlap. */
    uint64_t matter_pairs;   /**< Those of them that matter. */
    uint64_t asked_pairs;    /**< Those of them that were asked. */
    uint64_t deferred_pairs; /**< Those that were not asked because they could not meet yet. */
    uint64_t active_pairs;   /**< Active pairs after the step. */
    double place_seconds;    /**< Time for poses and boxes, which differs from run to run; */
    double pair_seconds;     /**< for the pairs of boxes; */
    double ask_seconds;      /**< for the questions; */
    double event_seconds;    /**< and for the events, without the callbacks. */
    uint64_t reserved[4];    /**< 0. */
} tact_step_info;

/**
 * Moves the moving objects by their velocities for some time, finds all pairs whose boxes overlap,
 * asks those that matter, lists the events, and calls back. With 0 seconds, objects keep their
 * poses, or those that tact_world_move() gave them.
 *
 * The translation of an object becomes t + velocity * seconds, each coordinate rounded twice. Its
 * rotation is multiplied by the rotation about spin by |spin| * seconds, as unit quaternions.
 * @param world   the world
 * @param seconds finite and at least 0
 * @param error   receives what is wrong, such as a question that is not supported for a pair of
 *                models; may be NULL
 * @param info    receives what was done; may be NULL
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE (also for an object that leaves the range of
 *         numbers), TACT_INVALID_POSE, TACT_UNSUPPORTED, TACT_TOO_LARGE or TACT_OUT_OF_MEMORY. The
 *         world is then as it was before the step.
 */
TACT_API tact_status tact_world_step(tact_world *world, double seconds, tact_error *error,
                                     tact_step_info *info);
/** Returns the events of the last step. */
TACT_API tact_events tact_world_events(const tact_world *world);

/** A hash of the objects, of the pairs and their states, and of the events of the last step. Equal
 * for equal histories, whatever the number of threads and the SIMD level. */
TACT_API uint64_t tact_world_hash(const tact_world *world);

/* ---- Queries ------------------------------------------------------------------------------ */

/* Queries see the objects as the last step left them: objects that were added or moved since are
 * found at their new places after the next step, and removed ones are gone at once. groups is a
 * mask: bit g stands for group g. Options are those of the question that is asked of the objects;
 * a budget counts for each of them. An answer that is undecided counts as a hit, as a contact, or
 * as near, from its lower bound on; its outcome says so. */

/** Prepares queries, which then need not look at every box. Takes as long as a broad phase; what it
 * prepares lasts until the next step or until an object is removed. Queries give the same answers
 * without it.
 * @return TACT_INVALID_ARGUMENT or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_world_prepare(tact_world *world);

/** An object that a ray hits. */
typedef struct tact_world_hit {
    tact_object_id id;          /**< The object; zero for a miss. */
    tact_raycast_result result; /**< The hit. */
} tact_world_hit;

/** Finds the first hit of a ray: the least t, then the least slot. With TACT_OPTION_ANY, any hit.
 * @return the statuses of tact_raycast(). */
TACT_API tact_status tact_world_raycast(const tact_world *world, tact_ray ray, uint64_t groups,
                                        const tact_options *options, tact_world_hit *out);

/** The object nearest to a point. */
typedef struct tact_world_near {
    tact_object_id id;          /**< The object; zero if there is none within the limit. */
    tact_nearest_result result; /**< Its nearest point. */
} tact_world_near;

/** Finds the object whose nearest point is nearest; of several at the same distance the one with
 * the least slot. Returns the statuses of tact_nearest(). */
TACT_API tact_status tact_world_nearest(const tact_world *world, tact_vec3 point, uint64_t groups,
                                        const tact_options *options, tact_world_near *out);

/** Finds the objects whose boxes overlap a box, in increasing order of their slots.
 * @param world    the world
 * @param box      the box; may be infinite; an empty one overlaps nothing
 * @param groups   the groups to look at
 * @param ids      receives the first capacity ids; may be NULL if capacity is 0
 * @param capacity how many ids fit
 * @param count    receives how many there are in all
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE (a NaN) or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_world_find_box(const tact_world *world, tact_box box, uint64_t groups,
                                         tact_object_id *ids, uint32_t capacity, uint32_t *count);

/** Finds the objects that an instance touches, by tact_collide(), in increasing order of their
 * slots. An undecided pair counts as touching. Parameters as in tact_world_find_box().
 * @return the statuses of tact_collide() and TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_world_find_touching(const tact_world *world,
                                              const tact_instance *instance, uint64_t groups,
                                              const tact_options *options, tact_object_id *ids,
                                              uint32_t capacity, uint32_t *count);

/** An object that a cast meets. */
typedef struct tact_world_cast_hit {
    tact_object_id id;        /**< The object; zero if nothing is met. */
    double time;              /**< Proven: it is not met before this time. */
    tact_rigid_result result; /**< The answer about it; a is the instance, b the object. */
} tact_world_cast_hit;

/**
 * Sweeps an instance along a line and finds the object that it meets first, by tact_cast(). Objects
 * do not move. The first one has the least time; of several, the least slot. Nothing is met before
 * that time. If two objects are met within the precision of the options, either may be first. An
 * undecided object counts as met, from its lower bound on.
 * @param world        the world
 * @param instance     what moves, at its start; it need not be of the world
 * @param displacement how far it moves from time 0 to time 1
 * @param groups       the groups to look at
 * @param options      of each cast; NULL for the defaults
 * @param out          receives the hit
 * @return the statuses of tact_cast().
 */
TACT_API tact_status tact_world_cast(const tact_world *world, const tact_instance *instance,
                                     tact_vec3 displacement, uint64_t groups,
                                     const tact_rigid_options *options, tact_world_cast_hit *out);

/**
 * Sweeps an instance along a line and finds all objects that it meets, each at its first contact;
 * otherwise as tact_world_cast().
 * @param world        the world
 * @param instance     what moves, at its start; it need not be of the world
 * @param displacement how far it moves from time 0 to time 1
 * @param groups       the groups to look at
 * @param options      of each cast; NULL for the defaults
 * @param hits         receives the first capacity hits, sorted by time, then by slot; may be NULL
 * if capacity is 0
 * @param capacity     how many hits fit
 * @param count        receives how many there are in all
 * @return the statuses of tact_cast().
 */
TACT_API tact_status tact_world_cast_all(const tact_world *world, const tact_instance *instance,
                                         tact_vec3 displacement, uint64_t groups,
                                         const tact_rigid_options *options,
                                         tact_world_cast_hit *hits, uint32_t capacity,
                                         uint32_t *count);

/* ---- Fixed time step ---------------------------------------------------------------------- */

/** Turns the time that passes between frames into steps of one length. Whole nanoseconds, so that
 * the steps do not depend on the rate of the frames. */
typedef struct tact_clock {
    uint64_t step;     /**< Nanoseconds per step; at least 1. */
    uint64_t rest;     /**< Nanoseconds that have passed since the last step; less than step. */
    uint64_t dropped;  /**< Nanoseconds that were left out because steps took too long. */
    uint64_t steps;    /**< Steps in all. */
    uint32_t most;     /**< The most steps per frame; at least 1. */
    uint32_t reserved; /**< 0. */
} tact_clock;

/** Makes a clock. A step of 0 counts as 1, and so does a most of 0. */
TACT_API tact_clock tact_clock_make(uint64_t step_nanoseconds, uint32_t most_steps);
/** Adds the time of a frame and returns how many steps to take now: at most clock->most. Time for
 * more steps is dropped; otherwise a frame that takes long would make the next one take longer
 * still. */
TACT_API uint32_t tact_clock_advance(tact_clock *clock, uint64_t elapsed_nanoseconds);
/** Returns the part of a step that has passed since the last one, for drawing between two steps: at
 * least 0 and less than 1. */
TACT_API double tact_clock_fraction(const tact_clock *clock);

#ifdef __cplusplus
}
#endif

#endif
