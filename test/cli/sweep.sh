# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# tact sweep: exit status, output, JSON, wrong command lines.

ends 1 sweep box:1,1,1 sphere:0.5 --move-b 5,0,0 --by=-8,0,0
out_has 'They touch on the way'
ends 1 sweep --json box:1,1,1 sphere:0.5 --move-b 5,0,0 --by=-8,0,0
json_is true touching
json_is '"contact"' ending
json_is null a
ends 0 sweep --json box:1,1,1 sphere:0.5 --move-b 5,0,0 --by 8,0,0
json_is false touching
json_is null upper
ends 0 sweep box:1,1,1 sphere:0.5 --move-b 5,0,0 --by 8,0,0
out_has 'They do not touch'
ends 1 sweep --json box:1,1,1 box:1,1,1 --move-b 1,0,0 --by 1,0,0
json_is '"start"' ending
json_is 0 upper
ends 1 sweep box:1,1,1 box:1,1,1 --by 1,0,0
out_has 'They touch at the start'
ends 1 sweep --json sphere:1 sphere:1 --move-b 4,0,0 --by=-8,0,0
json_is '"exact"' ending
json_is 0.25 upper
ends 1 sweep --quiet box:9,9,0.001 capsule:0.2,0.01 --move-b 0,0,5 --by 0,0,-10 --spin x,2865
out_is_empty
ends 0 sweep box:1,1,1 box:1,1,1 --move-b 1.3,0,0 --spin z,30
ends 1 sweep box:1,1,1 box:1,1,1 --move-b 1.1,0,0 --spin z,30
ends 5 sweep box:1,1,1 capsule:3,0.1 --move-b 9,0,0 --spin y,1e9 --budget 100
out_has 'Undecided'
ends 1 sweep box:1,1,1 box:1,1,1 --move-b 4,0,0 --to '0,-1,0,0, 1,0,0,0, 0,0,1,0'
ends 1 sweep box:1,1,1 box:1,1,1 --move-b 4,0,0 --to '0,-1,0,0, 1,0,0,0, 0,0,1,0' --screw
ends 1 sweep sphere:1 sphere:1 --move-b 4,0,0 --by=-1,0,0 --separation 1.5
ends 0 sweep sphere:1 sphere:1 --move-b 4,0,0 --by=-1,0,0

# Meshes: solids at the start, or surfaces.
ends 0 make box --size 1 --cells 2 -o "$work/sweep_box.ply"
ends 1 sweep --json "$work/sweep_box.ply" "$work/sweep_box.ply" --move-b 0,0,3 --by 0,0,-4
json_is true touching
ends 1 sweep --json "$work/sweep_box.ply" sphere:0.1 --by 2,0,0
json_is '"start"' ending
ends 1 sweep --json --surface "$work/sweep_box.ply" sphere:0.1 --by 2,0,0
json_is '"contact"' ending
ends 1 sweep --time "$work/sweep_box.ply" sphere:0.1 --move-b 3,0,0 --by=-4,0,0
out_has 'triangle'

ends 2 sweep sphere:1 sphere:1
err_has 'say how B moves'
ends 2 sweep sphere:1 sphere:1 --by 1,0,0 --to 1,0,0,0,0,1,0,0,0,0,1,0
err_has 'cannot be combined'
ends 2 sweep sphere:1 sphere:1 --by 1,0,0 --screw
err_has '--screw needs --to'
ends 2 sweep sphere:1 sphere:1 --by 1,0
ends 2 sweep sphere:1 sphere:1 --spin q,1
ends 2 sweep sphere:1 sphere:1 --to 2,0,0,0,0,1,0,0,0,0,1,0
ends 2 sweep sphere:1 sphere:1 --by 1,0,0 --precision 0
err_has 'must be above 0'
ends 2 sweep sphere:1 sphere:1 --by 1,0,0 --separation=-1
ends 3 sweep "$work/none.ply" sphere:1 --by 1,0,0
