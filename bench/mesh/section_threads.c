/* SPDX-License-Identifier: MIT */
/* Two threads: a build and batches of queries on a pool of two, compared with two independent
 * threads that run at the same time. Independent threads share the machine's caches and memory too,
 * so the difference is the cost of working together. */
#define _POSIX_C_SOURCE 200809L
#include "sections.h"

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

/* A job: a build, or a batch of questions. */
typedef struct job {
    job_kind kind;
    const tact_context *context;
    const tact_mesh *mesh;
    tact_model *built;              /* the result of a build */
    const tact_instance *instances; /* two per question */
    size_t count;                   /* number of questions */
    tact_collide_result *collisions;
    tact_distance_result *distances;
    tact_status status;
    double ns;
    pthread_barrier_t *start;
} job;

static void run_job(job *j) {
    tact_batch batch = {.instances = j->instances,
                        .instance_count = (uint32_t)(2 * j->count),
                        .pose_count = 1,
                        .pair_count = (uint32_t)j->count};
    double begin = bench_now_ns();
    switch (j->kind) {
    case JOB_BUILD:
        j->built = mesh_build(j->context, j->mesh, TACT_INTERIOR_NONE);
        j->status = j->built != NULL ? TACT_OK : TACT_OUT_OF_MEMORY;
        break;
    case JOB_COLLIDE:
        j->status = tact_collide_batch(j->context, &batch, j->collisions);
        break;
    case JOB_DISTANCE:
        j->status = tact_distance_batch(j->context, &batch, j->distances);
        break;
    }
    j->ns = bench_now_ns() - begin;
    bench_must(j->status, "a job of a thread");
}

static void *thread_main(void *data) {
    job *j = data;
    pthread_barrier_wait(j->start);
    run_job(j);
    return NULL;
}

/* Runs both jobs at the same time. Returns the mean of their times, because a pool may divide the
 * work better than into halves. */
static double run_apart(job jobs[WORKERS]) {
    pthread_barrier_t start;
    pthread_t other;
    pthread_barrier_init(&start, NULL, WORKERS);
    jobs[0].start = jobs[1].start = &start;
    if (pthread_create(&other, NULL, thread_main, &jobs[1]) != 0)
        bench_fail("a second thread cannot be started");
    thread_main(&jobs[0]);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&start);
    return (jobs[0].ns + jobs[1].ns) / WORKERS;
}

/* ---- The same results ----------------------------------------------------------------------- */

static bool same_bytes(const void *a, const void *b, size_t bytes) {
    return memcmp(a, b, bytes) == 0;
}

/* The bytes of a hierarchy are not public, so statistics over all of its nodes are compared. */
static bool same_models(const tact_model *a, const tact_model *b) {
    tact_bvh_stats x = tact_model_measure(a), y = tact_model_measure(b);
    return x.triangle_count == y.triangle_count && x.node_count == y.node_count &&
           x.depth == y.depth && x.bytes == y.bytes &&
           same_bytes(&x.surface_cost, &y.surface_cost, sizeof(double)) &&
           same_bytes(&x.volume_cost, &y.volume_cost, sizeof(double));
}

/* ---- Measuring ------------------------------------------------------------------------------ */

typedef struct comparison {
    double together, apart; /* least times in ns, for the same amount of work per thread */
    bool is_same;
} comparison;

static comparison compare_builds(const tact_context *context, const tact_mesh *mesh, size_t reps) {
    comparison result = {HUGE_VAL, HUGE_VAL, true};
    for (size_t rep = 0; rep < reps; rep++) {
        job both = {.kind = JOB_BUILD, .context = context, .mesh = mesh};
        job each[WORKERS] = {{.kind = JOB_BUILD, .mesh = mesh}, {.kind = JOB_BUILD, .mesh = mesh}};
        run_job(&both);
        /* Each thread builds the whole model, so both do twice the work of the pool. */
        result.apart = fmin(result.apart, run_apart(each) / WORKERS);
        result.together = fmin(result.together, both.ns);
        result.is_same = result.is_same && same_models(both.built, each[0].built);
        tact_model_destroy(both.built);
        tact_model_destroy(each[0].built);
        tact_model_destroy(each[1].built);
    }
    return result;
}

static comparison compare_batches(const tact_context *context, job_kind kind,
                                  const tact_instance *instances, size_t count, size_t reps) {
    comparison result = {HUGE_VAL, HUGE_VAL, true};
    size_t half = count / 2;
    tact_collide_result *collisions = bench_allocate(2 * count, sizeof *collisions);
    tact_distance_result *distances = bench_allocate(2 * count, sizeof *distances);
    for (size_t rep = 0; rep < reps; rep++) {
        job both = {.kind = kind,
                    .context = context,
                    .instances = instances,
                    .count = count,
                    .collisions = collisions,
                    .distances = distances};
        job each[WORKERS];
        for (size_t w = 0; w < WORKERS; w++) {
            each[w] = (job){.kind = kind,
                            .instances = instances + 2 * w * half,
                            .count = w == 0 ? half : count - half,
                            .collisions = collisions + count + w * half,
                            .distances = distances + count + w * half};
        }
        run_job(&both);
        result.apart = fmin(result.apart, run_apart(each));
        result.together = fmin(result.together, both.ns);
    }
    /* Results have no padding, so their bytes can be compared. */
    result.is_same = kind == JOB_COLLIDE
                         ? same_bytes(collisions, collisions + count, count * sizeof *collisions)
                         : same_bytes(distances, distances + count, count * sizeof *distances);
    free(collisions);
    free(distances);
    return result;
}

/* Poses from deep overlap to far apart. */
static tact_instance *make_pairs(const mesh_run *run, const mesh_model *model,
                                 const tact_model *built, size_t count) {
    tact_instance *pairs = bench_allocate(2 * count, sizeof *pairs);
    bench_rng rng = mesh_run_rng(run, "threads");
    for (size_t i = 0; i < count; i++) {
        pose_line line = pose_line_make(&rng, model, model);
        pose_pair pose = pose_line_at(&line, bench_rng_between(&rng, 0.1, 1) * line.start);
        pairs[2 * i] = pairs[2 * i + 1] = tact_instance_make(built);
        pairs[2 * i].pose = pose.a;
        pairs[2 * i + 1].pose = pose.b;
    }
    return pairs;
}

static void add_result(mesh_run *run, bench_table *table, const char *name, comparison c,
                       double least) {
    double efficiency = c.apart / c.together;
    bench_table_cell(table, "%s", name);
    bench_table_number(table, c.together / 1e6);
    bench_table_number(table, c.apart / 1e6);
    bench_table_number(table, efficiency);
    bench_table_cell(table, "%s", c.is_same ? "yes" : "no");
    char text[120];
    snprintf(text, sizeof text, "two threads: efficiency, %s", name);
    bench_report_at_least(run->report, text, efficiency, least);
    snprintf(text, sizeof text, "two threads: the same results, %s", name);
    bench_report_must(run->report, text, c.is_same);
}

static void measure_all(mesh_run *run, const tact_context *context, bench_table *table) {
    bool quick = run->options.quick;
    size_t count = quick ? QUICK_BATCH : BATCH, reps = run->options.reps;
    mesh_progress("two threads: build");
    mesh_model large = mesh_generate(MESH_KNOT, quick ? QUICK_TRIANGLES : BUILD_TRIANGLES);
    char name[64];
    snprintf(name, sizeof name, "build of %u triangles", tact_mesh_triangle_count(large.mesh));
    add_result(run, table, name, compare_builds(context, large.mesh, reps), 0.92);
    mesh_model_destroy(&large);

    mesh_progress("two threads: batches");
    mesh_model model = mesh_generate(MESH_KNOT, quick ? QUICK_TRIANGLES : BATCH_TRIANGLES);
    tact_model *built = mesh_build(NULL, model.mesh, TACT_INTERIOR_NONE);
    if (built == NULL)
        bench_fail("%s cannot be built", model.name);
    tact_instance *pairs = make_pairs(run, &model, built, count);
    snprintf(name, sizeof name, "contact or not, %zu poses", count);
    add_result(run, table, name, compare_batches(context, JOB_COLLIDE, pairs, count, reps), 0.85);
    snprintf(name, sizeof name, "distance, %zu poses", count);
    add_result(run, table, name, compare_batches(context, JOB_DISTANCE, pairs, count, reps), 0.85);
    free(pairs);
    tact_model_destroy(built);
    mesh_model_destroy(&model);
}

void mesh_section_threads(mesh_run *run) {
    if (!bench_is_listed(run->options.only, "threads") || run->contenders[0] != &mesh_tact)
        return;
    tact_pool *pool = NULL;
    tact_context *context = NULL;
    tact_context_desc desc = tact_context_desc_default();
    tact_status status = tact_pool_create(NULL, WORKERS, &pool);
    if (status == TACT_OK) {
        desc.executor = tact_pool_executor(pool);
        status = tact_context_create(&desc, &context);
    }
    bench_must(status, "a pool of threads");
    bench_table *table = bench_report_table(
        run->report, "Two threads",
        "A pool of two, and two independent threads with half of the work each at the same "
        "time; ms. Efficiency: independent over pool.");
    static const char *const head[] = {"work", "pool", "independent", "efficiency", "same results"};
    BENCH_TABLE_HEAD(table, head);
    measure_all(run, context, table);
    bench_table_print(table);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}
