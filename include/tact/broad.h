/* SPDX-License-Identifier: MIT */
/**
 * @file broad.h
 * Broad phases: many moving boxes in, the sorted list of all pairs that overlap out. All methods
 * give the same list. A pair is closed overlap of the boxes as given, compared in double precision:
 * boxes that touch overlap.
 *
 * Thread safety: a broad phase and a list are used by one thread at a time; functions that take a
 * const pointer may run at the same time.
 */
#ifndef TACT_BROAD_H
#define TACT_BROAD_H

#include <string.h>

#include <tact/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Lists of pairs ----------------------------------------------------------------------- */

/** A list of pairs of numbers. It keeps its memory, so filling it again needs no new memory. */
typedef struct tact_pair_list tact_pair_list;

/** Makes an empty list. TACT_INVALID_ARGUMENT if out is NULL, or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_pair_list_create(const tact_context *context, tact_pair_list **out);
/** Destroys a list. NULL is allowed. */
TACT_API void tact_pair_list_destroy(tact_pair_list *list);

/** The contents of a list. The pointer is valid until the list changes. */
typedef struct tact_pair_view {
    size_t count;               /**< Pairs. */
    const uint32_t (*pairs)[2]; /**< Sorted by the first number, then by the second. NULL if there
                                     are none. */
} tact_pair_view;

/** Returns the contents of a list. */
TACT_API tact_pair_view tact_pair_list_view(const tact_pair_list *list);

/**
 * What changed from one frame to the next: begun receives the pairs of after that are not in
 * before, ended those of before that are not in after. Both are sorted. The four lists are
 * different objects; begun or ended may be NULL. Time: linear.
 * @return TACT_INVALID_ARGUMENT if a list is missing or used twice, or TACT_OUT_OF_MEMORY; begun
 *         and ended are then as they were.
 */
TACT_API tact_status tact_pair_list_compare(const tact_pair_list *before,
                                            const tact_pair_list *after, tact_pair_list *begun,
                                            tact_pair_list *ended);

/* ---- Options ------------------------------------------------------------------------------ */

/** How pairs are found. The method changes the time, never the list. */
typedef enum tact_broad_method {
    TACT_BROAD_AUTO = 0,    /**< Chooses for each frame; tact_broad_inspect() says what and why. */
    TACT_BROAD_BRUTE = 1,   /**< Every box against every other. */
    TACT_BROAD_BUCKETS = 2, /**< A grid of columns, each swept with many boxes at a time. */
    TACT_BROAD_SWEEP = 3,   /**< Along one axis, with a list of active boxes. */
    TACT_BROAD_GRID = 4,    /**< A grid whose cells are in a hash table. */
    TACT_BROAD_CELLS = 5,   /**< A list of cells and boxes, sorted along a Morton curve. */
    TACT_BROAD_KEPT = 6,    /**< Keeps the pairs of enlarged boxes while each box is in its own. */
    TACT_BROAD_TREE = 7,    /**< A tree of enlarged boxes; only boxes that left their own ask it. */
    TACT_BROAD_AXES = 8,    /**< Ends stay sorted along three axes, from frame to frame. */
    TACT_BROAD_LEVELS = 9,  /**< Grids with cells of many sizes, for boxes of many sizes. */
} tact_broad_method;

/** A short lower-case name such as "brute"; "unknown method" for other values. */
TACT_API const char *tact_broad_method_name(tact_broad_method method);

/** How to make a broad phase. */
typedef struct tact_broad_options {
    uint32_t size;            /**< sizeof(tact_broad_options). */
    tact_broad_method method; /**< Default: TACT_BROAD_AUTO. */
    uint64_t reserved[6];     /**< 0. */
} tact_broad_options;

/** The defaults. */
static inline tact_broad_options tact_broad_options_default(void) {
    tact_broad_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    return options;
}

/* ---- Boxes -------------------------------------------------------------------------------- */

/** A set of boxes with their numbers (ids), and what a method remembers about them. */
typedef struct tact_broad tact_broad;

/** Not an id: ids are smaller. */
#define TACT_BROAD_NO_ID UINT32_MAX

/**
 * Makes an empty broad phase.
 * @param context memory, threads and SIMD level; may be NULL
 * @param options NULL for the defaults
 * @param out     receives the broad phase
 * @return TACT_INVALID_ARGUMENT if an option is unknown or out is NULL, or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_broad_create(const tact_context *context,
                                       const tact_broad_options *options, tact_broad **out);
/** Destroys a broad phase. NULL is allowed. */
TACT_API void tact_broad_destroy(tact_broad *broad);

/**
 * Adds boxes under ids of the library's choice: the smallest that are not in use, in increasing
 * order. So n boxes in an empty broad phase have the ids 0 to n - 1. Memory is proportional to the
 * greatest id.
 *
 * Of a batch that is refused, nothing is done. This holds for all functions below.
 * @param broad the broad phase
 * @param boxes count boxes
 * @param count how many
 * @param error receives the index of the box to blame; may be NULL
 * @param ids   receives the ids; may be NULL
 * @return TACT_NOT_FINITE for a NaN, TACT_INVALID_ARGUMENT for a box whose lo exceeds its hi or for
 *         missing arrays, TACT_TOO_LARGE if ids run out, or TACT_OUT_OF_MEMORY. Coordinates may be
 *         infinite.
 */
TACT_API tact_status tact_broad_add(tact_broad *broad, const tact_box *boxes, uint32_t count,
                                    tact_error *error, uint32_t *ids);

/** Sets boxes under ids of the caller's choice, below TACT_BROAD_NO_ID: adds those that are not in
 * use, moves the others. If an id occurs twice, its last box counts. Statuses as above. */
TACT_API tact_status tact_broad_put(tact_broad *broad, const uint32_t *ids, const tact_box *boxes,
                                    uint32_t count, tact_error *error);

/** Moves boxes. All ids must be in use; NULL stands for 0 to count - 1. If an id occurs twice, its
 * last box counts. Needs no memory. TACT_NOT_FINITE or TACT_INVALID_ARGUMENT as above. */
TACT_API tact_status tact_broad_move(tact_broad *broad, const uint32_t *ids, const tact_box *boxes,
                                     uint32_t count, tact_error *error);

/** Removes boxes. All ids must be in use, each once; otherwise TACT_INVALID_ARGUMENT. Needs no
 * memory. */
TACT_API tact_status tact_broad_remove(tact_broad *broad, const uint32_t *ids, uint32_t count,
                                       tact_error *error);

/** Which pairs matter: a pair is kept if (a.group & b.mask) and (b.group & a.mask) are not 0. */
typedef struct tact_broad_filter {
    uint32_t group; /**< What the box is. Default: all bits. */
    uint32_t mask;  /**< What it wants to meet. Default: all bits. */
} tact_broad_filter;

/** Sets the filters of boxes. A filter stays until the box is removed. All ids must be in use; NULL
 * stands for 0 to count - 1. TACT_INVALID_ARGUMENT otherwise, or TACT_OUT_OF_MEMORY. */
TACT_API tact_status tact_broad_filter_pairs(tact_broad *broad, const uint32_t *ids,
                                             const tact_broad_filter *filters, uint32_t count,
                                             tact_error *error);

/** The box that holds a box all along its way to box + displacement, for fast objects: it contains
 * every real position between, rounded outward. A NaN in the displacement gives a box with NaN,
 * which a broad phase refuses. */
TACT_API tact_box tact_broad_swept_box(tact_box box, tact_vec3 displacement);

/** What tact_broad_inspect() tells. */
typedef struct tact_broad_info {
    uint32_t count;           /**< Boxes. */
    uint32_t id_limit;        /**< All ids in use are smaller. */
    tact_broad_method method; /**< What the last tact_broad_pairs() used; the option before. */
    uint32_t reserved;        /**< 0. */
    const char *reason;       /**< Why it was chosen, for people. */
} tact_broad_info;

/** What a broad phase holds and does. */
TACT_API tact_broad_info tact_broad_inspect(const tact_broad *broad);

/** The box under an id; TACT_INVALID_ARGUMENT if the id is not in use. */
TACT_API tact_status tact_broad_get(const tact_broad *broad, uint32_t id, tact_box *out);

/* ---- Pairs and queries -------------------------------------------------------------------- */

/**
 * All pairs i < j of ids whose boxes overlap and whose filters agree. Replaces the contents of the
 * list. The list is the same for all methods, thread counts and SIMD levels.
 * @return TACT_INVALID_ARGUMENT or TACT_OUT_OF_MEMORY; the list is then as it was.
 */
TACT_API tact_status tact_broad_pairs(tact_broad *broad, tact_pair_list *list);

/** All pairs (number of a query box, id) that overlap, whatever their filters. Replaces the
 * contents of the list. With the boxes of another broad phase, these are the pairs between two
 * sets. Statuses as tact_broad_add(); the list is then as it was. */
TACT_API tact_status tact_broad_overlaps(const tact_broad *broad, const tact_box *boxes,
                                         uint32_t count, tact_error *error, tact_pair_list *list);

/**
 * Prepares queries: they are answered by a hierarchy instead of a look at every box. Once a box
 * changes, queries look at every box again until the next call. Queries give the same answers
 * either way.
 * @return TACT_OK or TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_broad_prepare(tact_broad *broad);

/** Takes a box that a ray meets, at the ray parameter t or later (0 if the ray starts in it), or a
 * box whose distance from a point is t. Returns the greatest t that still matters: t itself, a
 * smaller one, or less than 0 to end the query. */
typedef double tact_broad_visitor(void *user, uint32_t id, double t);

/**
 * Visits all boxes that a ray meets at a parameter of at most limit, nearer ones mostly first. No
 * box that the ray meets is left out; a box may be visited though the ray passes it at a relative
 * distance of 2^-49, and t may exceed the exact parameter by as much. The order depends on the
 * method and on tact_broad_prepare(); decide ties by the id for an answer that does not. Allocates
 * nothing.
 * @return TACT_NOT_FINITE if the ray is not finite or limit is NaN, or TACT_INVALID_ARGUMENT.
 */
TACT_API tact_status tact_broad_visit_ray(const tact_broad *broad, tact_ray ray, double limit,
                                          tact_broad_visitor *visitor, void *user);

/** Visits all boxes that a box meets on its way along a displacement, in the same way. t is the
 * part of the displacement: 0 at the start, 1 at its end, and beyond up to limit. The box may be
 * infinite or flat; an empty one meets nothing.
 * @return TACT_NOT_FINITE if a number of the box or limit is NaN or the displacement is not finite,
 *         or TACT_INVALID_ARGUMENT. */
TACT_API tact_status tact_broad_visit_sweep(const tact_broad *broad, tact_box box,
                                            tact_vec3 displacement, double limit,
                                            tact_broad_visitor *visitor, void *user);

/** Visits all boxes within a distance of a point in the same way. t is the distance, right up to
 * 2^-49 of itself. */
TACT_API tact_status tact_broad_visit_nearest(const tact_broad *broad, tact_vec3 point,
                                              double limit, tact_broad_visitor *visitor,
                                              void *user);

#ifdef __cplusplus
}
#endif

#endif
