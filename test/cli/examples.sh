# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# The examples of docs/cli.md: each block of text with commands is run in one folder, and prints what
# the page shows. An example that leaves out lines ("  ...") is not run.
examples=$work/examples
mkdir "$examples"
awk -v folder="$examples" '
    /^```/ { inside = $0 == "```text"; next }
    inside && /^\$ tact / {
        name = sprintf("%s/%03d", folder, ++count)
        print substr($0, 3) >(name ".command")
        printf "" >(name ".wanted")
        next
    }
    inside && count > 0 { print >(name ".wanted") }
' "$here/../../docs/cli.md"
tools=$(cd "$(dirname "$tact")" && pwd)
ran=0
for command in "$examples"/*.command; do
    wanted=${command%.command}.wanted
    line=$(cat "$command")
    if grep -q '^  \.\.\.$' "$wanted"; then continue; fi
    (cd "$examples" && PATH=$tools:$PATH sh -c "$line" >"$work/out" 2>&1)
    : >"$work/err"
    # Blank lines separate the examples of a block.
    [ "$(cat "$work/out")" = "$(cat "$wanted")" ]
    verdict $? 'prints what docs/cli.md shows'
    ran=$((ran + 1))
done
[ "$ran" -ge 15 ]
verdict $? "finds the examples of docs/cli.md, not $ran"
