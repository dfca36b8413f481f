#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the scripts over the whole interface are whole:
#   test/unit/model/script*.c calls every public function that returns a status, so every function
#   that can allocate fails there at every allocation;
#   fuzz/fuzz_script.c and fuzz/script_*.c call every public function.
# Usage: check_scripts.sh [ROOT]. Prints one line for each function that is missing.
set -eu
unset CDPATH
cd "${1:-$(dirname "$0")/..}"
# shellcheck source=tools/common.sh
. tools/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
list_public_functions | cut -d ' ' -f 2 | sort -u >"$work/all"
cat include/tact/*.h | sed -n 's/^TACT_API tact_status \(tact_[a-z0-9_]*\)(.*/\1/p' |
    sort -u >"$work/fallible"

# missing FUNCTIONS FILE...: the functions that no file calls.
missing() {
    functions=$1
    shift
    cat "$@" | grep -Eo 'tact_[a-z0-9_]+\(' | tr -d '(' | sort -u | comm -23 "$functions" -
}

if [ ! -s "$work/all" ] || [ ! -s "$work/fallible" ]; then
    die "the headers declare no functions"
fi
missing "$work/fallible" test/unit/model/script*.c |
    sed 's/^/the script of test_script.c does not call /' >"$work/bad"
missing "$work/all" fuzz/fuzz_script.c fuzz/script_*.c |
    sed 's/^/the script fuzzer does not call /' >>"$work/bad"
cat "$work/bad"
[ ! -s "$work/bad" ] || exit 1
say "the test calls $(wc -l <"$work/fallible") functions, the fuzzer $(wc -l <"$work/all")"
