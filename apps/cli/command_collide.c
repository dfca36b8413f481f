/* SPDX-License-Identifier: MIT */
/* tact collide: whether two placed models touch, with one contact. */
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
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        q->answers[i].verdict = q->answers[i].collide.outcome;
    return status;
}

static bool is_contained(const answer *from) {
    return from->verdict == TACT_OUTCOME_CONTACT &&
           (from->collide.flags & TACT_RESULT_CONTAINED) != 0;
}

static void show(question *q, const answer *from) {
    const tact_collide_result *contact = &from->collide;
    char line[SHOW_LINE_SIZE];
    const char *subject = question_subject(q);
    if (from->verdict == TACT_OUTCOME_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q));
    else if (from->verdict == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s are apart.", subject);
    else
        cli_print_title(q->output, "%s %s.", subject,
                        is_contained(from) && !question_has_shape(q) ? "collide" : "touch");
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
        cli_print(q->output, "undecided, %s", question_undecided_text(q));
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
    json_add_bool(json, "contained", is_contained(from));
    question_write_contact(q, &from->collide, json);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {
        .ask = ask, .show = show, .show_line = show_line, .write = write};
    return question_run(args, output, &verbs);
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char collide_details[] =
    "Checks whether two meshes touch, and shows one contact if they do. The answer is exact for\n"
    "the coordinates in the files, after the poses are applied to them. Touching is contact.\n"
    "Meshes are surfaces: a mesh inside another one is apart from it, unless --solid fills both.\n"
    "Filled meshes must be watertight.\n"
    "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 1 if they touch (with --poses: on any line), 0 if they are apart, and 5\n"
    "if it is undecided because the budget ran out or rounding hides the answer.\n";

static const cli_option collide_options[] = {
    {"solid", 0, NULL, NULL, "fill watertight meshes: one inside the other is contact too"},
    PROOF_OPTION,
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example collide_examples[] = {
    {"tact collide housing.stl gear.stl", "do they touch?"},
    {"tact collide plate.obj bolt.obj --move-b 0,0,-0.5 --rotate-b z,30", "with B elsewhere"},
    {"tact collide --solid tank.ply robot.ply", "also if one is inside the other"},
    {"tact collide part.stl box:1,2,3 --move-b 0,0,1", "does it reach into a box?"},
    {"tact collide part.stl half-space:0,0,1,0", "does it reach below z = 0?"},
    {"tact collide -q part.ply tool.ply --pose-b \"1,0,0,5 0,1,0,0 0,0,1,0\" || echo hit",
     "in a script"},
    {"planner | tact collide --json robot.ply cell.ply --poses - | jq .colliding",
     "a stream of poses, answered line by line"},
};

const cli_command command_collide = {
    .name = "collide",
    .summary = "check whether two meshes or shapes touch, and where",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = collide_details,
    .options = ROWS(collide_options),
    .examples = ROWS(collide_examples),
    .run = run,
};
