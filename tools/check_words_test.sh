#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/check_words.sh: sentences that it must report, with the right line and phrase, and sentences
# that it must leave alone.
set -eu
checker=$(cd "$(dirname "$0")" && pwd)/check_words.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p apps/cli docs tools
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# found FILE PATTERN: the file is reported once, with a line that matches.
found() {
    if output=$(sh "$checker" "$1"); then
        fail "not found in $1: $(cat "$1")"
    elif ! printf '%s\n' "$output" | grep -Eq -- "^$1:$2"; then
        fail "reported otherwise: $output"
    elif ! printf '%s\n' "$output" | grep -qx '1 findings'; then
        fail "not one finding: $output"
    else
        echo "ok: $(printf '%s\n' "$output" | head -n 1)"
    fi
}

# quiet FILE: nothing is reported.
quiet() {
    if output=$(sh "$checker" "$1"); then
        echo "ok: quiet: $(tr '\n' ' ' <"$1")"
    else
        fail "reported without need: $output"
    fi
}

# bad SENTENCE PHRASE: must be found in a document and in a comment.
bad() {
    printf '%s\n' "$1" >docs/a.md
    found docs/a.md "1: $2"
    printf '%s\n' 'int a;' "/* $1 */" >a.c
    found a.c "2: $2"
}

# good SENTENCE: must not be found.
good() {
    printf '%s\n' "$1" >docs/a.md
    quiet docs/a.md
    printf '%s\n' "/** $1 */" >a.h
    quiet a.h
}

# Conditions.
bad 'Returns NULL where there is no memory.' 'where there is no'
bad 'False where the triangle has no area.' 'where the triangle has'
bad 'The result is 0 where q is not positive.' 'where q'
bad 'Sorts the list, also where rounding matters.' 'where rounding'
bad 'Writes a line; where it is long, it is cut.' 'where it is'
bad 'The mesh is open. Where a triangle is missing, the answer is undecided.' 'Where a triangle is'
bad 'TACT_NO_TRIANGLE where a is a shape.' 'where a is'
bad 'The points where no face is left.' 'where no face'
bad 'The whole line, [-inf, inf] where b contains 0.' 'where b'
bad 'TACT_NOT_FINITE, or where out is NULL.' 'where out'
bad 'The part (where the file has parts).' 'where the file has'
good 'The point where the ray enters the box.'
good 'The place where two triangles touch.'
good 'Where a ray meets a triangle.'
good 'Where two shapes touch, and which points are deepest.'
good 'The message says where the file ends.'
good 'The pose of the model and where it stands.'
good 'The pairs of triangles that meet where they should not.'
good 'The state refers to itself and stays where it is.'
good 'Which of the two kinds a file is, or where to begin.'
good 'The bound is n u, where u is half an ulp and n counts the terms.'
good 'Everywhere the same, nowhere a surprise.'
good 'Returns NULL if there is no memory.'

# Rates.
bad 'It takes 16 bytes a triangle.' 'bytes a triangle'
bad 'It takes 24 bytes per vertex and 12 a triangle.' '12 a triangle'
bad 'Prints names, one a line.' 'one a line'
bad 'About 40 ns a pair.' 'ns a pair'
bad 'Determined once a process.' 'once a process'
bad 'Asked three times a frame.' 'times a frame'
bad 'Reads several numbers a line.' 'several numbers a line'
good 'Once a mesh is made it does not change.'
good 'A row times a column.'
good 'Tests a triangle against a box.'
good 'The dimension: 0 a point, 1 a segment, 2 a polygon.'
good 'It takes 16 bytes per triangle, one line per file.'
good 'This gives us a node of the tree.'

# Negations.
bad 'A side whose ends are one vertex is no edge.' 'is no edge'
bad 'Points inside of a face are none.' 'are none'
good 'If there is no edge, or there are none left.'
good 'The value is no longer than a line and no more than 3.'
good 'Whether the side is not an edge.'

# Verbs.
bad 'Ends a mesh. NULL is allowed.' 'Ends a mesh'
good 'A zero byte ends a text.'
good 'The loop ends after the last face.'
bad 'Every finite double is served.' 'is served'
bad 'One cache serves all questions.' 'serves'
good 'The pair deserves a test; the server observes and preserves it.'
bad 'The level is found out by a test.' 'found out'
good 'The pair that was found outside.'

# Clauses.
bad 'Two meshes, of which one is filled.' 'of which'
bad 'Reads the options, of it only the budget.' 'of it'
bad 'Names are cleaned, so that they have no escapes.' 'so that they'
good 'The half of it that is left, and the pair of which a is first.'

# A phrase may break over lines; the line is that of its first word.
printf '%s\n' '/* Reads a number. The result is NULL where' ' * the text ends. */' >a.c
found a.c '1: where the text ends'
printf '%s\n' 'One fact.' '' 'A table takes 16 bytes' 'a triangle.' >docs/a.md
found docs/a.md '3: bytes a triangle'
printf '%s\n' 'puts("exits with 1 where "' '     "the file is missing");' >a.c
found a.c '1: where the file is'
printf '%s\n' '# Fails where' '# there is no compiler.' 'true' >tools/a.sh
found tools/a.sh '1: where there is no'
printf '%s\n' "echo 'fails where there is no compiler'" >tools/a.sh
found tools/a.sh '1: where there is no'

# Comments that only stand below each other are not one sentence.
printf '%s\n' 'int a; /* bytes */' 'int b; /* a triangle */' >a.c
quiet a.c
printf '%s\n' '/* The last of them: one' ' *' ' * a pair of numbers. */' >a.c
quiet a.c
# Code is not prose.
printf '%s\n' 'int where = the + is_no; char c = 0x22; f(where, it);' >a.c
quiet a.c

# Own words in messages of the tool.
printf '%s\n' 'puts("the doctor found nothing");' >apps/cli/a.c
found apps/cli/a.c '1: doctor'
printf '%s\n' '/* The doctor looks at the mesh. */' 'puts("sidewalk");' >apps/cli/a.c
quiet apps/cli/a.c
printf '%s\n' 'puts("the doctor found nothing");' >a.c
quiet a.c

# Files that are not read.
printf '%s\n' 'NULL where there is none.' >CHANGELOG.md
quiet CHANGELOG.md
printf '%s\n' 'NULL where there is none.' >docs/writing.md
quiet docs/writing.md

[ "$failures" -eq 0 ] || exit 1
