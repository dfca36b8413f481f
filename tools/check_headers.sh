#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles every header alone: public ones as C17 and as C++11, tact.hpp as C++17 with exceptions and
# without, internal ones as C17, with gcc and clang. Each header is included twice, to test its guard.
set -eu
cd "$(dirname "$0")/.."
. tools/common.sh

strict="-Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only"
c_only="-std=c17 -Wstrict-prototypes -Wmissing-prototypes -Wc++-compat"
cpp_only="-std=c++11 -Wold-style-cast -Wzero-as-null-pointer-constant"
hpp_only="-std=c++17 -Wconversion -Wold-style-cast -Wzero-as-null-pointer-constant"
count=0
failures=0

# compile COMPILER LANGUAGE INCLUDE FLAGS...
compile() {
    compiler=$1
    language=$2
    include=$3
    shift 3
    count=$((count + 1))
    if ! printf '#include %s\n#include %s\n' "$include" "$include" |
        "$compiler" -x "$language" "$@" -Iinclude -; then
        say "FAILED: $include alone as $language with $compiler"
        failures=$((failures + 1))
    fi
}

# shellcheck disable=SC2086 # flags are lists of words
for header in include/tact/*.h; do
    name="<tact/$(basename "$header")>"
    compile gcc c "$name" $strict $c_only
    compile clang c "$name" $strict $c_only
    compile g++ c++ "$name" $strict $cpp_only
    compile clang++ c++ "$name" $strict $cpp_only
done
# shellcheck disable=SC2086
for header in include/tact/*.hpp; do
    name="<tact/$(basename "$header")>"
    for compiler in g++ clang++; do
        compile $compiler c++ "$name" $strict $hpp_only
        compile $compiler c++ "$name" $strict $hpp_only -fno-exceptions -fno-rtti
    done
done
# Functions of an internal header may be static inline and stay unused.
# shellcheck disable=SC2086
for header in src/*/*.h; do
    [ -e "$header" ] || continue
    name="\"${header#src/}\""
    compile gcc c "$name" $strict -std=c17 -Wno-unused-function -Isrc
    compile clang c "$name" $strict -std=c17 -Wno-unused-function -Isrc
done
[ "$failures" -eq 0 ] || die "$failures of $count compilations failed"
say "$count compilations of a header alone"
