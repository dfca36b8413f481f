/* SPDX-License-Identifier: MIT */
/* Triangles against triangles, rays and boxes, compared with plain double tests and peers. The
 * promise: an exact overlap test of random triangles takes at most 1.5 times as long as the plain
 * one.
 *
 * Verdicts: overlap, ray and box give 1 for contact; intersect gives the kind (none, point,
 * segment, polygon); distance gives 1 if the distance is 0, and its number is the distance. */
#include "bench.h"
#include "inputs.h"
#include "plain.h"

#include <tact/prim.h>

#ifdef TACT_BENCH_HAS_FCL
#include "fcl.h"
#endif
#ifdef TACT_BENCH_HAS_CGAL
#include "cgal.h"
#endif

/* ---- Overlap --------------------------------------------------------------------------------- */

static void run_tact_overlap(const void *inputs, size_t count, bench_answers answers) {
    const triangle_pair *p = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = tact_triangle_overlaps(&p[i].a, &p[i].b);
}

static void run_plain_overlap(const void *inputs, size_t count, bench_answers answers) {
    const triangle_pair *p = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = plain_triangle_overlaps(&p[i].a, &p[i].b);
}

static const char plain_note[] = "rounds; if it differs, tact is right";
#ifdef TACT_BENCH_HAS_FCL
static const char fcl_overlap_note[] =
    "separating axes in rounded arithmetic; if it differs, tact is right";
static const char fcl_distance_note[] =
    "rounds; rounded arithmetic decides whether the distance is 0";
#endif
#ifdef TACT_BENCH_HAS_CGAL
static const char cgal_exact_note[] = "is exact too; a difference is a bug in one of the two";
static const char cgal_distance_note[] = "computed in rounded arithmetic";
#endif

static const bench_contender overlap_contenders[] = {
    {.name = "tact", .run = run_tact_overlap},
    {.name = "plain", .run = run_plain_overlap, .note = plain_note},
#ifdef TACT_BENCH_HAS_FCL
    {"fcl", peer_fcl_overlaps, peer_fcl_pairs_prepare, peer_fcl_pairs_release, fcl_overlap_note, 0},
#endif
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_overlaps, peer_cgal_pairs_prepare, peer_cgal_pairs_release, cgal_exact_note,
     0},
#endif
};

/* ---- Intersection ---------------------------------------------------------------------------- */

/* The number is the first coordinate of the first point, so that the compiler cannot omit the
 * points. Numbers are not compared, because the order of the points is not defined. */
static void run_tact_intersect(const void *inputs, size_t count, bench_answers answers) {
    const triangle_pair *p = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_overlap overlap = tact_triangle_intersect(&p[i].a, &p[i].b);
        answers.verdict[i] = (int32_t)overlap.kind;
        answers.number[i] = overlap.point_count > 0 ? overlap.points[0].position.x : 0;
    }
}

static void run_plain_intersect(const void *inputs, size_t count, bench_answers answers) {
    const triangle_pair *p = inputs;
    for (size_t i = 0; i < count; i++) {
        plain_overlap overlap = plain_triangle_intersect(&p[i].a, &p[i].b);
        answers.verdict[i] = (int32_t)overlap.kind;
        answers.number[i] = overlap.point_count > 0 ? overlap.points[0].x : 0;
    }
}

static const bench_contender intersect_contenders[] = {
    {.name = "tact", .run = run_tact_intersect},
    {.name = "plain", .run = run_plain_intersect, .note = plain_note},
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_intersect, peer_cgal_exact_pairs_prepare, peer_cgal_exact_pairs_release,
     cgal_exact_note, 512},
#endif
};

/* ---- Distance -------------------------------------------------------------------------------- */

static void run_tact_distance(const void *inputs, size_t count, bench_answers answers) {
    const triangle_pair *p = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_gap gap = tact_triangle_distance(&p[i].a, &p[i].b);
        answers.number[i] = gap.distance;
        answers.verdict[i] = gap.distance == 0;
    }
}

static void run_plain_distance(const void *inputs, size_t count, bench_answers answers) {
    const triangle_pair *p = inputs;
    for (size_t i = 0; i < count; i++) {
        plain_gap gap = plain_triangle_distance(&p[i].a, &p[i].b);
        answers.number[i] = gap.distance;
        answers.verdict[i] = gap.distance == 0;
    }
}

static const bench_contender distance_contenders[] = {
    {.name = "tact", .run = run_tact_distance},
    {.name = "plain", .run = run_plain_distance, .note = plain_note},
#ifdef TACT_BENCH_HAS_FCL
    {"fcl", peer_fcl_distance, peer_fcl_pairs_prepare, peer_fcl_pairs_release, fcl_distance_note,
     0},
#endif
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_distance, peer_cgal_pairs_prepare, peer_cgal_pairs_release,
     cgal_distance_note, 0},
#endif
};

/* ---- Ray and box ----------------------------------------------------------------------------- */

static void run_tact_ray(const void *inputs, size_t count, bench_answers answers) {
    const triangle_ray *r = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_ray_hit hit = tact_triangle_intersect_ray(&r[i].a, r[i].ray);
        answers.verdict[i] = hit.kind != TACT_OVERLAP_NONE;
        answers.number[i] = hit.kind != TACT_OVERLAP_NONE ? hit.t_enter : 0;
    }
}

static void run_plain_ray(const void *inputs, size_t count, bench_answers answers) {
    const triangle_ray *r = inputs;
    for (size_t i = 0; i < count; i++) {
        double t = 0;
        bool hit = plain_triangle_hit_by_ray(&r[i].a, r[i].ray, &t);
        answers.verdict[i] = hit;
        answers.number[i] = hit ? t : 0;
    }
}

static const bench_contender ray_contenders[] = {
    {.name = "tact", .run = run_tact_ray},
    {.name = "plain", .run = run_plain_ray, .note = plain_note},
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_ray, peer_cgal_rays_prepare, peer_cgal_rays_release, cgal_exact_note, 0},
#endif
};

static void run_tact_box(const void *inputs, size_t count, bench_answers answers) {
    const triangle_box *b = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = tact_triangle_overlaps_box(&b[i].a, b[i].box);
}

static void run_plain_box(const void *inputs, size_t count, bench_answers answers) {
    const triangle_box *b = inputs;
    for (size_t i = 0; i < count; i++)
        answers.verdict[i] = plain_triangle_overlaps_box(&b[i].a, b[i].box);
}

static const bench_contender box_contenders[] = {
    {.name = "tact", .run = run_tact_box},
    {.name = "plain", .run = run_plain_box, .note = plain_note},
#ifdef TACT_BENCH_HAS_CGAL
    {"cgal", peer_cgal_box, peer_cgal_boxes_prepare, peer_cgal_boxes_release, cgal_exact_note, 0},
#endif
};

/* ---- Cases ----------------------------------------------------------------------------------- */

#define CONTENDERS(list) .contenders = list, .contender_count = sizeof list / sizeof list[0]
#define OVERLAP(name_, family_)                                                                    \
    .name = "overlap/" name_, .family = &family_, CONTENDERS(overlap_contenders)
#define INTERSECT(name_, family_)                                                                  \
    .name = "intersect/" name_, .family = &family_, CONTENDERS(intersect_contenders),              \
    .without_truth = true
#define DISTANCE(name_, family_)                                                                   \
    .name = "distance/" name_, .family = &family_, CONTENDERS(distance_contenders),                \
    .compares_numbers = true, .tolerance = 1e-12
#define RAY(name_, family_) .name = "ray/" name_, .family = &family_, CONTENDERS(ray_contenders)
#define BOX(name_, family_) .name = "box/" name_, .family = &family_, CONTENDERS(box_contenders)

static const bench_case cases[] = {
    {OVERLAP("random", pairs_random), .bar = {"plain", 1.5}},
    {OVERLAP("close", pairs_close)},
    {OVERLAP("far", pairs_far)},
    {OVERLAP("share-edge", pairs_share_edge)},
    {OVERLAP("share-vertex", pairs_share_vertex)},
    {OVERLAP("coplanar", pairs_coplanar)},
    {OVERLAP("near-coplanar", pairs_near_coplanar)},
    {INTERSECT("random", pairs_random)},
    {INTERSECT("close", pairs_close)},
    {INTERSECT("share-edge", pairs_share_edge)},
    {INTERSECT("share-vertex", pairs_share_vertex)},
    {INTERSECT("coplanar", pairs_coplanar)},
    {DISTANCE("random", pairs_random)},
    {DISTANCE("close", pairs_close)},
    {DISTANCE("far", pairs_far)},
    {DISTANCE("share-edge", pairs_share_edge)},
    {DISTANCE("share-vertex", pairs_share_vertex)},
    {DISTANCE("coplanar", pairs_coplanar)},
    {DISTANCE("near-coplanar", pairs_near_coplanar)},
    {RAY("random", rays_random)},
    {RAY("aimed", rays_aimed)},
    {RAY("at-edges", rays_at_edges)},
    {BOX("random", boxes_random)},
    {BOX("close", boxes_close)},
    {BOX("grid", boxes_grid)},
};

int main(int argc, char **argv) {
    return bench_main(argc, argv, "bench_prim", cases, sizeof cases / sizeof cases[0]);
}
