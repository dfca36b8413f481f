/* SPDX-License-Identifier: MIT */
/* tact depth: the penetration depth of two placed convex shapes, and with --points their contact
 * manifold. */
#include <math.h>
#include <stdio.h>

#include "command_text.h"
#include "question.h"

/* ---- Asking ------------------------------------------------------------------------------- */

static tact_status ask(question *q, size_t count) {
    tact_batch batch = question_batch(q, count);
    tact_status status = tact_depth_batch(q->models.context, &batch, &q->answers[0].depth);
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        q->answers[i].verdict = q->answers[i].depth.outcome;
    if (status == TACT_OK && cli_has(q->args, "points"))
        status = tact_manifold_batch(q->models.context, &batch, &q->answers[0].manifold);
    return status;
}

/* Turns -0 into 0. */
static tact_vec3 plain(tact_vec3 v) {
    return tact_vec3_make(v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

/* ---- As text ------------------------------------------------------------------------------ */

/* If the bounds of the depth do not tell touching from overlapping, the relation may. */
static const char *verdict_text(const answer *from) {
    tact_classify_result how = {.relation = TACT_RELATION_UNDECIDED};
    if (from->verdict == TACT_OUTCOME_APART)
        return "They are apart";
    if (from->verdict == TACT_OUTCOME_UNDECIDED)
        return "Undecided: rounding hides the answer";
    if (from->depth.lower > 0)
        return "They overlap";
    if (tact_classify(&from->a, &from->b, NULL, &how) != TACT_OK ||
        how.relation == TACT_RELATION_UNDECIDED)
        return "They touch or overlap; rounding hides which";
    return how.relation == TACT_RELATION_TOUCHING ? "They touch" : "They overlap";
}

static void show_points(question *q, const answer *from) {
    const tact_manifold_result *m = &from->manifold;
    char line[SHOW_LINE_SIZE];
    if (m->point_count == 0) {
        cli_print(q->output, "points     none\n");
        return;
    }
    cli_print(q->output, "normal     %s\n", show_point(plain(m->normal), line));
    for (uint32_t i = 0; i < m->point_count; i++) {
        cli_print(q->output, "point %u    %s", i + 1, show_point(m->points[i].point_a, line));
        cli_print(q->output, "  separation %s\n", show_number(m->points[i].separation, line));
    }
}

/* The depth is infinite only for half-spaces. */
static void show_depth(question *q, const tact_depth_result *d) {
    char line[SHOW_LINE_SIZE];
    if (isinf(d->depth)) {
        cli_print(q->output, "depth      infinite: no move separates them\n");
        return;
    }
    cli_print(q->output, "depth      %s\n", show_number(d->depth, line));
    cli_print(q->output, "  at least %s\n", show_number(d->lower, line));
    cli_print(q->output, "  at most  %s\n", show_number(d->upper, line));
    cli_print(q->output, "direction  %s\n", show_point(plain(d->direction), line));
    cli_print(q->output, "  of A     %s\n", show_point(d->a.point, line));
    cli_print(q->output, "  of B     %s\n", show_point(d->b.point, line));
}

static void show(question *q, const answer *from) {
    cli_print_title(q->output, "%s.", verdict_text(from));
    if (from->verdict != TACT_OUTCOME_APART)
        show_depth(q, &from->depth);
    if (cli_has(q->args, "points"))
        show_points(q, from);
}

static void show_line(question *q, const answer *from) {
    char line[SHOW_LINE_SIZE];
    if (from->verdict == TACT_OUTCOME_APART) {
        cli_print(q->output, "apart");
    } else {
        cli_print(q->output, "%s", from->verdict == TACT_OUTCOME_UNDECIDED ? "undecided, " : "");
        cli_print(q->output, "depth %s", show_number(from->depth.depth, line));
        if (!isinf(from->depth.depth))
            cli_print(q->output, " along %s", show_point(plain(from->depth.direction), line));
    }
    if (cli_has(q->args, "points"))
        cli_print(q->output, ", %u point%s", from->manifold.point_count,
                  from->manifold.point_count == 1 ? "" : "s");
    cli_print(q->output, "\n");
}

/* ---- As JSON ------------------------------------------------------------------------------ */

static void write_points(const tact_manifold_result *m, json_writer *json) {
    show_add_point_if(json, "normal", m->point_count > 0, plain(m->normal));
    json_key(json, "points");
    json_begin_array(json);
    for (uint32_t i = 0; i < m->point_count; i++) {
        const tact_contact_point *point = &m->points[i];
        json_begin_line(json);
        show_add_point(json, "p", point->point_a);
        show_add_point(json, "q", point->point_b);
        json_add_number(json, "separation", point->separation);
        json_add_count(json, "feature_a", point->feature_a);
        json_add_count(json, "feature_b", point->feature_b);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write(question *q, const answer *from, json_writer *json) {
    const tact_depth_result *d = &from->depth;
    bool has_way = from->verdict != TACT_OUTCOME_APART && !isinf(d->depth);
    question_write_verdict("colliding", from->verdict, json);
    json_add_number(json, "depth", d->depth);
    json_add_number(json, "lower", d->lower);
    json_add_number(json, "upper", d->upper);
    show_add_point_if(json, "direction", has_way, plain(d->direction));
    json_key(json, "witness");
    if (has_way) {
        json_begin_object(json);
        show_add_point(json, "p", d->a.point);
        show_add_point(json, "q", d->b.point);
        json_end_object(json);
    } else {
        json_nothing(json);
    }
    if (cli_has(q->args, "points"))
        write_points(&from->manifold, json);
}

/* A mesh has no depth, but its hull has one. */
static cli_exit refuse_meshes(const cli_args *args) {
    char line[MODELS_LINE_SIZE];
    for (size_t i = 0; i < 2; i++) {
        if (models_is_shape(args->operands[i]))
            continue;
        const char *name = models_clean_name(args->operands[i], line);
        cli_complain("%s is not a shape; depth needs two convex shapes", name);
        cli_complain("hull:%s is its convex hull; 'tact help shapes' lists the shapes", name);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {.question = TACT_QUESTION_DEPTH,
                                         .ask = ask,
                                         .show = show,
                                         .show_line = show_line,
                                         .write = write};
    if (cli_has(args, "margin") && !cli_has(args, "points")) {
        cli_complain("--margin needs --points");
        return CLI_USAGE;
    }
    cli_exit status = refuse_meshes(args);
    return status == CLI_OK ? question_run(args, output, &verbs) : status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char depth_details[] =
    "Computes the penetration depth of two convex shapes: the length and the direction of the\n"
    "shortest move of B that separates them. The depth is rounded, and the true depth lies\n"
    "between the two bounds. Whether the shapes collide is exact, except for cylinders, cones and\n"
    "ellipsoids. --points adds a contact manifold: up to four points with one normal, as physics\n"
    "engines use them.\n"
    "\n"
    "A and B are shapes, such as sphere:0.5, box:1,2,3 or hull:part.stl; 'tact help shapes' lists\n"
    "them. A mesh has no depth, but its convex hull, hull:FILE, has one.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 if they touch or overlap (with --poses: on any line), 0 if they are\n"
    "apart, and 5 if rounding hides the answer.\n";

static const cli_option depth_options[] = {
    {"points", 0, NULL, NULL, "add up to four contact points and their normal"},
    {"margin", 0, "D", NULL, "with --points: also points that are up to D apart"},
    POSE_OPTIONS,
    RECORD_OPTION,
    DRAW_OPTIONS,
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example depth_examples[] = {
    {"tact depth box:1,1,1 sphere:0.5 --move-b 0.8,0,0", "how deep, and which way out"},
    {"tact depth hull:a.stl hull:b.stl --move-b 0,0,2 --json | jq .depth", "of two hulls"},
    {"tact depth box:4,4,0.1 box:1,1,1 --move-b 0,0,0.5 --points",
     "the points on which the box rests"},
};

const cli_command command_depth = {
    .name = "depth",
    .summary = "compute how deep two convex shapes overlap, and the shortest way out",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = depth_details,
    .options = ROWS(depth_options),
    .examples = ROWS(depth_examples),
    .run = run,
};
