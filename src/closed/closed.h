/* SPDX-License-Identifier: MIT */
/* Closed forms: the signed separation of two bodies without a search. Collide, distance and depth
 * ask here first.
 *
 * The separation of two bodies is the greatest value of
 *     f(n) = min over b of n . q - max over a of n . p
 * over all directions n of length 1. It is the distance where the bodies are apart, and the depth
 * times -1 where they are not. Three things follow, and all bounds here rest on them:
 * every n gives a lower bound f(n); radii take their sum off, whether the cores meet or not; and
 * sets that are moved by e, each point by no more, change it by at most e. */
#ifndef TACTI_CLOSED_CLOSED_H
#define TACTI_CLOSED_CLOSED_H

#include "shape/body.h"

/* What is asked for. Pairs that end early for less do so; others find all. */
typedef enum tacti_closed_aim {
    TACTI_CLOSED_SIGN,     /* bounds that tell apart from contact; a direction of any length; not
                              the points */
    TACTI_CLOSED_DISTANCE, /* the distance, or a common point; the points of the cores alone */
    TACTI_CLOSED_DEPTH     /* the distance or the depth */
} tacti_closed_aim;

/* The separation, radii included. */
typedef struct tacti_closed {
    double lower, upper; /* proven bounds of the separation */
    tact_vec3 direction; /* from a to b, of length 1 up to rounding: b parts along it */
    tact_vec3 point[2];  /* of a and of b: point[1] - point[0] is separation times direction */
    tact_vec3 core[2];   /* nearest points of the cores, without radii; a common one of both where
                            the cores meet */
    /* Of polytopes: pairs of vertices, at most four, whose combination the points of the cores are.
     * Where upper is below 0 they are a proof of contact (convex_pair.h). 0 where there is none. */
    uint32_t pair_count;
    uint32_t at[4][2];
    double weight[4];
    uint32_t extreme[2]; /* of polytopes: vertices that are furthest along direction and back */
} tacti_closed;

/* Whether the kinds of the bodies have a closed form: a bit for each kind of b. */
static inline bool tacti_has_closed(const tacti_bodies *bodies) {
    static const uint16_t forms[TACTI_SHAPE_KINDS] = {
        [TACT_SHAPE_SPHERE] = 0x1ff & ~(1 << TACT_SHAPE_HULL),
        [TACT_SHAPE_SEGMENT] = 1 << TACT_SHAPE_SPHERE | 1 << TACT_SHAPE_SEGMENT,
        [TACT_SHAPE_TRIANGLE] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_BOX] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_CYLINDER] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_CONE] = 1 << TACT_SHAPE_SPHERE,
        [TACT_SHAPE_ELLIPSOID] = 1 << TACT_SHAPE_SPHERE | 1 << TACT_SHAPE_ELLIPSOID,
        [TACT_SHAPE_HALF_SPACE] = 0x1ff};
    unsigned b = bodies->body[1].kind;
    return (forms[bodies->body[0].kind] >> b & 1) != 0 || b == TACT_SHAPE_HALF_SPACE;
}

/* False where the pair has no closed form, or where it does not serve these numbers (a search then
 * does). Bounds that hold 0 between them are left to the caller: between polytopes exact arithmetic
 * decides. */
bool tacti_closed_find(const tacti_bodies *bodies, tacti_closed_aim aim, tacti_closed *out);

/* All of it. */
bool tacti_closed_measure(const tacti_bodies *bodies, tacti_closed *out);

/* ---- For the forms themselves --------------------------------------------------------------- */

/* What poses may lack of a rotation for forms in a shape's own frame: |R^T R - I|, by sums. */
#define TACTI_CLOSED_DEFECT 0x1p-44

/* Sets the bounds from those of the cores' separation. */
void tacti_closed_finish(const tacti_bodies *bodies, double lower, double upper, tacti_closed *out);

/* A ball and a solid, which is the body of the given side. */
bool tacti_closed_point(const tacti_bodies *bodies, int side, tacti_closed *out);

/* A point as seen from a core in its own frame. */
typedef struct tacti_point_gap {
    double lower, upper; /* of the signed distance */
    double gap;          /* the signed distance, rounded */
    tact_vec3 normal;    /* outward, of length 1, at the nearest point of the surface */
} tacti_point_gap;

/* Ellipsoids; half axes are not too uneven. False where the bounds stay apart. */
bool tacti_point_ellipsoid(tact_vec3 half, tact_vec3 y, tacti_point_gap *out);

/* One body at least is a half-space. */
void tacti_closed_half_space(const tacti_bodies *bodies, tacti_closed *out);

/* Two ellipsoids; see ellipsoid.c. */
bool tacti_closed_ellipsoids(const tacti_bodies *bodies, tacti_closed_aim aim, tacti_closed *out);

#endif
