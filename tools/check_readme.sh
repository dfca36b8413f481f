#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the first C block of README.md, runs it, and compares what it prints with the text block
# that follows. Usage: check_readme.sh LIBTACT.a
set -eu
library=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
. tools/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# block LANGUAGE: the first code block of README.md in that language.
block() {
    awk -v fence="\`\`\`$1" '
        $0 == fence && !done { inside = 1; next }
        /^```/ && inside { inside = 0; done = 1 }
        inside { print }' README.md
}

block c >"$work/hello.c"
block text >"$work/expected"
[ -s "$work/hello.c" ] || die "README.md has no example"
[ -s "$work/expected" ] || die "README.md does not say what its example prints"
gcc -std=c17 -Wall -Wextra -Wconversion -Werror -Iinclude "$work/hello.c" "$library" -lm -pthread \
    -o "$work/hello"
"$work/hello" >"$work/printed"
diff -u "$work/expected" "$work/printed"
say "the example of README.md prints what it says"
