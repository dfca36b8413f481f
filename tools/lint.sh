#!/bin/sh
# SPDX-License-Identifier: MIT
# `./dev lint`: format, shellcheck, clang-tidy, cppcheck, sizes and wording must be without findings.
# The analysers read the library and what ships with it, not tests and benchmarks: they do not understand
# that an assertion or a helper ends the program.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/packages.sh
. tools/build.sh

# The next three are called through check.
# shellcheck disable=SC2317
run_tidy() {
    sed -n 's/^ *"file": "\(.*\)".*/\1/p' build/dev/compile_commands.json |
        grep -v -e "^$PWD/test/" -e "^$PWD/bench/" | sort -u |
        xargs -P "$(job_count)" -n 1 clang-tidy-14 -p build/dev --quiet --warnings-as-errors='*' \
            2>/dev/null
}

# shellcheck disable=SC2317
run_cppcheck() {
    set -- src
    for folder in apps examples fuzz; do
        [ ! -d "$folder" ] || set -- "$@" "$folder"
    done
    cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability \
        --inline-suppr --suppress=missingIncludeSystem --error-exitcode=1 -j "$(job_count)" \
        -Iinclude -Isrc "$@"
}

# shellcheck disable=SC2317
run_shellcheck() {
    shellcheck -x dev .ci/run tools/*.sh test/package/run.sh test/cli/run.sh
}

# check NAME COMMAND...
check() {
    name=$1
    shift
    log=build/logs/lint-$name.log
    if "$@" >"$log" 2>&1; then
        say "$name: no findings"
    else
        say "$name: FAILED"
        cat "$log"
        failed=1
    fi
}

# shellcheck disable=SC2086 # a list of words
need_packages $packages_test clang-format-14 clang-tidy-14 cppcheck shellcheck
mkdir -p build/logs
failed=0
say "configuring preset dev for its compile commands"
quietly lint-configure cmake --preset dev
check format sh tools/check_format.sh
check shellcheck run_shellcheck
check cppcheck run_cppcheck
check clang-tidy run_tidy
check sizes sh tools/check_limits.sh
check words-test sh tools/check_words_test.sh
check words sh tools/check_words.sh
exit "$failed"
