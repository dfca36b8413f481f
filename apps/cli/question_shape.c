/* SPDX-License-Identifier: MIT */
/* Questions about at least one shape: which options do not fit, and text for the answers; see
 * question.h. */
#include "question.h"

bool question_has_shape(const question *q) {
    return models_mesh(&q->models.a) == NULL || models_mesh(&q->models.b) == NULL;
}

cli_exit question_refuse_options(const cli_args *args) {
    static const struct {
        const char *name, *advice;
    } rows[] = {
        {"proof", "make a mesh of the shape first, with 'tact make' or 'tact hull'"},
        {"greedy", "leave it out: the answer has a proven lower bound anyway"},
        {"error", "leave it out"},
        {"curves", "--list names the triangles that meet it"},
        {"output", "--list names the triangles that meet it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (cli_optional(args, rows[i].name) == NULL)
            continue;
        bool is_a = models_is_shape(args->operands[0]);
        char line[MODELS_LINE_SIZE];
        cli_complain("--%s is for two meshes, but %s is a shape; %s", rows[i].name,
                     models_clean_name(args->operands[is_a ? 0 : 1], line), rows[i].advice);
        return CLI_USAGE;
    }
    return CLI_OK;
}

const char *question_unsupported_text(const question *q) {
    bool has_mesh = models_mesh(&q->models.a) != NULL || models_mesh(&q->models.b) != NULL;
    if (has_mesh)
        return "this question is not supported for a mesh and a shape of this kind; use hull:FILE, "
               "the convex hull of the mesh";
    return "this question is not supported for shapes of these kinds";
}

const char *question_subject(const question *q) {
    return question_has_shape(q) ? "They" : "The meshes";
}
