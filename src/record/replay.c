/* SPDX-License-Identifier: MIT */
/* Does what was recorded again, and compares. */
#include "record/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

TACTI_ARRAY_DEFINE(tacti_objects, tact_object);
TACTI_ARRAY_DEFINE(tacti_poses, tact_pose);

typedef struct replay {
    const tact_recording *recording;
    const tact_context *context;
    const tacti_replay_notes *notes;
    tact_replay_options options;
    tact_replay_report *report;
    tact_world *world;
    tacti_ids ids;       /* by the numbers of the objects */
    tacti_counts newest; /* by slot: the object that had it last */
    tacti_ids id_room;   /* of one call */
    tacti_objects objects;
    tacti_poses poses;
    uint64_t work;
    uint32_t call; /* the number of the call in progress */
} replay;

static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

/* ---- Differences -------------------------------------------------------------------------- */

/* Notes a difference; the text is the caller's. */
static void differ(replay *r, uint64_t recorded, uint64_t found) {
    r->report->outcome = TACT_REPLAY_DIFFERENT;
    r->report->call = r->call;
    r->report->step = r->report->steps;
    r->report->recorded = recorded;
    r->report->found = found;
}

/* What to do after the world has refused a call. */
static tact_status refuse(replay *r, tact_status status, const char *what, const char *text) {
    if (status == TACT_OK || status == TACT_OUT_OF_MEMORY)
        return status;
    if (r->notes != NULL) {
        r->notes->keeps_call[r->call] = 0;
        return TACT_OK;
    }
    differ(r, (uint64_t)TACT_OK, (uint64_t)status);
    r->report->status = status;
    snprintf(r->report->text, sizeof r->report->text, "call %" PRIu32 " (%s) was refused: %.100s",
             r->call, what, text[0] != '\0' ? text : tact_status_text(status));
    return TACT_OK;
}

/* ---- Calls -------------------------------------------------------------------------------- */

/* Notes which slots the objects of a call have got. */
static tact_status note_slots(replay *r, const tacti_call *call) {
    for (uint32_t i = call->first; i < call->first + call->count; i++) {
        size_t slots = (size_t)r->ids.items[i].slot + 1;
        if (slots > r->newest.count &&
            tacti_counts_extend(&r->newest, slots - r->newest.count) == NULL)
            return TACT_OUT_OF_MEMORY;
        r->newest.items[slots - 1] = i;
    }
    return TACT_OK;
}

static tact_status replay_add(replay *r, const tacti_call *call) {
    tact_error error = {.text = ""};
    if (tacti_objects_reserve(&r->objects, call->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < call->count; i++)
        r->objects.items[i] = r->recording->objects.items[call->first + i].object;
    if (call->count == 0)
        return TACT_OK;
    tact_status status =
        tact_world_add(r->world, r->objects.items, call->count, &error, &r->ids.items[call->first]);
    return status == TACT_OK ? note_slots(r, call) : refuse(r, status, "add", error.text);
}

static tact_status replay_remove(replay *r, const tacti_call *call) {
    tact_error error = {.text = ""};
    if (tacti_ids_reserve(&r->id_room, call->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < call->count; i++)
        r->id_room.items[i] = r->ids.items[r->recording->numbers.items[call->first + i]];
    if (call->count == 0)
        return TACT_OK;
    tact_status status = tact_world_remove(r->world, r->id_room.items, call->count, &error);
    return refuse(r, status, "remove", error.text);
}

static tact_status replay_move(replay *r, const tacti_call *call) {
    tact_error error = {.text = ""};
    if (tacti_ids_reserve(&r->id_room, call->count) != TACT_OK ||
        tacti_poses_reserve(&r->poses, call->count) != TACT_OK)
        return TACT_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < call->count; i++) {
        const tacti_recorded_move *move = &r->recording->moves.items[call->first + i];
        r->id_room.items[i] = r->ids.items[move->object];
        r->poses.items[i] = move->pose;
    }
    if (call->count == 0)
        return TACT_OK;
    tact_status status =
        tact_world_move(r->world, r->id_room.items, r->poses.items, call->count, &error);
    return refuse(r, status, "move", error.text);
}

static tact_status replay_write(replay *r, const tacti_recorded_write *write) {
    tact_error error = {.text = ""};
    tact_status status =
        tact_world_write(r->world, r->ids.items[write->number], &write->object, &error);
    return refuse(r, status, "write", error.text);
}

static tact_status replay_interest(replay *r, const tacti_recorded_interest *recorded) {
    const tact_interest *interest = recorded->is_absent ? NULL : &recorded->interest;
    if (!recorded->is_pair)
        return refuse(r, tact_world_set_interest(r->world, recorded->a, recorded->b, interest),
                      "groups", "");
    tact_status status = tact_world_set_pair_interest(r->world, r->ids.items[recorded->a],
                                                      r->ids.items[recorded->b], interest);
    return refuse(r, status, "pair", "");
}

/* ---- Steps -------------------------------------------------------------------------------- */

static void compare_step(replay *r, const tacti_recorded_step *step, const tacti_recorded_step *now,
                         const tact_error *error) {
    tact_replay_report *report = r->report;
    if (now->status != step->status) {
        differ(r, (uint64_t)step->status, (uint64_t)now->status);
        report->status = now->status;
        snprintf(report->text, sizeof report->text,
                 "step %" PRIu32 " gives status %d, not %d%s%.80s", report->steps, (int)now->status,
                 (int)step->status, error->text[0] != '\0' ? ": " : "", error->text);
    } else if (now->hash != step->hash) {
        differ(r, step->hash, now->hash);
        snprintf(report->text, sizeof report->text,
                 "the world after step %" PRIu32 " has the hash %016" PRIx64 ", not %016" PRIx64,
                 report->steps, now->hash, step->hash);
    }
}

static void visit(replay *r, const tacti_recorded_step *now) {
    const tact_replay_step step = {.step = r->report->steps,
                                   .status = now->status,
                                   .hash = now->hash,
                                   .world = r->world,
                                   .ids = r->ids.items,
                                   .newest = r->newest.items,
                                   .object_count = (uint32_t)r->ids.count,
                                   .slot_count = (uint32_t)r->newest.count};
    if (r->options.visit != NULL && !r->options.visit(r->options.user, &step) &&
        r->report->outcome == TACT_REPLAY_EQUAL)
        r->report->outcome = TACT_REPLAY_STOPPED;
}

static void spend(replay *r, uint64_t work) {
    r->work = work > UINT64_MAX - r->work ? UINT64_MAX : r->work + work;
    if (r->work > r->options.budget && r->report->outcome == TACT_REPLAY_EQUAL)
        r->report->outcome = TACT_REPLAY_STOPPED;
}

static tact_status replay_step(replay *r, uint32_t index) {
    const tacti_recorded_step *step = &r->recording->steps.items[index];
    tact_error error = {.text = ""};
    tact_step_info info = {0};
    tacti_recorded_step now = {.seconds = step->seconds};
    now.status = tact_world_step(r->world, step->seconds, &error, &info);
    if (now.status == TACT_OUT_OF_MEMORY)
        return now.status;
    now.hash = tact_world_hash(r->world);
    r->report->hash = mix(mix(r->report->hash, (uint64_t)now.status), now.hash);
    if (r->notes != NULL)
        r->notes->recording->steps.items[index] = now;
    else
        compare_step(r, step, &now, &error);
    visit(r, &now);
    spend(r, 1 + info.object_count + info.box_pairs + info.asked_pairs);
    r->report->steps++;
    return TACT_OK;
}

/* ---- Questions ---------------------------------------------------------------------------- */

static void compare_answer(replay *r, const tacti_recorded_ask *ask, const tacti_answer *answer) {
    tact_replay_report *report = r->report;
    const char *name = tact_question_name(ask->asked.question);
    if (answer->status != ask->status) {
        differ(r, (uint64_t)ask->status, (uint64_t)answer->status);
        report->status = answer->status;
        snprintf(report->text, sizeof report->text, "call %" PRIu32 ", %s: status %d, not %d",
                 r->call, name, (int)answer->status, (int)ask->status);
        return;
    }
    for (uint32_t i = 0; i < answer->count && i < ask->answer_count; i++) {
        uint64_t word = r->recording->answers.items[ask->answer + i];
        if (answer->words[i] == word)
            continue;
        differ(r, word, answer->words[i]);
        snprintf(report->text, sizeof report->text,
                 "call %" PRIu32 ", %s: %s has the bits %016" PRIx64 ", not %016" PRIx64, r->call,
                 name, answer->names[i], answer->words[i], word);
        return;
    }
    if (answer->count != ask->answer_count) {
        differ(r, ask->answer_count, answer->count);
        snprintf(report->text, sizeof report->text,
                 "call %" PRIu32 ", %s: the answer has %" PRIu32 " numbers, not %" PRIu32, r->call,
                 name, answer->count, ask->answer_count);
    }
}

static tact_status note_answer(const tacti_replay_notes *notes, uint32_t index,
                               const tacti_answer *answer) {
    tact_recording *recording = notes->recording;
    tacti_recorded_ask *ask = &recording->asks.items[index];
    size_t first = recording->answers.count;
    uint64_t *words = tacti_words_extend(&recording->answers, answer->count);
    if (words == NULL)
        return TACT_OUT_OF_MEMORY;
    memcpy(words, answer->words, answer->count * sizeof *words);
    ask->status = answer->status;
    ask->answer = first;
    ask->answer_count = answer->count;
    return TACT_OK;
}

static tact_status replay_ask(replay *r, uint32_t index) {
    const tacti_recorded_ask *ask = &r->recording->asks.items[index];
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / sizeof(uint64_t)] = {0};
    tact_cache cache = {memory, ask->cache_bytes};
    tact_asked asked = ask->asked;
    tact_options options = ask->options;
    TACTI_ASSERT(r->work <= r->options.budget); /* spend() stopped the replay otherwise */
    if (r->options.budget != UINT64_MAX && options.budget > r->options.budget - r->work)
        options.budget = r->options.budget - r->work;
    if (ask->cache_bytes > 0) {
        memcpy(memory, r->recording->caches.items + ask->cache, ask->cache_bytes);
        asked.cache = &cache;
    }
    tacti_answer answer;
    tact_status status = tacti_ask_again(r->context, &asked, &options, &answer);
    if (status != TACT_OK)
        return status;
    r->report->hash = mix(r->report->hash, (uint64_t)answer.status);
    for (uint32_t i = 0; i < answer.count; i++)
        r->report->hash = mix(r->report->hash, answer.words[i]);
    r->report->questions++;
    if (r->notes != NULL)
        return note_answer(r->notes, index, &answer);
    compare_answer(r, ask, &answer);
    if (r->report->outcome == TACT_REPLAY_DIFFERENT && options.budget < ask->options.budget) {
        r->report->outcome = TACT_REPLAY_STOPPED; /* a smaller budget may end it elsewhere */
        r->report->text[0] = '\0';
    }
    spend(r, 1 + answer.work);
    return TACT_OK;
}

/* ---- Whole replays ------------------------------------------------------------------------ */

static tact_status replay_call(replay *r, const tacti_call *call) {
    const tact_recording *recording = r->recording;
    switch (call->kind) {
    case TACTI_CALL_ADD:
        return replay_add(r, call);
    case TACTI_CALL_REMOVE:
        return replay_remove(r, call);
    case TACTI_CALL_MOVE:
        return replay_move(r, call);
    case TACTI_CALL_WRITE:
        return replay_write(r, &recording->writes.items[call->first]);
    case TACTI_CALL_INTEREST:
        return replay_interest(r, &recording->interests.items[call->first]);
    case TACTI_CALL_STEP:
        return replay_step(r, call->first);
    default:
        return replay_ask(r, call->first);
    }
}

static tact_status replay_all(replay *r) {
    size_t count = r->recording->objects.count;
    if (count > 0 && tacti_ids_extend(&r->ids, count) == NULL)
        return TACT_OUT_OF_MEMORY;
    if (count > 0)
        memset(r->ids.items, 0, count * sizeof *r->ids.items);
    tact_status status = tact_world_create(r->context, &r->world);
    for (size_t i = 0; i < r->recording->calls.count && status == TACT_OK; i++) {
        r->call = (uint32_t)i;
        status = replay_call(r, &r->recording->calls.items[i]);
        if (r->report->outcome != TACT_REPLAY_EQUAL)
            break;
    }
    if (r->report->outcome != TACT_REPLAY_DIFFERENT)
        r->report->step = r->report->steps;
    return status;
}

tact_status tacti_replay(const tact_recording *recording, const tact_context *context,
                         const tact_replay_options *options, const tacti_replay_notes *notes,
                         tact_replay_report *out) {
    tact_replay_report report;
    memset(&report, 0, sizeof report);
    replay r = {.recording = recording,
                .context = context,
                .notes = notes,
                .options = options != NULL ? *options : tact_replay_options_default(),
                .report = &report,
                .ids = tacti_ids_make(context),
                .newest = tacti_counts_make(context),
                .id_room = tacti_ids_make(context),
                .objects = tacti_objects_make(context),
                .poses = tacti_poses_make(context)};
    tact_status status = replay_all(&r);
    tact_world_destroy(r.world);
    tacti_ids_release(&r.ids);
    tacti_counts_release(&r.newest);
    tacti_ids_release(&r.id_room);
    tacti_objects_release(&r.objects);
    tacti_poses_release(&r.poses);
    if (status == TACT_OK)
        *out = report;
    return status;
}

tact_status tact_recording_replay(const tact_recording *recording, const tact_context *context,
                                  const tact_replay_options *options, tact_replay_report *out) {
    if (recording == NULL || out == NULL || (options != NULL && options->size != sizeof *options))
        return TACT_INVALID_ARGUMENT;
    return tacti_replay(recording, context, options, NULL, out);
}

uint32_t tact_replay_object(const tact_replay_step *step, tact_object_id id) {
    if (step == NULL || id.generation == 0)
        return TACT_NO_OBJECT;
    /* Mostly the object is still there. An event may be about one that was removed. */
    uint32_t newest = id.slot < step->slot_count ? step->newest[id.slot] : 0;
    for (uint32_t i = 0; i <= step->object_count; i++) {
        uint32_t number = i == 0 ? newest : i - 1;
        if (number < step->object_count && step->ids[number].slot == id.slot &&
            step->ids[number].generation == id.generation)
            return number;
    }
    return TACT_NO_OBJECT;
}
