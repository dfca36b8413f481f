/* SPDX-License-Identifier: MIT */
/* Soups with hierarchies over them and with data about their insides, for tests of the inside. */
#ifndef TACT_TEST_QUERY_SOLIDS_H
#define TACT_TEST_QUERY_SOLIDS_H

#include "bodies.h"
#include "inside/interiors.h"

typedef struct solid {
    soup soup;
    body body;
    tacti_interior *interior;
} solid;

/* Takes ownership of the soup. */
solid solid_make(const tact_context *context, soup s);
/* Fails the test if the soup is open or crosses itself. */
solid solid_make_simple(soup s);
void solid_free(solid *s);

#endif
