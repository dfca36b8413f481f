/* SPDX-License-Identifier: MIT */
/* How far apart are two triangles? The distance comes with a proven lower and upper bound and with
 * the closest points. It is 0 if and only if the triangles meet. */
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

int main(void) {
    const tact_triangle ground = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    tact_triangle spike = {{{3, 3, 2}, {5, 4, 6}, {4, 5, 6}}};
    bool expected = true;

    /* The tip of the spike is beside the ground: the nearest point is on an edge. */
    tact_gap gap = tact_triangle_distance(&ground, &spike);
    double truth = sqrt(6); /* (1, 1, 2) is the shortest vector between them */
    printf("distance  %.17g\n", gap.distance);
    printf("at least  %.17g\n", gap.lower);
    printf("at most   %.17g\n", gap.upper);
    printf("from      (%g, %g, %g) on %s of the ground\n", gap.point_a.x, gap.point_a.y,
           gap.point_a.z, tact_feature_name(gap.feature_a));
    printf("to        (%g, %g, %g) on %s of the spike\n\n", gap.point_b.x, gap.point_b.y,
           gap.point_b.z, tact_feature_name(gap.feature_b));
    expected = expected && fabs(gap.distance - truth) < 1e-13 && gap.lower <= gap.upper &&
               gap.feature_a == TACT_FEATURE_EDGE_1 && gap.feature_b == TACT_FEATURE_VERTEX_0;

    /* A clearance check uses the bounds, not the rounded distance, so the answer is certain. */
    const double wanted[] = {2, 2.5};
    for (int i = 0; i < 2; i++) {
        const char *verdict = gap.lower >= wanted[i]  ? "kept, proven"
                              : gap.upper < wanted[i] ? "violated, proven"
                                                      : "too close to call";
        printf("clearance of %g: %s\n", wanted[i], verdict);
    }
    expected = expected && gap.lower >= wanted[0] && gap.upper < wanted[1];

    /* If the spike is lowered into the ground, the distance is exactly 0. */
    spike.v[0] = tact_vec3_make(1, 1, -1);
    gap = tact_triangle_distance(&ground, &spike);
    printf("pushed through the ground: %g\n", gap.distance);
    expected = expected && gap.distance == 0;

    /* Points and segments work the same way. */
    gap = tact_triangle_distance_point(&ground, tact_vec3_make(1, 1, 7));
    printf("a point above it: %g, nearest to its %s\n", gap.distance,
           tact_feature_name(gap.feature_a));
    expected = expected && gap.lower <= 7 && 7 <= gap.upper && gap.feature_a == TACT_FEATURE_FACE;
    return expected ? 0 : 1;
}
