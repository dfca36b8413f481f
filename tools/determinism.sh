#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds test/determinism/hash.c with gcc and clang at -O0 and -O3 and runs it with 1 and 4 workers.
# At -O3 the library is that of the release presets, as ./dev test builds them.
# The program takes the number of workers and prints one line with two hashes of results: of the rooms
# beneath the front door, and of the front door; all runs must print what
# test/determinism/expected.txt says.
# A change of the hash is a change of results: write the new one down only with its reason.
set -eu
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/build.sh

expected=$(cat test/determinism/expected.txt)
failures=0

# build_hash COMPILER LEVEL: builds the program and sets folder.
build_hash() {
    case $1$2 in
    gcc-O3)
        folder=build/release
        build_release
        ;;
    clang-O3)
        folder=build/release-clang
        build_release_clang
        ;;
    *)
        folder=build/matrix/$1$2
        tools/configure_matrix.sh "$1" "$2"
        cmake --build "$folder" --target "$build_target" -- -j "$(job_count)"
        ;;
    esac
}

build_target=determinism_hash
for compiler in gcc clang; do
    for level in -O0 -O3; do
        build_hash "$compiler" "$level"
        for workers in 1 4; do
            hash=$("$folder/test/determinism_hash" "$workers")
            if [ "$hash" = "$expected" ]; then
                say "ok: $compiler $level, $workers workers: $hash"
            else
                say "FAILED: $compiler $level, $workers workers: $hash, expected $expected"
                failures=$((failures + 1))
            fi
        done
    done
done
[ "$failures" -eq 0 ] || die "$failures of 8 runs gave other bits"
say "8 runs gave the hashes $expected"
