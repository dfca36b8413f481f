#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/check_hardening.sh on small programs: one with every protection, and one for each
# protection that is left out.
set -eu
checker=$(cd "$(dirname "$0")" && pwd)/check_hardening.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A frame of several pages that a copy of unknown length fills.
cat >program.c <<'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char text[20000];
    memset(text, argc, sizeof text);
    strcpy(text, argv[0]);
    return puts(text) < 0;
}
END
all="-O2 -fPIE -pie -fstack-protector-strong -fstack-clash-protection -D_FORTIFY_SOURCE=2
    -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack"

# build NAME FLAGS...: later flags win.
build() {
    name=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    gcc $all "$@" program.c -o "$name"
}

# refused COMPLAINT FLAGS...
refusals=0
refused() {
    complaint=$1
    shift
    build bad "$@"
    if sh "$checker" bad >found; then
        echo "FAILED: accepted with $*"
        exit 1
    fi
    grep -qF "$complaint" found || {
        cat found
        echo "FAILED: expected '$complaint' with $*"
        exit 1
    }
    refusals=$((refusals + 1))
}

build good -Wl,-rpath,"\$ORIGIN/../lib:/usr/lib"
sh "$checker" good
build plain
sh "$checker" plain
refused "has the entry ''" -Wl,-rpath,"::::"
refused "has the entry ''" -Wl,-rpath,"\$ORIGIN/../lib:"
refused "has the entry 'lib'" -Wl,-rpath,"/usr/lib:lib"
refused "has the entry '\$ORIGINAL'" -Wl,-rpath,"\$ORIGINAL"
refused "is not a position-independent program" -no-pie -fno-pie
refused "has no RELRO" -Wl,-z,norelro
refused "has no BIND_NOW" -Wl,-z,lazy
refused "has an executable stack" -Wl,-z,execstack
refused "has no stack protector" -fno-stack-protector
refused "has no call that FORTIFY checks" -U_FORTIFY_SOURCE
refused "has no stack-clash protection" -fno-stack-clash-protection
echo "ok: $refusals programs refused, each for its own reason"
