/* SPDX-License-Identifier: MIT */
/* rigid_ccd.txt: shapes in motion whose first time of contact is known in closed form. The outcome
 * must be the one of the file; the interval must hold the file's time and be at most 1e-9 wide.
 * Both orders of the two shapes are asked. */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The widest interval. */
#define MOST_WIDTH 1e-9
/* The file's time is that of ideal parameters, which are rounded in the file. */
#define TIME_ERROR 1e-14

typedef struct rigid_case {
    tact_shape shape[2];
    tact_rigid_motion motion[2];
    bool is_hit;
    double time;
} rigid_case;

static bool read_shape(const golden_lines *lines, tact_shape *out) {
    golden_cursor c = golden_cursor_at(lines, 1);
    const char *kind = golden_read_word(&c);
    uint64_t count = golden_read_count(&c);
    double p[9] = {0};
    if (c.failed || count > 9)
        return false;
    for (uint64_t i = 0; i < count; i++)
        p[i] = golden_read_double(&c);
    if (strcmp(kind, "sphere") == 0)
        *out = tact_shape_sphere(p[0]);
    else if (strcmp(kind, "box") == 0)
        *out = tact_shape_box(p[0], p[1], p[2]);
    else if (strcmp(kind, "capsule") == 0)
        *out = tact_shape_capsule(p[0], p[1]);
    else if (strcmp(kind, "halfspace") == 0)
        *out = tact_shape_half_space((tact_vec3){p[0], p[1], p[2]}, p[3]);
    else if (strcmp(kind, "triangle") == 0)
        *out = tact_shape_triangle(
            (tact_triangle){{{p[0], p[1], p[2]}, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}}});
    else
        return false;
    return !c.failed;
}

/* p0[3] v[3] axis[3] theta0 omega */
static bool read_motion(const golden_lines *lines, tact_rigid_motion *out) {
    golden_cursor c = golden_cursor_at(lines, 1);
    tact_vec3 place = golden_read_vec3(&c), velocity = golden_read_vec3(&c);
    tact_vec3 axis = golden_read_vec3(&c);
    double angle = golden_read_double(&c), rate = golden_read_double(&c);
    tact_pose start;
    if (c.failed || tact_pose_from_axis_angle(axis, angle, place, &start) != TACT_OK ||
        tact_rigid_steady(start, velocity, (tact_vec3){0, 0, 0}, place, out) != TACT_OK)
        return false;
    out->axis = axis;
    out->rate = rate;
    return true;
}

static bool read_truth(const golden_lines *lines, rigid_case *out) {
    golden_cursor c = golden_cursor_at(lines, 1);
    out->is_hit = golden_read_count(&c) != 0;
    if (out->is_hit)
        out->time = golden_read_double(&c);
    return !c.failed;
}

/* Reads the lines of a case after its name. */
static bool read_case(golden_lines *lines, rigid_case *out) {
    for (int i = 0; i < 2; i++)
        if (!golden_lines_next(lines) || !read_shape(lines, &out->shape[i]) ||
            !golden_lines_next(lines) || !read_motion(lines, &out->motion[i]))
            return false;
    return golden_lines_next(lines) && read_truth(lines, out);
}

bool golden_is_rigid(const char *name, const golden_lines *first) {
    return strcmp(name, "rigid_ccd.txt") == 0 && first->field_count == 1;
}

static void judge_answer(golden_report *report, const rigid_case *truth,
                         const tact_rigid_result *r) {
    tact_outcome expected = truth->is_hit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    if (r->outcome != expected)
        golden_fail(report, "%s, expected %s (%s, %.17g to %.17g)", tact_outcome_name(r->outcome),
                    tact_outcome_name(expected), tact_rigid_ending_name(r->ending), r->lower,
                    r->upper);
    else if (truth->is_hit &&
             (r->lower > truth->time + TIME_ERROR || r->upper < truth->time - TIME_ERROR))
        golden_fail(report, "time %.17g is not between %.17g and %.17g", truth->time, r->lower,
                    r->upper);
    else if (truth->is_hit && r->upper - r->lower > MOST_WIDTH)
        golden_fail(report, "the interval is %.3g wide (%s)", r->upper - r->lower,
                    tact_rigid_ending_name(r->ending));
}

static void judge_case(golden_report *report, const rigid_case *truth) {
    tact_model *model[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        if (tact_model_create_shape(NULL, &truth->shape[i], &model[i]) != TACT_OK)
            golden_fail(report, "shape %d is refused", i);
    for (int i = 0; i < 2 && model[0] != NULL && model[1] != NULL; i++) {
        tact_moving a = tact_moving_make(model[i], &truth->motion[i]);
        tact_moving b = tact_moving_make(model[1 - i], &truth->motion[1 - i]);
        tact_rigid_result result;
        tact_status status = tact_first_contact(&a, &b, NULL, NULL, &result);
        if (status != TACT_OK)
            golden_fail(report, "%s", tact_status_name(status));
        else
            judge_answer(report, truth, &result);
    }
    tact_model_destroy(model[0]);
    tact_model_destroy(model[1]);
}

void golden_judge_rigid(golden_report *report, golden_lines *lines) {
    while (golden_lines_next(lines)) {
        golden_case_begin(report, lines->fields[0]);
        uint64_t line = lines->number;
        rigid_case truth;
        bool is_read = read_case(lines, &truth);
        if (is_read)
            judge_case(report, &truth);
        else
            golden_fail(report, "the case of line %" PRIu64 " cannot be read", line);
        golden_case_end(report);
    }
}
