/* SPDX-License-Identifier: MIT */
/* Asks any question by its number, and says what the headers let it return. */
#include <math.h>
#include <string.h>

#include "questions.h"

bool is_about_one(tact_question question) {
    return question >= TACT_QUESTION_SELF;
}

answer *answer_place(int number) {
    static answer places[ANSWERS];
    answer *place = &places[number];
    if (place->list == NULL) {
        const tact_context *context = fuzz_context(TACT_SIMD_BASELINE);
        REQUIRE(tact_contact_list_create(context, &place->list) == TACT_OK);
        REQUIRE(tact_curve_set_create(context, &place->set) == TACT_OK);
    }
    return place;
}

size_t result_bytes(tact_question question) {
    static const size_t sizes[] = {
        sizeof(tact_collide_result),  sizeof(tact_distance_result), sizeof(tact_depth_result),
        sizeof(tact_manifold_result), sizeof(tact_gradient_result), sizeof(tact_classify_result),
        sizeof(tact_contacts_result), sizeof(tact_curves_result),   sizeof(tact_contacts_result),
        sizeof(tact_raycast_result),  sizeof(tact_nearest_result),  sizeof(tact_inside_result)};
    return sizes[question];
}

static tact_status call(tact_question question, const tact_instance *a, const tact_instance *b,
                        const tact_options *options, tact_cache *cache, answer *out) {
    any_result *r = &out->result;
    switch (question) {
    case TACT_QUESTION_COLLIDE:
        return tact_collide(a, b, options, cache, &r->collide);
    case TACT_QUESTION_DISTANCE:
        return tact_distance(a, b, options, cache, &r->distance);
    case TACT_QUESTION_DEPTH:
        return tact_depth(a, b, options, cache, &r->depth);
    case TACT_QUESTION_MANIFOLD:
        return tact_manifold(a, b, options, cache, &r->manifold);
    case TACT_QUESTION_GRADIENT:
        return tact_gradient(a, b, options, cache, &r->gradient);
    case TACT_QUESTION_CLASSIFY:
        return tact_classify(a, b, options, &r->classify);
    case TACT_QUESTION_CONTACTS:
        return tact_contacts(a, b, options, out->list, &r->contacts);
    case TACT_QUESTION_CURVES:
        return tact_curves(a, b, options, out->set, &r->curves);
    case TACT_QUESTION_SELF:
        return tact_self(a->model, options, out->list, &r->contacts);
    case TACT_QUESTION_RAYCAST:
        return tact_raycast(a, fuzz_world->ray, options, &r->raycast);
    case TACT_QUESTION_NEAREST:
        return tact_nearest(a, fuzz_world->point, options, &r->nearest);
    case TACT_QUESTION_INSIDE:
        return tact_inside(a, fuzz_world->point, options, &r->inside);
    }
    return TACT_UNSUPPORTED;
}

/* Options that are as long as the error field. */
static tact_error *error_in(const tact_options *options) {
    size_t end = offsetof(tact_options, error) + sizeof options->error;
    return options != NULL && options->size >= end && options->size <= sizeof *options
               ? options->error
               : NULL;
}

/* A refused question leaves the result as it was and says why. */
static void check_refusal(tact_question question, tact_status status, const tact_options *options,
                          const answer *out) {
    const unsigned char *byte = (const unsigned char *)&out->result;
    for (size_t i = 0; i < sizeof out->result; i++)
        REQUIRE(byte[i] == 0xA5);
    const tact_error *error = error_in(options);
    if (error != NULL)
        REQUIRE(error->status == status && error->text[0] != '\0' &&
                memchr(error->text, '\0', sizeof error->text) != NULL);
    REQUIRE(status == TACT_INVALID_ARGUMENT || status == TACT_NOT_FINITE ||
            status == TACT_INVALID_POSE || status == TACT_UNSUPPORTED ||
            status == TACT_NO_INTERIOR || status == TACT_OUT_OF_MEMORY);
    if (question == TACT_QUESTION_SELF)
        REQUIRE(status != TACT_INVALID_POSE);
}

tact_status ask(tact_question question, const tact_instance *a, const tact_instance *b,
                const tact_options *options, tact_cache *cache, answer *out) {
    memset(&out->result, 0xA5, sizeof out->result);
    tact_status status = call(question, a, b, options, cache, out);
    if (status != TACT_OK)
        check_refusal(question, status, options, out);
    return status;
}

const tact_options *options_for(const world *w) {
    static tact_options options;
    static tact_error error;
    static uint32_t left;
    if (!w->has_options)
        return NULL;
    options = w->options;
    left = w->cancel_after;
    memset(&error, 0, sizeof error);
    options.error = &error;
    options.user = &left;
    return &options;
}

/* ---- The same bits ------------------------------------------------------------------------ */

static bool has_same_lists(const tact_contact_list *x, const tact_contact_list *y) {
    tact_contact_view p = tact_contact_list_view(x), q = tact_contact_list_view(y);
    if (p.count != q.count || p.point_count != q.point_count)
        return false;
    if ((p.contacts == NULL) != (q.contacts == NULL) || (p.points == NULL) != (q.points == NULL))
        return false;
    for (uint32_t i = 0; i < p.count; i++) {
        if (p.pairs[2 * i] != q.pairs[2 * i] || p.pairs[2 * i + 1] != q.pairs[2 * i + 1])
            return false;
        if (p.contacts != NULL && memcmp(&p.contacts[i], &q.contacts[i], sizeof *p.contacts) != 0)
            return false;
    }
    return p.points == NULL || p.point_count == 0 ||
           memcmp(p.points, q.points, p.point_count * sizeof *p.points) == 0;
}

static bool has_same_sets(const answer *x, const answer *y) {
    const tact_curve_summary *p = &x->result.curves.summary, *q = &y->result.curves.summary;
    tact_curve_view v = tact_curve_set_view(x->set), u = tact_curve_set_view(y->set);
    bool are_same = p->outcome == q->outcome && p->contact_count == q->contact_count &&
                    p->curve_count == q->curve_count && p->closed_count == q->closed_count &&
                    p->lone_count == q->lone_count && p->patch_count == q->patch_count &&
                    memcmp(&p->length, &q->length, sizeof p->length) == 0 &&
                    memcmp(&p->patch_area, &q->patch_area, sizeof p->patch_area) == 0 &&
                    x->result.curves.ending == y->result.curves.ending;
    if (!are_same || v.point_count != u.point_count || v.index_count != u.index_count)
        return false;
    return (v.point_count == 0 ||
            memcmp(v.points, u.points, v.point_count * sizeof *v.points) == 0) &&
           (v.index_count == 0 ||
            memcmp(v.indices, u.indices, v.index_count * sizeof *v.indices) == 0);
}

bool has_same_bits(tact_question question, const answer *x, const answer *y) {
    if (question == TACT_QUESTION_CURVES)
        return has_same_sets(x, y);
    if (memcmp(&x->result, &y->result, result_bytes(question)) != 0)
        return false;
    bool has_list = question == TACT_QUESTION_CONTACTS || question == TACT_QUESTION_SELF;
    return !has_list || has_same_lists(x->list, y->list);
}

/* ---- What is expected --------------------------------------------------------------------- */

bool may_end_early(const tact_options *options) {
    return options->budget != UINT64_MAX || options->seconds < HUGE_VAL || options->cancel != NULL;
}

bool has_fixed_end(const world *w) {
    return w->effective.seconds == HUGE_VAL && w->effective.cancel == NULL;
}

static bool is_mesh_without(const pieces *p, bool interior) {
    for (uint32_t i = 0; i < p->count; i++) {
        tact_model_info info = tact_model_inspect(p->piece[i].at.model);
        if (info.kind == TACT_KIND_MESH && !(interior && info.has_interior))
            return true;
    }
    return false;
}

/* Whether an instance has an unknown flag, or is filled without an interior. */
static bool has_wrong_flags(const tact_instance *instance) {
    tact_model_info info = tact_model_inspect(instance->model);
    return instance->flags > TACT_INSTANCE_FILLED ||
           (instance->flags == TACT_INSTANCE_FILLED && info.kind == TACT_KIND_MESH &&
            !info.has_interior);
}

static bool is_supported(const world *w, tact_question question) {
    return tact_query_support(question, tact_model_inspect(w->a.model).kind,
                              tact_model_inspect(w->b.model).kind) != 0;
}

static bool has_filled_mesh(const pieces *p) {
    for (uint32_t i = 0; i < p->count; i++)
        if (p->piece[i].is_filled)
            return true;
    return false;
}

expectation expect(const world *w, tact_question question, const pieces *a, const pieces *b) {
    bool is_one = is_about_one(question), is_self = question == TACT_QUESTION_SELF;
    bool has_pose = tact_pose_validate(w->a.pose, NULL) == TACT_OK &&
                    (is_one || tact_pose_validate(w->b.pose, NULL) == TACT_OK);
    bool has_flags = !has_wrong_flags(&w->a) && (is_one || !has_wrong_flags(&w->b));
    bool has_point = !is_one || is_self ||
                     (tact_vec3_is_finite(w->point) &&
                      (question != TACT_QUESTION_RAYCAST || tact_vec3_is_finite(w->ray.direction)));
    bool needs_interior = question == TACT_QUESTION_CLASSIFY || question == TACT_QUESTION_INSIDE;
    bool lacks_interior =
        needs_interior && (is_mesh_without(a, true) || (!is_one && is_mesh_without(b, true)));
    /* Two meshes of which one is filled must both know their pieces. */
    bool may_lack_pieces = !is_one && (has_filled_mesh(a) || has_filled_mesh(b)) &&
                           (is_mesh_without(a, true) || is_mesh_without(b, true));
    bool is_right = !w->has_wrong_option && is_supported(w, question);
    if (is_self)
        return (expectation){.must_succeed = is_right, .must_fail = !is_right};
    is_right = is_right && has_pose && has_flags && has_point;
    /* A question about a compound may end before it comes to the part. */
    bool is_compound = tact_model_inspect(w->a.model).kind == TACT_KIND_COMPOUND;
    /* Far points and directions may be refused like far instances. */
    bool is_near = !is_one || !has_point ||
                   fmax(fabs(w->point.x), fmax(fabs(w->point.y), fabs(w->point.z))) < 0x1p490;
    return (expectation){.must_succeed = is_right && a->are_valid && b->are_valid && is_near &&
                                         !lacks_interior && !may_lack_pieces,
                         .must_fail = !is_right || (lacks_interior && !is_compound)};
}
