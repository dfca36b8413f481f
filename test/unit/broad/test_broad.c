/* SPDX-License-Identifier: MIT */
/* Every method against every box with every other, over frames of adds, moves and removes, on
 * distributions that are uniform, clustered, mixed, degenerate and extreme. */
#include "levels.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 400

static bool has_method(int m) {
    return strcmp(tact_broad_method_name((tact_broad_method)m), "unknown method") != 0;
}

/* ---- Boxes -------------------------------------------------------------------------------- */

enum {
    UNIFORM,
    CLUSTERED,
    MIXED,
    ONE_CELL,
    EQUAL,
    FLAT,
    HUGE_NUMBERS,
    TOUCHING,
    UNBOUNDED,
    TINY,
    DOUBLES,
    WIDE,
    KINDS
};

static tact_box box_around(tact_vec3 c, tact_vec3 h) {
    return (tact_box){tact_vec3_sub(c, h), tact_vec3_add(c, h)};
}

static tact_vec3 random_vec(test_rng *rng, double lo, double hi) {
    double x = test_rng_between(rng, lo, hi), y = test_rng_between(rng, lo, hi);
    return (tact_vec3){x, y, test_rng_between(rng, lo, hi)};
}

static tact_box sorted_box(tact_vec3 a, tact_vec3 b) {
    return (tact_box){{fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)},
                      {fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)}};
}

static tact_box random_box(test_rng *rng, int kind) {
    tact_vec3 c = random_vec(rng, -6, 6), h = random_vec(rng, 0.25, 0.75);
    tact_vec3 whole = {test_rng_below(rng, 8), test_rng_below(rng, 8), test_rng_below(rng, 8)};
    double *side[6];
    tact_box box;
    switch (kind) {
    case CLUSTERED:
        c = tact_vec3_add(tact_vec3_scale(whole, 30), random_vec(rng, -1, 1));
        return box_around(c, h);
    case MIXED:
        return box_around(tact_vec3_scale(c, 4),
                          tact_vec3_scale(h, pow(1000, test_rng_unit(rng)) / 30));
    case ONE_CELL:
        return box_around(tact_vec3_scale(c, 0x1p-20), tact_vec3_scale(h, 0x1p-18));
    case EQUAL:
        return box_around((tact_vec3){1, 2, 3}, (tact_vec3){1, 1, 1});
    case FLAT:
        h.y = 0;
        h.z = test_rng_below(rng, 3) == 0 ? 0 : h.z;
        c.y = test_rng_below(rng, 3);
        return box_around(c, h);
    case HUGE_NUMBERS:
        return box_around(tact_vec3_scale(c, 1e307), tact_vec3_scale(h, 1e307));
    case TOUCHING:
        return (tact_box){whole, tact_vec3_add(whole, (tact_vec3){1, 1, test_rng_below(rng, 2)})};
    case UNBOUNDED:
        box = box_around(c, h);
        for (int k = 0; k < 6; k++)
            side[k] = (k < 3 ? &box.lo.x : &box.hi.x) + k % 3;
        for (int k = 0; k < 6; k++)
            if (test_rng_below(rng, 40) == 0)
                *side[k] = k < 3 ? -HUGE_VAL : HUGE_VAL;
        if (test_rng_below(rng, 100) == 0)
            box.lo.x = box.hi.x = test_rng_below(rng, 2) == 0 ? HUGE_VAL : -HUGE_VAL;
        return box;
    case TINY:
        return box_around(tact_vec3_scale(c, 0x1p-1070), tact_vec3_scale(h, 0x1p-1071));
    case DOUBLES: /* neighbours that floats do not tell apart */
        c = (tact_vec3){1 + whole.x * 0x1p-52, 1 - whole.y * 0x1p-53, -1 - whole.z * 0x1p-52};
        return (tact_box){c, {c.x + 0x1p-52, c.y + 0x1p-52, c.z}};
    case WIDE: /* any magnitude */
        return sorted_box((tact_vec3){test_rng_any_double(rng), test_rng_any_double(rng),
                                      test_rng_any_double(rng)},
                          (tact_vec3){test_rng_any_double(rng), test_rng_any_double(rng),
                                      test_rng_any_double(rng)});
    default:
        return box_around(c, h);
    }
}

/* A little further on, or somewhere else. */
static tact_box moved_box(test_rng *rng, int kind, tact_box box) {
    if (kind > MIXED || test_rng_below(rng, 20) == 0)
        return random_box(rng, kind);
    tact_vec3 step = random_vec(rng, -0.05, 0.05);
    return (tact_box){tact_vec3_add(box.lo, step), tact_vec3_add(box.hi, step)};
}

/* ---- The truth ---------------------------------------------------------------------------- */

typedef struct world {
    bool used[MOST];
    tact_box boxes[MOST];
    tact_broad_filter filters[MOST];
} world;

static bool ranges_meet(double a_lo, double a_hi, double b_lo, double b_hi) {
    return !(a_hi < b_lo) && !(b_hi < a_lo);
}

static bool is_pair(const world *w, uint32_t i, uint32_t j) {
    const tact_box *a = &w->boxes[i], *b = &w->boxes[j];
    const tact_broad_filter *f = &w->filters[i], *g = &w->filters[j];
    return w->used[i] && w->used[j] && ranges_meet(a->lo.x, a->hi.x, b->lo.x, b->hi.x) &&
           ranges_meet(a->lo.y, a->hi.y, b->lo.y, b->hi.y) &&
           ranges_meet(a->lo.z, a->hi.z, b->lo.z, b->hi.z) && (f->group & g->mask) != 0 &&
           (g->group & f->mask) != 0;
}

static void check_pairs(const world *w, const tact_pair_list *list, const char *what, int kind) {
    tact_pair_view view = tact_pair_list_view(list);
    size_t at = 0;
    for (uint32_t i = 0; i < MOST; i++)
        for (uint32_t j = i + 1; w->used[i] && j < MOST; j++)
            if (is_pair(w, i, j)) {
                if (at >= view.count || view.pairs[at][0] != i || view.pairs[at][1] != j)
                    fail_msg("%s, kind %d: the pair %u, %u is missing or not in its place", what,
                             kind, i, j);
                at++;
            }
    if (at != view.count)
        fail_msg("%s, kind %d: %zu pairs instead of %zu", what, kind, view.count, at);
}

/* ---- Frames ------------------------------------------------------------------------------- */

static void add_some(test_rng *rng, world *w, int kind, tact_broad *broad, uint32_t count) {
    static tact_box boxes[MOST];
    uint32_t ids[MOST], expected = 0;
    for (uint32_t i = 0; i < count; i++)
        boxes[i] = random_box(rng, kind);
    assert_int_equal(tact_broad_add(broad, boxes, count, NULL, ids), TACT_OK);
    for (uint32_t i = 0; i < count; i++) {
        while (w->used[expected])
            expected++;
        assert_int_equal(ids[i], expected);
        w->used[ids[i]] = true;
        w->boxes[ids[i]] = boxes[i];
        w->filters[ids[i]] = (tact_broad_filter){UINT32_MAX, UINT32_MAX};
    }
}

static void change_some(test_rng *rng, world *w, int kind, tact_broad *broad, bool filters) {
    static uint32_t ids[MOST], gone[MOST];
    uint32_t count = 0, gone_count = 0, used = 0;
    static tact_box boxes[MOST];
    static tact_broad_filter wanted[MOST];
    uint32_t share = test_rng_below(rng, 3);
    for (uint32_t i = 0; i < MOST; i++) {
        if (!w->used[i])
            continue;
        used++;
        if (test_rng_below(rng, 60) == 0) {
            gone[gone_count++] = i;
            w->used[i] = false;
            continue;
        }
        if (share == 0 || test_rng_below(rng, share * 4) == 0) {
            w->boxes[i] = moved_box(rng, kind, w->boxes[i]);
            boxes[count] = w->boxes[i];
            ids[count] = i;
            wanted[count++] = (tact_broad_filter){1u << test_rng_below(rng, 3), 6};
        }
    }
    assert_int_equal(tact_broad_move(broad, ids, boxes, count, NULL), TACT_OK);
    if (filters && count > 5) {
        assert_int_equal(tact_broad_filter_pairs(broad, ids, wanted, 5, NULL), TACT_OK);
        for (uint32_t i = 0; i < 5; i++)
            w->filters[ids[i]] = wanted[i];
    }
    assert_int_equal(tact_broad_remove(broad, gone, gone_count, NULL), TACT_OK);
    uint32_t room = MOST - used + gone_count;
    add_some(rng, w, kind, broad,
             room < gone_count + 2 ? room : test_rng_below(rng, gone_count + 2));
}

/* Everything that is in one of the old and the new list is begun, ended or in both. */
static void check_events(tact_pair_list *lists[4], size_t *balance) {
    assert_int_equal(tact_pair_list_compare(lists[1], lists[0], lists[2], lists[3]), TACT_OK);
    size_t begun = tact_pair_list_view(lists[2]).count, ended = tact_pair_list_view(lists[3]).count;
    *balance += begun - ended;
    assert_int_equal(*balance, tact_pair_list_view(lists[0]).count);
    tact_pair_view views[4];
    for (int i = 0; i < 4; i++)
        views[i] = tact_pair_list_view(lists[i]);
    assert_int_equal(views[0].count + ended, views[1].count + begun);
    for (int i = 2; i < 4; i++) /* a begun pair is new, an ended one is old */
        for (size_t k = 0, at = 0; k < views[i].count; k++) {
            const tact_pair_view *from = &views[i - 2];
            while (at < from->count && memcmp(from->pairs[at], views[i].pairs[k], 8) != 0)
                at++;
            assert_true(at < from->count);
        }
}

static void run_frames(test_rng *rng, int method, int kind, uint32_t start, uint64_t frames) {
    static world w;
    memset(&w, 0, sizeof w);
    tact_broad_options options = tact_broad_options_default();
    options.method = (tact_broad_method)method;
    tact_broad *broad;
    tact_pair_list *lists[4];
    size_t balance = 0;
    assert_int_equal(tact_broad_create(NULL, &options, &broad), TACT_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(tact_pair_list_create(NULL, &lists[i]), TACT_OK);
    add_some(rng, &w, kind, broad, start);
    for (uint64_t frame = 0; frame < frames; frame++) {
        assert_int_equal(tact_broad_pairs(broad, lists[0]), TACT_OK);
        check_pairs(&w, lists[0], tact_broad_method_name(options.method), kind);
        check_events(lists, &balance);
        change_some(rng, &w, kind, broad, frame >= frames / 2);
        tact_pair_list *old = lists[1];
        lists[1] = lists[0];
        lists[0] = old;
    }
    tact_broad_destroy(broad);
    for (int i = 0; i < 4; i++)
        tact_pair_list_destroy(lists[i]);
}

static void test_frames(void **state) {
    (void)state;
    test_rng rng = test_rng_start("broad_frames");
    for (int method = 0; has_method(method); method++)
        for (int kind = 0; kind < KINDS; kind++)
            run_frames(&rng, method, kind, kind == EQUAL ? 60 : 300, test_case_count(20, 1000));
}

static void filter_some(test_rng *rng, world *w, tact_broad *broad, const uint32_t *ids,
                        uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        w->filters[ids[i]] = (tact_broad_filter){1u << test_rng_below(rng, 3), 6};
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(tact_broad_filter_pairs(broad, &ids[i], &w->filters[ids[i]], 1, NULL),
                         TACT_OK);
}

/* Boxes that move slowly, so that what a method remembers holds for many frames. Some frames are
 * still; now and then boxes are removed, once all are moved far, and at last half get filters. */
static void run_slowly(test_rng *rng, int method, tact_simd_level level, int kind) {
    static world w;
    memset(&w, 0, sizeof w);
    tact_context_desc desc = tact_context_desc_default();
    tact_broad_options options = tact_broad_options_default();
    tact_context *context;
    tact_broad *broad;
    tact_pair_list *list;
    uint32_t ids[MOST];
    tact_box boxes[MOST];
    desc.simd_level = level;
    options.method = (tact_broad_method)method;
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    assert_int_equal(tact_broad_create(context, &options, &broad), TACT_OK);
    assert_int_equal(tact_pair_list_create(context, &list), TACT_OK);
    add_some(rng, &w, kind, broad, 200);
    for (uint32_t frame = 0; frame < 90; frame++) {
        assert_int_equal(tact_broad_pairs(broad, list), TACT_OK);
        check_pairs(&w, list, tact_broad_method_name(options.method), kind);
        double far = frame == 60 ? 1 : frame % 10 == 0 ? 0 : 0.01;
        uint32_t count = 0;
        for (uint32_t i = 0; i < MOST; i++) {
            if (!w.used[i])
                continue;
            tact_vec3 step = random_vec(rng, -far, 2 * far);
            w.boxes[i].lo = tact_vec3_add(w.boxes[i].lo, step);
            w.boxes[i].hi = tact_vec3_add(w.boxes[i].hi, step);
            boxes[count] = w.boxes[i];
            ids[count++] = i;
        }
        assert_int_equal(tact_broad_move(broad, ids, boxes, count, NULL), TACT_OK);
        if (frame % 25 == 24) {
            uint32_t gone = ids[test_rng_below(rng, count)];
            assert_int_equal(tact_broad_remove(broad, &gone, 1, NULL), TACT_OK);
            w.used[gone] = false;
        }
        if (frame == 80)
            filter_some(rng, &w, broad, ids, count / 2);
    }
    tact_pair_list_destroy(list);
    tact_broad_destroy(broad);
    tact_context_destroy(context);
}

static void test_slowly(void **state) {
    (void)state;
    test_rng rng = test_rng_start("broad_slowly");
    for (int method = 0; has_method(method); method++)
        for (int level = 0; level <= (int)tact_simd_level_best(); level++)
            for (int kind = 0; kind <= MIXED; kind++)
                run_slowly(&rng, method, (tact_simd_level)level, kind);
}

/* ---- The choice --------------------------------------------------------------------------- */

/* A few boxes move in each frame: auto takes the tree after a while, and gives it up again. */
static void test_auto(void **state) {
    (void)state;
    static world w;
    test_rng rng = test_rng_start("broad_auto");
    tact_broad *broad;
    tact_pair_list *list;
    memset(&w, 0, sizeof w);
    assert_int_equal(tact_broad_create(NULL, NULL, &broad), TACT_OK);
    assert_int_equal(tact_pair_list_create(NULL, &list), TACT_OK);
    add_some(&rng, &w, UNIFORM, broad, MOST);
    int used[TACT_BROAD_LEVELS + 1] = {0};
    for (int frame = 200; frame > 0; frame--) {
        uint32_t ids[MOST], count = frame % 50 == 0 ? 100 : test_rng_below(&rng, 5);
        tact_box boxes[MOST];
        for (uint32_t k = 0; k < count; k++) {
            ids[k] = test_rng_below(&rng, MOST);
            w.boxes[ids[k]] = boxes[k] = moved_box(&rng, UNIFORM, w.boxes[ids[k]]);
        }
        assert_int_equal(tact_broad_move(broad, ids, boxes, count, NULL), TACT_OK);
        if (frame % 10 == 3) {
            assert_int_equal(tact_broad_remove(broad, &ids[0], count > 0, NULL), TACT_OK);
            if (count > 0)
                assert_int_equal(tact_broad_put(broad, ids, &w.boxes[ids[0]], 1, NULL), TACT_OK);
        }
        assert_int_equal(tact_broad_pairs(broad, list), TACT_OK);
        check_pairs(&w, list, "auto", UNIFORM);
        used[tact_broad_inspect(broad).method]++;
    }
    assert_true(used[TACT_BROAD_TREE] > 100 && used[TACT_BROAD_BUCKETS] > 50);
    tact_broad_destroy(broad);
    tact_pair_list_destroy(list);
}

/* ---- Threads and levels ------------------------------------------------------------------- */

#define MANY 20000

typedef struct many {
    tact_broad_method method;
    int kind;
    const tact_box *boxes;
} many;

static uint64_t hash_pairs(const void *about, const tact_context *context) {
    const many *m = about;
    tact_broad_options options = tact_broad_options_default();
    options.method = m->method;
    tact_broad *broad;
    tact_pair_list *list;
    assert_int_equal(tact_broad_create(context, &options, &broad), TACT_OK);
    assert_int_equal(tact_pair_list_create(context, &list), TACT_OK);
    assert_int_equal(tact_broad_add(broad, m->boxes, MANY, NULL, NULL), TACT_OK);
    assert_int_equal(tact_broad_pairs(broad, list), TACT_OK);
    tact_pair_view view = tact_pair_list_view(list);
    uint64_t hash = hash_bytes(1, view.pairs, view.count * sizeof *view.pairs);
    assert_true(view.count > 10);
    tact_broad_destroy(broad);
    tact_pair_list_destroy(list);
    return hash;
}

static void test_threads_and_levels(void **state) {
    (void)state;
    static tact_box boxes[MANY];
    test_rng rng = test_rng_start("broad_threads");
    tact_pool *pool;
    tact_context *context;
    tact_context_desc desc = tact_context_desc_default();
    assert_int_equal(tact_pool_create(NULL, 3, &pool), TACT_OK);
    desc.executor = tact_pool_executor(pool);
    assert_int_equal(tact_context_create(&desc, &context), TACT_OK);
    for (int kind = UNIFORM; kind <= MIXED; kind++) {
        for (int i = 0; i < MANY; i++) {
            tact_vec3 move = random_vec(&rng, -30, 30);
            boxes[i] = random_box(&rng, kind);
            boxes[i] =
                (tact_box){tact_vec3_add(boxes[i].lo, move), tact_vec3_add(boxes[i].hi, move)};
        }
        many first = {TACT_BROAD_SWEEP, kind, boxes};
        uint64_t expected = hash_pairs(&first, NULL);
        for (int m = 0; has_method(m); m++) {
            many all = {(tact_broad_method)m, kind, boxes};
            if (m == TACT_BROAD_BRUTE)
                continue;
            assert_true(hash_pairs(&all, NULL) == expected);
            assert_true(hash_pairs(&all, context) == expected);
            test_levels_agree(hash_pairs, &all);
        }
    }
    tact_context_destroy(context);
    tact_pool_destroy(pool);
}

/* ---- What is refused ---------------------------------------------------------------------- */

static void test_refused(void **state) {
    (void)state;
    tact_box boxes[3] = {{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 1, 1}}};
    uint32_t ids[3] = {0, 1, 1};
    tact_error error;
    tact_broad *broad;
    tact_broad_options options = tact_broad_options_default();
    assert_int_equal(tact_broad_create(NULL, NULL, NULL), TACT_INVALID_ARGUMENT);
    options.method = (tact_broad_method)99;
    assert_int_equal(tact_broad_create(NULL, &options, &broad), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_broad_create(NULL, NULL, &broad), TACT_OK);
    boxes[1].hi.y = NAN;
    assert_int_equal(tact_broad_add(broad, boxes, 3, &error, NULL), TACT_NOT_FINITE);
    assert_int_equal(error.index, 1);
    boxes[1].hi.y = -1;
    assert_int_equal(tact_broad_add(broad, boxes, 3, &error, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 1);
    assert_int_equal(tact_broad_inspect(broad).count, 0);
    boxes[1].hi.y = 1;
    assert_int_equal(tact_broad_add(broad, boxes, 2, &error, NULL), TACT_OK);
    assert_int_equal(tact_broad_remove(broad, ids, 3, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 2);
    assert_int_equal(tact_broad_inspect(broad).count, 2);
    ids[2] = 7;
    assert_int_equal(tact_broad_move(broad, ids, boxes, 3, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(error.index, 2);
    assert_int_equal(tact_broad_move(broad, NULL, boxes, 3, &error), TACT_INVALID_ARGUMENT);
    ids[2] = TACT_BROAD_NO_ID;
    assert_int_equal(tact_broad_put(broad, ids, boxes, 3, &error), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_broad_get(broad, 2, boxes), TACT_INVALID_ARGUMENT);
    tact_broad_destroy(broad);
}

static void test_swept_boxes(void **state) {
    (void)state;
    test_rng rng = test_rng_start("broad_swept");
    for (uint64_t i = 0; i < test_case_count(10000, 1000000); i++) {
        tact_box box = random_box(&rng, UNIFORM);
        tact_vec3 step = random_vec(&rng, -1, 1);
        tact_box swept = tact_broad_swept_box(box, step);
        assert_true(swept.lo.x <= box.lo.x &&
                    swept.lo.x < box.lo.x + fmin(step.x, 0) + (step.x > 0));
        assert_true(swept.hi.y >= box.hi.y &&
                    swept.hi.y > box.hi.y + fmax(step.y, 0) - (step.y < 0));
    }
    tact_box still = tact_broad_swept_box(random_box(&rng, UNBOUNDED), (tact_vec3){0, NAN, 0});
    assert_true(isnan(still.lo.y));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames),  cmocka_unit_test(test_slowly),
        cmocka_unit_test(test_auto),    cmocka_unit_test(test_threads_and_levels),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_swept_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
