/* SPDX-License-Identifier: MIT */
/* The answers and events of a step. */
#ifndef TACTI_WORLD_OUTPUT_H
#define TACTI_WORLD_OUTPUT_H

#include "world/world.h"

tacti_step_output tacti_output_make(const tact_context *context);
void tacti_output_release(tacti_step_output *output);
/* Empties it but keeps its memory. */
void tacti_output_clear(tacti_step_output *output);
/* Adds it to a hash. */
uint64_t tacti_output_hash(uint64_t sum, const tacti_step_output *output);

#endif
