/* SPDX-License-Identifier: MIT */
/* The hot loops over boxes and kept pairs, once per SIMD level. */
#ifndef TACTI_BROAD_BOXES_H
#define TACTI_BROAD_BOXES_H

#include <stddef.h>

#include "base/simd.h"
#include "math/vec.h"

/* Copies the pairs whose boxes overlap, in their order; returns how many. There is room for all. */
typedef size_t tacti_pairs_filter(const tact_box *boxes, const uint32_t *pairs, size_t count,
                                  uint32_t *out);
TACTI_DECLARE_LEVELS(tacti_pairs_filter, tacti_pairs_filter)

/* Whether each box is within the other one of its number. */
typedef bool tacti_boxes_within(const tact_box *boxes, const tact_box *others, uint32_t count);
TACTI_DECLARE_LEVELS(tacti_boxes_within, tacti_boxes_within)

/* Whether no box has a NaN or is inverted. */
typedef bool tacti_boxes_fine(const tact_box *boxes, uint32_t count);
TACTI_DECLARE_LEVELS(tacti_boxes_fine, tacti_boxes_fine)

#endif
