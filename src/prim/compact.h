/* SPDX-License-Identifier: MIT */
/* Vertices and triangles of a mesh in little memory: coordinates as floats, if all of them are
 * floats, and packed vertex numbers. Converting a float is exact, so answers keep their bits. */
#ifndef TACTI_PRIM_COMPACT_H
#define TACTI_PRIM_COMPACT_H

#include <tact/math.h>

#include "base/packed.h"

typedef struct tacti_compact {
    const float *floats;       /* three per vertex, or NULL */
    const tact_vec3 *vertices; /* if there are no floats */
    const uint32_t *indices;   /* three per triangle, or NULL */
    tacti_packed packed;       /* if there are no indices: a row per triangle */
} tacti_compact;

TACTI_ALWAYS_INLINE tact_vec3 tacti_compact_vertex(const tacti_compact *c, uint32_t vertex) {
    if (c->floats == NULL)
        return c->vertices[vertex];
    const float *f = c->floats + 3 * (size_t)vertex;
    return (tact_vec3){(double)f[0], (double)f[1], (double)f[2]};
}

TACTI_ALWAYS_INLINE void tacti_compact_indices(const tacti_compact *c, uint32_t triangle,
                                               uint32_t out[3]) {
    if (c->indices == NULL) {
        tacti_packed_read(&c->packed, triangle, 3, out);
        return;
    }
    const uint32_t *index = c->indices + 3 * (size_t)triangle;
    for (int i = 0; i < 3; i++)
        out[i] = index[i];
}

TACTI_ALWAYS_INLINE void tacti_compact_corners(const tacti_compact *c, uint32_t triangle,
                                               tact_vec3 out[3]) {
    uint32_t index[3];
    tacti_compact_indices(c, triangle, index);
    for (int i = 0; i < 3; i++)
        out[i] = tacti_compact_vertex(c, index[i]);
}

#endif
