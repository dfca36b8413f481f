/* SPDX-License-Identifier: MIT */
/* Casts: which pairs they take, and their answers; see cast.h. */
#include "rigid/cast.h"

#include <math.h>

#include "base/sqrt.h"
#include "math/vec.h"
#include "model/model.h"
#include "pair/pair.h"
#include "rigid/answer.h"
#include "shape/body.h"

/* Velocities and what they lead to stay in the range of searches. */
#define MOST 0x1p200

/* ---- Questions ---------------------------------------------------------------------------- */

static double sum_of_magnitudes(tact_vec3 v) {
    return (fabs(v.x) + fabs(v.y)) + fabs(v.z);
}

bool tacti_cast_takes(const tact_model *model, const tact_rigid_motion *motion) {
    return model->what == TACTI_MODEL_SHAPE && model->kind != TACT_KIND_HALF_SPACE &&
           motion->kind == TACT_RIGID_STEADY && motion->rate == 0;
}

bool tacti_cast_is_plain(const tact_rigid_motion *motion) {
    double sum = sum_of_magnitudes(motion->velocity) + sum_of_magnitudes(motion->center) +
                 sum_of_magnitudes(motion->axis);
    return sum < HUGE_VAL;
}

/* Two balls have an exact answer. */
static bool is_taken(const tacti_mover *const mover[2], const tact_rigid_options *options,
                     double start, double limit) {
    const tact_model *a = mover[0]->model, *b = mover[1]->model;
    bool are_balls = a->kind == TACT_KIND_SPHERE && b->kind == TACT_KIND_SPHERE;
    return !are_balls && tacti_cast_takes(a, mover[0]->motion) &&
           tacti_cast_takes(b, mover[1]->motion) && start < limit && options->separation <= MOST &&
           options->budget >= 2 * TACTI_CAST_STEPS;
}

/* Both shapes at a time. Without a time they are where they start. */
static bool place(const tacti_mover *const mover[2], double time, tact_pose pose[2],
                  tacti_shape_at at[2]) {
    for (int i = 0; i < 2; i++) {
        const tact_model *model = mover[i]->model;
        const tact_pose *placed = &mover[i]->motion->start;
        if (time != 0 || mover[i]->part != NULL) {
            if (tacti_mover_pose(mover[i], time, &pose[i]) != TACT_OK)
                return false;
            placed = &pose[i];
        }
        at[i] = (tacti_shape_at){&model->shape, placed, &model->facts, model->level};
    }
    return true;
}

static bool prepare(const tacti_mover *const mover[2], const tact_rigid_options *options,
                    double start, double limit, const tacti_bodies *bodies, tacti_cast *out) {
    tact_vec3 u = mover[0]->motion->velocity, v = mover[1]->motion->velocity;
    double time = tacti_max(fabs(start), fabs(limit));
    double moved = time * (tacti_largest(u) + tacti_largest(v));
    *out = (tacti_cast){.bodies = bodies,
                        .way = tacti_vec3_sub(v, u),
                        .length = (limit - start) * (1 + 0x1p-50),
                        .precision = options->precision,
                        .radius = bodies->radius + options->separation,
                        .noise = 0x40p-53 * (bodies->size + moved) * (1 + 0x1p-40)};
    return bodies->is_in_float_range && !bodies->is_climbed && moved <= MOST;
}

/* ---- Answers ------------------------------------------------------------------------------ */

/* Whether the shapes touch at a time. */
static bool is_contact(const tacti_mover *const mover[2], double time) {
    tact_pose pose[2];
    tacti_shape_at at[2];
    tacti_convex_verdict verdict;
    return place(mover, time, pose, at) &&
           tacti_convex_verdict_at(&at[0], &at[1], NULL, &verdict) == TACT_OK &&
           verdict.outcome == TACT_OUTCOME_CONTACT;
}

static tact_site site_of(tact_vec3 core, tact_vec3 normal, double radius) {
    return (tact_site){.element = TACT_NO_TRIANGLE,
                       .feature = TACT_NO_FEATURE,
                       .point = tacti_vec3_add(core, tacti_vec3_scale(normal, radius))};
}

/* With radii, the nearest points of the cores give the normal; without, they meet. */
static void set_contact(const tacti_cast *cast, const tacti_mover *const mover[2], double start,
                        double upper, double separation, tact_rigid_result *out) {
    const tacti_body *body = cast->bodies->body;
    tact_vec3 core[2];
    for (int i = 0; i < 2; i++)
        core[i] = tacti_vec3_add(cast->site[i],
                                 tacti_vec3_scale(mover[i]->motion->velocity, cast->lower));
    tact_vec3 x = cast->radius > 0 ? tacti_vec3_sub(core[0], core[1]) : cast->x;
    double length = tacti_sqrt(tacti_vec3_dot(x, x));
    out->outcome = TACT_OUTCOME_CONTACT;
    out->ending = TACT_RIGID_ENDED_CONTACT;
    out->lower = tacti_max(tacti_next_down(start + cast->lower), start);
    out->upper = upper;
    out->distance = separation;
    out->normal = tacti_vec3_scale(x, -1 / length);
    out->a = site_of(core[0], out->normal, body[0].radius);
    out->b = site_of(core[1], out->normal, -body[1].radius);
}

bool tacti_cast_run(const tacti_mover *const mover[2], const tact_rigid_options *options,
                    double start, double limit, tact_rigid_result *out) {
    static tacti_cast_search *const portal[] = TACTI_LEVEL_TABLE(tacti_cast_portal);
    static tacti_cast_search *const advance[] = TACTI_LEVEL_TABLE(tacti_cast_advance);
    tact_pose pose[2];
    tacti_shape_at at[2];
    tacti_bodies bodies;
    tacti_cast cast;
    if (!is_taken(mover, options, start, limit) || !place(mover, start, pose, at) ||
        tacti_bodies_make_at(&at[0], &at[1], &bodies) != TACT_OK ||
        !prepare(mover, options, start, limit, &bodies, &cast))
        return false;
    unsigned row = tacti_simd_row(bodies.level);
    tacti_cast_ending ending = cast.radius > 0 ? advance[row](&cast) : portal[row](&cast);
    double upper = tacti_min(start + cast.upper, limit);
    if (ending == TACTI_CAST_OPEN || (ending == TACTI_CAST_LIKELY && !is_contact(mover, upper)))
        return false;
    *out = tacti_rigid_nothing();
    out->steps = cast.steps;
    if (ending != TACTI_CAST_FREE)
        set_contact(&cast, mover, start, upper, options->separation, out);
    return true;
}
