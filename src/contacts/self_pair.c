/* SPDX-License-Identifier: MIT */
/* Whether two triangles of one mesh meet beyond what they share, exactly, by orientation signs
 * alone.
 *
 * One shared corner p. The triangles meet beyond p if and only if the cones that they span at p do.
 * Let a1, a2 and b1, b2 be the directions of their edges at p. If the planes differ, each plane
 * cuts the other's cone in nothing but p, in an edge, or in a ray inside the cone. Two rays inside
 * are equal if l a1 + m a2 = s b1 + t b2 has a solution with l, m, s, t > 0. By Cramer's rule
 * (det(b1, b2, a2), -det(b1, b2, a1), -det(a1, a2, b2), det(a1, a2, b1)) is the only solution up to
 * a factor. So the four signs that say whether the planes are crossed decide this, too.
 *
 * Two shared corners. The triangles meet beyond the edge only if they lie in one plane and on the
 * same side of the edge. */
#include "contacts/self_pair.h"

#include "base/assert.h"
#include "exact/det.h"
#include "math/vec.h"
#include "prim/flat.h"

/* tacti_orient3d(), quicker if the points share a coordinate. Points of generated meshes often do,
 * and the filter would leave such a sign open. */
static int side_of(const tact_vec3 *a, const tact_vec3 *b, const tact_vec3 *c, const tact_vec3 *d) {
    if ((a->x == b->x && a->x == c->x && a->x == d->x) ||
        (a->y == b->y && a->y == c->y && a->y == d->y) ||
        (a->z == b->z && a->z == c->z && a->z == d->z))
        return 0;
    return tacti_orient3d(a, b, c, d);
}

/* A proper triangle as the cone at its corner p. */
typedef struct cone {
    const tact_vec3 *p, *end[2]; /* in the triangle's order */
    unsigned axis;               /* to be dropped in projections */
    int turn;                    /* of p, end[0], end[1] then */
} cone;

static cone cone_at(const tacti_flat *flat, int corner) {
    TACTI_ASSERT(corner >= 0 && corner < 3 && flat->dimension == 2);
    const tact_vec3 *v = flat->triangle->v;
    return (cone){&v[corner], {&v[(corner + 1) % 3], &v[(corner + 2) % 3]}, flat->axis, flat->turn};
}

/* Whether the direction from p to another point of the cone's plane lies in the cone. The cone is
 * narrower than half a turn, so being on the inner side of both edges is enough. */
static bool points_into(const cone *c, const tact_vec3 *point) {
    return tacti_orient2d_dropped(c->p, c->end[0], point, c->axis) != -c->turn &&
           tacti_orient2d_dropped(c->p, point, c->end[1], c->axis) != -c->turn;
}

/* On which sides of a cone's plane the ends of another cone with the same p lie. */
static void find_sides(const cone *c, const cone *other, int side[2]) {
    for (int i = 0; i < 2; i++)
        side[i] = side_of(c->p, c->end[0], c->end[1], other->end[i]);
}

/* Steps after which the search for a plane between two cones gives up. */
#define STEPS 6

/* The direction from p to q, scaled to a size of about 1. */
static tact_vec3 direction(const tact_vec3 *p, const tact_vec3 *q) {
    tact_vec3 way = tacti_vec3_sub(*q, *p), size = tacti_vec3_abs(way);
    return tacti_vec3_scale(way, 1 / (size.x + size.y + size.z));
}

/* Whether n . way is positive for the exact way. Each coordinate of way carries two roundings, the
 * difference and the scale; the product and the sum carry three. So the dot product errs by at most
 * 5.01 * 2^-53 of the sum of absolute products, and by less than 2^-1000 if numbers underflow. */
static bool is_ahead(tact_vec3 n, tact_vec3 way) {
    double size = tacti_vec3_dot(tacti_vec3_abs(n), tacti_vec3_abs(way));
    return tacti_vec3_dot(n, way) > 0x1p-49 * size + 0x1p-1000;
}

/* Whether a plane through p is found that has the cones strictly on different sides. Neighbours in
 * a flat part of a mesh have one, but their planes are the same, so that signs of orientations cost
 * exact arithmetic. A perceptron turns the normal n until it points towards both edges of a and
 * away from those of b. */
static bool are_parted(const cone *a, const cone *b) {
    const tact_vec3 way[4] = {direction(a->p, a->end[0]), direction(a->p, a->end[1]),
                              direction(b->end[0], b->p), direction(b->end[1], b->p)};
    tact_vec3 n = tacti_vec3_add(tacti_vec3_add(way[0], way[1]), tacti_vec3_add(way[2], way[3]));
    for (int step = 0; step < STEPS; step++) {
        bool is_between = true;
        for (int i = 0; i < 4; i++)
            if (!is_ahead(n, way[i])) {
                n = tacti_vec3_add(n, way[i]);
                is_between = false;
            }
        if (is_between)
            return true;
    }
    return false;
}

/* Whether two cones meet beyond p. They have the same p, and their ends differ. */
static bool cones_meet(const cone *a, const cone *b) {
    if (are_parted(a, b))
        return false;
    int side_a[2], side_b[2];
    find_sides(a, b, side_b);
    if (side_b[0] * side_b[1] > 0)
        return false;
    /* In one plane, cones meet if an edge of one lies in the other. */
    if (side_b[0] == 0 && side_b[1] == 0)
        return points_into(a, b->end[0]) || points_into(a, b->end[1]) ||
               points_into(b, a->end[0]) || points_into(b, a->end[1]);
    if (side_b[0] == 0 || side_b[1] == 0)
        return points_into(a, b->end[side_b[0] == 0 ? 0 : 1]);
    find_sides(b, a, side_a);
    if (side_a[0] * side_a[1] > 0)
        return false;
    if (side_a[0] == 0 || side_a[1] == 0)
        return points_into(b, a->end[side_a[0] == 0 ? 0 : 1]);
    return side_a[1] == side_b[0];
}

/* Whether two proper triangles are folded onto each other along their common edge, which is
 * opposite of corners i and j. */
static bool is_folded(const tacti_flat *a, const tacti_flat *b, int i, int j) {
    const tact_vec3 *p = &a->triangle->v[(i + 1) % 3], *q = &a->triangle->v[(i + 2) % 3];
    const tact_vec3 *from_a = &a->triangle->v[i], *from_b = &b->triangle->v[j];
    /* The corner of a is on the side that its turn says. The projection mostly decides, and it is
     * cheap; in a flat part of a mesh the other sign is not. */
    return tacti_orient2d_dropped(p, q, from_b, a->axis) == a->turn &&
           side_of(p, q, from_a, from_b) == 0;
}

/* tacti_flat_make(), but tries the axis first that is most likely the best. */
static tacti_flat flatten(const tact_triangle *t) {
    const tact_vec3 *v = t->v;
    tact_vec3 n =
        tacti_vec3_abs(tacti_vec3_cross(tacti_vec3_sub(v[1], v[0]), tacti_vec3_sub(v[2], v[0])));
    unsigned axis = n.x > n.y && n.x > n.z ? 0 : n.y > n.z ? 1 : 2;
    int turn = tacti_orient2d_dropped(&v[0], &v[1], &v[2], axis);
    return turn != 0 ? (tacti_flat){t, 2, {0, 1, 2}, axis, turn} : tacti_flat_make(t);
}

bool tacti_is_self_pair(const tact_triangle *a, const tact_triangle *b) {
    tacti_flat flat_a = flatten(a), flat_b = flatten(b);
    if (flat_a.dimension < 2 || flat_b.dimension < 2)
        return tact_triangle_overlaps(a, b);
    /* Corners of a proper triangle differ, so each has one partner at most. */
    int count = 0, sum_a = 0, sum_b = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (tacti_vec3_is_equal(&a->v[i], &b->v[j])) {
                count++;
                sum_a += i;
                sum_b += j;
            }
    TACTI_ASSERT(count <= 3);
    if (count == 1) {
        cone cone_a = cone_at(&flat_a, sum_a), cone_b = cone_at(&flat_b, sum_b);
        return cones_meet(&cone_a, &cone_b);
    }
    if (count == 2)
        return is_folded(&flat_a, &flat_b, 3 - sum_a, 3 - sum_b);
    return count == 3 || tact_triangle_overlaps(a, b);
}
