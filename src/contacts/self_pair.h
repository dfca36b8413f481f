/* SPDX-License-Identifier: MIT */
/* Two triangles of one mesh: do they meet where they should not. */
#ifndef TACTI_CONTACTS_SELF_PAIR_H
#define TACTI_CONTACTS_SELF_PAIR_H

#include <tact/prim.h>

#include "contacts/self_contacts.h"

/* Whether two finite triangles meet improperly by the rule of tacti_self_visit(). Exact. */
bool tacti_is_self_pair(const tact_triangle *a, const tact_triangle *b);

#endif
