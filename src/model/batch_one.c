/* SPDX-License-Identifier: MIT */
/* Many questions about one instance, or about many models with themselves. */
#include "base/message.h"
#include "base/parallel.h"
#include "model/one.h"
#include "model/refused.h"
#include "probe/points.h"

/* Questions that one task answers: enough to be worth handing out, few enough to balance. */
#define GRAIN 128

/* Questions that the kernels beneath take at the same time. */
#define MANY 64

typedef struct run run;
typedef tact_status asker(const run *r, const tact_options *options, size_t i);
/* Answers count questions from first on, or none of them: then they are asked one by one. */
typedef bool many_asker(const run *r, size_t first, size_t count);

struct run {
    tact_question question;
    const tact_instance *instance;
    const tact_model *const *models; /* of tact_self_batch() */
    const tact_ray *rays;
    const tact_vec3 *points;
    tact_contact_list *const *lists;
    void *results;
    tact_options options; /* without a place for the error */
    asker *ask;
    many_asker *ask_many; /* NULL if there is no faster way */
    tacti_refused refused;
};

static void answer_some(run *r, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        tact_status status = r->ask(r, &r->options, i);
        if (status != TACT_OK)
            tacti_refused_note(&r->refused, i, status);
    }
}

static void answer_range(void *data, tacti_range range, uint32_t chunk, uint32_t worker) {
    run *r = data;
    (void)chunk;
    (void)worker;
    for (size_t i = range.begin; i < range.end; i += MANY) {
        size_t count = range.end - i < MANY ? range.end - i : MANY;
        if (r->ask_many == NULL || !r->ask_many(r, i, count))
            answer_some(r, i, i + count);
    }
}

/* Whether the questions are about a mesh and nothing may end them early. */
static bool is_plain_mesh(const tact_instance *instance, const tact_options *options) {
    tact_options room;
    const tact_options *chosen = tacti_one_begin(instance, options, &room, instance);
    return chosen != NULL && instance->model->what == TACTI_MODEL_MESH &&
           !tacti_has_limits(chosen) && (chosen->flags & TACT_OPTION_ANY) == 0;
}

static tact_status answer_all(const tact_context *context, run *r, size_t count, size_t grain,
                              const tact_options *options) {
    bool has_options = options != NULL && options->size == sizeof *options;
    tact_error *error = has_options ? options->error : NULL;
    bool has_input =
        r->models != NULL || (r->instance != NULL && (r->rays != NULL || r->points != NULL));
    if ((options != NULL && !has_options) || (count > 0 && (!has_input || r->results == NULL)))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "a batch needs its input, a place for the results, and options from "
                               "tact_options_default()");
    r->options = has_options ? *options : tact_options_default();
    r->options.error = NULL;
    tacti_refused_clear(&r->refused);
    tacti_parallel_for(context, count, grain, answer_range, r);
    size_t i;
    tact_status status;
    if (!tacti_refused_read(&r->refused, &i, &status))
        return TACT_OK;
    tact_error reason = {.text = ""};
    r->options.error = &reason; /* once more, for the reason */
    (void)r->ask(r, &r->options, i);
    return tacti_error_set(error, status, 0, i, "question %zu of the batch: %s", i,
                           reason.text[0] != 0 ? reason.text : tact_status_text(status));
}

/* ---- Rays --------------------------------------------------------------------------------- */

static tact_status ask_raycast(const run *r, const tact_options *options, size_t i) {
    return tact_raycast(r->instance, r->rays[i], options, (tact_raycast_result *)r->results + i);
}

static bool ask_raycasts(const run *r, size_t first, size_t count) {
    tacti_side side = tacti_side_of(r->instance);
    tacti_placed mesh = tacti_side_mesh(&side);
    tacti_mesh_hit hits[MANY];
    tact_raycast_result *results = (tact_raycast_result *)r->results + first;
    if (tacti_ray_first_many(&mesh, r->rays + first, count, r->options.limit, hits) != TACT_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        tacti_raycast_of_hit(&hits[i], 0, &results[i]);
    return true;
}

tact_status tact_raycast_batch(const tact_context *context, const tact_instance *instance,
                               const tact_ray *rays, size_t count, const tact_options *options,
                               tact_raycast_result *results) {
    run r = {.question = TACT_QUESTION_RAYCAST,
             .instance = instance,
             .rays = rays,
             .results = results,
             .ask = ask_raycast,
             .ask_many = is_plain_mesh(instance, options) ? ask_raycasts : NULL};
    return answer_all(context, &r, count, GRAIN, options);
}

/* ---- Points ------------------------------------------------------------------------------- */

static tact_status ask_nearest(const run *r, const tact_options *options, size_t i) {
    return tact_nearest(r->instance, r->points[i], options, (tact_nearest_result *)r->results + i);
}

static bool ask_nearests(const run *r, size_t first, size_t count) {
    tacti_side side = tacti_side_of(r->instance);
    tacti_placed mesh = tacti_side_mesh(&side);
    tacti_nearest found[MANY];
    tact_nearest_result *results = (tact_nearest_result *)r->results + first;
    if (tacti_closest_point_many(&mesh, r->points + first, count, r->options.limit, found) !=
        TACT_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        results[i] = tacti_nearest_of(&found[i], 0);
    return true;
}

tact_status tact_nearest_batch(const tact_context *context, const tact_instance *instance,
                               const tact_vec3 *points, size_t count, const tact_options *options,
                               tact_nearest_result *results) {
    run r = {.question = TACT_QUESTION_NEAREST,
             .instance = instance,
             .points = points,
             .results = results,
             .ask = ask_nearest,
             .ask_many = is_plain_mesh(instance, options) ? ask_nearests : NULL};
    return answer_all(context, &r, count, GRAIN, options);
}

static tact_status ask_inside(const run *r, const tact_options *options, size_t i) {
    return tact_inside(r->instance, r->points[i], options, (tact_inside_result *)r->results + i);
}

tact_status tact_inside_batch(const tact_context *context, const tact_instance *instance,
                              const tact_vec3 *points, size_t count, const tact_options *options,
                              tact_inside_result *results) {
    run r = {.question = TACT_QUESTION_INSIDE,
             .instance = instance,
             .points = points,
             .results = results,
             .ask = ask_inside};
    return answer_all(context, &r, count, GRAIN, options);
}

/* ---- Meshes with themselves --------------------------------------------------------------- */

static tact_status ask_self(const run *r, const tact_options *options, size_t i) {
    return tact_self(r->models[i], options, r->lists != NULL ? r->lists[i] : NULL,
                     (tact_contacts_result *)r->results + i);
}

tact_status tact_self_batch(const tact_context *context, const tact_model *const *models,
                            size_t count, const tact_options *options,
                            tact_contact_list *const *lists, tact_contacts_result *results) {
    run r = {.question = TACT_QUESTION_SELF,
             .models = models,
             .lists = lists,
             .results = results,
             .ask = ask_self};
    return answer_all(context, &r, count, 1, options);
}
