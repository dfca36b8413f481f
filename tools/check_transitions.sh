#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds calls from AVX code to SSE code while the upper halves of vector registers may be in use. Exit
# status 1 if there are any.
# Usage: check_transitions.sh LIBRARY [--list] [--seldom NAME]. LIBRARY is a shared library with
# symbols, built with optimisation; --list prints every place; calls of the function NAME do not count.
# On some processors each such call costs about 100 ns: the
# caller must clear the halves first (vzeroupper), which gcc does at the ends of functions but not before
# calls within a file.
#
# A function is AVX code if it has VEX instructions, and SSE code if it or a function that it calls has
# others on vector registers, or if it is in another library. Within AVX code the state (may be in use, or clear) is followed along all
# jumps and calls: 256- and 512-bit instructions set it, vzeroupper clears it. Functions are entered with
# it clear unless a direct call shows otherwise. Calls through pointers are counted apart: their targets
# are not known here. Functions that do not return do not count.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/common.sh
. tools/common.sh

[ $# -ge 1 ] || die "usage: check_transitions.sh LIBRARY [--list] [--seldom NAME]"
library=$1
list=
seldom=
shift
while [ $# -gt 0 ]; do
    case $1 in
    --list) list=--list ;;
    --seldom)
        shift
        seldom=$1
        ;;
    *) die "there is no option $1" ;;
    esac
    shift
done
[ -r "$library" ] || die "there is no library $library"
objdump -d --no-show-raw-insn "$library" | awk -v list="$list" -v seldom="$seldom" '
# Instructions are numbered; a function f has those from first[f] to last[f].
/^[0-9a-f]+ <.*>:$/ {
    f++
    name[f] = substr($2, 2, length($2) - 3)
    at = $1
    sub(/^0+/, "", at)
    entry[at] = f
    first[f] = n + 1
    last[f] = n
    next
}
/^ *[0-9a-f]+:\t/ {
    address = $1
    sub(/:$/, "", address)
    op = $2
    if (op == "bnd" || op == "notrack" || op == "rep" || op == "repz" || op == "lock")
        op = $3
    n++
    last[f] = n
    number[address] = n
    owner[n] = f
    if (op ~ /^vzero/)
        effect[n] = "clear"
    else if ($0 ~ /%[yz]mm/)
        effect[n] = "use"
    if (op ~ /^v/)
        is_vex[f] = 1
    else if ($0 ~ /%xmm/)
        is_sse[f] = 1
    if (op ~ /^call/ || op ~ /^j/) {
        kind[n] = op ~ /^call/ ? "call" : op ~ /^jmp/ ? "jump" : "branch"
        target[n] = "*"
        if ($0 ~ /<.*>$/ && $0 !~ /\*/) {
            target[n] = $(NF - 1)
            text[n] = substr($NF, 2, length($NF) - 2)
        }
    } else if (op ~ /^ret/ || op == "hlt" || op ~ /^ud2/)
        kind[n] = op ~ /^ret/ ? "return" : "end"
}

function is_final(t) { # does not return
    return t ~ /^(__stack_chk_fail|abort|__assert_fail|longjmp|exit)(@plt)?$/
}

# The state after a call that was made in state s.
function after_call(i, s,    g) {
    if (target[i] == "*" || !(target[i] in entry))
        return s
    g = entry[target[i]]
    return is_vex[g] ? leaves[g, s] + 0 : s
}

# Passes a state on to instruction j of function f. Jumps into another function are calls that return
# to the caller of this one.
function pass(f, j, s) {
    if (state[j] < s + 1) {
        state[j] = s + 1
        changed = 1
    }
}

# Follows function f entered in state s; sets state[] of its instructions, and leaves[f, s].
function follow(f, s,    i, j, g, out) {
    for (i = first[f]; i <= last[f]; i++)
        state[i] = 0
    state[first[f]] = s + 1
    out = leaves[f, s] + 0
    changed = 1
    while (changed) {
        changed = 0
        for (i = first[f]; i <= last[f]; i++) {
            if (state[i] == 0)
                continue
            now = state[i] - 1
            if (effect[i] == "use")
                now = 1
            else if (effect[i] == "clear")
                now = 0
            if (kind[i] == "return") {
                out = now > out ? now : out
                continue
            }
            if (kind[i] == "end" || (kind[i] == "call" && is_final(text[i])))
                continue
            if (kind[i] == "call")
                now = after_call(i, now)
            if (kind[i] == "jump" || kind[i] == "branch") {
                j = target[i] in number ? number[target[i]] : 0
                if (j > 0 && owner[j] == f)
                    pass(f, j, now)
                else {
                    g = after_call(i, now)
                    out = g > out ? g : out
                }
                if (kind[i] == "jump")
                    continue
            }
            if (i < last[f])
                pass(f, i + 1, now)
        }
    }
    if (out > leaves[f, s] + 0) {
        leaves[f, s] = out
        return 1
    }
    return 0
}

# What function f calls in which state, if entered in state s. Returns whether a function is now known
# to be entered in use.
function visit(f, s,    i, g, now, more) {
    follow(f, s)
    for (i = first[f]; i <= last[f]; i++) {
        if (state[i] == 0 || (kind[i] != "call" && kind[i] != "jump" && kind[i] != "branch"))
            continue
        now = effect[i] == "clear" ? 0 : state[i] - 1
        g = target[i] in entry ? entry[target[i]] : 0
        if (!now || g == f || is_final(text[i]))
            continue
        if (target[i] == "*") {
            if (kind[i] == "call")
                through_pointer[i] = 1
        } else if (g > 0 && is_vex[g]) {
            if (!enters_in_use[g]) {
                enters_in_use[g] = 1
                more = 1
            }
        } else if (text[i] != seldom && (text[i] ~ /@plt/ || is_sse[g]))
            found[i] = 1
    }
    return more
}

END {
    # SSE code by what it calls.
    do {
        more = 0
        for (i = 1; i <= n; i++)
            if (kind[i] == "call" && (target[i] in entry)) {
                g = entry[target[i]]
                if (!is_vex[g] && is_sse[g] && !is_sse[owner[i]] && !is_vex[owner[i]]) {
                    is_sse[owner[i]] = 1
                    more = 1
                }
            }
    } while (more)
    do {
        more = 0
        for (g = 1; g <= f; g++)
            if (is_vex[g])
                for (s = 0; s < 2; s++)
                    if (follow(g, s))
                        more = 1
    } while (more)
    do {
        more = 0
        for (g = 1; g <= f; g++)
            if (is_vex[g]) {
                if (visit(g, 0))
                    more = 1
                if (enters_in_use[g] && visit(g, 1))
                    more = 1
            }
    } while (more)
    for (i in found) {
        count++
        by[name[owner[i]] " -> " text[i]]++
    }
    for (i in through_pointer)
        pointers++
    if (list == "--list")
        for (line in by)
            printf "%4d %s\n", by[line], line | "sort -rn"
    close("sort -rn")
    printf "%d calls from AVX code to SSE code without vzeroupper; %d through pointers are not known\n", count, pointers
    exit count > 0
}'
