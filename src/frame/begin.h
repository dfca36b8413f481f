/* SPDX-License-Identifier: MIT */
/* The start of every query about two placed meshes. */
#ifndef TACTI_FRAME_BEGIN_H
#define TACTI_FRAME_BEGIN_H

#include "frame/mesh_pair.h"

/* Checks the arguments that all queries have in common and prepares the pair. desc may be NULL. */
tact_status tacti_query_begin(const tacti_placed *a, const tacti_placed *b,
                              const tacti_query_desc *desc, tacti_pair *pair);

#endif
