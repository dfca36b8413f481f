#!/bin/sh
# SPDX-License-Identifier: MIT
# Somebody who writes a check for CI: exit statuses, JSON, files that must not pass by accident, proofs.
. "$FIRST_HOUR/play.sh"

tact make box --size 2 --cells 1 -o housing.stl
tact make box --cells 1 -o gear.stl
tact make box --cells 1 -o a.ply
tact make torus -o b.ply
tact make box --cells 1 -o pipe.obj
tact make torus -o duct.obj

# The small box lies inside the large one, and surfaces do not meet. Exit status 1, so nothing is echoed.
play README.md 'tact collide housing.stl gear.stl && echo "they are apart"' 1
first_answer
says 'inside'
tact collide housing.stl gear.stl --surface >printed || fail "the surfaces are not apart"
play README.md 'tact contacts housing.stl gear.stl --json --list' 1
play README.md 'tact distance a.ply b.ply --proof gap.proof && tact verify gap.proof'
play docs/cli.md 'tact distance pipe.obj duct.obj --within 0.05 --quiet || echo "too close, or undecided"'
says 'too close, or undecided'

# Gates: may touch, but not overlap.
tact make box --cells 1 -o shaft.stl
tact make box --cells 1 -o hub.stl
play docs/cli.md 'tact classify shaft.stl hub.stl --fail-on crossing,inside' 1

# Files that hold nothing to compare are refused, with the reason.
printf '# nothing\n' >empty.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >cloud.obj
for file in empty.obj cloud.obj; do
    status=0
    tact collide "$file" gear.stl >printed 2>complained || status=$?
    [ "$status" -eq 3 ] || fail "$file passes with exit status $status"
    says "$file"
    tact collide "$file" gear.stl --allow-empty >printed || fail "$file is refused in spite of --allow-empty"
done
finish
