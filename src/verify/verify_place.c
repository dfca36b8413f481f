/* SPDX-License-Identifier: MIT */
/* The corners that the verifier checks: placed, in the order of the proof, with the origins from
 * which plain arithmetic measures them. */
#include "verify/verify.h"
#include "base/assert.h"
#include "verify/verify_parts.h"

#include <math.h>

#include <tact/mesh.h>

/* Places the vertices of a mesh. Returns false if one leaves the range of double. */
static bool place_vertices(const tacti_placed_side *placed, tact_vec3 *out) {
    uint32_t count = tact_mesh_vertex_count(placed->mesh);
    bool is_finite = true;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = tact_pose_place(placed->pose, tact_mesh_vertex(placed->mesh, i));
        is_finite = is_finite && tacti_verify_is_finite(out[i]);
    }
    return is_finite;
}

static tact_status place_mesh(const tact_context *context, const tacti_placed_side *placed,
                              const uint32_t *order, tacti_corner_list *out) {
    uint32_t count = tact_mesh_triangle_count(placed->mesh);
    size_t vertices = tact_mesh_vertex_count(placed->mesh);
    out->size = 3;
    out->count = count;
    out->corners =
        tacti_allocate(context, (size_t)3 * count, sizeof(tact_vec3), _Alignof(tact_vec3));
    tact_vec3 *points = tacti_allocate(context, vertices, sizeof(tact_vec3), _Alignof(tact_vec3));
    tact_status status = out->corners != NULL && points != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK && !place_vertices(placed, points))
        status = TACT_INVALID_POSE;
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        TACTI_ASSERT(order[i] < count);
        uint32_t corners[3];
        tact_mesh_corners(placed->mesh, order[i], corners);
        for (size_t k = 0; k < 3; k++)
            out->corners[3 * (size_t)i + k] = points[corners[k]];
    }
    tacti_release(context, points, vertices, sizeof(tact_vec3), _Alignof(tact_vec3));
    return status;
}

static tact_status place_shape(const tact_context *context, const tacti_placed_side *placed,
                               tacti_corner_list *out) {
    tacti_placed_shape shape = {placed->shape, placed->pose, TACTI_NO_LIMIT};
    out->size = tacti_polytope_vertex_count(placed->shape);
    out->count = 1;
    out->corners = tacti_allocate(context, out->size, sizeof(tact_vec3), _Alignof(tact_vec3));
    if (out->corners == NULL)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < out->size; i++) {
        out->corners[i] = tacti_polytope_vertex(&shape, i);
        if (!tacti_verify_is_finite(out->corners[i]))
            return TACT_INVALID_POSE;
    }
    return TACT_OK;
}

tact_status tacti_verify_place(const tact_context *context, const tacti_placed_side *placed,
                               const uint32_t *order, tacti_corner_list *out) {
    return placed->shape != NULL ? place_shape(context, placed, out)
                                 : place_mesh(context, placed, order, out);
}

static void grow_bounds(const tacti_corner_list *list, tact_vec3 *lo, tact_vec3 *hi) {
    for (size_t i = 0; i < tacti_corner_count(list); i++) {
        tact_vec3 p = list->corners[i];
        lo->x = p.x < lo->x ? p.x : lo->x;
        lo->y = p.y < lo->y ? p.y : lo->y;
        lo->z = p.z < lo->z ? p.z : lo->z;
        hi->x = p.x > hi->x ? p.x : hi->x;
        hi->y = p.y > hi->y ? p.y : hi->y;
        hi->z = p.z > hi->z ? p.z : hi->z;
    }
}

static double reach_from(double origin, double lo, double hi) {
    double down = origin - lo, up = hi - origin;
    return (down > up ? down : up) * (1 + 0x1p-50);
}

/* The middle of bounds, and how far they reach from it. */
static void set_origin(tact_vec3 lo, tact_vec3 hi, tact_vec3 *origin, tact_vec3 *reach) {
    *origin =
        (tact_vec3){0.5 * lo.x + 0.5 * hi.x, 0.5 * lo.y + 0.5 * hi.y, 0.5 * lo.z + 0.5 * hi.z};
    *reach = (tact_vec3){reach_from(origin->x, lo.x, hi.x), reach_from(origin->y, lo.y, hi.y),
                         reach_from(origin->z, lo.z, hi.z)};
}

void tacti_verify_find_origins(tacti_verify_scene *scene) {
    const tact_vec3 high = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    const tact_vec3 low = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    tact_vec3 lo = high, hi = low;
    for (int side = 0; side < 2; side++) {
        tact_vec3 side_lo = high, side_hi = low;
        grow_bounds(&scene->side[side], &side_lo, &side_hi);
        set_origin(side_lo, side_hi, &scene->side[side].origin, &scene->side[side].reach);
        grow_bounds(&scene->side[side], &lo, &hi);
    }
    set_origin(lo, hi, &scene->origin, &scene->reach);
}
