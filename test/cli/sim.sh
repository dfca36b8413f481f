# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# Scenes: what they print, and everything that is refused with its place.

scene=$work/scene.json

# says TEXT: writes a scene.
says() {
    printf '%s\n' "$1" >"$scene"
}

# refuses TEXT MESSAGE: the scene is refused, with this message.
refuses() {
    says "$1"
    ends 3 sim "$scene"
    out_is_empty
    err_has "$2"
}

says '{}'
ends 3 sim "$scene"
if grep -q jansson "$work/err"; then
    line='sim without jansson'
    verdict 0 "says what is missing"
else

# ---- What happens ----------------------------------------------------------------------------
boxes='"models": {"box": {"shape": "box:1,1,1"}}'
says "{\"tact_scene\": 1, \"step\": 0.5, \"steps\": 4, $boxes, \"objects\": [
    {\"name\": \"a\", \"model\": \"box\"},
    {\"name\": \"b\", \"model\": \"box\", \"position\": [-2, 0, 0], \"velocity\": [1, 0, 0]}]}"
ends 1 sim "$scene"
out_has '     2  begin  a  b'
out_has '1 contacts began, 0 ended.'
err_is_empty
ends 1 sim "$scene" --json
out_has '{"step": 2, "time": 1, "event": "begin", "a": "a", "b": "b", "ask": "collide"}'
cp "$work/out" "$work/one_thread"
ends 1 sim "$scene" --json --threads 3
same "$work/out" "$work/one_thread"
ends 0 sim "$scene" --steps 1
out_has '0 contacts began'
ends 1 sim "$scene" --steps 1 --step 1
ends 1 sim "$scene" --quiet
out_is_empty
ends 1 sim "$scene" --stay
out_has '     3  stay   a  b'
ends 1 sim "$scene" --time
out_has 'seconds  place'
ends 2 sim
ends 2 sim "$scene" --steps 1.5
ends 2 sim "$scene" --threads -1
ends 3 sim "$work/no-such-scene.json"

# The example of the pages.
ends 1 sim "$here/../../examples/scene.json"
out_has '    28  end    floor  ball'

# A mesh from a file beside the scene, and a compound.
ends 0 make box --size 1 --cells 2 -o "$work/scene_box.obj"
says '{"tact_scene": 1, "steps": 0,
    "models": {"box": {"file": "scene_box.obj"}, "hull": {"shape": "hull:scene_box.obj"},
        "two": {"parts": [{"model": "box"}, {"model": "hull", "position": [3, 0, 0],
            "rotation": {"axis": [0, 0, 1], "degrees": 45}}]}},
    "groups": ["g", "h"],
    "objects": [{"model": "two", "group": "g", "motion": "static"},
        {"model": "hull", "group": "h", "position": [1.5, 0, 0]},
        {"model": "box", "group": "h", "pose": [1,0,0,1, 0,1,0,0, 0,0,1,0], "continuous": true}],
    "interest": [{"groups": ["g", "h"], "ask": "distance", "radius": 0.75},
        {"groups": ["h", "h"], "ask": "none"}]}'
ends 1 sim "$scene"
out_has '     0  begin  0  1  distance 0.29289321881345'
out_has '     0  begin  0  2  distance 0'
out_has '2 contacts began'

# ---- What is refused -------------------------------------------------------------------------
refuses '' 'scene.json'
refuses '{' 'scene.json:'
refuses '[]' 'an object {...} is needed'
refuses '{"models": {}}' '"tact_scene": 1 is missing'
refuses '{"tact_scene": 2}' 'tact_scene: only version 1 is known'
refuses '{"tact_scene": 1, "tact_scene": 1}' 'duplicate'
refuses '{"tact_scene": 1, "object": []}' 'unknown key "object"'
refuses '{"tact_scene": 1, "step": -1}' 'step: seconds of at least 0'
refuses '{"tact_scene": 1, "steps": 1e3}' 'steps: a whole number'
refuses '{"tact_scene": 1, "models": []}' 'models: an object'
refuses '{"tact_scene": 1, "models": {"m": {}}}' 'models.m: a model has a file, a shape or parts'
refuses '{"tact_scene": 1, "models": {"m": {"shape": "boxx:1"}}}' 'models.m.shape: '
refuses '{"tact_scene": 1, "models": {"m": {"file": "nowhere.obj"}}}' 'models.m.file: the file cannot be found'
refuses '{"tact_scene": 1, "models": {"m": {"file": "/dev/zero"}}}' 'not a regular file'
refuses '{"tact_scene": 1, "models": {"m": {"file": "scene.json"}}}' 'models.m.file: '
refuses '{"tact_scene": 1, "models": {"m": {"file": "scene_box.obj", "interior": "full"}}}' \
    'models.m.interior: none, if_watertight'
refuses '{"tact_scene": 1, "models": {"m": {"parts": [{"model": "m"}]}}}' \
    'models.m.parts[0].model: there is no model above this one "m"'
refuses '{"tact_scene": 1, "groups": ["a", "a"]}' 'groups[1]: this name is taken'
refuses '{"tact_scene": 1, "groups": [""]}' 'groups[0]: a text that is not empty'
with="{\"tact_scene\": 1, $boxes"
refuses "$with, \"objects\": [{}]}" 'objects[0].model: a text'
refuses "$with, \"objects\": [{\"model\": \"ball\"}]}" 'objects[0].model: there is no model "ball"'
refuses "$with, \"objects\": [{\"model\": \"box\", \"velocty\": [0, 0, 1]}]}" \
    'objects[0]: unknown key "velocty"; known are: name model'
refuses "$with, \"objects\": [{\"model\": \"box\", \"velocity\": [0, 1]}]}" \
    'objects[0].velocity: a list of 3 numbers'
refuses "$with, \"objects\": [{\"model\": \"box\", \"velocity\": [0, 1, \"2\"]}]}" \
    'objects[0].velocity[2]: a number is needed'
refuses "$with, \"objects\": [{\"model\": \"box\", \"rotation\": {\"axis\": [0, 0, 0], \"degrees\": 1}}]}" \
    'objects[0].rotation: '
refuses "$with, \"objects\": [{\"model\": \"box\", \"pose\": [2,0,0,0, 0,1,0,0, 0,0,1,0]}]}" \
    '0: the pose is not a rotation'
refuses "$with, \"objects\": [{\"model\": \"box\", \"position\": [0,0,0], \"pose\": []}]}" 'not both'
refuses "$with, \"objects\": [{\"model\": \"box\", \"motion\": \"flying\"}]}" \
    'objects[0].motion: moving, static or sleeping'
refuses "$with, \"objects\": [{\"model\": \"box\", \"continuous\": 1}]}" 'true or false'
refuses "$with, \"objects\": [{\"model\": \"box\", \"group\": \"g\"}]}" 'there is no group "g"'
refuses "$with, \"interest\": [{\"ask\": \"none\"}]}" 'interest[0]: two groups or two objects'
refuses "$with, \"interest\": [{\"objects\": [\"x\", \"y\"], \"ask\": \"none\"}]}" \
    'interest[0].objects[0]: there is no object "x"'
one="$with, \"groups\": [\"g\"], \"objects\": [{\"model\": \"box\"}, {\"model\": \"box\"}]"
refuses "$one, \"interest\": [{\"groups\": [\"g\", \"g\"], \"ask\": \"touch\"}]}" \
    'interest[0].ask: none, collide'
refuses "$one, \"interest\": [{\"groups\": [\"g\", \"g\"], \"ask\": \"collide\", \"radius\": 1}]}" \
    'interest[0]: a radius, a deadline or a cache'
refuses "$(printf '[%.0s' $(seq 3000))" 'scene.json'

# A compound of compounds of compounds ... is refused before it fills the memory.
{
    printf '{"tact_scene": 1, "models": {"m0": {"shape": "sphere:1"}'
    for i in $(seq 1 40); do
        below=m$((i - 1))
        printf ', "m%d": {"parts": [{"model": "%s"}, {"model": "%s"}]}' "$i" "$below" "$below"
    done
    printf '}}\n'
} >"$scene"
ends 3 sim "$scene"
err_has 'more than 1048576 parts'

fi
