/* SPDX-License-Identifier: MIT */
/* Makes the interior of a mesh, once, from its hierarchy and the mesh itself. */
#include "bvh/bvh.h"
#include "inside/interiors.h"
#include "inside/interior.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "bvh/node.h"
#include "contacts/self.h"

tact_status tacti_interior_create(const tact_context *context, const tacti_bvh *bvh,
                                  tacti_interior **out) {
    if (bvh == NULL || out == NULL || !bvh->has_solid_data)
        return TACT_INVALID_ARGUMENT;
    tacti_interior *interior =
        tacti_allocate(context, 1, sizeof *interior, _Alignof(tacti_interior));
    if (interior == NULL)
        return TACT_OUT_OF_MEMORY;
    *interior = (tacti_interior){.context = context, .bvh = bvh, .is_simple = tacti_is_simple(bvh)};
    tact_status status = TACT_OK;
    if (bvh->is_closed)
        status = tacti_shells_create(context, bvh, interior->is_simple, &interior->shells);
    else if (!bvh->is_watertight)
        status = tacti_winding_moments_create(context, bvh, &interior->moments);
    if (status == TACT_OK && bvh->is_watertight && !(bvh->is_closed && interior->is_simple))
        status = tacti_seams_create(context, bvh, &interior->seams);
    if (status != TACT_OK) {
        tacti_interior_destroy(interior);
        return status;
    }
    TACTI_ASSERT((interior->moments != NULL) == !bvh->is_watertight);
    TACTI_ASSERT(interior->shells == NULL || bvh->is_watertight);
    *out = interior;
    return TACT_OK;
}

void tacti_interior_destroy(tacti_interior *interior) {
    if (interior == NULL)
        return;
    tacti_shells_destroy(interior->shells);
    tacti_seams_destroy(interior->seams);
    tacti_winding_moments_destroy(interior->moments);
    tacti_release(interior->context, interior, 1, sizeof *interior, _Alignof(tacti_interior));
}

tacti_interior_info tacti_interior_inspect(const tacti_interior *interior) {
    const tacti_shells *shells = interior->shells;
    tacti_interior_info info = {.is_closed = interior->bvh->is_closed,
                                .is_watertight = interior->bvh->is_watertight,
                                .is_simple = interior->is_simple,
                                .bytes = sizeof *interior};
    if (shells != NULL) {
        info.shell_count = tacti_shells_count(shells);
        info.cavity_count = tacti_shells_cavity_count(shells);
        info.bytes += tacti_shells_bytes(shells);
    }
    if (interior->seams != NULL) {
        info.crosses_itself = interior->seams->is_crossing;
        info.bytes += tacti_seams_bytes(interior->seams);
    }
    if (interior->moments != NULL)
        info.bytes += tacti_winding_moments_bytes(interior->moments);
    return info;
}

const tacti_bvh *tacti_interior_bvh(const tacti_interior *interior) {
    return interior->bvh;
}
