/* SPDX-License-Identifier: MIT */
/* Actions that ask one question. */
#include "script.h"

/* Two instances, options, a cache. */
typedef struct asked {
    tact_instance a, b;
    tact_options options;
    tact_cache memory;
    tact_cache *cache;
    script_proof *proof; /* NULL: none was asked for */
} asked;

static void prepare(script *s, asked *q) {
    q->a = script_instance(s);
    q->b = script_instance(s);
    q->options = script_options(s);
    q->memory = script_cache(s);
    q->cache = script_rarely(s) ? NULL : &q->memory;
    q->proof = NULL;
}

/* A proof is written into a slot that has one. */
static void ask_for_proof(script *s, asked *q) {
    script_proof *slot = &s->proofs[script_below(s, MOST_OBJECTS)];
    if (script_byte(s) % 4 != 0)
        return;
    if (slot->proof == NULL)
        act_proof(s);
    if (slot->proof == NULL)
        return;
    q->proof = slot;
    q->options.proof = slot->proof;
}

static void drop_models(script_proof *slot) {
    for (int i = 0; i < 2; i++) {
        tact_model_destroy(slot->models[i]);
        slot->models[i] = NULL;
    }
}

/* Keeps the models that a proof is about alive. After a failure for lack of memory it claims
 * nothing, and after any other failure it is as it was. */
static void keep_models(const asked *q, tact_status status) {
    if (q->proof == NULL || (status != TACT_OK && status != TACT_OUT_OF_MEMORY))
        return;
    if (status == TACT_OUT_OF_MEMORY)
        script_require(tact_proof_inspect(q->proof->proof).claim == TACT_CLAIM_NOTHING);
    tact_model *models[2] = {NULL, NULL};
    if (status == TACT_OK) {
        models[0] = tact_model_retain(q->a.model);
        models[1] = tact_model_retain(q->b.model);
    }
    drop_models(q->proof);
    q->proof->models[0] = models[0];
    q->proof->models[1] = models[1];
    q->proof->instances[0] = q->a;
    q->proof->instances[1] = q->b;
}

/* ---- Two instances ------------------------------------------------------------------------ */

void act_collide(script *s) {
    asked q;
    tact_collide_result result;
    prepare(s, &q);
    ask_for_proof(s, &q);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_collide(&q.a, &q.b, &q.options, q.cache, &result);
    (void)script_end_question(s, status, &q.options, false);
    keep_models(&q, status);
}

void act_distance(script *s) {
    asked q;
    tact_distance_result result;
    prepare(s, &q);
    ask_for_proof(s, &q);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_distance(&q.a, &q.b, &q.options, q.cache, &result);
    if (script_end_question(s, status, &q.options, false))
        script_require(result.lower <= result.upper && result.lower >= 0);
    keep_models(&q, status);
}

void act_depth(script *s) {
    asked q;
    tact_depth_result result;
    prepare(s, &q);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_depth(&q.a, &q.b, &q.options, q.cache, &result);
    if (script_end_question(s, status, &q.options, false))
        script_require(result.lower <= result.upper && result.lower >= 0);
}

void act_manifold(script *s) {
    asked q;
    tact_manifold_result result;
    prepare(s, &q);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_manifold(&q.a, &q.b, &q.options, q.cache, &result);
    if (script_end_question(s, status, &q.options, false))
        script_require(result.point_count <= 4);
}

void act_gradient(script *s) {
    asked q;
    tact_gradient_result result;
    prepare(s, &q);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_gradient(&q.a, &q.b, &q.options, q.cache, &result);
    (void)script_end_question(s, status, &q.options, false);
}

/* Whether one shape may be inside another takes some milliseconds if a shape is smooth, and a
 * hundred times as long with all sanitizers. */
static bool is_smooth(const tact_model *model) {
    const tact_shape *shape = model != NULL ? tact_model_shape(model) : NULL;
    return shape != NULL && !tact_shape_is_polytope(shape);
}

void act_classify(script *s) {
    asked q;
    tact_classify_result result;
    prepare(s, &q);
    if ((is_smooth(q.a.model) || is_smooth(q.b.model)) && !script_rarely(s))
        return;
    script_begin(s, &result, sizeof result);
    tact_status status = tact_classify(&q.a, &q.b, &q.options, &result);
    if (script_end_question(s, status, &q.options, true))
        script_require((result.relation == TACT_RELATION_UNDECIDED) ==
                       (result.reason != TACT_REASON_NONE));
}

/* ---- Contacts ----------------------------------------------------------------------------- */

static void read_list(const tact_contact_list *list) {
    tact_contact_view view = tact_contact_list_view(list);
    script_read_bytes(view.pairs, 2 * sizeof *view.pairs * view.count);
    if (view.points != NULL)
        script_read_bytes(view.points, view.point_count * sizeof *view.points);
    if (view.contacts == NULL)
        return;
    for (uint32_t i = 0; i < view.count; i++)
        script_require(view.contacts[i].first_point + view.contacts[i].point_count <=
                       view.point_count);
}

/* After a failure for lack of memory a list is empty. In any case it can be read. */
static void check_list(const tact_contact_list *list, tact_status status) {
    if (list == NULL)
        return;
    if (status == TACT_OUT_OF_MEMORY || status == TACT_TOO_LARGE)
        script_require(tact_contact_list_view(list).count == 0);
    read_list(list);
}

void act_contacts(script *s) {
    asked q;
    tact_contacts_result result;
    prepare(s, &q);
    tact_contact_list *list = script_list(s);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_contacts(&q.a, &q.b, &q.options, list, &result);
    if (script_end_question(s, status, &q.options, true))
        script_require(result.count == tact_contact_list_view(list).count);
    check_list(list, status);
}

static bool visit(void *user, tact_element a, tact_element b) {
    uint32_t *left = user;
    (void)a;
    (void)b;
    if (*left == 0)
        return false;
    --*left;
    return true;
}

void act_visit(script *s) {
    asked q;
    tact_contacts_result result;
    prepare(s, &q);
    uint32_t left = script_below(s, 64) * 8;
    script_begin(s, &result, sizeof result);
    tact_status status = tact_contacts_visit(&q.a, &q.b, &q.options, visit, &left, &result);
    (void)script_end_question(s, status, &q.options, false);
}

void act_curves(script *s) {
    asked q;
    tact_curves_result result;
    prepare(s, &q);
    tact_curve_set *set = script_set(s);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_curves(&q.a, &q.b, &q.options, set, &result);
    (void)script_end_question(s, status, &q.options, true);
    if (set == NULL)
        return;
    tact_curve_view view = tact_curve_set_view(set);
    if (status == TACT_OUT_OF_MEMORY)
        script_require(view.curve_count == 0 && view.patch_count == 0);
    for (uint32_t i = 0; i < view.index_count; i++)
        script_require(view.indices[i] < view.point_count);
    for (uint32_t i = 0; i < view.curve_count; i++)
        script_require(view.curves[i].first + view.curves[i].count <= view.index_count);
    for (uint32_t i = 0; i < view.patch_count; i++)
        script_require(view.patches[i].first + view.patches[i].count <= view.index_count);
    script_read_bytes(view.points, view.point_count * sizeof *view.points);
    script_read_bytes(view.sources, view.point_count * sizeof *view.sources);
}

void act_self(script *s) {
    const tact_model *model = script_instance(s).model;
    tact_options options = script_options(s);
    tact_contacts_result result;
    tact_contact_list *list = script_byte(s) % 4 == 0 ? NULL : script_list(s);
    script_begin(s, &result, sizeof result);
    tact_status status = tact_self(model, &options, list, &result);
    (void)script_end_question(s, status, &options, list != NULL);
    check_list(list, status);
}

/* ---- One instance ------------------------------------------------------------------------- */

void act_raycast(script *s) {
    tact_instance instance = script_instance(s);
    tact_options options = script_options(s);
    tact_ray ray = script_ray(s);
    tact_raycast_result result;
    script_begin(s, &result, sizeof result);
    tact_status status = tact_raycast(&instance, ray, &options, &result);
    if (script_end_question(s, status, &options, false))
        script_require(result.lower <= result.upper);
}

void act_raycast_all(script *s) {
    tact_instance instance = script_instance(s);
    tact_options options = script_options(s);
    tact_ray ray = script_ray(s);
    tact_raycast_result hits[4];
    tact_raycast_all_result result;
    uint32_t capacity = script_below(s, 5);
    script_begin(s, &result, sizeof result);
    tact_status status =
        tact_raycast_all(&instance, ray, &options, capacity > 0 ? hits : NULL, capacity, &result);
    if (!script_end_question(s, status, &options, false))
        return;
    for (uint32_t i = 1; i < capacity && i < result.count; i++)
        script_require(hits[i - 1].t <= hits[i].t);
}

void act_nearest(script *s) {
    tact_instance instance = script_instance(s);
    tact_options options = script_options(s);
    tact_vec3 point = script_vec3(s);
    tact_nearest_result result;
    script_begin(s, &result, sizeof result);
    tact_status status = tact_nearest(&instance, point, &options, &result);
    if (script_end_question(s, status, &options, false))
        script_require(result.lower <= result.upper && result.lower >= 0);
}

void act_inside(script *s) {
    tact_instance instance = script_instance(s);
    tact_options options = script_options(s);
    tact_vec3 point = script_vec3(s);
    tact_inside_result result;
    script_begin(s, &result, sizeof result);
    tact_status status = tact_inside(&instance, point, &options, &result);
    if (script_end_question(s, status, &options, false))
        script_require(result.winding_lower <= result.winding_upper);
}
