/* SPDX-License-Identifier: MIT */
/* tact collide: whether two placed models collide, with one contact. */
#include <stdio.h>

#include "command_text.h"
#include "question.h"

static tact_status ask(question *q, size_t count) {
    tact_batch batch = question_batch(q, count);
    answer *first = &q->answers[0];
    q->options.flags = TACT_OPTION_POINT;
    tact_status status =
        q->proof != NULL ? tact_collide(&first->a, &first->b, &q->options, NULL, &first->collide)
                         : tact_collide_batch(q->models.context, &batch, &first->collide);
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        const tact_collide_result *found = &q->answers[i].collide;
        q->answers[i].verdict = found->outcome;
        q->answers[i].reason = question_reason(found->outcome, found->ending);
    }
    return status;
}

static bool is_contained(const answer *from) {
    return from->verdict == TACT_OUTCOME_CONTACT &&
           (from->collide.flags & TACT_RESULT_CONTAINED) != 0;
}

static bool rests_on_inside(const question *q, const answer *from) {
    (void)q;
    return from->verdict == TACT_OUTCOME_APART || is_contained(from);
}

static void leave_open(question *q, answer *to) {
    (void)q;
    to->collide.outcome = TACT_OUTCOME_UNDECIDED;
    to->collide.flags = 0;
}

/* Touching is not told from overlapping here, except that what lies inside overlaps. */
static void show(question *q, const answer *from) {
    const tact_collide_result *contact = &from->collide;
    char line[SHOW_LINE_SIZE];
    const char *subject = question_subject(q);
    if (from->verdict == TACT_OUTCOME_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else if (from->verdict == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s are apart.", subject);
    else
        cli_print_title(q->output, "%s %s.", subject, is_contained(from) ? "overlap" : "collide");
    if (from->verdict != TACT_OUTCOME_CONTACT)
        return;
    if (is_contained(from))
        cli_print(q->output, "inside   %s, surfaces are apart\n",
                  question_contained_text(q, &contact->a, &contact->b));
    if (!is_contained(from) || question_has_shape(q))
        cli_print(q->output, "contact  %s\n", question_contact_text(contact, line));
    question_show_triangles(q, contact, 9);
}

static void show_line(question *q, const answer *from) {
    const tact_collide_result *contact = &from->collide;
    char line[SHOW_LINE_SIZE];
    if (from->verdict == TACT_OUTCOME_UNDECIDED)
        cli_print(q->output, "undecided, %s", question_undecided_text(q, from, line));
    else if (from->verdict == TACT_OUTCOME_APART)
        cli_print(q->output, "apart");
    else if (is_contained(from))
        cli_print(q->output, "%s", question_contained_text(q, &contact->a, &contact->b));
    else
        cli_print(q->output, "contact%s%s", question_has_shape(q) ? " at " : ", ",
                  question_contact_text(contact, line));
    if (from->verdict == TACT_OUTCOME_CONTACT && !is_contained(from)) {
        question_show_site(q, &q->models.a, &contact->a);
        question_show_site(q, &q->models.b, &contact->b);
    }
    cli_print(q->output, "\n");
}

static void write(question *q, const answer *from, json_writer *json) {
    question_write_verdict("colliding", from->verdict, json);
    json_add_text(json, "reason", question_reason_name(from->reason));
    json_add_bool(json, "contained", is_contained(from));
    question_write_contact(q, &from->collide, json);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {.question = TACT_QUESTION_COLLIDE,
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

static const char collide_details[] =
    "Checks whether two meshes or shapes collide, that is touch or overlap, and shows one "
    "contact.\n"
    "The answer is exact for the coordinates in the files, after the poses are applied to them.\n"
    "'tact classify' tells touching from overlapping.\n"
    "\n" SOLID_DETAILS "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 1 if they collide (with --poses: on any line), 0 if they are apart, and 5\n"
    "if the answer is undecided: the budget ran out, rounding hides it, or a mesh crosses "
    "itself.\n";

static const cli_option collide_options[] = {
    SOLID_OPTION, SURFACE_OPTION, EMPTY_OPTION,     PROOF_OPTION,
    POSE_OPTIONS, PLY_OPTION,     QUESTION_OPTIONS,
};

static const cli_example collide_examples[] = {
    {"tact collide housing.stl gear.stl", "do they touch or overlap?"},
    {"tact collide plate.obj bolt.obj --rotate-b z,30 --move-b 0,0,-0.5", "with B elsewhere"},
    {"tact collide --surface tank.ply robot.ply", "inside the tank, does it touch the wall?"},
    {"tact collide part.stl box:1,2,3 --move-b 0,0,1", "does it reach into a box?"},
    {"tact collide part.stl half-space:0,0,1,0", "does it reach below z = 0?"},
    {"tact collide -q part.ply tool.ply --pose-b \"1,0,0,5 0,1,0,0 0,0,1,0\" || echo hit",
     "in a script"},
    {"planner | tact collide --json robot.ply cell.ply --poses - | jq .colliding",
     "a stream of poses, answered line by line"},
};

const cli_command command_collide = {
    .name = "collide",
    .summary = "check whether two meshes or shapes touch or overlap, and where",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = collide_details,
    .options = ROWS(collide_options),
    .examples = ROWS(collide_examples),
    .run = run,
};
