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
    [ -d "$tree/${1%/*}" ] || mkdir -p "$tree/${1%/*}"
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

# accept NAME: the checker must not complain.
accept() {
    if output=$(sh "$checker" "$tree"); then
        echo "ok: $1"
    else
        echo "FAILED: $1: $output"
        failures=$((failures + 1))
    fi
}

clean_tree
accept "clean tree"

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

# ---- Layers with points ---------------------------------------------------------------------------

# Rooms of divided layers, above those of the clean tree.
dotted_tree() {
    clean_tree
    printf '%s\n' '5.9 shape' '6 bvh' '7 query' '7.2 pair' '7.3 ray' '7.3 box' '7.10 mixed' \
        >>"$tree/src/layers.txt"
    for room in shape bvh query pair ray box mixed; do
        put "src/$room/own.h" '#include <stdint.h>'
    done
}

dotted_tree
put src/mixed/mixed.c '#include "pair/own.h"'
accept "7.10 includes 7.2"

dotted_tree
put src/pair/pair.c '#include "mixed/own.h"'
expect "7.2 includes 7.10" \
    '^src/pair/pair\.c:1: pair \(layer 7\.2\) includes upward: mixed \(layer 7\.10\)$'

dotted_tree
put src/ray/ray.c '#include "box/own.h"'
expect "7.3 includes its sibling 7.3" '^src/ray/ray\.c:1: ray includes its sibling box \(layer 7\.3\)$'

dotted_tree
put src/pair/pair.c '#include "query/own.h"'
accept "7.2 includes 7"

dotted_tree
put src/query/query.c '#include "pair/own.h"'
expect "7 includes 7.2" '^src/query/query\.c:1: query \(layer 7\) includes upward: pair \(layer 7\.2\)$'

dotted_tree
put src/bvh/bvh.c '#include "shape/own.h"'
accept "6 includes 5.9"

dotted_tree
put src/shape/shape.c '#include "bvh/own.h"'
expect "5.9 includes 6" '^src/shape/shape\.c:1: .*upward: bvh'

dotted_tree
echo '7. last' >>"$tree/src/layers.txt"
expect "layer that ends with a point" '^src/layers\.txt: bad row: 7\. last$'

dotted_tree
echo '8 pair' >>"$tree/src/layers.txt"
expect "room with two layers" '^src/layers\.txt: bad row: 8 pair$'

# ---- CMake files of programs ----------------------------------------------------------------------

clean_tree
# shellcheck disable=SC2016 # variables of CMake
printf '%s\n' '# not ../src' 'project(b) # nor tact_objects' 'link(my_tact_objects)' \
    'add_executable(b ${CMAKE_CURRENT_SOURCE_DIR}/src/b.c src/c.c ../srcs/d.c)' \
    >"$tree/bench/CMakeLists.txt"
put src/base/CMakeLists.txt 'add_library(base ../src/base/array.c)'
accept "CMake file with sources of its own"

clean_tree
put bench/CMakeLists.txt 'add_executable(b ../src/base/array.c)'
expect "CMake file that compiles the library" '^bench/CMakeLists\.txt:1: names a path into src/'

clean_tree
# shellcheck disable=SC2016
printf '%s\n' 'include(x)' 'target_include_directories(b PRIVATE ${PROJECT_SOURCE_DIR}/src)' \
    >"$tree/bench/CMakeLists.txt"
expect "CMake file with the headers of the library" '^bench/CMakeLists\.txt:2: names a path into src/'

clean_tree
put apps/cli/more.cmake 'set(sources "../../src/base/array.c")'
expect "CMake module that names the library" '^apps/cli/more\.cmake:1: names a path into src/'

clean_tree
# shellcheck disable=SC2016
put fuzz/CMakeLists.txt 'add_executable(f ${CMAKE_CURRENT_SOURCE_DIR}/../src/base/array.c)'
expect "CMake file that names the library from its folder" '^fuzz/CMakeLists\.txt:1: names a path'

clean_tree
# shellcheck disable=SC2016
printf '%s\n' 'add_executable(f f.c)' 'target_sources(f PRIVATE $<TARGET_OBJECTS:tact_objects>)' \
    >"$tree/bench/CMakeLists.txt"
expect "CMake file that links the objects of the library" '^bench/CMakeLists\.txt:2: names tact_objects'

# ---- Cycles ---------------------------------------------------------------------------------------

clean_tree
put src/math/a.h '#include "math/own.h"'
put src/math/a.c '#include "math/b.h"'
put src/math/b.h '#include <stdint.h>'
put src/math/b.c '#include "math/a.h"'
expect "two modules that include each other" \
    '^src/math/a\.c:1: cycle: src/math/a\.c includes src/math/b\.h, src/math/b\.c includes src/math/a\.h$'

clean_tree
printf '%s\n' '/* why */' '#include "math/b.h"' >"$tree/src/math/a.h"
put src/math/b.h '#include "math/c.h"'
put src/math/c.h '#include <stdint.h>'
put src/math/c.c '#include "math/a.h"'
expect "three modules in a circle" '^src/math/a\.h:2: cycle: .*a\.h includes .*b\.h, .*c\.c includes .*a\.h$'

clean_tree
put src/math/gjk.h '#include <stdint.h>'
put src/math/gjk.c '#include "math/gjk_parts.h"'
put src/math/gjk_parts.h '#include "math/gjk.h"'
put src/math/gjk_parts_one.c '#include "math/gjk.h"'
accept "a source with headers for its parts"

clean_tree
put src/math/gjk.h '#include <stdint.h>'
put src/math/gjk.c '#include "math/gjks.h"'
put src/math/gjks.h '#include "math/gjk.h"'
expect "a name that continues without an underscore" '^src/math/gjk\.c:1: cycle: '

clean_tree
put src/math/sat_box.h '#include <stdint.h>'
put src/math/sat_box.c '#include "math/sat_lane.h"'
put src/math/sat_lane.h '#include "math/sat_box.h"'
expect "names that share a first word without a module of that name" '^src/math/sat_box\.c:1: cycle: '

clean_tree
put src/math/gjk.c '#include "math/low_gjk.h"'
put src/math/low_gjk.h '#include "math/low.h"'
put src/math/low.h '#include <stdint.h>'
put src/math/low.c '#include "math/gjk.h"'
put src/math/gjk.h '#include <stdint.h>'
expect "a cycle through a part of a subject" '^src/math/gjk\.c:1: cycle: .*low_gjk\.h, .*low\.c includes .*gjk\.h$'

clean_tree
put src/math/a.h '#include "math/own.h"'
put src/math/b.h '#include "math/own.h"'
printf '%s\n' '#include "math/a.h"' '#include "math/b.h"' >"$tree/src/math/c.c"
accept "two ways to one header"

[ "$failures" -eq 0 ] || exit 1
