/* SPDX-License-Identifier: MIT */
/**
 * @file model.h
 * The main interface of tact, its "front door": models, instances, and one function per question.
 *
 * A *model* is a convex shape, a triangle mesh with its hierarchy, or a compound of instances. It
 * is immutable and reference-counted. Any number of threads may use it at once. An *instance* is a
 * model at a pose. It is a value and owns nothing. A *question* takes one or two instances, options
 * and a cache, and fills a result of fixed layout.
 *
 * - A placed mesh is the set of its triangles, with every vertex at tact_pose_place(). A placed
 *   polytope is the convex hull of its placed vertices, plus its radius. Verdicts on both are exact
 *   for the placed coordinates.
 * - Verdicts on cylinders, cones and ellipsoids rest on proven bounds. The outcome is
 *   TACT_OUTCOME_UNDECIDED if the bounds cannot tell.
 * - Sets are closed: touching is contact. Convex shapes are solids. Meshes are surfaces, unless the
 *   instance is filled (TACT_INSTANCE_FILLED).
 * - A part of a compound is placed at tact_pose_compose(instance.pose, part.pose).
 * - Poses must be rigid (tact_pose_validate()). No placed coordinate or radius may exceed 2^500.
 * - Verdicts, and distances of two meshes, do not depend on the order of a and b, the cache, the
 *   SIMD level or the number of threads. The last bits of a distance or depth of a convex shape may
 *   depend on the order and on the cache. Its bounds always hold.
 *
 * tact_query_support() and docs/model.md say which questions are supported for which kinds of
 * models.
 */
#ifndef TACT_MODEL_H
#define TACT_MODEL_H

#include <math.h>
#include <string.h>

#include <tact/contacts.h>
#include <tact/curve.h>
#include <tact/io.h>
#include <tact/model_result.h>
#include <tact/proof.h>
#include <tact/relation.h>
#include <tact/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds and questions ------------------------------------------------------------------ */

/** Every kind of model, as X(enumerator, value, name). Values never change. */
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

/** What a model is. Shapes have the values of tact_shape_kind. */
typedef enum tact_kind {
#define TACT_KIND_ENUMERATOR(name, value, text) name = value,
    TACT_KIND_LIST(TACT_KIND_ENUMERATOR)
#undef TACT_KIND_ENUMERATOR
} tact_kind;

/** Every question, as X(enumerator, value, name). The function of a question is tact_ plus its
 * name. */
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

/** How a question is supported for a pair of kinds, as bits. */
typedef enum tact_support {
    TACT_SUPPORT_NONE = 0,    /**< Not at all. The question returns TACT_UNSUPPORTED. */
    TACT_SUPPORT_EXACT = 1,   /**< The answer is exact. */
    TACT_SUPPORT_BOUNDED = 2, /**< The answer has proven bounds. A verdict may be undecided. */
    TACT_SUPPORT_CACHE = 4,   /**< A cache makes the question faster. */
    TACT_SUPPORT_PROOF = 8    /**< The question can write a proof (tact_options::proof). */
} tact_support;

/** Returns how a question is supported for two kinds of models, as bits of tact_support; 0 for
 * unknown values. The order of a and b does not matter. For questions about one instance, b is
 * ignored. A rounded polytope has the kind of the polytope. Every supported question takes a budget
 * and has a batch. */
TACT_API uint32_t tact_query_support(tact_question question, tact_kind a, tact_kind b);
/** Returns a short lower-case name such as "mesh"; "unknown kind" for other values. */
TACT_API const char *tact_kind_name(tact_kind kind);
/** Returns a short lower-case name such as "collide"; "unknown question" for other values. */
TACT_API const char *tact_question_name(tact_question question);
/** Returns a short lower-case name such as "budget"; "unknown ending" for other values. */
TACT_API const char *tact_ending_name(tact_ending ending);

/* ---- Models ------------------------------------------------------------------------------- */

/** A convex shape, a mesh, or a compound. Immutable. */
typedef struct tact_model tact_model;

/** Whether a mesh model has an interior. Filled instances, tact_inside() and tact_classify() need
 * one. */
typedef enum tact_interior_mode {
    TACT_INTERIOR_NONE = 0,          /**< It has none. The fastest to build. */
    TACT_INTERIOR_IF_WATERTIGHT = 1, /**< It has one if the mesh is watertight. */
    TACT_INTERIOR_REQUIRED = 2,      /**< It has one. An open mesh is refused with
                                          TACT_NOT_WATERTIGHT. */
    TACT_INTERIOR_ESTIMATE = 3       /**< It has one. For an open mesh, answers about the inside
                                          are estimates. */
} tact_interior_mode;

/** For tact_model_create_mesh(): the model uses the caller's arrays in place. They must be packed
 * doubles or floats and packed 32-bit indices, must outlive the model, and must not change. If they
 * are floats, the model is compact. */
#define TACT_MODEL_BORROW 1u
/** The model is compact: it stores coordinates as floats if all of them are normal floats or 0, and
 * the order of the hierarchy in fewer bytes. Answers keep their bits. See docs/model.md. Creating
 * takes more memory for a moment. Not together with TACT_MODEL_BORROW. */
#define TACT_MODEL_FLOATS 2u
/** As TACT_MODEL_FLOATS; vertex numbers take fewer bits too (10 to 18 in most meshes).
 * tact_mesh_indices() of the model's mesh is then NULL. */
#define TACT_MODEL_PACKED 4u

/** Options of a mesh model. */
typedef struct tact_model_options {
    uint32_t size;               /**< Size of this struct; tact_model_options_default() sets it. */
    uint32_t flags;              /**< TACT_MODEL_* flags. Default: 0. */
    tact_interior_mode interior; /**< Default: TACT_INTERIOR_NONE. */
    tact_bvh_builder builder;    /**< Default: TACT_BVH_BINNED. */
    tact_format format;          /**< Of the file. Default: TACT_FORMAT_AUTO, from its contents. */
    uint32_t reserved;           /**< 0. */
} tact_model_options;

/** Returns the defaults. */
static inline tact_model_options tact_model_options_default(void) {
    tact_model_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.interior = TACT_INTERIOR_NONE;
    options.builder = TACT_BVH_BINNED;
    options.format = TACT_FORMAT_AUTO;
    return options;
}

/* All functions that create models check the mode of the calling thread (tact_float_mode_check())
 * and return TACT_INVALID_FLOAT_MODE if the guarantees do not hold in it. Questions do not check.
 */

/**
 * Reads a mesh from a file (OBJ, STL, PLY or OFF) and builds its hierarchy. "-" is standard input.
 * @param context memory and workers; may be NULL; must outlive the model
 * @param path    the file
 * @param options NULL for the defaults
 * @param error   receives what went wrong, with the file and line; may be NULL
 * @param out     receives the model
 * @return the statuses of tact_read_file() and tact_model_create_mesh().
 */
TACT_API tact_status tact_model_load(const tact_context *context, const char *path,
                                     const tact_model_options *options, tact_error *error,
                                     tact_model **out);

/**
 * Creates a mesh model from arrays. They are copied, or borrowed (TACT_MODEL_BORROW). An empty mesh
 * is allowed.
 * @return TACT_INVALID_ARGUMENT, TACT_INVALID_FLOAT_MODE, TACT_NOT_FINITE, TACT_NOT_WATERTIGHT,
 *         TACT_TOO_LARGE, TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_model_create_mesh(const tact_context *context,
                                            const tact_mesh_arrays *arrays,
                                            const tact_model_options *options, tact_error *error,
                                            tact_model **out);

/** Creates a model of a convex shape. The shape is copied with its hull.
 * @return the statuses of tact_shape_validate(), TACT_INVALID_FLOAT_MODE or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_model_create_shape(const tact_context *context, const tact_shape *shape,
                                             tact_model **out);

/** A model at a pose. */
typedef struct tact_instance tact_instance;

/**
 * Creates a compound: the union of several instances, its parts. It holds a reference to the model
 * of each part. A part that is a compound is replaced by its own parts. At most 2^24 parts.
 * @return TACT_INVALID_ARGUMENT, TACT_INVALID_FLOAT_MODE, TACT_NOT_FINITE, TACT_INVALID_POSE,
 *         TACT_TOO_LARGE or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_model_create_compound(const tact_context *context,
                                                const tact_instance *parts, uint32_t count,
                                                tact_model **out);

/** Adds a reference and returns the model. NULL is allowed. */
TACT_API tact_model *tact_model_retain(const tact_model *model);
/** Drops a reference. Dropping the last one destroys the model. NULL is allowed. */
TACT_API void tact_model_destroy(tact_model *model);

/** Facts about a model. Those about meshes are 0 or false for other kinds. */
typedef struct tact_model_info {
    tact_kind kind;          /**< What the model is. */
    uint32_t vertex_count;   /**< Vertices of a mesh. */
    uint32_t triangle_count; /**< Triangles of a mesh. */
    uint32_t part_count;     /**< Parts of a compound; 1 for other kinds. */
    bool has_interior;       /**< The model has an interior. True for shapes, and for compounds
                                  whose parts all have one. */
    bool is_watertight;      /**< A mesh with an interior: every edge has as many triangles in one
                                  direction as in the other. */
    bool is_closed;          /**< A mesh with an interior: every edge has two triangles, in opposite
                                  directions. */
    bool is_simple;          /**< A mesh with an interior: it does not touch itself. */
    bool crosses_itself;     /**< A mesh with an interior: two triangles go through each other. */
    uint32_t shell_count;    /**< Connected pieces of a closed mesh with an interior. */
    uint32_t cavity_count;   /**< How many of the shells bound a cavity. */
    uint64_t serial;         /**< A hash of the contents, which tells models apart. */
    tact_box bounds;         /**< In the model's frame, rounded outward. */
    uint64_t bytes;      /**< Memory of the model, without borrowed arrays and without the models
                              of parts. */
    uint64_t mesh_bytes; /**< The share of vertices and triangles. */
    uint64_t hierarchy_bytes; /**< The share of the hierarchy. */
    uint64_t interior_bytes;  /**< The share of the interior. */
    uint64_t reserved[4];     /**< 0. */
} tact_model_info;

/** Returns facts about a model. Takes little time, except for compounds of many parts. */
TACT_API tact_model_info tact_model_inspect(const tact_model *model);
/** Returns the mesh of a mesh model, for tact_mesh_vertices(), tact_mesh_examine() and similar
 * functions; NULL for other kinds. It lives as long as the model. */
TACT_API const tact_mesh *tact_model_mesh(const tact_model *model);
/** Returns the shape of a shape model; NULL for other kinds. It lives as long as the model. */
TACT_API const tact_shape *tact_model_shape(const tact_model *model);
/** Returns a part of a compound; NULL for other kinds and for numbers out of range. It lives as
 * long as the model. */
TACT_API const tact_instance *tact_model_part(const tact_model *model, uint32_t part);
/** Returns figures of the hierarchy of a mesh model; all 0 for other kinds. Visits every node. */
TACT_API tact_bvh_stats tact_model_measure(const tact_model *model);
/**
 * The boxes of a level of the hierarchy of a mesh model. Level 0 is one box around everything. Each
 * node of a level has up to 8 boxes in the next one. Boxes of single triangles are part of all
 * deeper levels, so each level has all triangles, and the level tact_bvh_stats.depth and all deeper
 * ones have one box per triangle. Boxes are in the order of the hierarchy: the first one stands for
 * as many triangles of the deepest level as its triangle_count says, and so on.
 *
 * A box contains its triangles. It is that of the hierarchy, made larger on each side by 2^-20 of
 * half the size of the mesh, and by rounding. Allocates nothing; visits all nodes above the level.
 * @param model the model
 * @param level the level
 * @param out   receives the first room boxes of the level
 * @param room  the length of out; with 0, out may be NULL
 * @return the number of boxes of the level, which may be more than room; 0 if there are no
 *         triangles and for other kinds of models
 */
TACT_API uint32_t tact_model_boxes(const tact_model *model, uint32_t level, tact_bvh_box *out,
                                   uint32_t room);
/** Checks everything that questions rely on: each triangle is in exactly one leaf, each box holds
 * the triangles below it, hulls are convex.
 * @param model the model
 * @param error receives what is wrong; may be NULL
 * @return TACT_INVALID_ARGUMENT if something is wrong, or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_model_validate(const tact_model *model, tact_error *error);

/* ---- Instances ---------------------------------------------------------------------------- */

/** The inside of the mesh belongs to the instance. The model must have an interior
 * (TACT_NO_INTERIOR). If one of two meshes is filled, both must have been created with an interior
 * mode other than TACT_INTERIOR_NONE. Shapes ignore this flag. A compound passes it on to all parts
 * that have an interior. */
#define TACT_INSTANCE_FILLED 1u

/** A model at a pose. It owns nothing: the model must live as long as the instance is used. */
struct tact_instance {
    const tact_model *model; /**< The model. */
    uint32_t flags;          /**< TACT_INSTANCE_FILLED or 0. */
    uint32_t user;           /**< For the caller; the library never reads it. */
    tact_pose pose;          /**< Position and orientation. */
};

/** Returns an instance at the identity pose, without flags. */
static inline tact_instance tact_instance_make(const tact_model *model) {
    tact_instance instance;
    instance.model = model;
    instance.flags = 0;
    instance.user = 0;
    instance.pose = tact_pose_identity();
    return instance;
}

/** Computes the bounds of an instance in the common frame, rounded outward. They are infinite for a
 * half-space and empty for an empty mesh.
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE or TACT_INVALID_POSE. */
TACT_API tact_status tact_instance_bounds(const tact_instance *instance, tact_box *out);

/* ---- Caches ------------------------------------------------------------------------------- */

/** The size of a cache for any question. */
#define TACT_CACHE_BYTES 128
/** The size of a cache that also makes depths and manifolds in motion faster. */
#define TACT_CACHE_DEPTH_BYTES 512

/**
 * What a pair remembers from question to question, in the caller's memory. It makes questions
 * faster if the poses change little.
 *
 * - It never changes a verdict or a distance of meshes. It may change which of several contacts is
 *   the witness, and the last bits of a distance or depth of convex shapes, within their bounds. A
 *   manifold may keep the normal of its last face while its separation is proven to be within 1e-3
 *   of the thickness of the shapes of the best one.
 * - All zero bytes are an empty cache. A cache of less than TACT_CACHE_BYTES may remember nothing.
 * - The bytes hold no addresses. A cache may be copied, saved, and loaded by another process.
 * - The bytes are hints, and every hint is checked. A cache may be used for any pair and any
 *   question. Garbage does no harm.
 */
typedef struct tact_cache {
    void *memory; /**< Aligned to 8 bytes. */
    size_t bytes; /**< Size of the memory. */
} tact_cache;

/* ---- Options ------------------------------------------------------------------------------ */

/** Collide: also compute a common point of two shapes. With a mesh there always is one. */
#define TACT_OPTION_POINT 1u
/** Distance: compute only a lower bound, which is positive if and only if the instances are apart.
 * Faster than the distance. */
#define TACT_OPTION_LOWER_BOUND 2u
/** Classify: also measure how far apart the surfaces are. */
#define TACT_OPTION_CLEARANCE 4u
/** Contacts and self: also list the intersection of each pair. */
#define TACT_OPTION_GEOMETRY 8u
/** Raycast: return any hit instead of the first. */
#define TACT_OPTION_ANY 16u
/** Inside: also compute the signed distance to the surface. */
#define TACT_OPTION_SIGNED 32u

/** Options of all questions. A question ignores the options that it does not use. 0 is a legal
 * value of every option and often not the default: always begin with tact_options_default(). */
typedef struct tact_options {
    uint32_t size;               /**< Size of this struct; tact_options_default() sets it. */
    uint32_t flags;              /**< TACT_OPTION_... bits. Default: 0. */
    uint64_t budget;             /**< The greatest number of box and triangle tests. It ends a
                                      question at the same step on every machine, some dozens of
                                      tests late. Default: UINT64_MAX. */
    double limit;                /**< Distance: the search ends as soon as it is known whether the
                                      distance exceeds the limit. Nearest: points further away are
                                      not searched. Raycast: the greatest t. Default: HUGE_VAL. */
    double margin;               /**< Manifold: points up to this far apart count. Default: 0. */
    double relative_error;       /**< A distance may exceed the true one by this fraction of itself.
                                      For meshes, a positive allowed error counts as at least
                                      2^-39 of the larger mesh's size. Default: 0. */
    double absolute_error;       /**< A distance may exceed the true one by this. A winding number
                                      may be off by this. Default: 0. */
    double seconds;              /**< The question ends after this time. Its bounds hold, but differ
                                      from run to run. Default: HUGE_VAL. */
    const tact_context *context; /**< Memory for classify and verify. Default: NULL. */
    tact_proof *proof;           /**< Receives a proof of the verdict (collide) or of the lower
                                      bound (distance). It takes memory and time. A proof is about
                                      surfaces of meshes: it claims nothing if one instance is in
                                      contact only because it lies inside the other. Default:
                                      NULL. */
    tact_error *error;           /**< Receives what is wrong if the status is not TACT_OK. Its index
                                      is 0 for a, 1 for b, TACT_NO_INDEX for neither; in a batch,
                                      the number of the question. Default: NULL. */
    bool (*cancel)(void *user);  /**< Called now and then; true ends the question. Default: NULL. */
    void *user;                  /**< Passed to cancel. */
} tact_options;

/** Returns the defaults. */
static inline tact_options tact_options_default(void) {
    tact_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.budget = UINT64_MAX;
    options.limit = HUGE_VAL;
    options.seconds = HUGE_VAL;
    return options;
}

/* ---- Questions about two instances -------------------------------------------------------- */

/* All questions take options (NULL for the defaults). Some also take a cache (NULL for none).
 *
 * They return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE, TACT_UNSUPPORTED or
 * TACT_NO_INTERIOR. Questions that fill a list, a set or a proof, and classify, allocate and may
 * also return TACT_OUT_OF_MEMORY. The others do not allocate. Unless the status is TACT_OK, the
 * result is left unchanged and options->error says why. */

/** Determines whether two instances share a point, with one contact as the witness. */
TACT_API tact_status tact_collide(const tact_instance *a, const tact_instance *b,
                                  const tact_options *options, tact_cache *cache,
                                  tact_collide_result *out);

/** Computes the distance of two instances. If no error is allowed, the distance of two meshes is
 * the least tact_triangle_distance() of all pairs of triangles, to the bit. */
TACT_API tact_status tact_distance(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_cache *cache,
                                   tact_distance_result *out);

/** Computes the penetration depth of two shapes: the length of the shortest translation of b after
 * which they share no interior point. If the shapes are apart, only outcome and ending are set, and
 * the rest of the result is 0. */
TACT_API tact_status tact_depth(const tact_instance *a, const tact_instance *b,
                                const tact_options *options, tact_cache *cache,
                                tact_depth_result *out);

/** Computes the contact manifold of two shapes: up to four points with one normal. */
TACT_API tact_status tact_manifold(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_cache *cache,
                                   tact_manifold_result *out);

/** Computes the derivatives of the separation of two shapes with respect to their poses. */
TACT_API tact_status tact_gradient(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_cache *cache,
                                   tact_gradient_result *out);

/** Determines how two instances relate as solids: apart, touching, crossing, one in the other, or
 * identical. A mesh must have an interior; it counts as filled in any case. See
 * docs/relation.md. */
TACT_API tact_status tact_classify(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_classify_result *out);

/** Fills a list with all pairs of elements that touch. An element is a triangle of a mesh, without
 * the mesh's inside, or a shape. If the question ends early, the list holds what was found. Also
 * returns TACT_TOO_LARGE and TACT_OUT_OF_MEMORY; the list is then empty. */
TACT_API tact_status tact_contacts(const tact_instance *a, const tact_instance *b,
                                   const tact_options *options, tact_contact_list *list,
                                   tact_contacts_result *out);

/** An element of an instance: a triangle or a shape. */
typedef struct tact_element {
    uint32_t part;    /**< Part of a compound; 0 for other models. */
    uint32_t element; /**< Triangle of a mesh; TACT_NO_TRIANGLE for a shape. */
} tact_element;

/** Receives one pair of elements that touch. Returns false to end the question. */
typedef bool tact_contact_visitor(void *user, tact_element a, tact_element b);

/** Calls visitor for all pairs of elements that touch, in any order. Does not allocate. */
TACT_API tact_status tact_contacts_visit(const tact_instance *a, const tact_instance *b,
                                         const tact_options *options, tact_contact_visitor *visitor,
                                         void *user, tact_contacts_result *out);

/** Fills a set with the curves and patches in which two meshes meet. Returns the statuses of
 * tact_contacts(). See docs/curve.md. */
TACT_API tact_status tact_curves(const tact_instance *a, const tact_instance *b,
                                 const tact_options *options, tact_curve_set *set,
                                 tact_curves_result *out);

/* ---- Questions about one instance --------------------------------------------------------- */

/** Fills a list with all pairs of triangles of a mesh that meet where they should not, at the
 * mesh's own coordinates. If list is NULL, the pairs are only counted. Returns the statuses of
 * tact_contacts(). See docs/contacts.md. */
TACT_API tact_status tact_self(const tact_model *model, const tact_options *options,
                               tact_contact_list *list, tact_contacts_result *out);

/**
 * Computes the first hit of a ray with 0 <= t <= options->limit: the least t, then the least part,
 * then the least triangle. Shapes are solids: a ray that starts inside hits at t = 0. Meshes are
 * surfaces, even if the instance is filled. A ray aimed at an edge or a vertex that triangles share
 * hits one of these triangles.
 * @param instance what the ray may hit
 * @param ray      need not have unit length; with a zero direction it is its starting point
 * @param options  NULL for the defaults; uses limit and TACT_OPTION_ANY
 * @param out      receives the hit, or a miss
 * @return the statuses of questions about two instances; TACT_UNSUPPORTED only with a proof.
 */
TACT_API tact_status tact_raycast(const tact_instance *instance, tact_ray ray,
                                  const tact_options *options, tact_raycast_result *out);

/** Computes all hits of a ray, each triangle or shape at most once, in increasing order of t, then
 * part, then triangle. hits receives the first hits, up to capacity. It may be NULL if capacity is
 * 0. Unless the status is TACT_OK, its contents are unspecified. */
TACT_API tact_status tact_raycast_all(const tact_instance *instance, tact_ray ray,
                                      const tact_options *options, tact_raycast_result *hits,
                                      size_t capacity, tact_raycast_all_result *out);

/** Computes the nearest point of an instance. Shapes are solids. Meshes are surfaces, even if the
 * instance is filled. */
TACT_API tact_status tact_nearest(const tact_instance *instance, tact_vec3 point,
                                  const tact_options *options, tact_nearest_result *out);

/** Determines whether a point is inside a shape, a mesh with an interior, or a compound of these.
 * The instance need not be filled. */
TACT_API tact_status tact_inside(const tact_instance *instance, tact_vec3 point,
                                 const tact_options *options, tact_inside_result *out);

/* ---- Many at once ------------------------------------------------------------------------- */

/** Many pairs at many poses. Question k * pair_count + i is pair i at pose k. */
typedef struct tact_batch {
    const tact_instance *instances; /**< The instances. */
    const tact_pose *poses;         /**< poses[k * instance_count + j] is the pose of instance j in
                                         pose k. NULL: each instance's own pose. */
    const uint32_t (*pairs)[2];     /**< Indices of instances. NULL: 0 1, 2 3, 4 5, ... */
    uint32_t instance_count;        /**< Number of instances. */
    uint32_t pose_count;            /**< Number of poses; 1 if poses is NULL. */
    uint32_t pair_count;            /**< Number of pairs. */
    uint32_t reserved;              /**< 0. */
    tact_cache *caches;             /**< One per pair, used from pose to pose; NULL for none. */
    const tact_options *options;    /**< For all questions, without a proof; NULL: the defaults. */
    size_t result_stride;           /**< Bytes from one result to the next; 0: packed. */
    uint8_t *statuses;              /**< Receives one tact_status per question; may be NULL. */
} tact_batch;

/*
 * A batch function asks all questions of a batch on the context's executor. The results have the
 * same bits for any number of threads. It checks, in this order:
 *
 * 1. batch is NULL: TACT_INVALID_ARGUMENT.
 * 2. pair_count or pose_count is 0: TACT_OK. Nothing else is read.
 * 3. instances or results is NULL, poses is NULL but pose_count is not 1, options->size is not
 *    sizeof(tact_options), or options->proof is not NULL: TACT_INVALID_ARGUMENT. No question is
 *    asked. Results and statuses are left unchanged.
 * 4. Each question by itself: an index in pairs that is not below instance_count is
 *    TACT_INVALID_ARGUMENT. Everything else is checked as in a single call, including the values of
 *    the options and the lists.
 *
 * With statuses, the result of a question that fails is left unchanged, its status is stored, and
 * the batch returns TACT_OK. Without statuses, all questions are asked too. If some fail, the batch
 * returns the status of the one with the least index, and options->error receives that index. All
 * results are then unspecified.
 */

/** Asks tact_collide() for all questions. */
TACT_API tact_status tact_collide_batch(const tact_context *context, const tact_batch *batch,
                                        tact_collide_result *results);
/** Asks tact_distance() for all questions. */
TACT_API tact_status tact_distance_batch(const tact_context *context, const tact_batch *batch,
                                         tact_distance_result *results);
/** Asks tact_depth() for all questions. */
TACT_API tact_status tact_depth_batch(const tact_context *context, const tact_batch *batch,
                                      tact_depth_result *results);
/** Asks tact_manifold() for all questions. */
TACT_API tact_status tact_manifold_batch(const tact_context *context, const tact_batch *batch,
                                         tact_manifold_result *results);
/** Asks tact_gradient() for all questions. */
TACT_API tact_status tact_gradient_batch(const tact_context *context, const tact_batch *batch,
                                         tact_gradient_result *results);
/** Asks tact_classify() for all questions. */
TACT_API tact_status tact_classify_batch(const tact_context *context, const tact_batch *batch,
                                         tact_classify_result *results);
/** Asks tact_contacts() for all questions, with one list per question. */
TACT_API tact_status tact_contacts_batch(const tact_context *context, const tact_batch *batch,
                                         tact_contact_list *const *lists,
                                         tact_contacts_result *results);
/** Asks tact_curves() for all questions, with one set per question. */
TACT_API tact_status tact_curves_batch(const tact_context *context, const tact_batch *batch,
                                       tact_curve_set *const *sets, tact_curves_result *results);

/* The batches below have packed results, in the order of their input. They check, in this order:
 * options->size is not sizeof(tact_options): TACT_INVALID_ARGUMENT. count is 0: TACT_OK. An input
 * or results is NULL: TACT_INVALID_ARGUMENT. Then each question is checked as in a single call; a
 * proof is TACT_UNSUPPORTED. If some questions fail, the batch returns the status of the one with
 * the least index, and options->error receives that index. All results are then unspecified. */

/** Asks tact_self() for each model, with one list per model. If lists is NULL, pairs are only
 * counted. */
TACT_API tact_status tact_self_batch(const tact_context *context, const tact_model *const *models,
                                     size_t count, const tact_options *options,
                                     tact_contact_list *const *lists,
                                     tact_contacts_result *results);

/** Asks tact_raycast() for each ray. */
TACT_API tact_status tact_raycast_batch(const tact_context *context, const tact_instance *instance,
                                        const tact_ray *rays, size_t count,
                                        const tact_options *options, tact_raycast_result *results);
/** Asks tact_nearest() for each point. */
TACT_API tact_status tact_nearest_batch(const tact_context *context, const tact_instance *instance,
                                        const tact_vec3 *points, size_t count,
                                        const tact_options *options, tact_nearest_result *results);
/** Asks tact_inside() for each point. */
TACT_API tact_status tact_inside_batch(const tact_context *context, const tact_instance *instance,
                                       const tact_vec3 *points, size_t count,
                                       const tact_options *options, tact_inside_result *results);

/* ---- Proofs ------------------------------------------------------------------------------- */

/**
 * Checks a proof against two instances, in exact arithmetic and with code that shares nothing with
 * the search. Only the models, the poses and the proof are used. options->budget limits the work.
 * If it is UINT64_MAX, the limit grows with the models and the proof (docs/proof.md).
 * @return TACT_INVALID_ARGUMENT, TACT_NOT_FINITE, TACT_INVALID_POSE, TACT_UNSUPPORTED or
 *         TACT_OUT_OF_MEMORY. A proof that proves nothing is not an error.
 */
TACT_API tact_status tact_verify(const tact_instance *a, const tact_instance *b,
                                 const tact_proof *proof, const tact_options *options,
                                 tact_verification *out);

/**
 * Writes a proof about two meshes to a file, with the poses and fingerprints of the meshes. The
 * format is described in docs/proof.md.
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
