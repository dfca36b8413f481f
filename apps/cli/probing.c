/* SPDX-License-Identifier: MIT */
/* What ray and nearest have in common; see probing.h. Questions are read and answered in blocks, to
 * keep all threads busy and memory limited. */
#include "probing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "poses.h"
#include "record.h"
#include "seconds.h"
#include "show.h"

/* Questions per block. */
#define BLOCK 4096

/* ---- Answering ---------------------------------------------------------------------------- */

static bool tell_json(probing *p, size_t at) {
    json_writer json = json_start(p->output->stream);
    show_begin_answer(&json, p->lines[at]);
    p->verbs->write(p, at, &json);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit tell(probing *p, size_t count) {
    for (size_t i = 0; i < count; i++) {
        p->asked++;
        tact_outcome verdict = p->verbs->verdict(p, i);
        p->found = p->found || verdict == TACT_OUTCOME_CONTACT;
        p->undecided = p->undecided || verdict == TACT_OUTCOME_UNDECIDED;
        if (p->output->stream == NULL)
            continue;
        if (p->output->json) {
            if (!tell_json(p, i))
                return CLI_INTERNAL;
        } else if (p->lines[i] != 0) {
            cli_print(p->output, "%" PRIu64 ": ", p->lines[i]);
            p->verbs->show_line(p, i);
        } else {
            p->verbs->show(p, i);
        }
    }
    /* Flushes for a reader that waits for these lines; stops if nobody can read them. */
    if (p->output->stream != NULL && (fflush(p->output->stream) != 0 || ferror(p->output->stream)))
        return CLI_IO;
    return CLI_OK;
}

/* Records the first count answers. The numbers are a point, or the origin and direction of a ray.
 */
static cli_exit record(probing *p, size_t count) {
    cli_exit status = CLI_OK;
    for (size_t i = 0; i < count && status == CLI_OK && p->recording != NULL; i++) {
        const double *n = p->numbers + i * p->verbs->numbers;
        tact_asked asked = {.question = p->verbs->question,
                            .a = p->instance,
                            .point = {n[0], n[1], n[2]},
                            .options = &p->options};
        if (p->verbs->numbers == 6)
            asked.ray = (tact_ray){{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
        status = record_ask(p->recording, &asked);
    }
    return status;
}

/* The JSON of the only answer. */
static void write_answer(const void *data, json_writer *json) {
    probing p = *(const probing *)data;
    show_begin_answer(json, 0);
    p.verbs->write(&p, 0, json);
    json_end_object(json);
}

/* Draws the only answer if an option asks for it. */
static cli_exit draw(const probing *p) {
    draw_scene scene = {.title = NULL};
    if (!drawing_is_wanted(p->args))
        return CLI_OK;
    tact_status status = draw_scene_add_instance(&scene, &p->instance, p->models.a.path, 0);
    if (status == TACT_OK)
        status = p->verbs->draw(p, &scene);
    if (status == TACT_OK)
        status = drawing_describe(p->args, write_answer, p, &scene);
    const tact_vec3 *focus =
        scene.path_count > 0 ? &scene.paths[scene.path_count - 1].points[0] : NULL;
    cli_exit drawn =
        status == TACT_OK ? drawing_write(p->args, &scene, focus, p->output) : drawing_fail(status);
    draw_scene_clear(&scene);
    return drawn;
}

static cli_exit ask_and_tell(probing *p, size_t count) {
    double start = seconds_now();
    tact_status status = p->verbs->ask(p, count);
    p->seconds += seconds_now() - start;
    if (status == TACT_OK) {
        cli_exit recorded = record(p, count);
        if (recorded == CLI_OK)
            recorded = draw(p);
        return recorded == CLI_OK ? tell(p, count) : recorded;
    }
    cli_complain("%s: %s", p->models.a.path, tact_status_text(status));
    return CLI_IO;
}

static cli_exit answer_stream(probing *p, const char *path) {
    pose_reader *reader;
    cli_exit status = poses_open(path, p->verbs->numbers, &reader);
    size_t count = 1;
    while (status == CLI_OK && count > 0) {
        cli_exit read = poses_read_numbers(reader, p->verbs->meaning, p->numbers, p->lines,
                                           p->capacity, &count);
        if (count > 0)
            status = ask_and_tell(p, count);
        if (status == CLI_OK)
            status = read;
    }
    poses_close(reader);
    return status;
}

static cli_exit run_with_memory(probing *p, const double *numbers) {
    p->capacity = numbers != NULL ? 1 : BLOCK;
    p->numbers = calloc(p->capacity * p->verbs->numbers, sizeof *p->numbers);
    p->lines = calloc(p->capacity, sizeof *p->lines);
    p->answers = calloc(p->capacity, p->verbs->answer_bytes);
    cli_exit status = CLI_IO;
    if (p->numbers == NULL || p->lines == NULL || p->answers == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
    } else if (numbers != NULL) {
        memcpy(p->numbers, numbers, p->verbs->numbers * sizeof *numbers);
        status = ask_and_tell(p, 1);
    } else {
        status = answer_stream(p, cli_value(p->args, p->verbs->stream));
    }
    free(p->numbers);
    free(p->lines);
    free(p->answers);
    return status;
}

cli_exit probing_run(probing *p, const double *numbers) {
    const char *stream = numbers == NULL ? cli_value(p->args, p->verbs->stream) : NULL;
    cli_exit status = drawing_check(p->args, p->verbs->stream, p->output);
    if (status == CLI_OK)
        status = models_open_one(p->args, stream, p->output, &p->models);
    if (status != CLI_OK)
        return status;
    p->instance = tact_instance_make(p->models.a.model);
    status = record_begin(p->args, p->models.context, &p->recording);
    if (status == CLI_OK)
        status = run_with_memory(p, numbers);
    status = record_end(p->args, &p->recording, status);
    if (status == CLI_OK && cli_has(p->args, "time"))
        models_show_times(&p->models, p->asked, p->seconds);
    models_close(&p->models);
    if (status != CLI_OK)
        return status;
    return p->found ? CLI_FOUND : p->undecided ? CLI_UNDECIDED : CLI_OK;
}

/* ---- Pieces of answers -------------------------------------------------------------------- */

const char *probing_noun(const probing *p) {
    return models_mesh(&p->models.a) != NULL ? "mesh" : "shape";
}

void probing_show_site(probing *p, const char *before, const tact_site *site) {
    char name[MODELS_LINE_SIZE];
    if (site->element != TACT_NO_TRIANGLE)
        cli_print(p->output, "%s%s of %s", before, tact_feature_name((tact_feature)site->feature),
                  models_show_triangle(&p->models.a, "the mesh", site->element, name));
}

void probing_write_triangle(const probing *p, uint32_t triangle, tact_feature feature,
                            json_writer *json) {
    const tact_mesh *mesh = models_mesh(&p->models.a);
    bool is_one = triangle != TACT_NO_TRIANGLE;
    json_add_count_if(json, "triangle", is_one, triangle);
    if (mesh != NULL && tact_mesh_part_count(mesh) > 0)
        json_add_text(json, "part", is_one ? models_part_name(&p->models.a, triangle) : NULL);
    json_add_text(json, "feature", is_one ? tact_feature_name(feature) : NULL);
}
