/* SPDX-License-Identifier: MIT */
/* tact as a contender, once per way to ask it, and the list of all contenders. */
#include "fail.h"
#include "figures.h"
#include "measure.h"

#ifdef TACT_BENCH_HAS_FCL
#include "fcl_mesh.h"
#endif
#ifdef TACT_BENCH_HAS_ODE
#include "ode_mesh.h"
#endif
#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_mesh.h"
#endif
#ifdef TACT_BENCH_HAS_CGAL
#include "cgal_mesh.h"
#endif
#ifdef TACT_BENCH_HAS_EMBREE
#include "embree_build.h"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct model {
    const tact_mesh *mesh;
    tact_model *built;
} model;

typedef struct pair {
    tact_instance a, b;
    tact_contact_list *list;
    tact_curve_set *curves;
    uint64_t memory[TACT_CACHE_BYTES / 8];
    tact_cache cache; /* uses memory */
    uint32_t *found;  /* two triangles per pair, in no defined order */
    size_t found_count, found_capacity;
} pair;

static void *create(const tact_mesh *mesh) {
    model *m = bench_allocate(1, sizeof *m);
    m->mesh = mesh;
    return m;
}

static bool build_as(model *m, tact_interior_mode interior) {
    m->built = mesh_build(NULL, m->mesh, interior);
    return m->built != NULL;
}

static bool build(void *data) {
    return build_as(data, TACT_INTERIOR_NONE);
}

static bool build_morton(void *data) {
    model *m = data;
    m->built = mesh_build_with(NULL, m->mesh, TACT_BVH_MORTON);
    return m->built != NULL;
}

static bool build_solid(void *data) {
    return build_as(data, TACT_INTERIOR_ESTIMATE);
}

static void destroy(void *data) {
    model *m = data;
    tact_model_destroy(m->built);
    free(m);
}

static double bytes(const void *data) {
    const model *m = data;
    return (double)tact_model_measure(m->built).bytes;
}

static double interior_bytes(const void *data) {
    const model *m = data;
    return (double)tact_model_inspect(m->built).interior_bytes;
}

static void *open_pair(void *a, void *b) {
    pair *p = bench_allocate(1, sizeof *p);
    p->a = tact_instance_make(((const model *)a)->built);
    p->b = tact_instance_make(((const model *)b)->built);
    p->cache = (tact_cache){p->memory, sizeof p->memory};
    if (tact_contact_list_create(NULL, &p->list) != TACT_OK ||
        tact_curve_set_create(NULL, &p->curves) != TACT_OK)
        return NULL;
    return p;
}

static void close_pair(void *data) {
    pair *p = data;
    tact_contact_list_destroy(p->list);
    tact_curve_set_destroy(p->curves);
    free(p->found);
    free(p);
}

static void reset(void *data) {
    pair *p = data;
    memset(p->memory, 0, sizeof p->memory);
}

static void place(pair *p, const tact_pose *a, const tact_pose *b) {
    p->a.pose = *a;
    p->b.pose = *b;
}

static bool ask_collide(pair *p, const tact_pose *a, const tact_pose *b, tact_cache *cache) {
    tact_collide_result result;
    place(p, a, b);
    return tact_collide(&p->a, &p->b, NULL, cache, &result) == TACT_OK &&
           result.outcome == TACT_OUTCOME_CONTACT;
}

static bool collide(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_collide(data, a, b, NULL);
}

static bool collide_cached(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_collide(data, a, b, &((pair *)data)->cache);
}

/* Solids that do not relate as apart count as touching. */
static bool classify(void *data, const tact_pose *a, const tact_pose *b) {
    pair *p = data;
    tact_classify_result result;
    place(p, a, b);
    return tact_classify(&p->a, &p->b, NULL, &result) == TACT_OK &&
           result.relation != TACT_RELATION_APART;
}

static double ask_distance(pair *p, const pose_pair *poses, const tact_options *options,
                           tact_cache *cache) {
    tact_distance_result result;
    place(p, &poses->a, &poses->b);
    return tact_distance(&p->a, &p->b, options, cache, &result) == TACT_OK ? result.distance
                                                                           : BENCH_NONE;
}

static double distance(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_distance(data, &(pose_pair){*a, *b}, NULL, NULL);
}

static double distance_tied(void *data, const tact_pose *a, const tact_pose *b) {
    tact_options options = tact_options_default();
    options.relative_error = MESH_TIED_ERROR;
    return ask_distance(data, &(pose_pair){*a, *b}, &options, NULL);
}

static double distance_cached(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_distance(data, &(pose_pair){*a, *b}, NULL, &((pair *)data)->cache);
}

static double distance_wiped(void *data, const tact_pose *a, const tact_pose *b) {
    reset(data);
    return distance_cached(data, a, b);
}

/* Collects the pairs in a list that grows, as peers do. */
static bool keep(void *user, tact_element a, tact_element b) {
    pair *p = user;
    if (p->found_count == p->found_capacity) {
        size_t capacity = 2 * p->found_capacity + 1024;
        uint32_t *grown = realloc(p->found, 2 * capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        p->found = grown;
        p->found_capacity = capacity;
    }
    p->found[2 * p->found_count] = a.element;
    p->found[2 * p->found_count + 1] = b.element;
    p->found_count++;
    return true;
}

static double contacts(void *data, const tact_pose *a, const tact_pose *b) {
    pair *p = data;
    tact_contacts_result result;
    place(p, a, b);
    p->found_count = 0;
    if (tact_contacts_visit(&p->a, &p->b, NULL, keep, p, &result) != TACT_OK)
        return BENCH_NONE;
    return (double)p->found_count;
}

static double fill(pair *p, const tact_pose *a, const tact_pose *b, const tact_options *options) {
    tact_contacts_result result;
    place(p, a, b);
    if (tact_contacts(&p->a, &p->b, options, p->list, &result) != TACT_OK)
        return BENCH_NONE;
    return (double)tact_contact_list_view(p->list).count;
}

static double contacts_sorted(void *data, const tact_pose *a, const tact_pose *b) {
    return fill(data, a, b, NULL);
}

static double contacts_geometry(void *data, const tact_pose *a, const tact_pose *b) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_GEOMETRY;
    return fill(data, a, b, &options);
}

static double contacts_curves(void *data, const tact_pose *a, const tact_pose *b) {
    pair *p = data;
    tact_curves_result result;
    place(p, a, b);
    if (tact_curves(&p->a, &p->b, NULL, p->curves, &result) != TACT_OK)
        return BENCH_NONE;
    return (double)result.summary.contact_count;
}

#define COMMON                                                                                     \
    .create = create, .destroy = destroy, .open_pair = open_pair, .close_pair = close_pair,        \
    .reset = reset, .seconds = HUGE_VAL

const mesh_contender mesh_tact = {COMMON,
                                  .name = "tact",
                                  .about = "tact without a cache; contacts as pairs in no order",
                                  .build = build,
                                  .bytes = bytes,
                                  .collide = collide,
                                  .contacts = contacts,
                                  .distance = distance};
const mesh_contender mesh_tact_sorted = {COMMON, .name = "tact-sorted",
                                         .about = "tact, contacts as sorted pairs", .build = build,
                                         .contacts = contacts_sorted};
const mesh_contender mesh_tact_geometry = {COMMON, .name = "tact-segments",
                                           .about = "tact, sorted contacts with their geometry",
                                           .build = build, .contacts = contacts_geometry};
const mesh_contender mesh_tact_curves = {COMMON, .name = "tact-curves",
                                         .about = "tact, contacts linked into curves",
                                         .build = build, .contacts = contacts_curves};
const mesh_contender mesh_tact_cached = {
    COMMON,         .name = "tact-cached",     .about = "tact with a cache from query to query",
    .build = build, .collide = collide_cached, .distance = distance_cached};
const mesh_contender mesh_tact_tied = {COMMON, .name = "tact-tied",
                                       .about = "tact, distance up to a relative error of 1e-12",
                                       .build = build, .distance = distance_tied};
const mesh_contender mesh_tact_wiped = {COMMON, .name = "tact-wiped",
                                        .about = "tact with a cache that is empty every time",
                                        .build = build, .distance = distance_wiped};
const mesh_contender mesh_tact_classify = {COMMON,
                                           .name = "tact-classify",
                                           .about = "how solids relate",
                                           .build = build_solid,
                                           .bytes = interior_bytes,
                                           .collide = classify};

const mesh_contender mesh_tact_morton = {COMMON, .name = "tact-morton",
                                         .about = "tact with TACT_BVH_MORTON",
                                         .build = build_morton, .bytes = bytes};

size_t mesh_builders(const mesh_contender *list[MESH_MAX_CONTENDERS]) {
    size_t count = 0;
    list[count++] = &mesh_tact_morton;
#ifdef TACT_BENCH_HAS_EMBREE
    list[count++] = &peer_embree_morton;
    list[count++] = &peer_embree_medium;
#endif
    return count;
}

size_t mesh_contenders(const mesh_contender *list[MESH_MAX_CONTENDERS]) {
    size_t count = 0;
    list[count++] = &mesh_tact;
#ifdef TACT_BENCH_HAS_FCL
    list[count++] = &peer_fcl_obb;
    list[count++] = &peer_fcl_obbrss;
#endif
#ifdef TACT_BENCH_HAS_ODE
    list[count++] = &peer_ode;
#endif
#ifdef TACT_BENCH_HAS_BULLET
    list[count++] = &peer_bullet;
#endif
#ifdef TACT_BENCH_HAS_CGAL
    list[count++] = &peer_cgal_mesh;
#endif
    return count;
}

const mesh_contender *mesh_seeded_peer(void) {
#ifdef TACT_BENCH_HAS_FCL
    return &peer_fcl_seeded;
#else
    return NULL;
#endif
}
