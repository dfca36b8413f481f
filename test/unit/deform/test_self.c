/* SPDX-License-Identifier: MIT */
/* Self-intersection at an instant against brute force: on random bodies by rational arithmetic, on
 * sequences of motions by the intersection of all pairs of triangles; levels, threads, memory. */
#include "make_deform.h"

#include "oracle_triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists -------------------------------------------------------------------------------- */

typedef struct meetings {
    size_t count, calls;
    tact_deform_meeting *items;
} meetings;

static void take(void *user, const tact_deform_meeting *items, size_t count) {
    meetings *m = user;
    m->calls++;
    m->items = malloc((count + 1) * sizeof *items);
    assert_non_null(m->items);
    if (count > 0)
        memcpy(m->items, items, count * sizeof *items);
    m->count = count;
}

static meetings ask(const tact_deform *deform, tact_deform_instant instant) {
    meetings m = {0};
    assert_int_equal(tact_deform_self(deform, instant, take, &m), TACT_OK);
    assert_int_equal(m.calls, 1);
    return m;
}

static void same_meetings(const meetings *a, const meetings *b) {
    assert_int_equal(a->count, b->count);
    if (a->count > 0)
        assert_memory_equal(a->items, b->items, a->count * sizeof *a->items);
}

/* ---- Brute force -------------------------------------------------------------------------- */

typedef struct feature {
    uint32_t row[3], set[3];
    uint32_t size; /* different vertices */
    bool is_loose;
    uint32_t number;
    tact_triangle triangle;
    tact_box box;
} feature;

static void add_feature(const tact_vec3 *at, feature *f) {
    f->size = 0;
    f->box = tact_box_empty();
    for (int i = 0; i < 3; i++) {
        bool is_new = true;
        for (uint32_t k = 0; k < f->size; k++)
            is_new = is_new && f->set[k] != f->row[i];
        if (is_new)
            f->set[f->size++] = f->row[i];
        f->triangle.v[i] = at[f->row[i]];
        f->box = tact_box_add_point(f->box, at[f->row[i]]);
    }
}

static feature *list_features(const tact_deform *deform, tact_deform_instant instant,
                              size_t *count) {
    tact_deform_info info = tact_deform_inspect(deform);
    const tact_vec3 *at = instant == TACT_DEFORM_START ? info.start : info.end;
    uint32_t loose = info.loose_edge_count + info.loose_point_count;
    feature *list = calloc(info.triangle_count + loose + 1, sizeof *list);
    assert_non_null(list);
    *count = 0;
    for (uint32_t i = 0; i < info.triangle_count; i++) {
        feature *f = &list[(*count)++];
        memcpy(f->row, info.triangles[i], sizeof f->row);
        f->number = i;
        add_feature(at, f);
    }
    for (uint32_t i = info.edge_count - loose; i < info.edge_count; i++) {
        feature *f = &list[(*count)++];
        f->row[0] = info.edges[i][0];
        f->row[1] = f->row[2] = info.edges[i][1];
        f->number = i;
        f->is_loose = true;
        add_feature(at, f);
    }
    return list;
}

/* The triangle of the vertices that two features share; false if there are none. */
static bool find_common(const feature *a, const feature *b, tact_triangle *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t j = 0; j < b->size; j++)
            if (a->set[i] == b->set[j]) {
                uint32_t corner = 0;
                while (a->row[corner] != a->set[i])
                    corner++;
                for (uint32_t k = count; k < 3; k++)
                    out->v[k] = a->triangle.v[corner];
                count++;
            }
    return count > 0;
}

/* What two features have in common is more than what their common vertices span: it has a greater
 * dimension, or it is a longer segment. Coordinates are such that segments on a line that differ do
 * so by much. */
static bool meets_by_oracle(const feature *a, const feature *b) {
    tact_triangle common;
    oracle_overlap all = oracle_triangle_intersect(&a->triangle, &b->triangle);
    if (!find_common(a, b, &common))
        return all.dimension >= 0;
    oracle_overlap shared = oracle_triangle_intersect(&common, &common);
    assert_true(all.dimension >= shared.dimension);
    if (all.dimension != shared.dimension || all.dimension != 1)
        return all.dimension > shared.dimension;
    double lo[2][3], hi[2][3];
    for (int s = 0; s < 2; s++) {
        const oracle_overlap *o = s == 0 ? &all : &shared;
        for (int k = 0; k < 3; k++) {
            lo[s][k] = HUGE_VAL;
            hi[s][k] = -HUGE_VAL;
            for (int i = 0; i < o->count; i++) {
                lo[s][k] = fmin(lo[s][k], o->corner[i].position[k]);
                hi[s][k] = fmax(hi[s][k], o->corner[i].position[k]);
            }
        }
    }
    bool is_longer = false;
    for (int k = 0; k < 3; k++)
        is_longer = is_longer || lo[0][k] < lo[1][k] - 1e-9 || hi[0][k] > hi[1][k] + 1e-9;
    return is_longer;
}

/* The same by the library's intersection of two triangles, which rational arithmetic has checked;
 * for features without degeneracies. */
static bool meets_by_intersection(const feature *a, const feature *b) {
    uint32_t shared = 0;
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t j = 0; j < b->size; j++)
            shared += a->set[i] == b->set[j];
    tact_overlap_kind kind = tact_triangle_intersect(&a->triangle, &b->triangle).kind;
    return (uint32_t)kind > shared;
}

typedef bool decide(const feature *a, const feature *b);

static void compare(const tact_deform *deform, tact_deform_instant instant, const meetings *found,
                    decide *meets) {
    size_t count, at = 0;
    feature *list = list_features(deform, instant, &count);
    for (int parts = 0; parts < 3; parts++)
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count; j++) {
                const feature *a = &list[i], *b = &list[j];
                if ((int)a->is_loose + b->is_loose != parts || b->is_loose > a->is_loose ||
                    (parts != 1 && j <= i) || !tact_box_overlaps(a->box, b->box) || !meets(a, b))
                    continue;
                assert_true(at < found->count);
                const tact_deform_meeting *m = &found->items[at++];
                tact_overlap overlap;
                assert_int_equal(m->parts, parts);
                assert_int_equal(m->a, a->number);
                assert_int_equal(m->b, b->number);
                assert_int_equal(tact_deform_meeting_points(deform, instant, m, &overlap), TACT_OK);
                assert_int_equal(overlap.kind, m->kind);
                assert_int_equal(m->kind, tact_triangle_intersect(&a->triangle, &b->triangle).kind);
            }
    assert_int_equal(at, found->count);
    free(list);
}

/* ---- Random bodies ------------------------------------------------------------------------ */

static void test_random(void **state) {
    (void)state;
    test_rng rng = test_rng_start("self-intersections");
    static random_body body;
    size_t kinds[3] = {0, 0, 0};
    for (uint64_t n = test_case_count(300, 20000); n > 0; n--) {
        make_random_body(&rng, n % 5 == 0 ? 60 : 14, &body);
        if (n % 3 == 0) /* places on a coarse lattice: folds, touching corners, lines, planes */
            for (uint32_t i = 0; i < body.topology.vertex_count; i++) {
                double x = test_rng_below(&rng, 3), y = test_rng_below(&rng, 3);
                body.start[i] = (tact_vec3){x, y, (double)test_rng_below(&rng, 2)};
            }
        tact_deform *deform = deform_of(NULL, &body);
        for (int instant = 0; instant < 2; instant++) {
            meetings found = ask(deform, (tact_deform_instant)instant);
            compare(deform, (tact_deform_instant)instant, &found, meets_by_oracle);
            for (size_t i = 0; i < found.count; i++)
                kinds[found.items[i].parts]++;
            free(found.items);
        }
        tact_deform_destroy(deform);
    }
    uint64_t many = test_case_count(100, 100), some = test_case_count(10, 10);
    assert_true(kinds[0] > many && kinds[1] > many && kinds[2] > some);
}

/* The rule, case by case. */
static void test_rule(void **state) {
    (void)state;
    static const tact_vec3 at[] = {{0, 0, 0},       {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                   {2, 0, 0},       {0, 0, 0}, {1, 0, 0}, {0.5, 0, 0},
                                   {0.25, 0.25, 0}, {3, 0, 0}, {0, 0, 1}, {0.25, 0.25, -1}};
    static const struct {
        uint32_t a[3], b[3];
        bool meets;
    } cases[] = {
        {{0, 1, 2}, {1, 3, 2}, false},   /* neighbours */
        {{0, 1, 2}, {0, 1, 3}, true},    /* folded */
        {{0, 1, 2}, {2, 0, 1}, false},   /* the same */
        {{0, 1, 2}, {5, 6, 10}, true},   /* a side at the same place, not shared */
        {{0, 1, 2}, {0, 6, 10}, true},   /* a corner shared, the other at the same place */
        {{0, 1, 2}, {0, 4, 10}, true},   /* a corner shared, a side goes on */
        {{0, 1, 2}, {0, 10, 10}, false}, /* a corner shared with an edge */
        {{0, 1, 2}, {0, 8, 8}, true},    /* an edge in the face */
        {{0, 1, 2}, {10, 11, 11}, true}, /* an edge through the face */
        {{0, 1, 2}, {8, 8, 8}, true},    /* a point in the face */
        {{0, 1, 2}, {0, 0, 0}, false},   /* a corner */
        {{0, 1, 2}, {5, 5, 5}, true},    /* a point at a corner */
        {{0, 1, 1}, {1, 4, 4}, false},   /* edges in a row */
        {{0, 1, 1}, {0, 4, 4}, true},    /* edges along each other */
        {{0, 1, 4}, {0, 1, 9}, true},    /* flat: both go on beyond one end */
        {{0, 1, 4}, {0, 1, 7}, false},   /* flat: one stays inside */
        {{0, 1, 4}, {0, 1, 2}, false},   /* flat and proper */
        {{0, 5, 4}, {0, 5, 1}, true},    /* flat: the shared vertices are at one place */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int swap = 0; swap < 2; swap++) {
            uint32_t triangles[2][3], edges[2][2];
            tact_deform_topology t = {.vertex_count = sizeof at / sizeof *at};
            t.triangles = (const uint32_t(*)[3])triangles;
            t.edges = (const uint32_t(*)[2])edges;
            for (int k = 0; k < 2; k++) {
                const uint32_t *row = (k == 0) == (swap == 0) ? cases[i].a : cases[i].b;
                if (row[1] == row[2])
                    memcpy(edges[t.edge_count++], row, sizeof edges[0]);
                else
                    memcpy(triangles[t.triangle_count++], row, sizeof triangles[0]);
            }
            tact_deform *deform;
            assert_int_equal(tact_deform_create(NULL, &t, NULL, &deform), TACT_OK);
            assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
            meetings found = ask(deform, TACT_DEFORM_START);
            assert_int_equal(found.count, cases[i].meets);
            free(found.items);
            tact_deform_destroy(deform);
        }
}

/* ---- Sequences ---------------------------------------------------------------------------- */

/* A sheet with loose edges and points that move with it, in 50 sequences: motions at different
 * speeds and sizes. Every frame equals brute force. */
static void test_sequences(void **state) {
    (void)state;
    test_rng rng = test_rng_start("sequences");
    uint64_t frames = test_case_count(5, 100);
    size_t with = 0, without = 0;
    for (uint32_t sequence = 0; sequence < 50; sequence++) {
        scene_body sheet = scene_sheet(4 + sequence % 9);
        uint32_t edges[20][2], points[10];
        for (int i = 0; i < 20; i++)
            for (int k = 0; k < 2; k++)
                edges[i][k] = test_rng_below(&rng, sheet.vertex_count);
        for (int i = 0; i < 10; i++)
            points[i] = test_rng_below(&rng, sheet.vertex_count);
        bool has_loose = sequence % 3 == 0;
        tact_deform_topology t = {sheet.vertex_count,
                                  sheet.triangle_count,
                                  has_loose ? 20 : 0,
                                  has_loose ? 10 : 0,
                                  (const uint32_t(*)[3])sheet.triangles,
                                  (const uint32_t(*)[2])edges,
                                  points};
        tact_deform *deform;
        assert_int_equal(tact_deform_create(NULL, &t, NULL, &deform), TACT_OK);
        tact_vec3 *at[2] = {calloc(sheet.vertex_count, sizeof(tact_vec3)),
                            calloc(sheet.vertex_count, sizeof(tact_vec3))};
        double speed = 0.5 + 0.1 * (sequence / 4);
        for (uint32_t frame = 0; frame < frames; frame++) {
            scene_motion motion = (scene_motion)(sequence % SCENE_MOTIONS);
            scene_positions(&sheet, motion, speed * frame / (double)frames, at[0]);
            scene_positions(&sheet, motion, speed * (frame + 1) / (double)frames, at[1]);
            assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
            for (int instant = 0; instant < 2; instant++) {
                meetings found = ask(deform, (tact_deform_instant)instant);
                compare(deform, (tact_deform_instant)instant, &found,
                        has_loose ? meets_by_oracle : meets_by_intersection);
                with += found.count > 0;
                without += found.count == 0;
                free(found.items);
            }
        }
        tact_deform_destroy(deform);
        scene_body_destroy(&sheet);
        free(at[0]);
        free(at[1]);
    }
    uint64_t many = test_case_count(50, 50);
    assert_true(with > many && without > many);
}

/* The same meetings at every level, with any number of threads, and after a step that was longer.
 */
static void test_same(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(60);
    tact_deform_topology t = {.vertex_count = sheet.vertex_count,
                              .triangle_count = sheet.triangle_count,
                              .triangles = (const uint32_t(*)[3])sheet.triangles};
    tact_vec3 *at = calloc(sheet.vertex_count, sizeof *at);
    meetings first = {0};
    scene_positions(&sheet, SCENE_FOLD, 1.2, at);
    for (int run = 0; run < 8; run++) {
        tact_pool *pool;
        tact_context *context;
        tact_context_desc desc = tact_context_desc_default();
        assert_int_equal(tact_pool_create(NULL, 1 + (uint32_t)run / 4, &pool), TACT_OK);
        desc.executor = tact_pool_executor(pool);
        desc.simd_level = (tact_simd_level)(run % 4) < tact_simd_level_best()
                              ? (tact_simd_level)(run % 4)
                              : tact_simd_level_best();
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        tact_deform *deform;
        assert_int_equal(tact_deform_create(context, &t, NULL, &deform), TACT_OK);
        assert_int_equal(tact_deform_move(deform, run % 2 == 0 ? at : sheet.rest, at, NULL),
                         TACT_OK);
        meetings found = ask(deform, TACT_DEFORM_END);
        if (run == 0)
            first = found;
        same_meetings(&first, &found);
        if (run > 0)
            free(found.items);
        tact_deform_destroy(deform);
        tact_context_destroy(context);
        tact_pool_destroy(pool);
    }
    assert_true(first.count > 10);
    free(first.items);
    free(at);
    scene_body_destroy(&sheet);
}

/* ---- Bad input, memory -------------------------------------------------------------------- */

static void test_refused(void **state) {
    (void)state;
    static const uint32_t triangles[][3] = {{0, 1, 2}};
    tact_deform_topology t = {.vertex_count = 3, .triangle_count = 1, .triangles = triangles};
    tact_deform *deform;
    tact_overlap overlap;
    meetings m = {0};
    tact_deform_meeting meeting = {.parts = TACT_DEFORM_FACE_FACE};
    assert_int_equal(tact_deform_create(NULL, &t, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_self(NULL, TACT_DEFORM_START, take, &m), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_self(deform, TACT_DEFORM_START, NULL, &m), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_self(deform, (tact_deform_instant)2, take, &m),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(m.calls, 0);
    assert_int_equal(tact_deform_meeting_points(deform, TACT_DEFORM_END, &meeting, &overlap),
                     TACT_OK);
    assert_int_equal(overlap.kind, TACT_OVERLAP_POINT);
    assert_int_equal(tact_deform_meeting_points(NULL, TACT_DEFORM_END, &meeting, &overlap),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_meeting_points(deform, TACT_DEFORM_END, NULL, &overlap),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_meeting_points(deform, TACT_DEFORM_END, &meeting, NULL),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_meeting_points(deform, (tact_deform_instant)2, &meeting, &overlap),
                     TACT_INVALID_ARGUMENT);
    meeting.b = 1;
    assert_int_equal(tact_deform_meeting_points(deform, TACT_DEFORM_END, &meeting, &overlap),
                     TACT_INVALID_ARGUMENT);
    meeting = (tact_deform_meeting){.parts = TACT_DEFORM_LOOSE_LOOSE, .a = 3};
    assert_int_equal(tact_deform_meeting_points(deform, TACT_DEFORM_END, &meeting, &overlap),
                     TACT_INVALID_ARGUMENT);
    meeting = (tact_deform_meeting){.parts = (tact_deform_parts)3};
    assert_int_equal(tact_deform_meeting_points(deform, TACT_DEFORM_END, &meeting, &overlap),
                     TACT_INVALID_ARGUMENT);
    assert_string_equal(tact_deform_parts_name(TACT_DEFORM_FACE_FACE), "face-face");
    assert_string_equal(tact_deform_parts_name(TACT_DEFORM_LOOSE_FACE), "loose-face");
    assert_string_equal(tact_deform_parts_name(TACT_DEFORM_LOOSE_LOOSE), "loose-loose");
    assert_string_equal(tact_deform_parts_name((tact_deform_parts)3), "unknown parts");
    tact_deform_destroy(deform);
    tact_deform_topology nothing = {0};
    assert_int_equal(tact_deform_create(NULL, &nothing, NULL, &deform), TACT_OK);
    m = ask(deform, TACT_DEFORM_START);
    assert_int_equal(m.count, 0);
    free(m.items);
    tact_deform_destroy(deform);
}

static void test_memory(void **state) {
    (void)state;
    test_rng rng = test_rng_start("memory of self-intersections");
    static random_body body;
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    do
        make_random_body(&rng, 100, &body);
    while (body.topology.edge_count < 5 || body.topology.triangle_count < 40);
    tact_deform *deform = deform_of(context, &body);
    meetings expected = ask(deform, TACT_DEFORM_END);
    uint64_t live = memory.live;
    tact_status status = TACT_OUT_OF_MEMORY;
    assert_true(expected.count > 10);
    for (uint64_t i = 1; status == TACT_OUT_OF_MEMORY; i++) {
        meetings found = {0};
        memory.fail_at = memory.calls + i;
        status = tact_deform_self(deform, TACT_DEFORM_END, take, &found);
        assert_int_equal(found.calls, status == TACT_OK);
        assert_true(memory.live == live && (status == TACT_OK || memory.calls >= memory.fail_at));
        if (status == TACT_OK)
            same_meetings(&expected, &found);
        free(found.items);
    }
    memory.fail_at = 0;
    assert_int_equal(status, TACT_OK);
    free(expected.items);
    tact_deform_destroy(deform);
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),    cmocka_unit_test(test_rule),
        cmocka_unit_test(test_sequences), cmocka_unit_test(test_same),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("deform self", tests, NULL, NULL);
}
