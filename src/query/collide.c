/* SPDX-License-Identifier: MIT */
/* Whether two placed meshes touch, with a witness. */
#include "query/cache.h"
#include "query/inside.h"
#include "query/placed.h"
#include "query/proof_write.h"
#include "query/query.h"
#include "query/walk.h"

const char *tact_outcome_name(tact_outcome outcome) {
    switch (outcome) {
    case TACT_APART:
        return "apart";
    case TACT_CONTACT:
        return "contact";
    case TACT_UNDECIDED:
        return "undecided";
    }
    return "unknown outcome";
}

tact_query_desc tact_query_desc_default(void) {
    return (tact_query_desc){.budget = UINT64_MAX};
}

tact_status tacti_query_begin(const tact_placed *a, const tact_placed *b,
                              const tact_query_desc *desc, tacti_pair *pair) {
    if (desc != NULL && (!(desc->relative_error >= 0) || !(desc->absolute_error >= 0)))
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_pair_make(a, b, pair);
    if (status != TACT_OK)
        return status;
    if (desc != NULL && desc->solid && (!a->bvh->has_solid_data || !b->bvh->has_solid_data))
        return TACT_INVALID_ARGUMENT;
    return TACT_OK;
}

/* ---- Witnesses ---------------------------------------------------------------------------- */

static void set_contact(const tact_placed *a, const tact_placed *b, tacti_triangle_pair pair,
                        tact_collision *out) {
    tact_triangle ta = tacti_placed_triangle(a, pair.a), tb = tacti_placed_triangle(b, pair.b);
    tact_overlap overlap = tact_triangle_intersect(&ta, &tb);
    out->outcome = TACT_CONTACT;
    out->a = pair.a;
    out->b = pair.b;
    out->kind = overlap.kind;
    out->point = overlap.points[0].position;
}

static bool take_first(void *user, const tacti_triangle_batch *pairs) {
    *(tacti_triangle_pair *)user = (tacti_triangle_pair){pairs->a[0], pairs->b[0]};
    return false;
}

bool tacti_contained(const tact_placed *a, const tact_placed *b, tacti_triangle_pair *inside) {
    inside->a = tacti_find_inside(a, b);
    inside->b = TACT_NO_TRIANGLE;
    if (inside->a == TACT_NO_TRIANGLE)
        inside->b = tacti_find_inside(b, a);
    return inside->a != TACT_NO_TRIANGLE || inside->b != TACT_NO_TRIANGLE;
}

tact_vec3 tacti_contained_point(const tact_placed *a, const tact_placed *b,
                                tacti_triangle_pair inside) {
    return inside.a != TACT_NO_TRIANGLE ? tacti_placed_triangle(a, inside.a).v[0]
                                        : tacti_placed_triangle(b, inside.b).v[0];
}

/* ---- The query ---------------------------------------------------------------------------- */

bool tacti_cached_contact(const tact_placed *a, const tact_placed *b,
                          const tact_pair_cache *cache) {
    if (cache == NULL || !tacti_triangle_pair_is_valid(cache->contact, a->bvh, b->bvh))
        return false;
    tact_triangle ta = tacti_placed_triangle(a, cache->contact.a);
    tact_triangle tb = tacti_placed_triangle(b, cache->contact.b);
    return tact_triangle_overlaps(&ta, &tb);
}

/* What the walk found, and what follows for filled meshes; the proof is about the surfaces. */
static tact_status conclude(const tact_placed *a, const tact_placed *b, const tacti_pair *pair,
                            const tact_query_desc *desc, tacti_triangle_pair found,
                            tact_collision *out) {
    if (out->outcome == TACT_UNDECIDED) {
        tacti_proof_of_nothing(desc->proof);
        return TACT_OK;
    }
    if (found.a != TACT_NO_TRIANGLE) {
        set_contact(a, b, found, out);
        tacti_proof_of_contact(desc->proof, pair, found);
        return TACT_OK;
    }
    tact_status status = tacti_proof_of_cover(desc->proof, pair, false, 0, found);
    if (status == TACT_OK && desc->solid && tacti_contained(a, b, &found)) {
        out->outcome = TACT_CONTACT;
        out->is_contained = true;
        out->a = found.a;
        out->b = found.b;
        out->point = tacti_contained_point(a, b, found);
    }
    return status;
}

tact_status tact_collide(const tact_placed *a, const tact_placed *b, const tact_query_desc *desc,
                         tact_pair_cache *cache, tact_collision *out) {
    tacti_pair pair;
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_query_begin(a, b, desc, &pair);
    if (status != TACT_OK)
        return status;
    tact_query_desc options = desc == NULL ? tact_query_desc_default() : *desc;
    tacti_pair_cache_begin(cache, a->bvh, b->bvh);
    tact_collision answer = {
        .outcome = TACT_APART, .a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE};
    tacti_triangle_pair found = {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE};
    if (tacti_cached_contact(a, b, cache)) {
        answer.work.triangle_tests = 1;
        found = cache->contact;
    } else {
        tacti_contact_walk walk = {.pair = &pair,
                                   .take = take_first,
                                   .user = &found,
                                   .wants_first = true,
                                   .budget = options.budget};
        if (tacti_walks_at(pair.level)->contacts(&walk) == TACTI_WALK_OUT_OF_BUDGET)
            answer.outcome = TACT_UNDECIDED;
        answer.work = walk.work;
        if (cache != NULL && found.a != TACT_NO_TRIANGLE)
            cache->contact = found;
    }
    status = conclude(a, b, &pair, &options, found, &answer);
    if (status == TACT_OK)
        *out = answer;
    return status;
}
