/* SPDX-License-Identifier: MIT */
/* The broad phases of the script: each method through a few frames. */
#include "script.h"

#include <string.h>

#define BOXES 40

static double take_box(void *user, uint32_t id, double t) {
    uint64_t *sum = user;
    *sum = *sum * 31 + id;
    return t + 4;
}

static void note_pairs(script *s, const tact_pair_list *list) {
    tact_pair_view view = tact_pair_list_view(list);
    script_note(s, &view.count, sizeof view.count);
    script_note(s, view.pairs, view.count * sizeof *view.pairs);
}

static void make_boxes(tact_box boxes[BOXES], int frame) {
    for (int i = 0; i < BOXES; i++) {
        double x = (i * 7 + frame) % 11, y = (i * 5 + 2 * frame) % 7, z = (i * 3) % 5;
        boxes[i] = (tact_box){{x, y, z}, {x + 1 + i % 3, y + 1, z + 2}};
    }
}

static void ask(script *s, tact_broad *broad, tact_pair_list *list) {
    tact_box boxes[BOXES];
    make_boxes(boxes, 5);
    STEP_ONLY(s, tact_broad_overlaps(broad, boxes, 3, NULL, list));
    note_pairs(s, list);
    STEP_ONLY(s, tact_broad_prepare(broad));
    STEP_ONLY(s, tact_broad_overlaps(broad, boxes, 3, NULL, list));
    note_pairs(s, list);
    uint64_t sum = 0;
    tact_ray ray = {{0, 0, 0}, {1, 0.5, 0.25}};
    STEP_ONLY(s, tact_broad_visit_ray(broad, ray, 100, take_box, &sum));
    STEP_ONLY(s, tact_broad_visit_nearest(broad, ray.origin, 100, take_box, &sum));
    STEP_ONLY(s, tact_broad_visit_sweep(broad, boxes[0], ray.direction, 9, take_box, &sum));
    NOTE(s, sum);
    tact_box box = tact_box_empty();
    STEP(s, &box, tact_broad_get(broad, 1, &box));
}

static void use_method(script *s, tact_broad_method method, const tact_context *context) {
    tact_broad_options options = tact_broad_options_default();
    options.method = method;
    tact_broad *broad = NULL;
    tact_pair_list *lists[4] = {NULL, NULL, NULL, NULL};
    tact_box boxes[BOXES];
    uint32_t ids[BOXES];
    tact_broad_filter filters[BOXES];
    for (uint32_t i = 0; i < BOXES; i++)
        filters[i] = (tact_broad_filter){1 + i % 3, 3};
    STEP(s, &broad, tact_broad_create(context, &options, &broad));
    for (int i = 0; i < 4; i++)
        STEP(s, &lists[i], tact_pair_list_create(context, &lists[i]));
    make_boxes(boxes, 0);
    STEP_ONLY(s, tact_broad_add(broad, boxes, 30, NULL, ids));
    STEP_ONLY(s, tact_broad_pairs(broad, lists[0]));
    note_pairs(s, lists[0]);
    make_boxes(boxes, 1);
    STEP_ONLY(s, tact_broad_move(broad, ids, boxes, 30, NULL));
    STEP_ONLY(s, tact_broad_remove(broad, ids + 4, 3, NULL));
    ids[0] = 37;
    STEP_ONLY(s, tact_broad_put(broad, ids, boxes, 2, NULL));
    STEP_ONLY(s, tact_broad_pairs(broad, lists[1]));
    note_pairs(s, lists[1]);
    STEP_ONLY(s, tact_broad_filter_pairs(broad, ids + 1, filters, 3, NULL));
    STEP_ONLY(s, tact_broad_pairs(broad, lists[1]));
    note_pairs(s, lists[1]);
    STEP_ONLY(s, tact_pair_list_compare(lists[0], lists[1], lists[2], lists[3]));
    note_pairs(s, lists[2]);
    note_pairs(s, lists[3]);
    ask(s, broad, lists[3]);
    tact_broad_destroy(broad);
    for (int i = 0; i < 4; i++)
        tact_pair_list_destroy(lists[i]);
}

void script_use_broad(script *s) {
    for (int m = 0; strcmp(tact_broad_method_name((tact_broad_method)m), "unknown method") != 0;
         m++)
        use_method(s, (tact_broad_method)m, m % 2 == 0 ? s->context : s->pooled);
}
