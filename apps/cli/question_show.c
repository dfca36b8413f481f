/* SPDX-License-Identifier: MIT */
/* Pieces of the answers that several commands give; see question.h. */
#include "question.h"
#include "show.h"

static tact_triangle place(const tacti_placed *placed, uint32_t index) {
    tact_triangle triangle = tact_mesh_triangle(tacti_bvh_mesh(placed->bvh), index);
    return tact_pose_place_triangle(placed->pose, &triangle);
}

tact_overlap question_overlap(const answer *from, uint32_t a, uint32_t b) {
    tact_triangle of_a = place(&from->where.a, a);
    tact_triangle of_b = place(&from->where.b, b);
    return tact_triangle_intersect(&of_a, &of_b);
}

static void write_triangle(const char *name, uint32_t triangle, json_writer *json) {
    json_key(json, name);
    if (triangle != TACT_NO_TRIANGLE)
        json_count(json, triangle);
    else
        json_null(json);
}

static void write_part(const char *name, const model *m, uint32_t triangle, json_writer *json) {
    if (m->is_shape || tact_mesh_part_count(m->mesh) == 0)
        return;
    json_key(json, name);
    json_text(json, triangle != TACT_NO_TRIANGLE ? models_part_name(m, triangle) : NULL);
}

void question_write_triangles(const question *q, uint32_t a, uint32_t b, json_writer *json) {
    write_triangle("a", a, json);
    write_triangle("b", b, json);
    write_part("part_a", &q->models.a, a, json);
    write_part("part_b", &q->models.b, b, json);
}

void question_write_gap(const question *q, const tacti_mesh_distance_answer *gap, bool has_points,
                        json_writer *json) {
    json_key(json, "distance");
    json_number(json, gap->distance);
    json_key(json, "lower");
    json_number(json, gap->lower);
    json_key(json, "upper");
    json_number(json, gap->upper);
    json_key(json, "complete");
    json_bool(json, gap->is_complete);
    json_key(json, "witness");
    if (!has_points) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    question_write_triangles(q, gap->a, gap->b, json);
    json_key(json, "p");
    show_write_point(json, gap->point_a);
    json_key(json, "q");
    show_write_point(json, gap->point_b);
    json_end_object(json);
}

void question_write_contact(const question *q, const tacti_mesh_collision *contact,
                            json_writer *json) {
    json_key(json, "witness");
    if (contact->a == TACT_NO_TRIANGLE && contact->b == TACT_NO_TRIANGLE) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    question_write_triangles(q, contact->a, contact->b, json);
    json_key(json, "kind");
    json_text(json,
              contact->kind != TACT_OVERLAP_NONE ? tact_overlap_kind_name(contact->kind) : NULL);
    json_key(json, "point");
    show_write_point(json, contact->point);
    json_end_object(json);
}

void question_write_verdict(const char *name, tact_outcome verdict, json_writer *json) {
    json_key(json, name);
    if (verdict == TACT_UNDECIDED)
        json_null(json);
    else
        json_bool(json, verdict == TACT_CONTACT);
}

void question_show_title(question *q, const char *text) {
    cli_print(q->output, "%s%s%s\n", cli_style_code(q->output, CLI_TITLE), text,
              cli_style_code(q->output, CLI_PLAIN));
}

static void show_triangle(question *q, const model *m, const char *name, uint32_t triangle,
                          int indent) {
    char line[MODELS_LINE_SIZE];
    if (triangle != TACT_NO_TRIANGLE)
        cli_print(q->output, "%*s%s\n", indent, "", models_show_triangle(m, name, triangle, line));
}

void question_show_triangles(question *q, const tacti_mesh_collision *contact, int indent) {
    show_triangle(q, &q->models.a, "A", contact->a, indent);
    show_triangle(q, &q->models.b, "B", contact->b, indent);
}

const char *question_contained_text(const tacti_mesh_collision *contact) {
    if (contact->a != TACT_NO_TRIANGLE && contact->b == TACT_NO_TRIANGLE)
        return "A lies inside B";
    if (contact->b != TACT_NO_TRIANGLE && contact->a == TACT_NO_TRIANGLE)
        return "B lies inside A";
    return "one lies inside the other";
}

const char *question_relation_text(tact_relation relation) {
    switch (relation) {
    case TACT_RELATION_APART:
        return "The solids are apart";
    case TACT_RELATION_TOUCHING:
        return "The solids touch, and nothing of one is inside the other";
    case TACT_RELATION_CROSSING:
        return "The solids cross: their insides meet, and neither holds the other";
    case TACT_RELATION_A_IN_B:
        return "A lies in B";
    case TACT_RELATION_B_IN_A:
        return "B lies in A";
    case TACT_RELATION_IDENTICAL:
        return "The solids are identical";
    case TACT_RELATION_UNDECIDED:
        break;
    }
    return "Undecided";
}

const char *question_reason_name(tact_reason reason) {
    switch (reason) {
    case TACT_REASON_NONE:
        break;
    case TACT_REASON_BUDGET:
        return "budget";
    case TACT_REASON_OPEN:
        return "open";
    case TACT_REASON_NOT_SIMPLE:
        return "not_simple";
    case TACT_REASON_PRECISION:
        return "precision";
    }
    return NULL;
}
