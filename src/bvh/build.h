/* SPDX-License-Identifier: MIT */
/* Building a hierarchy: what the files that do it share.
 *
 * The top is the upper part of the hierarchy, built level by level: all workers together divide a
 * large span, chunk by chunk; one worker divides a smaller span. Below the top hang subtrees of at
 * most TACTI_SUBTREE_TRIANGLES triangles, each built by one worker. The nodes of the top and the
 * roots of the subtrees are numbered first. The other nodes follow, subtree by subtree. */
#ifndef TACTI_BVH_BUILD_H
#define TACTI_BVH_BUILD_H

#include "bvh/bvh.h"
#include "bvh/frame.h"
#include "bvh/split.h"
#include "bvh/sweep.h"

/* The most triangles in a subtree. */
#define TACTI_SUBTREE_TRIANGLES 16384

/* Nodes over at most this many triangles have turned frames. Larger patches are seldom flat. */
#define TACTI_TURNED_TRIANGLES 4096
/* The same for TACT_BVH_MORTON. */
#define TACTI_TURNED_SORTED_TRIANGLES 512

/* From this depth on, a span is divided into halves of equal count. 2^28 triangles then take at
 * most 11 more levels. */
#define TACTI_MIDDLE_DEPTH 20

/* The spans that a node's span is cut into. Cutting stops at 8, or if none can be cut further. */
typedef struct tacti_spans {
    uint32_t count;
    tacti_span items[TACTI_BVH_WIDTH];
} tacti_spans;

/* What a cut minimises, and which span is cut next. */
typedef enum tacti_aim {
    TACTI_AIM_SURFACE, /* least surface, by bins; the span of the largest surface first */
    TACTI_AIM_VOLUME,  /* least volume, by a sweep; the span of the largest volume first */
    TACTI_AIM_CODE,    /* by Morton codes; the span of the most triangles first */
    TACTI_AIM_COUNT    /* equal halves; the span of the most triangles first */
} tacti_aim;

/* The aim at a depth. */
static inline tacti_aim tacti_aim_at(tact_bvh_builder builder, uint32_t depth) {
    if (depth >= TACTI_MIDDLE_DEPTH)
        return TACTI_AIM_COUNT;
    if (builder == TACT_BVH_MORTON)
        return TACTI_AIM_CODE;
    return builder == TACT_BVH_SWEEP ? TACTI_AIM_VOLUME : TACTI_AIM_SURFACE;
}

/* Divides one of the spans in two, in place. */
typedef void tacti_divide(void *data, const tacti_span *span, tacti_aim aim, tacti_span halves[2]);

/* Divides spans of more than least triangles, one at a time, until there are 8 or none is left. */
void tacti_spans_open(tacti_spans *spans, uint32_t least, tacti_aim aim, tacti_divide *divide,
                      void *data);

/* Memory for dividing the spans of the top. */
typedef struct tacti_top_scratch tacti_top_scratch;

typedef struct tacti_top {
    const tact_context *context;
    tact_simd_level level;
    tacti_record *records, *spare; /* of the whole mesh, and memory for as many */
    tacti_top_scratch *scratch;
    tacti_sweep *sweep;    /* for TACTI_AIM_VOLUME */
    const uint32_t *codes; /* for TACT_BVH_MORTON, which has no records here */
} tacti_top;

/* Returns NULL if out of memory. */
tacti_top_scratch *tacti_top_scratch_create(const tact_context *context);
void tacti_top_scratch_destroy(const tact_context *context, tacti_top_scratch *scratch);

/* The span of all records. */
tacti_span tacti_top_measure(const tacti_top *top, uint32_t count);

/* Divides a span on all workers. */
void tacti_top_divide(const tacti_top *top, const tacti_span *span, tacti_aim aim,
                      tacti_span halves[2]);

/* What all subtrees share. */
typedef struct tacti_building {
    tact_bvh_builder builder;
    tacti_record *records; /* of the whole mesh; NULL for TACT_BVH_MORTON */
    const uint32_t *codes; /* for TACT_BVH_MORTON: of the triangles in bvh->order, sorted */
} tacti_building;

/* Memory that one worker needs to build a subtree. */
typedef struct tacti_subtree_scratch {
    tacti_record *spare;    /* one per triangle of a subtree */
    tacti_record *records;  /* as many, for TACT_BVH_MORTON */
    float *coordinates;     /* 9 times stride */
    uint32_t stride;        /* at least 8 more than the triangles of a subtree */
    tacti_node_plan *plans; /* one per node of a subtree */
    tacti_moments *moments; /* as many */
    tacti_plain_box *boxes; /* as many */
    tacti_sweep *sweep;     /* for TACT_BVH_SWEEP */
} tacti_subtree_scratch;

/* A subtree: its triangles, and the places of its nodes. */
typedef struct tacti_subtree {
    tacti_span span;
    uint32_t depth;      /* of its root; 1 for the root of the hierarchy */
    uint32_t top_node;   /* number of its root */
    tacti_node *nodes;   /* all nodes except its root; first_child counts from here */
    uint32_t node_count; /* the number of these nodes, once the subtree is built */
    uint32_t deepest;    /* the depth of its deepest node, once the subtree is built */
} tacti_subtree;

/* Makes the records of count triangles, in the order of their numbers' array. Without hashes, all
 * have the same one. */
void tacti_make_records(const tacti_bvh *bvh, const uint32_t *triangles, uint32_t count,
                        bool are_hashed, tacti_record *out);

/* Sorts the subtree's records, writes their bvh->order and makes the nodes. For TACT_BVH_MORTON,
 * bvh->order must hold the subtree's triangles, and the subtree's span receives its boxes. */
void tacti_subtree_build(const tacti_bvh *bvh, const tacti_building *building,
                         tacti_subtree *subtree, tacti_node *root,
                         const tacti_subtree_scratch *scratch);

/* Sets nodes, order, node_count and depth; all other fields of bvh must be set. Fails with
 * TACT_OUT_OF_MEMORY. */
tact_status tacti_bvh_build(tacti_bvh *bvh, tact_bvh_builder builder);

#endif
