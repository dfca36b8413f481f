/* SPDX-License-Identifier: MIT */
/* tact contacts: all pairs of triangles in which two placed meshes meet, or the triangles that meet
 * a shape. Two shapes have no triangles; 'tact depth --points' shows where they collide. What a
 * pair has in common is computed when it is shown, so a long list stores only triangle numbers. */
#include <inttypes.h>
#include <stdio.h>

#include "command_text.h"
#include "curve_file.h"
#include "question.h"
#include "number.h"

/* Rows that people see without --list. */
#define FIRST_ROWS 10

/* Whether no triangles meet, and one model lies inside the other. */
static bool is_contained(const answer *from) {
    return from->verdict == TACT_OUTCOME_CONTACT && from->contacts.count == 0;
}

/* Looks inside the meshes if no triangles of some answer meet. */
static tact_status ask_inside(question *q, size_t count) {
    tact_batch batch = question_batch(q, count);
    bool is_apart = false;
    for (size_t i = 0; i < count; i++)
        is_apart = is_apart || q->answers[i].verdict == TACT_OUTCOME_APART;
    if (!is_apart || q->need == MODELS_SURFACES)
        return TACT_OK;
    tact_status status = tact_collide_batch(q->models.context, &batch, &q->answers[0].collide);
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        answer *to = &q->answers[i];
        if (to->verdict != TACT_OUTCOME_APART)
            continue;
        to->verdict = to->collide.outcome;
        to->reason = question_reason(to->verdict, to->collide.ending);
    }
    return status;
}

static tact_status ask(question *q, size_t count) {
    tact_batch batch = question_batch(q, count);
    tact_status status =
        tact_contacts_batch(q->models.context, &batch, q->lists, &q->answers[0].contacts);
    /* One pair is a contact, even if the budget ran out before all pairs were found. */
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        const tact_contacts_result *found = &q->answers[i].contacts;
        q->answers[i].verdict = found->count > 0 ? TACT_OUTCOME_CONTACT : found->outcome;
        q->answers[i].reason = question_reason(q->answers[i].verdict, found->ending);
    }
    if (status == TACT_OK)
        status = ask_inside(q, count);
    if (status == TACT_OK && q->has_curves)
        status = tact_curves_batch(q->models.context, &batch, q->sets, &q->answers[0].curves);
    return status;
}

static bool rests_on_inside(const question *q, const answer *from) {
    (void)q;
    return from->verdict == TACT_OUTCOME_APART || is_contained(from);
}

static void leave_open(question *q, answer *to) {
    (void)q;
    to->collide.outcome = TACT_OUTCOME_UNDECIDED;
}

static cli_exit deliver(question *q, const answer *from) {
    const char *path = cli_value(q->args, "output");
    return path != NULL ? curve_file_write(path, from->set, q->output) : CLI_OK;
}

/* ---- As text ------------------------------------------------------------------------------ */

/* Whether the contacts are pairs of triangles, not triangles of one mesh. */
static bool is_of_pairs(const question *q) {
    return !question_has_shape(q);
}

static bool is_two_shapes(const question *q) {
    return models_mesh(&q->models.a) == NULL && models_mesh(&q->models.b) == NULL;
}

static const char *count_text(const question *q, const answer *from, char text[64]) {
    uint64_t count = from->contacts.count;
    const char *least = from->contacts.outcome != TACT_OUTCOME_UNDECIDED ? "" : "at least ";
    const char *plural = count == 1 ? "" : "s";
    if (is_of_pairs(q))
        snprintf(text, 64, "%s%" PRIu64 " pair%s of triangles", least, count, plural);
    else
        snprintf(text, 64, "%s%" PRIu64 " triangle%s of %s", least, count, plural,
                 models_mesh(&q->models.a) == NULL ? "B" : "A");
    return text;
}

static void show_part(question *q, const model *m, const char *side, uint32_t triangle) {
    const char *name = models_part_name(m, triangle);
    if (name != NULL && name[0] != '\0') {
        char line[MODELS_LINE_SIZE];
        cli_print(q->output, "  %s: %s", side, models_clean_name(name, line));
    }
}

static void show_pair(question *q, const answer *from, const uint32_t pair[2]) {
    char line[SHOW_LINE_SIZE];
    tact_overlap overlap = question_overlap(from, pair[0], pair[1]);
    cli_print(q->output, "%12" PRIu32 " %12" PRIu32 "  %-8s %s", pair[0], pair[1],
              tact_overlap_kind_name(overlap.kind), show_point(overlap.points[0].position, line));
    show_part(q, &q->models.a, "A", pair[0]);
    show_part(q, &q->models.b, "B", pair[1]);
    cli_print(q->output, "\n");
}

static void show_triangle(question *q, const uint32_t pair[2]) {
    bool is_a = pair[0] != TACT_NO_TRIANGLE;
    char line[MODELS_LINE_SIZE];
    cli_print(q->output, "  %s\n",
              models_show_triangle(is_a ? &q->models.a : &q->models.b, is_a ? "A" : "B",
                                   is_a ? pair[0] : pair[1], line));
}

static void show_rows(question *q, const answer *from) {
    tact_contact_view view = tact_contact_list_view(from->list);
    uint32_t shown = q->is_list || view.count < FIRST_ROWS ? view.count : FIRST_ROWS;
    if (is_two_shapes(q))
        return;
    if (shown > 0 && is_of_pairs(q))
        cli_print(q->output, "%12s %12s  %-8s %s\n", "triangle A", "triangle B", "common",
                  "first point");
    for (uint32_t i = 0; i < shown; i++) {
        const uint32_t *pair = view.pairs + 2 * (size_t)i;
        if (is_of_pairs(q))
            show_pair(q, from, pair);
        else
            show_triangle(q, pair);
    }
    if (shown < view.count)
        cli_print(q->output, "and %" PRIu32 " more; --list shows all\n", view.count - shown);
}

static const char *plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

static void show_curves(question *q, const answer *from) {
    const tact_curve_summary *c = &from->curves.summary;
    char text[NUMBER_TEXT_SIZE];
    cli_print(q->output, "  curves    %" PRIu32 ", %" PRIu32 " closed, length %s\n", c->curve_count,
              c->closed_count, number_write(c->length, text));
    if (c->patch_count > 0)
        cli_print(q->output, "  coplanar  %" PRIu32 " patch%s, area %s\n", c->patch_count,
                  c->patch_count == 1 ? "" : "es", number_write(c->patch_area, text));
    if (c->lone_count > 0)
        cli_print(q->output, "  isolated  %" PRIu32 " point%s\n", c->lone_count,
                  plural(c->lone_count));
    if (cli_value(q->args, "output") != NULL)
        cli_print(q->output, "  written   %s\n", cli_value(q->args, "output"));
}

/* The same in one line. */
static void show_curves_line(question *q, const answer *from) {
    const tact_curve_summary *c = &from->curves.summary;
    char length[NUMBER_TEXT_SIZE], area[NUMBER_TEXT_SIZE];
    cli_print(q->output, ", %" PRIu32 " curve%s of length %s, patches of area %s", c->curve_count,
              plural(c->curve_count), number_write(c->length, length),
              number_write(c->patch_area, area));
}

static void show(question *q, const answer *from) {
    char text[64], line[SHOW_LINE_SIZE];
    const char *subject = question_subject(q);
    if (from->verdict == TACT_OUTCOME_APART)
        cli_print_title(q->output, "%s are apart.", subject);
    else if (from->verdict == TACT_OUTCOME_UNDECIDED)
        cli_print_title(q->output, "Undecided: %s.", question_undecided_text(q, from, line));
    else if (is_contained(from))
        cli_print_title(q->output, "%s overlap: %s, and no triangles meet.", subject,
                        question_contained_text(q, &from->collide.a, &from->collide.b));
    else if (is_two_shapes(q))
        cli_print_title(q->output, "They collide; 'tact depth --points' shows where.");
    else
        cli_print_title(q->output, "%s collide: %s.", subject, count_text(q, from, text));
    if (from->verdict != TACT_OUTCOME_CONTACT)
        return;
    if (q->has_curves)
        show_curves(q, from);
    show_rows(q, from);
}

static void show_line(question *q, const answer *from) {
    char text[64], line[SHOW_LINE_SIZE];
    char name[MODELS_LINE_SIZE];
    if (from->verdict == TACT_OUTCOME_APART) {
        cli_print(q->output, "apart\n");
        return;
    }
    if (from->verdict == TACT_OUTCOME_UNDECIDED) {
        cli_print(q->output, "undecided, %s\n", question_undecided_text(q, from, line));
        return;
    }
    if (is_contained(from)) {
        cli_print(q->output, "%s\n",
                  question_contained_text(q, &from->collide.a, &from->collide.b));
        return;
    }
    cli_print(q->output, "%s", is_two_shapes(q) ? "contact" : count_text(q, from, text));
    if (q->has_curves)
        show_curves_line(q, from);
    if (is_of_pairs(q) && !q->is_list) {
        const uint32_t *first = tact_contact_list_view(from->list).pairs;
        cli_print(q->output, ", first: %s",
                  models_show_triangle(&q->models.a, "A", first[0], name));
        cli_print(q->output, ", %s", models_show_triangle(&q->models.b, "B", first[1], name));
    }
    cli_print(q->output, "\n");
    if (q->is_list)
        show_rows(q, from);
}

/* ---- As JSON ------------------------------------------------------------------------------ */

/* The triangles of a pair and, for two meshes, what they have in common. */
static void write_pair(question *q, const answer *from, const uint32_t pair[2], json_writer *json) {
    question_write_triangles(q, pair[0], pair[1], json);
    if (!is_of_pairs(q))
        return;
    tact_overlap overlap = question_overlap(from, pair[0], pair[1]);
    json_add_text(json, "kind", tact_overlap_kind_name(overlap.kind));
    json_key(json, "points");
    show_write_overlap_points(json, &overlap);
}

static void write_list(question *q, const answer *from, json_writer *json) {
    tact_contact_view view = tact_contact_list_view(from->list);
    json_key(json, "contacts");
    json_begin_array(json);
    for (size_t i = 0; i < view.count; i++) {
        json_begin_line(json);
        write_pair(q, from, view.pairs + 2 * i, json);
        json_end_object(json);
    }
    json_end_array(json);
}

/* The first pair, or a triangle inside the other model. */
static void write_witness(question *q, const answer *from, json_writer *json) {
    if (is_contained(from)) {
        question_write_contact(q, &from->collide, json);
        return;
    }
    json_key(json, "witness");
    if (from->verdict != TACT_OUTCOME_CONTACT) {
        json_nothing(json);
        return;
    }
    const uint32_t *pair = tact_contact_list_view(from->list).pairs;
    json_begin_object(json);
    question_write_triangles(q, pair[0], pair[1], json);
    if (is_of_pairs(q)) {
        tact_overlap overlap = question_overlap(from, pair[0], pair[1]);
        json_add_text(json, "kind", tact_overlap_kind_name(overlap.kind));
        show_add_point(json, "point", overlap.points[0].position);
    }
    json_end_object(json);
}

static void write_curves(const answer *from, json_writer *json) {
    const tact_curve_summary *c = &from->curves.summary;
    json_key(json, "curves");
    json_begin_object(json);
    json_add_count(json, "count", c->curve_count);
    json_add_count(json, "closed", c->closed_count);
    json_add_number(json, "length", c->length);
    json_add_count(json, "patches", c->patch_count);
    json_add_number(json, "patch_area", c->patch_area);
    json_add_count(json, "lone_points", c->lone_count);
    json_end_object(json);
}

static void write(question *q, const answer *from, json_writer *json) {
    question_write_verdict("colliding", from->verdict, json);
    json_add_text(json, "reason", question_reason_name(from->reason));
    json_add_bool(json, "contained", is_contained(from));
    json_add_count(json, "count", from->contacts.count);
    json_add_bool(json, "complete", from->contacts.outcome != TACT_OUTCOME_UNDECIDED);
    write_witness(q, from, json);
    if (q->has_curves)
        write_curves(from, json);
    if (q->is_list)
        write_list(q, from, json);
}

static cli_exit run(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {.question = TACT_QUESTION_CONTACTS,
                                         .keeps_lists = true,
                                         .has_solids = true,
                                         .ask = ask,
                                         .rests_on_inside = rests_on_inside,
                                         .leave_open = leave_open,
                                         .deliver = deliver,
                                         .show = show,
                                         .show_line = show_line,
                                         .write = write};
    const char *path = cli_value(args, "output");
    if (path != NULL && cli_has(args, "poses")) {
        cli_complain("--output writes the curves of one pose; it cannot be combined with --poses");
        return CLI_USAGE;
    }
    if (path != NULL && curve_file_check(path) != CLI_OK)
        return CLI_USAGE;
    return question_run(args, output, &verbs);
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char contacts_details[] =
    "Finds all pairs of triangles of A and B that meet: their number, and the first pairs with\n"
    "what they have in common. Pairs are sorted by the triangle of A, then by the triangle of B;\n"
    "triangles are numbered from 0 in the order of the file. Which pairs meet is exact; points\n"
    "are rounded.\n"
    "\n" SOLID_DETAILS "\n" SHAPE_DETAILS
    "For a mesh and a shape, the triangles that meet the shape are listed, and --curves is not\n"
    "supported.\n"
    "\n"
    "--curves connects what the pairs have in common: curves along which the surfaces cross\n"
    "or touch, patches in which they are coplanar, and isolated points. -o writes them to a\n"
    "file: .ply with edges and faces, .obj with l, p and f elements, or .csv with one row per\n"
    "point. An old file is replaced only when the new one is complete.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 if the models collide (with --poses: on any line), 0 if they are apart,\n"
    "and 5 if that is undecided: the budget ran out, rounding hides it, or a mesh crosses "
    "itself.\n";

static const cli_option contacts_options[] = {
    {"list", 0, NULL, NULL, "list all pairs; with --json also their points"},
    {"curves", 0, NULL, NULL, "connect them to curves and patches, with lengths and areas"},
    {"output", 'o', "FILE", NULL, "write curves and patches to a .ply, .obj or .csv file"},
    SURFACE_OPTION,
    EMPTY_OPTION,
    POSE_OPTIONS,
    PLY_OPTION,
    QUESTION_OPTIONS,
};

static const cli_example contacts_examples[] = {
    {"tact contacts housing.stl gear.stl", "how many, and the first ten"},
    {"tact contacts --list a.ply b.ply | less", "all of them"},
    {"tact contacts --json --list a.ply b.ply | jq -c '.contacts[] | [.a, .b]'",
     "the pairs for another program"},
    {"tact contacts --curves hull.ply pipe.ply", "how long is the weld?"},
    {"tact contacts hull.ply pipe.ply -o weld.obj", "the curves, for a viewer or CAD"},
    {"tact contacts hull.ply pipe.ply -o weld.csv -q; column -ts, weld.csv", "their points"},
    {"tact contacts door.obj frame.obj --rotate-a z,30 --time", "with the door ajar"},
    {"tact contacts part.stl sphere:0.1 --move-b 1,2,3 --list", "the triangles near a point"},
};

const cli_command command_contacts = {
    .name = "contacts",
    .summary = "find all pairs of triangles that meet, and the curves in which they do",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .details = contacts_details,
    .options = ROWS(contacts_options),
    .examples = ROWS(contacts_examples),
    .run = run,
};
