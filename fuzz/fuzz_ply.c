/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a PLY file. */
#include "read_and_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read_and_check(data, size, TACT_FORMAT_PLY);
    return 0;
}
