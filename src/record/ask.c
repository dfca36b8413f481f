/* SPDX-License-Identifier: MIT */
/* Asks single questions, records them, and asks them again. */
#include "record/answer.h"

#include <math.h>
#include <string.h>

#include "model/ask.h"

/* ---- Asking ------------------------------------------------------------------------------- */

static void ask_points(const tact_asked *asked, const tact_options *options, tacti_answer *out) {
    if (asked->question == TACT_QUESTION_RAYCAST) {
        tact_raycast_result r = {0};
        out->status = tact_raycast(&asked->a, asked->ray, options, &r);
        if (out->status == TACT_OK)
            tacti_answer_raycast(out, &r);
    } else if (asked->question == TACT_QUESTION_NEAREST) {
        tact_nearest_result r = {0};
        out->status = tact_nearest(&asked->a, asked->point, options, &r);
        if (out->status == TACT_OK)
            tacti_answer_nearest(out, &r);
    } else {
        tact_inside_result r = {0};
        out->status = tact_inside(&asked->a, asked->point, options, &r);
        if (out->status == TACT_OK)
            tacti_answer_inside(out, &r);
    }
}

static void ask_list(const tact_asked *asked, const tact_options *options, tacti_answer *out) {
    tact_contact_list *list = NULL;
    tact_contacts_result r = {0};
    out->status = tact_contact_list_create(options->context, &list);
    if (out->status == TACT_OK && asked->question == TACT_QUESTION_SELF)
        out->status = tact_self(asked->a.model, options, list, &r);
    else if (out->status == TACT_OK)
        out->status = tact_contacts(&asked->a, &asked->b, options, list, &r);
    if (out->status == TACT_OK)
        tacti_answer_contacts(out, &r, list);
    tact_contact_list_destroy(list);
}

static void ask_curves(const tact_asked *asked, const tact_options *options, tacti_answer *out) {
    tact_curve_set *set = NULL;
    tact_curves_result r = {0};
    out->status = tact_curve_set_create(options->context, &set);
    if (out->status == TACT_OK)
        out->status = tact_curves(&asked->a, &asked->b, options, set, &r);
    if (out->status == TACT_OK)
        tacti_answer_curves(out, &r, set);
    tact_curve_set_destroy(set);
}

/* Questions about how far two shapes are inside each other. */
static void ask_shapes(const tact_asked *asked, const tact_options *options, tacti_answer *out) {
    if (asked->question == TACT_QUESTION_DEPTH) {
        tact_depth_result r = {0};
        out->status = tact_depth(&asked->a, &asked->b, options, asked->cache, &r);
        if (out->status == TACT_OK)
            tacti_answer_depth(out, &r);
    } else if (asked->question == TACT_QUESTION_MANIFOLD) {
        tact_manifold_result r = {0};
        out->status = tact_manifold(&asked->a, &asked->b, options, asked->cache, &r);
        if (out->status == TACT_OK)
            tacti_answer_manifold(out, &r);
    } else {
        tact_gradient_result r = {0};
        out->status = tact_gradient(&asked->a, &asked->b, options, asked->cache, &r);
        if (out->status == TACT_OK)
            tacti_answer_gradient(out, &r);
    }
}

/* Collide, distance and classify. */
static void ask_pair(const tact_asked *asked, const tact_options *options, tacti_answer *out) {
    if (asked->question == TACT_QUESTION_COLLIDE) {
        tact_collide_result r = {0};
        out->status = tact_collide(&asked->a, &asked->b, options, asked->cache, &r);
        if (out->status == TACT_OK)
            tacti_answer_collide(out, &r);
    } else if (asked->question == TACT_QUESTION_DISTANCE) {
        tact_distance_result r = {0};
        out->status = tact_distance(&asked->a, &asked->b, options, asked->cache, &r);
        if (out->status == TACT_OK)
            tacti_answer_distance(out, &r);
    } else {
        tact_classify_result r = {0};
        out->status = tact_classify(&asked->a, &asked->b, options, &r);
        if (out->status == TACT_OK)
            tacti_answer_classify(out, &r);
    }
}

tact_status tacti_ask_again(const tact_context *context, const tact_asked *asked,
                            const tact_options *options, tacti_answer *out) {
    tact_options own = *options;
    own.context = context;
    memset(out, 0, sizeof *out);
    switch (asked->question) {
    case TACT_QUESTION_CONTACTS:
    case TACT_QUESTION_SELF:
        ask_list(asked, &own, out);
        break;
    case TACT_QUESTION_CURVES:
        ask_curves(asked, &own, out);
        break;
    case TACT_QUESTION_RAYCAST:
    case TACT_QUESTION_NEAREST:
    case TACT_QUESTION_INSIDE:
        ask_points(asked, &own, out);
        break;
    case TACT_QUESTION_DEPTH:
    case TACT_QUESTION_MANIFOLD:
    case TACT_QUESTION_GRADIENT:
        ask_shapes(asked, &own, out);
        break;
    default:
        ask_pair(asked, &own, out);
    }
    return out->status == TACT_OUT_OF_MEMORY ? TACT_OUT_OF_MEMORY : TACT_OK;
}

/* ---- Recording ---------------------------------------------------------------------------- */

/* The options without what only this process can read. TACT_UNSUPPORTED if the answer depends on
 * it. */
static tact_status read_options(const tact_options *given, tact_options *out) {
    tact_options room;
    const tact_options *options = tacti_options_read(given, &room);
    if (options == NULL)
        return TACT_INVALID_ARGUMENT;
    if (options->seconds != HUGE_VAL || options->cancel != NULL || options->proof != NULL)
        return TACT_UNSUPPORTED;
    *out = *options;
    out->context = NULL;
    out->error = NULL;
    out->user = NULL;
    return TACT_OK;
}

static tact_status record_models(tact_recording *recording, tacti_recorded_ask *ask) {
    tact_status status = tacti_record_model(recording, ask->asked.a.model, &ask->model[0]);
    ask->model[1] = TACTI_NO_MODEL;
    if (status == TACT_OK && tacti_is_about_two(ask->asked.question))
        status = tacti_record_model(recording, ask->asked.b.model, &ask->model[1]);
    return status;
}

static tact_status record_cache(tact_recording *recording, tacti_recorded_ask *ask) {
    const tact_cache *cache = ask->asked.cache;
    ask->cache = recording->caches.count;
    if (cache == NULL || cache->bytes == 0)
        return TACT_OK;
    char *bytes = tacti_letters_extend(&recording->caches, cache->bytes);
    if (bytes == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(bytes, cache->memory, cache->bytes);
    ask->cache_bytes = (uint32_t)cache->bytes;
    return TACT_OK;
}

static tact_status record_answer(tact_recording *recording, const tacti_answer *answer,
                                 tacti_recorded_ask *ask) {
    ask->status = answer->status;
    ask->answer = recording->answers.count;
    ask->answer_count = answer->count;
    uint64_t *words = tacti_words_extend(&recording->answers, answer->count);
    if (words == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(words, answer->words, answer->count * sizeof *words);
    return TACT_OK;
}

static bool is_asked(const tact_asked *asked) {
    if (asked == NULL || (unsigned)asked->question > TACT_QUESTION_INSIDE || asked->a.model == NULL)
        return false;
    const tact_cache *cache = asked->cache;
    if (cache != NULL &&
        (cache->bytes > TACT_CACHE_DEPTH_BYTES || (cache->bytes > 0 && cache->memory == NULL)))
        return false;
    return !tacti_is_about_two(asked->question) || asked->b.model != NULL;
}

tact_status tact_recording_ask(tact_recording *recording, const tact_asked *asked) {
    if (recording == NULL || !is_asked(asked))
        return TACT_INVALID_ARGUMENT;
    if (recording->status != TACT_OK)
        return recording->status;
    tacti_recorded_ask ask = {.asked = *asked};
    if (!tacti_is_about_two(asked->question))
        ask.asked.b = (tact_instance){0};
    tacti_answer answer;
    size_t caches = recording->caches.count, answers = recording->answers.count;
    size_t asks = recording->asks.count;
    tact_status status = read_options(asked->options, &ask.options);
    if (status == TACT_OK)
        status = record_models(recording, &ask);
    if (status == TACT_OK)
        status = record_cache(recording, &ask);
    if (status == TACT_OK)
        status = tacti_ask_again(recording->context, asked, &ask.options, &answer);
    if (status == TACT_OK)
        status = record_answer(recording, &answer, &ask);
    ask.asked.options = NULL;
    ask.asked.cache = NULL;
    if (status == TACT_OK)
        status = tacti_recorded_asks_push(&recording->asks, ask);
    if (status == TACT_OK)
        status = tacti_record_call(recording, TACTI_CALL_ASK, asks, 1);
    if (status != TACT_OK) { /* models that nobody uses do no harm */
        recording->caches.count = caches;
        recording->answers.count = answers;
        recording->asks.count = asks;
    }
    return status;
}
