/* SPDX-License-Identifier: MIT */
/* Soups with hierarchies over them and what is known of their insides, for the tests that ask about
 * those. */
#ifndef TACT_TEST_QUERY_SOLIDS_H
#define TACT_TEST_QUERY_SOLIDS_H

#include "bodies.h"
#include "inside/interiors.h"

typedef struct solid {
    soup soup;
    body body;
    tacti_interior *interior;
} solid;

/* The soup is the solid's from then on. */
solid solid_make(const tact_context *context, soup s);
/* Fails the test where the soup is open or crosses itself. */
solid solid_make_simple(soup s);
void solid_free(solid *s);

#endif
