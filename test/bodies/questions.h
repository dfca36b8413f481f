/* SPDX-License-Identifier: MIT */
/* Every query that takes a budget and a watch, asked about one pair of solids in one way, so tests
 * can end each of them at every place. Answers are checked against brute force or against the
 * answer without limits. */
#ifndef TACT_TEST_QUERY_QUESTIONS_H
#define TACT_TEST_QUERY_QUESTIONS_H

#include "bodies.h"
#include "solids.h"
#include "relation/classify.h"
#include "object/object.h"
#include "probe/points.h"

/* The objects of the queries, and known answers. */
typedef struct questions_world {
    solid solid[2];
    tacti_placed placed[2];
    tacti_filled filled[2];
    tacti_object mesh[2]; /* filled */
    tact_shape shape;
    tacti_object object; /* the shape */
    tact_ray ray;
    tact_vec3 point;
    truth t; /* of the surfaces */
    /* By brute force over the triangles of the first mesh. */
    double hit_t; /* of the first hit; infinite for none */
    uint32_t hit_count;
    double nearest_lower, nearest_upper;
    /* Without limits. */
    tacti_winding winding;
    tacti_mesh_collision solid_collision;
    tacti_classification relation;
    tacti_object_collision object_collision;
    tacti_object_distance_answer object_distance;
    tacti_object_relation object_relation;
    uint64_t object_contact_count, self_count;
    tact_proof *proof; /* of the surfaces: contact, or how far apart */
    tact_proof *other; /* is overwritten by every query */
    tact_contact_list *list;
    tact_curve_set *curves;
} questions_world;

/* Worlds 0 to QUESTION_WORLDS - 1: crossing, one in the other, apart, touching themselves and each
 * other, open soups, far apart. */
#define QUESTION_WORLDS 6
void questions_world_make(test_rng *rng, int number, questions_world *out);
void questions_world_free(questions_world *w);

/* The result of a query. */
typedef struct question_end {
    tacti_stop stop;
    uint64_t digest; /* of the answer */
} question_end;

/* Runs a query and fails the test if its answer is wrong. */
typedef question_end question_ask(questions_world *w, uint64_t budget, const tacti_watch *watch);

typedef struct question {
    const char *name;
    question_ask *ask;
} question;

extern const question all_questions[];
extern const int question_count;

#endif
