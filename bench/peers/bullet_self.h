/* SPDX-License-Identifier: MIT */
/* Bullet's soft bodies: what their collision with themselves finds. */
#ifndef TACT_BENCH_PEER_BULLET_SELF_H
#define TACT_BENCH_PEER_BULLET_SELF_H

#include <tact/math.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *peer_bullet_self_open(const tact_vec3 *vertices, uint32_t vertex_count,
                            const uint32_t (*triangles)[3], uint32_t triangle_count);
void peer_bullet_self_close(void *body);
/* Finds all contacts of the body with itself: vertices that are near a face, by a margin. Returns
 * how many. */
size_t peer_bullet_self_find(void *body, double margin);
/* The vertex and the face of a contact. */
void peer_bullet_self_contact(const void *body, size_t contact, uint32_t *vertex, uint32_t *face);

#ifdef __cplusplus
}
#endif

#endif
