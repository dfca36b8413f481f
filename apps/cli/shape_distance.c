/* SPDX-License-Identifier: MIT */
/* tact distance where a shape is among the two. --within is answered from the bounds. */
#include <math.h>
#include <stdio.h>

#include "question.h"
#include "show.h"

/* ---- Asking ------------------------------------------------------------------------------- */

static tact_outcome within(const tacti_object_distance_answer *gap, double radius) {
    if (gap->upper <= radius || gap->outcome == TACT_CONTACT)
        return TACT_CONTACT;
    return gap->lower > radius ? TACT_APART : TACT_UNDECIDED;
}

static void ask_one(void *data, uint32_t index, uint32_t worker) {
    question *q = data;
    answer *to = &q->answers[index];
    (void)worker;
    to->status = tacti_object_distance(&to->a, &to->b, &q->desc, &to->gap);
    /* Without --within the distance is the answer, whatever it is. */
    if (to->status == TACT_OK)
        to->verdict = q->is_within ? within(&to->gap, q->within) : TACT_APART;
    /* In contact with a filled mesh: does the surface touch, or is the shape inside? */
    if (to->status != TACT_OK || !q->desc.solid || to->gap.outcome != TACT_CONTACT)
        return;
    to->status = tacti_object_collide(&to->a, &to->b, &q->desc, &to->touch);
    to->is_contained = to->status == TACT_OK && to->touch.is_contained;
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    return question_ask_each(q, count, ask_one, error);
}

/* ---- For people --------------------------------------------------------------------------- */

static bool is_empty(const model *m) {
    return !m->is_shape && tact_mesh_triangle_count(m->mesh) == 0;
}

/* An empty mesh is infinitely far away. */
static bool has_empty(const question *q) {
    return is_empty(&q->models.a) || is_empty(&q->models.b);
}

/* Two shapes always have nearest points, also where a half-space is further away than any double;
 * a mesh has none as long as no triangle was looked at. */
static bool has_points(const question *q, const tacti_object_distance_answer *gap) {
    return isfinite(gap->upper) || (q->models.a.is_shape && q->models.b.is_shape);
}

static void show_title(question *q, const answer *from) {
    char radius[SHOW_LINE_SIZE];
    char title[SHOW_LINE_SIZE];
    tact_outcome verdict = q->is_within ? from->verdict : from->gap.outcome;
    show_number(q->within, radius);
    if (q->is_within && verdict == TACT_CONTACT)
        snprintf(title, sizeof title, "They come within %.40s.", radius);
    else if (q->is_within && verdict == TACT_APART)
        snprintf(title, sizeof title, "They are more than %.40s apart.", radius);
    else if (q->is_within)
        snprintf(title, sizeof title, "Undecided: it is %.40s up to rounding, or the budget ended.",
                 radius);
    else if (verdict == TACT_UNDECIDED)
        snprintf(title, sizeof title, "Undecided: %s.", question_undecided_text(q));
    else if (verdict == TACT_APART && has_empty(q))
        snprintf(title, sizeof title, "A mesh is empty: there is no distance.");
    else
        snprintf(title, sizeof title, "They %s.", verdict == TACT_CONTACT ? "touch" : "are apart");
    question_show_title(q, title);
}

static void show_point_of(question *q, const char *label, const model *m, uint32_t triangle,
                          tact_vec3 point) {
    const char *name = m == &q->models.a ? "A" : "B";
    char line[SHOW_LINE_SIZE];
    char text[MODELS_LINE_SIZE];
    cli_print(q->output, "  %-8s %s  %s%s\n", label, show_point(point, line),
              triangle != TACT_NO_TRIANGLE ? "" : "of ",
              triangle != TACT_NO_TRIANGLE ? models_show_triangle(m, name, triangle, text) : name);
}

static void show(question *q, const answer *from) {
    const tacti_object_distance_answer *gap = &from->gap;
    char line[SHOW_LINE_SIZE];
    show_title(q, from);
    if (from->is_contained)
        cli_print(q->output, "inside     %s\n", question_shape_contained_text(q));
    if (has_empty(q))
        return;
    cli_print(q->output, "distance   %s%s\n",
              has_points(q, gap) ? show_number(gap->distance, line) : "",
              gap->is_complete ? "" : "  (the least until the budget ended)");
    if (gap->outcome != TACT_CONTACT) {
        cli_print(q->output, "  at least %s\n", show_number(gap->lower, line));
        if (isfinite(gap->upper))
            cli_print(q->output, "  at most  %s\n", show_number(gap->upper, line));
    }
    if (!has_points(q, gap))
        return;
    show_point_of(q, "from", &q->models.a, gap->a, gap->point_a);
    show_point_of(q, "to", &q->models.b, gap->b, gap->point_b);
}

static void show_line(question *q, const answer *from) {
    const tacti_object_distance_answer *gap = &from->gap;
    char line[SHOW_LINE_SIZE];
    if (q->is_within)
        cli_print(q->output, "%s, ",
                  from->verdict == TACT_CONTACT ? "within"
                  : from->verdict == TACT_APART ? "apart"
                                                : "undecided");
    if (from->is_contained)
        cli_print(q->output, "%s, ", question_shape_contained_text(q));
    cli_print(q->output, "%s", show_number(gap->distance, line));
    if (!gap->is_complete)
        cli_print(q->output, " (the budget ended)");
    if (gap->a != TACT_NO_TRIANGLE)
        cli_print(q->output, ", triangle %u of A", gap->a);
    if (gap->b != TACT_NO_TRIANGLE)
        cli_print(q->output, ", triangle %u of B", gap->b);
    cli_print(q->output, "\n");
}

/* ---- For programs ------------------------------------------------------------------------- */

static void write(question *q, const answer *from, json_writer *json) {
    const tacti_object_distance_answer *gap = &from->gap;
    if (q->is_within)
        question_write_verdict("within", from->verdict, json);
    question_write_verdict("colliding", gap->outcome, json);
    json_key(json, "contained");
    json_bool(json, from->is_contained);
    tacti_mesh_distance_answer same = {.distance = gap->distance,
                                       .lower = gap->lower,
                                       .upper = gap->upper,
                                       .a = gap->a,
                                       .b = gap->b,
                                       .point_a = gap->point_a,
                                       .point_b = gap->point_b,
                                       .is_complete = gap->is_complete};
    question_write_gap(q, &same, has_points(q, gap), json);
}

const question_verbs shape_distance_verbs = {
    .ask = ask, .show = show, .show_line = show_line, .write = write};
