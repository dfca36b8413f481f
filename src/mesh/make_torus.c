/* SPDX-License-Identifier: MIT */
/* Closed tubes: the torus and the torus knot.
 *
 * Both are rings of vertices joined by bands, the last ring to the first. The frame of the knot's
 * rings closes exactly, because it depends only on the place on the carrying torus: it is the
 * torus's outward normal, which is orthogonal to the knot, and the cross product of the two. The
 * frame turns around the knot along the way, which is invisible on a round tube. */
#include "mesh/make.h"

#include <tact/mesh_generators.h>

static void add_tube_bands(tacti_maker *maker, uint32_t along, uint32_t around) {
    uint32_t last = (along - 1) * around;
    for (uint32_t i = 0; i < along; i++) {
        tacti_maker_band(maker, i * around, last, around);
        last = i * around;
    }
}

static tacti_maker_size tube_size(uint32_t along, uint32_t around, uint64_t table) {
    uint64_t count = (uint64_t)along * around;
    return (tacti_maker_size){count, tacti_count_times(count, 2), table * sizeof(tact_vec2)};
}

tact_status tact_mesh_create_torus(const tact_context *context, double major_radius,
                                   double minor_radius, uint32_t major_count, uint32_t minor_count,
                                   tact_mesh **out) {
    if (out == NULL || !tacti_is_length(major_radius) || !tacti_is_length(minor_radius) ||
        !tacti_is_well_below(minor_radius, major_radius) || major_count < 3 || minor_count < 3 ||
        !tacti_is_resolved(minor_radius, minor_count, major_radius))
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status =
        tacti_maker_start(&maker, context, tube_size(major_count, minor_count, minor_count));
    if (status != TACT_OK)
        return status;
    /* The cross-section: distance from the axis, and height. */
    tact_vec2 *section = maker.scratch;
    for (uint32_t i = 0; i < minor_count; i++) {
        tact_vec2 turn = tacti_turn(i, minor_count);
        section[i] = (tact_vec2){major_radius + minor_radius * turn.x, minor_radius * turn.y};
    }
    for (uint32_t i = 0; i < major_count; i++) {
        tact_vec2 turn = tacti_turn(i, major_count);
        for (uint32_t j = 0; j < minor_count; j++)
            tacti_maker_vertex(&maker, section[j].x * turn.x, section[j].x * turn.y, section[j].y);
    }
    add_tube_bands(&maker, major_count, minor_count);
    return tacti_maker_finish(&maker, out);
}

/* ---- Torus knot ------------------------------------------------------------------------------ */

tact_torus_knot_desc tact_torus_knot_desc_default(void) {
    return (tact_torus_knot_desc){
        .p = 2,
        .q = 3,
        .major_radius = 1,
        .minor_radius = 0.4,
        .tube_radius = 0.16,
        .along = 400,
        .around = 24,
    };
}

static uint32_t greatest_common_divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool is_knot(const tact_torus_knot_desc *desc) {
    double largest = desc->major_radius + desc->minor_radius + desc->tube_radius;
    return tacti_is_length(desc->major_radius) && tacti_is_length(desc->minor_radius) &&
           tacti_is_length(desc->tube_radius) && desc->p > 0 && desc->q > 0 &&
           greatest_common_divisor(desc->p, desc->q) == 1 && desc->along >= 3 &&
           desc->around >= 3 &&
           tacti_is_well_below(desc->minor_radius + desc->tube_radius, desc->major_radius) &&
           tacti_is_resolved(desc->tube_radius, desc->around, largest);
}

/* A point of the knot with the two directions that span its cross-section. */
typedef struct knot_frame {
    tact_vec3 center;
    tact_vec3 normal;
    tact_vec3 binormal;
} knot_frame;

static knot_frame knot_frame_at(const tact_torus_knot_desc *desc, uint32_t step) {
    tact_vec2 phi = tacti_turn((uint64_t)desc->p * step, desc->along);
    tact_vec2 theta = tacti_turn((uint64_t)desc->q * step, desc->along);
    double ring = desc->major_radius + desc->minor_radius * theta.x;
    /* The derivative by the curve's parameter, split along the two circles of the torus. */
    double around_axis = desc->p * ring;
    double around_ring = desc->q * desc->minor_radius;
    tact_vec3 tangent = {-around_axis * phi.y - around_ring * theta.y * phi.x,
                         around_axis * phi.x - around_ring * theta.y * phi.y,
                         around_ring * theta.x};
    knot_frame frame = {
        .center = {ring * phi.x, ring * phi.y, desc->minor_radius * theta.y},
        .normal = {theta.x * phi.x, theta.x * phi.y, theta.y},
    };
    frame.binormal = tact_vec3_normalize(tact_vec3_cross(frame.normal, tangent));
    return frame;
}

tact_status tact_mesh_create_torus_knot(const tact_context *context,
                                        const tact_torus_knot_desc *desc, tact_mesh **out) {
    if (out == NULL || desc == NULL || !is_knot(desc))
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status =
        tacti_maker_start(&maker, context, tube_size(desc->along, desc->around, desc->around));
    if (status != TACT_OK)
        return status;
    tact_vec2 *circle = maker.scratch;
    for (uint32_t i = 0; i < desc->around; i++) {
        tact_vec2 turn = tacti_turn(i, desc->around);
        circle[i] = (tact_vec2){desc->tube_radius * turn.x, desc->tube_radius * turn.y};
    }
    for (uint32_t i = 0; i < desc->along; i++) {
        knot_frame f = knot_frame_at(desc, i);
        for (uint32_t j = 0; j < desc->around; j++) {
            double n = circle[j].x;
            double b = circle[j].y;
            tacti_maker_vertex(&maker, f.center.x + (n * f.normal.x + b * f.binormal.x),
                               f.center.y + (n * f.normal.y + b * f.binormal.y),
                               f.center.z + (n * f.normal.z + b * f.binormal.z));
        }
    }
    add_tube_bands(&maker, desc->along, desc->around);
    return tacti_maker_finish(&maker, out);
}
