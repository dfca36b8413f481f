#!/bin/sh
# SPDX-License-Identifier: MIT
# An engine programmer who knows Box3D and Jolt: installs the library, compiles the program of README.md and that in C++, and
# reads the page for users of Bullet.
. "$FIRST_HOUR/play.sh"
cd "$SOURCES"
mkdir -p hello
block README.md c 1 >hello/hello.c

play README.md 'cmake --preset release -DTACT_BUILD_TESTS=OFF -DTACT_BUILD_BOTH=OFF'
play README.md 'cmake --build build/release'
play README.md 'cmake --install build/release --prefix "$HOME/.local"'
play README.md 'export PATH="$HOME/.local/bin:$PATH" PKG_CONFIG_PATH="$HOME/.local/lib/pkgconfig" CMAKE_PREFIX_PATH="$HOME/.local"'
play README.md 'cc hello/hello.c -o hello/hello $(pkg-config --cflags --libs tact)'
play README.md 'hello/hello'
first_answer
says 'one double further: apart'
block README.md cpp 1 >hello/hello.cpp
play README.md 'c++ -std=c++17 hello/hello.cpp -o hello/hello_cpp $(pkg-config --cflags --libs tact)'
play README.md 'hello/hello_cpp'
says 'apart, by 1'
block docs/coming-from/bullet.md c 1 >hello/bullet.c
cc -std=c17 -Wall hello/bullet.c -o hello/bullet $(pkg-config --cflags --libs tact) ||
    fail "the first block of docs/coming-from/bullet.md does not compile"
hello/bullet || fail "the first block of docs/coming-from/bullet.md does not run"
finish
