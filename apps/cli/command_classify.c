/* SPDX-License-Identifier: MIT */
/* tact classify: how two placed solids relate. */
#include <stdio.h>

#include "question.h"
#include "show.h"

/* ---- Asking ------------------------------------------------------------------------------- */

static void ask_one(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    (void)worker;
    tacti_filled a = {q->models.a.interior, to->where.a.pose};
    tacti_filled b = {q->models.b.interior, to->where.b.pose};
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = !cli_has(q->args, "no-clearance");
    desc.budget = q->desc.budget;
    to->status = tacti_mesh_classify(q->models.context, &a, &b, &desc, &to->relation);
    if (to->status != TACT_OK)
        return;
    tact_relation relation = to->relation.relation;
    to->verdict = relation == TACT_RELATION_APART       ? TACT_APART
                  : relation == TACT_RELATION_UNDECIDED ? TACT_UNDECIDED
                                                        : TACT_CONTACT;
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    return question_ask_each(q, count, ask_one, error);
}

/* ---- For people --------------------------------------------------------------------------- */

/* Whether the clearance is known. */
static bool has_clearance(const question *q, const tacti_classification *c) {
    return !cli_has(q->args, "no-clearance") && !c->surfaces_meet && c->clearance.upper > 0;
}

static void show_witness(question *q, const tacti_classification *c) {
    const tacti_mesh_collision *contact = &c->contact;
    char line[SHOW_LINE_SIZE];
    if (contact->outcome != TACT_CONTACT)
        return;
    if (contact->is_contained)
        cli_print(q->output, "inside     %s\n", show_point(contact->point, line));
    else
        cli_print(q->output, "contact    %s at %s\n", tact_overlap_kind_name(contact->kind),
                  show_point(contact->point, line));
    question_show_triangles(q, contact, 11);
}

static void show(question *q, const answer *from) {
    const tacti_classification *c = &from->relation;
    char line[SHOW_LINE_SIZE];
    char title[SHOW_LINE_SIZE];
    if (c->relation == TACT_RELATION_UNDECIDED)
        snprintf(title, sizeof title, "Undecided: %s.", tact_reason_text(c->reason));
    else
        snprintf(title, sizeof title, "%s%s.", question_relation_text(c->relation),
                 c->is_estimate ? " (an estimate: a mesh is open)" : "");
    question_show_title(q, title);
    show_witness(q, c);
    if (has_clearance(q, c))
        cli_print(q->output, "clearance  %s\n", show_number(c->clearance.distance, line));
}

static void show_line(question *q, const answer *from) {
    const tacti_classification *c = &from->relation;
    char line[SHOW_LINE_SIZE];
    cli_print(q->output, "%s", tact_relation_name(c->relation));
    if (c->relation == TACT_RELATION_UNDECIDED)
        cli_print(q->output, ", %s", tact_reason_text(c->reason));
    if (c->is_estimate)
        cli_print(q->output, " (estimate)");
    if (has_clearance(q, c))
        cli_print(q->output, ", clearance %s", show_number(c->clearance.distance, line));
    cli_print(q->output, "\n");
}

/* ---- For programs ------------------------------------------------------------------------- */

static void write(question *q, const answer *from, json_writer *json) {
    const tacti_classification *c = &from->relation;
    bool is_known = has_clearance(q, c);
    json_key(json, "relation");
    json_text(json, tact_relation_name(c->relation));
    json_key(json, "reason");
    json_text(json, question_reason_name(c->reason));
    json_key(json, "estimate");
    json_bool(json, c->is_estimate);
    json_key(json, "surfaces_meet");
    json_bool(json, c->surfaces_meet);
    show_write_length("distance", is_known || c->surfaces_meet, c->clearance.distance, json);
    show_write_length("lower", is_known || c->surfaces_meet, c->clearance.lower, json);
    show_write_length("upper", is_known || c->surfaces_meet, c->clearance.upper, json);
    question_write_contact(q, &c->contact, json);
}

cli_exit command_classify(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {
        .needs_insides = true, .ask = ask, .show = show, .show_line = show_line, .write = write};
    return question_run(args, output, &verbs, &shape_classify_verbs);
}
