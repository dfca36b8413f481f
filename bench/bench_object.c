/* SPDX-License-Identifier: MIT */
/* A convex shape against a mesh: contact or not, and distance, compared with FCL. The verdict is 1
 * for contact. The number of a distance case is the distance. */
#include "bench.h"
#include "objects.h"

#ifdef TACT_BENCH_HAS_FCL
#include "fcl_object.h"
#endif

/* ---- tact ------------------------------------------------------------------------------------ */

static void run_collide(const void *inputs, size_t count, bench_answers answers) {
    const object_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        const tact_instance *pair = input[i].instance;
        tact_collide_result answer;
        if (tact_collide(&pair[0], &pair[1], NULL, NULL, &answer) == TACT_OK)
            answers.verdict[i] = answer.outcome == TACT_OUTCOME_CONTACT;
    }
}

static void run_distance(const void *inputs, size_t count, bench_answers answers) {
    const object_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        const tact_instance *pair = input[i].instance;
        tact_distance_result answer;
        if (tact_distance(&pair[0], &pair[1], NULL, NULL, &answer) == TACT_OK) {
            answers.verdict[i] = answer.outcome == TACT_OUTCOME_CONTACT;
            answers.number[i] = answer.distance;
        }
    }
}

/* ---- Contenders ------------------------------------------------------------------------------ */

#ifdef TACT_BENCH_HAS_FCL
static const char fcl_note[] = "stops at a tolerance of 1e-6";
#endif

static const bench_contender collide_contenders[] = {
    {.name = "tact", .run = run_collide},
#ifdef TACT_BENCH_HAS_FCL
    {"fcl", peer_fcl_object_collide, peer_fcl_object_prepare, peer_fcl_object_release, fcl_note,
     256},
#endif
};

static const bench_contender distance_contenders[] = {
    {.name = "tact", .run = run_distance},
#ifdef TACT_BENCH_HAS_FCL
    {"fcl", peer_fcl_object_distance, peer_fcl_object_prepare, peer_fcl_object_release, fcl_note,
     256},
#endif
};

/* ---- Cases ----------------------------------------------------------------------------------- */

/* A distance to a mesh may take 0.1 ms. */
#define TIMES_COUNT 128
#define CONTENDERS(list) .contenders = list, .contender_count = sizeof list / sizeof list[0]
#define COLLIDE(kind, stance)                                                                      \
    {                                                                                              \
        .name = "collide/" #kind "-" #stance, .family = &object_##kind##_##stance,                 \
        CONTENDERS(collide_contenders), .times_count = TIMES_COUNT, .bar = {                       \
            "fcl",                                                                                 \
            1                                                                                      \
        }                                                                                          \
    }
#define DISTANCE(kind, stance)                                                                     \
    {                                                                                              \
        .name = "distance/" #kind "-" #stance, .family = &object_##kind##_##stance,                \
        CONTENDERS(distance_contenders), .compares_numbers = true, .tolerance = 1e-5,              \
        .times_count = TIMES_COUNT, .bar = {                                                       \
            "fcl",                                                                                 \
            1                                                                                      \
        }                                                                                          \
    }
#define CASES(kind)                                                                                \
    COLLIDE(kind, apart), COLLIDE(kind, near), COLLIDE(kind, deep), DISTANCE(kind, apart),         \
        DISTANCE(kind, near)

static const bench_case cases[] = {CASES(sphere), CASES(capsule), CASES(box), CASES(hull64),
                                   CASES(cylinder)};

int main(int argc, char **argv) {
    int code = bench_main(argc, argv, "bench_object", cases, sizeof cases / sizeof cases[0]);
    object_inputs_release();
    return code;
}
