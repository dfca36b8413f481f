/* SPDX-License-Identifier: MIT */
/* A hierarchy of patches: sets of triangles that hang together along edges. It depends on the
 * topology alone, so it is made once. Culling proves that a patch does not touch itself; what the
 * proof needs of the topology is here: the contour. */
#ifndef TACTI_DEFORM_PATCHES_H
#define TACTI_DEFORM_PATCHES_H

#include "base/array.h"

typedef struct tacti_patch {
    uint32_t face_begin, face_end;       /* of tacti_patches.faces */
    uint32_t child_begin, child_end;     /* patches; none for the smallest */
    uint32_t contour_begin, contour_end; /* of tacti_patches.contour; empty if there is none */
} tacti_patch;

TACTI_ARRAY_DEFINE(tacti_patch_array, tacti_patch);
TACTI_ARRAY_DEFINE(tacti_number_array, uint32_t);

/* The contour of a patch is the sum of the boundaries of its triangles, each side from one corner
 * to the next, where opposite sides cancel each other. It is kept if it is one closed polygon that
 * passes no vertex twice. */
typedef struct tacti_patches {
    const tact_context *context;
    uint32_t face_count;
    uint32_t *faces;            /* face_count numbers; those of a patch, and of its children, in a
                                   row */
    uint32_t (*sides)[3];       /* per triangle: its edges under their numbers, UINT32_MAX for
                                   sides from a vertex to itself; face_count rows */
    tacti_patch_array patches;  /* children before parents; level by level */
    tacti_number_array contour; /* vertices of contours */
    uint32_t longest;           /* the most vertices of a contour */
} tacti_patches;

/* Edges are numbered as in a deformable. TACT_OUT_OF_MEMORY leaves nothing behind. */
tact_status tacti_patches_create(const tact_context *context, const uint32_t (*triangles)[3],
                                 uint32_t face_count, uint32_t vertex_count, tacti_patches *out);
void tacti_patches_destroy(tacti_patches *patches);
size_t tacti_patches_bytes(const tacti_patches *patches);

/* Fills in the contours of all patches. */
tact_status tacti_patches_find_contours(tacti_patches *patches, const uint32_t (*triangles)[3],
                                        uint32_t vertex_count);

#endif
