/* SPDX-License-Identifier: MIT */
/* Raw arrays from outside: checks, and copies into packed memory for any number type and stride.
 * Rows need not be aligned. The geometry is not examined here. */
#ifndef TACT_MESH_ARRAYS_H
#define TACT_MESH_ARRAYS_H

#include <tact/mesh.h>

/* Checks that the pointers fit the counts and the number type exists; fails with
 * TACT_INVALID_ARGUMENT. */
tact_status tacti_arrays_check(const tact_mesh_arrays *arrays, tact_error *error);

/* Checks that every part lies within the triangles; fails with TACT_INVALID_ARGUMENT and the first
 * part that does not. */
tact_status tacti_arrays_check_parts(const tact_mesh_arrays *arrays, tact_error *error);

/* Bytes of all parts' names with their terminators. SIZE_MAX, which no allocator grants, if the sum
 * overflows. */
size_t tacti_arrays_names_bytes(const tact_mesh_arrays *arrays);

/* Copies all parts, and their names into names, which has tacti_arrays_names_bytes() bytes. */
void tacti_arrays_copy_parts(const tact_mesh_arrays *arrays, tact_mesh_part *parts, char *names);

/* Copies the positions of vertices begin to end, converted, to out[0 .. end - begin). */
void tacti_arrays_copy_positions(const tact_mesh_arrays *arrays, uint32_t begin, uint32_t end,
                                 tact_vec3 *out);

/* Copies the vertex numbers of triangles begin to end to out[0 .. 3 (end - begin)). If the numbers
 * are implied (indices NULL) and exceed 32 bits, they become UINT32_MAX, which is never a valid
 * vertex. */
void tacti_arrays_copy_indices(const tact_mesh_arrays *arrays, uint32_t begin, uint32_t end,
                               uint32_t *out);

/* Whether a mesh can refer to the arrays instead of copying them: packed doubles and packed,
 * explicit vertex numbers. */
bool tacti_arrays_can_be_borrowed(const tact_mesh_arrays *arrays);

/* Whether a compact mesh can refer to the arrays: packed floats and packed, explicit vertex
 * numbers.
 */
bool tacti_arrays_are_packed_floats(const tact_mesh_arrays *arrays);

/* Makes a mesh that refers to the vertices and the vertex numbers of the arrays, which must outlive
 * the mesh. Checks and failures are those of tact_mesh_create(). TACT_INVALID_ARGUMENT also if the
 * arrays cannot be borrowed. */
tact_status tacti_mesh_borrow(const tact_context *context, const tact_mesh_arrays *arrays,
                              tact_error *error, tact_mesh **out);

/* Memory of a mesh, without borrowed arrays. */
size_t tacti_mesh_bytes(const tact_mesh *mesh);

/* Checks all vertex numbers and copies them to out. Fails with TACT_INVALID_ARGUMENT and the first
 * triangle that names a missing vertex. If used is not NULL, used[v] becomes 1 for every vertex v
 * that a triangle names; other entries stay unchanged. If out is NULL, the numbers must be packed
 * and are only checked. */
tact_status tacti_arrays_take_indices(const tact_mesh_arrays *arrays, tact_error *error,
                                      uint32_t *out, unsigned char *used);

#endif
