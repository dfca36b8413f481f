# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Shapes instead of files: every kind in every command, in both orders, and errors.

cube=$work/shape_cube.obj
ends 0 make box --cells 1 -o "$cube"
ends 0 make box --size 4 --cells 2 -o "$work/shape_hall.ply"
ends 0 make cloth -n 8 -o "$work/shape_cloth.ply"
all_shapes="sphere:0.5 capsule:1,0.5 box:1,1,1 cylinder:0.5,1 cone:0.5,1 ellipsoid:1,1,1
    half-space:1,0,0,0.5 point:0.5,0,0 segment:0,0,0,0.5,0,0 triangle:0,0,0,0.5,0.25,0,0.5,-0.25,0
    hull:$cube box:0.5,0.5,0.5,r=0.25"

# ---- The help --------------------------------------------------------------------------------
ends 0 help shapes
out_has 'box:X,Y,Z'
out_has 'Shapes can be used instead of mesh files in these commands:'
out_has '  collide, classify, contacts, distance, depth, sweep, ray, nearest, inside'
awk 'length > 100 { bad = 1 } END { exit bad }' "$work/out"
verdict $? 'fits into 100 columns'
ends 0 help shapes --json
out_is_json
cp "$work/out" "$work/shape_table"
index=0
while example=$("$json_check" shapes $index example <"$work/shape_table" 2>/dev/null | tr -d '"') &&
    [ -n "$example" ]; do
    case $example in hull:*) example=hull:$cube ;; esac
    ends 0 distance "$example" point:0,0,90
    index=$((index + 1))
done
[ "$index" -eq 11 ]
verdict $? 'has an example of each shape'
for command in collide classify contacts distance; do
    ends 0 $command --help
    out_has "'tact help"
    grep -qE "tact $command .*[a-z]:[0-9.]" "$work/out"
    verdict $? 'has an example with a shape'
done

# ---- Every kind, with a shape and with a mesh --------------------------------------------------
# asks STATUS COMMAND A B: asks about two poses, apart and overlapping; makes the answers an array.
asks() {
    ends "$@" --json --poses "$work/shape_moves"
    sed '1s/^/[/; 2s/^/,/; $s/$/]/' "$work/out" >"$work/shape_rows"
    mv "$work/shape_rows" "$work/out"
    out_is_json
}
# gap_is ROW: the distance in that answer must be $gap.
gap_is() {
    "$json_check" "$1" distance <"$work/out" |
        awk -v gap="$gap" '{ exit !($1 - gap < 1e-9 && gap - $1 < 1e-9) }'
    verdict $? "finds a distance of $gap"
}
orders='shape_first shape_last'
partners="sphere:0.5 hull:$cube cylinder:0.75,1"
if [ -n "${TACT_TEST_QUICK:-}" ]; then
    orders=shape_last
    partners="hull:$cube"
fi
# All kinds reach to 0.5 along x, and a shape at x = 2 reaches back to 1.5. The cone reaches that far
# only at its base, below the middle of the ball. A point touches a mesh only on its surface.
for shape in $all_shapes; do
    into=0.75,0.125,0.0625
    case $shape in point*) into=1,0,0 ;; esac
    # shellcheck disable=SC2046 # three numbers
    into=$(moved $(echo $into | tr , ' '))
    for order in $orders; do
        if [ $order = shape_first ]; then
            printf '%s %s\n' "$identity" "$(moved 2 0 0)" "$identity" "$into"
        else
            printf '%s %s\n' "$(moved 2 0 0)" "$identity" "$into" "$identity"
        fi >"$work/shape_moves"
        for other in sphere:0.5 "$cube"; do
            gap=1
            case $shape,$other in cone*,sphere*) gap=1.0811388300841898 ;; esac
            set -- "$shape" "$other"
            [ $order = shape_first ] || set -- "$other" "$shape"
            asks 1 collide "$@"
            json_is false 0 colliding
            json_is true 1 colliding
            asks 1 contacts "$@"
            json_is 0 0 count
            json_is true 1 colliding
            asks 0 distance "$@"
            gap_is 0
            json_is 0 1 distance
            asks 1 classify "$@"
            json_is '"apart"' 0 relation
            gap_is 0
        done
        for other in $partners; do
            set -- "$shape" "$other"
            [ $order = shape_first ] || set -- "$other" "$shape"
            asks 1 depth "$@" --points
            json_is 0 0 depth
            json_is null 0 witness
            json_is '[]' 0 points
            json_is true 1 colliding
            "$json_check" 1 lower <"$work/out" >"$work/lower"
            "$json_check" 1 upper <"$work/out" >"$work/upper"
            paste "$work/lower" "$work/upper" | awk '{ exit !($1 <= $2) }'
            verdict $? 'has bounds in order'
        done
    done
    # As text.
    ends 1 collide "$shape" "$cube" --pose-b "$into"
    out_has 'They collide.'
    out_has 'contact  ('
    ends 0 distance "$cube" "$shape" --move-a 2,0,0
    out_has 'They are apart.'
    out_has '  at least '
    ends 1 distance "$shape" "$cube" --move-b 2,0,0 --within 1.5 -q
    ends 0 distance "$shape" "$cube" --move-b 2,0,0 --within 0.5 -q
    ends 1 depth "$shape" "hull:$cube" --pose-b "$into"
    out_has 'direction'
done

# ---- Exact, and the shape of the answers -------------------------------------------------------
ends 1 collide "$cube" box:1,1,1 --move-b 1,0,0 --json
json_is true colliding
json_is 0.5 witness point 0
json_is null witness b
json_is null witness kind
ends 0 collide "$cube" box:1,1,1 --move-b 0x1.0000000000001p0,0,0 --json
json_is false colliding
json_is null witness
ends 1 collide box:1,1,1 sphere:0.5 --move-b 1,0,0 -q
out_is_empty
ends 0 collide box:1,1,1 sphere:0.5 --move-b 0x1.0000000000001p0,0,0 -q
ends 1 collide "$cube" sphere:0.5 --move-b 1,0,0
out_has ' of A'
ends 1 contacts "$cube" box:1,1,1 --move-b 1,0,0
out_has 'They collide: '
out_has 'triangles of A.'
ends 1 contacts box:9,9,9 "$cube" --json --list
json_is 12 count
json_is true complete
json_is 0 contacts 0 b
json_is null contacts 0 a
json_is 11 contacts 11 b
ends 1 contacts box:9,9,9 "$cube"
out_has 'They collide: 12 triangles of B.'
out_has 'and 2 more; --list shows all'
ends 1 contacts box:1,1,1 sphere:1
out_has "They collide; 'tact depth --points' shows where."
ends 1 classify sphere:1 sphere:3 --json
json_is '"a_in_b"' relation
ends 1 classify sphere:3 sphere:1
out_has 'B lies inside A.'
ends 1 classify "$cube" sphere:3
out_has 'A lies inside B.'
ends 1 classify sphere:0.1 "$cube"
out_has 'A lies inside B.'
ends 1 classify box:1,1,1 box:1,1,1 --move-b 1,0,0 --json
json_is '"touching"' relation
json_is true surfaces_meet
ends 1 classify box:1,1,1 box:1,1,1 --move-b 0.5,0,0 --json
json_is '"crossing"' relation
ends 0 classify box:1,1,1 "$cube" --move-b 3,0,0
out_has 'clearance  2'
ends 0 classify box:1,1,1 "$cube" --move-b 3,0,0 --no-clearance --json
json_is null distance
# A watertight mesh is a solid, unless --surface is given.
hall=$work/shape_hall.ply
ends 0 collide "$hall" sphere:0.5 --surface
ends 1 collide "$hall" sphere:0.5
out_has 'They overlap.'
ends 1 collide "$hall" sphere:0.5 --solid
out_has 'B lies inside A'
ends 1 collide sphere:0.5 "$hall" --solid --json
json_is true contained
ends 0 distance "$hall" sphere:0.5 --json --surface
json_is false colliding
ends 0 distance "$hall" sphere:0.5 --solid --json
json_is 0 distance
json_is true contained
ends 3 collide "$work/shape_cloth.ply" sphere:0.5 --solid
err_has 'is not watertight'
ends 0 collide "$work/points.obj" sphere:0.5 --allow-empty
ends 0 distance "$work/points.obj" sphere:0.5 --allow-empty
out_has 'A mesh is empty'
ends 0 distance sphere:0.5 "$work/points.obj" --json --allow-empty
json_is null distance
json_is null witness

# Depth. Touching is not overlapping.
ends 1 depth box:1,1,1 box:1,1,1 --move-b 1,0,0
out_has 'They touch.'
ends 1 depth box:1,1,1 box:1,1,1 --move-b 0.9375,0,0
out_has 'They overlap.'
ends 0 depth box:1,1,1 box:1,1,1 --move-b 0x1.0000000000001p0,0,0
out_has 'They are apart.'
ends 1 depth segment:0,0,0,1,0,0 segment:1,0,0,2,1,0
out_has 'They touch.'
ends 1 depth box:1,1,1 box:1,1,1 --move-b 0.75,0,0 --json --points
json_is 0.25 depth
json_is '[1, 0, 0]' direction
json_is '[1, 0, 0]' normal
[ "$("$json_check" points 3 separation <"$work/out")" = -0.25 ]
verdict $? 'has four points at the depth'
ends 0 depth box:1,1,1 box:1,1,1 --move-b 1.125,0,0 --points --margin 0.25 --json
json_is false colliding
json_is 0.125 points 0 separation
ends 1 depth half-space:0,0,1,0 half-space:0,0,1,0
out_has 'infinite: no move separates them'
ends 1 depth half-space:0,0,1,0 half-space:0,0,1,0 --json --points
json_is null depth
json_is null witness
ends 2 depth box:1,1,1 box:1,1,1 --margin 1
err_has '--margin needs --points'
ends 2 depth box:1,1,1 box:1,1,1 --points --margin -1
err_has '--margin is negative'
ends 2 depth "$cube" box:1,1,1
err_has "$cube is not a shape; depth needs two convex shapes"
err_has "hull:$cube is its convex hull"
ends 2 depth box:1,1,1 part.stl
err_has 'hull:part.stl is its convex hull'

# ---- Poses, streams, files ---------------------------------------------------------------------
printf '%s %s\n%s %s # touching\n' "$identity" "$(moved 3 0 0)" "$identity" "$(moved 1 0 0)" \
    >"$work/shape_poses"
for command in collide classify contacts distance depth; do
    other=$cube
    [ $command != depth ] || other=hull:$cube
    expected=1
    [ $command != distance ] || expected=0
    ends $expected $command box:1,1,1 "$other" --poses "$work/shape_poses"
    out_has '1: '
    out_has '2: '
    ends $expected $command "$other" box:1,1,1 --poses "$work/shape_poses" --json
    [ "$(wc -l <"$work/out")" -eq 2 ]
    verdict $? 'answers each line in one line'
    while read -r row; do
        printf '%s\n' "$row" | "$json_check"
        verdict $? 'prints JSON'
    done <"$work/out"
done
ends 0 collide box:1,1,1 sphere:1 --time --move-b 5,0,0
grep -q '^reading .* 1 answer' "$work/err"
verdict $? 'says what took how long'
line='tact collide hull:- sphere:0.5 from a pipe'
"$tact" collide hull:- sphere:0.5 --json <"$cube" >"$work/out" 2>"$work/err"
[ $? -eq 1 ]
verdict $? 'reads a hull from standard input'
ends 2 collide hull:- hull:-
err_has 'standard input can be only one of'
ends 3 collide "hull:$work/absent.ply" sphere:1
err_has "$work/absent.ply"
ends 3 collide "hull:$work/nan.ply" sphere:1
err_has 'vertex 3'
printf 'OFF\n0 0 0\n' >"$work/shape_empty.off"
ends 3 collide "hull:$work/shape_empty.off" sphere:1
err_has 'there are no vertices, so there is no hull'
# A file that is named like a shape.
cp "$cube" "$work/box:1"
tool=$(cd "$(dirname "$tact")" && pwd)/$(basename "$tact")
line='tact collide ./box:1 box:1,1,1'
(cd "$work" && "$tool" collide ./box:1 box:1,1,1 --json) >"$work/out" 2>"$work/err"
[ $? -eq 1 ]
verdict $? 'reads the file'
line='tact collide box:1 sphere:1'
(cd "$work" && "$tool" collide box:1 sphere:1) >"$work/out" 2>"$work/err"
[ $? -eq 2 ]
verdict $? 'takes it for a shape'
err_has 'a file of that name is ./box:1'

# ---- Errors ------------------------------------------------------------------------------------
# refused SHAPE MESSAGE: on both sides, before any file is read.
refused() {
    ends 2 collide "$1" "$work/absent.ply"
    err_has "$2"
    out_is_empty
    ends 2 distance "$work/absent.ply" "$1"
    err_has "$2"
}
for command in collide classify contacts distance depth; do
    ends 2 $command sphere:1,2 sphere:1
    err_has 'a sphere takes 1 number (its RADIUS), here are 2: sphere:1,2'
done
refused box:1,2 'a box takes 3 numbers (its sides X,Y,Z), here are 2: box:1,2'
refused box:1,2,3,4 'here are 4'
refused box: 'here are 0'
refused sphere:x "number 1 of a sphere is not a number: 'x' (column 8 of sphere:x)"
refused sphere:-1 'number 1 of a sphere is negative'
refused sphere:nan 'number 1 of a sphere is not finite'
refused sphere:1e999 'is beyond the range of double'
refused sphere:1,r=2 'has its own RADIUS'
refused half-space:0,0,0,1 'it needs a direction'
refused hull: 'a hull takes a FILE'
ends 2 collide "box:$(printf '\033')[2J,1,1" sphere:1
if grep -q "$(printf '\033')" "$work/err"; then verdict 1 'shows no control characters'; fi
ends 3 collide bx:1,2,3 sphere:1
err_has 'did you mean a shape, as in box:1,2,3?'
ends 3 collide sphere box:1,1,1
err_has 'did you mean a shape, as in sphere:0.5?'
ends 2 collide sphere:1 box:1,1,1 --proof "$work/shape.proof"
err_has '--proof is for two meshes, but sphere:1 is a shape'
ends 2 distance "$cube" box:1,1,1 --proof "$work/shape.proof"
err_has '--proof is for two meshes, but box:1,1,1 is a shape'
ends 2 distance sphere:1 "$cube" --greedy
err_has '--greedy is for two meshes'
ends 2 distance sphere:1 "$cube" --error 0.1
err_has '--error is for two meshes'
ends 2 contacts sphere:1 "$cube" --curves
err_has '--curves is for two meshes'
ends 2 contacts sphere:1 "$cube" -o "$work/shape.ply"
err_has '--output is for two meshes'
ends 3 collide sphere:1e200 "$cube"
err_has 'a size or a pose exceeds the supported range, 2^500'
ends 5 collide "$cube" box:1,1,1 --move-b 0.25,0,0 --budget 0
out_has 'Undecided: the budget ran out.'
# If rounding hides the answer, as it may here, the answer is null.
line='tact collide of two ellipsoids that touch up to rounding'
"$tact" collide ellipsoid:1,2,3 ellipsoid:1,2,3 --rotate-a 1,2,3,40 --rotate-b 1,2,3,40 --json \
    --move-b 0.8027360494,0.2843105404,-0.4571190432 >"$work/out" 2>"$work/err"
case $? in
0) json_is false colliding ;;
1) json_is true colliding ;;
5) json_is null colliding ;;
*) verdict 1 'gives one of three answers' ;;
esac

# Shapes of extreme sizes have a distance, and two shapes are not an empty mesh.
ends 0 distance sphere:1e-300 sphere:1e-300 --move-b 9e-300,0,0
out_has 'They are apart.'
out_has 'distance   7e-300'
ends 0 distance half-space:0,0,9.4e-323,-2.5 box:1,1,1
out_has 'They are apart.'
if grep -q 'mesh' "$work/out"; then verdict 1 'speaks of no mesh'; fi
ends 0 depth half-space:0,0,9.4e-323,-2.5 box:1,1,1
if grep -q 'nan' "$work/out"; then verdict 1 'shows no nan'; fi
ends 1 depth box:1e-323,6,0,r=3 box:1e-323,6,0,r=3
out_has '6'
