# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# collide, classify, contacts and distance: verdicts, poses, streams of poses, and errors.

box=$work/pair_box.obj
small=$work/pair_small.obj
beam=$work/pair_beam.ply
ends 0 make box --cells 1 -o "$box"
ends 0 make box --size 0.25 --cells 1 -o "$small"
ends 0 make box --size 2,1,1 --cells 1 -o "$beam"
ends 0 make torus-knot -n 4000 -o "$work/pair_knot.ply"
ends 0 make blob -n 4000 -o "$work/pair_blob.ply"
ends 0 make cloth -n 8 -o "$work/pair_cloth.ply"
cat >"$work/pair_parts.obj" <<'END'
v -9 -9 0
v 9 -9 0
v 0 9 0
v 0 9 5
v 9 0 7
o ground
f 1 2 3
o wall
f 1 2 5 4
END
printf 'v 0 0 -1\nv 0 0 1\nv 1 0 1\nf 1 2 3\n' >"$work/pair_spike.obj"
identity='1 0 0 0  0 1 0 0  0 0 1 0'
# moved X Y Z: the pose of a translation.
moved() {
    printf '1,0,0,%s 0,1,0,%s 0,0,1,%s' "$1" "$2" "$3"
}

# ---- One question ----------------------------------------------------------------------------
ends 0 collide "$box" "$small" --move-b 3,0,0
out_has 'The meshes are apart.'
err_is_empty
ends 1 collide "$box" "$small" --move-b 0.5,0.1,0.1
out_has 'The meshes collide.'
out_has 'contact  '
out_has ' of A'
ends 1 collide "$box" "$box" --json
json_is true colliding
json_is false contained
ends 0 collide "$box" "$small" --json --move-b 2,0,0
json_is false colliding
json_is null witness
# Exact: faces touch, then part by one step of a double.
ends 1 collide "$box" "$small" --json --move-b 0x1.4p-1,0,0
json_is true colliding
json_is 0.5 witness point 0
ends 0 collide "$box" "$small" --move-b 0x1.4000000000001p-1,0,0 --json
json_is false colliding
ends 0 collide -q "$box" "$small" --move-b 0x1.4000000000001p-1,0,0
out_is_empty
ends 1 collide --quiet "$box" "$small" --pose-b "$(moved 0.625 0 0)"
out_is_empty
err_is_empty

ends 1 contacts "$box" "$small" --move-b 0.5,0,0
out_has 'The meshes collide: 12 pairs of triangles.'
out_has 'and 2 more; --list shows all'
[ "$(grep -c '^ .*(' "$work/out")" -eq 10 ]
verdict $? 'shows ten rows'
ends 1 contacts "$box" "$small" --move-b 0.5,0,0 --list
[ "$(grep -c '^ .*(' "$work/out")" -eq 12 ]
verdict $? 'shows all rows'
awk 'NR > 2 { if ($1 < a || ($1 == a && $2 <= b)) bad = 1; a = $1; b = $2 } END { exit bad }' \
    "$work/out"
verdict $? 'sorts them'
ends 1 contacts "$box" "$small" --move-b 0.5,0,0 --list --json
out_is_json
json_is true colliding
json_is 12 count
json_is true complete
json_is "$("$json_check" contacts 0 a <"$work/out")" witness a
json_is "$("$json_check" contacts 0 b <"$work/out")" witness b
json_is "$("$json_check" contacts 0 points 0 position <"$work/out")" witness point
"$json_check" contacts 11 points 0 feature_b <"$work/out" | grep -q '"'
verdict $? 'has features'
if "$json_check" contacts 12 <"$work/out" 2>/dev/null; then verdict 1 'has twelve pairs'; fi
ends 0 contacts "$box" "$small" --json --surface
json_is false colliding
json_is 0 count
json_is null witness

ends 0 distance "$box" "$small" --surface
out_has 'distance   0.375'
out_has ' of B'
ends 0 distance "$box" "$small" --move-b 3,0,0 --json
json_is 2.375 distance
json_is false colliding
json_is true complete
json_is 0.5 witness p 0
json_is 2.875 witness q 0
lower=$("$json_check" lower <"$work/out")
upper=$("$json_check" upper <"$work/out")
awk "BEGIN { exit !($lower <= 2.375 && 2.375 <= $upper && $upper - $lower < 1e-9) }"
verdict $? 'has bounds'
ends 0 distance "$box" "$small" --move-b 0.5,0,0 --json
json_is 0 distance
json_is 0 upper
json_is true colliding
ends 0 distance "$box" "$small" --move-b 0x1.4000000000001p-1,0,0 --json
json_is 1.1102230246251565e-16 distance
ends 1 distance "$box" "$small" --move-b 3,0,0 --within 2.5
out_has 'The meshes come within 2.5.'
ends 0 distance "$box" "$small" --move-b 3,0,0 --within 2.25
out_has 'The meshes are more than 2.25 apart.'
ends 1 distance "$box" "$small" --move-b 3,0,0 --within 2.5 --json
json_is true within
ends 0 distance "$box" "$small" --move-b 3,0,0 --within 2.25 --json
json_is false within
json_is false colliding
ends 1 distance "$box" "$small" --move-b 0.625,0,0 --within 0 -q
ends 0 distance "$box" "$small" --within 0 --move-b 0x1.4000000000001p-1,0,0 -q
ends 0 distance "$box" "$small" --move-b 3,0,0 --greedy
out_has '  at least '
ends 0 distance "$box" "$small" --move-b 3,0,0 --greedy --json
awk "BEGIN { l = $("$json_check" lower <"$work/out"); exit !(l > 0 && l <= 2.375) }"
verdict $? 'is a lower bound'
ends 0 distance "$box" "$small" --greedy --json --move-b 0.5,0,0
json_is 0 lower
ends 0 distance "$work/pair_knot.ply" "$work/pair_blob.ply" --move-b 3,0,0 --json
exact=$("$json_check" distance <"$work/out")
ends 0 distance "$work/pair_knot.ply" "$work/pair_blob.ply" --move-b 3,0,0 --json --error 0.1
awk "BEGIN { d = $("$json_check" distance <"$work/out"); exit !(d >= $exact && d <= 1.12 * $exact) }"
verdict $? "is too large by a tenth at most, of $exact"
"$json_check" witness a <"$work/out" >/dev/null
verdict $? 'has a witness'

# Parts and faces.
ends 1 collide "$work/pair_parts.obj" "$work/pair_spike.obj"
out_has "triangle 0 of A, part 'ground'"
ends 1 collide "$work/pair_parts.obj" "$work/pair_spike.obj" --json
json_is '"ground"' witness part_a
ends 1 contacts "$work/pair_spike.obj" "$work/pair_parts.obj" --move-a 0,0,0.125
out_has 'B: ground'
ends 0 distance "$work/pair_spike.obj" "$work/pair_parts.obj" --move-a 0,-5,9
grep -qE "triangle [12] of B.*, part 'wall'" "$work/out"
verdict $? 'names the part'

# --solid refuses what is not watertight.
ends 1 collide --solid "$box" "$small"
out_has 'B lies inside A, surfaces are apart'
ends 1 collide --solid "$small" "$box" --json
json_is true colliding
json_is true contained
json_is null witness b
json_is null witness kind
ends 0 collide --solid "$box" "$small" --move-b 1,0,0
ends 1 collide --solid "$box" "$small" --move-b 0.5,0,0 --json
json_is false contained
ends 0 distance --solid "$small" "$box"
out_has 'A lies inside B'
out_has 'distance   0'
ends 0 distance --solid "$small" "$box" --json
json_is 0 distance
json_is true contained
ends 1 distance --solid "$small" "$box" --within 0.1
ends 3 collide --solid "$box" "$work/pair_cloth.ply"
err_has 'is not watertight, so it has no inside'
err_has 'without --solid'
out_is_empty

# Two tetrahedra that share an edge, which has four triangles: not closed, but watertight.
cat >"$work/four.obj" <<'OBJ'
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
v 0 -1 0
v 0 0 -1
f 1 3 2
f 1 2 4
f 2 3 4
f 1 4 3
f 1 5 2
f 1 2 6
f 2 5 6
f 1 6 5
OBJ
ends 0 info --json "$work/four.obj"
json_is false is_closed
json_is true is_watertight
ends 0 info "$work/four.obj"
out_has 'watertight: every edge has as many triangles in one direction as in the other, so'
ends 1 collide --solid "$work/four.obj" sphere:0.01 --move-b 0.2,0.2,0.2 --json
json_is true contained
ends 0 collide --solid "$work/four.obj" sphere:0.01 --move-b 0.2,0.2,-0.2

# ---- Relations -------------------------------------------------------------------------------
# relation NAME STATUS ARGUMENT...: classify must give that relation and exit with STATUS.
relation() {
    name=$1
    status=$2
    shift 2
    ends "$status" classify "$@" --json
    json_is "\"$name\"" relation
    json_is null reason
    json_is false estimate
}
relation b_in_a 1 "$box" "$small"
json_is 0.375 distance
json_is null witness a
json_is null witness kind
relation a_in_b 1 "$small" "$box"
relation apart 0 "$box" "$small" --move-b 3,0,0
json_is 2.375 distance
json_is null witness
relation touching 1 "$box" "$small" --move-b 0.625,0,0
json_is true surfaces_meet
json_is 0 distance
json_is 0.5 witness point 0
relation apart 0 "$box" "$small" --move-b 0x1.4000000000001p-1,0,0
relation crossing 1 "$box" "$small" --move-b 0x1.3ffffffffffffp-1,0,0
relation b_in_a 1 "$box" "$small" --move-b 0.375,0.375,0.375
relation crossing 1 "$box" "$small" --move-b 0.375,0.375,0x1.8000000000004p-2
relation identical 1 "$box" "$box"
relation a_in_b 1 "$box" "$box" --rotate-b x,90
relation apart 0 "$box" "$small" --move-b 3,0,0 --no-clearance
json_is null distance
ends 1 classify "$box" "$small"
out_has 'B lies inside A.'
out_has 'clearance  0.375'
ends 0 classify "$box" "$small" --move-b 3,0,0
out_has 'The solids are apart.'
ends 1 classify "$box" "$small" --move-b 0.625,0,0
out_has 'The solids touch, but their insides do not overlap.'
out_has 'contact    '
ends 1 classify "$box" "$small" --move-b 0.5,0,0
out_has 'The solids cross: their insides overlap, and neither contains the other.'
ends 1 classify "$box" "$box"
out_has 'The solids are identical.'
ends 0 classify "$box" "$small" --move-b 3,0,0 -q
out_is_empty
ends 5 classify "$box" "$small" --move-b 0.5,0,0 --budget 0
out_has 'Undecided: the budget ran out.'
ends 5 classify "$box" "$small" --move-b 0.5,0,0 --budget 0 --json
json_is '"undecided"' relation
json_is '"budget"' reason
ends 1 classify "$box" "$work/pair_cloth.ply" --json --move-b 0.25,0,0
json_is '"crossing"' relation
json_is true estimate
ends 1 classify "$box" "$work/pair_cloth.ply" --json
json_is '"b_in_a"' relation
ends 1 classify "$box" "$work/pair_cloth.ply"
out_has 'an estimate: a mesh is open'
ends 0 classify "$box" "$work/pair_cloth.ply" --move-b 0,0,5
out_has 'The solids are apart (an estimate: a mesh is open).'

# ---- Poses -----------------------------------------------------------------------------------
# A quarter turn is exact: the end of the beam is then at y = 1.
ends 0 collide "$beam" "$small" --move-b 0,1.125,0
ends 1 collide "$beam" "$small" --move-b 0,1.125,0 --rotate-a z,90
ends 1 collide "$beam" "$small" --move-b 0,1.125,0 --rotate-a '0,0,-2,-450'
ends 0 collide "$beam" "$small" --move-b 0,0x1.2000000000001p0,0 --rotate-a z,90
ends 1 collide "$beam" "$small" --rotate-a 'y 270' --move-b '0 0 1.125'
ends 0 distance "$beam" "$small" --rotate-a z,180 --move-b 0,3,0 --json
cp "$work/out" "$work/turned"
ends 0 distance "$beam" "$small" --pose-a '-1,0,0,0, 0,-1,0,0, 0,0,1,0' --move-b 0,3,0 --json
same "$work/out" "$work/turned"
ends 0 distance "$beam" "$small" --rotate-a z,45 --move-b 3,0,0 --json
awk "BEGIN { s = sqrt(0.5); x = 2.875 - 1.5 * s; y = 0.5 * s - 0.125
    d = $("$json_check" distance <"$work/out") - sqrt(x * x + y * y); exit !(d * d < 1e-24) }"
verdict $? 'turns by 45 degrees'
# Steps act in the order given, also if they are repeated.
ends 1 collide "$beam" "$small" --rotate-b z,90 --move-b 1.125,0,0
# The distance from a point far away shows the pose of a small box.
ends 0 distance "$small" point:9,9,9 --move-a 3,0,0 --rotate-a z,90 --json
cp "$work/out" "$work/turned"
ends 0 distance "$small" point:9,9,9 --rotate-a z,90 --move-a 0,3,0 --json
same "$work/out" "$work/turned"
ends 0 distance "$small" point:9,9,9 --pose-a "$(moved 3 0 0)" --rotate-a z,90 --json
same "$work/out" "$work/turned"
ends 0 distance "$small" point:9,9,9 --move-a 1,0,0 --move-a 2,0,0 --rotate-a z,45 --rotate-a z,45 --json
turned=$("$json_check" distance <"$work/turned")
awk "BEGIN { d = $("$json_check" distance <"$work/out") - $turned; exit !(d * d < 1e-24) }"
verdict $? 'adds moves and rotations'
ends 0 distance "$small" point:9,9,9 --move-a 3,0,0 --rotate-a z,90 --move-a -3,0,0 --json
json_is '[-2.875, 3.125, 0.125]' witness p
ends 0 distance "$small" "$small" --move-a 1,0,0 --move-b 1,0,0 --move-a 2,0,0 --move-b 4,0,0 --json
json_is 1.75 distance
ends 0 distance "$small" "$small" --move-b 1,0,0 --pose-b "$(moved 1 0 0)" --json
json_is 1.75 distance
# shellcheck disable=SC2046 # many words
ends 2 collide "$box" "$small" $(i=0; while [ $i -le 100 ]; do echo --move-b 1,0,0; i=$((i + 1)); done)
err_has 'option --move-b is one too many: there may be 100 options with a value'
ends 2 collide "$box" "$small" --move-b 1e308,0,0 --move-b 1e308,0,0
err_has '--move-b: '
ends 2 collide "$box" "$small" --pose-b '1 0 0 0 0 1 0 0 0 0 1'
err_has '--pose-b: 11 numbers, but a pose has 12'
ends 2 collide "$box" "$small" --pose-a '1 0 0 0 0 1 0 0 0 0 1 x'
err_has "--pose-a: number 12 is not a number: 'x'"
ends 2 collide "$box" "$small" --pose-a '1 0 0 0 0 1 0 0 0 0 2 0'
err_has '--pose-a: column 2 of the rotation'
ends 2 collide "$box" "$small" --pose-a '1 0 0 0 0 1 0 0 0 0 -1 0'
err_has 'mirror'
ends 2 collide "$box" "$small" --pose-a '1 0 0 nan 0 1 0 0 0 0 1 0'
err_has 'number 4 is not finite'
ends 2 contacts "$box" "$small" --move-b 1,2
err_has '--move-b: 2 numbers, but a move has 3'
ends 2 distance "$box" "$small" --rotate-b z
err_has 'as in --rotate-b z,90'
ends 2 distance "$box" "$small" --rotate-b z,1,2
err_has '--rotate-b: 2 numbers, but after the axis there must be one: the degrees'
ends 2 distance "$box" "$small" --rotate-b 0,0,0,90
err_has 'the axis is zero, so it has no direction'
ends 2 distance "$box" "$small" --move-b 1,2,3 --poses "$work/out"
err_has '--poses cannot be combined with --move-b: a file of poses places both models'
ends 3 distance "$box" "$small" --move-b 1e300,0,0
err_has 'a pose moves the mesh beyond the supported range, 2^500'

# ---- Streams of poses ------------------------------------------------------------------------
{
    printf '# where it goes\n\n'
    printf '%s %s # in the middle\n' "$identity" "$identity"
    printf '%s,%s\r\n' "$(moved 0 0 0)" "$(moved 0x1p-1 0 0)"
    printf '%s\t%s' "$identity" "$(moved 3 0 0)"
} >"$work/poses"
ends 1 collide "$box" "$small" --poses "$work/poses"
err_is_empty
printf '3: B lies inside A\n5: apart\n' >"$work/wanted"
grep -v '^4: ' "$work/out" >"$work/found"
same "$work/found" "$work/wanted"
grep -q '^4: contact, ' "$work/out"
verdict $? 'answers by line numbers'
ends 1 collide "$box" "$small" --poses "$work/poses" --quiet
out_is_empty
ends 0 collide "$box" "$small" --move-b 9,9,9 --json
head -n 3 "$work/poses" >"$work/poses_apart"
ends 0 collide "$box" "$small" --poses "$work/poses_apart" --surface

# each_line KEY...: sets values to the values at that path of each line; each line must be JSON.
each_line() {
    number=0
    values=''
    cp "$work/out" "$work/lines"
    while IFS= read -r text; do
        number=$((number + 1))
        printf '%s' "$text" >"$work/out"
        out_is_json
        values="$values $("$json_check" "$@" <"$work/out")"
    done <"$work/lines"
    cp "$work/lines" "$work/out"
}
ends 1 collide "$box" "$small" --poses "$work/poses" --json
each_line line
[ "$values" = ' 3 4 5' ]
verdict $? "numbers its lines, not$values"
each_line colliding
[ "$values" = ' true true false' ]
verdict $? "answers, not$values"
ends 1 collide --surface "$box" "$small" --poses "$work/poses" --json
each_line colliding
[ "$values" = ' false true false' ]
verdict $? "compares surfaces, not$values"
ends 1 collide --solid "$box" "$small" --poses "$work/poses" --json
each_line contained
[ "$values" = ' true false false' ]
verdict $? "finds what is inside, not$values"
ends 1 classify "$box" "$small" --poses "$work/poses" --json
each_line relation
[ "$values" = ' "b_in_a" "crossing" "apart"' ]
verdict $? "relates, not$values"
ends 1 classify "$box" "$small" --poses "$work/poses"
printf '3: b_in_a, clearance 0.375\n4: crossing\n5: apart, clearance 2.375\n' >"$work/wanted"
same "$work/out" "$work/wanted"
ends 1 contacts "$box" "$small" --poses "$work/poses" --json
each_line count
[ "$values" = ' 0 12 0' ]
verdict $? "counts, not$values"
ends 1 contacts "$box" "$small" --poses "$work/poses" --json --list
each_line complete
[ "$values" = ' true true true' ]
verdict $? 'lists'
ends 1 contacts "$box" "$small" --poses "$work/poses"
out_has '4: 12 pairs of triangles, first: triangle '
ends 0 distance "$box" "$small" --poses "$work/poses" --json
each_line distance
[ "$values" = ' 0 0 2.375' ]
verdict $? "measures, not$values"
ends 0 distance "$box" "$small" --poses "$work/poses" --json --surface
each_line distance
[ "$values" = ' 0.375 0 2.375' ]
verdict $? "measures surfaces, not$values"
ends 1 distance "$box" "$small" --poses "$work/poses" --json --within 1
each_line within
[ "$values" = ' true true false' ]
verdict $? "compares, not$values"
ends 0 distance "$box" "$small" --poses "$work/poses" --greedy --json --surface
each_line colliding
[ "$values" = ' false true false' ]
verdict $? "bounds, not$values"

# Many lines: the answers do not depend on the number of threads, nor on a pipe.
awk -v pose="$identity" 'BEGIN { for (i = 0; i < 700; i++)
    printf "%s 1 0 0 %.17g 0 1 0 %.17g 0 0 1 0\n", pose, 3 - i / 200, i / 900 }' >"$work/many"
for command in 'collide' 'classify' 'contacts --list' 'distance' 'distance --within 0.5' 'distance --solid' \
    'collide --surface'; do
    # shellcheck disable=SC2086 # a list of words
    set -- $command "$work/pair_knot.ply" "$work/pair_blob.ply" --json
    line="tact $* --poses many"
    "$tact" "$@" --poses "$work/many" --threads 1 >"$work/one" 2>"$work/err"
    first=$?
    "$tact" "$@" --poses "$work/many" --threads 5 >"$work/out" 2>>"$work/err"
    [ $? -eq $first ]
    verdict $? 'has the same exit status with five threads'
    same "$work/one" "$work/out"
    "$tact" "$@" --poses - <"$work/many" >"$work/out" 2>>"$work/err"
    [ $? -eq $first ]
    verdict $? 'has the same exit status from a pipe'
    same "$work/one" "$work/out"
    err_is_empty
    [ "$(wc -l <"$work/one")" -eq 700 ]
    verdict $? 'answers every line'
done
sed -n 350p "$work/one" >"$work/out"
out_is_json

# One line at a time: the next line is written after the answer to the last one.
line='tact collide --poses - through a pipe, line by line'
mkfifo "$work/fifo"
"$tact" collide "$box" "$small" --poses - <"$work/fifo" >"$work/out" 2>"$work/err" &
child=$!
exec 3>"$work/fifo"
for number in 1 2 3; do
    printf '%s %s\n' "$identity" "$(moved $number 0 0)" >&3
    waited=0
    while [ "$(wc -l <"$work/out")" -lt $number ] && [ $waited -lt 100 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    [ "$(wc -l <"$work/out")" -eq $number ]
    verdict $? "answers line $number at once"
done
exec 3>&-
wait $child
verdict $? 'ends when the pipe does'

# The length of comments is not limited, the length of lines is.
line='long lines'
{
    printf '#'
    head -c 300000 /dev/zero | tr '\0' x
    printf '\n%s %s #' "$identity" "$identity"
    head -c 300000 /dev/zero | tr '\0' y
    printf '\n'
} >"$work/long"
ends 1 collide "$box" "$small" --poses "$work/long"
out_has '2: B lies inside A'
head -c 30000 /dev/zero | tr '\0' ' ' >>"$work/long"
ends 3 collide "$box" "$small" --poses "$work/long"
err_has "$work/long:3: the line is too long"
out_has '2: B lies inside A'

# wrong LINE MESSAGE: with LINE as the second of three lines, only the first is answered.
wrong() {
    printf '%s %s\n%s\n%s %s\n' "$identity" "$identity" "$1" "$identity" "$identity" >"$work/bad"
    for command in collide classify contacts distance; do
        ends 3 $command "$box" "$small" --poses "$work/bad"
        err_has "$work/bad:2: $2"
        [ "$(wc -l <"$work/out")" -eq 1 ]
        verdict $? 'answers only the first line'
    done
}
wrong "$identity" '12 numbers, but a line has 24'
wrong "$identity $identity 1" '25 numbers'
wrong "$identity 1 0 0 0 0 1 0 0 0 0 one 0" "number 23 is not a number: 'one'"
wrong "$identity 1 0 0 0 0 1 0 0 0 0 1," 'number 24 is missing'
wrong "$identity 1 0 0 0 0 1 0 0 0 0 1 1e999" 'number 24 is beyond the range of double'
wrong "1 0 0 0 0 1 0 0 0 0 2 0 $identity" 'the pose of A: column 2'
wrong "$identity 1 0 0 0 0 1 0 0 0 0 -1 0" 'the pose of B: '
wrong "$identity 1 0 0 0 0 1 0 0 0 0 1 1e300" 'a pose moves the mesh beyond the supported range, 2^500'
printf 'a\000b\n' >"$work/bad"
ends 3 collide "$box" "$small" --poses "$work/bad"
err_has "$work/bad:1: the line contains a zero byte; is this a text file?"
ends 3 collide "$box" "$small" --poses "$work/absent"
err_has "$work/absent: "
ends 3 collide "$box" "$small" --poses "$work"
: >"$work/bad"
ends 0 collide "$box" "$small" --poses "$work/bad"
out_is_empty
if [ -w /dev/full ]; then
    line='yes | tact collide --poses - >/dev/full'
    yes "$identity $identity" | "$tact" collide "$box" "$small" --poses - >/dev/full 2>"$work/err"
    [ $? -eq 3 ]
    verdict $? 'exits with 3 if the disk is full'
    [ "$(wc -l <"$work/err")" -eq 1 ]
    verdict $? 'prints one error'
fi

# ---- Other options, and errors ---------------------------------------------------------------
for command in collide contacts; do
    ends 5 $command "$box" "$small" --budget 0 --move-b 0.5,0,0
    out_has 'Undecided: the budget ran out.'
    ends 5 $command "$box" "$small" --budget 0 --json --move-b 0.5,0,0
    json_is null colliding
    ends 5 $command "$box" "$small" --budget 0 --quiet --poses "$work/poses"
done
ends 0 distance "$box" "$small" --budget 0 --json --surface
json_is false complete
json_is 0 lower
json_is null upper
ends 5 distance "$box" "$small" --budget 0 --within 0.1 -q
ends 0 collide "$box" "$small" --move-b 3,0,0 --time
grep -qE '^reading [0-9.]+ s, building [0-9.]+ s, 1 answer [0-9.]+ s, [0-9]+ threads?$' "$work/err"
verdict $? 'says what took how long'
ends 2 collide "$box" "$small" --threads 2000
err_has '--threads is more than 1024'
ends 2 collide "$box" "$small" --threads some
err_has "--threads is not a number: 'some'"
ends 2 collide "$box" "$small" --budget -1
err_has '--budget is not a whole number'
ends 2 distance "$box" "$small" --within -1
err_has '--within is negative'
ends 2 distance "$box" "$small" --error nan
err_has '--error is not finite'
ends 2 distance "$box" "$small" --greedy --within 1
err_has '--greedy computes only a lower bound; it cannot be combined with --within or --error'
ends 2 contacts "$box" "$small" --solid
err_has 'contacts has no option --solid'
ends 2 collide "$box"
err_has 'too few arguments'
ends 2 collide - -
err_has 'standard input can be only one of A, B and --poses'
ends 2 collide "$box" - --poses -
err_has 'standard input can be only one of'
for command in collide contacts distance; do
    ends 3 $command "$box" "$work/absent.ply"
    err_has "$work/absent.ply"
    out_is_empty
    ends 3 $command "$work/missing.obj" "$box"
    err_has 'missing.obj:4'
    ends 3 $command "$box" "$work/nan.ply"
    err_has 'vertex 3'
    err_has "'tact info $work/nan.ply' lists everything that is wrong with it"
    line="tact $command from a pipe"
    "$tact" $command - "$box" --json --move-a 3,0,0 <"$small" >"$work/out" 2>"$work/err"
    [ $? -eq 0 ]
    verdict $? 'reads a mesh from standard input'
    out_is_json
done
