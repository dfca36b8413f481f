/* SPDX-License-Identifier: MIT */
/* Creates and destroys a hierarchy: local coordinates, memory, accessors. build.c builds it,
 * validate.c checks it. */
#include <tact/bvh.h>

#include "bvh/bvh.h"
#include "base/alloc.h"
#include "base/assert.h"
#include "base/simd.h"
#include "bvh/build.h"
#include "bvh/fit.h"
#include "bvh/solid.h"
#include "math/vec.h"
#include "mesh/mesh.h"

tacti_bvh_desc tacti_bvh_desc_default(void) {
    return (tacti_bvh_desc){TACT_BVH_BINNED, false};
}

/* The least exponent of local coordinates: 2^1000 still scales without overflow. */
#define LEAST_EXPONENT (-1000)

/* A rounded difference from the centre grows monotonically with the coordinate, so the bounds have
 * the largest differences. */
void tacti_bvh_choose_units(tacti_bvh *bvh) {
    tact_box bounds = tact_mesh_bounds(bvh->mesh);
    bvh->exponent = LEAST_EXPONENT;
    if (tact_box_is_empty(bounds))
        return;
    bvh->center = tact_box_center(bounds);
    tact_vec3 below = tacti_vec3_abs(tacti_vec3_sub(bounds.lo, bvh->center));
    tact_vec3 above = tacti_vec3_abs(tacti_vec3_sub(bounds.hi, bvh->center));
    tact_vec3 most = tacti_vec3_max(below, above);
    double size = tacti_max(tacti_max(most.x, most.y), most.z);
    if (size > 0) {
        int exponent = tacti_exponent(size);
        /* 2^exponent <= size. The successor of exponent 1023 fits an int, but 2^1024 is not a
         * double. */
        if (size != tacti_power_of_two(exponent))
            exponent++;
        bvh->exponent = exponent > LEAST_EXPONENT ? exponent : LEAST_EXPONENT;
    }
    tact_vec3 lo = tacti_vec3_abs(bounds.lo), hi = tacti_vec3_abs(bounds.hi);
    tact_vec3 far = tacti_vec3_max(lo, hi);
    bvh->reach = tacti_max(tacti_max(far.x, far.y), far.z);
}

static bool is_valid_desc(const tacti_bvh_desc *desc) {
    return desc->builder == TACT_BVH_BINNED || desc->builder == TACT_BVH_SWEEP ||
           desc->builder == TACT_BVH_MORTON;
}

tact_status tacti_bvh_create(const tact_context *context, const tact_mesh *mesh,
                             const tacti_bvh_desc *desc, tacti_bvh **out) {
    tacti_bvh_desc with = desc != NULL ? *desc : tacti_bvh_desc_default();
    if (mesh == NULL || out == NULL || !is_valid_desc(&with))
        return TACT_INVALID_ARGUMENT;
    if (tact_mesh_triangle_count(mesh) > TACTI_BVH_MAX_TRIANGLES)
        return TACT_TOO_LARGE;
    tacti_bvh *bvh = tacti_allocate(context, 1, sizeof *bvh, _Alignof(tacti_bvh));
    if (bvh == NULL)
        return TACT_OUT_OF_MEMORY;
    *bvh = (tacti_bvh){.context = context,
                       .mesh = mesh,
                       .vertices = tact_mesh_vertices(mesh),
                       .indices = tact_mesh_indices(mesh),
                       .triangle_count = tact_mesh_triangle_count(mesh),
                       .simd_level = tacti_simd_level(context)};
    tacti_bvh_choose_units(bvh);
    tacti_bvh_fit(bvh);
    tact_status status = tacti_bvh_build(bvh, with.builder);
    if (status == TACT_OK && with.solid) {
        bvh->has_solid_data = true;
        status = tacti_bvh_find_pieces(bvh);
    }
    if (status != TACT_OK) {
        tacti_bvh_destroy(bvh);
        return status;
    }
    *out = bvh;
    return TACT_OK;
}

void tacti_bvh_destroy(tacti_bvh *bvh) {
    if (bvh == NULL)
        return;
    const tact_context *context = bvh->context;
    tacti_release(context, bvh->nodes, bvh->node_count, sizeof *bvh->nodes, TACTI_CACHE_LINE);
    tacti_release(context, bvh->order, bvh->triangle_count, sizeof *bvh->order, TACTI_CACHE_LINE);
    tacti_packed_release(context, &bvh->packed);
    tacti_release(context, bvh->piece_triangles, bvh->piece_count, sizeof *bvh->piece_triangles,
                  _Alignof(uint32_t));
    tacti_release(context, bvh, 1, sizeof *bvh, _Alignof(tacti_bvh));
}

tact_status tacti_bvh_make_compact(tacti_bvh *bvh, const tact_mesh *mesh) {
    tacti_packed packed;
    TACTI_ASSERT(tacti_mesh_compact(mesh) != NULL && bvh->compact == NULL);
    if (tacti_packed_create(bvh->context, bvh->order, bvh->triangle_count, 1, &packed) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    tacti_release(bvh->context, bvh->order, bvh->triangle_count, sizeof *bvh->order,
                  TACTI_CACHE_LINE);
    bvh->mesh = mesh;
    bvh->compact = tacti_mesh_compact(mesh);
    bvh->vertices = NULL;
    bvh->indices = NULL;
    bvh->order = NULL;
    bvh->packed = packed;
    return TACT_OK;
}

const tact_mesh *tacti_bvh_mesh(const tacti_bvh *bvh) {
    return bvh->mesh;
}

bool tacti_bvh_is_solid(const tacti_bvh *bvh) {
    return bvh->has_solid_data && bvh->is_watertight;
}
