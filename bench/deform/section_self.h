/* SPDX-License-Identifier: MIT */
/* Self-intersection at an instant, compared with CGAL and with Bullet's soft bodies. */
#ifndef TACT_BENCH_DEFORM_SECTION_SELF_H
#define TACT_BENCH_DEFORM_SECTION_SELF_H

#include "features/cloth.h"
#include "report.h"

/* c may be NULL; its start is a frame too. */
void section_self(bench_report *report, bool is_quick, size_t rounds, const cloth *c);

#endif
