/* SPDX-License-Identifier: MIT */
/* tact as a contender on rays and points, and the list of all contenders of this build. */
#include "point_contender.h"

#include "fail.h"
#include "models.h"

#include <stdlib.h>

#ifdef TACT_BENCH_HAS_EMBREE
#include "embree.h"
#endif
#ifdef TACT_BENCH_HAS_CGAL
#include "cgal_point.h"
#endif

typedef struct model {
    tact_model *built;
    tact_instance instance;
    tact_raycast_result *hits; /* the results of a batch */
    tact_nearest_result *nearest;
    size_t hit_room, nearest_room;
} model;

static void *create(const tact_mesh *mesh) {
    model *m = calloc(1, sizeof *m);
    if (m == NULL || (m->built = mesh_build(NULL, mesh, TACT_INTERIOR_NONE)) == NULL) {
        free(m);
        return NULL;
    }
    m->instance = tact_instance_make(m->built);
    return m;
}

static void destroy(void *object) {
    model *m = object;
    tact_model_destroy(m->built);
    free(m->hits);
    free(m->nearest);
    free(m);
}

static void cast(const model *m, const tact_options *options, const tact_ray *rays, size_t count,
                 point_hit *hits) {
    for (size_t i = 0; i < count; i++) {
        tact_raycast_result hit;
        tact_raycast(&m->instance, rays[i], options, &hit);
        hits[i] = (point_hit){hit.t, hit.site.element};
    }
}

static void rays_one_by_one(void *object, const tact_ray *rays, size_t count, point_hit *hits) {
    cast(object, NULL, rays, count, hits);
}

static void blocked_one_by_one(void *object, const tact_ray *rays, size_t count, point_hit *hits) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_ANY;
    cast(object, &options, rays, count, hits);
}

static void points_one_by_one(void *object, const tact_vec3 *points, size_t count,
                              double *distances) {
    model *m = object;
    for (size_t i = 0; i < count; i++) {
        tact_nearest_result nearest;
        tact_nearest(&m->instance, points[i], NULL, &nearest);
        distances[i] = nearest.distance;
    }
}

/* Grows an array to count elements. */
static void *grow(void *old, size_t *room, size_t count, size_t size) {
    if (count <= *room)
        return old;
    void *grown = realloc(old, count * size);
    if (grown == NULL)
        bench_fail("out of memory");
    *room = count;
    return grown;
}

static void rays_at_once(void *object, const tact_ray *rays, size_t count, point_hit *hits) {
    model *m = object;
    m->hits = grow(m->hits, &m->hit_room, count, sizeof *m->hits);
    tact_raycast_batch(NULL, &m->instance, rays, count, NULL, m->hits);
    for (size_t i = 0; i < count; i++)
        hits[i] = (point_hit){m->hits[i].t, m->hits[i].site.element};
}

static void points_at_once(void *object, const tact_vec3 *points, size_t count, double *distances) {
    model *m = object;
    m->nearest = grow(m->nearest, &m->nearest_room, count, sizeof *m->nearest);
    tact_nearest_batch(NULL, &m->instance, points, count, NULL, m->nearest);
    for (size_t i = 0; i < count; i++)
        distances[i] = m->nearest[i].distance;
}

const point_contender point_tact = {.name = "tact",
                                    .about = "one call per question, exact",
                                    .create = create,
                                    .destroy = destroy,
                                    .rays = rays_one_by_one,
                                    .blocked = blocked_one_by_one,
                                    .points = points_one_by_one};

const point_contender point_tact_batch = {.name = "tact batch",
                                          .about = "one call for all questions, on one thread",
                                          .create = create,
                                          .destroy = destroy,
                                          .rays = rays_at_once,
                                          .points = points_at_once};

size_t point_contenders(const point_contender *list[POINT_MAX_CONTENDERS]) {
    size_t count = 0;
    list[count++] = &point_tact;
    list[count++] = &point_tact_batch;
#ifdef TACT_BENCH_HAS_EMBREE
    list[count++] = &peer_embree_robust;
    list[count++] = &peer_embree_fast;
#endif
#ifdef TACT_BENCH_HAS_CGAL
    list[count++] = &peer_cgal_point;
#endif
    return count;
}
