/* SPDX-License-Identifier: MIT */
/* The walks for contacts by SIMD level. */
#include "contacts/contacts_walk.h"

tacti_walk_end tacti_walk_contacts(tacti_contact_walk *walk) {
    static tacti_pair_walk *const table[] = TACTI_LEVEL_TABLE(tacti_walk_contacts);
    return table[tacti_simd_row(walk->pair->level)](walk);
}

tacti_walk_end tacti_walk_self(tacti_contact_walk *walk) {
    static tacti_pair_walk *const table[] = TACTI_LEVEL_TABLE(tacti_walk_self);
    return table[tacti_simd_row(walk->pair->level)](walk);
}
