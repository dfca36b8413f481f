#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/check_layers.sh: builds small trees in a temporary folder, a clean one and one for
# each kind of violation, and looks for the right complaint at the right place.
set -eu
checker=$(cd "$(dirname "$0")" && pwd)/check_layers.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# Writes one line into a file of the tree.
put() {
    mkdir -p "$tree/$(dirname "$1")"
    printf '%s\n' "$2" >"$tree/$1"
}

clean_tree() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/src"
    printf '%s\n' '# layer room' '0 base' '1 math' '2 bv' '2 prim' >"$tree/src/layers.txt"
    put include/tact/base.h '#include <stdint.h>'
    put include/tact/math.h '#include <tact/base.h>'
    printf '%s\n' '#include <tact/base.h>' '#include <tact/math.h>' >"$tree/include/tact/tact.h"
    put include/tact/tact.hpp '#include <tact/tact.h>'
    put src/base/array.h '#include <tact/base.h>'
    put src/math/vec.c '#include "base/array.h"'
    put src/math/pose.c '#  include <tact/math.h>'
    put src/prim/tri.h '#include "math/own.h"'
    put src/math/own.h '#include <math.h>'
    put src/bv/box.h '#include <tact/math.h>'
    put apps/cli/main.c '#include "options.h"'
    put apps/cli/options.h '#include <tact/tact.h>'
    put bench/bench_base.c '#include "scenes.h"'
    put bench/peers/peer.c '#include "support.h"'
    put bench/peers/other.cpp '#include "../support/support.h"'
    put bench/support/support.h '#include <tact/tact.h>'
    put bench/CMakeLists.txt 'add_executable(bench_base bench_base.c) # src/ is not named'
    put src/CMakeLists.txt 'target_include_directories(tact_objects PRIVATE ../src)'
    put scenes/scenes.h '#include <tact/tact.h>'
}

# expect NAME PATTERN: the checker must complain with a line that matches.
expect() {
    if output=$(sh "$checker" "$tree"); then
        echo "FAILED: $1: accepted"
        failures=$((failures + 1))
    elif ! printf '%s\n' "$output" | grep -Eq -- "$2"; then
        echo "FAILED: $1: complained otherwise: $output"
        failures=$((failures + 1))
    elif [ "$(printf '%s\n' "$output" | wc -l)" -ne 1 ]; then
        echo "FAILED: $1: more than one complaint: $output"
        failures=$((failures + 1))
    else
        echo "ok: $1"
    fi
}

clean_tree
if output=$(sh "$checker" "$tree"); then
    echo "ok: clean tree ($output)"
else
    echo "FAILED: clean tree: $output"
    failures=$((failures + 1))
fi

clean_tree
printf '%s\n' '/* why */' '#include "prim/tri.h"' >"$tree/src/math/vec.c"
expect "upward include" '^src/math/vec\.c:2: math \(layer 1\) includes upward: prim \(layer 2\)$'

clean_tree
put src/base/array.c '#include <tact/math.h>'
expect "upward include of a public header" '^src/base/array\.c:1: .*upward: math'

clean_tree
put src/prim/tri.c '#include "bv/box.h"'
expect "sideways include" '^src/prim/tri\.c:1: prim includes its sibling bv'

clean_tree
put src/math/vec.c '#include <tact/tact.h>'
expect "umbrella header in the library" '^src/math/vec\.c:1: .*umbrella'

clean_tree
put src/math/vec.c '#include "own.h"'
expect "include without its room" '^src/math/vec\.c:1: write "room/file\.h"'

clean_tree
put src/prim/tri.c '#include "../base/array.h"'
expect "relative include" '^src/prim/tri\.c:1: write "room/file\.h"'

clean_tree
put src/math/vec.c '#include "gone/file.h"'
expect "include of an unknown room" '^src/math/vec\.c:1: includes the unknown room gone'

clean_tree
put src/math/vec.c '#include "base/gone.h"'
expect "include of a missing file" '^src/math/vec\.c:1: src/base/gone\.h does not exist'

clean_tree
put src/math/vec.c '#include SOME_MACRO'
expect "computed include" '^src/math/vec\.c:1: an include must name its file'

clean_tree
put src/extra/x.c '#include <tact/base.h>'
expect "unknown room" '^src/extra/x\.c:0: the room extra is not in src/layers\.txt'

clean_tree
put src/loose.c '#include <tact/base.h>'
expect "file in no room" '^src/loose\.c:0: .*no room'

clean_tree
printf '%s\n' '#include <stdint.h>' '#include <tact/math.h>' >"$tree/include/tact/base.h"
expect "upward include between public headers" '^include/tact/base\.h:2: .*upward: math'

clean_tree
put include/tact/math.h '#include "math/own.h"'
expect "public header with an internal one" '^include/tact/math\.h:1: a public header includes'

clean_tree
put include/tact/tact.h '#include <tact/base.h>'
expect "umbrella header not complete" '^include/tact/tact\.h:0: does not include <tact/math\.h>'

clean_tree
put include/tact/base_part.h '#include <tact/math.h>'
printf '%s\n' '#include <tact/base_part.h>' >>"$tree/include/tact/tact.h"
expect "part of a room that includes upward" '^include/tact/base_part\.h:1: .*upward: math'

clean_tree
put include/tact/math.h '#include <tact/tact.hpp>'
expect "public header that includes the C++ layer" '^include/tact/math\.h:1: .*unknown room'

clean_tree
put include/tact/tact.hpp '#include "base/array.h"'
expect "C++ layer with an internal header" '^include/tact/tact\.hpp:1: a public header includes'

clean_tree
put include/tact/extra.h '#include <tact/base.h>'
expect "public header of no room" '^include/tact/extra\.h:0: a public header is'

clean_tree
put apps/cli/main.c '#include "base/array.h"'
expect "program with an internal header" '^apps/cli/main\.c:1: .*neither its own nor public'

clean_tree
put bench/bench_base.c '#include "../src/base/array.h"'
expect "program that reaches into src" '^bench/bench_base\.c:1: .*outside of its folder'

clean_tree
put bench/peers/peer.c '#include "../../test/support/support.h"'
expect "program that reaches into test" '^bench/peers/peer\.c:1: .*outside of its folder'

clean_tree
put apps/cli/main.c '#include "support/support.h"'
expect "program with a file of another one" '^apps/cli/main\.c:1: .*neither its own nor public'

clean_tree
put fuzz/fuzz_base.c '#include <base/array.h>'
expect "program with an internal header in angle brackets" '^fuzz/fuzz_base\.c:1: .*internal'

clean_tree
put examples/first.cpp '#include "math/own.h"'
expect "C++ program with an internal header" '^examples/first\.cpp:1: .*neither its own nor public'

clean_tree
put bench/CMakeLists.txt 'target_include_directories(bench_base PRIVATE ../src)'
expect "program that is built with internal headers" '^bench/CMakeLists\.txt:1: .*not from src/'

clean_tree
put bench/peers/peer.cmake 'add_library(again STATIC ../src/math/vec.c)'
expect "program that compiles sources of the library" '^bench/peers/peer\.cmake:1: .*not from src/'

clean_tree
put apps/cli/CMakeLists.txt 'target_link_libraries(tact_cli PRIVATE tact_objects)'
expect "program with the objects of the library" '^apps/cli/CMakeLists\.txt:1: .*not from src/'

[ "$failures" -eq 0 ] || exit 1
