/* SPDX-License-Identifier: MIT */
/* Assimp as a contender: reads a file, with or without joining identical vertices. */
#ifndef TACT_BENCH_PEER_ASSIMP_H
#define TACT_BENCH_PEER_ASSIMP_H

#include "bench.h"

void peer_assimp_read(const void *inputs, size_t count, bench_answers answers);
void peer_assimp_read_joined(const void *inputs, size_t count, bench_answers answers);

#endif
