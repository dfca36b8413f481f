#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks what the shared library exports: every function that a public header declares, and nothing
# else. Usage: check_symbols.sh LIBTACT.so
set -eu
library=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
. tools/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nm -D --defined-only "$library" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u >"$work/exported"
list_public_functions | awk '{ print $2 }' | sort -u >"$work/declared"
[ -s "$work/declared" ] || die "no function found in the public headers"

status=0
comm -23 "$work/exported" "$work/declared" | grep -v '^tact_' >"$work/foreign" && {
    sed 's/^/exported without the prefix tact_: /' "$work/foreign"
    status=1
}
comm -23 "$work/exported" "$work/declared" | grep '^tact_' >"$work/undeclared" && {
    sed 's/^/exported but in no public header: /' "$work/undeclared"
    status=1
}
comm -13 "$work/exported" "$work/declared" >"$work/absent"
[ ! -s "$work/absent" ] || {
    sed 's/^/declared in a public header but not exported: /' "$work/absent"
    status=1
}
[ "$status" -eq 0 ] || exit 1
say "$(wc -l <"$work/exported") symbols exported, all of them declared"
