/* SPDX-License-Identifier: MIT */
/* The shells of a closed mesh: pieces that are connected by edges, the neighbours of each triangle,
 * and on which side of a shell the solid is. */
#ifndef TACTI_QUERY_SHELLS_H
#define TACTI_QUERY_SHELLS_H

#include <tact/bvh.h>

typedef struct tacti_shells tacti_shells;

/* The hierarchy was made with the option solid and its mesh is closed. is_simple: it does not meet
 * itself. */
tact_status tacti_shells_create(const tact_context *context, const tact_bvh *bvh, bool is_simple,
                                tacti_shells **out);
void tacti_shells_destroy(tacti_shells *shells); /* NULL is allowed */
uint32_t tacti_shells_count(const tacti_shells *shells);
uint32_t tacti_shells_cavity_count(const tacti_shells *shells);
size_t tacti_shells_bytes(const tacti_shells *shells);

#endif
