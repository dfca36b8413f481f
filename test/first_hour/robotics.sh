#!/bin/sh
# SPDX-License-Identifier: MIT
# A robotics engineer who knows FCL and trimesh: a stream of poses, clearances, and the code of the migration pages.
. "$FIRST_HOUR/play.sh"

tact make torus -o robot.ply
tact make box --cells 2 -o cell.ply
tact make bolt -o bolt.obj
tact make plate -o plate.obj
mkdir bin
cat >bin/planner <<'PLANNER'
#!/bin/sh
echo '1 0 0 0  0 1 0 0  0 0 1 0   1 0 0 0  0 1 0 0  0 0 1 0'
echo '1 0 0 0  0 1 0 0  0 0 1 0   1 0 0 9  0 1 0 0  0 0 1 0'
PLANNER
chmod +x bin/planner
PATH="$PWD/bin:$PATH"

play README.md 'planner | tact collide robot.ply cell.ply --poses -' 1
first_answer
says 'apart'
play README.md 'tact distance bolt.obj plate.obj --move-b 0,0,2 --within 0.05'
play README.md 'tact distance part.stl capsule:1,0.2 --move-b 0,0,3' 3 # no such file: a reason, not a crash
says 'part.stl'

# The code of the pages, against the static library of the build.
for page in docs/coming-from/fcl.md docs/coming-from/trimesh.md; do
    block "$page" c 1 >program.c
    cc -std=c17 -Wall program.c -I"$SOURCES/include" "$SOURCES/build/release/src/libtact.a" -lm -pthread -o program ||
        fail "the first block of $page does not compile"
    (cd "$SOURCES" && "$OLDPWD/program") || fail "the first block of $page does not run"
    played=$((played + 1))
done
finish
