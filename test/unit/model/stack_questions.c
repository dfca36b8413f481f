/* SPDX-License-Identifier: MIT */
/* The questions of the test of stacks; see stack_questions.h. */
#include "stack_questions.h"

#include <math.h>
#include <string.h>

/* ---- Asking ------------------------------------------------------------------------------- */

#define ASK(name, call)                                                                            \
    static tact_status name(stack_world *w) {                                                      \
        return call;                                                                               \
    }

static bool visit(void *user, tact_element a, tact_element b) {
    (void)user;
    (void)a;
    (void)b;
    return true;
}

ASK(collide, tact_collide(&w->a, &w->b, &w->options, w->used_cache, &w->out.collide))
ASK(distance, tact_distance(&w->a, &w->b, &w->options, w->used_cache, &w->out.distance))
ASK(depth, tact_depth(&w->a, &w->b, &w->options, w->used_cache, &w->out.depth))
ASK(manifold, tact_manifold(&w->a, &w->b, &w->options, w->used_cache, &w->out.manifold))
ASK(gradient, tact_gradient(&w->a, &w->b, &w->options, w->used_cache, &w->out.gradient))
ASK(classify, tact_classify(&w->a, &w->b, &w->options, &w->out.classify))
ASK(contacts, tact_contacts(&w->a, &w->b, &w->options, w->list, &w->out.contacts))
ASK(contacts_visit, tact_contacts_visit(&w->a, &w->b, &w->options, visit, NULL, &w->out.contacts))
ASK(curves, tact_curves(&w->a, &w->b, &w->options, w->set, &w->out.curves))
ASK(verify, tact_verify(&w->a, &w->b, w->proof, &w->options, &w->out.verification))
ASK(self, tact_self(w->a.model, &w->options, w->list, &w->out.contacts))
ASK(raycast, tact_raycast(&w->a, w->ray, &w->options, &w->out.raycast))
ASK(raycast_all, tact_raycast_all(&w->a, w->ray, &w->options, w->hits, 8, &w->out.raycast_all))
ASK(nearest, tact_nearest(&w->a, w->point, &w->options, &w->out.nearest))
ASK(inside, tact_inside(&w->a, w->point, &w->options, &w->out.inside))

/* A batch of the one pair, on the calling thread. The instances of a world are neighbours. */
static tact_batch batch_of(const stack_world *w) {
    return (tact_batch){.instances = &w->a,
                        .instance_count = 2,
                        .pose_count = 1,
                        .pair_count = 1,
                        .options = &w->options};
}

#define ASK_BATCH(name, ...)                                                                       \
    static tact_status name##_batch(stack_world *w) {                                              \
        tact_batch batch = batch_of(w);                                                            \
        return tact_##name##_batch(NULL, &batch, __VA_ARGS__);                                     \
    }

_Static_assert(offsetof(stack_world, b) == offsetof(stack_world, a) + sizeof(tact_instance),
               "the instances of a world are an array");

ASK_BATCH(collide, &w->out.collide)
ASK_BATCH(distance, &w->out.distance)
ASK_BATCH(depth, &w->out.depth)
ASK_BATCH(manifold, &w->out.manifold)
ASK_BATCH(gradient, &w->out.gradient)
ASK_BATCH(classify, &w->out.classify)
ASK_BATCH(contacts, &w->list, &w->out.contacts)
ASK_BATCH(curves, &w->set, &w->out.curves)
ASK(self_batch, tact_self_batch(NULL, &w->a.model, 1, &w->options, &w->list, &w->out.contacts))
ASK(raycast_batch, tact_raycast_batch(NULL, &w->a, &w->ray, 1, &w->options, &w->out.raycast))
ASK(nearest_batch, tact_nearest_batch(NULL, &w->a, &w->point, 1, &w->options, &w->out.nearest))
ASK(inside_batch, tact_inside_batch(NULL, &w->a, &w->point, 1, &w->options, &w->out.inside))

/* ---- The list ----------------------------------------------------------------------------- */

#define ABOUT(name) .question = TACT_QUESTION_##name

const stack_question stack_questions[] = {
    {"collide", collide, ABOUT(COLLIDE)},
    {"collide, point", collide, ABOUT(COLLIDE), .flags = TACT_OPTION_POINT},
    {"collide, cached", collide, ABOUT(COLLIDE), .has_cache = true},
    {"collide, proof", collide, ABOUT(COLLIDE), .writes_proof = true},
    {"collide, batch", collide_batch, ABOUT(COLLIDE)},
    {"distance", distance, ABOUT(DISTANCE)},
    {"distance, with an error", distance, ABOUT(DISTANCE), .relative_error = 1e-12},
    {"distance, limit", distance, ABOUT(DISTANCE), .limit = 0.25},
    {"distance, lower bound", distance, ABOUT(DISTANCE), .flags = TACT_OPTION_LOWER_BOUND},
    {"distance, cached", distance, ABOUT(DISTANCE), .has_cache = true},
    {"distance, proof", distance, ABOUT(DISTANCE), .writes_proof = true},
    {"distance, batch", distance_batch, ABOUT(DISTANCE)},
    {"depth", depth, ABOUT(DEPTH)},
    {"depth, cached", depth, ABOUT(DEPTH), .has_cache = true},
    {"depth, batch", depth_batch, ABOUT(DEPTH)},
    {"manifold", manifold, ABOUT(MANIFOLD)},
    {"manifold, cached", manifold, ABOUT(MANIFOLD), .has_cache = true},
    {"manifold, batch", manifold_batch, ABOUT(MANIFOLD)},
    {"gradient", gradient, ABOUT(GRADIENT)},
    {"gradient, cached", gradient, ABOUT(GRADIENT), .has_cache = true},
    {"gradient, batch", gradient_batch, ABOUT(GRADIENT)},
    {"classify", classify, ABOUT(CLASSIFY)},
    {"classify, clearance", classify, ABOUT(CLASSIFY), .flags = TACT_OPTION_CLEARANCE},
    {"classify, batch", classify_batch, ABOUT(CLASSIFY)},
    {"contacts", contacts, ABOUT(CONTACTS)},
    {"contacts, geometry", contacts, ABOUT(CONTACTS), .flags = TACT_OPTION_GEOMETRY},
    {"contacts, visit", contacts_visit, ABOUT(CONTACTS)},
    {"contacts, batch", contacts_batch, ABOUT(CONTACTS)},
    {"curves", curves, ABOUT(CURVES)},
    {"curves, batch", curves_batch, ABOUT(CURVES)},
    {"verify collide", verify, ABOUT(COLLIDE), .is_verify = true},
    {"verify distance", verify, ABOUT(DISTANCE), .is_verify = true},
    {"self", self, ABOUT(SELF)},
    {"self, geometry", self, ABOUT(SELF), .flags = TACT_OPTION_GEOMETRY},
    {"self, batch", self_batch, ABOUT(SELF)},
    {"raycast", raycast, ABOUT(RAYCAST)},
    {"raycast, any", raycast, ABOUT(RAYCAST), .flags = TACT_OPTION_ANY},
    {"raycast, all", raycast_all, ABOUT(RAYCAST)},
    {"raycast, batch", raycast_batch, ABOUT(RAYCAST)},
    {"nearest", nearest, ABOUT(NEAREST)},
    {"nearest, batch", nearest_batch, ABOUT(NEAREST)},
    {"inside", inside, ABOUT(INSIDE)},
    {"inside, signed", inside, ABOUT(INSIDE), .flags = TACT_OPTION_SIGNED},
    {"inside, batch", inside_batch, ABOUT(INSIDE)},
};
const size_t stack_question_count = sizeof stack_questions / sizeof stack_questions[0];

bool stack_question_is_single(const stack_question *q) {
    return q->question >= TACT_QUESTION_SELF;
}

/* ---- Worlds ------------------------------------------------------------------------------- */

void stack_world_make(stack_world *w) {
    memset(w, 0, sizeof *w);
    w->cache = (tact_cache){w->memory, sizeof w->memory};
    assert_int_equal(tact_contact_list_create(NULL, &w->list), TACT_OK);
    assert_int_equal(tact_curve_set_create(NULL, &w->set), TACT_OK);
    assert_int_equal(tact_proof_create(NULL, &w->proof), TACT_OK);
}

void stack_world_free(stack_world *w) {
    tact_contact_list_destroy(w->list);
    tact_curve_set_destroy(w->set);
    tact_proof_destroy(w->proof);
}

/* Filled meshes need an interior, and so do some questions. */
static bool is_refused(tact_status status) {
    return status == TACT_UNSUPPORTED || status == TACT_NO_INTERIOR;
}

static bool write_proof(stack_world *w, const stack_question *q) {
    tact_options options = tact_options_default();
    options.proof = w->proof;
    tact_status status = q->question == TACT_QUESTION_COLLIDE
                             ? tact_collide(&w->a, &w->b, &options, NULL, &w->out.collide)
                             : tact_distance(&w->a, &w->b, &options, NULL, &w->out.distance);
    assert_true(status == TACT_OK || is_refused(status));
    return status == TACT_OK;
}

bool stack_question_prepare(stack_world *w, const stack_question *q) {
    tact_kind a = tact_model_inspect(w->a.model).kind, b = tact_model_inspect(w->b.model).kind;
    uint32_t support = tact_query_support(q->question, a, b);
    bool needs_proof = q->writes_proof || q->is_verify;
    if (support == TACT_SUPPORT_NONE || (needs_proof && (support & TACT_SUPPORT_PROOF) == 0) ||
        (q->is_verify && !write_proof(w, q)))
        return false;
    w->options = tact_options_default();
    w->options.flags = q->flags;
    w->options.limit = q->limit > 0 ? q->limit : HUGE_VAL;
    w->options.relative_error = q->relative_error;
    w->options.proof = q->writes_proof ? w->proof : NULL;
    memset(w->memory, 0, sizeof w->memory);
    w->used_cache = q->has_cache ? &w->cache : NULL;
    w->question = q;
    return true;
}

void stack_question_ask(void *world) {
    stack_world *w = world;
    w->status = w->question->ask(w);
    if (w->question->has_cache && w->status == TACT_OK) {
        w->b.pose.m[3] += 0x1p-10;
        w->status = w->question->ask(w);
        w->b.pose.m[3] -= 0x1p-10;
    }
    if (is_refused(w->status))
        w->status = TACT_UNSUPPORTED;
}
