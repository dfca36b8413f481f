/* SPDX-License-Identifier: MIT */
/* Self pairs: two triangles of one mesh that meet beyond what they share. */
#ifndef TACTI_CONTACTS_SELF_PAIR_H
#define TACTI_CONTACTS_SELF_PAIR_H

#include <tact/prim.h>

#include "contacts/self_contacts.h"

/* Whether two finite triangles are a self pair by the rule of tacti_self_visit(). Exact. */
bool tacti_is_self_pair(const tact_triangle *a, const tact_triangle *b);

#endif
