/* SPDX-License-Identifier: MIT */
/* A contender of the benchmark of mesh queries: the common interface to tact and each peer.
 *
 * A model is created from arrays (copied, not timed), then built (timed). Two models make a pair. A
 * pair holds everything that the library keeps between queries of the pair, with their results. A
 * function that a library does not support is NULL. */
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
    double (*bytes)(const void *model); /* memory of the hierarchy, without the mesh */
    void *(*open_pair)(void *a, void *b);
    void (*close_pair)(void *pair);
    bool (*collide)(void *pair, const tact_pose *a, const tact_pose *b);
    double (*contacts)(void *pair, const tact_pose *a, const tact_pose *b); /* their number */
    double (*distance)(void *pair, const tact_pose *a, const tact_pose *b);
    void (*reset)(void *pair); /* drops what is cached from earlier queries */
    double seconds;            /* time limit per cell; later poses are not answered */
    double pose_seconds;       /* time limit per pose; no further rounds. 0 for none */
} mesh_contender;

/* The relative error of mesh_tact_tied: distances that differ by less count as tied. */
#define MESH_TIED_ERROR 1e-12

/* The ways to ask tact. */
extern const mesh_contender mesh_tact;          /* no cache; contacts as unsorted pairs */
extern const mesh_contender mesh_tact_sorted;   /* all contacts: sorted pairs */
extern const mesh_contender mesh_tact_geometry; /* all contacts: sorted, with their segments */
extern const mesh_contender mesh_tact_curves;   /* all contacts, linked into curves */
extern const mesh_contender mesh_tact_cached;   /* with a cache from query to query */
extern const mesh_contender mesh_tact_tied;     /* distance with a relative error of 1e-12 */
extern const mesh_contender mesh_tact_wiped;    /* distance with a cache that is empty every time */
extern const mesh_contender mesh_tact_classify; /* contact is: the solids are not apart */

extern const mesh_contender mesh_tact_morton; /* hierarchies by TACT_BVH_MORTON */

#define MESH_MAX_CONTENDERS 12
/* Contenders that only build. */
size_t mesh_builders(const mesh_contender *list[MESH_MAX_CONTENDERS]);
/* All contenders of this build. The first one is tact. */
size_t mesh_contenders(const mesh_contender *list[MESH_MAX_CONTENDERS]);
/* The peer that starts a distance from what it found in the last frame. NULL if this build does not
 * have it. */
const mesh_contender *mesh_seeded_peer(void);

#ifdef __cplusplus
}
#endif

#endif
