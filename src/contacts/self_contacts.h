/* SPDX-License-Identifier: MIT */
/* Where a mesh meets itself. */
#ifndef TACTI_CONTACTS_SELF_CONTACTS_H
#define TACTI_CONTACTS_SELF_CONTACTS_H

#include "contacts/contacts.h"

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
tact_status tacti_self_visit(const tacti_bvh *bvh, const tacti_query_desc *desc,
                             tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out);

/** Fills a list with the same pairs, as tacti_mesh_contacts_fill() does, with its statuses. */
tact_status tacti_self_fill(const tacti_bvh *bvh, const tacti_query_desc *desc,
                            tact_contact_detail detail, tact_contact_list *list,
                            tacti_contact_summary *out);

#endif
