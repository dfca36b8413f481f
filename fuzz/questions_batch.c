/* SPDX-License-Identifier: MIT */
/* Batches: every question has the bits of a single call; a wrong one leaves its result alone. */
#include <string.h>

#include "questions.h"

#define BATCH 3

typedef struct batch_room {
    any_result results[BATCH]; /* packed, or with a stride */
    tact_contact_list *lists[BATCH];
    tact_curve_set *sets[BATCH];
    uint8_t statuses[BATCH];
    tact_pose poses[2];
} batch_room;

static tact_status run(tact_question question, const tact_batch *batch, batch_room *room) {
    void *out = room->results;
    switch (question) {
    case TACT_QUESTION_COLLIDE:
        return tact_collide_batch(NULL, batch, out);
    case TACT_QUESTION_DISTANCE:
        return tact_distance_batch(NULL, batch, out);
    case TACT_QUESTION_DEPTH:
        return tact_depth_batch(NULL, batch, out);
    case TACT_QUESTION_MANIFOLD:
        return tact_manifold_batch(NULL, batch, out);
    case TACT_QUESTION_GRADIENT:
        return tact_gradient_batch(NULL, batch, out);
    case TACT_QUESTION_CLASSIFY:
        return tact_classify_batch(NULL, batch, out);
    case TACT_QUESTION_CONTACTS:
        return tact_contacts_batch(NULL, batch, room->lists, out);
    default:
        return tact_curves_batch(NULL, batch, room->sets, out);
    }
}

/* Copies a result of the batch to where answers are compared. */
static const answer *result_at(tact_question question, const batch_room *room, size_t stride,
                               uint32_t i) {
    answer *place = answer_place(3 + (int)i);
    const unsigned char *bytes = (const unsigned char *)room->results;
    memset(&place->result, 0xA5, sizeof place->result);
    memcpy(&place->result, bytes + i * stride, result_bytes(question));
    return place;
}

static void check_pairs(const world *w, const answer *single, tact_status status) {
    static batch_room room;
    tact_question question = w->question;
    bool is_packed = w->is_extended;
    size_t stride = is_packed ? result_bytes(question) : sizeof(any_result);
    const uint32_t pairs[BATCH][2] = {{0, 1}, {1, 0}, {0, 9}};
    tact_instance instances[2] = {w->a, w->b};
    room.poses[0] = w->a.pose;
    room.poses[1] = w->b.pose;
    if (is_packed)
        instances[0].pose = instances[1].pose = tact_pose_identity();
    memset(room.results, 0xA5, sizeof room.results);
    memset(room.statuses, 0xFF, sizeof room.statuses);
    for (int i = 0; i < BATCH; i++) {
        room.lists[i] = answer_place(3 + i)->list;
        room.sets[i] = answer_place(3 + i)->set;
    }
    tact_batch batch = {.instances = instances,
                        .poses = is_packed ? room.poses : NULL,
                        .pairs = pairs,
                        .instance_count = 2,
                        .pose_count = 1,
                        .pair_count = BATCH,
                        .options = options_for(w),
                        .result_stride = is_packed ? 0 : stride,
                        .statuses = room.statuses};
    tact_status whole = run(question, &batch, &room);
    if (w->has_options && w->options.size != sizeof w->options) {
        REQUIRE(whole == TACT_INVALID_ARGUMENT && room.statuses[0] == 0xFF);
        return;
    }
    REQUIRE(whole == TACT_OK && room.statuses[0] == status);
    const answer *got = result_at(question, &room, stride, 0);
    REQUIRE(status != TACT_OK || has_same_bits(question, single, got));
    REQUIRE(room.statuses[2] == TACT_INVALID_ARGUMENT);
    got = result_at(question, &room, stride, 2);
    for (size_t i = 0; i < sizeof got->result; i++)
        REQUIRE(((const unsigned char *)&got->result)[i] == 0xA5);
    answer *swapped = answer_place(2);
    tact_status other = ask(question, &w->b, &w->a, options_for(w), NULL, swapped);
    REQUIRE(room.statuses[1] == other);
    got = result_at(question, &room, stride, 1);
    REQUIRE(other != TACT_OK || has_same_bits(question, swapped, got));
}

static void check_ones(const world *w, const answer *single, tact_status status) {
    static batch_room room;
    tact_question question = w->question;
    const tact_options *options = options_for(w);
    const tact_ray rays[2] = {w->ray, w->ray};
    const tact_vec3 points[2] = {w->point, w->point};
    const tact_model *models[2] = {w->a.model, w->a.model};
    tact_status whole;
    memset(room.results, 0xA5, sizeof room.results);
    void *out = room.results;
    room.lists[0] = answer_place(3)->list;
    room.lists[1] = answer_place(4)->list;
    if (question == TACT_QUESTION_SELF)
        whole = tact_self_batch(NULL, models, 2, options, room.lists, out);
    else if (question == TACT_QUESTION_RAYCAST)
        whole = tact_raycast_batch(NULL, &w->a, rays, 2, options, out);
    else if (question == TACT_QUESTION_NEAREST)
        whole = tact_nearest_batch(NULL, &w->a, points, 2, options, out);
    else
        whole = tact_inside_batch(NULL, &w->a, points, 2, options, out);
    if (w->has_options && w->options.size != sizeof w->options)
        REQUIRE(whole == TACT_INVALID_ARGUMENT);
    else
        REQUIRE(whole == status);
    for (uint32_t i = 0; i < 2 && whole == TACT_OK; i++)
        REQUIRE(
            has_same_bits(question, single, result_at(question, &room, result_bytes(question), i)));
}

void check_batch(const world *w, const answer *single, tact_status status) {
    if (!w->is_batched || !has_fixed_end(w))
        return;
    if (is_about_one(w->question))
        check_ones(w, single, status);
    else
        check_pairs(w, single, status);
}
