/* SPDX-License-Identifier: MIT */
/**
 * @file deform.h
 * Things that bend: triangles, loose edges and loose points with a fixed topology and positions
 * that are replaced for each step. In a step, every vertex moves on a straight line at constant
 * speed, from its start at time 0 to its end at time 1.
 *
 * Thread safety: tact_deform_move(), tact_deform_rebuild() and tact_deform_lend() need a deformable
 * for themselves; functions that take a const pointer may run at the same time. tact_deform_lend()
 * needs the models that it has lent for itself, too.
 */
#ifndef TACT_DEFORM_H
#define TACT_DEFORM_H

#include <string.h>

#include <tact/feature.h>
#include <tact/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Deformables -------------------------------------------------------------------------- */

/** Vertices, faces, edges and points in motion, and hierarchies over them. */
typedef struct tact_deform tact_deform;

/** What is connected with what. Start with a zeroed struct. */
typedef struct tact_deform_topology {
    uint32_t vertex_count;          /**< All numbers of vertices are smaller. */
    uint32_t triangle_count;        /**< Length of triangles. */
    uint32_t edge_count;            /**< Length of edges. */
    uint32_t point_count;           /**< Length of points. */
    const uint32_t (*triangles)[3]; /**< May repeat, and may have equal corners. */
    const uint32_t (*edges)[2];     /**< Loose edges. */
    const uint32_t *points;         /**< Loose points. */
} tact_deform_topology;

/**
 * Makes a deformable. The arrays are copied. All vertices are at the origin until the first
 * tact_deform_move(). Features are
 *   - faces: the triangles, under their numbers;
 *   - edges: first the sides of triangles, each once, sorted by their smaller and then by their
 *     greater vertex; then the loose edges that are not among them, sorted in the same way; then
 *     the loose points as edges from a vertex to itself, sorted by their vertex;
 *   - vertices: those of triangles, loose edges and loose points. Other vertices are unused.
 *
 * @param context  memory, threads and SIMD level; may be NULL; must outlive the deformable
 * @param topology the arrays
 * @param error    receives the index of the triangle, edge or point to blame; may be NULL
 * @param out      receives the deformable
 * @return TACT_INVALID_ARGUMENT if a vertex does not exist or an array is missing, TACT_TOO_LARGE
 *         for more than 2^28 features of a kind, or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_deform_create(const tact_context *context,
                                        const tact_deform_topology *topology, tact_error *error,
                                        tact_deform **out);
/** Destroys a deformable. NULL is allowed. */
TACT_API void tact_deform_destroy(tact_deform *deform);

/**
 * Replaces the positions of all vertices. Hierarchies are refitted, and the parts that have decayed
 * are sorted anew. Allocates nothing.
 * @param deform the deformable
 * @param start  the positions at time 0, one per vertex
 * @param end    those at time 1; NULL if nothing moves
 * @param error  receives the vertex to blame; may be NULL
 * @return TACT_NOT_FINITE if a coordinate is NaN or infinite, TACT_INVALID_ARGUMENT if start is
 *         missing; the deformable is then as it was.
 */
TACT_API tact_status tact_deform_move(tact_deform *deform, const tact_vec3 *start,
                                      const tact_vec3 *end, tact_error *error);

/** Sorts the hierarchies anew, whatever their state. tact_deform_move() does so if they have
 * decayed. Allocates nothing. TACT_INVALID_ARGUMENT if deform is NULL. */
TACT_API tact_status tact_deform_rebuild(tact_deform *deform);

/**
 * Tells the shape at rest of a body that keeps close to it, such as a solid that bends little, for
 * energy certificates: while a part of the body is only slightly deformed, it provably does not
 * touch itself (see docs/deform.md). This changes what answers cost, never what they are. Finds all
 * features that are near each other at rest, which takes as long as some hundred steps.
 * @param deform the deformable
 * @param rest   the positions at rest, one per vertex; NULL forgets them
 * @param error  receives the vertex to blame; may be NULL
 * @return TACT_NOT_FINITE, TACT_OUT_OF_MEMORY, TACT_TOO_LARGE for 2^32 near pairs and more, or
 *         TACT_INVALID_ARGUMENT if deform is NULL; the deformable is then as it was.
 */
TACT_API tact_status tact_deform_set_rest(tact_deform *deform, const tact_vec3 *rest,
                                          tact_error *error);

/** What a deformable holds. The pointers are valid until it is destroyed; the positions change with
 * each step. */
typedef struct tact_deform_info {
    uint32_t vertex_count;          /**< As given, with unused vertices. */
    uint32_t used_count;            /**< Vertices that are part of a feature. */
    uint32_t triangle_count;        /**< Faces. */
    uint32_t edge_count;            /**< Edges of all kinds. */
    uint32_t loose_edge_count;      /**< Those of them that are loose edges. */
    uint32_t loose_point_count;     /**< Those of them that are loose points. */
    const uint32_t (*triangles)[3]; /**< The corners of faces. */
    const uint32_t (*edges)[2];     /**< The ends of edges, the smaller number first. */
    const tact_vec3 *start;         /**< Positions at time 0. */
    const tact_vec3 *end;           /**< Positions at time 1. */
    uint64_t steps;                 /**< Calls of tact_deform_move() that succeeded. */
    uint64_t sorted;                /**< Parts of hierarchies that were sorted anew so far. */
    size_t bytes;                   /**< Memory of the deformable. */
} tact_deform_info;

/** What a deformable holds; all 0 for NULL. */
TACT_API tact_deform_info tact_deform_inspect(const tact_deform *deform);

/**
 * The boxes of a level of the hierarchy over the faces, along the axes. Level 0 is one box around
 * all faces, and the boxes of a level stand for up to 8 of the next one. The deepest level has one
 * box per face; deeper ones are the same. A box contains its faces at the start and at the end of
 * the step. It is in floats, rounded outward, and may be infinite. Allocates nothing.
 * @param deform the deformable
 * @param level  the level
 * @param out    receives the first room boxes of the level
 * @param room   the length of out; with 0, out may be NULL
 * @return the number of boxes of the level, which may be more than room; 0 if there are no faces
 */
TACT_API uint32_t tact_deform_boxes(const tact_deform *deform, uint32_t level, tact_box *out,
                                    uint32_t room);

/* ---- Lending ------------------------------------------------------------------------------ */

/** An end of a step. */
typedef enum tact_deform_instant {
    TACT_DEFORM_START = 0, /**< Time 0. */
    TACT_DEFORM_END = 1    /**< Time 1. */
} tact_deform_instant;

/** A short lower-case name such as "start"; "unknown instant" for other values. */
TACT_API const char *tact_deform_instant_name(tact_deform_instant instant);

/**
 * Lends a model of the faces at one end of the step, for all questions about models and as an
 * object of a world. Triangle and vertex numbers are those of the deformable.
 *
 * The first call for an instant makes the model. After each step, call again: the model, which
 * stays the same object, receives the new positions, and its serial number changes with them. Until
 * then it keeps those that it had. A call without a step in between does nothing. The model owns
 * its positions. It belongs to the deformable; whoever retains it may use it longer, also after the
 * deformable is destroyed.
 *
 * Without an interior, a later call refits the model's hierarchy and never fails. If the hierarchy
 * has decayed, it is built anew; if there is no memory for that, it stays refitted. With an
 * interior, a later call makes hierarchy and interior anew, and may fail as
 * tact_model_create_mesh() does; the model then keeps the positions that it had.
 *
 * While this runs, nobody may ask the model or step a world that has it. A world sees in its next
 * step that the model has changed. A lent model cannot be part of a compound. Pointers from
 * tact_model_mesh() are valid until the next call.
 * @param deform  the deformable
 * @param instant the start or the end of the step
 * @param options of the first call for this instant: the builder and the interior; flags must be 0.
 *                NULL for the defaults, or, in later calls, for those of the first call
 * @param error   receives what is wrong; may be NULL
 * @param out     receives the model
 * @return the statuses of tact_model_create_mesh(); TACT_INVALID_ARGUMENT also for an unknown
 *         instant, for flags, and for options other than those of the first call.
 */
TACT_API tact_status tact_deform_lend(tact_deform *deform, tact_deform_instant instant,
                                      const tact_model_options *options, tact_error *error,
                                      const tact_model **out);

/* ---- Candidates --------------------------------------------------------------------------- */

/** How candidates are found. The method changes time, memory and order, never the set. */
typedef enum tact_deform_method {
    TACT_DEFORM_HIERARCHY = 0, /**< The hierarchies of the deformable; bounded memory. */
    TACT_DEFORM_GRID = 1,      /**< A hashed grid. Lists all pairs first; for comparison. */
    TACT_DEFORM_SWEEP = 2      /**< Sweep and prune. Lists all pairs first; for comparison. */
} tact_deform_method;

/** A short lower-case name such as "hierarchy"; "unknown method" for other values. */
TACT_API const char *tact_deform_method_name(tact_deform_method method);

/** Bits of tact_deform_options.kinds. */
#define TACT_DEFORM_VERTEX_FACE UINT32_C(1) /**< Vertices against faces. */
#define TACT_DEFORM_EDGE_EDGE UINT32_C(2)   /**< Edges against edges. */

/** Bits of tact_deform_options.culling: what may prove that patches of a body do not touch
 * themselves during a step, so that their features need not be tested with each other. */
#define TACT_DEFORM_CULL_CONES                                                                     \
    UINT32_C(1) /**< Normal cones and contours: flat parts of sheets.                              \
                 */
#define TACT_DEFORM_CULL_ENERGY                                                                    \
    UINT32_C(2)                           /**< Energy certificates: bodies that are close to their \
                                               shape at rest; see tact_deform_set_rest(). */
#define TACT_DEFORM_CULL_AUTO UINT32_C(4) /**< Not if too little of the body was proven. */

/** What culling did for a question. */
typedef struct tact_deform_saved {
    uint64_t visits;         /**< Blocks of hierarchies whose boxes were compared. */
    uint64_t subtrees;       /**< Parts of hierarchies that were left out. */
    uint64_t tested;         /**< Candidates that were tested. */
    uint32_t contours;       /**< Contours that were tested. */
    uint32_t patches;        /**< Patches that provably do not touch themselves. */
    uint32_t faces;          /**< Triangles in them. */
    uint32_t energy_patches; /**< How many of the patches were proven by an energy. */
} tact_deform_saved;

/** Options of a question. Make them with tact_deform_options_default(). */
typedef struct tact_deform_options {
    uint32_t size;             /**< sizeof(tact_deform_options). */
    tact_deform_method method; /**< Default: TACT_DEFORM_HIERARCHY. */
    uint32_t kinds;            /**< Default: both kinds. */
    uint32_t reserved;         /**< 0. */
    double thickness;    /**< Boxes meet if the gap between them is at most this along each axis; at
                              least 0. Each box grows by half of it, rounded outward. Default: 0. */
    uint32_t culling;    /**< Bits; used by questions about contacts of a body with itself without a
                              separation. 0 switches culling off. Default: all. */
    uint32_t reserved_2; /**< 0. */
    tact_deform_saved *saved; /**< Receives what culling did, from questions about contacts.
                                   Default: NULL. */
} tact_deform_options;

/** The defaults. */
static inline tact_deform_options tact_deform_options_default(void) {
    tact_deform_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.kinds = TACT_DEFORM_VERTEX_FACE | TACT_DEFORM_EDGE_EDGE;
    options.culling = TACT_DEFORM_CULL_CONES | TACT_DEFORM_CULL_ENERGY | TACT_DEFORM_CULL_AUTO;
    return options;
}

/** A block of candidates. */
typedef struct tact_deform_block {
    tact_impact_kind kind;      /**< Of all pairs. */
    bool swapped;               /**< False: first features are of a, second ones of b. True, for
                                     vertices of b against faces of a: the reverse. */
    uint32_t count;             /**< At least 1. */
    const uint32_t (*pairs)[2]; /**< A vertex and a face, or two edges. Within one deformable, the
                                     first edge has the smaller number. */
} tact_deform_block;

/** Takes a block; it is valid until the return. Returns false to end the question. */
typedef bool tact_deform_visitor(void *user, const tact_deform_block *block);

/**
 * All pairs of features whose boxes over the step meet: vertices against faces, then, between two
 * deformables, faces against vertices, then edges against edges. Within one deformable, features
 * that share a vertex are left out. Boxes are closed, and in floats: they contain the start and the
 * end of all their vertices, rounded outward.
 *
 * Each pair comes once. The visitor is called on the calling thread. The order of pairs and the
 * sizes of blocks depend on the steps that the deformables have made, but not on the number of
 * threads nor on the SIMD level.
 * @param a       a deformable
 * @param b       another one, or NULL for the pairs within a
 * @param options may be NULL for the defaults
 * @param visitor receives the pairs
 * @param user    is passed on
 * @return TACT_OK, also if the visitor ended the question; TACT_NOT_FINITE or TACT_INVALID_ARGUMENT
 *         for options; TACT_OUT_OF_MEMORY before the first block, or, by a grid or a sweep, before
 *         the first block of a kind.
 */
TACT_API tact_status tact_deform_candidates(const tact_deform *a, const tact_deform *b,
                                            const tact_deform_options *options,
                                            tact_deform_visitor *visitor, void *user);

/* ---- Questions about a step --------------------------------------------------------------- */

/** A contact of two features during a step. */
typedef struct tact_deform_contact {
    tact_impact_kind kind;     /**< Which features. */
    bool swapped;              /**< As in tact_deform_block. */
    uint32_t a;                /**< The vertex, or an edge, */
    uint32_t b;                /**< and the face, or the other edge. */
    tact_impact_result impact; /**< When and where; vertices are in the order of the corners of the
                                    face or of the ends of edges. Contact, or undecided: not proven
                                    apart. */
} tact_deform_contact;

/** The first contact of a step. */
typedef struct tact_deform_first {
    tact_outcome outcome;        /**< Apart: all candidates are. Contact: at least one is. */
    double lower;                /**< No contact is before this time; proven. Infinite if apart. */
    double upper;                /**< If there is a contact, the first one is not after this time;
                                      proven. Infinite if apart, the limit if undecided. */
    uint64_t candidates;         /**< How many were tested. */
    tact_deform_contact contact; /**< The one with the least lower time, unless apart. Ties go to
                                      the smaller kind, then to the smaller features. */
} tact_deform_first;

/**
 * The earliest contact of a step, within a deformable or between two. Features that share a vertex
 * are not tested with each other. Candidates are tested as they are found, up to the earliest
 * contact so far; they are not stored.
 * @param a       a deformable
 * @param b       another one, or NULL for contacts within a
 * @param options kinds and thickness are used; the method is not. NULL for the defaults
 * @param impact  how features are tested. With a separation, features at this distance are in
 *                contact, and the thickness is at least the separation. NULL for the defaults
 * @param out     receives the answer
 * @return the statuses of tact_deform_candidates() and of tact_impact_vertex_face() for options, or
 *         TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_deform_first_contact(const tact_deform *a, const tact_deform *b,
                                               const tact_deform_options *options,
                                               const tact_impact_options *impact,
                                               tact_deform_first *out);

/**
 * How much of a step is safe: up to this time there is no contact, or, with a separation, no two
 * features are as near as that. A proven lower bound: 1 if the whole step is safe (or the limit of
 * impact), 0 if features touch at the start. Positions at that time have to be rounded, which may
 * bring features into contact: stay below by a margin. Arguments and statuses as
 * tact_deform_first_contact().
 */
TACT_API tact_status tact_deform_safe_fraction(const tact_deform *a, const tact_deform *b,
                                               const tact_deform_options *options,
                                               const tact_impact_options *impact, double *out);

/** Takes all contacts of a step, sorted by their lower times, then by kinds and features. They are
 * valid until the return. */
typedef void tact_deform_contact_visitor(void *user, const tact_deform_contact *contacts,
                                         size_t count);

/** All contacts of a step in the order of time. The visitor is called once, also if there are none.
 * Stores contacts, but no candidates that are apart. Arguments and statuses as
 * tact_deform_first_contact(); TACT_TOO_LARGE for 2^32 contacts and more. Unless the status is
 * TACT_OK, the visitor is not called. */
TACT_API tact_status tact_deform_contacts(const tact_deform *a, const tact_deform *b,
                                          const tact_deform_options *options,
                                          const tact_impact_options *impact,
                                          tact_deform_contact_visitor *visitor, void *user);

/* ---- Self-intersection at an instant ------------------------------------------------------ */

/** Which features meet. Sides of triangles are not asked: if one meets something, so does its face.
 */
typedef enum tact_deform_parts {
    TACT_DEFORM_FACE_FACE = 0,  /**< Two faces. */
    TACT_DEFORM_LOOSE_FACE = 1, /**< A loose edge or point, and a face. */
    TACT_DEFORM_LOOSE_LOOSE = 2 /**< Two loose edges or points. */
} tact_deform_parts;

/** A short lower-case name such as "loose-face"; "unknown parts" for other values. */
TACT_API const char *tact_deform_parts_name(tact_deform_parts parts);

/** Two features that intersect. */
typedef struct tact_deform_meeting {
    tact_deform_parts parts; /**< Which features. */
    uint32_t a;              /**< A face, or a loose edge or point by its number among edges. The
                                  smaller number of two of the same kind. */
    uint32_t b;              /**< The other one. */
    tact_overlap_kind kind;  /**< What all their common points form, shared vertices included. */
} tact_deform_meeting;

/** Takes all meetings, sorted by parts, a and b. They are valid until the return. */
typedef void tact_deform_meeting_visitor(void *user, const tact_deform_meeting *meetings,
                                         size_t count);

/**
 * All pairs of features of a deformable that intersect at an instant. Exact: two features that
 * share no vertex intersect if they have a common point. Two features that share vertices, by
 * number, intersect if they have a common point outside the corner or the side (the point, segment
 * or triangle) that these vertices span. So neighbours in a smooth mesh do not intersect, but
 * folded ones do; features that have all vertices of one of them in common do not. Degenerate
 * features count as the segments and points that they are.
 *
 * The visitor is called once, also if there are no meetings. Stores the meetings, but no pairs that
 * are apart. Takes longer if the step is long, because the hierarchies are those of the whole step.
 * @param deform  a deformable
 * @param instant the start or the end of the step
 * @param visitor receives the meetings
 * @param user    is passed on
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY, or TACT_TOO_LARGE for 2^32 meetings of one
 * kind and more. Unless the status is TACT_OK, the visitor is not called.
 */
TACT_API tact_status tact_deform_self(const tact_deform *deform, tact_deform_instant instant,
                                      tact_deform_meeting_visitor *visitor, void *user);

/** The common points of two features that meet: those of two triangles; an edge counts as a
 * triangle whose last two corners are equal, and a point as one whose corners are all equal. The
 * segments of all meetings are the curves in which a body intersects itself.
 * @return TACT_INVALID_ARGUMENT, also if a feature does not exist. */
TACT_API tact_status tact_deform_meeting_points(const tact_deform *deform,
                                                tact_deform_instant instant,
                                                const tact_deform_meeting *meeting,
                                                tact_overlap *out);

/* ---- Pairs that are near at an instant ---------------------------------------------------- */

/** Which parts of two features are closest. */
typedef enum tact_deform_closest {
    TACT_DEFORM_POINT_POINT = 0,     /**< Two vertices. */
    TACT_DEFORM_POINT_EDGE = 1,      /**< A vertex and the inside of an edge. */
    TACT_DEFORM_POINT_FACE = 2,      /**< A vertex and the inside of a face. */
    TACT_DEFORM_EDGE_EDGE_INSIDE = 3 /**< The insides of two edges. */
} tact_deform_closest;

/** A short lower-case name such as "point-face"; "unknown parts" for other values. */
TACT_API const char *tact_deform_closest_name(tact_deform_closest closest);

/** Two features that are near each other. All numbers are rounded. */
typedef struct tact_deform_near {
    tact_impact_kind kind;       /**< A vertex and a face, or two edges. */
    bool swapped;                /**< As in tact_deform_block. */
    uint32_t a;                  /**< The vertex, or an edge, */
    uint32_t b;                  /**< and the face, or the other edge. */
    tact_deform_closest closest; /**< Their closest parts. */
    uint32_t vertices[4];        /**< The vertex and the corners of the face, or the ends of the
                                      edges. The first one or two are of the first feature. */
    double weights[4];           /**< Of these vertices in the closest points; those of each feature
                                      add up to 1, and those that are not of closest parts are 0. */
    double squared;              /**< The squared distance. */
    tact_vec3 gradient[4];       /**< Its derivatives by the places of the vertices. For parallel
                                      edges, those for one pair of closest points. */
} tact_deform_near;

/** Takes a pair. Returns false to end the question. */
typedef bool tact_deform_near_visitor(void *user, const tact_deform_near *near);

/**
 * All pairs of features at most a distance apart at the start of the step, as a barrier needs them.
 * Features that share a vertex are left out. If parts of several pairs of features are the same,
 * such as a vertex near an edge of two faces, each pair comes by itself.
 *
 * Distances are computed in doubles: pairs whose distance differs from the given one by rounding
 * may be in or out. The order is that of tact_deform_candidates(); the visitor is called on the
 * calling thread.
 * @param a        a deformable
 * @param b        another one, or NULL for the pairs within a
 * @param distance at least 0
 * @param options  kinds and the method are used; the thickness is not. NULL for the defaults
 * @param visitor  receives the pairs
 * @param user     is passed on
 * @return the statuses of tact_deform_candidates(); TACT_NOT_FINITE or TACT_INVALID_ARGUMENT for
 * the distance.
 */
TACT_API tact_status tact_deform_near_pairs(const tact_deform *a, const tact_deform *b,
                                            double distance, const tact_deform_options *options,
                                            tact_deform_near_visitor *visitor, void *user);

#ifdef __cplusplus
}
#endif

#endif
