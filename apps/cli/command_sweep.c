/* SPDX-License-Identifier: MIT */
/* tact sweep: the first time at which two models in motion touch. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command_text.h"
#include "free_proof.h"
#include "question.h"
#include "values.h"

/* ---- Options ------------------------------------------------------------------------------ */

/* A side without these options stays at the identity, to which --move and --rotate apply. */
static cli_exit read_side(const cli_args *args, const char *from, const char *to, tact_pose *start,
                          tact_pose *end) {
    const char *text = cli_value(args, from), *text_of_end = cli_value(args, to);
    cli_exit status = CLI_OK;
    *start = tact_pose_identity();
    if (text != NULL)
        status = poses_read_place(from, text, start);
    *end = *start;
    if (status == CLI_OK && text_of_end != NULL)
        status = poses_read_place(to, text_of_end, end);
    return status;
}

static cli_exit read_precision(const char *text, double *out) {
    cli_exit status = value_read_amount("precision", text, out);
    return status == CLI_OK && !(*out > 0) ? value_fail("precision", "is 0", text) : status;
}

/* Creates the proof that is to be written, or reads the one that is to be checked. */
static cli_exit read_proof(const cli_args *args, sweep_plan *out) {
    const char *check = cli_value(args, "check");
    if (check != NULL && cli_has(args, "proof")) {
        cli_complain("--proof and --check exclude each other");
        return CLI_USAGE;
    }
    out->has_check = check != NULL;
    if (check != NULL)
        return free_proof_load(check, &out->intervals, &out->interval_count);
    if (!cli_has(args, "proof") || tact_free_proof_create(NULL, &out->proof) == TACT_OK)
        return CLI_OK;
    cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
    return CLI_IO;
}

static cli_exit read_plan(const cli_args *args, sweep_plan *out) {
    if (!cli_has(args, "to") && !cli_has(args, "to-b")) {
        cli_complain("--to POSE is missing: where does A move to?");
        return CLI_USAGE;
    }
    *out =
        (sweep_plan){.is_screw = cli_has(args, "screw"), .options = tact_rigid_options_default()};
    cli_exit status = read_side(args, "from", "to", &out->from[0], &out->to[0]);
    if (status == CLI_OK)
        status = read_side(args, "from-b", "to-b", &out->from[1], &out->to[1]);
    if (status == CLI_OK)
        status = read_precision(cli_value(args, "precision"), &out->options.precision);
    if (status == CLI_OK)
        status = value_read_amount("within", cli_value(args, "within"), &out->options.separation);
    if (status == CLI_OK)
        status = value_read_budget(cli_value(args, "budget"), &out->options.budget);
    return status == CLI_OK ? read_proof(args, out) : status;
}

/* ---- Asking ------------------------------------------------------------------------------- */

/* placed is the model before the motion; it receives the pose at the start. */
static tact_status set_in_motion(const sweep_plan *plan, int side, tact_instance *placed,
                                 tact_moving *out) {
    tact_rigid_motion motion;
    tact_pose from = tact_pose_compose(plan->from[side], placed->pose);
    tact_pose to = tact_pose_compose(plan->to[side], placed->pose);
    tact_status status = plan->is_screw ? tact_rigid_screw(from, to, &motion)
                                        : tact_rigid_between(from, to, &motion);
    if (status != TACT_OK)
        return status;
    *out = tact_moving_make(placed->model, &motion);
    out->flags = placed->flags;
    placed->pose = from;
    return TACT_OK;
}

/* Checks a proof instead of searching. */
static tact_status check(const sweep_plan *plan, answer *to) {
    tact_status status = tact_free_verify(&to->moving[0], &to->moving[1], &plan->options,
                                          plan->intervals, plan->interval_count, &to->free);
    if (status != TACT_OK)
        return status;
    to->sweep = (tact_rigid_result){.lower = HUGE_VAL, .upper = HUGE_VAL};
    to->verdict = to->free.is_proven ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
    return TACT_OK;
}

static tact_status search(const sweep_plan *plan, answer *to) {
    return plan->proof != NULL ? tact_free_prove(&to->moving[0], &to->moving[1], &plan->options,
                                                 plan->proof, &to->sweep)
                               : tact_first_contact(&to->moving[0], &to->moving[1], &plan->options,
                                                    NULL, &to->sweep);
}

static tact_status ask_one(question *q, answer *to) {
    const sweep_plan *plan = q->verbs->sweep;
    tact_status status = set_in_motion(plan, 0, &to->a, &to->moving[0]);
    if (status == TACT_OK)
        status = set_in_motion(plan, 1, &to->b, &to->moving[1]);
    if (status == TACT_OK && plan->has_check)
        return check(plan, to);
    if (status == TACT_OK)
        status = search(plan, to);
    if (status != TACT_OK)
        return status;
    to->verdict = to->sweep.outcome;
    if (to->verdict == TACT_OUTCOME_UNDECIDED)
        to->reason = to->sweep.ending == TACT_RIGID_ENDED_BUDGET ? TACT_REASON_BUDGET
                                                                 : TACT_REASON_PRECISION;
    return TACT_OK;
}

static tact_status ask(question *q, size_t count) {
    tact_status status = TACT_OK;
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        status = ask_one(q, &q->answers[i]);
    return status;
}

/* ---- What is known ------------------------------------------------------------------------ */

static bool is_at_start(const tact_rigid_result *sweep) {
    return sweep->outcome == TACT_OUTCOME_CONTACT && sweep->ending == TACT_RIGID_ENDED_START;
}

/* Models that are apart at the start first meet at their surfaces. So the inside matters only at
 * the start. */
static bool rests_on_inside(const question *q, const answer *from) {
    tact_instance a = from->a, b = from->b;
    tact_collide_result surfaces;
    (void)q;
    a.flags = b.flags = 0;
    return !is_at_start(&from->sweep) || tact_collide(&a, &b, NULL, NULL, &surfaces) != TACT_OK ||
           surfaces.outcome != TACT_OUTCOME_CONTACT;
}

static void leave_open(question *q, answer *to) {
    tact_rigid_result *sweep = &to->sweep;
    to->free.is_proven = false;
    *sweep = (tact_rigid_result){.outcome = TACT_OUTCOME_UNDECIDED,
                                 .ending = sweep->ending,
                                 .lower = q->verbs->sweep->options.start,
                                 .upper = q->verbs->sweep->options.limit,
                                 .steps = sweep->steps};
}

/* Turns -0 into 0. */
static tact_vec3 plain(tact_vec3 v) {
    return tact_vec3_make(v.x + 0.0, v.y + 0.0, v.z + 0.0);
}

static bool has_normal(const tact_rigid_result *sweep) {
    return tact_vec3_length(sweep->normal) > 0;
}

/* ---- As text ------------------------------------------------------------------------------ */

static void show_title_within(question *q, const tact_rigid_result *sweep) {
    const char *subject = question_subject(q);
    char radius[SHOW_LINE_SIZE];
    show_number(q->verbs->sweep->options.separation, radius);
    if (sweep->outcome == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s stay more than %.40s apart.", subject, radius);
    else if (is_at_start(sweep))
        cli_print_title(q->output, "%s are within %.40s at the start.", subject, radius);
    else
        cli_print_title(q->output, "%s come within %.40s.", subject, radius);
}

static void show_title(question *q, const answer *from) {
    const tact_rigid_result *sweep = &from->sweep;
    const char *subject = question_subject(q);
    char line[SHOW_LINE_SIZE];
    if (sweep->outcome == TACT_OUTCOME_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else if (q->verbs->sweep->options.separation > 0)
        show_title_within(q, sweep);
    else if (sweep->outcome == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s stay apart.", subject);
    else if (is_at_start(sweep))
        cli_print_title(q->output, "%s touch or overlap at the start.", subject);
    else
        cli_print_title(q->output, "%s come into contact.", subject);
}

static void show_site(question *q, const char *name, const model *m, const tact_site *site) {
    char line[SHOW_LINE_SIZE];
    cli_print(q->output, "  of %s     %s", name, show_point(plain(site->point), line));
    question_show_site(q, m, site);
    cli_print(q->output, "\n");
}

static void show_check(question *q, const answer *from) {
    char line[SHOW_LINE_SIZE];
    size_t count = q->verbs->sweep->interval_count;
    if (from->verdict == TACT_OUTCOME_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else if (from->free.is_proven)
        cli_print_title(q->output, "Proven: the motion is free.");
    else if (from->free.first_wrong < count)
        cli_print_title(q->output, "Not proven: interval %" PRIu64 " does not hold.",
                        from->free.first_wrong);
    else
        cli_print_title(q->output, "Not proven: the intervals end too early.");
    cli_print(q->output, "intervals  %zu\n", count);
}

static void show(question *q, const answer *from) {
    const tact_rigid_result *sweep = &from->sweep;
    char line[SHOW_LINE_SIZE];
    if (q->verbs->sweep->has_check) {
        show_check(q, from);
        return;
    }
    show_title(q, from);
    if (sweep->outcome == TACT_OUTCOME_APART)
        return;
    cli_print(q->output, "free until %s\n", show_number(sweep->lower, line));
    if (sweep->outcome == TACT_OUTCOME_CONTACT)
        cli_print(q->output, "contact at %s\n", show_number(sweep->upper, line));
    if (sweep->distance > 0)
        cli_print(q->output, "distance   %s  (at least, when last known to be free)\n",
                  show_number(sweep->distance, line));
    if (has_normal(sweep))
        cli_print(q->output, "normal     %s\n", show_point(plain(sweep->normal), line));
    if (sweep->outcome != TACT_OUTCOME_CONTACT)
        return;
    show_site(q, "A", &q->models.a, &sweep->a);
    show_site(q, "B", &q->models.b, &sweep->b);
}

/* ---- As JSON ------------------------------------------------------------------------------ */

/* The pose at the time until which the way is free. */
static void write_pose(const char *name, const tact_moving *moving, double time,
                       json_writer *json) {
    tact_pose pose;
    json_key(json, name);
    if (tact_rigid_pose_at(&moving->motion, time, &pose) != TACT_OK) {
        json_nothing(json);
        return;
    }
    json_begin_row(json);
    for (int i = 0; i < 12; i++)
        json_number(json, pose.m[i]);
    json_end_array(json);
}

static void write_check(question *q, const answer *from, json_writer *json) {
    const tact_free_verdict *found = &from->free;
    size_t count = q->verbs->sweep->interval_count;
    json_add_bool(json, "proven", found->is_proven);
    json_add_text(json, "reason", question_reason_name(from->reason));
    json_add_count(json, "intervals", count);
    json_add_count_if(json, "first_wrong", !found->is_proven && found->first_wrong < count,
                      found->first_wrong);
}

static void write(question *q, const answer *from, json_writer *json) {
    const tact_rigid_result *sweep = &from->sweep;
    if (q->verbs->sweep->has_check) {
        write_check(q, from, json);
        return;
    }
    bool is_contact = sweep->outcome == TACT_OUTCOME_CONTACT;
    question_write_verdict("colliding", sweep->outcome, json);
    json_add_text(json, "reason", question_reason_name(from->reason));
    json_add_text(json, "ending", tact_rigid_ending_name(sweep->ending));
    json_add_number(json, "lower", sweep->lower);
    json_add_number(json, "upper", is_contact ? sweep->upper : HUGE_VAL);
    json_add_number(json, "distance", sweep->distance);
    show_add_point_if(json, "normal", has_normal(sweep), plain(sweep->normal));
    json_key(json, "witness");
    if (is_contact) {
        json_begin_object(json);
        question_write_triangles(q, sweep->a.element, sweep->b.element, json);
        show_add_point(json, "p", sweep->a.point);
        show_add_point(json, "q", sweep->b.point);
        json_end_object(json);
    } else {
        json_nothing(json);
    }
    write_pose("pose_a", &from->moving[0], sweep->lower, json);
    write_pose("pose_b", &from->moving[1], sweep->lower, json);
    json_add_count(json, "steps", sweep->steps);
}

/* Writes the proof if there is one. */
static cli_exit deliver(question *q, const answer *from) {
    const char *path = cli_value(q->args, "proof");
    if (path == NULL)
        return CLI_OK;
    if (from->verdict == TACT_OUTCOME_APART)
        return free_proof_save(path, q->verbs->sweep->proof);
    cli_complain("%s is not written: there is no proof that the motion is free", path);
    return CLI_OK;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    sweep_plan plan = {.is_screw = false};
    /* Sweep has no file of poses, so no answer is shown on one line. */
    question_verbs verbs = {.question = TACT_QUESTION_DISTANCE,
                            .has_solids = true,
                            .ask = ask,
                            .rests_on_inside = rests_on_inside,
                            .leave_open = leave_open,
                            .deliver = deliver,
                            .show = show,
                            .show_line = show,
                            .write = write,
                            .sweep = &plan};
    cli_exit status = read_plan(args, &plan);
    if (status == CLI_OK)
        status = question_run(args, output, &verbs);
    tact_free_proof_destroy(plan.proof);
    free(plan.intervals);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char sweep_details[] =
    "Moves A from one pose at time 0 to another at time 1, and computes the first time at which "
    "it\n"
    "touches B, as an interval: up to 'free until' they certainly do not touch, at 'contact at'\n"
    "they certainly do. The model's origin moves along a line while the model turns about it, by\n"
    "at most half a turn; with --screw it turns about one axis and moves along it. B stays,\n"
    "unless --from-b or --to-b is given.\n"
    "\n"
    "A POSE is 3 numbers, a translation, or 12 numbers: a matrix of 3 rows and 4 columns, row by\n"
    "row, with a rotation and a translation in the last column. Without --from, a model starts\n"
    "as placed. --move, --rotate and --pose place the models before the motion. They may be\n"
    "repeated and act in the order given.\n"
    "\n" SOLID_DETAILS "\n" SHAPE_DETAILS "\n"
    "--proof writes a list of intervals, each with a reason that can be checked by itself. "
    "--check\n"
    "checks such a list for the same models and motions, apart from the search: the exit status "
    "is\n"
    "0 if it proves that the motion is free, and 1 if it does not.\n"
    "\n"
    "The exit status is 1 if they touch, 0 if they do not, and 5 if it is undecided: the budget\n"
    "ran out, they come nearer than rounding can tell from a touch, or a mesh crosses itself.\n";

static const cli_option sweep_options[] = {
    {"from", 0, "POSE", NULL, "the pose of A at time 0 (default: as placed)"},
    {"to", 0, "POSE", NULL, "the pose of A at time 1"},
    {"from-b", 0, "POSE", NULL, "the pose of B at time 0 (default: as placed)"},
    {"to-b", 0, "POSE", NULL, "the pose of B at time 1 (default: B stays)"},
    {"screw", 0, NULL, NULL, "move along a screw instead of a line"},
    {"precision", 0, "T", NULL, "longest interval (default: 2^-30)"},
    {"within", 0, "R", NULL, "the first time at which they are at most R apart"},
    {"proof", 0, "FILE", NULL, "write a proof that the motion is free"},
    {"check", 0, "FILE", NULL, "check such a proof instead of searching"},
    {"budget", 0, "N", NULL, "stop after N steps, even if undecided"},
    SOLID_OPTION,
    SURFACE_OPTION,
    EMPTY_OPTION,
    {"move-a", 0, "X,Y,Z", NULL, "move A"},
    {"move-b", 0, "X,Y,Z", NULL, "move B"},
    {"rotate-a", 0, "AXIS,DEG", NULL, "rotate A, as in z,90 or 1,1,0,45"},
    {"rotate-b", 0, "AXIS,DEG", NULL, "rotate B, as in z,90 or 1,1,0,45"},
    {"pose-a", 0, "POSE", NULL, "apply a matrix to A: 3 rows of 4 numbers"},
    {"pose-b", 0, "POSE", NULL, "apply a matrix to B: 3 rows of 4 numbers"},
    DRAW_OPTIONS,
    PLY_OPTION,
    {"svg", 0, "FILE", NULL, "plot the distance over time"},
    THREAD_OPTIONS,
    {"input-format", 0, "FORMAT", FILES_FORMAT_CHOICES,
     "input format: obj, stl, ply or off (default: detected from contents)"},
};

static const cli_example sweep_examples[] = {
    {"tact sweep bolt.ply plate.ply --from 0,0,3 --to 0,0,1", "along a line"},
    {"tact sweep box:1,1,1 sphere:0.5 --move-b 3,0,0 --to 4,0,0", "of two shapes"},
    {"tact sweep arm.stl cell.stl --to \"0 -1 0 2  1 0 0 0  0 0 1 0\" --screw",
     "a quarter turn about an axis"},
    {"tact sweep --json a.ply b.ply --to 0,0,1 | jq .lower", "for programs"},
    {"tact sweep -q a.ply b.ply --to 5,0,0 --within 0.01 || echo too close", "a clearance check"},
};

const cli_command command_sweep = {
    .name = "sweep",
    .summary = "compute when a moving mesh or shape first touches another",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = sweep_details,
    .options = ROWS(sweep_options),
    .examples = ROWS(sweep_examples),
    .run = run,
};
