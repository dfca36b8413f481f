/* SPDX-License-Identifier: MIT */
/* Small meshes from bytes: soups, boxes, hulls, sheets and lattice cells, with edits that open
 * them, fold them, and make them touch themselves. */
#ifndef TACT_FUZZ_QUESTIONS_MESH_H
#define TACT_FUZZ_QUESTIONS_MESH_H

#include "questions.h"
#include "questions_bytes.h"

#define MOST_VERTICES (3 * MOST_TRIANGLES)

typedef struct raw_mesh {
    uint32_t vertex_count, triangle_count;
    tact_vec3 vertices[MOST_VERTICES];
    uint32_t indices[3 * MOST_TRIANGLES];
    float floats[3 * MOST_VERTICES];
} raw_mesh;

/* The caller frees it. */
raw_mesh *raw_mesh_take(bytes *in);
/* Arrays that refer to the mesh: doubles, or the coordinates rounded to float. */
tact_mesh_arrays raw_mesh_arrays(raw_mesh *mesh, bool as_floats);

#endif
