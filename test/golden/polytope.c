/* SPDX-License-Identifier: MIT */
/* Convex hulls of a few points, queried by triangles alone. The triangles of all triples of points
 * lie in the hull. Those whose plane does not have points on both sides cover its surface. So two
 * hulls share a point if and only if two such triangles do, or one hull is inside the other; and
 * the distance of two hulls that are apart is the least distance of two such triangles. This is
 * slow (at worst the fourth power of the number of points) but as exact as the predicates, and
 * builds no hull. */
#include "golden.h"

#include <math.h>
#include <stdlib.h>

/* A triangle of the surface and on which side of its plane the hull lies: 1 or -1 as in
 * tact_orient3d(), 0 if all points are in the plane. */
typedef struct facet {
    tact_triangle triangle;
    tact_box box;
    int side;
} facet;

typedef struct facet_set {
    uint32_t count, capacity;
    facet *at;
    uint32_t hints[2]; /* points on the two sides of the last refused triangle */
} facet_set;

static void add_facet(facet_set *set, tact_triangle triangle, int side) {
    if (set->count == set->capacity) {
        uint32_t capacity = set->capacity == 0 ? 64 : 2 * set->capacity;
        facet *grown = golden_allocate(capacity, sizeof *grown);
        for (uint32_t i = 0; i < set->count; i++)
            grown[i] = set->at[i];
        free(set->at);
        set->at = grown;
        set->capacity = capacity;
    }
    set->at[set->count++] = (facet){triangle, tact_box_of_triangle(&triangle), side};
}

/* Adds the triangle unless it runs through the inside. A triangle of zero area has no sides. It is
 * kept, because a hull that is a segment has no other triangles. */
static void add_if_on_surface(facet_set *set, golden_points p, const uint32_t corners[3]) {
    tact_triangle triangle = {{p.at[corners[0]], p.at[corners[1]], p.at[corners[2]]}};
    int side = 0;
    uint32_t seen = 0;
    for (uint32_t n = 0; n < p.count + 2; n++) { /* first those that decided the last time */
        uint32_t i = n < 2 ? set->hints[n] : n - 2;
        if (i == corners[0] || i == corners[1] || i == corners[2])
            continue;
        int sign = tact_orient3d(&triangle.v[0], &triangle.v[1], &triangle.v[2], &p.at[i]);
        if (sign == 0)
            continue;
        if (sign == -side) {
            set->hints[0] = seen;
            set->hints[1] = i;
            return;
        }
        side = sign;
        seen = i;
    }
    add_facet(set, triangle, side);
}

static facet_set make_facets(golden_points p) {
    facet_set set = {0};
    if (p.count < 3)
        add_facet(&set, (tact_triangle){{p.at[0], p.at[p.count - 1], p.at[p.count - 1]}}, 0);
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t j = i + 1; j < p.count; j++)
            for (uint32_t k = j + 1; k < p.count; k++)
                add_if_on_surface(&set, p, (uint32_t[3]){i, j, k});
    return set;
}

/* Whether the point is in a hull with a volume; a flat one is all surface. */
static bool hull_holds(const facet_set *hull, const tact_vec3 *p) {
    bool has_volume = false;
    for (uint32_t i = 0; i < hull->count; i++) {
        const facet *f = &hull->at[i];
        if (f->side == 0)
            continue;
        has_volume = true;
        const tact_vec3 *v = f->triangle.v;
        if (tact_orient3d(&v[0], &v[1], &v[2], p) == -f->side)
            return false;
    }
    return has_volume;
}

static bool surfaces_overlap(const facet_set *a, const facet_set *b) {
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (tact_box_overlaps(a->at[i].box, b->at[j].box) &&
                tact_triangle_overlaps(&a->at[i].triangle, &b->at[j].triangle))
                return true;
    return false;
}

static bool hulls_overlap(const facet_set *a, const facet_set *b) {
    return surfaces_overlap(a, b) || hull_holds(a, &b->at[0].triangle.v[0]) ||
           hull_holds(b, &a->at[0].triangle.v[0]);
}

static double box_distance(tact_box a, tact_box b) {
    double x = fmax(0, fmax(b.lo.x - a.hi.x, a.lo.x - b.hi.x));
    double y = fmax(0, fmax(b.lo.y - a.hi.y, a.lo.y - b.hi.y));
    double z = fmax(0, fmax(b.lo.z - a.hi.z, a.lo.z - b.hi.z));
    return sqrt(x * x + y * y + z * z);
}

static tact_gap least_gap(const facet_set *a, const facet_set *b) {
    tact_gap least = {0};
    least.distance = least.lower = least.upper = HUGE_VAL;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            if (box_distance(a->at[i].box, b->at[j].box) > least.upper * (1 + 1e-12))
                continue;
            tact_gap gap = tact_triangle_distance(&a->at[i].triangle, &b->at[j].triangle);
            least = golden_gap_least(least, gap);
        }
    return least;
}

tact_gap golden_gap_least(tact_gap a, tact_gap b) {
    tact_gap least = b.distance < a.distance ? b : a;
    least.lower = fmin(a.lower, b.lower);
    least.upper = fmin(a.upper, b.upper);
    return least;
}

tact_gap golden_polytopes_gap(golden_points a, golden_points b) {
    facet_set facets_a = make_facets(a), facets_b = make_facets(b);
    tact_gap gap = {0};
    if (!hulls_overlap(&facets_a, &facets_b))
        gap = least_gap(&facets_a, &facets_b);
    free(facets_a.at);
    free(facets_b.at);
    return gap;
}
