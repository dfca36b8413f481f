/* SPDX-License-Identifier: MIT */
/* Statistics of a hierarchy, from all its nodes. */
#include <tact/bvh.h>

#include "bvh/bvh.h"
#include "bvh/node.h"

/* Flat boxes count as this thick, relative to their longest side. */
#define LEAST_THICKNESS (1.0 / 256)

/* The sides of a node's own box in units of the mesh's exponent. */
static void node_sides(const tacti_node *node, double sides[3]) {
    for (int k = 0; k < 3; k++)
        sides[k] = node->extent[k] * tacti_power_of_two(node->exponent[k]);
}

static double surface(const double s[3]) {
    return 2 * ((s[0] * s[1] + s[1] * s[2]) + s[2] * s[0]);
}

static double volume(const double s[3]) {
    double longest = s[0] > s[1] ? s[0] : s[1], product = 1;
    longest = s[2] > longest ? s[2] : longest;
    for (int k = 0; k < 3; k++) {
        double least = longest * LEAST_THICKNESS;
        product *= s[k] > least ? s[k] : least;
    }
    return product;
}

size_t tacti_bvh_bytes(const tacti_bvh *bvh) {
    return sizeof *bvh + bvh->node_count * sizeof *bvh->nodes +
           (bvh->order != NULL ? bvh->triangle_count * sizeof *bvh->order : bvh->packed.bytes) +
           bvh->piece_count * sizeof *bvh->piece_triangles;
}

tact_bvh_stats tacti_bvh_measure(const tacti_bvh *bvh) {
    tact_bvh_stats stats = {
        .triangle_count = bvh->triangle_count, .node_count = bvh->node_count, .depth = bvh->depth};
    stats.bytes = tacti_bvh_bytes(bvh);
    uint64_t children = 0;
    double root[3], sides[3], surfaces = 0, volumes = 0;
    node_sides(&bvh->nodes[0], root);
    for (uint32_t i = 0; i < bvh->node_count; i++) {
        children += bvh->nodes[i].child_count;
        node_sides(&bvh->nodes[i], sides);
        surfaces += surface(sides);
        volumes += volume(sides);
    }
    stats.children_per_node = (double)children / bvh->node_count;
    stats.surface_cost = surface(root) > 0 ? surfaces / surface(root) : bvh->node_count;
    stats.volume_cost = volume(root) > 0 ? volumes / volume(root) : bvh->node_count;
    return stats;
}
