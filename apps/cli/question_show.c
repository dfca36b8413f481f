/* SPDX-License-Identifier: MIT */
/* Pieces of the answers that several commands give; see question.h. */
#include "question.h"

#include <stdio.h>

#include "show.h"

static tact_triangle place(const tact_instance *instance, uint32_t index) {
    tact_triangle triangle = tact_mesh_triangle(tact_model_mesh(instance->model), index);
    return tact_pose_place_triangle(instance->pose, &triangle);
}

tact_overlap question_overlap(const answer *from, uint32_t a, uint32_t b) {
    tact_triangle of_a = place(&from->a, a);
    tact_triangle of_b = place(&from->b, b);
    return tact_triangle_intersect(&of_a, &of_b);
}

static void write_triangle(const char *name, uint32_t triangle, json_writer *json) {
    json_add_count_if(json, name, triangle != TACT_NO_TRIANGLE, triangle);
}

static void write_part(const char *name, const model *m, uint32_t triangle, json_writer *json) {
    const tact_mesh *mesh = models_mesh(m);
    if (mesh == NULL || tact_mesh_part_count(mesh) == 0)
        return;
    json_add_text(json, name, triangle != TACT_NO_TRIANGLE ? models_part_name(m, triangle) : NULL);
}

void question_write_triangles(const question *q, uint32_t a, uint32_t b, json_writer *json) {
    write_triangle("a", a, json);
    write_triangle("b", b, json);
    write_part("part_a", &q->models.a, a, json);
    write_part("part_b", &q->models.b, b, json);
}

void question_write_contact(const question *q, const tact_collide_result *contact,
                            json_writer *json) {
    json_key(json, "witness");
    if (contact->outcome != TACT_OUTCOME_CONTACT) {
        json_nothing(json);
        return;
    }
    json_begin_object(json);
    question_write_triangles(q, contact->a.element, contact->b.element, json);
    json_add_text(json, "kind",
                  contact->kind != TACT_OVERLAP_NONE ? tact_overlap_kind_name(contact->kind)
                                                     : NULL);
    show_add_point(json, "point", contact->a.point);
    json_end_object(json);
}

void question_write_verdict(const char *name, tact_outcome verdict, json_writer *json) {
    json_key(json, name);
    if (verdict == TACT_OUTCOME_UNDECIDED)
        json_nothing(json);
    else
        json_bool(json, verdict == TACT_OUTCOME_CONTACT);
}

static void show_triangle(question *q, const model *m, const char *name, uint32_t triangle,
                          int indent) {
    char line[MODELS_LINE_SIZE];
    if (triangle != TACT_NO_TRIANGLE)
        cli_print(q->output, "%*s%s\n", indent, "", models_show_triangle(m, name, triangle, line));
}

void question_show_triangles(question *q, const tact_collide_result *contact, int indent) {
    show_triangle(q, &q->models.a, "A", contact->a.element, indent);
    show_triangle(q, &q->models.b, "B", contact->b.element, indent);
}

const char *question_contact_text(const tact_collide_result *contact, char line[SHOW_LINE_SIZE]) {
    char point[SHOW_LINE_SIZE];
    show_point(contact->a.point, point);
    if (contact->kind == TACT_OVERLAP_NONE)
        snprintf(line, SHOW_LINE_SIZE, "%.200s", point);
    else
        snprintf(line, SHOW_LINE_SIZE, "%s at %.200s", tact_overlap_kind_name(contact->kind),
                 point);
    return line;
}

void question_show_site(question *q, const model *m, const tact_site *site) {
    char line[MODELS_LINE_SIZE];
    if (site->element != TACT_NO_TRIANGLE)
        cli_print(q->output, ", %s",
                  models_show_triangle(m, m == &q->models.a ? "A" : "B", site->element, line));
}

/* The surface of a mesh inside a shape meets it, because shapes are solid. So only the shape can be
 * contained. Of two meshes the inner one has a triangle. */
const char *question_contained_text(const question *q, const tact_site *a, const tact_site *b) {
    bool has_a = a->element != TACT_NO_TRIANGLE, has_b = b->element != TACT_NO_TRIANGLE;
    if (question_has_shape(q))
        return models_mesh(&q->models.a) == NULL ? "A lies inside B" : "B lies inside A";
    if (has_a == has_b)
        return "one lies inside the other";
    return has_a ? "A lies inside B" : "B lies inside A";
}

const char *question_relation_text(tact_relation relation) {
    switch (relation) {
    case TACT_RELATION_APART:
        return "The solids are apart";
    case TACT_RELATION_TOUCHING:
        return "The solids touch, but their insides do not overlap";
    case TACT_RELATION_CROSSING:
        return "The solids cross: their insides overlap, and neither contains the other";
    case TACT_RELATION_A_IN_B:
        return "A lies inside B";
    case TACT_RELATION_B_IN_A:
        return "B lies inside A";
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
    case TACT_REASON_STOPPED:
        return "stopped";
    }
    return NULL;
}
