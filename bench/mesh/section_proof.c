/* SPDX-License-Identifier: MIT */
/* The cost of proofs: queries on meshes that are apart, without and with a proof, and the
 * verification of the proof. */
#include "sections.h"

#include <stdio.h>
#include <stdlib.h>

/* A turn repeats a question for this long, so that the clock can measure short queries. */
#define TURN_NS 2e5

typedef struct proof_question {
    tact_instance a, b;
    bool is_distance;
    tact_proof *proof;
} proof_question;

/* Means over all poses of a cell. */
typedef struct proof_figures {
    double plain, proven, verify; /* nanoseconds */
    double bytes;
    size_t refused; /* number of proofs that the verification refused */
} proof_figures;

static void ask(const proof_question *q, tact_proof *proof) {
    tact_options options = tact_options_default();
    options.proof = proof;
    if (q->is_distance) {
        tact_distance_result answer;
        (void)tact_distance(&q->a, &q->b, &options, NULL, &answer);
    } else {
        tact_collide_result answer;
        (void)tact_collide(&q->a, &q->b, &options, NULL, &answer);
    }
}

/* Takes one turn. Returns the mean time of a question. */
static double turn(const proof_question *q, tact_proof *proof) {
    double start = bench_now_ns(), now;
    size_t count = 0;
    do {
        ask(q, proof);
        count++;
        now = bench_now_ns();
    } while (now - start < TURN_NS);
    return (now - start) / (double)count;
}

static void measure_pose(const proof_question *q, size_t reps, proof_figures *sum) {
    double plain = HUGE_VAL, proven = HUGE_VAL;
    ask(q, q->proof);
    for (size_t i = 0; i < reps; i++) {
        plain = fmin(plain, turn(q, NULL));
        proven = fmin(proven, turn(q, q->proof));
    }
    tact_verification found;
    bench_stopwatch watch = bench_stopwatch_start();
    bool good = tact_verify(&q->a, &q->b, q->proof, NULL, &found) == TACT_OK && found.is_proven;
    sum->verify += bench_stopwatch_ns(&watch);
    sum->plain += plain;
    sum->proven += proven;
    sum->bytes += (double)tact_proof_inspect(q->proof).bytes;
    sum->refused += !good;
}

static proof_figures measure_cell(const mesh_run *run, proof_question *q, const pose_pair *poses) {
    proof_figures sum = {0};
    for (size_t i = 0; i < run->options.poses; i++) {
        q->a.pose = poses[i].a;
        q->b.pose = poses[i].b;
        measure_pose(q, run->options.reps, &sum);
    }
    double count = (double)run->options.poses;
    sum.plain /= count;
    sum.proven /= count;
    sum.verify /= count;
    sum.bytes /= count;
    return sum;
}

/* The ratios of one question in all cells. */
typedef struct proof_ratios {
    double values[MESH_SUITE_COUNT * POSE_GAP_COUNT];
    size_t count;
} proof_ratios;

static void add_row(bench_table *table, const char *model, size_t cell, bool is_distance,
                    const proof_figures *f) {
    bench_table_cell(table, "%s", model);
    bench_table_cell(table, "%s", is_distance ? "distance" : "contact or not");
    bench_table_cell(table, "%s", pose_cell_name(cell));
    bench_table_number(table, f->plain / 1e3);
    bench_table_number(table, f->proven / 1e3);
    bench_table_number(table, f->proven / f->plain);
    bench_table_number(table, f->bytes / 1024);
    bench_table_number(table, f->verify / 1e6);
}

static const char *const questions[] = {"collide", "distance"};

/* Whether --filter selects a cell, or any cell of a model. */
static bool wants_cell(const mesh_run *run, const char *label, int question, size_t cell) {
    const char *name = pose_cell_name(cell);
    return bench_times_wants(&run->times, "proof-%s/%s/%s", questions[question], label, name) ||
           bench_times_wants(&run->times, "verify-%s/%s/%s", questions[question], label, name);
}

static bool wants_model(const mesh_run *run, const char *label) {
    bool any = false;
    for (size_t i = 0; i < 2 * POSE_GAP_COUNT && !any; i++)
        any = wants_cell(run, label, (int)(i % 2), i / 2);
    return any;
}

static void run_model(mesh_run *run, size_t index, bench_table *table, proof_ratios ratios[2],
                      size_t *refused) {
    mesh_model model = mesh_suite_load(index);
    mesh_progress("proofs, %s", model.name);
    const mesh_contender *list[1] = {&mesh_tact};
    mesh_match match = mesh_match_open(list, 1, &model, &model);
    pose_oracle oracle = mesh_match_oracle(&match);
    bench_rng rng = mesh_run_rng(run, model.name);
    pose_pair *poses = pose_cells_make(&rng, &model, &model, &oracle, run->options.poses);
    tact_model *built = mesh_build(NULL, model.mesh, TACT_INTERIOR_NONE);
    proof_question q = {.a = tact_instance_make(built), .b = tact_instance_make(built)};
    if (built == NULL)
        bench_fail("%s cannot be built", model.name);
    bench_must(tact_proof_create(NULL, &q.proof), "a proof");
    for (int distance = 0; distance < 2; distance++)
        for (size_t c = 0; c < POSE_GAP_COUNT; c++) {
            if (!wants_cell(run, model.label, distance, c))
                continue;
            q.is_distance = distance == 1;
            proof_figures f = measure_cell(run, &q, poses + c * run->options.poses);
            bench_times_add(&run->times, f.proven, "proof-%s/%s/%s", questions[distance],
                            model.label, pose_cell_name(c));
            bench_times_add(&run->times, f.verify, "verify-%s/%s/%s", questions[distance],
                            model.label, pose_cell_name(c));
            add_row(table, model.name, c, q.is_distance, &f);
            ratios[distance].values[ratios[distance].count++] = f.proven / f.plain;
            *refused += f.refused;
        }
    tact_proof_destroy(q.proof);
    tact_model_destroy(built);
    free(poses);
    mesh_match_close(&match);
    mesh_model_destroy(&model);
}

void mesh_section_proof(mesh_run *run) {
    if (!bench_is_listed(run->options.only, "proof"))
        return;
    bench_table *table =
        bench_report_table(run->report, "Proofs",
                           "Queries on meshes that are apart, without a proof and with one, us; x: "
                           "their ratio; memory of the proof, KiB; its verification, ms.");
    static const char *const head[] = {"model",      "question", "gap", "plain",
                                       "with proof", "x",        "KiB", "verify"};
    BENCH_TABLE_HEAD(table, head);
    proof_ratios ratios[2] = {{.count = 0}, {.count = 0}};
    size_t refused = 0;
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++)
        if (mesh_run_wants_small(run, i) && wants_model(run, mesh_suite_name(i)))
            run_model(run, i, table, ratios, &refused);
    bench_table_print(table);
    bench_report_at_most(run->report, "proof of apart: times the query, median of cases",
                         bench_percentile_of(ratios[0].values, ratios[0].count, 50), 3);
    bench_report_at_most(run->report, "proof of a distance: times the query, median of cases",
                         bench_percentile_of(ratios[1].values, ratios[1].count, 50), 3);
    bench_report_must(run->report, "every proof is verified", refused == 0);
}
