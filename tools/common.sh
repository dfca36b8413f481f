# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What dev and the scripts of tools/ share: messages, the number of jobs, the list of source files.
# Sourced with the root of the checkout as the current folder.

say() {
    printf '%s\n' "$*"
}

die() {
    printf '%s\n' "error: $*" >&2
    exit 1
}

# If ccache is installed, it reuses objects that this or another checkout compiled before. A launcher
# that the caller chose is kept.
if [ -z "${CMAKE_C_COMPILER_LAUNCHER:-}" ] && command -v ccache >/dev/null 2>&1; then
    CMAKE_C_COMPILER_LAUNCHER=ccache
    CMAKE_CXX_COMPILER_LAUNCHER=ccache
    CCACHE_BASEDIR=$PWD
    CCACHE_NOHASHDIR=true
    export CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CCACHE_BASEDIR CCACHE_NOHASHDIR
fi

# How many processes a build or a test run may use; TACT_JOBS overrides the processor count.
job_count() {
    if [ -n "${TACT_JOBS:-}" ]; then
        echo "$TACT_JOBS"
    else
        nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1
    fi
}

# Our C and C++ files below the given folders (all of them by default), one per line: the files that
# git knows or would add, or all files if this is not a checkout.
list_sources() {
    if [ $# -eq 0 ]; then
        set -- include src test apps bench examples fuzz scenes
    fi
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files --cached --others --exclude-standard -- "$@"
    else
        for list_folder in "$@"; do
            [ ! -d "$list_folder" ] || find "$list_folder" -type f
        done
    fi | grep -E '\.(c|h|cpp|hpp)$' | sort -u | while IFS= read -r list_file; do
        [ ! -e "$list_file" ] || printf '%s\n' "$list_file"
    done
}

# Every function of the public headers, as "room name", one per line. A declaration starts with
# TACT_API and its name is the word before the first parenthesis.
list_public_functions() {
    for list_header in include/tact/*.h; do
        awk -v room="$(basename "$list_header" .h)" '
            /^TACT_API/ { text = ""; open = 1 }
            open {
                text = text " " $0
                if (text ~ /\(/) {
                    sub(/[ ]*\(.*/, "", text)
                    sub(/.*[ *]/, "", text)
                    print room, text
                    open = 0
                }
            }' "$list_header"
    done
}
