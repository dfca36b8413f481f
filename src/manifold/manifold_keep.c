/* SPDX-License-Identifier: MIT */
/* What a cache keeps of a manifold: the face or the two edges that gave the normal. */
#include "manifold/manifold_parts.h"

/* A face gave the normal if its slope is at most this. */
#define SLOPE 1e-3
/* Edges meet along the normal if they fall by at most this, relative to their length. */
#define LEVEL 1e-3

/* ---- Faces --------------------------------------------------------------------------------- */

static uint32_t find_reference(const tacti_bodies *bodies, const tacti_contact_overlap *overlap) {
    uint32_t reference = 0;
    double least = SLOPE * SLOPE;
    for (uint32_t side = 0; side < 2; side++) {
        const tacti_contact_feature *feature = &overlap->feature[side];
        if (feature->count < 3 || !tacti_contact_has_faces(&bodies->body[side]))
            continue;
        tact_vec2 slope = feature->slope;
        double square = slope.x * slope.x + slope.y * slope.y;
        if (square < least) {
            least = square;
            reference = 1 + 2 * (feature->face & ~TACTI_FEATURE_FACE_BIT) + side;
        }
    }
    return reference;
}

/* ---- The edges that meet -------------------------------------------------------------------- */

/* The flattest edge at the furthest corner of a feature. False if it is not level. */
static bool find_edge(const tacti_contact_feature *feature, int side, uint32_t out[2]) {
    double best = LEVEL * LEVEL;
    bool is_found = false;
    uint32_t count = feature->count;
    if (count < 2)
        return false;
    double top = feature->corner[0].height;
    for (uint32_t i = 1; i < count; i++) {
        double height = feature->corner[i].height;
        top = side == 0 ? tacti_max(top, height) : tacti_min(top, height);
    }
    for (uint32_t i = 0; i < (count == 2 ? 1 : count); i++) {
        const tacti_corner *p = &feature->corner[i], *q = &feature->corner[(i + 1) % count];
        double x = q->at.x - p->at.x, y = q->at.y - p->at.y;
        double square = x * x + y * y;
        double low = tacti_max(tacti_abs(p->height - top), tacti_abs(q->height - top));
        if (low * low <= best * square && square > 0) {
            best = low * low / square;
            out[0] = p->vertex;
            out[1] = q->vertex;
            is_found = true;
        }
    }
    return is_found;
}

static bool keep_edges(const tacti_bodies *bodies, const tacti_contact_overlap *overlap,
                       tacti_convex_cache *cache) {
    uint32_t a[2], b[2];
    if (!bodies->is_exact || !find_edge(&overlap->feature[0], 0, a) ||
        !find_edge(&overlap->feature[1], 1, b))
        return false;
    cache->pair_count = 2;
    for (int i = 0; i < 2; i++) {
        cache->a[i] = a[i];
        cache->b[i] = b[i];
    }
    return true;
}

void tacti_contact_keep(const tacti_bodies *bodies, const tacti_contact_overlap *overlap,
                        tacti_convex_cache *cache) {
    cache->reference = 0;
    if (!bodies->is_exact)
        return;
    cache->reference = find_reference(bodies, overlap);
    if (cache->reference == 0 && keep_edges(bodies, overlap, cache))
        cache->reference = TACTI_CONTACT_EDGES;
}
