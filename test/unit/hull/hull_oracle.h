/* SPDX-License-Identifier: MIT */
/* Hulls of few points by brute force in integers (GMP): a plane through three points is the plane
 * of a face if no two points lie on different sides of it. Uses nothing of the library. */
#ifndef TACT_TEST_HULL_ORACLE_H
#define TACT_TEST_HULL_ORACLE_H

#include "support.h"

#define HULL_ORACLE_MOST 24

typedef struct hull_oracle {
    uint32_t dimension;
    uint32_t vertices; /* bit i: point i is a vertex */
    uint32_t face_count;
    uint32_t faces[HULL_ORACLE_MOST *
                   2]; /* bits of the vertices of each face; a polygon has one face here */
} hull_oracle;

/* The hull of up to HULL_ORACLE_MOST finite points. */
hull_oracle hull_oracle_make(const tact_vec3 *points, uint32_t count);

/* The sign of det(b - a, c - a, d - a). */
int hull_oracle_side(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c,
                     const tact_vec3 *d);

#endif
