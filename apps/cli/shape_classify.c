/* SPDX-License-Identifier: MIT */
/* tact classify where a shape is among the two. */
#include <stdio.h>

#include "question.h"
#include "show.h"

/* ---- Asking ------------------------------------------------------------------------------- */

static bool wants_clearance(const question *q, const answer *of) {
    return of->verdict == TACT_APART && !cli_has(q->args, "no-clearance");
}

static void ask_one(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    (void)worker;
    to->touch = (tacti_object_collision){.outcome = TACT_APART};
    to->status = tacti_object_classify(q->models.context, &to->a, &to->b, &to->kin);
    if (to->status != TACT_OK)
        return;
    to->verdict = to->kin.relation == TACT_RELATION_APART       ? TACT_APART
                  : to->kin.relation == TACT_RELATION_UNDECIDED ? TACT_UNDECIDED
                                                                : TACT_CONTACT;
    if (wants_clearance(q, to))
        to->status = tacti_object_distance(&to->a, &to->b, &q->desc, &to->gap);
    else if (to->verdict == TACT_CONTACT)
        to->status = tacti_object_collide(&to->a, &to->b, &q->desc, &to->touch);
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    return question_ask_each(q, count, ask_one, error);
}

/* ---- For people --------------------------------------------------------------------------- */

static const char *reason_text(const question *q, const answer *from) {
    tact_reason reason = from->kin.reason;
    return reason != TACT_REASON_NONE ? tact_reason_text(reason) : question_undecided_text(q);
}

static void show(question *q, const answer *from) {
    char line[SHOW_LINE_SIZE];
    char title[SHOW_LINE_SIZE];
    if (from->verdict == TACT_UNDECIDED)
        snprintf(title, sizeof title, "Undecided: %s.", reason_text(q, from));
    else
        snprintf(title, sizeof title, "%s%s.", question_relation_text(from->kin.relation),
                 from->kin.is_estimate ? " (an estimate: a mesh is open)" : "");
    question_show_title(q, title);
    if (from->touch.outcome == TACT_CONTACT)
        question_show_touch(q, &from->touch, 11);
    if (wants_clearance(q, from))
        cli_print(q->output, "clearance  %s\n", show_number(from->gap.distance, line));
}

static void show_line(question *q, const answer *from) {
    char line[SHOW_LINE_SIZE];
    cli_print(q->output, "%s", tact_relation_name(from->kin.relation));
    if (from->verdict == TACT_UNDECIDED)
        cli_print(q->output, ", %s", reason_text(q, from));
    if (from->kin.is_estimate)
        cli_print(q->output, " (estimate)");
    if (wants_clearance(q, from))
        cli_print(q->output, ", clearance %s", show_number(from->gap.distance, line));
    cli_print(q->output, "\n");
}

/* ---- For programs ------------------------------------------------------------------------- */

/* Of one in the other the surfaces may meet or not: nobody asked. */
static void write_meeting(tact_relation relation, json_writer *json) {
    json_key(json, "surfaces_meet");
    if (relation == TACT_RELATION_APART)
        json_bool(json, false);
    else if (relation == TACT_RELATION_TOUCHING || relation == TACT_RELATION_CROSSING ||
             relation == TACT_RELATION_IDENTICAL)
        json_bool(json, true);
    else
        json_null(json);
}

static void write(question *q, const answer *from, json_writer *json) {
    bool is_known = wants_clearance(q, from);
    json_key(json, "relation");
    json_text(json, tact_relation_name(from->kin.relation));
    json_key(json, "reason");
    json_text(json, question_reason_name(from->kin.reason));
    json_key(json, "estimate");
    json_bool(json, from->kin.is_estimate);
    write_meeting(from->kin.relation, json);
    show_write_length("distance", is_known, from->gap.distance, json);
    show_write_length("lower", is_known, from->gap.lower, json);
    show_write_length("upper", is_known, from->gap.upper, json);
    question_write_touch(q, &from->touch, json);
}

const question_verbs shape_classify_verbs = {
    .needs_insides = true, .ask = ask, .show = show, .show_line = show_line, .write = write};
