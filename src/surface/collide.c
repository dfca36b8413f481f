/* SPDX-License-Identifier: MIT */
/* Whether two placed meshes touch, with a witness. */
#include "surface/surface.h"
#include "base/assert.h"
#include "inside/inside.h"
#include "frame/placed_triangle.h"
#include "prove/prove.h"
#include "frame/begin.h"
#include "surface/surface_parts.h"
#include "contacts/contacts_walk.h"

/* ---- Witnesses ---------------------------------------------------------------------------- */

static void set_contact(const tacti_placed *a, const tacti_placed *b, tacti_triangle_pair pair,
                        tacti_mesh_collision *out) {
    tact_triangle ta = tacti_placed_triangle(a, pair.a), tb = tacti_placed_triangle(b, pair.b);
    tact_overlap overlap = tact_triangle_intersect(&ta, &tb);
    out->outcome = TACT_OUTCOME_CONTACT;
    out->a = pair.a;
    out->b = pair.b;
    out->kind = overlap.kind;
    out->point = overlap.points[0].position;
}

static bool take_first(void *user, const tacti_triangle_batch *pairs) {
    TACTI_ASSERT(pairs->count > 0);
    *(tacti_triangle_pair *)user = (tacti_triangle_pair){pairs->a[0], pairs->b[0]};
    return false;
}

bool tacti_contained(const tacti_placed *a, const tacti_placed *b, tacti_meter *meter,
                     tacti_triangle_pair *inside) {
    inside->a = tacti_find_inside(a, b, meter);
    inside->b = TACT_NO_TRIANGLE;
    if (inside->a == TACT_NO_TRIANGLE)
        inside->b = tacti_find_inside(b, a, meter);
    return inside->a != TACT_NO_TRIANGLE || inside->b != TACT_NO_TRIANGLE;
}

tact_vec3 tacti_contained_point(const tacti_placed *a, const tacti_placed *b,
                                tacti_triangle_pair inside) {
    TACTI_ASSERT(inside.a != TACT_NO_TRIANGLE || inside.b != TACT_NO_TRIANGLE);
    return inside.a != TACT_NO_TRIANGLE ? tacti_placed_triangle(a, inside.a).v[0]
                                        : tacti_placed_triangle(b, inside.b).v[0];
}

/* ---- The query ---------------------------------------------------------------------------- */

bool tacti_cached_contact(const tacti_placed *a, const tacti_placed *b,
                          const tacti_pair_cache *cache) {
    if (cache == NULL || !tacti_triangle_pair_is_valid(cache->contact, a->bvh, b->bvh))
        return false;
    tact_triangle ta = tacti_placed_triangle(a, cache->contact.a);
    tact_triangle tb = tacti_placed_triangle(b, cache->contact.b);
    return tact_triangle_overlaps(&ta, &tb);
}

/* If a proof is wanted, the search for a contact stops after this many tests. By then it has found
 * deep contacts. Otherwise the walk that writes the proof decides, whatever the answer is. */
#define TESTS_BEFORE_PROOF 800

/* Looks for a contact. Returns false if the meter stopped the search. */
static bool find_contact(const tacti_pair *pair, tacti_meter *meter, tacti_triangle_pair *found) {
    tacti_contact_walk walk = {.pair = pair,
                               .take = take_first,
                               .user = found,
                               .wants_first = true,
                               .is_single = true,
                               .meter = meter};
    return tacti_walk_contacts(&walk) != TACTI_WALK_INTERRUPTED;
}

/* The same with TESTS_BEFORE_PROOF tests at most, for a query without a budget. */
static bool find_contact_soon(const tacti_pair *pair, tacti_meter *meter,
                              tacti_triangle_pair *found) {
    tacti_meter few = tacti_meter_make(TESTS_BEFORE_PROOF, meter->pace.watch);
    bool is_decided = find_contact(pair, &few, found);
    meter->work = few.work;
    if (few.pace.stop != TACTI_STOP_BUDGET)
        meter->pace.stop = few.pace.stop;
    return is_decided;
}

/* Writes the proof about two meshes between which no contact was found. If *is_decided, they are
 * known to be apart. Otherwise the walk for the proof decides. */
static tact_status decide_by_proof(const tacti_pair *pair, tact_proof *proof, tacti_meter *meter,
                                   tacti_triangle_pair *found, bool *is_decided) {
    tacti_cover_task task = {.nearest = *found, .meter = meter};
    tact_status status = tacti_proof_of_cover(proof, pair, &task);
    *found = task.touching;
    if (status != TACT_OK || *is_decided || tacti_meter_is_stopped(meter))
        return status;
    *is_decided =
        tact_proof_inspect(proof).claim != TACT_CLAIM_NOTHING || find_contact(pair, meter, found);
    return TACT_OK;
}

/* Looks for a contact, and writes the proof if one is wanted. *is_decided becomes false if the
 * meter stopped the search before the answer was known. */
static tact_status decide(const tacti_pair *pair, tact_proof *proof, tacti_meter *meter,
                          tacti_triangle_pair *found, bool *is_decided) {
    bool is_short = proof != NULL && meter->pace.budget == UINT64_MAX;
    *is_decided =
        is_short ? find_contact_soon(pair, meter, found) : find_contact(pair, meter, found);
    if (found->a != TACT_NO_TRIANGLE)
        tacti_proof_of_contact(proof, pair, *found);
    else if (tacti_meter_is_stopped(meter))
        tacti_proof_of_nothing(proof);
    else if (proof != NULL)
        return decide_by_proof(pair, proof, meter, found, is_decided);
    return TACT_OK;
}

static void set_inside(const tacti_placed *a, const tacti_placed *b, tacti_triangle_pair inside,
                       tacti_mesh_collision *out) {
    out->outcome = TACT_OUTCOME_CONTACT;
    out->is_contained = true;
    out->a = inside.a;
    out->b = inside.b;
    out->point = tacti_contained_point(a, b, inside);
}

tact_status tacti_mesh_collide(const tacti_placed *a, const tacti_placed *b,
                               const tacti_query_desc *desc, tacti_pair_cache *cache,
                               tacti_mesh_collision *out) {
    tacti_pair pair;
    if (out == NULL)
        return TACT_INVALID_ARGUMENT;
    tact_status status = tacti_query_begin(a, b, desc, &pair);
    if (status != TACT_OK)
        return status;
    tacti_query_desc options = desc == NULL ? tacti_query_desc_default() : *desc;
    tacti_mesh_collision answer = {
        .outcome = TACT_OUTCOME_APART, .a = TACT_NO_TRIANGLE, .b = TACT_NO_TRIANGLE};
    tacti_triangle_pair found = {TACT_NO_TRIANGLE, TACT_NO_TRIANGLE};
    bool is_decided = true;
    tacti_meter meter = tacti_meter_make(options.budget, options.watch);
    if (tacti_cached_contact(a, b, cache)) {
        meter.work.triangle_tests = 1;
        found = cache->contact;
        tacti_proof_of_contact(options.proof, &pair, found);
    } else {
        status = decide(&pair, options.proof, &meter, &found, &is_decided);
        if (status != TACT_OK)
            return status;
    }
    if (!is_decided) {
        answer.outcome = TACT_OUTCOME_UNDECIDED;
    } else if (found.a != TACT_NO_TRIANGLE) {
        if (cache != NULL)
            cache->contact = found;
        set_contact(a, b, found, &answer);
    } else if (options.solid && tacti_contained(a, b, &meter, &found)) {
        set_inside(a, b, found, &answer);
    } else if (options.solid && tacti_meter_is_stopped(&meter)) {
        answer.outcome = TACT_OUTCOME_UNDECIDED;
    }
    answer.stop = meter.pace.stop;
    answer.work = meter.work;
    *out = answer;
    return TACT_OK;
}
