/* SPDX-License-Identifier: MIT */
/* All hits of a ray in order, by insertion. */
#include "ray_hits.h"

static bool is_before(const tacti_mesh_hit *a, const tacti_mesh_hit *b) {
    return a->t != b->t ? a->t < b->t : a->triangle < b->triangle;
}

static void insert(void *user, const tacti_mesh_hit *hit) {
    ray_hits *list = user;
    size_t at = list->count < list->capacity ? list->count : list->capacity;
    list->count++;
    if (at == list->capacity && (at == 0 || !is_before(hit, &list->hits[at - 1])))
        return;
    if (at == list->capacity)
        at--;
    for (; at > 0 && is_before(hit, &list->hits[at - 1]); at--)
        list->hits[at] = list->hits[at - 1];
    list->hits[at] = *hit;
}

tact_status ray_hits_collect(const tacti_placed *mesh, tact_ray ray, double t_max,
                             tacti_ray_limits *limits, ray_hits *out) {
    ray_hits found = {.hits = out->hits, .capacity = out->capacity};
    tact_status status = tacti_ray_visit(mesh, ray, t_max, limits, insert, &found);
    if (status == TACT_OK)
        *out = found;
    return status;
}
