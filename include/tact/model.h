/* SPDX-License-Identifier: MIT */
/**
 * @file model.h
 * The front door: models, instances, and one function per question.
 *
 * A *model* is a convex shape, a triangle mesh with its hierarchy, or a compound of instances. It
 * is immutable and reference-counted, and may be used from any number of threads at once. An
 * *instance* is a model at a pose; it is a value and owns nothing. A *question* takes one or two
 * instances, options, a cache, and fills a result of fixed layout.
 *
 * A placed mesh is the set of its triangles with every vertex at tact_pose_place(). A placed
 * polytope is the convex hull of its placed vertices plus its radius. Verdicts on these are exact
 * for those coordinates. Sets are closed, so touching is contact. Convex shapes are solids. Meshes
 * are surfaces, unless the instance is filled (TACT_INSTANCE_FILLED). Cylinders, cones and
 * ellipsoids have proven bounds; an outcome is TACT_OUTCOME_UNDECIDED if they cannot tell. A part
 * of a compound stands at tact_pose_compose(instance.pose, part.pose). Poses must be rigid
 * (tact_pose_validate()), and no placed coordinate or radius may exceed 2^500.
 *
 * Verdicts do not depend on which instance is called a, on the cache, the SIMD level or the number
 * of threads. Neither does the distance of two meshes. The last bits of a distance or depth of a
 * convex shape may depend on the order and on the cache; its bounds hold always. Which questions
 * are answered for which kinds of models: tact_query_support(), docs/model.md.
 */
#ifndef TACT_MODEL_H
#define TACT_MODEL_H

#include <math.h>
#include <string.h>

#include <tact/contacts.h>
#include <tact/curve.h>
#include <tact/io.h>
#include <tact/proof.h>
#include <tact/relation.h>
#include <tact/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds and questions ------------------------------------------------------------------ */

/** Every kind of model, as X(enumerator, value, name). A new shape gets a new number; numbers never
 * change. */
#define TACT_KIND_LIST(X)                                                                          \
    X(TACT_KIND_SPHERE, 0, "sphere")                                                               \
    X(TACT_KIND_SEGMENT, 1, "segment")                                                             \
    X(TACT_KIND_TRIANGLE, 2, "triangle")                                                           \
    X(TACT_KIND_BOX, 3, "box")                                                                     \
    X(TACT_KIND_HULL, 4, "hull")                                                                   \
    X(TACT_KIND_CYLINDER, 5, "cylinder")                                                           \
    X(TACT_KIND_CONE, 6, "cone")                                                                   \
    X(TACT_KIND_ELLIPSOID, 7, "ellipsoid")                                                         \
    X(TACT_KIND_HALF_SPACE, 8, "half-space")                                                       \
    X(TACT_KIND_MESH, 64, "mesh")                                                                  \
    X(TACT_KIND_COMPOUND, 65, "compound")

/** What a model is. Shapes have the numbers of tact_shape_kind. */
typedef enum tact_kind {
#define TACT_KIND_ENUMERATOR(name, value, text) name = value,
    TACT_KIND_LIST(TACT_KIND_ENUMERATOR)
#undef TACT_KIND_ENUMERATOR
} tact_kind;

/** Every question, as X(enumerator, value, name). The name is that of its function. */
#define TACT_QUESTION_LIST(X)                                                                      \
    X(TACT_QUESTION_COLLIDE, 0, "collide")                                                         \
    X(TACT_QUESTION_DISTANCE, 1, "distance")                                                       \
    X(TACT_QUESTION_DEPTH, 2, "depth")                                                             \
    X(TACT_QUESTION_MANIFOLD, 3, "manifold")                                                       \
    X(TACT_QUESTION_GRADIENT, 4, "gradient")                                                       \
    X(TACT_QUESTION_CLASSIFY, 5, "classify")                                                       \
    X(TACT_QUESTION_CONTACTS, 6, "contacts")                                                       \
    X(TACT_QUESTION_CURVES, 7, "curves")                                                           \
    X(TACT_QUESTION_SELF, 8, "self")                                                               \
    X(TACT_QUESTION_RAYCAST, 9, "raycast")                                                         \
    X(TACT_QUESTION_NEAREST, 10, "nearest")                                                        \
    X(TACT_QUESTION_INSIDE, 11, "inside")

/** What can be asked. Self, raycast, nearest and inside are about one instance. */
typedef enum tact_question {
#define TACT_QUESTION_ENUMERATOR(name, value, text) name = value,
    TACT_QUESTION_LIST(TACT_QUESTION_ENUMERATOR)
#undef TACT_QUESTION_ENUMERATOR
} tact_question;

/** How a question is answered for a pair of kinds; bits. */
typedef enum tact_support {
    TACT_SUPPORT_NONE = 0,    /**< Not at all: TACT_UNSUPPORTED is returned. */
    TACT_SUPPORT_EXACT = 1,   /**< Exactly. */
    TACT_SUPPORT_BOUNDED = 2, /**< With proven bounds; a verdict may be undecided. */
    TACT_SUPPORT_CACHE = 4,   /**< A cache makes it faster. */
    TACT_SUPPORT_PROOF = 8    /**< A proof can be asked for. */
} tact_support;

/** How a question is supported for two kinds of models, as bits of tact_support. The same in both
 * orders. b is ignored by questions about one instance. 0 for unknown values. Every supported
 * question takes a budget and has a batch. A rounded polytope counts as its kind. */
TACT_API uint32_t tact_query_support(tact_question question, tact_kind a, tact_kind b);
/** A short lower-case name such as "mesh"; "unknown kind" for other values. */
TACT_API const char *tact_kind_name(tact_kind kind);
/** A short lower-case name such as "collide"; "unknown question" for other values. */
TACT_API const char *tact_question_name(tact_question question);

/* ---- Models ------------------------------------------------------------------------------- */

/** A convex shape, a mesh, or a compound. Immutable. */
typedef struct tact_model tact_model;

/** Whether a mesh model knows its inside. Filled instances and tact_classify() need it. */
typedef enum tact_interior_mode {
    TACT_INTERIOR_NONE = 0,          /**< No. The fastest to build. */
    TACT_INTERIOR_IF_WATERTIGHT = 1, /**< If the mesh is watertight. */
    TACT_INTERIOR_REQUIRED = 2,      /**< TACT_NOT_WATERTIGHT is returned if the mesh is open. */
    TACT_INTERIOR_ESTIMATE = 3       /**< Always. What is said about the inside of an open mesh is
                                          an estimate. */
} tact_interior_mode;

/** The caller's arrays are used in place: packed doubles and packed vertex numbers, which must
 * outlive the model and must not change. For tact_model_create_mesh(). */
#define TACT_MODEL_BORROW 1u

/** How a mesh model is made. */
typedef struct tact_model_options {
    uint32_t size;               /**< Of this struct; tact_model_options_default() sets it. */
    uint32_t flags;              /**< TACT_MODEL_BORROW. Default: 0. */
    tact_interior_mode interior; /**< Default: TACT_INTERIOR_NONE. */
    tact_bvh_builder builder;    /**< Default: TACT_BVH_BINNED. */
    tact_format format;          /**< Of the file. Default: by its contents. */
    uint32_t reserved;           /**< 0. */
} tact_model_options;

/** The defaults. */
static inline tact_model_options tact_model_options_default(void) {
    tact_model_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.interior = TACT_INTERIOR_NONE;
    options.builder = TACT_BVH_BINNED;
    options.format = TACT_FORMAT_AUTO;
    return options;
}

/**
 * Reads a mesh from a file (OBJ, STL, PLY or OFF) and builds its hierarchy. "-" is standard input.
 * @param context memory and workers; may be NULL; must outlive the model
 * @param path    the file
 * @param options NULL for the defaults
 * @param error   what went wrong, with file and line; may be NULL
 * @param out     receives the model
 * @return what tact_read_file() and tact_model_create_mesh() return.
 */
TACT_API tact_status tact_model_load(const tact_context *context, const char *path,
                                     const tact_model_options *options, tact_error *error,
                                     tact_model **out);

/**
 * Makes a mesh model from arrays, which are copied once, or borrowed (TACT_MODEL_BORROW). An empty
 * mesh is allowed.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_NOT_WATERTIGHT, TACT_TOO_LARGE,
 *         TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_model_create_mesh(const tact_context *context,
                                            const tact_mesh_arrays *arrays,
                                            const tact_model_options *options, tact_error *error,
                                            tact_model **out);

/** Makes a model of a convex shape. The hull of a shape is copied.
 * @return the statuses of tact_shape_validate(), or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_model_create_shape(const tact_context *context, const tact_shape *shape,
                                             tact_model **out);

/** A model and where it stands. */
typedef struct tact_instance tact_instance;

/**
 * Makes a model of several instances, at most 2^24. It is the union of its parts, and holds a
 * reference to each of their models. A part that is a compound is replaced by its own parts.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE, TACT_TOO_LARGE or
 *         TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_model_create_compound(const tact_context *context,
                                                const tact_instance *parts, uint32_t count,
                                                tact_model **out);

/** Takes one more reference, and returns the model. NULL is allowed. */
TACT_API tact_model *tact_model_retain(const tact_model *model);
/** Drops a reference. The last one destroys the model. NULL is allowed. */
TACT_API void tact_model_destroy(tact_model *model);

/** What a model is like. */
typedef struct tact_model_info {
    tact_kind kind;          /**< What it is. */
    uint32_t vertex_count;   /**< Of a mesh. */
    uint32_t triangle_count; /**< Of a mesh. */
    uint32_t part_count;     /**< Parts of a compound; 1 for others. */
    bool has_interior;       /**< Instances can be filled. True for shapes. */
    bool is_watertight;      /**< A mesh with an interior: every edge has as many triangles in one
                                  direction as in the other. */
    bool is_closed;          /**< A mesh with an interior: every edge has two triangles, in opposite
                                  directions. */
    bool is_simple;          /**< A mesh with an interior: it does not touch itself. */
    bool crosses_itself;     /**< A mesh with an interior: two triangles go through each other. */
    uint32_t shell_count;    /**< Connected pieces of a closed mesh with an interior. */
    uint32_t cavity_count;   /**< Of these, shells whose inside is empty. */
    uint64_t serial;         /**< A number that tells models apart: a hash of their contents. */
    tact_box bounds;         /**< In the model's frame, rounded outward. */
    uint64_t bytes;          /**< Memory of all, borrowed arrays and parts' models left out. */
    uint64_t mesh_bytes;     /**< Of that, vertices and triangles. */
    uint64_t hierarchy_bytes; /**< Of that, the hierarchy. */
    uint64_t interior_bytes;  /**< Of that, what is known about the inside. */
    uint64_t reserved[4];     /**< 0. */
} tact_model_info;

/** What a model is like. Costs little. */
TACT_API tact_model_info tact_model_inspect(const tact_model *model);
/** The mesh of a mesh model, for tact_mesh_vertices(), tact_mesh_examine() and the like; NULL for
 * other kinds. It lives as long as the model. */
TACT_API const tact_mesh *tact_model_mesh(const tact_model *model);
/** The shape of a shape model; NULL for other kinds. It lives as long as the model. */
TACT_API const tact_shape *tact_model_shape(const tact_model *model);
/** A part of a compound; NULL for other kinds and numbers out of range. It lives as long as the
 * model. */
TACT_API const tact_instance *tact_model_part(const tact_model *model, uint32_t part);
/** The figures of the hierarchy of a mesh model, from a walk over all nodes; all 0 for others. */
TACT_API tact_bvh_stats tact_model_measure(const tact_model *model);
/** Checks everything that questions rely on: each triangle is in exactly one leaf, each box holds
 * the triangles below it, hulls are convex.
 * @return TACT_OK, TACT_INVALID_ARGUMENT with what is wrong in error (may be NULL), or
 *         TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_model_validate(const tact_model *model, tact_error *error);

/* ---- Instances ---------------------------------------------------------------------------- */

/** The inside of a mesh belongs to it. The model needs an interior. Ignored for shapes; for
 * compounds it holds for all parts that have an interior. */
#define TACT_INSTANCE_FILLED 1u

/** A model and where it stands. Owns nothing: the model must live as long as the instance is used.
 */
struct tact_instance {
    const tact_model *model; /**< The model. */
    uint32_t flags;          /**< TACT_INSTANCE_FILLED. */
    uint32_t user;           /**< The caller's own; never read. */
    tact_pose pose;          /**< Where it stands. */
};

/** A model at the identity, with no flags. */
static inline tact_instance tact_instance_make(const tact_model *model) {
    tact_instance instance;
    instance.model = model;
    instance.flags = 0;
    instance.user = 0;
    instance.pose = tact_pose_identity();
    return instance;
}

/** The bounds of an instance in the common frame, rounded outward; infinite ones for a half-space,
 * empty ones for an empty mesh.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE. */
TACT_API tact_status tact_instance_bounds(const tact_instance *instance, tact_box *out);

/* ---- Caches ------------------------------------------------------------------------------- */

/** A cache of this size serves every question, */
#define TACT_CACHE_BYTES 128
/** and one of this size also keeps what makes depths and manifolds in motion faster. */
#define TACT_CACHE_DEPTH_BYTES 512

/** What a pair remembers from question to question, in the caller's memory. It makes questions on
 * poses that change little faster, and never changes a verdict or a distance. All zero bytes are
 * an empty cache. The bytes hold no addresses, so a cache may be copied, saved and replayed; they
 * are hints that are checked, so that a cache may be used for any pair and any question, and even
 * garbage does no harm. Less than TACT_CACHE_BYTES remembers nothing. */
typedef struct tact_cache {
    void *memory; /**< Aligned to 8 bytes. */
    size_t bytes; /**< How many. */
} tact_cache;

/* ---- Options ------------------------------------------------------------------------------ */

/** Collide: also finds a common point of two shapes. With meshes it is always there. */
#define TACT_OPTION_POINT 1u
/** Distance: only a lower bound that is positive if and only if the instances are apart, quickly.
 */
#define TACT_OPTION_LOWER_BOUND 2u
/** Classify: also measures how far the surfaces are apart. */
#define TACT_OPTION_CLEARANCE 4u
/** Contacts and self: the list also says what each pair has in common. */
#define TACT_OPTION_GEOMETRY 8u
/** Raycast: any hit will do. */
#define TACT_OPTION_ANY 16u
/** Inside: also the distance to the surface, with its sign. */
#define TACT_OPTION_SIGNED 32u

/** Options of all questions. Zero is a legal value everywhere, so defaults come from
 * tact_options_default(). */
typedef struct tact_options {
    uint32_t size;               /**< Of this struct; tact_options_default() sets it. */
    uint32_t flags;              /**< TACT_OPTION_...; a question ignores those of others.
                                      Default: 0. */
    uint64_t budget;             /**< The most box and triangle tests that may be begun. It ends a
                                      question at the same place on every machine. Default:
                                      UINT64_MAX. */
    double limit;                /**< Distance: the search ends as soon as it is known whether the
                                      distance exceeds this. Nearest: what is further away is of no
                                      interest. Raycast: the greatest t. Default: HUGE_VAL. */
    double margin;               /**< Manifold: points up to this far apart count. Default: 0. */
    double relative_error;       /**< A distance may be stated up to this fraction of itself too
                                      large. Default: 0. */
    double absolute_error;       /**< A distance may be stated too large by this; a winding number
                                      may be off by this. Default: 0. */
    double seconds;              /**< The question ends after this much time. What it then answers
                                      holds, but is not the same on every machine. Default:
                                      HUGE_VAL. */
    const tact_context *context; /**< Memory for classify. Default: NULL. */
    tact_proof *proof;           /**< Receives a proof of the verdict (collide) or of the lower
                                      bound (distance). It is about surfaces of meshes: if one
                                      instance is inside the other, which is filled, it claims
                                      nothing. Costs memory and time. Default: NULL. */
    tact_error *error;           /**< Receives what is wrong if the status is not TACT_OK; index is
                                      0 for a, 1 for b. Default: NULL. */
    bool (*cancel)(void *user);  /**< Asked now and then; true ends the question. Default: NULL. */
    void *user;                  /**< Passed to cancel. */
} tact_options;

/** The defaults. */
static inline tact_options tact_options_default(void) {
    tact_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.budget = UINT64_MAX;
    options.limit = HUGE_VAL;
    options.seconds = HUGE_VAL;
    return options;
}

/* ---- Results ------------------------------------------------------------------------------ */

/** How a question ended. */
typedef enum tact_ending {
    TACT_ENDING_COMPLETE = 0,  /**< The search ran to its end. */
    TACT_ENDING_CACHE = 1,     /**< What the cache remembered still holds. */
    TACT_ENDING_EXACT = 2,     /**< Exact arithmetic decided what rounded arithmetic left open. */
    TACT_ENDING_PRECISION = 3, /**< Precision or a limit of steps; smooth shapes only. */
    TACT_ENDING_LIMIT = 4,     /**< Whether the distance exceeds the limit is known. */
    TACT_ENDING_BUDGET = 5,    /**< The budget ended. */
    TACT_ENDING_DEADLINE = 6,  /**< The time ended. */
    TACT_ENDING_CANCELLED = 7  /**< The cancel function, or a visitor, said so. */
} tact_ending;

/** A short lower-case name such as "budget"; "unknown ending" for other values. */
TACT_API const char *tact_ending_name(tact_ending ending);

/** Contact only because one lies inside the other, which is filled. */
#define TACT_RESULT_CONTAINED 1u
/** It rests on the winding number of an open mesh. */
#define TACT_RESULT_ESTIMATE 2u
/** The points of the sites are set. */
#define TACT_RESULT_POINT 4u
/** Classify: the surfaces share a point, exactly. */
#define TACT_RESULT_SURFACES_MEET 8u
/** Gradient: it is the only one. */
#define TACT_RESULT_UNIQUE 16u
/** Inside: the point lies on the surface, exactly. */
#define TACT_RESULT_ON_SURFACE 32u
/** Inside: the winding number and the sign are exact. Classify: the clearance was measured. */
#define TACT_RESULT_EXACT 64u

/** One side of a witness. */
typedef struct tact_site {
    uint32_t part;     /**< Part of a compound; 0 for other models. */
    uint32_t element;  /**< Triangle of a mesh; TACT_NO_TRIANGLE for shapes and if none is known. */
    uint32_t feature;  /**< Vertex, edge or face (tact_feature_kind_of()), or TACT_NO_FEATURE. */
    uint32_t reserved; /**< 0. */
    tact_vec3 point;   /**< In the common frame, rounded. */
} tact_site;

/** The answer of tact_collide(). */
typedef struct tact_collide_result {
    tact_outcome outcome;   /**< The verdict. */
    tact_ending ending;     /**< How it ended. */
    uint32_t flags;         /**< TACT_RESULT_CONTAINED, ESTIMATE, POINT. */
    tact_overlap_kind kind; /**< What two triangles have in common; else TACT_OVERLAP_NONE. */
    tact_site a;            /**< In contact: where, on a. */
    tact_site b;            /**< And on b; the point is the same. */
    tact_work work;         /**< What it took. */
    uint64_t reserved[4];   /**< 0. */
} tact_collide_result;

/** The answer of tact_distance(). */
typedef struct tact_distance_result {
    tact_outcome outcome; /**< Whether they touch. */
    tact_ending ending;   /**< How it ended. */
    uint32_t flags;       /**< TACT_RESULT_CONTAINED, ESTIMATE, POINT. */
    tact_outcome within;  /**< TACT_OUTCOME_CONTACT if the distance is proven to be at most the
                             limit,  TACT_OUTCOME_APART if it is proven to exceed it. */
    double distance;      /**< 0 in contact, positive if apart, between the bounds if undecided;
                               infinite if one is empty or nothing was measured. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. */
    tact_vec3 direction;  /**< From a to b, of length 1 up to rounding; 0 in contact. */
    tact_site a;          /**< A nearest point of a, */
    tact_site b;          /**< and of b. */
    tact_work work;       /**< What it took. */
    uint64_t reserved[4]; /**< 0. */
} tact_distance_result;

/** The answer of tact_depth(). */
typedef struct tact_depth_result {
    tact_outcome outcome; /**< Whether they touch. */
    tact_ending ending;   /**< How it ended. */
    uint32_t flags;       /**< TACT_RESULT_POINT. */
    uint32_t steps;       /**< Of the search. */
    double depth;         /**< Rounded; 0 if the shapes are apart or just touch. */
    double lower;         /**< Proven: the true depth is at least this, */
    double upper;         /**< and at most this; infinite for two half-spaces that meet. */
    tact_vec3 direction;  /**< From a to b, of length 1 up to rounding. In contact, b moved along it
                               by upper (1 + 1e-9) is apart from a; smooth shapes may take 4
                               times the width of the bounds more. 0 if the shapes are apart. */
    tact_site a;          /**< The point of a that is deepest in b, */
    tact_site b;          /**< and the point of b that it then meets. */
    uint64_t reserved[4]; /**< 0. */
} tact_depth_result;

/** One point of a manifold. */
typedef struct tact_contact_point {
    tact_vec3 point_a;  /**< On a, */
    tact_vec3 point_b;  /**< and on b: point_b - point_a is separation times normal. */
    double separation;  /**< Signed: negative if the shapes overlap there. */
    uint32_t feature_a; /**< Vertex, edge or face of a (tact_feature_kind_of()); the same from frame
                             to frame while the shapes touch in the same way. */
    uint32_t feature_b; /**< The same of b. */
} tact_contact_point;

/** The answer of tact_manifold(). */
typedef struct tact_manifold_result {
    tact_outcome outcome;         /**< Whether they touch. */
    tact_ending ending;           /**< How it ended. */
    uint32_t flags;               /**< 0. */
    uint32_t point_count;         /**< 0 to 4. */
    double separation;            /**< Signed: the distance, or the depth times -1. */
    tact_vec3 normal;             /**< From a to b, of length 1 up to rounding. */
    tact_contact_point points[4]; /**< In the order of their features. */
    uint64_t reserved[4];         /**< 0. */
} tact_manifold_result;

/** How the separation (the distance, or the depth times -1) changes with a pose. */
typedef struct tact_pose_gradient {
    tact_vec3 translation; /**< Per unit of translation, in the common frame. */
    tact_vec3 rotation;    /**< Per radian about the axes of the common frame through the placed
                                origin of the shape. */
} tact_pose_gradient;

/** The answer of tact_gradient(). */
typedef struct tact_gradient_result {
    tact_outcome outcome;    /**< Whether they touch. */
    tact_ending ending;      /**< How it ended. */
    uint32_t flags;          /**< TACT_RESULT_UNIQUE, unless other nearest points, or another
                                  direction out, are as good: the separation then has a kink. */
    uint32_t unused;         /**< 0. */
    double separation;       /**< Signed: the distance, or the depth times -1. */
    tact_pose_gradient of_a; /**< With respect to the pose of a, */
    tact_pose_gradient of_b; /**< and to that of b. */
    uint64_t reserved[4];    /**< 0. */
} tact_gradient_result;

/** The answer of tact_classify(). */
typedef struct tact_classify_result {
    tact_relation relation; /**< How they relate as solids. */
    tact_reason reason;     /**< Why not, if that is undecided. */
    tact_ending ending;     /**< How it ended. */
    uint32_t flags;         /**< TACT_RESULT_ESTIMATE, SURFACES_MEET, CONTAINED, POINT; EXACT
                                 if a clearance follows. */
    tact_overlap_kind kind; /**< What two touching triangles have in common. */
    uint32_t unused;        /**< 0. */
    tact_site a;            /**< If not apart: where they touch, or, with CONTAINED, a triangle
                                 of one that is inside the other. */
    tact_site b;            /**< The same of b. */
    double clearance;       /**< How far the surfaces are apart, if they do not meet and
                                 TACT_OPTION_CLEARANCE asked for it. */
    double clearance_lower; /**< Proven: at least this, */
    double clearance_upper; /**< and at most this. */
    tact_site clearance_a;  /**< A nearest point of the surface of a, */
    tact_site clearance_b;  /**< and of b. */
    tact_work work;         /**< What it took, without the clearance. */
    uint64_t reserved[4];   /**< 0. */
} tact_classify_result;

/** The answer of tact_contacts() and tact_self(). */
typedef struct tact_contacts_result {
    tact_outcome outcome; /**< Undecided if the question ended early, or if bounds cannot tell
                               whether an element touches; such an element is not counted. */
    tact_ending ending;   /**< How it ended. */
    uint64_t count;       /**< Contacts found. */
    tact_work work;       /**< What it took. */
    uint64_t reserved[4]; /**< 0. */
} tact_contacts_result;

/** The answer of tact_curves(). */
typedef struct tact_curves_result {
    tact_curve_summary summary; /**< What the set holds. */
    tact_ending ending;         /**< How it ended. */
    uint32_t unused;            /**< 0. */
    uint64_t reserved[4];       /**< 0. */
} tact_curves_result;

/* ---- Questions about two instances -------------------------------------------------------- */

/* All of these take options (NULL for the defaults) and, if that helps, a cache (NULL for none),
 * and return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE or TACT_UNSUPPORTED. On
 * anything but TACT_OK the result is left as it was, and options->error says why. They allocate
 * only to fill a list, a proof or for classify (TACT_OUT_OF_MEMORY). */

/** Whether two instances share a point, with one contact as the witness. */
TACT_API tact_status tact_collide(const tact_instance *a, const tact_instance *b,
                                  const tact_options *options, tact_cache *cache,
                                  tact_collide_result *out);

/** How far two instances are apart. Without an allowance, the distance of two meshes is the least
 * tact_triangle_distance() of all pairs of triangles, to the bit. */
TACT_API tact_status tact_distance(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_cache *cache,
                                   tact_distance_result *out);

/** The penetration depth of two shapes: the length of the shortest translation of b after which
 * they share no inner point. Of the result all but outcome and ending is 0 if they are apart. */
TACT_API tact_status tact_depth(const tact_instance *a, const tact_instance *b,
                                const tact_options *options, tact_cache *cache,
                                tact_depth_result *out);

/** The contact manifold of two shapes: up to four points with one normal. */
TACT_API tact_status tact_manifold(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_cache *cache,
                                   tact_manifold_result *out);

/** How the separation of two shapes changes with their poses. */
TACT_API tact_status tact_gradient(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_cache *cache,
                                   tact_gradient_result *out);

/** How two instances relate as solids, filled or not: apart, touching, crossing, one in the other,
 * identical. A mesh needs an interior. docs/relation.md. */
TACT_API tact_status tact_classify(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_classify_result *out);

/** Fills a list with all pairs of elements that touch; interiors do not count. Two shapes are one
 * contact. If the question ends early, the list holds what was found. Also returns TACT_TOO_LARGE
 * and TACT_OUT_OF_MEMORY; the list is then empty. */
TACT_API tact_status tact_contacts(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_contact_list *list,
                                   tact_contacts_result *out);

/** An element of an instance. */
typedef struct tact_element {
    uint32_t part;    /**< Part of a compound; 0 for other models. */
    uint32_t element; /**< Triangle of a mesh; TACT_NO_TRIANGLE for a shape. */
} tact_element;

/** Takes one pair of elements that touch; false ends the question. */
typedef bool tact_contact_visitor(void *user, tact_element a, tact_element b);

/** Calls visitor for all pairs of elements that touch, in no particular order and without a list.
 */
TACT_API tact_status tact_contacts_visit(const tact_instance *a, const tact_instance *b,
                                         const tact_options *options, tact_contact_visitor *visitor,
                                         void *user, tact_contacts_result *out);

/** Fills a set with the curves and patches in which two meshes meet. The statuses of
 * tact_contacts(). docs/curve.md. */
TACT_API tact_status tact_curves(const tact_instance *a, const tact_instance *b,
                                 const tact_options *options, tact_curve_set *set,
                                 tact_curves_result *out);

/* ---- Questions about one instance --------------------------------------------------------- */

/** Fills a list (may be NULL: they are only counted) with all pairs of triangles of a mesh, at its
 * own coordinates, that meet where they should not. docs/contacts.md. */
TACT_API tact_status tact_self(const tact_model *model, const tact_options *options,
                               tact_contact_list *list, tact_contacts_result *out);

/** Where a ray meets an instance. */
typedef struct tact_raycast_result {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT for a hit. */
    tact_ending ending;   /**< How it ended. */
    double t;             /**< Parameter of the ray, rounded; infinite for a miss. */
    double lower;         /**< Proven: the true one is at least this, */
    double upper;         /**< and at most this. */
    tact_site site;       /**< What was hit; the point is set only for shapes. */
    uint64_t reserved[4]; /**< 0. */
} tact_raycast_result;

/**
 * The first hit of a ray with 0 <= t <= options->limit: the least t, among equal ones the least
 * part, then triangle. Shapes are solids: a ray that starts inside hits at 0. Meshes are surfaces,
 * filled or not. A ray that is aimed at an edge or a vertex which triangles share hits one of them.
 * @param instance what the ray may hit
 * @param ray      need not have unit length; one of zero direction is the point that it starts at
 * @param options  NULL for the defaults; limit, TACT_OPTION_ANY
 * @param out      receives the hit, or a miss
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE.
 */
TACT_API tact_status tact_raycast(const tact_instance *instance, tact_ray ray,
                                  const tact_options *options, tact_raycast_result *out);

/** How many hits a ray has. */
typedef struct tact_raycast_all_result {
    tact_outcome
        outcome; /**< TACT_OUTCOME_CONTACT if there are hits. TACT_OUTCOME_UNDECIDED if the question
                    ended early, or if bounds cannot tell whether a shape is hit. */
    tact_ending ending;   /**< How it ended. */
    uint64_t count;       /**< Hits found, also those beyond the capacity. */
    double lower;         /**< Proven: all hits with t below this were found. Infinite unless the
                               outcome is TACT_OUTCOME_UNDECIDED. */
    uint64_t reserved[4]; /**< 0. */
} tact_raycast_all_result;

/** All hits of a ray, each triangle or shape at most once, in increasing order of t, then part,
 * then triangle. hits receives the first capacity of them and may be NULL if that is 0. On anything
 * but TACT_OK its contents are unspecified. */
TACT_API tact_status tact_raycast_all(const tact_instance *instance, tact_ray ray,
                                      const tact_options *options, tact_raycast_result *hits,
                                      size_t capacity, tact_raycast_all_result *out);

/** The point of an instance that is nearest to a point. */
typedef struct tact_nearest_result {
    tact_outcome outcome; /**< TACT_OUTCOME_CONTACT if the point belongs to the instance. */
    tact_ending ending;   /**< How it ended. */
    double distance;      /**< 0 if and only if the outcome is contact; infinite if the mesh is
                               empty or nothing is within the limit. */
    double lower;         /**< Proven: the true distance is at least this, */
    double upper;         /**< and at most this. */
    tact_site site;       /**< The nearest point. */
    uint64_t reserved[4]; /**< 0. */
} tact_nearest_result;

/** The nearest point of an instance. Shapes are solids, meshes are surfaces, filled or not. */
TACT_API tact_status tact_nearest(const tact_instance *instance, tact_vec3 point,
                                  const tact_options *options, tact_nearest_result *out);

/** Whether a point is inside. */
typedef struct tact_inside_result {
    tact_outcome
        outcome; /**< TACT_OUTCOME_CONTACT inside and on the surface, TACT_OUTCOME_APART outside. */
    tact_ending ending;    /**< How it ended. */
    uint32_t flags;        /**< TACT_RESULT_ON_SURFACE, EXACT. */
    uint32_t unused;       /**< 0. */
    double winding;        /**< How often the mesh winds around the point; whole for watertight
                                meshes, 0 or 1 for shapes, the sum for compounds. */
    double winding_lower;  /**< Proven: at least this, */
    double winding_upper;  /**< and at most this. */
    double distance;       /**< With TACT_OPTION_SIGNED: to the surface, negative inside. */
    double distance_lower; /**< At least this, proven with TACT_RESULT_EXACT, */
    double distance_upper; /**< and at most this. */
    tact_site site;        /**< With TACT_OPTION_SIGNED: the nearest point of the surface. */
    uint64_t reserved[4];  /**< 0. */
} tact_inside_result;

/** Whether a point is inside a shape, a mesh with an interior, or a compound of these, whether the
 * instance is filled or not. */
TACT_API tact_status tact_inside(const tact_instance *instance, tact_vec3 point,
                                 const tact_options *options, tact_inside_result *out);

/* ---- Many at once ------------------------------------------------------------------------- */

/** Many poses times many pairs. Question k * pair_count + i is pair i at pose k. */
typedef struct tact_batch {
    const tact_instance *instances; /**< The instances. */
    const tact_pose *poses;         /**< poses[k * instance_count + j] is where instance j stands in
                                         pose k; NULL: the instances' own poses. */
    const uint32_t (*pairs)[2];     /**< Numbers of instances; NULL: 0 1, 2 3, 4 5, ... */
    uint32_t instance_count;        /**< Instances. */
    uint32_t pose_count;            /**< Poses; 1 if poses is NULL. */
    uint32_t pair_count;            /**< Pairs. */
    uint32_t reserved;              /**< 0. */
    tact_cache *caches;             /**< One per pair, used from pose to pose; NULL for none. */
    const tact_options *options;    /**< For all; NULL for the defaults. Without a proof. */
    size_t result_stride;           /**< Bytes from one result to the next; 0: packed. */
    uint8_t *statuses;              /**< Receives a tact_status per question; may be NULL. */
} tact_batch;

/* Each of these answers a whole batch on the context's executor. The same bits come out for any
 * number of threads. Without statuses the first question that fails gives the status and, in
 * options->error, its index; results are then unspecified. With statuses the batch goes on, results
 * of failed questions are left as they were, and TACT_OK is returned. */

/** tact_collide() for all. */
TACT_API tact_status tact_collide_batch(const tact_context *context, const tact_batch *batch,
                                        tact_collide_result *results);
/** tact_distance() for all. */
TACT_API tact_status tact_distance_batch(const tact_context *context, const tact_batch *batch,
                                         tact_distance_result *results);
/** tact_depth() for all. */
TACT_API tact_status tact_depth_batch(const tact_context *context, const tact_batch *batch,
                                      tact_depth_result *results);
/** tact_manifold() for all. */
TACT_API tact_status tact_manifold_batch(const tact_context *context, const tact_batch *batch,
                                         tact_manifold_result *results);
/** tact_gradient() for all. */
TACT_API tact_status tact_gradient_batch(const tact_context *context, const tact_batch *batch,
                                         tact_gradient_result *results);
/** tact_classify() for all. */
TACT_API tact_status tact_classify_batch(const tact_context *context, const tact_batch *batch,
                                         tact_classify_result *results);
/** tact_contacts() for all, each into a list of its own. */
TACT_API tact_status tact_contacts_batch(const tact_context *context, const tact_batch *batch,
                                         tact_contact_list *const *lists,
                                         tact_contacts_result *results);
/** tact_curves() for all, each into a set of its own. */
TACT_API tact_status tact_curves_batch(const tact_context *context, const tact_batch *batch,
                                       tact_curve_set *const *sets, tact_curves_result *results);

/** tact_self() for each model, each into a list of its own; lists may be NULL. */
TACT_API tact_status tact_self_batch(const tact_context *context, const tact_model *const *models,
                                     size_t count, const tact_options *options,
                                     tact_contact_list *const *lists,
                                     tact_contacts_result *results);

/** tact_raycast() for each ray, packed results in the order of the rays. The first ray that fails
 * gives the status and, in options->error, its index. */
TACT_API tact_status tact_raycast_batch(const tact_context *context, const tact_instance *instance,
                                        const tact_ray *rays, size_t count,
                                        const tact_options *options, tact_raycast_result *results);
/** tact_nearest() for each point, likewise. */
TACT_API tact_status tact_nearest_batch(const tact_context *context, const tact_instance *instance,
                                        const tact_vec3 *points, size_t count,
                                        const tact_options *options, tact_nearest_result *results);
/** tact_inside() for each point, likewise. */
TACT_API tact_status tact_inside_batch(const tact_context *context, const tact_instance *instance,
                                       const tact_vec3 *points, size_t count,
                                       const tact_options *options, tact_inside_result *results);

/* ---- Proofs ------------------------------------------------------------------------------- */

/**
 * Checks a proof against two instances, in exact arithmetic and with code that shares nothing with
 * the search. Only models, poses and the proof count. Work is limited by options->budget, or
 * without one by a default in proportion to the models and the proof.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE, TACT_UNSUPPORTED or
 *         TACT_OUT_OF_MEMORY; a proof that proves nothing is not an error.
 */
TACT_API tact_status tact_verify(const tact_instance *a, const tact_instance *b,
                                 const tact_proof *proof, const tact_options *options,
                                 tact_verification *out);

/**
 * Writes a proof about two meshes, their poses, and fingerprints of the meshes to a file.
 * docs/proof.md has the format.
 * @return TACT_INVALID_ARGUMENT (also for a proof of nothing), TACT_UNSUPPORTED (shapes),
 *         TACT_OUT_OF_MEMORY or TACT_WRITE_FAILED.
 */
TACT_API tact_status tact_proof_save(const tact_proof *proof, const tact_instance *a,
                                     const tact_instance *b, const tact_proof_names *names,
                                     const char *path, tact_error *error);

#ifdef __cplusplus
}
#endif

#endif
