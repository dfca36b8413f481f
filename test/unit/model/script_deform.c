/* SPDX-License-Identifier: MIT */
/* The deformables of the script: a few steps, and all questions about them. */
#include "script.h"

#define VERTICES 9

typedef struct block_sum {
    uint64_t sum;
} block_sum;

static bool sum_block(void *user, const tact_deform_block *block) {
    block_sum *s = user;
    for (uint32_t i = 0; i < block->count; i++)
        s->sum = s->sum * 31 + block->pairs[i][0] * 7 + block->pairs[i][1];
    return true;
}

static void take_contacts(void *user, const tact_deform_contact *contacts, size_t count) {
    block_sum *s = user;
    for (size_t i = 0; i < count; i++)
        s->sum = s->sum * 31 + contacts[i].a * 7 + contacts[i].b;
}

static bool take_near(void *user, const tact_deform_near *near) {
    block_sum *s = user;
    s->sum = s->sum * 31 + near->a * 7 + near->b + (uint64_t)near->closest;
    return true;
}

static void take_meetings(void *user, const tact_deform_meeting *meetings, size_t count) {
    block_sum *s = user;
    for (size_t i = 0; i < count; i++)
        s->sum = s->sum * 31 + meetings[i].a * 7 + meetings[i].b + (uint64_t)meetings[i].kind;
}

static void ask_self(script *s, const tact_deform *deform) {
    block_sum sum = {0};
    tact_deform_meeting meeting = {.parts = TACT_DEFORM_FACE_FACE, .b = 1};
    tact_overlap overlap = {0};
    STEP_ONLY(s, tact_deform_self(deform, TACT_DEFORM_END, take_meetings, &sum));
    NOTE(s, sum.sum);
    STEP(s, &overlap, tact_deform_meeting_points(deform, TACT_DEFORM_END, &meeting, &overlap));
    NOTE(s, overlap.kind);
}

static void ask_step(script *s, const tact_deform *a, const tact_deform *b) {
    tact_deform_first first = {0};
    block_sum sum = {0};
    double safe = 0;
    STEP(s, &first, tact_deform_first_contact(a, b, NULL, NULL, &first));
    NOTE(s, first.lower);
    STEP(s, &safe, tact_deform_safe_fraction(a, b, NULL, NULL, &safe));
    NOTE(s, safe);
    STEP_ONLY(s, tact_deform_contacts(a, b, NULL, NULL, take_contacts, &sum));
    NOTE(s, sum.sum);
    STEP_ONLY(s, tact_deform_near_pairs(a, b, 1, NULL, take_near, &sum));
    NOTE(s, sum.sum);
}

static void ask(script *s, const tact_deform *a, const tact_deform *b) {
    for (int method = 0; method <= TACT_DEFORM_SWEEP; method++) {
        tact_deform_options options = tact_deform_options_default();
        options.method = (tact_deform_method)method;
        /* A question that lacked memory may have visited pairs of one kind before. */
        for (uint32_t kind = 1; kind < 3; kind++) {
            block_sum sum = {0};
            options.kinds = kind;
            options.thickness = 0.125 * method;
            STEP_ONLY(s, tact_deform_candidates(a, b, &options, sum_block, &sum));
            if (b == NULL)
                NOTE(s, sum.sum);
        }
    }
}

/* What a lent model knows after a step. */
static void use_lent(script *s, tact_deform *deform, tact_deform_instant instant) {
    const tact_model *model = NULL;
    tact_model_options options = tact_model_options_default();
    options.interior =
        instant == TACT_DEFORM_END ? TACT_INTERIOR_IF_WATERTIGHT : TACT_INTERIOR_NONE;
    STEP(s, &model, tact_deform_lend(deform, instant, &options, NULL, &model));
    uint64_t serial = tact_model_inspect(model).serial;
    NOTE(s, serial);
}

void script_use_deforms(script *s) {
    static const uint32_t triangles[][3] = {{0, 1, 2}, {1, 2, 3}, {3, 4, 5}, {5, 5, 4}};
    static const uint32_t edges[][2] = {{5, 6}, {6, 7}}, points[] = {8};
    tact_deform_topology topology = {VERTICES, 4, 2, 1, triangles, edges, points};
    tact_vec3 start[VERTICES], end[VERTICES];
    tact_deform *deforms[2] = {NULL, NULL};
    for (int i = 0; i < VERTICES; i++) {
        start[i] = (tact_vec3){i * 5 % 4, i * 3 % 5, i % 3};
        end[i] = (tact_vec3){i * 3 % 4, i * 5 % 3, i % 2};
    }
    STEP(s, &deforms[0], tact_deform_create(s->context, &topology, NULL, &deforms[0]));
    STEP(s, &deforms[1], tact_deform_create(s->pooled, &topology, NULL, &deforms[1]));
    STEP_ONLY(s, tact_deform_move(deforms[0], start, end, NULL));
    STEP_ONLY(s, tact_deform_move(deforms[1], end, start, NULL));
    STEP_ONLY(s, tact_deform_rebuild(deforms[1]));
    STEP_ONLY(s, tact_deform_set_rest(deforms[0], start, NULL));
    use_lent(s, deforms[0], TACT_DEFORM_START);
    use_lent(s, deforms[1], TACT_DEFORM_END);
    STEP_ONLY(s, tact_deform_move(deforms[0], end, start, NULL));
    STEP_ONLY(s, tact_deform_move(deforms[1], start, end, NULL));
    use_lent(s, deforms[0], TACT_DEFORM_START);
    use_lent(s, deforms[1], TACT_DEFORM_END);
    ask(s, deforms[0], NULL);
    ask(s, deforms[1], NULL);
    ask(s, deforms[0], deforms[1]);
    ask_self(s, deforms[0]);
    ask_self(s, deforms[1]);
    ask_step(s, deforms[0], NULL);
    ask_step(s, deforms[0], deforms[1]);
    tact_deform_info info = tact_deform_inspect(deforms[1]);
    NOTE(s, info.edge_count);
    tact_deform_destroy(deforms[0]);
    tact_deform_destroy(deforms[1]);
}
