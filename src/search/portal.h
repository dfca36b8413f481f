/* SPDX-License-Identifier: MIT */
/* A last try to prove that smooth bodies touch. */
#ifndef TACTI_SEARCH_PORTAL_H
#define TACTI_SEARCH_PORTAL_H

#include "shape/body.h"

/* Whether smooth bodies touch for certain. False if that remains open. */
bool tacti_surround(const tacti_bodies *bodies);

#endif
