/* SPDX-License-Identifier: MIT */
/* What queries for all contacts share, whichever walk finds the pairs. */
#ifndef TACTI_QUERY_CONTACTS_H
#define TACTI_QUERY_CONTACTS_H

#include "query/meshes.h"
#include "query/walk.h"

/* A walk that finds pairs. */
typedef tacti_walk_end tacti_pair_walk(tacti_contact_walk *walk);

/* Runs a walk for a visitor. */
void tacti_visit_pairs(tacti_pair_walk *run, const tacti_pair *pair, const tacti_query_desc *desc,
                       tacti_pair_visitor *visitor, void *user, tacti_contact_summary *out);

/* Runs a walk for a list, which is filled anew. */
tact_status tacti_fill_pairs(tacti_pair_walk *run, const tacti_pair *pair,
                             const tacti_query_desc *desc, tact_contact_detail detail,
                             tact_contact_list *list, tacti_contact_summary *out);

/* Empties a list. */
void tacti_contact_list_clear(tact_contact_list *list);

#endif
