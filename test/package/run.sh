#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs tact three times (static, shared, both), moves each installation, and builds a program
# against it in C, in C++, and in C++17 with tact.hpp: with CMake, with pkg-config, and with tact as a
# subproject, also of a project that compiles with -ffast-math. The library has one copy of its hot code
# and little optimisation here: what is tested does not depend on either, and the stage `hardening`
# installs the release build.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/build/package
consumer=$root/test/package/consumer
version=$(sed -n 's/^#define TACT_VERSION_[A-Z]* \([0-9]*\).*/\1/p' include/tact/base.h |
    tr '\n' . | sed 's/\.$//')
rm -rf "$work"
mkdir -p "$work"
programs=0
quick_build="-DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DTACT_SIMD=baseline"

run() {
    programs=$((programs + 1))
    "$@" || {
        echo "FAILED: $*"
        exit 1
    }
}

# install_as NAME OPTIONS...: leaves an installation in $work/NAME/moved.
install_as() {
    name=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    cmake -S . -B "$work/$name/build" -G Ninja $quick_build -DTACT_BUILD_TESTS=OFF \
        -DTACT_BUILD_EXAMPLES=OFF "$@"
    cmake --build "$work/$name/build"
    cmake --install "$work/$name/build" --prefix "$work/$name/first"
    mv "$work/$name/first" "$work/$name/moved"
    if grep -rn "$work" "$work/$name/moved/lib/cmake" "$work/$name/moved/lib/pkgconfig"; then
        echo "FAILED: the $name installation contains the path of its build folder"
        exit 1
    fi
    if [ -e "$work/$name/moved/bin/tact" ]; then
        run "$work/$name/moved/bin/tact" demo
        sh tools/check_hardening.sh "$work/$name/build/bin/tact" "$work/$name/moved/bin/tact"
    fi
}

# by_cmake NAME EXPECTED_TYPE OPTIONS...
by_cmake() {
    echo "== $1: CMake, $2"
    prefix=$work/$1/moved
    build=$work/$1/by_cmake
    expected=$2
    shift 2
    rm -rf "$build"
    cmake -S "$consumer" -B "$build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
        -DEXPECTED_TYPE="$expected" -DTACT_VERSION="$version" "$@"
    cmake --build "$build"
    run "$build/consumer_c"
    run "$build/consumer_cpp"
    run "$build/consumer_hpp"
}

# by_pkg_config NAME PKG_CONFIG_OPTION LINK_FLAG
by_pkg_config() {
    echo "== $1: pkg-config $2 $3"
    prefix=$work/$1/moved
    # shellcheck disable=SC2086 # options may be empty
    flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config $2 --cflags --libs "tact = $version")
    programs_folder=$work/$1
    link_flag=$3
    # The output of pkg-config is quoted for the shell.
    eval "set -- $flags"
    # shellcheck disable=SC2086 # the flag may be empty
    gcc -std=c17 -Wall -Wextra -Werror $link_flag "$consumer/main.c" \
        -o "$programs_folder/pc_c" "$@"
    # shellcheck disable=SC2086
    g++ -std=c++11 -Wall -Wextra -Werror $link_flag "$consumer/main.cpp" \
        -o "$programs_folder/pc_cpp" "$@"
    run env LD_LIBRARY_PATH="$prefix/lib" "$programs_folder/pc_c"
    run env LD_LIBRARY_PATH="$prefix/lib" "$programs_folder/pc_cpp"
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        # shellcheck disable=SC2086
        $compiler -std=c++17 -Wall -Wextra -Wshadow -Wconversion -Werror $link_flag \
            "$consumer/hpp.cpp" -o "$programs_folder/pc_hpp" "$@"
        run env LD_LIBRARY_PATH="$prefix/lib" "$programs_folder/pc_hpp"
    done
}

echo "== installing"
install_as static -DCMAKE_INSTALL_LIBDIR=lib
install_as shared -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=ON
install_as both -DCMAKE_INSTALL_LIBDIR=lib -DTACT_BUILD_BOTH=ON

by_cmake static STATIC_LIBRARY
by_cmake shared SHARED_LIBRARY
by_cmake both STATIC_LIBRARY
by_cmake both SHARED_LIBRARY -DBUILD_SHARED_LIBS=ON
by_cmake both SHARED_LIBRARY -DTACT_COMPONENT=shared
by_cmake both STATIC_LIBRARY -DTACT_COMPONENT=static -DBUILD_SHARED_LIBS=ON

by_pkg_config static "" ""
by_pkg_config shared "" ""
by_pkg_config both "" ""
by_pkg_config both --static -static

# refused NAME EXPECTED_TYPE OPTIONS...
refused() {
    if (by_cmake "$@"); then
        echo "FAILED: find_package accepted $*"
        exit 1
    fi
}

echo "== a missing component and a missing version"
refused static SHARED_LIBRARY -DTACT_COMPONENT=shared
refused both STATIC_LIBRARY -DTACT_VERSION="9$version"

echo "== subproject"
cmake -S test/package/subproject -B "$work/subproject" -G Ninja -DTACT_SOURCE="$root" \
    -DCONSUMER_SOURCE="$consumer" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1
cmake --build "$work/subproject"
run "$work/subproject/consumer_c"
run "$work/subproject/consumer_cpp"
run "$work/subproject/consumer_hpp"

# guest FOLDER FLAGS: configures a project that compiles its own code with -ffast-math and FLAGS.
guest() {
    cmake -S test/package/guest -B "$work/$1" -G Ninja -DTACT_SOURCE="$root" -DTACT_SIMD=baseline \
        -DTACT_BUILD_BOTH=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_FLAGS="-Ofast -ffast-math -funsafe-math-optimizations" -DCMAKE_C_FLAGS_RELEASE="$2"
    sh test/package/check_flags.sh "$work/$1/compile_commands.json" "$root/src/" \
        "$root/test/package/guest/guest.c"
}

echo "== a guest of a project that compiles and links with -Ofast and -ffast-math"
guest guest_fast -Ofast
guest guest -O1
cmake --build "$work/guest"
run "$work/guest/guest"
run test "$("$work/guest/hash/hash" 2)" = "$(cat test/determinism/expected.txt)"
# Loading the shared library does not switch subnormals off.
gcc -std=c17 -Iinclude "$consumer/main.c" -o "$work/guest/consumer" "$work/guest/tact/src/libtact.so"
run env LD_LIBRARY_PATH="$work/guest/tact/src" "$work/guest/consumer"

echo "== without threads"
install_as no_threads -DCMAKE_INSTALL_LIBDIR=lib -DTACT_THREADS=OFF
if nm "$work/no_threads/moved/lib/libtact.a" | grep pthread_; then
    echo "FAILED: a library without threads calls them"
    exit 1
fi
by_cmake no_threads STATIC_LIBRARY
by_pkg_config no_threads "" ""

# runs_tool FOLDER: whether building everything there runs the tool that was built.
runs_tool() {
    ninja -C "$1" -t commands all | grep -q 'bin/tact help --man'
}

echo "== the manual page, which the tool prints, and a build for another machine"
cmake -S . -B "$work/cross" -G Ninja -DTACT_BUILD_TESTS=OFF -DCMAKE_SYSTEM_NAME=Linux \
    -DCMAKE_SYSTEM_PROCESSOR=aarch64
cmake -S . -B "$work/no_man" -G Ninja -DTACT_BUILD_TESTS=OFF -DTACT_BUILD_MAN=OFF
runs_tool "$work/shared/build"
for folder in cross no_man; do
    if runs_tool "$work/$folder"; then
        echo "FAILED: the build in $folder runs the tool"
        exit 1
    fi
    if grep -q 'man1/tact\.1' "$work/$folder/cmake_install.cmake"; then
        echo "FAILED: $folder installs a manual page"
        exit 1
    fi
done
grep -q 'man1/tact\.1' "$work/shared/build/cmake_install.cmake"

echo "$programs programs ran"
