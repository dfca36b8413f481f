/* SPDX-License-Identifier: MIT */
/* The contenders of each question: tact, and the peers of this build. */
#include "convex_sections.h"

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
        tact_collide_result answer;
        if (tact_collide(&input[i].instance[0], &input[i].instance[1], NULL, NULL, &answer) ==
            TACT_OK)
            answers.verdict[i] = answer.outcome == TACT_OUTCOME_CONTACT;
    }
}

static void run_distance(const void *inputs, size_t count, bench_answers answers) {
    const convex_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_distance_result answer;
        if (tact_distance(&input[i].instance[0], &input[i].instance[1], NULL, NULL, &answer) ==
            TACT_OK)
            answers.number[i] = answer.distance;
    }
}

static void run_depth(const void *inputs, size_t count, bench_answers answers) {
    const convex_input *input = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_depth_result answer;
        if (tact_depth(&input[i].instance[0], &input[i].instance[1], NULL, NULL, &answer) ==
            TACT_OK)
            answers.number[i] = answer.depth;
    }
}

/* ---- Lists ----------------------------------------------------------------------------------- */

#define TACT(question)                                                                             \
    { .name = "tact", .run = run_##question }
#define CCD(name, run)                                                                             \
    { name, run, peer_ccd_prepare, peer_ccd_release, NULL, 0 }
#define FCL(name, run)                                                                             \
    { name, run, peer_fcl_convex_prepare, peer_fcl_convex_release, NULL, 0 }
#define BULLET(name, run)                                                                          \
    { name, run, peer_bullet_convex_prepare, peer_bullet_convex_release, NULL, 0 }

static const bench_contender collide_contenders[] = {
    TACT(collide),
#ifdef TACT_BENCH_HAS_CCD
    CCD("ccd-gjk", peer_ccd_gjk),
    CCD("ccd-mpr", peer_ccd_mpr),
#endif
#ifdef TACT_BENCH_HAS_FCL
    FCL("fcl", peer_fcl_convex_collide),
    FCL("fcl-indep", peer_fcl_convex_collide_indep),
#endif
#ifdef TACT_BENCH_HAS_BULLET
    BULLET("bullet", peer_bullet_convex_collide),
#endif
};

static const bench_contender distance_contenders[] = {
    TACT(distance),
#ifdef TACT_BENCH_HAS_FCL
    FCL("fcl", peer_fcl_convex_distance),
    FCL("fcl-indep", peer_fcl_convex_distance_indep),
#endif
#ifdef TACT_BENCH_HAS_BULLET
    BULLET("bullet", peer_bullet_convex_distance),
    BULLET("bullet-pair", peer_bullet_pair_distance),
#endif
};

static const bench_contender depth_contenders[] = {
    TACT(depth),
#ifdef TACT_BENCH_HAS_CCD
    CCD("ccd-gjk", peer_ccd_gjk_depth),
    CCD("ccd-mpr", peer_ccd_mpr_depth),
#endif
#ifdef TACT_BENCH_HAS_FCL
    FCL("fcl", peer_fcl_convex_depth),
    FCL("fcl-indep", peer_fcl_convex_depth_indep),
#endif
#ifdef TACT_BENCH_HAS_BULLET
    BULLET("bullet", peer_bullet_convex_depth),
    BULLET("bullet-pair", peer_bullet_pair_depth),
#endif
};

#define COUNT(list) (sizeof list / sizeof list[0])

size_t convex_contenders(convex_question question, const bench_contender **out) {
    switch (question) {
    case CONVEX_COLLIDE:
        *out = collide_contenders;
        return COUNT(collide_contenders);
    case CONVEX_DISTANCE:
        *out = distance_contenders;
        return COUNT(distance_contenders);
    default:
        *out = depth_contenders;
        return COUNT(depth_contenders);
    }
}

void convex_contenders_print(void) {
    puts("  tact         certified verdicts, numbers with proven bounds");
#ifdef TACT_BENCH_HAS_CCD
    puts("  ccd-gjk      libccd: ccdGJKIntersect (tolerance 1e-4), ccdGJKPenetration (EPA, 1e-8)\n"
         "  ccd-mpr      libccd: ccdMPRIntersect, ccdMPRPenetration (1e-4)");
#endif
#ifdef TACT_BENCH_HAS_FCL
    puts("  fcl          FCL by its solver on libccd, closed forms for some pairs (1e-6)\n"
         "  fcl-indep    FCL by its own solver (1e-6)");
#endif
#ifdef TACT_BENCH_HAS_BULLET
    puts("  bullet       Bullet: btGjkEpaSolver2, single precision\n"
         "  bullet-pair  Bullet: btGjkPairDetector with EPA, single precision");
#endif
}
