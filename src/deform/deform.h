/* SPDX-License-Identifier: MIT */
/* The inside of a deformable. */
#ifndef TACTI_DEFORM_DEFORM_H
#define TACTI_DEFORM_DEFORM_H

#include <tact/deform.h>

#include "deform/patches.h"
#include "deform/tree.h"

/* Positions at rest; see energy.h. */
typedef struct tacti_rest tacti_rest;
void tacti_rest_destroy(tacti_rest *rest);

enum { TACTI_VERTICES, TACTI_EDGES, TACTI_FACES, TACTI_TREES };

struct tact_deform {
    const tact_context *context;
    tact_deform_info info;
    uint32_t (*triangles)[3];
    uint32_t (*edges)[2];
    uint32_t edge_room;     /* of edges */
    tact_vec3 *start, *end; /* vertex_count of each */
    tacti_float_box *boxes; /* of each vertex over the step */
    tacti_bend_tree tree[TACTI_TREES];
    tacti_patches patches;
    tacti_rest *rest; /* NULL until positions at rest are known */
    tacti_bend_tree_scratch scratch;
    uint32_t most_leaves;  /* of a tree: room of scratch */
    tact_model *lent[2];   /* of the start and of the end; NULL until asked for */
    uint64_t lent_step[2]; /* steps when they received their positions */
};

/* TACT_NOT_FINITE, with the vertex to blame; positions may be NULL. */
tact_status tacti_deform_check_positions(const tact_deform *deform, const tact_vec3 *positions,
                                         tact_error *error);

/* What a topology becomes. Arrays have room for the counts of the topology. */
typedef struct tacti_topology {
    uint32_t (*edges)[2];
    uint32_t edge_count, loose_edge_count, loose_point_count;
    uint32_t *used; /* the vertices in use, in increasing order */
    uint32_t used_count;
} tacti_topology;

/* Whether all arrays are there and all vertices exist. */
tact_status tacti_topology_check(const tact_deform_topology *topology, tact_error *error);
/* The most edges of a topology; fits, once it was checked. */
uint32_t tacti_topology_edge_room(const tact_deform_topology *topology);
/* Finds edges and vertices; out->edges has that room, out->used that of all vertices. */
tact_status tacti_topology_read(const tact_context *context, const tact_deform_topology *topology,
                                tacti_topology *out);

#endif
