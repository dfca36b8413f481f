/* SPDX-License-Identifier: MIT */
/* libccd as a contender on convex pairs: its GJK and its MPR, contact or not and depth. */
#ifndef TACT_BENCH_PEER_CCD_CONVEX_H
#define TACT_BENCH_PEER_CCD_CONVEX_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

void *peer_ccd_prepare(const void *inputs, size_t count);
void peer_ccd_release(void *prepared);
void peer_ccd_gjk(const void *prepared, size_t count, bench_answers answers);
void peer_ccd_mpr(const void *prepared, size_t count, bench_answers answers);
void peer_ccd_gjk_depth(const void *prepared, size_t count, bench_answers answers);
void peer_ccd_mpr_depth(const void *prepared, size_t count, bench_answers answers);

#ifdef __cplusplus
}
#endif

#endif
