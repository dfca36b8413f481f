#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests tools/check_globals.sh on two small archives: one with every kind of writable data, one with
# constants alone.
set -eu
checker=$(cd "$(dirname "$0")" && pwd)/check_globals.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >writable.c <<'END'
int counted(int i);
extern int with_value, with_zero;
int with_value = 3, with_zero;
static _Thread_local int per_thread;
int counted(int i) {
    static int calls;
    return calls++ + with_value++ + with_zero++ + per_thread++ + i;
}
END
cat >constant.c <<'END'
char first(int i);
static const char *const names[] = {"a", "b"};
char first(int i) {
    return names[i][0];
}
END
for name in writable constant; do
    gcc -std=c17 -O2 -fPIC -c "$name.c"
    ar rcs "$name.a" "$name.o"
done

sh "$checker" constant.a
if sh "$checker" writable.a >found; then
    echo "FAILED: writable data was accepted"
    exit 1
fi
for name in calls with_value with_zero per_thread; do
    grep -q ": $name.* is writable" found || {
        echo "FAILED: $name was not found"
        exit 1
    }
done
[ "$(wc -l <found)" -eq 4 ] || {
    echo "FAILED: expected 4 complaints"
    cat found
    exit 1
}
echo "ok: 4 kinds of writable data found"
