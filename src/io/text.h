/* SPDX-License-Identifier: MIT */
/* What the writers of text formats share: lines of vertices, and polygons put together again from
 * their triangles. */
#ifndef TACTI_IO_TEXT_H
#define TACTI_IO_TEXT_H

#include "io/format.h"

/* Writes a line per vertex: start, then x, y and z, each as the shortest number that reads back. */
void tacti_text_vertices(tacti_sink *sink, const tact_mesh_arrays *arrays, const char *start);

/* How many triangles from this one on, and before end, are the fan of one source face: at least 1,
 * and exactly 1 if the arrays have no source faces. */
uint32_t tacti_text_fan(const tact_mesh_arrays *arrays, uint32_t triangle, uint32_t end);

/* Writes the rest of a face's line: a blank and a vertex number for each corner of a fan of count
 * triangles, and the end of the line. Vertices are numbered from base. */
void tacti_text_corners(tacti_sink *sink, const tact_mesh_arrays *arrays, uint32_t triangle,
                        uint32_t count, uint32_t base);

/* Writes a whole number. */
void tacti_text_integer(tacti_sink *sink, uint64_t number);

#endif
