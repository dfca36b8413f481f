#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks who includes whom, by the table in src/layers.txt. A layer is a number with points, compared
# part by part: 7 < 7.2 < 7.10 < 8. Inside src/ there is also no cycle of includes between subjects.
#   src/ROOM/      "room/file.h" and <tact/room.h> of itself and of lower rooms, nothing else of tact
#   include/tact/  <tact/room.h> of lower rooms; tact.h includes every public header, except those whose
#                  first comment says that it does not; tact.hpp belongs to no room and includes only
#                  tact.h
#   apps bench examples fuzz scenes   <tact/...> and files of their own folder or of scenes/; their
#                  CMake files name neither a path into src/ nor tact_objects
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

# The first folder of a path: the room of an internal header.
function room_of(path,    parts) {
    split(path, parts, "/")
    return parts[1]
}

# Negative, 0 or positive as layer a is below, equal to or above layer b.
function compare_layers(a, b,    parts_a, parts_b, count_a, count_b, i) {
    count_a = split(a, parts_a, ".")
    count_b = split(b, parts_b, ".")
    for (i = 1; i <= count_a && i <= count_b; i++)
        if (parts_a[i] + 0 != parts_b[i] + 0)
            return parts_a[i] - parts_b[i]
    return count_a - count_b
}

function check_room(target,    order) {
    if (!(target in layer)) {
        complain("includes the unknown room " target)
        return
    }
    order = compare_layers(layer[target], layer[room])
    if (order > 0)
        complain(room " (layer " layer[room] ") includes upward: " target " (layer " layer[target] ")")
    else if (target != room && order == 0)
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
        includes++
        include_from[includes] = substr(file, 5)
        include_line[includes] = line_number
        include_to[includes] = path
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

# Programs link the library: their CMake files may name neither a path into src/ nor the objects of the
# library. They may have a folder src of their own.
function check_cmake(    text) {
    line_number = 0
    while ((getline text < file) > 0) {
        line_number++
        sub(/(^|[ \t])#.*/, "", text)
        gsub(/\$[{]CMAKE_CURRENT_[A-Z]*_DIR[}]\/src/, "", text)
        if (text ~ /(\.\.|[}])\/src([^A-Za-z0-9_]|$)/)
            complain("names a path into src/; a program links the library")
        else if (text ~ /(^|[^A-Za-z0-9_])tact_objects([^A-Za-z0-9_]|$)/)
            complain("names tact_objects; a program links the library")
    }
    close(file)
}

function check_file(    parts, count, text) {
    line_number = 0
    count = split(file, parts, "/")
    kind = parts[1]
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
        if (text ~ /^[ \t]*#[ \t]*include/)
            check_include(text)
        # A header of its own says so in its first comment.
        if (kind == "include" && text ~ /^ \*.*tact\/tact\.h does not/)
            delete public_headers["tact/" parts[3]]
    }
    close(file)
    files++
}

# ---- Cycles -----------------------------------------------------------------------------------------
# A module is a source with its header. Modules of one folder belong to one subject if the name of one
# continues the name of the other after an underscore: gjk and gjk_support. Subjects must not include each
# other in a circle.

# "room/stem" of "room/stem.c" or "room/stem.h".
function stem_of(path) {
    sub(/\.[a-z]+$/, "", path)
    return path
}

# The subject of a stem: the shortest stem of the library that it continues, or itself.
function subject_of(stem,    shorter, subject) {
    subject = shorter = stem
    while (sub(/_[^_\/]*$/, "", shorter))
        if (shorter in stems)
            subject = shorter
    return subject
}

# Turns includes of files into includes of subjects; each keeps the first file that needs it.
function join_subjects(    i, from, to) {
    for (i = 1; i <= includes; i++) {
        from = subject_of(stem_of(include_from[i]))
        to = subject_of(stem_of(include_to[i]))
        if (!(from in target_count)) {
            target_count[from] = 0
            subject[++subjects] = from
        }
        if (from != to && !((from, to) in reason)) {
            reason[from, to] = i
            target[from, ++target_count[from]] = to
        }
    }
}

# The includes that lead from a subject back to itself, the fewest that do, as text; "" if none does.
# Sets from_file and from_line to the first of them.
function cycle_through(start,    queue, head, tail, before, here, next_one, i, text) {
    queue[tail = 1] = start
    for (head = 1; head <= tail; head++) {
        here = queue[head]
        for (i = 1; i <= target_count[here]; i++) {
            next_one = target[here, i]
            if (next_one in before)
                continue
            before[next_one] = here
            if (next_one == start)
                break
            queue[++tail] = next_one
        }
    }
    if (!(start in before))
        return ""
    next_one = start
    do {
        here = before[next_one]
        in_cycle[here] = 1
        i = reason[here, next_one]
        text = "src/" include_from[i] " includes src/" include_to[i] (text == "" ? "" : ", " text)
        next_one = here
    } while (here != start)
    file = "src/" include_from[i]
    line_number = include_line[i]
    return text
}

# Complains once for each subject that is in a circle and not in one that was shown.
function check_cycles(    i, text) {
    join_subjects()
    for (i = 1; i <= subjects; i++) {
        if (subject[i] in in_cycle)
            continue
        text = cycle_through(subject[i])
        if (text != "")
            complain("cycle: " text)
    }
}

BEGIN {
    while ((getline row < "src/layers.txt") > 0) {
        if (row ~ /^#/ || row ~ /^[ \t]*$/)
            continue
        split(row, column, " ")
        if (column[1] !~ /^[0-9]+(\.[0-9]+)*$/ || column[2] !~ /^[a-z]+$/ || column[2] in layer) {
            print "src/layers.txt: bad row: " row
            bad++
        }
        layer[column[2]] = column[1]
        rooms++
    }
    if (rooms == 0) {
        print "src/layers.txt: no table of rooms"
        bad++
    }
}

{
    remember($0)
    if ($0 ~ /^src\/.*\.[ch]$/)
        stems[stem_of(substr($0, 5))] = 1
    listed[NR] = $0
}

END {
    for (number = 1; number <= NR; number++) {
        file = listed[number]
        if (file !~ /(CMakeLists\.txt|\.cmake)$/)
            check_file()
        else if (file !~ /^(src|include)\//)
            check_cmake()
    }
    check_cycles()
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
