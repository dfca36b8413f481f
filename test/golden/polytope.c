/* SPDX-License-Identifier: MIT */
/* Convex hulls of a few points, asked with triangles alone. The triangles over all triples of the
 * points lie in the hull and cover its surface, so two hulls share a point if and only if two such
 * triangles do, or a point of one is in a tetrahedron over points of the other (which tells one
 * hull inside the other); and the distance of two hulls apart is the least distance of two such
 * triangles. Slow, and exact without ever building a hull. */
#include "golden.h"

#include <math.h>
#include <stdlib.h>

typedef struct triple_set {
    uint32_t count;
    tact_triangle *triangles;
    tact_box *boxes;
} triple_set;

static uint32_t triple_count(uint32_t n) {
    return n < 3 ? 1 : (uint32_t)((uint64_t)n * (n - 1) * (n - 2) / 6);
}

double golden_polytope_work(uint32_t count_a, uint32_t count_b) {
    double a = count_a, b = count_b;
    return fmax(1, a * (a - 1) * (a - 2) / 6) * fmax(1, b * (b - 1) * (b - 2) / 6);
}

static void add_triple(triple_set *set, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_triangle triangle = {{a, b, c}};
    set->triangles[set->count] = triangle;
    set->boxes[set->count++] = tact_box_of_triangle(&triangle);
}

static triple_set make_triples(golden_points p) {
    triple_set set = {0};
    set.triangles = golden_allocate(triple_count(p.count), sizeof *set.triangles);
    set.boxes = golden_allocate(triple_count(p.count), sizeof *set.boxes);
    if (p.count < 3)
        add_triple(&set, p.at[0], p.at[p.count - 1], p.at[p.count - 1]);
    for (uint32_t i = 0; i < p.count; i++)
        for (uint32_t j = i + 1; j < p.count; j++)
            for (uint32_t k = j + 1; k < p.count; k++)
                add_triple(&set, p.at[i], p.at[j], p.at[k]);
    return set;
}

static void free_triples(triple_set *set) {
    free(set->triangles);
    free(set->boxes);
}

/* A flat tetrahedron holds nothing here: its triangles do. */
static bool tetrahedron_holds(const tact_vec3 corners[4], tact_vec3 p) {
    int side = tact_orient3d(&corners[0], &corners[1], &corners[2], &corners[3]);
    if (side == 0)
        return false;
    for (int i = 0; i < 4; i++) {
        tact_vec3 moved[4] = {corners[0], corners[1], corners[2], corners[3]};
        moved[i] = p;
        if (tact_orient3d(&moved[0], &moved[1], &moved[2], &moved[3]) == -side)
            return false;
    }
    return true;
}

static bool hull_holds(golden_points hull, tact_vec3 p) {
    for (uint32_t i = 0; i < hull.count; i++)
        for (uint32_t j = i + 1; j < hull.count; j++)
            for (uint32_t k = j + 1; k < hull.count; k++)
                for (uint32_t l = k + 1; l < hull.count; l++) {
                    tact_vec3 corners[4] = {hull.at[i], hull.at[j], hull.at[k], hull.at[l]};
                    if (tetrahedron_holds(corners, p))
                        return true;
                }
    return false;
}

static bool triples_overlap(const triple_set *a, const triple_set *b) {
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (tact_box_overlaps(a->boxes[i], b->boxes[j]) &&
                tact_triangle_overlaps(&a->triangles[i], &b->triangles[j]))
                return true;
    return false;
}

bool golden_polytopes_overlap(golden_points a, golden_points b) {
    triple_set triples_a = make_triples(a), triples_b = make_triples(b);
    bool overlap =
        triples_overlap(&triples_a, &triples_b) || hull_holds(a, b.at[0]) || hull_holds(b, a.at[0]);
    free_triples(&triples_a);
    free_triples(&triples_b);
    return overlap;
}

static double box_distance(tact_box a, tact_box b) {
    double x = fmax(0, fmax(b.lo.x - a.hi.x, a.lo.x - b.hi.x));
    double y = fmax(0, fmax(b.lo.y - a.hi.y, a.lo.y - b.hi.y));
    double z = fmax(0, fmax(b.lo.z - a.hi.z, a.lo.z - b.hi.z));
    return sqrt(x * x + y * y + z * z);
}

tact_gap golden_polytopes_gap(golden_points a, golden_points b) {
    triple_set triples_a = make_triples(a), triples_b = make_triples(b);
    tact_gap least = {0};
    least.distance = least.lower = least.upper = HUGE_VAL;
    for (uint32_t i = 0; i < triples_a.count; i++)
        for (uint32_t j = 0; j < triples_b.count; j++) {
            if (box_distance(triples_a.boxes[i], triples_b.boxes[j]) > least.upper * (1 + 1e-12))
                continue;
            tact_gap gap = tact_triangle_distance(&triples_a.triangles[i], &triples_b.triangles[j]);
            double lower = fmin(least.lower, gap.lower), upper = fmin(least.upper, gap.upper);
            if (gap.distance < least.distance)
                least = gap;
            least.lower = lower;
            least.upper = upper;
        }
    free_triples(&triples_a);
    free_triples(&triples_b);
    return least;
}
