#!/bin/sh
# SPDX-License-Identifier: MIT
# A teacher: the tour, two triangles on the blackboard, shapes without files, and the small programs in examples/.
. "$FIRST_HOUR/play.sh"

play docs/cli.md 'tact demo'
play docs/cli.md 'tact triangle "0,0,0 4,0,0 0,4,0" "1,1,-1 1,1,2 3,1,2"' 1
first_answer
says 'segment'
play docs/cli.md 'tact depth box:1,1,1 sphere:0.5 --move-b 0.75,0,0' 1
says 'overlap'
play docs/cli.md 'tact distance sphere:0.5 capsule:1,0.2 --rotate-b x,90 --move-b 2,0,0'
says '1.3'
play docs/cli.md 'tact make blob --seed 7 -o - --format stl | tact info -'
play docs/cli.md 'tact make box --size 2 --cells 1 -o cube.obj'
play docs/cli.md 'tact ray cube.obj --origin -3,0.25,0.125 --direction 1,0,0' 1
play docs/cli.md 'tact help'
cc -std=c17 "$SOURCES/examples/01_triangles.c" -I"$SOURCES/include" "$SOURCES/build/release/src/libtact.a" -lm -pthread \
    -o triangles || fail "examples/01_triangles.c does not compile"
./triangles || fail "examples/01_triangles.c does not run"
finish
