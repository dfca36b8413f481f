/* SPDX-License-Identifier: MIT */
/* The questions of tact demo. Only the inputs are fixed; every answer is computed. */
#include "demo.h"

#include <math.h>
#include <stdio.h>

#include "show.h"

static const char *side_marks(const double sides[3], char text[8]) {
    snprintf(text, 8, "%c %c %c", "-0+"[(sides[0] > 0) - (sides[0] < 0) + 1],
             "-0+"[(sides[1] > 0) - (sides[1] < 0) + 1],
             "-0+"[(sides[2] > 0) - (sides[2] < 0) + 1]);
    return text;
}

static void exact_sides(const tact_triangle *a, const tact_triangle *b, double sides[3]) {
    for (int i = 0; i < 3; i++)
        sides[i] = tact_orient3d(&a->v[0], &a->v[1], &a->v[2], &b->v[i]);
}

static void answer_points(demo_show *show, const tact_overlap *overlap) {
    char line[SHOW_LINE_SIZE];
    int width = show_overlap_width(overlap);
    for (uint32_t i = 0; i < overlap->point_count; i++)
        demo_answer(show, i == 0 ? tact_overlap_kind_name(overlap->kind) : "", "%s",
                    show_overlap_point(&overlap->points[i], width, line));
}

static void ask_crossing(demo_show *show) {
    tact_triangle a = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    tact_triangle b = {{{1, 1, -1}, {1, 1, 2}, {6, 1, 2}}};
    demo_ask(show, "Two triangles cross", "What do they have in common, and on which features?");
    tact_overlap overlap = tact_triangle_intersect(&a, &b);
    answer_points(show, &overlap);
    demo_learn(show, "Positions are rounded, but the features are exact: code can switch on them.");
}

/* Compares the sides computed by plain arithmetic with the true ones. */
static void compare_sides(demo_show *show, const tact_triangle *a, const tact_triangle *b) {
    double plain[3];
    double exact[3];
    char marks[8];
    char line[SHOW_LINE_SIZE];
    plain_sides(a, b, plain);
    exact_sides(a, b, exact);
    bool says = plain_meet(a, b);
    bool meets = tact_triangle_overlaps(a, b);
    demo_plain(show, says == meets, "sides %s: they %s", side_marks(plain, marks),
               says ? "meet" : "are apart");
    if (meets)
        demo_answer(show, "tact", "sides %s: they share a %s", side_marks(exact, marks),
                    tact_overlap_kind_name(tact_triangle_intersect(a, b).kind));
    else
        demo_answer(show, "tact", "sides %s: they are %s apart", side_marks(exact, marks),
                    show_number(tact_triangle_distance(a, b).distance, line));
}

static void ask_shared_edge(demo_show *show) {
    tact_triangle a = {{{0.7, 0.5, 0.4}, {0.8, 0.1, 0.2}, {0.8, 0.9, 0.3}}};
    tact_triangle above = {{a.v[2], a.v[1], {0.6, 0.8, 1}}};
    tact_triangle below = {{a.v[2], a.v[1], {0, 0.2, -1}}};
    below.v[0].z = nextafter(below.v[0].z, -1);
    below.v[1].z = nextafter(below.v[1].z, -1);
    demo_ask(show, "Neighbours in a mesh",
             "B rises from an edge of A and shares its two corners. Do they touch?\n(Signs: the "
             "sides of the plane of A on which the corners of B lie.)");
    compare_sides(show, &a, &above);
    demo_learn(show, "Any two neighbours in a mesh are such a pair.");
    demo_ask(show, "One ulp away",
             "C hangs below that edge, lower by one step of a double. Do they touch?");
    compare_sides(show, &a, &below);
    demo_learn(show, "Rounding errs both ways, so a tolerance only moves the error.");
}

static void ask_coplanar(demo_show *show) {
    /* Both in the plane z = x + 2 y. */
    tact_triangle a = {{{0, 0, 0}, {6, 0, 6}, {3, 6, 15}}};
    tact_triangle b = {{{0, 4, 8}, {3, -2, -1}, {6, 4, 14}}};
    demo_ask(show, "Two triangles in one tilted plane",
             "They form a six-pointed star: what do they have in common?");
    tact_overlap overlap = tact_triangle_intersect(&a, &b);
    answer_points(show, &overlap);
    demo_learn(show, "The whole common polygon, corner by corner, not just one point of it.");
}

static void ask_zero_area(demo_show *show) {
    tact_triangle a = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    tact_triangle needle = {{{1, 1, -1}, {1, 1, 3}, {1, 1, 1}}};
    tact_triangle dot = {{{2, 2, 0}, {2, 2, 0}, {2, 2, 0}}};
    demo_ask(show, "Triangles without area",
             "Against A: a needle (corners on a line) and a dot (one point three times).");
    tact_overlap overlap = tact_triangle_intersect(&a, &needle);
    char line[SHOW_LINE_SIZE];
    demo_answer(show, "needle", "%s at %s", tact_overlap_kind_name(overlap.kind),
                show_overlap_point(&overlap.points[0], 0, line));
    overlap = tact_triangle_intersect(&a, &dot);
    demo_answer(show, "dot", "%s at %s", tact_overlap_kind_name(overlap.kind),
                show_overlap_point(&overlap.points[0], 0, line));
    demo_learn(show, "Real meshes contain such triangles; they count as segments and points.");
}

static void ask_parallel(demo_show *show) {
    const double angle = 9e-9;
    const double height = 1e-10;
    tact_triangle a = {{{0, 0, 0}, {1, 0.1, 0}, {0.5, -3, -1}}};
    tact_triangle b = {
        {{0.1, 0.01 - 0.4 * angle, height}, {0.9, 0.09 + 0.4 * angle, height}, {0.5, 3, 1}}};
    tact_gap gap = tact_triangle_distance(&a, &b);
    double plain =
        plain_segment_distance((tact_segment){a.v[0], a.v[1]}, (tact_segment){b.v[0], b.v[1]});
    char line[SHOW_LINE_SIZE];
    demo_ask(show, "Edges that are nearly parallel",
             "Edges of about 1 m cross at an angle of 9e-9. They were placed 1e-10 m apart.\n"
             "What distance is computed?");
    demo_plain(show, plain >= gap.lower && plain <= gap.upper, "%s", show_number(plain, line));
    demo_answer(show, "tact", "%s", show_number(gap.distance, line));
    demo_answer(show, "proven: at least", "%s", show_number(gap.lower, line));
    demo_answer(show, "   and at most", "%s", show_number(gap.upper, line));
    demo_learn(show, "The usual equations are nearly singular; proven bounds can be relied on.");
}

static void ask_far_away(demo_show *show) {
    const double offset = 50000;
    tact_triangle a = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    tact_triangle b = {{{1, 1, 0}, {1, 2, 3}, {2, 1, 3}}};
    tact_pose pose = tact_pose_make(tact_mat3_identity(), (tact_vec3){offset, -offset, offset});
    tact_triangle far_a = tact_pose_place_triangle(pose, &a);
    tact_triangle far_b = tact_pose_place_triangle(pose, &b);
    char line[SHOW_LINE_SIZE];
    demo_ask(show, "50 km from the origin",
             "A spike stands on the ground, here and there. Then it is lifted by one ulp.");
    tact_overlap here = tact_triangle_intersect(&a, &b);
    demo_answer(show, "here", "%s at %s", tact_overlap_kind_name(here.kind),
                show_overlap_point(&here.points[0], 0, line));
    tact_overlap there = tact_triangle_intersect(&far_a, &far_b);
    demo_answer(show, "there", "%s at %s", tact_overlap_kind_name(there.kind),
                show_overlap_point(&there.points[0], 0, line));
    far_b.v[0].z = nextafter(far_b.v[0].z, HUGE_VAL);
    demo_answer(show, "there, lifted", "%s; they are %s m apart",
                tact_overlap_kind_name(tact_triangle_intersect(&far_a, &far_b).kind),
                show_number(tact_triangle_distance(&far_a, &far_b).distance, line));
    float single_step = nextafterf((float)offset, HUGE_VALF) - (float)offset;
    demo_answer(show, "float's step", "%s m: the smallest step of single precision there",
                show_number((double)single_step, line));
    demo_learn(show, "Buildings and maps have large coordinates; the verdict stays exact.");
}

void demo_ask_all(demo_show *show) {
    ask_crossing(show);
    ask_shared_edge(show);
    ask_coplanar(show);
    ask_zero_area(show);
    ask_parallel(show);
    ask_far_away(show);
}
