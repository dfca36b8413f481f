/* SPDX-License-Identifier: MIT */
/* A ray against a half-space. The verdict is exact: N and C of decide/touch.h are computed without
 * rounding, and the gap of a point of the ray is linear in its parameter. */
#include "pair/pair.h"
#include "base/assert.h"
#include "base/inline.h"
#include "ray/ray_parts.h"
#include "decide/touch.h"

/* The rounded normal of tacti_convex_distance() errs by less than this in each coordinate. */
#define NORMAL_ERROR 0x40p-53

/* Returns the sign of -N . d. Sets the speed at which the ray approaches per unit of s, and its
 * error. */
TACTI_NEVER_INLINE int exact_speed(const tacti_ray_task *task, double *speed, double *error) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    tacti_exact_plane plane = tacti_touch_plane(&store, &task->bodies.body[0]);
    tacti_dyadic3 d = tacti_dyadic3_from(&store, task->ray.direction);
    int sign = -tacti_dyadic3_dot(&store, plane.normal, d).sign;
    tacti_dyadic3 step = tacti_dyadic3_from(&store, task->step);
    tacti_gap gap = {.plain = tacti_dyadic_negate(tacti_dyadic3_dot(&store, plane.normal, step))};
    *speed = tacti_gap_estimate(&gap, plane.normal, error);
    *error += 0x1p-1060;
    return sign;
}

void tacti_ray_plane(const tacti_ray_task *task, tacti_ray_found *out) {
    TACTI_ASSERT(task->bodies.body[0].kind == TACT_SHAPE_HALF_SPACE);
    tacti_convex_distance_answer answer;
    out->outcome = TACT_OUTCOME_UNDECIDED;
    if (tacti_convex_distance(task->placed, &task->start, NULL, &answer) != TACT_OK)
        return;
    out->normal = answer.direction;
    double speed = -tacti_vec3_dot(answer.direction, task->step);
    double error = NORMAL_ERROR * tacti_sum_of(task->step);
    int sign = speed > 0 ? 1 : -1;
    if (!(tacti_abs(speed) > 0x1p10 * error))
        sign = exact_speed(task, &speed, &error);
    out->outcome = sign > 0 ? TACT_OUTCOME_CONTACT : TACT_OUTCOME_APART;
    if (sign <= 0)
        return;
    double most = (speed + error) * (1 + 0x1p-50), least = (speed - error) * (1 - 0x1p-50);
    double lower = answer.lower / most;
    out->lower = tacti_max(lower - 0x1p-51 * lower - 0x1p-1074, 0);
    if (least > 0) {
        double upper = answer.upper / least;
        out->upper = (upper + 0x1p-51 * upper) + 0x1p-1074;
    }
    double s = answer.distance / tacti_max(speed, error);
    out->s = tacti_min(tacti_max(s, out->lower), out->upper);
}

/* The gap of origin + t_max direction along N. In digits: N 136 per coordinate, C 186, the product
 * of N with the origin 186, with the direction 206, times t 270, their sum 300, squared 600. The
 * radius is treated as in touch_half_space.c. Only sums are kept, so that the total is below 7000.
 */
tact_outcome tacti_ray_plane_end(const tacti_ray_task *task) {
    tacti_dyadic_store store;
    tacti_dyadic_start(&store);
    const tacti_body *body = &task->bodies.body[0];
    TACTI_ASSERT(body->kind == TACT_SHAPE_HALF_SPACE);
    tacti_exact_plane plane = tacti_touch_plane(&store, body);
    int used = store.used;
    tacti_dyadic3 o = tacti_dyadic3_from(&store, task->ray.origin);
    tacti_dyadic3 d = tacti_dyadic3_from(&store, task->ray.direction);
    tacti_dyadic moved = tacti_dyadic_mul(&store, tacti_dyadic_from(&store, task->t_max),
                                          tacti_dyadic3_dot(&store, plane.normal, d));
    tacti_dyadic start =
        tacti_dyadic_sub(&store, tacti_dyadic3_dot(&store, plane.normal, o), plane.offset);
    tacti_gap gap = {.plain =
                         tacti_dyadic_keep(&store, used, tacti_dyadic_add(&store, start, moved))};
    tacti_gap_take_length(&store, tacti_dyadic_from(&store, body->radius), plane.normal.c, 3, &gap);
    int sign = tacti_gap_sign(&store, &gap);
    if (store.is_full)
        return TACT_OUTCOME_UNDECIDED;
    return sign > 0 ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
}
