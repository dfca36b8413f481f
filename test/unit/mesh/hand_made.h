/* SPDX-License-Identifier: MIT */
/* Small hand-made meshes for the tests of this folder, with properties that are easy to count, and
 * ways to shuffle, flip and take them apart. */
#ifndef TACT_TEST_HAND_MADE_H
#define TACT_TEST_HAND_MADE_H

#include "support.h"

#include <stdbool.h>

/* The capacity of every hand-made mesh. */
#define HAND_MADE_VERTICES 4096
#define HAND_MADE_TRIANGLES 4096

typedef struct hand_made {
    uint32_t vertex_count;
    uint32_t triangle_count;
    tact_vec3 vertices[HAND_MADE_VERTICES];
    uint32_t indices[HAND_MADE_TRIANGLES][3];
} hand_made;

/* An empty mesh, to be released with free(). */
hand_made *hand_made_create(void);
tact_mesh_arrays hand_made_arrays(const hand_made *mesh);

uint32_t hand_made_vertex(hand_made *mesh, double x, double y, double z);
void hand_made_triangle(hand_made *mesh, uint32_t a, uint32_t b, uint32_t c);

/* Each adds a closed shape with normals outward and its own vertices. */
void hand_made_add_tetrahedron(hand_made *mesh, tact_vec3 corner, double size);
void hand_made_add_box(hand_made *mesh, tact_vec3 lo, tact_vec3 size);
/* columns around the axis, rows around the tube; radii 3 and 1. */
void hand_made_add_torus(hand_made *mesh, uint32_t columns, uint32_t rows);
/* Two pyramids over a polygon, base to base; the tips are the first two vertices. */
void hand_made_add_bipyramid(hand_made *mesh, uint32_t sides);
/* A strip of columns squares with half a turn: one-sided, with one boundary of 2 columns edges. */
void hand_made_add_moebius(hand_made *mesh, uint32_t columns);
/* A flat sheet of columns x rows squares. */
void hand_made_add_sheet(hand_made *mesh, uint32_t columns, uint32_t rows);

/* Replaces vertex a by b in every triangle. */
void hand_made_replace(hand_made *mesh, uint32_t a, uint32_t b);
/* Turns one triangle around. */
void hand_made_flip(hand_made *mesh, uint32_t triangle);
/* Gives every triangle its own three vertices. */
void hand_made_take_apart(hand_made *mesh);
/* Shuffles vertices and triangles, and rotates the corners of each triangle at random. */
void hand_made_shuffle(hand_made *mesh, test_rng *rng);
/* Truncates all coordinates to integers. */
void hand_made_truncate(hand_made *mesh);
double *hand_made_coordinate(hand_made *mesh, uint32_t vertex, int axis);
void hand_made_move(hand_made *mesh, tact_vec3 shift, double factor);

/* A mesh of the arrays. */
tact_mesh *hand_made_mesh(const hand_made *mesh);

/* A context that runs on its own pool of workers. */
typedef struct pool_context {
    tact_pool *pool;
    tact_context *context;
} pool_context;

pool_context pool_context_create(uint32_t workers);
void pool_context_destroy(pool_context pooled);

/* Makes an object from a mesh and destroys it. *is_made says whether there was one. */
typedef tact_status make_and_destroy(const tact_context *context, const tact_mesh *mesh,
                                     bool *is_made);

/* Runs the call with each allocation failing in turn. A failure must be TACT_OUT_OF_MEMORY, make no
 * object and leak nothing. Returns how many allocations the call needs. */
uint64_t fail_each_allocation(make_and_destroy *call, const tact_mesh *mesh);

#endif
