/* SPDX-License-Identifier: MIT */
/* Rays against a placed mesh: the first hit, any hit, all hits, and many rays at once. */
#include <math.h>
#include "frame/placed.h"
#include "probe/points.h"

#include "base/assert.h"
#include "math/vec.h"
#include "probe/probe.h"

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

static void set_walk(const tacti_probe *probe, const tact_ray *ray, double t_max, tacti_ray_aim aim,
                     tacti_ray_walk *walk) {
    walk->probe = probe;
    walk->ray = *ray;
    walk->t_max = t_max;
    walk->aim = aim;
    walk->meter = NULL;
}

static void walk_ray(tacti_ray_walk *walk) {
    static tacti_ray_walker *const table[] = TACTI_LEVEL_TABLE(tacti_walk_ray);
    table[tacti_simd_row(walk->probe->bvh->simd_level)](walk);
}

/* Walks along the ray and sets what the limits report. */
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
    set_walk(&probe, ray, t_max, aim, &walk);
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
    tact_status status = take == NULL ? TACT_INVALID_ARGUMENT : begin(mesh, &ray, t_max, &probe);
    if (status != TACT_OK)
        return status;
    tacti_ray_walk walk;
    set_walk(&probe, &ray, t_max, TACTI_RAY_ALL, &walk);
    walk.take = take;
    walk.user = user;
    walk_within(&walk, limits);
    return TACT_OK;
}

/* ---- Many --------------------------------------------------------------------------------- */

/* Up to TACTI_RAYS_AT_ONCE rays. */
static void find_some(const tacti_probe *probe, const tact_ray *rays, uint32_t count, double t_max,
                      tacti_mesh_hit *results) {
    static tacti_rays_walker *const table[] = TACTI_LEVEL_TABLE(tacti_walk_rays);
    TACTI_ASSERT(count <= TACTI_RAYS_AT_ONCE);
    tacti_ray_walk walk[TACTI_RAYS_AT_ONCE];
    for (uint32_t i = 0; i < count; i++)
        set_walk(probe, &rays[i], t_max, TACTI_RAY_FIRST, &walk[i]);
    table[tacti_simd_row(probe->bvh->simd_level)](walk, count);
    for (uint32_t i = 0; i < count; i++)
        results[i] = walk[i].hit;
}

tact_status tacti_ray_first_many(const tacti_placed *mesh, const tact_ray *rays, size_t count,
                                 double t_max, tacti_mesh_hit *results) {
    tacti_probe probe;
    if (count > 0 && (rays == NULL || results == NULL))
        return TACT_INVALID_ARGUMENT;
    if (!(t_max >= 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_probe_make(mesh, &probe);
    if (status != TACT_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        if (!is_finite_ray(&rays[i]))
            return TACT_NOT_FINITE;
    for (size_t i = 0; i < count; i += TACTI_RAYS_AT_ONCE) {
        size_t left = count - i;
        uint32_t some = left < TACTI_RAYS_AT_ONCE ? (uint32_t)left : TACTI_RAYS_AT_ONCE;
        find_some(&probe, rays + i, some, t_max, results + i);
    }
    return TACT_OK;
}
