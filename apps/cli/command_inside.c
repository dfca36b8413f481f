/* SPDX-License-Identifier: MIT */
/* tact inside: the winding number of a mesh around points, and their distance from it. For shapes
 * the number is 1 inside and 0 outside. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command_text.h"
#include "json.h"
#include "models.h"
#include "number.h"
#include "record.h"
#include "show.h"
#include "values.h"

/* The longest line of a file of points. */
#define LINE_SIZE 1024

/* The allowed error of a winding number without --error. */
#define DEFAULT_ERROR 0.01

typedef struct inquiry {
    cli_output *output;
    model model;
    tact_recording *recording; /* with --record */
    tact_options options;
    bool is_found;     /* a point is inside or on the surface */
    bool is_undecided; /* rounding hides whether a point is inside a shape */
} inquiry;

/* ---- One point ---------------------------------------------------------------------------- */

static bool is_on_surface(const tact_inside_result *r) {
    return (r->flags & TACT_RESULT_ON_SURFACE) != 0;
}

static bool is_exact(const tact_inside_result *r) {
    return (r->flags & TACT_RESULT_EXACT) != 0;
}

static bool is_inside(const tact_inside_result *r) {
    if (is_on_surface(r))
        return false;
    return is_exact(r) ? r->winding != 0 : fabs(r->winding) >= 0.5;
}

/* Bounds may not tell whether a point is in a cylinder, cone or ellipsoid. */
static bool is_undecided(const inquiry *q, const tact_inside_result *r) {
    return q->model.is_shape && r->outcome == TACT_OUTCOME_UNDECIDED;
}

/* Whether a point of a shape may be on its surface. */
static bool is_near_surface(const inquiry *q, const tact_inside_result *r) {
    return q->model.is_shape && is_inside(r) && r->distance_upper >= 0;
}

static bool write_point(inquiry *q, tact_vec3 point, const tact_inside_result *r) {
    json_writer json = json_start(q->output->stream);
    json_begin_line(&json);
    show_add_point(&json, "point", point);
    json_add_number(&json, "winding", r->winding);
    json_add_number(&json, "lower", r->winding_lower);
    json_add_number(&json, "upper", r->winding_upper);
    json_key(&json, "inside");
    if (is_undecided(q, r))
        json_nothing(&json);
    else
        json_bool(&json, is_inside(r));
    json_key(&json, "on_surface");
    if (is_undecided(q, r) || is_near_surface(q, r))
        json_nothing(&json);
    else
        json_bool(&json, is_on_surface(r));
    json_add_bool(&json, "exact", is_exact(r));
    json_add_number(&json, "distance", r->distance);
    json_end_object(&json);
    return json_finish(&json);
}

static void show(inquiry *q, tact_vec3 point, const tact_inside_result *r) {
    char text[SHOW_LINE_SIZE];
    const char *where = is_undecided(q, r)      ? "undecided, rounding hides the answer"
                        : is_on_surface(r)      ? "on the surface"
                        : is_near_surface(q, r) ? "inside or on the surface"
                        : is_inside(r)          ? "inside"
                                                : "outside";
    cli_print(q->output, "%s  %s%s", show_point(point, text), where,
              is_exact(r) || q->model.is_shape ? "" : " (an estimate: the mesh is open)");
    cli_print(q->output, ", winding number %s", show_number(r->winding, text));
    cli_print(q->output, ", distance %s\n", show_number(r->distance, text));
}

static cli_exit ask(inquiry *q, tact_vec3 point) {
    tact_instance instance = tact_instance_make(q->model.model);
    tact_inside_result found;
    tact_status status = tact_inside(&instance, point, &q->options, &found);
    if (status != TACT_OK) {
        cli_complain("%s", tact_status_text(status));
        return status == TACT_INVALID_POSE ? CLI_IO : CLI_INTERNAL;
    }
    tact_asked asked = {
        .question = TACT_QUESTION_INSIDE, .a = instance, .point = point, .options = &q->options};
    cli_exit recorded = record_ask(q->recording, &asked);
    if (recorded != CLI_OK)
        return recorded;
    bool is_open = is_undecided(q, &found);
    q->is_undecided = q->is_undecided || is_open;
    q->is_found = q->is_found || (!is_open && (is_on_surface(&found) || is_inside(&found)));
    if (q->output->json)
        return write_point(q, point, &found) ? CLI_OK : CLI_INTERNAL;
    show(q, point, &found);
    return CLI_OK;
}

/* ---- Points from the command line and from a file ----------------------------------------- */

/* Reads three numbers; an error message begins with where. */
static bool read_point(const char *text, const char *where, tact_vec3 *out) {
    double v[3] = {0, 0, 0};
    char fault[NUMBER_FAULT_SIZE];
    number_list list = number_read_list(text, v, 3);
    if (list.status != NUMBER_OK)
        cli_complain("%s: %s", where, number_list_fault(&list, fault));
    else if (list.count != 3)
        cli_complain("%s: a point has 3 numbers, not %zu", where, list.count);
    else
        *out = (tact_vec3){v[0], v[1], v[2]};
    return list.status == NUMBER_OK && list.count == 3;
}

/* Answers a line of a file; skips blank lines and comments. */
static cli_exit ask_line(inquiry *q, const char *path, uint64_t number, char *line) {
    char where[LINE_SIZE];
    tact_vec3 point;
    line[strcspn(line, "#\r\n")] = '\0';
    if (line[strspn(line, " \t")] == '\0')
        return CLI_OK;
    snprintf(where, sizeof where, "%.900s:%" PRIu64, path, number);
    return read_point(line, where, &point) ? ask(q, point) : CLI_IO;
}

static cli_exit ask_file(inquiry *q, const char *path) {
    FILE *file = files_is_stream(path) ? stdin : fopen(path, "r");
    if (file == NULL) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_IO;
    }
    char line[LINE_SIZE];
    cli_exit status = CLI_OK;
    for (uint64_t number = 1; status == CLI_OK && fgets(line, sizeof line, file) != NULL;
         number++) {
        if (strchr(line, '\n') == NULL && !feof(file)) {
            cli_complain("%s:%" PRIu64 ": the line is too long", path, number);
            status = CLI_IO;
        } else {
            status = ask_line(q, path, number, line);
        }
    }
    if (ferror(file)) {
        cli_complain("%s: cannot be read", path);
        status = CLI_IO;
    }
    if (file != stdin)
        fclose(file);
    return status;
}

/* ---- The command -------------------------------------------------------------------------- */

/* Reads --error and --point; *has_point is whether --point was given. */
static cli_exit read_options(const cli_args *args, double *error, tact_vec3 *point,
                             bool *has_point) {
    const char *text = cli_value(args, "error"), *at = cli_value(args, "point");
    const char *points = cli_value(args, "points");
    *error = DEFAULT_ERROR;
    *has_point = at != NULL;
    if (at == NULL && points == NULL) {
        cli_complain("no point is given: use --point or --points");
        return CLI_USAGE;
    }
    if (points != NULL && files_is_stream(points) && models_is_stream(args->operands[0])) {
        cli_complain("standard input can be only one of MODEL and --points");
        return CLI_USAGE;
    }
    cli_exit status = value_read_amount("error", text, error);
    if (status != CLI_OK || at == NULL)
        return status;
    double v[3] = {0, 0, 0};
    status = value_read_numbers("point", at, v, 3, "a point has 3: x, y and z");
    *point = tact_vec3_make(v[0], v[1], v[2]);
    return status;
}

static cli_exit open_model(const cli_args *args, const cli_output *output, model *m) {
    *m = (model){.path = args->operands[0], .is_shape = models_is_shape(args->operands[0])};
    cli_exit status = models_check_shape(m->path);
    if (status != CLI_OK)
        return status;
    return m->is_shape ? models_read_shape(args, output, m)
                       : files_read_model(args, m->path, TACT_INTERIOR_ESTIMATE, output, &m->model);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    inquiry q = {.output = output, .options = tact_options_default()};
    q.options.flags = TACT_OPTION_SIGNED;
    tact_vec3 point = {0, 0, 0};
    bool has_point;
    cli_exit status = read_options(args, &q.options.absolute_error, &point, &has_point);
    if (status == CLI_OK)
        status = open_model(args, output, &q.model);
    if (status == CLI_OK)
        status = record_begin(args, NULL, &q.recording);
    if (status == CLI_OK && has_point)
        status = ask(&q, point);
    if (status == CLI_OK && cli_has(args, "points"))
        status = ask_file(&q, cli_value(args, "points"));
    status = record_end(args, &q.recording, status);
    tact_model_destroy(q.model.model);
    if (status != CLI_OK)
        return status;
    return q.is_found ? CLI_FOUND : q.is_undecided ? CLI_UNDECIDED : CLI_OK;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char inside_details[] =
    "Tells for each point whether it is inside the mesh, outside or on the surface, its winding\n"
    "number, and its distance from the surface, negative inside. For watertight meshes everything\n"
    "except the distance is exact. For open meshes the generalised winding number is an estimate:\n"
    "1/2 or more counts as inside, and --error limits how far its proven bounds may be off.\n"
    "\n" MODEL_DETAILS "Their winding number is 1 inside and 0 outside.\n"
    "\n"
    "--points reads one point per line of a file: three numbers, decimal or hexadecimal. Blank\n"
    "lines and everything after a # are skipped. The exit status is 1 if a point is inside or on\n"
    "the surface, 0 if none is, and 5 if rounding hides whether a point is inside a cylinder, "
    "cone\n"
    "or ellipsoid. --json prints one line per point, with one object.\n";

static const cli_option inside_options[] = {
    {"point", 0, "X,Y,Z", NULL, "the point to ask about"},
    {"points", 0, "FILE", NULL,
     "read points from a file, 3 numbers per line; \"-\" is standard input"},
    {"error", 0, "E", NULL, "open meshes: allowed error of the winding number (default 0.01)"},
    RECORD_OPTION,
    FROM_OPTION,
};

static const cli_example inside_examples[] = {
    {"tact inside part.stl --point 0.5,0,1", "is it inside?"},
    {"tact inside part.ply --points scan.xyz --json | jq .distance", "signed distances"},
    {"tact inside -q part.obj --point 0,0,0 && echo outside", "in a script"},
    {"tact inside cylinder:0.5,2 --point 0.25,0,0.5", "a shape instead of a file"},
};

const cli_command command_inside = {
    .name = "inside",
    .summary = "tell whether points are inside a mesh or shape, and how far from its surface",
    .operands = MODEL_OPERAND,
    .least_operands = 1,
    .most_operands = 1,
    .details = inside_details,
    .options = ROWS(inside_options),
    .examples = ROWS(inside_examples),
    .run = run,
};
