# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# classify --tolerance: flush parts in files of 32-bit numbers, overlaps and gaps on both sides of the
# tolerance, and what fails.

tenth=$work/tol_tenth.stl
ends 0 make box --size 0.1 --cells 1 -o "$tenth"
ends 0 make box --size 0.7 --cells 1 -o "$work/tol_seven.stl"
ends 0 make box --size 1 --cells 2 -o "$work/tol_unit.obj"
ends 0 make cloth -n 8 -o "$work/tol_cloth.ply"

# tolerates MET RELATION TOLERANCE STATUS ARGUMENT...
tolerates() {
    met=$1
    how=$2
    limit=$3
    expected_status=$4
    shift 4
    ends "$expected_status" classify --json --tolerance "$limit" "$@"
    json_is "\"$how\"" relation
    json_is "$met" within_tolerance
}

# ---- Flush parts -----------------------------------------------------------------------------
# 0.05 is not a 32-bit number: the nearest one is greater, so boxes side by side overlap by 1.5e-9.
# For 0.35 the nearest one is smaller, so there is a gap of 1.2e-8.
tolerates true crossing 1e-6 1 "$tenth" "$tenth" --move-b 0.1,0,0
tolerates true crossing 1.6e-9 1 "$tenth" "$tenth" --move-b 0.1,0,0
tolerates false crossing 1.4e-9 1 "$tenth" "$tenth" --move-b 0.1,0,0
tolerates true apart 1e-6 0 "$work/tol_seven.stl" "$work/tol_seven.stl" --move-b 0,0.7,0
tolerates true apart 1.2e-8 0 "$work/tol_seven.stl" "$work/tol_seven.stl" --move-b 0,0.7,0
tolerates false apart 1.1e-8 0 "$work/tol_seven.stl" "$work/tol_seven.stl" --move-b 0,0.7,0
tolerates true touching 0 1 "$work/tol_unit.obj" "$work/tol_unit.obj" --move-b 1,0,0
ends 1 classify "$tenth" "$tenth" --move-b 0.1,0,0 --json
if "$json_check" within_tolerance <"$work/out" >/dev/null 2>&1; then verdict 1 'has no such key'; fi
ends 1 classify "$tenth" "$tenth" --move-b 0.1,0,0 --tolerance 1e-6
out_has 'The solids cross'
out_has 'tolerance  the overlap is proved to be at most 1e-06'
ends 1 classify "$tenth" "$tenth" --move-b 0.1,0,0 --tolerance 1e-9
out_has 'tolerance  the overlap is not proved to be at most 1e-09'
ends 0 classify "$work/tol_seven.stl" "$work/tol_seven.stl" --move-b 0.7,0,0 --tolerance 0.25
out_has 'tolerance  the gap is proved to be at most 0.25'
ends 1 classify "$work/tol_unit.obj" "$work/tol_unit.obj" --move-b 1,0,0 --tolerance 1
out_has 'tolerance  no gap and no overlap'

# Turned, so that the way out is along no axis.
turned='--rotate-a 1,2,3,40 --rotate-b 1,2,3,40'
for overlap in 1e-3 1e-6 1e-9; do
    place=$(awk "BEGIN { printf \"%.17g\", 1 - $overlap }")
    for factor in 0.99 1.01; do
        limit=$(awk "BEGIN { printf \"%.17g\", $factor * $overlap }")
        met=false
        [ $factor = 0.99 ] || met=true
        # shellcheck disable=SC2086 # a list of words
        tolerates $met crossing "$limit" 1 "$work/tol_unit.obj" "$work/tol_unit.obj" \
            --move-b "$place,0.25,0.125" $turned
    done
done
# A slot: the peg reaches 1e-7 into one wall and is 1e-5 from the other, so only a short move helps.
{
    prism '-1 -1 -1' '-0.5 1 1' 1 'a b c'
    prism '0.50001 -1 -1' '1 1 1' 9 'a b c'
    prism '-1 -1 -2' '1 1 -1' 17 'a b c'
} >"$work/tol_slot.obj"
tolerates true crossing 0.01 1 "$work/tol_slot.obj" "$work/tol_unit.obj" --move-b -1e-7,0,0.25
tolerates false crossing 5e-8 1 "$work/tol_slot.obj" "$work/tol_unit.obj" --move-b -1e-7,0,0.25

# ---- Other relations -------------------------------------------------------------------------
tolerates false crossing 0.1 1 "$work/tol_unit.obj" "$work/tol_unit.obj" --move-b 0.5,0,0
tolerates true crossing 0.51 1 "$work/tol_unit.obj" "$work/tol_unit.obj" --move-b 0.5,0,0
tolerates false b_in_a 0.01 1 "$work/tol_unit.obj" "$tenth"
tolerates true b_in_a 0.7 1 "$work/tol_unit.obj" "$tenth"
tolerates false identical 0.05 1 "$tenth" "$tenth" --move-b 1,1,1 --move-a 1,1,1
tolerates true identical 0.11 1 "$tenth" "$tenth"
tolerates false apart 1 0 "$work/tol_unit.obj" "$work/tol_unit.obj" --move-b 9,0,0
# Shapes.
tolerates true crossing 0.0626 1 box:1,1,1 box:1,1,1 --move-b 0.9375,0,0
tolerates false crossing 0.0624 1 box:1,1,1 box:1,1,1 --move-b 0.9375,0,0
tolerates true crossing 0.0626 1 box:1,1,1 "$work/tol_unit.obj" --move-b 0.9375,0,0
tolerates false crossing 0.0624 1 box:1,1,1 "$work/tol_unit.obj" --move-b 0.9375,0,0
tolerates true crossing 0.126 1 "$work/tol_unit.obj" half-space:0,0,1,-0.375
tolerates false crossing 0.124 1 "$work/tol_unit.obj" half-space:0,0,1,-0.375
tolerates true apart 0.126 0 half-space:0,0,1,-0.625 "$work/tol_unit.obj"
tolerates false crossing 100 1 half-space:0,0,1,0 half-space:1,0,0,0
# Estimates and meshes that cross themselves prove nothing.
tolerates false crossing 9 1 "$work/tol_unit.obj" "$work/tol_cloth.ply" --move-b 0.25,0,0
tolerates false undecided 9 5 "$work/crossed.obj" "$tenth"
tolerates true apart 9 0 "$work/crossed.obj" "$tenth" --move-b 0,3,0

# ---- What fails ------------------------------------------------------------------------------
over="$tenth $tenth --move-b 0.1,0,0 -q"
gap="$work/tol_seven.stl $work/tol_seven.stl --move-b 0.7,0,0 -q"
# shellcheck disable=SC2086 # lists of words
{
    ends 1 classify $over --fail-on crossing,inside
    ends 0 classify $over --fail-on crossing,inside --tolerance 1e-6
    ends 1 classify $over --fail-on crossing,inside --tolerance 1e-9
    ends 1 classify $over --tolerance 1e-6
    ends 1 classify $over --fail-on crossing,inside,touching --tolerance 1e-6
    ends 1 classify $gap --fail-on apart
    ends 0 classify $gap --fail-on apart --tolerance 1e-6
    ends 0 classify $gap --fail-on crossing,inside,touching --tolerance 1e-6
    ends 0 classify $gap --tolerance 1e-6
    ends 1 classify "$work/tol_unit.obj" "$work/tol_unit.obj" --move-b 1,0,0 --fail-on touching --tolerance 9 -q
}

# ---- Streams, and errors ---------------------------------------------------------------------
for at in 0.1 0.0999 0.15 0.05; do
    printf '%s %s\n' "$identity" "$(moved $at 0 0)"
done >"$work/tol_poses"
ends 1 classify "$tenth" "$tenth" --poses "$work/tol_poses" --tolerance 1e-3 --no-clearance
printf '1: crossing, within the tolerance\n2: crossing, within the tolerance\n' >"$work/wanted"
printf '3: apart, not proved within the tolerance\n4: crossing, not proved within the tolerance\n' \
    >>"$work/wanted"
same "$work/out" "$work/wanted"
for threads in 1 4; do
    ends 1 classify "$tenth" "$tenth" --poses "$work/tol_poses" --tolerance 1e-3 --json \
        --fail-on crossing --threads $threads
    mv "$work/out" "$work/tol_$threads"
done
same "$work/tol_1" "$work/tol_4"
head -n 3 "$work/tol_poses" >"$work/tol_few"
ends 0 classify "$tenth" "$tenth" --poses "$work/tol_few" --tolerance 1e-3 --fail-on crossing
ends 2 classify "$tenth" "$tenth" --tolerance -1
err_has "--tolerance is negative: '-1'"
ends 2 classify "$tenth" "$tenth" --tolerance some
err_has "--tolerance is not a number: 'some'"
