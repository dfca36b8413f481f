/* SPDX-License-Identifier: MIT */
/* Poses from the options of a command; see poses.h. */
#include <math.h>
#include <string.h>

#include "number.h"
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

static cli_exit read_rotation(const char *option, const char *text, tact_pose *out) {
    tact_vec3 axis;
    double degrees;
    cli_exit status = read_turn(option, text, &axis, &degrees);
    if (status != CLI_OK || make_quarter_turn(axis, degrees, out))
        return status;
    tact_status made =
        tact_pose_from_axis_angle(axis, fmod(degrees, 360) * DEGREE, tact_vec3_make(0, 0, 0), out);
    return made == TACT_OK ? CLI_OK : CLI_INTERNAL;
}

static cli_exit read_move(const char *option, const char *text, tact_pose *out) {
    double by[3] = {0};
    cli_exit status = value_read_numbers(option, text, by, 3, "a move has 3: along x, y and z");
    *out = tact_pose_identity();
    for (int i = 0; i < 3; i++)
        out->m[4 * i + 3] = by[i];
    return status;
}

static cli_exit refuse_pose(const char *option, tact_status status, const tact_error *error) {
    cli_complain("--%s: %s", option,
                 error->text[0] != '\0' ? error->text : tact_status_text(status));
    return CLI_USAGE;
}

/* Twelve numbers, a pose that the library accepts. what is for value_read_numbers(). */
static cli_exit read_matrix(const char *option, const char *text, const char *what,
                            tact_pose *out) {
    tact_error error = {.text = ""};
    cli_exit status = value_read_numbers(option, text, out->m, 12, what);
    if (status != CLI_OK)
        return status;
    tact_status valid = tact_pose_validate(*out, &error);
    return valid == TACT_OK ? CLI_OK : refuse_pose(option, valid, &error);
}

static cli_exit read_pose(const char *option, const char *text, tact_pose *out) {
    return read_matrix(option, text, "a pose has 12: three rows of a rotation and a translation",
                       out);
}

cli_exit poses_read_place(const char *option, const char *text, tact_pose *out) {
    double numbers[12];
    number_list list = number_read_list(text, numbers, 12);
    if (list.status == NUMBER_OK && list.count == 3)
        return read_move(option, text, out);
    return read_matrix(option, text,
                       "a pose has 12 (three rows of a rotation and a translation), or 3 (a "
                       "translation)",
                       out);
}

/* The options that place A and B. */
typedef struct step_option {
    const char *name;
    bool is_b;
    cli_exit (*read)(const char *option, const char *text, tact_pose *out);
} step_option;

/* NULL if an option does not place anything. */
static const step_option *find_step(const char *name) {
    static const step_option steps[] = {
        {"pose-a", false, read_pose},       {"pose-b", true, read_pose},
        {"rotate-a", false, read_rotation}, {"rotate-b", true, read_rotation},
        {"move-a", false, read_move},       {"move-b", true, read_move}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (strcmp(steps[i].name, name) == 0)
            return &steps[i];
    return NULL;
}

/* Appends the step of one option to a pose. */
static cli_exit append_step(const step_option *option, const char *text, tact_pose *pose) {
    tact_pose step;
    tact_error error = {.text = ""};
    cli_exit status = option->read(option->name, text, &step);
    if (status != CLI_OK)
        return status;
    *pose = tact_pose_compose(step, *pose);
    tact_status valid = tact_pose_validate(*pose, &error);
    return valid == TACT_OK ? CLI_OK : refuse_pose(option->name, valid, &error);
}

cli_exit poses_from_options(const cli_args *args, pose_pair *out) {
    *out = (pose_pair){.a = tact_pose_identity(), .b = tact_pose_identity()};
    for (size_t i = 0; i < args->given_count; i++) {
        const step_option *option = find_step(args->given[i].option->name);
        if (option == NULL)
            continue;
        if (cli_optional(args, "poses") != NULL) {
            cli_complain("--poses cannot be combined with --%s: a file of poses places both models",
                         option->name);
            return CLI_USAGE;
        }
        cli_exit status =
            append_step(option, args->given[i].value, option->is_b ? &out->b : &out->a);
        if (status != CLI_OK)
            return status;
    }
    return CLI_OK;
}
