/* SPDX-License-Identifier: MIT */
/* tact distance: how far apart two placed meshes are, or whether they come within a radius. */
#include <stdio.h>
#include <stdlib.h>

#include "question.h"
#include "show.h"

/* ---- Asking ------------------------------------------------------------------------------- */

static void ask_one(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    const tacti_placed_pair *where = &to->where;
    tacti_query_desc desc = question_proving_desc(q);
    (void)worker;
    if (q->is_greedy)
        to->status = tacti_mesh_lower_bound(&where->a, &where->b, &desc, NULL, &to->near);
    else
        to->status = tacti_mesh_within(&where->a, &where->b, q->within, &desc, NULL, &to->verdict,
                                       &to->near);
}

static tact_status ask_batch(question *q, size_t count, tact_error *error) {
    tacti_placed_pair *pairs = calloc(count + 1, sizeof *pairs);
    tacti_mesh_distance_answer *results = calloc(count + 1, sizeof *results);
    tact_status status = pairs != NULL && results != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        pairs[i] = q->answers[i].where;
    tacti_query_desc desc = question_proving_desc(q);
    if (status == TACT_OK && q->proof != NULL)
        status = tacti_mesh_distance(&pairs[0].a, &pairs[0].b, &desc, NULL, &results[0]);
    else if (status == TACT_OK)
        status =
            tacti_mesh_distance_batch(q->models.context, pairs, count, &q->desc, error, results);
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        q->answers[i].near = results[i];
    free(results);
    free(pairs);
    return status;
}

/* A distance of 0 between filled meshes: do the surfaces touch, or is one inside the other? */
static void ask_contained(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    (void)worker;
    if (to->near.distance != 0)
        return;
    to->status = tacti_mesh_collide(&to->where.a, &to->where.b, &q->desc, NULL, &to->collision);
    if (to->status == TACT_OK)
        to->is_contained = to->collision.is_contained;
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    tact_status status = q->is_greedy || q->is_within ? question_ask_each(q, count, ask_one, error)
                                                      : ask_batch(q, count, error);
    if (status == TACT_OK && q->desc.solid)
        status = question_ask_each(q, count, ask_contained, error);
    return status;
}

/* ---- For people --------------------------------------------------------------------------- */

/* A pair of points; of filled meshes of which one lies inside the other there is none. */
static bool has_witness(const tacti_mesh_distance_answer *near) {
    return near->a != TACT_NO_TRIANGLE && near->b != TACT_NO_TRIANGLE;
}

/* A distance is exact where it is 0, and nothing else is. */
static tact_outcome outcome_of(const tacti_mesh_distance_answer *near) {
    if (near->distance == 0)
        return TACT_CONTACT;
    return near->is_complete || near->lower > 0 ? TACT_APART : TACT_UNDECIDED;
}

static bool is_empty(const question *q) {
    return tact_mesh_triangle_count(q->models.a.mesh) == 0 ||
           tact_mesh_triangle_count(q->models.b.mesh) == 0;
}

static void show_within(question *q, tact_outcome verdict) {
    char radius[SHOW_LINE_SIZE];
    char title[SHOW_LINE_SIZE];
    show_number(q->within, radius);
    if (verdict == TACT_CONTACT)
        snprintf(title, sizeof title, "The meshes come within %.40s.", radius);
    else if (verdict == TACT_APART)
        snprintf(title, sizeof title, "The meshes are more than %.40s apart.", radius);
    else
        snprintf(title, sizeof title, "Undecided: it is %.40s up to rounding, or the budget ended.",
                 radius);
    question_show_title(q, title);
}

static void show_title(question *q, const answer *from) {
    if (q->is_within)
        show_within(q, from->verdict);
    else if (is_empty(q))
        question_show_title(q, "A mesh is empty: there is no distance.");
    else if (outcome_of(&from->near) == TACT_CONTACT)
        question_show_title(q, from->is_contained ? "The meshes collide." : "The meshes touch.");
    else if (outcome_of(&from->near) == TACT_APART)
        question_show_title(q, "The meshes are apart.");
    else
        question_show_title(q, "Undecided: the budget ended before it was known.");
}

/* What is known of it. Without a pair of triangles that is a lower bound at most. */
static void show_bounds(question *q, const tacti_mesh_distance_answer *near) {
    char line[SHOW_LINE_SIZE];
    if (near->distance == 0 || has_witness(near))
        cli_print(q->output, "distance   %s%s\n", show_number(near->distance, line),
                  near->is_complete ? "" : "  (the least until the budget ended)");
    else
        cli_print(q->output, "distance\n");
    if (near->distance == 0)
        return;
    cli_print(q->output, "  at least %s\n", show_number(near->lower, line));
    if (has_witness(near))
        cli_print(q->output, "  at most  %s\n", show_number(near->upper, line));
}

static void show(question *q, const answer *from) {
    const tacti_mesh_distance_answer *near = &from->near;
    char line[SHOW_LINE_SIZE];
    char name[MODELS_LINE_SIZE];
    show_title(q, from);
    if (from->is_contained)
        cli_print(q->output, "inside     %s, surfaces are apart\n",
                  question_contained_text(&from->collision));
    if (!is_empty(q))
        show_bounds(q, near);
    if (!has_witness(near))
        return;
    cli_print(q->output, "  from     %s", show_point(near->point_a, line));
    cli_print(q->output, "  %s\n", models_show_triangle(&q->models.a, "A", near->a, name));
    cli_print(q->output, "  to       %s", show_point(near->point_b, line));
    cli_print(q->output, "  %s\n", models_show_triangle(&q->models.b, "B", near->b, name));
}

static void show_line(question *q, const answer *from) {
    const tacti_mesh_distance_answer *near = &from->near;
    char line[SHOW_LINE_SIZE];
    char name[MODELS_LINE_SIZE];
    if (q->is_within)
        cli_print(q->output, "%s, ",
                  from->verdict == TACT_CONTACT ? "within"
                  : from->verdict == TACT_APART ? "apart"
                                                : "undecided");
    if (from->is_contained)
        cli_print(q->output, "%s, ", question_contained_text(&from->collision));
    if (near->distance == 0 || has_witness(near) || is_empty(q))
        cli_print(q->output, "%s", show_number(near->distance, line));
    else
        cli_print(q->output, "at least %s", show_number(near->lower, line));
    if (!near->is_complete)
        cli_print(q->output, " (the budget ended)");
    if (has_witness(near)) {
        cli_print(q->output, ", %s", models_show_triangle(&q->models.a, "A", near->a, name));
        cli_print(q->output, ", %s", models_show_triangle(&q->models.b, "B", near->b, name));
    }
    cli_print(q->output, "\n");
}

/* ---- For programs ------------------------------------------------------------------------- */

static void write(question *q, const answer *from, json_writer *json) {
    const tacti_mesh_distance_answer *near = &from->near;
    if (q->is_within)
        question_write_verdict("within", from->verdict, json);
    question_write_verdict("colliding", outcome_of(near), json);
    json_key(json, "contained");
    json_bool(json, from->is_contained);
    bool has_points = near->a != TACT_NO_TRIANGLE || near->b != TACT_NO_TRIANGLE;
    question_write_gap(q, near, has_points, json);
}

cli_exit command_distance(const cli_args *args, cli_output *output) {
    static const question_verbs verbs = {
        .ask = ask, .show = show, .show_line = show_line, .write = write};
    return question_run(args, output, &verbs, &shape_distance_verbs);
}
