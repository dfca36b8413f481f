# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# ray and nearest: answers, streams of questions, and errors.

cube=$work/point_cube.obj
ends 0 make box --size 2 --cells 1 -o "$cube"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\no left\nf 1 2 3\n' >"$work/point_parts.obj"
: >"$work/point_empty.off"
printf 'OFF\n0 0 0\n' >"$work/point_empty.off"

# ---- Rays ------------------------------------------------------------------------------------
ends 1 ray "$cube" --origin -3,0.25,0.125 --direction 1,0,0
out_has 'The ray hits the mesh.'
out_has 'first  t 2 at (-1, 0.25, 0.125), face of triangle '
err_is_empty
ends 0 ray "$cube" --origin -3,0.25,0.125 --direction -1,0,0
out_has 'The ray hits nothing.'
ends 1 ray "$cube" --origin -3,0.25,0.125 --to 0,0.25,0.125 --json
out_is_json
json_is true hit
json_is '"face"' feature
json_is -1 point 0
ends 0 ray "$cube" --origin -3,0.25,0.125 --direction 1,0,0 --max 1.5 --json
json_is false hit
json_is null t
json_is null triangle
json_is null point
ends 1 ray "$cube" --origin -3,0.25,0.125 --direction 1,0,0 --max 2 -q
out_is_empty
ends 1 ray "$cube" --origin -3,0.25,0.125 -d 2,0,0 --all
out_has 'The ray hits 2 triangles.'
out_has '  t 1 at (-1, 0.25, 0.125)'
out_has '  t 2 at (1, 0.25, 0.125)'
ends 1 ray "$cube" --origin -3,0.25,0.125 -d 2,0,0 --all --json
out_is_json
json_is 2 count
json_is 2 hits 1 t
# Exactly at a corner, and one step of a double past it.
ends 1 ray "$cube" --origin -3,1,1 --direction 1,0,0
ends 0 ray "$cube" --origin -3,0x1.0000000000001p0,1 --direction 1,0,0
# A ray with direction zero is a point.
ends 1 ray "$cube" --origin 1,1,1 --direction 0,0,0 --json
json_is 0 t
ends 0 ray "$cube" --origin 0,0,0 --direction 0,0,0
ends 1 ray "$work/point_parts.obj" --origin 0.25,0.25,1 --direction 0,0,-1 --json
json_is '"left"' part
ends 0 ray "$work/point_empty.off" --origin 0,0,0 --direction 0,0,-1
printf '# rays\n-3 0.25 0.125 1 0 0\n\n-3,0.25,0.125 -1,0,0 # away\n' >"$work/rays.txt"
ends 1 ray "$cube" --rays "$work/rays.txt"
out_has '2: t 2 at (-1, 0.25, 0.125)'
out_has '4: nothing'
ends 1 ray "$cube" --rays "$work/rays.txt" --all --max 9 --time
out_has '2: 2 hits, the first: t 2 at '
grep -qE '^reading .*, 2 answers [0-9.]+ s, .* per second, [0-9]+ threads?$' "$work/err"
verdict $? 'says what took how long'
ends 1 ray "$cube" --rays "$work/rays.txt" --json --threads 2
[ "$(wc -l <"$work/out")" -eq 2 ]
verdict $? 'prints a line for each ray'
sed -n 2p "$work/out" >"$work/out2" && mv "$work/out2" "$work/out"
json_is false hit
json_is 4 line

ends 2 ray "$cube"
err_has 'a ray needs --origin and either --to or --direction, or use --rays FILE'
ends 2 ray "$cube" --origin 0,0,0
ends 2 ray "$cube" --origin 0,0,0 --to 1,0,0 --direction 1,0,0
ends 2 ray "$cube" --origin 0,0 --to 1,0,0
err_has '2 numbers, but a point has 3'
ends 2 ray "$cube" --origin 0,0,x --to 1,0,0
err_has 'is not a number'
ends 2 ray "$cube" --origin -1e308,0,0 --to 1e308,0,0
err_has '--to: its distance from the origin is beyond the range of double'
ends 2 ray "$cube" --origin 0,0,0 --to 1,0,0 --max -1
err_has 'is negative'
ends 2 ray "$cube" --rays "$work/rays.txt" --origin 0,0,0
err_has '--rays cannot be combined with --origin, --to or --direction'
ends 2 ray - --rays -
err_has 'standard input cannot be both the model and the file of questions'
ends 3 ray "$work/none.obj" --origin 0,0,0 --to 1,0,0
ends 3 ray "$cube" --rays "$work/none.txt"
printf '0 0 0 1 0 0\n1 2 3\n' >"$work/rays.txt"
ends 3 ray "$cube" --rays "$work/rays.txt"
out_has '1: t 1 at '
err_has 'rays.txt:2: 3 numbers, but a line has 6: the origin and the direction of a ray'
printf '0 0 0 1 0 nan\n' >"$work/rays.txt"
ends 3 ray "$cube" --rays "$work/rays.txt"
err_has 'rays.txt:1: '

# ---- Nearest points --------------------------------------------------------------------------
ends 0 nearest "$cube" --point 3,0.25,0.125
out_has 'The point is off the mesh.'
out_has 'distance   2'
out_has 'nearest    (1, 0.25'
out_has 'face of triangle '
ends 0 nearest "$cube" --point 1,1,1
out_has 'The point is on the mesh.'
ends 0 nearest "$cube" -p 3,0.25,0.125 --json
out_is_json
json_is 2 distance
json_is 1 point 0
json_is '"face"' feature
ends 0 nearest "$cube" -p 3,0,0 --within 1.5
out_has 'Nothing is that near.'
ends 0 nearest "$cube" -p 3,0,0 --within 1.5 --json
json_is null distance
json_is null triangle
json_is 1.5 lower
ends 1 nearest "$cube" -p 3,0,0 --within 2.5 -q
out_is_empty
ends 0 nearest "$work/point_empty.off" -p 0,0,0
out_has 'The mesh is empty'
printf '3 0.25 0.125\n\n0 0 0 # the middle\n' >"$work/points.txt"
ends 0 nearest "$cube" --points "$work/points.txt"
out_has '1: 2 at (1, 0.25'
out_has '3: 1 at '
ends 0 nearest "$cube" --points "$work/points.txt" --json --threads 2 --time
[ "$(wc -l <"$work/out")" -eq 2 ]
verdict $? 'prints a line for each point'
err_has '2 answers'
ends 1 nearest "$cube" --points "$work/points.txt" --within 1.5
out_has '1: nothing'

ends 2 nearest "$cube"
err_has 'give either --point X,Y,Z or --points FILE'
ends 2 nearest "$cube" --point 1,2,3 --points "$work/points.txt"
ends 2 nearest "$cube" --point 1,2
err_has '2 numbers, but a point has 3'
ends 2 nearest "$cube" --point 1,2,3 --within -1
ends 3 nearest "$cube" --points "$work/none.txt"
printf '1 2 3 4\n' >"$work/points.txt"
ends 3 nearest "$cube" --points "$work/points.txt"
err_has 'points.txt:1: 4 numbers, but a line has 3: x, y and z of a point'

# ---- Shapes ----------------------------------------------------------------------------------
ends 1 ray sphere:1 --origin 3,0,0 -d -1,0,0
out_has 'The ray hits the shape.'
out_has 'first  t 2'
err_is_empty
ends 0 ray sphere:1 --origin 3,0,0 -d 1,0,0
out_has 'The ray hits nothing.'
ends 1 ray box:2,2,2 --origin 3,0.5,0.25 -d -1,0,0 --json --all
out_is_json
json_is true hit
json_is 2 t
json_is null triangle
json_is null feature
json_is '[1, 0.5, 0.25]' point
json_is 1 count
json_is 2 hits 0 t
ends 0 ray box:2,2,2 --origin 3,0.5,0.25 -d 0,1,0 --json
json_is false hit
json_is null point
ends 1 ray half-space:0,0,1,0 --origin 0,0,1 -d 0,0,-1 -q
ends 1 ray "hull:$cube" --origin 0,0,0 -d 1,0,0 --json
json_is 0 t
printf '3 0 0 -1 0 0\n3 0 0 1 0 0\n' >"$work/rays.txt"
for shape in sphere:1 capsule:1,1 box:2,2,2 cylinder:1,2 ellipsoid:2,2,2 "hull:$cube" cone:1,2,r=0.5; do
    ends 1 ray $shape --rays "$work/rays.txt"
    out_has '1: t '
    out_has '2: nothing'
    ends 1 ray $shape --rays "$work/rays.txt" --all --json
    [ "$(wc -l <"$work/out")" -eq 2 ]
    verdict $? 'answers each ray'
    ends 0 nearest $shape -p 4,0,0 --json
    json_is null triangle
    json_is null feature
    ends 1 nearest $shape -p 0,0,0 --within 0 -q
    ends 1 inside $shape --point 0,0,0 --json
    json_is true inside
    json_is true exact
    json_is 1 winding
    ends 0 inside $shape --point 4,0,0
    out_has '(4, 0, 0)  outside, winding number 0, distance '
done
ends 0 nearest sphere:1 -p 3,0,0
out_has 'The point is outside the shape.'
out_has 'distance   2'
out_has 'nearest    (1, 0, 0)'
ends 0 nearest box:2,2,2 -p 0.5,0.5,0.5
out_has 'The point is in the shape.'
out_has 'distance   0'
ends 0 nearest sphere:1 -p 3,0,0 --within 1.5
out_has 'Nothing is that near.'
ends 1 nearest sphere:1 -p 3,0,0 --within 2.5 -q
ends 5 nearest sphere:1 -p 3,0,0 --within 2 -q
ends 1 inside box:2,2,2 --point 1,0.5,0
out_has '(1, 0.5, 0)  inside or on the surface, winding number 1, distance 0'
ends 1 inside box:2,2,2 --point 1,0.5,0 --json
json_is null on_surface
ends 1 inside point:1,2,3 --point 1,2,3
ends 0 inside box:2,2,2 --point 0x1.0000000000001p0,0.5,0
ends 1 inside box:2,2,2 --point 0.5,0,0 --json
json_is false on_surface
"$json_check" distance <"$work/out" | awk '{ exit !($1 < -0.499999 && $1 > -0.500001) }'
verdict $? 'measures the depth'
# A wrong shape is a wrong command line; a misspelt one gets a suggestion, a right one never.
for command in ray nearest inside; do
    set -- --point 1,2,3
    [ $command != ray ] || set -- --origin 0,0,0 --to 1,0,0
    ends 2 $command sphere:1,2 "$@"
    err_has 'a sphere takes 1 number (its RADIUS), here are 2'
    ends 3 $command "hull:$work/none.obj" "$@"
    ends 0 $command --help
    out_has "Usage: tact $command [OPTION]... MODEL"
done
ends 3 ray sphre:1 --origin 0,0,0 --to 1,0,0
err_has 'did you mean a shape, as in sphere:0.5?'
ends 2 ray hull:- --rays -
err_has 'standard input cannot be both the model and the file of questions'
ends 2 inside hull:- --points -
err_has 'standard input can be only one of MODEL and --points'
