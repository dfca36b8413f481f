/* SPDX-License-Identifier: MIT */
/* The facts of a shape that do not depend on its pose; see placed.h. */
#include "shape/ball.h"
#include "shape/body.h"
#include "shape/body_make.h"

tacti_shape_facts tacti_shape_facts_of(const tact_shape *shape) {
    tact_pose pose = tact_pose_identity();
    tacti_shape_at at = {.shape = shape, .pose = &pose};
    tacti_body body;
    tacti_body_set_inline(&at, &body);
    bool is_plain = tacti_is_plain_body(&body);
    bool is_climbed = body.hull != NULL && (body.hull->scale != 0 || !tacti_is_scanned(body.hull));
    return (tacti_shape_facts){.ball = tacti_shape_ball(shape),
                               .hull = body.hull,
                               .count = body.count,
                               .is_plain = is_plain,
                               .is_scanned = is_plain && body.count > 0 && !is_climbed,
                               .reach = body.reach,
                               .slack = body.slack,
                               .slack_shift = body.count > 0 ? TACTI_POLYTOPE_SLACK_SHIFT
                                                             : TACTI_SMOOTH_SLACK_SHIFT};
}
