#!/bin/sh
# SPDX-License-Identifier: MIT
# The part of check_readme.sh that types: handles the blocks in FOLDER/blocks one after the other, in
# this shell, so that variables set by one line are there for the next. The current folder is a copy of
# the sources. Usage: type_readme.sh FOLDER
set -u
work=$1
typed=0
: >"$work/printed"

fail() {
    tail -n 40 "$work/printed" "$work/complained"
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# The files that the lines for the tool name. They are what such names promise: parts of an assembly.
make_files() {
    case $(command -v tact) in
    "$HOME"/*) ;;
    *) fail "the tool that README.md installs is not on the path" ;;
    esac
    for name in housing.stl hole.stl part.stl bin.stl plate.obj cell.ply b.ply; do
        tact make tube -o "$name" || return 1
    done
    for name in gear.stl pin.stl bolt.obj robot.ply a.ply rock.obj; do
        tact make torus -o "$name" || return 1
    done
    tact make cloth -o cloth0.ply && tact make cloth --width 1.25 -o cloth1.ply
}

# type_line LINE: an answer of the tool may be exit status 1; nothing else may fail.
type_line() {
    printf '$ %s\n' "$1"
    eval "$1" >>"$work/printed" 2>"$work/complained"
    status=$?
    typed=$((typed + 1))
    case $status:$1 in
    0:* | 1:tact\ * | 1:*'| tact '*) ;;
    *) fail "exit status $status: $1" ;;
    esac
}

for block in "$work"/blocks/*; do
    case $block in
    *.c | *.cpp | *.cmake)
        name=$(sed -n '1s,^[/#* ]*\([a-z]*/[A-Za-z]*\.[a-z]*\).*,\1,p' "$block")
        [ -n "$name" ] || fail "the first line of $block does not name a file"
        mkdir -p "$(dirname "$name")"
        cp "$block" "$name"
        ;;
    *.sh)
        : >"$work/printed"
        if grep -q '^tact ' "$block"; then
            make_files >"$work/made" 2>&1 || fail "no files for the tool: $(cat "$work/made")"
        fi
        while IFS= read -r line <&3; do
            type_line "$line"
        done 3<"$block"
        ;;
    *.text)
        tail -n "$(wc -l <"$block")" "$work/printed" | diff -u "$block" - ||
            fail "README.md shows other output"
        ;;
    *) fail "no rule for $block" ;;
    esac
done
printf 'README.md: %s lines typed, all blocks do what the page says\n' "$typed"
