/* SPDX-License-Identifier: MIT */
/* Convex pairs: contact or not, and distance, beside libccd, FCL and Bullet. Verdicts say 1 for
 * contact; the number of a distance case is the distance. */
#include "bench.h"
#include "convex.h"

#ifdef TACT_BENCH_HAS_CCD
#include "ccd_convex.h"
#endif
#ifdef TACT_BENCH_HAS_FCL
#include "fcl_convex.h"
#endif
#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_convex.h"
#endif

/* ---- tact ------------------------------------------------------------------------------------ */

static void run_collide(const void *inputs, size_t count, bench_answers answers) {
    const convex_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_placed_shape a = {&input[i].shape[0], input[i].pose[0]};
        tact_placed_shape b = {&input[i].shape[1], input[i].pose[1]};
        tact_convex_collision answer;
        if (tact_convex_collide(&a, &b, NULL, &answer) == TACT_OK)
            answers.verdict[i] = answer.outcome == TACT_CONTACT;
    }
}

static void run_distance(const void *inputs, size_t count, bench_answers answers) {
    const convex_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_placed_shape a = {&input[i].shape[0], input[i].pose[0]};
        tact_placed_shape b = {&input[i].shape[1], input[i].pose[1]};
        tact_convex_separation answer;
        if (tact_convex_distance(&a, &b, NULL, &answer) == TACT_OK) {
            answers.verdict[i] = answer.outcome == TACT_CONTACT;
            answers.number[i] = answer.distance;
        }
    }
}

/* ---- Contenders ------------------------------------------------------------------------------ */

#ifdef TACT_BENCH_HAS_BULLET
static const char bullet_note[] = "stops at a tolerance";
#endif
#ifdef TACT_BENCH_HAS_FCL
static const char fcl_note[] = "stops at a tolerance of 1e-6";
#endif
#ifdef TACT_BENCH_HAS_CCD
static const char ccd_note[] = "stops at a tolerance of 1e-4";
#endif

static const bench_contender collide_contenders[] = {
    {.name = "tact", .run = run_collide},
#ifdef TACT_BENCH_HAS_CCD
    {"ccd-gjk", peer_ccd_gjk, peer_ccd_prepare, peer_ccd_release, ccd_note, 0},
    {"ccd-mpr", peer_ccd_mpr, peer_ccd_prepare, peer_ccd_release, ccd_note, 0},
#endif
#ifdef TACT_BENCH_HAS_FCL
    {"fcl", peer_fcl_convex_collide, peer_fcl_convex_prepare, peer_fcl_convex_release, fcl_note, 0},
#endif
#ifdef TACT_BENCH_HAS_BULLET
    {"bullet", peer_bullet_convex_collide, peer_bullet_convex_prepare, peer_bullet_convex_release,
     bullet_note, 0},
#endif
};

static const bench_contender distance_contenders[] = {
    {.name = "tact", .run = run_distance},
#ifdef TACT_BENCH_HAS_FCL
    {"fcl", peer_fcl_convex_distance, peer_fcl_convex_prepare, peer_fcl_convex_release, fcl_note,
     0},
#endif
#ifdef TACT_BENCH_HAS_BULLET
    {"bullet", peer_bullet_convex_distance, peer_bullet_convex_prepare, peer_bullet_convex_release,
     bullet_note, 0},
#endif
};

/* ---- Cases ----------------------------------------------------------------------------------- */

#define CONTENDERS(list) .contenders = list, .contender_count = sizeof list / sizeof list[0]
#define COLLIDE(kind, stance)                                                                      \
    {                                                                                              \
        .name = "collide/" #kind "-" #stance, .family = &convex_##kind##_##stance,                 \
        CONTENDERS(collide_contenders)                                                             \
    }
#define DISTANCE(kind, stance)                                                                     \
    {                                                                                              \
        .name = "distance/" #kind "-" #stance, .family = &convex_##kind##_##stance,                \
        CONTENDERS(distance_contenders), .compares_numbers = true, .tolerance = 1e-5               \
    }
#define CASES(kind)                                                                                \
    COLLIDE(kind, apart), COLLIDE(kind, near), COLLIDE(kind, deep), DISTANCE(kind, apart),         \
        DISTANCE(kind, near)

static const bench_case cases[] = {CASES(hull8),           CASES(hull32),    CASES(hull128),
                                   CASES(hull1024),        CASES(boxes),     CASES(capsule_box),
                                   CASES(sphere_cylinder), CASES(ellipsoids)};

int main(int argc, char **argv) {
    int code = bench_main(argc, argv, "bench_convex", cases, sizeof cases / sizeof cases[0]);
    convex_inputs_release();
    return code;
}
