/* SPDX-License-Identifier: MIT */
/* A contender of the benchmark of mesh queries: what tact and each peer offer in the same form.
 *
 * A model is created from arrays (copied, not timed), then built (timed). Two models make a pair,
 * which holds whatever the library wants to keep between queries of that pair, results included. A
 * function that a library has no answer for is NULL. */
#ifndef TACT_BENCH_CONTENDER_H
#define TACT_BENCH_CONTENDER_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mesh_contender {
    const char *name;
    const char *about; /* one line for people */
    void *(*create)(const tact_mesh *mesh);
    bool (*build)(void *model); /* may be called once */
    void (*destroy)(void *model);
    double (*bytes)(const void *model); /* of the hierarchy, without vertices and triangles */
    void *(*open_pair)(void *a, void *b);
    void (*close_pair)(void *pair);
    bool (*collide)(void *pair, const tact_pose *a, const tact_pose *b);
    double (*contacts)(void *pair, const tact_pose *a, const tact_pose *b); /* how many */
    double (*distance)(void *pair, const tact_pose *a, const tact_pose *b);
    void (*reset)(void *pair); /* forgets what it learned from earlier queries */
    double seconds;            /* after so many seconds in a cell it answers no more of its poses */
} mesh_contender;

/* tact, in the ways that it can be asked. */
extern const mesh_contender mesh_tact;          /* pairs of triangles in no order, no cache */
extern const mesh_contender mesh_tact_sorted;   /* all contacts: sorted pairs */
extern const mesh_contender mesh_tact_geometry; /* all contacts: sorted, with their segments */
extern const mesh_contender mesh_tact_curves;   /* all contacts, linked into curves */
extern const mesh_contender mesh_tact_cached;   /* with a cache from query to query */

/* All that this build has; the first is tact. */
#define MESH_MAX_CONTENDERS 12
size_t mesh_contenders(const mesh_contender *list[MESH_MAX_CONTENDERS]);

#ifdef __cplusplus
}
#endif

#endif
