/* SPDX-License-Identifier: MIT */
/* regress_poses.txt: queries on which other libraries failed. Checks verdicts, distances and depths
 * of convex shapes, verdicts and distances of shapes and meshes, times of first contact, and what
 * loading must notice. Shapes made of triangles are also checked by their triangles. */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "object/object.h"
#include "pair/pair_depth.h"

typedef struct pose_line {
    const char *kind, *method;
    golden_shape a, b;
    tact_pose end[2]; /* of a cast */
    uint64_t verdict;
    double value, tolerance;
} pose_line;

static bool is_known_kind(const char *kind) {
    static const char *const kinds[] = {"distance",     "depth",        "collide", "cast",
                                        "mesh-collide", "mesh-contain", "load"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

/* id source kind shapeA poseA shapeB poseB [endA endB] verdict value tol method ideal ; note */
static bool parse_line(const golden_lines *lines, pose_line *out) {
    golden_cursor c = golden_cursor_at(lines, 2);
    out->kind = golden_read_word(&c);
    out->a = golden_shape_read(&c);
    out->b = golden_shape_read(&c);
    if (strcmp(out->kind, "cast") == 0) {
        out->end[0] = golden_read_pose(&c);
        out->end[1] = golden_read_pose(&c);
    }
    out->verdict = golden_read_count(&c);
    out->value = golden_read_double(&c);
    out->tolerance = golden_read_double(&c);
    out->method = golden_read_word(&c);
    golden_read_count(&c);
    bool ends = strcmp(golden_read_word(&c), ";") == 0;
    return !c.failed && ends && out->verdict <= 1 && is_known_kind(out->kind);
}

static void free_line(pose_line *line) {
    golden_shape_free(&line->a);
    golden_shape_free(&line->b);
}

bool golden_is_poses(const char *name, const golden_lines *first) {
    if (strcmp(name, "regress_poses.txt") != 0)
        return false;
    pose_line line;
    bool good = parse_line(first, &line);
    free_line(&line);
    return good;
}

static bool is_finite_part(golden_points part) {
    for (uint32_t i = 0; i < part.count; i++)
        if (!tact_vec3_is_finite(part.at[i]))
            return false;
    return true;
}

/* What a loader must find: triangles with a coordinate that is not finite, or of zero area. */
static void judge_load(golden_report *report, const pose_line *line) {
    uint64_t not_finite = 0, degenerate = 0;
    for (uint32_t i = 0; i < line->a.part_count; i++) {
        golden_points part = line->a.parts[i];
        if (!is_finite_part(part))
            not_finite++;
        else
            degenerate += tact_is_collinear(&part.at[0], &part.at[1], &part.at[2]);
    }
    if ((not_finite == 0) != (line->verdict == 1))
        golden_fail(report, "accept expected %d, got %d", (int)line->verdict, not_finite == 0);
    uint64_t got = line->verdict == 1 ? degenerate : not_finite;
    if ((double)got != line->value)
        golden_fail(report, "triangles expected %g, got %" PRIu64, line->value, got);
}

static void judge_distance(golden_report *report, const pose_line *line, tact_gap gap) {
    bool exact = strncmp(line->method, "exact", 5) == 0;
    if (!(fabs(gap.distance - line->value) <= line->tolerance) ||
        (exact && !golden_gap_contains(&gap, line->value)))
        golden_fail(report, "distance expected %.17g, got %.17g in [%.17g, %.17g]", line->value,
                    gap.distance, gap.lower, gap.upper);
}

/* For shapes that bounds cannot distinguish from touching: whether the depth is within the
 * tolerance. */
static void judge_open_depth(golden_report *report, const tacti_placed_shape *a,
                             const tacti_placed_shape *b, const pose_line *line) {
    tacti_convex_depth_answer answer;
    if (tacti_convex_depth(a, b, NULL, &answer) != TACT_OK ||
        answer.lower > line->value + line->tolerance)
        golden_fail(report, "depth expected %g, got at least %g", line->value, answer.lower);
}

/* The data gives no distance for depth cases of value 0 and for cases that only ask for a
 * verdict. */
static void judge_convex(golden_report *report, const pose_line *line) {
    tacti_placed_shape a = {&line->a.shape, line->a.pose}, b = {&line->b.shape, line->b.pose};
    golden_convex_truth truth = {
        .intersect = line->verdict == 1, .distance = (double)NAN, .depth = (double)NAN};
    truth.is_exact = tact_shape_is_polytope(a.shape) && tact_shape_is_polytope(b.shape);
    if (strcmp(line->kind, "distance") == 0) {
        truth.distance = line->value;
        truth.tolerance = line->tolerance;
    } else if (strcmp(line->kind, "depth") == 0) {
        truth.depth = line->value;
        truth.depth_tolerance = line->tolerance;
    }
    /* If the value is below the tolerance, bounds may leave the verdict open either way. */
    if (!truth.is_exact && line->value <= line->tolerance) {
        tacti_convex_distance_answer answer;
        if (tacti_convex_distance(&a, &b, NULL, &answer) != TACT_OK ||
            answer.lower > line->tolerance)
            golden_fail(report, "distance expected %g, got at least %g", line->value, answer.lower);
        if (strcmp(line->kind, "depth") == 0)
            judge_open_depth(report, &a, &b, line);
        return;
    }
    golden_convex_judge(report, &a, &b, &truth);
}

/* Distances that only bounds enclose may leave the verdict open if they are within the tolerance.
 */
static void judge_object(golden_report *report, const pose_line *line, const golden_shape *a,
                         const golden_shape *b) {
    bool is_filled = strcmp(line->kind, "mesh-contain") == 0;
    bool is_distance = strcmp(line->kind, "distance") == 0;
    const tact_shape *shape = a->is_mesh ? &b->shape : &a->shape;
    golden_object_answer got = golden_objects_ask(report, a, b, is_filled);
    bool may_be_open =
        !tact_shape_is_polytope(shape) && !(is_distance && line->value > line->tolerance);
    tact_outcome expected = line->verdict == 1 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    if (got.outcome != expected && !(got.outcome == TACT_OUTCOME_UNDECIDED && may_be_open))
        golden_fail(report, "shape and mesh: expected %s, got %s", tact_outcome_name(expected),
                    tact_outcome_name(got.outcome));
    const tacti_object_distance_answer *gap = &got.separation;
    if (is_distance &&
        (!(fabs(gap->distance - line->value) <= line->tolerance) ||
         gap->lower > line->value + line->tolerance || gap->upper < line->value - line->tolerance))
        golden_fail(report, "shape and mesh: distance expected %.17g, got %.17g in [%.17g, %.17g]",
                    line->value, gap->distance, gap->lower, gap->upper);
}

/* One side is a mesh and the other a convex shape. */
static bool is_mixed(const pose_line *line) {
    return (line->a.is_mesh && line->b.is_convex) || (line->a.is_convex && line->b.is_mesh);
}

/* Returns a reason if the case cannot be judged. */
static const char *judge_cast(golden_report *report, const pose_line *line) {
    golden_motion_truth truth = {line->verdict == 1, line->value, line->tolerance};
    golden_shape shapes[2] = {line->a, line->b};
    return golden_cast_judge(report, shapes, line->end, &truth);
}

static void judge_line(golden_report *report, const pose_line *line) {
    if (strcmp(line->kind, "load") == 0) {
        judge_load(report, line);
        return;
    }
    if (line->a.is_convex && line->b.is_convex)
        judge_convex(report, line);
    bool is_filled = strcmp(line->kind, "mesh-contain") == 0;
    if (is_mixed(line)) {
        judge_object(report, line, &line->a, &line->b);
        judge_object(report, line, &line->b, &line->a);
        if (is_filled)
            return;
    }
    if (line->a.is_round || line->b.is_round)
        return;
    if (is_filled || (line->a.is_mesh && line->b.is_mesh)) {
        bool ab = golden_shapes_collide(report, &line->a, &line->b, is_filled);
        bool ba = golden_shapes_collide(report, &line->b, &line->a, is_filled);
        if (ab != (line->verdict == 1) || ba != ab)
            golden_fail(report, "collide expected %d, got %d, swapped %d", (int)line->verdict, ab,
                        ba);
    }
    if (is_filled)
        return;
    tact_gap gap = golden_shapes_gap(&line->a, &line->b);
    if ((gap.distance == 0) != (line->verdict == 1))
        golden_fail(report, "verdict expected %d, got %d", (int)line->verdict, gap.distance == 0);
    else if (strcmp(line->kind, "distance") == 0)
        judge_distance(report, line, gap);
}

/* NULL for a case that can be judged. */
static const char *why_not_judged(const pose_line *line) {
    if (strcmp(line->kind, "depth") == 0 && (line->a.is_mesh || line->b.is_mesh))
        return "depth of meshes";
    return NULL;
}

void golden_judge_poses(golden_report *report, golden_lines *lines) {
    do {
        golden_case_begin(report, lines->fields[0]);
        pose_line line;
        bool good = parse_line(lines, &line);
        const char *reason = good ? why_not_judged(&line) : NULL;
        if (!good)
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        else if (strcmp(line.kind, "cast") == 0)
            reason = judge_cast(report, &line);
        else if (reason == NULL)
            judge_line(report, &line);
        if (reason != NULL)
            golden_case_skip(report, reason);
        else
            golden_case_end(report);
        free_line(&line);
    } while (golden_lines_next(lines));
}
