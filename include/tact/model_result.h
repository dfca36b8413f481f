/* SPDX-License-Identifier: MIT */
/**
 * @file model_result.h
 * The results of questions. They have fixed layouts and hold no pointers. tact/model.h includes
 * this header.
 */
#ifndef TACT_MODEL_RESULT_H
#define TACT_MODEL_RESULT_H

#include <tact/contacts.h>
#include <tact/curve.h>
#include <tact/relation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Endings, flags, sites ---------------------------------------------------------------- */

/** How a question ended. */
typedef enum tact_ending {
    TACT_ENDING_COMPLETE = 0,  /**< The search ran to its end. */
    TACT_ENDING_CACHE = 1,     /**< What the cache remembered still holds. */
    TACT_ENDING_EXACT = 2,     /**< Exact arithmetic decided what rounded arithmetic could not. */
    TACT_ENDING_PRECISION = 3, /**< Out of precision or steps; smooth shapes only. */
    TACT_ENDING_LIMIT = 4,     /**< It is known whether the distance exceeds the limit. */
    TACT_ENDING_BUDGET = 5,    /**< The budget is spent. */
    TACT_ENDING_DEADLINE = 6,  /**< The time is over. */
    TACT_ENDING_CANCELLED = 7  /**< The cancel function or a visitor ended the question. */
} tact_ending;

/** The instances are in contact only because one lies inside the other, which is filled. */
#define TACT_RESULT_CONTAINED 1u
/** The answer is an estimate: it rests on the winding number of an open mesh. */
#define TACT_RESULT_ESTIMATE 2u
/** The points of the sites are set. */
#define TACT_RESULT_POINT 4u
/** Classify: the surfaces share a point, exactly. */
#define TACT_RESULT_SURFACES_MEET 8u
/** Gradient: the gradient is unique. */
#define TACT_RESULT_UNIQUE 16u
/** Inside: the point lies on the surface, exactly. */
#define TACT_RESULT_ON_SURFACE 32u
/** Inside: the winding number and the sign are exact. Classify: the clearance was measured. */
#define TACT_RESULT_EXACT 64u

/** One side of a witness. */
typedef struct tact_site {
    uint32_t part;     /**< Part of a compound; 0 for other models. */
    uint32_t element;  /**< Triangle of a mesh; TACT_NO_TRIANGLE for shapes or if unknown. */
    uint32_t feature;  /**< Vertex, edge or face (tact_feature_kind_of()), or TACT_NO_FEATURE. */
    uint32_t reserved; /**< 0. */
    tact_vec3 point;   /**< In the common frame, rounded. */
} tact_site;

/* ---- Questions about two instances -------------------------------------------------------- */

/** The answer of tact_collide(). */
typedef struct tact_collide_result {
    tact_outcome outcome;   /**< The verdict. */
    tact_ending ending;     /**< How it ended. */
    uint32_t flags;         /**< TACT_RESULT_CONTAINED, ESTIMATE, POINT. */
    tact_overlap_kind kind; /**< How two triangles of meshes meet; else TACT_OVERLAP_NONE. */
    tact_site a;            /**< In contact: the witness on a, */
    tact_site b;            /**< and on b. Both have the same point. */
    tact_work work;         /**< Tests done. */
    uint64_t reserved[4];   /**< 0. */
} tact_collide_result;

/** The answer of tact_distance(). */
typedef struct tact_distance_result {
    tact_outcome outcome; /**< Whether they touch. */
    tact_ending ending;   /**< How it ended. */
    uint32_t flags;       /**< TACT_RESULT_CONTAINED, ESTIMATE, POINT. */
    tact_outcome within;  /**< TACT_OUTCOME_CONTACT if the distance is proven to be at most the
                               limit, TACT_OUTCOME_APART if it is proven to exceed the limit. */
    double distance;      /**< 0 in contact; positive if apart; between the bounds if undecided;
                               infinite if an instance is empty or nothing was measured. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. */
    tact_vec3 direction;  /**< From a to b, of length 1 up to rounding; 0 in contact. */
    tact_site a;          /**< A nearest point of a, */
    tact_site b;          /**< and of b. */
    tact_work work;       /**< Tests done. */
    uint64_t reserved[4]; /**< 0. */
} tact_distance_result;

/** The answer of tact_depth(). */
typedef struct tact_depth_result {
    tact_outcome outcome; /**< Whether they touch. */
    tact_ending ending;   /**< How it ended. */
    uint32_t flags;       /**< TACT_RESULT_POINT. */
    uint32_t steps;       /**< Steps of the search. */
    double depth;         /**< Rounded; 0 if the shapes are apart or just touch. */
    double lower;         /**< Proven: the true depth is at least this, */
    double upper;         /**< and at most this; infinite for two half-spaces that meet. */
    tact_vec3 direction;  /**< From a to b, of length 1 up to rounding; 0 if the shapes are apart or
                               infinitely deep.
                               In contact, moving b along it by upper (1 + 1e-9) separates the
                               shapes. Smooth shapes may need 4 (upper - lower) more. */
    tact_site a;          /**< The point of a that is deepest in b, */
    tact_site b;          /**< and the point of b that meets it after the translation. */
    uint64_t reserved[4]; /**< 0. */
} tact_depth_result;

/** One point of a contact manifold. */
typedef struct tact_contact_point {
    tact_vec3 point_a;  /**< The point on a, */
    tact_vec3 point_b;  /**< and on b: point_b - point_a is separation times normal. */
    double separation;  /**< Negative if the shapes overlap there. */
    uint32_t feature_a; /**< Vertex, edge or face of a (tact_feature_kind_of()). It stays the same
                             from frame to frame while the shapes touch in the same way. */
    uint32_t feature_b; /**< The feature of b. */
} tact_contact_point;

/** The answer of tact_manifold(). */
typedef struct tact_manifold_result {
    tact_outcome outcome;         /**< Whether they touch. */
    tact_ending ending;           /**< How it ended. */
    uint32_t flags;               /**< 0. */
    uint32_t point_count;         /**< 0 to 4. */
    double separation;            /**< The distance, or minus the depth. */
    tact_vec3 normal;             /**< From a to b, of length 1 up to rounding. */
    tact_contact_point points[4]; /**< Ordered by their features. */
    uint64_t reserved[4];         /**< 0. */
} tact_manifold_result;

/** The derivative of the separation (the distance, or minus the depth) with respect to a pose. */
typedef struct tact_pose_gradient {
    tact_vec3 translation; /**< Per unit of translation, in the common frame. */
    tact_vec3 rotation;    /**< Per radian about axes through the placed origin of the shape that
                                are parallel to those of the common frame. */
} tact_pose_gradient;

/** The answer of tact_gradient(). */
typedef struct tact_gradient_result {
    tact_outcome outcome;    /**< Whether they touch. */
    tact_ending ending;      /**< How it ended. */
    uint32_t flags;          /**< TACT_RESULT_UNIQUE. Without it, other nearest points or another
                                  direction out are as good, and the separation has a kink. */
    uint32_t unused;         /**< 0. */
    double separation;       /**< The distance, or minus the depth. */
    tact_pose_gradient of_a; /**< With respect to the pose of a, */
    tact_pose_gradient of_b; /**< and to the pose of b. */
    uint64_t reserved[4];    /**< 0. */
} tact_gradient_result;

/** The answer of tact_classify(). */
typedef struct tact_classify_result {
    tact_relation relation; /**< How they relate as solids. */
    tact_reason reason;     /**< Why, if the relation is undecided. */
    tact_ending ending;     /**< How it ended. */
    uint32_t flags;         /**< TACT_RESULT_ESTIMATE, SURFACES_MEET, CONTAINED, POINT, EXACT. */
    tact_overlap_kind kind; /**< How two touching triangles meet. */
    uint32_t unused;        /**< 0. */
    tact_site a;            /**< If not apart: where the instances touch; with CONTAINED, a triangle
                                 of one that is inside the other. */
    tact_site b;            /**< The same for b. */
    double clearance;       /**< With TACT_OPTION_CLEARANCE, if the surfaces do not meet: how far
                                 apart they are. */
    double clearance_lower; /**< Proven: at least this, */
    double clearance_upper; /**< and at most this. */
    tact_site clearance_a;  /**< A nearest point of the surface of a, */
    tact_site clearance_b;  /**< and of b. */
    tact_work work;         /**< Tests done, without the clearance. */
    uint64_t reserved[4];   /**< 0. */
} tact_classify_result;

/** The answer of tact_contacts() and tact_self(). */
typedef struct tact_contacts_result {
    tact_outcome outcome; /**< TACT_OUTCOME_UNDECIDED if the question ended early, or if bounds
                               cannot tell whether a pair of elements touches. Such a pair is not
                               counted. */
    tact_ending ending;   /**< How it ended. */
    uint64_t count;       /**< Contacts found. */
    tact_work work;       /**< Tests done. */
    uint64_t reserved[4]; /**< 0. */
} tact_contacts_result;

/** The answer of tact_curves(). */
typedef struct tact_curves_result {
    tact_curve_summary summary; /**< What the set holds. */
    tact_ending ending;         /**< How it ended. */
    uint32_t unused;            /**< 0. */
    uint64_t reserved[4];       /**< 0. */
} tact_curves_result;

/* ---- Questions about one instance --------------------------------------------------------- */

/** Where a ray meets an instance. */
typedef struct tact_raycast_result {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT for a hit. */
    tact_ending ending;   /**< How it ended. */
    double t;             /**< Parameter of the ray, rounded; infinite for a miss. */
    double lower;         /**< Proven: the true t is at least this, */
    double upper;         /**< and at most this. */
    tact_site site;       /**< What was hit. The point is set only for shapes. */
    uint64_t reserved[4]; /**< 0. */
} tact_raycast_result;

/** The number of hits of a ray. */
typedef struct tact_raycast_all_result {
    tact_outcome
        outcome; /**< TACT_OUTCOME_CONTACT if there are hits, TACT_OUTCOME_UNDECIDED if the question
                    ended early or if bounds cannot tell whether a shape is hit. */
    tact_ending ending;   /**< How it ended. */
    uint64_t count;       /**< Hits found, including those beyond the capacity. */
    double lower;         /**< Proven: all hits with t below this were found. Infinite unless the
                               outcome is TACT_OUTCOME_UNDECIDED. */
    uint64_t reserved[4]; /**< 0. */
} tact_raycast_all_result;

/** The point of an instance that is nearest to a point. */
typedef struct tact_nearest_result {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT if the point belongs to the instance. */
    tact_ending ending;   /**< How it ended. */
    double distance;      /**< 0 if and only if the outcome is TACT_OUTCOME_CONTACT; infinite if the
                               mesh is empty or nothing is within the limit. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. */
    tact_site site;       /**< The nearest point. */
    uint64_t reserved[4]; /**< 0. */
} tact_nearest_result;

/** Whether a point is inside. */
typedef struct tact_inside_result {
    tact_outcome
        outcome; /**< TACT_OUTCOME_CONTACT inside and on the surface, TACT_OUTCOME_APART outside. */
    tact_ending ending;    /**< How it ended. */
    uint32_t flags;        /**< TACT_RESULT_ON_SURFACE, EXACT, ESTIMATE. */
    uint32_t unused;       /**< 0. */
    double winding;        /**< The winding number of the point: an integer for watertight meshes, 0
                                or 1 for shapes, the sum over the parts of a compound. */
    double winding_lower;  /**< Proven: the true winding number is at least this, */
    double winding_upper;  /**< and at most this. */
    double distance;       /**< With TACT_OPTION_SIGNED: to the surface, negative inside. */
    double distance_lower; /**< The true signed distance is at least this, */
    double distance_upper; /**< and at most this. Both are proven with TACT_RESULT_EXACT. */
    tact_site site;        /**< With TACT_OPTION_SIGNED: the nearest point of the surface. */
    uint64_t reserved[4];  /**< 0. */
} tact_inside_result;

#ifdef __cplusplus
}
#endif

#endif
