/* SPDX-License-Identifier: MIT */
/* Every allocation of every method fails once. A call that lacks memory changes nothing, and
 * succeeds when it is made again. */
#include "rng.h"
#include "support.h"

#include <string.h>

enum { BOXES = 200, FRAMES = 4, REST_FRAMES = 16, LARGE = 9 };

/* A broad phase whose memory may fail, and what it found. */
typedef struct scene {
    test_allocator memory;
    tact_context *context;
    tact_broad *broad;
    tact_pair_list *list, *last, *begun, *ended;
    tact_box boxes[2 * BOXES];
    uint64_t failures, sum;
} scene;

/* Makes a call; if it lacks memory, makes it again. */
#define TRY(s, call)                                                                               \
    do {                                                                                           \
        tact_status tried_ = (call);                                                               \
        if (tried_ == TACT_OUT_OF_MEMORY) {                                                        \
            (s)->failures++;                                                                       \
            tried_ = (call);                                                                       \
        }                                                                                          \
        assert_int_equal(tried_, TACT_OK);                                                         \
    } while (0)

/* Small boxes on a lattice, so that many touch; some long ones, and one without an end. */
static void make_boxes(scene *s, test_rng *rng) {
    for (uint32_t i = 0; i < 2 * BOXES; i++) {
        tact_vec3 lo = {test_rng_below(rng, 12), test_rng_below(rng, 12), test_rng_below(rng, 12)};
        double size = i % LARGE == 0 ? 9 : 1;
        s->boxes[i] = (tact_box){lo, {lo.x + size, lo.y + 1, lo.z + size}};
    }
    s->boxes[0].hi.x = HUGE_VAL;
}

static uint64_t sum_of(const tact_pair_list *list) {
    tact_pair_view view = tact_pair_list_view(list);
    uint64_t sum = view.count;
    for (size_t i = 0; i < view.count; i++)
        sum = (sum ^ view.pairs[i][0]) * 1099511628211u ^ view.pairs[i][1];
    return sum;
}

/* A call that fails leaves the list alone. */
static void find_pairs(scene *s, tact_pair_list *list) {
    uint64_t before = sum_of(list);
    tact_status status = tact_broad_pairs(s->broad, list);
    if (status == TACT_OUT_OF_MEMORY) {
        s->failures++;
        assert_int_equal(sum_of(list), before);
        status = tact_broad_pairs(s->broad, list);
    }
    assert_int_equal(status, TACT_OK);
    s->sum = s->sum * 31 + sum_of(list);
}

/* A call that fails leaves the number of boxes as it is. */
static void add_boxes(scene *s, const tact_box *boxes, uint32_t count) {
    uint32_t before = tact_broad_inspect(s->broad).count;
    tact_status status = tact_broad_add(s->broad, boxes, count, NULL, NULL);
    if (status == TACT_OUT_OF_MEMORY) {
        s->failures++;
        assert_int_equal(tact_broad_inspect(s->broad).count, before);
        status = tact_broad_add(s->broad, boxes, count, NULL, NULL);
    }
    assert_int_equal(status, TACT_OK);
    assert_int_equal(tact_broad_inspect(s->broad).count, before + count);
}

/* Still frames, then a step, again and again: what methods remember holds for some frames. */
static void rest_and_move(scene *s) {
    for (uint32_t frame = 0; frame < REST_FRAMES; frame++) {
        if (frame % 5 == 4)
            for (uint32_t i = 1; i < BOXES; i++)
                s->boxes[i] = (tact_box){tact_vec3_add(s->boxes[i].lo, (tact_vec3){0.125, 0, 0}),
                                         tact_vec3_add(s->boxes[i].hi, (tact_vec3){0.125, 0, 0})};
        TRY(s, tact_broad_move(s->broad, NULL, s->boxes, BOXES, NULL));
        find_pairs(s, s->list);
    }
}

static void run(scene *s, tact_broad_method method) {
    test_rng rng = {.state = 3};
    tact_broad_options options = tact_broad_options_default();
    options.method = method;
    make_boxes(s, &rng);
    TRY(s, tact_broad_create(s->context, &options, &s->broad));
    TRY(s, tact_pair_list_create(s->context, &s->list));
    TRY(s, tact_pair_list_create(s->context, &s->last));
    TRY(s, tact_pair_list_create(s->context, &s->begun));
    TRY(s, tact_pair_list_create(s->context, &s->ended));
    find_pairs(s, s->list);
    add_boxes(s, s->boxes, BOXES);
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        find_pairs(s, frame % 2 == 0 ? s->list : s->last);
        TRY(s, tact_pair_list_compare(s->last, s->list, s->begun, s->ended));
        s->sum = s->sum * 31 + sum_of(s->begun) + 7 * sum_of(s->ended);
        TRY(s, tact_broad_move(s->broad, NULL, s->boxes + (size_t)frame * 20, BOXES, NULL));
    }
    rest_and_move(s);
    add_boxes(s, s->boxes + BOXES, BOXES);
    find_pairs(s, s->list);
    TRY(s, tact_broad_prepare(s->broad));
    TRY(s, tact_broad_overlaps(s->broad, s->boxes, 50, NULL, s->list));
    s->sum = s->sum * 31 + sum_of(s->list);
    const uint32_t first = 0;
    TRY(s, tact_broad_remove(s->broad, &first, 1, NULL));
    find_pairs(s, s->list);
}

static void end(scene *s) {
    tact_pair_list_destroy(s->list);
    tact_pair_list_destroy(s->last);
    tact_pair_list_destroy(s->begun);
    tact_pair_list_destroy(s->ended);
    tact_broad_destroy(s->broad);
}

/* Returns what was found; the same for all methods. */
static uint64_t fail_each(tact_broad_method method) {
    uint64_t expected = 0, needed = 1;
    for (uint64_t fail = 0; fail <= needed; fail++) {
        static scene s;
        memset(&s, 0, sizeof s);
        s.context = test_context_make(&s.memory);
        uint64_t live = s.memory.live, calls = s.memory.calls;
        s.memory.fail_at = fail == 0 ? 0 : calls + fail;
        run(&s, method);
        if (fail == 0) {
            expected = s.sum;
            needed = s.memory.calls - calls;
            assert_true(needed > 10);
        } else {
            assert_int_equal(s.failures, 1);
        }
        assert_int_equal(s.sum, expected);
        end(&s);
        assert_int_equal(s.memory.live, live);
        tact_context_destroy(s.context);
    }
    return expected;
}

static void test_every_allocation_fails(void **state) {
    (void)state;
    uint64_t expected = fail_each(TACT_BROAD_AUTO);
    for (int m = 1; m <= TACT_BROAD_LEVELS; m++)
        assert_int_equal(fail_each((tact_broad_method)m), expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_allocation_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
