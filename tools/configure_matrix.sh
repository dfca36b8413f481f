#!/bin/sh
# SPDX-License-Identifier: MIT
# Configures build/matrix/COMPILER-LEVEL with tests. Usage: configure_matrix.sh gcc|clang -O0|...
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B "build/matrix/$1$2" -G Ninja -DCMAKE_C_COMPILER="$1" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="$2" -DTACT_WERROR=ON -DTACT_BUILD_TESTS=ON
