/* SPDX-License-Identifier: MIT */
/* A contender of the benchmark of rays and points: the common interface to tact and each peer.
 * create() builds the hierarchy too. A function that a library does not support is NULL. */
#ifndef TACT_BENCH_POINT_CONTENDER_H
#define TACT_BENCH_POINT_CONTENDER_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first hit of a ray. t is infinite if there is no hit. */
typedef struct point_hit {
    double t;
    uint32_t triangle;
} point_hit;

typedef struct point_contender {
    const char *name;
    const char *about; /* one line for people */
    void *(*create)(const tact_mesh *mesh);
    void (*destroy)(void *model);
    void (*rays)(void *model, const tact_ray *rays, size_t count, point_hit *hits);
    void (*blocked)(void *model, const tact_ray *rays, size_t count, point_hit *hits); /* any hit */
    void (*points)(void *model, const tact_vec3 *points, size_t count, double *distances);
    bool is_float; /* answers are rounded to float */
} point_contender;

/* tact, one call per question and in batches. */
extern const point_contender point_tact, point_tact_batch;

#define POINT_MAX_CONTENDERS 8
#define POINT_TACT_CONTENDERS 2
/* All contenders of this build. The first two are tact. */
size_t point_contenders(const point_contender *list[POINT_MAX_CONTENDERS]);

#ifdef __cplusplus
}
#endif

#endif
