/* SPDX-License-Identifier: MIT */
/* tact distance: how far apart two placed models are, or whether they come within a radius. */
#include <stdio.h>

#include "command_text.h"
#include "question.h"

static tact_status ask(question *q, size_t count) {
    tact_batch batch = question_batch(q, count);
    answer *first = &q->answers[0];
    tact_status status =
        q->proof != NULL ? tact_distance(&first->a, &first->b, &q->options, NULL, &first->distance)
                         : tact_distance_batch(q->models.context, &batch, &first->distance);
    /* Without --within the exit status does not depend on the distance. */
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        const tact_distance_result *gap = &q->answers[i].distance;
        if (q->is_within)
            q->answers[i].verdict = gap->within;
        q->answers[i].reason =
            question_reason(q->is_within ? gap->within : gap->outcome, gap->ending);
    }
    return status;
}

/* ---- What is known ------------------------------------------------------------------------ */

static bool is_contained(const tact_distance_result *gap) {
    return gap->outcome == TACT_OUTCOME_CONTACT && (gap->flags & TACT_RESULT_CONTAINED) != 0;
}

static bool is_complete(const tact_distance_result *gap) {
    return gap->ending < TACT_ENDING_BUDGET;
}

static bool has_points(const tact_distance_result *gap) {
    return (gap->flags & TACT_RESULT_POINT) != 0;
}

/* An empty mesh is infinitely far away. */
static bool has_empty(const question *q) {
    return models_is_empty(&q->models.a) || models_is_empty(&q->models.b);
}

static bool rests_on_inside(const question *q, const answer *from) {
    (void)q;
    return from->distance.outcome != TACT_OUTCOME_CONTACT || is_contained(&from->distance);
}

/* An upper bound of the distance of the surfaces. */
static double surface_bound(const question *q, const answer *from) {
    tact_instance a = from->a, b = from->b;
    tact_options options = q->options;
    tact_distance_result gap;
    a.flags = b.flags = 0;
    options.proof = NULL;
    return tact_distance(&a, &b, &options, NULL, &gap) == TACT_OK ? gap.upper : HUGE_VAL;
}

/* The distance is 0 or that of the surfaces. */
static void leave_open(question *q, answer *to) {
    tact_distance_result *gap = &to->distance;
    if (is_contained(gap))
        gap->upper = surface_bound(q, to);
    gap->outcome = TACT_OUTCOME_UNDECIDED;
    gap->flags = 0;
    gap->lower = 0;
    gap->distance = HUGE_VAL;
    gap->within = gap->upper <= q->options.limit ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED;
    if (q->is_within)
        to->verdict = gap->within;
}

/* ---- As text ------------------------------------------------------------------------------ */

static void show_within(question *q, const answer *from) {
    tact_outcome verdict = from->verdict;
    char radius[SHOW_LINE_SIZE], line[SHOW_LINE_SIZE];
    show_number(q->options.limit, radius);
    if (verdict == TACT_OUTCOME_UNDECIDED && from->doubtful != 0)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else if (verdict == TACT_OUTCOME_CONTACT)
        cli_print_title(q->output, "%s come within %.40s.", question_subject(q), radius);
    else if (verdict == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s are more than %.40s apart.", question_subject(q), radius);
    else
        cli_print_title(q->output,
                        "Undecided: the distance is %.40s within rounding, or the budget ran out.",
                        radius);
}

static void show_title(question *q, const answer *from) {
    const tact_distance_result *gap = &from->distance;
    const char *subject = question_subject(q);
    char line[SHOW_LINE_SIZE];
    if (q->is_within) {
        show_within(q, from);
        return;
    }
    if (gap->outcome == TACT_OUTCOME_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else if (gap->outcome == TACT_OUTCOME_APART && has_empty(q))
        cli_print_title(q->output, "A mesh is empty: there is no distance.");
    else if (gap->outcome == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s are apart.", subject);
    else
        cli_print_title(q->output, "%s %s.", subject, is_contained(gap) ? "overlap" : "collide");
}

/* The distance and its bounds. Without closest points only a lower bound is known. */
static void show_bounds(question *q, const tact_distance_result *gap) {
    char line[SHOW_LINE_SIZE];
    if (gap->outcome == TACT_OUTCOME_CONTACT || has_points(gap))
        cli_print(q->output, "distance   %s%s\n", show_number(gap->distance, line),
                  is_complete(gap) ? "" : "  (the least found before the budget ran out)");
    else
        cli_print(q->output, "distance\n");
    if (gap->outcome == TACT_OUTCOME_CONTACT)
        return;
    cli_print(q->output, "  at least %s\n", show_number(gap->lower, line));
    if (gap->upper < HUGE_VAL)
        cli_print(q->output, "  at most  %s\n", show_number(gap->upper, line));
}

static void show_end(question *q, const char *label, const model *m, const tact_site *site) {
    const char *name = m == &q->models.a ? "A" : "B";
    char line[SHOW_LINE_SIZE];
    char text[MODELS_LINE_SIZE];
    bool is_triangle = site->element != TACT_NO_TRIANGLE;
    cli_print(q->output, "  %-8s %s  %s%s\n", label, show_point(site->point, line),
              is_triangle ? "" : "of ",
              is_triangle ? models_show_triangle(m, name, site->element, text) : name);
}

static void show(question *q, const answer *from) {
    const tact_distance_result *gap = &from->distance;
    show_title(q, from);
    if (is_contained(gap))
        cli_print(q->output, "inside     %s, surfaces are apart\n",
                  question_contained_text(q, &gap->a, &gap->b));
    if (!has_empty(q))
        show_bounds(q, gap);
    if (!has_points(gap) || is_contained(gap))
        return;
    show_end(q, "from", &q->models.a, &gap->a);
    show_end(q, "to", &q->models.b, &gap->b);
}

static void show_line(question *q, const answer *from) {
    const tact_distance_result *gap = &from->distance;
    char line[SHOW_LINE_SIZE];
    bool is_doubtful = from->doubtful != 0 && from->verdict == TACT_OUTCOME_UNDECIDED;
    if (q->is_within || is_doubtful)
        cli_print(q->output, "%s, ",
                  from->verdict == TACT_OUTCOME_CONTACT ? "within"
                  : from->verdict == TACT_OUTCOME_APART ? "apart"
                                                        : "undecided");
    if (is_doubtful)
        cli_print(q->output, "%s, ", question_undecided_text(q, from, line));
    if (is_contained(gap))
        cli_print(q->output, "%s, ", question_contained_text(q, &gap->a, &gap->b));
    if (gap->outcome == TACT_OUTCOME_CONTACT || has_points(gap) || has_empty(q))
        cli_print(q->output, "%s", show_number(gap->distance, line));
    else
        cli_print(q->output, "at least %s", show_number(gap->lower, line));
    if (!is_complete(gap))
        cli_print(q->output, " (the budget ran out)");
    if (has_points(gap) && !is_contained(gap)) {
        question_show_site(q, &q->models.a, &gap->a);
        question_show_site(q, &q->models.b, &gap->b);
    }
    cli_print(q->output, "\n");
}

/* ---- As JSON ------------------------------------------------------------------------------ */

static void write(question *q, const answer *from, json_writer *json) {
    const tact_distance_result *gap = &from->distance;
    if (q->is_within)
        question_write_verdict("within", from->verdict, json);
    question_write_verdict("colliding", gap->outcome, json);
    json_add_text(json, "reason", question_reason_name(from->reason));
    json_add_bool(json, "contained", is_contained(gap));
    json_add_number(json, "distance", gap->distance);
    json_add_number(json, "lower", gap->lower);
    json_add_number(json, "upper", gap->upper);
    json_add_bool(json, "complete", is_complete(gap));
    json_key(json, "witness");
    if (!has_points(gap)) {
        json_nothing(json);
        return;
    }
    json_begin_object(json);
    question_write_triangles(q, gap->a.element, gap->b.element, json);
    show_add_point(json, "p", gap->a.point);
    show_add_point(json, "q", gap->b.point);
    json_end_object(json);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {.question = TACT_QUESTION_DISTANCE,
                                         .has_solids = true,
                                         .ask = ask,
                                         .rests_on_inside = rests_on_inside,
                                         .leave_open = leave_open,
                                         .show = show,
                                         .show_line = show_line,
                                         .write = write};
    return question_run(args, output, &verbs);
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char distance_details[] =
    "Measures how far apart two meshes or shapes are, and where. The distance is 0 if and only if\n"
    "they touch or overlap, exactly. Otherwise it is rounded, and the true distance lies between\n"
    "the two bounds. --error trades accuracy for time: 0.01 allows a distance that is up to 1 %\n"
    "too large. --within only checks whether they come that near, --greedy only computes a lower\n"
    "bound; both are faster.\n"
    "\n" SOLID_DETAILS "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "With --within R the exit status is 1 if the distance is at most R (with --poses: on any\n"
    "line), 0 if it is greater, and 5 if it is undecided: the budget ran out, the distance equals\n"
    "R within rounding, or a mesh crosses itself. Without --within it is 0, or 5 if a mesh "
    "crosses\n"
    "itself and the distance depends on its inside.\n";

static const cli_option distance_options[] = {
    {"within", 0, "R", NULL, "exit with 1 if the distance is at most R"},
    {"greedy", 0, NULL, NULL, "compute only a lower bound, quickly"},
    {"error", 0, "REL", NULL, "allowed relative error (0.01 = 1 %)"},
    SOLID_OPTION,
    SURFACE_OPTION,
    EMPTY_OPTION,
    PROOF_OPTION,
    {"svg", 0, "FILE", NULL, "plot how sharp the bounds are if both are larger or smaller"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example distance_examples[] = {
    {"tact distance bolt.ply plate.ply", "how far, and between which triangles"},
    {"tact distance pipe.obj duct.obj --within 0.05 || echo too close", "a clearance check"},
    {"tact distance a.ply b.ply --error 0.01 --time", "to one percent, faster"},
    {"tact distance --json a.ply b.ply --move-b 0,0,0x1p-3 | jq .distance", "for programs"},
    {"tact distance robot.ply cell.ply --poses path.txt --threads 4", "along a path"},
    {"tact distance sphere:0.5 capsule:1,0.2 --rotate-b x,90 --move-b 2,0,0", "between two shapes"},
    {"tact distance part.stl point:1,2,3", "from a point"},
    {"tact distance a.ply b.ply --svg bounds.svg", "the width of the bounds over scale"},
};

const cli_command command_distance = {
    .name = "distance",
    .summary = "measure how far apart two meshes or shapes are, and where",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = distance_details,
    .options = ROWS(distance_options),
    .examples = ROWS(distance_examples),
    .run = run,
};
