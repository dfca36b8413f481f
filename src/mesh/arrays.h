/* SPDX-License-Identifier: MIT */
/* Raw arrays from outside: checking what can be checked about them, and copying them into packed
 * memory whatever their number type and strides are. Rows need not be aligned. What the numbers
 * mean is not looked at here. */
#ifndef TACT_MESH_ARRAYS_H
#define TACT_MESH_ARRAYS_H

#include <tact/mesh.h>

/* Whether the pointers fit the counts and the number type exists; TACT_INVALID_ARGUMENT. */
tact_status tacti_arrays_check(const tact_mesh_arrays *arrays, tact_error *error);

/* Whether every part lies within the triangles; TACT_INVALID_ARGUMENT with the first that does
 * not. */
tact_status tacti_arrays_check_parts(const tact_mesh_arrays *arrays, tact_error *error);

/* Bytes of all parts' names with their ends; SIZE_MAX, which no allocator grants, where that does
 * not fit. */
size_t tacti_arrays_names_bytes(const tact_mesh_arrays *arrays);

/* Copies all parts, and their names into so many bytes. */
void tacti_arrays_copy_parts(const tact_mesh_arrays *arrays, tact_mesh_part *parts, char *names);

/* Copies the positions of vertices begin to end, converted, to out[0 .. end - begin). */
void tacti_arrays_copy_positions(const tact_mesh_arrays *arrays, uint32_t begin, uint32_t end,
                                 tact_vec3 *out);

/* Copies the vertex numbers of triangles begin to end to out[0 .. 3 (end - begin)). Where the
 * numbers are implied (indices NULL) and exceed 32 bits, UINT32_MAX stands for them: no array has a
 * vertex of that number. */
void tacti_arrays_copy_indices(const tact_mesh_arrays *arrays, uint32_t begin, uint32_t end,
                               uint32_t *out);

/* Whether a mesh can refer to the arrays instead of copying them: packed doubles and packed,
 * explicit vertex numbers. */
bool tacti_arrays_can_be_borrowed(const tact_mesh_arrays *arrays);

/* Makes a mesh that refers to the vertices and the vertex numbers of the arrays, which must outlive
 * it; they are checked as tact_mesh_create() checks them. TACT_INVALID_ARGUMENT also if they cannot
 * be borrowed. */
tact_status tacti_mesh_borrow(const tact_context *context, const tact_mesh_arrays *arrays,
                              tact_error *error, tact_mesh **out);

/* Memory of a mesh, without what it borrows. */
size_t tacti_mesh_bytes(const tact_mesh *mesh);

/* Copies all vertex numbers to out and checks them on the way; TACT_INVALID_ARGUMENT with the first
 * triangle that names a vertex that is not there. Where used is not NULL, used[v] becomes 1 for
 * every vertex v that a triangle names; the rest of used is left alone. With out NULL, they are
 * packed and only checked. */
tact_status tacti_arrays_take_indices(const tact_mesh_arrays *arrays, tact_error *error,
                                      uint32_t *out, unsigned char *used);

#endif
