/* SPDX-License-Identifier: MIT */
/* How deep two convex shapes are in each other: the depth with its bounds, the way out, and the
 * points that are deepest; and how to push a shape out of another. */
#include <stdio.h>

#include <tact/tact.h>

static tacti_placed_shape moved(const tact_shape *shape, double x, double y, double z) {
    tacti_placed_shape placed = {shape, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

static void show(const char *what, const tacti_convex_depth_answer *depth) {
    printf("%s: %.17g, proven from %.17g to %.17g, by %s\n", what, depth->depth, depth->lower,
           depth->upper, tacti_convex_ending_name(depth->ending));
    printf("  out along (%g, %g, %g), from (%g, %g, %g) to (%g, %g, %g)\n", depth->direction.x,
           depth->direction.y, depth->direction.z, depth->point_b.x, depth->point_b.y,
           depth->point_b.z, depth->point_a.x, depth->point_a.y, depth->point_a.z);
}

/* Polytopes: a box that stands in another by an eighth. */
static bool show_boxes(void) {
    tact_shape plate = tact_shape_box(2, 0.5, 2), cube = tact_shape_box(0.25, 0.25, 0.25);
    tacti_placed_shape a = moved(&plate, 0, 0, 0), b = moved(&cube, 1.5, 0.625, 1.25);
    tacti_convex_depth_answer depth;
    if (tacti_convex_depth(&a, &b, NULL, &depth) != TACT_OK)
        return false;
    show("a cube in a plate", &depth);
    return depth.lower <= 0.125 && 0.125 <= depth.upper && depth.direction.y > 0.999;
}

/* Smooth shapes have bounds that are as near to each other as the steps allow. */
static bool show_smooth(void) {
    tact_shape cone = tact_shape_cone(1, 1), egg = tact_shape_ellipsoid(0.5, 0.5, 1);
    tacti_placed_shape a = moved(&cone, 0, 0, 0), b = moved(&egg, 0.25, 0, 0.75);
    tacti_convex_depth_answer depth;
    if (tacti_convex_depth(&a, &b, NULL, &depth) != TACT_OK)
        return false;
    show("an ellipsoid in a cone", &depth);
    return depth.outcome == TACT_CONTACT && depth.upper - depth.lower < 1e-3;
}

/* Moved along the direction by upper and a billionth of it, b is apart from a, and there is a proof
 * of it. */
static bool push_out(void) {
    tact_vec3 points[40];
    for (int i = 0; i < 40; i++)
        points[i] = tact_vec3_make(tact_cos(2.4 * i), tact_sin(2.4 * i), (i - 19.5) / 20);
    tact_hull *hull;
    if (tact_hull_create(NULL, points, 40, &hull) != TACT_OK)
        return false;
    tact_shape drum = tact_shape_hull(hull), box = tact_shape_box(1, 2, 0.5);
    tacti_placed_shape a = moved(&box, 0, 0, 0), b = moved(&drum, 0.5, 1, 0.75);
    tacti_convex_depth_answer depth;
    tacti_convex_collision after = {.outcome = TACT_UNDECIDED};
    bool holds = false;
    bool fine = tacti_convex_depth(&a, &b, NULL, &depth) == TACT_OK;
    if (fine) {
        double way = depth.upper * (1 + 1e-9);
        b.pose.m[3] += way * depth.direction.x;
        b.pose.m[7] += way * depth.direction.y;
        b.pose.m[11] += way * depth.direction.z;
        fine = tacti_convex_collide(&a, &b, NULL, &after) == TACT_OK &&
               tacti_convex_check(&a, &b, &after, &holds) == TACT_OK;
        printf("a drum in a box, pushed out by %g: %s, %s\n", way, tact_outcome_name(after.outcome),
               holds ? "proven" : "not proven");
    }
    tact_hull_destroy(hull);
    return fine && holds && after.outcome == TACT_APART;
}

int main(void) {
    bool fine = show_boxes();
    fine = show_smooth() && fine;
    fine = push_out() && fine;
    return fine ? 0 : 1;
}
