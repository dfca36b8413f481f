/* SPDX-License-Identifier: MIT */
/* Contacts of a step by brute force: all pairs of features, asked one by one. */
#ifndef TACT_TEST_DEFORM_BRUTE_H
#define TACT_TEST_DEFORM_BRUTE_H

#include "support.h"

typedef struct contact_list {
    size_t count, room;
    uint32_t calls;
    tact_deform_contact *items; /* to be freed */
} contact_list;

/* A visitor that appends to a list. */
void take_contacts(void *user, const tact_deform_contact *contacts, size_t count);
/* The contacts within a deformable with some kind of culling; saved receives what it did. */
contact_list ask_culled(const tact_deform *deform, uint32_t culling, tact_deform_saved *saved);
/* All contacts in the order of tact_deform_contacts(). b may be NULL. */
contact_list find_contacts(const tact_deform *a, const tact_deform *b,
                           const tact_impact_options *options);
/* Bit by bit. */
void assert_same_contacts(const contact_list *a, const contact_list *b);

#endif
