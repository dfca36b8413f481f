/* SPDX-License-Identifier: MIT */
/* Other names for what the search without certificates defines, so that it lives beside the
 * library's own in one program. Included before everything else in each of its files. */
#ifndef TACT_BENCH_UNCERTIFIED_NAMES_H
#define TACT_BENCH_UNCERTIFIED_NAMES_H

#define tact_convex_collide bench_uncertified_collide
#define tact_convex_ending_name bench_uncertified_ending_name
#define tacti_gjk_begin bench_uncertified_gjk_begin
#define tacti_exact_begin bench_uncertified_exact_begin
#define tacti_simplex_points bench_uncertified_simplex_points
#define tacti_gjk_at bench_uncertified_gjk_at
#define tacti_gjk_support_at bench_uncertified_gjk_support_at
#define tacti_gjk_search_baseline bench_uncertified_gjk_search_baseline
#define tacti_gjk_search_avx2 bench_uncertified_gjk_search_avx2
#define tacti_gjk_search_avx512 bench_uncertified_gjk_search_avx512
#define tacti_gjk_support_baseline bench_uncertified_gjk_support_baseline
#define tacti_gjk_support_avx2 bench_uncertified_gjk_support_avx2
#define tacti_gjk_support_avx512 bench_uncertified_gjk_support_avx512

#endif
