/* SPDX-License-Identifier: MIT */
/* How a hierarchy is built, for the files that do it.
 *
 * The crown is the upper part, level by level: large spans are divided on all workers together,
 * chunk by chunk, smaller ones by one worker each. What hangs below it are groves of at most
 * TACTI_GROVE_TRIANGLES triangles, each built by one worker.
 * A node of the crown and the root of a grove are numbered together, first; then come the other
 * nodes of each grove, grove by grove. */
#ifndef TACTI_BVH_BUILD_H
#define TACTI_BVH_BUILD_H

#include "bvh/bvh.h"
#include "bvh/frame.h"
#include "bvh/split.h"
#include "bvh/sweep.h"

/* The most triangles of a grove. */
#define TACTI_GROVE_TRIANGLES 16384

/* Nodes over at most so many triangles have frames that are turned; above, surfaces are seldom
 * flat. */
#define TACTI_TURNED_TRIANGLES 4096

/* From this depth on spans are divided in the middle, by numbers: every eight ways less, 2^28
 * triangles take 11 nodes more. */
#define TACTI_MIDDLE_DEPTH 20

/* Cuts a span into up to 8, such that none can be cut further or all places are taken. */
typedef struct tacti_spans {
    uint32_t count;
    tacti_span items[TACTI_BVH_WIDTH];
} tacti_spans;

/* What a cut aims at, and which span is cut next. */
typedef enum tacti_aim {
    TACTI_AIM_SURFACE, /* least surface, in bins; the largest surface first */
    TACTI_AIM_VOLUME,  /* least volume, by a sweep; the largest volume first */
    TACTI_AIM_COUNT    /* the middle; the most triangles first */
} tacti_aim;

/* The aim at a depth. */
static inline tacti_aim tacti_aim_at(tact_bvh_builder builder, uint32_t depth) {
    if (depth >= TACTI_MIDDLE_DEPTH)
        return TACTI_AIM_COUNT;
    return builder == TACT_BVH_SWEEP ? TACTI_AIM_VOLUME : TACTI_AIM_SURFACE;
}

/* Divides one of the spans in two, in place. */
typedef void tacti_divide(void *data, const tacti_span *span, tacti_aim aim, tacti_span halves[2]);

/* Opens one span among those of more than least triangles, again and again. */
void tacti_spans_open(tacti_spans *spans, uint32_t least, tacti_aim aim, tacti_divide *divide,
                      void *data);

/* What dividing the crown's spans needs. */
typedef struct tacti_crown_scratch tacti_crown_scratch;

typedef struct tacti_crown {
    const tact_context *context;
    tacti_record *records, *spare; /* of the whole mesh, and room for as many */
    tacti_crown_scratch *scratch;
    tacti_sweep *sweep; /* for TACTI_AIM_VOLUME */
} tacti_crown;

/* NULL for no memory. */
tacti_crown_scratch *tacti_crown_scratch_create(const tact_context *context);
void tacti_crown_scratch_destroy(const tact_context *context, tacti_crown_scratch *scratch);

/* The span of all records. */
tacti_span tacti_crown_measure(const tacti_crown *crown, uint32_t count);

/* Divides a span on all workers. */
void tacti_crown_divide(const tacti_crown *crown, const tacti_span *span, tacti_aim aim,
                        tacti_span halves[2]);

/* What one worker needs to build a grove. */
typedef struct tacti_grove_scratch {
    tacti_record *spare;    /* as many as a grove has triangles */
    float *coordinates;     /* 9 times stride */
    uint32_t stride;        /* more than the triangles of a grove by 8 */
    tacti_node_plan *plans; /* as many as it has nodes */
    tacti_moments *moments; /* as many */
    tacti_plain_box *boxes; /* as many */
    tacti_sweep *sweep;     /* for TACT_BVH_SWEEP */
} tacti_grove_scratch;

/* A grove: its triangles, and where its nodes go. */
typedef struct tacti_grove {
    tacti_span span;
    uint32_t depth;      /* of its root; 1 for the root of the hierarchy */
    uint32_t crown_node; /* number of its root */
    tacti_node *nodes;   /* the other nodes; first_child counts from here */
    uint32_t node_count; /* how many of them, once it is built */
    uint32_t deepest;    /* the depth of its lowest node, once it is built */
} tacti_grove;

/* Orders the grove's records, writes bvh->order for them and makes the nodes. */
void tacti_grove_build(const tacti_bvh *bvh, tact_bvh_builder builder, tacti_record *records,
                       tacti_grove *grove, tacti_node *root, const tacti_grove_scratch *scratch);

/* Makes nodes, order, node_count and depth; the rest of bvh is set. TACT_OUT_OF_MEMORY. */
tact_status tacti_bvh_build(tacti_bvh *bvh, tact_bvh_builder builder);

#endif
