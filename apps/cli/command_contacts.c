/* SPDX-License-Identifier: MIT */
/* tact contacts: all pairs of touching triangles of two placed meshes. What a pair has in common is
 * found when it is shown, so that long lists take the memory of their numbers alone. Curves are
 * linked only where they are asked for. */
#include <inttypes.h>
#include <stdio.h>

#include "curve_file.h"
#include "question.h"
#include "number.h"
#include "show.h"

/* Rows that people see without --list. */
#define FIRST_ROWS 10

static void fill(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    (void)worker;
    to->status = tacti_mesh_contacts_fill(&to->where.a, &to->where.b, &q->desc, TACT_CONTACT_PAIRS,
                                          to->list, &to->summary);
    /* One pair is a contact, also where the budget ended before all were known. */
    if (to->status == TACT_OK)
        to->verdict = to->summary.pair_count > 0 ? TACT_CONTACT : to->summary.outcome;
    if (to->status == TACT_OK && q->has_curves)
        to->status = tacti_curve_set_fill(&to->where.a, &to->where.b, &q->desc, to->curves,
                                          &to->curve_summary);
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    return question_ask_each(q, count, fill, error);
}

static cli_exit deliver(question *q, const answer *from) {
    const char *path = cli_value(q->args, "output");
    return path != NULL ? curve_file_write(path, from->curves, q->output) : CLI_OK;
}

/* ---- For people --------------------------------------------------------------------------- */

static const char *count_text(const answer *from, char text[64]) {
    uint64_t count = from->summary.pair_count;
    bool all = from->summary.outcome != TACT_UNDECIDED;
    snprintf(text, 64, "%s%" PRIu64 " pair%s of triangles", all ? "" : "at least ", count,
             count == 1 ? "" : "s");
    return text;
}

static void show_part(question *q, const model *m, const char *side, uint32_t triangle) {
    const char *name = models_part_name(m, triangle);
    if (name != NULL && name[0] != '\0') {
        char line[MODELS_LINE_SIZE];
        cli_print(q->output, "  %s: %s", side, models_clean_name(name, line));
    }
}

static void show_rows(question *q, const answer *from) {
    uint32_t count = tact_contact_list_view(from->list).count;
    const uint32_t *pairs = tact_contact_list_view(from->list).pairs;
    uint32_t shown = q->is_list || count < FIRST_ROWS ? count : FIRST_ROWS;
    char line[SHOW_LINE_SIZE];
    if (shown > 0)
        cli_print(q->output, "%12s %12s  %-8s %s\n", "of A", "of B", "common", "first point");
    for (uint32_t i = 0; i < shown; i++) {
        uint32_t a = pairs[2 * (size_t)i];
        uint32_t b = pairs[2 * (size_t)i + 1];
        tact_overlap overlap = question_overlap(from, a, b);
        cli_print(q->output, "%12" PRIu32 " %12" PRIu32 "  %-8s %s", a, b,
                  tact_overlap_kind_name(overlap.kind),
                  show_point(overlap.points[0].position, line));
        show_part(q, &q->models.a, "A", a);
        show_part(q, &q->models.b, "B", b);
        cli_print(q->output, "\n");
    }
    if (shown < count)
        cli_print(q->output, "and %" PRIu32 " more; --list shows all\n", count - shown);
}

/* The end of a word for a count. */
static const char *plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

static void show_curves(question *q, const answer *from) {
    const tact_curve_summary *c = &from->curve_summary;
    char text[NUMBER_TEXT_SIZE];
    cli_print(q->output, "  curves    %" PRIu32 ", %" PRIu32 " closed, length %s\n", c->curve_count,
              c->closed_count, number_write(c->length, text));
    if (c->patch_count > 0)
        cli_print(q->output, "  coplanar  %" PRIu32 " patch%s, area %s\n", c->patch_count,
                  c->patch_count == 1 ? "" : "es", number_write(c->patch_area, text));
    if (c->lone_count > 0)
        cli_print(q->output, "  alone     %" PRIu32 " point%s\n", c->lone_count,
                  plural(c->lone_count));
    if (cli_value(q->args, "output") != NULL)
        cli_print(q->output, "  written   %s\n", cli_value(q->args, "output"));
}

/* The same in one line. */
static void show_curves_line(question *q, const answer *from) {
    const tact_curve_summary *c = &from->curve_summary;
    char length[NUMBER_TEXT_SIZE], area[NUMBER_TEXT_SIZE];
    cli_print(q->output, ", %" PRIu32 " curve%s of length %s, patches of area %s", c->curve_count,
              plural(c->curve_count), number_write(c->length, length),
              number_write(c->patch_area, area));
}

static void show(question *q, const answer *from) {
    char text[64];
    char title[96];
    if (from->verdict == TACT_APART) {
        question_show_title(q, "The meshes are apart.");
    } else if (from->verdict == TACT_UNDECIDED) {
        question_show_title(q, "Undecided: the budget ended before any contact was known.");
    } else {
        snprintf(title, sizeof title, "The meshes touch: %s.", count_text(from, text));
        question_show_title(q, title);
        if (q->has_curves)
            show_curves(q, from);
        show_rows(q, from);
    }
}

static void show_line(question *q, const answer *from) {
    char text[64];
    char name[MODELS_LINE_SIZE];
    if (from->verdict == TACT_CONTACT && !q->is_list) {
        const uint32_t *first = tact_contact_list_view(from->list).pairs;
        cli_print(q->output, "%s", count_text(from, text));
        if (q->has_curves)
            show_curves_line(q, from);
        cli_print(q->output, ", first: %s",
                  models_show_triangle(&q->models.a, "A", first[0], name));
        cli_print(q->output, ", %s\n", models_show_triangle(&q->models.b, "B", first[1], name));
    } else if (from->verdict == TACT_CONTACT) {
        cli_print(q->output, "%s", count_text(from, text));
        if (q->has_curves)
            show_curves_line(q, from);
        cli_print(q->output, "\n");
        show_rows(q, from);
    } else {
        cli_print(q->output, "%s\n",
                  from->verdict == TACT_APART ? "apart" : "undecided, the budget ended");
    }
}

/* ---- For programs ------------------------------------------------------------------------- */

static void write_list(question *q, const answer *from, json_writer *json) {
    uint32_t count = tact_contact_list_view(from->list).count;
    const uint32_t *pairs = tact_contact_list_view(from->list).pairs;
    json_key(json, "contacts");
    json_begin_array(json);
    for (size_t i = 0; i < count; i++) {
        tact_overlap overlap = question_overlap(from, pairs[2 * i], pairs[2 * i + 1]);
        json_begin_line(json);
        question_write_triangles(q, pairs[2 * i], pairs[2 * i + 1], json);
        json_key(json, "kind");
        json_text(json, tact_overlap_kind_name(overlap.kind));
        json_key(json, "points");
        show_write_overlap_points(json, &overlap);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_curves(const answer *from, json_writer *json) {
    const tact_curve_summary *c = &from->curve_summary;
    json_key(json, "curves");
    json_begin_object(json);
    json_key(json, "count");
    json_count(json, c->curve_count);
    json_key(json, "closed");
    json_count(json, c->closed_count);
    json_key(json, "length");
    json_number(json, c->length);
    json_key(json, "patches");
    json_count(json, c->patch_count);
    json_key(json, "patch_area");
    json_number(json, c->patch_area);
    json_key(json, "lone_points");
    json_count(json, c->lone_count);
    json_end_object(json);
}

static void write(question *q, const answer *from, json_writer *json) {
    tacti_mesh_collision first = {.a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE};
    if (from->verdict == TACT_CONTACT) {
        const uint32_t *pair = tact_contact_list_view(from->list).pairs;
        tact_overlap overlap = question_overlap(from, pair[0], pair[1]);
        first.a = pair[0];
        first.b = pair[1];
        first.kind = overlap.kind;
        first.point = overlap.points[0].position;
    }
    question_write_verdict("colliding", from->verdict, json);
    json_key(json, "count");
    json_count(json, from->summary.pair_count);
    json_key(json, "complete");
    json_bool(json, from->summary.outcome != TACT_UNDECIDED);
    question_write_contact(q, &first, json);
    if (q->has_curves)
        write_curves(from, json);
    if (q->is_list)
        write_list(q, from, json);
}

cli_exit command_contacts(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {.keeps_lists = true,
                                         .ask = ask,
                                         .deliver = deliver,
                                         .show = show,
                                         .show_line = show_line,
                                         .write = write};
    const char *path = cli_value(args, "output");
    if (path != NULL && cli_has(args, "poses")) {
        cli_complain("--output takes the curves of one pose; it goes without --poses");
        return CLI_USAGE;
    }
    if (path != NULL && curve_file_check(path) != CLI_OK)
        return CLI_USAGE;
    return question_run(args, output, &verbs, &shape_contacts_verbs);
}
