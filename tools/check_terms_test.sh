#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/check_terms.sh: changes a small page in a temporary folder and looks for the right
# complaint.
set -eu
checker=$(cd "$(dirname "$0")" && pwd)/check_terms.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

mkdir -p "$tree/docs" "$tree/src/math" "$tree/src/base" "$tree/test/unit/math"
echo 'double error = 0x4p-53 *' >"$tree/src/math/sum.c"
echo '    size;' >>"$tree/src/math/sum.c"
echo 'static void test_sum(void **state) {' >"$tree/test/unit/math/test_sum.c"

# expect NAME PATTERN ROW: the page with this row is accepted if the pattern is "1 rows", and refused otherwise.
expect() {
    printf '%s\n' "Without terms: \`base\`." '## math' '| file | term | covers | test |' '|---|---|---|---|' \
        "$3" >"$tree/docs/error-terms.md"
    if output=$(sh "$checker" "$tree"); then
        [ "$2" = "1 rows" ] || output="accepted: $output"
    elif [ "$2" = "1 rows" ]; then
        output="refused: $output"
    fi
    if printf '%s\n' "$output" | grep -qF -- "$2"; then
        echo "ok: $1"
    else
        echo "FAILED: $1: $output"
        failures=$((failures + 1))
    fi
}

test="\`math/test_sum.c\` \`test_sum\`"
expect "a test" "1 rows" "| \`sum.c\` | \`0x4p-53 * size\` | sums | $test |"
expect "a reason" "1 rows" "| \`sum.c\` | \`0x4p-53\` | sums | none: covered by more |"
expect "no file" "src/math/gone.c does not exist" "| \`gone.c\` | \`0x4p-53\` | sums | $test |"
expect "no term" "does not contain 0x5p-53" "| \`sum.c\` | \`0x5p-53\` | sums | $test |"
expect "no test" "does not have the test test_no" \
    "| \`sum.c\` | \`0x4p-53\` | sums | \`math/test_sum.c\` \`test_no\` |"
expect "neither" "neither a test nor a reason" "| \`sum.c\` | \`0x4p-53\` | sums | none: |"
expect "three columns" "a row has four columns" "| \`sum.c\` | \`0x4p-53\` | sums |"
rm -r "$tree/src/base"
mkdir "$tree/src/exact"
expect "no room" "does not mention the room exact" "| \`sum.c\` | \`0x4p-53\` | sums | $test |"
exit $((failures > 0))
