/* SPDX-License-Identifier: MIT */
/* Mesh files to read: one torus knot, written once per run in each format. */
#ifndef TACT_BENCH_FILES_H
#define TACT_BENCH_FILES_H

#include "bench.h"

/* One file. All inputs of a family are the same file. */
typedef struct mesh_file {
    char path[200];
    uint32_t triangle_count;
} mesh_file;

/* 1,000,000 triangles if the number of inputs is 4096 or more, else 10,000. */
extern const bench_family files_obj, files_stl, files_ply, files_off;

#endif
