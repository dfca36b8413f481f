# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# sweep: the first time of contact, how poses are given, wrong command lines.

box=$work/sweep_box.obj
core=$work/sweep_core.obj
ends 0 make box --cells 1 -o "$box"
ends 0 make box --size 0.25 --cells 1 -o "$core"
ends 0 make cloth -n 8 -o "$work/sweep_cloth.ply"

# sweep_is LOW HIGH: the interval of the JSON lies between these times and is at most 1e-9 wide.
sweep_is() {
    out_is_json
    low=$("$json_check" lower <"$work/out")
    high=$("$json_check" upper <"$work/out")
    awk "BEGIN { exit !($1 <= $low + 1e-9 && $low <= $high && $high <= $2 + 1e-9 &&
        $high - $low <= 1e-9) }"
    verdict $? "the time is from $1 to $2, not $low to $high"
}

# ---- Contact, no contact, contact at the start -----------------------------------------------
ends 1 sweep sphere:0.5 sphere:0.5 --move-b 3,0,0 --to 4,0,0
out_has 'They come into contact.'
out_has 'contact at 0.5'
out_has 'normal     (1, 0, 0)'
err_is_empty
ends 1 sweep "$box" "$box" --move-b 3,0,0 --to 4,0,0 --json
sweep_is 0.5 0.5
json_is true colliding
json_is null reason
json_is '"contact"' ending
ends 1 sweep "$box" box:1,1,1 --move-b 3,0,0 --to 4,0,0 --json
sweep_is 0.5 0.5
"$json_check" witness a <"$work/out" | grep -q '^[0-9]'
verdict $? 'names a triangle of the mesh'
json_is null witness b
ends 0 sweep "$box" "$core" --move-b 3,0,0 --to 1,0,0
out_has 'The meshes stay apart.'
ends 0 sweep "$box" "$core" --move-b 3,0,0 --to 1,0,0 --json
json_is false colliding
json_is null lower
json_is null upper
json_is null witness
json_is null pose_a
json_is '"limit"' ending
ends 1 sweep "$box" "$core" --to 1,0,0
out_has 'The meshes touch or overlap at the start.'
ends 1 sweep "$box" "$core" --to 1,0,0 --json
json_is 0 lower
json_is 0 upper
json_is '"start"' ending
# The surfaces alone touch on the way.
ends 1 sweep "$box" "$core" --to 1,0,0 --json --surface
sweep_is 0.375 0.375
ends 1 sweep -q "$box" "$core" --to 1,0,0
out_is_empty

# ---- Poses -----------------------------------------------------------------------------------
ends 1 sweep sphere:0.5 sphere:0.5 --from -1,0,0 --to 1,0,0 --from-b 3,0,0 --to-b 1,0,0 --json
sweep_is 0.75 0.75
ends 1 sweep sphere:0.5 sphere:0.5 --move-b 4,0,0 --to-b -4,0,0 --json
sweep_is 0.75 0.75
ends 1 sweep sphere:0.5 sphere:0.5 --move-a 1,0,0 --from -1,0,0 --to 3,0,0 --move-b 3,0,0 --json
sweep_is 0.5 0.5
# A quarter turn: the end of a rod sweeps over a point at 45 degrees, at half of the time.
turned='0 -1 0 0  1 0 0 0  0 0 1 0'
for screw in '' --screw; do
    # shellcheck disable=SC2086 # no word or one
    ends 1 sweep capsule:1,0.125 sphere:0.125 --rotate-a y,90 --move-b 0.5,0.5,0 --to "$turned" \
        $screw --json
    out_is_json
    "$json_check" lower <"$work/out" | awk '{ exit !($1 > 0.2 && $1 < 0.5) }'
    verdict $? 'turns'
done
# The same poses, but the origin moves along a line, or along an arc that stays away.
half='-1 0 0 0  0 -1 0 0  0 0 1 0'
ends 1 sweep sphere:0.125 sphere:0.125 --from 1,0,0 --to "-1 0 0 -1  0 -1 0 0  0 0 1 0"
ends 0 sweep sphere:0.125 sphere:0.125 --from 1,0,0.5 --to "$half" --screw --move-b 9,0,0
ends 0 sweep sphere:0.125 sphere:0.125 --from 1,0,0 --to "0 -1 0 0  1 0 0 1  0 0 1 0" --screw \
    --move-b 0.5,0.5,0
ends 1 sweep sphere:0.125 sphere:0.125 --from 1,0,0 --to "0 -1 0 0  1 0 0 1  0 0 1 0" \
    --move-b 0.5,0.5,0
# The last free poses are free for collide.
ends 1 sweep "$box" "$core" --move-b 3,0,0 --to 4,0,0 --json
free=$("$json_check" pose_a <"$work/out" | tr -d '[]\n')
ends 0 collide "$box" "$core" --pose-a "$free" --move-b 3,0,0

# ---- Options ---------------------------------------------------------------------------------
ends 1 sweep sphere:0.5 sphere:0.5 --move-b 3,0,0 --to 4,0,0 --within 1 --json
sweep_is 0.25 0.25
ends 1 sweep sphere:0.5 sphere:0.5 --move-b 3,0,0 --to 4,0,0 --within 1
out_has 'They come within 1.'
ends 0 sweep sphere:0.5 sphere:0.5 --move-b 9,0,0 --to 4,0,0 --within 1
out_has 'They stay more than 1 apart.'
ends 1 sweep sphere:0.5 sphere:0.5 --move-b 1.5,0,0 --to 4,0,0 --within 1
out_has 'They are within 1 at the start.'
ends 5 sweep "$box" "$core" --rotate-b 1,2,3,40 --move-b 3,0,0 --to 4,0,0 --budget 1
out_has 'Undecided: '
ends 5 sweep "$box" "$core" --rotate-b 1,2,3,40 --move-b 3,0,0 --to 4,0,0 --budget 1 --json
json_is null colliding
json_is '"budget"' reason
json_is null upper
ends 1 sweep "$box" "$core" --move-b 3,0,0 --to 4,0,0 --precision 0.01 --time
grep -q '^reading .* 1 answer' "$work/err"
verdict $? 'prints times'
ends 1 sweep "$box" "$core" --move-b 3,0,0 --to 4,0,0 --input-format obj
ends 3 sweep "$box" "$core" --move-b 3,0,0 --to 4,0,0 --input-format stl
ends 0 sweep "$work/sweep_cloth.ply" "$core" --move-b 9,0,0 --to 1,0,0
err_has 'is not watertight and counts as a surface'
ends 3 sweep "$work/sweep_cloth.ply" "$core" --move-b 9,0,0 --to 1,0,0 --solid

# ---- Proofs ----------------------------------------------------------------------------------
proof=$work/sweep_free.proof
way="--rotate-b 1,2,3,40 --move-b 3,0,0 --to 1.2,0.5,0"
# shellcheck disable=SC2086 # several words
{
    ends 0 sweep "$box" "$core" $way --proof "$proof"
    out_has 'The meshes stay apart.'
    err_is_empty
    ends 0 sweep "$box" "$core" $way --check "$proof"
    out_has 'Proven: the motion is free.'
    ends 0 sweep "$box" "$core" $way --check "$proof" --json
    json_is true proven
    json_is null first_wrong
    # For another motion it proves nothing.
    ends 1 sweep "$box" "$core" --rotate-b 1,2,3,40 --move-b 3,0,0 --to 6,0,0 --check "$proof"
    out_has 'Not proven: interval '
    ends 1 sweep "$box" "$core" --rotate-b 1,2,3,40 --move-b 3,0,0 --to 6,0,0 --check "$proof" --json
    json_is false proven
    # Without its last interval it ends too early.
    sed '$d' "$proof" >"$work/sweep_short.proof"
    ends 1 sweep "$box" "$core" $way --check "$work/sweep_short.proof"
    out_has 'Not proven: '
    echo '0 1 0 0 0 0 0 7' >"$work/sweep_bad.proof"
    ends 3 sweep "$box" "$core" $way --check "$work/sweep_bad.proof"
    err_has 'sweep_bad.proof:1: this is not an interval of a proof'
    echo '0 1 0 0 0 0.5 0 0' >"$work/sweep_bad.proof"
    ends 3 sweep "$box" "$core" $way --check "$work/sweep_bad.proof"
    echo '0 1 0 0' >"$work/sweep_bad.proof"
    ends 3 sweep "$box" "$core" $way --check "$work/sweep_bad.proof"
    err_has 'sweep_bad.proof:1: '
    ends 3 sweep "$box" "$core" $way --check "$work/sweep_none.proof"
    ends 2 sweep "$box" "$core" $way --check "$proof" --proof "$proof"
    err_has '--proof and --check exclude each other'
    ends 3 sweep "$box" "$core" $way --proof "$work/missing/sweep.proof"
}
ends 1 sweep "$box" "$core" --move-b 3,0,0 --to 6,0,0 --proof "$work/sweep_hit.proof"
err_has 'is not written: there is no proof that the motion is free'
[ ! -e "$work/sweep_hit.proof" ]
verdict $? 'writes no proof of a motion that is not free'

# ---- Wrong command lines ---------------------------------------------------------------------
ends 2 sweep "$box" "$core"
err_has '--to POSE is missing'
ends 2 sweep "$box"
err_has 'too few arguments'
ends 2 sweep "$box" "$core" --to 1,0
err_has '--to: 2 numbers, but a pose has 12 (three rows of a rotation and a translation), or 3'
ends 2 sweep "$box" "$core" --to 1,0,x
err_has '--to: '
ends 2 sweep "$box" "$core" --to nan,0,0
err_has '--to: '
ends 2 sweep "$box" "$core" --to "2 0 0 0  0 1 0 0  0 0 1 0"
err_has '--to: column 0 of the rotation'
ends 2 sweep "$box" "$core" --to 1,0,0 --from 1
err_has '--from: 1 number, but a pose has 12'
ends 2 sweep "$box" "$core" --to 1,0,0 --precision 0
err_has "--precision is 0: '0'"
ends 2 sweep "$box" "$core" --to 1,0,0 --within -1
err_has '--within is negative'
ends 2 sweep "$box" "$core" --to 1,0,0 --budget x
err_has '--budget '
ends 2 sweep "$box" "$core" --to 1,0,0 --poses -
err_has 'has no option --poses'
ends 2 sweep "$box" "$core" --to 1,0,0 --solid --surface
err_has '--solid and --surface exclude each other'
ends 3 sweep "$work/missing.obj" "$core" --to 1,0,0
err_has 'missing.obj'
ends 3 sweep "$box" "$core" --from 1e300,0,0 --to 1,0,0
err_has '2^500'
