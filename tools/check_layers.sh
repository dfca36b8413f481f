#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks who includes whom, by the table in src/layers.txt:
#   src/ROOM/      "room/file.h" and <tact/room.h> of itself and of lower rooms, nothing else of tact
#   include/tact/  <tact/room.h> of lower rooms; tact.h includes every public header, except those whose
#                  first comment says that it does not; tact.hpp belongs to no room and includes only
#                  tact.h
#   apps bench examples fuzz scenes   <tact/...> and files of their own folder or of scenes/; their
#                  CMake files name neither the folder src/ nor the objects of the library
# Usage: check_layers.sh [ROOT]. Prints one line for each violation and fails if there is one.
set -eu
cd "${1:-$(dirname "$0")/..}"

find src include apps bench examples fuzz scenes -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' -o -name CMakeLists.txt \
    -o -name '*.cmake' \) 2>/dev/null | sort |
    awk '
function complain(text) {
    printf "%s:%d: %s\n", file, line_number, text
    bad++
}

function exists(path,    ignored, found) {
    found = (getline ignored < path) >= 0
    close(path)
    return found
}

# The room of an included header of the library, "" where it is none.
function room_of(path,    parts) {
    split(path, parts, "/")
    return parts[1]
}

function check_room(target) {
    if (!(target in layer))
        complain("includes the unknown room " target)
    else if (layer[target] > layer[room])
        complain(room " (layer " layer[room] ") includes upward: " target " (layer " layer[target] ")")
    else if (target != room && layer[target] == layer[room])
        complain(room " includes its sibling " target " (layer " layer[target] ")")
}

# <tact/room.h> and <tact/room_part.h> belong to a room.
function public_room(path) {
    sub(/^tact\//, "", path)
    sub(/\.h$/, "", path)
    sub(/_.*$/, "", path)
    return path
}

function check_library(quoted, path) {
    if (!quoted && path ~ /^tact\//) {
        if (path == "tact/tact.h")
            complain("the library includes the umbrella header")
        else
            check_room(public_room(path))
    } else if (!quoted) {
        if (room_of(path) in layer && path ~ /\//)
            complain("write \"" path "\" for a header of the library")
    } else if (path !~ /^[a-z0-9_]+\/[a-z0-9_\/]+\.h$/) {
        complain("write \"room/file.h\", not \"" path "\"")
    } else {
        check_room(room_of(path))
        if (room_of(path) in layer && !exists("src/" path))
            complain("src/" path " does not exist")
    }
}

function check_public(quoted, path) {
    if (quoted)
        complain("a public header includes \"" path "\"; write <tact/room.h>")
    else if (path == "tact/tact.h" && file == "include/tact/tact.hpp")
        return
    else if (path ~ /^tact\// && file == "include/tact/tact.h")
        in_umbrella[path] = 1
    else if (path ~ /^tact\//)
        check_library(0, path)
    else if (path ~ /\// && room_of(path) in layer)
        complain("a public header includes the internal <" path ">")
}

# The folder that a program may call its own: bench, apps/cli, ...
function own_folder(path,    parts) {
    split(path, parts, "/")
    return parts[1] == "apps" ? parts[1] "/" parts[2] : parts[1]
}

# Remembers by which names a file can be meant inside its own folder: below any include path.
function remember(path,    top, rest) {
    top = own_folder(path)
    rest = substr(path, length(top) + 2)
    own[top, rest] = 1
    while (sub(/^[^\/]*\//, "", rest))
        own[top, rest] = 1
}

# Takes "name/.." out of a path.
function tidy(path) {
    while (sub(/[^\/.][^\/]*\/\.\.\//, "", path))
        continue
    return path
}

# Programs: what is quoted must be their own.
function check_program(quoted, path,    folder, top) {
    if (!quoted) {
        if (path ~ /\// && room_of(path) in layer)
            complain("includes the internal <" path ">; only <tact/...> is public")
        return
    }
    folder = file
    sub(/\/[^\/]*$/, "", folder)
    top = own_folder(file)
    if (path ~ /\.\.\//) {
        if (index(tidy(folder "/" path), top "/") != 1)
            complain("includes \"" path "\" outside of its folder")
    } else if (!((top, path) in own) && !(("scenes", path) in own)) {
        complain("includes \"" path "\", which is neither its own nor public")
    }
}

# The build of a program must not compile sources of the library or see its internal headers.
function check_build(text) {
    sub(/#.*/, "", text)
    if (text ~ /(^|[^A-Za-z0-9_.-])src([^A-Za-z0-9_.-]|$)/ || text ~ /tact_objects/)
        complain("a program is built from public headers and the library, not from src/")
}

function check_include(text,    quoted, path) {
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", text)
    if (text ~ /^"[^"]*"/) {
        quoted = 1
        path = substr(text, 2, index(substr(text, 2), "\"") - 1)
    } else if (text ~ /^<[^>]*>/) {
        quoted = 0
        path = substr(text, 2, index(text, ">") - 2)
    } else {
        complain("an include must name its file: " text)
        return
    }
    if (kind == "src")
        check_library(quoted, path)
    else if (kind == "include")
        check_public(quoted, path)
    else
        check_program(quoted, path)
}

function check_file(    parts, count, text) {
    line_number = 0
    count = split(file, parts, "/")
    kind = parts[1]
    is_build = file ~ /(CMakeLists\.txt|\.cmake)$/
    if (is_build && (kind == "src" || kind == "include"))
        return
    if (kind == "src") {
        room = parts[2]
        if (count < 3)
            complain("a file of the library lies in no room")
        else if (!(room in layer) && !(room in reported)) {
            complain("the room " room " is not in src/layers.txt")
            reported[room] = 1
        }
        if (count < 3 || !(room in layer))
            return
    } else if (kind == "include") {
        room = file == "include/tact/tact.hpp" ? "tact" : public_room("tact/" parts[3])
        if (count != 3 || parts[2] != "tact" || (!(room in layer) && room != "tact"))
            complain("a public header is include/tact/ROOM.h or ROOM_PART.h")
        if (room in layer)
            public_headers["tact/" parts[3]] = 1
        else if (room != "tact")
            return
    }
    while ((getline text < file) > 0) {
        line_number++
        if (is_build)
            check_build(text)
        else if (text ~ /^[ \t]*#[ \t]*include/)
            check_include(text)
        # A header of its own says so in its first comment.
        if (kind == "include" && text ~ /^ \*.*tact\/tact\.h does not/)
            delete public_headers["tact/" parts[3]]
    }
    close(file)
    files++
}

BEGIN {
    while ((getline row < "src/layers.txt") > 0) {
        if (row ~ /^#/ || row ~ /^[ \t]*$/)
            continue
        split(row, column, " ")
        if (column[1] !~ /^[0-9]+$/ || column[2] !~ /^[a-z]+$/ || column[2] in layer) {
            print "src/layers.txt: bad row: " row
            bad++
        }
        layer[column[2]] = column[1] + 0
        rooms++
    }
    if (rooms == 0) {
        print "src/layers.txt: no table of rooms"
        bad++
    }
}

{
    remember($0)
    listed[NR] = $0
}

END {
    for (number = 1; number <= NR; number++) {
        file = listed[number]
        check_file()
    }
    file = "include/tact/tact.h"
    line_number = 0
    for (header in public_headers)
        if (!(header in in_umbrella))
            complain("does not include <" header ">")
    if (files == 0) {
        print "no source files found"
        bad++
    }
    if (bad > 0)
        exit 1
    printf "%d files keep to the layers\n", files
}'
