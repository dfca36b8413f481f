/* SPDX-License-Identifier: MIT */
/* Shapes as operands of a question; see models.h. <tact/shape_text.h> defines the text of shapes;
 * help_shapes.c explains it to users. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "help_shapes.h"
#include "models.h"
#include "nearest.h"
#include "progress.h"

bool models_is_shape(const char *operand) {
    return tact_shape_text_begins(operand);
}

bool models_is_stream(const char *operand) {
    tact_shape_text text;
    if (!tact_shape_text_begins(operand))
        return files_is_stream(operand);
    return tact_shape_parse(operand, NULL, &text) == TACT_OK && text.path_bytes == 1 &&
           text.path[0] == '-';
}

cli_exit models_make_hull(const tact_mesh *mesh, const char *path, const cli_output *output,
                          tact_hull **out) {
    if (tact_mesh_vertex_count(mesh) == 0) {
        cli_complain("%s: there are no vertices, so there is no hull", path);
        return CLI_IO;
    }
    progress step;
    progress_begin(&step, output, "computing the hull of", path);
    tact_status status = tact_hull_create_from_mesh(NULL, mesh, out);
    progress_end(&step);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, NULL);
    return CLI_IO;
}

static cli_exit read_hull(const cli_args *args, const char *path, const cli_output *output,
                          tact_hull **out) {
    tact_mesh *mesh = NULL;
    cli_exit status = files_read_mesh(args, path, output, &mesh);
    if (status == CLI_OK)
        status = models_make_hull(mesh, path, output, out);
    tact_mesh_destroy(mesh);
    return status;
}

cli_exit models_check_shape(const char *operand) {
    tact_shape_text text;
    tact_error error = {.text = ""};
    char line[MODELS_LINE_SIZE];
    if (!models_is_shape(operand) || tact_shape_parse(operand, &error, &text) == TACT_OK)
        return CLI_OK;
    cli_complain("%s", error.text);
    cli_complain("'tact help shapes' lists the shapes; a file of that name is ./%s",
                 models_clean_name(operand, line));
    return CLI_USAGE;
}

/* The hull of the file that the text names. */
static cli_exit read_hull_of_text(const cli_args *args, const tact_shape_text *text,
                                  const cli_output *output, tact_hull **out) {
    char *path = calloc(text->path_bytes + 1, 1);
    if (path == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
        return CLI_IO;
    }
    memcpy(path, text->path, text->path_bytes);
    cli_exit status = read_hull(args, path, output, out);
    free(path);
    return status;
}

cli_exit models_read_shape(const cli_args *args, const cli_output *output, model *m) {
    tact_shape_text text;
    tact_hull *hull = NULL;
    cli_exit status = CLI_OK;
    if (tact_shape_parse(m->path, NULL, &text) != TACT_OK)
        return CLI_INTERNAL;
    if (text.path != NULL) {
        status = read_hull_of_text(args, &text, output, &hull);
        text.shape.core.hull = hull;
    }
    tact_status made = TACT_OK;
    if (status == CLI_OK)
        made = tact_model_create_shape(NULL, &text.shape, &m->model);
    tact_hull_destroy(hull);
    if (made == TACT_OK)
        return status;
    files_complain(m->path, made, NULL);
    return CLI_IO;
}

void models_suggest_shape(const char *operand) {
    char word[16];
    const char *names[HELP_SHAPES];
    size_t length = strcspn(operand, ":");
    if (length == 0 || length >= sizeof word || operand[0] == '/' || operand[0] == '.')
        return;
    memcpy(word, operand, length);
    word[length] = '\0';
    for (size_t i = 0; i < HELP_SHAPES; i++)
        names[i] = help_shape_at(i)->name;
    const char *nearest = nearest_name(word, names, HELP_SHAPES);
    if (nearest == NULL || (operand[length] == '\0' && strcmp(nearest, word) != 0))
        return;
    for (size_t i = 0; i < HELP_SHAPES; i++)
        if (strcmp(names[i], nearest) == 0)
            cli_complain("did you mean a shape, as in %s? 'tact help shapes' lists them",
                         help_shape_at(i)->example);
}
