/* SPDX-License-Identifier: MIT */
/* Deformables: their memory, and what a step does to them. */
#include "deform/deform.h"

#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "base/sort.h"
#include "math/vec.h"

/* Vertices that a thread takes at a time. */
#define GRAIN 8192

/* ---- Making ------------------------------------------------------------------------------- */

static bool allocate_scratch(tact_deform *d) {
    uint32_t most = d->info.vertex_count;
    most = d->info.triangle_count > most ? d->info.triangle_count : most;
    most = d->edge_room > most ? d->edge_room : most;
    tacti_bend_tree_scratch *s = &d->scratch;
    d->most_leaves = most;
    s->keys = tacti_allocate(d->context, most, sizeof *s->keys, _Alignof(uint64_t));
    s->values = tacti_allocate(d->context, most, sizeof *s->values, _Alignof(uint32_t));
    s->copy = tacti_allocate(d->context, most, sizeof *s->copy, _Alignof(uint32_t));
    s->sort = tacti_allocate(d->context, tacti_sort64_scratch_bytes(most), 1, TACTI_CACHE_LINE);
    return s->keys != NULL && s->values != NULL && s->copy != NULL && s->sort != NULL;
}

static bool allocate(tact_deform *d) {
    uint32_t vertices = d->info.vertex_count;
    d->triangles = tacti_allocate(d->context, d->info.triangle_count, sizeof *d->triangles,
                                  _Alignof(uint32_t));
    d->edges = tacti_allocate(d->context, d->edge_room, sizeof *d->edges, _Alignof(uint32_t));
    d->start = tacti_allocate(d->context, vertices, sizeof *d->start, _Alignof(tact_vec3));
    d->end = tacti_allocate(d->context, vertices, sizeof *d->end, _Alignof(tact_vec3));
    d->boxes = tacti_allocate(d->context, vertices, sizeof *d->boxes, _Alignof(tacti_float_box));
    return d->triangles != NULL && d->edges != NULL && d->start != NULL && d->end != NULL &&
           d->boxes != NULL && allocate_scratch(d);
}

static tact_status make_trees(tact_deform *d, const tacti_topology *topology) {
    const uint32_t *const corners[TACTI_TREES] = {topology->used, &d->edges[0][0],
                                                  &d->triangles[0][0]};
    const uint32_t counts[TACTI_TREES] = {topology->used_count, topology->edge_count,
                                          d->info.triangle_count};
    tact_status status = TACT_OK;
    for (uint32_t k = 0; k < TACTI_TREES && status == TACT_OK; k++)
        status = tacti_bend_tree_create(d->context, corners[k],
                                        k == TACTI_VERTICES ? topology->used : NULL, counts[k],
                                        k + 1, &d->tree[k]);
    return status;
}

/* The numbers of used vertices are read into scratch memory. */
static tact_status fill(tact_deform *d, const tact_deform_topology *given) {
    tacti_topology topology = {.edges = d->edges, .used = d->scratch.copy};
    if (given->triangle_count > 0)
        memcpy(d->triangles, given->triangles, given->triangle_count * sizeof *d->triangles);
    tact_status status = tacti_topology_read(d->context, given, &topology);
    if (status == TACT_OK)
        status = make_trees(d, &topology);
    tact_deform_info *info = &d->info;
    info->used_count = topology.used_count;
    info->edge_count = topology.edge_count;
    info->loose_edge_count = topology.loose_edge_count;
    info->loose_point_count = topology.loose_point_count;
    info->triangles = (const uint32_t(*)[3])d->triangles;
    info->edges = (const uint32_t(*)[2])d->edges;
    info->start = d->start;
    info->end = d->end;
    if (status == TACT_OK)
        status = tacti_patches_create(d->context, info->triangles, info->triangle_count,
                                      info->vertex_count, &d->patches);
    return status;
}

static size_t count_bytes(const tact_deform *d) {
    size_t bytes = sizeof *d + d->info.triangle_count * sizeof *d->triangles +
                   d->edge_room * sizeof *d->edges + tacti_sort64_scratch_bytes(d->most_leaves);
    bytes += d->info.vertex_count * (2 * sizeof *d->start + sizeof *d->boxes);
    bytes += d->most_leaves *
             (sizeof *d->scratch.keys + sizeof *d->scratch.values + sizeof *d->scratch.copy);
    for (int k = 0; k < TACTI_TREES; k++)
        bytes += tacti_bend_tree_bytes(&d->tree[k]);
    return bytes + tacti_patches_bytes(&d->patches);
}

tact_status tact_deform_create(const tact_context *context, const tact_deform_topology *topology,
                               tact_error *error, tact_deform **out) {
    if (topology == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "an argument is missing");
    tact_status status = tacti_topology_check(topology, error);
    if (status != TACT_OK)
        return status;
    tact_deform *d = tacti_allocate(context, 1, sizeof *d, _Alignof(tact_deform));
    if (d != NULL) {
        *d = (tact_deform){.context = context, .edge_room = tacti_topology_edge_room(topology)};
        d->info.vertex_count = topology->vertex_count;
        d->info.triangle_count = topology->triangle_count;
        if (allocate(d) && fill(d, topology) == TACT_OK) {
            memset(d->start, 0, d->info.vertex_count * sizeof *d->start);
            memset(d->end, 0, d->info.vertex_count * sizeof *d->end);
            memset(d->boxes, 0, d->info.vertex_count * sizeof *d->boxes);
            for (int k = 0; k < TACTI_TREES; k++)
                tacti_bend_tree_refit(&d->tree[k], d->boxes);
            d->info.bytes = count_bytes(d);
            *out = d;
            return TACT_OK;
        }
    }
    tact_deform_destroy(d);
    return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                           "there is no memory for a deformable");
}

void tact_deform_destroy(tact_deform *d) {
    if (d == NULL)
        return;
    const tact_context *context = d->context;
    uint32_t vertices = d->info.vertex_count;
    tact_model_destroy(d->lent[0]);
    tact_model_destroy(d->lent[1]);
    for (int k = 0; k < TACTI_TREES; k++)
        tacti_bend_tree_destroy(&d->tree[k]);
    tacti_patches_destroy(&d->patches);
    tacti_rest_destroy(d->rest);
    tacti_bend_tree_scratch *s = &d->scratch;
    tacti_release(context, s->keys, d->most_leaves, sizeof *s->keys, _Alignof(uint64_t));
    tacti_release(context, s->values, d->most_leaves, sizeof *s->values, _Alignof(uint32_t));
    tacti_release(context, s->copy, d->most_leaves, sizeof *s->copy, _Alignof(uint32_t));
    tacti_release(context, s->sort, tacti_sort64_scratch_bytes(d->most_leaves), 1,
                  TACTI_CACHE_LINE);
    tacti_release(context, d->triangles, d->info.triangle_count, sizeof *d->triangles,
                  _Alignof(uint32_t));
    tacti_release(context, d->edges, d->edge_room, sizeof *d->edges, _Alignof(uint32_t));
    tacti_release(context, d->start, vertices, sizeof *d->start, _Alignof(tact_vec3));
    tacti_release(context, d->end, vertices, sizeof *d->end, _Alignof(tact_vec3));
    tacti_release(context, d->boxes, vertices, sizeof *d->boxes, _Alignof(tacti_float_box));
    tacti_release(context, d, 1, sizeof *d, _Alignof(tact_deform));
}

tact_deform_info tact_deform_inspect(const tact_deform *deform) {
    return deform != NULL ? deform->info : (tact_deform_info){0};
}

uint32_t tact_deform_boxes(const tact_deform *deform, uint32_t level, tact_box *out,
                           uint32_t room) {
    return deform == NULL ? 0
                          : tacti_bend_tree_level(&deform->tree[TACTI_FACES], level, out,
                                                  out == NULL ? 0 : room);
}

/* ---- Steps -------------------------------------------------------------------------------- */

/* The greatest float that is at most x. Rounding to nearest keeps order, so it is the nearest float
 * or the one before. Finite numbers beyond the floats become -infinity or the greatest float. */
static inline float round_down(double x) {
    float f = (float)x;
    return (double)f > x ? nextafterf(f, -INFINITY) : f;
}

static inline float round_up(double x) {
    float f = (float)x;
    return (double)f < x ? nextafterf(f, INFINITY) : f;
}

static void set_boxes(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    (void)chunk;
    (void)worker;
    tact_deform *d = data;
    for (size_t i = range.begin; i < range.end; i++) {
        const double *a = &d->start[i].x, *b = &d->end[i].x;
        tacti_float_box box = {{0}, {0}};
        for (int k = 0; k < 3; k++) {
            box.lo[k] = round_down(a[k] < b[k] ? a[k] : b[k]);
            box.hi[k] = round_up(a[k] < b[k] ? b[k] : a[k]);
        }
        d->boxes[i] = box;
    }
}

tact_status tacti_deform_check_positions(const tact_deform *d, const tact_vec3 *positions,
                                         tact_error *error) {
    for (uint32_t i = 0; positions != NULL && i < d->info.vertex_count; i++)
        if (!tacti_vec3_is_finite(positions[i]))
            return tacti_error_set(error, TACT_NOT_FINITE, 0, i,
                                   "vertex %lu has a coordinate that is not finite",
                                   (unsigned long)i);
    return TACT_OK;
}

tact_status tact_deform_rebuild(tact_deform *d) {
    if (d == NULL)
        return TACT_INVALID_ARGUMENT;
    for (int k = 0; k < TACTI_TREES; k++) {
        tacti_bend_tree_sort(&d->tree[k], d->boxes, &d->scratch);
        d->info.sorted += tacti_bend_tree_part_count(&d->tree[k]);
    }
    return TACT_OK;
}

tact_status tact_deform_move(tact_deform *d, const tact_vec3 *start, const tact_vec3 *end,
                             tact_error *error) {
    if (d == NULL || (start == NULL && d->info.vertex_count > 0))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "an argument is missing");
    tact_status status = tacti_deform_check_positions(d, start, error);
    if (status == TACT_OK)
        status = tacti_deform_check_positions(d, end, error);
    if (status != TACT_OK)
        return status;
    if (d->info.vertex_count > 0) {
        memmove(d->start, start, d->info.vertex_count * sizeof *start);
        memmove(d->end, end != NULL ? end : start, d->info.vertex_count * sizeof *start);
    }
    tacti_parallel_for(d->context, d->info.vertex_count, GRAIN, set_boxes, d);
    for (int k = 0; k < TACTI_TREES; k++)
        tacti_bend_tree_refit(&d->tree[k], d->boxes);
    if (d->info.steps++ == 0)
        return tact_deform_rebuild(d);
    for (int k = 0; k < TACTI_TREES; k++)
        d->info.sorted += tacti_bend_tree_mend(&d->tree[k], d->boxes, &d->scratch);
    return TACT_OK;
}
