/* SPDX-License-Identifier: MIT */
/* What the commands on two models have in common; see question.h. Poses are read and answered in
 * blocks, to keep all threads busy and memory limited. No cache is kept from pose to pose: an
 * answer depends on its own line alone. */
#include "question.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "record.h"
#include "seconds.h"
#include "values.h"

/* Questions per thread in a block; fewer if each answer keeps a list. */
#define BLOCK_FACTOR 64
#define BLOCK_FACTOR_OF_LISTS 16
#define LARGEST_BLOCK 1024

/* ---- Options ------------------------------------------------------------------------------ */

static cli_exit read_options(question *q) {
    const cli_args *args = q->args;
    const char *within = cli_optional(args, "within"), *error = cli_optional(args, "error");
    bool is_greedy = cli_optional(args, "greedy") != NULL;
    q->options = tact_options_default();
    q->options.flags = is_greedy ? TACT_OPTION_LOWER_BOUND : 0;
    q->is_list = cli_optional(args, "list") != NULL;
    q->has_curves = cli_optional(args, "curves") != NULL || cli_optional(args, "output") != NULL;
    q->is_within = within != NULL;
    cli_exit status = question_read_need(q);
    if (status == CLI_OK)
        status = value_read_amount("within", within, &q->options.limit);
    if (status == CLI_OK)
        status = value_read_amount("error", error, &q->options.relative_error);
    q->has_tolerance = cli_optional(args, "tolerance") != NULL;
    if (status == CLI_OK)
        status = value_read_amount("tolerance", cli_optional(args, "tolerance"), &q->tolerance);
    if (status == CLI_OK)
        status = value_read_amount("margin", cli_optional(args, "margin"), &q->options.margin);
    if (status != CLI_OK)
        return status;
    if (is_greedy && (q->is_within || error != NULL)) {
        cli_complain(
            "--greedy computes only a lower bound; it cannot be combined with --within or --error");
        return CLI_USAGE;
    }
    return value_read_budget(cli_optional(args, "budget"), &q->options.budget);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static tact_status make_lists(question *q) {
    tact_status status = TACT_OK;
    for (size_t i = 0; i < q->capacity && status == TACT_OK && q->verbs->keeps_lists; i++) {
        status = tact_contact_list_create(q->models.context, &q->lists[i]);
        q->answers[i].list = q->lists[i];
    }
    for (size_t i = 0; i < q->capacity && status == TACT_OK && q->has_curves; i++) {
        status = tact_curve_set_create(q->models.context, &q->sets[i]);
        q->answers[i].set = q->sets[i];
    }
    return status;
}

static cli_exit make_answers(question *q, bool is_stream) {
    size_t factor = q->verbs->keeps_lists ? BLOCK_FACTOR_OF_LISTS : BLOCK_FACTOR;
    size_t block = factor * q->models.worker_count;
    q->capacity = !is_stream ? 1 : block < LARGEST_BLOCK ? block : LARGEST_BLOCK;
    q->answers = calloc(q->capacity, sizeof *q->answers);
    q->poses = calloc(q->capacity, sizeof *q->poses);
    q->placed = calloc(2 * q->capacity, sizeof *q->placed);
    q->lists = calloc(q->capacity, sizeof *q->lists);
    q->sets = calloc(q->capacity, sizeof *q->sets);
    bool has_memory = q->answers != NULL && q->poses != NULL && q->placed != NULL &&
                      q->lists != NULL && q->sets != NULL;
    tact_status status = has_memory ? make_lists(q) : TACT_OUT_OF_MEMORY;
    if (status == TACT_OK)
        return CLI_OK;
    cli_complain("%s", tact_status_text(status));
    return CLI_IO;
}

static void free_answers(question *q) {
    for (size_t i = 0; i < q->capacity && q->lists != NULL; i++)
        tact_contact_list_destroy(q->lists[i]);
    for (size_t i = 0; i < q->capacity && q->sets != NULL; i++)
        tact_curve_set_destroy(q->sets[i]);
    free(q->sets);
    free(q->lists);
    free(q->placed);
    free(q->poses);
    free(q->answers);
}

/* ---- Asking ------------------------------------------------------------------------------- */

tact_batch question_batch(question *q, size_t count) {
    return (tact_batch){.instances = q->instances,
                        .poses = q->placed,
                        .instance_count = 2,
                        .pose_count = (uint32_t)count,
                        .pair_count = 1,
                        .options = &q->options,
                        .result_stride = sizeof *q->answers};
}

static tact_status ask(question *q, size_t count, tact_error *error) {
    tact_pose identity = tact_pose_identity();
    bool is_filled = q->need == MODELS_FILLED || q->need == MODELS_SOLIDS;
    q->instances[0] = models_place(&q->models.a, identity, is_filled);
    q->instances[1] = models_place(&q->models.b, identity, is_filled);
    q->options.error = error;
    for (size_t i = 0; i < count; i++) {
        answer *to = &q->answers[i];
        to->a = q->instances[0];
        to->b = q->instances[1];
        to->a.pose = q->placed[2 * i] = q->poses[i].a;
        to->b.pose = q->placed[2 * i + 1] = q->poses[i].b;
        to->line = q->poses[i].line;
        to->verdict = TACT_OUTCOME_APART;
        to->reason = TACT_REASON_NONE;
        to->doubtful = 0;
        to->is_tolerable = false;
    }
    double start = seconds_now();
    tact_status status = q->verbs->ask(q, count);
    if (status == TACT_OK)
        status = question_doubt(q, count);
    q->seconds += seconds_now() - start;
    return status;
}

/* ---- Recording ---------------------------------------------------------------------------- */

/* Records the first count answers. */
static cli_exit record(question *q, size_t count) {
    tact_options options = q->options;
    options.proof = NULL;
    options.context = NULL;
    cli_exit status = CLI_OK;
    for (size_t i = 0; i < count && status == CLI_OK && q->recording != NULL; i++) {
        const answer *from = &q->answers[i];
        tact_asked asked = {
            .question = q->verbs->question, .a = from->a, .b = from->b, .options = &options};
        status = record_ask(q->recording, &asked);
        asked.question = q->has_curves ? TACT_QUESTION_CURVES : TACT_QUESTION_MANIFOLD;
        bool has_more = q->has_curves || cli_optional(q->args, "points") != NULL;
        if (status == CLI_OK && has_more)
            status = record_ask(q->recording, &asked);
    }
    return status;
}

/* ---- Answering ---------------------------------------------------------------------------- */

static bool tell_json(question *q, const answer *from) {
    json_writer json = json_start(q->output->stream);
    show_begin_answer(&json, from->line);
    q->verbs->write(q, from, &json);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit tell(question *q, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const answer *from = &q->answers[i];
        q->asked++;
        q->found = q->found || from->verdict == TACT_OUTCOME_CONTACT;
        q->undecided = q->undecided || from->verdict == TACT_OUTCOME_UNDECIDED;
        if (q->output->stream == NULL)
            continue;
        if (q->output->json) {
            if (!tell_json(q, from))
                return CLI_INTERNAL;
        } else if (from->line != 0) {
            cli_print(q->output, "%" PRIu64 ": ", from->line);
            q->verbs->show_line(q, from);
        } else {
            q->verbs->show(q, from);
        }
        /* Flushes for a reader that waits for this line; stops if nobody can read it. */
        if (from->line != 0 && (fflush(q->output->stream) != 0 || ferror(q->output->stream)))
            return CLI_IO;
    }
    return CLI_OK;
}

/* Why the library refused a question. The poses have been validated before. */
static const char *refusal(const question *q, tact_status status) {
    if (question_has_shape(q) && status == TACT_UNSUPPORTED)
        return question_unsupported_text(q);
    if (question_has_shape(q) && status == TACT_INVALID_POSE)
        return "a size or a pose exceeds the supported range, 2^500";
    if (status == TACT_INVALID_POSE)
        return "a pose moves the mesh beyond the supported range, 2^500";
    return tact_status_text(status);
}

static cli_exit answer_one(question *q) {
    tact_error error = {.index = TACT_NO_INDEX};
    tact_status status = ask(q, 1, &error);
    if (status == TACT_OK) {
        cli_exit delivered =
            q->verbs->deliver != NULL ? q->verbs->deliver(q, &q->answers[0]) : CLI_OK;
        if (delivered == CLI_OK)
            delivered = record(q, 1);
        if (delivered == CLI_OK)
            delivered = question_draw(q, &q->answers[0]);
        return delivered == CLI_OK ? tell(q, 1) : delivered;
    }
    cli_complain("%s and %s: %s", q->models.a.path, q->models.b.path, refusal(q, status));
    return CLI_IO;
}

/* Answers a block. If a question is refused, the ones before it are still answered. */
static cli_exit answer_block(question *q, const pose_reader *reader, size_t count) {
    tact_error error = {.index = TACT_NO_INDEX};
    tact_status status = ask(q, count, &error);
    if (status == TACT_OK) {
        cli_exit told = record(q, count);
        return told == CLI_OK ? tell(q, count) : told;
    }
    size_t wrong = error.index < count ? (size_t)error.index : 0;
    tact_error before = {.index = TACT_NO_INDEX};
    if (wrong > 0 && ask(q, wrong, &before) == TACT_OK) {
        cli_exit told = tell(q, wrong);
        if (told != CLI_OK)
            return told;
    }
    poses_complain(reader, q->poses[wrong].line, refusal(q, status));
    return CLI_IO;
}

static cli_exit answer_stream(question *q, const char *path) {
    pose_reader *reader;
    cli_exit status = poses_open(path, 24, &reader);
    size_t count = 1;
    while (status == CLI_OK && count > 0) {
        cli_exit read = poses_read(reader, q->poses, q->capacity, &count);
        if (count > 0)
            status = answer_block(q, reader, count);
        if (status == CLI_OK)
            status = read;
    }
    poses_close(reader);
    return status;
}

static cli_exit answer_all(question *q, const pose_pair *poses) {
    const char *stream = cli_optional(q->args, "poses");
    cli_exit status = make_answers(q, stream != NULL);
    if (status == CLI_OK)
        status = question_begin_proof(q);
    if (status == CLI_OK)
        status = record_begin(q->args, q->models.context, &q->recording);
    if (status == CLI_OK && stream != NULL) {
        status = answer_stream(q, stream);
    } else if (status == CLI_OK) {
        q->poses[0] = *poses;
        status = answer_one(q);
    }
    if (status == CLI_OK && cli_has(q->args, "time"))
        models_show_times(&q->models, q->asked, q->seconds);
    status = question_end_proof(q, status);
    status = record_end(q->args, &q->recording, status);
    free_answers(q);
    return status;
}

cli_exit question_run(const cli_args *args, cli_output *output, const question_verbs *verbs) {
    question q = {.verbs = verbs, .args = args, .output = output};
    bool has_shape = models_is_shape(args->operands[0]) || models_is_shape(args->operands[1]);
    pose_pair poses;
    /* A proof about a motion may be about shapes. */
    cli_exit status = has_shape && verbs->sweep == NULL ? question_refuse_options(args) : CLI_OK;
    if (status == CLI_OK)
        status = drawing_check(args, "poses", output);
    if (status == CLI_OK)
        status = read_options(&q);
    if (status == CLI_OK)
        status = poses_from_options(args, &poses);
    if (status == CLI_OK)
        status = models_open(args, q.need, output, &q.models);
    if (status != CLI_OK)
        return status;
    q.options.context = q.models.context;
    status = question_refuse_empty(&q);
    if (status == CLI_OK) {
        question_hint_open(&q);
        status = answer_all(&q, &poses);
    }
    models_close(&q.models);
    if (status != CLI_OK)
        return status;
    return q.found ? CLI_FOUND : q.undecided ? CLI_UNDECIDED : CLI_OK;
}
