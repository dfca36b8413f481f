/* SPDX-License-Identifier: MIT */
/* Deformables: features of a topology, positions, bad input, lack of memory, decay. */
#include "make_deform.h"

#include "deform/deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tact_deform *make(const tact_deform_topology *topology) {
    tact_deform *deform = NULL;
    assert_int_equal(tact_deform_create(NULL, topology, NULL, &deform), TACT_OK);
    return deform;
}

/* Two triangles with a common side, the first one twice; one with two equal corners and one with
 * three. Among the loose edges are a side, a repeated edge and a point, among the loose points a
 * corner. Vertices 7 and 12 are unused. */
static void test_features(void **state) {
    (void)state;
    static const uint32_t triangles[][3] = {{2, 1, 0}, {1, 2, 3}, {2, 1, 0}, {4, 4, 5}, {6, 6, 6}};
    static const uint32_t edges[][2] = {{9, 8}, {0, 1}, {8, 9}, {10, 10}};
    static const uint32_t points[] = {11, 3, 11};
    tact_deform_topology t = {13, 5, 4, 3, triangles, edges, points};
    tact_deform *deform = make(&t);
    tact_deform_info info = tact_deform_inspect(deform);
    static const uint32_t expected[][2] = {{0, 1}, {0, 2}, {1, 2}, {1, 3},   {2, 3},
                                           {4, 5}, {8, 9}, {6, 6}, {10, 10}, {11, 11}};
    assert_int_equal(info.vertex_count, 13);
    assert_int_equal(info.used_count, 11);
    assert_int_equal(info.triangle_count, 5);
    assert_int_equal(info.edge_count, 10);
    assert_int_equal(info.loose_edge_count, 1);
    assert_int_equal(info.loose_point_count, 3);
    assert_memory_equal(info.edges, expected, sizeof expected);
    assert_memory_equal(info.triangles, triangles, sizeof triangles);
    assert_true(info.bytes > 0 && info.steps == 0 && info.sorted == 0);
    tact_deform_destroy(deform);
}

static void test_empty(void **state) {
    (void)state;
    tact_deform_topology t = {0};
    tact_deform *deform = make(&t);
    pair_list list = {0};
    assert_int_equal(tact_deform_move(deform, NULL, NULL, NULL), TACT_OK);
    assert_int_equal(tact_deform_rebuild(deform), TACT_OK);
    ask_candidates(deform, NULL, NULL, &list);
    assert_int_equal(list.count, 0);
    tact_deform_destroy(deform);
    tact_deform_destroy(NULL);
    assert_int_equal(tact_deform_inspect(NULL).edge_count, 0);
}

static void refuse(const tact_deform_topology *t, uint64_t index) {
    tact_deform *deform = NULL;
    tact_error error = {0};
    assert_int_equal(tact_deform_create(NULL, t, &error, &deform), TACT_INVALID_ARGUMENT);
    assert_null(deform);
    assert_int_equal(error.status, TACT_INVALID_ARGUMENT);
    assert_true(error.index == index);
}

static void test_bad_topology(void **state) {
    (void)state;
    static const uint32_t triangles[][3] = {{0, 1, 2}, {0, 1, 3}}, edges[][2] = {{0, 1}, {3, 1}};
    static const uint32_t points[] = {2, 1, 3};
    refuse(&(tact_deform_topology){.vertex_count = 3, .triangle_count = 2, .triangles = triangles},
           1);
    refuse(&(tact_deform_topology){.vertex_count = 3, .edge_count = 2, .edges = edges}, 1);
    for (uint32_t i = 0; i < 2; i++) { /* either end may be the first number that is too large */
        uint32_t edge[1][2] = {{2, 2}};
        edge[0][i] = 3;
        refuse(&(tact_deform_topology){.vertex_count = 3,
                                       .edge_count = 1,
                                       .edges = (const uint32_t(*)[2])edge},
               0);
    }
    refuse(&(tact_deform_topology){.vertex_count = 3, .point_count = 3, .points = points}, 2);
    refuse(&(tact_deform_topology){.vertex_count = 3, .triangle_count = 1}, TACT_NO_INDEX);
    refuse(&(tact_deform_topology){.vertex_count = 3, .edge_count = 1}, TACT_NO_INDEX);
    refuse(&(tact_deform_topology){.vertex_count = 3, .point_count = 1}, TACT_NO_INDEX);
    refuse(NULL, TACT_NO_INDEX);
    tact_deform *deform = NULL;
    tact_deform_topology large = {.vertex_count = UINT32_MAX};
    assert_int_equal(tact_deform_create(NULL, &large, NULL, &deform), TACT_TOO_LARGE);
    assert_int_equal(tact_deform_create(NULL, &large, NULL, NULL), TACT_INVALID_ARGUMENT);
}

/* Memory that has all of its bytes set. */
static void *allocate_set(void *user, size_t bytes, size_t alignment) {
    size_t unit = alignment < 16 ? 16 : alignment;
    void *memory = aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
    assert_non_null(memory);
    return memset(memory, *(const int *)user, bytes);
}

static void release_set(void *user, void *memory, size_t bytes, size_t alignment) {
    (void)user;
    (void)bytes;
    (void)alignment;
    free(memory);
}

/* What memory contains before its use does not matter. */
static void test_used_memory(void **state) {
    (void)state;
    static const uint32_t points[] = {0, 2}, edges[][2] = {{0, 1}};
    for (int byte = 0; byte < 256; byte++) {
        tact_context_desc desc = tact_context_desc_default();
        desc.allocator = (tact_allocator){&byte, allocate_set, release_set};
        tact_context *context;
        assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
        for (uint32_t edge_count = 0; edge_count < 2; edge_count++) {
            tact_deform_topology t = {3, 0, edge_count, 2, NULL, edges, points};
            tact_deform *deform;
            assert_int_equal(tact_deform_create(context, &t, NULL, &deform), TACT_OK);
            tact_deform_info info = tact_deform_inspect(deform);
            assert_int_equal(info.loose_edge_count, edge_count);
            assert_int_equal(info.loose_point_count, 2 - edge_count);
            assert_int_equal(info.edge_count, 2);
            tact_deform_destroy(deform);
        }
        tact_context_destroy(context);
    }
}

static bool never(void *user, const tact_deform_block *block) {
    (void)user;
    (void)block;
    fail();
    return false;
}

static void refuse_options(const tact_deform *deform, tact_deform_options options,
                           tact_status status) {
    assert_int_equal(tact_deform_candidates(deform, NULL, &options, never, NULL), status);
}

static void test_bad_questions(void **state) {
    (void)state;
    tact_deform_topology t = {.vertex_count = 2};
    tact_deform *deform = make(&t);
    tact_vec3 good[2] = {{1, 2, 3}, {4, 5, 6}}, bad[2] = {{1, 2, 3}, {0, NAN, 0}};
    tact_error error;
    assert_int_equal(tact_deform_move(deform, good, NULL, NULL), TACT_OK);
    assert_int_equal(tact_deform_move(deform, bad, good, &error), TACT_NOT_FINITE);
    assert_int_equal(error.index, 1);
    bad[1].y = INFINITY;
    assert_int_equal(tact_deform_move(deform, good, bad, &error), TACT_NOT_FINITE);
    assert_int_equal(error.index, 1);
    assert_int_equal(tact_deform_move(deform, NULL, good, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_move(NULL, good, good, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_rebuild(NULL), TACT_INVALID_ARGUMENT);
    tact_deform_info info = tact_deform_inspect(deform);
    assert_memory_equal(info.start, good, sizeof good);
    assert_memory_equal(info.end, good, sizeof good);
    assert_int_equal(info.steps, 1);
    tact_deform_options o = tact_deform_options_default();
    assert_int_equal(tact_deform_candidates(NULL, deform, &o, never, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_candidates(deform, NULL, &o, NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_deform_candidates(deform, NULL, NULL, never, NULL), TACT_OK);
    o.thickness = -1;
    refuse_options(deform, o, TACT_INVALID_ARGUMENT);
    o.thickness = NAN;
    refuse_options(deform, o, TACT_NOT_FINITE);
    o = tact_deform_options_default();
    o.kinds = 4;
    refuse_options(deform, o, TACT_INVALID_ARGUMENT);
    o.kinds = 3;
    o.method = (tact_deform_method)3;
    refuse_options(deform, o, TACT_INVALID_ARGUMENT);
    o.method = TACT_DEFORM_GRID;
    o.size = 1000;
    refuse_options(deform, o, TACT_INVALID_ARGUMENT);
    assert_string_equal(tact_deform_method_name(TACT_DEFORM_SWEEP), "sweep");
    assert_string_equal(tact_deform_method_name((tact_deform_method)9), "unknown method");
    tact_deform_destroy(deform);
}

/* The start of a step may be the end of the one before. */
static void test_own_positions(void **state) {
    (void)state;
    tact_deform_topology t = {.vertex_count = 1};
    tact_deform *deform = make(&t);
    tact_vec3 a = {1, 0, 0}, b = {2, 0, 0}, c = {3, 0, 0};
    tact_deform_info info = tact_deform_inspect(deform);
    assert_int_equal(tact_deform_move(deform, &a, &b, NULL), TACT_OK);
    assert_int_equal(tact_deform_move(deform, info.end, &c, NULL), TACT_OK);
    assert_true(info.start->x == 2 && info.end->x == 3);
    tact_deform_destroy(deform);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static bool count_pairs(void *user, const tact_deform_block *block) {
    *(size_t *)user += block->count;
    return true;
}

static tact_status use(const tact_context *context, const random_body *body, size_t *count) {
    tact_deform *deform = NULL;
    tact_status status = tact_deform_create(context, &body->topology, NULL, &deform);
    *count = 0;
    if (status != TACT_OK) {
        assert_null(deform);
        return status;
    }
    assert_int_equal(tact_deform_move(deform, body->start, body->end, NULL), TACT_OK);
    for (int m = 0; m < 3 && status == TACT_OK; m++) {
        tact_deform_options options = tact_deform_options_default();
        options.method = (tact_deform_method)m;
        status = tact_deform_candidates(deform, NULL, &options, count_pairs, count);
    }
    tact_deform_destroy(deform);
    return status;
}

static void test_memory(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform memory");
    static random_body body;
    test_allocator memory;
    make_random_body(&rng, 200, &body);
    tact_context *context = test_context_make(&memory);
    size_t expected, count;
    uint64_t before = memory.calls;
    assert_int_equal(use(context, &body, &expected), TACT_OK);
    uint64_t calls = memory.calls - before, live = memory.live;
    for (uint64_t i = 1; i <= calls; i++) {
        memory.fail_at = memory.calls + i;
        assert_int_equal(use(context, &body, &count), TACT_OUT_OF_MEMORY);
        assert_true(memory.live == live);
    }
    memory.fail_at = 0;
    assert_int_equal(use(context, &body, &count), TACT_OK);
    assert_int_equal(count, expected);
    tact_context_destroy(context);
}

/* Steps allocate nothing, and questions by the hierarchy the same whatever they find. */
static void test_bounded(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(40);
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    tact_deform_topology t = {.vertex_count = sheet.vertex_count,
                              .triangle_count = sheet.triangle_count,
                              .triangles = (const uint32_t(*)[3])sheet.triangles};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(context, &t, NULL, &deform), TACT_OK);
    uint64_t calls = memory.calls, bytes = memory.live_bytes;
    assert_true(tact_deform_inspect(deform).bytes >= bytes / 2);
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    tact_vec3 *pile = calloc(sheet.vertex_count, sizeof *pile);
    assert_int_equal(tact_deform_move(deform, pile, pile, NULL), TACT_OK);
    assert_int_equal(tact_deform_rebuild(deform), TACT_OK);
    assert_true(memory.calls == calls);
    size_t count = 0;
    assert_int_equal(tact_deform_candidates(deform, NULL, NULL, count_pairs, &count), TACT_OK);
    assert_true(memory.calls == calls + 2);
    /* Every pair but those that share a vertex: too many for the memory of a question. */
    assert_true(count > 10000000);
    free(pile);
    tact_deform_destroy(deform);
    tact_context_destroy(context);
    scene_body_destroy(&sheet);
}

/* ---- Levels of the hierarchy -------------------------------------------------------------- */

static bool is_within(tact_vec3 p, const tact_box *box) {
    return box->lo.x <= p.x && p.x <= box->hi.x && box->lo.y <= p.y && p.y <= box->hi.y &&
           box->lo.z <= p.z && p.z <= box->hi.z;
}

/* Box i of a level stands for the leaves from i share on. */
static void check_level(const tact_deform *deform, uint32_t level, uint32_t share) {
    tact_deform_info info = tact_deform_inspect(deform);
    uint32_t expected = (info.triangle_count + share - 1) / share;
    tact_box *boxes = calloc(expected + 1, sizeof *boxes);
    assert_int_equal(tact_deform_boxes(deform, level, NULL, 9), expected);
    assert_int_equal(tact_deform_boxes(deform, level, boxes, expected - 1), expected);
    assert_true(tact_box_is_empty(boxes[expected]) || boxes[expected].hi.x == 0);
    assert_int_equal(tact_deform_boxes(deform, level, boxes, expected), expected);
    for (uint32_t i = 0; i < info.triangle_count; i++) {
        uint32_t face = deform->tree[TACTI_FACES].ids[i];
        for (int c = 0; c < 3; c++) {
            uint32_t v = info.triangles[face][c];
            assert_true(is_within(info.start[v], &boxes[i / share]));
            assert_true(is_within(info.end[v], &boxes[i / share]));
        }
    }
    free(boxes);
}

static void test_levels(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform levels");
    scene_body sheet = scene_sheet(17);
    tact_deform_topology t = {.vertex_count = sheet.vertex_count,
                              .triangle_count = sheet.triangle_count,
                              .triangles = (const uint32_t(*)[3])sheet.triangles};
    tact_deform *deform = make(&t);
    tact_vec3 *end = calloc(sheet.vertex_count, sizeof *end);
    for (int step = 0; step < 3; step++) {
        for (uint32_t i = 0; i < sheet.vertex_count; i++) {
            double shift = test_rng_between(&rng, -0.3, 0.3);
            end[i] = tact_vec3_add(sheet.rest[i], (tact_vec3){0, shift, -shift / 3});
        }
        assert_int_equal(tact_deform_move(deform, sheet.rest, end, NULL), TACT_OK);
        /* 8, 64 or 512 leaves below a box. */
        assert_true(sheet.triangle_count > 512 && sheet.triangle_count <= 4096);
        for (uint32_t level = 0, share = 4096; level<6; level++, share = share> 8 ? share / 8 : 1)
            check_level(deform, level, share);
    }
    assert_int_equal(tact_deform_boxes(NULL, 0, NULL, 0), 0);
    tact_deform_topology none = {.vertex_count = 1};
    tact_deform *empty = make(&none);
    assert_int_equal(tact_deform_boxes(empty, 0, NULL, 0), 0);
    tact_deform_destroy(empty);
    free(end);
    tact_deform_destroy(deform);
    scene_body_destroy(&sheet);
}

/* ---- Decay -------------------------------------------------------------------------------- */

/* Vertices change places at random: parts are sorted anew, and once they are, no more. */
static void test_decay(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform decay");
    scene_body sheet = scene_sheet(60);
    tact_deform_topology t = {.vertex_count = sheet.vertex_count,
                              .triangle_count = sheet.triangle_count,
                              .triangles = (const uint32_t(*)[3])sheet.triangles};
    tact_deform *deform = make(&t);
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    uint64_t first = tact_deform_inspect(deform).sorted;
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    assert_true(first > 0 && tact_deform_inspect(deform).sorted == first);
    for (uint32_t i = 0; i < sheet.vertex_count; i++) {
        uint32_t j = test_rng_below(&rng, sheet.vertex_count);
        tact_vec3 p = sheet.rest[i];
        sheet.rest[i] = sheet.rest[j];
        sheet.rest[j] = p;
    }
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    uint64_t second = tact_deform_inspect(deform).sorted;
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    assert_true(second > first && tact_deform_inspect(deform).sorted == second);
    tact_deform_destroy(deform);
    scene_body_destroy(&sheet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features),      cmocka_unit_test(test_empty),
        cmocka_unit_test(test_bad_topology),  cmocka_unit_test(test_bad_questions),
        cmocka_unit_test(test_own_positions), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_used_memory),   cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_levels),        cmocka_unit_test(test_decay),
    };
    return cmocka_run_group_tests_name("deform", tests, NULL, NULL);
}
