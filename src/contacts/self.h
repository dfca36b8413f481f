/* SPDX-License-Identifier: MIT */
/* One mesh and itself, for other queries. */
#ifndef TACTI_CONTACTS_SELF_H
#define TACTI_CONTACTS_SELF_H

#include "bvh/bvh.h"
#include "contacts/self_contacts.h"

/* Whether no pair of triangles meets where it should not. */
bool tacti_is_simple(const tacti_bvh *bvh);

#endif
