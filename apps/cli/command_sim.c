/* SPDX-License-Identifier: MIT */
/* tact sim: runs a scene and reports what begins and what ends. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <scene.h>

#include "clean.h"
#include "command_text.h"
#include "json.h"
#include "number.h"
#include "record.h"
#include "show.h"
#include "sim_draw.h"
#include "threads.h"
#include "values.h"

/* A run of a scene. */
typedef struct sim {
    const char *path;
    scene *scene;
    tact_pool *pool;
    tact_context *context;
    tact_world *world;
    tact_recording *recording; /* with --record */
    tact_object_id *ids;
    uint32_t *numbers; /* of the objects, by their slots */
    uint32_t step;
    uint64_t begun, ended;
    bool shows_stays;
    bool shows_times;
    bool has_contact;
    bool is_misused; /* the JSON is wrong */
    sim_drawing drawing;
    const tact_step_info *sum; /* at the end */
} sim;

/* ---- Events ------------------------------------------------------------------------------- */

static const char *event_name(tact_event_kind kind) {
    return kind == TACT_EVENT_BEGIN ? "begin" : kind == TACT_EVENT_STAY ? "stay" : "end";
}

static const char *name_of(const sim *s, tact_object_id id) {
    return s->scene->objects[s->numbers[id.slot]].name;
}

/* The name of the number that matters most of an answer; NULL if there is none. */
static const char *answer_key(const tact_event *event) {
    if (event->result == TACT_NO_RESULT || event->kind == TACT_EVENT_END)
        return NULL;
    switch (event->question) {
    case TACT_QUESTION_DISTANCE:
        return "distance";
    case TACT_QUESTION_DEPTH:
        return "depth";
    case TACT_QUESTION_MANIFOLD:
        return "separation";
    case TACT_QUESTION_CONTACTS:
        return "contacts";
    default:
        return NULL;
    }
}

static double answer_number(const tact_events *events, const tact_event *event) {
    switch (event->question) {
    case TACT_QUESTION_DISTANCE:
        return events->distances[event->result].distance;
    case TACT_QUESTION_DEPTH:
        return events->depths[event->result].depth;
    case TACT_QUESTION_MANIFOLD:
        return events->manifolds[event->result].separation;
    default:
        return (double)events->contacts[event->result].count;
    }
}

/* An event of a run. */
typedef struct event_of_run {
    const sim *run;
    const tact_events *events;
    const tact_event *event;
} event_of_run;

static void put_event(const void *data, json_writer *json) {
    const event_of_run *from = data;
    const sim *s = from->run;
    const tact_event *event = from->event;
    const char *key = answer_key(event);
    json_begin_line(json);
    json_add_count(json, "step", s->step);
    json_add_number(json, "time", s->step * s->scene->seconds);
    json_add_text(json, "event", event_name(event->kind));
    json_add_text(json, "a", name_of(s, event->a));
    json_add_text(json, "b", name_of(s, event->b));
    json_add_text(json, "ask", tact_question_name(event->question));
    if (key != NULL)
        json_add_number(json, key, answer_number(from->events, event));
    if ((event->flags & TACT_EVENT_ON_THE_WAY) != 0)
        json_add_bool(json, "on_the_way", true);
    json_end_object(json);
}

static void write_event(sim *s, const tact_events *events, const tact_event *event,
                        cli_output *output) {
    const event_of_run data = {s, events, event};
    json_writer json = json_start(output->stream);
    put_event(&data, &json);
    s->is_misused = !json_finish(&json) || s->is_misused;
}

static void show_event(const sim *s, const tact_events *events, const tact_event *event,
                       cli_output *output) {
    char a[CLEAN_TEXT_SIZE], b[CLEAN_TEXT_SIZE], number[NUMBER_TEXT_SIZE];
    const char *key = answer_key(event);
    cli_print(output, "%6" PRIu32 "  %-5s  %s  %s", s->step, event_name(event->kind),
              clean_text(name_of(s, event->a), a), clean_text(name_of(s, event->b), b));
    if (key != NULL)
        cli_print(output, "  %s %s", key, number_write(answer_number(events, event), number));
    if ((event->flags & TACT_EVENT_ON_THE_WAY) != 0)
        cli_print(output, "  (perhaps, on the way)");
    cli_print(output, "\n");
}

/* ---- Steps -------------------------------------------------------------------------------- */

static tact_status draw_event(sim *s, const tact_events *events, const tact_event *event) {
    const event_of_run data = {s, events, event};
    const sim_event drawn = {.step = s->step,
                             .events = events,
                             .event = event,
                             .a = s->numbers[event->a.slot],
                             .b = s->numbers[event->b.slot],
                             .is_listed = event->kind != TACT_EVENT_STAY || s->shows_stays,
                             .write = put_event,
                             .data = &data};
    return sim_drawing_add_event(&s->drawing, &drawn);
}

static tact_status report_events(sim *s, cli_output *output) {
    tact_events events = tact_world_events(s->world);
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < events.count && status == TACT_OK; i++) {
        const tact_event *event = &events.events[i];
        s->begun += event->kind == TACT_EVENT_BEGIN;
        s->ended += event->kind == TACT_EVENT_END;
        s->has_contact = s->has_contact || event->kind == TACT_EVENT_BEGIN;
        status = draw_event(s, &events, event);
        if (output->stream == NULL || (event->kind == TACT_EVENT_STAY && !s->shows_stays))
            continue;
        if (output->json)
            write_event(s, &events, event, output);
        else
            show_event(s, &events, event, output);
    }
    return status == TACT_OK ? sim_drawing_add_step(&s->drawing, s->step, s->world, s->ids)
                             : status;
}

static void report_step(sim *s, const tact_step_info *info, cli_output *output) {
    if (output->stream == NULL || !s->shows_times || !output->json)
        return;
    json_writer json = json_start(output->stream);
    json_begin_line(&json);
    json_add_count(&json, "step", s->step);
    json_add_count(&json, "box_pairs", info->box_pairs);
    json_add_count(&json, "asked", info->asked_pairs);
    json_add_count(&json, "active", info->active_pairs);
    json_add_number(&json, "place_seconds", info->place_seconds);
    json_add_number(&json, "pair_seconds", info->pair_seconds);
    json_add_number(&json, "ask_seconds", info->ask_seconds);
    json_add_number(&json, "event_seconds", info->event_seconds);
    json_end_object(&json);
    s->is_misused = !json_finish(&json) || s->is_misused;
}

static void add_times(tact_step_info *sum, const tact_step_info *step) {
    sum->place_seconds += step->place_seconds;
    sum->pair_seconds += step->pair_seconds;
    sum->ask_seconds += step->ask_seconds;
    sum->event_seconds += step->event_seconds;
}

/* The first step places the objects where they begin. */
static cli_exit run_steps(sim *s, const char *path, cli_output *output, tact_step_info *sum) {
    for (s->step = 0; s->step <= s->scene->steps; s->step++) {
        tact_step_info info;
        tact_error error = {.text = ""};
        double seconds = s->step == 0 ? 0 : s->scene->seconds;
        tact_status status = tact_world_step(s->world, seconds, &error, &info);
        if (status != TACT_OK) {
            cli_complain("%s: step %" PRIu32 ": %s", path, s->step, error.text);
            return CLI_IO;
        }
        status = report_events(s, output);
        if (status != TACT_OK)
            return drawing_fail(status);
        report_step(s, &info, output);
        add_times(sum, &info);
        sum->active_pairs = info.active_pairs;
        if (s->step == UINT32_MAX)
            break;
    }
    return s->is_misused ? CLI_INTERNAL : s->has_contact ? CLI_FOUND : CLI_OK;
}

/* ---- The end ------------------------------------------------------------------------------ */

static void put_summary(const void *data, json_writer *json) {
    const sim *s = data;
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, tact_world_hash(s->world));
    json_begin_line(json);
    json_add_text(json, "event", "summary");
    json_add_count(json, "objects", s->scene->object_count);
    json_add_count(json, "steps", s->scene->steps);
    json_add_count(json, "begun", s->begun);
    json_add_count(json, "ended", s->ended);
    json_add_count(json, "active", s->sum->active_pairs);
    json_add_text(json, "hash", hash);
    json_end_object(json);
}

static void write_summary(sim *s, cli_output *output) {
    json_writer json = json_start(output->stream);
    put_summary(s, &json);
    s->is_misused = !json_finish(&json) || s->is_misused;
}

static void report_end(sim *s, const tact_step_info *sum, cli_output *output) {
    if (output->stream == NULL)
        return;
    if (output->json) {
        write_summary(s, output);
        return;
    }
    cli_print_title(output, "%" PRIu64 " contacts began, %" PRIu64 " ended.", s->begun, s->ended);
    cli_print(output, "objects  %" PRIu32 "\nsteps    %" PRIu32 "\nactive   %" PRIu64 "\n",
              s->scene->object_count, s->scene->steps, sum->active_pairs);
    if (!s->shows_times)
        return;
    cli_print(output, "seconds  place %.3f, pairs %.3f, questions %.3f, events %.3f\n",
              sum->place_seconds, sum->pair_seconds, sum->ask_seconds, sum->event_seconds);
}

/* ---- The command -------------------------------------------------------------------------- */

/* --steps and --step replace what the scene says. */
static cli_exit read_times(const cli_args *args, scene *s) {
    double steps = s->steps;
    cli_exit status = value_read_amount("steps", cli_value(args, "steps"), &steps);
    if (status == CLI_OK)
        status = value_read_amount("step", cli_value(args, "step"), &s->seconds);
    if (status != CLI_OK)
        return status;
    if (steps > UINT32_MAX || steps != (double)(uint32_t)steps)
        return value_fail("steps", "is not a whole number below 2^32", cli_value(args, "steps"));
    s->steps = (uint32_t)steps;
    return CLI_OK;
}

static cli_exit open_scene(const cli_args *args, sim *s) {
    tact_error error = {.text = ""};
    const char *path = args->operands[0];
    tact_status status = scene_load(s->context, path, &error, &s->scene);
    if (status == TACT_OK) {
        cli_exit times = read_times(args, s->scene);
        if (times != CLI_OK)
            return times;
        s->ids = calloc((size_t)s->scene->object_count + 1, sizeof *s->ids);
        s->numbers = calloc((size_t)s->scene->object_count + 1, sizeof *s->numbers);
        status = s->ids != NULL && s->numbers != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
    }
    if (status == TACT_OK)
        status = tact_world_create(s->context, &s->world);
    if (status == TACT_OK && s->recording != NULL)
        status = tact_recording_attach(s->recording, s->world);
    if (status == TACT_OK)
        status = scene_fill_world(s->scene, s->world, &error, s->ids);
    if (status != TACT_OK) {
        cli_complain("%s", error.text[0] != 0 ? error.text : tact_status_text(status));
        return CLI_IO;
    }
    for (uint32_t i = 0; i < s->scene->object_count; i++) {
        s->numbers[s->ids[i].slot] = i;
        if (s->recording != NULL) /* names that a recording cannot hold are left out */
            (void)tact_recording_set_name(s->recording, s->ids[i], s->scene->objects[i].name);
    }
    return CLI_OK;
}

static void close_all(sim *s) {
    sim_drawing_clear(&s->drawing);
    tact_world_destroy(s->world);
    scene_destroy(s->scene);
    free(s->ids);
    free(s->numbers);
    tact_context_destroy(s->context);
    tact_pool_destroy(s->pool);
}

static cli_exit run_to_end(sim *s, cli_output *output, tact_step_info *sum) {
    cli_exit status = run_steps(s, s->path, output, sum);
    if (status != CLI_OK && status != CLI_FOUND)
        return status;
    report_end(s, sum, output);
    cli_exit drawn = sim_drawing_end(&s->drawing, put_summary, s, output);
    return drawn == CLI_OK ? status : drawn;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    sim s = {.path = args->operands[0],
             .shows_stays = cli_value(args, "stay") != NULL,
             .shows_times = cli_value(args, "time") != NULL};
    tact_step_info sum = {0};
    s.sum = &sum;
    cli_exit status = drawing_check(args, NULL, output);
    if (status == CLI_OK)
        status = threads_open(args, TACT_SIMD_AVX512, &s.pool, &s.context);
    if (status == CLI_OK)
        status = record_begin(args, s.context, &s.recording);
    if (status == CLI_OK)
        status = open_scene(args, &s);
    if (status == CLI_OK)
        status = sim_drawing_begin(&s.drawing, args, s.scene);
    if (status == CLI_OK)
        status = run_to_end(&s, output, &sum);
    status = record_end(args, &s.recording, status);
    close_all(&s);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char sim_details[] =
    "Runs a scene and prints the pairs whose contact begins or ends, step by step. A scene is a\n"
    "JSON file with models, objects with poses and velocities, groups, and which pairs matter;\n"
    "docs/scene.md describes it. \"-\" is standard input. Files that a scene names are relative "
    "to\n"
    "its folder.\n"
    "\n"
    "Step 0 is the beginning. With --json, each event is one line, and the last line is a summary\n"
    "with a hash that is the same on every machine and for any number of threads. The exit status\n"
    "is 1 if any contact began, 0 if none did, and 3 if the scene or one of its files cannot be\n"
    "read.\n";

static const cli_option sim_options[] = {
    {"steps", 'n', "N", NULL, "number of steps (default: what the scene says)"},
    {"step", 0, "SECONDS", NULL, "time per step (default: what the scene says)"},
    {"stay", 0, NULL, NULL, "print the pairs that stay in contact, too"},
    {"threads", 0, "N", NULL, "number of threads (default 0: one per processor)"},
    {"time", 0, NULL, NULL, "print how long each stage took"},
    {"record", 0, "FILE", NULL, "write a recording of the run, for 'tact replay'"},
    DRAW_OPTIONS,
};

static const cli_example sim_examples[] = {
    {"tact sim cell.json", "what touches what, and when"},
    {"tact sim cell.json --steps 0 --quiet && echo free", "is the start free of contact?"},
    {"tact sim cell.json --json | jq -r 'select(.event==\"begin\") | .a'", "for programs"},
    {"tact sim cell.json --json --time", "with the time per stage of every step"},
    {"tact sim cell.json --record cell.recording", "to replay it elsewhere"},
    {"tact sim cell.json --html cell.html", "a page with a timeline: play it, look at events"},
};

const cli_command command_sim = {
    .name = "sim",
    .summary = "run a scene of moving objects and report what begins and ends to touch",
    .operands = "SCENE",
    .least_operands = 1,
    .most_operands = 1,
    .details = sim_details,
    .options = ROWS(sim_options),
    .examples = ROWS(sim_examples),
    .run = run,
};
