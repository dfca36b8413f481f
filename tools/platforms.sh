#!/bin/sh
# SPDX-License-Identifier: MIT
# `./dev test platforms`: builds tact for other processors with Debian's cross compilers, runs the tests
# there, and compares the hash of results. The compilers and the other processors' libraries are in a Debian
# of their own, build/platforms/root, so that no package of this machine changes. Needs root, for chroot.
# Usage: platforms.sh [aarch64|i686|wasm32...]
# shellcheck disable=SC2317 # clean_up is called through trap
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh

root=$PWD/build/platforms/root
expected=$(cat test/determinism/expected.txt)
packages="cmake ninja-build pkg-config qemu-user-static
    gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev:arm64 libstdc++6:arm64
    libcmocka-dev:arm64 libgmp-dev:arm64
    gcc-i686-linux-gnu g++-i686-linux-gnu libc6-dev:i386 libstdc++6:i386
    libcmocka-dev:i386 libgmp-dev:i386
    clang lld llvm wasi-libc libclang-rt-14-dev-wasm32 nodejs"

libraries="" # where pkg-config looks for those of the target

# inside COMMAND: runs a shell command in the copy of the project.
inside() {
    chroot "$root" /usr/bin/env -i HOME=/ LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PKG_CONFIG_LIBDIR="$libraries" PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -eu -c "cd /tact && $1"
}

clean_up() {
    umount "$root/proc" 2>/dev/null || true
}

# A list of packages marks a complete root. With another list the root is made again.
make_root() {
    if [ "$(cat "$root/tact/packages" 2>/dev/null)" != "$packages" ]; then
        say "making a Debian for cross compilers in build/platforms/root"
        rm -rf "$root"
        mkdir -p "$root"
        debootstrap --variant=minbase --include=ca-certificates bookworm "$root"
        mkdir -p "$root/tact"
        cp /etc/resolv.conf /etc/hosts "$root/etc/"
        mount -t proc proc "$root/proc"
        inside "dpkg --add-architecture arm64 && dpkg --add-architecture i386 && apt-get update"
        # shellcheck disable=SC2086 # a list of words on several lines
        set -- $packages
        inside "apt-get install -y --no-install-recommends $*"
        printf '%s' "$packages" >"$root/tact/packages"
    else
        mount -t proc proc "$root/proc"
    fi
    for part in project build; do
        mkdir -p "$root/tact/$part"
    done
    find "$root/tact/project" -mindepth 1 -delete
    tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$root/tact/project"
}

# build TARGET OPTIONS: configures build/TARGET and builds it.
build() {
    inside "cmake -S project -B build/$1 -G Ninja -DCMAKE_BUILD_TYPE=Release -DTACT_WERROR=ON \
        -DCMAKE_TOOLCHAIN_FILE=/tact/project/cmake/toolchains/$1.cmake $2
        cmake --build build/$1 -- -j $(job_count)"
}

# compare_hash TARGET RUNNER: the hash of results, by one worker.
compare_hash() {
    hash=$(inside "$2 1")
    if [ "$hash" = "$expected" ]; then
        say "$1: the hashes are $hash, as on x86-64"
    else
        say "$1: FAILED: the hashes are $hash, expected $expected"
        failures=$((failures + 1))
    fi
}

# run_tests TARGET EXCLUDED: all unit tests but those whose names match, with fewer cases.
run_tests() {
    status=0
    inside "TACT_TEST_QUICK=1 ctest --test-dir build/$1 --output-on-failure --no-tests=error \
        --timeout 1500 -E '$2' -j $(job_count)" >"build/logs/platform-$1.log" 2>&1 || status=$?
    counts=$(sed -n 's/.* tests failed out of \([0-9]*\).*/\1/p' "build/logs/platform-$1.log")
    if [ "$status" -eq 0 ]; then
        say "$1: $counts tests passed"
        summary="$summary, $1 $counts tests"
    else
        say "$1: FAILED: build/logs/platform-$1.log"
        tail -n 30 "build/logs/platform-$1.log"
        failures=$((failures + 1))
    fi
}

# Left out: tests that start other programs or themselves, which are ARM programs and need qemu.
starts_programs='^(golden|base_simd$|coming_from_|judge_degenerate$|model_docs_support$)'

run_aarch64() {
    libraries=/usr/lib/aarch64-linux-gnu/pkgconfig
    build aarch64 "-DTACT_BUILD_CLI=OFF -DTACT_BUILD_EXAMPLES=OFF"
    compare_hash aarch64 "qemu-aarch64-static build/aarch64/test/determinism_hash"
    run_tests aarch64 "$starts_programs"
}

run_i686() {
    libraries=/usr/lib/i386-linux-gnu/pkgconfig
    build i686 -DTACT_BUILD_EXAMPLES=OFF
    compare_hash i686 build/i686/test/determinism_hash
    run_tests i686 '^golden'
}

# There is no test framework for WebAssembly in Debian. The examples are the tests.
run_wasm32() {
    build wasm32 "-DTACT_BUILD_TESTS=OFF -DTACT_BUILD_HASH=ON -DTACT_BUILD_CLI=OFF -DTACT_HARDENING=OFF"
    wasi="node --no-warnings --experimental-wasi-unstable-preview1 project/tools/run_wasi.mjs"
    compare_hash wasm32 "$wasi build/wasm32/test/determinism_hash.wasm"
    count=0
    for example in examples/*.c; do
        name=$(basename "$example" .c)
        say "== $name"
        inside "$wasi build/wasm32/examples/$name.wasm" || {
            say "wasm32: FAILED: $name"
            failures=$((failures + 1))
        }
        count=$((count + 1))
    done
    summary="$summary, wasm32 $count examples"
}

[ "$(id -u)" -eq 0 ] || die "root is needed to make and enter build/platforms/root"
mkdir -p build/logs
trap clean_up EXIT
make_root
failures=0
summary=""
# shellcheck disable=SC2046 # a list of words
[ $# -gt 0 ] || set -- aarch64 i686 wasm32
for target in "$@"; do
    "run_$target"
done
[ "$failures" -eq 0 ] || die "$failures checks failed"
say "one hash on all: $expected$summary"
