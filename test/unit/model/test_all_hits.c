/* SPDX-License-Identifier: MIT */
/* All hits of a ray: the first ones, in order, whatever the capacity is. */
#include <string.h>

#include "models.h"

enum { LAYERS = 12, PARTS = 2, MOST = LAYERS * PARTS };

typedef struct place {
    double t;
    uint32_t part, element;
} place;

/* Triangles at random whole heights, some of them equal. */
static tact_model *random_layers(test_rng *rng, int heights[LAYERS]) {
    soup s = soup_make(3 * LAYERS, LAYERS);
    for (uint32_t i = 0; i < LAYERS; i++) {
        heights[i] = (int)test_rng_below(rng, LAYERS);
        s.vertices[3 * i] = (tact_vec3){-1, -1, heights[i]};
        s.vertices[3 * i + 1] = (tact_vec3){3, -1, heights[i]};
        s.vertices[3 * i + 2] = (tact_vec3){-1, 3, heights[i]};
        for (uint32_t k = 0; k < 3; k++)
            s.indices[3 * i + k] = 3 * i + k;
    }
    tact_model *model = model_of_soup(NULL, &s, TACT_INTERIOR_NONE);
    soup_free(&s);
    return model;
}

static bool is_before(const place *a, const place *b) {
    if (a->t != b->t)
        return a->t < b->t;
    return a->part != b->part ? a->part < b->part : a->element < b->element;
}

/* The places of all layers of all parts along the ray, by insertion. */
static void sort_places(const int heights[LAYERS], const int shift[PARTS], place out[MOST]) {
    uint32_t count = 0;
    for (uint32_t part = 0; part < PARTS; part++) {
        for (uint32_t i = 0; i < LAYERS; i++) {
            place p = {1 + heights[i] + shift[part], part, i};
            uint32_t at = count++;
            for (; at > 0 && is_before(&p, &out[at - 1]); at--)
                out[at] = out[at - 1];
            out[at] = p;
        }
    }
}

/* What lies beyond the capacity is not touched. It is nearer than all hits, then further. */
static void check(const tact_instance *instance, const place *places, size_t capacity) {
    tact_ray ray = {{0.25, 0.25, -1}, {0, 0, 1}};
    for (int side = -1; side <= 1; side += 2) {
        tact_raycast_result hits[MOST + 2], guard;
        tact_raycast_all_result all;
        memset(hits, 0, sizeof hits);
        for (size_t i = capacity; i < MOST + 2; i++)
            hits[i].t = 1000 * side;
        guard = hits[capacity];
        assert_int_equal(tact_raycast_all(instance, ray, NULL, hits, capacity, &all), TACT_OK);
        assert_int_equal(all.outcome, TACT_OUTCOME_CONTACT);
        assert_int_equal(all.count, MOST);
        for (size_t i = 0; i < capacity && i < MOST; i++) {
            assert_true(hits[i].t == places[i].t);
            assert_int_equal(hits[i].site.part, places[i].part);
            assert_int_equal(hits[i].site.element, places[i].element);
        }
        for (size_t i = capacity; i < MOST + 2; i++)
            assert_memory_equal(&hits[i], &guard, sizeof guard);
    }
}

static void test_first_hits(void **state) {
    (void)state;
    test_rng rng = test_rng_start("model_all_hits");
    for (uint64_t round = test_case_count(50, 5000); round-- > 0;) {
        int heights[LAYERS], shift[PARTS];
        place places[MOST];
        tact_model *layers = random_layers(&rng, heights);
        tact_instance parts[PARTS];
        for (uint32_t i = 0; i < PARTS; i++) {
            shift[i] = (int)test_rng_below(&rng, 4);
            parts[i] = tact_instance_make(layers);
            parts[i].pose = pose_at(0, 0, shift[i]);
        }
        tact_model *compound = model_of_parts(parts, PARTS);
        tact_instance instance = tact_instance_make(compound);
        sort_places(heights, shift, places);
        for (size_t capacity = 0; capacity <= MOST + 1; capacity++)
            check(&instance, places, capacity);
        tact_model_destroy(compound);
        tact_model_destroy(layers);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_hits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
