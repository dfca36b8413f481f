/* SPDX-License-Identifier: MIT */
/* What culling saves when a body is tested with itself. */
#ifndef TACT_BENCH_FEATURES_CULLING_H
#define TACT_BENCH_FEATURES_CULLING_H

#include "features/cloth.h"
#include "report.h"

/* Prints a table. The cloth is a step of a real one if is_known. */
void bench_culling(bench_report *report, const cloth *c, bool is_known, bool is_quick,
                   size_t rounds);

#endif
