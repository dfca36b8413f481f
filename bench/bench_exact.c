/* SPDX-License-Identifier: MIT */
/* Orientation predicates compared with the naive expression and with exact peers. The promise: on
 * random points an exact sign takes at most 1.6 times as long as the naive one. */
#include "bench.h"
#include "inputs.h"
#include "plain.h"

#include <tact/exact.h>

#ifdef TACT_BENCH_HAS_GTS
#include "gts.h"
#endif
#ifdef TACT_BENCH_HAS_CGAL
#include "cgal.h"
#endif

static void run_tact2(const void *inputs, size_t count, bench_answers answers) {
    const points2 *p = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = tact_orient2d(&p[i].a, &p[i].b, &p[i].c);
}

static void run_naive2(const void *inputs, size_t count, bench_answers answers) {
    const points2 *p = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = plain_orient2d(&p[i].a, &p[i].b, &p[i].c);
}

static void run_tact3(const void *inputs, size_t count, bench_answers answers) {
    const points3 *p = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = tact_orient3d(&p[i].a, &p[i].b, &p[i].c, &p[i].d);
}

static void run_naive3(const void *inputs, size_t count, bench_answers answers) {
    const points3 *p = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = plain_orient3d(&p[i].a, &p[i].b, &p[i].c, &p[i].d);
}

static const char naive_note[] = "rounds; if it differs, tact is right";
#if defined(TACT_BENCH_HAS_GTS) || defined(TACT_BENCH_HAS_CGAL)
static const char exact_note[] = "is exact too; a difference is a bug in one of the two";
#endif

static const bench_contender orient2d_contenders[] = {
    {.name = "tact", .run = run_tact2},
    {.name = "naive", .run = run_naive2, .note = naive_note},
#ifdef TACT_BENCH_HAS_GTS
    {.name = "gts", .run = peer_gts_orient2d, .note = exact_note},
#endif
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_orient2d, peer_cgal_points2_prepare, peer_cgal_points2_release, exact_note,
     0},
#endif
};

static const bench_contender orient3d_contenders[] = {
    {.name = "tact", .run = run_tact3},
    {.name = "naive", .run = run_naive3, .note = naive_note},
#ifdef TACT_BENCH_HAS_GTS
    {.name = "gts", .run = peer_gts_orient3d, .note = exact_note},
#endif
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_orient3d, peer_cgal_points3_prepare, peer_cgal_points3_release, exact_note,
     0},
#endif
};

#define CONTENDERS(list) .contenders = list, .contender_count = sizeof list / sizeof list[0]
#define ORIENT2D(name_, family_)                                                                   \
    .name = "orient2d/" name_, .family = &family_, CONTENDERS(orient2d_contenders)
#define ORIENT3D(name_, family_)                                                                   \
    .name = "orient3d/" name_, .family = &family_, CONTENDERS(orient3d_contenders)

static const bench_case cases[] = {
    {ORIENT2D("random", points2_random), .bar = {"naive", 1.6}},
    {ORIENT2D("float", points2_float)},
    {ORIENT2D("near", points2_near)},
    {ORIENT2D("degenerate", points2_degenerate)},
    {ORIENT3D("random", points3_random), .bar = {"naive", 1.6}},
    {ORIENT3D("float", points3_float)},
    {ORIENT3D("near", points3_near)},
    {ORIENT3D("degenerate", points3_degenerate)},
};

int main(int argc, char **argv) {
    return bench_main(argc, argv, "bench_exact", cases, sizeof cases / sizeof cases[0]);
}
