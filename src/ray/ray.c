/* SPDX-License-Identifier: MIT */
/* A ray and a convex shape: chooses the method by the kind of shape, then takes the end of the ray
 * into account; see ray.h. */
#include "ray/ray.h"

#include <math.h>

#include "base/assert.h"
#include "ray/point.h"
#include "ray/ray_parts.h"
#include "search/gjk.h"

/* ---- Parameters --------------------------------------------------------------------------- */

double tacti_ray_t_down(const tacti_ray_task *task, double s) {
    double t = ldexp(s, -task->power);
    if (t > DBL_MAX && s <= DBL_MAX)
        return DBL_MAX;
    return t < 0x1p-1000 && ldexp(t, task->power) > s ? nextafter(t, 0) : t;
}

double tacti_ray_t_up(const tacti_ray_task *task, double s) {
    double t = ldexp(s, -task->power);
    return t < 0x1p-1000 && ldexp(t, task->power) < s ? nextafter(t, 1) : t;
}

/* ---- Planes ------------------------------------------------------------------------------- */

/* The slack bounds the error of a scan if products keep their digits. Otherwise, and in large
 * hulls, the exact comparisons of a climb are needed. */
static tact_vec3 support_of(const tacti_ray_task *task, tact_vec3 n) {
    const tacti_body *body = &task->bodies.body[0];
    if (body->hull == NULL || body->count > TACTI_SCAN_MOST || !task->bodies.is_in_float_range)
        return tacti_body_furthest(&task->bodies, 0, n);
    return tacti_body_vertex(body, tacti_hull_scan(body->hull, tacti_turn_back(body->pose, n)));
}

/* With h the greatest n . v of the core, every point of the shape has n . y <= h + r |n|. Let w be
 * the origin less the support point, rounded. Its product with n passes five roundings, and the
 * support point is below other points by no more than the slack. The product of n with the step is
 * bounded likewise. Underflow is below 2^-1060 for the gap and for the speed. */
bool tacti_ray_advance(const tacti_ray_task *task, tact_vec3 n, double *lower) {
    const tacti_body *body = &task->bodies.body[0];
    TACTI_ASSERT(body->kind != TACT_SHAPE_HALF_SPACE && *lower >= 0);
    tact_vec3 w = tacti_vec3_sub(task->ray.origin, support_of(task, n));
    double products = (tacti_abs(n.x * w.x) + tacti_abs(n.y * w.y)) + tacti_abs(n.z * w.z);
    double length = sqrt(tacti_vec3_dot(n, n)) * (1 + 0x1p-50);
    double reach = body->radius * length;
    double gap = tacti_vec3_dot(n, w) - reach;
    gap -= (tacti_sum_of(n) * body->slack + 0x8p-53 * products) + (0x4p-53 * reach + 0x1p-1060);
    tact_vec3 d = task->step;
    double parts = (tacti_abs(n.x * d.x) + tacti_abs(n.y * d.y)) + tacti_abs(n.z * d.z);
    double speed = (0x8p-53 * parts + 0x1p-1060) - tacti_vec3_dot(n, d);
    if (!(speed > 0)) {
        /* The ray goes away from the plane. Is it above the plane at *lower? */
        double gained = -speed * *lower;
        return !(gap + gained > 0x4p-53 * (tacti_abs(gap) + gained));
    }
    if (!(gap > 0))
        return true;
    double s = gap / speed;
    s -= 0x1p-51 * s;
    if (s > task->s_end)
        return false;
    *lower = tacti_max(s, *lower);
    return true;
}

/* ---- The end of the ray ------------------------------------------------------------------- */

static void set_miss(tacti_shape_hit *out) {
    double infinity = tacti_infinity();
    *out = (tacti_shape_hit){.outcome = TACT_OUTCOME_APART};
    out->t = out->lower = out->upper = infinity;
}

static void set_inside(const tacti_ray_task *task, tacti_shape_hit *out) {
    *out = (tacti_shape_hit){.outcome = TACT_OUTCOME_CONTACT, .is_inside = true};
    out->point = task->ray.origin;
}

/* The ray without end meets the shape near t_max: whether it does so before its end. */
static tact_outcome decide_end(const tacti_ray_task *task, const tacti_ray_found *found) {
    if (found->has_face)
        return tacti_ray_face_end(task, found);
    if (task->bodies.body[0].kind == TACT_SHAPE_HALF_SPACE)
        return tacti_ray_plane_end(task);
    tacti_placed_shape end =
        tacti_place_point(&task->ball, tacti_ray_at(task, ldexp(task->t_max, task->power)));
    tacti_convex_collision answer;
    if (!task->bodies.is_exact ||
        tacti_convex_collide(task->placed, &end, NULL, &answer) != TACT_OK)
        return TACT_OUTCOME_UNDECIDED;
    return answer.outcome;
}

static void set_hit(const tacti_ray_task *task, const tacti_ray_found *found,
                    tacti_shape_hit *out) {
    double lower = tacti_ray_t_down(task, found->lower), upper = tacti_ray_t_up(task, found->upper);
    tact_outcome outcome = found->outcome;
    if (outcome == TACT_OUTCOME_CONTACT && upper > task->t_max)
        outcome = lower > task->t_max ? TACT_OUTCOME_APART : decide_end(task, found);
    if (outcome == TACT_OUTCOME_APART || lower > task->t_max) {
        set_miss(out);
        return;
    }
    out->outcome = outcome;
    out->is_inside = false;
    double t = tacti_min(tacti_ray_t_down(task, found->s), task->t_max);
    out->t = tacti_max(tacti_min(t, upper), lower);
    out->lower = lower;
    out->upper = upper;
    out->point = tacti_ray_at(task, found->s);
    out->normal = found->normal;
}

/* ---- The query ---------------------------------------------------------------------------- */

static tact_status begin(const tacti_placed_shape *shape, tact_ray ray, double t_max,
                         tacti_ray_task *task) {
    task->placed = shape;
    task->ball = tact_shape_sphere(0);
    task->start = tacti_place_point(&task->ball, ray.origin);
    tact_status status = tacti_bodies_make(shape, &task->start, &task->bodies);
    if (status != TACT_OK)
        return status;
    if (!tacti_vec3_is_finite(ray.direction))
        return TACT_NOT_FINITE;
    if (!(t_max >= 0))
        return TACT_INVALID_ARGUMENT;
    tact_vec3 d = ray.direction;
    frexp(tacti_largest(d), &task->power);
    int power = -task->power;
    task->ray = ray;
    task->step = (tact_vec3){ldexp(d.x, power), ldexp(d.y, power), ldexp(d.z, power)};
    task->t_max = t_max;
    const tacti_body *body = task->bodies.body;
    task->size = tacti_max(3.01 * body[0].reach + body[0].shift + body[0].radius, body[1].shift);
    task->s_end = 4.01 * task->size + 0x1p-1070;
    return TACT_OK;
}

/* Chooses the method by the kind of shape. The origin may be anywhere. */
static tact_status find(const tacti_ray_task *task, tacti_ray_found *found) {
    const tacti_body *body = &task->bodies.body[0];
    *found = (tacti_ray_found){.outcome = TACT_OUTCOME_UNDECIDED};
    found->upper = tacti_infinity();
    bool is_sharp = body->count > 0 && body->radius == 0;
    bool has_direction = tacti_largest(task->ray.direction) > 0;
    if (is_sharp && has_direction) {
        tacti_ray_core(task, found);
        if (found->outcome != TACT_OUTCOME_UNDECIDED)
            return TACT_OK;
    }
    if (!is_sharp && has_direction && body->kind != TACT_SHAPE_HALF_SPACE)
        return tacti_ray_march(task, found);
    tacti_convex_collision at_start;
    tact_status status = tacti_convex_collide(task->placed, &task->start, NULL, &at_start);
    if (status != TACT_OK)
        return status;
    found->outcome = at_start.outcome;
    found->is_inside = at_start.outcome == TACT_OUTCOME_CONTACT;
    if (found->is_inside || !has_direction)
        return TACT_OK;
    if (body->kind == TACT_SHAPE_HALF_SPACE)
        tacti_ray_plane(task, found);
    else if (found->upper < tacti_infinity())
        found->outcome = TACT_OUTCOME_CONTACT;
    return TACT_OK;
}

tact_status tacti_shape_ray(const tacti_placed_shape *shape, tact_ray ray, double t_max,
                            tacti_shape_hit *out) {
    tacti_ray_task task;
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = begin(shape, ray, t_max, &task);
    if (status != TACT_OK)
        return status;
    tacti_ray_found found;
    status = find(&task, &found);
    if (status != TACT_OK)
        return status;
    if (found.outcome == TACT_OUTCOME_APART)
        set_miss(out);
    else if (found.is_inside)
        set_inside(&task, out);
    else
        set_hit(&task, &found, out);
    return TACT_OK;
}
