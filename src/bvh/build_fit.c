/* SPDX-License-Identifier: MIT */
/* Frames and boxes of the nodes of a subtree. The corners are read in the order of the leaves. Then
 * every node gets its frame from the moments of its corners, and its boxes. */
#include "bvh/build_fit.h"

#include "base/assert.h"

typedef struct fit {
    const tacti_bvh *bvh;
    const tacti_subtree *subtree;
    tacti_node *root;
    uint32_t base; /* first_child counts from this number */
    bool is_sorted;
    const tacti_frame_units *units;
    const tacti_subtree_scratch *scratch;
} fit;

tacti_frame_units tacti_subtree_units(tacti_quad least, tacti_quad most) {
    float lo[4], hi[4];
    tacti_quad_store(lo, least);
    tacti_quad_store(hi, most);
    double center[3], reach = 0;
    for (int k = 0; k < 3; k++) {
        center[k] = 0.5 * ((double)lo[k] + (double)hi[k]);
        double half = 0.5 * ((double)hi[k] - (double)lo[k]);
        reach = half > reach ? half : reach;
    }
    reach += 0x1p-24; /* the box is rounded */
    double scale = TACTI_SUBTREE_LEAST_SCALE;
    while (scale < reach)
        scale *= 2;
    return (tacti_frame_units){{center[0], center[1], center[2]}, scale};
}

void tacti_node_set_plain_boxes(const tacti_bvh *bvh, tacti_node *node, const tacti_quad lo[],
                                const tacti_quad hi[]) {
    TACTI_ASSERT(node->child_count <= TACTI_BVH_WIDTH);
    tacti_child_bounds bounds;
    for (uint32_t i = 0; i < node->child_count; i++) {
        float least[4], most[4];
        tacti_quad_store(least, lo[i]);
        tacti_quad_store(most, hi[i]);
        for (int k = 0; k < 3; k++) {
            bounds.lo[k][i] = least[k];
            bounds.hi[k][i] = most[k];
        }
    }
    const tacti_frame_units units = {{0, 0, 0}, 1};
    tacti_frame_kernels_at(bvh->simd_level)->quantise(node, &bounds, &units);
}

/* Node 0 is the subtree's root, which may be stored elsewhere. */
static tacti_node *node_at(const fit *s, uint32_t number) {
    return number == 0 ? s->root : &s->subtree->nodes[number - 1];
}

/* The number of a node's first child that is a node. */
static uint32_t first_child(const fit *s, const tacti_node *node) {
    return node->first_child - s->base + 1;
}

/* ---- Corners ------------------------------------------------------------------------------ */

/* Vertices are prefetched this many triangles ahead, vertex numbers twice as many. */
#define AHEAD 8

/* Vertices are scattered over the mesh's memory. Without prefetching, most of the time is spent
 * waiting for them. */
static void prefetch_corners(const fit *s, uint32_t position) {
    const tacti_span *span = &s->subtree->span;
    const uint32_t *order = s->bvh->order + span->begin, *index = s->bvh->indices;
    uint32_t last = span->end - span->begin - 1;
    uint32_t far = last - position < 2 * AHEAD ? last : position + 2 * AHEAD;
    uint32_t near = last - position < AHEAD ? last : position + AHEAD;
    TACTI_PREFETCH(index + (size_t)3 * order[far]);
    index += (size_t)3 * order[near];
    for (int c = 0; c < 3; c++)
        TACTI_PREFETCH(&s->bvh->vertices[index[c]]);
}

static tacti_corners read_corners(const fit *s) {
    const tacti_span *span = &s->subtree->span;
    const tacti_placing to = tacti_placing_make(s->bvh, s->units);
    uint32_t count = span->end - span->begin, stride = s->scratch->stride;
    float *out = s->scratch->coordinates;
    TACTI_ASSERT(count + 8 <= stride);
    for (uint32_t i = 0; i < count; i++) {
        prefetch_corners(s, i);
        const uint32_t *index = s->bvh->indices + (size_t)3 * s->bvh->order[span->begin + i];
        for (uint32_t c = 0; c < 3; c++) {
            float f[4];
            tacti_place(s->bvh, &to, index[c], f);
            for (uint32_t k = 0; k < 3; k++)
                out[(size_t)(3 * c + k) * stride + i] = f[k];
        }
    }
    for (uint32_t k = 0; k < 9; k++) /* read by whole vectors, but never used */
        memset(out + (size_t)k * stride + count, 0, 8 * sizeof *out);
    return (tacti_corners){out, stride};
}

/* ---- Frames and boxes --------------------------------------------------------------------- */

/* Children come after their parents. Going backwards, the sums of a node's children are known
 * before its own. */
static void sum_moments(const fit *s, const tacti_frame_kernels *kernels,
                        const tacti_corners *corners) {
    tacti_moments *moments = s->scratch->moments;
    for (uint32_t n = s->subtree->node_count + 1; n-- > 0;) {
        const tacti_node *node = node_at(s, n);
        if (node->inner_count == 0) {
            kernels->moments(corners, s->scratch->plans[n].cut[0], node->child_count, &moments[n]);
            continue;
        }
        uint32_t first = first_child(s, node);
        tacti_moments sum = moments[first];
        for (uint32_t i = 1; i < node->inner_count; i++) {
            const tacti_moments *child = &moments[first + i];
            sum.count += child->count;
            for (int k = 0; k < 3; k++)
                sum.first[k] += child->first[k];
            for (int k = 0; k < 6; k++)
                sum.second[k] += child->second[k];
        }
        moments[n] = sum;
    }
}

/* Of Jacobi's method. Axes converge fast; the first sweeps bring nearly all of it. */
#define SWEEPS 4
#define FEW_SWEEPS 2

/* Turns the frames of eight nodes at a time. */
static void turn_frames(const fit *s, const tacti_frame_kernels *kernels) {
    const tacti_moments *sets[TACTI_BVH_WIDTH];
    tacti_node *nodes[TACTI_BVH_WIDTH];
    int8_t rotations[TACTI_BVH_WIDTH][4];
    uint32_t waiting = 0;
    uint32_t most = s->is_sorted ? TACTI_TURNED_SORTED_TRIANGLES : TACTI_TURNED_TRIANGLES;
    for (uint32_t n = 0; n <= s->subtree->node_count; n++) {
        const tacti_moments *moments = &s->scratch->moments[n];
        if (moments->count <= 3.0 * most) {
            TACTI_ASSERT(waiting < TACTI_BVH_WIDTH);
            sets[waiting] = moments;
            nodes[waiting++] = node_at(s, n);
        }
        if (waiting == TACTI_BVH_WIDTH || (n == s->subtree->node_count && waiting > 0)) {
            kernels->rotations(sets, waiting, s->is_sorted ? FEW_SWEEPS : SWEEPS, rotations);
            for (uint32_t i = 0; i < waiting; i++)
                memcpy(nodes[i]->rotation, rotations[i], sizeof rotations[i]);
            waiting = 0;
        }
    }
}

static void make_boxes(const fit *s, const tacti_frame_kernels *kernels,
                       const tacti_corners *corners) {
    tacti_plain_box *plain = s->scratch->boxes;
    for (uint32_t n = s->subtree->node_count + 1; n-- > 0;) {
        tacti_node *node = node_at(s, n);
        uint32_t first = node->inner_count > 0 ? first_child(s, node) : 0;
        plain[n] = kernels->boxes(node, &s->scratch->plans[n], corners, s->units, plain + first);
    }
}

void tacti_subtree_fit(const tacti_bvh *bvh, const tacti_subtree *subtree, tacti_node *root,
                       uint32_t base, bool is_sorted, const tacti_frame_units *units,
                       const tacti_subtree_scratch *scratch) {
    const tacti_frame_kernels *kernels = tacti_frame_kernels_at(bvh->simd_level);
    fit s = {bvh, subtree, root, base, is_sorted, units, scratch};
    tacti_corners corners = read_corners(&s);
    sum_moments(&s, kernels, &corners);
    turn_frames(&s, kernels);
    make_boxes(&s, kernels, &corners);
}
