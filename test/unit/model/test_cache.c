/* SPDX-License-Identifier: MIT */
/* Caches are hints. Whatever bytes they hold and whatever pair these come from, no verdict and no
 * distance changes, nothing outside the cache is written, and nothing crashes. */
#include "models.h"

#include <math.h>
#include <string.h>

#include "model/ask.h"

#define GUARD 0xC3

/* Bytes of a cache between guards. */
typedef struct guarded {
    unsigned char before[64];
    _Alignas(8) unsigned char bytes[TACT_CACHE_DEPTH_BYTES + 64];
} guarded;

static void guard(guarded *g) {
    memset(g, GUARD, sizeof *g);
}

static void check_guard(const guarded *g, const tact_cache *cache) {
    const unsigned char *begin = cache->memory, *end = begin + cache->bytes;
    for (const unsigned char *at = (const unsigned char *)g; at < (const unsigned char *)(g + 1);
         at++)
        if (at < begin || at >= end)
            assert_int_equal(*at, GUARD);
}

/* ---- Questions that take a cache ---------------------------------------------------------- */

typedef struct pair {
    tact_instance a, b;
} pair;

typedef struct answers {
    tact_collide_result collide;
    tact_distance_result distance;
    tact_depth_result depth;
    tact_manifold_result manifold;
    tact_gradient_result gradient;
    bool are_shapes, are_meshes;
} answers;

static bool is_shape(const tact_instance *instance) {
    return tact_model_shape(instance->model) != NULL;
}

static answers ask_all(const pair *p, tact_cache *cache) {
    answers all = {.are_shapes = is_shape(&p->a) && is_shape(&p->b),
                   .are_meshes =
                       tact_model_mesh(p->a.model) != NULL && tact_model_mesh(p->b.model) != NULL};
    assert_int_equal(tact_collide(&p->a, &p->b, NULL, cache, &all.collide), TACT_OK);
    assert_int_equal(tact_distance(&p->a, &p->b, NULL, cache, &all.distance), TACT_OK);
    if (!all.are_shapes)
        return all;
    assert_int_equal(tact_depth(&p->a, &p->b, NULL, cache, &all.depth), TACT_OK);
    assert_int_equal(tact_manifold(&p->a, &p->b, NULL, cache, &all.manifold), TACT_OK);
    assert_int_equal(tact_gradient(&p->a, &p->b, NULL, cache, &all.gradient), TACT_OK);
    return all;
}

/* Whether two lengths with proven bounds can be the same. */
static bool agree(double lower_a, double upper_a, double lower_b, double upper_b) {
    return lower_a <= upper_b && lower_b <= upper_a;
}

static void check_same(const answers *got, const answers *want) {
    assert_int_equal(got->collide.outcome, want->collide.outcome);
    assert_int_equal(got->distance.outcome, want->distance.outcome);
    if (want->are_meshes)
        test_assert_same_bits(got->distance.distance, want->distance.distance);
    assert_true(agree(got->distance.lower, got->distance.upper, want->distance.lower,
                      want->distance.upper));
    if (!want->are_shapes)
        return;
    assert_int_equal(got->depth.outcome, want->depth.outcome);
    assert_true(agree(got->depth.lower, got->depth.upper, want->depth.lower, want->depth.upper));
    assert_int_equal(got->manifold.outcome, want->manifold.outcome);
    assert_int_equal(got->gradient.outcome, want->gradient.outcome);
}

static pair pair_random(test_rng *rng, const zoo *z) {
    pair p;
    do {
        uint32_t i = test_rng_below(rng, ZOO_COUNT + 1), j = test_rng_below(rng, ZOO_COUNT + 1);
        p.a = instance_random(rng, i < ZOO_COUNT ? z->model[i] : z->compound, 1.5);
        p.b = instance_random(rng, j < ZOO_COUNT ? z->model[j] : z->compound, 1.5);
    } while (p.a.model == z->model[ZOO_PLAIN] || p.b.model == z->model[ZOO_PLAIN]);
    return p;
}

/* ---- Garbage ------------------------------------------------------------------------------ */

/* Bytes that resemble the contents of a cache, or do not. */
static void fill_garbage(test_rng *rng, unsigned char *bytes, size_t count) {
    static const double odd[] = {0, -1, 1e300, 1e-320, NAN, HUGE_VAL, 0.5, -HUGE_VAL};
    uint32_t kind = test_rng_below(rng, 5);
    for (size_t i = 0; i + 8 <= count; i += 8) {
        uint64_t word = kind == 0   ? test_rng_next(rng)
                        : kind == 1 ? UINT64_MAX
                        : kind == 2 ? test_rng_next(rng) & UINT64_C(0x0000000700000007)
                                    : 0;
        memcpy(bytes + i, &word, 8);
        if (kind == 3 || (kind == 4 && test_rng_below(rng, 2) == 0))
            memcpy(bytes + i, &odd[test_rng_below(rng, 8)], 8);
    }
}

/* Writes the tag of a pair, so that the garbage after it is taken for hints. */
static void write_tag(const pair *p, tact_cache *cache) {
    uint64_t empty[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    tact_cache other = {empty, sizeof empty};
    (void)tacti_cache_of_shapes(&other, p->a.model, p->b.model);
    memcpy(cache->memory, empty, 8);
}

static void test_garbage(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cache garbage");
    static const size_t sizes[] = {0, 8, 64, 120, 128, 136, 256, 504, 511, 512, 576};
    for (uint64_t i = test_case_count(20000, 2000000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        answers cold = ask_all(&p, NULL);
        guarded g;
        guard(&g);
        tact_cache cache = {g.bytes, sizes[test_rng_below(&rng, sizeof sizes / sizeof *sizes)]};
        fill_garbage(&rng, g.bytes, cache.bytes);
        if (cache.bytes >= 8 && test_rng_below(&rng, 4) > 0)
            write_tag(&p, &cache);
        answers warm = ask_all(&p, &cache);
        check_same(&warm, &cold);
        check_guard(&g, &cache);
        warm = ask_all(&p, &cache); /* with the hints of the first time */
        check_same(&warm, &cold);
    }
}

/* Garbage after the tag of the parts, too. */
static void test_garbage_of_parts(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cache parts");
    for (uint64_t i = test_case_count(3000, 300000); i > 0; i--) {
        pair p = {instance_random(&rng, z->compound, 2), instance_random(&rng, z->compound, 2)};
        answers cold = ask_all(&p, NULL);
        uint64_t words[TACT_CACHE_DEPTH_BYTES / 8];
        tact_cache cache = {words, test_rng_below(&rng, 2) == 0 ? TACT_CACHE_BYTES : sizeof words};
        fill_garbage(&rng, (unsigned char *)words, sizeof words);
        write_tag(&p, &cache);
        tacti_cached_parts parts = {test_rng_below(&rng, 4), test_rng_below(&rng, 4)};
        memcpy(words + 1, &parts, sizeof parts);
        if (parts.a < 3 && parts.b < 3) {
            pair inner = {*tact_model_part(z->compound, parts.a),
                          *tact_model_part(z->compound, parts.b)};
            tact_cache rest = {words + 2, cache.bytes - 16};
            write_tag(&inner, &rest);
        }
        answers warm = ask_all(&p, &cache);
        check_same(&warm, &cold);
    }
}

/* ---- Other pairs -------------------------------------------------------------------------- */

static void test_foreign(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cache foreign");
    uint64_t words[TACT_CACHE_DEPTH_BYTES / 8] = {0};
    for (uint64_t i = test_case_count(10000, 1000000); i > 0; i--) {
        tact_cache cache = {words, test_rng_below(&rng, 2) == 0 ? TACT_CACHE_BYTES : sizeof words};
        pair p = pair_random(&rng, z);
        answers cold = ask_all(&p, NULL);
        if (test_rng_below(&rng, 2) == 0)
            write_tag(&p, &cache); /* the tags of two pairs may be equal by chance */
        answers warm = ask_all(&p, &cache);
        check_same(&warm, &cold);
    }
}

static void test_destroyed(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cache destroyed");
    for (uint64_t i = test_case_count(500, 50000); i > 0; i--) {
        uint64_t words[TACT_CACHE_DEPTH_BYTES / 8] = {0};
        tact_cache cache = {words, sizeof words};
        soup s = soup_random(&rng, 30);
        tact_model *model = model_of_soup(NULL, &s, TACT_INTERIOR_ESTIMATE);
        pair p = {instance_random(&rng, model, 1), instance_random(&rng, z->model[ZOO_TORUS], 1)};
        (void)ask_all(&p, &cache);
        tact_model_destroy(model);
        soup_free(&s);
        s = soup_random(&rng, 3);
        model = model_of_soup(NULL, &s, TACT_INTERIOR_ESTIMATE);
        p.a = instance_random(&rng, model, 1);
        answers cold = ask_all(&p, NULL);
        if (i % 2 == 0)
            write_tag(&p, &cache);
        answers warm = ask_all(&p, &cache);
        check_same(&warm, &cold);
        tact_model_destroy(model);
        soup_free(&s);
    }
}

/* ---- Memory of any kind ------------------------------------------------------------------- */

static void test_misaligned_and_absent(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cache misaligned");
    for (uint64_t i = test_case_count(2000, 200000); i > 0; i--) {
        pair p = pair_random(&rng, z);
        answers cold = ask_all(&p, NULL);
        guarded g;
        guard(&g);
        tact_cache odd = {g.bytes + 1 + test_rng_below(&rng, 7), TACT_CACHE_DEPTH_BYTES};
        answers warm = ask_all(&p, &odd);
        check_same(&warm, &cold);
        tact_cache none = {NULL, TACT_CACHE_DEPTH_BYTES}, whole = {&g, 0};
        warm = ask_all(&p, &none);
        check_same(&warm, &cold);
        warm = ask_all(&p, &whole);
        check_same(&warm, &cold);
        check_guard(&g, &whole);
    }
}

/* A copy of a cache answers with the same bits as the cache itself. */
static void test_copied_and_replayed(void **state) {
    const zoo *z = *state;
    test_rng rng = test_rng_start("model cache replayed");
    for (uint64_t i = test_case_count(2000, 200000); i > 0; i--) {
        uint64_t words[2][TACT_CACHE_DEPTH_BYTES / 8] = {{0}};
        size_t bytes = test_rng_below(&rng, 2) == 0 ? TACT_CACHE_BYTES : TACT_CACHE_DEPTH_BYTES;
        tact_cache cache = {words[0], bytes}, copy = {words[1], bytes};
        pair p = pair_random(&rng, z);
        (void)ask_all(&p, &cache);
        instance_nudge(&rng, &p.a, 0.1);
        memcpy(words[1], words[0], bytes);
        answers first = ask_all(&p, &cache), again = ask_all(&p, &copy);
        assert_memory_equal(&first, &again, sizeof first);
        assert_memory_equal(words[0], words[1], bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_garbage_of_parts),
        cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_destroyed),
        cmocka_unit_test(test_misaligned_and_absent),
        cmocka_unit_test(test_copied_and_replayed),
    };
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
