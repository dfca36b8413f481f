/* SPDX-License-Identifier: MIT */
/* One placed mesh as rays and points see it: how to get into its local coordinates, and by how much
 * that may be wrong. The proofs are in probe.c. */
#ifndef TACTI_PROBE_PROBE_H
#define TACTI_PROBE_PROBE_H

#include "base/simd.h"
#include "frame/mesh_pair.h"
#include "frame/meter.h"
#include "frame/placed.h"
#include "probe/points.h"

typedef struct tacti_probe {
    const tacti_bvh *bvh;
    tacti_triangle_source source;
    tact_vec3 center; /* of the mesh, placed */
    double unit, per_unit;
    /* A placed point of the mesh, taken back exactly, is at most this far from its local point. */
    double error;
    double slack; /* lengths in local coordinates are at most this times true ones in units */
    tacti_placement placement;
} tacti_probe;

/* Checks the mesh and its pose; the probe refers to placed. */
tact_status tacti_probe_make(const tacti_placed *placed, tacti_probe *out);

/* A point of the world in local coordinates. *error becomes how far off it may be, not counting the
 * probe's own error; infinite or NaN where the point is beyond all measure. */
tact_vec3 tacti_probe_local(const tacti_probe *probe, tact_vec3 point, double *error);

/* ---- The nearest point -------------------------------------------------------------------- */

/* A point to start from, in the mesh's local coordinates. */
typedef struct tacti_point_walk {
    const tacti_probe *probe;
    tact_vec3 point; /* in the world */
    float local[3];  /* the point; where is_far the direction to it from the local origin */
    float inflation; /* what is taken off a box's gap along an axis */
    bool is_far;     /* only heights along the direction are compared */
    double height;   /* where is_far: the distance from the local origin */
    double limit;    /* what is further away than this does not matter */
    double distance; /* the nearest so far, to begin with infinite */
    uint32_t triangle;
    tacti_meter *meter;    /* NULL for none; several points at the same time have none */
    double least_left_out; /* if the meter stopped it: no triangle that was not measured is nearer
                              than this; otherwise infinite */
} tacti_point_walk;

/* Prepares a point without a meter. */
void tacti_point_walk_begin(const tacti_probe *probe, tact_vec3 point, double limit,
                            tacti_point_walk *out);

/* ---- Rays --------------------------------------------------------------------------------- */

/* What of a ray's hits is wanted. */
typedef enum tacti_ray_aim { TACTI_RAY_FIRST, TACTI_RAY_ANY, TACTI_RAY_ALL } tacti_ray_aim;

typedef struct tacti_ray_walk tacti_ray_walk;

/* A ray, as a line in the mesh's local coordinates, origin + s direction with |direction| nearly 1
 * and the origin next to the middle of the mesh. s = speed t - start for the ray's parameter t. */
struct tacti_ray_walk {
    const tacti_probe *probe;
    tact_ray ray;
    double t_max;
    tacti_ray_aim aim;
    tacti_take_hit *take; /* for TACTI_RAY_ALL */
    void *user;
    tacti_mesh_hit hit;    /* the first so far, or any */
    tacti_meter *meter;    /* NULL for none; several rays at the same time have none */
    double least_left_out; /* if the meter stopped it: no hit in what was left has a smaller t;
                              otherwise infinite */
    /* Boxes. */
    float origin[3], direction[3];
    float inflation; /* of boxes, along each axis */
    float s_min, s_max;
    bool is_outside; /* the line passes by the mesh */
    /* Parameters. s_error bounds what is wrong with s computed from t, t as it is rounded. */
    double speed, start, s_error;
    double s_end; /* of t_max */
    /* Triangles: the line in the mesh's coordinates, its main axis last, sheared to run along that
     * axis: x less shear_x z, y less shear_y z. */
    unsigned axis[3];
    double base[3], shear[2];
    double per_z;        /* s of a unit of z */
    double corner_error; /* of x and y */
    double side_error;   /* of x_i y_j - y_i x_j, for all triangles */
    double hit_error;    /* of s of a hit, beside what its weights are wrong */
    bool has_filter;     /* false: every triangle is tested exactly */
};

/* Prepares a ray without a meter; all but aim, take and user is set. */
void tacti_ray_walk_begin(const tacti_probe *probe, const tact_ray *ray, double t_max,
                          tacti_ray_walk *out);

/* Tests a triangle exactly; false where the ray misses it or meets it beyond t_max. */
bool tacti_ray_test(const tacti_ray_walk *walk, uint32_t triangle, tacti_mesh_hit *hit);

/* The hit of a triangle whose inside the ray certainly goes through within 0 <= t <= t_max. */
tacti_mesh_hit tacti_ray_pierce(const tacti_ray_walk *walk, uint32_t triangle);

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
