/* SPDX-License-Identifier: MIT */
/* Equal triangles: how they are recognised, and how nodes of equal triangles are marked. */
#include "base/assert.h"
#include "bvh/bvh.h"
#include "bvh/repeats.h"

#include <string.h>

#include "bvh/split.h"

static void read_corners(const tacti_bvh *bvh, uint32_t triangle, uint64_t bits[9]) {
    tact_vec3 corners[3];
    tacti_bvh_corners(bvh, triangle, corners);
    memcpy(bits, corners, sizeof corners);
}

bool tacti_is_repeated(const tacti_bvh *bvh, uint32_t first, uint32_t second) {
    uint64_t a[9], b[9];
    read_corners(bvh, first, a);
    read_corners(bvh, second, b);
    return memcmp(a, b, sizeof a) == 0;
}

uint32_t tacti_triangle_hash(const tacti_bvh *bvh, uint32_t triangle) {
    /* Odd numbers without a pattern. The products are independent, so they run in parallel. */
    static const uint64_t factors[9] = {
        UINT64_C(0x910a2dec89025cc1), UINT64_C(0xbeeb8da1658eec67), UINT64_C(0xf893a2eefb32555f),
        UINT64_C(0x71c18690ee42c90b), UINT64_C(0x71bb54d8d101b5b9), UINT64_C(0xc34d0bff90150281),
        UINT64_C(0xe099ec6cd7363ca5), UINT64_C(0x85e7bb0f12278575), UINT64_C(0x491718de357e3da9)};
    uint64_t bits[9], hash = 0;
    read_corners(bvh, triangle, bits);
    for (int i = 0; i < 9; i++)
        hash += bits[i] * factors[i];
    hash = (hash ^ hash >> 32) * factors[0];
    return (uint32_t)(hash >> 36) | TACTI_RECORD_TAG;
}

/* Moves the triangle of the least number to the node's first position. */
static void put_least_first(const tacti_bvh *bvh, const uint32_t begins[], uint32_t count) {
    uint32_t *order = bvh->order, least = begins[0];
    for (uint32_t i = 1; i < count; i++)
        if (order[begins[i]] < order[least])
            least = begins[i];
    uint32_t number = order[least];
    order[least] = order[begins[0]];
    order[begins[0]] = number;
}

void tacti_node_mark(const tacti_bvh *bvh, tacti_node *node, const uint32_t begins[],
                     uint32_t count, bool is_repeated) {
    TACTI_ASSERT(count >= 1 && count <= TACTI_BVH_WIDTH);
    if (is_repeated)
        put_least_first(bvh, begins, count);
    if (tacti_node_is_repeated(node) != is_repeated)
        for (int i = 0; i < 4; i++)
            node->rotation[i] = (int8_t)-node->rotation[i];
}

void tacti_node_mark_if_repeated(const tacti_bvh *bvh, tacti_node *node) {
    uint32_t begins[TACTI_BVH_WIDTH], count = node->child_count;
    TACTI_ASSERT(count >= 1 && count <= TACTI_BVH_WIDTH);
    bool is_repeated = true;
    for (uint32_t i = 0; i < count; i++) {
        bool is_inner = i < node->inner_count;
        const tacti_node *child = is_inner ? &bvh->nodes[node->first_child + i] : node;
        begins[i] = is_inner ? child->first_leaf : node->first_leaf + (i - node->inner_count);
        is_repeated = is_repeated && (!is_inner || tacti_node_is_repeated(child)) &&
                      tacti_is_repeated(bvh, bvh->order[begins[0]], bvh->order[begins[i]]);
    }
    tacti_node_mark(bvh, node, begins, count, is_repeated);
}
