/* SPDX-License-Identifier: MIT */
/* Poses from the options of a command; see poses.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "poses.h"
#include "values.h"

#define DEGREE 0x1.1df46a2529d39p-6 /* pi / 180 */

/* AXIS,DEGREES: the axis is x, y, z or three numbers. */
static cli_exit read_turn(const char *option, const char *text, tact_vec3 *axis, double *degrees) {
    double numbers[4] = {0};
    size_t letter = strcspn("xyz", (char[2]){text[0], '\0'});
    cli_exit status;
    if (text[0] != '\0' && letter < 3 && (text[1] == ',' || text[1] == ' ')) {
        numbers[letter] = 1;
        status = value_read_numbers(option, text + 2, &numbers[3], 1,
                                    "after the axis there must be one: the degrees, as in z,90");
    } else {
        status =
            value_read_numbers(option, text, numbers, 4,
                               "a rotation has 4: an axis (three, or one of x, y, z) and degrees");
        if (status == CLI_USAGE)
            cli_complain("as in --%s z,90 or --%s 1,1,0,45", option, option);
    }
    *axis = tact_vec3_make(numbers[0], numbers[1], numbers[2]);
    *degrees = numbers[3];
    if (status == CLI_OK && axis->x == 0 && axis->y == 0 && axis->z == 0) {
        cli_complain("--%s: the axis is zero, so it has no direction", option);
        return CLI_USAGE;
    }
    return status;
}

/* Quarter turns around a coordinate axis are exact; false for other rotations. */
static bool make_quarter_turn(tact_vec3 axis, double degrees, tact_pose *out) {
    double along[3] = {axis.x, axis.y, axis.z};
    int count = 0;
    int which = 0;
    for (int i = 0; i < 3; i++) {
        if (along[i] != 0) {
            count++;
            which = i;
        }
    }
    if (count != 1 || fmod(degrees, 90) != 0)
        return false;
    int turns = (int)(fmod(degrees, 360) / 90);
    if (along[which] < 0)
        turns = -turns;
    static const int sines[4] = {0, 1, 0, -1};
    int sine = sines[(turns + 4) % 4];
    int cosine = sines[(turns + 5) % 4];
    int u = (which + 1) % 3;
    int v = (which + 2) % 3;
    *out = tact_pose_identity();
    out->m[4 * u + u] = cosine;
    out->m[4 * u + v] = -sine;
    out->m[4 * v + u] = sine;
    out->m[4 * v + v] = cosine;
    return true;
}

/* Rotated first, then moved. */
static cli_exit read_placement(const cli_args *args, const char *turn, const char *move,
                               tact_pose *out) {
    double by[3] = {0};
    *out = tact_pose_identity();
    if (cli_has(args, turn)) {
        tact_vec3 axis;
        double degrees;
        cli_exit status = read_turn(turn, cli_value(args, turn), &axis, &degrees);
        if (status != CLI_OK)
            return status;
        if (!make_quarter_turn(axis, degrees, out) &&
            tact_pose_from_axis_angle(axis, fmod(degrees, 360) * DEGREE, tact_vec3_make(0, 0, 0),
                                      out) != TACT_OK)
            return CLI_INTERNAL;
    }
    if (cli_has(args, move)) {
        cli_exit status = value_read_numbers(move, cli_value(args, move), by, 3,
                                             "a move has 3: along x, y and z");
        if (status != CLI_OK)
            return status;
    }
    for (int i = 0; i < 3; i++)
        out->m[4 * i + 3] = by[i];
    return CLI_OK;
}

/* Twelve numbers, a pose that the library accepts. */
static cli_exit read_pose(const char *option, const char *text, tact_pose *out) {
    tact_error error = {.text = ""};
    cli_exit status = value_read_numbers(
        option, text, out->m, 12, "a pose has 12: three rows of a rotation and a translation");
    if (status != CLI_OK)
        return status;
    tact_status valid = tact_pose_validate(*out, &error);
    if (valid == TACT_OK)
        return CLI_OK;
    cli_complain("--%s: %s", option, error.text[0] != '\0' ? error.text : tact_status_text(valid));
    return CLI_USAGE;
}

/* The pose of side 'a' or 'b'. */
static cli_exit read_side(const cli_args *args, char side, tact_pose *out) {
    char pose[16], turn[16], move[16];
    snprintf(pose, sizeof pose, "pose-%c", side);
    snprintf(turn, sizeof turn, "rotate-%c", side);
    snprintf(move, sizeof move, "move-%c", side);
    bool placed = cli_has(args, turn) || cli_has(args, move);
    if (cli_has(args, "poses") && (placed || cli_has(args, pose))) {
        cli_complain("--poses cannot be combined with --%s, --%s or --%s", pose, turn, move);
        return CLI_USAGE;
    }
    if (!cli_has(args, pose))
        return read_placement(args, turn, move, out);
    if (placed) {
        cli_complain("--%s cannot be combined with --%s or --%s", pose, turn, move);
        return CLI_USAGE;
    }
    return read_pose(pose, cli_value(args, pose), out);
}

cli_exit poses_from_options(const cli_args *args, pose_pair *out) {
    out->line = 0;
    cli_exit status = read_side(args, 'a', &out->a);
    return status == CLI_OK ? read_side(args, 'b', &out->b) : status;
}
