/* SPDX-License-Identifier: MIT */
/* How every question about two placed meshes begins. */
#ifndef TACTI_FRAME_BEGIN_H
#define TACTI_FRAME_BEGIN_H

#include "frame/mesh_pair.h"

/* Checks the arguments that all questions have and prepares the pair; desc may be NULL. */
tact_status tacti_query_begin(const tacti_placed *a, const tacti_placed *b,
                              const tacti_query_desc *desc, tacti_pair *pair);

#endif
