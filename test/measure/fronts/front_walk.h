/* SPDX-License-Identifier: MIT */
/* A walk for contacts that begins at the end of the last one. Only bench_fronts has it. */
#ifndef TACT_BENCH_FRONT_WALK_H
#define TACT_BENCH_FRONT_WALK_H

#include "contacts/contacts_walk.h"
#include "frame/node_pair.h"

#include <stddef.h>

/* A pair of nodes that is looked at again in the next frame, and its pairs of children that have
 * been in the front since (bit 8 i + j; of a node that is opened alone, bit i). */
typedef struct front_item {
    tacti_task task;
    uint64_t hits;
} front_item;

typedef struct front_list {
    front_item *items;
    size_t count, capacity;
} front_list;

/* The front of a pair of meshes, and room for the next. */
typedef struct bench_front {
    front_list now, next;
} bench_front;

void bench_front_release(bench_front *front);

/* Finds touching triangles from the front, which it renews; from both roots if it is empty. */
void bench_walk_front(tacti_contact_walk *walk, bench_front *front);
/* From both roots, and remembers nothing. */
void bench_walk_root(tacti_contact_walk *walk);

#endif
