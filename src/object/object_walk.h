/* SPDX-License-Identifier: MIT */
/* A convex shape against a mesh: the shape as the hierarchy sees it, and the walk that brings the
 * triangles which may matter. What is said about a triangle is in object_mesh.c. */
#ifndef TACTI_OBJECT_OBJECT_WALK_H
#define TACTI_OBJECT_OBJECT_WALK_H

#include <math.h>

#include "object/object.h"

#include "shape/body.h"
#include "probe/probe.h"

/* Axes of the shape itself, and one more that changes as the walk goes. */
#define TACTI_AIMS 4

/* A direction n along which the shape's core is compared with boxes, in the mesh's local
 * coordinates: for every point of the mesh that is in the box, n . x differs by less than is
 * already allowed for in lo and hi. */
typedef struct tacti_aim {
    double n[3];   /* of length 1 up to 2^-18 */
    double lo, hi; /* what the core covers along it; infinite for none */
} tacti_aim;

/* The core of a shape in the mesh's local coordinates: turn v + center for the points v of the
 * core, v in units of the mesh. */
typedef struct tacti_outline {
    tact_shape_kind kind;
    double turn[3][3];
    double center[3];
    double size[3];        /* half extents, half axes, or radius and height of a round core */
    double middle[3];      /* of the bounds of a hull */
    const tact_hull *hull; /* whose vertices are few enough to look at all of them, or NULL */
    double per_unit;       /* of the vertices of that hull */
    double vertex[3][3];   /* of a segment or triangle */
    double error;          /* of an interval along an axis of a node, but for what goes to float */
    bool is_blind;         /* nothing is known */
    bool is_sharp;         /* intervals along the axes of nodes are of use; not for half-spaces */
} tacti_outline;

typedef struct tacti_object_walk tacti_object_walk;

/* Gets the triangles of a node that may matter, at most eight, with the squares of the bounds of
 * their distance from the core in local units; the least first. May lower the limit and turn the
 * last aim. False ends the walk. */
typedef bool tacti_take_triangles(tacti_object_walk *walk, const uint32_t *triangles,
                                  const float *bounds, uint32_t count);

struct tacti_object_walk {
    const tacti_probe *probe;
    tacti_outline outline;
    tacti_aim aim[TACTI_AIMS];
    uint32_t aim_count;
    double limit; /* cores and triangles further apart than this do not matter, in the world */
    tacti_take_triangles *take;
    void *user;
    tacti_meter *meter;
    double least_left_out; /* if the meter stopped it: no more than the distance of what was not
                              looked at, from the core, in the world; otherwise infinite */
};

typedef tacti_walk_end tacti_object_walker(tacti_object_walk *walk);
TACTI_DECLARE_LEVELS(tacti_object_walker, tacti_walk_object)

/* Describes a placed shape to the walk; the body is that of the shape. All but take, user, meter
 * and limit is set. */
void tacti_object_walk_begin(const tacti_probe *probe, const tacti_body *body,
                             tacti_object_walk *out);

/* A point of the core that is furthest along a direction of the world, up to the body's slack. */
tact_vec3 tacti_core_support(const tacti_body *body, tact_vec3 direction);

/* Turns the last aim along a direction of the world of length 1 from the shape to the mesh; support
 * is tacti_core_support() along it. */
void tacti_object_walk_aim(tacti_object_walk *walk, const tacti_body *body, tact_vec3 direction,
                           tact_vec3 support);

/* The limit as the square of a bound, rounded up. */
static inline float tacti_object_threshold(const tacti_object_walk *walk) {
    double units = walk->limit * walk->probe->per_unit * walk->probe->slack;
    units *= units;
    units += 0x1p-20 * units;
    return units < 0x1p100 ? (float)units : (float)tacti_infinity();
}

/* The distance of cores in the world that the square of a bound proves. */
static inline double tacti_object_bound(const tacti_object_walk *walk, double square) {
    return sqrt(square) * (walk->probe->unit / walk->probe->slack) * (1 - 0x1p-40);
}

#endif
