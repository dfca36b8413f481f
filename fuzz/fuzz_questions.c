/* SPDX-License-Identifier: MIT */
/* Takes any bytes as a question about small models: every question, kind of model, pose, option and
 * cache of tact/model.h. The answer is compared with brute force by functions on single triangles
 * and points, and with the answers to the same question that is swapped, cached, batched, proven,
 * limited, and asked at another SIMD level. With TACT_FUZZ_PRINT in the environment, the world is
 * printed as C code before it is asked about. */
#include <stdlib.h>
#include <string.h>

#include "questions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- Questions about two instances -------------------------------------------------------- */

static void check_answer(const world *w, const truth *t, const pieces *a, const pieces *b,
                         const tact_options *options, const answer *got) {
    const any_result *r = &got->result;
    switch (w->question) {
    case TACT_QUESTION_COLLIDE:
        check_collide(t, a, b, options, &r->collide);
        break;
    case TACT_QUESTION_DISTANCE:
        check_distance(t, a, b, options, &r->distance);
        break;
    case TACT_QUESTION_DEPTH:
        check_depth(a, b, &r->depth);
        break;
    case TACT_QUESTION_MANIFOLD:
        check_manifold(a, b, options, &r->manifold);
        break;
    case TACT_QUESTION_GRADIENT:
        check_gradient(a, b, &r->gradient);
        break;
    case TACT_QUESTION_CLASSIFY:
        check_classify(t, a, b, options, &r->classify);
        break;
    case TACT_QUESTION_CONTACTS:
        check_contacts(t, a, b, options, got);
        break;
    case TACT_QUESTION_CURVES:
        check_curves(t, a, b, options, got);
        break;
    default:
        break;
    }
}

static bool takes_cache(tact_question question) {
    return question <= TACT_QUESTION_GRADIENT;
}

/* With any cache, and again with what the cache then holds. */
static void check_cached(const world *w, const pieces *a, const pieces *b, const answer *plain) {
    static uint64_t words[TACT_CACHE_DEPTH_BYTES / 8];
    tact_cache cache = {words, w->cache_bytes};
    answer *got = answer_place(2);
    memset(words, 0, sizeof words);
    if (w->cache_source == CACHE_GARBAGE) {
        /* The tag of the pair, so that the garbage is looked at. */
        (void)ask(w->question, &w->a, &w->b, NULL, &cache, got);
        memcpy(words + 1, w->garbage, w->cache_bytes - 8);
    } else if (w->cache_source == CACHE_OTHER_PAIR) {
        (void)ask(w->question, &w->a, &w->a, NULL, &cache, got);
    } else if (w->cache_source == CACHE_OTHER_QUESTION) {
        (void)ask(w->cache_question, &w->a, &w->b, NULL, &cache, got);
    }
    for (int i = 0; i < 2; i++) {
        REQUIRE(ask(w->question, &w->a, &w->b, NULL, &cache, got) == TACT_OK);
        check_alike(w->question, a, b, false, plain, got);
    }
}

static bool count_visits(void *user, tact_element a, tact_element b) {
    uint64_t *count = user;
    (void)a;
    (void)b;
    ++*count;
    return true;
}

static void check_visits(const world *w, const answer *plain) {
    uint64_t count = 0;
    tact_contacts_result got;
    REQUIRE(tact_contacts_visit(&w->a, &w->b, NULL, count_visits, &count, &got) == TACT_OK);
    REQUIRE(got.count == count && count == plain->result.contacts.count);
    REQUIRE(got.outcome == plain->result.contacts.outcome);
}

static bool needs_truth(tact_question question) {
    return question <= TACT_QUESTION_DISTANCE || question >= TACT_QUESTION_CLASSIFY;
}

/* Too many pairs of triangles for brute force. */
static bool is_large(const pieces *a, const pieces *b) {
    uint32_t count[2] = {0, 0};
    for (uint32_t i = 0; i < a->count; i++)
        count[0] += a->piece[i].count;
    for (uint32_t i = 0; i < b->count; i++)
        count[1] += b->piece[i].count;
    return count[0] * count[1] > 1000;
}

/* It takes many milliseconds to determine whether one smooth shape is inside another. */
static bool is_slow(const world *w, const pieces *a, const pieces *b) {
    return w->question == TACT_QUESTION_CLASSIFY &&
           (is_smooth(a->piece[0].kind) || is_smooth(b->piece[0].kind));
}

/* Chooses one in eight inputs by their bytes. */
static bool is_chosen(const uint8_t *data, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 16777619u;
    return hash >> 29 == 0;
}

static void check_pair(const world *w, pieces *a, pieces *b) {
    static truth t;
    answer *got = answer_place(0), *plain = answer_place(1), *swapped = answer_place(2);
    tact_status status = ask(w->question, &w->a, &w->b, options_for(w), NULL, got);
    expectation right = expect(w, w->question, a, b);
    REQUIRE(!right.must_succeed || status == TACT_OK);
    REQUIRE(!right.must_fail || status != TACT_OK);
    check_batch(w, got, status);
    /* Coordinates beyond 2^500, and parts without an interior, are refused only if they matter. */
    if (!right.must_succeed)
        return;
    if (w->question == TACT_QUESTION_CLASSIFY)
        for (uint32_t i = 0; i < 2; i++) {
            piece *p = i == 0 ? &a->piece[0] : &b->piece[0];
            p->is_filled = p->kind == TACT_KIND_MESH;
        }
    if (needs_truth(w->question))
        truth_find(a, b, &t);
    check_answer(w, &t, a, b, &w->effective, got);
    if (is_slow(w, a, b) && !w->is_extended)
        return;
    tact_options defaults = tact_options_default();
    REQUIRE(ask(w->question, &w->a, &w->b, NULL, NULL, plain) == TACT_OK);
    check_answer(w, &t, a, b, &defaults, plain);
    REQUIRE(ask(w->question, &w->b, &w->a, NULL, NULL, swapped) == TACT_OK);
    check_alike(w->question, a, b, true, plain, swapped);
    if (takes_cache(w->question))
        check_cached(w, a, b, plain);
    if (w->question == TACT_QUESTION_CONTACTS)
        check_visits(w, plain);
    if (w->question <= TACT_QUESTION_DISTANCE)
        check_proof(w, a, b, plain);
}

/* Of slow questions only some are asked. Returns whether this one may be asked again. */
static bool check_pair_question(const world *w, bool is_slow_asked) {
    pieces a, b;
    pieces_make(&w->a, &a);
    pieces_make(&w->b, &b);
    check_box(&w->a, &a);
    bool is_asked = is_slow_asked || !is_slow(w, &a, &b);
    if (is_asked && !is_large(&a, &b))
        check_pair(w, &a, &b);
    pieces_free(&a);
    pieces_free(&b);
    return is_asked;
}

/* ---- Questions about one instance --------------------------------------------------------- */

static void check_one(const world *w, const pieces *a) {
    answer *got = answer_place(0);
    tact_status status = ask(w->question, &w->a, NULL, options_for(w), NULL, got);
    expectation right = expect(w, w->question, a, a);
    REQUIRE(!right.must_succeed || status == TACT_OK);
    REQUIRE(!right.must_fail || status != TACT_OK);
    check_batch(w, got, status);
    if (!right.must_succeed)
        return;
    switch (w->question) {
    case TACT_QUESTION_SELF:
        check_self(a, &w->effective, got);
        break;
    case TACT_QUESTION_RAYCAST:
        check_raycast(w, a, &w->effective, &got->result.raycast);
        break;
    case TACT_QUESTION_NEAREST:
        check_nearest(w, a, &w->effective, &got->result.nearest);
        break;
    default:
        check_inside(w, a, &w->effective, &got->result.inside);
    }
}

static void check_one_question(const world *w) {
    pieces a;
    pieces_make(&w->a, &a);
    check_box(&w->a, &a);
    check_one(w, &a);
    pieces_free(&a);
}

/* ---- Levels ------------------------------------------------------------------------------- */

/* The same world at another SIMD level gives the same bits. */
static void check_level(const world *w, const uint8_t *data, size_t size) {
    static world other;
    tact_simd_level level =
        w->level == TACT_SIMD_BASELINE ? tact_simd_level_best() : TACT_SIMD_BASELINE;
    answer *x = answer_place(0), *y = answer_place(1);
    if (!has_fixed_end(w))
        return;
    tact_status status = ask(w->question, &w->a, &w->b, options_for(w), NULL, x);
    REQUIRE(world_make(data, size, level, &other));
    tact_status same = ask(w->question, &other.a, &other.b, options_for(w), NULL, y);
    REQUIRE(same == status);
    REQUIRE(status != TACT_OK || has_same_bits(w->question, x, y));
    world_free(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static world w;
    if (size < 4)
        return 0;
    fuzz_world = NULL;
    if (!world_make(data, size, (tact_simd_level)(data[1] / 16 % 3), &w))
        return 0;
    fuzz_world = &w;
    if (getenv("TACT_FUZZ_PRINT") != NULL)
        world_print(&w);
    bool is_asked = true;
    if (is_about_one(w.question))
        check_one_question(&w);
    else
        is_asked = check_pair_question(&w, is_chosen(data, size));
    if (is_asked && w.is_extended)
        check_level(&w, data, size);
    fuzz_world = NULL;
    world_free(&w);
    return 0;
}
