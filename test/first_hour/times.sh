# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# processor_seconds FILE: the processor time of all commands that a shell has waited for. FILE is what `times` printed in that
# shell; in a pipe or a command substitution, it would speak of another shell.
processor_seconds() {
    awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } print int(s) }' "$1"
}
