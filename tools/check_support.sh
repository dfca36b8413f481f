#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the tables of support in docs/model.md with what the library says, or writes them into
# the page. Usage: check_support.sh SUPPORT_TABLE [--write], where SUPPORT_TABLE is the program built
# from test/docs/support_table.c.
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
. tools/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=docs/model.md
"$program" >"$work/table"

# Everything between the two marks is the program's.
awk -v table="$work/table" '
    /^<!-- support: end -->$/ { inside = 0; ends++ }
    !inside { print }
    /^<!-- support: begin -->$/ {
        inside = 1
        while ((getline line < table) > 0)
            print line
    }
    END { if (ends != 1) exit 1 }' "$page" >"$work/page" || die "$page has no marks for its tables"

if [ "${2:-}" = --write ]; then
    cat "$work/page" >"$page"
elif ! diff -u "$page" "$work/page"; then
    die "the tables of $page are out of date: sh tools/check_support.sh $1 --write"
fi
say "the tables of $page say what the library says"
