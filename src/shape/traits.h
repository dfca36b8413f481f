/* SPDX-License-Identifier: MIT */
/* What is true of every shape of a kind: its name, what its core is made of, and how many numbers
 * describe the core. One table answers these questions for all rooms. Formulas that differ per kind
 * (support points, mass, rays) are not here, and neither are the hot inline versions in body.h and
 * body_make.h. */
#ifndef TACTI_SHAPE_TRAITS_H
#define TACTI_SHAPE_TRAITS_H

#include <tact/shape.h>

#include "base/assert.h"
#include "shape/placed.h"

/* Which member of tact_shape.core is in use. */
typedef enum tacti_core_form {
    TACTI_CORE_UNKNOWN, /* not a kind of shape */
    TACTI_CORE_NONE,    /* a point at the origin */
    TACTI_CORE_POINTS,  /* segment, triangle */
    TACTI_CORE_EXTENTS, /* half_extents */
    TACTI_CORE_ROUND,   /* round */
    TACTI_CORE_HULL,    /* hull */
    TACTI_CORE_PLANE    /* plane */
} tacti_core_form;

typedef struct tacti_shape_traits {
    const char *name;
    tacti_core_form core;
    uint8_t number_count; /* doubles of the core; 0 for a hull */
    uint8_t vertex_count; /* vertices of the core; 0 for a hull and for a core that is smooth */
    bool is_polytope;
    bool is_solid; /* the core has an inside unless one of its sizes is 0; a hull may be flat */
} tacti_shape_traits;

/* One row per kind, and a last one for values that are not a kind. */
extern const tacti_shape_traits tacti_shape_traits_table[TACTI_SHAPE_KINDS + 1];

/* Every value is allowed. */
static inline const tacti_shape_traits *tacti_shape_traits_of(tact_shape_kind kind) {
    unsigned row = (unsigned)kind;
    return &tacti_shape_traits_table[row < TACTI_SHAPE_KINDS ? row : TACTI_SHAPE_KINDS];
}

/* Whether the numbers of the core are lengths that must not be negative. */
static inline bool tacti_has_sizes(const tacti_shape_traits *traits) {
    return traits->core == TACTI_CORE_EXTENTS || traits->core == TACTI_CORE_ROUND;
}

/* The number_count numbers of the core, in the order of its members. All members of the core except
 * the hull consist of doubles only; traits.c checks their sizes. */
static inline const double *tacti_core_numbers(const tact_shape *shape) {
    TACTI_ASSERT(shape->kind != TACT_SHAPE_HULL);
    return (const double *)&shape->core;
}

/* The vertices of the core, in local coordinates. */
static inline const tact_vec3 *tacti_core_points(const tact_shape *shape) {
    TACTI_ASSERT(tacti_shape_traits_of(shape->kind)->core == TACTI_CORE_POINTS);
    return (const tact_vec3 *)&shape->core;
}

/* The number of vertices of the core; 0 if it is not a polytope. */
uint32_t tacti_core_vertex_count(const tact_shape *shape);

/* Whether a valid shape without a radius has interior points. */
bool tacti_core_has_inside(const tact_shape *shape);

/* Multiplies all lengths of the core by 2^power. Hulls and half-spaces stay as they are. */
void tacti_core_scale(tact_shape *shape, int power);

/* tact_shape_validate() for all but the radius. */
tact_status tacti_core_check(const tact_shape *shape);

#endif
