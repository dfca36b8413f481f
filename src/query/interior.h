/* SPDX-License-Identifier: MIT */
/* The inside of a mesh, as queries see it. */
#ifndef TACTI_QUERY_INTERIOR_H
#define TACTI_QUERY_INTERIOR_H

#include <tact/query_inside.h>

#include "query/shells.h"
#include "query/sums.h"

struct tact_interior {
    const tact_context *context;
    const tact_bvh *bvh;
    bool is_simple;       /* no triangle meets another one beyond what they share */
    tacti_shells *shells; /* of a closed mesh; NULL otherwise */
    tacti_sums *sums;     /* of an open mesh, for its winding number; NULL otherwise */
};

#endif
