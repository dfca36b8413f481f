/* SPDX-License-Identifier: MIT */
/* A pile of hulls; see pile.h. */
#include "pile.h"

#include "arguments.h"
#include "fail.h"
#include "inputs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The distance of bodies at the start. */
#define SPACING 1.02
#define WALL 2.0

/* Rounds to numbers of Bullet. */
static tact_vec3 to_floats(tact_vec3 v) {
    return (tact_vec3){(double)(float)v.x, (double)(float)v.y, (double)(float)v.z};
}

pile pile_create(size_t count) {
    pile p = {.count = count, .width = cbrt((double)count) + 0.5};
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "pile");
    for (int i = 0; i < PILE_HULLS; i++) {
        tact_vec3 points[PILE_HULL_VERTICES];
        for (int k = 0; k < PILE_HULL_VERTICES; k++) {
            points[k] = to_floats(tact_vec3_scale(inputs_direction(&rng), PILE_RADIUS));
        }
        bench_must(tact_hull_create(NULL, points, PILE_HULL_VERTICES, &p.hulls[i]), "a hull");
    }
    double far = p.width / 2 + WALL, high = 2 * p.width;
    const tact_vec3 center[PILE_WALLS] = {
        {0, 0, -WALL}, {-far, 0, high}, {far, 0, high}, {0, -far, high}, {0, far, high}};
    const tact_vec3 half[PILE_WALLS] = {{far + WALL, far + WALL, WALL},
                                        {WALL, far, high},
                                        {WALL, far, high},
                                        {far, WALL, high},
                                        {far, WALL, high}};
    for (int i = 0; i < PILE_WALLS; i++) {
        p.wall_center[i] = to_floats(center[i]);
        p.wall_half[i] = to_floats(half[i]);
    }
    return p;
}

void pile_destroy(pile *p) {
    for (int i = 0; i < PILE_HULLS; i++)
        tact_hull_destroy(p->hulls[i]);
    free(p->frames);
    free(p->poses);
}

void pile_start(const pile *p, pile_pose *out) {
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "pile-start");
    size_t row = (size_t)(p->width / SPACING);
    for (size_t i = 0; i < p->count; i++) {
        double low = -(double)(row - 1) / 2 * SPACING;
        const double at[3] = {low + SPACING * (double)(i % row),
                              low + SPACING * (double)(i / row % row),
                              0.6 + SPACING * (double)(i / (row * row))};
        double q[4], length = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = bench_rng_between(&rng, -1, 1);
            length += q[k] * q[k];
        }
        for (int k = 0; k < 4; k++)
            out[i].q[k] = (float)(q[k] / sqrt(length));
        for (int k = 0; k < 3; k++)
            out[i].t[k] = (float)at[k];
    }
}

void pile_reserve(pile *p, size_t frames) {
    p->frame_count = frames;
    p->frames = bench_allocate(frames * p->count, sizeof *p->frames);
    p->poses = bench_allocate(frames * p->count, sizeof *p->poses);
}

void pile_finish(pile *p) {
    for (size_t i = 0; i < p->frame_count * p->count; i++) {
        const pile_pose *from = &p->frames[i];
        const float *q = from->q, *t = from->t;
        tact_quat turn = {(double)q[3], (double)q[0], (double)q[1], (double)q[2]};
        tact_vec3 place = {(double)t[0], (double)t[1], (double)t[2]};
        bench_must(tact_pose_from_quat(turn, place, &p->poses[i]), "a simulated pose");
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* The head of a file. The poses follow. */
typedef struct pile_head {
    char name[16];
    uint64_t count, frames;
} pile_head;

static pile_head make_head(const pile *p, size_t frames) {
    pile_head head = {"tact pile 1", p->count, frames};
    return head;
}

bool pile_load(pile *p, size_t frames, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    pile_head head, wanted = make_head(p, frames);
    bool is_read =
        fread(&head, sizeof head, 1, file) == 1 && memcmp(&head, &wanted, sizeof head) == 0;
    if (is_read) {
        pile_reserve(p, frames);
        is_read = fread(p->frames, p->count * sizeof *p->frames, frames, file) == frames;
        if (!is_read) {
            free(p->frames);
            free(p->poses);
            p->frames = NULL;
            p->poses = NULL;
        }
    }
    fclose(file);
    return is_read;
}

bool pile_save(const pile *p, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    pile_head head = make_head(p, p->frame_count);
    bool is_written =
        fwrite(&head, sizeof head, 1, file) == 1 &&
        fwrite(p->frames, p->count * sizeof *p->frames, p->frame_count, file) == p->frame_count;
    return fclose(file) == 0 && is_written;
}

/* ---- Contacts ------------------------------------------------------------------------------- */

void pile_contacts_add(pile_contacts *list, pile_contact contact) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 1000;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (list->items == NULL)
            bench_fail("no memory for contacts");
    }
    list->items[list->count++] = contact;
}

static int compare(const void *x, const void *y) {
    const pile_contact *a = x, *b = y;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

void pile_contacts_sort(pile_contacts *list) {
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare);
}
