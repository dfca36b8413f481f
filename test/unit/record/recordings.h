/* SPDX-License-Identifier: MIT */
/* Recordings of random worlds and questions, and their texts. */
#ifndef TACT_TEST_RECORDINGS_H
#define TACT_TEST_RECORDINGS_H

#include "../model/models.h"

/* Plays a crowd of models of every kind, with everything that can happen to a world, and records
 * it. One step fails if fails is set. *hash receives the hash of the world at the end. */
void play_world(const zoo *z, const tact_context *context, uint64_t seed, bool fails,
                tact_recording *recording, uint64_t *hash);
/* Asks a random question about two models of the zoo, and records it. */
void play_question(const zoo *z, test_rng *rng, tact_recording *recording);

/* A recording's text, which the caller frees. */
char *text_of(tact_recording *recording, size_t *bytes);
/* Replaces the last line by one with the right checksum. The text has room for it. */
void fit_checksum(char *text, size_t bytes);
tact_recording *recording_of(const tact_context *context, const char *text, size_t bytes);
tact_replay_report replay_of(const tact_recording *recording, const tact_context *context);

#endif
