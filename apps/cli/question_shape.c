/* SPDX-License-Identifier: MIT */
/* Questions where a shape is among the two: which options do not fit, and pieces of the answers
 * that several commands give; see question.h. */
#include "question.h"
#include "show.h"

bool question_has_shape(const question *q) {
    return q->models.a.is_shape || q->models.b.is_shape;
}

cli_exit question_refuse_options(const cli_args *args) {
    static const struct {
        const char *name, *advice;
    } rows[] = {
        {"proof", "with the mesh of a shape it works: 'tact make box -o box.ply', 'tact hull'"},
        {"greedy", "without it the answer has a proven lower bound too"},
        {"error", "leave it out"},
        {"curves", "--list names the triangles that touch"},
        {"output", "--list names the triangles that touch"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (question_option(args, rows[i].name) == NULL)
            continue;
        bool is_a = models_is_shape(args->operands[0]);
        char line[MODELS_LINE_SIZE];
        cli_complain("--%s is for two meshes, but %s is a shape; %s", rows[i].name,
                     models_clean_name(args->operands[is_a ? 0 : 1], line), rows[i].advice);
        return CLI_USAGE;
    }
    return CLI_OK;
}

const char *question_unserved_text(const question *q) {
    bool has_mesh = !q->models.a.is_shape || !q->models.b.is_shape;
    bool has_interior = q->models.a.interior != NULL || q->models.b.interior != NULL;
    if (has_mesh && has_interior)
        return "this is not answered for a filled mesh and a shape of this kind; hull:FILE is the "
               "convex hull of a mesh, or leave out --solid";
    if (has_mesh)
        return "this is not answered for a mesh and a shape of this kind; hull:FILE is the convex "
               "hull of a mesh";
    return "this is not answered for shapes of these kinds";
}

const char *question_undecided_text(const question *q) {
    return question_option(q->args, "budget") != NULL
               ? "the budget ended, or rounding hides the answer"
               : "rounding hides the answer";
}

const char *question_shape_contained_text(const question *q) {
    return q->models.a.is_shape ? "A lies inside B, surfaces are apart"
                                : "B lies inside A, surfaces are apart";
}

void question_write_touch(const question *q, const tacti_object_collision *touch,
                          json_writer *json) {
    json_key(json, "witness");
    if (touch->outcome != TACT_CONTACT) {
        json_null(json);
        return;
    }
    json_begin_object(json);
    question_write_triangles(q, touch->a, touch->b, json);
    json_key(json, "kind");
    json_null(json);
    json_key(json, "point");
    show_write_point(json, touch->point);
    json_end_object(json);
}

void question_show_touch(question *q, const tacti_object_collision *touch, int indent) {
    tacti_mesh_collision triangles = {.a = touch->a, .b = touch->b};
    char line[SHOW_LINE_SIZE];
    cli_print(q->output, "%-*s%s\n", indent, "contact", show_point(touch->point, line));
    question_show_triangles(q, &triangles, indent);
}
