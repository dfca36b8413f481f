/* SPDX-License-Identifier: MIT */
/* A depth-first walk over two hierarchies in motion, after C2A (M. Tang, Y. J. Kim, D. Manocha
 * 2009), with the certificates of gap.h in place of motion bounds over distances.
 *
 * For each pair of boxes the walk looks for a direction along which the gaps at both ends of the
 * time prove that the boxes stay apart: between the centres at both times, and along the axes of
 * both boxes. The bend counts the distance of a box from the axis of its motion, not that of the
 * whole model. Pairs of triangles that no direction keeps apart are searched as convex shapes. The
 * earliest contact found ends the time for all pairs after it, so near pairs come first. */
#include "rigid/search_sweep.h"

#include <math.h>
#include <string.h>

#include "base/sqrt.h"
#include "bvh/node.h"
#include "math/vec.h"
#include "model/model.h"
#include "shape/body.h"

/* A pair of nodes is replaced by up to eight, one level further down on one side. */
#define STACK_SIZE (2 * TACTI_BVH_MAX_DEPTH * TACTI_BVH_WIDTH + TACTI_BVH_WIDTH)

/* Decoded rotations are orthonormal up to a few units of 2^-24; local coordinates are at most 2 in
 * each axis, so a corner of a box errs by less than this many local units. */
#define FRAME_ERROR 0x1p-19

/* ---- Boxes -------------------------------------------------------------------------------- */

/* The root has no parent: its box is that of the model. */
#define ROOT UINT32_MAX

/* A node, a triangle or a shape. */
typedef struct tacti_item {
    uint32_t parent; /* node whose child it is, or ROOT */
    uint8_t slot;
    bool is_leaf;
    uint32_t index; /* of the node or triangle; 0 for a shape */
} tacti_item;

typedef struct tacti_task_pair {
    tacti_item item[2];
} tacti_task_pair;

/* A box around a centre, with half axes, placed at both ends of the time. */
typedef struct tacti_swept {
    tact_vec3 center[2];
    tact_vec3 half[2][3];
    double slack; /* added to the extent along each direction */
    double reach; /* from the axis of the motion, at most */
    double size;  /* sum of the half axes */
} tacti_swept;

/* One end of the time. */
typedef struct tacti_end {
    double time;
    tact_pose pose[2];
} tacti_end;

typedef struct tacti_walk {
    tacti_search *search;
    tacti_end end[2];
    double span;         /* between the ends, rounded up */
    tact_vec3 axis[2];   /* of the motions, of length 1, or 0 */
    tact_vec3 origin[2]; /* a point of each axis at the first end */
    double noise;
    tacti_sweep_answer *out;
    uint32_t count;
    tacti_task_pair stack[STACK_SIZE];
} tacti_walk;

static const tact_model *model_of(const tacti_walk *walk, int side) {
    return walk->search->pair.mover[side].model;
}

static bool is_mesh(const tact_model *model) {
    return model->what == TACTI_MODEL_MESH;
}

/* The extent of a placed local box. */
static void place_box(const tacti_walk *walk, int side, tact_vec3 center, const tact_vec3 half[3],
                      tacti_swept *out) {
    double radius = 0;
    for (int e = 0; e < 2; e++) {
        const tact_pose *pose = &walk->end[e].pose[side];
        out->center[e] = tacti_pose_place(pose, center);
        for (int i = 0; i < 3; i++)
            out->half[e][i] = tact_pose_rotate(*pose, half[i]);
    }
    for (int i = 0; i < 3; i++)
        radius += tacti_sqrt(tacti_vec3_dot(half[i], half[i]));
    out->size = radius;
    const tacti_mover *mover = &walk->search->pair.mover[side];
    tact_vec3 arm = tacti_vec3_sub(out->center[0], walk->origin[side]);
    tact_vec3 across = tacti_vec3_cross(arm, walk->axis[side]);
    double reach = tacti_sqrt(tacti_vec3_dot(across, across)) + (radius + out->slack) * 1.0001;
    out->reach = mover->is_function ? mover->reach : fmin(mover->reach, reach * TACTI_RIGID_UP);
}

static void set_box_of_model(const tacti_walk *walk, int side, tacti_swept *out) {
    const tact_model *model = model_of(walk, side);
    tact_box box = model->bounds;
    if (!is_mesh(model)) {
        tact_pose pose = tact_pose_identity();
        box = tact_shape_bounds(&model->shape, &pose);
    }
    tact_vec3 center = tact_box_center(box);
    tact_vec3 h = {tacti_max(box.hi.x - center.x, center.x - box.lo.x),
                   tacti_max(box.hi.y - center.y, center.y - box.lo.y),
                   tacti_max(box.hi.z - center.z, center.z - box.lo.z)};
    tact_vec3 half[3] = {{h.x, 0, 0}, {0, h.y, 0}, {0, 0, h.z}};
    out->slack = 0x1p-40 * ((h.x + h.y) + h.z);
    place_box(walk, side, center, half, out);
}

/* The box of a child: y = Q x in the frame of its parent, x = (v - center) / 2^exponent. */
static void set_box_of_child(const tacti_walk *walk, int side, const tacti_item *item,
                             tacti_swept *out) {
    const tacti_bvh *bvh = model_of(walk, side)->bvh;
    const tacti_node *node = &bvh->nodes[item->parent];
    float q[3][3];
    tacti_node_rotation(node, q);
    double scale = tacti_power_of_two(bvh->exponent);
    tact_vec3 x = {0, 0, 0}, half[3];
    for (int i = 0; i < 3; i++) {
        float c, h;
        tacti_node_box(node, i, node->lo[i][item->slot], node->hi[i][item->slot], &c, &h);
        tact_vec3 row = {(double)q[i][0], (double)q[i][1], (double)q[i][2]};
        x = tacti_vec3_add(x, tacti_vec3_scale(row, (double)c));
        half[i] = tacti_vec3_scale(row, (double)h * scale);
    }
    tact_vec3 center = tacti_vec3_add(bvh->center, tacti_vec3_scale(x, scale));
    out->slack = FRAME_ERROR * scale;
    place_box(walk, side, center, half, out);
}

/* A triangle of a mesh as a box without thickness: its centre and two half axes that hold it. The
 * corners are m +- u +- v for the parallelogram around it. */
static void set_box_of_triangle(const tacti_walk *walk, int side, uint32_t triangle,
                                tacti_swept *out) {
    tact_triangle t = tact_mesh_triangle(model_of(walk, side)->mesh, triangle);
    tact_vec3 e = tacti_vec3_scale(tacti_vec3_sub(t.v[1], t.v[0]), 0.5);
    tact_vec3 f = tacti_vec3_scale(tacti_vec3_sub(t.v[2], t.v[0]), 0.5);
    tact_vec3 half[3] = {e, f, {0, 0, 0}};
    tact_vec3 center = tacti_vec3_add(t.v[0], tacti_vec3_add(e, f));
    out->slack = 0x1p-48 * (tacti_sqrt(tacti_vec3_dot(center, center)) + 1e-300);
    place_box(walk, side, center, half, out);
}

static void set_box(const tacti_walk *walk, int side, const tacti_item *item, tacti_swept *out) {
    if (is_mesh(model_of(walk, side)) && item->is_leaf)
        set_box_of_triangle(walk, side, item->index, out);
    else if (item->parent == ROOT)
        set_box_of_model(walk, side, out);
    else
        set_box_of_child(walk, side, item, out);
}

/* ---- Certificates ------------------------------------------------------------------------- */

static double extent(const tacti_swept *box, int end, tact_vec3 n) {
    const tact_vec3 *h = box->half[end];
    return (fabs(tacti_vec3_dot(n, h[0])) + fabs(tacti_vec3_dot(n, h[1]))) +
           fabs(tacti_vec3_dot(n, h[2])) + box->slack;
}

/* The gap along a direction of any length at one end; the direction is scaled to length 1. */
static double gap_at(const tacti_walk *walk, const tacti_swept *a, const tacti_swept *b, int end,
                     tact_vec3 n) {
    double far = tacti_vec3_dot(n, tacti_vec3_sub(b->center[end], a->center[end]));
    return far - extent(a, end, n) - extent(b, end, n) - walk->noise;
}

static tacti_along bounds_along(const tacti_walk *walk, const tacti_swept *a, const tacti_swept *b,
                                tact_vec3 n) {
    const tacti_approach *pair = &walk->search->pair;
    tacti_along along = {n, pair->speed, pair->bend, pair->speed};
    if (pair->mover[0].is_function || pair->mover[1].is_function)
        return along;
    double bend = 0;
    const tacti_swept *box[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        double spin = pair->mover[i].spin;
        if (spin == 0)
            continue;
        tact_vec3 across = tacti_vec3_cross(n, walk->axis[i]);
        bend +=
            spin * spin * box[i]->reach * (tacti_sqrt(tacti_vec3_dot(across, across)) + 0x1p-40);
    }
    along.bend = bend * TACTI_RIGID_UP;
    return along;
}

/* Whether a direction keeps two boxes apart; *key grows with the gap. */
static bool is_kept_apart(const tacti_walk *walk, const tacti_swept *a, const tacti_swept *b,
                          tact_vec3 n, double *key) {
    double square = tacti_vec3_dot(n, n);
    if (!(square > 0x1p-600) || !(square < 0x1p600))
        return false;
    double sign = tacti_vec3_dot(n, tacti_vec3_sub(b->center[0], a->center[0])) < 0 ? -1 : 1;
    n = tacti_vec3_scale(n, sign / tacti_sqrt(square));
    double now = gap_at(walk, a, b, 0, n), next = gap_at(walk, a, b, 1, n);
    double least = tacti_min(now, next);
    if (least > *key)
        *key = least;
    if (!(least > 0))
        return false;
    tacti_along along = bounds_along(walk, a, b, n);
    return tacti_along_is_free(&along, now, next, walk->span);
}

static bool are_apart(const tacti_walk *walk, const tacti_swept *a, const tacti_swept *b,
                      double *key) {
    *key = -HUGE_VAL;
    if (is_kept_apart(walk, a, b, tacti_vec3_sub(b->center[0], a->center[0]), key) ||
        is_kept_apart(walk, a, b, tacti_vec3_sub(b->center[1], a->center[1]), key))
        return true;
    for (int i = 0; i < 3; i++)
        if (is_kept_apart(walk, a, b, a->half[0][i], key) ||
            is_kept_apart(walk, a, b, b->half[0][i], key))
            return true;
    /* Normals of flat boxes: triangles, whose third half axis is 0. */
    tact_vec3 normal[2] = {tacti_vec3_cross(a->half[0][0], a->half[0][1]),
                           tacti_vec3_cross(b->half[0][0], b->half[0][1])};
    return is_kept_apart(walk, a, b, normal[0], key) || is_kept_apart(walk, a, b, normal[1], key);
}

/* ---- Elements ----------------------------------------------------------------------------- */

/* A model of one triangle of a mesh that lives on the stack, and the mover of that. */
typedef struct tacti_element {
    tact_model model;
    tacti_mover mover;
} tacti_element;

static tact_status set_element(const tacti_search *search, int side, uint32_t number, double from,
                               double to, tacti_element *out) {
    const tacti_mover *mover = &search->pair.mover[side];
    out->mover = *mover;
    if (!is_mesh(mover->model))
        return TACT_OK;
    memset(&out->model, 0, sizeof out->model);
    out->model.what = TACTI_MODEL_SHAPE;
    out->model.kind = TACT_KIND_TRIANGLE;
    out->model.shape = tact_shape_triangle(tact_mesh_triangle(mover->model->mesh, number));
    out->model.facts = tacti_shape_facts_of(&out->model.shape);
    out->model.level = mover->model->bvh->simd_level;
    return tacti_mover_narrow(mover, &out->model, from, to, &out->mover);
}

tact_status tacti_sweep_elements(tacti_search *search, const uint32_t element[2], double from,
                                 double to, tact_rigid_result *out) {
    tacti_element side[2];
    tacti_search inner = {.options = search->options,
                          .start = from,
                          .limit = to,
                          .steps = search->steps,
                          .distances = search->distances};
    tact_status status = TACT_OK;
    for (int i = 0; i < 2 && status == TACT_OK; i++) {
        status = set_element(search, i, element[i], from, to, &side[i]);
        inner.pair.mover[i] = side[i].mover;
    }
    if (status == TACT_OK)
        status = tacti_approach_make(&inner.pair, from, to);
    if (status == TACT_OK)
        status = tacti_search_run(&inner, out);
    search->steps = inner.steps;
    search->distances = inner.distances;
    for (int i = 0; i < 2; i++)
        if (status == TACT_OK && is_mesh(search->pair.mover[i].model))
            (i == 0 ? &out->a : &out->b)->element = element[i];
    return status;
}

/* ---- The walk ----------------------------------------------------------------------------- */

static tact_status set_end(tacti_walk *walk, int end, double time) {
    walk->end[end].time = time;
    for (int i = 0; i < 2; i++) {
        tact_instance placed;
        tact_status status = tacti_approach_place(&walk->search->pair, i, time, &placed);
        if (status != TACT_OK)
            return status;
        walk->end[end].pose[i] = placed.pose;
    }
    walk->span = (walk->end[1].time - walk->end[0].time) * TACTI_RIGID_UP;
    return TACT_OK;
}

/* Two leaves that no direction of their boxes keeps apart. */
static tact_status search_leaves(tacti_walk *walk, const tacti_task_pair *task) {
    uint32_t element[2] = {task->item[0].index, task->item[1].index};
    tact_rigid_result found, *best = &walk->out->found;
    memset(&found, 0, sizeof found);
    tact_status status =
        tacti_sweep_elements(walk->search, element, walk->end[0].time, walk->end[1].time, &found);
    if (status != TACT_OK || found.outcome == TACT_OUTCOME_APART)
        return status;
    tacti_rigid_join(best, &found);
    if (found.outcome != TACT_OUTCOME_CONTACT || found.upper >= walk->end[1].time)
        return TACT_OK;
    return set_end(walk, 1, found.upper);
}

/* The children of one node that were pushed, from the one furthest apart to the nearest. */
typedef struct tacti_family {
    const tacti_task_pair *task;
    int side;
    tacti_swept other; /* box of the other side */
    uint32_t base;     /* of the stack */
    double keys[TACTI_BVH_WIDTH];
} tacti_family;

static tacti_item child_of(const tacti_walk *walk, const tacti_family *family, int slot) {
    uint32_t parent = family->task->item[family->side].index;
    const tacti_bvh *bvh = model_of(walk, family->side)->bvh;
    const tacti_node *node = &bvh->nodes[parent];
    bool is_leaf = slot >= node->inner_count;
    uint32_t leaf = node->first_leaf + (uint32_t)slot - node->inner_count;
    return (tacti_item){.parent = parent,
                        .slot = (uint8_t)slot,
                        .is_leaf = is_leaf,
                        .index = is_leaf ? tacti_bvh_triangle_at(bvh, leaf)
                                         : node->first_child + (uint32_t)slot};
}

/* The nearest is taken first, so it goes on top. */
static void push_child(tacti_walk *walk, tacti_family *family, int slot) {
    int side = family->side;
    tacti_item child = child_of(walk, family, slot);
    tacti_swept box;
    double key;
    walk->search->steps++;
    set_box(walk, side, &child, &box);
    if (side == 0 ? are_apart(walk, &box, &family->other, &key)
                  : are_apart(walk, &family->other, &box, &key))
        return;
    uint32_t at = walk->count++;
    for (; at > family->base && family->keys[at - 1 - family->base] < key; at--) {
        walk->stack[at] = walk->stack[at - 1];
        family->keys[at - family->base] = family->keys[at - 1 - family->base];
    }
    walk->stack[at] = *family->task;
    walk->stack[at].item[side] = child;
    family->keys[at - family->base] = key;
}

/* Replaces the node of a pair that is larger by its children. */
static void open_pair(tacti_walk *walk, const tacti_task_pair *task) {
    tacti_swept box[2];
    for (int i = 0; i < 2; i++)
        set_box(walk, i, &task->item[i], &box[i]);
    /* The time may have become shorter since the pair was pushed. */
    double key;
    if (are_apart(walk, &box[0], &box[1], &key))
        return;
    int side = task->item[0].is_leaf || (!task->item[1].is_leaf && box[1].size > box[0].size);
    tacti_family family = {.task = task, .side = side, .other = box[1 - side], .base = walk->count};
    const tacti_node *node = &model_of(walk, side)->bvh->nodes[task->item[side].index];
    for (int slot = 0; slot < node->child_count; slot++)
        push_child(walk, &family, slot);
}

static tact_status begin_walk(tacti_walk *walk, double from, double to) {
    const tacti_approach *pair = &walk->search->pair;
    walk->end[0].time = walk->end[1].time = from;
    tact_status status = set_end(walk, 0, from);
    if (status == TACT_OK)
        status = set_end(walk, 1, to);
    for (int i = 0; i < 2; i++) {
        const tact_rigid_motion *motion = pair->mover[i].motion;
        bool turns = !pair->mover[i].is_function && motion->rate != 0;
        walk->axis[i] = turns ? tact_vec3_normalize(motion->axis) : (tact_vec3){0, 0, 0};
        walk->origin[i] = tacti_rigid_center(motion, from);
    }
    walk->noise = pair->noise + walk->search->options->separation;
    return status;
}

double tacti_sweep_edge(const tacti_search *search) {
    double edge = 0;
    for (int i = 0; i < 2; i++) {
        const tact_model *model = search->pair.mover[i].model;
        if (search->pair.mover[i].is_half_space ||
            (is_mesh(model) && model->bvh->triangle_count == 0))
            return 0;
        if (!is_mesh(model))
            continue;
        tact_vec3 size = tacti_vec3_sub(model->bounds.hi, model->bounds.lo);
        edge = tacti_max(edge, tact_vec3_length(size) / sqrt(model->bvh->triangle_count));
    }
    return edge;
}

tact_status tacti_sweep(tacti_search *search, double from, double to, uint64_t most,
                        tacti_sweep_answer *out) {
    tacti_walk walk;
    walk.search = search;
    walk.out = out;
    walk.count = 1;
    out->is_complete = false;
    out->found = tacti_rigid_nothing();
    tact_status status = begin_walk(&walk, from, to);
    uint64_t last = most < UINT64_MAX - search->steps ? search->steps + most : UINT64_MAX;
    last = last < search->options->budget ? last : search->options->budget;
    for (int i = 0; i < 2; i++)
        walk.stack[0].item[i] =
            (tacti_item){.parent = ROOT, .is_leaf = !is_mesh(search->pair.mover[i].model)};
    while (status == TACT_OK && walk.count > 0) {
        if (search->steps >= last)
            return TACT_OK;
        tacti_task_pair task = walk.stack[--walk.count];
        TACTI_ASSERT(walk.count + TACTI_BVH_WIDTH <= STACK_SIZE);
        if (task.item[0].is_leaf && task.item[1].is_leaf)
            status = search_leaves(&walk, &task);
        else
            open_pair(&walk, &task);
    }
    out->is_complete = status == TACT_OK;
    return status;
}
