/* SPDX-License-Identifier: MIT */
/* Facts about a mesh for the tests of generators, by brute force from its arrays, without
 * tact_topology and tact_mesh_examine(). */
#ifndef TACT_TEST_MAKE_CHECK_H
#define TACT_TEST_MAKE_CHECK_H

#include <stdbool.h>

#include "support.h"

typedef struct mesh_facts {
    uint64_t edges;
    uint64_t open_edges; /* with one triangle */
    uint64_t bad_edges;  /* with two sides in the same direction */
    uint64_t bad_fans;   /* vertices whose triangles are not one closed fan (closed meshes only) */
    uint64_t unused;     /* vertices in no triangle */
    uint64_t zero_area;  /* triangles whose corners lie on a line */
    uint64_t components; /* connected by vertices */
    int64_t euler;
    double volume;
    double area;
} mesh_facts;

mesh_facts mesh_facts_of(const tact_mesh *mesh);

/* The number of pairs of triangles that meet in more than the vertices and the edge that they
 * share. */
uint64_t count_self_intersections(const tact_mesh *mesh);

/* Whether no two vertices have the same coordinates; quadratic. */
bool has_distinct_vertices(const tact_mesh *mesh);

/* A hash of all vertices and vertex numbers, bit for bit. */
uint64_t hash_mesh(const tact_mesh *mesh);

/* What is expected of a closed mesh. */
typedef struct closed_mesh {
    const char *name;
    uint64_t vertices;
    uint64_t triangles;
    int64_t genus;
    double least_volume;
    double most_volume;
} closed_mesh;

/* Fails the test unless the mesh is as expected: counts, two triangles per edge in opposite
 * directions, one fan per vertex, one component, genus, volume, no zero-area triangle. */
void check_closed(const tact_mesh *mesh, const closed_mesh *expected);

#endif
