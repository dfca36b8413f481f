/* SPDX-License-Identifier: MIT */
/**
 * @file feature.h
 * Continuous collision of moving features: a vertex against a face, an edge against an edge. Every
 * vertex moves on a straight line at constant speed, from its start at time 0 to its end at time 1.
 *
 * All sets are closed, so touching is contact, also at time 0. A face of zero area is the segment
 * or the point that it is, and an edge of zero length is a point. No question allocates memory.
 * Every function may be called from any thread.
 */
#ifndef TACT_FEATURE_H
#define TACT_FEATURE_H

#include <string.h>

#include <tact/prim.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Which features move. */
typedef enum tact_impact_kind {
    TACT_IMPACT_VERTEX_FACE = 0, /**< Vertex 0 against the face of vertices 1, 2 and 3. */
    TACT_IMPACT_EDGE_EDGE = 1    /**< The edge of vertices 0 and 1 against that of 2 and 3. */
} tact_impact_kind;

/** How a question is decided. Every method answers "apart" only if that is proven. */
typedef enum tact_impact_method {
    /** Exact: filters in double, then exact arithmetic. With separation 0 the outcome is the true
     * one for the given doubles. The default. */
    TACT_IMPACT_EXACT = 0,
    /** Boxes in time and position, in double, without the exact stage. Never misses a contact, and
     * may leave as undecided what is apart by some 2^-48 of the size. Used for all methods if the
     * separation is positive. */
    TACT_IMPACT_INCLUSION = 1,
    /** The roots of the coplanarity cubic and a test of the position at each root, both with error
     * bounds. What the bounds leave open goes to the boxes. */
    TACT_IMPACT_CUBIC = 2,
    /** Additive conservative advancement: steps in time that are shorter than the distance takes.
     * If it comes near, the boxes decide from there. */
    TACT_IMPACT_ADVANCE = 3,
    /** Whether the features pass through each other an odd number of times, exactly. A HISTORIC
     * option with a known gap: an even number of passages, a touch without passage and features
     * that stay coplanar are "apart" here. Only for comparisons. */
    TACT_IMPACT_PARITY = 4
} tact_impact_method;

/** How an answer was found. */
typedef enum tact_impact_ending {
    TACT_IMPACT_ENDED_FILTER = 0,    /**< Proven in double. */
    TACT_IMPACT_ENDED_EXACT = 1,     /**< Proven in exact arithmetic. */
    TACT_IMPACT_ENDED_PRECISION = 2, /**< Undecided: nearer than doubles or the tolerance tell. */
    TACT_IMPACT_ENDED_BUDGET = 3     /**< Undecided: the budget ended. */
} tact_impact_ending;

/** A short lower-case name such as "edge-edge"; "unknown kind" for other values. */
TACT_API const char *tact_impact_kind_name(tact_impact_kind kind);
/** A short lower-case name such as "exact"; "unknown method" for other values. */
TACT_API const char *tact_impact_method_name(tact_impact_method method);
/** A short lower-case name such as "budget"; "unknown ending" for other values. */
TACT_API const char *tact_impact_ending_name(tact_impact_ending ending);

/** Four moving vertices. */
typedef struct tact_impact_motion {
    tact_vec3 start[4]; /**< At time 0. */
    tact_vec3 end[4];   /**< At time 1. */
} tact_impact_motion;

/** Options of a question. Make them with tact_impact_options_default(). */
typedef struct tact_impact_options {
    uint32_t size;             /**< sizeof(tact_impact_options). */
    tact_impact_method method; /**< Default: TACT_IMPACT_EXACT. */
    double separation;         /**< Features at this distance or nearer are in contact; at least 0.
                                    If positive, the answer is conservative. Default: 0. */
    double limit;              /**< Only times up to this count; 0 to 1. Default: 1. */
    double tolerance;          /**< Boxes whose positions differ by less are not divided, as a part
                                    of the largest difference of two coordinates of one axis; at
                                    least 0. Default: 2^-40. */
    uint32_t budget;           /**< The largest number of boxes. Default: 1024. */
    uint32_t reserved;         /**< 0. */
} tact_impact_options;

/** The defaults. */
static inline tact_impact_options tact_impact_options_default(void) {
    tact_impact_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.method = TACT_IMPACT_EXACT;
    options.limit = 1;
    options.tolerance = 1.0 / 1099511627776; /* 2^-40 */
    options.budget = 1024;
    return options;
}

/** The answer. */
typedef struct tact_impact_result {
    tact_outcome outcome;      /**< Apart and contact are proven. Undecided: not proven apart. A
                                    caller that must not miss a contact takes it for one. */
    tact_impact_ending ending; /**< How the outcome was found. */
    double lower;              /**< No contact is before this time; proven. Infinite if apart. */
    double upper;              /**< If there is a contact, the first one is not after this time;
                                    proven. Infinite if apart, the limit if undecided. */
    tact_feature a;            /**< Contact: the part of the vertex (always vertex 0) or of the
                                    first edge that touches first; ends are vertex 0 and 1. */
    tact_feature b;            /**< Contact: that of the face, or of the second edge. */
    double u; /**< Where, rounded: the weight of vertex 2 in the face, or the position on the first
                   edge from 0 to 1. */
    double v; /**< The weight of vertex 3 in the face, or the position on the second edge. */
    uint32_t boxes;       /**< The number of boxes examined. */
    uint32_t reserved[3]; /**< 0. */
} tact_impact_result;

/**
 * Whether and when a moving vertex meets a moving face.
 * @param motion  vertex 0 is the vertex, 1 to 3 are the corners of the face
 * @param options may be NULL for the defaults
 * @param out     receives the answer
 * @return TACT_OK; TACT_NOT_FINITE if a coordinate or an option is NaN or infinite;
 *         TACT_INVALID_ARGUMENT if an option is out of its range.
 */
TACT_API tact_status tact_impact_vertex_face(const tact_impact_motion *motion,
                                             const tact_impact_options *options,
                                             tact_impact_result *out);

/**
 * Whether and when two moving edges meet.
 * @param motion  vertices 0 and 1 are the first edge, 2 and 3 the second
 * @param options may be NULL for the defaults
 * @param out     receives the answer
 * @return as tact_impact_vertex_face().
 */
TACT_API tact_status tact_impact_edge_edge(const tact_impact_motion *motion,
                                           const tact_impact_options *options,
                                           tact_impact_result *out);

/** Many questions of one kind about the vertices of one body. Start with a zeroed struct. */
typedef struct tact_impact_batch {
    const tact_vec3 *start;             /**< All vertices at time 0, */
    const tact_vec3 *end;               /**< and at time 1. */
    const uint32_t (*vertices)[4];      /**< The four vertices of each question. */
    size_t vertex_count;                /**< Length of start and of end. */
    size_t count;                       /**< The number of questions. */
    tact_impact_kind kind;              /**< Of all questions. */
    const tact_impact_options *options; /**< Of all questions; NULL for the defaults. */
} tact_impact_batch;

/**
 * Answers many questions, eight at a time and on all threads of the context. The answers have the
 * bits of single questions.
 * @param context executor and SIMD level; may be NULL
 * @param batch   the questions
 * @param results receives batch->count answers
 * @return the statuses of single questions; TACT_INVALID_ARGUMENT also for a vertex that does not
 *         exist or an unknown kind.
 */
TACT_API tact_status tact_impact_batch_run(const tact_context *context,
                                           const tact_impact_batch *batch,
                                           tact_impact_result *results);

#ifdef __cplusplus
}
#endif

#endif
