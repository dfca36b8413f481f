/* SPDX-License-Identifier: MIT */
/* A body of triangles at the begin and the end of a step, and its candidates: pairs of features
 * that share no vertex and whose boxes over the step overlap. */
#ifndef TACT_BENCH_FEATURES_CLOTH_H
#define TACT_BENCH_FEATURES_CLOTH_H

#include <tact/tact.h>

typedef struct cloth {
    tact_vec3 *start, *end;
    uint32_t vertex_count;
    uint32_t (*faces)[3];
    uint32_t face_count;
    uint32_t (*edges)[2];
    uint32_t edge_count;
} cloth;

/* Reads both ends of a step. False, with nothing to destroy, if there are no such files. */
bool cloth_read(const char *start, const char *end, cloth *out);
/* Two sheets of n x n squares with waves, one of which falls through the other. */
cloth cloth_make(uint32_t n);
void cloth_destroy(cloth *c);

/* All candidates of a kind, four vertices each; to be freed. */
uint32_t (*cloth_candidates(const cloth *c, tact_impact_kind kind, size_t *count))[4];

#endif
