/* SPDX-License-Identifier: MIT */
/* One placed mesh as rays and points see it: how to get into its local coordinates, and the error
 * of that. The proofs are in probe.c. */
#ifndef TACTI_PROBE_PROBE_H
#define TACTI_PROBE_PROBE_H

#include <math.h>

#include "base/inline.h"
#include "base/simd.h"
#include "frame/mesh_pair.h"
#include "frame/meter.h"
#include "frame/placed.h"
#include "math/vec.h"
#include "probe/points.h"

typedef struct tacti_probe {
    const tacti_bvh *bvh;
    tacti_triangle_source source;
    tact_vec3 center; /* of the mesh, placed */
    double unit, per_unit;
    /* A placed point of the mesh, turned back exactly, is at most this far from its local point. */
    double error;
    double slack; /* lengths in local coordinates are at most this times true lengths in units */
    tacti_placement placement;
} tacti_probe;

/* Checks the mesh and its pose. The probe refers to placed. */
tact_status tacti_probe_make(const tacti_placed *placed, tacti_probe *out);

/* Returns a world point in local coordinates. *error receives a bound of its error without the
 * probe's own error. The bound is infinite or NaN if the point overflows. */
tact_vec3 tacti_probe_local(const tacti_probe *probe, tact_vec3 point, double *error);

/* The same, inline. */
TACTI_ALWAYS_INLINE tact_vec3 tacti_probe_local_here(const tacti_probe *probe, tact_vec3 point,
                                                     double *error) {
    tact_vec3 d = tacti_vec3_scale(tacti_vec3_sub(point, probe->center), probe->per_unit);
    *error = 0x8p-53 * ((fabs(d.x) + fabs(d.y)) + fabs(d.z)) + 0x1p-1000;
    return tacti_turn_back(probe->source.pose, d);
}

/* If the error is larger than this, nothing is culled: the inflation exceeds the whole mesh. */
#define TACTI_MOST_PROBE_ERROR 0.25
#define TACTI_BLIND_INFLATION 0x1p10F

/* ---- The nearest point -------------------------------------------------------------------- */

/* A point to start from, in the mesh's local coordinates. */
typedef struct tacti_point_walk {
    const tacti_probe *probe;
    tact_vec3 point; /* in the world */
    float local[3];  /* the point; if is_far, the direction to it from the local origin */
    float inflation; /* is subtracted from a box's gap along an axis */
    bool is_far;     /* only heights along the direction are compared */
    double height;   /* if is_far: the distance from the local origin */
    double limit;    /* triangles further away than this do not matter */
    double distance; /* the least so far; infinite at the start */
    uint32_t triangle;
    tacti_meter *meter;    /* NULL for none; always NULL for several points at the same time */
    double least_left_out; /* if the meter stopped the walk, no triangle that was not measured is
                              nearer than this; otherwise infinite */
} tacti_point_walk;

/* Prepares a point without a meter. */
void tacti_point_walk_begin(const tacti_probe *probe, tact_vec3 point, double limit,
                            tacti_point_walk *out);

/* ---- Rays --------------------------------------------------------------------------------- */

/* Which hits of a ray are wanted. */
typedef enum tacti_ray_aim { TACTI_RAY_FIRST, TACTI_RAY_ANY, TACTI_RAY_ALL } tacti_ray_aim;

/* Whether triangles are filtered by plain arithmetic before the exact test. */
typedef enum tacti_ray_filter {
    TACTI_FILTER_NONE,  /* every triangle is tested exactly */
    TACTI_FILTER_LATER, /* the filter is not prepared yet */
    TACTI_FILTER_READY
} tacti_ray_filter;

typedef struct tacti_ray_walk tacti_ray_walk;

/* A ray as a line in the mesh's local coordinates: origin + s direction, with |direction| nearly 1.
 * The origin is the point of the line nearest to the middle of the mesh. s = speed t - start for
 * the ray's parameter t. */
struct tacti_ray_walk {
    /* Set by the caller. */
    const tacti_probe *probe;
    tact_ray ray;
    double t_max;
    tacti_ray_aim aim;
    tacti_take_hit *take; /* for TACTI_RAY_ALL */
    void *user;
    tacti_meter *meter; /* NULL for none; always NULL for several rays at the same time */
    /* Set by the walk. */
    tacti_mesh_hit hit;    /* the first so far, or any */
    double least_left_out; /* if the meter stopped the walk, no hit in the remaining nodes has a
                              smaller t; otherwise infinite */
    /* Boxes. */
    float origin[3], direction[3];
    float inflation; /* of boxes, along each axis */
    float s_min, s_max;
    bool is_outside; /* the line passes by the mesh */
    /* Parameters. s_error bounds the error of s computed from the rounded t. */
    double speed, start, s_error;
    double s_end; /* of t_max */
    double line_origin[3], line_direction[3], line_error;
    /* Triangles. The line is in the mesh's coordinates with its main axis last, and is sheared to
     * run along that axis: x less shear_x z, y less shear_y z. */
    unsigned axis[3];
    double base[3], shear[2];
    double per_z;        /* s per unit of z */
    double corner_error; /* of x and y */
    double side_error;   /* of x_i y_j - y_i x_j, for all triangles */
    double hit_error;    /* of s of a hit, without the error of its weights */
    tacti_ray_filter filter;
};

/* Tests a triangle exactly. Returns false if the ray misses it or meets it beyond t_max. */
bool tacti_ray_test(const tacti_ray_walk *walk, uint32_t triangle, tacti_mesh_hit *hit);

/* Whether a hit comes before another. */
static inline bool tacti_hit_is_before(const tacti_mesh_hit *a, const tacti_mesh_hit *b) {
    return a->t < b->t || (a->t == b->t && a->triangle < b->triangle);
}

/* ---- Walks over the hierarchy --------------------------------------------------------------- */

#define TACTI_RAYS_AT_ONCE 16
#define TACTI_POINTS_AT_ONCE 16

typedef void tacti_points_walker(tacti_point_walk *walks, uint32_t count);
typedef void tacti_ray_walker(tacti_ray_walk *walk);
typedef void tacti_rays_walker(tacti_ray_walk *walks, uint32_t count);
TACTI_DECLARE_LEVELS(tacti_points_walker, tacti_walk_nearest)
TACTI_DECLARE_LEVELS(tacti_ray_walker, tacti_walk_ray)
TACTI_DECLARE_LEVELS(tacti_rays_walker, tacti_walk_rays)

#endif
