#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the tool from outside: what it prints, where, and its exit status.
# Usage: run.sh TACT JSON_CHECK TEST_CLI_PARTS
set -u
tact=$1
json_check=$2
test_parts=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset NO_COLOR
here=$(dirname "$0")
# shellcheck source=test/cli/checks.sh
. "$here/checks.sh"

# The JSON checker must refuse what is not JSON.
line=json_check
: >"$work/out"
: >"$work/err"
for text in '' '{' '[1,]' '{"a":1,}' '{a:1}' '[01]' '[1.]' '[.5]' '[+1]' '[nan]' '"a' '"\x"' '1 2' \
    '["	"]' '{"a" 1}' '[1 2]' 'True' '[-]' '[1e]'; do
    printf '%s' "$text" | "$json_check" 2>/dev/null
    [ $? -eq 1 ]
    verdict $? "refuses $text"
done
for text in '{}' '[]' '0' '-0' '[1e+22, -0.5E-3]' '{"a": [true, false, null], "b\u00e9": "\n"}'; do
    printf '%s' "$text" | "$json_check"
    verdict $? "accepts $text"
done

# Help and version.
ends 2
out_is_empty
err_has 'Usage: tact COMMAND'
for words in help --help -h; do
    ends 0 $words
    out_has 'Usage: tact COMMAND'
    err_is_empty
done
version=$("$tact" --version)
line='tact --version'
printf '%s\n' "$version" | grep -Exq \
    'tact [0-9]+\.[0-9]+\.[0-9]+( \(commit [0-9a-f]{12,40}(-dirty)?\))?'
verdict $? "prints its version and the commit, not '$version'"
ends 0 -V
out_has "$version"
ends 0 --version --json
json_is "\"$(printf '%s' "$version" | cut -d ' ' -f 2)\"" version
case $version in
*commit*) json_is "\"$(printf '%s' "$version" | sed 's/.*(commit \(.*\))/\1/')\"" commit ;;
*) json_is null commit ;;
esac
ends 0 help --json
out_is_json
index=0
while name=$("$json_check" commands $index name <"$work/out" 2>/dev/null); do
    name=$(printf '%s' "$name" | tr -d '"')
    cp "$work/out" "$work/table"
    ends 0 "$name" --help
    cp "$work/out" "$work/help"
    out_has "Usage: tact $name"
    out_has 'Examples'
    out_has "  tact $name"
    awk 'length > 100 { bad = 1 } END { exit bad }' "$work/out"
    verdict $? 'fits into 100 columns'
    out_has '  5  undecided; the output says why'
    option=0
    while long=$("$json_check" commands $index options $option name <"$work/table" 2>/dev/null); do
        out_has "--$(printf '%s' "$long" | tr -d '"')"
        option=$((option + 1))
    done
    [ "$option" -ge 5 ]
    verdict $? 'has the common options'
    ends 0 help "$name"
    cmp -s "$work/out" "$work/help"
    verdict $? 'prints the same as --help'
    ends 0 "$name" --version
    out_has "$version"
    ends 0 help
    out_has "  $name "
    cp "$work/table" "$work/out"
    index=$((index + 1))
done
[ "$index" -ge 9 ]
verdict $? 'lists nine commands or more'

# Wrong usage.
ends 2 trangle
out_is_empty
err_has "no command 'trangle'; did you mean 'triangle'?"
ends 2 qqqqqq
err_has "no command 'qqqqqq'; 'tact help' lists them"
ends 2 help trangle
err_has "did you mean 'triangle'?"
ends 2 --jsno
err_has 'did you mean --json?'
ends 2 demo --jsno
err_has 'has no option --jsno; did you mean --json?'
ends 2 demo --zzzzzzzz=3
err_has 'has no option --zzzzzzzz=3'
ends 2 demo -x
err_has 'has no option -x'
ends 2 demo --json=1
err_has '--json takes no value'
ends 2 demo --color
err_has '--color needs a value'
ends 2 demo --color=green
err_has "--color must be one of auto|always|never, not 'green'"
ends 2 demo extra
err_has "takes no arguments, but 'extra' was given"
ends 2 triangle
err_has 'too few arguments'
ends 2 triangle 1 2 3
err_has "one argument too many: '3'"
ends 2 --quiet triangle 1 2
err_has 'options come after the command: tact triangle --quiet'

# demo. It makes its models in a folder that it removes.
mkdir "$work/tmp"
TMPDIR=$work/tmp
export TMPDIR
ends 0 demo
err_is_empty
rmdir "$work/tmp"
verdict $? 'leaves no files behind'
mkdir "$work/tmp"
out_has 'segment'
out_has '(wrong)'
out_has 'sides 0 0 +: they share a segment'
out_has 'sides - - -: they are'
out_has 'edge 2 of A, edge 0 of B'
out_has 'there, lifted    none'
[ "$(grep -c 'the same, bit for bit' "$work/out")" -eq 2 ]
verdict $? 'reads back both models'
[ "$(grep -c 'closed, consistently oriented, genus 1' "$work/out")" -eq 2 ]
verdict $? 'finds both models closed'
out_has 'ms  contact, triangle '
grep -qE 'all contacts .* ms  [1-9][0-9]+ pairs' "$work/out"
verdict $? 'finds contacts of two models'
grep -qE 'how far\? .* ms  0\.[0-9]+$' "$work/out"
verdict $? 'measures how far apart they are'
awk 'length > 80 { bad = 1 } END { exit bad }' "$work/out"
verdict $? 'fits into 80 columns'
escape=$(printf '\033')
if grep -q "$escape" "$work/out"; then verdict 1 'has no colours in a file'; else verdict 0 ''; fi
ends 0 demo --color always
out_has "${escape}[1m"
ends 0 help
cp "$work/out" "$work/plain"
ends 0 help --color always --color=never
cmp -s "$work/out" "$work/plain"
verdict $? 'the last --color counts'
# On a terminal, if script(1) of util-linux can make one.
if TERM=xterm script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    for variables in TERM=xterm 'TERM=xterm NO_COLOR=1' TERM=dumb; do
        line="$variables tact help on a terminal"
        script -qec "env $variables '$tact' help" /dev/null </dev/null >"$work/out"
        grep -q "$escape" "$work/out"
        found=$?
        case $variables in
        TERM=xterm) [ "$found" -eq 0 ] ;;
        *) [ "$found" -ne 0 ] ;;
        esac
        verdict $? 'has colours only if they are wanted'
    done
else
    echo 'not tested on a terminal: script(1) is missing'
fi
ends 0 demo --quiet
out_is_empty
ends 0 demo --json --color always
out_is_json
json_is '"Two triangles cross"' questions 0 title
json_is '"segment"' questions 0 answers 0 label
json_is '"A gear"' questions 7 title
json_is '"do they collide?"' questions 9 answers 2 label
rmdir "$work/tmp"
ends 3 demo --quiet
err_has "$work/tmp: cannot make a temporary folder there"
unset TMPDIR

# triangle.
ground='0,0,0 4,0,0 0,4,0'
ends 1 triangle "$ground" '1,1,-1 1,1,2 3,1,2'
out_has 'common     segment'
out_has '(1, 1, 0)'
out_has 'face of A, edge 0 of B'
out_has 'distance   0'
ends 0 triangle "$ground" ' 1 1 2
1	2 , 3 2,1,3 '
out_has 'common     nothing'
out_has 'distance   2'
out_has 'vertex 0 of B'
ends 1 triangle --quiet "$ground" "$ground"
out_is_empty
err_is_empty
ends 0 triangle -q "$ground" '1,1,2 1,2,3 2,1,3'
out_is_empty
ends 1 triangle "-1,-1,0 4,0,0 0,4,0" "$ground" --json
out_is_json
json_is '[[-1, -1, 0], [4, 0, 0], [0, 4, 0]]' a
json_is true contact
json_is '"polygon"' overlap kind
json_is 0 distance value
ends 0 triangle --json -- "$ground" '1,1,2 1,2,3 2,1,3'
json_is false contact
json_is '[]' overlap points
json_is 2 distance value
json_is '[1, 1, 2]' distance point_b
json_is '"face"' distance feature_a
json_is '"vertex 0"' distance feature_b
ends 0 triangle --json '-1.7e308,0,0 -1.7e308,1,0 -1.7e308,0,1' '1.7e308,0,0 1.7e308,1,0 1.7e308,0,1'
out_is_json
json_is null distance value
ends 0 triangle --json --quiet "$ground" '1,1,2 1,2,3 2,1,3'
out_is_empty

# Numbers: hexadecimal numbers are exact, and printed numbers read back as the same double.
ends 0 triangle --json '0x1.8p1,-0x1p-1074,0X.8P0 +.5,1.,-1e-2 0,0,0' '9,9,9 9,9,9 9,9,9'
json_is 3 a 0 0
json_is -4.94065645841247e-324 a 0 1
json_is 0.5 a 0 2
json_is '[0.5, 1, -0.01]' a 1
numbers='0.1 0.30000000000000004 1e+22 1.7976931348623157e+308 2.2250738585072014e-308
    0.3333333333333333 9007199254740993 5e-324 -0'
# shellcheck disable=SC2086 # a list of words
set -- $numbers
ends 0 triangle --json "$*" '9,9,9 9,9,9 9,9,9'
printed=$("$json_check" a <"$work/out" | tr -d '[],')
json_is '[0.1, 0.30000000000000004, 1e+22]' a 0
ends 0 triangle --json "$printed" '9,9,9 9,9,9 9,9,9'
[ "$("$json_check" a <"$work/out" | tr -d '[],')" = "$printed" ]
verdict $? 'reads back what it printed'
for locale in de_DE.UTF-8 C POSIX; do
    LC_ALL=$locale
    export LC_ALL
    ends 0 triangle --json "$printed" '9,9,9 9,9,9 9,9,9'
    json_is 0.1 a 0 0
    unset LC_ALL
done

# Bad numbers: which one, and why.
ends 2 triangle "$ground" '1,1,2 1,x2,3 2,1,3'
err_has "triangle B: number 5 is not a number: 'x2'"
ends 2 triangle '0,0,nan 4,0,0 0,4,0' "$ground"
err_has "triangle A: number 3 is not finite: 'nan'"
ends 2 triangle -- "$ground" '-inf,1,2 1,2,3 2,1,3'
err_has "triangle B: number 1 is not finite: '-inf'"
ends 2 triangle "$ground" '1,1,2 1,2,3 2,1,1e309'
err_has 'triangle B: number 9 is beyond the range of double'
ends 2 triangle '0,0,0 4,0,0 0,4' "$ground"
err_has 'triangle A: 8 numbers, but a triangle has 9'
ends 2 triangle "$ground" '1 2 3 4 5 6 7 8 9 10'
err_has 'triangle B: 10 numbers'
ends 2 triangle '' "$ground"
err_has 'triangle A: 0 numbers'
ends 2 triangle '0,,0 4,0,0 0,4,0' "$ground"
err_has 'triangle A: number 2 is missing'
ends 2 triangle '0,0,0 4,0,0 0,4,0,' "$ground"
err_has 'triangle A: number 10 is missing'
out_is_empty

# Output that cannot be written.
for words in 'make --list' help --version 'help --json' 'help --man' 'help --completion bash'; do
    line="tact $words >&-"
    # shellcheck disable=SC2086 # a list of words
    "$tact" $words >&- 2>"$work/err"
    [ $? -eq 3 ]
    verdict $? 'exits with 3 if stdout is closed'
    err_has 'could not be written'
    if [ -w /dev/full ]; then
        line="tact $words >/dev/full"
        # shellcheck disable=SC2086
        "$tact" $words >/dev/full 2>"$work/err"
        [ $? -eq 3 ]
        verdict $? 'exits with 3 if the disk is full'
        err_has 'could not be written: '
    fi
done
line='tact triangle --quiet >&-'
"$tact" triangle --quiet "$ground" "$ground" >&- 2>"$work/err"
[ $? -eq 1 ]
verdict $? 'needs no stdout if it prints nothing'

# Numbers under a locale with a decimal comma, if one can be made.
if LC_ALL=C localedef -i de_DE -f UTF-8 "$work/de_DE.UTF-8" >/dev/null 2>&1; then
    line='test_cli_parts with a decimal comma'
    LOCPATH=$work "$test_parts" >"$work/out" 2>"$work/err"
    verdict $? 'passes'
    out_has "with the locale de_DE.UTF-8, decimal point ','"
else
    echo 'decimal comma not tested: localedef cannot make a locale'
fi

# shellcheck source=test/cli/meshes.sh
. "$here/meshes.sh"
# shellcheck source=test/cli/pairs.sh
. "$here/pairs.sh"
# shellcheck source=test/cli/sweeps.sh
. "$here/sweeps.sh"
# shellcheck source=test/cli/solids.sh
. "$here/solids.sh"
# shellcheck source=test/cli/tolerance.sh
. "$here/tolerance.sh"
# shellcheck source=test/cli/shapes.sh
. "$here/shapes.sh"
# shellcheck source=test/cli/curves.sh
. "$here/curves.sh"
# shellcheck source=test/cli/drawing.sh
. "$here/drawing.sh"
# shellcheck source=test/cli/points.sh
. "$here/points.sh"
# shellcheck source=test/cli/inside.sh
. "$here/inside.sh"
# shellcheck source=test/cli/proofs.sh
. "$here/proofs.sh"
# shellcheck source=test/cli/deform.sh
. "$here/deform.sh"
# shellcheck source=test/cli/sim.sh
. "$here/sim.sh"
# shellcheck source=test/cli/recordings.sh
. "$here/recordings.sh"
# shellcheck source=test/cli/hostile.sh
. "$here/hostile.sh"
# shellcheck source=test/cli/pages.sh
. "$here/pages.sh"
# shellcheck source=test/cli/examples.sh
. "$here/examples.sh"

echo "$checks checks, $failures failed"
[ "$failures" -eq 0 ]
