# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Building presets, and the Debian packages that each needs. Sourced by dev, test.sh and lint.sh;
# needs common.sh.

packages_build="gcc libc6-dev cmake ninja-build pkg-config libjansson-dev"
packages_test="$packages_build g++ libcmocka-dev libgmp-dev"
packages_clang="clang libclang-rt-14-dev"
# What benchmarks compare themselves with; each is optional.
# shellcheck disable=SC2034 # used by dev
packages_peers="libfcl-dev libccd-dev libbullet-dev libode-dev libgts-dev libassimp-dev libembree-dev libqhull-dev"

packages_of_preset() {
    case $1 in
    bench) echo "$packages_build g++" ;;
    fuzz) echo "$packages_build $packages_clang" ;;
    *clang* | msan) echo "$packages_test $packages_clang" ;;
    *) echo "$packages_test" ;;
    esac
}

# quietly NAME COMMAND...: output goes to build/logs/NAME.log and is shown only on failure.
quietly() {
    quietly_log=build/logs/$1.log
    shift
    mkdir -p build/logs
    set +e
    (
        set -e
        "$@"
    ) >"$quietly_log" 2>&1
    quietly_status=$?
    set -e
    if [ "$quietly_status" -ne 0 ]; then
        tail -n 60 "$quietly_log" >&2
        die "failed; the whole log is $quietly_log"
    fi
}

# build_preset PRESET CMAKE_OPTIONS... builds everything, or build_target if that is set. (Explicit
# returns: set -e is off below an if or ||.)
build_target=all
build_preset() {
    build_name=$1
    shift
    cmake --preset "$build_name" "$@" || return 1
    cmake --build "build/$build_name" --target "$build_target" -- -j "$(job_count)" || return 1
    if [ "$build_name" = release ]; then
        link_tool
    fi
}

# The release build as tests use it. It has the benchmarks, because these must keep building, but not
# their peers, which may not be installed. Warnings are errors here, but not for a user whose compiler
# may be another one.
build_release() {
    build_preset release -DTACT_BUILD_TESTS=ON -DTACT_WERROR=ON -DTACT_BUILD_BENCH=ON \
        -DTACT_BENCH_FCL=OFF -DTACT_BENCH_GTS=OFF
}

build_release_clang() {
    build_preset release-clang -DTACT_WERROR=ON
}

# Only the tool, and without the packages that tests need: for a visitor in a hurry.
build_tool() {
    if [ ! -e build/release/build.ninja ]; then
        cmake --preset release -DTACT_BUILD_TESTS=OFF
    fi
    cmake --build build/release --target tact_cli -- -j "$(job_count)"
    link_tool
}

# A link, so that it is the latest tool however the release preset is built.
link_tool() {
    if [ -x build/release/bin/tact ]; then
        mkdir -p build/bin
        ln -sfn ../release/bin/tact build/bin/tact
    fi
}

# list_programs FOLDER PREFIX: the rest of the name of each program PREFIX*, one per line.
list_programs() {
    for list_program in "$1/$2"*; do
        if [ -f "$list_program" ] && [ -x "$list_program" ]; then
            basename "$list_program" | sed "s/^$2//"
        fi
    done
}
