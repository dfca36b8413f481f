#!/bin/sh
# SPDX-License-Identifier: MIT
# Fails on writable data in the library: globals, statics in functions, thread-locals. Constant
# tables of pointers (.data.rel.ro) are fine. Usage: check_globals.sh LIBTACT.a
set -eu
# Names that may be writable, as words. A comment here gives the reason for each.
# tacti_known_level (base/simd.c): the processor's SIMD level, the same value whoever writes it first.
allowed="tacti_known_level"

objdump -t "$1" | awk -v allowed=" $allowed " '
/file format/ { object = $1; sub(/:$/, "", object); objects++ }
/\t/ {
    split($0, half, "\t")
    section_fields = split(half[1], left, " ")
    right_fields = split(half[2], right, " ")
    section = left[section_fields]
    name = right[right_fields]
    if (section ~ /^\.data\.rel\.ro/)
        next
    if (section !~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*|\.ldata|\.lbss)/)
        next
    # The symbol of the section itself has no size; what lies in it has names of its own.
    if (right[1] ~ /^0+$/ && name ~ /^\./)
        next
    if (index(allowed, " " name " "))
        next
    printf "%s: %s is writable (%s)\n", object, name, section
    bad++
}
END {
    if (objects == 0) {
        print "no object files found"
        exit 1
    }
    if (bad)
        exit 1
    printf "%d object files without writable data\n", objects
}'

# Data without a symbol would escape the list above.
size -A "$1" | awk -v allowed="$allowed" '
$1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/ { total += $2 }
END {
    if (total > 0 && allowed == "") {
        print total " bytes of writable data without a name"
        exit 1
    }
}'
