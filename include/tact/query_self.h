/* SPDX-License-Identifier: MIT */
/**
 * @file query_self.h
 * One mesh and itself: which of its triangles meet where they should not.
 */
#ifndef TACT_QUERY_SELF_H
#define TACT_QUERY_SELF_H

#include <tact/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Calls visitor for every pair of triangles a < b of a mesh that meet where they should not, in no
 * particular order. Triangles whose corners have equal coordinates share these corners:
 * - no shared corner: the pair counts where it has a point in common;
 * - one: where it meets beyond that corner;
 * - two: where both lie in one plane and are folded onto each other;
 * - three: always.
 *
 * A pair with a triangle of zero area counts wherever it has a point in common.
 * @param bvh     the mesh, at its own coordinates
 * @param desc    budget; NULL for the defaults
 * @param visitor false ends the query
 * @param user    is handed to the visitor
 * @param out     receives the answer
 * @return TACT_INVALID_ARGUMENT.
 */
TACT_API tact_status tact_self_visit(const tact_bvh *bvh, const tact_query_desc *desc,
                                     tact_pair_visitor *visitor, void *user,
                                     tact_contact_summary *out);

/** Fills a list with the same pairs, as tact_contacts_fill() does, with its statuses. */
TACT_API tact_status tact_self_fill(const tact_bvh *bvh, const tact_query_desc *desc,
                                    tact_contact_detail detail, tact_contact_list *list,
                                    tact_contact_summary *out);

#ifdef __cplusplus
}
#endif

#endif
