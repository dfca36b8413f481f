/* SPDX-License-Identifier: MIT */
/* Shrinks a failing recording by delta debugging: it leaves out ranges of objects and of calls,
 * long ones first, and keeps what still fails. (A. Zeller, R. Hildebrandt: Simplifying and
 * isolating failure-inducing input, IEEE TSE 28, 2002. We test complements only: they are what
 * shrinks, and a recording rarely fails with the small range alone.) */
#include "record/record.h"

#include <stdio.h>
#include <string.h>

typedef struct search {
    const tact_minimise_options *options;
    tact_recording *smallest; /* that fails */
    tact_minimise_progress progress;
    bool is_over; /* the tests are spent, or progress ended it */
} search;

/* Tests a candidate, which is ours then. Sets *fails. */
static tact_status try_candidate(search *s, tact_recording *candidate, bool *fails) {
    const tact_minimise_options *options = s->options;
    tact_status status = tact_recording_refresh(candidate, options->context);
    *fails = false;
    if (status != TACT_OK) {
        tact_recording_destroy(candidate);
        return status;
    }
    *fails = options->test(options->user, candidate);
    s->progress.tests++;
    if (*fails) {
        tact_recording_destroy(s->smallest);
        s->smallest = candidate;
        s->progress.failing++;
        s->progress.objects = (uint32_t)candidate->objects.count;
        s->progress.calls = (uint32_t)candidate->calls.count;
    } else {
        tact_recording_destroy(candidate);
    }
    s->is_over = s->progress.tests >= options->most_tests;
    if (options->progress != NULL && !options->progress(options->user, &s->progress))
        s->is_over = true;
    return TACT_OK;
}

/* What can be left out of a recording. Calls that add objects stay as long as their objects do. */
static size_t count_items(const search *s, bool is_objects) {
    return is_objects ? s->smallest->objects.count : s->smallest->calls.count;
}

/* Tries to leave out the items from first to end. */
static tact_status try_without(search *s, bool is_objects, size_t first, size_t end, bool *fails) {
    const tact_recording *from = s->smallest;
    size_t count = count_items(s, is_objects), dropped = 0;
    uint8_t *keeps = tacti_allocate(from->context, count, 1, 1);
    tact_recording *candidate = NULL;
    *fails = false;
    if (keeps == NULL)
        return TACT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        bool is_fixed = !is_objects && from->calls.items[i].kind == TACTI_CALL_ADD;
        keeps[i] = i < first || i >= end || is_fixed;
        dropped += !keeps[i];
    }
    tact_status status = TACT_OK;
    if (dropped > 0)
        status = tacti_recording_part(from, is_objects ? keeps : NULL, is_objects ? NULL : keeps,
                                      &candidate);
    tacti_release(from->context, keeps, count, 1, 1);
    if (status == TACT_OK && dropped > 0)
        status = try_candidate(s, candidate, fails);
    return status;
}

/* Leaves out the last calls: what happens after the failure. */
static tact_status cut_end(search *s) {
    tact_status status = TACT_OK;
    bool fails;
    for (size_t size = s->smallest->calls.count / 2; size > 0 && status == TACT_OK && !s->is_over;
         size /= 2) {
        size_t count = s->smallest->calls.count;
        if (size < count)
            status = try_without(s, false, count - size, count, &fails);
    }
    return status;
}

/* Leaves out ranges of items, from the last to the first, each time half as long. */
static tact_status leave_out(search *s, bool is_objects) {
    tact_status status = TACT_OK;
    for (size_t size = (count_items(s, is_objects) + 1) / 2; size > 0; size /= 2) {
        size_t end = count_items(s, is_objects);
        while (end > 0 && status == TACT_OK && !s->is_over) {
            size_t first = end > size ? end - size : 0;
            bool fails;
            status = try_without(s, is_objects, first, end, &fails);
            end = first;
            if (end > count_items(s, is_objects)) /* refused calls went with the others */
                end = count_items(s, is_objects);
        }
    }
    return status;
}

static size_t size_of(const search *s) {
    return s->smallest->objects.count + s->smallest->calls.count;
}

static tact_status shrink(search *s) {
    tact_status status = cut_end(s);
    size_t before;
    do {
        before = size_of(s);
        if (status == TACT_OK)
            status = leave_out(s, true);
        if (status == TACT_OK)
            status = leave_out(s, false);
    } while (status == TACT_OK && !s->is_over && size_of(s) < before);
    return status;
}

/* Objects without a name get "#N", so that people can tell which ones are left. */
static tact_status name_objects(tact_recording *recording) {
    tact_status status = TACT_OK;
    for (size_t i = 0; i < recording->objects.count && status == TACT_OK; i++) {
        char name[24];
        snprintf(name, sizeof name, "#%lu", (unsigned long)i);
        if (recording->objects.items[i].name == 0)
            status = tacti_record_name(recording, (uint32_t)i, name);
    }
    return status;
}

tact_status tact_recording_minimise(const tact_recording *recording,
                                    const tact_minimise_options *options, tact_recording **out,
                                    tact_minimise_progress *progress) {
    if (recording == NULL || out == NULL || options == NULL || options->size != sizeof *options ||
        options->test == NULL || recording->world != NULL)
        return TACT_INVALID_ARGUMENT;
    if (recording->status != TACT_OK)
        return recording->status;
    search s = {.options = options};
    bool fails;
    tact_recording *whole = NULL;
    tact_status status = tacti_recording_part(recording, NULL, NULL, &whole);
    if (status == TACT_OK)
        status = name_objects(whole);
    if (status == TACT_OK)
        status = try_candidate(&s, whole, &fails);
    else
        tact_recording_destroy(whole);
    if (status == TACT_OK && !fails)
        status = TACT_INVALID_ARGUMENT;
    if (status == TACT_OK && !s.is_over)
        status = shrink(&s);
    if (status == TACT_OK) {
        *out = s.smallest;
        if (progress != NULL)
            *progress = s.progress;
    } else {
        tact_recording_destroy(s.smallest);
    }
    return status;
}
