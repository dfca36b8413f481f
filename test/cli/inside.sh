# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# inside: points inside, on and outside of closed and open meshes, files of points, errors.

ends 0 make box --cells 2 -o "$work/in_box.obj"
ends 0 make cloth -n 8 -o "$work/in_cloth.ply"
ends 1 inside "$work/in_box.obj" --point 0.25,0,0
err_is_empty
out_has '(0.25, 0, 0)  inside, winding number 1, distance -0.25'
ends 1 inside "$work/in_box.obj" --point 0.5,0.125,0 --json
out_is_json
json_is true on_surface
json_is false inside
json_is true exact
json_is 0 distance
json_is 0.125 point 1
ends 0 inside "$work/in_box.obj" --point '1, 0, 0' --json
json_is 0 winding
json_is false inside
json_is 0.5 distance
ends 1 inside "$work/in_box.obj" --point 0,0,0 --json
json_is 1 winding
json_is 1 lower
json_is 1 upper
json_is true inside
json_is -0.5 distance
ends 0 inside "$work/in_cloth.ply" --point 0,0,1
out_has 'outside (an estimate: the mesh is open)'
ends 0 inside "$work/in_cloth.ply" --point 0,0,1 --error 0 --json
json_is false exact
json_is 1 distance
ends 1 inside "$work/in_box.obj" --point 0,0,0 -q
out_is_empty

# Points from a file are answered in order; a wrong line ends the run, with its number.
printf '# points\n0 0 0\n\n2,0,0  # outside\n0x1p-1 0 0\n' >"$work/in_points"
ends 1 inside "$work/in_box.obj" --points "$work/in_points"
[ "$(grep -c 'winding number' "$work/out")" -eq 3 ]
verdict $? 'answers three points'
sed -n 3p "$work/out" | grep -q 'on the surface'
verdict $? 'answers them in order'
line='inside --points -'
"$tact" inside "$work/in_box.obj" --points - <"$work/in_points" >"$work/out2" 2>"$work/err"
verdict $(($? - 1)) 'reads points from standard input'
cmp -s "$work/out" "$work/out2"
verdict $? 'gives the same answers'
printf '0 0 0\n1 2\n' >"$work/in_points"
ends 3 inside "$work/in_box.obj" --points "$work/in_points"
err_has 'in_points:2: a point has 3 numbers, not 2'
printf '1 2 nan\n' >"$work/in_points"
ends 3 inside "$work/in_box.obj" --points "$work/in_points"
err_has 'in_points:1: number 3'
ends 3 inside "$work/in_box.obj" --points "$work/in_missing"
err_has 'in_missing'
ends 3 inside "$work/in_missing.obj" --point 0,0,0

ends 2 inside "$work/in_box.obj"
err_has 'no point is given: use --point or --points'
ends 2 inside "$work/in_box.obj" --point 1,2
err_has '--point: 2 numbers, but a point has 3: x, y and z'
ends 2 inside "$work/in_box.obj" --point 1,2,x
err_has "number 3 is not a number: 'x'"
ends 2 inside "$work/in_box.obj" --point 1,2,3 --error -1
err_has "--error is negative: '-1'"
ends 2 inside - --points -
err_has 'standard input can be only one'
ends 2 inside
err_has 'too few arguments'
