/* SPDX-License-Identifier: MIT */
/* The common points of a triangle and a ray, in integers (GMP), for every finite input: candidate
 * points on the ray are constructed and tested for membership, as in oracle_triangle.h. */
#ifndef TACT_TEST_ORACLE_RAY_H
#define TACT_TEST_ORACLE_RAY_H

#include <tact/prim.h>

#include <gmp.h>

typedef struct oracle_hit {
    int dimension;            /* -1 for nothing in common, otherwise 0 or 1 */
    tact_feature enter, exit; /* of the triangle */
} oracle_hit;

/* t_enter and t_exit receive the exact parameters if there is a hit. */
oracle_hit oracle_triangle_intersect_ray(const tact_triangle *t, tact_ray ray, mpq_t t_enter,
                                         mpq_t t_exit);

#endif
