/* SPDX-License-Identifier: MIT */
/* First contact: rigid_ccd.txt, motions whose time of impact is known, and the motions of
 * regress_poses.txt. Each is asked in both orders, with and without a cache. Polytopes are also
 * asked as meshes: their surfaces first touch at the same time unless one starts inside the other.
 */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The file's times are exact for numbers that were then rounded to double. */
#define TIME_ROUNDING 1e-15
/* The widest interval. */
#define MOST_WIDTH 1e-9
/* Motions that come nearer than this part of their size may be undecided. */
#define GRAZING 0x1p-44

/* ---- One motion --------------------------------------------------------------------------- */

static void check_interval(golden_report *report, const tact_rigid_result *result,
                           const golden_motion_truth *truth, const char *what) {
    if (result->outcome != TACT_OUTCOME_CONTACT)
        return;
    if (!(result->lower <= truth->time + truth->tolerance) ||
        !(result->upper >= truth->time - truth->tolerance))
        golden_fail(report, "%s: time %.17g is not between %.17g and %.17g", what, truth->time,
                    result->lower, result->upper);
    else if (!(result->upper - result->lower <= MOST_WIDTH))
        golden_fail(report, "%s: the interval from %.17g to %.17g is too wide", what, result->lower,
                    result->upper);
}

/* A contact at the start is exactly that; apart means that there is no time. */
static void check_ending(golden_report *report, const tact_rigid_result *result, const char *what) {
    bool is_apart = result->outcome == TACT_OUTCOME_APART;
    bool is_at_start = result->ending == TACT_RIGID_ENDED_START;
    if ((is_apart && !(isinf(result->lower) && isinf(result->upper))) ||
        (is_at_start && !(result->lower == 0 && result->upper == 0)))
        golden_fail(report, "%s: %s, %s, with the times %g and %g", what,
                    tact_outcome_name(result->outcome), tact_rigid_ending_name(result->ending),
                    result->lower, result->upper);
}

static void judge_order(golden_report *report, const tact_moving *a, const tact_moving *b,
                        const golden_motion_truth *truth, const char *what) {
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    tact_cache cache = {memory, sizeof memory};
    tact_outcome expected = truth->is_contact ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    for (int i = 0; i < 3; i++) {
        tact_rigid_result result = {.outcome = TACT_OUTCOME_UNDECIDED};
        tact_status status = tact_first_contact(a, b, NULL, i == 0 ? NULL : &cache, &result);
        if (status != TACT_OK) {
            golden_fail(report, "%s: %s", what, tact_status_name(status));
            return;
        }
        if (result.outcome != expected)
            golden_fail(report, "%s: %s (%s), expected %s; free until %.17g", what,
                        tact_outcome_name(result.outcome), tact_rigid_ending_name(result.ending),
                        tact_outcome_name(expected), result.lower);
        else if (truth->is_contact)
            check_interval(report, &result, truth, what);
        check_ending(report, &result, what);
    }
}

void golden_motion_judge(golden_report *report, const tact_moving *a, const tact_moving *b,
                         const golden_motion_truth *truth, const char *what) {
    char swapped[80];
    snprintf(swapped, sizeof swapped, "%.60s, swapped", what);
    judge_order(report, a, b, truth, what);
    judge_order(report, b, a, truth, swapped);
}

/* ---- rigid_ccd.txt ------------------------------------------------------------------------ */

/* A body of a case: a shape and, if it is a box or a triangle, also its surface as a mesh. */
typedef struct rigid_body {
    tact_model *shape, *mesh;
    tact_rigid_motion motion;
} rigid_body;

/* kind parameter-count parameters */
static bool read_shape(const golden_lines *lines, tact_shape *out) {
    golden_cursor c = golden_cursor_at(lines, 1);
    const char *kind = golden_read_word(&c);
    uint64_t count = golden_read_count(&c);
    double p[9] = {0};
    if (c.failed || count > 9 || lines->field_count != 3 + count)
        return false;
    for (uint64_t i = 0; i < count; i++)
        p[i] = golden_read_double(&c);
    tact_vec3 v = {p[0], p[1], p[2]};
    if (strcmp(kind, "sphere") == 0 && count == 1)
        *out = tact_shape_sphere(p[0]);
    else if (strcmp(kind, "box") == 0 && count == 3)
        *out = tact_shape_box(p[0], p[1], p[2]);
    else if (strcmp(kind, "capsule") == 0 && count == 2)
        *out = tact_shape_capsule(p[0], p[1]);
    else if (strcmp(kind, "halfspace") == 0 && count == 4)
        *out = tact_shape_half_space(v, p[3]);
    else if (strcmp(kind, "triangle") == 0 && count == 9)
        *out = tact_shape_triangle((tact_triangle){{v, {p[3], p[4], p[5]}, {p[6], p[7], p[8]}}});
    else
        return false;
    return !c.failed;
}

static tact_model *make_mesh(const tact_vec3 *vertices, uint32_t vertex_count,
                             const uint32_t *indices, uint32_t triangle_count) {
    tact_mesh_arrays arrays = {.positions = vertices,
                               .vertex_count = vertex_count,
                               .indices = indices,
                               .triangle_count = triangle_count};
    tact_model *model = NULL;
    return tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) == TACT_OK ? model : NULL;
}

/* The surface of a box, or a triangle; NULL for other shapes. */
static tact_model *make_surface(const tact_shape *shape) {
    static const uint32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                          {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                          {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    tact_vec3 corners[8], half = shape->core.half_extents;
    if (shape->kind == TACT_SHAPE_TRIANGLE)
        return make_mesh(shape->core.triangle.v, 3, faces[0], 1);
    if (shape->kind != TACT_SHAPE_BOX)
        return NULL;
    for (int i = 0; i < 8; i++)
        corners[i] = (tact_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                 i & 4 ? half.z : -half.z};
    return make_mesh(corners, 8, faces[0], 12);
}

/* p0[3] v[3] axis[3] theta0 omega */
static bool read_motion(const golden_lines *lines, tact_rigid_motion *out) {
    golden_cursor c = golden_cursor_at(lines, 1);
    tact_vec3 origin = golden_read_vec3(&c), velocity = golden_read_vec3(&c);
    tact_vec3 axis = golden_read_vec3(&c);
    double angle = golden_read_double(&c), rate = golden_read_double(&c);
    tact_pose start;
    if (c.failed || lines->field_count != 12 ||
        tact_pose_from_axis_angle(axis, angle, origin, &start) != TACT_OK)
        return false;
    tact_vec3 spin = {axis.x * rate, axis.y * rate, axis.z * rate};
    return tact_rigid_steady(start, velocity, spin, origin, out) == TACT_OK;
}

static bool read_body(golden_lines *lines, const char *name, rigid_body *out) {
    char motion_name[3] = {'M', name[0], '\0'};
    tact_shape shape;
    if (!golden_lines_next(lines) || strcmp(lines->fields[0], name) != 0 ||
        !read_shape(lines, &shape))
        return false;
    out->mesh = make_surface(&shape);
    if (tact_model_create_shape(NULL, &shape, &out->shape) != TACT_OK)
        return false;
    return golden_lines_next(lines) && strcmp(lines->fields[0], motion_name) == 0 &&
           read_motion(lines, &out->motion);
}

/* T hit time time-in-decimals */
static bool read_truth(golden_lines *lines, golden_motion_truth *out) {
    if (!golden_lines_next(lines) || strcmp(lines->fields[0], "T") != 0)
        return false;
    golden_cursor c = golden_cursor_at(lines, 1);
    uint64_t hit = golden_read_count(&c);
    *out = (golden_motion_truth){hit == 1, golden_read_double(&c), TIME_ROUNDING};
    return !c.failed && hit <= 1 && lines->field_count == 4;
}

static void judge_bodies(golden_report *report, const rigid_body body[2],
                         const golden_motion_truth *truth) {
    static const char *const names[4] = {"shapes", "mesh and shape", "shape and mesh", "meshes"};
    for (int form = 0; form < 4; form++) {
        const tact_model *a = form & 1 ? body[0].mesh : body[0].shape;
        const tact_model *b = form & 2 ? body[1].mesh : body[1].shape;
        if (a == NULL || b == NULL)
            continue;
        tact_moving moving_a = tact_moving_make(a, &body[0].motion);
        tact_moving moving_b = tact_moving_make(b, &body[1].motion);
        golden_motion_judge(report, &moving_a, &moving_b, truth, names[form]);
    }
}

/* The rest of a case whose name is read. */
static bool judge_case(golden_report *report, golden_lines *lines) {
    rigid_body body[2] = {{NULL}, {NULL}};
    golden_motion_truth truth;
    bool good = read_body(lines, "A", &body[0]) && read_body(lines, "B", &body[1]) &&
                read_truth(lines, &truth);
    if (good)
        judge_bodies(report, body, &truth);
    for (int i = 0; i < 2; i++) {
        tact_model_destroy(body[i].shape);
        tact_model_destroy(body[i].mesh);
    }
    return good;
}

bool golden_is_rigid(const char *name, const golden_lines *first) {
    return strcmp(name, "rigid_ccd.txt") == 0 && first->field_count == 1;
}

void golden_judge_rigid(golden_report *report, golden_lines *lines) {
    golden_cursor c = golden_cursor_at(lines, 0);
    uint64_t expected = golden_read_count(&c), count = 0;
    bool good = !c.failed;
    while (good && golden_lines_next(lines)) {
        golden_case_begin(report, lines->fields[0]);
        good = lines->field_count == 1 && judge_case(report, lines);
        if (!good)
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        golden_case_end(report);
        count++;
    }
    golden_case_begin(report, "count");
    if (count != expected)
        golden_fail(report, "%" PRIu64 " cases, expected %" PRIu64, count, expected);
    golden_case_end(report);
}

/* ---- regress_poses.txt -------------------------------------------------------------------- */

/* The placed triangles of a mesh, or a shape with its pose. */
static bool make_moving(const golden_shape *shape, tact_pose end, tact_model **model,
                        tact_moving *out) {
    tact_pose start = shape->is_mesh ? tact_pose_identity() : shape->pose;
    tact_vec3 velocity = {end.m[3] - shape->pose.m[3], end.m[7] - shape->pose.m[7],
                          end.m[11] - shape->pose.m[11]};
    tact_vec3 none = {0, 0, 0};
    tact_rigid_motion motion;
    if (shape->is_mesh)
        *model = make_mesh(shape->memory, 3 * shape->part_count, NULL, shape->part_count);
    else if (tact_model_create_shape(NULL, &shape->shape, model) != TACT_OK)
        *model = NULL;
    if (*model == NULL || tact_rigid_steady(start, velocity, none, none, &motion) != TACT_OK)
        return false;
    *out = tact_moving_make(*model, &motion);
    return true;
}

static bool place(const tact_moving *moving, double time, tact_instance *out, double *size) {
    tact_box box;
    *out = tact_instance_make(moving->model);
    if (tact_rigid_pose_at(&moving->motion, time, &out->pose) != TACT_OK ||
        tact_instance_bounds(out, &box) != TACT_OK)
        return false;
    *size = fmax(*size, fmax(fmax(-box.lo.x, box.hi.x),
                             fmax(fmax(-box.lo.y, box.hi.y), fmax(-box.lo.z, box.hi.z))));
    return true;
}

/* Whether an undecided answer is allowed: soon after the time lower, the two are apart, but nearer
 * than the documented part of their size. */
static bool is_within_rounding(const tact_moving moving[2]) {
    tact_rigid_result result = {.outcome = TACT_OUTCOME_CONTACT};
    tact_distance_result gap;
    tact_instance a, b;
    double size = 0;
    if (tact_first_contact(&moving[0], &moving[1], NULL, NULL, &result) != TACT_OK ||
        result.outcome != TACT_OUTCOME_UNDECIDED || result.ending != TACT_RIGID_ENDED_PRECISION)
        return false;
    double soon = fmin(result.lower + 0x1p-20, 1);
    return place(&moving[0], soon, &a, &size) && place(&moving[1], soon, &b, &size) &&
           tact_distance(&a, &b, NULL, NULL, &gap) == TACT_OK && gap.lower > 0 &&
           gap.upper <= GRAZING * size;
}

const char *golden_cast_judge(golden_report *report, const golden_shape shape[2],
                              const tact_pose end[2], const golden_motion_truth *truth) {
    tact_model *model[2] = {NULL, NULL};
    tact_moving moving[2];
    const char *reason = NULL;
    if (!make_moving(&shape[0], end[0], &model[0], &moving[0]) ||
        !make_moving(&shape[1], end[1], &model[1], &moving[1]))
        golden_fail(report, "the motion cannot be made");
    else if (!truth->is_contact && is_within_rounding(moving))
        reason = "nearer than rounding tells from a touch";
    else
        golden_motion_judge(report, &moving[0], &moving[1], truth, "cast");
    tact_model_destroy(model[0]);
    tact_model_destroy(model[1]);
    return reason;
}
