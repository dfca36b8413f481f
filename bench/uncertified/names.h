/* SPDX-License-Identifier: MIT */
/* Other names for what the search without certificates defines, so that it lives beside the
 * library's own in one program. Included before everything else in each of its files. */
#ifndef TACT_BENCH_UNCERTIFIED_NAMES_H
#define TACT_BENCH_UNCERTIFIED_NAMES_H

#define tact_convex_collide bench_uncertified_collide
#define tact_convex_distance bench_uncertified_distance
#define tacti_collide_baseline bench_uncertified_collide_baseline
#define tacti_collide_avx2 bench_uncertified_collide_avx2
#define tacti_collide_avx512 bench_uncertified_collide_avx512
#define tacti_gjk_search_baseline bench_uncertified_gjk_search_baseline
#define tacti_gjk_search_avx2 bench_uncertified_gjk_search_avx2
#define tacti_gjk_search_avx512 bench_uncertified_gjk_search_avx512
#define tacti_gjk_support_baseline bench_uncertified_gjk_support_baseline
#define tacti_gjk_support_avx2 bench_uncertified_gjk_support_avx2
#define tacti_gjk_support_avx512 bench_uncertified_gjk_support_avx512

#endif
