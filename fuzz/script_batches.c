/* SPDX-License-Identifier: MIT */
/* Actions that ask many questions at once. Without statuses a batch returns the first failure.
 * With statuses it returns TACT_OK, and the results of questions that failed are unchanged. */
#include "script.h"

#include <string.h>

#define PATTERN 0x5A
#define MOST_QUESTIONS (2 * MOST_BATCH)

/* Any result of a question about two instances. */
typedef union any_result {
    tact_collide_result collide;
    tact_distance_result distance;
    tact_depth_result depth;
    tact_manifold_result manifold;
    tact_gradient_result gradient;
    tact_classify_result classify;
    tact_contacts_result contacts;
    tact_curves_result curves;
} any_result;

typedef struct batched {
    tact_instance instances[MOST_BATCH];
    tact_pose poses[2 * MOST_BATCH];
    uint32_t pairs[MOST_BATCH][2];
    tact_cache caches[MOST_BATCH];
    tact_options options;
    uint8_t statuses[MOST_QUESTIONS];
    any_result results[MOST_QUESTIONS];
    tact_contact_list *lists[MOST_QUESTIONS];
    tact_curve_set *sets[MOST_QUESTIONS];
    tact_batch batch;
} batched;

/* Each question needs a list of its own, or none. */
static void choose_lists(script *s, batched *b) {
    uint32_t first = script_below(s, MOST_OBJECTS);
    for (uint32_t i = 0; i < MOST_QUESTIONS; i++) {
        b->lists[i] = i < MOST_OBJECTS ? s->lists[(first + i) % MOST_OBJECTS] : NULL;
        b->sets[i] = i < MOST_OBJECTS ? s->sets[(first + i) % MOST_OBJECTS] : NULL;
    }
}

static void choose_batch(script *s, batched *b) {
    memset(b, 0, sizeof *b);
    uint32_t count = script_below(s, MOST_BATCH + 1);
    b->options = script_options(s);
    b->batch = (tact_batch){.instances = b->instances,
                            .instance_count = count,
                            .pose_count = 1,
                            .pair_count = count / 2,
                            .options = script_rarely(s) ? NULL : &b->options,
                            .result_stride = sizeof(any_result)};
    for (uint32_t i = 0; i < count; i++)
        b->instances[i] = script_instance(s);
    uint8_t how = script_byte(s);
    if (how & 1) {
        b->batch.pairs = b->pairs;
        b->batch.pair_count = script_below(s, MOST_BATCH + 1);
        for (uint32_t i = 0; i < b->batch.pair_count; i++)
            for (int k = 0; k < 2; k++)
                b->pairs[i][k] = script_below(s, MOST_BATCH + 1);
    }
    if (how & 2) {
        b->batch.poses = b->poses;
        b->batch.pose_count = script_below(s, 3);
        for (uint32_t i = 0; i < b->batch.pose_count * count; i++)
            b->poses[i] = script_pose(s);
    }
    if (how & 4) {
        b->batch.caches = b->caches;
        for (uint32_t i = 0; i < MOST_BATCH; i++)
            b->caches[i] = (tact_cache){s->caches[i], TACT_CACHE_BYTES};
    }
    if (how & 8)
        b->batch.statuses = b->statuses;
    choose_lists(s, b);
    memset(b->results, PATTERN, sizeof b->results);
    memset(b->statuses, PATTERN, sizeof b->statuses);
}

static tact_status ask(uint32_t question, const tact_context *context, batched *b) {
    const tact_batch *batch = &b->batch;
    switch (question) {
    case 0:
        return tact_collide_batch(context, batch, &b->results[0].collide);
    case 1:
        return tact_distance_batch(context, batch, &b->results[0].distance);
    case 2:
        return tact_depth_batch(context, batch, &b->results[0].depth);
    case 3:
        return tact_manifold_batch(context, batch, &b->results[0].manifold);
    case 4:
        return tact_gradient_batch(context, batch, &b->results[0].gradient);
    case 5:
        return tact_classify_batch(context, batch, &b->results[0].classify);
    case 6:
        return tact_contacts_batch(context, batch, b->lists, &b->results[0].contacts);
    default:
        return tact_curves_batch(context, batch, b->sets, &b->results[0].curves);
    }
}

/* Checks the statuses. Returns the first that is not TACT_OK. */
static tact_status check_statuses(const batched *b) {
    tact_status first = TACT_OK;
    unsigned char untouched[sizeof(any_result)];
    uint32_t count = b->batch.pair_count * b->batch.pose_count;
    memset(untouched, PATTERN, sizeof untouched);
    for (uint32_t i = 0; i < MOST_QUESTIONS; i++) {
        script_require(i < count || b->statuses[i] == PATTERN);
        bool is_answered = i < count && b->statuses[i] == TACT_OK;
        if (!is_answered)
            script_require(memcmp(&b->results[i], untouched, sizeof untouched) == 0);
        if (i >= count || is_answered)
            continue;
        tact_status status = (tact_status)b->statuses[i];
        script_require(status == TACT_OUT_OF_MEMORY ||
                       ((MAY_ANSWER | MAY(TACT_TOO_LARGE)) & MAY(status)) != 0);
        if (first == TACT_OK || status == TACT_OUT_OF_MEMORY)
            first = status; /* the lack of memory is what the allocator knows of */
    }
    return first;
}

void act_batch(script *s) {
    static batched b; /* large */
    uint32_t question = script_below(s, 8);
    if (question == 5 && script_byte(s) % 8 != 0) /* slow, see act_classify() */
        question = 6;
    const tact_context *context = script_context(s);
    choose_batch(s, &b);
    script_begin(s, NULL, 0);
    tact_status status = ask(question, context, &b);
    if (status == TACT_OK && b.batch.statuses != NULL)
        status = check_statuses(&b);
    else if (status != TACT_OK && b.batch.statuses != NULL)
        script_require(status == TACT_INVALID_ARGUMENT && b.statuses[0] == PATTERN);
    /* Several questions may fail, the first of them for another reason than memory. */
    if (status != TACT_OK && status != TACT_OUT_OF_MEMORY)
        script_require(((MAY_ANSWER | MAY(TACT_TOO_LARGE)) & MAY(status)) != 0);
    else
        (void)script_end(s, status, 0);
}

/* ---- One instance, one model -------------------------------------------------------------- */

void act_points_batch(script *s) {
    tact_vec3 points[6];
    tact_ray rays[6];
    tact_nearest_result nearest[6];
    tact_inside_result inside[6];
    tact_raycast_result hits[6];
    tact_instance instance = script_instance(s);
    tact_options options = script_options(s);
    const tact_context *context = script_context(s);
    uint32_t question = script_below(s, 3), count = script_points(s, points, 6);
    for (uint32_t i = 0; i < count; i++)
        rays[i] = (tact_ray){points[i], points[(i + 1) % count]};
    script_begin(s, NULL, 0);
    tact_status status =
        question == 0   ? tact_raycast_batch(context, &instance, rays, count, &options, hits)
        : question == 1 ? tact_nearest_batch(context, &instance, points, count, &options, nearest)
                        : tact_inside_batch(context, &instance, points, count, &options, inside);
    (void)script_end_question(s, status, &options, false);
}

void act_self_batch(script *s) {
    const tact_model *models[MOST_BATCH];
    tact_contacts_result results[MOST_BATCH];
    tact_options options = script_options(s);
    const tact_context *context = script_context(s);
    uint32_t count = script_below(s, MOST_BATCH + 1);
    bool has_lists = script_byte(s) % 2 == 0;
    for (uint32_t i = 0; i < count; i++)
        models[i] = TAKE(s, s->models);
    script_begin(s, NULL, 0);
    tact_status status =
        tact_self_batch(context, models, count, &options, has_lists ? s->lists : NULL, results);
    if (status == TACT_OK || status == TACT_OUT_OF_MEMORY)
        (void)script_end_question(s, status, &options, true);
    else
        script_require((MAY_ANSWER & MAY(status)) != 0);
}
