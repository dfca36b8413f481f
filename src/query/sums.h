/* SPDX-License-Identifier: MIT */
/* Sums over the triangles below each node of a hierarchy, from which the generalised winding number
 * of far nodes follows with a proven bound. */
#ifndef TACTI_QUERY_SUMS_H
#define TACTI_QUERY_SUMS_H

#include <tact/bvh.h>

typedef struct tacti_sums tacti_sums;

tact_status tacti_sums_create(const tact_context *context, const tact_bvh *bvh, tacti_sums **out);
void tacti_sums_destroy(tacti_sums *sums); /* NULL is allowed */
size_t tacti_sums_bytes(const tacti_sums *sums);

#endif
