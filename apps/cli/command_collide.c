/* SPDX-License-Identifier: MIT */
/* tact collide: whether two placed meshes touch, with one contact. */
#include <stdio.h>
#include <stdlib.h>

#include "question.h"
#include "show.h"

static tact_status ask(question *q, size_t count, tact_error *error) {
    tacti_placed_pair *pairs = calloc(count + 1, sizeof *pairs);
    tacti_mesh_collision *results = calloc(count + 1, sizeof *results);
    tact_status status = pairs != NULL && results != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        pairs[i] = q->answers[i].where;
    tacti_query_desc desc = question_proving_desc(q);
    if (status == TACT_OK && q->proof != NULL)
        status = tacti_mesh_collide(&pairs[0].a, &pairs[0].b, &desc, NULL, &results[0]);
    else if (status == TACT_OK)
        status =
            tacti_mesh_collide_batch(q->models.context, pairs, count, &q->desc, error, results);
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        answer *to = &q->answers[i];
        to->collision = results[i];
        to->verdict = results[i].outcome;
        to->is_contained = results[i].is_contained;
    }
    free(results);
    free(pairs);
    return status;
}

static const char *verdict_text(const answer *from) {
    switch (from->verdict) {
    case TACT_APART:
        return "apart";
    case TACT_UNDECIDED:
        return "undecided, the budget ended";
    case TACT_CONTACT:
        break;
    }
    return from->is_contained ? question_contained_text(&from->collision) : "contact";
}

static void show(question *q, const answer *from) {
    const tacti_mesh_collision *contact = &from->collision;
    char line[SHOW_LINE_SIZE];
    if (from->verdict == TACT_APART)
        question_show_title(q, "The meshes are apart.");
    else if (from->verdict == TACT_UNDECIDED)
        question_show_title(q, "Undecided: the budget ended before either was known.");
    else
        question_show_title(q, from->is_contained ? "The meshes collide." : "The meshes touch.");
    if (from->verdict != TACT_CONTACT)
        return;
    if (from->is_contained)
        cli_print(q->output, "inside   %s, surfaces are apart\n", question_contained_text(contact));
    else
        cli_print(q->output, "contact  %s at %s\n", tact_overlap_kind_name(contact->kind),
                  show_point(contact->point, line));
    question_show_triangles(q, contact, 9);
}

static void show_line(question *q, const answer *from) {
    const tacti_mesh_collision *contact = &from->collision;
    char line[SHOW_LINE_SIZE];
    char name[MODELS_LINE_SIZE];
    cli_print(q->output, "%s", verdict_text(from));
    if (from->verdict == TACT_CONTACT && !from->is_contained) {
        cli_print(q->output, ", %s at %s", tact_overlap_kind_name(contact->kind),
                  show_point(contact->point, line));
        cli_print(q->output, ", %s", models_show_triangle(&q->models.a, "A", contact->a, name));
        cli_print(q->output, ", %s", models_show_triangle(&q->models.b, "B", contact->b, name));
    }
    cli_print(q->output, "\n");
}

static void write(question *q, const answer *from, json_writer *json) {
    static const tacti_mesh_collision none = {.a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE};
    question_write_verdict("colliding", from->verdict, json);
    json_key(json, "contained");
    json_bool(json, from->is_contained);
    question_write_contact(q, from->verdict == TACT_CONTACT ? &from->collision : &none, json);
}

cli_exit command_collide(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {
        .ask = ask, .show = show, .show_line = show_line, .write = write};
    return question_run(args, output, &verbs, &shape_collide_verbs);
}
