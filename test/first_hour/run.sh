#!/bin/sh
# SPDX-License-Identifier: MIT
# Plays the first hour of new users, one script per role, with the commands of the pages that the scripts
# name: in a fresh copy of the sources, with a new home folder. A script fails if a documented command
# fails, or gives another answer than the page promises, or if the first answer about the user's own
# files or code takes too long.
# Usage: run.sh [ROLE...]
set -eu
unset CDPATH
cd "$(dirname "$0")/../.."
. tools/common.sh
. test/first_hour/times.sh
scripts=$PWD/test/first_hour
work=$PWD/build/first_hour
[ $# -gt 0 ] || set -- mechanical robotics engine teacher scripter
rm -rf "$work"
mkdir -p "$work/tact"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard
else
    find . -name build -prune -o -type f -print
fi | while IFS= read -r file; do
    [ ! -e "$file" ] || printf '%s\n' "$file"
done | tar -cf - -T - | tar -xf - -C "$work/tact"

# Everybody begins with this line of README.md. No compiler cache: a new user has none.
grep -qF './dev demo' README.md || die "README.md does not say ./dev demo"
cd "$work/tact"
start=$(date +%s)
env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER CCACHE_DISABLE=1 ./dev demo >"$work/demo.log" 2>&1 ||
    die "./dev demo failed: $(tail -n 20 "$work/demo.log")"
wall=$(($(date +%s) - start))
times >"$work/times"
processor=$(processor_seconds "$work/times")
say "./dev demo: $wall s, $processor s of processor time"
for role in "$@"; do
    mkdir -p "$work/$role/home" "$work/$role/files"
    (
        cd "$work/$role/files"
        env -i HOME="$work/$role/home" PATH="$work/tact/build/bin:/usr/local/bin:/usr/bin:/bin" LC_ALL=C.UTF-8 \
            FIRST_HOUR="$scripts" SOURCES="$work/tact" WALL="$wall" PROCESSOR="$processor" \
            sh "$scripts/$role.sh"
    ) >"$work/$role.log" 2>&1 || {
        tail -n 30 "$work/$role.log"
        die "the first hour of $role failed; the whole log is build/first_hour/$role.log"
    }
    say "$role: $(tail -n 1 "$work/$role.log")"
done
say "$# roles played"
