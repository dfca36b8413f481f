/* SPDX-License-Identifier: MIT */
/* A ray against a bounded shape by its distance from points of the ray (van den Bergen 2004). The
 * direction from the shape to a point of the ray is the normal of a plane with the whole shape
 * behind it, and the ray meets the shape no sooner than that plane. The next step begins at the
 * plane. As the distance is a convex function of the parameter, these are Newton's steps for its
 * root, from one side. Each plane is certified by itself, so that rounding of the points does not
 * matter.
 *
 * The upper bound is a parameter whose point is proven to be inside. Distances of rounded points
 * change by at most what the points are rounded by. */
#include <math.h>

#include "base/assert.h"
#include "depth/depth_answer.h"
#include "ray/point.h"
#include "ray/ray_parts.h"
#include "pair/pair_depth.h"

/* For a ray that grazes the shape, each step halves the remaining distance. */
#define MOST_STEPS 64
/* Steps beyond the surface until a point is proven inside. Each is PROBE_GROWTH times as long as
 * the one before. */
#define MOST_PROBES 16
#define PROBE_GROWTH 8
/* Then the parameter nearest to the shape is found by bisection. */
#define MOST_HALVES 60

/* Shorter steps, relative to the size of coordinates, are rounding. */
#define LEAST_STEP 0x1p-50
/* Points are taken this far before the surface, relative to the size. */
#define STEP_BACK 0x1p-30
/* The first step beyond the surface: more than all errors of a closed form and of the planes. */
#define FIRST_PROBE 0x1p-45

typedef struct march {
    const tacti_ray_task *task;
    tact_shape core; /* the shape without its radius, if it is a polytope */
    tacti_placed_shape placed_core;
    bool is_straight; /* the ray is parallel to an axis: its rounded points are on it */
} march;

/* ---- Lower bounds ------------------------------------------------------------------------- */

/* For a ball: advances by the normal at the point of entry by the formula, or at the point nearest
 * to the ray. */
static bool guess_ball(const tacti_ray_task *task, double *lower) {
    tact_vec3 d = task->step, c = tacti_body_middle(&task->bodies.body[0]);
    tact_vec3 w = tacti_vec3_sub(task->ray.origin, c);
    double dd = tacti_vec3_dot(d, d), b = tacti_vec3_dot(w, d) / dd;
    tact_vec3 nearest = tacti_vec3_sub(w, tacti_vec3_scale(d, b));
    double radius = task->bodies.body[0].radius;
    double rest = radius * radius - tacti_vec3_dot(nearest, nearest);
    if (!(b < 0))
        return true;
    tact_vec3 n = tacti_vec3_sub(nearest, tacti_vec3_scale(d, sqrt(tacti_max(rest, 0) / dd)));
    return tacti_ray_advance(task, tact_vec3_normalize(n), lower);
}

/* Goes from the origin to the surface, to within rounding. The outcome is TACT_OUTCOME_APART if the
 * ray misses, and stays TACT_OUTCOME_UNDECIDED otherwise. Points after the first are taken a little
 * before the plane that was reached. So near, the normal is as good as at the surface, and no exact
 * arithmetic is needed to see that the point is outside. */
static tact_status approach(const tacti_ray_task *task, tacti_ray_found *out) {
    double back = STEP_BACK * task->size, limit = LEAST_STEP * task->size, reached = 0;
    bool is_ball = task->bodies.body[0].count == 1;
    tacti_convex_cache memory, *cache = NULL;
    if (task->bodies.body[0].hull != NULL) {
        memory = (tacti_convex_cache){0};
        cache = &memory;
    }
    for (int i = 0; i < MOST_STEPS; i++) {
        double s = tacti_max(reached - back, 0);
        tacti_placed_shape point = tacti_place_point(&task->ball, tacti_ray_at(task, s));
        tacti_convex_distance_answer answer;
        tact_status status = tacti_convex_distance(task->placed, &point, cache, &answer);
        if (status != TACT_OK) /* only points beyond the range fail */
            return i == 0 ? status : TACT_OK;
        if (answer.outcome != TACT_OUTCOME_APART) {
            out->is_inside = i == 0 && answer.outcome == TACT_OUTCOME_CONTACT;
            return TACT_OK;
        }
        out->normal = answer.direction;
        if (!tacti_ray_advance(task, answer.direction, &out->lower) ||
            (i == 0 && is_ball && !guess_ball(task, &out->lower))) {
            out->outcome = TACT_OUTCOME_APART;
            return TACT_OK;
        }
        if (!(out->lower > reached + limit))
            return TACT_OK;
        reached = out->lower;
    }
    return TACT_OK;
}

/* ---- Upper bounds ------------------------------------------------------------------------- */

/* Where a point of the ray lies. */
typedef struct probe {
    bool is_inside;      /* proven for the true point, or if the ray is straight, for one near s */
    bool is_apart;       /* proven for the rounded point; then direction is set */
    tact_vec3 direction; /* outward */
} probe;

static bool probe_core(const march *m, tact_vec3 x, double rounding, probe *out) {
    tacti_placed_shape point = tacti_place_point(&m->task->ball, x);
    tacti_convex_distance_answer answer;
    if (tacti_convex_distance(&m->placed_core, &point, NULL, &answer) != TACT_OK)
        return false;
    double radius = m->task->bodies.body[0].radius;
    double upper = answer.upper + rounding;
    out->is_inside = upper + 0x1p-51 * upper <= radius;
    out->is_apart = answer.lower > radius;
    out->direction = answer.direction;
    return true;
}

static bool probe_smooth(const march *m, tact_vec3 x, double margin, probe *out) {
    tacti_placed_shape point = tacti_place_point(&m->task->ball, x);
    tacti_convex_depth_answer deep;
    if (tacti_convex_depth(m->task->placed, &point, NULL, &deep) != TACT_OK)
        return false;
    out->is_inside = deep.outcome == TACT_OUTCOME_CONTACT && deep.lower >= margin;
    out->is_apart = deep.outcome == TACT_OUTCOME_APART;
    out->direction = deep.direction;
    if (!out->is_apart)
        return true;
    tacti_convex_distance_answer away;
    if (tacti_convex_distance(m->task->placed, &point, NULL, &away) != TACT_OK)
        return false;
    out->direction = away.direction;
    return true;
}

/* Examines the point at s. If it is inside, upper and the outcome are set. If it shows that the ray
 * misses, the outcome is set. False if no further point needs a look. */
static bool look_at(const march *m, double s, probe *out, tacti_ray_found *found) {
    const tacti_ray_task *task = m->task;
    tact_vec3 x = tacti_ray_at(task, s);
    double rounding = tacti_ray_rounding(task, x, s);
    bool is_polytope = task->bodies.body[0].count > 0;
    /* A rounded point of a straight ray is the true point of another parameter. This one is not
     * negative. */
    bool is_exact = m->is_straight && s > 4 * rounding;
    *out = (probe){.is_inside = false};
    if (!(is_polytope ? probe_core(m, x, rounding, out)
                      : probe_smooth(m, x, is_exact ? 0 : rounding, out)))
        return false;
    if (out->is_inside) {
        double upper = is_exact ? s + 2 * rounding : s;
        found->upper = (upper + 0x1p-51 * upper) + 0x1p-1074;
        found->outcome = TACT_OUTCOME_CONTACT;
        if (tacti_largest(found->normal) == 0) /* the ray starts on the surface */
            found->normal = out->direction;
        return false;
    }
    if (out->is_apart && !tacti_ray_advance(task, out->direction, &found->lower)) {
        found->outcome = TACT_OUTCOME_APART;
        return false;
    }
    return true;
}

/* Whether the ray goes away from the shape at a point that was examined. */
static bool is_leaving(const march *m, const probe *p) {
    return p->is_apart && tacti_vec3_dot(p->direction, m->task->step) > 0;
}

/* Searches between two parameters for the one whose point is nearest to the shape or deepest in it.
 */
static void look_between(const march *m, double from, double to, tacti_ray_found *found) {
    for (int i = 0; i < MOST_HALVES; i++) {
        double s = from + 0.5 * (to - from);
        probe p;
        if (!(s > from && s < to) || !look_at(m, s, &p, found))
            return;
        if (!p.is_apart)
            return;
        *(is_leaving(m, &p) ? &to : &from) = s;
    }
}

/* The parameter whose point is nearest to the middle of the shape. */
static double parameter_of_middle(const tacti_ray_task *task) {
    tact_vec3 w = tacti_vec3_sub(tacti_body_middle(&task->bodies.body[0]), task->ray.origin);
    double s = tacti_vec3_dot(w, task->step) / tacti_vec3_dot(task->step, task->step);
    return s > 0 ? s : 0;
}

static void look_beyond(const march *m, tacti_ray_found *found) {
    const tacti_ray_task *task = m->task;
    /* If there is no normal, the ray starts on the surface. It is then probed as if it went
     * straight in. */
    bool has_normal = tacti_largest(found->normal) > 0;
    double speed = has_normal ? -tacti_vec3_dot(found->normal, task->step) : 1;
    double begin = found->lower;
    double step = FIRST_PROBE * task->size / tacti_max(speed, 0x1p-20) + 0x1p-1060;
    probe p = {.is_inside = false};
    double s = begin;
    for (int i = 0; i < MOST_PROBES && s < task->s_end && !is_leaving(m, &p); i++) {
        s = tacti_min(begin + step, task->s_end);
        if (!look_at(m, s, &p, found))
            return;
        step *= PROBE_GROWTH;
    }
    if (!look_at(m, tacti_max(parameter_of_middle(task), begin), &p, found))
        return;
    look_between(m, begin, s, found);
}

/* ---- The query ---------------------------------------------------------------------------- */

/* Decides a polytope in exact arithmetic if the bounds did not. */
static void decide_exactly(const tacti_ray_task *task, tacti_ray_found *found) {
    double s = 0;
    found->outcome = tacti_ray_exact(task, &s);
    if (found->outcome == TACT_OUTCOME_CONTACT)
        found->upper = (s + 0x1p-47 * s) + 0x1p-1074;
}

tact_status tacti_ray_march(const tacti_ray_task *task, tacti_ray_found *out) {
    TACTI_ASSERT(task->bodies.body[0].kind != TACT_SHAPE_HALF_SPACE);
    tact_vec3 d = task->ray.direction;
    march m = {.task = task, .is_straight = (d.x != 0) + (d.y != 0) + (d.z != 0) == 1};
    tact_status status = approach(task, out);
    if (status != TACT_OK || out->outcome == TACT_OUTCOME_APART)
        return status;
    if (out->is_inside) {
        out->outcome = TACT_OUTCOME_CONTACT;
        return TACT_OK;
    }
    m.core = *task->placed->shape;
    m.core.radius = 0;
    m.placed_core = (tacti_placed_shape){&m.core, task->placed->pose, task->placed->limit};
    if (tacti_ray_t_down(task, out->lower) > task->t_max) {
        out->outcome = TACT_OUTCOME_APART;
        return TACT_OK;
    }
    look_beyond(&m, out);
    if (out->outcome == TACT_OUTCOME_UNDECIDED && task->bodies.body[0].count > 0)
        decide_exactly(task, out);
    out->lower = tacti_min(out->lower, out->upper);
    out->s =
        out->upper < tacti_infinity() ? out->lower + 0.5 * (out->upper - out->lower) : out->lower;
    return TACT_OK;
}
