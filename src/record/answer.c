/* SPDX-License-Identifier: MIT */
/* Answers as words: field by field, so that neither padding nor the order of bytes matters. */
#include "record/answer.h"

#include <string.h>

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void put(tacti_answer *answer, const char *name, uint64_t word) {
    TACTI_ASSERT(answer->count < TACTI_ANSWER_WORDS);
    answer->names[answer->count] = name;
    answer->words[answer->count++] = word;
}

static void put_number(tacti_answer *answer, const char *name, double x) {
    put(answer, name, bits_of(x));
}

static void put_vector(tacti_answer *answer, const char *name, tact_vec3 v) {
    put_number(answer, name, v.x);
    put_number(answer, name, v.y);
    put_number(answer, name, v.z);
}

static void put_site(tacti_answer *answer, const char *name, const tact_site *site) {
    put(answer, name, (uint64_t)site->part << 32 | site->element);
    put(answer, name, site->feature);
    put_vector(answer, name, site->point);
}

static void put_head(tacti_answer *answer, tact_outcome outcome, tact_ending ending,
                     uint32_t flags) {
    put(answer, "the outcome", (uint64_t)outcome);
    put(answer, "the ending", (uint64_t)ending);
    put(answer, "the flags", flags);
}

static void put_bounds(tacti_answer *answer, const char *name, double value, double lower,
                       double upper) {
    put_number(answer, name, value);
    put_number(answer, "the lower bound", lower);
    put_number(answer, "the upper bound", upper);
}

static void count_work(tacti_answer *answer, const tact_work *work) {
    answer->work += work->node_pairs + work->box_tests + work->triangle_tests;
}

/* ---- Two instances ------------------------------------------------------------------------ */

void tacti_answer_collide(tacti_answer *answer, const tact_collide_result *r) {
    put_head(answer, r->outcome, r->ending, r->flags);
    put(answer, "the kind of the overlap", (uint64_t)r->kind);
    put_site(answer, "the witness on a", &r->a);
    put_site(answer, "the witness on b", &r->b);
    count_work(answer, &r->work);
}

void tacti_answer_distance(tacti_answer *answer, const tact_distance_result *r) {
    put_head(answer, r->outcome, r->ending, r->flags);
    put(answer, "whether it is within the limit", (uint64_t)r->within);
    put_bounds(answer, "the distance", r->distance, r->lower, r->upper);
    put_vector(answer, "the direction", r->direction);
    put_site(answer, "the point of a", &r->a);
    put_site(answer, "the point of b", &r->b);
    count_work(answer, &r->work);
}

void tacti_answer_depth(tacti_answer *answer, const tact_depth_result *r) {
    put_head(answer, r->outcome, r->ending, r->flags);
    put_bounds(answer, "the depth", r->depth, r->lower, r->upper);
    put_vector(answer, "the direction", r->direction);
    put_site(answer, "the point of a", &r->a);
    put_site(answer, "the point of b", &r->b);
    answer->work += r->steps;
}

void tacti_answer_manifold(tacti_answer *answer, const tact_manifold_result *r) {
    put_head(answer, r->outcome, r->ending, r->flags);
    put(answer, "the number of points", r->point_count);
    put_number(answer, "the separation", r->separation);
    put_vector(answer, "the normal", r->normal);
    for (uint32_t i = 0; i < r->point_count && i < 4; i++) {
        const tact_contact_point *point = &r->points[i];
        put_vector(answer, "a point on a", point->point_a);
        put_vector(answer, "a point on b", point->point_b);
        put_number(answer, "the separation of a point", point->separation);
        put(answer, "the features of a point", (uint64_t)point->feature_a << 32 | point->feature_b);
    }
}

void tacti_answer_gradient(tacti_answer *answer, const tact_gradient_result *r) {
    put_head(answer, r->outcome, r->ending, r->flags);
    put_number(answer, "the separation", r->separation);
    put_vector(answer, "the gradient of a", r->of_a.translation);
    put_vector(answer, "the gradient of a", r->of_a.rotation);
    put_vector(answer, "the gradient of b", r->of_b.translation);
    put_vector(answer, "the gradient of b", r->of_b.rotation);
}

void tacti_answer_classify(tacti_answer *answer, const tact_classify_result *r) {
    put(answer, "the relation", (uint64_t)r->relation);
    put(answer, "the reason", (uint64_t)r->reason);
    put(answer, "the ending", (uint64_t)r->ending);
    put(answer, "the flags", r->flags);
    put(answer, "the kind of the overlap", (uint64_t)r->kind);
    put_site(answer, "the witness on a", &r->a);
    put_site(answer, "the witness on b", &r->b);
    put_bounds(answer, "the clearance", r->clearance, r->clearance_lower, r->clearance_upper);
    put_site(answer, "the nearest point of a", &r->clearance_a);
    put_site(answer, "the nearest point of b", &r->clearance_b);
    count_work(answer, &r->work);
}

/* ---- One instance ------------------------------------------------------------------------- */

void tacti_answer_raycast(tacti_answer *answer, const tact_raycast_result *r) {
    put_head(answer, r->outcome, r->ending, 0);
    put_bounds(answer, "the t of the hit", r->t, r->lower, r->upper);
    put_site(answer, "the hit", &r->site);
}

void tacti_answer_nearest(tacti_answer *answer, const tact_nearest_result *r) {
    put_head(answer, r->outcome, r->ending, 0);
    put_bounds(answer, "the distance", r->distance, r->lower, r->upper);
    put_site(answer, "the nearest point", &r->site);
}

void tacti_answer_inside(tacti_answer *answer, const tact_inside_result *r) {
    put_head(answer, r->outcome, r->ending, r->flags);
    put_bounds(answer, "the winding number", r->winding, r->winding_lower, r->winding_upper);
    put_bounds(answer, "the distance", r->distance, r->distance_lower, r->distance_upper);
    put_site(answer, "the nearest point", &r->site);
}

/* ---- Lists and sets ----------------------------------------------------------------------- */

static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

static uint64_t mix_vector(uint64_t sum, tact_vec3 v) {
    return mix(mix(mix(sum, bits_of(v.x)), bits_of(v.y)), bits_of(v.z));
}

static uint64_t hash_list(const tact_contact_list *list) {
    tact_contact_view view = tact_contact_list_view(list);
    uint64_t sum = mix(mix(0, view.count), view.point_count);
    for (size_t i = 0; i < view.count && view.pairs != NULL; i++)
        sum = mix(sum, (uint64_t)view.pairs[2 * i] << 32 | view.pairs[2 * i + 1]);
    for (uint32_t i = 0; i < view.count && view.contacts != NULL; i++) {
        const tact_contact *c = &view.contacts[i];
        sum = mix(sum, (uint64_t)c->part_a << 32 | c->part_b);
        sum = mix(sum, (uint64_t)c->kind << 32 | c->point_count);
    }
    for (uint32_t i = 0; i < view.point_count && view.points != NULL; i++) {
        const tact_overlap_point *p = &view.points[i];
        sum = mix(mix_vector(sum, p->position), (uint64_t)p->a << 32 | (uint64_t)p->b);
    }
    return sum;
}

void tacti_answer_contacts(tacti_answer *answer, const tact_contacts_result *r,
                           const tact_contact_list *list) {
    put_head(answer, r->outcome, r->ending, 0);
    put(answer, "the number of contacts", r->count);
    put(answer, "the hash of the contacts", hash_list(list));
    count_work(answer, &r->work);
}

static uint64_t hash_set(const tact_curve_set *set) {
    tact_curve_view view = tact_curve_set_view(set);
    uint64_t sum = mix(mix(0, view.curve_count), view.patch_count);
    for (uint32_t i = 0; i < view.curve_count; i++) {
        const tact_curve *c = &view.curves[i];
        sum = mix(mix(sum, (uint64_t)c->first << 32 | c->count), bits_of(c->length));
        sum = mix(sum, c->is_closed);
    }
    for (uint32_t i = 0; i < view.patch_count; i++) {
        const tact_patch *p = &view.patches[i];
        sum = mix(mix(sum, (uint64_t)p->a << 32 | p->b), (uint64_t)p->first << 32 | p->count);
        sum = mix(sum, p->is_same_side);
    }
    for (uint32_t i = 0; i < view.index_count; i++)
        sum = mix(sum, view.indices[i]);
    for (uint32_t i = 0; i < view.point_count; i++)
        sum = mix_vector(sum, view.points[i]);
    return sum;
}

void tacti_answer_curves(tacti_answer *answer, const tact_curves_result *r,
                         const tact_curve_set *set) {
    const tact_curve_summary *summary = &r->summary;
    put_head(answer, summary->outcome, r->ending, 0);
    put(answer, "the number of contacts", summary->contact_count);
    put(answer, "the number of curves", summary->curve_count);
    put(answer, "the number of closed curves", summary->closed_count);
    put(answer, "the number of lone points", summary->lone_count);
    put(answer, "the number of patches", summary->patch_count);
    put_number(answer, "the length", summary->length);
    put_number(answer, "the area of the patches", summary->patch_area);
    put(answer, "the hash of the curves", hash_set(set));
    answer->work += summary->contact_count;
}
