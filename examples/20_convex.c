/* SPDX-License-Identifier: MIT */
/* Two convex shapes: do they touch, and why can you believe it; how far apart are they; and what a
 * cache does for shapes in motion. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

static tacti_placed_shape moved(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

/* Verdicts are exact: touching is contact, and one rounding step away is not. Each comes with a
 * proof that is checked in exact arithmetic. */
static bool show_proof(void) {
    tact_shape box = tact_shape_box(1, 1, 1), ball = tact_shape_sphere(0.5);
    const double places[] = {1.25, 1.5, nextafter(1.5, 2), 3};
    bool fine = true;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        tacti_placed_shape a = moved(&box, 0, 0, 0), b = moved(&ball, places[i], 0, 0);
        tacti_convex_collision answer;
        bool holds = false;
        fine = fine && tacti_convex_collide(&a, &b, NULL, &answer) == TACT_OK &&
               tacti_convex_check(&a, &b, &answer, &holds) == TACT_OK && holds &&
               (answer.outcome == TACT_CONTACT) == (places[i] <= 1.5);
        printf("a ball at %.17g: %s, by %s, after %" PRIu32 " steps\n", places[i],
               tact_outcome_name(answer.outcome), tacti_convex_ending_name(answer.ending),
               answer.iterations);
    }
    return fine;
}

/* Distances come with proven bounds and nearest points; smooth shapes are served as well. */
static bool show_distance(void) {
    tact_shape cone = tact_shape_cone(1, 1), egg = tact_shape_ellipsoid(0.5, 0.5, 1);
    tacti_placed_shape a = moved(&cone, 0, 0, 0), b = moved(&egg, 0, 0, 2.25);
    tacti_convex_distance_answer gap;
    if (tacti_convex_distance(&a, &b, NULL, &gap) != TACT_OK)
        return false;
    printf("cone and ellipsoid: %.17g, proven from %.17g to %.17g\n", gap.distance, gap.lower,
           gap.upper);
    printf("  nearest points (%g, %g, %g) and (%g, %g, %g)\n", gap.point_a.x, gap.point_a.y,
           gap.point_a.z, gap.point_b.x, gap.point_b.y, gap.point_b.z);
    return gap.lower <= 0.25 + 1e-15 && 0.25 <= gap.upper + 1e-15 && gap.outcome == TACT_APART;
}

/* A hull that turns beside a box: nearly every frame is answered by what the last one left. */
static bool show_motion(void) {
    tact_vec3 points[60];
    for (int i = 0; i < 60; i++)
        points[i] = tact_vec3_make(tact_cos(2.4 * i), tact_sin(2.4 * i), (i - 29.5) / 30);
    tact_hull *hull;
    if (tact_hull_create(NULL, points, 60, &hull) != TACT_OK)
        return false;
    tact_shape drum = tact_shape_hull(hull), box = tact_shape_box(1, 2, 0.5);
    tacti_placed_shape a = moved(&box, 0, 0, 0), b = {&drum, tact_pose_identity()};
    tacti_convex_cache cache = {0};
    int by_cache = 0, contacts = 0;
    bool fine = true;
    for (int frame = 0; frame < 360 && fine; frame++) {
        tacti_convex_collision warm, cold;
        fine = tact_pose_from_axis_angle(tact_vec3_make(1, 2, 0), 0.01745 * frame,
                                         tact_vec3_make(2.3, 0, 0), &b.pose) == TACT_OK &&
               tacti_convex_collide(&a, &b, &cache, &warm) == TACT_OK &&
               tacti_convex_collide(&a, &b, NULL, &cold) == TACT_OK && warm.outcome == cold.outcome;
        by_cache += warm.ending == TACTI_CONVEX_BY_CACHE;
        contacts += warm.outcome == TACT_CONTACT;
    }
    tact_hull_destroy(hull);
    printf("360 frames: %d in contact, %d answered by the cache\n", contacts, by_cache);
    return fine && by_cache > 180;
}

int main(void) {
    bool fine = show_proof();
    fine = show_distance() && fine;
    fine = show_motion() && fine;
    return fine ? 0 : 1;
}
