#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks docs/error-terms.md: each row names a file of src/, terms that are in the file, and a test
# function that exists, or says why there is none. Every room has a section or is named before them.
set -eu
cd "${1:-$(dirname "$0")/..}"
page=docs/error-terms.md
rooms=$(cd src && for folder in */; do echo "${folder%/}"; done)

awk -v page="$page" -v rooms="$rooms" '
    function complain(text) {
        print page ":" FNR ": " text
        bad++
    }
    # The text of a file without white space. Empty if there is no file.
    function squeezed(path, line, text) {
        if (!(path in known)) {
            text = ""
            while ((getline line < path) > 0)
                text = text line
            close(path)
            gsub(/[ \t]/, "", text)
            known[path] = text
        }
        return known[path]
    }
    # Takes the next word in backticks out of rest. False if there is none.
    function next_word() {
        if (!match(rest, /`[^`]+`/))
            return 0
        word = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        return 1
    }
    /^## / {
        room = $2
        named[room]
    }
    room == "" {
        rest = $0
        while (next_word())
            named[word]
    }
    /^\| `/ {
        if (split($0, field, / \| /) != 4) {
            complain("a row has four columns")
            next
        }
        rows++
        rest = field[1]
        next_word()
        source = "src/" room "/" word
        text = squeezed(source)
        if (text == "")
            complain(source " does not exist")
        rest = field[2]
        while (next_word()) {
            terms++
            gsub(/[ \t]/, "", word)
            if (text != "" && index(text, word) == 0)
                complain(source " does not contain " word)
        }
        if (field[4] ~ /^none: [^|]/)
            next
        tested++
        rest = field[4]
        if (!next_word()) {
            complain("neither a test nor a reason")
            next
        }
        path = (word ~ /^regress\// ? "test/" : "test/unit/") word
        if (!next_word() || index(squeezed(path), word "(void**state)") == 0)
            complain(path " does not have the test " word)
    }
    END {
        for (i = split(rooms, name, /[ \n]+/); i > 0; i--)
            if (!(name[i] in named)) {
                print page ": does not mention the room " name[i]
                bad++
            }
        if (rows == 0) {
            print page ": has no rows"
            bad++
        }
        if (bad)
            exit 1
        print rows " rows with " terms " error terms: " tested + 0 " have a test, " rows - tested " a reason"
    }' "$page"
