#!/bin/sh
# SPDX-License-Identifier: MIT
# Fails on a program or shared library whose header or code lacks a protection:
#   - a search path (RPATH, RUNPATH) holds an empty or a relative entry, so that code could come
#     from the current folder;
#   - a program is not position-independent;
#   - not all relocations are read-only at run time (RELRO with BIND_NOW);
#   - the stack is executable;
#   - no function checks its stack guard (stack protector);
#   - no call is checked by the C library (FORTIFY);
#   - no function probes the pages of a large frame (stack-clash protection).
# An archive has no header: only what lies in its objects is checked.
# Usage: check_hardening.sh FILE...
set -eu
failures=0

complain() {
    echo "$1: $2"
    failures=$((failures + 1))
}

# Each entry must start with a slash or with $ORIGIN, the folder of the file itself.
check_search_path() {
    search=$(readelf -dW "$1" | sed -n 's/.*(R\(UN\)\{0,1\}PATH).*\[\(.*\)\]$/\2/p')
    readelf -dW "$1" | grep -q '(R\(UN\)\{0,1\}PATH)' || return 0
    # One more colon, so that the last entry counts too if it is empty.
    rest=$search:
    while [ -n "$rest" ]; do
        entry=${rest%%:*}
        rest=${rest#*:}
        case $entry in
        /* | "\$ORIGIN" | "\$ORIGIN/"*) ;;
        *)
            complain "$1" "the search path '$search' has the entry '$entry'"
            return 0
            ;;
        esac
    done
}

check_header() {
    readelf -hW "$1" | grep -q 'Type:.*DYN' || complain "$1" "is not position-independent"
    case $1 in
    *.so | *.so.*) ;;
    *)
        readelf -dW "$1" | grep -q 'FLAGS_1.*PIE' ||
            complain "$1" "is not a position-independent program"
        ;;
    esac
    readelf -lW "$1" | grep -q GNU_RELRO || complain "$1" "has no RELRO"
    readelf -dW "$1" | grep -q 'FLAGS.*NOW' || complain "$1" "has no BIND_NOW"
    readelf -lW "$1" | grep GNU_STACK | grep -q 'RW ' || complain "$1" "has an executable stack"
}

# Objects of an archive that ask for an executable stack, or leave it open.
check_archive_stack() {
    objects=$(ar t "$1" | wc -l)
    closed=$(readelf -SW "$1" | grep -c '\.note\.GNU-stack *PROGBITS' || true)
    executable=$(readelf -SW "$1" | grep '\.note\.GNU-stack' | grep -c ' X ' || true)
    [ "$objects" -eq "$closed" ] || complain "$1" "$((objects - closed)) objects say nothing of the stack"
    [ "$executable" -eq 0 ] || complain "$1" "$executable objects ask for an executable stack"
}

# A probe takes one page of the stack and touches it with 0 at once.
check_code() {
    symbols=$(readelf -sW "$1")
    case $symbols in
    *__stack_chk_fail*) ;;
    *) complain "$1" "has no stack protector" ;;
    esac
    printf '%s\n' "$symbols" | grep '_chk\(@\| \|$\)' >/dev/null ||
        complain "$1" "has no call that FORTIFY checks"
    probes=$(objdump -d --no-show-raw-insn "$1" | awk '
        took_page && /(orq?|movq?) +\$0x0,(0x[0-9a-f]+)?\(%rsp\)/ { probes++ }
        { took_page = /sub +\$0x1000,%rsp/ }
        END { print probes + 0 }')
    [ "$probes" -gt 0 ] || complain "$1" "has no stack-clash protection"
}

for file in "$@"; do
    [ -e "$file" ] || {
        complain "$file" "is not there"
        continue
    }
    case $file in
    *.a) check_archive_stack "$file" ;;
    *)
        check_search_path "$file"
        check_header "$file"
        ;;
    esac
    check_code "$file"
done
[ "$failures" -eq 0 ] || exit 1
echo "$# files are hardened"
