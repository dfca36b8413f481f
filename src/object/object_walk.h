/* SPDX-License-Identifier: MIT */
/* A convex shape against a mesh: the shape in the coordinates of the hierarchy, and the walk that
 * finds the triangles that may matter. object_mesh.c tests these triangles. */
#ifndef TACTI_OBJECT_OBJECT_WALK_H
#define TACTI_OBJECT_OBJECT_WALK_H

#include <math.h>

#include "object/object.h"

#include "shape/body.h"
#include "probe/probe.h"

/* The most aims: three axes of the shape, and one aim that changes during the walk. */
#define TACTI_AIMS 4

/* A direction n along which the shape's core is compared with boxes, in the mesh's local
 * coordinates. lo and hi account for the error of n . x for every point of the mesh in a box. */
typedef struct tacti_aim {
    double n[3];   /* of length 1 up to 2^-18 */
    double lo, hi; /* what the core covers along n; an infinite end means no bound */
} tacti_aim;

/* The core of a shape in the mesh's local coordinates: turn v + center for the points v of the
 * core, v in units of the mesh. */
typedef struct tacti_outline {
    tact_shape_kind kind;
    double turn[3][3];
    double center[3];
    double size[3];        /* half extents, half axes, or radius and height of a round core */
    double middle[3];      /* of the bounds of a hull */
    const tact_hull *hull; /* if its vertices are few enough to project all of them, or NULL */
    double per_unit;       /* of the vertices of that hull */
    double vertex[3][3];   /* of a segment or triangle */
    double error;          /* of an interval along an axis of a node, before rounding to float */
    bool is_blind;         /* sizes are too large for bounds: every box counts as near */
    bool is_sharp;         /* intervals along the axes of nodes are of use; not for half-spaces */
} tacti_outline;

typedef struct tacti_object_walk tacti_object_walk;

/* Takes the triangles of a node that may matter, at most eight, the most promising first, with
 * squared bounds of their distance from the core in local units. May lower the limit and set the
 * last aim. Returning false ends the walk. */
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
    double least_left_out; /* if the meter stopped the walk: a lower bound of the distance from the
                              core to what was not opened, in the world; otherwise infinite */
};

typedef tacti_walk_end tacti_object_walker(tacti_object_walk *walk);
TACTI_DECLARE_LEVELS(tacti_object_walker, tacti_walk_object)

/* Describes a placed shape, whose body is given, to the walk. Sets all but take, user, meter and
 * limit. */
void tacti_object_walk_begin(const tacti_probe *probe, const tacti_body *body,
                             tacti_object_walk *out);

/* A point of the core that is furthest along a direction of the world, up to the body's slack. */
tact_vec3 tacti_core_support(const tacti_body *body, tact_vec3 direction);

/* Sets the last aim to a direction of the world of length 1 from the shape to the mesh. support is
 * tacti_core_support() along the direction. */
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
