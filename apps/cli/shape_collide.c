/* SPDX-License-Identifier: MIT */
/* tact collide where a shape is among the two. */
#include "question.h"
#include "show.h"

static void ask_one(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    (void)worker;
    to->status = tacti_object_collide(&to->a, &to->b, &q->desc, &to->touch);
    if (to->status != TACT_OK)
        return;
    to->verdict = to->touch.outcome;
    to->is_contained = to->touch.outcome == TACT_CONTACT && to->touch.is_contained;
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    return question_ask_each(q, count, ask_one, error);
}

static void show(question *q, const answer *from) {
    char title[SHOW_LINE_SIZE];
    snprintf(title, sizeof title, "Undecided: %s.", question_undecided_text(q));
    question_show_title(q, from->verdict == TACT_APART     ? "They are apart."
                           : from->verdict == TACT_CONTACT ? "They touch."
                                                           : title);
    if (from->verdict != TACT_CONTACT)
        return;
    if (from->is_contained)
        cli_print(q->output, "inside   %s\n", question_shape_contained_text(q));
    question_show_touch(q, &from->touch, 9);
}

static void show_triangle(question *q, const model *m, const char *name, uint32_t triangle) {
    char line[MODELS_LINE_SIZE];
    if (triangle != TACT_NO_TRIANGLE)
        cli_print(q->output, ", %s", models_show_triangle(m, name, triangle, line));
}

static void show_line(question *q, const answer *from) {
    char line[SHOW_LINE_SIZE];
    if (from->verdict == TACT_UNDECIDED)
        cli_print(q->output, "undecided, %s", question_undecided_text(q));
    else if (from->verdict == TACT_APART)
        cli_print(q->output, "apart");
    else
        cli_print(q->output, "%s at %s",
                  from->is_contained ? question_shape_contained_text(q) : "contact",
                  show_point(from->touch.point, line));
    if (from->verdict == TACT_CONTACT) {
        show_triangle(q, &q->models.a, "A", from->touch.a);
        show_triangle(q, &q->models.b, "B", from->touch.b);
    }
    cli_print(q->output, "\n");
}

static void write(question *q, const answer *from, json_writer *json) {
    question_write_verdict("colliding", from->verdict, json);
    json_key(json, "contained");
    json_bool(json, from->is_contained);
    question_write_touch(q, &from->touch, json);
}

const question_verbs shape_collide_verbs = {
    .ask = ask, .show = show, .show_line = show_line, .write = write};
