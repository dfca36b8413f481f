#!/bin/sh
# SPDX-License-Identifier: MIT
# Lists files and functions that grow too long, as warnings: files over 600 lines, functions over 60
# lines or with more than 6 parameters. It relies on the project's format: a function's body ends
# with a brace in the first column.
set -eu
cd "$(dirname "$0")/.."
. tools/common.sh

list_sources | while IFS= read -r file; do
    awk -v file="$file" '
        /^[A-Za-z_].*\(/ && !/;[ ]*$/ && !/^(typedef|struct|enum|union|extern)/ {
            start = FNR
            head = ""
            in_head = 1
        }
        in_head {
            head = head $0
            if (/\{[ ]*$/) {
                in_head = 0
                in_body = 1
                name = head
                sub(/\(.*/, "", name)
                sub(/.*[ *]/, "", name)
                parameters = gsub(/,/, ",", head) + 1
                if (parameters > 6)
                    printf "%s:%d: %s has %d parameters\n", file, start, name, parameters
            } else if (/;[ ]*$/) {
                in_head = 0
            }
        }
        /^\}/ && in_body {
            in_body = 0
            if (FNR - start + 1 > 60)
                printf "%s:%d: %s has %d lines\n", file, start, name, FNR - start + 1
        }
        END {
            if (FNR > 600)
                printf "%s: %d lines\n", file, FNR
        }' "$file"
done
