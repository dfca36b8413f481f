/* SPDX-License-Identifier: MIT */
/* How often a verdict on polytopes needs exact arithmetic, and how long it then takes: on random
 * pairs, and on pairs that are built to touch up to rounding. */
#include "convex_sections.h"

#include <stdlib.h>

/* For each timed pair there are so many pairs that are only counted. */
#define TIMES 100

/* ---- Pairs that touch ------------------------------------------------------------------------ */

static tact_vec3 place_of(const tact_pose *pose) {
    return (tact_vec3){pose->m[3], pose->m[7], pose->m[11]};
}

static void move_by(tact_pose *pose, tact_vec3 by) {
    pose->m[3] += by.x;
    pose->m[7] += by.y;
    pose->m[11] += by.z;
}

static tact_vec3 turned(const tact_pose *pose, tact_vec3 v) {
    return tact_vec3_sub(tact_pose_place(*pose, v), place_of(pose));
}

static tact_vec3 support(const convex_input *input, int side, tact_vec3 direction) {
    return tact_shape_support(&input->shape[side], &input->instance[side].pose, direction);
}

/* Two boxes with the same rotation, a face of each in one plane, shifted sideways. */
static void make_faces(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
    tact_vec3 a = out->shape[0].core.half_extents, b = out->shape[1].core.half_extents;
    tact_vec3 way = {a.x + b.x, bench_rng_between(rng, -0.5, 0.5),
                     bench_rng_between(rng, -0.5, 0.5)};
    out->instance[1].pose = out->instance[0].pose;
    move_by(&out->instance[1].pose, turned(&out->instance[0].pose, way));
}

/* The same without rotation, at coordinates with few bits: the boxes touch exactly. */
static void make_upright(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
    for (int side = 0; side < 2; side++) {
        double h = 0.25 * (1 + bench_rng_below(rng, 4));
        convex_input_reshape(out, side, tact_shape_box(h, h, h));
        out->instance[side].pose = tact_pose_identity();
    }
    tact_vec3 way = {out->shape[0].core.half_extents.x + out->shape[1].core.half_extents.x, 0.125,
                     0.25};
    move_by(&out->instance[1].pose, way);
}

/* A corner of a box on a face of another. */
static void make_corner(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
    tact_vec3 a = out->shape[0].core.half_extents;
    tact_vec3 spot = {a.x, bench_rng_between(rng, -0.2, 0.2), bench_rng_between(rng, -0.2, 0.2)};
    tact_vec3 normal = turned(&out->instance[0].pose, (tact_vec3){1, 0, 0});
    tact_vec3 corner = support(out, 1, tact_vec3_scale(normal, -1));
    move_by(&out->instance[1].pose,
            tact_vec3_sub(tact_pose_place(out->instance[0].pose, spot), corner));
}

/* Two hulls that share a vertex, with a separating plane through it. */
static void make_vertices(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_HULL128, out);
    tact_vec3 a = support(out, 0, out->line);
    tact_vec3 b = support(out, 1, tact_vec3_scale(out->line, -1));
    move_by(&out->instance[1].pose, tact_vec3_sub(a, b));
}

/* Where pairs come from: random pairs of a kind, or a function that makes pairs that touch. */
typedef struct source {
    const char *name;
    convex_kind kind;
    void (*make)(bench_rng *rng, convex_input *out); /* NULL for random pairs */
} source;

static const source sources[] = {{"random hull8", CONVEX_HULL8, NULL},
                                 {"random hull32", CONVEX_HULL32, NULL},
                                 {"random hull128", CONVEX_HULL128, NULL},
                                 {"random hull1024", CONVEX_HULL1024, NULL},
                                 {"random boxes", CONVEX_BOXES, NULL},
                                 {"random capsule-box", CONVEX_CAPSULE_BOX, NULL},
                                 {"boxes, face on face", CONVEX_BOXES, make_faces},
                                 {"boxes, upright, face on face", CONVEX_BOXES, make_upright},
                                 {"boxes, corner on face", CONVEX_BOXES, make_corner},
                                 {"hull128, vertex on vertex", CONVEX_HULL128, make_vertices}};

static void make_pair(const source *from, bench_rng *rng, convex_input *out) {
    if (from->make != NULL)
        from->make(rng, out);
    else
        convex_input_random(rng, from->kind, out);
}

/* ---- Figures --------------------------------------------------------------------------------- */

typedef struct batch {
    size_t count;
    convex_input *inputs;
    tact_collide_result *answers;
    tact_proof **proofs; /* one per answer */
    size_t refused;      /* number of proofs that the checker refused */
} batch;

static batch open_batch(size_t count) {
    batch b = {.count = count};
    b.inputs = bench_allocate(count, sizeof *b.inputs);
    b.answers = bench_allocate(count, sizeof *b.answers);
    b.proofs = bench_allocate(count, sizeof *b.proofs);
    for (size_t i = 0; i < count; i++)
        bench_must(tact_proof_create(NULL, &b.proofs[i]), "a proof");
    return b;
}

static void close_batch(batch *b) {
    for (size_t i = 0; i < b->count; i++)
        tact_proof_destroy(b->proofs[i]);
    convex_inputs_drop(b->inputs, b->count);
    free(b->inputs);
    free(b->answers);
    free(b->proofs);
}

/* Makes the pairs and the proofs of their verdicts. */
static void fill_batch(batch *b, const source *from, bench_rng *rng) {
    tact_options options = tact_options_default();
    for (size_t i = 0; i < b->count; i++) {
        make_pair(from, rng, &b->inputs[i]);
        const tact_instance *pair = b->inputs[i].instance;
        options.proof = b->proofs[i];
        bench_must(tact_collide(&pair[0], &pair[1], &options, NULL, &b->answers[i]), from->name);
    }
}

static void pass_collide(void *state) {
    const batch *b = state;
    for (size_t i = 0; i < b->count; i++) {
        const tact_instance *pair = b->inputs[i].instance;
        (void)tact_collide(&pair[0], &pair[1], NULL, NULL, &b->answers[i]);
    }
}

static void pass_check(void *state) {
    batch *b = state;
    b->refused = 0;
    for (size_t i = 0; i < b->count; i++) {
        const tact_instance *pair = b->inputs[i].instance;
        tact_verification found = {.is_proven = false};
        (void)tact_verify(&pair[0], &pair[1], b->proofs[i], NULL, &found);
        b->refused += !found.is_proven;
    }
}

static size_t count_exact(const batch *b) {
    size_t exact = 0;
    for (size_t i = 0; i < b->count; i++)
        exact += b->answers[i].ending == TACT_ENDING_EXACT;
    return exact;
}

/* Counts exact verdicts on more pairs, which are not timed. */
static size_t count_more(const source *from, bench_rng *rng, size_t count) {
    size_t exact = 0;
    convex_input input = {.size = 0};
    for (size_t i = 0; i < count; i++) {
        tact_collide_result answer;
        make_pair(from, rng, &input);
        bench_must(tact_collide(&input.instance[0], &input.instance[1], NULL, NULL, &answer),
                   from->name);
        exact += answer.ending == TACT_ENDING_EXACT;
    }
    convex_inputs_drop(&input, 1);
    return exact;
}

/* Whether --filter selects a case. */
static bool is_wanted(const convex_run *run, const char *name) {
    return bench_times_wants(&run->times, "exact/%s", name) ||
           bench_times_wants(&run->times, "check/%s", name);
}

/* Sums over all sources. */
typedef struct totals {
    size_t randoms, fallbacks; /* random pairs, and those that need exact arithmetic */
    size_t refused;
} totals;

static void run_source(const convex_run *run, const source *from, batch *b, bench_table *table,
                       totals *sum) {
    bench_rng rng = convex_run_rng(run, from->name, CONVEX_BOXES);
    fill_batch(b, from, &rng);
    convex_way ways[2] = {{NULL, pass_collide, b, 0}, {NULL, pass_check, b, 0}};
    convex_ways_measure(ways, 2, run->options.times != NULL ? run->options.reps : 3);
    bool is_short = run->options.quick || run->options.times != NULL;
    size_t more = is_short ? 0 : (TIMES - 1) * b->count, count = b->count + more;
    size_t exact = count_exact(b) + count_more(from, &rng, more);
    bench_times_add(&run->times, ways[0].ns / (double)b->count, "exact/%s", from->name);
    bench_times_add(&run->times, ways[1].ns / (double)b->count, "check/%s", from->name);
    bench_table_cell(table, "%s", from->name);
    bench_table_cell(table, "%zu", count);
    bench_table_cell(table, "%.4g", 100 * (double)exact / (double)count);
    bench_table_number(table, ways[0].ns / (double)b->count);
    bench_table_number(table, ways[1].ns / (double)b->count);
    sum->refused += b->refused;
    sum->randoms += from->make == NULL ? count : 0;
    sum->fallbacks += from->make == NULL ? exact : 0;
}

void convex_section_exact(convex_run *run) {
    if (!bench_is_listed(run->options.only, "exact"))
        return;
    bench_table *table = bench_report_table(
        run->report, "Exact arithmetic",
        "Share of pairs whose verdict needs it, %; ns per verdict, and ns per check of its proof.");
    static const char *const head[] = {"pairs", "count", "exact", "verdict", "check"};
    BENCH_TABLE_HEAD(table, head);
    batch b = open_batch(run->options.poses);
    totals sum = {0};
    for (size_t s = 0; s < sizeof sources / sizeof sources[0]; s++)
        if (is_wanted(run, sources[s].name))
            run_source(run, &sources[s], &b, table, &sum);
    bench_table_print(table);
    bench_report_at_most(run->report, "random pairs that need exact arithmetic, share",
                         (double)sum.fallbacks / (double)sum.randoms, 1e-3);
    bench_report_must(run->report, "every proof is accepted by the checker", sum.refused == 0);
    close_batch(&b);
}
