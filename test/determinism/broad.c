/* SPDX-License-Identifier: MIT */
/* The part of the hash over broad phases: the lists of all methods over a few frames. */
#include "hash.h"

#include "rng.h"

#include <string.h>

enum { BOXES = 5000, FRAMES = 3 };

static void make_boxes(test_rng *rng, tact_box *boxes) {
    for (int i = 0; i < BOXES; i++) {
        double x[6];
        double size = i % 50 == 0 ? 5 : 0.5;
        for (int k = 0; k < 3; k++) {
            x[k] = test_rng_between(rng, 0, 20);
            x[k + 3] = x[k] + size * test_rng_unit(rng);
        }
        boxes[i] = (tact_box){{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
    }
}

static void move_boxes(test_rng *rng, tact_box *boxes) {
    for (int i = 0; i < BOXES; i++) {
        double step = test_rng_between(rng, -0.02, 0.02);
        boxes[i].lo.x += step;
        boxes[i].hi.x += step;
    }
}

/* 0 if something fails. */
static uint64_t hash_method(uint64_t hash, const tact_context *context, tact_broad_method method) {
    static tact_box boxes[BOXES];
    test_rng rng = {77};
    tact_broad_options options = tact_broad_options_default();
    options.method = method;
    tact_broad *broad = NULL;
    tact_pair_list *list = NULL;
    make_boxes(&rng, boxes);
    bool fine = tact_broad_create(context, &options, &broad) == TACT_OK &&
                tact_pair_list_create(context, &list) == TACT_OK &&
                tact_broad_add(broad, boxes, BOXES, NULL, NULL) == TACT_OK;
    for (int frame = 0; fine && frame < FRAMES; frame++) {
        move_boxes(&rng, boxes);
        fine = tact_broad_move(broad, NULL, boxes, BOXES, NULL) == TACT_OK &&
               tact_broad_pairs(broad, list) == TACT_OK;
        tact_pair_view view = tact_pair_list_view(list);
        for (size_t k = 0; fine && k < view.count; k++)
            hash = hash_integer(hash_integer(hash, view.pairs[k][0]), view.pairs[k][1]);
    }
    tact_pair_list_destroy(list);
    tact_broad_destroy(broad);
    return fine ? hash : 0;
}

static bool is_method(int m) {
    return strcmp(tact_broad_method_name((tact_broad_method)m), "unknown method") != 0;
}

uint64_t hash_broad(tact_executor executor) {
    uint64_t first = 0;
    for (int level = 0; level <= (int)tact_simd_level_best(); level++) {
        tact_context_desc desc = tact_context_desc_default();
        tact_context *context;
        desc.executor = executor;
        desc.simd_level = (tact_simd_level)level;
        if (tact_context_create(&desc, &context) != TACT_OK)
            return 0;
        for (int m = 0; is_method(m); m++) {
            uint64_t hash = hash_method(1, context, (tact_broad_method)m);
            first = level == 0 && m == 0 ? hash : first;
            if (hash == 0 || hash != first) {
                tact_context_destroy(context);
                return 0;
            }
        }
        tact_context_destroy(context);
    }
    return first;
}
