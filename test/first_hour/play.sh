# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What the scripts of the roles share. Sourced; needs FIRST_HOUR, SOURCES, WALL and PROCESSOR, which run.sh sets.
set -eu
. "$FIRST_HOUR/times.sh"
limit=150 # seconds to the first own answer, on two idle cores
began=$(date +%s)
played=0
first=""

fail() {
    printf 'FAILED: %s\n' "$*"
    exit 1
}

# play PAGE COMMAND [STATUS]: COMMAND stands in PAGE word by word; it runs here and exits with STATUS. What it prints
# is in the file printed.
play() {
    grep -qF -e "$2" "$SOURCES/$1" || fail "$1 does not say: $2"
    printf '$ %s\n' "$2"
    play_status=0
    eval "$2" >printed 2>complained || play_status=$?
    cat printed complained
    [ "$play_status" -eq "${3:-0}" ] || fail "exit status $play_status instead of ${3:-0}: $2"
    played=$((played + 1))
}

# says TEXT: the last command printed this.
says() {
    grep -qF -e "$1" printed complained || fail "not printed: $1"
}

# The first answer about own files or own code. On a machine with other work the clock counts that as well, so the time is
# too long only if the processor time is too: with that, two idle cores would need as long.
first_answer() {
    first=$((WALL + $(date +%s) - began))
    times >times.txt
    first_processor=$((PROCESSOR + $(processor_seconds times.txt)))
    if [ "$first" -gt "$limit" ] && [ "$first_processor" -gt "$limit" ]; then
        fail "the first answer took $first s, $first_processor s of processor time; the limit is $limit s"
    fi
}

# block PAGE LANGUAGE NUMBER: prints a block of code of a page.
block() {
    awk -v language="$2" -v number="$3" '
        /^```/ && inside { inside = 0; next }
        /^```/ { if (substr($0, 4) == language && ++count == number) inside = 1; next }
        inside' "$SOURCES/$1" >block.txt
    [ -s block.txt ] || fail "$1 has no block $3 in $2"
    cat block.txt
}

finish() {
    [ -n "$first" ] || fail "there was no first answer"
    printf '%s documented commands, first own answer after %s s, with %s s of processor time\n' "$played" "$first" \
        "$first_processor"
}
