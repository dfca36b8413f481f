#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks every C and C++ file against .clang-format. With --fix it rewrites them instead. Versions
# of clang-format differ in their results, so this one is fixed.
set -eu
cd "$(dirname "$0")/.."
. tools/common.sh

count=$(list_sources | wc -l)
if [ "${1:-}" = --fix ]; then
    list_sources | xargs clang-format-14 -i
else
    list_sources | xargs clang-format-14 --dry-run -Werror
fi
say "$count files in the project's format"
