/* SPDX-License-Identifier: MIT */
/* tact as a contender, in the ways that it can be asked, and the list of all contenders. */
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

#include <tact/query_curve.h>

#include <math.h>
#include <stdlib.h>

typedef struct model {
    const tact_mesh *mesh;
    tacti_bvh *bvh;
} model;

typedef struct pair {
    const tacti_bvh *a, *b;
    tact_contact_list *list;
    tact_curve_set *curves;
    tacti_pair_cache *cache;
    uint32_t *found; /* two numbers a pair, in the order of finding */
    size_t found_count, found_capacity;
} pair;

static void *create(const tact_mesh *mesh) {
    model *m = mesh_allocate(1, sizeof *m);
    m->mesh = mesh;
    return m;
}

static bool build(void *data) {
    model *m = data;
    return tacti_bvh_create(NULL, m->mesh, NULL, &m->bvh) == TACT_OK;
}

static void destroy(void *data) {
    model *m = data;
    tacti_bvh_destroy(m->bvh);
    free(m);
}

static double bytes(const void *data) {
    const model *m = data;
    return (double)tacti_bvh_measure(m->bvh).bytes;
}

static void *open_pair(void *a, void *b) {
    pair *p = mesh_allocate(1, sizeof *p);
    p->a = ((const model *)a)->bvh;
    p->b = ((const model *)b)->bvh;
    if (tact_contact_list_create(NULL, &p->list) != TACT_OK ||
        tact_curve_set_create(NULL, &p->curves) != TACT_OK ||
        tacti_pair_cache_create(NULL, &p->cache) != TACT_OK)
        return NULL;
    return p;
}

static void close_pair(void *data) {
    pair *p = data;
    tact_contact_list_destroy(p->list);
    tact_curve_set_destroy(p->curves);
    tacti_pair_cache_destroy(p->cache);
    free(p->found);
    free(p);
}

static void reset(void *data) {
    pair *p = data;
    tacti_pair_cache_reset(p->cache);
}

static bool ask_collide(pair *p, const tact_pose *a, const tact_pose *b, tacti_pair_cache *cache) {
    tacti_placed on_a = {p->a, *a}, on_b = {p->b, *b};
    tacti_mesh_collision result;
    return tacti_mesh_collide(&on_a, &on_b, NULL, cache, &result) == TACT_OK &&
           result.outcome == TACT_CONTACT;
}

static bool collide(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_collide(data, a, b, NULL);
}

static bool collide_cached(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_collide(data, a, b, ((pair *)data)->cache);
}

static double ask_distance(pair *p, const tact_pose *a, const tact_pose *b,
                           tacti_pair_cache *cache) {
    tacti_placed on_a = {p->a, *a}, on_b = {p->b, *b};
    tacti_mesh_distance_answer result;
    return tacti_mesh_distance(&on_a, &on_b, NULL, cache, &result) == TACT_OK ? result.distance
                                                                              : MESH_NONE;
}

static double distance(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_distance(data, a, b, NULL);
}

static double distance_cached(void *data, const tact_pose *a, const tact_pose *b) {
    return ask_distance(data, a, b, ((pair *)data)->cache);
}

/* Peers too keep the pairs in a list that grows. */
static bool keep(void *user, uint32_t a, uint32_t b) {
    pair *p = user;
    if (p->found_count == p->found_capacity) {
        size_t capacity = 2 * p->found_capacity + 1024;
        uint32_t *grown = realloc(p->found, 2 * capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        p->found = grown;
        p->found_capacity = capacity;
    }
    p->found[2 * p->found_count] = a;
    p->found[2 * p->found_count + 1] = b;
    p->found_count++;
    return true;
}

static double contacts(void *data, const tact_pose *a, const tact_pose *b) {
    pair *p = data;
    tacti_placed on_a = {p->a, *a}, on_b = {p->b, *b};
    tacti_contact_summary summary;
    p->found_count = 0;
    if (tacti_mesh_contacts_visit(&on_a, &on_b, NULL, keep, p, &summary) != TACT_OK)
        return MESH_NONE;
    return (double)p->found_count;
}

static double fill(pair *p, const tact_pose *a, const tact_pose *b, tact_contact_detail detail) {
    tacti_placed on_a = {p->a, *a}, on_b = {p->b, *b};
    tacti_contact_summary summary;
    if (tacti_mesh_contacts_fill(&on_a, &on_b, NULL, detail, p->list, &summary) != TACT_OK)
        return MESH_NONE;
    return (double)tact_contact_list_view(p->list).count;
}

static double contacts_sorted(void *data, const tact_pose *a, const tact_pose *b) {
    return fill(data, a, b, TACT_CONTACT_PAIRS);
}

static double contacts_geometry(void *data, const tact_pose *a, const tact_pose *b) {
    return fill(data, a, b, TACT_CONTACT_GEOMETRY);
}

static double contacts_curves(void *data, const tact_pose *a, const tact_pose *b) {
    pair *p = data;
    tacti_placed on_a = {p->a, *a}, on_b = {p->b, *b};
    tact_curve_summary summary;
    if (tacti_curve_set_fill(&on_a, &on_b, NULL, p->curves, &summary) != TACT_OK)
        return MESH_NONE;
    return (double)summary.contact_count;
}

#define COMMON                                                                                     \
    .create = create, .build = build, .destroy = destroy, .open_pair = open_pair,                  \
    .close_pair = close_pair, .reset = reset, .seconds = HUGE_VAL

const mesh_contender mesh_tact = {COMMON,
                                  .name = "tact",
                                  .about = "tact, cold; contacts as pairs in no order",
                                  .bytes = bytes,
                                  .collide = collide,
                                  .contacts = contacts,
                                  .distance = distance};
const mesh_contender mesh_tact_sorted = {COMMON, .name = "tact-sorted",
                                         .about = "tact, contacts as sorted pairs",
                                         .contacts = contacts_sorted};
const mesh_contender mesh_tact_geometry = {
    COMMON, .name = "tact-segments", .about = "tact, sorted contacts with what they have in common",
    .contacts = contacts_geometry};
const mesh_contender mesh_tact_curves = {COMMON, .name = "tact-curves",
                                         .about = "tact, contacts linked into curves",
                                         .contacts = contacts_curves};
const mesh_contender mesh_tact_cached = {COMMON, .name = "tact-cached",
                                         .about = "tact with a cache from query to query",
                                         .collide = collide_cached, .distance = distance_cached};

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
