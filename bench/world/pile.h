/* SPDX-License-Identifier: MIT */
/* A pile of hulls in an open box: the bodies, and the poses that Bullet's simulation gives them.
 * The poses are made of floats, so that every contender has the same ones. */
#ifndef TACT_BENCH_WORLD_PILE_H
#define TACT_BENCH_WORLD_PILE_H

#include <tact/hull.h>
#include <tact/math.h>

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PILE_HULLS 8
#define PILE_HULL_VERTICES 32
#define PILE_WALLS 5
/* The radius of the hulls. */
#define PILE_RADIUS 0.5
/* Points of contact up to this far apart count. Bullet takes 2 % of the radius of a shape's bounds.
 */
#define PILE_MARGIN 0.01

/* A pose of a body: a unit quaternion x, y, z, w and the translation. */
typedef struct pile_pose {
    float q[4], t[3];
} pile_pose;

typedef struct pile {
    size_t count; /* bodies; body i has hull i mod PILE_HULLS */
    double width; /* of the box */
    tact_hull *hulls[PILE_HULLS];
    tact_vec3 wall_half[PILE_WALLS], wall_center[PILE_WALLS];
    size_t frame_count;
    pile_pose *frames; /* count poses per frame */
    tact_pose *poses;  /* the same as matrices */
} pile;

/* A pile without poses. */
pile pile_create(size_t count);
void pile_destroy(pile *p);
/* Where the simulation starts: a grid of bodies, turned at random. */
void pile_start(const pile *p, pile_pose *out);

/* Reads poses from a file that pile_save() wrote for the same number of bodies and frames. */
bool pile_load(pile *p, size_t frames, const char *path);
/* Writes the poses. Returns false if that fails. */
bool pile_save(const pile *p, const char *path);
/* Makes room for poses. */
void pile_reserve(pile *p, size_t frames);
/* Computes the matrices. */
void pile_finish(pile *p);

/* Two bodies, or a body and a wall, that are near each other: the numbers of walls follow those of
 * the bodies. */
typedef struct pile_contact {
    uint32_t a, b; /* a < b */
    uint32_t points;
    double separation; /* the least of a point */
} pile_contact;

typedef struct pile_contacts {
    pile_contact *items;
    size_t count, capacity;
} pile_contacts;

void pile_contacts_add(pile_contacts *list, pile_contact contact);
/* Sorts by a, then b. */
void pile_contacts_sort(pile_contacts *list);

#ifdef __cplusplus
}
#endif

#endif
