/* SPDX-License-Identifier: MIT */
/* The shells of a closed mesh (pieces that are connected by edges), the neighbours of each
 * triangle, and the side of each shell on which the solid is.
 *
 * If a triangle meets no other one beyond shared corners and edges, the winding number on the side
 * away from its normal is greater by one than on the side of its normal. Along a shell of a mesh
 * that does not meet itself both numbers are constant: neighbours share both sides of their common
 * edge, and the shell can meet other shells only in vertices, which cut nothing off. */
#ifndef TACTI_INSIDE_SHELLS_H
#define TACTI_INSIDE_SHELLS_H

#include <tact/bvh.h>

#include "bvh/bvh.h"

/* On which side of a shell the solid is. */
typedef enum tacti_solid_side {
    TACTI_SOLID_BEHIND, /* away from the normals: the ordinary case */
    TACTI_SOLID_AHEAD,  /* on the side of the normals: turned inside out */
    TACTI_SOLID_BOTH    /* on both sides: the shell does not bound the solid */
} tacti_solid_side;

typedef struct tacti_shells {
    const tact_context *context;
    uint32_t triangle_count;
    uint32_t count;
    uint32_t cavity_count;   /* shells whose inside is empty; 0 if the mesh is not simple */
    uint32_t *neighbors;     /* side 3 t + i of triangle t -> the other side at the same edge */
    uint32_t *of;            /* triangle -> its shell */
    uint32_t *first;         /* shell -> its first triangle */
    tacti_solid_side *solid; /* of each shell; all BEHIND if the mesh is not simple */
} tacti_shells;

/* Writes the corners of all triangles, three each, with equal vertices taken as one. Returns
 * TACT_OUT_OF_MEMORY if there is no memory. */
tact_status tacti_weld_triangles(const tact_context *context, const tacti_bvh *bvh,
                                 uint32_t *indices);

/* The hierarchy must be made with the option solid, and its mesh must be closed. is_simple: the
 * mesh does not meet itself. */
tact_status tacti_shells_create(const tact_context *context, const tacti_bvh *bvh, bool is_simple,
                                tacti_shells **out);
void tacti_shells_destroy(tacti_shells *shells); /* NULL is allowed */
uint32_t tacti_shells_count(const tacti_shells *shells);
uint32_t tacti_shells_cavity_count(const tacti_shells *shells);
size_t tacti_shells_bytes(const tacti_shells *shells);

#endif
