#!/bin/sh
# SPDX-License-Identifier: MIT
# `./dev bench compare REV [NAME...]`: is the working tree slower than the commit REV? Builds the
# benchmark programs of both without peers, lets them take turns case by case, and prints ratios with
# intervals. docs/benchmarks.md explains them. Everything is below build/compare/.
# Exit status: 0; 1 if a case is slower; 2 if something failed.
# shellcheck disable=SC2317 # functions are called through quietly and trap
set -eu
unset CDPATH
cd "$(dirname "$0")/.."
. tools/common.sh
. tools/packages.sh
. tools/build.sh

# Status 1 has a meaning here.
die() {
    printf '%s\n' "error: $*" >&2
    exit 2
}

show_help() {
    cat <<'END'
Usage: ./dev bench compare REV [NAME...] [OPTION...]
Compares the speed of the working tree with that of the commit REV.

  NAME...              programs (default: those of mesh hard convex point object prim hull exact that
                       the commit has)
  --only TEXT          only cases whose name contains TEXT
  --rounds N           rounds, 6 to 200 (default 15)
  --json FILE          write all figures to FILE
  --programs REV2      take bench/ of REV2 for the build of REV, if REV has no --turns or lacks a program
  --define NAME=VALUE  CMake option of the build of the working tree alone

TACT_SIMD (baseline, avx2, avx512) and TACT_DATA count for both builds.
Exit status: 1 if a case is slower by more than 3 %, 2 for an error.
END
}

# ---- Arguments -----------------------------------------------------------------------------------

rev='' names='' only='' rounds=15 json=- programs='' define=''
while [ $# -gt 0 ]; do
    case $1 in
    --only | --rounds | --json | --programs | --define)
        [ $# -gt 1 ] || die "$1 needs a value"
        case $1 in
        --only) only=$2 ;;
        --rounds) rounds=$2 ;;
        --json) json=$2 ;;
        --programs) programs=$2 ;;
        --define) define=$2 ;;
        esac
        shift
        ;;
    -h | --help)
        show_help
        exit 0
        ;;
    -*) die "unknown option $1; see ./dev bench compare --help" ;;
    *) if [ -z "$rev" ]; then rev=$1; else names="$names $1"; fi ;;
    esac
    shift
done
[ -n "$rev" ] || {
    show_help >&2
    exit 2
}
case $rounds in
'' | *[!0-9]*) die "--rounds: '$rounds' is not a whole number" ;;
esac
if [ "$rounds" -lt 6 ] || [ "$rounds" -gt 200 ]; then
    die "--rounds: 6 to 200, not $rounds"
fi
case $define in
'' | [A-Z]*=*) ;;
*) die "--define: '$define' is not NAME=VALUE" ;;
esac
is_default=false
[ -n "$names" ] || {
    names='mesh hard convex point object prim hull exact'
    is_default=true
}

commit_of() {
    git rev-parse --verify --quiet "$1^{commit}" || die "no commit $1 here"
}

git rev-parse --is-inside-work-tree >/dev/null 2>&1 || die "this is not a git checkout"
commit=$(commit_of "$rev")
old_name=$(git rev-parse --short "$commit")
key=$old_name
if [ -n "$programs" ]; then
    bench_commit=$(commit_of "$programs")
    key=$key-bench-$(git rev-parse --short "$bench_commit:bench")
    old_name="$old_name with bench/ of $(git rev-parse --short "$bench_commit")"
fi
new_name=$(git rev-parse --short HEAD)
[ -z "$(git status --porcelain)" ] || new_name="$new_name with changes"
[ -z "$define" ] || new_name="$new_name, $define"

# ---- Building ------------------------------------------------------------------------------------

root=$PWD/build/compare

# build_side SOURCE FOLDER CMAKE_ARGUMENTS...: builds the targets of $targets, without peers.
build_side() {
    cd "$1"
    build_folder=$2
    shift 2
    # shellcheck disable=SC2046 # a list of words
    cmake --preset bench -B "$build_folder" "$@" \
        $(sed -n 's/^option(TACT_BENCH_\([A-Z]*\) .*/-DTACT_BENCH_\1=OFF/p' bench/CMakeLists.txt)
    # shellcheck disable=SC2086 # a list of words
    cmake --build "$build_folder" --target $targets -- -j "$(job_count)"
}

# The sources of the old side, in a worktree that stays for the next time.
check_out() {
    if [ -e "$root/$key/complete" ]; then
        return
    fi
    rm -rf "${root:?}/$key"
    git worktree add --force --detach "$root/$key/source" "$commit"
    if [ -n "$programs" ]; then
        rm -rf "$root/$key/source/bench"
        git -C "$root/$key/source" checkout "$bench_commit" -- bench
    fi
    : >"$root/$key/complete"
}

# shellcheck disable=SC2086 # a list of words
need_packages $packages_build || die "packages are missing"
for name in $names; do
    [ -e "bench/bench_$name.c" ] || die "no benchmark $name in the working tree"
done
new_build=$root/tree$(printf '%s' "$define" | tr -c 'A-Za-z0-9' '-')
say "building $old_name (log: build/logs/compare-old.log)"
quietly compare-checkout check_out
wanted=$names names='' targets=''
for name in $wanted; do
    if [ -e "$root/$key/source/bench/bench_$name.c" ]; then
        names="$names $name"
        targets="$targets bench_$name"
    elif $is_default; then
        say "no benchmark $name in $old_name; it is left out (see --programs)"
    else
        die "no benchmark $name in $old_name; --programs HEAD builds the programs of HEAD with its library"
    fi
done
quietly compare-old build_side "$root/$key/source" "$root/$key/build"
say "building the working tree, $new_name (log: build/logs/compare-new.log)"
targets="$targets compare_times"
quietly compare-new build_side "$PWD" "$new_build" ${define:+"-D$define"}

# ---- Running -------------------------------------------------------------------------------------

# Paths of the same length: the stacks of both sides then begin at the same place of a page.
run=build/compare/run
rm -rf "$run"
mkdir -p "$run/old" "$run/new" "$run/times"
for name in $names; do
    ln -s "$root/$key/build/bench/bench_$name" "$run/old/bench_$name"
    ln -s "$new_build/bench/bench_$name" "$run/new/bench_$name"
    for side in old new; do
        "$run/$side/bench_$name" --help | grep -q -e --turns ||
            die "bench_$name of the $side side has no --turns; see --programs"
    done
done
mkfifo "$run/old.in" "$run/old.out" "$run/new.in" "$run/new.out"

# One processor for both, the last one that is allowed.
pin=''
if command -v taskset >/dev/null 2>&1; then
    core=$(taskset -cp $$ | sed 's/.*[ ,-]//')
    ! taskset -c "$core" true 2>/dev/null || pin="taskset -c $core"
fi

pids=''
stop_programs() {
    # shellcheck disable=SC2086 # a list of words
    [ -z "$pids" ] || kill $pids 2>/dev/null || true
}
trap stop_programs EXIT
trap 'exit 2' HUP INT TERM
trap '' PIPE # a program that ends early is noticed by what it does not write

# start SIDE: starts bench_$name, which waits for its first turn.
start() {
    # shellcheck disable=SC2086 # a list of words
    $pin "$run/$1/bench_$name" --times /dev/fd/7 --turns ${only:+--filter "$only"} \
        <"$run/$1.in" 7>"$run/$1.out" >"$run/$1.log" 2>&1 3>&- 4<&- 5>&- 6<&- &
    pids="$pids $!"
}

# Copies lines from standard input to file $1 up to the next case. Fails if there is none.
copy_case() {
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$1"
        case $line in
        '#'*) ;;
        *) return 0 ;;
        esac
    done
    return 1
}

# take_turn SIDE: lets it measure one case. Fails if it has no more.
take_turn() {
    times=$run/times/$name.$1.$round
    case $1 in
    old)
        echo >&3 || return 1
        copy_case "$times" <&4
        ;;
    new)
        echo >&5 || return 1
        copy_case "$times" <&6
        ;;
    esac 2>/dev/null
}

# check_status SIDE STATUS of a program that ended. 1 says that an answer of it is wrong, which does not
# change its speed.
check_status() {
    case $2 in
    0) ;;
    1) say "note: bench_$name of the $1 side found a wrong answer, see $run/$1.log" ;;
    *)
        tail -n 5 "$run/$1.log" >&2
        say "bench_$name of the $1 side failed with status $2" >&2
        return 1
        ;;
    esac
}

# run_round FIRST SECOND: both sides of bench_$name, case by case. Fails if one of them does.
run_round() {
    : >"$run/times/$name.old.$round"
    : >"$run/times/$name.new.$round"
    start old
    exec 3>"$run/old.in" 4<"$run/old.out"
    start new
    exec 5>"$run/new.in" 6<"$run/new.out"
    first_left=true second_left=true
    while $first_left || $second_left; do
        if $first_left; then take_turn "$1" || first_left=false; fi
        if $second_left; then take_turn "$2" || second_left=false; fi
    done
    exec 3>&- 4<&- 5>&- 6<&-
    failed=0
    for side in old new; do
        pid=${pids# }
        pid=${pid%% *}
        pids=${pids#" $pid"}
        status=0
        wait "$pid" || status=$?
        check_status "$side" "$status" || failed=1
    done
    return "$failed"
}

round=1
while [ "$round" -le "$rounds" ]; do
    say "round $round of $rounds"
    for name in $names; do
        order='old new'
        [ $((round % 2)) -eq 1 ] || order='new old'
        # Once more if a program was ended from outside.
        # shellcheck disable=SC2086 # a list of words
        run_round $order || run_round $order || die "bench_$name failed twice"
    done
    round=$((round + 1))
done

status=0
# shellcheck disable=SC2086 # a list of words
"$new_build/bench/compare_times" "$old_name" "$new_name" "$rounds" "$json" "$run/times" $names ||
    status=$?
exit "$status"
