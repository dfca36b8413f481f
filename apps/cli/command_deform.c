/* SPDX-License-Identifier: MIT */
/* tact deform: steps of bodies that bend: candidates, contacts in the order of time, and how much
 * of a step is safe. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clean.h"
#include "command_text.h"
#include "deform_draw.h"
#include "json.h"
#include "number.h"
#include "show.h"
#include "threads.h"
#include "values.h"

/* Rows that people see without --list. */
#define FIRST_ROWS 10

/* What is asked, and the answer for the step at hand. */
typedef struct deform {
    const cli_args *args;
    cli_output *output;
    tact_pool *pool;
    tact_context *context;
    tact_deform *a, *b; /* b is NULL without --against */
    tact_mesh *frames[2], *against[2];
    tact_deform_options options;
    tact_impact_options impact;
    const char *names[4]; /* the files of this step; the last two are NULL without --against */
    uint64_t candidates[2];
    uint64_t contacts[2], undecided;
    double safe;
    uint64_t meetings[2]; /* of the body with itself, at the start and at the end; with --self */
    json_writer json;     /* the answer on stdout */
    json_writer kept;     /* the answer as a drawing has it, */
    FILE *memory;         /* in memory */
    char *text;
    size_t bytes;
    uint32_t step;
    bool is_sequence;
    deform_drawing drawing;
    tact_status drawn; /* how taking a step for the drawing went */
    bool has_contact, is_open;
} deform;

/* ---- Answers ------------------------------------------------------------------------------ */

static bool count_block(void *user, const tact_deform_block *block) {
    deform *d = user;
    d->candidates[block->kind] += block->count;
    return true;
}

/* The features of a contact by the body that they belong to. */
static const char *side_name(const deform *d, const tact_deform_contact *c, bool is_second) {
    return d->b != NULL && is_second != c->swapped ? "b" : "a";
}

static void write_contact(json_writer *json, const deform *d, const tact_deform_contact *c) {
    bool is_edges = c->kind == TACT_IMPACT_EDGE_EDGE;
    json_begin_line(json);
    json_add_text(json, "kind", tact_impact_kind_name(c->kind));
    json_add_text(json, "outcome", tact_outcome_name(c->impact.outcome));
    json_add_text(json, "first_of", side_name(d, c, false));
    json_add_count(json, is_edges ? "edge" : "vertex", c->a);
    json_add_text(json, "second_of", side_name(d, c, true));
    json_add_count(json, is_edges ? "other_edge" : "face", c->b);
    json_add_number(json, "lower", c->impact.lower);
    json_add_number(json, "upper", c->impact.upper);
    json_end_object(json);
}

static void show_contact(const deform *d, const tact_deform_contact *c) {
    char time[NUMBER_TEXT_SIZE];
    bool is_edges = c->kind == TACT_IMPACT_EDGE_EDGE;
    cli_print(d->output, "  time %s  %s %" PRIu32 " of %s, %s %" PRIu32 " of %s%s\n",
              number_write(c->impact.lower, time), is_edges ? "edge" : "vertex", c->a,
              side_name(d, c, false), is_edges ? "edge" : "face", c->b, side_name(d, c, true),
              c->impact.outcome == TACT_OUTCOME_CONTACT ? "" : "  (undecided)");
}

static void write_counts(json_writer *json, const char *name, const uint64_t counts[2]) {
    json_key(json, name);
    json_begin_line(json);
    json_add_count(json, "vertex_face", counts[TACT_IMPACT_VERTEX_FACE]);
    json_add_count(json, "edge_edge", counts[TACT_IMPACT_EDGE_EDGE]);
    json_end_object(json);
}

/* Begins the answer, and the object of a step. */
static void begin_json(json_writer *json, const deform *d) {
    if (json->depth == 0) {
        json_begin_object(json);
        if (d->is_sequence) {
            json_key(json, "steps");
            json_begin_array(json);
        }
    }
    if (d->is_sequence)
        json_begin_object(json);
}

static bool finish_json(json_writer *json, const deform *d) {
    if (d->is_sequence)
        json_end_array(json);
    json_end_object(json);
    return json_finish(json);
}

static void count_meetings(void *user, const tact_deform_meeting *meetings, size_t count) {
    (void)meetings;
    *(uint64_t *)user = count;
}

/* Counts the pairs of triangles that intersect at both ends of the step. */
static tact_status find_meetings(deform *d) {
    tact_status status = TACT_OK;
    for (int i = 0; i <= TACT_DEFORM_END && status == TACT_OK; i++) {
        status = tact_deform_self(d->a, (tact_deform_instant)i, count_meetings, &d->meetings[i]);
        d->has_contact |= d->meetings[i] > 0;
    }
    return status;
}

static void write_meetings(json_writer *json, const deform *d) {
    json_key(json, "self");
    json_begin_line(json);
    json_add_count(json, "start", d->meetings[TACT_DEFORM_START]);
    json_add_count(json, "end", d->meetings[TACT_DEFORM_END]);
    json_end_object(json);
}

static void write_list(json_writer *json, const deform *d, const tact_deform_contact *contacts,
                       size_t count) {
    json_key(json, "list");
    json_begin_array(json);
    for (size_t i = 0; i < count; i++)
        write_contact(json, d, &contacts[i]);
    json_end_array(json);
}

/* Nothing is written before the first answer, so that an error leaves no half of an object. */
static void write_step(json_writer *json, const deform *d, const tact_deform_contact *contacts,
                       size_t count, bool with_list) {
    begin_json(json, d);
    json_add_text(json, "start", d->names[0]);
    json_add_text(json, "end", d->names[1]);
    json_add_text(json, "against_start", d->names[2]);
    json_add_text(json, "against_end", d->names[3]);
    json_add_number(json, "thickness", d->options.thickness);
    write_counts(json, "candidates", d->candidates);
    json_add_text(json, "outcome",
                  d->contacts[0] + d->contacts[1] > 0 ? "contact"
                  : d->undecided > 0                  ? "undecided"
                                                      : "apart");
    write_counts(json, "contacts", d->contacts);
    json_add_count(json, "undecided", d->undecided);
    json_add_number(json, "safe", d->safe);
    if (cli_has(d->args, "self"))
        write_meetings(json, d);
    json_key(json, "first");
    if (count > 0)
        write_contact(json, d, &contacts[0]);
    else
        json_nothing(json);
    if (with_list)
        write_list(json, d, contacts, count);
    if (d->is_sequence)
        json_end_object(json);
}

static void show_step(deform *d, const tact_deform_contact *contacts, size_t count) {
    char paths[2][CLEAN_TEXT_SIZE], number[NUMBER_TEXT_SIZE];
    cli_print_title(d->output, "%s to %s", clean_text(d->names[0], paths[0]),
                    clean_text(d->names[1], paths[1]));
    cli_print(d->output, "candidates  %" PRIu64 " vertex-face, %" PRIu64 " edge-edge\n",
              d->candidates[0], d->candidates[1]);
    cli_print(d->output, "contacts    %" PRIu64 " vertex-face, %" PRIu64 " edge-edge\n",
              d->contacts[0], d->contacts[1]);
    if (d->undecided > 0)
        cli_print(d->output, "undecided   %" PRIu64 "\n", d->undecided);
    cli_print(d->output, "safe        up to %s of the step\n", number_write(d->safe, number));
    if (cli_has(d->args, "self"))
        cli_print(d->output,
                  "intersects  %" PRIu64 " pairs of its triangles at the start, %" PRIu64
                  " at the end\n",
                  d->meetings[TACT_DEFORM_START], d->meetings[TACT_DEFORM_END]);
    size_t shown = cli_has(d->args, "list") || count < FIRST_ROWS ? count : FIRST_ROWS;
    for (size_t i = 0; i < shown; i++)
        show_contact(d, &contacts[i]);
    if (shown < count)
        cli_print(d->output, "  and %zu more (--list shows all)\n", count - shown);
}

static void write_event(json_writer *json, const void *user, const tact_deform_contact *contact) {
    write_contact(json, user, contact);
}

static void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    deform *d = user;
    for (size_t i = 0; i < count; i++) {
        if (contacts[i].impact.outcome == TACT_OUTCOME_CONTACT)
            d->contacts[contacts[i].kind]++;
        else
            d->undecided++;
    }
    d->has_contact |= d->contacts[0] + d->contacts[1] > 0;
    d->is_open |= d->undecided > 0;
    if (d->output->json)
        write_step(&d->json, d, contacts, count, cli_has(d->args, "list"));
    else
        show_step(d, contacts, count);
    if (d->memory != NULL)
        write_step(&d->kept, d, contacts, count, false);
    const deform_step step = {d->step++, {d->a, d->b}, contacts, count, d->safe, write_event, d};
    if (d->drawn == TACT_OK)
        d->drawn = deform_drawing_add_step(&d->drawing, &step);
}

static cli_exit answer(deform *d) {
    memset(d->candidates, 0, sizeof d->candidates);
    memset(d->contacts, 0, sizeof d->contacts);
    d->undecided = 0;
    tact_status status = tact_deform_candidates(d->a, d->b, &d->options, count_block, d);
    if (status == TACT_OK && cli_has(d->args, "self"))
        status = find_meetings(d);
    if (status == TACT_OK)
        status = tact_deform_safe_fraction(d->a, d->b, &d->options, &d->impact, &d->safe);
    if (status == TACT_OK)
        status = tact_deform_contacts(d->a, d->b, &d->options, &d->impact, take_contacts, d);
    if (status == TACT_OK)
        return d->drawn == TACT_OK ? CLI_OK : drawing_fail(d->drawn);
    files_complain(d->names[0], status, NULL);
    return CLI_IO;
}

/* ---- Files -------------------------------------------------------------------------------- */

static bool have_same_triangles(const tact_mesh *a, const tact_mesh *b) {
    return tact_mesh_vertex_count(a) == tact_mesh_vertex_count(b) &&
           tact_mesh_triangle_count(a) == tact_mesh_triangle_count(b) &&
           memcmp(tact_mesh_indices(a), tact_mesh_indices(b),
                  3 * sizeof(uint32_t) * tact_mesh_triangle_count(a)) == 0;
}

/* Reads the end of a step. The mesh in slot 1 becomes the start. */
static cli_exit read_frame(deform *d, const char *path, tact_mesh *frames[2]) {
    tact_mesh *mesh = NULL;
    cli_exit status = files_read_mesh(d->args, path, d->output, &mesh);
    if (status != CLI_OK)
        return status;
    if (frames[1] != NULL && !have_same_triangles(frames[1], mesh)) {
        char text[CLEAN_TEXT_SIZE];
        cli_complain("%s: its triangles are not those of the file before", clean_text(path, text));
        tact_mesh_destroy(mesh);
        return CLI_IO;
    }
    tact_mesh_destroy(frames[0]);
    frames[0] = frames[1];
    frames[1] = mesh;
    return CLI_OK;
}

static cli_exit make_deform(const deform *d, const tact_mesh *mesh, const char *path,
                            tact_deform **out) {
    tact_deform_topology topology = {.vertex_count = tact_mesh_vertex_count(mesh),
                                     .triangle_count = tact_mesh_triangle_count(mesh),
                                     .triangles = (const uint32_t(*)[3])tact_mesh_indices(mesh)};
    tact_error error;
    tact_status status = tact_deform_create(d->context, &topology, &error, out);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, &error);
    return CLI_IO;
}

static cli_exit move(tact_deform *deformable, tact_mesh *const frames[2], const char *path) {
    tact_error error;
    tact_status status = tact_deform_move(deformable, tact_mesh_vertices(frames[0]),
                                          tact_mesh_vertices(frames[1]), &error);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, &error);
    return CLI_IO;
}

/* ---- The command -------------------------------------------------------------------------- */

static cli_exit open_against(deform *d, const char *start, const char *end) {
    d->names[2] = start;
    d->names[3] = end;
    cli_exit status = read_frame(d, start, d->against);
    if (status == CLI_OK)
        status = read_frame(d, end, d->against);
    for (uint32_t i = 0; i < 2 && status == CLI_OK; i++)
        status = deform_drawing_add_frame(&d->drawing, 1, i, start, d->against[i]);
    if (status == CLI_OK)
        status = make_deform(d, d->against[0], start, &d->b);
    return status == CLI_OK ? move(d->b, d->against, end) : status;
}

static cli_exit run_step(deform *d, const char *start, const char *end) {
    d->names[0] = start;
    d->names[1] = end;
    cli_exit status = read_frame(d, end, d->frames);
    if (status == CLI_OK)
        status = deform_drawing_add_frame(&d->drawing, 0, d->step + 1, d->args->operands[0],
                                          d->frames[1]);
    if (status == CLI_OK && d->a == NULL)
        status = make_deform(d, d->frames[0], start, &d->a);
    if (status == CLI_OK)
        status = move(d->a, d->frames, end);
    return status == CLI_OK ? answer(d) : status;
}

static cli_exit run_steps(deform *d, size_t count) {
    const char *const *frames = d->args->operands;
    d->is_sequence = count > 2;
    cli_exit status = read_frame(d, frames[0], d->frames);
    if (status == CLI_OK)
        status = deform_drawing_add_frame(&d->drawing, 0, 0, frames[0], d->frames[1]);
    for (size_t i = 1; i < count && status == CLI_OK; i++)
        status = run_step(d, frames[i - 1], frames[i]);
    if (status == CLI_OK && d->output->json && !finish_json(&d->json, d))
        return CLI_INTERNAL;
    return status;
}

/* ---- The drawing -------------------------------------------------------------------------- */

static cli_exit begin_drawing(deform *d, size_t frame_count) {
    cli_exit status = deform_drawing_begin(&d->drawing, d->args, d->output, frame_count);
    if (status != CLI_OK || !d->drawing.is_wanted)
        return status;
    d->memory = open_memstream(&d->text, &d->bytes);
    d->kept = json_start(d->memory);
    return d->memory != NULL ? CLI_OK : drawing_fail(TACT_OUT_OF_MEMORY);
}

static cli_exit end_drawing(deform *d) {
    if (d->memory == NULL)
        return CLI_OK;
    bool is_good = finish_json(&d->kept, d) && ferror(d->memory) == 0;
    is_good = fclose(d->memory) == 0 && is_good;
    d->memory = NULL;
    return is_good ? deform_drawing_end(&d->drawing, d->text, d->output)
                   : drawing_fail(TACT_OUT_OF_MEMORY);
}

static cli_exit read_options(deform *d) {
    static const char *const methods[] = {"hierarchy", "grid", "sweep"};
    const char *method = cli_value(d->args, "method");
    d->options = tact_deform_options_default();
    d->impact = tact_impact_options_default();
    for (int i = 0; method != NULL && i < 3; i++)
        if (strcmp(method, methods[i]) == 0)
            d->options.method = (tact_deform_method)i;
    cli_exit status =
        value_read_amount("thickness", cli_value(d->args, "thickness"), &d->options.thickness);
    d->impact.separation = d->options.thickness;
    return status;
}

static void close_all(deform *d) {
    tact_deform_destroy(d->a);
    tact_deform_destroy(d->b);
    for (int i = 0; i < 2; i++) {
        tact_mesh_destroy(d->frames[i]);
        tact_mesh_destroy(d->against[i]);
    }
    tact_context_destroy(d->context);
    tact_pool_destroy(d->pool);
    deform_drawing_clear(&d->drawing);
    if (d->memory != NULL)
        (void)fclose(d->memory);
    free(d->text);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    deform d = {.args = args, .output = output};
    const char *against = cli_value(args, "against");
    size_t count = args->operand_count;
    if (against != NULL && count > 3) {
        cli_complain("--against is for one step: START END --against FILE [FILE]");
        return CLI_USAGE;
    }
    cli_exit status = read_options(&d);
    d.json = json_start(output->stream);
    if (status == CLI_OK)
        status = begin_drawing(&d, against != NULL ? 2 : count);
    if (status == CLI_OK)
        status = threads_open(args, TACT_SIMD_AVX512, &d.pool, &d.context);
    if (status == CLI_OK && against != NULL)
        status = open_against(&d, against, count == 3 ? args->operands[2] : against);
    if (status == CLI_OK)
        status = run_steps(&d, against != NULL ? 2 : count);
    if (status == CLI_OK)
        status = end_drawing(&d);
    close_all(&d);
    if (status == CLI_OK)
        status = d.has_contact ? CLI_FOUND : d.is_open ? CLI_UNDECIDED : CLI_OK;
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char deform_details[] =
    "A body bends from START to END: every vertex moves on a straight line during the step. Both\n"
    "files have the same triangles. With more than two files, each is the end of the step before.\n"
    "\n"
    "Prints how many vertices and faces, and how many edges, may meet (their boxes over the step\n"
    "meet), those that do in the order of time from 0 to 1, and how much of the step is safe.\n"
    "Features that share a vertex are not compared. --against B0 B1 compares with another body\n"
    "that moves from B0 to B1 instead of the body with itself. Without B1, the other body rests.\n"
    "\n"
    "Without a thickness the contacts are exact for the numbers in the files. With one, features\n"
    "at this distance are in contact; those that rounding hides are undecided.\n"
    "--self also counts the pairs of triangles of the body that intersect at either end.\n"
    "The exit status is 1 if there are contacts or such pairs.\n";

static const cli_option deform_options[] = {
    {"thickness", 0, "H", NULL, "features at this distance are in contact (default 0)"},
    {"against", 0, "FILE", NULL, "compare with another body; its end is the next argument"},
    {"list", 0, NULL, NULL, "show all contacts"},
    {"self", 0, NULL, NULL, "count self-intersections at the start and at the end"},
    {"method", 0, "METHOD", "hierarchy|grid|sweep", "how candidates are found (default hierarchy)"},
    DRAW_OPTIONS,
    PLY_OPTION,
    FROM_OPTION,
    {"threads", 0, "N", NULL, "number of threads (default 0: one per processor)"},
};

static const cli_example deform_examples[] = {
    {"tact deform cloth0.ply cloth1.ply", "what of the cloth touches the cloth"},
    {"tact deform cloth0.ply cloth1.ply --against ball0.ply ball1.ply", "and the ball"},
    {"tact deform cloth0.ply cloth1.ply --thickness 1e-3 --json | jq .safe", "with a margin"},
    {"tact deform frame*.ply --html cloth.html", "a page with a timeline of all steps"},
    {"tact deform cloth0.ply cloth1.ply --ply hits.ply", "the triangles that touch, coloured"},
};

const cli_command command_deform = {
    .name = "deform",
    .summary = "find contacts of bodies that bend",
    .operands = "START END...",
    .least_operands = 2,
    .most_operands = CLI_ANY_COUNT,
    .details = deform_details,
    .options = ROWS(deform_options),
    .examples = ROWS(deform_examples),
    .run = run,
};
