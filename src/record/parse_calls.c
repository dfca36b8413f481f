/* SPDX-License-Identifier: MIT */
/* Reads the calls of a recording. */
#include "record/parse.h"

#include <string.h>

#define MOST_STATUS TACT_STALE_ID

/* ---- Objects ------------------------------------------------------------------------------ */

/* The fields of an object, up to the end of the line. */
static tact_status read_object(tacti_recording_reader *r, uint32_t *model, tact_object *out) {
    memset(out, 0, sizeof *out);
    uint32_t motion = 0;
    tact_status status = tacti_read_instance(r, model, &out->instance);
    if (status == TACT_OK)
        status = tacti_read_vector(r, "the velocity", &out->velocity);
    if (status == TACT_OK)
        status = tacti_read_vector(r, "the spin", &out->spin);
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "the group", TACT_GROUP_COUNT - 1, &out->group);
    if (status == TACT_OK)
        status = tacti_read_value(r, "the motion", TACT_MOTION_SLEEPING, &motion);
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "the flags of an object", UINT32_MAX, &out->flags);
    out->motion = (tact_motion)motion;
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

static tact_status read_number(tacti_recording_reader *r, uint32_t *out) {
    size_t count = r->recording->objects.count;
    if (count == 0)
        return tacti_scan_fail(&r->scan, "there is no object before this line");
    return tacti_line_count(&r->scan, "the number of an object", (int64_t)count - 1, out);
}

/* Reads how many things follow, and the end of the line. */
static tact_status read_amount(tacti_recording_reader *r, const char *what, uint32_t *out) {
    tact_status status = tacti_line_count(&r->scan, what, UINT32_MAX - 1, out);
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

tact_status tacti_read_add(tacti_recording_reader *r) {
    tact_recording *recording = r->recording;
    size_t first = recording->objects.count;
    uint32_t count = 0;
    tact_status status = read_amount(r, "the number of objects", &count);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        tacti_recorded_object added = {.name = 0};
        status = read_object(r, &added.model, &added.object);
        if (status == TACT_OK)
            status = tacti_recorded_objects_push(&recording->objects, added);
    }
    return status == TACT_OK ? tacti_record_call(recording, TACTI_CALL_ADD, first, count) : status;
}

tact_status tacti_read_name(tacti_recording_reader *r) {
    char name[TACT_RECORDING_NAME_BYTES];
    uint32_t object = 0;
    tact_status status = read_number(r, &object);
    if (status == TACT_OK)
        status = tacti_line_rest(&r->scan, "the name of an object", name, sizeof name);
    if (status == TACT_OK && !tacti_is_object_name(name))
        status = tacti_scan_fail(&r->scan, "this is not a name of an object");
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    return status == TACT_OK ? tacti_record_name(r->recording, object, name) : status;
}

tact_status tacti_read_remove(tacti_recording_reader *r) {
    tact_recording *recording = r->recording;
    size_t first = recording->numbers.count;
    uint32_t count = 0;
    tact_status status = read_amount(r, "the number of objects", &count);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        uint32_t number = 0;
        tacti_scan_blanks(&r->scan);
        if (i > 0 && tacti_scan_is_line_end(&r->scan))
            tacti_scan_line_end(&r->scan);
        status = read_number(r, &number);
        if (status == TACT_OK)
            status = tacti_counts_push(&recording->numbers, number);
    }
    if (status == TACT_OK && count > 0)
        status = tacti_line_end(&r->scan);
    return status == TACT_OK ? tacti_record_call(recording, TACTI_CALL_REMOVE, first, count)
                             : status;
}

tact_status tacti_read_move(tacti_recording_reader *r) {
    tact_recording *recording = r->recording;
    size_t first = recording->moves.count;
    uint32_t count = 0;
    tact_status status = read_amount(r, "the number of objects", &count);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        tacti_recorded_move move = {0};
        status = read_number(r, &move.object);
        if (status == TACT_OK)
            status = tacti_read_numbers(r, "a number of the pose", move.pose.m, 12);
        if (status == TACT_OK)
            status = tacti_line_end(&r->scan);
        if (status == TACT_OK)
            status = tacti_recorded_moves_push(&recording->moves, move);
    }
    return status == TACT_OK ? tacti_record_call(recording, TACTI_CALL_MOVE, first, count) : status;
}

tact_status tacti_read_write(tacti_recording_reader *r) {
    tacti_recorded_write write = {0};
    uint32_t model = 0;
    tact_status status = read_number(r, &write.number);
    if (status == TACT_OK)
        status = read_object(r, &model, &write.object);
    if (status == TACT_OK && model != r->recording->objects.items[write.number].model)
        status = tacti_scan_fail(&r->scan, "before this line: an object keeps its model");
    if (status == TACT_OK)
        status = tacti_recorded_writes_push(&r->recording->writes, write);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(r->recording, TACTI_CALL_WRITE, r->recording->writes.count - 1, 1);
}

/* ---- Interest and steps ------------------------------------------------------------------- */

tact_status tacti_read_question(tacti_recording_reader *r, tact_question *out) {
    tacti_scan_blanks(&r->scan);
    tacti_word word = tacti_scan_word(&r->scan);
    for (int question = 0; question <= TACT_QUESTION_INSIDE; question++) {
        if (!tacti_word_is(word, tact_question_name((tact_question)question)))
            continue;
        *out = (tact_question)question;
        return TACT_OK;
    }
    char text[TACTI_QUOTE_BYTES];
    return tacti_scan_fail(&r->scan, "'%s' is not a question", tacti_scan_quote(word, text));
}

/* Whether the next word is "none", which is then skipped. */
static bool skip_none(tacti_recording_reader *r) {
    tacti_scan_blanks(&r->scan);
    tacti_scan ahead = r->scan;
    if (!tacti_word_is(tacti_scan_word(&ahead), "none"))
        return false;
    r->scan = ahead;
    return true;
}

/* What follows the pair of an interest. */
static tact_status read_interest(tacti_recording_reader *r, tacti_recorded_interest *out) {
    tact_interest *interest = &out->interest;
    out->is_absent = out->is_pair && skip_none(r);
    tact_status status = TACT_OK;
    if (!out->is_absent) {
        status = tacti_read_question(r, &interest->question);
        if (status == TACT_OK)
            status = tacti_line_count(&r->scan, "the flags of an interest", UINT32_MAX,
                                      &interest->flags);
        if (status == TACT_OK)
            status =
                tacti_line_count(&r->scan, "the bytes of a cache", UINT32_MAX, &interest->remember);
        if (status == TACT_OK)
            status = tacti_line_number(&r->scan, "the radius", &interest->radius);
    }
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    if (status == TACT_OK)
        status = tacti_recorded_interests_push(&r->recording->interests, *out);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(r->recording, TACTI_CALL_INTEREST, r->recording->interests.count - 1,
                             1);
}

tact_status tacti_read_groups(tacti_recording_reader *r) {
    tacti_recorded_interest recorded = {.is_pair = false};
    tact_status status = tacti_line_count(&r->scan, "a group", TACT_GROUP_COUNT - 1, &recorded.a);
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "a group", TACT_GROUP_COUNT - 1, &recorded.b);
    return status == TACT_OK ? read_interest(r, &recorded) : status;
}

tact_status tacti_read_pair(tacti_recording_reader *r) {
    tacti_recorded_interest recorded = {.is_pair = true};
    tact_status status = read_number(r, &recorded.a);
    if (status == TACT_OK)
        status = read_number(r, &recorded.b);
    return status == TACT_OK ? read_interest(r, &recorded) : status;
}

tact_status tacti_read_step(tacti_recording_reader *r) {
    tacti_recorded_step step = {0};
    uint32_t value = 0;
    tact_status status = tacti_line_number(&r->scan, "the seconds of a step", &step.seconds);
    if (status == TACT_OK)
        status = tacti_read_value(r, "the status of a step", MOST_STATUS, &value);
    if (status == TACT_OK)
        status = tacti_line_bits(&r->scan, "the hash of a step", &step.hash);
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    step.status = (tact_status)value;
    if (status == TACT_OK)
        status = tacti_recorded_steps_push(&r->recording->steps, step);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(r->recording, TACTI_CALL_STEP, r->recording->steps.count - 1, 1);
}

/* ---- Questions ---------------------------------------------------------------------------- */

static tact_status read_options(tacti_recording_reader *r, tact_options *options) {
    *options = tact_options_default();
    tact_status status =
        tacti_line_count(&r->scan, "the flags of a question", UINT32_MAX, &options->flags);
    if (status == TACT_OK)
        status = tacti_line_bits(&r->scan, "the budget", &options->budget);
    if (status == TACT_OK)
        status = tacti_line_number(&r->scan, "the limit", &options->limit);
    if (status == TACT_OK)
        status = tacti_line_number(&r->scan, "the margin", &options->margin);
    if (status == TACT_OK)
        status = tacti_line_number(&r->scan, "the relative error", &options->relative_error);
    if (status == TACT_OK)
        status = tacti_line_number(&r->scan, "the absolute error", &options->absolute_error);
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

/* The instances, the ray and the point. */
static tact_status read_subjects(tacti_recording_reader *r, tacti_recorded_ask *ask) {
    tact_asked *asked = &ask->asked;
    tact_status status = tacti_line_keyword(&r->scan, "a");
    if (status == TACT_OK)
        status = tacti_read_instance(r, &ask->model[0], &asked->a);
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    ask->model[1] = TACTI_NO_MODEL;
    if (status == TACT_OK && tacti_is_about_two(asked->question)) {
        status = tacti_line_keyword(&r->scan, "b");
        if (status == TACT_OK)
            status = tacti_read_instance(r, &ask->model[1], &asked->b);
        if (status == TACT_OK)
            status = tacti_line_end(&r->scan);
    }
    if (status == TACT_OK)
        status = tacti_line_keyword(&r->scan, "ray");
    if (status == TACT_OK)
        status = tacti_read_vector(r, "the ray", &asked->ray.origin);
    if (status == TACT_OK)
        status = tacti_read_vector(r, "the ray", &asked->ray.direction);
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    if (status == TACT_OK)
        status = tacti_line_keyword(&r->scan, "point");
    if (status == TACT_OK)
        status = tacti_read_vector(r, "the point", &asked->point);
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

static tact_status read_cache(tacti_recording_reader *r, tacti_recorded_ask *ask) {
    tact_status status = tacti_line_keyword(&r->scan, "cache");
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "the bytes of a cache", TACT_CACHE_DEPTH_BYTES,
                                  &ask->cache_bytes);
    if (status != TACT_OK)
        return status;
    tacti_scan_blanks(&r->scan);
    tacti_word word = tacti_scan_word(&r->scan);
    if (word.length != 2 * (size_t)ask->cache_bytes)
        return tacti_scan_fail(&r->scan, "a cache of %u bytes should have %u digits",
                               ask->cache_bytes, 2 * ask->cache_bytes);
    ask->cache = r->recording->caches.count;
    for (size_t i = 0; i < ask->cache_bytes && status == TACT_OK; i++) {
        int high = tacti_hex_digit(word.text[2 * i]), low = tacti_hex_digit(word.text[2 * i + 1]);
        if (high < 0 || low < 0)
            return tacti_scan_fail(&r->scan, "the bytes of a cache are hexadecimal digits");
        status = tacti_letters_push(&r->recording->caches, (char)(high << 4 | low));
    }
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

static tact_status read_answer(tacti_recording_reader *r, tacti_recorded_ask *ask) {
    uint32_t value = 0;
    tact_status status = tacti_line_keyword(&r->scan, "answer");
    if (status == TACT_OK)
        status = tacti_read_value(r, "the status of an answer", MOST_STATUS, &value);
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "the number of words", TACTI_ANSWER_WORDS,
                                  &ask->answer_count);
    ask->status = (tact_status)value;
    ask->answer = r->recording->answers.count;
    for (uint32_t i = 0; i < ask->answer_count && status == TACT_OK; i++) {
        uint64_t word = 0;
        status = tacti_line_bits(&r->scan, "a word of the answer", &word);
        if (status == TACT_OK)
            status = tacti_words_push(&r->recording->answers, word);
    }
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

tact_status tacti_read_ask(tacti_recording_reader *r) {
    tacti_recorded_ask ask = {.status = TACT_OK};
    tact_status status = tacti_read_question(r, &ask.asked.question);
    if (status == TACT_OK)
        status = read_options(r, &ask.options);
    if (status == TACT_OK)
        status = read_subjects(r, &ask);
    if (status == TACT_OK)
        status = read_cache(r, &ask);
    if (status == TACT_OK)
        status = read_answer(r, &ask);
    if (status == TACT_OK)
        status = tacti_recorded_asks_push(&r->recording->asks, ask);
    if (status != TACT_OK)
        return status;
    return tacti_record_call(r->recording, TACTI_CALL_ASK, r->recording->asks.count - 1, 1);
}
