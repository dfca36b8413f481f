/* SPDX-License-Identifier: MIT */
/* Penetration depth of two convex shapes: the depth with its bounds, the direction out, and the
 * deepest points; and how to push a shape out of another. */
#include <stdio.h>

#include <tact/tact.h>

/* An instance of a new model of a shape; model is NULL if that failed. */
static tact_instance make(tact_shape shape, double x, double y, double z) {
    tact_model *model = NULL;
    if (tact_model_create_shape(NULL, &shape, &model) != TACT_OK)
        model = NULL;
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = x;
    instance.pose.m[7] = y;
    instance.pose.m[11] = z;
    return instance;
}

/* Computes and prints the depth, and drops both models. */
static bool ask(const char *title, tact_instance a, tact_instance b, tact_depth_result *out) {
    bool fine = tact_depth(&a, &b, NULL, NULL, out) == TACT_OK;
    tact_model_destroy((tact_model *)b.model);
    tact_model_destroy((tact_model *)a.model);
    if (!fine)
        return false;
    tact_vec3 n = out->direction, p = out->a.point, q = out->b.point;
    printf("%s: %.17g, proven from %.17g to %.17g, %s\n", title, out->depth, out->lower, out->upper,
           tact_ending_name(out->ending));
    printf("  out along (%g, %g, %g), from (%g, %g, %g) to (%g, %g, %g)\n", n.x, n.y, n.z, q.x, q.y,
           q.z, p.x, p.y, p.z);
    return true;
}

/* Polytopes: a box that penetrates another by an eighth. */
static bool show_boxes(void) {
    tact_depth_result depth;
    return ask("a cube in a plate", make(tact_shape_box(2, 0.5, 2), 0, 0, 0),
               make(tact_shape_box(0.25, 0.25, 0.25), 1.5, 0.625, 1.25), &depth) &&
           depth.lower <= 0.125 && 0.125 <= depth.upper && depth.direction.y > 0.999;
}

/* For smooth shapes, the number of steps limits how close the bounds are. */
static bool show_smooth(void) {
    tact_depth_result depth;
    return ask("an ellipsoid in a cone", make(tact_shape_cone(1, 1), 0, 0, 0),
               make(tact_shape_ellipsoid(0.5, 0.5, 1), 0.25, 0, 0.75), &depth) &&
           depth.outcome == TACT_OUTCOME_CONTACT && depth.upper - depth.lower < 1e-3;
}

/* Moved along the direction by slightly more than the upper bound, b is apart from a. */
static bool push_out(tact_instance a, tact_instance b) {
    tact_depth_result depth;
    tact_collide_result after;
    if (tact_depth(&a, &b, NULL, NULL, &depth) != TACT_OK)
        return false;
    double way = depth.upper * (1 + 1e-9);
    b.pose.m[3] += way * depth.direction.x;
    b.pose.m[7] += way * depth.direction.y;
    b.pose.m[11] += way * depth.direction.z;
    if (tact_collide(&a, &b, NULL, NULL, &after) != TACT_OK)
        return false;
    printf("a drum in a box, pushed out by %g: %s\n", way, tact_outcome_name(after.outcome));
    return after.outcome == TACT_OUTCOME_APART;
}

static bool show_push(void) {
    tact_vec3 points[40];
    for (int i = 0; i < 40; i++)
        points[i] = tact_vec3_make(tact_cos(2.4 * i), tact_sin(2.4 * i), (i - 19.5) / 20);
    tact_hull *hull;
    if (tact_hull_create(NULL, points, 40, &hull) != TACT_OK)
        return false;
    tact_instance box = make(tact_shape_box(1, 2, 0.5), 0, 0, 0);
    tact_instance drum = make(tact_shape_hull(hull), 0.5, 1, 0.75);
    tact_hull_destroy(hull); /* the model has its own copy */
    bool fine = push_out(box, drum);
    tact_model_destroy((tact_model *)drum.model);
    tact_model_destroy((tact_model *)box.model);
    return fine;
}

int main(void) {
    bool fine = show_boxes();
    fine = show_smooth() && fine;
    fine = show_push() && fine;
    return fine ? 0 : 1;
}
