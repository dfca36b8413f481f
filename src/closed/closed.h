/* SPDX-License-Identifier: MIT */
/* Closed forms: the signed separation of two bodies without a search. Collide, distance and depth
 * try them first.
 *
 * The separation of two bodies is the greatest value of
 *     f(n) = min over b of n . q - max over a of n . p
 * over all directions n of length 1. It is the distance if the bodies are apart, and the depth
 * times -1 otherwise. All bounds here rest on three facts. Every n gives a lower bound f(n). The
 * separation of rounded bodies is that of their cores less both radii, whether the cores meet or
 * not. If every point of a body moves by at most e, the separation changes by at most e. */
#ifndef TACTI_CLOSED_CLOSED_H
#define TACTI_CLOSED_CLOSED_H

#include "base/assert.h"
#include "shape/body.h"

/* What the caller needs. A form may end early if that needs less; otherwise it sets everything. */
typedef enum tacti_closed_aim {
    TACTI_CLOSED_SIGN,     /* bounds that distinguish apart from contact; a direction of any length;
                              no points */
    TACTI_CLOSED_DISTANCE, /* the distance, or a common point; only the points of the cores */
    TACTI_CLOSED_DEPTH     /* the distance or the depth */
} tacti_closed_aim;

/* The separation, radii included. */
typedef struct tacti_closed {
    double lower, upper; /* proven bounds of the separation */
    tact_vec3 direction; /* from a to b, of length 1 up to rounding: b leaves a along it */
    tact_vec3 point[2];  /* of a and of b; point[1] - point[0] is separation times direction */
    tact_vec3 core[2];   /* nearest points of the cores, without radii; a common point if the
                            cores meet */
    /* Polytopes: at most four pairs of vertices whose combination the points of the cores are. If
     * upper is below 0, the pairs are a proof of contact (pair/pair.h). 0 if there are no pairs. */
    uint32_t pair_count;
    uint32_t at[4][2];
    double weight[4];
    uint32_t extreme[2]; /* polytopes: the vertex of a that is furthest along direction, and the
                            vertex of b that is least far */
} tacti_closed;

/* Whether two kinds have a closed form. The table has one bit per kind of b. */
static inline bool tacti_has_closed_form(tact_shape_kind a, tact_shape_kind b) {
    static const uint16_t forms[TACTI_SHAPE_KINDS] = {
        [TACT_SHAPE_SPHERE] = 0x1ff & ~(1 << TACT_SHAPE_HULL),
        [TACT_SHAPE_SEGMENT] = 1 << TACT_SHAPE_SPHERE | 1 << TACT_SHAPE_SEGMENT,
        [TACT_SHAPE_TRIANGLE] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_BOX] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_CYLINDER] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_CONE] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_ELLIPSOID] = 1 << TACT_SHAPE_SPHERE | 1 << TACT_SHAPE_ELLIPSOID,
        [TACT_SHAPE_HALF_SPACE] = 0x1ff};
    TACTI_ASSERT((unsigned)a < TACTI_SHAPE_KINDS && (unsigned)b < TACTI_SHAPE_KINDS);
    return (forms[a] >> (unsigned)b & 1) != 0 || b == TACT_SHAPE_HALF_SPACE;
}

/* The same for bodies. */
static inline bool tacti_has_closed(const tacti_bodies *bodies) {
    return tacti_has_closed_form(bodies->body[0].kind, bodies->body[1].kind);
}

/* Returns false if the pair has no closed form, or if the form is not accurate for these numbers;
 * the pair then needs a search. If 0 lies between the bounds, the caller decides: for polytopes by
 * exact arithmetic. */
bool tacti_closed_find(const tacti_bodies *bodies, tacti_closed_aim aim, tacti_closed *out);

/* tacti_closed_find() for the depth, with points of the surfaces of the rounded bodies. */
bool tacti_closed_measure(const tacti_bodies *bodies, tacti_closed *out);

/* ---- Single forms -----------------------------------------------------------------------------
 */

/* The greatest defect |R^T R - I| of a pose, by sums, for forms in the frame of a shape. */
#define TACTI_CLOSED_DEFECT 0x1p-44

/* Sets the bounds from bounds of the cores' separation. */
void tacti_closed_finish(const tacti_bodies *bodies, double lower, double upper, tacti_closed *out);

/* A ball and a solid. side is the side of the solid. */
bool tacti_closed_point(const tacti_bodies *bodies, int side, tacti_closed *out);

/* The position of a point relative to a core, in the frame of the core. */
typedef struct tacti_point_gap {
    double lower, upper; /* of the signed distance */
    double gap;          /* the signed distance, rounded */
    tact_vec3 normal;    /* outward, of length 1, at the nearest point of the surface */
} tacti_point_gap;

/* A point and an ellipsoid. Returns false if the ellipsoid is too thin or if the bounds do not
 * meet. */
bool tacti_point_ellipsoid(tact_vec3 half, tact_vec3 y, tacti_point_gap *out);

/* At least one body is a half-space. */
void tacti_closed_half_space(const tacti_bodies *bodies, tacti_closed *out);

/* Two ellipsoids; see ellipsoid.c. */
bool tacti_closed_ellipsoids(const tacti_bodies *bodies, tacti_closed_aim aim, tacti_closed *out);

#endif
