#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds test/determinism/hash.c with gcc and clang at -O0 and -O3, and once each in plain C without
# vector intrinsics, and runs it with 1 and 4 workers. At -O3 the library is that of the release presets,
# and plain C with gcc is that of the preset scalar, as ./dev test builds them.
# The program takes the number of workers and prints one line with seven hashes of results: of the rooms
# beneath the front door, of the front door, of inputs full of ties, of recordings, and of bodies that bend; all runs must print what
# test/determinism/expected.txt says. It hashes at every SIMD level up to the best one and fails if they differ. So that each level is
# also the best one of a process once, it runs with each level in the variable TACT_SIMD.
# A change of the hash is a change of results: write the new one down only with its reason.
set -eu
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/build.sh

expected=$(cat test/determinism/expected.txt)
runs=0
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
    gcc-scalar)
        folder=build/scalar
        build_preset scalar
        ;;
    clang-scalar)
        folder=build/matrix/clang-O1-scalar
        tools/configure_matrix.sh clang -O1 scalar
        cmake --build "$folder" --target "$build_target" -- -j "$(job_count)"
        ;;
    *)
        folder=build/matrix/$1$2
        tools/configure_matrix.sh "$1" "$2"
        cmake --build "$folder" --target "$build_target" -- -j "$(job_count)"
        ;;
    esac
}

# run_hash NAME WORKERS: runs the program in folder and compares what it prints.
run_hash() {
    hash=$("$folder/test/determinism_hash" "$2") || hash="nothing"
    runs=$((runs + 1))
    if [ "$hash" = "$expected" ]; then
        say "ok: $1, $2 workers: $hash"
    else
        say "FAILED: $1, $2 workers: $hash, expected $expected"
        failures=$((failures + 1))
    fi
}

build_target=determinism_hash
for compiler in gcc clang; do
    for level in -O0 -O3 -scalar; do
        build_hash "$compiler" "$level"
        for workers in 1 4; do
            run_hash "$compiler $level" "$workers"
        done
    done
done
folder=build/release
for simd in baseline avx2 avx512; do
    TACT_SIMD=$simd run_hash "gcc -O3, TACT_SIMD=$simd" 4
done
[ "$failures" -eq 0 ] || die "$failures of $runs runs gave other bits"
say "$runs runs gave the hashes $expected"
