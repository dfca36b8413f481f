/* SPDX-License-Identifier: MIT */
/* The two models of a question: meshes from files, or shapes from the command line, such as
 * box:1,2,3 or hull:part.stl. */
#ifndef TACT_CLI_MODELS_H
#define TACT_CLI_MODELS_H

#include <tact/tact.h>

#include "command.h"

typedef struct model {
    const char *path; /* as given; the text of a shape */
    bool is_shape;    /* path is the text of a shape */
    tact_model *model;
    /* Facts about a mesh that was not opened as a surface. */
    bool is_open;        /* it has triangles and is not watertight */
    bool crosses_itself; /* it is watertight, but its inside is not certain */
    tact_vec3 *pieces;   /* one vertex per connected piece; NULL until it is needed */
    uint32_t piece_count;
} model;

/* What a question needs of its meshes. */
typedef enum models_need {
    MODELS_SURFACES,
    MODELS_FILLED, /* filled if they are watertight */
    MODELS_SOLIDS, /* filled, so they must be watertight */
    MODELS_INSIDES /* with an inside; estimated for open meshes */
} models_need;

typedef struct model_pair {
    model a;
    model b; /* the same model as a if both are the same file */
    tact_pool *pool;
    tact_context *context;
    uint32_t worker_count;
    double read_seconds;
    double build_seconds;
} model_pair;

/* Reads the first two operands and builds what is needed, with the options --threads and --from. On
 * failure: a line on stderr, and nothing is left open. */
cli_exit models_open(const cli_args *args, models_need need, const cli_output *output,
                     model_pair *out);
void models_close(model_pair *pair);

/* The same for the first operand alone; a and b are then the same model. stream is a file that the
 * caller will read too, or NULL. */
cli_exit models_open_one(const cli_args *args, const char *stream, const cli_output *output,
                         model_pair *out);

/* ---- Shapes ------------------------------------------------------------------------------- */

/* Whether an operand is a shape; ./box:1 is a file. */
bool models_is_shape(const char *operand);
/* Checks the text of a shape before any file is read: CLI_USAGE if it is wrong. Accepts any operand
 * that is not a shape. */
cli_exit models_check_shape(const char *operand);
/* Makes the shape; reads the file of a hull. */
cli_exit models_read_shape(const cli_args *args, const cli_output *output, model *m);
/* The hull of a mesh; CLI_IO, with a line on stderr, if there is no vertex. */
cli_exit models_make_hull(const tact_mesh *mesh, const char *path, const cli_output *output,
                          tact_hull **out);
/* Whether an operand is read from standard input: "-" or "hull:-". */
bool models_is_stream(const char *operand);
/* Suggests a shape on stderr if an operand that cannot be read looks like one. */
void models_suggest_shape(const char *operand);

/* Prints on stderr how long everything took, so stdout has only answers. */
void models_show_times(const model_pair *pair, uint64_t answers, double seconds);

/* ---- Instances ---------------------------------------------------------------------------- */

/* The model at a pose; filled if is_filled is true and it has an inside. */
tact_instance models_place(const model *m, tact_pose pose, bool is_filled);
/* Its mesh; NULL for a shape. */
const tact_mesh *models_mesh(const model *m);
/* Whether it is a mesh without triangles. */
bool models_is_empty(const model *m);

/* Sets the facts about the inside of a mesh. */
void models_learn(model *m);
/* Whether a mesh may enclose a part of another model, whose surface does not meet it. False is
 * proven: the other model is outside, whatever the inside of the mesh is. */
tact_status models_may_enclose(const tact_instance *mesh, model *other, const tact_instance *at,
                               bool *out);

/* ---- As text ------------------------------------------------------------------------------ */

/* Long enough for the functions below. */
#define MODELS_LINE_SIZE 192

/* "triangle 7 of A", with the face if its number differs, and the part if there is one; name is "A"
 * or "B". Returns line. */
const char *models_show_triangle(const model *m, const char *name, uint32_t triangle,
                                 char line[MODELS_LINE_SIZE]);

/* A name from a file, without control characters and cut if it is long. Returns line. */
const char *models_clean_name(const char *name, char line[MODELS_LINE_SIZE]);

/* The name of the part that contains a triangle; NULL if there is none. */
const char *models_part_name(const model *m, uint32_t triangle);

#endif
