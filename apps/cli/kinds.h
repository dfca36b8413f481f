/* SPDX-License-Identifier: MIT */
/* The kinds of mesh that tact make makes, with their parameters. Each parameter is an option of the
 * command with the same name; values are stored in the order of the table. */
#ifndef TACT_CLI_KINDS_H
#define TACT_CLI_KINDS_H

#include <tact/tact.h>

/* Every kind, as X(enumerator, name). */
#define KIND_LIST(X)                                                                               \
    X(KIND_ICOSPHERE, "icosphere")                                                                 \
    X(KIND_UV_SPHERE, "uv-sphere")                                                                 \
    X(KIND_TORUS, "torus")                                                                         \
    X(KIND_TORUS_KNOT, "torus-knot")                                                               \
    X(KIND_BOX, "box")                                                                             \
    X(KIND_CYLINDER, "cylinder")                                                                   \
    X(KIND_TUBE, "tube")                                                                           \
    X(KIND_PLATE, "plate")                                                                         \
    X(KIND_GEAR, "gear")                                                                           \
    X(KIND_BOLT, "bolt")                                                                           \
    X(KIND_MENGER_SPONGE, "menger-sponge")                                                         \
    X(KIND_BLOB, "blob")                                                                           \
    X(KIND_TERRAIN, "terrain")                                                                     \
    X(KIND_CLOTH, "cloth")

#define KIND_ENUMERATOR(enumerator, name) enumerator,
enum { KIND_LIST(KIND_ENUMERATOR) KIND_COUNT };
#undef KIND_ENUMERATOR

/* All names, separated by '|'. */
#define KIND_CHOICE(enumerator, name) "|" name
#define KIND_CHOICES (&KIND_LIST(KIND_CHOICE)[1])

typedef enum kind_type {
    KIND_LENGTH, /* a number */
    KIND_SIZE,   /* three numbers, or one for all three */
    KIND_NUMBER, /* a whole number of 32 bits */
    KIND_SEED    /* a whole number of 64 bits */
} kind_type;

typedef union kind_value {
    double length;
    tact_vec3 size;
    uint64_t count;
} kind_value;

typedef struct kind_parameter {
    const char *option;
    kind_type type;
    const char *standard; /* the default; NULL: set by fill */
} kind_parameter;

/* A parameter that makes the mesh finer. */
typedef struct kind_resolution {
    size_t parameter;
    double weight; /* how fast it grows relative to the other one */
    uint32_t multiple;
    uint32_t least;
    uint32_t most;
} kind_resolution;

#define KIND_MAX_PARAMETERS 8
#define KIND_MAX_RESOLUTIONS 2

typedef struct kind {
    const char *name;
    const char *summary;
    const char *needs; /* conditions on the values */
    kind_parameter parameters[KIND_MAX_PARAMETERS];
    kind_resolution resolutions[KIND_MAX_RESOLUTIONS];
    void (*fill)(kind_value *values);          /* the library's defaults; NULL: none */
    double (*count)(const kind_value *values); /* the number of triangles */
    tact_status (*create)(const kind_value *values, tact_mesh **out);
} kind;

const kind *kind_at(size_t index);
/* NULL if no kind has that name. */
const kind *kind_find(const char *name);
size_t kind_parameter_count(const kind *made);

/* What to make: a kind, and a value for each of its parameters. */
typedef struct kind_order {
    const kind *made;
    kind_value values[KIND_MAX_PARAMETERS];
} kind_order;

/* The defaults. */
kind_order kind_order_default(const kind *made);

/* Reads a parameter's value; false, with the reason in *why, if the text is not a value. */
bool kind_read_value(kind_type type, const char *text, kind_value *out, const char **why);

#define KIND_TEXT_SIZE 112
/* A value as a user types it. Returns text. */
const char *kind_show_value(kind_type type, kind_value value, char text[KIND_TEXT_SIZE]);

/* Sets the parameters that make the mesh finer so that it comes as near as possible to the wanted
 * number of triangles: first all of them in proportion, then the first one alone. */
void kind_choose_resolution(kind_order *order, double triangles);

/* Whether the parameter is one that kind_choose_resolution() sets. */
bool kind_is_resolution(const kind *made, size_t parameter);

#endif
