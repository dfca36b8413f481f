/* SPDX-License-Identifier: MIT */
/* Ten thousand moving boxes: the pairs that begin and end to overlap in each frame, and what a ray
 * meets first. */
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

#define COUNT 10000
#define FRAMES 10

static uint32_t random_state = 1;

static double random_unit(void) {
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / 16777216.0;
}

static tact_vec3 random_vector(double lo, double hi) {
    double x = lo + (hi - lo) * random_unit(), y = lo + (hi - lo) * random_unit();
    return tact_vec3_make(x, y, lo + (hi - lo) * random_unit());
}

/* Remembers the nearest box; ties go to the smaller id. */
typedef struct nearest {
    uint32_t id;
    double t;
} nearest;

static double take_box(void *user, uint32_t id, double t) {
    nearest *best = user;
    if (t < best->t || (t == best->t && id < best->id))
        *best = (nearest){id, t};
    return best->t;
}

/* Moves all boxes and prints what changed. Adds to *open the pairs that began minus those that
 * ended. */
static bool step(tact_broad *broad, tact_box *boxes, const tact_vec3 *velocities,
                 tact_pair_list *lists[4], size_t *open) {
    for (int i = 0; i < COUNT; i++) {
        boxes[i].lo = tact_vec3_add(boxes[i].lo, velocities[i]);
        boxes[i].hi = tact_vec3_add(boxes[i].hi, velocities[i]);
    }
    if (tact_broad_move(broad, NULL, boxes, COUNT, NULL) != TACT_OK ||
        tact_broad_pairs(broad, lists[1]) != TACT_OK ||
        tact_pair_list_compare(lists[0], lists[1], lists[2], lists[3]) != TACT_OK)
        return false;
    size_t begun = tact_pair_list_view(lists[2]).count, ended = tact_pair_list_view(lists[3]).count;
    *open += begun - ended;
    printf("%zu pairs, %zu begun, %zu ended\n", tact_pair_list_view(lists[1]).count, begun, ended);
    tact_pair_list *old = lists[0];
    lists[0] = lists[1];
    lists[1] = old;
    return *open == tact_pair_list_view(lists[0]).count;
}

static bool run(tact_broad *broad, tact_pair_list *lists[4]) {
    static tact_box boxes[COUNT];
    static tact_vec3 velocities[COUNT];
    for (int i = 0; i < COUNT; i++) {
        tact_vec3 middle = random_vector(0, 34), half = random_vector(0.25, 0.75);
        boxes[i] = (tact_box){tact_vec3_sub(middle, half), tact_vec3_add(middle, half)};
        velocities[i] = random_vector(-0.02, 0.02);
    }
    if (tact_broad_add(broad, boxes, COUNT, NULL, NULL) != TACT_OK)
        return false;
    size_t open = 0;
    for (int frame = 0; frame < FRAMES; frame++)
        if (!step(broad, boxes, velocities, lists, &open))
            return false;
    tact_broad_info info = tact_broad_inspect(broad);
    printf("found by %s: %s\n", tact_broad_method_name(info.method), info.reason);
    nearest best = {TACT_BROAD_NO_ID, 1000};
    tact_ray ray = {{-10, 17, 17}, {1, 0, 0}};
    if (tact_broad_prepare(broad) != TACT_OK ||
        tact_broad_visit_ray(broad, ray, best.t, take_box, &best) != TACT_OK)
        return false;
    printf("the ray meets box %lu at %g\n", (unsigned long)best.id, best.t);
    return best.id != TACT_BROAD_NO_ID;
}

int main(void) {
    tact_broad *broad = NULL;
    tact_pair_list *lists[4] = {NULL, NULL, NULL, NULL};
    bool fine = tact_broad_create(NULL, NULL, &broad) == TACT_OK;
    for (int i = 0; i < 4; i++)
        fine = fine && tact_pair_list_create(NULL, &lists[i]) == TACT_OK;
    fine = fine && run(broad, lists);
    for (int i = 0; i < 4; i++)
        tact_pair_list_destroy(lists[i]);
    tact_broad_destroy(broad);
    return fine ? 0 : 1;
}
