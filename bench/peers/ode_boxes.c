/* SPDX-License-Identifier: MIT */
/* The adapter to ODE's contact points of boxes (dBoxBox by dCollide); see ode_boxes.h. */
#include "ode_boxes.h"

#include "convex.h"

#include <ode/ode.h>

#include <math.h>
#include <stdlib.h>

#define POINTS 4

typedef struct boxes {
    size_t count;
    dGeomID geom[]; /* two per input */
} boxes;

static dGeomID make_box(const convex_input *input, int side) {
    tact_vec3 h = input->shape[side].core.half_extents;
    const double *m = input->instance[side].pose.m;
    dGeomID box = dCreateBox(NULL, 2 * h.x, 2 * h.y, 2 * h.z);
    const dMatrix3 rotation = {m[0], m[1], m[2], 0, m[4], m[5], m[6], 0, m[8], m[9], m[10], 0};
    dGeomSetRotation(box, rotation);
    dGeomSetPosition(box, m[3], m[7], m[11]);
    return box;
}

void *peer_ode_boxes_prepare(const void *inputs, size_t count) {
    const convex_input *input = inputs;
    if (!dInitODE2(0) || !dAllocateODEDataForThread(dAllocateFlagCollisionData))
        return NULL;
    boxes *all = malloc(sizeof *all + 2 * count * sizeof *all->geom);
    if (all == NULL)
        return NULL;
    all->count = count;
    for (size_t i = 0; i < 2 * count; i++)
        all->geom[i] = make_box(&input[i / 2], (int)(i % 2));
    return all;
}

void peer_ode_boxes_release(void *prepared) {
    boxes *all = prepared;
    for (size_t i = 0; i < 2 * all->count; i++)
        dGeomDestroy(all->geom[i]);
    free(all);
}

void peer_ode_boxes(const void *prepared, size_t first, size_t count, bench_answers answers) {
    const boxes *all = prepared;
    for (size_t i = first; i < count; i++) {
        dContactGeom points[POINTS];
        int found =
            dCollide(all->geom[2 * i], all->geom[2 * i + 1], POINTS, points, sizeof points[0]);
        answers.verdict[i] = found;
        answers.number[i] = HUGE_VAL;
        for (int k = 0; k < found; k++)
            answers.number[i] = fmin(answers.number[i], -points[k].depth);
    }
}
