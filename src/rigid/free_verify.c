/* SPDX-License-Identifier: MIT */
/* The check of a proof that a motion is free. It shares the bounds of motions (speed, bend, noise)
 * with the search, and nothing else: the gaps of polytopes and meshes are taken over all placed
 * vertices, those of smooth shapes from their support points, and distances are measured without a
 * cache. */
#include <math.h>

#include "math/vec.h"
#include "model/model.h"
#include "rigid/search.h"
#include "shape/body.h"

typedef struct tacti_trial {
    tacti_approach pair;
    double separation;
} tacti_trial;

/* ---- Gaps --------------------------------------------------------------------------------- */

/* The vertices of a mesh or of a polytope; 0 for a smooth shape. */
static uint32_t vertex_count(const tact_model *model) {
    return model->what == TACTI_MODEL_MESH ? tact_mesh_vertex_count(model->mesh)
                                           : model->facts.count;
}

/* The greatest n . p of the points of a placed model. */
static double furthest(const tact_instance *placed, tact_vec3 n) {
    const tact_model *model = placed->model;
    uint32_t count = vertex_count(model);
    if (model->what == TACTI_MODEL_SHAPE && count == 0)
        return tacti_vec3_dot(n, tact_shape_support(&model->shape, &placed->pose, n));
    tacti_body body = {.count = 0};
    if (model->what == TACTI_MODEL_SHAPE) {
        tacti_shape_at at = tacti_instance_shape_at(placed);
        tacti_body_set_at(&at, &body);
    }
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 p = model->what == TACTI_MODEL_MESH
                          ? tact_pose_place(placed->pose, tact_mesh_vertex(model->mesh, i))
                          : tacti_body_vertex(&body, i);
        most = tacti_max(most, tacti_vec3_dot(n, p));
    }
    return most + body.radius * (1 + 0x1p-40);
}

static double gap_along(const tacti_trial *trial, const tact_instance placed[2], tact_vec3 n) {
    if (trial->pair.plane >= 0)
        return tacti_approach_gap(&trial->pair, placed, n) - trial->separation;
    tact_vec3 back = {-n.x, -n.y, -n.z};
    double gap = -furthest(&placed[1], back) - furthest(&placed[0], n);
    return gap - trial->pair.noise - trial->separation;
}

/* ---- Reasons ------------------------------------------------------------------------------ */

static tact_status distance_at(const tacti_trial *trial, const tact_instance placed[2],
                               double *out) {
    tact_distance_result found;
    tact_status status = tact_distance(&placed[0], &placed[1], NULL, NULL, &found);
    if (status != TACT_OK)
        return status;
    bool is_apart = found.outcome == TACT_OUTCOME_APART;
    *out = is_apart ? (found.lower - trial->separation) * (1 - 0x1p-50) - trial->pair.noise : 0;
    return TACT_OK;
}

static tact_status check_distance(const tacti_trial *trial, const tact_instance from[2],
                                  const tact_instance to[2], double h, bool *holds) {
    double before, after;
    tact_status status = distance_at(trial, from, &before);
    if (status == TACT_OK)
        status = distance_at(trial, to, &after);
    if (status != TACT_OK)
        return status;
    double speed = trial->pair.speed;
    double way = speed > 0 && h > 0 ? speed * h * TACTI_RIGID_UP : 0;
    *holds = before > 0 && after > 0 && (before == HUGE_VAL || before + after > way);
    return TACT_OK;
}

static tact_status check_interval(const tacti_trial *trial, const tact_free_interval *interval,
                                  bool *holds) {
    tact_instance from[2], to[2];
    tact_vec3 n = interval->direction;
    tact_status status = tacti_approach_place_both(&trial->pair, interval->from, from);
    if (status == TACT_OK)
        status = tacti_approach_place_both(&trial->pair, interval->to, to);
    if (status != TACT_OK)
        return status;
    double h = (interval->to - interval->from) * TACTI_RIGID_UP;
    *holds = false;
    if (interval->reason == TACT_FREE_DISTANCE)
        return check_distance(trial, from, to, h, holds);
    if (interval->reason == TACT_FREE_BALLS) {
        double time =
            tacti_approach_ball_time(&trial->pair, from, interval->from, trial->separation);
        *holds = time >= interval->to - interval->from;
        return TACT_OK;
    }
    double square = tacti_vec3_dot(n, n);
    if (interval->reason != TACT_FREE_DIRECTION || !(fabs(square - 1) < 0x1p-44))
        return TACT_OK;
    tacti_along along = tacti_approach_along(&trial->pair, from, n);
    double before = gap_along(trial, from, n), after = gap_along(trial, to, n);
    *holds = tacti_along_is_free(&along, before, after, h);
    return TACT_OK;
}

/* ---- The cover ---------------------------------------------------------------------------- */

static bool is_next(const tact_free_interval *interval, uint32_t i, uint32_t j, double time,
                    double limit) {
    return interval->part_a == i && interval->part_b == j && interval->from <= time &&
           interval->to >= time && interval->to <= limit && interval->from <= interval->to;
}

/* Checks the intervals of one pair of parts from number *at on, and moves *at beyond them. */
static tact_status check_pair(tacti_trial *trial, const tact_rigid_options *options,
                              const tact_free_interval *intervals, size_t count, size_t *at,
                              bool *holds) {
    uint32_t i = trial->pair.mover[0].number, j = trial->pair.mover[1].number;
    double time = options->start;
    bool is_begun = false;
    tact_status status = tacti_approach_make(&trial->pair, options->start, options->limit);
    *holds = true;
    while (status == TACT_OK && *holds && (!is_begun || time < options->limit)) {
        const tact_free_interval *next = *at < count ? &intervals[*at] : NULL;
        *holds = next != NULL && next->from >= options->start &&
                 is_next(next, i, j, time, options->limit);
        if (*holds)
            status = check_interval(trial, next, holds);
        if (status != TACT_OK || !*holds)
            return status;
        is_begun = true;
        time = next->to;
        (*at)++;
    }
    return status;
}

tact_status tact_free_verify(const tact_moving *a, const tact_moving *b,
                             const tact_rigid_options *options, const tact_free_interval *intervals,
                             size_t count, tact_free_verdict *out) {
    tact_rigid_options room;
    if (out == NULL || (intervals == NULL && count > 0))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_rigid_begin(a, b, &options, &room);
    bool holds = true;
    size_t at = 0;
    uint32_t counts[2] = {0, 0};
    if (status == TACT_OK) {
        counts[0] = tacti_rigid_parts(a);
        counts[1] = tacti_rigid_parts(b);
    }
    for (uint32_t i = 0; status == TACT_OK && holds && i < counts[0]; i++) {
        for (uint32_t j = 0; status == TACT_OK && holds && j < counts[1]; j++) {
            tacti_trial trial = {.separation = options->separation};
            status = tacti_rigid_mover(a, i, options->start, options->limit, &trial.pair.mover[0]);
            if (status == TACT_OK)
                status =
                    tacti_rigid_mover(b, j, options->start, options->limit, &trial.pair.mover[1]);
            if (status == TACT_OK)
                status = check_pair(&trial, options, intervals, count, &at, &holds);
        }
    }
    if (status != TACT_OK)
        return status;
    *out = (tact_free_verdict){.is_proven = holds && at == count, .first_wrong = at};
    return TACT_OK;
}
