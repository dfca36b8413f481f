/* SPDX-License-Identifier: MIT */
/* Where an object is: poses from an axis and an angle, from a quaternion and from a matrix; which
 * matrices are accepted; and triangles placed by poses. */
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

static bool near(tact_vec3 a, tact_vec3 b) {
    return tact_vec3_length(tact_vec3_sub(a, b)) < 1e-15;
}

static void print_point(const char *title, tact_vec3 point) {
    printf("%-28s (%.17g, %.17g, %.17g)\n", title, point.x, point.y, point.z);
}

int main(void) {
    const double quarter = 1.57079632679489661923;
    const tact_vec3 up = {0, 0, 1};
    const tact_vec3 nowhere = {0, 0, 0};
    const tact_vec3 point = {1, 0, 0};
    bool expected = true;

    /* A quarter turn around z, then 10 along x. The axis may have any length. */
    tact_pose turn;
    if (tact_pose_from_axis_angle(up, quarter, tact_vec3_make(10, 0, 0), &turn) != TACT_OK)
        return 1;
    tact_vec3 placed = tact_pose_place(turn, point);
    print_point("quarter turn, then 10 in x:", placed);
    expected = expected && near(placed, tact_vec3_make(10, 1, 0));

    /* A quaternion need not have length 1 either: w = z is the same quarter turn, and exact. */
    tact_pose exact_turn;
    tact_quat quaternion = {1, 0, 0, 1};
    if (tact_pose_from_quat(quaternion, nowhere, &exact_turn) != TACT_OK)
        return 1;
    placed = tact_pose_place(exact_turn, point);
    print_point("the same by a quaternion:", placed);
    expected = expected && placed.x == 0 && placed.y == 1 && placed.z == 0;

    /* A composition applies the right pose first; the inverse undoes a pose. */
    tact_pose back = tact_pose_compose(tact_pose_inverse(turn), turn);
    placed = tact_pose_place(back, point);
    print_point("there and back:", placed);
    expected = expected && near(placed, point);

    /* Poses from outside are checked before use; the message says what is wrong. */
    tact_pose stretched = {{2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    tact_error error;
    tact_status status = tact_pose_validate(stretched, &error);
    printf("a stretching matrix is refused: %s\n    %s\n", tact_status_name(status), error.text);
    expected = expected && status == TACT_INVALID_POSE;

    /* Verdicts are exact for the placed coordinates. */
    tact_triangle ground = {{{-4, -4, 0}, {4, -4, 0}, {0, 4, 0}}};
    tact_triangle spike = {{{1, 0, 0}, {1, 1, 3}, {2, 0, 3}}};
    tact_triangle turned = tact_pose_place_triangle(exact_turn, &spike);
    bool meets = tact_triangle_overlaps(&ground, &turned);
    printf("a spike on the ground, turned: %s\n", meets ? "still touches" : "lost its ground");
    expected = expected && meets;
    return expected ? 0 : 1;
}
