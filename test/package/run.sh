#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs tact three times (static, shared, both), moves each installation, and builds a program
# against it in C, in C++, and in C++17 with tact.hpp: with CMake, with pkg-config, and with tact as a
# subproject. The library has one copy of its hot code and little optimisation here: what is tested does
# not depend on either, and the stage `hardening` installs the release build.
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

echo "== flags that break the proofs"
for flags in -ffast-math "-O2 -Ofast -g" -funsafe-math-optimizations; do
    if cmake -S . -B "$work/fast" -G Ninja -DCMAKE_C_FLAGS="$flags" >"$work/fast.log" 2>&1; then
        echo "FAILED: $flags was accepted"
        exit 1
    fi
    grep -q "tact cannot be built with" "$work/fast.log" || {
        cat "$work/fast.log"
        echo "FAILED: $flags was refused for another reason"
        exit 1
    }
    rm -rf "$work/fast"
done
echo "$programs programs ran"
