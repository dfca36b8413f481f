/* SPDX-License-Identifier: MIT */
/* Rays against a placed mesh: the first hit, any, all in order, and many rays at once. */
#include <math.h>
#include "query/meshes.h"
#include "query/points.h"

#include "base/message.h"
#include "base/parallel.h"
#include "math/vec.h"
#include "query/walk.h"

/* Rays that one task answers: enough to be worth handing out, few enough to balance. */
#define GRAIN 128

static bool is_finite_ray(const tact_ray *ray) {
    return tacti_vec3_is_finite(ray->origin) && tacti_vec3_is_finite(ray->direction);
}

static tact_status begin(const tacti_placed *mesh, const tact_ray *ray, double t_max,
                         tacti_probe *probe) {
    if (!(t_max >= 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_probe_make(mesh, probe);
    if (status != TACT_OK)
        return status;
    return is_finite_ray(ray) ? TACT_OK : TACT_NOT_FINITE;
}

static void walk_ray(tacti_ray_walk *walk) {
    tacti_walks_at(walk->probe->bvh->simd_level)->ray(walk);
}

/* Walks along the ray; what the limits say afterwards is set. */
static void walk_within(tacti_ray_walk *walk, tacti_ray_limits *limits) {
    if (limits != NULL)
        walk->meter = &limits->meter;
    walk_ray(walk);
    if (limits != NULL)
        limits->lower = tacti_meter_is_stopped(&limits->meter)
                            ? tacti_min(walk->least_left_out, walk->hit.t)
                            : HUGE_VAL;
}

static tact_status find_one(const tacti_placed *mesh, const tact_ray *ray, double t_max,
                            tacti_ray_aim aim, tacti_ray_limits *limits, tacti_mesh_hit *out) {
    tacti_probe probe;
    tact_status status = out == NULL ? TACT_INVALID_ARGUMENT : begin(mesh, ray, t_max, &probe);
    if (status != TACT_OK)
        return status;
    tacti_ray_walk walk;
    tacti_ray_walk_begin(&probe, ray, t_max, &walk);
    walk.aim = aim;
    walk_within(&walk, limits);
    *out = walk.hit;
    return TACT_OK;
}

tact_status tacti_ray_first(const tacti_placed *mesh, tact_ray ray, double t_max,
                            tacti_ray_limits *limits, tacti_mesh_hit *out) {
    return find_one(mesh, &ray, t_max, TACTI_RAY_FIRST, limits, out);
}

tact_status tacti_ray_any(const tacti_placed *mesh, tact_ray ray, double t_max,
                          tacti_ray_limits *limits, tacti_mesh_hit *out) {
    return find_one(mesh, &ray, t_max, TACTI_RAY_ANY, limits, out);
}

/* ---- All ---------------------------------------------------------------------------------- */

tact_status tacti_ray_visit(const tacti_placed *mesh, tact_ray ray, double t_max,
                            tacti_ray_limits *limits, tacti_take_hit *take, void *user) {
    tacti_probe probe;
    tact_status status = begin(mesh, &ray, t_max, &probe);
    if (status != TACT_OK)
        return status;
    tacti_ray_walk walk;
    tacti_ray_walk_begin(&probe, &ray, t_max, &walk);
    walk.aim = TACTI_RAY_ALL;
    walk.take = take;
    walk.user = user;
    walk_within(&walk, limits);
    return TACT_OK;
}

/* ---- Many --------------------------------------------------------------------------------- */

typedef struct batch {
    const tacti_probe *probe;
    const tact_ray *rays;
    tacti_mesh_hit *results;
} batch;

static void answer_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    const batch *b = data;
    (void)chunk;
    (void)worker;
    const tacti_walks *walks = tacti_walks_at(b->probe->bvh->simd_level);
    tacti_ray_walk walk[TACTI_RAYS_AT_ONCE];
    for (size_t i = range.begin; i < range.end; i += TACTI_RAYS_AT_ONCE) {
        size_t left = range.end - i;
        uint32_t count = left < TACTI_RAYS_AT_ONCE ? (uint32_t)left : TACTI_RAYS_AT_ONCE;
        for (uint32_t k = 0; k < count; k++) {
            tacti_ray_walk_begin(b->probe, &b->rays[i + k], HUGE_VAL, &walk[k]);
            walk[k].aim = TACTI_RAY_FIRST;
        }
        walks->rays(walk, count);
        for (uint32_t k = 0; k < count; k++)
            b->results[i + k] = walk[k].hit;
    }
}

tact_status tacti_ray_first_batch(const tact_context *context, const tacti_placed *mesh,
                                  const tact_ray *rays, size_t count, tact_error *error,
                                  tacti_mesh_hit *results) {
    tacti_probe probe;
    if (count > 0 && (rays == NULL || results == NULL))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_probe_make_for_batch(mesh, error, &probe);
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        if (!is_finite_ray(&rays[i]))
            return tacti_error_set(error, TACT_NOT_FINITE, 0, i, "ray %zu of the batch: %s", i,
                                   tact_status_name(TACT_NOT_FINITE));
    tacti_parallel_for(context, count, GRAIN, answer_range, &(batch){&probe, rays, results});
    return TACT_OK;
}
