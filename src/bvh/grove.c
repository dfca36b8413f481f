/* SPDX-License-Identifier: MIT */
/* A grove: the part of a hierarchy over some thousand triangles, built by one worker in memory that
 * fits in its cache. First the triangles are divided all the way down, which numbers the nodes;
 * then the corners are read in the order of the leaves; then every node gets its frame and its
 * boxes. */
#include "bvh/bvh.h"
#include "bvh/build.h"

#include "bvh/repeats.h"

/* Below this width, floats in units of the whole mesh say too little about the grove's centres. */
#define FINE_WIDTH 0x1p-9F

typedef struct grower {
    const tacti_bvh *bvh;
    tact_bvh_builder builder;
    tacti_record *records; /* of the whole mesh */
    tacti_grove *grove;
    tacti_node *root;
    const tacti_grove_scratch *scratch;
    tacti_frame_units units;
} grower;

/* Node 0 is the grove's root, which lies elsewhere. */
static tacti_node *node_at(const grower *g, uint32_t number) {
    return number == 0 ? g->root : &g->grove->nodes[number - 1];
}

/* ---- Units -------------------------------------------------------------------------------- */

static void choose_units(grower *g, tacti_frame_units *units) {
    float lo[4], hi[4];
    tacti_quad_store(lo, g->grove->span.lo);
    tacti_quad_store(hi, g->grove->span.hi);
    double center[3], reach = 0;
    for (int k = 0; k < 3; k++) {
        center[k] = 0.5 * ((double)lo[k] + (double)hi[k]);
        double half = 0.5 * ((double)hi[k] - (double)lo[k]);
        reach = half > reach ? half : reach;
    }
    reach += 0x1p-24; /* the records are rounded */
    double scale = TACTI_GROVE_LEAST_SCALE;
    while (scale < reach)
        scale *= 2;
    *units = (tacti_frame_units){{center[0], center[1], center[2]}, scale};
}

/* A vertex in units of the grove. */
TACTI_ALWAYS_INLINE void place(const grower *g, double inverse, uint32_t vertex, float f[3]) {
    tact_vec3 x = tacti_bvh_local(g->bvh, g->bvh->vertices[vertex]);
    f[0] = (float)((x.x - g->units.center.x) * inverse);
    f[1] = (float)((x.y - g->units.center.y) * inverse);
    f[2] = (float)((x.z - g->units.center.z) * inverse);
}

/* Makes the records anew in units of the grove. */
static void refine_records(const grower *g, tacti_span *span) {
    double inverse = 1 / g->units.scale;
    for (uint32_t i = span->begin; i < span->end; i++) {
        tacti_record *record = &g->records[i];
        const uint32_t *index = g->bvh->indices + (size_t)3 * tacti_record_triangle(record);
        float f[3][3];
        for (int c = 0; c < 3; c++)
            place(g, inverse, index[c], f[c]);
        for (int k = 0; k < 3; k++) {
            float lo = f[0][k] < f[1][k] ? f[0][k] : f[1][k];
            float hi = f[0][k] > f[1][k] ? f[0][k] : f[1][k];
            record->lo[k] = f[2][k] < lo ? f[2][k] : lo;
            record->hi[k] = f[2][k] > hi ? f[2][k] : hi;
        }
    }
    *span = tacti_span_measure(g->records, span->begin, span->end);
}

/* ---- Dividing ----------------------------------------------------------------------------- */

static void divide(void *data, const tacti_span *span, tacti_aim aim, tacti_span halves[2]) {
    const grower *g = data;
    if (aim == TACTI_AIM_VOLUME)
        tacti_sweep_split(g->scratch->sweep, g->records, g->scratch->spare, span, halves);
    else
        tacti_split(g->records, g->scratch->spare, span, aim == TACTI_AIM_COUNT, halves);
}

/* Orders 9 to 64 records in groups of 8. */
static void divide_small(const grower *g, uint32_t begin, uint32_t end) {
    if (g->builder == TACT_BVH_SWEEP)
        tacti_sweep_small(g->scratch->sweep, g->records, g->scratch->spare, begin, end);
    else
        tacti_split_small(g->records, begin, end);
}

/* Takes spans of up to 64 triangles apart into their groups of 8 where there is room for all, those
 * of the largest surface first. */
static void dissolve(const grower *g, tacti_spans *spans) {
    for (;;) {
        uint32_t best = spans->count, free = TACTI_BVH_WIDTH - spans->count;
        float best_area = -1;
        for (uint32_t i = 0; i < spans->count; i++) {
            const tacti_span *span = &spans->items[i];
            uint32_t count = span->end - span->begin;
            float area = tacti_half_area(span->lo, span->hi);
            if (count > 8 && count <= TACTI_SMALL && (count + 7) / 8 - 1 <= free &&
                area > best_area) {
                best = i;
                best_area = area;
            }
        }
        if (best == spans->count)
            return;
        tacti_span span = spans->items[best];
        uint32_t groups = (span.end - span.begin + 7) / 8;
        divide_small(g, span.begin, span.end);
        memmove(&spans->items[best + groups], &spans->items[best + 1],
                (spans->count - best - 1) * sizeof spans->items[0]);
        for (uint32_t i = 0; i < groups; i++) {
            uint32_t begin = span.begin + 8 * i;
            uint32_t end = span.end - begin < 8 ? span.end : begin + 8;
            spans->items[best + i] = (tacti_span){begin, end, span.lo, span.hi, span.lo, span.hi};
        }
        spans->count += groups - 1;
    }
}

/* Divides a span all the way down; number is that of its node. */
static void grow(grower *g, uint32_t number, const tacti_span *span, uint32_t depth) {
    tacti_node *node = node_at(g, number);
    tacti_node_plan *plan = &g->scratch->plans[number];
    uint32_t count = span->end - span->begin, base = g->grove->span.begin;
    memset(node, 0, sizeof *node);
    node->rotation[0] = 127;
    g->grove->deepest = depth > g->grove->deepest ? depth : g->grove->deepest;
    if (count <= TACTI_BVH_WIDTH) {
        node->child_count = (uint8_t)count;
        node->first_leaf = span->begin;
        for (uint32_t i = 0; i <= count; i++)
            plan->cut[i] = span->begin - base + i;
        return;
    }
    tacti_spans spans = {1, {*span}};
    tacti_spans_open(&spans, TACTI_SMALL, tacti_aim_at(g->builder, depth), divide, g);
    dissolve(g, &spans);
    uint32_t first = g->grove->node_count + 1;
    g->grove->node_count += spans.count;
    node->child_count = node->inner_count = (uint8_t)spans.count;
    node->first_child = first - 1;
    node->first_leaf = span->begin;
    for (uint32_t i = 0; i < spans.count; i++)
        plan->cut[i] = spans.items[i].begin - base;
    plan->cut[spans.count] = span->end - base;
    for (uint32_t i = 0; i < spans.count; i++)
        grow(g, first + i, &spans.items[i], depth + 1);
}

/* ---- Frames and boxes --------------------------------------------------------------------- */

/* How many triangles ahead vertices are asked for, and their numbers twice as far. */
#define AHEAD 8

/* Vertices lie all over the mesh's memory: without this, most of the time is spent waiting. */
static void prefetch_corners(const grower *g, uint32_t position) {
    uint32_t last = g->grove->span.end - 1;
    uint32_t far = last - position < 2 * AHEAD ? last : position + 2 * AHEAD;
    uint32_t near = last - position < AHEAD ? last : position + AHEAD;
    const uint32_t *index = g->bvh->indices;
    TACTI_PREFETCH(index + (size_t)3 * tacti_record_triangle(&g->records[far]));
    index += (size_t)3 * tacti_record_triangle(&g->records[near]);
    for (int c = 0; c < 3; c++)
        TACTI_PREFETCH(&g->bvh->vertices[index[c]]);
}

static tacti_corners read_corners(const grower *g) {
    const tacti_span *span = &g->grove->span;
    double inverse = 1 / g->units.scale;
    uint32_t count = span->end - span->begin, stride = g->scratch->stride;
    float *out = g->scratch->coordinates;
    for (uint32_t i = 0; i < count; i++) {
        prefetch_corners(g, span->begin + i);
        uint32_t triangle = tacti_record_triangle(&g->records[span->begin + i]);
        const uint32_t *index = g->bvh->indices + (size_t)3 * triangle;
        g->bvh->order[span->begin + i] = triangle;
        for (uint32_t c = 0; c < 3; c++) {
            float f[3];
            place(g, inverse, index[c], f);
            for (uint32_t k = 0; k < 3; k++)
                out[(size_t)(3 * c + k) * stride + i] = f[k];
        }
    }
    for (uint32_t k = 0; k < 9; k++) /* read, but never used */
        memset(out + (size_t)k * stride + count, 0, 8 * sizeof *out);
    return (tacti_corners){out, stride};
}

/* Children come after their parents, so the sums of a node's children are known before its own. */
static void sum_moments(const grower *g, const tacti_frame_kernels *kernels,
                        const tacti_corners *corners) {
    tacti_moments *moments = g->scratch->moments;
    for (uint32_t n = g->grove->node_count + 1; n-- > 0;) {
        const tacti_node *node = node_at(g, n);
        if (node->inner_count == 0) {
            kernels->moments(corners, g->scratch->plans[n].cut[0], node->child_count, &moments[n]);
            continue;
        }
        tacti_moments sum = moments[node->first_child + 1];
        for (uint32_t i = 1; i < node->inner_count; i++) {
            const tacti_moments *child = &moments[node->first_child + 1 + i];
            sum.count += child->count;
            for (int k = 0; k < 3; k++)
                sum.first[k] += child->first[k];
            for (int k = 0; k < 6; k++)
                sum.second[k] += child->second[k];
        }
        moments[n] = sum;
    }
}

/* Turns the frames of nodes in eights. */
static void turn_frames(const grower *g, const tacti_frame_kernels *kernels) {
    const tacti_moments *sets[TACTI_BVH_WIDTH];
    tacti_node *nodes[TACTI_BVH_WIDTH];
    int8_t rotations[TACTI_BVH_WIDTH][4];
    uint32_t waiting = 0;
    for (uint32_t n = 0; n <= g->grove->node_count; n++) {
        const tacti_moments *moments = &g->scratch->moments[n];
        if (moments->count <= 3.0 * TACTI_TURNED_TRIANGLES) {
            sets[waiting] = moments;
            nodes[waiting++] = node_at(g, n);
        }
        if (waiting == TACTI_BVH_WIDTH || (n == g->grove->node_count && waiting > 0)) {
            kernels->rotations(sets, waiting, rotations);
            for (uint32_t i = 0; i < waiting; i++)
                memcpy(nodes[i]->rotation, rotations[i], sizeof rotations[i]);
            waiting = 0;
        }
    }
}

static void make_boxes(const grower *g, const tacti_frame_kernels *kernels,
                       const tacti_corners *corners) {
    tacti_plain_box *plain = g->scratch->boxes;
    for (uint32_t n = g->grove->node_count + 1; n-- > 0;) {
        tacti_node *node = node_at(g, n);
        plain[n] = kernels->boxes(node, &g->scratch->plans[n], corners, &g->units,
                                  plain + node->first_child + 1);
    }
}

/* ---- Repeated triangles ------------------------------------------------------------------- */

/* The children of a node: where the triangles of each begin, and whether all below it are equal. A
 * child that is a triangle is a node of one triangle here. */
static bool find_children(const grower *g, const tacti_node *node, uint32_t begins[]) {
    bool are_repeated = true;
    for (uint32_t i = 0; i < node->child_count; i++) {
        bool is_inner = i < node->inner_count;
        const tacti_node *child = is_inner ? node_at(g, node->first_child + 1 + i) : node;
        begins[i] = is_inner ? child->first_leaf : node->first_leaf + i;
        are_repeated = are_repeated && (!is_inner || tacti_node_is_repeated(child));
    }
    return are_repeated;
}

/* Marks nodes of equal triangles. The records' hashes say at once that most are different. */
static void mark_repeats(const grower *g) {
    for (uint32_t n = g->grove->node_count + 1; n-- > 0;) {
        tacti_node *node = node_at(g, n);
        uint32_t begins[TACTI_BVH_WIDTH];
        bool is_repeated = find_children(g, node, begins);
        for (uint32_t i = 1; i < node->child_count && is_repeated; i++)
            is_repeated =
                g->records[begins[0]].hash == g->records[begins[i]].hash &&
                tacti_is_repeated(g->bvh, g->bvh->order[begins[0]], g->bvh->order[begins[i]]);
        tacti_node_mark(g->bvh, node, begins, node->child_count, is_repeated);
    }
}

void tacti_grove_build(const tacti_bvh *bvh, tact_bvh_builder builder, tacti_record *records,
                       tacti_grove *grove, tacti_node *root, const tacti_grove_scratch *scratch) {
    const tacti_frame_kernels *kernels = tacti_frame_kernels_at(bvh->simd_level);
    grower g = {bvh, builder, records, grove, root, scratch, {{0, 0, 0}, 1}};
    choose_units(&g, &g.units);
    tacti_span span = grove->span;
    if (g.units.scale < (double)FINE_WIDTH)
        refine_records(&g, &span);
    grove->node_count = 0;
    grove->deepest = 0;
    grow(&g, 0, &span, grove->depth);
    tacti_corners corners = read_corners(&g);
    sum_moments(&g, kernels, &corners);
    turn_frames(&g, kernels);
    make_boxes(&g, kernels, &corners);
    mark_repeats(&g);
}
