/* SPDX-License-Identifier: MIT */
/* How often a verdict on polytopes needs exact arithmetic, and what it then takes: on random pairs,
 * and on pairs that are built to touch up to rounding. */
#include "convex_sections.h"

#include <stdio.h>
#include <stdlib.h>

/* Random pairs for each pair of other sections. */
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

/* Boxes with a face of each in one plane, turned alike, shifted sideways. */
static void make_faces(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
    tact_vec3 a = out->shape[0].core.half, b = out->shape[1].core.half;
    tact_vec3 way = {a.x + b.x, bench_rng_between(rng, -0.5, 0.5),
                     bench_rng_between(rng, -0.5, 0.5)};
    out->placed[1].pose = out->placed[0].pose;
    move_by(&out->placed[1].pose, turned(&out->placed[0].pose, way));
}

/* The same upright, at places whose coordinates are short: they touch exactly. */
static void make_upright(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
    for (int side = 0; side < 2; side++) {
        double h = 0.25 * (1 + bench_rng_below(rng, 4));
        out->shape[side] = tact_shape_box(h, h, h);
        out->placed[side].pose = tact_pose_identity();
    }
    tact_vec3 way = {out->shape[0].core.half.x + out->shape[1].core.half.x, 0.125, 0.25};
    move_by(&out->placed[1].pose, way);
}

/* A corner of a box on a face of another. */
static void make_corner(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
    tact_vec3 a = out->shape[0].core.half;
    tact_vec3 spot = {a.x, bench_rng_between(rng, -0.2, 0.2), bench_rng_between(rng, -0.2, 0.2)};
    tact_vec3 normal = turned(&out->placed[0].pose, (tact_vec3){1, 0, 0});
    tact_vec3 corner = tact_shape_support(&out->placed[1], tact_vec3_scale(normal, -1));
    move_by(&out->placed[1].pose,
            tact_vec3_sub(tact_pose_place(out->placed[0].pose, spot), corner));
}

/* Hulls that share a vertex, and have a plane through it between them. */
static void make_vertices(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_HULL128, out);
    tact_vec3 a = tact_shape_support(&out->placed[0], out->line);
    tact_vec3 b = tact_shape_support(&out->placed[1], tact_vec3_scale(out->line, -1));
    move_by(&out->placed[1].pose, tact_vec3_sub(a, b));
}

static void make_box(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_BOXES, out);
}
static void make_hull8(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_HULL8, out);
}
static void make_hull32(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_HULL32, out);
}
static void make_hull128(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_HULL128, out);
}
static void make_hull1024(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_HULL1024, out);
}
static void make_capsule(bench_rng *rng, convex_input *out) {
    convex_input_random(rng, CONVEX_CAPSULE_BOX, out);
}

typedef struct source {
    const char *name;
    bool is_random;
    void (*make)(bench_rng *rng, convex_input *out);
} source;

static const source sources[] = {{"random hull8", true, make_hull8},
                                 {"random hull32", true, make_hull32},
                                 {"random hull128", true, make_hull128},
                                 {"random hull1024", true, make_hull1024},
                                 {"random boxes", true, make_box},
                                 {"random capsule-box", true, make_capsule},
                                 {"boxes, face on face", false, make_faces},
                                 {"boxes, upright, face on face", false, make_upright},
                                 {"boxes, corner on face", false, make_corner},
                                 {"hull128, vertex on vertex", false, make_vertices}};

/* ---- Figures --------------------------------------------------------------------------------- */

typedef struct batch {
    size_t count;
    convex_input *inputs;
    tact_convex_collision *answers;
    size_t refused; /* proofs */
} batch;

static void pass_collide(void *state) {
    const batch *b = state;
    for (size_t i = 0; i < b->count; i++)
        (void)tact_convex_collide(&b->inputs[i].placed[0], &b->inputs[i].placed[1], NULL,
                                  &b->answers[i]);
}

static void pass_check(void *state) {
    batch *b = state;
    b->refused = 0;
    for (size_t i = 0; i < b->count; i++) {
        bool holds = false;
        (void)tact_convex_check(&b->inputs[i].placed[0], &b->inputs[i].placed[1], &b->answers[i],
                                &holds);
        b->refused += !holds;
    }
}

static size_t count_exact(const batch *b) {
    size_t exact = 0;
    for (size_t i = 0; i < b->count; i++)
        exact += b->answers[i].ending == TACT_CONVEX_BY_EXACT;
    return exact;
}

/* More pairs, which are not timed. */
static size_t count_more(const source *from, bench_rng *rng, size_t count) {
    size_t exact = 0;
    for (size_t i = 0; i < count; i++) {
        convex_input input;
        tact_convex_collision answer;
        from->make(rng, &input);
        if (tact_convex_collide(&input.placed[0], &input.placed[1], NULL, &answer) != TACT_OK) {
            fprintf(stderr, "bench_convex: a pair is refused\n");
            exit(2);
        }
        exact += answer.ending == TACT_CONVEX_BY_EXACT;
    }
    return exact;
}

/* Whether a case is left by --filter. */
static bool is_wanted(const convex_run *run, const char *name) {
    return bench_times_wants(&run->times, "exact/%s", name) ||
           bench_times_wants(&run->times, "check/%s", name);
}

void convex_section_exact(convex_run *run) {
    if (!mesh_is_listed(run->options.only, "exact"))
        return;
    mesh_table *table = mesh_report_table(
        run->report, "Exact arithmetic",
        "Pairs whose verdict needed it, %; ns a verdict, and ns a check of its proof.");
    static const char *const head[] = {"pairs", "count", "exact", "verdict", "check"};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        mesh_table_cell(table, "%s", head[i]);
    mesh_table_head_end(table);
    batch b = {.count = run->options.poses};
    b.inputs = mesh_allocate(b.count, sizeof *b.inputs);
    b.answers = mesh_allocate(b.count, sizeof *b.answers);
    size_t randoms = 0, fallbacks = 0, refused = 0;
    for (size_t s = 0; s < sizeof sources / sizeof sources[0]; s++) {
        if (!is_wanted(run, sources[s].name))
            continue;
        bench_rng rng = convex_run_rng(run, sources[s].name, CONVEX_BOXES);
        for (size_t i = 0; i < b.count; i++)
            sources[s].make(&rng, &b.inputs[i]);
        convex_way ways[2] = {{NULL, pass_collide, &b, 0}, {NULL, pass_check, &b, 0}};
        convex_ways_measure(ways, 2, run->options.times != NULL ? run->options.reps : 3);
        bool is_short = run->options.quick || run->options.times != NULL;
        size_t more = is_short ? 0 : (TIMES - 1) * b.count, count = b.count + more;
        size_t exact = count_exact(&b) + count_more(&sources[s], &rng, more);
        bench_times_add(&run->times, ways[0].ns / (double)b.count, "exact/%s", sources[s].name);
        bench_times_add(&run->times, ways[1].ns / (double)b.count, "check/%s", sources[s].name);
        mesh_table_cell(table, "%s", sources[s].name);
        mesh_table_cell(table, "%zu", count);
        mesh_table_cell(table, "%.4g", 100 * (double)exact / (double)count);
        mesh_table_number(table, ways[0].ns / (double)b.count);
        mesh_table_number(table, ways[1].ns / (double)b.count);
        refused += b.refused;
        randoms += sources[s].is_random ? count : 0;
        fallbacks += sources[s].is_random ? exact : 0;
    }
    mesh_table_print(table);
    mesh_report_at_most(run->report, "random pairs that need exact arithmetic, share",
                        (double)fallbacks / (double)randoms, 1e-3);
    mesh_report_must(run->report, "every proof is accepted by the checker", refused == 0);
    free(b.inputs);
    free(b.answers);
}
