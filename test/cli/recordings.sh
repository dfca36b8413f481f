# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# --record, replay and minimise: recordings that are equal, different, damaged, and shrunk.

mkdir -p "$work/recordings"
rec=$work/recordings
ends 0 make box --cells 3 -o "$rec/box.obj"
ends 0 make blob -n 300 -o "$rec/blob.ply"

# records STATUS COMMAND...: the answer is the same as without --record, and its replay is equal.
records() {
    ends "$@"
    cp "$work/out" "$rec/plain"
    wanted=$1
    shift
    ends "$wanted" "$@" --record "$rec/q.recording"
    same "$work/out" "$rec/plain"
    ends 0 replay "$rec/q.recording"
    out_has 'Equal: '
    ends 0 replay "$rec/q.recording" --threads 1 --quiet
    out_is_empty
}

# ---- Questions -------------------------------------------------------------------------------
records 1 collide "$rec/box.obj" "$rec/blob.ply" --move-b 0.5,0,0
records 0 collide "$rec/box.obj" sphere:0.5 --move-b 5,0,0
records 0 distance "$rec/box.obj" "$rec/blob.ply" --move-b 0,0,4
records 1 contacts "$rec/box.obj" "$rec/blob.ply" --move-b 0.5,0,0 --curves
records 1 classify "$rec/box.obj" "$rec/blob.ply" --move-b 0.5,0,0
records 1 depth box:1,1,1 sphere:0.5 --move-b 0.8,0,0 --points
records 1 ray "$rec/blob.ply" --origin 5,0,0 --to 0,0,0
records 0 nearest cylinder:1,2 --point 4,0,0
records 1 inside "$rec/box.obj" --point 0,0,0
ends 0 replay "$rec/q.recording" --json
json_is '"equal"' outcome
json_is 1 questions
json_is 0 steps
json_is null reason
printf '1 0 0 0 0 1 0 0 0 0 1 0  1 0 0 %s 0 1 0 0 0 0 1 0\n' 9 5 1 >"$rec/poses"
records 1 collide "$rec/box.obj" "$rec/blob.ply" --poses "$rec/poses"
ends 0 replay "$rec/q.recording" --json
json_is 3 questions
ends 1 collide box:1,1,1 box:1,1,1 --record - --quiet
cp "$work/out" "$rec/stdout.recording"
ends 0 replay "$rec/stdout.recording"
ends 3 collide box:1,1,1 box:1,1,1 --record "$rec/no/such/folder"

# ---- Differences and damage ------------------------------------------------------------------
sed 's/^point 0/point 1/' "$rec/q.recording" >"$rec/damaged.recording"
ends 3 replay "$rec/damaged.recording"
err_has 'the checksum does not fit'
out_is_empty
ends 3 replay "$rec/box.obj"
err_has 'this is not a recording of a known version'
ends 3 replay "$rec/none.recording"
ends 2 replay
ends 2 replay "$rec/q.recording" --threads -1
ends 2 minimise "$rec/q.recording" -o "$rec/small.recording"
err_has 'what the failure is'
ends 2 minimise "$rec/q.recording" -o "$rec/small.recording" --fails --differs
ends 2 minimise "$rec/q.recording" --fails
ends 2 minimise "$rec/q.recording" -o "$rec/small.recording" --event begin:a
ends 2 minimise "$rec/q.recording" -o "$rec/small.recording" --event touch
ends 1 minimise "$rec/q.recording" -o "$rec/small.recording" --differs
out_has 'does not fail'
ends 1 minimise "$rec/q.recording" -o "$rec/small.recording" --fails
[ ! -e "$rec/small.recording" ]
verdict $? 'writes nothing'
# One of three questions.
ends 0 minimise "$rec/q.recording" -o "$rec/small.recording" --test '! grep -q ask'
out_has '1 of 3 calls are enough to fail'
ends 0 replay "$rec/small.recording"
ends 3 minimise "$rec/q.recording" -o "$rec/small.recording" --test "$rec/none"
err_has 'the command cannot be run'

# ---- Worlds ----------------------------------------------------------------------------------
ends 1 sim "$here/../../examples/scene.json" --quiet --record "$rec/s.recording"
ends 0 replay "$rec/s.recording" --json
json_is 31 steps
json_is 3 objects
ends 5 replay "$rec/s.recording" --budget 5
out_has 'Stopped'
ends 0 minimise "$rec/s.recording" -o "$rec/small.recording" --event end:ball,floor --json
json_is 2 objects
json_is '"floor"' names 0
json_is '"ball"' names 1
ends 0 replay "$rec/small.recording"
ends 0 minimise "$rec/s.recording" -o "$rec/small.recording" --event begin --most 3
ends 1 minimise "$rec/s.recording" -o "$rec/none" --event end:ball,bullet
