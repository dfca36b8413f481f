/* SPDX-License-Identifier: MIT */
/* The contours of patches: sides that do not cancel each other, joined to a closed polygon. */
#include <string.h>

#include "deform/patches.h"

#define NONE UINT32_MAX

typedef struct tracer {
    const tact_context *context;
    tacti_patches *patches;
    const uint32_t (*triangles)[3];
    uint32_t vertex_count;
    int32_t *net;   /* per edge: sides up minus sides down; 3 face_count, all 0 between patches */
    uint32_t *next; /* per vertex: the next one of the contour; all NONE between patches */
    uint32_t count; /* vertices that have a next one */
    uint32_t start; /* one of them */
} tracer;

/* The direction of a side: 1 from the smaller to the greater vertex. */
static int32_t direction_of(const uint32_t *corners, int side) {
    return corners[side] < corners[(side + 1) % 3] ? 1 : -1;
}

static void add_sides(const tracer *t, const tacti_patch *patch) {
    for (uint32_t i = patch->face_begin; i < patch->face_end; i++) {
        uint32_t face = t->patches->faces[i];
        for (int k = 0; k < 3; k++)
            if (t->patches->sides[face][k] != NONE)
                t->net[t->patches->sides[face][k]] += direction_of(t->triangles[face], k);
    }
}

/* Whether each edge is left at most once and no vertex twice. Clears the sums either way. */
static bool join_sides(tracer *t, const tacti_patch *patch) {
    bool is_fine = true;
    for (uint32_t i = patch->face_begin; i < patch->face_end; i++) {
        uint32_t face = t->patches->faces[i];
        const uint32_t *c = t->triangles[face];
        for (int k = 0; k < 3; k++) {
            uint32_t edge = t->patches->sides[face][k];
            if (edge == NONE || t->net[edge] == 0)
                continue;
            int32_t net = t->net[edge];
            t->net[edge] = 0;
            /* From c[k] on if the side goes as the sum does. */
            bool is_along = net == direction_of(c, k);
            uint32_t from = is_along ? c[k] : c[(k + 1) % 3], to = is_along ? c[(k + 1) % 3] : c[k];
            if ((net != 1 && net != -1) || t->next[from] != NONE) {
                is_fine = false;
                continue;
            }
            t->next[from] = to;
            t->start = from;
            t->count++;
        }
    }
    return is_fine;
}

/* Appends the polygon. Each vertex that is left is also reached, since the sum of boundaries has no
 * boundary; so what is reached from the start comes back to it. */
static tact_status append(tracer *t, tacti_patch *patch) {
    uint32_t begin = (uint32_t)t->patches->contour.count;
    uint32_t *to = tacti_number_array_extend(&t->patches->contour, t->count);
    if (to == NULL)
        return TACT_OUT_OF_MEMORY;
    uint32_t v = t->start, count = 0;
    do {
        to[count++] = v;
        v = t->next[v];
    } while (v != t->start && count < t->count);
    if (v != t->start || count != t->count) {
        t->patches->contour.count = begin; /* several polygons */
        return TACT_OK;
    }
    patch->contour_begin = begin;
    patch->contour_end = begin + count;
    if (count > t->patches->longest)
        t->patches->longest = count;
    return TACT_OK;
}

static tact_status trace(tracer *t, tacti_patch *patch) {
    tact_status status = TACT_OK;
    t->count = 0;
    add_sides(t, patch);
    bool has_room = t->patches->contour.count <= UINT32_MAX - 3 * (size_t)t->patches->face_count;
    if (join_sides(t, patch) && t->count > 0 && has_room)
        status = append(t, patch);
    for (uint32_t i = patch->face_begin; i < patch->face_end; i++)
        for (int k = 0; k < 3; k++)
            t->next[t->triangles[t->patches->faces[i]][k]] = NONE;
    return status;
}

tact_status tacti_patches_find_contours(tacti_patches *patches, const uint32_t (*triangles)[3],
                                        uint32_t vertex_count) {
    size_t sides = 3 * (size_t)patches->face_count;
    tracer t = {.context = patches->context,
                .patches = patches,
                .triangles = triangles,
                .vertex_count = vertex_count};
    t.net = tacti_allocate(t.context, sides, sizeof *t.net, _Alignof(int32_t));
    t.next = tacti_allocate(t.context, vertex_count, sizeof *t.next, _Alignof(uint32_t));
    tact_status status = t.net != NULL && t.next != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK) {
        memset(t.net, 0, sides * sizeof *t.net);
        for (uint32_t i = 0; i < vertex_count; i++)
            t.next[i] = NONE;
    }
    for (size_t i = 0; i < patches->patches.count && status == TACT_OK; i++)
        status = trace(&t, &patches->patches.items[i]);
    tacti_release(t.context, t.net, sides, sizeof *t.net, _Alignof(int32_t));
    tacti_release(t.context, t.next, vertex_count, sizeof *t.next, _Alignof(uint32_t));
    return status;
}
