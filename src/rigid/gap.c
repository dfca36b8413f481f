/* SPDX-License-Identifier: MIT */
/* Gaps of moving pairs along a direction; see gap.h. */
#include "rigid/gap.h"

#include <math.h>

#include "math/vec.h"
#include "model/model.h"

/* ---- The pair ----------------------------------------------------------------------------- */

static tact_vec3 start_of(const tacti_mover *mover, const tact_instance *placed) {
    if (mover->is_function)
        return (tact_vec3){placed->pose.m[3], placed->pose.m[7], placed->pose.m[11]};
    return mover->motion->center;
}

/* The relative speed of the centres. */
static double speed_of_centers(const tacti_mover *a, const tacti_mover *b) {
    if (a->is_function || b->is_function)
        return (a->speed + b->speed) * TACTI_RIGID_UP;
    return tact_vec3_length(tacti_vec3_sub(b->motion->velocity, a->motion->velocity)) *
           TACTI_RIGID_UP;
}

/* 0 times infinity counts as 0. */
static double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

/* What turning adds to the speed and to the bend. */
static void add_turns(tacti_approach *pair, double across) {
    bool is_smooth = true;
    double speed = pair->speed, bend = 0;
    for (int i = 0; i < 2; i++) {
        const tacti_mover *m = &pair->mover[i];
        if (i == pair->plane)
            continue;
        is_smooth = is_smooth && !m->is_function;
        speed += times(m->spin, m->reach);
        bend += times(m->spin * m->spin, m->reach);
    }
    if (pair->plane >= 0) {
        const tacti_mover *m = &pair->mover[pair->plane];
        is_smooth = is_smooth && !m->is_function;
        bend += times(m->spin * m->spin, across) + times(2 * m->spin, speed);
        speed += times(m->spin, across);
    }
    pair->speed = speed * TACTI_RIGID_UP;
    pair->bend = is_smooth ? bend * TACTI_RIGID_UP : HUGE_VAL;
}

/* Let u = 2^-53. A support value of a shape errs by at most 139 u of its size and 21 u of its
 * translation (body.h, with |n| up to sqrt(3)), and a difference of two adds a few u. A corner of
 * the box of a mesh is placed with less. The poses between two times differ from the motion in real
 * numbers, and so do those at both ends. */
static double noise_of(const tacti_mover *mover, double across) {
    double near = mover->is_half_space ? across : 0;
    double size = mover->size + mover->shift + near;
    return 2 * tacti_mover_deviation(mover, near) + 0x1p-45 * size * TACTI_RIGID_UP + 0x1p-1060;
}

tact_status tacti_approach_make(tacti_approach *pair, double from, double to) {
    tacti_mover *a = &pair->mover[0], *b = &pair->mover[1];
    tact_instance placed[2];
    for (int i = 0; i < 2; i++) {
        tact_status status = tacti_approach_place(pair, i, from, &placed[i]);
        if (status != TACT_OK)
            return status;
    }
    pair->plane = a->is_half_space ? 0 : b->is_half_space ? 1 : -1;
    pair->speed = speed_of_centers(a, b);
    double across = 0;
    if (pair->plane >= 0) {
        tact_vec3 apart = tacti_vec3_sub(start_of(b, &placed[1]), start_of(a, &placed[0]));
        const tacti_mover *other = &pair->mover[1 - pair->plane];
        across = (tact_vec3_length(apart) + (a->speed + b->speed) * (fmax(fabs(from), fabs(to))) +
                  other->around) *
                 TACTI_RIGID_UP;
    }
    add_turns(pair, across);
    /* Two half-spaces: the size of neither is known, but neither may turn. */
    double near = a->is_half_space && b->is_half_space ? 0 : across;
    pair->noise = noise_of(a, near) + noise_of(b, near);
    return TACT_OK;
}

tact_status tacti_approach_place(const tacti_approach *pair, int side, double time,
                                 tact_instance *out) {
    const tacti_mover *mover = &pair->mover[side];
    out->model = mover->model;
    out->flags = mover->flags;
    out->user = 0;
    return tacti_mover_pose(mover, time, &out->pose);
}

tact_status tacti_approach_place_both(const tacti_approach *pair, double time,
                                      tact_instance out[2]) {
    tact_status status = tacti_approach_place(pair, 0, time, &out[0]);
    return status == TACT_OK ? tacti_approach_place(pair, 1, time, &out[1]) : status;
}

/* ---- Support ------------------------------------------------------------------------------ */

/* The greatest n . p of the points p of a placed model that is not a half-space. */
static double support(const tact_instance *placed, tact_vec3 n) {
    const tact_model *model = placed->model;
    if (model->what == TACTI_MODEL_SHAPE)
        return tacti_vec3_dot(
            n, tacti_shape_support(&(tacti_placed_shape){&model->shape, placed->pose,
                                                         tacti_simd_limit_at(model->level)},
                                   n));
    tact_box box = model->bounds;
    if (tact_box_is_empty(box))
        return -HUGE_VAL;
    tact_vec3 m = tacti_turn_back(&placed->pose, n);
    tact_vec3 corner = {m.x > 0 ? box.hi.x : box.lo.x, m.y > 0 ? box.hi.y : box.lo.y,
                        m.z > 0 ? box.hi.z : box.lo.z};
    return tacti_vec3_dot(n, tacti_pose_place(&placed->pose, corner));
}

/* The half-space as { p : normal . p <= result }, with a normal of length 1 up to rounding. The
 * placed set is { p : n . R^-1 (p - t) <= c }, and n . R^-1 = cof(R) n / det(R). */
static double place_plane(const tact_instance *placed, tact_vec3 *normal) {
    const double *m = placed->pose.m;
    tact_plane plane = placed->model->shape.core.plane;
    tact_vec3 n = tact_vec3_normalize(plane.normal);
    tact_vec3 row[3] = {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}};
    double c[3];
    for (int i = 0; i < 3; i++)
        c[i] = tacti_vec3_dot(tacti_vec3_cross(row[(i + 1) % 3], row[(i + 2) % 3]), n);
    double det = tacti_vec3_dot(row[0], tacti_vec3_cross(row[1], row[2]));
    tact_vec3 v = {c[0], c[1], c[2]};
    double length = tact_vec3_length(v);
    double offset = plane.offset / tact_vec3_length(plane.normal) * det / length;
    *normal = tact_vec3_normalize(v);
    offset += 0x1p-47 * fabs(offset);
    return tacti_vec3_dot(*normal, (tact_vec3){m[3], m[7], m[11]}) + offset +
           placed->model->shape.radius;
}

double tacti_approach_gap(const tacti_approach *pair, const tact_instance instance[2],
                          tact_vec3 n) {
    if (pair->plane < 0) {
        double b = -support(&instance[1], (tact_vec3){-n.x, -n.y, -n.z});
        return b - support(&instance[0], n) - pair->noise;
    }
    if (pair->mover[0].is_half_space && pair->mover[1].is_half_space)
        return -HUGE_VAL;
    tact_vec3 normal;
    double offset = place_plane(&instance[pair->plane], &normal);
    tact_vec3 back = {-normal.x, -normal.y, -normal.z};
    return -support(&instance[1 - pair->plane], back) - offset - pair->noise;
}

tacti_along tacti_approach_along(const tacti_approach *pair, const tact_instance instance[2],
                                 tact_vec3 n) {
    const tacti_mover *m = pair->mover;
    tacti_along along = {n, pair->speed, pair->bend, pair->speed};
    if (m[0].is_function || m[1].is_function || (pair->plane >= 0 && m[pair->plane].spin > 0))
        return along;
    if (pair->plane >= 0)
        place_plane(&instance[pair->plane], &n);
    if (pair->plane == 1) /* from a to b */
        n = (tact_vec3){-n.x, -n.y, -n.z};
    along.n = n;
    tact_vec3 v = tacti_vec3_sub(m[1].motion->velocity, m[0].motion->velocity);
    /* The rounding of v, of n and of the products is relative to the length of v. */
    double drift = tacti_vec3_dot(v, n), speed = 0x1p-48 * (m[0].speed + m[1].speed), bend = 0;
    for (int i = 0; i < 2; i++) {
        if (m[i].spin == 0)
            continue;
        tact_vec3 across = tacti_vec3_cross(n, tact_vec3_normalize(m[i].motion->axis));
        double part = m[i].reach * (tact_vec3_length(across) + 0x1p-48);
        speed += m[i].spin * part;
        bend += m[i].spin * m[i].spin * part;
    }
    along.speed = fmin(pair->speed, (fabs(drift) + speed) * TACTI_RIGID_UP);
    along.closing = tacti_max((speed - drift) * (1 + 0x1p-39), 0);
    along.bend = fmin(pair->bend, bend * TACTI_RIGID_UP);
    return along;
}

/* The centres move along a line, so along the direction n between them now, the gap of the balls
 * shrinks by -n . v per unit of time. For a function it shrinks by at most the speeds. */
double tacti_approach_ball_time(const tacti_approach *pair, const tact_instance instance[2],
                                double time, double distance) {
    const tacti_mover *m = pair->mover;
    if (pair->plane >= 0)
        return 0;
    tact_vec3 center[2];
    for (int i = 0; i < 2; i++)
        center[i] = m[i].is_function ? start_of(&m[i], &instance[i])
                                     : tacti_rigid_center(m[i].motion, time);
    tact_vec3 apart = tacti_vec3_sub(center[1], center[0]);
    double far = tact_vec3_length(apart);
    double gap =
        far * (1 - 0x1p-48) - (m[0].around + m[1].around) * TACTI_RIGID_UP - distance - pair->noise;
    if (!(gap > 0))
        return 0;
    double speed = (m[0].speed + m[1].speed) * TACTI_RIGID_UP;
    if (!m[0].is_function && !m[1].is_function) {
        tact_vec3 v = tacti_vec3_sub(m[1].motion->velocity, m[0].motion->velocity);
        double along = -tacti_vec3_dot(v, apart) / far;
        speed = tacti_max(along + 0x1p-48 * speed, 0);
    }
    return speed > 0 ? gap / speed * (1 - 0x1p-40) : HUGE_VAL;
}

/* The quadratic of gap.h has its least value at the part s = (g0 - g1 + c) / 2c, c = bend h^2 / 2.
 * All roundings here are relative and covered by a factor. */
bool tacti_along_is_free(const tacti_along *along, double gap, double next, double h) {
    if (!(gap > 0) || !(next > 0))
        return false;
    if (gap + next > along->speed * h * TACTI_RIGID_UP || gap > along->closing * h)
        return true;
    double c = 0.5 * along->bend * h * h * TACTI_RIGID_UP;
    if (!(c < HUGE_VAL))
        return false;
    double fall = gap - next;
    if (fabs(fall) >= c)
        return true;
    double s = 0.5 * (fall + c) / c;
    /* g0 - c s^2, each term within a few roundings of its magnitude. */
    return gap - c * s * s > 0x1p-40 * (gap + c);
}
