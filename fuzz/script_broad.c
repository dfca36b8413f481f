/* SPDX-License-Identifier: MIT */
/* One action: a broad phase that lives through a few frames of random calls, compared with every
 * box against every other. */
#include "script.h"

#include <math.h>
#include <string.h>

#define MOST_BOXES 12

typedef struct frames {
    tact_broad *broad;
    tact_pair_list *lists[4]; /* pairs, those of the frame before, what begins, what ends */
    bool used[MOST_BOXES];
    tact_box boxes[MOST_BOXES];
    tact_broad_filter filters[MOST_BOXES];
} frames;

#define MAY_TAKE_BOXES (MAY_REFUSE | MAY(TACT_NOT_FINITE))

static tact_box random_box(script *s) {
    tact_box box = {script_vec3(s), script_vec3(s)};
    if (!script_rarely(s)) {
        tact_box a = tact_box_add_point(tact_box_empty(), box.lo);
        box = tact_box_add_point(a, box.hi);
    }
    if (script_rarely(s))
        box.hi.y = HUGE_VAL;
    return script_rarely(s) ? tact_broad_swept_box(box, script_vec3(s)) : box;
}

static void change(script *s, frames *f) {
    uint32_t ids[3], count = script_below(s, 4), way = script_below(s, 5);
    tact_box boxes[3];
    tact_broad_filter filters[3];
    bool fine = true, all_used = true;
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = random_box(s);
        ids[i] = script_below(s, MOST_BOXES);
        filters[i] = (tact_broad_filter){script_byte(s), script_byte(s)};
        all_used = all_used && f->used[ids[i]];
        fine = fine && boxes[i].lo.x <= boxes[i].hi.x && boxes[i].lo.y <= boxes[i].hi.y &&
               boxes[i].lo.z <= boxes[i].hi.z;
    }
    script_begin(s, NULL, 0);
    tact_status status = TACT_OK;
    tact_error *error = &s->error;
    if (way == 0)
        status = tact_broad_put(f->broad, ids, boxes, count, error);
    else if (way == 1)
        status = tact_broad_move(f->broad, ids, boxes, count, error);
    else if (way == 2)
        status = tact_broad_remove(f->broad, ids, count, error);
    else if (way == 3)
        status = tact_broad_filter_pairs(f->broad, ids, filters, count, error);
    else if (count > 0 && tact_broad_inspect(f->broad).id_limit + count <= MOST_BOXES)
        status = tact_broad_add(f->broad, boxes, count, error, ids);
    else
        count = 0;
    bool done = script_end_error(s, status, MAY_TAKE_BOXES);
    script_require(!done || way > 1 || fine);
    script_require(!done || (way != 1 && way != 2 && way != 3) || all_used);
    for (uint32_t i = 0; done && i < count; i++) {
        if ((way == 0 || way == 4) && !f->used[ids[i]])
            f->filters[ids[i]] = (tact_broad_filter){UINT32_MAX, UINT32_MAX};
        if (way == 3)
            f->filters[ids[i]] = filters[i];
        else if (way != 2)
            f->boxes[ids[i]] = boxes[i];
        f->used[ids[i]] = way != 2;
    }
}

static bool is_pair(const frames *f, uint32_t i, uint32_t j) {
    const tact_broad_filter *a = &f->filters[i], *b = &f->filters[j];
    return f->used[i] && f->used[j] && tact_box_overlaps(f->boxes[i], f->boxes[j]) &&
           (a->group & b->mask) != 0 && (b->group & a->mask) != 0;
}

static void ask_pairs(script *s, frames *f) {
    tact_pair_list *before = f->lists[1];
    f->lists[1] = f->lists[0];
    f->lists[0] = before;
    script_begin(s, NULL, 0);
    if (!script_end(s, tact_broad_pairs(f->broad, f->lists[0]), 0))
        return;
    tact_pair_view view = tact_pair_list_view(f->lists[0]);
    size_t at = 0;
    for (uint32_t i = 0; i < MOST_BOXES; i++)
        for (uint32_t j = i + 1; j < MOST_BOXES; j++)
            if (is_pair(f, i, j)) {
                script_require(at < view.count && view.pairs[at][0] == i && view.pairs[at][1] == j);
                at++;
            }
    script_require(at == view.count);
    script_begin(s, NULL, 0);
    (void)script_end(s, tact_pair_list_compare(f->lists[1], f->lists[0], f->lists[2], f->lists[3]),
                     0);
}

static double take_box(void *user, uint32_t id, double t) {
    const frames *f = user;
    script_require(id < MOST_BOXES && f->used[id] && t >= 0);
    return id % 3 == 0 ? t : HUGE_VAL;
}

static void ask_queries(script *s, frames *f) {
    script_begin(s, NULL, 0);
    if (script_byte(s) % 2 == 0)
        (void)script_end(s, tact_broad_prepare(f->broad), 0);
    tact_box box = random_box(s), got;
    script_begin(s, NULL, 0);
    (void)script_end_error(s, tact_broad_overlaps(f->broad, &box, 1, &s->error, f->lists[3]),
                           MAY_TAKE_BOXES);
    script_begin(s, NULL, 0);
    (void)script_end(s,
                     tact_broad_visit_ray(f->broad, script_ray(s), script_number(s), take_box, f),
                     MAY(TACT_NOT_FINITE));
    script_begin(s, NULL, 0);
    (void)script_end(
        s, tact_broad_visit_nearest(f->broad, script_vec3(s), script_number(s), take_box, f),
        MAY(TACT_NOT_FINITE));
    script_begin(s, NULL, 0);
    (void)script_end(
        s, tact_broad_visit_sweep(f->broad, box, script_vec3(s), script_number(s), take_box, f),
        MAY(TACT_NOT_FINITE));
    script_begin(s, &got, sizeof got);
    (void)script_end(s, tact_broad_get(f->broad, script_below(s, MOST_BOXES), &got), MAY_REFUSE);
}

void act_broad(script *s) {
    frames f = {0};
    tact_broad_options options = tact_broad_options_default();
    options.method = (tact_broad_method)script_below(s, 12);
    script_require(tact_broad_method_name(options.method) != NULL);
    const tact_context *context = script_context(s);
    script_begin(s, &f.broad, sizeof f.broad);
    bool made = script_end(s, tact_broad_create(context, &options, &f.broad), MAY_REFUSE);
    f.broad = made ? f.broad : NULL;
    for (int i = 0; i < 4; i++) {
        tact_pair_list *list;
        script_begin(s, &list, sizeof list);
        bool fine = script_end(s, tact_pair_list_create(context, &list), 0);
        f.lists[i] = fine ? list : NULL;
        made = made && fine;
    }
    for (uint32_t frame = script_below(s, 6); made && frame > 0; frame--) {
        change(s, &f);
        ask_pairs(s, &f);
        ask_queries(s, &f);
    }
    tact_broad_destroy(f.broad);
    for (int i = 0; i < 4; i++)
        tact_pair_list_destroy(f.lists[i]);
}
