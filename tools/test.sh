#!/bin/sh
# SPDX-License-Identifier: MIT
# `./dev test`: runs stages one after another, goes on after a failed one, prints a line for each
# with its seconds, and ends with a summary. A stage is a function stage_NAME; it fails with any
# status but 0, and says with 77 that what it needs is not there. Its last line is shown.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/packages.sh
. tools/build.sh

# In this order: what is quick first. Each catches what no other does.
stages="layers format headers docs doxygen release golden symbols globals hardening clang scalar asan
    msan tsan determinism reproducible package examples first_hour page fuzz mutants"
stages_long="long matrix"
stages_named="platforms"

describe_stage() {
    case $1 in
    layers) echo "a room includes lower rooms only; programs include public headers only" ;;
    format) echo "every source file has the project's format" ;;
    headers) echo "every header compiles alone, in C and C++, with gcc and clang" ;;
    docs) echo "links lead somewhere; every public function is on its room's page" ;;
    doxygen) echo "the comments of the public headers are complete" ;;
    release) echo "release build with warnings as errors, all tests" ;;
    golden) echo "ground truth from TACT_DATA" ;;
    symbols) echo "the shared library exports what the headers declare and no more" ;;
    globals) echo "the library has no writable globals" ;;
    hardening) echo "programs and libraries are built with every protection; no search path is open; no slow calls between SIMD levels" ;;
    clang) echo "release build with clang, warnings as errors, tests with fewer cases" ;;
    scalar) echo "plain C without vector intrinsics, tests with fewer cases" ;;
    asan) echo "address and undefined-behaviour sanitizers, tests with fewer cases" ;;
    msan) echo "memory sanitizer (use of uninitialised memory), unit tests with fewer cases" ;;
    tsan) echo "thread sanitizer, the tests that start threads" ;;
    determinism) echo "same bits from gcc and clang, -O0 and -O3, every SIMD level and plain C" ;;
    reproducible) echo "two builds in different folders give the same bytes" ;;
    package) echo "outside programs use the installed library by CMake and pkg-config" ;;
    examples) echo "every example builds and runs; README.md works as typed, for a new user" ;;
    first_hour) echo "five kinds of new users follow the pages, and have an answer within 150 s" ;;
    page) echo "the page that --html writes, in Chromium: what it draws, its list, its keys; the pictures of the gallery" ;;
    fuzz) echo "every fuzzer builds and replays its corpus" ;;
    mutants) echo "the tests notice a handful of changes of the library" ;;
    long) echo "tests labelled long, with all their cases; hours" ;;
    platforms) echo "other processors: ARM, 32-bit x86, WebAssembly; needs root, downloads 500 MB" ;;
    matrix) echo "gcc and clang at -O0, -O2 and -O3, tests with fewer cases" ;;
    *) return 1 ;;
    esac
}

packages_of_stage() {
    case $1 in
    layers | docs) ;;
    platforms) echo debootstrap ;;
    format) echo clang-format-14 ;;
    headers) echo "gcc g++ libc6-dev clang" ;;
    doxygen) echo doxygen ;;
    clang | determinism | matrix) echo "$packages_test clang" ;;
    hardening) echo "$packages_test binutils" ;;
    asan | msan | fuzz) echo "$packages_test $packages_clang" ;;
    mutants) echo "$packages_test python3" ;;
    page) echo "$packages_test chromium" ;;
    reproducible) echo "$packages_build git" ;;
    *) echo "$packages_test" ;;
    esac
}

# Builds the release preset; the stages after a failed attempt do not repeat it.
need_release() {
    if [ -e build/logs/release-failed ]; then
        say "the release build failed before"
        return 1
    fi
    build_release && return 0
    : >build/logs/release-failed
    return 1
}

# run_ctest FOLDER OPTIONS...: runs tests and counts them in the last line.
run_ctest() {
    ctest_log=build/logs/ctest.log
    ctest_folder=$1
    shift
    ctest_status=0
    ctest --test-dir "$ctest_folder" --output-on-failure --no-tests=error -j "$(job_count)" "$@" \
        >"$ctest_log" 2>&1 || ctest_status=$?
    cat "$ctest_log"
    [ "$ctest_status" -eq 0 ] || return "$ctest_status"
    ctest_skipped=$(grep -c '\*\*\*Skipped' "$ctest_log" || true)
    ctest_count=$(sed -n 's/.* tests failed out of \([0-9]*\).*/\1/p' "$ctest_log")
    say "test programs: $((ctest_count - ctest_skipped)) passed, $ctest_skipped skipped"
}

stage_layers() {
    sh tools/check_layers_test.sh
    sh tools/check_layers.sh
    sh tools/check_limits_test.sh
    sh tools/check_limits.sh
}

stage_format() {
    sh tools/check_format.sh
}

stage_headers() {
    sh tools/check_headers.sh
}

stage_docs() {
    sh tools/check_terms_test.sh
    sh tools/check_docs.sh
}

stage_doxygen() {
    mkdir -p build/doxygen
    doxygen Doxyfile
    say "no warnings"
}

stage_release() {
    need_release
    run_ctest build/release -E '^golden'
}

stage_golden() {
    golden_program=build/release/test/test_golden
    if [ -z "${TACT_DATA:-}" ]; then
        say "TACT_DATA is not set"
        return 77
    fi
    if [ ! -d "$TACT_DATA" ]; then
        say "TACT_DATA names no folder: $TACT_DATA"
        return 1
    fi
    need_release >build/logs/golden-build.log 2>&1 || {
        cat build/logs/golden-build.log
        return 1
    }
    if [ ! -x "$golden_program" ]; then
        say "there are no golden tests yet"
        return 77
    fi
    "$golden_program"
}

stage_symbols() {
    need_release
    sh tools/check_symbols.sh build/release/src/libtact.so
}

stage_globals() {
    sh tools/check_globals_test.sh
    need_release
    sh tools/check_globals.sh build/release/src/libtact.a
}

# The tool and the libraries in the build folder and installed, and a program of an outside user, who
# links the archive with a compiler's defaults.
stage_hardening() {
    sh tools/check_hardening_test.sh
    sh tools/check_transitions_test.sh
    need_release
    installed=build/hardening
    rm -rf "$installed"
    cmake --install build/release --prefix "$installed" >/dev/null
    for kind in "" -static; do
        # shellcheck disable=SC2086 # the flag may be empty
        gcc -std=c17 $kind -I"$installed/include" test/package/consumer/main.c \
            "$(find "$installed" -name libtact.a)" -lm -pthread -o "$installed/consumer$kind"
        "$installed/consumer$kind"
    done
    sh tools/check_hardening.sh build/release/bin/tact build/release/src/libtact.so \
        build/release/src/libtact.a "$installed/bin/tact" \
        "$(find "$installed" -name 'libtact.so')" "$(find "$installed" -name libtact.a)"
    # A walk asks its watch once in many thousand steps.
    sh tools/check_transitions.sh build/release/src/libtact.so --list --seldom tacti_pace_pause
}

stage_clang() {
    build_release_clang
    TACT_TEST_QUICK=1 run_ctest build/release-clang -E '^golden'
}

# The shell tests of the tool take the longest, and what they compare does not depend on vectors.
stage_scalar() {
    build_preset scalar
    TACT_TEST_QUICK=1 run_ctest build/scalar -E '^(golden.*|cli)$'
}

# One build for the tests and the fuzzers. Coverage does not guide these fuzzers: replaying needs no
# guide, and `./dev fuzz` has a build of its own.
build_checked() {
    build_preset asan-clang -DTACT_BUILD_FUZZ=ON
}

stage_asan() {
    build_checked
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
    export UBSAN_OPTIONS=print_stacktrace=1
    TACT_TEST_QUICK=1 run_ctest build/asan-clang -E '^golden'
}

stage_msan() {
    build_target=memory_tests
    build_preset msan
    build_target=all
    export MSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    TACT_TEST_QUICK=1 run_ctest build/msan -L '^memory$'
}

stage_tsan() {
    build_target=thread_tests
    build_preset tsan
    build_target=all
    export TSAN_OPTIONS=halt_on_error=1
    TACT_TEST_QUICK=1 run_ctest build/tsan -L '^threads$'
}

stage_determinism() {
    if [ ! -e test/determinism/hash.c ]; then
        say "test/determinism/hash.c is not there"
        return 77
    fi
    sh tools/determinism.sh
}

stage_reproducible() {
    sh tools/check_reproducible.sh
}

# The installations are made of the same objects, which are compiled once.
stage_package() {
    TACT_OBJECT_STORE=$PWD/build/package-objects
    rm -rf "$TACT_OBJECT_STORE"
    mkdir -p "$TACT_OBJECT_STORE"
    : "${CMAKE_C_COMPILER_LAUNCHER:=$PWD/tools/share_objects.sh}"
    export TACT_OBJECT_STORE CMAKE_C_COMPILER_LAUNCHER
    sh test/package/run.sh
    rm -rf "$TACT_OBJECT_STORE"
}

stage_examples() {
    need_release
    sh tools/check_readme.sh build/release
    examples_count=0
    for example in examples/*.c; do
        [ -e "$example" ] || continue
        example=$(basename "$example" .c)
        say "== $example"
        "build/release/examples/$example"
        examples_count=$((examples_count + 1))
    done
    say "README.md works as typed, and $examples_count programs of examples/ ran"
}

stage_first_hour() {
    sh test/first_hour/run.sh
}

# The tool is linked again, with the page.
stage_page() {
    sh tools/page.sh
    need_release
    sh tools/gallery.sh "$PWD/build/release/bin/tact" "$PWD/build/gallery" --check
    node test/draw/page.mjs build/release/bin/tact build/page/node_modules
    node test/draw/page_levels.mjs build/release/bin/tact build/page/node_modules
    node test/draw/page_large.mjs build/release/bin/tact build/page/node_modules
}

stage_fuzz() {
    fuzz_count=0
    for fuzzer in fuzz/fuzz_*.c fuzz/fuzz_*.cpp; do
        [ -e "$fuzzer" ] || continue
        [ "$fuzz_count" -gt 0 ] || {
            build_target=fuzzers
            build_checked
            build_target=all
        }
        fuzz_count=$((fuzz_count + 1))
        fuzz_name=$(basename "${fuzzer%.c*}")
        say "== $fuzz_name"
        fuzz_corpus=fuzz/corpus/${fuzz_name#fuzz_}
        if [ -d "$fuzz_corpus" ]; then
            find "$fuzz_corpus" -type f -exec "build/asan-clang/fuzz/$fuzz_name" {} +
        fi
        # A little from nothing, with a fixed seed, shows that the fuzzer itself works.
        "build/asan-clang/fuzz/$fuzz_name" -runs=2000 -seed=1 -artifact_prefix=build/asan-clang/fuzz/
    done
    if [ "$fuzz_count" -eq 0 ]; then
        say "there are no fuzzers yet"
        return 77
    fi
    say "fuzzers replayed: $fuzz_count"
}

# With the release build, so that nothing is compiled but the changed files.
stage_mutants() {
    sh tools/mutate_test.sh
    need_release
    python3 tools/mutate.py --sample build/release
}

stage_long() {
    need_release
    TACT_TEST_LONG=1 run_ctest build/release -L '^long$' --timeout 86400
}

stage_matrix() {
    for compiler in gcc clang; do
        for level in -O0 -O2 -O3; do
            say "== $compiler $level"
            tools/configure_matrix.sh "$compiler" "$level"
            cmake --build "build/matrix/$compiler$level" -- -j "$(job_count)"
            TACT_TEST_QUICK=1 run_ctest "build/matrix/$compiler$level" -E '^golden'
        done
    done
    say "all 6 builds passed"
}

stage_platforms() {
    sh tools/platforms.sh
}

# run_stage NAME: runs it, prints its line, counts it.
run_stage() {
    log=build/logs/test-$1.log
    stage_start=$(date +%s)
    set +e
    (
        set -e
        "stage_$1"
    ) >"$log" 2>&1 </dev/null
    status=$?
    set -e
    seconds=$(($(date +%s) - stage_start))
    note=$(tail -n 1 "$log")
    case $status in
    0)
        passed=$((passed + 1))
        printf '%-12s ok      %5d s  %s\n' "$1" "$seconds" "$note"
        ;;
    77)
        skipped=$((skipped + 1))
        skipped_notes="$skipped_notes$1 skipped: $note
"
        printf '%-12s skipped %5d s  %s\n' "$1" "$seconds" "$note"
        ;;
    *)
        failed=$((failed + 1))
        failed_names="$failed_names $1"
        printf '%-12s FAILED  %5d s  the end of %s:\n' "$1" "$seconds" "$log"
        tail -n 40 "$log" | sed 's/^/    /'
        ;;
    esac
}

list_stages() {
    say "Stages of ./dev test, in order:"
    for stage in $stages; do
        printf '  %-12s %s\n' "$stage" "$(describe_stage "$stage")"
    done
    say "Only by name (./dev test long runs the first two):"
    for stage in $stages_long $stages_named; do
        printf '  %-12s %s\n' "$stage" "$(describe_stage "$stage")"
    done
}

case ${1:-} in
help)
    list_stages
    exit 0
    ;;
golden)
    # Alone it speaks for itself, a line a file.
    if [ $# -eq 1 ]; then
        if [ -n "${TACT_DATA:-}" ]; then
            # shellcheck disable=SC2046 # a list of words
            need_packages $(packages_of_stage golden)
            say "running the golden tests on $TACT_DATA"
        fi
        mkdir -p build/logs
        rm -f build/logs/release-failed
        status=0
        stage_golden || status=$?
        if [ "$status" -eq 77 ]; then
            say "golden tests are skipped"
            exit 0
        fi
        exit "$status"
    fi
    ;;
long)
    shift
    # shellcheck disable=SC2086 # a list of words
    set -- $stages_long "$@"
    ;;
esac

# shellcheck disable=SC2086 # a list of words
[ $# -gt 0 ] || set -- $stages
needed=""
for stage in "$@"; do
    describe_stage "$stage" >/dev/null || die "no stage $stage; ./dev test help lists them"
    needed="$needed $(packages_of_stage "$stage")"
done
# shellcheck disable=SC2086 # a list of words
set_of_packages=$(printf '%s\n' $needed | sort -u)
# shellcheck disable=SC2086
[ -z "$set_of_packages" ] || need_packages $set_of_packages

mkdir -p build/logs
rm -f build/logs/release-failed
passed=0
failed=0
skipped=0
failed_names=""
skipped_notes=""
start=$(date +%s)
say "stages: $#; the log of each is build/logs/test-NAME.log"
for stage in "$@"; do
    run_stage "$stage"
done

say "total $(($(date +%s) - start)) s"
[ -z "$skipped_notes" ] || printf '%s' "$skipped_notes"
[ -z "$failed_names" ] || say "failed:$failed_names"
say "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
