/* SPDX-License-Identifier: MIT */
/**
 * @file rigid.h
 * Rigid motion: models that move and turn, and the first time at which two of them touch.
 *
 * A motion is a value: it gives a pose for every time. Times are in any unit. Bounds of what a
 * moving point travels are proven, and so is every answer that rests on them:
 * - up to the time `lower` of an answer, the two instances do not touch;
 * - at the time `upper`, they do (outcome contact).
 *
 * The claim covers both the motion in real numbers and the poses of tact_rigid_pose_at(), which
 * differ by rounding. No question allocates memory. Every function may be called from any thread,
 * and gives the same bits at every SIMD level and for any number of threads.
 */
#ifndef TACT_RIGID_H
#define TACT_RIGID_H

#include <tact/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Motions ------------------------------------------------------------------------------ */

/** What gives the poses of a motion. */
typedef enum tact_rigid_kind {
    TACT_RIGID_STEADY =
        0,                  /**< A centre moves at constant velocity, and the body turns about it at
                                 constant speed. Straight lines, turns and screws are of this kind. */
    TACT_RIGID_FUNCTION = 1 /**< The caller's function. */
} tact_rigid_kind;

/**
 * Poses of the caller. Returns false if there is none; the question then returns
 * TACT_INVALID_ARGUMENT. It is called with times within the question's limits, in any order, and
 * must give the same pose for the same time.
 */
typedef bool tact_rigid_pose(void *user, double time, tact_pose *out);

/** How a body moves. The functions below make one. */
typedef struct tact_rigid_motion {
    tact_rigid_kind kind;  /**< What gives the poses. */
    uint32_t reserved;     /**< 0. */
    tact_pose start;       /**< Steady: the pose at time 0. */
    tact_vec3 center;      /**< Steady: the point about which the body turns, at time 0. */
    tact_vec3 velocity;    /**< Steady: of the centre, per unit of time. */
    tact_vec3 axis;        /**< Steady: the axis through the centre, of any length but 0 if rate is
                                not 0. It keeps its direction. */
    double rate;           /**< Steady: radians per unit of time, by the right-hand rule. */
    tact_rigid_pose *pose; /**< Function: the poses. */
    void *user;            /**< Function: passed to pose. */
    double speed;     /**< Function: between any two times, the placed origin of the model moves
                           by at most this per unit of time, */
    double spin;      /**< and the rotations differ by at most this angle per unit of time. */
    double deviation; /**< Function: no coordinate of a placed point of the model is further
                           from a motion with these bounds. Covers the rounding of the poses. */
} tact_rigid_motion;

/**
 * A body that moves and turns steadily. Without spin it moves along a line.
 * @param start    the pose at time 0
 * @param velocity of the centre
 * @param spin     the axis, of a length that is the speed in radians per unit of time; 0 for none
 * @param center   the point about which the body turns, at time 0, in the common frame
 * @param out      receives the motion
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_rigid_steady(tact_pose start, tact_vec3 velocity, tact_vec3 spin,
                                       tact_vec3 center, tact_rigid_motion *out);

/**
 * The screw from one pose at time 0 to another at time 1: a turn by at most half a turn about an
 * axis, and a translation along it. The pose at time 1 is the given one within 2^-38 of the way. If
 * the angle is below 2^-12, the origin moves along a line instead, and the body turns about it.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_rigid_screw(tact_pose from, tact_pose to, tact_rigid_motion *out);

/**
 * From one pose at time 0 to another at time 1: the model's origin moves along a line, and the body
 * turns about it by at most half a turn. The pose at time 1 is the given one up to rounding.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_rigid_between(tact_pose from, tact_pose to, tact_rigid_motion *out);

/**
 * The poses of a function, with bounds that the caller promises. Answers are as good as the bounds.
 * @param pose  the poses
 * @param user  passed to pose
 * @param speed of the placed origin of the model; at least 0
 * @param spin  angular speed; at least 0
 * @param out   receives the motion, with deviation 0
 * @return TACT_INVALID_ARGUMENT or TACT_NOT_FINITE.
 */
TACT_API tact_status tact_rigid_function(tact_rigid_pose *pose, void *user, double speed,
                                         double spin, tact_rigid_motion *out);

/**
 * The pose at a time, before 0 too. A steady motion with angle rate * time, rounded: the turn is
 * tact_pose_from_axis_angle(axis, angle, 0), the rotation is turn * start, and the translation is
 * (center + velocity * time) + turn * (origin of start - center). Without a turn, the rotation is
 * that of start and the translation is origin + velocity * time. All machines compute the same
 * bits, because sine and cosine are tact's own.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE (also if a number overflows) or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_rigid_pose_at(const tact_rigid_motion *motion, double time,
                                        tact_pose *out);

/** A model in motion. It owns nothing: the model must live as long as it is used. */
typedef struct tact_moving {
    const tact_model *model;  /**< The model. */
    uint32_t flags;           /**< TACT_INSTANCE_FILLED or 0, as in tact_instance. */
    uint32_t user;            /**< For the caller; the library never reads it. */
    tact_rigid_motion motion; /**< How it moves. */
} tact_moving;

/** Returns a moving model without flags. */
static inline tact_moving tact_moving_make(const tact_model *model,
                                           const tact_rigid_motion *motion) {
    tact_moving moving;
    moving.model = model;
    moving.flags = 0;
    moving.user = 0;
    moving.motion = *motion;
    return moving;
}

/**
 * An upper bound of the length of the path of every point of a moving model between two times,
 * rounded up. It is infinite for a half-space that turns.
 * @param moving the model and its motion
 * @param from   a time
 * @param to     another, not before it
 * @param out    receives the length
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_rigid_travel(const tact_moving *moving, double from, double to,
                                       double *out);

/**
 * A box that holds every point of a moving model at all times from one to another, rounded outward.
 * It is infinite for a half-space and empty for an empty mesh. The arguments and statuses of
 * tact_rigid_travel().
 */
TACT_API tact_status tact_rigid_bounds(const tact_moving *moving, double from, double to,
                                       tact_box *out);

/**
 * A hull and a radius: all points within the radius of the hull, as a tact_shape of kind hull has
 * them, hold every point of a moving model at all times from one to another. The radius is the
 * greatest of the model's shapes, and what the paths bend. Of a cylinder, a cone or an ellipsoid
 * the box counts, of a mesh the hull.
 * @param context memory; may be NULL; must outlive the hull
 * @param moving  the model and its motion
 * @param from    a time
 * @param to      another, not before it
 * @param out     receives the hull, which is to be destroyed
 * @param radius  receives the radius
 * @return the statuses of tact_rigid_travel(), TACT_INVALID_ARGUMENT also for a model without
 *         points, TACT_UNSUPPORTED for a half-space, TACT_OUT_OF_MEMORY or TACT_TOO_LARGE.
 */
TACT_API tact_status tact_rigid_hull(const tact_context *context, const tact_moving *moving,
                                     double from, double to, tact_hull **out, double *radius);

/* ---- First contact ------------------------------------------------------------------------ */

/** How a search for the first contact ended. */
typedef enum tact_rigid_ending {
    TACT_RIGID_ENDED_LIMIT = 0,   /**< Apart up to the end of the time. */
    TACT_RIGID_ENDED_START = 1,   /**< In contact at the start. */
    TACT_RIGID_ENDED_CONTACT = 2, /**< A contact was found, and no instant before it is in
                                       doubt except those of the interval. */
    TACT_RIGID_ENDED_EXACT = 3,   /**< Two balls on straight lines, decided in exact arithmetic. */
    TACT_RIGID_ENDED_PRECISION = 4, /**< They come nearer than rounding can tell from a touch. With
                                         the outcome contact, they certainly touch later. */
    TACT_RIGID_ENDED_BUDGET = 5     /**< The budget is spent. */
} tact_rigid_ending;

/** A short lower-case name such as "limit"; "unknown ending" for other values. */
TACT_API const char *tact_rigid_ending_name(tact_rigid_ending ending);

/** Options of first contact. Make them with tact_rigid_options_default(). */
typedef struct tact_rigid_options {
    uint32_t size;     /**< sizeof(tact_rigid_options). */
    uint32_t reserved; /**< 0. */
    double start;      /**< The first time. Default: 0. */
    double limit;      /**< The last time, not before the first. Default: 1. */
    double precision;  /**< The search ends when the interval is at most this long; above 0.
                            Default: 2^-30. */
    double separation; /**< Instances at this distance or nearer are in contact; at least 0.
                            Default: 0. */
    uint64_t budget;   /**< The largest number of steps: distances, tests of separating directions,
                            pairs of boxes. It ends a search at the same step on every machine.
                            Default: 2^22. */
} tact_rigid_options;

/** The defaults. */
static inline tact_rigid_options tact_rigid_options_default(void) {
    tact_rigid_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.limit = 1;
    options.precision = 1.0 / 1073741824; /* 2^-30 */
    options.budget = 4194304;             /* 2^22 */
    return options;
}

/** The answer of tact_first_contact(). */
typedef struct tact_rigid_result {
    tact_outcome outcome;     /**< Apart and contact are proven. Undecided: not proven free after
                                   lower, and no contact was proven. */
    tact_rigid_ending ending; /**< How the search ended. */
    double lower;         /**< Proven: no contact before this time; infinite if apart. In contact
                               at the start, it is the start. */
    double upper;         /**< Contact: proven to be in contact at this time. Infinite if apart,
                               the limit if undecided. */
    double distance;      /**< Proven: at the time lower they are at least this far apart. */
    tact_vec3 normal;     /**< From a to b at the time lower, of length 1 up to rounding; 0 if
                               unknown. */
    tact_site a;          /**< Contact, not at the start: the nearest point of a at the time
                               lower; at the start: a common point. */
    tact_site b;          /**< The same of b. */
    uint64_t steps;       /**< What the budget counts. */
    uint64_t distances;   /**< Distances computed. */
    uint64_t reserved[2]; /**< 0. */
} tact_rigid_result;

/**
 * The first time at which two moving instances touch, as an interval.
 *
 * Every pair that tact_distance() supports is supported, compounds too. Contact at the time upper
 * is the exact verdict of tact_collide() on the poses of tact_rigid_pose_at(); with a separation,
 * an upper bound of the distance; with TACT_RIGID_ENDED_EXACT, that of the motion in real numbers.
 *
 * - In contact at the start: outcome contact, lower and upper are the start.
 * - Without relative motion: contact at the start, or apart.
 * - Sliding and resting: apart while a gap is proven, contact at the start if they touch.
 * - Grazing: undecided if they come nearer than some 2^-40 of the sizes and coordinates (2^-44 if
 *   nothing turns) without a proof that they touch. Two balls on straight lines are always decided.
 * - A half-space that turns against another half-space is decided only at the start.
 *
 * @param a       one model in motion
 * @param b       the other
 * @param options NULL for the defaults
 * @param cache   what the pair remembers from step to step; NULL for none
 * @param out     receives the answer
 * @return TACT_INVALID_ARGUMENT (also for a function without a pose), TACT_NOT_FINITE,
 *         TACT_INVALID_POSE, TACT_NO_INTERIOR, or TACT_UNSUPPORTED for a pair of kinds that
 *         tact_distance() does not support.
 */
TACT_API tact_status tact_first_contact(const tact_moving *a, const tact_moving *b,
                                        const tact_rigid_options *options, tact_cache *cache,
                                        tact_rigid_result *out);

/**
 * Sweeps an instance along a line against another that stays: tact_first_contact() of a steady
 * motion. The times of the result are parts of the displacement.
 * @param a            the instance that moves, at its start
 * @param displacement how far it moves from time 0 to time 1
 * @param b            the instance that stays
 * @param options      NULL for the defaults
 * @param cache        NULL for none
 * @param out          receives the answer
 * @return the statuses of tact_first_contact().
 */
TACT_API tact_status tact_cast(const tact_instance *a, tact_vec3 displacement,
                               const tact_instance *b, const tact_rigid_options *options,
                               tact_cache *cache, tact_rigid_result *out);

/* ---- Proofs that a motion is free ----------------------------------------------------------- */

/** What proves that two models do not touch between two times. */
typedef enum tact_free_reason {
    TACT_FREE_DISTANCE = 0,  /**< The distances at both times together exceed what two points can
                                  approach in between. */
    TACT_FREE_DIRECTION = 1, /**< Along a direction, the gaps at both times exceed what the paths
                                can bend in between. */
    TACT_FREE_BALLS = 2      /**< The balls around the paths about the centres are apart. */
} tact_free_reason;

/** One interval of a proof. It is plain data without addresses, which may be kept in a file. */
typedef struct tact_free_interval {
    double from;             /**< From this time */
    double to;               /**< to this one the pair of parts does not touch. */
    tact_vec3 direction;     /**< Direction: from a to b, of length 1 up to rounding. Else 0. */
    uint32_t part_a;         /**< Part of a compound; 0 for other models. */
    uint32_t part_b;         /**< The same of b. */
    tact_free_reason reason; /**< Why. */
    uint32_t reserved;       /**< 0. */
} tact_free_interval;

/** A list of intervals, sorted by parts and times, which together cover the time of the question
 * for every pair of parts. */
typedef struct tact_free_proof tact_free_proof;

/** Makes an empty proof. TACT_INVALID_ARGUMENT or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_free_proof_create(const tact_context *context, tact_free_proof **out);
/** Destroys a proof. NULL is allowed. */
TACT_API void tact_free_proof_destroy(tact_free_proof *proof);
/** The intervals of a proof, valid until it changes; *count receives their number. */
TACT_API const tact_free_interval *tact_free_proof_view(const tact_free_proof *proof,
                                                        size_t *count);

/**
 * tact_first_contact() that writes a proof if the outcome is apart; otherwise the proof becomes
 * empty. It searches without the walk over hierarchies and without the exact answer about balls,
 * because every interval must have a reason that can be checked by itself.
 * @param a       one model in motion
 * @param b       the other
 * @param options NULL for the defaults
 * @param proof   receives the proof
 * @param out     receives the answer
 * @return the statuses of tact_first_contact(), or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_free_prove(const tact_moving *a, const tact_moving *b,
                                     const tact_rigid_options *options, tact_free_proof *proof,
                                     tact_rigid_result *out);

/** What a check found. */
typedef struct tact_free_verdict {
    bool is_proven;       /**< The intervals prove that the motion is free. */
    uint64_t first_wrong; /**< If not: the first interval that does not, or their number if the last
                               one ends too early. */
} tact_free_verdict;

/**
 * Checks a proof. Gaps are taken over all vertices, and distances are measured anew. Only the
 * bounds of motions are those of the search.
 * @param a         one model in motion
 * @param b         the other
 * @param options   start, limit and separation count; NULL for the defaults
 * @param intervals the proof
 * @param count     its length
 * @param out       receives the verdict
 * @return the statuses of tact_first_contact(). A proof that proves nothing is not an error.
 */
TACT_API tact_status tact_free_verify(const tact_moving *a, const tact_moving *b,
                                      const tact_rigid_options *options,
                                      const tact_free_interval *intervals, size_t count,
                                      tact_free_verdict *out);

#ifdef __cplusplus
}
#endif

#endif
