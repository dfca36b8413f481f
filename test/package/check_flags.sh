#!/bin/sh
# SPDX-License-Identifier: MIT
# Asks gcc what the flags of the compile commands of a project mean. The files below FOLDER are
# compiled without any optimisation that breaks the proofs, the project's own file main.c with all of
# them: otherwise the project does not try what it is for.
# Usage: check_flags.sh COMPILE_COMMANDS FOLDER MAIN
set -eu
commands=$1
folder=$2
main=$3
meaning=$commands.meaning

# list_flags FILE: the flags of the commands for files whose names begin so, one set per line.
list_flags() {
    awk -v file=" -c $1" '
        /^ *"command":/ && index($0, file) {
            flags = ""
            for (i = 1; i <= NF; i++)
                if ($i ~ /^-[Ofm]/)
                    flags = flags " " $i
            print flags
        }' "$commands" | sort -u
}

# list_harm FLAGS: the harmful optimisations that are on.
list_harm() {
    # shellcheck disable=SC2086 # a list of words
    gcc $1 -Q --help=optimizers >"$meaning"
    for flag in -fassociative-math -freciprocal-math -ffinite-math-only -funsafe-math-optimizations \
        -fsingle-precision-constant; do
        ! grep -qE -- "^ *${flag}[[:space:]]+\[enabled\]" "$meaning" || echo " $flag"
    done
    grep -qE -- '^ *-fsigned-zeros[[:space:]]+\[enabled\]' "$meaning" || echo " -fno-signed-zeros"
    # shellcheck disable=SC2086
    ! gcc $1 -dM -E -x c /dev/null | grep -q __FAST_MATH__ || echo " -ffast-math"
}

sets=$(list_flags "$folder" | wc -l)
[ "$sets" -gt 0 ] || {
    echo "FAILED: no command compiles a file of $folder"
    exit 1
}
list_flags "$folder" | while IFS= read -r flags; do
    harm=$(list_harm "$flags")
    [ -z "$harm" ] || {
        echo "FAILED: tact is compiled with$harm:$flags"
        exit 1
    }
done
harm=$(list_harm "$(list_flags "$main")" | wc -l)
[ "$harm" -ge 4 ] || {
    echo "FAILED: $main is compiled with $harm harmful optimisations only"
    exit 1
}
echo "$sets sets of flags of tact have no harmful optimisation, $main has $harm"
