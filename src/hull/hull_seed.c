/* SPDX-License-Identifier: MIT */
/* Gives all points to triangles for the first time. If there are many points, the hull of a few
 * that lie far out is built first, and all points are tested against its planes, eight at a time.
 * Most points in the middle are found to be inside and never tested again. */
#include "hull/hull_build.h"
#include "hull/hull_sift.h"

#include <string.h>

/* Fewer points than this are given to the tetrahedron directly. */
#define LEAST_POINTS 2048

/* The seeds are the furthest of about this number of points. */
#define SAMPLE_POINTS 4096

/* See is_thin(). */
#define THIN 4096.0

tacti_sift_kernel *tacti_sift_at(tact_simd_level level) {
    static tacti_sift_kernel *const kernels[] = TACTI_LEVEL_TABLE(tacti_sift);
    return kernels[tacti_simd_row(level)];
}

/* ---- The first hull ----------------------------------------------------------------------- */

typedef struct seeds {
    uint32_t count;
    uint32_t point[TACTI_HULL_SEEDS];
    uint32_t first[TACTI_HULL_SEEDS]; /* the first point that is equal to it */
} seeds;

static void add_seed(seeds *s, uint32_t point) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->point[i] == point)
            return;
    TACTI_ASSERT(s->count < TACTI_HULL_SEEDS);
    s->point[s->count] = s->first[s->count] = point;
    s->count++;
}

/* The furthest points of a sample in directions all around. */
static tact_status find_seeds(const tacti_hull_build *build, seeds *s) {
    uint32_t step = (build->count + SAMPLE_POINTS - 1) / SAMPLE_POINTS;
    uint32_t count = build->count / step / TACTI_HULL_LANES * TACTI_HULL_LANES;
    TACTI_ASSERT(count > 0);
    double *memory = tacti_allocate(build->context, count, 3 * sizeof *memory, TACTI_CACHE_LINE);
    if (memory == NULL)
        return TACT_OUT_OF_MEMORY;
    const double *column[3] = {memory, memory + count, memory + 2 * (size_t)count};
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 p = build->points[i * step];
        memory[i] = p.x;
        memory[count + i] = p.y;
        memory[2 * (size_t)count + i] = p.z;
    }
    tacti_hull_scan_kernel *scan = tacti_hull_scan_at(tacti_simd_level(build->context));
    s->count = 0;
    for (uint32_t i = 0; i < TACTI_HULL_SEEDS; i++)
        add_seed(s, scan(column, count, tacti_hull_seed_direction(i)) * step);
    tacti_release(build->context, memory, count, 3 * sizeof *memory, TACTI_CACHE_LINE);
    return TACT_OK;
}

/* ---- All points --------------------------------------------------------------------------- */

/* The planes of the first hull, and its triangles in the same order. */
typedef struct sieve {
    uint32_t count;
    uint32_t *facet;
    tacti_sift_plane *plane;
} sieve;

static void collect_planes(const tacti_hull_build *build, sieve *to) {
    to->count = 0;
    for (uint32_t f = 0; f < build->facets.count; f++) {
        const tacti_facet *facet = &build->facets.items[f];
        if (facet->mark == TACTI_FACET_DEAD)
            continue;
        to->facet[to->count] = f;
        to->plane[to->count++] =
            (tacti_sift_plane){{facet->anchor.x, facet->anchor.y, facet->anchor.z},
                               {facet->normal.x, facet->normal.y, facet->normal.z},
                               facet->bound};
    }
}

/* Places a point that is too close to a plane, by exact decisions. Points equal to a seed are among
 * these points. The first of equal points shall be the vertex. */
static void place_open(tacti_hull_build *build, const sieve *with, seeds *s, uint32_t point) {
    const tact_vec3 *p = &build->points[point];
    for (uint32_t i = 0; i < s->count; i++) {
        const tact_vec3 *q = &build->points[s->point[i]];
        if (point < s->first[i] && p->x == q->x && p->y == q->y && p->z == q->z)
            s->first[i] = point;
    }
    tacti_hull_place(build, with->facet, with->count, point);
}

static void sift_points(tacti_hull_build *build, const sieve *with, seeds *s) {
    tacti_sift_kernel *sift = tacti_sift_at(tacti_simd_level(build->context));
    for (uint32_t begin = 0; begin < build->count; begin += 8) {
        uint32_t count = build->count - begin < 8 ? build->count - begin : 8, owner[8];
        tact_vec3 rest[8] = {{0, 0, 0}};
        const tact_vec3 *points = build->points + begin;
        if (count < 8) {
            memcpy(rest, points, count * sizeof *rest);
            points = rest;
        }
        sift(points, with->plane, with->count, owner);
        for (uint32_t i = 0; i < count; i++) {
            if (owner[i] == TACTI_SIFT_INSIDE)
                continue;
            if (owner[i] == TACTI_SIFT_OPEN) {
                place_open(build, with, s, begin + i);
                continue;
            }
            double height;
            TACTI_ASSERT(owner[i] < with->count);
            tacti_facet *facet = &build->facets.items[with->facet[owner[i]]];
            if (tacti_facet_side(build, facet, begin + i, &height) > 0)
                tacti_hull_give(build, facet, begin + i, height);
        }
    }
}

/* Replaces each seed by the first point that is equal to it. */
static void rename_seeds(tacti_hull_build *build, const seeds *s) {
    for (size_t f = 0; f < build->facets.count; f++)
        for (int i = 0; i < 3; i++) {
            uint32_t *corner = &build->facets.items[f].corner[i];
            for (uint32_t k = 0; k < s->count; k++)
                if (*corner == s->point[k]) {
                    *corner = s->first[k];
                    break;
                }
        }
}

static tact_status sift_all(tacti_hull_build *build, seeds *s) {
    size_t room = build->facets.count;
    sieve with = {
        .facet = tacti_allocate(build->context, room, sizeof *with.facet, sizeof *with.facet),
        .plane = tacti_allocate(build->context, room, sizeof *with.plane, TACTI_CACHE_LINE)};
    tact_status status = TACT_OUT_OF_MEMORY;
    if (with.facet != NULL && with.plane != NULL) {
        collect_planes(build, &with);
        sift_points(build, &with, s);
        rename_seeds(build, s);
        status = tacti_hull_queue(build, with.facet, with.count);
    }
    tacti_release(build->context, with.facet, room, sizeof *with.facet, sizeof *with.facet);
    tacti_release(build->context, with.plane, room, sizeof *with.plane, TACTI_CACHE_LINE);
    return status;
}

/* Whether the tetrahedron is so thin that rounding would hide the side of most points to most
 * planes: each further plane would then cost an exact decision per point. */
static bool is_thin(const tacti_hull_build *build) {
    for (uint32_t f = 0; f < 4; f++) {
        const tacti_facet *facet = &build->facets.items[f];
        double most = 0;
        for (int i = 0; i < 4; i++) {
            double height;
            (void)tacti_facet_side(build, facet, build->corner[i], &height);
            most = fabs(height) > most ? fabs(height) : most;
        }
        if (!(most > THIN * facet->bound))
            return true;
    }
    return false;
}

tact_status tacti_hull_seed(tacti_hull_build *build) {
    static const uint32_t first[4] = {0, 1, 2, 3};
    if (build->count < LEAST_POINTS || is_thin(build)) {
        for (uint32_t i = 0; i < build->count; i++)
            tacti_hull_place(build, first, 4, i);
        return tacti_hull_queue(build, first, 4);
    }
    seeds s;
    tact_status status = find_seeds(build, &s);
    for (uint32_t i = 0; status == TACT_OK && i < s.count; i++)
        tacti_hull_place(build, first, 4, s.point[i]);
    if (status == TACT_OK)
        status = tacti_hull_queue(build, first, 4);
    if (status == TACT_OK)
        status = tacti_hull_settle_points(build);
    return status == TACT_OK ? sift_all(build, &s) : status;
}
