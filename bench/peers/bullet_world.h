/* SPDX-License-Identifier: MIT */
/* Bullet's worlds: one that simulates a pile, and one that only finds its contacts. */
#ifndef TACT_BENCH_PEER_BULLET_WORLD_H
#define TACT_BENCH_PEER_BULLET_WORLD_H

#include "pile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lets the pile fall for some steps of 1/60 s, and records the frames that follow. */
void peer_bullet_pile_simulate(pile *p, size_t steps);

/* A collision world of the bodies and the walls. */
void *peer_bullet_pile_create(const pile *p);
void peer_bullet_pile_destroy(void *object);
/* Moves all bodies to their poses of a frame and detects all contacts. */
void peer_bullet_pile_frame(void *object, const pile *p, size_t frame);
/* Pairs whose boxes overlap. */
size_t peer_bullet_pile_box_pairs(void *object);
/* The manifolds that have points. */
void peer_bullet_pile_contacts(void *object, pile_contacts *out);

#ifdef __cplusplus
}
#endif

#endif
