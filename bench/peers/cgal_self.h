/* SPDX-License-Identifier: MIT */
/* CGAL on self-intersections of a mesh: self_intersections() and does_self_intersect(). */
#ifndef TACT_BENCH_PEER_CGAL_SELF_H
#define TACT_BENCH_PEER_CGAL_SELF_H

#include <tact/math.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A mesh whose faces can all be added; NULL if they cannot. */
void *peer_cgal_self_open(const tact_vec3 *vertices, uint32_t vertex_count,
                          const uint32_t (*triangles)[3], uint32_t triangle_count);
void peer_cgal_self_close(void *mesh);
/* How many pairs of faces intersect. */
size_t peer_cgal_self_count(void *mesh);
/* Whether any do. */
bool peer_cgal_self_does(void *mesh);

#ifdef __cplusplus
}
#endif

#endif
