/* SPDX-License-Identifier: MIT */
/* tact nearest: the point of a mesh that is nearest to a point. */
#include <math.h>

#include "command_text.h"
#include "probing.h"
#include "show.h"
#include "values.h"

static const tact_nearest_result *answer_at(const probing *p, size_t at) {
    return (const tact_nearest_result *)p->answers + at;
}

static tact_vec3 point_at(const probing *p, size_t at) {
    const double *n = p->numbers + 3 * at;
    return tact_vec3_make(n[0], n[1], n[2]);
}

static tact_status ask(probing *p, size_t count) {
    enum { PART = 1024 };
    tact_nearest_result *results = p->answers;
    tact_vec3 points[PART];
    for (size_t done = 0; done < count; done += PART) {
        size_t part = count - done < PART ? count - done : PART;
        for (size_t i = 0; i < part; i++)
            points[i] = point_at(p, done + i);
        tact_status status = tact_nearest_batch(p->models.context, &p->instance, points, part,
                                                &p->options, results + done);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

/* Whether there is a nearest point within the limit. */
static bool has_nearest(const probing *p, const tact_nearest_result *n) {
    return models_mesh(&p->models.a) != NULL ? n->site.element != TACT_NO_TRIANGLE
                                             : n->distance < HUGE_VAL;
}

/* The distance from a mesh is compared with the limit as it is, that from a shape by its bounds. */
static tact_outcome verdict(const probing *p, size_t at) {
    const tact_nearest_result *n = answer_at(p, at);
    if (!(p->options.limit < HUGE_VAL) || !has_nearest(p, n))
        return TACT_OUTCOME_APART;
    bool is_sure = models_mesh(&p->models.a) != NULL || n->upper <= p->options.limit;
    return is_sure ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_UNDECIDED;
}

/* Shapes are solid. */
static const char *place_text(const probing *p, const tact_nearest_result *n) {
    bool is_mesh = models_mesh(&p->models.a) != NULL;
    if (n->outcome == TACT_OUTCOME_UNDECIDED)
        return "Undecided: rounding hides whether the point is in the shape.";
    if (n->outcome == TACT_OUTCOME_CONTACT)
        return is_mesh ? "The point is on the mesh." : "The point is in the shape.";
    return is_mesh ? "The point is off the mesh." : "The point is outside the shape.";
}

static void show(probing *p, size_t at) {
    const tact_nearest_result *n = answer_at(p, at);
    char line[SHOW_LINE_SIZE];
    if (!has_nearest(p, n)) {
        if (models_is_empty(&p->models.a))
            cli_print_title(p->output, "The mesh is empty: nothing is near.");
        else
            cli_print_title(p->output, "Nothing is that near.");
        return;
    }
    cli_print_title(p->output, "%s", place_text(p, n));
    cli_print(p->output, "distance   %s\n", show_number(n->distance, line));
    if (n->distance != 0) {
        cli_print(p->output, "  at least %s\n", show_number(n->lower, line));
        cli_print(p->output, "  at most  %s\n", show_number(n->upper, line));
    }
    cli_print(p->output, "nearest    %s\n", show_point(n->site.point, line));
    if (n->site.element != TACT_NO_TRIANGLE) {
        probing_show_site(p, "           ", &n->site);
        cli_print(p->output, "\n");
    }
}

static void show_line(probing *p, size_t at) {
    const tact_nearest_result *n = answer_at(p, at);
    char line[SHOW_LINE_SIZE];
    if (!has_nearest(p, n)) {
        cli_print(p->output, "nothing\n");
        return;
    }
    cli_print(p->output, "%s", show_number(n->distance, line));
    cli_print(p->output, " at %s", show_point(n->site.point, line));
    probing_show_site(p, ", ", &n->site);
    cli_print(p->output, "\n");
}

static void write(probing *p, size_t at, json_writer *json) {
    const tact_nearest_result *n = answer_at(p, at);
    json_add_number(json, "distance", n->distance);
    json_add_number(json, "lower", n->lower);
    json_add_number(json, "upper", n->upper);
    probing_write_triangle(p, n->site.element, (tact_feature)n->site.feature, json);
    show_add_point_if(json, "point", has_nearest(p, n), n->site.point);
}

static tact_status draw(const probing *p, draw_scene *scene) {
    const tact_nearest_result *n = answer_at(p, 0);
    tact_vec3 point = point_at(p, 0);
    const tact_vec3 ends[2] = {point, n->site.point};
    tact_status status = draw_scene_add_path(scene, DRAW_ROLE_RAY, "point", &point, 1, false);
    if (status == TACT_OK && has_nearest(p, n) && n->distance > 0)
        status = draw_scene_add_path(scene, DRAW_ROLE_WITNESS, "distance", ends, 2, false);
    if (status == TACT_OK)
        status = draw_scene_mark(scene, 0, &n->site.element, 1, 1);
    return status == TACT_OK && has_nearest(p, n)
               ? draw_scene_add_finding(scene, "nearest", n->site.element, TACT_NO_TRIANGLE,
                                        n->site.point)
               : status;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const probing_verbs verbs = {.question = TACT_QUESTION_NEAREST,
                                        .stream = "points",
                                        .numbers = 3,
                                        .meaning = "x, y and z of a point",
                                        .answer_bytes = sizeof(tact_nearest_result),
                                        .ask = ask,
                                        .verdict = verdict,
                                        .show = show,
                                        .show_line = show_line,
                                        .write = write,
                                        .draw = draw};
    probing p = {.verbs = &verbs, .args = args, .output = output};
    p.options = tact_options_default();
    double numbers[3] = {0};
    bool is_stream = cli_has(args, "points");
    if (is_stream == cli_has(args, "point")) {
        cli_complain("give either --point X,Y,Z or --points FILE");
        return CLI_USAGE;
    }
    cli_exit status = value_read_amount("within", cli_value(args, "within"), &p.options.limit);
    if (status == CLI_OK && !is_stream)
        status = value_read_numbers("point", cli_value(args, "point"), numbers, 3,
                                    "a point has 3: x, y and z");
    return status == CLI_OK ? probing_run(&p, is_stream ? NULL : numbers) : status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char nearest_details[] =
    "Finds the point of a mesh nearest to a given point, its distance, and its triangle. The\n"
    "distance is 0 if and only if the given point is on the mesh, exactly. Otherwise it is\n"
    "rounded, and the true distance lies between the two bounds.\n"
    "\n" MODEL_DETAILS "The distance from a point in a shape is 0.\n"
    "\n"
    "--points asks one question per line of a file: 3 numbers.\n" LINE_DETAILS "\n"
    "Without --within the exit status is 0. With --within R it is 1 if the mesh is within R\n"
    "(with --points: on any line), 0 if it is not, and 5 if the distance from a shape equals R\n"
    "within rounding.\n";

static const cli_option nearest_options[] = {
    {"point", 'p', "X,Y,Z", NULL, "the point to start from"},
    {"within", 0, "R", NULL, "search up to distance R; exit with 1 if something is found"},
    {"points", 0, "FILE", NULL,
     "read points from a file, 3 numbers per line; \"-\" is standard input"},
    RECORD_OPTION,
    DRAW_OPTIONS,
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example nearest_examples[] = {
    {"tact nearest part.ply --point 1,2,3", "how far, and where"},
    {"tact nearest part.ply -p 1,2,3 --within 0.1 -q || echo near", "in a script"},
    {"tact nearest box:1,2,3 --point 4,0,0", "a shape instead of a file"},
    {"tact nearest --json part.ply --points scan.txt --time | jq .distance", "a cloud of points"},
};

const cli_command command_nearest = {
    .name = "nearest",
    .summary = "find the point of a mesh or shape nearest to a given point",
    .operands = MODEL_OPERAND,
    .least_operands = 1,
    .most_operands = 1,
    .details = nearest_details,
    .options = ROWS(nearest_options),
    .examples = ROWS(nearest_examples),
    .run = run,
};
