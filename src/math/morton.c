/* SPDX-License-Identifier: MIT */
/* Morton codes: three coordinates of 21 bits interleaved into 63, so that sorting by code orders
 * points along a Z curve (G. M. Morton, 1966). Bits are spread by repeated halving: shift and
 * mask. */
#include <tact/math.h>
#include <tact/math_morton.h>

#include "math/vec.h"

#define SIDE_BITS 21
#define CELL_LAST ((UINT32_C(1) << SIDE_BITS) - 1)

/* Moves bit i to bit 3i for the low 21 bits. */
static uint64_t spread(uint32_t value) {
    uint64_t x = value & CELL_LAST;
    x = (x | x << 32) & UINT64_C(0x001F00000000FFFF);
    x = (x | x << 16) & UINT64_C(0x001F0000FF0000FF);
    x = (x | x << 8) & UINT64_C(0x100F00F00F00F00F);
    x = (x | x << 4) & UINT64_C(0x10C30C30C30C30C3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

/* Moves bit 3i to bit i and drops the others. */
static uint32_t gather(uint64_t x) {
    x &= UINT64_C(0x1249249249249249);
    x = (x | x >> 2) & UINT64_C(0x10C30C30C30C30C3);
    x = (x | x >> 4) & UINT64_C(0x100F00F00F00F00F);
    x = (x | x >> 8) & UINT64_C(0x001F0000FF0000FF);
    x = (x | x >> 16) & UINT64_C(0x001F00000000FFFF);
    return (uint32_t)((x | x >> 32) & CELL_LAST);
}

uint64_t tact_morton_encode(uint32_t x, uint32_t y, uint32_t z) {
    return spread(x) | spread(y) << 1 | spread(z) << 2;
}

void tact_morton_decode(uint64_t code, uint32_t *x, uint32_t *y, uint32_t *z) {
    *x = gather(code);
    *y = gather(code >> 1);
    *z = gather(code >> 2);
}

/* The cell of p among 2^21 over [lo, hi]: 0 below, for NaN, and if hi is not above lo. Each step
 * keeps order, so a greater p never gets a smaller cell. */
static uint32_t cell_of(double p, double lo, double hi) {
    double extent = hi - lo;
    double offset = p - lo;
    if (!tacti_is_finite(extent)) { /* halves are exact if the difference overflows */
        extent = 0.5 * hi - 0.5 * lo;
        offset = 0.5 * p - 0.5 * lo;
    }
    if (!(extent > 0 && offset > 0))
        return 0;
    if (offset >= extent)
        return CELL_LAST;
    /* The quotient may round up to 1; NaN from an infinite box fails the comparison. */
    double cell = offset / extent * (double)(UINT32_C(1) << SIDE_BITS);
    return cell <= (double)CELL_LAST ? (uint32_t)cell : CELL_LAST;
}

uint64_t tact_morton_of_point(tact_vec3 point, tact_box box) {
    return tact_morton_encode(cell_of(point.x, box.lo.x, box.hi.x),
                              cell_of(point.y, box.lo.y, box.hi.y),
                              cell_of(point.z, box.lo.z, box.hi.z));
}
