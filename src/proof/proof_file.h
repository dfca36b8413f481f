/* SPDX-License-Identifier: MIT */
/* What writing and reading the file of a proof share: its first line and its checksum. */
#ifndef TACTI_PROOF_PROOF_FILE_H
#define TACTI_PROOF_PROOF_FILE_H

#include <stddef.h>
#include <stdint.h>

#define TACTI_PROOF_FILE_HEAD "tact-proof 1\n"

/* "end ", 16 hexadecimal digits and a line end. */
#define TACTI_PROOF_FILE_TAIL 21

#define TACTI_PROOF_HASH_START UINT64_C(0xcbf29ce484222325)

/* Continues a checksum (FNV-1a, 64 bits). Each step is one-to-one in the sum so far and in the
 * byte, so a single changed byte always changes the checksum. */
static inline uint64_t tacti_proof_hash(uint64_t sum, const unsigned char *data, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

#endif
