/* SPDX-License-Identifier: MIT */
/* What the writers of text formats share: vertices a line, and faces put together again from the
 * triangles that a reader cut them into. */
#ifndef TACTI_IO_TEXT_H
#define TACTI_IO_TEXT_H

#include "io/format.h"

/* Writes a line for each vertex: start, then x, y and z, each the shortest that reads back. */
void tacti_text_vertices(tacti_sink *sink, const tact_mesh_arrays *arrays, const char *start);

/* How many triangles from this one on, and before end, are the fan of one face of the source: at
 * least 1, and not more where the arrays name no faces. */
uint32_t tacti_text_fan(const tact_mesh_arrays *arrays, uint32_t triangle, uint32_t end);

/* Writes the rest of a face's line: a blank and a vertex number for each corner of the fan of count
 * triangles, the first vertex having the number base, and the line's end. */
void tacti_text_corners(tacti_sink *sink, const tact_mesh_arrays *arrays, uint32_t triangle,
                        uint32_t count, uint32_t base);

/* Writes a whole number. */
void tacti_text_integer(tacti_sink *sink, uint64_t number);

#endif
