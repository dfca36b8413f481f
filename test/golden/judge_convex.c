/* SPDX-License-Identifier: MIT */
/* convex_pairs.txt: two convex hulls of points per line. Checks the verdict, the distance and the
 * depth by tact's queries on hulls. If there are few points, checks verdict and distance also by
 * the triangles that cover the surfaces. */
#include "golden.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* id kind nA nB intersect dist_hex dist p[3] q[3] depth n[3], then the points */
#define HEAD_FIELDS 17
#define DEPTH_FIELD 13

#define MAX_POINTS 100000

typedef struct convex_line {
    golden_points a, b;
    bool intersect;
    double distance;
    double depth; /* NaN if it is not known */
} convex_line;

static void free_line(convex_line *line) {
    free(line->a.at);
    free(line->b.at);
}

static bool parse_line(const golden_lines *lines, convex_line *out) {
    *out = (convex_line){0};
    golden_cursor c = golden_cursor_at(lines, 2);
    uint64_t count_a = golden_read_count(&c), count_b = golden_read_count(&c);
    uint64_t intersect = golden_read_count(&c);
    out->intersect = intersect == 1;
    out->distance = golden_read_double(&c);
    c.next = DEPTH_FIELD;
    out->depth = golden_read_double(&c);
    if (out->depth < 0)
        out->depth = (double)NAN;
    if (c.failed || count_a == 0 || count_b == 0 || count_a > MAX_POINTS || count_b > MAX_POINTS ||
        intersect > 1 || lines->field_count != HEAD_FIELDS + 3 * (count_a + count_b))
        return false;
    out->a =
        (golden_points){(uint32_t)count_a, golden_allocate((size_t)count_a, sizeof(tact_vec3))};
    out->b =
        (golden_points){(uint32_t)count_b, golden_allocate((size_t)count_b, sizeof(tact_vec3))};
    c.next = HEAD_FIELDS;
    for (uint32_t i = 0; i < out->a.count; i++)
        out->a.at[i] = golden_read_vec3(&c);
    for (uint32_t i = 0; i < out->b.count; i++)
        out->b.at[i] = golden_read_vec3(&c);
    return !c.failed;
}

bool golden_is_convex(const char *name, const golden_lines *first) {
    if (strcmp(name, "convex_pairs.txt") != 0)
        return false;
    convex_line line;
    bool good = parse_line(first, &line);
    free_line(&line);
    return good;
}

/* The size of the coordinates; errors of distances may be relative to it. */
static double size_of(golden_points points) {
    double size = 0;
    for (uint32_t i = 0; i < points.count; i++)
        size = fmax(size,
                    fmax(fmax(fabs(points.at[i].x), fabs(points.at[i].y)), fabs(points.at[i].z)));
    return size;
}

static void judge_hulls(golden_report *report, const convex_line *line) {
    tact_hull *hull[2] = {NULL, NULL};
    tact_status status = tact_hull_create(NULL, line->a.at, line->a.count, &hull[0]);
    if (status == TACT_OK)
        status = tact_hull_create(NULL, line->b.at, line->b.count, &hull[1]);
    if (status != TACT_OK)
        golden_fail(report, "hull: %s", tact_status_text(status));
    else {
        tact_shape shape[2] = {tact_shape_hull(hull[0]), tact_shape_hull(hull[1])};
        tacti_placed_shape a = {&shape[0], tact_pose_identity()};
        tacti_placed_shape b = {&shape[1], tact_pose_identity()};
        double size = fmax(size_of(line->a), size_of(line->b));
        golden_convex_truth truth = {
            .intersect = line->intersect,
            .distance = line->distance,
            .tolerance = fmax(1e-10 * line->distance, 1e-14 * size),
            .is_exact = true,
            .depth = line->depth,
            .depth_tolerance = fmax(1e-9 * line->depth, 1e-14 * size),
        };
        golden_convex_judge(report, &a, &b, &truth);
    }
    tact_hull_destroy(hull[0]);
    tact_hull_destroy(hull[1]);
}

static void judge_triangles(golden_report *report, const convex_line *line) {
    tact_gap gap = golden_polytopes_gap(line->a, line->b);
    if ((gap.distance == 0) != line->intersect)
        golden_fail(report, "intersect expected %d, got %d", line->intersect, gap.distance == 0);
    else if (!golden_gap_contains(&gap, line->distance))
        golden_fail(report, "distance expected %.17g, got %.17g in [%.17g, %.17g]", line->distance,
                    gap.distance, gap.lower, gap.upper);
}

void golden_judge_convex(golden_report *report, golden_lines *lines) {
    do {
        golden_case_begin(report, lines->fields[0]);
        convex_line line;
        bool good = parse_line(lines, &line);
        if (!good)
            golden_fail(report, "line %" PRIu64 " cannot be read", lines->number);
        else {
            judge_hulls(report, &line);
            if (line.a.count <= GOLDEN_POLYTOPE_POINTS && line.b.count <= GOLDEN_POLYTOPE_POINTS)
                judge_triangles(report, &line);
        }
        golden_case_end(report);
        free_line(&line);
    } while (golden_lines_next(lines));
    golden_remark(report, "depths of 4000 pairs of points and more are not given");
}
