#!/bin/sh
# SPDX-License-Identifier: MIT
# Configures build/matrix/COMPILER-LEVEL with tests, or COMPILER-LEVEL-SIMD with a value of TACT_SIMD.
# Usage: configure_matrix.sh gcc|clang -O0|... [scalar|baseline]
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B "build/matrix/$1$2${3:+-$3}" -G Ninja -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="$2" -DTACT_SIMD="${3:-auto}" -DTACT_WERROR=ON -DTACT_BUILD_TESTS=ON
