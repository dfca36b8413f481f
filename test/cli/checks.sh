# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions for the tests of the tool; run.sh sets tact, json_check and work.
checks=0
failures=0

# verdict STATUS TEXT: counts a check; TEXT says what must hold.
verdict() {
    checks=$((checks + 1))
    if [ "$1" -ne 0 ]; then
        failures=$((failures + 1))
        printf 'FAILED: %s\n' "$2"
        printf '  command: %s\n' "$line"
        head -n 40 "$work/out" | tr -d '\000' | sed 's/^/  out: /'
        sed 's/^/  err: /' "$work/err"
    fi
}

# ends STATUS ARGUMENT...: runs the tool, which must exit with STATUS.
ends() {
    expected=$1
    shift
    line="tact $*"
    "$tact" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ "$status" -eq "$expected" ]
    verdict $? "exits with $expected, not $status"
}

out_has() {
    grep -qF -e "$1" "$work/out"
    verdict $? "prints $1"
}

err_has() {
    grep -qF -e "$1" "$work/err"
    verdict $? "prints the error $1"
}

out_is_empty() {
    [ ! -s "$work/out" ]
    verdict $? "prints nothing"
}

err_is_empty() {
    [ ! -s "$work/err" ]
    verdict $? "prints no error"
}

out_is_json() {
    "$json_check" <"$work/out"
    verdict $? "prints JSON"
}

# json_is VALUE PATH...
json_is() {
    wanted=$1
    shift
    found=$("$json_check" "$@" <"$work/out")
    [ "$found" = "$wanted" ]
    verdict $? "$* is $wanted, not $found"
}

# same FILE FILE
same() {
    cmp -s "$1" "$2"
    verdict $? "$1 and $2 are the same"
}
