/* SPDX-License-Identifier: MIT */
/* Every question of the front door in every way that may take another path, for the test that
 * measures their stacks. */
#ifndef TACT_TEST_MODEL_STACK_QUESTIONS_H
#define TACT_TEST_MODEL_STACK_QUESTIONS_H

#include "support.h"

#include <tact/model.h>

typedef struct stack_question stack_question;

/* What a question is about, and its answer. Answers are not on the stack, because they
 * belong to the caller. */
typedef struct stack_world {
    tact_instance a, b;
    tact_vec3 point;
    tact_ray ray;
    tact_options options;
    tact_cache cache;
    tact_cache *used_cache; /* NULL, or the cache */
    tact_contact_list *list;
    tact_curve_set *set;
    tact_proof *proof;
    uint64_t memory[TACT_CACHE_DEPTH_BYTES / 8];
    const stack_question *question;
    tact_status status;
    union {
        tact_collide_result collide;
        tact_distance_result distance;
        tact_depth_result depth;
        tact_manifold_result manifold;
        tact_gradient_result gradient;
        tact_classify_result classify;
        tact_contacts_result contacts;
        tact_curves_result curves;
        tact_raycast_result raycast;
        tact_raycast_all_result raycast_all;
        tact_nearest_result nearest;
        tact_inside_result inside;
        tact_verification verification;
    } out;
    tact_raycast_result hits[8];
} stack_world;

struct stack_question {
    const char *name;
    tact_status (*ask)(stack_world *w);
    tact_question question; /* whose support it has */
    uint32_t flags;         /* of the options */
    double limit;           /* of the options; 0 for none */
    double relative_error;
    bool writes_proof;
    bool has_cache; /* it is asked twice, and the instances move a little in between */
    bool is_verify; /* it needs a proof that was written before */
};

extern const stack_question stack_questions[];
extern const size_t stack_question_count;

void stack_world_make(stack_world *w);
void stack_world_free(stack_world *w);
/* Whether the question is about one instance alone. */
bool stack_question_is_single(const stack_question *q);
/* Sets the options and, for a verification, writes the proof. Returns false if the question is not
 * supported for the instances. */
bool stack_question_prepare(stack_world *w, const stack_question *q);
/* Asks the prepared question of a stack_world. Its status is w->status. */
void stack_question_ask(void *world);

#endif
