/* SPDX-License-Identifier: MIT */
/* First contact of models in motion, compared with FCL and Bullet. The verdict is 1 for contact,
 * the number is the time. tact stops at an interval of 1e-4, which is the tolerance of the peers;
 * tact-2^-30 stops at its default. An answer is known to be wrong if it misses a contact that an
 * exact verdict on the way shows. */
#include "bench.h"
#include "fail.h"
#include "motions.h"

#include <stdlib.h>

#ifdef TACT_BENCH_HAS_FCL
#include "fcl_motion.h"
#endif
#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_motion.h"
#endif

#define TOLERANCE 1e-4
/* A search that takes 1 ms is answered for this many inputs unless --count says otherwise. */
#define DEFAULT_COUNT "128"

/* ---- tact ------------------------------------------------------------------------------------ */

static void run(const motion_input *input, size_t count, double precision, bench_answers answers) {
    tact_rigid_options options = tact_rigid_options_default();
    options.precision = precision;
    for (size_t i = 0; i < count; i++) {
        tact_rigid_result result;
        if (tact_first_contact(&input[i].moving[0], &input[i].moving[1], &options, NULL, &result) !=
            TACT_OK)
            continue;
        answers.verdict[i] = result.outcome == TACT_OUTCOME_CONTACT;
        answers.number[i] = result.outcome == TACT_OUTCOME_CONTACT ? result.upper : 1;
    }
}

static void run_coarse(const void *inputs, size_t count, bench_answers answers) {
    run(inputs, count, TOLERANCE, answers);
}

static void run_fine(const void *inputs, size_t count, bench_answers answers) {
    run(inputs, count, tact_rigid_options_default().precision, answers);
}

/* ---- Contenders ------------------------------------------------------------------------------ */

#define TACT                                                                                       \
    {.name = "tact", .run = run_coarse}, {                                                         \
        .name = "tact-2^-30", .run = run_fine                                                      \
    }

static const bench_contender mesh_contenders[] = {
    TACT,
#ifdef TACT_BENCH_HAS_FCL
    {"fcl-default", peer_fcl_motion_default, peer_fcl_motion_prepare, peer_fcl_motion_release,
     "looks at ten times on the way, and may miss a contact", 64},
    {"fcl-advance", peer_fcl_motion_advance, peer_fcl_motion_prepare, peer_fcl_motion_release,
     "conservative advancement with a tolerance of 1e-4", 2},
#endif
};

#ifdef TACT_BENCH_HAS_BULLET
static const char bullet_note[] = "in single precision, with a tolerance of 1e-4";
#endif

static const bench_contender cast_contenders[] = {
    TACT,
#ifdef TACT_BENCH_HAS_BULLET
    {"bullet-sweep", peer_bullet_convex_sweep, peer_bullet_motion_prepare,
     peer_bullet_motion_release, bullet_note, 32},
#endif
};

static const bench_contender line_contenders[] = {
    TACT,
#ifdef TACT_BENCH_HAS_BULLET
    {"bullet-simplex", peer_bullet_simplex_cast, peer_bullet_motion_prepare,
     peer_bullet_motion_release, bullet_note, 0},
    {"bullet-advance", peer_bullet_continuous, peer_bullet_motion_prepare,
     peer_bullet_motion_release, bullet_note, 0},
#endif
};

static const bench_contender turn_contenders[] = {
    TACT,
#ifdef TACT_BENCH_HAS_BULLET
    {"bullet-advance", peer_bullet_continuous, peer_bullet_motion_prepare,
     peer_bullet_motion_release, bullet_note, 0},
#endif
};

/* ---- Cases ----------------------------------------------------------------------------------- */

#define CONTENDERS(list) .contenders = list, .contender_count = sizeof list / sizeof list[0]
#define CASE(text, of, list, peer, most)                                                           \
    {                                                                                              \
        .name = text, .family = &motion_##of, CONTENDERS(list), .compares_numbers = true,          \
        .tolerance = 2 * TOLERANCE, .times_count = 32, .bar = {                                    \
            peer,                                                                                  \
            most                                                                                   \
        }                                                                                          \
    }
#define MESHES(way) CASE("meshes/" #way, meshes_##way, mesh_contenders, "fcl-advance", 0.1)
#define CAST(kind) CASE("cast/" #kind, kind##_mesh, cast_contenders, "bullet-sweep", 1.0 / 3)
#define SHAPES(kind)                                                                               \
    CASE("line/" #kind, kind##_line, line_contenders, "bullet-simplex", 1.0 / 3),                  \
        CASE("turn/" #kind, kind##_turn, turn_contenders, "bullet-advance", 1.0 / 3)

static const bench_case cases[] = {
    MESHES(line),
    MESHES(turn),
    MESHES(screw),
    MESHES(sheet),
    CAST(sphere),
    CAST(capsule),
    CAST(box),
    CAST(hull64),
    CAST(cylinder),
    SHAPES(boxes),
    SHAPES(hulls),
    SHAPES(capsule_box),
    SHAPES(sphere_cylinder),
};

int main(int argc, char **argv) {
    static char count_name[] = "--count", count_value[] = DEFAULT_COUNT;
    char **all = bench_allocate((size_t)argc + 3, sizeof *all);
    all[0] = argv[0];
    all[1] = count_name; /* a later one replaces it */
    all[2] = count_value;
    for (int i = 1; i < argc; i++)
        all[i + 2] = argv[i];
    int code = bench_main(argc + 2, all, "bench_motion", cases, sizeof cases / sizeof cases[0]);
    motion_inputs_release();
    free(all);
    return code;
}
