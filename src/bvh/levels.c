/* SPDX-License-Identifier: MIT */
/* The boxes of a level of a hierarchy, to be looked at. */
#include <math.h>

#include "base/assert.h"
#include "bvh/bvh.h"
#include "bvh/node.h"

/* What a box grows by, in local units. A vertex has the local point x with |x[i]| <= 1, and Q x is
 * in the decoded box, where Q is the rotation in floats. An entry of Q differs from that of the
 * rotation in doubles by at most 5 * 2^-24 (two roundings of a number up to 2, and one of their
 * sum), so a coordinate of Q x differs by at most 15 * 2^-24. The roundings in doubles and the
 * defects of that rotation are below 2^-44, and 2^-20 is 16 * 2^-24. */
#define LOCAL_MARGIN 0x1p-20

/* The columns are the axes of a node's frame: the rows of tacti_node_rotation(), in doubles. */
static tact_pose frame_of(const tacti_node *node) {
    double w = node->rotation[0], x = node->rotation[1];
    double y = node->rotation[2], z = node->rotation[3];
    double s = 2 / (((w * w + x * x) + y * y) + z * z);
    return (tact_pose){{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y), 0,
                        s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x), 0,
                        s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y), 0}};
}

/* A box of the frame of a node, in the coordinates of the mesh. The middle has three products and
 * three sums of numbers up to reach, so each of its coordinates is within 2^-50 reach, and the way
 * from it to a vertex is within sqrt(3) times that along any axis. */
static void place_box(const tacti_bvh *bvh, const tacti_node *node, const uint8_t lo[3],
                      const uint8_t hi[3], tact_bvh_box *out) {
    const double center[3] = {bvh->center.x, bvh->center.y, bvh->center.z};
    double middle[3], half[3];
    tact_pose pose = frame_of(node);
    double reach = ldexp(4, bvh->exponent);
    for (int k = 0; k < 3; k++) {
        float box_middle, box_half;
        tacti_node_box(node, k, lo[k], hi[k], &box_middle, &box_half);
        middle[k] = (double)box_middle;
        half[k] = (double)box_half;
        reach += fabs(center[k]);
    }
    bool is_finite = true;
    for (int k = 0; k < 3; k++) {
        const double *row = &pose.m[4 * k];
        double turned = (row[0] * middle[0] + row[1] * middle[1]) + row[2] * middle[2];
        pose.m[4 * k + 3] = center[k] + ldexp(turned, bvh->exponent);
        half[k] = ldexp(half[k] + LOCAL_MARGIN, bvh->exponent) + (0x1p-49 * reach + 0x1p-1070);
        is_finite = is_finite && isfinite(pose.m[4 * k + 3]) && isfinite(half[k]);
    }
    out->pose = is_finite ? pose : tact_pose_identity();
    out->half = is_finite ? (tact_vec3){half[0], half[1], half[2]}
                          : (tact_vec3){(double)INFINITY, (double)INFINITY, (double)INFINITY};
}

/* The boxes that were found, in the order of the triangles below them. */
typedef struct collector {
    const tacti_bvh *bvh;
    tact_bvh_box *out;
    uint32_t room, count;
    uint32_t position; /* of the first triangle below the last box */
} collector;

/* The last box has the triangles up to a position. */
static void set_count(const collector *c, uint32_t position) {
    TACTI_ASSERT(position >= c->position);
    if (c->count > 0 && c->count <= c->room)
        c->out[c->count - 1].triangle_count = position - c->position;
}

/* Adds the box of the triangles from a position on. */
static void add_box(collector *c, const tacti_node *node, const uint8_t lo[3], const uint8_t hi[3],
                    uint32_t position, bool is_triangle) {
    set_count(c, position);
    if (c->count < c->room) {
        tact_bvh_box *box = &c->out[c->count];
        place_box(c->bvh, node, lo, hi, box);
        box->triangle = is_triangle ? tacti_bvh_triangle_at(c->bvh, position) : TACT_NO_TRIANGLE;
    }
    c->count++;
    c->position = position;
}

static void add_node(collector *c, const tacti_node *node) {
    static const uint8_t zero[3] = {0, 0, 0};
    add_box(c, node, zero, node->extent, node->first_leaf, false);
}

static void add_triangle(collector *c, const tacti_node *node, uint32_t child) {
    uint8_t lo[3], hi[3];
    for (int k = 0; k < 3; k++) {
        lo[k] = node->lo[k][child];
        hi[k] = node->hi[k][child];
    }
    add_box(c, node, lo, hi, node->first_leaf + (child - node->inner_count), true);
}

uint32_t tacti_bvh_level(const tacti_bvh *bvh, uint32_t level, tact_bvh_box *out, uint32_t room) {
    struct {
        uint32_t node, child;
    } path[TACTI_BVH_MAX_DEPTH];
    collector c = {.bvh = bvh, .out = out, .room = room};
    if (bvh->triangle_count == 0)
        return 0;
    if (level == 0)
        add_node(&c, &bvh->nodes[0]);
    uint32_t depth = level > 0 ? 1 : 0;
    path[0].node = path[0].child = 0;
    while (depth > 0) {
        const tacti_node *node = &bvh->nodes[path[depth - 1].node];
        uint32_t child = path[depth - 1].child++;
        if (child == node->child_count) {
            depth--;
        } else if (child >= node->inner_count) {
            add_triangle(&c, node, child);
        } else if (depth == level) {
            add_node(&c, &bvh->nodes[node->first_child + child]);
        } else {
            TACTI_ASSERT(depth < TACTI_BVH_MAX_DEPTH);
            path[depth].node = node->first_child + child;
            path[depth++].child = 0;
        }
    }
    set_count(&c, bvh->triangle_count);
    return c.count;
}
