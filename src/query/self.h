/* SPDX-License-Identifier: MIT */
/* One mesh and itself, for other queries. */
#ifndef TACTI_QUERY_SELF_H
#define TACTI_QUERY_SELF_H

#include <tact/query_self.h>

/* Whether no pair of triangles meets where it should not. */
bool tacti_is_simple(const tact_bvh *bvh);

#endif
