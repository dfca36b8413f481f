#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the wording of comments, documents, help texts and messages by the patterns of docs/writing.md.
# Prints "file:line: phrase -> advice" for each finding and fails if there is one.
# Usage: check_words.sh [FILE...]; without a file it reads what git knows of this checkout.
# It does not read the changelog, which is history, the licence, nor the files that list the patterns.
set -eu
unset CDPATH
if [ $# -eq 0 ]; then
    cd "$(dirname "$0")/.."
    git ls-files --cached --others --exclude-standard
else
    printf '%s\n' "$@"
fi | grep -E '\.(c|h|cpp|hpp|sh|md|txt|cmake)$|(^|/)dev$|^\.ci/run$' |
    grep -v -E '^(CHANGELOG\.md|LICENSE.*|docs/writing\.md|tools/check_words(_test)?\.sh)$|^fuzz/corpus/' |
    awk '
# ---- Paragraphs -------------------------------------------------------------------------------------
# A phrase may continue on the next line, so that rules see whole paragraphs: the lines of a comment, a
# string of several parts, a paragraph of a document.

function add(text) {
    gsub(/[ \t]+/, " ", text)
    gsub(/^ | $/, "", text)
    if (text == "")
        return
    if (paragraph == "")
        parts = 0
    part_start[++parts] = length(paragraph) + 1
    part_line[parts] = line_number
    paragraph = paragraph text " "
}

function flush() {
    if (paragraph != "")
        check_paragraph(" " paragraph)
    paragraph = ""
}

# Takes the text of the comments and strings of a C line. A string goes on if the next line starts with
# one, a comment until it ends.
function add_c_line(text,    at, first) {
    if (!in_comment && text !~ /^[ \t]*("|\/\/)/)
        flush()
    first = 1
    while (text != "") {
        if (in_comment) {
            if (first && text ~ /^[ \t]*\*?[ \t]*$/)
                flush()
            if (first)
                sub(/^[ \t]*\*+([ \t]|$)/, "", text)
            at = index(text, "*/")
            add(at ? substr(text, 1, at - 1) : text)
            if (!at)
                return
            flush()
            in_comment = 0
            text = substr(text, at + 2)
        } else {
            if (!match(text, /\/\*|\/\/|"|\047/))
                return
            at = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (at == "/*") {
                flush()
                in_comment = 1
                sub(/^[*!<]*/, "", text)
            } else if (at == "//") {
                sub(/^[\/!<]*/, "", text)
                add(text)
                return
            } else if (at == "\047") {
                sub(/^(\\.|[^\\\047])*\047/, "", text)
            } else {
                match(text, /^(\\.|[^\\"])*/)
                add_string(substr(text, 1, RLENGTH))
                text = substr(text, RLENGTH + 2)
                if (text ~ /^[ \t]*[,;)}]/)
                    flush()
            }
        }
        first = 0
    }
}

function add_string(text) {
    gsub(/\\n/, " ", text)
    if (file ~ /^apps\/cli\// && match(tolower(text), /(^|[^a-z_])(rooms?|doctor|walks?|walked|crowns?|groves?)([^a-z_.\/]|$)/))
        report(line_number, substr(text, RSTART, RLENGTH), "say it in the words of the field")
    add(text)
}

# Documents: a blank line, an item, a row or a heading starts a paragraph. In a block of code every line
# stands alone.
function add_document_line(text) {
    if (text ~ /^[ \t]*```/)
        in_block = !in_block
    if (in_block || text ~ /^[ \t]*($|[-*|#>]|[0-9]+\.)/)
        flush()
    sub(/^[ \t]*([-*>#]+|[0-9]+\.)[ \t]/, "", text)
    add(text)
    if (in_block)
        flush()
}

# Scripts and CMake files: comments are joined, other lines stand alone.
function add_script_line(text,    comment) {
    comment = text ~ /^[ \t]*#/
    if (!comment || !was_comment || text ~ /^[ \t]*#[ \t]*$/)
        flush()
    was_comment = comment
    if (comment)
        sub(/^[ \t]*#+/, "", text)
    add(text)
    if (!comment)
        flush()
}

function read_file(    text, kind) {
    kind = file ~ /\.(c|h|cpp|hpp)$/ ? "c" : file ~ /\.md$/ ? "document" : "script"
    line_number = in_comment = in_block = was_comment = 0
    while ((getline text < file) > 0) {
        line_number++
        if (kind == "c")
            add_c_line(text)
        else if (kind == "document")
            add_document_line(text)
        else
            add_script_line(text)
    }
    close(file)
    flush()
}

# ---- Rules ------------------------------------------------------------------------------------------

function report(line, found, advice) {
    gsub(/^[ \t.,;:(]+|[ \t]+$/, "", found)
    printf "%s:%d: %s -> %s\n", file, line, found, advice
    count++
}

# The line of a place in the paragraph.
function line_of(place,    i) {
    for (i = parts; i > 1 && part_start[i] > place; i--)
        continue
    return part_line[i]
}

# Reports a pattern at every place, unless exempt() knows better. A pattern is of lower-case letters and
# starts with the character before the phrase. The paragraph has a blank in front.
function rule(name, pattern, advice,    place, size) {
    place = 1
    while (match(substr(lower, place), pattern)) {
        place += RSTART - 1
        size = RLENGTH
        phrase = substr(lower, place + 1, size - 1)
        written = substr(whole, place + 1, size - 1)
        before = place > 60 ? substr(lower, place - 60, 61) : substr(lower, 1, place)
        sub(/ $/, "", before)
        after = substr(lower, place + size)
        if (!exempt(name))
            report(line_of(place), written (name == "where" ? first_words(after) : ""), advice)
        # The last character may be the one before the next phrase.
        place += size - 1
    }
}

# What follows in the sentence, two words at most.
function first_words(text,    words, found) {
    found = split(text, words, " ")
    return (found > 0 ? " " words[1] : "") (found > 1 ? " " words[2] : "")
}

function exempt(name) {
    if (name == "where")
        return !is_condition()
    if (name == "rate")
        return written ~ /^(Tests|Steps)/ || (phrase ~ /^us / && before ~ / (gives?|lets?)$/)
    # "once a mesh is made" is not a rate.
    if (name == "once")
        return phrase !~ /[.,;:)]$/ && after !~ /^[ ]*$/
    if (name == "no")
        return before ~ /(^|[^a-z])there$/ || phrase ~ no_more
    if (name == "none")
        return before ~ /(^|[^a-z])there$/
    if (name == "ends")
        return written !~ /^E/
    return 0
}

# Whether "where" means "if": by the word before it or after it.
function is_condition(    sentence) {
    sentence = phrase after
    if (before ~ values_before)
        return sentence !~ /^where they should/
    if (sentence ~ places_after)
        return 0
    if (before ~ /[^a-z]or$/)
        return phrase !~ /^where to$/
    if (phrase !~ clause_starts)
        return 0
    if (before ~ places_before)
        return phrase ~ /^where (there|no|none|nothing|neither)$/
    return before ~ /(^|[.:?|>])$/ ? starts_condition(sentence) : 1
}

# Whether a sentence that starts with "where" has a main clause behind a comma. If not, it names a place:
# "Where two shapes touch, and which point of each is deepest."
function starts_condition(sentence,    pieces, count_pieces, i) {
    if (match(sentence, /[.?;:]( |$)/))
        sentence = substr(sentence, 1, RSTART)
    count_pieces = split(sentence, pieces, /, /)
    for (i = 2; i <= count_pieces; i++)
        if (pieces[i] !~ /^(and|or|nor|but|exactly|in|as|by|with|if|up|for|of|on|at|relative|which|how|what|whether|lies|[0-9]+)([^a-z]|$)/)
            return 1
    return 0
}

function check_paragraph(text) {
    whole = text
    lower = tolower(text)
    if (lower ~ /where /)
        rule("where", "[^a-z_`\"*]where [a-z0-9_|]+", "a condition is \"if\" or \"when\"; \"where\" is for places")
    if (lower ~ / an? [a-z]/) {
        rule("rate", "[^a-z0-9_](" units ") an? (" nouns ")[^a-z_]", "\"per\"")
        rule("rate", "[^a-z0-9_](" numbers ") (" counted ") an? (" nouns ")[^a-z_]", "\"per\"")
        rule("rate", "[^a-z0-9_]times an? (second|frame|query|question|pair|run|day)[^a-z_]", "\"per\"")
        rule("once", "[^a-z_](once|twice) an? (" nouns ")[^a-z_]", "\"per\"")
    }
    if (lower ~ /(is|are|was|were) no/) {
        rule("no", "[^a-z_](is|are|was|were) no [a-z]+", "\"is not\" or \"has no\"")
        rule("none", "[^a-z_](is|are|was|were) none[^a-z_]", "\"is not\", or name what there is not")
    }
    if (whole ~ /Ends an? /)
        rule("ends", "[^a-z_]ends an? [a-z]+", "\"destroys\" an object, \"finishes\" a task")
    if (lower ~ /serve/)
        rule("serves", "[^a-z_](serves|(is|are|be) served)[^a-z_]", "\"supports\", \"handles\" or \"is for\"")
    if (lower ~ /(find|found)s? out/)
        rule("finds out", "[^a-z_](find|finds|found) out[^a-z_]", "\"computes\" or \"determines\"")
    if (lower ~ /, of (which|it)/)
        rule("of which", "., of (which|it)[^a-z_]", "split the sentence")
    if (lower ~ /so that they/)
        rule("so that", "[^a-z_]so that they[^a-z_]", "name what \"they\" are")
}

BEGIN {
    units = "bytes?|bits?|ns|us|ms|nanoseconds?|microseconds?|milliseconds?|seconds|tests|steps" \
        "|evaluations|questions|one|two|three|four|five|six|eight|ten|twelve|[0-9][0-9]+"
    numbers = "one|two|three|four|five|six|eight|ten|several|[0-9]+"
    counted = "objects?|numbers?|degrees?|rays?|calls?|lines?|workers?|triangles|fields|cells|corners" \
        "|entry|entries|vertex|vertices|coordinates|faces?|fan|poses?|words?|files?|nodes?"
    nouns = "triangle|pair|query|frame|vertex|face|room|process|processor|thread|file|line|case|mesh" \
        "|level|node|side|second|pass|step|test|call|body|model|shape|hull|edge|point|ray|box|object" \
        "|leaf|run|tree|program|build|stage|row|column|set|batch|lane|core|item|entry|question|answer" \
        "|size|kind|scene|contact|corner|axis|direction|iteration|record|solid|element|character|byte" \
        "|number|value|group|block|part|piece|function|page|table|cell|sample|climb|coordinate|worker" \
        "|instance|round|bit|word|pose|polytope|minute|hour"
    no_more = " no (longer|more|less|greater|larger|smaller|farther|further|closer|nearer|better|worse" \
        "|faster|slower|other|one|matter)$"
    clause_starts = "^where (the|a|an|it|that|this|these|those|they|there|no|none|nothing|one|both" \
        "|neither|only|not|its|their|such|all|some|any|every|each|two)$"
    values_before = "(^|[^a-z_])(null|false|true|nan|inf|infinite|infinity|undecided|tact_[a-z_]+|[0-9]+" \
        "|only|except|also|even)[])`]?$"
    # Places: a noun of a place, a preposition, or a verb that asks for a place.
    places_before = "(^|[^a-z_])(points?|places?|positions?|spots?|here|there|from|to|of|by|at|on|near" \
        "|knows?|known|says?|said|tells?|told|shows?|sees?|seen|finds?|remembers?|is|curves?|line" \
        "|column|exactly|just|address|offset|stays?|leaves? it|keeps? it),?$"
    # Whole phrases that tell a place.
    places_after = "^where a (and|is|or|x) |^where (it|they|each|both|the [a-z]+) (stands?|stood|lies?" \
        "|comes? from|began|begins?|starts?|was read|enters?|leaves?|goes)[^a-z]|^where they should"
}

{
    file = $0
    read_file()
}

END {
    if (count > 0) {
        printf "%d findings\n", count
        exit 1
    }
    print "no findings"
}'
