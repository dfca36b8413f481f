/* SPDX-License-Identifier: MIT */
/* Many questions about one instance, or about many models with themselves. */
#include "base/assert.h"
#include "base/parallel.h"
#include "model/batch_run.h"
#include "model/ask_one.h"
#include "probe/points.h"

/* Questions per task: enough to be worth handing out, few enough to balance. */
#define GRAIN 128

/* Questions that the kernels beneath take at the same time. */
#define MANY 64

typedef struct run run;
/* Answers count questions from first on; or none of them, and they are asked one by one. */
typedef bool many_asker(const run *r, size_t first, size_t count);

struct run {
    const tact_instance *instance;
    const tact_model *const *models; /* of tact_self_batch() */
    const tact_ray *rays;
    const tact_vec3 *points;
    tact_contact_list *const *lists;
    void *results;
    tacti_batch_ask *ask;
    many_asker *ask_many; /* NULL if there is no faster way */
    tacti_batch_run shared;
};

static void answer_some(run *r, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        tact_status status = r->ask(r, &r->shared.options, i);
        if (status != TACT_OK)
            tacti_batch_note(&r->shared, i, status);
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
    bool has_input =
        r->models != NULL || (r->instance != NULL && (r->rays != NULL || r->points != NULL));
    tact_status status =
        tacti_batch_begin(&r->shared, options, count == 0 || (has_input && r->results != NULL),
                          "a batch needs its input, a place for the results, and options from "
                          "tact_options_default()");
    if (status != TACT_OK)
        return status;
    tacti_parallel_for(context, count, grain, answer_range, r);
    return tacti_batch_end(&r->shared, r->ask, r);
}

/* ---- Rays --------------------------------------------------------------------------------- */

static tact_status ask_raycast(const void *data, const tact_options *options, size_t i) {
    const run *r = data;
    return tact_raycast(r->instance, r->rays[i], options, (tact_raycast_result *)r->results + i);
}

static bool ask_raycasts(const run *r, size_t first, size_t count) {
    tacti_side side = tacti_side_of(r->instance);
    tacti_placed mesh = tacti_side_mesh(&side);
    tacti_mesh_hit hits[MANY];
    TACTI_ASSERT(count <= MANY);
    tact_raycast_result *results = (tact_raycast_result *)r->results + first;
    if (tacti_ray_first_many(&mesh, r->rays + first, count, r->shared.options.limit, hits) !=
        TACT_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        tacti_raycast_of_hit(&hits[i], 0, &results[i]);
    return true;
}

tact_status tact_raycast_batch(const tact_context *context, const tact_instance *instance,
                               const tact_ray *rays, size_t count, const tact_options *options,
                               tact_raycast_result *results) {
    run r = {.instance = instance,
             .rays = rays,
             .results = results,
             .ask = ask_raycast,
             .ask_many = is_plain_mesh(instance, options) ? ask_raycasts : NULL};
    return answer_all(context, &r, count, GRAIN, options);
}

/* ---- Points ------------------------------------------------------------------------------- */

static tact_status ask_nearest(const void *data, const tact_options *options, size_t i) {
    const run *r = data;
    return tact_nearest(r->instance, r->points[i], options, (tact_nearest_result *)r->results + i);
}

static bool ask_nearests(const run *r, size_t first, size_t count) {
    tacti_side side = tacti_side_of(r->instance);
    tacti_placed mesh = tacti_side_mesh(&side);
    tacti_nearest found[MANY];
    TACTI_ASSERT(count <= MANY);
    tact_nearest_result *results = (tact_nearest_result *)r->results + first;
    if (tacti_closest_point_many(&mesh, r->points + first, count, r->shared.options.limit, found) !=
        TACT_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        results[i] = tacti_nearest_of(&found[i], 0);
    return true;
}

tact_status tact_nearest_batch(const tact_context *context, const tact_instance *instance,
                               const tact_vec3 *points, size_t count, const tact_options *options,
                               tact_nearest_result *results) {
    run r = {.instance = instance,
             .points = points,
             .results = results,
             .ask = ask_nearest,
             .ask_many = is_plain_mesh(instance, options) ? ask_nearests : NULL};
    return answer_all(context, &r, count, GRAIN, options);
}

static tact_status ask_inside(const void *data, const tact_options *options, size_t i) {
    const run *r = data;
    return tact_inside(r->instance, r->points[i], options, (tact_inside_result *)r->results + i);
}

tact_status tact_inside_batch(const tact_context *context, const tact_instance *instance,
                              const tact_vec3 *points, size_t count, const tact_options *options,
                              tact_inside_result *results) {
    run r = {.instance = instance, .points = points, .results = results, .ask = ask_inside};
    return answer_all(context, &r, count, GRAIN, options);
}

/* ---- Meshes with themselves --------------------------------------------------------------- */

static tact_status ask_self(const void *data, const tact_options *options, size_t i) {
    const run *r = data;
    return tact_self(r->models[i], options, r->lists != NULL ? r->lists[i] : NULL,
                     (tact_contacts_result *)r->results + i);
}

tact_status tact_self_batch(const tact_context *context, const tact_model *const *models,
                            size_t count, const tact_options *options,
                            tact_contact_list *const *lists, tact_contacts_result *results) {
    run r = {.models = models, .lists = lists, .results = results, .ask = ask_self};
    return answer_all(context, &r, count, 1, options);
}
