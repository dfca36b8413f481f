/* SPDX-License-Identifier: MIT */
/* One mesh as a solid. There is no peer here: the figures are those of docs/query_self.md and
 * docs/query_inside.md. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */

#include "inside.h"

#include "internal.h"

#include "query/interiors.h"
#include "query/self_contacts.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define POINTS 200

/* Allowed errors of winding numbers; closed meshes need none. */
static const double errors[] = {0.1, 0.01, 0.001};
#define ERRORS (sizeof errors / sizeof *errors)

typedef struct subject {
    const tact_mesh *mesh;
    tacti_bvh *bvh;
    tacti_interior *interior;
    tact_vec3 points[POINTS];
    uint64_t self_pairs;
} subject;

static void must(tact_status status) {
    if (status == TACT_OK)
        return;
    fprintf(stderr, "bench_point: inside: %s\n", tact_status_text(status));
    exit(2);
}

static bool ignore_pair(void *user, uint32_t a, uint32_t b) {
    (void)user;
    (void)a;
    (void)b;
    return true;
}

/* ---- What is timed ------------------------------------------------------------------------ */

static void make_hierarchy(subject *s, double argument) {
    (void)argument;
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true;
    tacti_bvh_destroy(s->bvh);
    s->bvh = NULL;
    must(tacti_bvh_create(NULL, s->mesh, &desc, &s->bvh));
}

static void find_self(subject *s, double argument) {
    tacti_contact_summary summary;
    (void)argument;
    must(tacti_self_visit(s->bvh, NULL, ignore_pair, NULL, &summary));
    s->self_pairs = summary.pair_count;
}

static void make_interior(subject *s, double argument) {
    (void)argument;
    tacti_interior_destroy(s->interior);
    s->interior = NULL;
    must(tacti_interior_create(NULL, s->bvh, &s->interior));
}

static void wind(subject *s, double error) {
    tacti_filled filled = {s->interior, tact_pose_identity()};
    for (int i = 0; i < POINTS; i++) {
        tacti_winding winding;
        must(tacti_winding_number(&filled, s->points[i], error, &winding));
    }
}

static void measure_signed(subject *s, double argument) {
    tacti_filled filled = {s->interior, tact_pose_identity()};
    (void)argument;
    for (int i = 0; i < POINTS; i++) {
        tacti_signed_nearest nearest;
        must(tacti_signed_distance(&filled, s->points[i], &nearest));
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The least of reps times, in seconds. */
static double least_time(void (*work)(subject *s, double argument), subject *s, double argument,
                         size_t reps) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < reps; i++) {
        double begin = now();
        work(s, argument);
        double seconds = now() - begin;
        least = seconds < least ? seconds : least;
    }
    return least;
}

/* ---- The table ---------------------------------------------------------------------------- */

mesh_table *inside_table(mesh_report *report) {
    mesh_table *table =
        mesh_report_table(report, "Inside",
                          "Milliseconds for what is made once, without its hierarchy (which is "
                          "made for solids); microseconds a point.");
    static const char *const head[] = {"model", "triangles", "hierarchy", "self contacts",
                                       "pairs", "interior",  "closed",    "bytes a triangle"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        mesh_table_cell(table, "%s", head[i]);
    for (size_t i = 0; i < ERRORS; i++)
        mesh_table_cell(table, "winding %g", errors[i]);
    mesh_table_cell(table, "signed distance");
    mesh_table_head_end(table);
    return table;
}

void inside_measure(mesh_table *table, const mesh_model *model, size_t reps) {
    subject s = {.mesh = model->mesh};
    bench_rng rng = {BENCH_DEFAULT_SEED};
    point_make_about(&rng, model, POINTS, s.points);
    uint32_t triangles = tact_mesh_triangle_count(model->mesh);
    mesh_table_cell(table, "%s", model->name);
    mesh_table_cell(table, "%u", triangles);
    mesh_table_number(table, 1e3 * least_time(make_hierarchy, &s, 0, reps));
    mesh_table_number(table, 1e3 * least_time(find_self, &s, 0, reps));
    mesh_table_cell(table, "%llu", (unsigned long long)s.self_pairs);
    mesh_table_number(table, 1e3 * least_time(make_interior, &s, 0, reps));
    tacti_interior_info info = tacti_interior_inspect(s.interior);
    mesh_table_cell(table, "%s", info.is_closed ? "yes" : "no");
    mesh_table_number(table, (double)info.bytes / triangles);
    for (size_t i = 0; i < ERRORS; i++)
        mesh_table_number(table, 1e6 / POINTS * least_time(wind, &s, errors[i], reps));
    mesh_table_number(table, 1e6 / POINTS * least_time(measure_signed, &s, 0, reps));
    tacti_interior_destroy(s.interior);
    tacti_bvh_destroy(s.bvh);
}
