#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the libraries and the tool twice from one commit, and compares them byte for byte. The two
# builds differ in what must not matter: paths, times of files, time of the build, locale, time zone,
# permissions and number of jobs. Little optimisation and one copy of hot code make the stage short:
# what can differ is written by the preprocessor, the archiver and the linker, and the order of the
# objects. A compiler cache would give both builds the same objects, so none is used.
# Usage: check_reproducible.sh
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX
export CCACHE_DISABLE=1

work=$PWD/build/reproducible
first=$work/one
second=$work/the-second/place_of/the.sources
rm -rf "$work"
mkdir -p "$first" "$second"

# Both are checkouts of one commit, which the tool names.
cp -R CMakeLists.txt include src apps cmake "$first"
git -C "$first" init -q
git -C "$first" add .
git -C "$first" -c user.name=check -c user.email=check -c commit.gpgsign=false commit -q -m sources
commit=$(git -C "$first" rev-parse --short=12 HEAD)
git clone -q "$first" "$second"
find "$second" -name .git -prune -o -type f -exec touch -d '2001-02-03 04:05:06' {} +

# build_in SOURCES FOLDER JOBS
build_in() {
    cmake -S "$1" -B "$2" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_FLAGS_RELEASE='-O1 -DNDEBUG -Werror=date-time' -DTACT_SIMD=baseline \
        -DTACT_BUILD_BOTH=ON -DTACT_BUILD_TESTS=OFF -DTACT_BUILD_EXAMPLES=OFF
    cmake --build "$2" -- -j "$3"
}

build_in "$first" "$first/build" "$(job_count)"
(
    umask 077
    TZ=Asia/Tokyo LC_ALL=C.UTF-8 HOME=$work build_in "$second" "$work/2" $(($(job_count) + 1))
)

version=$("$first/build/bin/tact" --version)
case $version in
*"(commit $commit)") ;;
*) die "the tool does not name the commit $commit: $version" ;;
esac
compared=0
for file in src/libtact.a src/libtact.so bin/tact share/man/man1/tact.1 \
    share/bash-completion/completions/tact; do
    if ! cmp "$first/build/$file" "$work/2/$file"; then
        die "$file differs between two builds; both are in build/reproducible"
    fi
    compared=$((compared + 1))
done
rm -rf "$work"
say "$compared files of two builds are the same, byte for byte"
