/* SPDX-License-Identifier: MIT */
/* The winding number of a closed set of triangles around a point, in whole numbers (GMP): a ray in
 * a random direction that meets no edge, found by trial. The method differs from the library's,
 * whose ray has a fixed direction and is moved. */
#ifndef TACT_TEST_ORACLE_WINDING_H
#define TACT_TEST_ORACLE_WINDING_H

#include "support.h"

typedef struct oracle_winding {
    int number;
    bool is_on_surface; /* the number is then 0 */
} oracle_winding;

oracle_winding oracle_winding_number(test_rng *rng, const tact_triangle *triangles, uint32_t count,
                                     tact_vec3 point);

#endif
