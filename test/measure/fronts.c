/* SPDX-License-Identifier: MIT */
/* Whether it pays to begin a walk over two hierarchies at the end of the last one: tests and time
 * per frame of a prototype (fronts/front_walk.h) for a mesh that turns against another, compared
 * with the same walk from the roots, and with the library's. At AVX2. */
#include "measure_options.h"

#include "fronts/front_walk.h"

#include "fail.h"
#include "models.h"
#include "report.h"
#include "stopwatch.h"

#include "model/model.h"

#include <math.h>
#include <stdlib.h>

#define FRAMES 64
#define QUICK_FRAMES 4
/* The front is emptied after so many frames. */
#define RENEWAL 16
#define WAYS 3 /* the library, from the roots, from the front */

typedef struct motion {
    tact_model *model;
    double size; /* of the model */
    double gap;  /* between the bounds at the start, relative to the size; less than 0: overlap */
    double degrees; /* per frame */
} motion;

/* What one way did in all frames after the first. */
typedef struct figure {
    double ns[FRAMES];
    double tests;
    uint64_t sum; /* of the pairs that were found */
} figure;

static bool take_pairs(void *user, const tacti_triangle_batch *pairs) {
    uint64_t *sum = user;
    for (uint32_t i = 0; i < pairs->count; i++) {
        uint64_t x = ((uint64_t)pairs->a[i] << 32 | pairs->b[i]) * UINT64_C(0x9E3779B97F4A7C15);
        *sum += x ^ (x >> 29);
    }
    return true;
}

static void run_way(int way, const tacti_pair *pair, bench_front *front, size_t frame, figure *f) {
    tacti_meter meter = tacti_meter_make(UINT64_MAX, NULL);
    tacti_contact_walk walk = {.pair = pair, .take = take_pairs, .user = &f->sum, .meter = &meter};
    bench_stopwatch watch = bench_stopwatch_start();
    if (way == 0)
        (void)tacti_walk_contacts(&walk);
    else if (way == 1)
        bench_walk_root(&walk);
    else
        bench_walk_front(&walk, front);
    f->ns[frame] = bench_stopwatch_ns(&watch);
    f->tests += (double)meter.work.node_pairs;
}

static int compare_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mean_of_middle(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_numbers);
    double sum = 0;
    for (size_t i = count / 4; i < count - count / 4; i++)
        sum += values[i];
    return sum / (double)(count - 2 * (count / 4));
}

static tacti_placed placed_at(const motion *m, size_t frame, bool is_second) {
    const double degree = 3.14159265358979323846 / 180;
    double apart = is_second ? m->size * (1 + m->gap) : 0;
    tacti_placed placed = {m->model->bvh, tact_pose_identity()};
    bench_must(tact_pose_from_axis_angle((tact_vec3){0.3, 0.5, 0.8},
                                         is_second ? degree * m->degrees * (double)frame : 0,
                                         (tact_vec3){apart, 0, 0}, &placed.pose),
               "a pose");
    return placed;
}

/* Runs all ways frame by frame. Returns the mean number of items of the front. */
static double measure(const motion *m, size_t frames, figure f[WAYS]) {
    bench_front front = {{NULL, 0, 0}, {NULL, 0, 0}};
    double items = 0;
    for (size_t frame = 0; frame < frames; frame++) {
        tacti_placed a = placed_at(m, frame, false), b = placed_at(m, frame, true);
        tacti_pair pair;
        bench_must(tacti_pair_make(&a, &b, &pair), "a pair");
        if (frame % RENEWAL == 0)
            front.now.count = 0;
        for (int way = 0; way < WAYS; way++)
            run_way(way, &pair, &front, frame, &f[way]);
        items += (double)front.now.count / (double)frames;
    }
    bench_front_release(&front);
    return items;
}

/* Returns whether all ways found the same. */
static bool add_case(bench_table *table, const char *name, const motion *m, size_t frames) {
    static figure f[WAYS];
    for (int way = 0; way < WAYS; way++)
        f[way] = (figure){.tests = 0};
    double items = measure(m, frames, f);
    bench_table_cell(table, "%s", name);
    bench_table_cell(table, "%u", (unsigned)m->model->bvh->triangle_count);
    bench_table_number(table, 100 * m->gap);
    bench_table_number(table, m->degrees);
    double ns[WAYS];
    for (int way = 0; way < WAYS; way++)
        ns[way] = mean_of_middle(f[way].ns, frames);
    bench_table_number(table, f[1].tests / (double)frames);
    bench_table_number(table, f[2].tests / (double)frames);
    bench_table_number(table, f[2].tests / f[1].tests);
    for (int way = 0; way < WAYS; way++)
        bench_table_number(table, ns[way] * 1e-3);
    bench_table_number(table, ns[1] / ns[2]);
    bench_table_number(table, items * sizeof(front_item) / 1024);
    return f[0].sum == f[1].sum && f[1].sum == f[2].sum;
}

static void run_all(bench_report *report, bool is_quick) {
    static const double gaps[] = {-0.01, -0.05, -0.2}, degrees[] = {0, 0.1, 1, 5};
    static const mesh_shape shapes[] = {MESH_BLOB, MESH_KNOT};
    bench_table *table = bench_report_table(
        report, "Fronts",
        "A mesh turns against its like, whose bounds are a gap (% of the size; negative: overlap) "
        "away. Per frame: pairs of nodes looked at from the roots and from the front; microseconds "
        "of the library's walk, of the prototype's from the roots and from the front; how much "
        "faster the front is than the roots, and its memory in KiB.");
    static const char *const head[] = {"model",      "triangles", "gap",   "degrees",
                                       "from roots", "front",     "share", "library us",
                                       "roots us",   "front us",  "times", "KiB"};
    BENCH_TABLE_HEAD(table, head);
    bool are_same = true;
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        mesh_model made = mesh_generate(shapes[s], is_quick ? 1000 : 20000);
        motion m = {.model = mesh_build(NULL, made.mesh, TACT_INTERIOR_NONE), .size = made.size};
        if (m.model == NULL)
            bench_fail("no memory for a model");
        for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
            for (size_t d = 0; d < sizeof degrees / sizeof degrees[0]; d++) {
                m.gap = gaps[g];
                m.degrees = degrees[d];
                are_same =
                    add_case(table, made.label, &m, is_quick ? QUICK_FRAMES : FRAMES) && are_same;
            }
        tact_model_destroy(m.model);
        mesh_model_destroy(&made);
    }
    bench_table_print(table);
    bench_report_must(report, "fronts: the same pairs of triangles", are_same);
}

int main(int argc, char **argv) {
    measure_options options;
    int code;
    if (!measure_options_read(argc, argv, "bench_fronts", &options, &code))
        return code;
    if (tact_simd_level_best() < TACT_SIMD_AVX2) {
        printf("fronts are measured at AVX2, which is not here\n");
        return 0;
    }
    bench_report *report = bench_report_create();
    run_all(report, options.quick);
    bench_report_head head = {.program = "bench_fronts",
                              .argc = argc,
                              .argv = argv,
                              .inputs = "generated",
                              .is_check = options.check};
    return bench_report_end(report, &head);
}
