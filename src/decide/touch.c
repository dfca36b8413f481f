/* SPDX-License-Identifier: MIT */
/* The last stage of a verdict on two bodies; see touch.h. */
#include "decide/touch.h"

#include "base/assert.h"
#include "decide/touch_near.h"

/* Relative sizes up to which a coordinate may be rounding. If curved surfaces touch, nearest points
 * are accurate to the root of a rounding error. If the search converges slowly, they are much less
 * accurate. Both values are tried. */
static const double snaps[2] = {0x1p-18, 0x1p-10};

/* Orders the bodies independently of which one is a. */
static bool is_second_first(const tacti_bodies *bodies) {
    const tacti_body *a = &bodies->body[0], *b = &bodies->body[1];
    if (a->kind != b->kind)
        return a->kind > b->kind;
    for (int i = 0; i < 12; i++)
        if (a->pose->m[i] != b->pose->m[i])
            return a->pose->m[i] > b->pose->m[i];
    tact_vec3 p = a->shape->core.half_extents, q = b->shape->core.half_extents;
    if (a->kind != TACT_SHAPE_ELLIPSOID) {
        p = (tact_vec3){a->shape->core.round.radius, a->shape->core.round.half_height, 0};
        q = (tact_vec3){b->shape->core.round.radius, b->shape->core.round.half_height, 0};
    }
    if (p.x != q.x || p.y != q.y)
        return p.x != q.x ? p.x > q.x : p.y > q.y;
    return p.z != q.z ? p.z > q.z : a->radius > b->radius;
}

static void swap_points(tacti_touch *out) {
    tacti_touch_point keep = out->point[0];
    out->point[0] = out->point[1];
    out->point[1] = keep;
    out->direction = tacti_vec3_scale(out->direction, -1);
}

void tacti_touch_decide(const tacti_bodies *bodies, tacti_touch *out) {
    TACTI_ASSERT(!bodies->is_exact);
    *out = (tacti_touch){.outcome = TACT_OUTCOME_UNDECIDED};
    if (bodies->body[0].kind == TACT_SHAPE_HALF_SPACE ||
        bodies->body[1].kind == TACT_SHAPE_HALF_SPACE) {
        tacti_touch_half_space(bodies, out);
        return;
    }
    tacti_bodies ordered = *bodies;
    bool is_swapped = is_second_first(bodies);
    if (is_swapped) {
        ordered.body[0] = bodies->body[1];
        ordered.body[1] = bodies->body[0];
    }
    tacti_near_touch near;
    tacti_near_find(&ordered, &near);
    for (int i = 0; i < 2 && out->outcome == TACT_OUTCOME_UNDECIDED; i++) {
        tacti_near_snap(&near, snaps[i]);
        if (!tacti_near_find_contact(&near, out))
            tacti_near_find_gap(&near, out);
    }
    if (is_swapped)
        swap_points(out);
}
