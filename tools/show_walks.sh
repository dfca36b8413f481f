#!/bin/sh
# SPDX-License-Identifier: MIT
# `./dev walks`: which files a question passes, in the order of the calls, for the three pictures of
# docs/architecture.md. It runs programs of the dev build under gdb, stops at the last function of each
# call chain, and reads the call stack. It fails if a walk enters a room twice, or if the page lists
# other files.
# Usage: show_walks.sh [--write]; with --write the lists are written into the page.
# TACT_WALKS_BUILD names another build folder with debug information, which is then not built.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/packages.sh
. tools/build.sh

case ${1:-} in
'' | --write) ;;
*) die "usage: show_walks.sh [--write]" ;;
esac
page=docs/architecture.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build_programs() {
    build_target=tact_cli
    build_preset dev
}

# shellcheck disable=SC2046 # a list of words
need_packages $(packages_of_preset dev) gdb
build=${TACT_WALKS_BUILD:-build/dev}
if [ -z "${TACT_WALKS_BUILD:-}" ]; then
    say "building the tool (log: build/logs/walks.log)"
    quietly walks build_programs
fi

# A small program that loads two cubes which share a face, and asks whether they touch.
cube=examples/cube.obj
cat >"$work/cubes.c" <<'END'
#include <tact/tact.h>

int main(int count, char **arguments) {
    tact_model *cube;
    tact_collide_result hit;
    if (count != 2 || tact_model_load(NULL, arguments[1], NULL, NULL, &cube) != TACT_OK)
        return 1;
    tact_instance a = tact_instance_make(cube), b = a;
    b.pose.m[3] = 1;
    tact_status status = tact_collide(&a, &b, NULL, NULL, &hit);
    tact_model_destroy(cube);
    return status == TACT_OK && hit.outcome == TACT_OUTCOME_CONTACT ? 0 : 1;
}
END
gcc -g -Iinclude "$work/cubes.c" "$build/src/libtact.a" -lm -pthread -o "$work/cubes"

# stack FIRST LAST PROGRAM ARGUMENTS...: runs the program until FIRST is called, and from there until
# LAST is called. Prints the files of the call stack from FIRST to LAST, one per frame. Inlined
# functions have frames, too. The baseline level is the same on every processor.
stack() {
    stack_first=$1 stack_last=$2
    shift 2
    TACT_SIMD=baseline gdb -nx -batch \
        -ex 'set debuginfod enabled off' -ex 'set width 0' -ex 'set filename-display absolute' \
        -ex 'set print frame-arguments none' -ex 'set startup-with-shell off' \
        -ex "tbreak $stack_first" -ex run -ex "tbreak $stack_last" -ex continue -ex backtrace \
        --args "$@" >"$work/gdb" 2>"$work/gdb.err" </dev/null || true
    # A frame is "#3  0x... in name (...) at /path/src/room/file.c:12". The innermost comes first.
    awk -v root="$PWD/" -v first="$stack_first" '
        /^#[0-9]+ / && match($0, / at [^ ]*:[0-9]+$/) {
            file = substr($0, RSTART + 4)
            sub(/:[0-9]+$/, "", file)
            name = $0
            sub(/ \(.*/, "", name)
            sub(/.* /, "", name)
            if (index(file, root) == 1 && !done)
                files[++count] = substr(file, length(root) + 1)
            done = done || name == first
        }
        END {
            for (i = count; i >= 1 && done; i--)
                print files[i]
        }' "$work/gdb" >"$work/stack"
    if [ ! -s "$work/stack" ]; then
        cat "$work/gdb" "$work/gdb.err" >&2
        die "$* does not reach $stack_last from $stack_first"
    fi
    cat "$work/stack"
    say "end"
}

# Reads stacks from standard input. Prints one line per visit of a room, "room: files". A stack goes on
# where it leaves the one before it. A room that hands its own functions to the executor of base is not
# left by that. Fails if a room is entered twice.
list_rooms() {
    awk -v walk="$1" '
        function room_of(file) {
            sub(/\/[^\/]*$/, "", file)
            return file
        }
        function finish_line() {
            if (line != "")
                print line
            line = ""
        }
        function take_stack(    i, room, same) {
            same = 1
            for (i = 1; i <= count; i++) {
                if (same && now[i] == before[i])
                    continue
                same = 0
                room = room_of(now[i])
                if (i == 1 || room != room_of(now[i - 1])) {
                    if (room in entered) {
                        print "error: " walk " enters " room " twice" >"/dev/stderr"
                        bad = 1
                    }
                    entered[room]
                }
                if (room != shown) {
                    finish_line()
                    line = sprintf("%-14s", room)
                }
                shown = room
                line = line " " substr(now[i], length(room) + 2)
            }
            delete before
            for (i = 1; i <= count; i++)
                before[i] = now[i]
            count = 0
        }
        # Without the frames of base between two frames of a room, and without repetitions.
        function tidy(    i, kept, last) {
            kept = 0
            for (i = 1; i <= count; i++) {
                if (room_of(now[i]) == "src/base") {
                    last = i
                    while (last < count && room_of(now[last]) == "src/base")
                        last++
                    if (kept > 0 && room_of(now[last]) == room_of(now[kept])) {
                        i = last - 1
                        continue
                    }
                }
                if (kept == 0 || now[kept] != now[i])
                    now[++kept] = now[i]
            }
            count = kept
        }
        $0 == "end" {
            tidy()
            take_stack()
            next
        }
        { now[++count] = $0 }
        END {
            finish_line()
            exit bad
        }'
}

# A question to the exact test of two triangles: cubes that share a face.
walk_question() {
    stack tact_collide tacti_orient3d_exact "$work/cubes" "$cube"
}

# A file to a model: the reader, the mesh, the hierarchy.
walk_file() {
    stack tact_model_load tacti_builder_vertex "$work/cubes" "$cube"
    stack tact_model_load tacti_mesh_borrow "$work/cubes" "$cube"
    stack tact_model_load tacti_subtree_build "$work/cubes" "$cube"
}

# A command to its answer: the question, then the text.
walk_command() {
    stack main tacti_mesh_collide "$build/bin/tact" collide "$cube" "$cube"
    stack main cli_print_title "$build/bin/tact" collide "$cube" "$cube"
}

cp "$page" "$work/page"
for walk in question file command; do
    "walk_$walk" >"$work/stacks"
    list_rooms "$walk" <"$work/stacks" >"$work/list"
    say "$walk:" && sed 's/^/  /' "$work/list"
    awk -v list="$work/list" -v walk="$walk" '
        $0 == "<!-- walk " walk ": end -->" { inside = 0; ends++ }
        !inside { print }
        $0 == "<!-- walk " walk ": begin -->" {
            inside = 1
            print "```text"
            while ((getline line < list) > 0)
                print line
            print "```"
        }
        END { if (ends != 1) exit 1 }' "$work/page" >"$work/next" ||
        die "$page has no marks for the walk $walk"
    mv "$work/next" "$work/page"
done

if [ "${1:-}" = --write ]; then
    cat "$work/page" >"$page"
elif ! diff -u "$page" "$work/page"; then
    die "the walks of $page are out of date: sh tools/show_walks.sh --write"
else
    say "the page shows these walks, and each enters a room once"
fi
