/* SPDX-License-Identifier: MIT */
/* tact classify: how two placed models relate as solids. */
#include <math.h>

#include "command_text.h"
#include "question.h"
#include "tolerance.h"
#include "values.h"

/* ---- Relations ---------------------------------------------------------------------------- */

/* The names for --fail-on. Identical solids are inside each other. */
#define RELATION_CHOICES "apart|touching|crossing|inside|identical"

/* Whether a list of names has the relation. */
static bool is_named(const char *list, tact_relation relation) {
    switch (relation) {
    case TACT_RELATION_APART:
        return value_list_has(list, "apart");
    case TACT_RELATION_TOUCHING:
        return value_list_has(list, "touching");
    case TACT_RELATION_CROSSING:
        return value_list_has(list, "crossing");
    case TACT_RELATION_A_IN_B:
    case TACT_RELATION_B_IN_A:
        return value_list_has(list, "inside");
    case TACT_RELATION_IDENTICAL:
        return value_list_has(list, "inside") || value_list_has(list, "identical");
    case TACT_RELATION_UNDECIDED:
        break;
    }
    return false;
}

/* Whether a relation fails. An overlap within the tolerance counts as touching, and a gap within it
 * does not fail. */
static bool is_failing(const char *list, const answer *from) {
    tact_relation relation = from->classify.relation;
    if (!from->is_tolerable)
        return is_named(list, relation);
    return relation != TACT_RELATION_APART && is_named(list, TACT_RELATION_TOUCHING);
}

/* What the exit status says: contact for 1, apart for 0. */
static tact_outcome verdict_of(const question *q, const answer *from) {
    const char *list = cli_value(q->args, "fail-on");
    tact_relation relation = from->classify.relation;
    if (relation == TACT_RELATION_UNDECIDED)
        return TACT_OUTCOME_UNDECIDED;
    bool is_found = list != NULL ? is_failing(list, from) : relation != TACT_RELATION_APART;
    return is_found ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
}

/* ---- Asking ------------------------------------------------------------------------------- */

/* Compares one answer with the tolerance. The inside of a mesh that crosses itself is not certain,
 * so neither is what moving it proves. */
static void compare(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    tact_options options = q->options;
    (void)worker;
    options.error = NULL;
    bool is_certain = !q->models.a.crosses_itself && !q->models.b.crosses_itself;
    to->is_tolerable = (is_certain || to->classify.relation == TACT_RELATION_APART) &&
                       tolerance_is_met(&to->a, &to->b, &to->classify, q->tolerance, &options);
}

static tact_status ask(question *q, size_t count) {
    tact_batch batch = question_batch(q, count);
    q->options.flags = cli_has(q->args, "no-clearance") ? 0 : TACT_OPTION_CLEARANCE;
    tact_status status = tact_classify_batch(q->models.context, &batch, &q->answers[0].classify);
    if (status == TACT_OK && q->has_tolerance)
        tact_context_run(q->models.context, (uint32_t)count, compare, q);
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        q->answers[i].verdict = verdict_of(q, &q->answers[i]);
        q->answers[i].reason = q->answers[i].classify.reason;
    }
    return status;
}

/* ---- What is known ------------------------------------------------------------------------ */

static bool surfaces_meet(const tact_classify_result *c) {
    return (c->flags & TACT_RESULT_SURFACES_MEET) != 0;
}

static bool is_estimate(const tact_classify_result *c) {
    return (c->flags & TACT_RESULT_ESTIMATE) != 0;
}

/* True also if the budget ran out while it was measured. */
static bool has_clearance(const question *q, const tact_classify_result *c) {
    return !cli_has(q->args, "no-clearance") && !surfaces_meet(c) && c->clearance_upper > 0;
}

/* The contact, or the triangle that lies inside. */
static tact_collide_result contact_of(const tact_classify_result *c) {
    bool has_point = (c->flags & TACT_RESULT_POINT) != 0;
    return (tact_collide_result){.outcome = has_point ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART,
                                 .flags = c->flags & TACT_RESULT_CONTAINED,
                                 .kind = c->kind,
                                 .a = c->a,
                                 .b = c->b};
}

/* A shape that contains a mesh meets its surface, because shapes are solid. */
static bool rests_on_inside(const question *q, const answer *from) {
    const tact_classify_result *c = &from->classify;
    if (question_has_shape(q))
        return c->relation == TACT_RELATION_APART || (c->flags & TACT_RESULT_CONTAINED) != 0;
    return c->relation != TACT_RELATION_UNDECIDED && !surfaces_meet(c);
}

static void leave_open(question *q, answer *to) {
    (void)q;
    to->classify.relation = TACT_RELATION_UNDECIDED;
    to->classify.reason = TACT_REASON_NOT_SIMPLE;
    to->classify.flags &= ~(TACT_RESULT_POINT | TACT_RESULT_CONTAINED);
    to->is_tolerable = false;
}

/* ---- As text ------------------------------------------------------------------------------ */

static void show_witness(question *q, const tact_classify_result *c) {
    tact_collide_result contact = contact_of(c);
    char line[SHOW_LINE_SIZE];
    if (contact.outcome != TACT_OUTCOME_CONTACT)
        return;
    bool is_inside = contact.flags != 0 && !question_has_shape(q);
    cli_print(q->output, "%-11s%s\n", is_inside ? "inside" : "contact",
              question_contact_text(&contact, line));
    question_show_triangles(q, &contact, 11);
}

static void show_tolerance(question *q, const answer *from) {
    const tact_classify_result *c = &from->classify;
    char line[SHOW_LINE_SIZE];
    show_number(q->tolerance, line);
    const char *noun = c->relation == TACT_RELATION_APART ? "gap" : "overlap";
    if (!q->has_tolerance || c->relation == TACT_RELATION_UNDECIDED)
        return;
    if (c->relation == TACT_RELATION_TOUCHING)
        cli_print(q->output, "tolerance  no gap and no overlap\n");
    else if (from->is_tolerable)
        cli_print(q->output, "tolerance  the %s is proved to be at most %s\n", noun, line);
    else
        cli_print(q->output, "tolerance  the %s is not proved to be at most %s\n", noun, line);
}

static void show(question *q, const answer *from) {
    const tact_classify_result *c = &from->classify;
    char line[SHOW_LINE_SIZE];
    if (c->relation == TACT_RELATION_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else
        cli_print_title(q->output, "%s%s.", question_relation_text(c->relation),
                        is_estimate(c) ? " (an estimate: a mesh is open)" : "");
    show_witness(q, c);
    if (has_clearance(q, c))
        cli_print(q->output, "clearance  %s\n", show_number(c->clearance, line));
    show_tolerance(q, from);
}

static void show_line(question *q, const answer *from) {
    const tact_classify_result *c = &from->classify;
    char line[SHOW_LINE_SIZE];
    cli_print(q->output, "%s", tact_relation_name(c->relation));
    if (c->relation == TACT_RELATION_UNDECIDED)
        cli_print(q->output, ", %s", question_undecided_text(q, from, line));
    if (is_estimate(c))
        cli_print(q->output, " (estimate)");
    if (has_clearance(q, c))
        cli_print(q->output, ", clearance %s", show_number(c->clearance, line));
    if (q->has_tolerance && c->relation != TACT_RELATION_UNDECIDED)
        cli_print(q->output, ", %swithin the tolerance", from->is_tolerable ? "" : "not proved ");
    cli_print(q->output, "\n");
}

/* ---- As JSON ------------------------------------------------------------------------------ */

/* If one contains the other and one is a shape, it is not known whether the surfaces meet. */
static void write_meeting(const question *q, const tact_classify_result *c, json_writer *json) {
    bool is_known =
        !question_has_shape(q) || surfaces_meet(c) || c->relation == TACT_RELATION_APART;
    json_key(json, "surfaces_meet");
    if (is_known)
        json_bool(json, surfaces_meet(c));
    else
        json_nothing(json);
}

static void write(question *q, const answer *from, json_writer *json) {
    const tact_classify_result *c = &from->classify;
    tact_collide_result contact = contact_of(c);
    bool is_known = has_clearance(q, c) || (surfaces_meet(c) && !question_has_shape(q));
    json_add_text(json, "relation", tact_relation_name(c->relation));
    json_add_text(json, "reason", question_reason_name(c->reason));
    json_add_bool(json, "estimate", is_estimate(c));
    write_meeting(q, c, json);
    /* A number that is not finite is written as null. */
    json_add_number(json, "distance", is_known ? c->clearance : HUGE_VAL);
    json_add_number(json, "lower", is_known ? c->clearance_lower : HUGE_VAL);
    json_add_number(json, "upper", is_known ? c->clearance_upper : HUGE_VAL);
    question_write_contact(q, &contact, json);
    if (q->has_tolerance)
        json_add_bool(json, "within_tolerance", from->is_tolerable);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {.question = TACT_QUESTION_CLASSIFY,
                                         .needs_insides = true,
                                         .ask = ask,
                                         .rests_on_inside = rests_on_inside,
                                         .leave_open = leave_open,
                                         .show = show,
                                         .show_line = show_line,
                                         .write = write};
    return question_run(args, output, &verbs);
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char classify_details[] =
    "Tells how two solids relate: apart, touching (they share points, but their insides do not\n"
    "overlap), crossing, A in B, B in A, or identical (the same triangles). For two watertight\n"
    "meshes that do not intersect themselves the relation is always decided, and exact for the\n"
    "coordinates in the files, after the poses are applied to them. An open mesh has no certain\n"
    "inside: the answer comes from winding numbers and is called an estimate. If the surfaces do\n"
    "not meet, the clearance is printed too: how far apart they are.\n"
    "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 0 if the solids are apart, 1 for any other relation (with --poses: on\n"
    "any line), and 5 if the relation is undecided. The output then says why: the budget ran\n"
    "out, the winding numbers of an open mesh are not clear, a mesh crosses itself, or rounding\n"
    "hides the answer (shapes only). With --fail-on the exit status is 1 only for the relations\n"
    "that it names; inside includes identical solids. A file without triangles is refused with\n"
    "exit status 3, unless --allow-empty is given.\n"
    "\n"
    "The relation is exact, so parts that are meant to be flush may cross or be apart by "
    "rounding.\n"
    "--tolerance T says whether the gap is proved to be at most T, or the overlap: B can be moved\n"
    "out by at most T. For --fail-on an overlap within the tolerance counts as touching, and a "
    "gap\n"
    "within it does not fail.\n";

static const cli_option classify_options[] = {
    {"fail-on", 0, "LIST", RELATION_CHOICES, "exit with 1 only for these relations"},
    {"tolerance", 0, "T", NULL, "also say whether the gap or the overlap is at most T"},
    {"no-clearance", 0, NULL, NULL, "do not measure how far apart the surfaces are"},
    EMPTY_OPTION,
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example classify_examples[] = {
    {"tact classify housing.stl gear.stl", "apart, touching or overlapping?"},
    {"tact classify shell.ply core.ply --json | jq -r .relation", "in one word"},
    {"tact classify wall1.obj wall2.obj --move-b 0,0,0.05", "with B elsewhere"},
    {"tact classify part.stl cylinder:0.5,2", "does it fit into a bore?"},
    {"tact classify -q part.ply tool.ply || echo not apart", "in a script"},
    {"tact classify -q --fail-on crossing,inside shaft.stl hub.stl", "touching is allowed"},
    {"tact classify -q --fail-on crossing,inside --tolerance 1e-4 lid.stl pot.stl",
     "and so is an overlap by rounding"},
    {"tact classify robot.ply cell.ply --poses path.txt --no-clearance", "along a path"},
};

const cli_command command_classify = {
    .name = "classify",
    .summary = "tell how two solids relate: apart, touching, crossing, one inside the other",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = classify_details,
    .options = ROWS(classify_options),
    .examples = ROWS(classify_examples),
    .run = run,
};
