/* SPDX-License-Identifier: MIT */
/* Questions where a shape is among the two: which options do not fit, and pieces of the answers
 * that several commands give; see question.h. */
#include "question.h"

bool question_has_shape(const question *q) {
    return models_mesh(&q->models.a) == NULL || models_mesh(&q->models.b) == NULL;
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
    bool has_mesh = models_mesh(&q->models.a) != NULL || models_mesh(&q->models.b) != NULL;
    if (has_mesh && (q->is_solid || q->verbs->needs_insides))
        return "this is not answered for a filled mesh and a shape of this kind; hull:FILE is the "
               "convex hull of a mesh, or leave out --solid";
    if (has_mesh)
        return "this is not answered for a mesh and a shape of this kind; hull:FILE is the convex "
               "hull of a mesh";
    return "this is not answered for shapes of these kinds";
}

const char *question_undecided_text(const question *q) {
    if (!question_has_shape(q))
        return "the budget ended before it was known";
    return question_option(q->args, "budget") != NULL
               ? "the budget ended, or rounding hides the answer"
               : "rounding hides the answer";
}

const char *question_subject(const question *q) {
    return question_has_shape(q) ? "They" : "The meshes";
}
