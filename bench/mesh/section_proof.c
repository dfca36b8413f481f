/* SPDX-License-Identifier: MIT */
/* What proofs cost: queries on meshes that are apart, without a proof and with one, and the
 * verification of what was written. */
#include "sections.h"

#include <stdio.h>
#include <stdlib.h>

/* Questions a turn: short queries are asked so often that the clock can see them. */
#define TURN_NS 2e5

typedef struct proof_question {
    tact_instance a, b;
    bool is_distance;
    tact_proof *proof;
} proof_question;

/* What came of all poses of a cell. */
typedef struct proof_figures {
    double plain, proven, verify; /* mean nanoseconds */
    double bytes;
    size_t refused;
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

/* One turn: the mean time of a question. */
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

/* Ratios of one question in all cells. */
typedef struct proof_ratios {
    double values[MESH_SUITE_COUNT * POSE_GAP_COUNT];
    size_t count;
} proof_ratios;

static void add_row(mesh_table *table, const char *model, size_t cell, bool is_distance,
                    const proof_figures *f) {
    mesh_table_cell(table, "%s", model);
    mesh_table_cell(table, "%s", is_distance ? "distance" : "contact or not");
    mesh_table_cell(table, "%s", pose_cell_name(cell));
    mesh_table_number(table, f->plain / 1e3);
    mesh_table_number(table, f->proven / 1e3);
    mesh_table_number(table, f->proven / f->plain);
    mesh_table_number(table, f->bytes / 1024);
    mesh_table_number(table, f->verify / 1e6);
}

static const char *const questions[] = {"collide", "distance"};

/* Whether a cell, or any cell of a model, is left by --filter. */
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

static void run_model(mesh_run *run, size_t index, mesh_table *table, proof_ratios ratios[2],
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
    if (built == NULL || tact_proof_create(NULL, &q.proof) != TACT_OK) {
        fprintf(stderr, "bench_mesh: out of memory\n");
        exit(2);
    }
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
    if (!mesh_is_listed(run->options.only, "proof"))
        return;
    mesh_table *table =
        mesh_report_table(run->report, "Proofs",
                          "Queries on meshes that are apart, without a proof and with one, us; x: "
                          "their ratio; memory of the cover, KiB; verifying it, ms.");
    static const char *const head[] = {"model",      "question", "gap", "plain",
                                       "with proof", "x",        "KiB", "verify"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    proof_ratios ratios[2] = {{.count = 0}, {.count = 0}};
    size_t refused = 0;
    for (size_t i = 0; i < MESH_SUITE_COUNT; i++)
        if (mesh_run_wants_small(run, i) && wants_model(run, mesh_suite_name(i)))
            run_model(run, i, table, ratios, &refused);
    mesh_table_print(table);
    mesh_report_at_most(run->report, "proof of apart: times the query, median of cases",
                        mesh_percentile(ratios[0].values, ratios[0].count, 50), 3);
    mesh_report_at_most(run->report, "proof of a distance: times the query, median of cases",
                        mesh_percentile(ratios[1].values, ratios[1].count, 50), 3);
    mesh_report_must(run->report, "every proof is verified", refused == 0);
}
