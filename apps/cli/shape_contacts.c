/* SPDX-License-Identifier: MIT */
/* tact contacts where a shape is among the two: the triangles of the mesh that touch it. For two
 * shapes there are none; 'tact depth --points' says where those touch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "question.h"
#include "show.h"

/* Rows that people see without --list. */
#define FIRST_ROWS 10

/* ---- Asking ------------------------------------------------------------------------------- */

/* Takes one contact; without memory it ends the query. */
static bool take(void *user, uint32_t a, uint32_t b) {
    answer *to = user;
    triangle_list *list = to->triangles;
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        uint32_t *pairs = realloc(list->pairs, 2 * capacity * sizeof *pairs);
        if (pairs == NULL) {
            to->status = TACT_OUT_OF_MEMORY;
            return false;
        }
        list->pairs = pairs;
        list->capacity = capacity;
    }
    list->pairs[2 * list->count] = a;
    list->pairs[2 * list->count + 1] = b;
    list->count++;
    return true;
}

static int compare_pairs(const void *a, const void *b) {
    const uint32_t *p = a, *q = b;
    for (int i = 0; i < 2; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

static void fill(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    triangle_list *list = to->triangles;
    (void)worker;
    list->count = 0;
    tact_status status = tacti_object_contacts(&to->a, &to->b, &q->desc, take, to, &to->summary);
    if (to->status == TACT_OK)
        to->status = status;
    if (to->status != TACT_OK)
        return;
    to->verdict = list->count > 0 ? TACT_CONTACT : to->summary.outcome;
    if (list->count > 0)
        qsort(list->pairs, list->count, 2 * sizeof *list->pairs, compare_pairs);
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    return question_ask_each(q, count, fill, error);
}

/* ---- For people --------------------------------------------------------------------------- */

static bool is_two_shapes(const question *q) {
    return q->models.a.is_shape && q->models.b.is_shape;
}

static const char *count_text(const question *q, const answer *from, char text[64]) {
    size_t count = from->triangles->count;
    bool all = from->summary.outcome != TACT_UNDECIDED;
    snprintf(text, 64, "%s%zu triangle%s of %s", all ? "" : "at least ", count,
             count == 1 ? "" : "s", q->models.a.is_shape ? "B" : "A");
    return text;
}

static void show_rows(question *q, const answer *from) {
    const triangle_list *list = from->triangles;
    size_t shown = q->is_list || list->count < FIRST_ROWS ? list->count : FIRST_ROWS;
    const model *m = q->models.a.is_shape ? &q->models.b : &q->models.a;
    char line[MODELS_LINE_SIZE];
    for (size_t i = 0; i < shown; i++)
        cli_print(q->output, "  %s\n",
                  models_show_triangle(m, m == &q->models.a ? "A" : "B",
                                       list->pairs[2 * i + (m == &q->models.b)], line));
    if (shown < list->count)
        cli_print(q->output, "and %zu more; --list shows all\n", list->count - shown);
}

static void show(question *q, const answer *from) {
    char text[64];
    char title[SHOW_LINE_SIZE];
    if (from->verdict == TACT_APART)
        snprintf(title, sizeof title, "They are apart.");
    else if (from->verdict == TACT_UNDECIDED)
        snprintf(title, sizeof title, "Undecided: %s.", question_undecided_text(q));
    else if (is_two_shapes(q))
        snprintf(title, sizeof title, "They touch; 'tact depth --points' says where.");
    else
        snprintf(title, sizeof title, "They touch: %s.", count_text(q, from, text));
    question_show_title(q, title);
    if (from->verdict == TACT_CONTACT && !is_two_shapes(q))
        show_rows(q, from);
}

static void show_line(question *q, const answer *from) {
    char text[64];
    if (from->verdict == TACT_APART)
        cli_print(q->output, "apart\n");
    else if (from->verdict == TACT_UNDECIDED)
        cli_print(q->output, "undecided, %s\n", question_undecided_text(q));
    else if (is_two_shapes(q))
        cli_print(q->output, "contact\n");
    else
        cli_print(q->output, "%s\n", count_text(q, from, text));
    if (from->verdict == TACT_CONTACT && !is_two_shapes(q) && q->is_list)
        show_rows(q, from);
}

/* ---- For programs ------------------------------------------------------------------------- */

static void write(question *q, const answer *from, json_writer *json) {
    const triangle_list *list = from->triangles;
    question_write_verdict("colliding", from->verdict, json);
    json_key(json, "count");
    json_count(json, list->count);
    json_key(json, "complete");
    json_bool(json, from->summary.outcome != TACT_UNDECIDED);
    json_key(json, "witness");
    if (list->count > 0) {
        json_begin_object(json);
        question_write_triangles(q, list->pairs[0], list->pairs[1], json);
        json_end_object(json);
    } else {
        json_null(json);
    }
    if (!q->is_list)
        return;
    json_key(json, "contacts");
    json_begin_array(json);
    for (size_t i = 0; i < list->count; i++) {
        json_begin_line(json);
        question_write_triangles(q, list->pairs[2 * i], list->pairs[2 * i + 1], json);
        json_end_object(json);
    }
    json_end_array(json);
}

const question_verbs shape_contacts_verbs = {
    .keeps_triangles = true, .ask = ask, .show = show, .show_line = show_line, .write = write};
