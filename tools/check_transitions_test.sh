#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows that check_transitions.sh finds a call from AVX code to SSE code without vzeroupper, also through
# a function in between, and does not count a call after vzeroupper or one to AVX code.
set -eu
cd "$(dirname "$0")/.."
# shellcheck source=tools/common.sh
. tools/common.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/code.c" <<'END'
#define AVX __attribute__((noinline, target("avx2")))
/* The compiler does not see what the text of an asm does, so it adds no vzeroupper. */
#define USE __asm__ volatile("vpxor %%ymm0, %%ymm0, %%ymm0" ::: "memory")
#define CLEAR __asm__ volatile("vzeroupper" ::: "memory")
__attribute__((noinline)) double sse(double x) { return x * x + 1; }
static AVX double avx(double x) { return x * x + 2; }
static AVX double between(double x) { return sse(x) + x; }
AVX double right(double x) {
    USE;
    double y = avx(x);
    CLEAR;
    return sse(y) + y;
}
#ifdef WRONG
AVX double wrong(double x) {
    USE;
    double y = x < 0 ? sse(x) : x;
    CLEAR;
    return y + x;
}
AVX double wrong_later(double x) {
    USE;
    double y = between(x);
    CLEAR;
    return y + x;
}
#else
AVX double fine(double x) { return between(x) + 1; }
#endif
END

# expect COUNT OPTIONS...: the number of calls that the check finds.
expect() {
    expect_count=$1
    shift
    gcc -O2 -shared -fPIC -fvisibility=hidden "$@" "$work/code.c" -o "$work/code.so"
    expect_text=$(sh tools/check_transitions.sh "$work/code.so" || true)
    case $expect_text in
    "$expect_count calls "*) ;;
    *) die "expected $expect_count calls ($*), but: $expect_text" ;;
    esac
}

case $(uname -m) in
x86_64 | amd64) ;;
*)
    say "this processor has no such calls"
    exit 0
    ;;
esac
expect 0
expect 2 -DWRONG
say "the check finds both wrong calls and no right one"
