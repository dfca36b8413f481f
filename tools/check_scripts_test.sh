#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests check_scripts.sh: a public function that no script calls must be noticed.
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/test/unit/model"
cp -R include tools fuzz "$work"
cp test/unit/model/script*.c "$work/test/unit/model"

sh tools/check_scripts.sh "$work" >"$work/out" || {
    cat "$work/out"
    echo "FAILED: the scripts are not whole"
    exit 1
}
cat >"$work/include/tact/new.h" <<'TEXT'
TACT_API tact_status tact_new_ask(const tact_context *context,
                                  int *out);
TACT_API int tact_new_number(void);
TEXT
if sh tools/check_scripts.sh "$work" >"$work/out"; then
    echo "FAILED: new functions were not noticed"
    exit 1
fi
cat >"$work/expected" <<'TEXT'
the script of test_script.c does not call tact_new_ask
the script fuzzer does not call tact_new_ask
the script fuzzer does not call tact_new_number
TEXT
cmp "$work/expected" "$work/out"
echo "check_scripts.sh notices what is missing"
