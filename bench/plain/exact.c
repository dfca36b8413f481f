/* SPDX-License-Identifier: MIT */
/* The signs of the determinants of the orientation predicates, in the obvious form. */
#include "plain.h"

int plain_orient2d(const tact_vec2 *a, const tact_vec2 *b, const tact_vec2 *c) {
    double det = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    return (det > 0) - (det < 0);
}

int plain_orient3d(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, const tact_vec3 *d) {
    double bx = b->x - a->x, by = b->y - a->y, bz = b->z - a->z;
    double cx = c->x - a->x, cy = c->y - a->y, cz = c->z - a->z;
    double dx = d->x - a->x, dy = d->y - a->y, dz = d->z - a->z;
    double det = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
    return (det > 0) - (det < 0);
}
