#!/bin/sh
# SPDX-License-Identifier: MIT
# A compiler launcher for several builds of the same sources: what one build compiled, the next copies
# from the folder TACT_OBJECT_STORE. Two calls are the same if they differ only in the names of the
# files that they write. Whoever sets the variable starts with an empty folder and does not change a
# source before the last build is done.
#
# TACT_OBJECT_FOLDER is a finished build folder of the same sources: its objects are copied if they have
# the same name below their build folder. Headers are then not listed, so such a build is for one use.
#
# Without either variable the compiler is called as it is.
# Usage: share_objects.sh COMPILER ARGUMENTS...
set -eu

# The key leaves out what is written.
key=$(
    written=no
    for argument in "$@"; do
        [ "$written" = yes ] || printf '%s\n' "$argument"
        case $argument in
        -o | -MF | -MT) written=yes ;;
        *) written=no ;;
        esac
    done | sha256sum | cut -d ' ' -f 1
)
output='' depfile='' compiles=no option=''
for argument in "$@"; do
    case $option in
    -o) output=$argument ;;
    -MF) depfile=$argument ;;
    esac
    [ "$argument" != -c ] || compiles=yes
    option=$argument
done
if [ "$compiles" = yes ] && [ -n "$output" ] && [ -n "$depfile" ] &&
    [ -n "${TACT_OBJECT_FOLDER:-}" ] && [ -e "$TACT_OBJECT_FOLDER/$output" ]; then
    cp "$TACT_OBJECT_FOLDER/$output" "$output"
    printf '%s:\n' "$output" >"$depfile"
    exit 0
fi
if [ -z "${TACT_OBJECT_STORE:-}" ] || [ "$compiles" = no ] || [ -z "$output" ] ||
    [ -z "$depfile" ]; then
    exec "$@"
fi

stored=$TACT_OBJECT_STORE/$key
if [ ! -e "$stored.o" ]; then
    "$@"
    # The object comes last and at once, so that it is whole for whoever finds it.
    cp "$depfile" "$stored.d.$$"
    mv "$stored.d.$$" "$stored.d"
    cp "$output" "$stored.o.$$"
    mv "$stored.o.$$" "$stored.o"
    exit 0
fi
cp "$stored.o" "$output"
# The list of headers begins with the name of the object.
{
    printf '%s:' "$output"
    sed '1s/^[^:]*://' "$stored.d"
} >"$depfile"
