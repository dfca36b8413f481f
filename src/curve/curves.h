/* SPDX-License-Identifier: MIT */
/* The intersection of two placed meshes as curves and patches. */
#ifndef TACTI_CURVE_CURVES_H
#define TACTI_CURVE_CURVES_H

#include <tact/curve.h>

#include "contacts/contacts.h"

/**
 * Fills a set with the intersection of two placed meshes. If exactly two segments meet in a point,
 * they are parts of one curve. Otherwise curves end in that point. A curve that comes back to such
 * a point is closed and begins there.
 *
 * Segments have the order in which the contacts are sorted. Curves come in the order of their first
 * segment. They run through it from its first point to its second, as tact_triangle_intersect()
 * gives them. Lone points come last, in the order of points. Points come in the order of contacts.
 * The same meshes and poses give the same numbers, to the bit, on every machine and SIMD level.
 *
 * If the budget ends the query, the set is made of the contacts that were found, so curves may be
 * cut. If the watch ends it, the set is made of some of them, or is empty.
 * @return as tacti_mesh_contacts_fill(). The set is empty on failure.
 */
tact_status tacti_curve_set_fill(const tacti_placed *a, const tacti_placed *b,
                                 const tacti_query_desc *desc, tact_curve_set *set,
                                 tact_curve_summary *out);

/** The contacts of the last tacti_curve_set_fill(): how many, what ended it, and its work. */
tacti_contact_summary tacti_curve_set_contacts(const tact_curve_set *set);

#endif
