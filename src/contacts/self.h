/* SPDX-License-Identifier: MIT */
/* One mesh and itself, for other rooms. */
#ifndef TACTI_CONTACTS_SELF_H
#define TACTI_CONTACTS_SELF_H

#include "bvh/bvh.h"
#include "contacts/self_contacts.h"

/* Whether the mesh has no self pair (self_pair.h). */
bool tacti_is_simple(const tacti_bvh *bvh);

#endif
