# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The manual page and the completion: every command and option is in both, and both work.
ends 0 help --json
cp "$work/out" "$work/table"
ends 0 help --man
err_is_empty
out_has '.TH TACT 1'
for part in NAME SYNOPSIS COMMANDS SHAPES 'COMMON OPTIONS' 'EXIT STATUS'; do
    out_has ".SH $part"
done
# Only the macros that every system has, and no line that is a macro by accident.
if grep -n '^[.'\'']' "$work/out" | grep -vE '^[0-9]+:\.(TH|SH|SS|PP|TP)( |$)' >"$work/err"; then
    verdict 1 'uses known macros only'
fi
# A dash is written as \-, so it can be copied from the page.
if grep -nE '(^|[^\\])-' "$work/out" >"$work/err"; then verdict 1 'has no bare dash'; fi
cp "$work/out" "$work/man"
if command -v groff >/dev/null 2>&1; then
    line='groff -man -ww'
    groff -man -Tascii -ww -z "$work/man" >"$work/out" 2>"$work/err"
    [ ! -s "$work/err" ]
    verdict $? 'has no warnings'
fi
ends 0 help --completion bash
err_is_empty
cp "$work/out" "$work/completion"
ends 2 help --completion tcsh
err_has 'option --completion must be one of bash'

index=0
while name=$("$json_check" commands $index name <"$work/table" 2>/dev/null | tr -d '"') &&
    [ -n "$name" ]; do
    line="the page and the completion of $name"
    grep -q "^\.SS tact $name" "$work/man"
    verdict $? 'is in the manual page'
    grep -q "^    $name)" "$work/completion"
    verdict $? 'is in the completion'
    option=0
    while long=$("$json_check" commands $index options $option name <"$work/table" 2>/dev/null |
        tr -d '"') && [ -n "$long" ]; do
        grep -qF "\\-\\-$(printf '%s' "$long" | sed 's/-/\\-/g')\\fR" "$work/man"
        verdict $? "the manual page has --$long"
        sed -n "/^    $name)/,/;;/p" "$work/completion" | grep -qE -- "[' ]--$long[' ]"
        verdict $? "the completion has --$long"
        option=$((option + 1))
    done
    index=$((index + 1))
done

# completes WORDS EXPECTED: what bash offers for the last word.
completes() {
    line="completion of: $1"
    # shellcheck disable=SC2016 # the inner shell expands
    bash -c '. "$1"; read -r -a COMP_WORDS <<<"$2"
        case $2 in *" ") COMP_WORDS+=("") ;; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tact; echo "${COMPREPLY[*]}"' \
        completion "$work/completion" "$1" >"$work/out" 2>"$work/err"
    verdict $? 'runs'
    err_is_empty
    [ "$(cat "$work/out")" = "$2" ]
    verdict $? "offers $2, not $(cat "$work/out")"
}
if command -v bash >/dev/null 2>&1; then
    completes 'tact in' 'info inside'
    completes 'tact tri' 'triangle'
    completes 'tact --v' '--version'
    completes 'tact help conv' 'convert'
    completes 'tact make ge' 'gear'
    completes 'tact make gear --te' '--text --teeth'
    completes 'tact convert --format s' 'stl'
    completes 'tact convert --format = s' 'stl'
    completes 'tact make gear --teeth ' ''
    completes 'tact info --fail-on nan,zero' 'nan,zero-area'
    completes 'tact info --color a' 'auto always'
    completes "tact info $work/comp" "$work/completion"
    completes "tact make box -o $work/comp" "$work/completion"
    completes 'tact help sha' 'shapes'
    completes 'tact collide capsu' 'capsule:'
    completes "tact depth box:1,1,1 half-" 'half-space:'
    completes "tact collide $work/comp" "$work/completion"
    # As bash splits words at colons.
    completes "tact collide hull : $work/comp" "$work/completion"
    completes "tact collide sphere : $work/comp" ''
    completes 'tact collide --color a' 'auto always'
    if command -v shellcheck >/dev/null 2>&1; then
        line='shellcheck of the completion'
        shellcheck -s bash "$work/completion" >"$work/out" 2>"$work/err"
        verdict $? 'has no findings'
    fi
else
    echo 'completion not tested: bash is missing'
fi
