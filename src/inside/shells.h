/* SPDX-License-Identifier: MIT */
/* The shells of a closed mesh: pieces that are connected by edges, the neighbours of each triangle,
 * and on which side of a shell the solid is.
 *
 * Around a triangle that meets no other one beyond what they share, the mesh winds one time more
 * often on the side away from its normal than on the side of its normal. Along a shell of a mesh
 * that does not meet itself both numbers are the same everywhere: neighbours share both sides of
 * their common edge, and other shells can be met in vertices only, which cut nothing off. */
#ifndef TACTI_INSIDE_SHELLS_H
#define TACTI_INSIDE_SHELLS_H

#include <tact/bvh.h>

#include "bvh/bvh.h"

/* Where the solid is, as seen from a shell. */
typedef enum tacti_solid_side {
    TACTI_SOLID_BEHIND, /* away from the normals: the ordinary one */
    TACTI_SOLID_AHEAD,  /* on the side of the normals: turned inside out */
    TACTI_SOLID_BOTH    /* on both sides: the shell is no boundary of the solid */
} tacti_solid_side;

typedef struct tacti_shells {
    const tact_context *context;
    uint32_t triangle_count;
    uint32_t count;
    uint32_t cavity_count; /* shells whose inside is empty; 0 where the mesh is not simple */
    uint32_t *neighbors;   /* side 3 t + i of triangle t -> the side that it shares its edge with */
    uint32_t *of;          /* triangle -> its shell */
    uint32_t *first;       /* shell -> its first triangle */
    tacti_solid_side *solid; /* shell -> where the solid is; BEHIND where the mesh is not simple */
} tacti_shells;

/* The corners of all triangles, three each, with equal vertices taken as one. TACT_OUT_OF_MEMORY.
 */
tact_status tacti_weld_triangles(const tact_context *context, const tacti_bvh *bvh,
                                 uint32_t *indices);

/* The hierarchy was made with the option solid and its mesh is closed. is_simple: it does not meet
 * itself. */
tact_status tacti_shells_create(const tact_context *context, const tacti_bvh *bvh, bool is_simple,
                                tacti_shells **out);
void tacti_shells_destroy(tacti_shells *shells); /* NULL is allowed */
uint32_t tacti_shells_count(const tacti_shells *shells);
uint32_t tacti_shells_cavity_count(const tacti_shells *shells);
size_t tacti_shells_bytes(const tacti_shells *shells);

#endif
