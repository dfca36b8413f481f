/* SPDX-License-Identifier: MIT */
/* The truth about a ray and the convex hull of some points with a radius, in rational numbers
 * (GMP), by brute force over every triangle, edge and vertex. Shares nothing with the library. */
#ifndef TACT_TEST_RAY_ORACLE_H
#define TACT_TEST_RAY_ORACLE_H

#include "support.h"

#include <gmp.h>

#define RAY_ORACLE_MOST 60

typedef struct ray_oracle {
    uint32_t count;
    double radius;
    mpq_t v[RAY_ORACLE_MOST][3]; /* less the origin of the ray */
    mpq_t d[3];
    int side[RAY_ORACLE_MOST][RAY_ORACLE_MOST];
    bool is_crossed;   /* the line of the ray meets the hull, without the radius */
    mpq_t enter, exit; /* the parameters from which and up to which it does */
    mpq_t known;       /* a parameter in the rounded polytope, after a hit was found */
    mpq_t n[24];       /* for intermediate results */
} ray_oracle;

void ray_oracle_init(ray_oracle *o);
void ray_oracle_clear(ray_oracle *o);

/* Takes a ray whose direction is not 0 and the vertices of a polytope with a radius. */
void ray_oracle_set(ray_oracle *o, tact_ray ray, const tact_vec3 *vertices, uint32_t count,
                    double radius);

/* Where the point at t lies: 1 inside the rounded polytope, 0 on its surface, -1 outside. Without a
 * radius, points of the polytope give 0. */
int ray_oracle_where(ray_oracle *o, mpq_t t);

/* Whether the ray without end meets the rounded polytope; sets known if it does. */
bool ray_oracle_hits(ray_oracle *o);

#endif
