#!/bin/sh
# SPDX-License-Identifier: MIT
# A mechanical engineer with STL parts: what is in a file, do the parts collide, by how much, and is that rounding?
. "$FIRST_HOUR/play.sh"

# The parts of an assembly, as a modelling program exports them.
tact make box --size 4 --cells 2 -o housing.stl
tact make gear -o gear.stl
tact make gear -o part.stl

play docs/cli.md 'tact info part.stl'
says 'closed'
first_answer
# A gear inside a solid block: a gate must not pass it.
play docs/cli.md 'tact collide housing.stl gear.stl' 1
says 'overlap'
play docs/cli.md 'tact classify housing.stl gear.stl' 1
play docs/cli.md 'tact contacts housing.stl gear.stl' 1
play docs/cli.md 'tact hull part.stl -o hull.ply'
[ -s hull.ply ] || fail "no hull was written"
play docs/cli.md 'tact make plate -o plate.ply && tact make bolt -o bolt.ply'
play docs/cli.md 'tact distance plate.ply bolt.ply --move-b 0,0,2.5'
says '0.375'

# Flush parts in a file of 32-bit numbers.
play docs/cli.md 'tact make box --size 0.1 --cells 1 -o tenth.stl'
play docs/cli.md 'tact classify tenth.stl tenth.stl --move-b 0.1,0,0 --tolerance 1e-6' 1
says 'the overlap is proved to be at most 1e-06'
finish
