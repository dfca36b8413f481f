/* SPDX-License-Identifier: MIT */
/* Two threads: a build and batches of queries on a pool of two, against two threads that have
 * nothing to do with each other and run at the same moment. Those share the machine's caches and
 * memory too, so that what is left is the cost of working together. */
#define _POSIX_C_SOURCE 200809L
#include "sections.h"

#include <tact/query.h>

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define WORKERS 2
#define BATCH 10000
#define QUICK_BATCH 200
#define BATCH_TRIANGLES 30000
#define BUILD_TRIANGLES 1000000
#define QUICK_TRIANGLES 5000

typedef enum job_kind { JOB_BUILD, JOB_COLLIDE, JOB_DISTANCE } job_kind;

/* A job: a build, or questions from first on. */
typedef struct job {
    job_kind kind;
    const tact_context *context;
    const tact_mesh *mesh;
    tacti_bvh *bvh; /* what a build gave */
    const tacti_placed_pair *pairs;
    size_t count;
    tacti_mesh_collision *collisions;
    tacti_mesh_distance_answer *separations;
    tact_status status;
    double ns;
    pthread_barrier_t *start;
} job;

static void run_job(job *j) {
    double begin = mesh_now_ns();
    switch (j->kind) {
    case JOB_BUILD:
        j->status = tacti_bvh_create(j->context, j->mesh, NULL, &j->bvh);
        break;
    case JOB_COLLIDE:
        j->status =
            tacti_mesh_collide_batch(j->context, j->pairs, j->count, NULL, NULL, j->collisions);
        break;
    case JOB_DISTANCE:
        j->status =
            tacti_mesh_distance_batch(j->context, j->pairs, j->count, NULL, NULL, j->separations);
        break;
    }
    j->ns = mesh_now_ns() - begin;
    if (j->status != TACT_OK) {
        fprintf(stderr, "bench_mesh: threads: %s\n", tact_status_text(j->status));
        exit(2);
    }
}

static void *thread_main(void *data) {
    job *j = data;
    pthread_barrier_wait(j->start);
    run_job(j);
    return NULL;
}

/* Runs both jobs at the same moment; returns the mean of their times. The mean and not the longer
 * one: a pool may share the work out better than halves do. */
static double run_apart(job jobs[WORKERS]) {
    pthread_barrier_t start;
    pthread_t other;
    pthread_barrier_init(&start, NULL, WORKERS);
    jobs[0].start = jobs[1].start = &start;
    if (pthread_create(&other, NULL, thread_main, &jobs[1]) != 0) {
        fprintf(stderr, "bench_mesh: no second thread\n");
        exit(2);
    }
    thread_main(&jobs[0]);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&start);
    return (jobs[0].ns + jobs[1].ns) / WORKERS;
}

/* ---- The same results ----------------------------------------------------------------------- */

static bool same_bytes(const void *a, const void *b, size_t bytes) {
    return memcmp(a, b, bytes) == 0;
}

static bool same_work(tact_work a, tact_work b) {
    return a.node_pairs == b.node_pairs && a.box_tests == b.box_tests &&
           a.triangle_tests == b.triangle_tests && a.exact_tests == b.exact_tests;
}

/* Field by field, since the bytes between fields mean nothing. */
static bool same_collisions(const tacti_mesh_collision *a, const tacti_mesh_collision *b,
                            size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i].outcome != b[i].outcome || a[i].is_contained != b[i].is_contained ||
            a[i].a != b[i].a || a[i].b != b[i].b || a[i].kind != b[i].kind ||
            !same_bytes(&a[i].point, &b[i].point, sizeof a[i].point) ||
            !same_work(a[i].work, b[i].work))
            return false;
    }
    return true;
}

static bool same_separations(const tacti_mesh_distance_answer *a,
                             const tacti_mesh_distance_answer *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!same_bytes(&a[i].distance, &b[i].distance, sizeof(double)) ||
            !same_bytes(&a[i].lower, &b[i].lower, sizeof(double)) ||
            !same_bytes(&a[i].upper, &b[i].upper, sizeof(double)) || a[i].a != b[i].a ||
            a[i].b != b[i].b || !same_bytes(&a[i].point_a, &b[i].point_a, sizeof(tact_vec3)) ||
            !same_bytes(&a[i].point_b, &b[i].point_b, sizeof(tact_vec3)) ||
            a[i].is_complete != b[i].is_complete || !same_work(a[i].work, b[i].work))
            return false;
    }
    return true;
}

/* Hierarchies hide their bytes; the figures of the whole walk stand for them. */
static bool same_bvh(const tacti_bvh *a, const tacti_bvh *b) {
    tact_bvh_stats x = tacti_bvh_measure(a), y = tacti_bvh_measure(b);
    return x.triangle_count == y.triangle_count && x.node_count == y.node_count &&
           x.depth == y.depth && x.bytes == y.bytes &&
           same_bytes(&x.surface_cost, &y.surface_cost, sizeof(double)) &&
           same_bytes(&x.volume_cost, &y.volume_cost, sizeof(double));
}

/* ---- Measuring ------------------------------------------------------------------------------ */

typedef struct comparison {
    double together, apart; /* least times in ns, of the same amount of work a thread */
    bool is_same;
} comparison;

static comparison compare_builds(const tact_context *context, const tact_mesh *mesh, size_t reps) {
    comparison result = {HUGE_VAL, HUGE_VAL, true};
    for (size_t rep = 0; rep < reps; rep++) {
        job both = {.kind = JOB_BUILD, .context = context, .mesh = mesh};
        job each[WORKERS] = {{.kind = JOB_BUILD, .mesh = mesh}, {.kind = JOB_BUILD, .mesh = mesh}};
        run_job(&both);
        /* Each of the two builds the whole: twice what the pool does. */
        result.apart = fmin(result.apart, run_apart(each) / WORKERS);
        result.together = fmin(result.together, both.ns);
        result.is_same = result.is_same && same_bvh(both.bvh, each[0].bvh);
        tacti_bvh_destroy(both.bvh);
        tacti_bvh_destroy(each[0].bvh);
        tacti_bvh_destroy(each[1].bvh);
    }
    return result;
}

static comparison compare_batches(const tact_context *context, job_kind kind,
                                  const tacti_placed_pair *pairs, size_t count, size_t reps) {
    comparison result = {HUGE_VAL, HUGE_VAL, true};
    size_t half = count / 2;
    tacti_mesh_collision *collisions = mesh_allocate(2 * count, sizeof *collisions);
    tacti_mesh_distance_answer *separations = mesh_allocate(2 * count, sizeof *separations);
    for (size_t rep = 0; rep < reps; rep++) {
        job both = {.kind = kind,
                    .context = context,
                    .pairs = pairs,
                    .count = count,
                    .collisions = collisions,
                    .separations = separations};
        job each[WORKERS];
        for (size_t w = 0; w < WORKERS; w++) {
            each[w] = (job){.kind = kind,
                            .pairs = pairs + w * half,
                            .count = w == 0 ? half : count - half,
                            .collisions = collisions + count + w * half,
                            .separations = separations + count + w * half};
        }
        run_job(&both);
        result.apart = fmin(result.apart, run_apart(each));
        result.together = fmin(result.together, both.ns);
    }
    result.is_same = kind == JOB_COLLIDE
                         ? same_collisions(collisions, collisions + count, count)
                         : same_separations(separations, separations + count, count);
    free(collisions);
    free(separations);
    return result;
}

/* Poses of every kind: from deep in each other to a size apart. */
static tacti_placed_pair *make_pairs(const mesh_run *run, const mesh_model *model,
                                     const tacti_bvh *bvh, size_t count) {
    tacti_placed_pair *pairs = mesh_allocate(count, sizeof *pairs);
    bench_rng rng = mesh_run_rng(run, "threads");
    for (size_t i = 0; i < count; i++) {
        pose_line line = pose_line_make(&rng, model, model);
        pose_pair pose = pose_line_at(&line, bench_rng_between(&rng, 0.1, 1) * line.start);
        pairs[i] = (tacti_placed_pair){{bvh, pose.a}, {bvh, pose.b}, NULL};
    }
    return pairs;
}

static void add_result(mesh_run *run, mesh_table *table, const char *name, comparison c) {
    double efficiency = c.apart / c.together;
    mesh_table_cell(table, "%s", name);
    mesh_table_number(table, c.together / 1e6);
    mesh_table_number(table, c.apart / 1e6);
    mesh_table_number(table, efficiency);
    mesh_table_cell(table, "%s", c.is_same ? "yes" : "no");
    char text[120];
    snprintf(text, sizeof text, "two threads: efficiency, %s", name);
    mesh_report_at_least(run->report, text, efficiency, 0.85);
    snprintf(text, sizeof text, "two threads: the same results, %s", name);
    mesh_report_must(run->report, text, c.is_same);
}

static void measure_all(mesh_run *run, const tact_context *context, mesh_table *table) {
    bool quick = run->options.quick;
    size_t count = quick ? QUICK_BATCH : BATCH, reps = run->options.reps;
    mesh_progress("two threads: build");
    mesh_model large = mesh_generate(MESH_KNOT, quick ? QUICK_TRIANGLES : BUILD_TRIANGLES);
    char name[64];
    snprintf(name, sizeof name, "build of %u triangles", tact_mesh_triangle_count(large.mesh));
    add_result(run, table, name, compare_builds(context, large.mesh, reps));
    mesh_model_destroy(&large);

    mesh_progress("two threads: batches");
    mesh_model model = mesh_generate(MESH_KNOT, quick ? QUICK_TRIANGLES : BATCH_TRIANGLES);
    tacti_bvh *bvh = NULL;
    if (tacti_bvh_create(NULL, model.mesh, NULL, &bvh) != TACT_OK)
        exit(2);
    tacti_placed_pair *pairs = make_pairs(run, &model, bvh, count);
    snprintf(name, sizeof name, "contact or not, %zu poses", count);
    add_result(run, table, name, compare_batches(context, JOB_COLLIDE, pairs, count, reps));
    snprintf(name, sizeof name, "distance, %zu poses", count);
    add_result(run, table, name, compare_batches(context, JOB_DISTANCE, pairs, count, reps));
    free(pairs);
    tacti_bvh_destroy(bvh);
    mesh_model_destroy(&model);
}

void mesh_section_threads(mesh_run *run) {
    if (!mesh_is_listed(run->options.only, "threads") || run->contenders[0] != &mesh_tact)
        return;
    tact_pool *pool = NULL;
    tact_context *context = NULL;
    tact_context_desc desc = tact_context_desc_default();
    tact_status status = tact_pool_create(NULL, WORKERS, &pool);
    if (status == TACT_OK) {
        desc.executor = tact_pool_executor(pool);
        status = tact_context_create(&desc, &context);
    }
    if (status != TACT_OK) {
        fprintf(stderr, "bench_mesh: a pool: %s\n", tact_status_text(status));
        exit(2);
    }
    mesh_table *table = mesh_report_table(
        run->report, "Two threads",
        "A pool of two, and two independent threads with half of the work each at the same "
        "moment; ms. Efficiency: the second over the first.");
    static const char *const head[] = {"work", "pool", "independent", "efficiency", "same results"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    measure_all(run, context, table);
    mesh_table_print(table);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}
