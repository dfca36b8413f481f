#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/check_limits.sh: builds small trees in a temporary folder, within every bar or above one,
# and looks for the right complaint and the right row.
set -eu
checker=$(cd "$(dirname "$0")" && pwd)/check_limits.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# fill FILE LINES: a file of that many lines, without a function.
fill() {
    [ -d "$tree/${1%/*}" ] || mkdir -p "$tree/${1%/*}"
    awk -v lines="$2" 'BEGIN { for (i = 0; i < lines; i++) print "/* line */" }' >"$tree/$1"
}

# add_function FILE LINES HEAD: a function of that many lines, from its head to its last brace.
add_function() {
    {
        echo "$3 {"
        awk -v lines="$2" 'BEGIN { for (i = 2; i < lines; i++) print "    work();" }'
        echo '}'
    } >>"$tree/$1"
}

clean_tree() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/src"
    printf '%s\n' '# layer room' '0 base' '1.2 math' >"$tree/src/layers.txt"
    fill src/base/a.h 90
    fill src/base/a.c 100
    add_function src/base/a.c 60 'static int longest(int a, void (*b)(int, int), int c, int d, int e, int f)'
    fill src/math/b.c 700
    fill test/t.c 10
}

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# accept NAME PATTERN: no bar is broken and a line matches.
accept() {
    if ! output=$(sh "$checker" "$tree"); then
        fail "$1: $output"
    elif ! printf '%s\n' "$output" | grep -Eq -- "$2"; then
        fail "$1: not found in: $output"
    else
        echo "ok: $1"
    fi
}

# expect NAME PATTERN: one bar is broken, as a line that matches says.
expect() {
    if output=$(sh "$checker" "$tree"); then
        fail "$1: accepted"
    elif ! printf '%s\n' "$output" | grep -Eq -- "^too large: $2"; then
        fail "$1: complained otherwise: $output"
    elif ! printf '%s\n' "$output" | grep -q '^broken bars: 1;'; then
        fail "$1: more than one bar: $output"
    else
        echo "ok: $1"
    fi
}

clean_tree
accept "clean tree" '^broken bars: 0; functions with more than 6 parameters: 0$'
accept "row of a room" '^0 +base +2 +250 +125\.0 +160 +60 +0\.0 +0 +0$'
accept "row of a room with a point in its layer" '^1\.2 +math +1 +700 +700\.0 +700 +0 '
accept "row of the library" '^ +src +3 +950 +160\.0 +700 +60 +0\.0 +0 +0$'
accept "row of a folder" '^ +test +1 +10 +10\.0 +10 +0$'

clean_tree
add_function src/base/a.c 61 'static int too_long(void)'
expect "function of 61 lines" 'src/base/a\.c:161: too_long has 61 lines'

clean_tree
{
    printf '%s\n' 'static int one(void) { return 1; }' 'static void two(int a,' \
        '                int b)' '{'
    awk 'BEGIN { for (i = 0; i < 60; i++) print "    f(a);" }'
    echo '}'
} >>"$tree/test/t.c"
expect "long function after a short one" 'test/t\.c:12: two has 64 lines'

clean_tree
{
    printf '%s\n' 'static const int table[] = {'
    awk 'BEGIN { for (i = 0; i < 80; i++) print "    NUMBER(1)," }'
    echo '};'
} >>"$tree/test/t.c"
accept "a table is not a function" '^ +test +1 +92 '

clean_tree
fill bench/b.c 701
expect "file of 701 lines" 'bench/b\.c: 701 lines'

clean_tree
i=0
while [ $i -lt 39 ]; do
    fill "src/base/f$i.c" 100
    i=$((i + 1))
done
expect "room of 41 files" 'src/base: 41 files'

clean_tree
rm "$tree/src/math/b.c"
fill src/base/b.h 20
fill src/base/c.h 60
expect "median below its bar" 'src: the median file has 75 lines'

clean_tree
fill src/base/a.h 400
fill src/base/a.c 400
expect "median above its bar" 'src: the median file has 400 lines'

clean_tree
add_function src/base/a.c 5 'int wide(int a, int b, int c, int d, int e, int f, int g)'
accept "function with 7 parameters" '^src/base/a\.c:161: wide has 7 parameters'

clean_tree
printf '%s\n' '#define TACTI_ASSERT(x) ((void)0)' '    TACTI_ASSERT(a); TACTI_ASSERT(b);' \
    >>"$tree/src/math/b.c"
sed -i 1,2d "$tree/src/math/b.c"
accept "assertions per 1000 lines" '^1\.2 +math +1 +700 +700\.0 +700 +0 +2\.9 '

clean_tree
echo '#include "math/b.h"' >>"$tree/src/base/a.c"
fill src/math/b.h 90
fill src/math/c.h 90
echo '#include "math/c.h"' >>"$tree/src/math/b.h"
echo '#include "math/b.h"' >>"$tree/src/math/c.h"
accept "include upward" '^0 +base .* 1 +0$'
accept "cycle" '^1\.2 +math .* 0 +1$'

rm -rf "${tree:?}"/src
expect_empty=$(sh "$checker" "$tree" 2>&1) && fail "tree without sources: accepted"
case $expect_empty in
*"no source files found"*) echo "ok: tree without sources" ;;
*) fail "tree without sources: $expect_empty" ;;
esac

[ "$failures" -eq 0 ] || exit 1
