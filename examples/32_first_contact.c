/* SPDX-License-Identifier: MIT */
/* The first contact of models in motion: a bullet meets a thin wall that sampling would miss, a
 * gear turns in from the side, and a step of a controller stops at the last pose that is known to
 * be free. What the gear sweeps is held by a hull and a radius. */
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static void print_answer(const char *what, const tact_rigid_result *result) {
    if (result->outcome == TACT_OUTCOME_CONTACT)
        printf("%s: free until %.9f, contact at %.9f\n", what, result->lower, result->upper);
    else
        printf("%s: %s\n", what, tact_outcome_name(result->outcome));
}

static tact_pose at(double x, double y, double z) {
    return tact_pose_make(tact_mat3_identity(), tact_vec3_make(x, y, z));
}

/* A motion that rests. */
static tact_status rest(tact_pose pose, tact_rigid_motion *out) {
    tact_vec3 none = {0, 0, 0};
    return tact_rigid_steady(pose, none, none, none, out);
}

/* A ball of 2 mm flies at 900 m/s through a wall of 5 mm, in one step of 1/60 s: 15 m. */
static tact_status shoot(const tact_model *ball, const tact_model *wall) {
    tact_instance bullet = tact_instance_make(ball), target = tact_instance_make(wall);
    tact_rigid_result result;
    bullet.pose = at(-4, 0, 0);
    tact_status status = tact_cast(&bullet, tact_vec3_make(15, 0, 0), &target, NULL, NULL, &result);
    if (status == TACT_OK)
        print_answer("bullet", &result);
    return status;
}

/* A mesh follows the screw between two poses, beside another. */
static tact_status turn_in(const tact_model *gear, const tact_model *wall) {
    tact_rigid_motion screw, still;
    tact_rigid_result result;
    tact_pose turned;
    tact_status status =
        tact_pose_from_axis_angle(tact_vec3_make(0, 0, 1), 1.5, tact_vec3_make(0.5, 0, 0), &turned);
    if (status == TACT_OK)
        status = tact_rigid_screw(at(3, 0, 0), turned, &screw);
    if (status == TACT_OK)
        status = rest(tact_pose_identity(), &still);
    if (status != TACT_OK)
        return status;
    tact_moving a = tact_moving_make(gear, &screw), b = tact_moving_make(wall, &still);
    status = tact_first_contact(&a, &b, NULL, NULL, &result);
    if (status == TACT_OK)
        print_answer("gear", &result);
    tact_hull *hull;
    double radius;
    if (status == TACT_OK)
        status = tact_rigid_hull(NULL, &a, 0, 1, &hull, &radius);
    if (status == TACT_OK) {
        printf("gear: a hull of %u vertices, grown by %.3g, holds it on its way\n",
               (unsigned)tact_hull_inspect(hull).vertex_count, radius);
        tact_hull_destroy(hull);
    }
    return status;
}

/* A ball takes a step, but keeps a distance of 1 cm from the wall. */
static tact_status step(const tact_model *ball, const tact_model *wall) {
    tact_rigid_options options = tact_rigid_options_default();
    tact_rigid_motion walk, still;
    tact_rigid_result result;
    tact_pose stop;
    options.separation = 0.01;
    tact_status status = tact_rigid_between(at(-0.5, 0, 0), at(0.5, 0, 0.25), &walk);
    if (status == TACT_OK)
        status = rest(tact_pose_identity(), &still);
    if (status != TACT_OK)
        return status;
    tact_moving a = tact_moving_make(ball, &walk), b = tact_moving_make(wall, &still);
    status = tact_first_contact(&a, &b, &options, NULL, &result);
    if (status != TACT_OK || result.outcome != TACT_OUTCOME_CONTACT)
        return status;
    status = tact_rigid_pose_at(&walk, result.lower, &stop);
    if (status == TACT_OK)
        printf("the step ends at x = %.6f, and the wall is in the direction %g %g %g\n", stop.m[3],
               result.normal.x, result.normal.y, result.normal.z);
    return status;
}

static tact_status make_gear(tact_model **out) {
    tact_mesh *mesh;
    tact_gear_desc desc = tact_gear_desc_default();
    tact_status status = tact_mesh_create_gear(NULL, &desc, &mesh);
    if (status != TACT_OK)
        return status;
    tact_mesh_arrays arrays = {.positions = tact_mesh_vertices(mesh),
                               .vertex_count = tact_mesh_vertex_count(mesh),
                               .indices = tact_mesh_indices(mesh),
                               .triangle_count = tact_mesh_triangle_count(mesh)};
    status = tact_model_create_mesh(NULL, &arrays, NULL, NULL, out);
    tact_mesh_destroy(mesh);
    return status;
}

int main(void) {
    tact_shape ball_shape = tact_shape_sphere(0.002), wall_shape = tact_shape_box(0.0025, 2, 2);
    tact_model *ball = NULL, *wall = NULL, *gear = NULL;
    tact_status status = tact_model_create_shape(NULL, &ball_shape, &ball);
    if (status == TACT_OK)
        status = tact_model_create_shape(NULL, &wall_shape, &wall);
    if (status == TACT_OK)
        status = make_gear(&gear);
    if (status == TACT_OK)
        status = shoot(ball, wall);
    if (status == TACT_OK)
        status = turn_in(gear, wall);
    if (status == TACT_OK)
        status = step(ball, wall);
    tact_model_destroy(ball);
    tact_model_destroy(wall);
    tact_model_destroy(gear);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status != TACT_OK;
}
