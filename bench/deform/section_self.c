/* SPDX-License-Identifier: MIT */
#include "deform/section_self.h"

#include "fail.h"
#include "motion.h"
#include "stopwatch.h"

#ifdef TACT_BENCH_HAS_CGAL
#include "cgal_self.h"
#endif
#ifdef TACT_BENCH_HAS_BULLET
#include "bullet_self.h"
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A body at an instant. */
typedef struct frame {
    const char *name;
    uint32_t vertex_count, triangle_count;
    const tact_vec3 *at;
    const uint32_t (*triangles)[3];
} frame;

typedef struct pairs {
    size_t count;
    tact_deform_meeting *items;
} pairs;

static void take_pairs(void *user, const tact_deform_meeting *items, size_t count) {
    pairs *p = user;
    free(p->items);
    p->items = bench_allocate(count + 1, sizeof *items);
    if (count > 0)
        memcpy(p->items, items, count * sizeof *items);
    p->count = count;
}

static double milliseconds(const bench_stopwatch *watch) {
    return 1e-6 * bench_stopwatch_ns(watch);
}

/* The time of a step and of the question, after the hierarchies were sorted. */
static double time_tact(const frame *f, size_t rounds, pairs *found) {
    tact_deform_topology topology = {.vertex_count = f->vertex_count,
                                     .triangle_count = f->triangle_count,
                                     .triangles = f->triangles};
    tact_deform *deform;
    double least = HUGE_VAL;
    bench_must(tact_deform_create(NULL, &topology, NULL, &deform), "a deformable");
    bench_must(tact_deform_move(deform, f->at, NULL, NULL), "a step");
    for (size_t round = 0; round < rounds; round++) {
        bench_stopwatch watch = bench_stopwatch_start();
        bench_must(tact_deform_move(deform, f->at, NULL, NULL), "a step");
        bench_must(tact_deform_self(deform, TACT_DEFORM_START, take_pairs, found), "a question");
        least = fmin(least, milliseconds(&watch));
    }
    tact_deform_destroy(deform);
    return least;
}

static void show_cgal(bench_report *report, bench_table *table, const frame *f, double own,
                      size_t count, bool is_quick) {
#ifdef TACT_BENCH_HAS_CGAL
    void *mesh = peer_cgal_self_open(f->at, f->vertex_count, f->triangles, f->triangle_count);
    bench_report_must(report, "CGAL takes the mesh", mesh != NULL);
    if (mesh == NULL)
        return;
    double all = HUGE_VAL, any = HUGE_VAL;
    size_t found = 0;
    bool does = false;
    for (size_t round = 0; round < 2; round++) {
        bench_stopwatch watch = bench_stopwatch_start();
        found = peer_cgal_self_count(mesh);
        all = fmin(all, milliseconds(&watch));
        watch = bench_stopwatch_start();
        does = peer_cgal_self_does(mesh);
        any = fmin(any, milliseconds(&watch));
    }
    peer_cgal_self_close(mesh);
    bench_table_number(table, all);
    bench_table_number(table, any);
    bench_table_number(table, all / own);
    bench_report_must(report, "CGAL finds as many pairs", found == count);
    bench_report_must(report, "CGAL finds whether there are pairs", does == (count > 0));
    if (!is_quick)
        bench_report_at_least(report, f->name, all / own, 5);
#else
    (void)report, (void)f, (void)own, (void)count, (void)is_quick;
    for (int i = 0; i < 3; i++)
        bench_table_cell(table, "-");
#endif
}

#ifdef TACT_BENCH_HAS_BULLET

static bool has_corner(const uint32_t triangle[3], uint32_t vertex) {
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

/* How many of the pairs have a contact: a corner of one and the face of the other. Both are sorted
 * by faces; contacts are listed per face. */
static size_t count_noticed(const frame *f, const pairs *found, const void *body, size_t contacts) {
    uint32_t *first = bench_allocate((size_t)f->triangle_count + 2, sizeof *first);
    uint32_t *vertices = bench_allocate(contacts + 1, sizeof *vertices);
    memset(first, 0, ((size_t)f->triangle_count + 2) * sizeof *first);
    uint32_t vertex, face;
    for (size_t i = 0; i < contacts; i++) {
        peer_bullet_self_contact(body, i, &vertex, &face);
        first[face + 2]++;
    }
    for (uint32_t i = 2; i <= f->triangle_count + 1; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < contacts; i++) {
        peer_bullet_self_contact(body, i, &vertex, &face);
        vertices[first[face + 1]++] = vertex;
    }
    size_t noticed = 0;
    for (size_t i = 0; i < found->count; i++) {
        const uint32_t pair[2] = {found->items[i].a, found->items[i].b};
        bool has = false;
        for (int side = 0; side < 2; side++)
            for (uint32_t k = first[pair[side]]; k < first[pair[side] + 1]; k++)
                has = has || has_corner(f->triangles[pair[1 - side]], vertices[k]);
        noticed += has;
    }
    free(first);
    free(vertices);
    return noticed;
}

/* The length of the first side. */
static double side_of(const frame *f) {
    const uint32_t *t = f->triangles[f->triangle_count / 2];
    return tact_vec3_length(tact_vec3_sub(f->at[t[1]], f->at[t[0]]));
}

#endif

/* Making a soft body takes as many bytes as the square of its vertices. */
#define MOST_SOFT_VERTICES 20000

static void show_bullet(bench_table *table, const frame *f, const pairs *found) {
#ifdef TACT_BENCH_HAS_BULLET
    if (f->vertex_count > MOST_SOFT_VERTICES)
        return;
    void *body = peer_bullet_self_open(f->at, f->vertex_count, f->triangles, f->triangle_count);
    static const double parts[] = {0.1, 0.3};
    for (int i = 0; i < 2; i++) {
        double margin = parts[i] * side_of(f);
        bench_stopwatch watch = bench_stopwatch_start();
        size_t contacts = peer_bullet_self_find(body, margin);
        double time = milliseconds(&watch);
        size_t noticed = count_noticed(f, found, body, contacts);
        bench_table_cell(table, "%s", f->name);
        bench_table_cell(table, "%zu", found->count);
        bench_table_cell(table, "%g of a side", parts[i]);
        bench_table_number(table, time);
        bench_table_cell(table, "%zu", contacts);
        bench_table_cell(table, "%zu", found->count - noticed);
    }
    peer_bullet_self_close(body);
#else
    (void)table, (void)f, (void)found;
#endif
}

typedef struct tables {
    bench_table *exact, *soft;
} tables;

static void show_frame(bench_report *report, const tables *t, const frame *f, bool is_quick,
                       size_t rounds) {
    pairs found = {0, NULL};
    double own = time_tact(f, rounds, &found);
    bench_table_cell(t->exact, "%s", f->name);
    bench_table_cell(t->exact, "%u", (unsigned)f->triangle_count);
    bench_table_cell(t->exact, "%zu", found.count);
    bench_table_number(t->exact, own);
    show_cgal(report, t->exact, f, own, found.count, is_quick);
    show_bullet(t->soft, f, &found);
    free(found.items);
}

void section_self(bench_report *report, bool is_quick, size_t rounds, const cloth *c) {
    static const char *const head[] = {"frame",    "triangles", "pairs",          "tact",
                                       "CGAL all", "CGAL any",  "CGAL all / tact"};
    static const char *const soft_head[] = {"frame",    "pairs that intersect",   "margin", "ms",
                                            "contacts", "pairs without a contact"};
    static const double times[SCENE_MOTIONS] = {0.9, 1.15, 0.3, 1};
    tables t = {bench_report_table(report, "self-intersection at an instant",
                                   "Milliseconds, one thread: tact moves the body and finds all "
                                   "pairs; CGAL finds all pairs, or whether there are any."),
                NULL};
    BENCH_TABLE_HEAD(t.exact, head);
    t.soft = bench_report_table(report, "Bullet's soft bodies on the same frames",
                                "Vertices within a margin of a face, and the intersecting pairs of "
                                "faces of which no corner has a contact with the other face.");
    BENCH_TABLE_HEAD(t.soft, soft_head);
    scene_body sheet = scene_sheet(is_quick ? 16 : 100);
    tact_vec3 *at = bench_allocate(sheet.vertex_count, sizeof *at);
    frame f = {.vertex_count = sheet.vertex_count,
               .triangle_count = sheet.triangle_count,
               .at = at,
               .triangles = (const uint32_t(*)[3])sheet.triangles};
    for (int m = 0; m < SCENE_MOTIONS; m++) {
        scene_positions(&sheet, (scene_motion)m, times[m], at);
        f.name = scene_motion_name((scene_motion)m);
        show_frame(report, &t, &f, is_quick, rounds);
    }
    scene_body_destroy(&sheet);
    free(at);
    if (c != NULL) {
        f = (frame){"cloth", c->vertex_count, c->face_count, c->start,
                    (const uint32_t(*)[3])c->faces};
        show_frame(report, &t, &f, is_quick, rounds);
    }
    bench_table_print(t.exact);
    bench_table_print(t.soft);
}
