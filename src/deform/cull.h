/* SPDX-License-Identifier: MIT */
/* Which features need not be tested with each other: those of a patch that provably does not touch
 * itself during the step. */
#ifndef TACTI_DEFORM_CULL_H
#define TACTI_DEFORM_CULL_H

#include "deform/deform.h"

/* Labels: 0, or the number of a patch, plus 1, that does not touch itself and that the feature is
 * part of. Those of a hierarchy are per part of a block, in the order of blocks: of a feature for
 * leaves, otherwise what all leaves of the part have in common. The last number is that of the
 * whole. NULL arrays if nothing is culled. */
typedef struct tacti_culling {
    const tact_deform *deform;
    uint32_t *labels; /* of vertices, edges and faces under their numbers */
    size_t label_count;
    uint32_t *tree[3]; /* of the hierarchies of vertices, edges and faces */
    tact_deform_saved saved;
} tacti_culling;

/* The numbers of labels of a tree. */
size_t tacti_culling_tree_room(const tacti_bend_tree *tree);
/* Proves what it can of the step of a deformable. TACT_OUT_OF_MEMORY leaves nothing behind. */
tact_status tacti_culling_make(const tact_deform *deform, uint32_t methods, tacti_culling *out);
void tacti_culling_release(tacti_culling *culling);

#endif
