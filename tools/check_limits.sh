#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the table of rooms and folders and checks their sizes. Fails if a bar is broken:
#   A room has at most 40 files. The median file of src/ has 80 to 300 lines.
#   A file has at most 700 lines, a function at most 60.
# It names functions with more than 6 parameters but does not fail for them. The columns "upward" and
# "cycles" count complaints of check_layers.sh, which fails on its own. The check relies on the project's
# format: a function starts in the first column, and so does the brace that ends its body.
# Usage: check_limits.sh [ROOT]
set -eu
unset CDPATH
tools=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$tools/..}"
# shellcheck source=tools/common.sh
. "$tools/common.sh"

{
    sh "$tools/check_layers.sh" . | sed 's/^/complaint /' || true
    list_sources | sed 's/^/file /'
} | awk '
BEGIN {
    max_files = 40
    max_file_lines = 700
    max_function_lines = 60
    max_parameters = 6
    min_median = 80
    max_median = 300
}

function complain(text) {
    broken[++broken_count] = text
}

# The row of the table that a file belongs to: a room or a top folder.
function group_of(path,    parts) {
    split(path, parts, "/")
    return parts[1] == "src" ? "src/" parts[2] : parts[1]
}

# Counts the parameters of a function by its first lines. A parameter that is a function pointer has
# commas of its own.
function count_parameters(head,    inner) {
    inner = substr(head, index(head, "(") + 1)
    sub(/\)[^)]*$/, "", inner)
    while (sub(/\([^()]*\)/, "", inner))
        continue
    return inner ~ /^[ ]*(void)?[ ]*$/ ? 0 : gsub(/,/, ",", inner) + 1
}

function end_function(group, path, start, name, length_now, parameters) {
    if (length_now > longest_function[group])
        longest_function[group] = length_now
    if (length_now > max_function_lines)
        complain(path ":" start ": " name " has " length_now " lines, at most " max_function_lines)
    if (parameters > max_parameters)
        wide[++wide_count] = path ":" start ": " name " has " parameters " parameters"
}

function read_file(path,    group, text, number, start, head, name, in_head, in_body, parameters) {
    group = group_of(path)
    while ((getline text < path) > 0) {
        number++
        if (!in_body && text ~ /^[A-Za-z_].*\(/ && text !~ /;[ ]*$/ &&
            text !~ /^(typedef|struct [a-z_]+ \{|enum|union|extern "C")/) {
            start = number
            head = ""
            in_head = 1
        }
        if (in_head) {
            head = head " " text
            if (text ~ /(;|\}|=[ ]*\{)[ ]*$/) {
                in_head = 0
            } else if (text ~ /\{[ ]*$/) {
                in_head = 0
                in_body = 1
                name = head
                sub(/\(.*/, "", name)
                sub(/.*[ *]/, "", name)
                parameters = count_parameters(head)
            }
        } else if (in_body && text ~ /^\}/) {
            in_body = 0
            end_function(group, path, start, name, number - start + 1, parameters)
        }
        if (text !~ /^[ ]*#/)
            asserts[group] += gsub(/TACTI_ASSERT\(/, "", text)
    }
    close(path)
    note_file(group, path, number + 0)
    if (group ~ /^src\//)
        note_file("src", path, number + 0)
    if (number > max_file_lines)
        complain(path ": " number " lines, at most " max_file_lines)
}

# Keeps the lengths of a group in order.
function note_file(group, path, count,    i) {
    for (i = ++files[group]; i > 1 && sizes[group, i - 1] > count; i--)
        sizes[group, i] = sizes[group, i - 1]
    sizes[group, i] = count
    lines[group] += count
}

function median(group,    middle) {
    middle = int((files[group] + 1) / 2)
    return files[group] % 2 ? sizes[group, middle] : (sizes[group, middle] + sizes[group, middle + 1]) / 2
}

function show_row(layer, name, group) {
    printf "%-6s %-10s %5d %7d %7.1f %8d %8d", layer, name, files[group], lines[group],
        median(group), sizes[group, files[group]], longest_function[group]
    if (group ~ /^src/)
        printf " %8.1f %7d %7d", 1000 * asserts[group] / lines[group], upward[group], cycles[group]
    print ""
}

function show_rooms(    row, column) {
    while ((getline row < "src/layers.txt") > 0) {
        split(row, column, " ")
        if (row ~ /^[0-9]/ && ("src/" column[2]) in files)
            show_room(column[1], column[2])
    }
    # The layer check complains about a folder that is not in the table.
    for (row in files)
        if (row ~ /^src\// && !(row in shown))
            show_room("?", substr(row, 5))
}

function show_room(layer, name,    group) {
    group = "src/" name
    shown[group] = 1
    show_row(layer, name, group)
    if (files[group] > max_files)
        complain(group ": " files[group] " files, at most " max_files)
    asserts["src"] += asserts[group]
    upward["src"] += upward[group]
    cycles["src"] += cycles[group]
    if (longest_function[group] > longest_function["src"])
        longest_function["src"] = longest_function[group]
}

$1 == "complaint" && $2 ~ /^src\// {
    path = $2
    sub(/:.*/, "", path)
    if ($3 == "cycle:")
        cycles[group_of(path)]++
    else
        upward[group_of(path)]++
}

$1 == "file" {
    read_file(substr($0, 6))
}

END {
    if (!("src" in files)) {
        print "no source files found in src/"
        exit 1
    }
    print "layer  room       files   lines  median  longest  longest  asserts  upward  cycles"
    print "                                 lines     file function  per 1000"
    show_rooms()
    show_row("", "src", "src")
    folders = split("include apps bench examples fuzz scenes test", folder, " ")
    for (i = 1; i <= folders; i++)
        if (folder[i] in files)
            show_row("", folder[i], folder[i])
    if (median("src") < min_median || median("src") > max_median)
        complain("src: the median file has " median("src") " lines, not " min_median " to " max_median)
    print ""
    for (i = 1; i <= wide_count; i++)
        print wide[i] ", aim for " max_parameters
    for (i = 1; i <= broken_count; i++)
        print "too large: " broken[i]
    printf "broken bars: %d; functions with more than %d parameters: %d\n", broken_count,
        max_parameters, wide_count
    exit broken_count > 0
}'
