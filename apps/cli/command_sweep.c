/* SPDX-License-Identifier: MIT */
/* tact sweep: the first contact of A, which stays, and B, which moves. */
#include <stdio.h>
#include <string.h>

#include "command_text.h"
#include "json.h"
#include "models.h"
#include "poses.h"
#include "seconds.h"
#include "show.h"
#include "values.h"

typedef struct sweep {
    const cli_args *args;
    cli_output *output;
    model_pair models;
    bool is_filled;
    pose_pair poses;
    tact_rigid_motion motion; /* of B */
    tact_rigid_options options;
    tact_rigid_result found;
    double seconds;
} sweep;

/* ---- The command line --------------------------------------------------------------------- */

static cli_exit refuse(tact_status status) {
    cli_complain("the motion is not one: %s", tact_status_text(status));
    return CLI_USAGE;
}

/* --to POSE, and --screw. */
static cli_exit read_goal(sweep *s) {
    tact_pose goal;
    cli_exit status = value_read_numbers("to", cli_value(s->args, "to"), goal.m, 12,
                                         "a pose has 12: three rows of a rotation and a "
                                         "translation");
    if (status != CLI_OK)
        return status;
    tact_status made = cli_has(s->args, "screw") ? tact_rigid_screw(s->poses.b, goal, &s->motion)
                                                 : tact_rigid_between(s->poses.b, goal, &s->motion);
    return made == TACT_OK ? CLI_OK : refuse(made);
}

/* --by and --spin. */
static cli_exit read_way(sweep *s) {
    const char *by = cli_value(s->args, "by"), *spin = cli_value(s->args, "spin");
    const double *m = s->poses.b.m;
    tact_vec3 way = {0, 0, 0}, axis = {0, 0, 0}, center = {m[3], m[7], m[11]};
    double numbers[3] = {0}, degrees = 0;
    cli_exit status = CLI_OK;
    if (by != NULL)
        status = value_read_numbers("by", by, numbers, 3, "a way has 3: along x, y and z");
    way = (tact_vec3){numbers[0], numbers[1], numbers[2]};
    if (status == CLI_OK && spin != NULL)
        status = poses_read_turn("spin", spin, &axis, &degrees);
    if (status != CLI_OK)
        return status;
    tact_vec3 none = {0, 0, 0};
    tact_status made = tact_rigid_steady(s->poses.b, way, none, center, &s->motion);
    if (made != TACT_OK)
        return refuse(made);
    s->motion.axis = axis;
    s->motion.rate = spin != NULL ? degrees * POSES_DEGREE : 0;
    return CLI_OK;
}

static cli_exit read_motion(sweep *s) {
    const cli_args *args = s->args;
    bool has_way = cli_has(args, "by") || cli_has(args, "spin");
    if (!cli_has(args, "to") && !has_way) {
        cli_complain("say how B moves: --to, or --by and --spin");
        return CLI_USAGE;
    }
    if (cli_has(args, "to") && has_way) {
        cli_complain("--to cannot be combined with --by or --spin");
        return CLI_USAGE;
    }
    if (cli_has(args, "screw") && !cli_has(args, "to")) {
        cli_complain("--screw needs --to");
        return CLI_USAGE;
    }
    return has_way ? read_way(s) : read_goal(s);
}

static cli_exit read_options(sweep *s) {
    s->options = tact_rigid_options_default();
    cli_exit status =
        value_read_amount("separation", cli_value(s->args, "separation"), &s->options.separation);
    if (status == CLI_OK)
        status =
            value_read_amount("precision", cli_value(s->args, "precision"), &s->options.precision);
    if (status == CLI_OK && !(s->options.precision > 0))
        return value_fail("precision", "must be above 0", cli_value(s->args, "precision"));
    if (status == CLI_OK)
        status = value_read_budget(cli_value(s->args, "budget"), &s->options.budget);
    if (status == CLI_OK)
        status = poses_from_options(s->args, &s->poses);
    return status == CLI_OK ? read_motion(s) : status;
}

/* ---- The answer --------------------------------------------------------------------------- */

static tact_status ask(sweep *s) {
    tact_instance a = models_place(&s->models.a, s->poses.a, s->is_filled);
    tact_instance b = models_place(&s->models.b, s->poses.b, s->is_filled);
    tact_rigid_motion rest;
    tact_vec3 none = {0, 0, 0};
    tact_status status = tact_rigid_steady(a.pose, none, none, none, &rest);
    if (status != TACT_OK)
        return status;
    tact_moving moving[2] = {tact_moving_make(a.model, &rest),
                             tact_moving_make(b.model, &s->motion)};
    moving[0].flags = a.flags;
    moving[1].flags = b.flags;
    double start = seconds_now();
    status = tact_first_contact(&moving[0], &moving[1], &s->options, NULL, &s->found);
    s->seconds = seconds_now() - start;
    return status;
}

static bool has_place(const sweep *s) {
    return s->found.outcome == TACT_OUTCOME_CONTACT && s->found.ending != TACT_RIGID_ENDED_START;
}

static void show_end(sweep *s, const char *name, const model *m, const tact_site *site) {
    char line[SHOW_LINE_SIZE], text[MODELS_LINE_SIZE];
    cli_print(s->output, "  on %s  %s", name, show_point(site->point, line));
    if (site->element != TACT_NO_TRIANGLE)
        cli_print(s->output, "  %s", models_show_triangle(m, name, site->element, text));
    cli_print(s->output, "\n");
}

static void show(sweep *s) {
    const tact_rigid_result *r = &s->found;
    char line[SHOW_LINE_SIZE];
    if (r->outcome == TACT_OUTCOME_APART) {
        cli_print_title(s->output, "They do not touch.");
        return;
    }
    cli_print_title(s->output, r->ending == TACT_RIGID_ENDED_START ? "They touch at the start."
                               : r->outcome == TACT_OUTCOME_CONTACT
                                   ? "They touch on the way."
                                   : "Undecided: rounding hides a touch, or the budget ran out.");
    cli_print(s->output, "free up to    %s\n", show_number(r->lower, line));
    if (r->outcome == TACT_OUTCOME_CONTACT)
        cli_print(s->output, "touch by      %s\n", show_number(r->upper, line));
    if (!has_place(s))
        return;
    cli_print(s->output, "normal        %s\n", show_point(r->normal, line));
    show_end(s, "A", &s->models.a, &r->a);
    show_end(s, "B", &s->models.b, &r->b);
}

static bool write(sweep *s) {
    const tact_rigid_result *r = &s->found;
    bool has_triangle[2] = {r->a.element != TACT_NO_TRIANGLE, r->b.element != TACT_NO_TRIANGLE};
    json_writer json = json_start(s->output->stream);
    json_begin_object(&json);
    json_key(&json, "touching");
    if (r->outcome == TACT_OUTCOME_UNDECIDED)
        json_nothing(&json);
    else
        json_bool(&json, r->outcome == TACT_OUTCOME_CONTACT);
    json_add_text(&json, "ending", tact_rigid_ending_name(r->ending));
    json_add_number(&json, "lower", r->lower);
    json_add_number(&json, "upper", r->upper);
    show_add_point_if(&json, "normal", has_place(s), r->normal);
    show_add_point_if(&json, "p", has_place(s), r->a.point);
    show_add_point_if(&json, "q", has_place(s), r->b.point);
    json_add_count_if(&json, "a", has_place(s) && has_triangle[0], r->a.element);
    json_add_count_if(&json, "b", has_place(s) && has_triangle[1], r->b.element);
    json_add_count(&json, "steps", r->steps);
    json_add_count(&json, "distances", r->distances);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit answer(sweep *s) {
    tact_status status = ask(s);
    if (status != TACT_OK) {
        cli_complain("%s and %s: %s", s->models.a.path, s->models.b.path, tact_status_text(status));
        return CLI_IO;
    }
    if (s->output->stream != NULL && !s->output->json)
        show(s);
    else if (s->output->stream != NULL && !write(s))
        return CLI_INTERNAL;
    if (cli_has(s->args, "time"))
        models_show_times(&s->models, 1, s->seconds);
    return s->found.outcome == TACT_OUTCOME_CONTACT ? CLI_FOUND
           : s->found.outcome == TACT_OUTCOME_APART ? CLI_OK
                                                    : CLI_UNDECIDED;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    sweep s = {.args = args, .output = output, .is_filled = !cli_has(args, "surface")};
    cli_exit status = read_options(&s);
    if (status == CLI_OK)
        status =
            models_open(args, s.is_filled ? MODELS_FILLED : MODELS_SURFACES, output, &s.models);
    if (status != CLI_OK)
        return status;
    status = answer(&s);
    models_close(&s.models);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char sweep_details[] =
    "Moves B and finds when it first touches A, which stays. Time runs from 0 to 1. The answer is\n"
    "an interval: up to its lower end they are proven not to touch, at its upper end they do.\n"
    "\n"
    "--move, --rotate and --pose place A, and B at the start, as for 'tact collide'. --to is the\n"
    "pose of B at the end: its origin moves along a line, and it turns about it by at most half a\n"
    "turn; with --screw it turns about one axis and moves along it. --by and --spin say how far B\n"
    "moves, and by how many degrees it turns about its origin, also many times around.\n"
    "\n" SHAPE_DETAILS "\n"
    "Watertight meshes are solids at the start, unless --surface is given. The exit status is 1 "
    "if\n"
    "they touch, 0 if they do not, and 5 if that is undecided: they come nearer than rounding can\n"
    "tell from a touch, or the budget ran out.\n";

static const cli_option sweep_options[] = {
    {"to", 0, "POSE", NULL, "the pose of B at the end: 3 rows of 4 numbers"},
    {"screw", 0, NULL, NULL, "with --to: move on a screw"},
    {"by", 0, "X,Y,Z", NULL, "how far B moves"},
    {"spin", 0, "AXIS,DEG", NULL, "how far B turns about its origin, as in z,720"},
    {"separation", 0, "D", NULL, "come within this distance instead of touching"},
    {"precision", 0, "T", NULL, "the length of the interval (default: 2^-30)"},
    {"move-a", 0, "X,Y,Z", NULL, "move A"},
    {"move-b", 0, "X,Y,Z", NULL, "move B at the start"},
    {"rotate-a", 0, "AXIS,DEG", NULL, "rotate A, as in z,90 or 1,1,0,45"},
    {"rotate-b", 0, "AXIS,DEG", NULL, "rotate B at the start"},
    {"pose-a", 0, "POSE", NULL, "apply a matrix to A: 3 rows of 4 numbers"},
    {"pose-b", 0, "POSE", NULL, "apply a matrix to B at the start"},
    SURFACE_OPTION,
    {"budget", 0, "N", NULL, "stop after N steps, even if undecided"},
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example sweep_examples[] = {
    {"tact sweep plate.ply bolt.ply --move-b 0,0,9 --by 0,0,-9", "down onto the plate"},
    {"tact sweep box:9,9,0.001 capsule:0.2,0.01 --move-b 0,0,5 --by 0,0,-10 --spin x,2865",
     "a rod that spins through a thin plate"},
    {"tact sweep cell.ply robot.ply --to 0,-1,0,2,1,0,0,0,0,0,1,0 --screw", "on a screw"},
    {"tact sweep --json a.ply b.ply --by 1,0,0 | jq .lower", "for programs"},
};

const cli_command command_sweep = {
    .name = "sweep",
    .summary = "move a mesh or shape and find when it first touches another",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = sweep_details,
    .options = ROWS(sweep_options),
    .examples = ROWS(sweep_examples),
    .run = run,
};
