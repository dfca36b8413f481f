# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Pictures: which commands draw, what the files hold, and errors.

box=$work/draw_box.obj
ends 0 make box --cells 2 -o "$box"

# draws FILE: it is a PNG file, and the same command writes the same bytes again.
draws() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]
    verdict $? "$1 is a PNG file"
}

picture=$work/draw.png
for words in "collide $box $box --move-b 0.3,0.2,0.1" "contacts $box sphere:0.6" \
    "classify $box $box" "distance $box box:1,1,1" "depth box:1,1,1 sphere:1 --points" \
    "ray $box --origin 0,0,5 --to 0,0,0 --all"; do
    rm -f "$picture"
    # shellcheck disable=SC2086 # a list of words
    "$tact" $words >"$work/plain" 2>"$work/err"
    status=$?
    # shellcheck disable=SC2086
    ends "$status" $words --png "$picture" --size 400x250
    same "$work/out" "$work/plain"
    draws "$picture"
    mv "$picture" "$picture.first"
    # shellcheck disable=SC2086
    ends "$status" $words --png "$picture" --size 400x250 --threads 3
    same "$picture" "$picture.first"
done
ends 0 nearest "$box" --point 3,2,1 --png "$picture"
draws "$picture"
ends 0 distance "$box" half-space:0,0,1,-2 --png "$picture" --camera 10,5
draws "$picture"
ends 1 classify "$box" sphere:0.1 --png "$picture" --transparent --size 300x200
draws "$picture"
[ "$(od -An -tu1 -j 16 -N 10 "$picture" | tr -s ' ')" = ' 0 0 1 44 0 0 0 200 8 6' ]
verdict $? 'has 300 x 200 pixels with transparency'
ends 1 collide "$box" "$box" --png "$picture.other" --size 300x200 --focus --camera 0,0,3
if cmp -s "$picture" "$picture.other"; then verdict 1 'draws another picture'; else verdict 0 ''; fi
line='tact collide --png -'
"$tact" collide "$box" "$box" --png - -q >"$work/out" 2>"$work/err"
[ $? -eq 1 ]
verdict $? 'writes to standard output'
draws "$work/out"

ends 0 view "$box" sphere:0.8 "hull:$box" --png "$picture" --size 200x100 --camera 0,90
draws "$picture"
ends 0 view "$box" --png "$picture" --size 200x100
ends 0 view "$box" --png "$picture.other" --size 200x100 --level 1
draws "$picture.other"
if cmp -s "$picture" "$picture.other"; then verdict 1 'draws boxes'; else verdict 0 ''; fi
# The page is part of the tool only if ./dev page was called before.
page=$work/draw.html
"$tact" collide "$box" "$box" --html "$page" >"$work/out" 2>"$work/err"
if [ $? -eq 2 ]; then
    line='tact collide --html'
    err_has "--html: this tool was built without the page; in a checkout of tact, './dev page' makes it"
    out_is_empty
else
    ends 1 collide "$box" "$box" --html "$page" --png "$picture" --size 200x100
    draws "$picture"
    grep -q '^</html>' "$page"
    verdict $? 'writes the whole page'
    mv "$page" "$page.first"
    ends 1 collide "$box" "$box" --html "$page" --png "$picture" --size 200x100
    same "$page" "$page.first"
    ends 0 ray "$box" --rays /dev/null
    ends 2 ray "$box" --rays none --html "$page"
    err_has '--html draws one answer; it cannot be combined with --rays'
fi

# A motion: the picture, and the plot of the distance.
ends 1 sweep "$box" sphere:0.5 --to 3,0,0 --move-b 2,0,0 --png "$picture" --size 200x100 --svg "$work/draw.svg"
draws "$picture"
head -c 4 "$work/draw.svg" | grep -q '<svg'
verdict $? 'writes a plot'
ends 2 sweep "$box" sphere:0.5 --to 3,0,0 --svg -
err_has '--svg - writes to standard output; it needs --quiet'

# Plots of numbers. The stage page compares them with those of JSON.
ends 0 info "$box" --svg "$work/draw.svg"
head -c 4 "$work/draw.svg" | grep -q '<svg'
verdict $? 'plots the cost of levels'
ends 0 info "$box" --levels
out_has 'level  0          1 nodes, cost 1'
ends 0 info "$box" --levels --json
out_is_json
json_is 1 hierarchy levels 0 nodes
ends 0 info "$box" --json
json_is null hierarchy
ends 2 info "$box" "$box" --svg "$work/draw.svg"
err_has '--svg plots one file'
printf 'v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$work/nan.obj"
ends 0 info "$work/nan.obj" --levels --json
json_is null hierarchy
err_has 'has no hierarchy'
ends 3 info "$work/nan.obj" --svg "$work/draw.svg"
err_has 'the answer cannot be drawn'
for shape in hull:"$box" sphere:0.5 capsule:1,0.2 cylinder:0.5,1 cone:0.5,1 half-space:0,0,1,-4 \
    triangle:0,0,0,1,0,0,0,1,0; do
    ends 0 distance "$box" "$shape" --move-b 5,0.1,-3 --svg "$work/draw.svg"
    [ "$(grep -c '<circle' "$work/draw.svg")" -eq 17 ]
    verdict $? 'plots the bounds at 17 sizes'
done
ends 0 distance "$box" sphere:0.1 --svg "$work/draw.svg"
ends 2 distance "$box" sphere:0.1 --poses none --svg "$work/draw.svg"
err_has '--svg draws one answer; it cannot be combined with --poses'

# Bodies that bend, and scenes: pictures, glTF, and the answer as without them.
printf 'v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 1\nv 2 1 1\nv 1 2 1\nf 1 2 3\nf 4 5 6\n' >"$work/step0.obj"
printf 'v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 2 1 -1\nv 1 2 -1\nf 1 2 3\nf 4 5 6\n' >"$work/step1.obj"
cat >"$work/draw_scene.json" <<'END'
{"tact_scene": 1, "step": 0.1, "steps": 10, "models": {"ball": {"shape": "sphere:0.5"}},
 "objects": [{"name": "still", "model": "ball"},
             {"name": "moving", "model": "ball", "position": [2, 0, 0], "velocity": [-2, 0, 0]}]}
END
for words in "deform $work/step0.obj $work/step1.obj --json" \
    "deform $work/step0.obj $work/step1.obj $work/step1.obj --list" \
    "deform $work/step0.obj $work/step1.obj --against $box" "sim $work/draw_scene.json --json --stay"; do
    # shellcheck disable=SC2086 # a list of words
    "$tact" $words >"$work/plain" 2>"$work/err"
    status=$?
    # shellcheck disable=SC2086
    ends "$status" $words --png "$picture" --size 200x100 --glb "$work/draw.glb"
    same "$work/out" "$work/plain"
    draws "$picture"
    mv "$picture" "$picture.first"
    mv "$work/draw.glb" "$work/draw.glb.first"
    # shellcheck disable=SC2086
    ends "$status" $words --png "$picture" --size 200x100 --glb "$work/draw.glb" --threads 3
    same "$picture" "$picture.first"
    same "$work/draw.glb" "$work/draw.glb.first"
done
ends 2 sim "$work/draw_scene.json" --png "$picture" --steps 2000000
err_has 'at most 1048576 poses are drawn; --steps makes it shorter'
ends 2 deform "$work/step0.obj" "$work/step1.obj" --camera 1,2
err_has '--camera needs --png'
ends 3 deform "$work/step0.obj" "$work/step1.obj" --png "$work/missing/a.png"
err_has 'missing/a.png'
ends 3 sim "$work/draw_scene.json" --glb "$work/missing/a.glb"
err_has 'missing/a.glb'

# Touching triangles as PLY.
ends 1 contacts "$box" "$box" --move-b 0.3,0.2,0.1 --ply "$work/touch.ply" --json --list
touching=$(for side in a b; do
    grep -o "\"$side\": [0-9]*" "$work/out" | sort -u
done | wc -l)
grep -aq "^element face $touching\$" "$work/touch.ply"
verdict $? 'has the triangles of all pairs'
ends 0 info "$work/touch.ply" --json
json_is "$touching" triangle_count
ends 1 collide "$box" "$box" --move-b 0.3,0.2,0.1 --ply "$work/again.ply"
same "$work/again.ply" "$work/touch.ply"
ends 1 sweep "$box" sphere:0.5 --to 3,0,0 --move-b 2,0,0 --ply "$work/touch.ply"
ends 0 info "$work/touch.ply"
ends 1 deform "$work/step0.obj" "$work/step1.obj" --ply "$work/touch.ply"
grep -aq '^element face 2$' "$work/touch.ply"
verdict $? 'has the face and the triangle whose vertices meet it'
ends 0 collide "$box" "$box" --move-b 3,0,0 --ply "$work/touch.ply"
grep -aq '^element face 0$' "$work/touch.ply"
verdict $? 'has no faces if nothing touches'

# glTF: the header has the size of the file. The stage page checks the contents.
glb=$work/draw.glb
ends 1 contacts "$box" "$box" --move-b 0.3,0.2,0.1 --glb "$glb"
[ "$(head -c 4 "$glb")" = glTF ]
verdict $? 'writes glTF'
[ "$(od -An -tu4 -j 8 -N 4 "$glb" | tr -d ' ')" -eq "$(wc -c <"$glb")" ]
verdict $? 'the file is whole'
mv "$glb" "$glb.first"
ends 1 contacts "$box" "$box" --move-b 0.3,0.2,0.1 --glb "$glb" --threads 3
same "$glb" "$glb.first"

# ---- Errors ----------------------------------------------------------------------------------
ends 2 collide "$box" "$box" --png -
err_has '--png - writes to standard output; it needs --quiet'
ends 2 view "$box"
err_has 'view needs --html FILE, --png FILE or --glb FILE'
ends 3 view "$work/missing.obj" --png "$picture"
err_has 'missing.obj'
ends 2 collide "$box" "$box" --camera 0,0
err_has '--camera needs --png'
ends 2 collide "$box" "$box" --focus
err_has '--focus needs --png'
for level in x -1 33 1.5 99999999999; do
    ends 2 view "$box" --png "$picture" "--level=$level"
    err_has '--level needs a whole number from 0 to 32'
done
ends 2 collide "$box" "$box" --level 1
err_has '--level needs --png, --html or --glb'
ends 2 ray "$box" --rays none --png "$picture"
err_has 'it cannot be combined with --rays'
ends 2 collide "$box" "$box" --poses none --png "$picture"
err_has '--png draws one answer; it cannot be combined with --poses'
for camera in 1 1,2,3,4 0,91 0,x 0,0,0 0,0,1e9; do
    ends 2 collide "$box" "$box" --png "$picture" --camera "$camera"
    err_has '--camera'
done
for size in 0x1 1x0 12 x 1x1x1 16385x1 10000x10000 -1x5; do
    ends 2 collide "$box" "$box" --png "$picture" "--size=$size"
    err_has '--size'
done
ends 3 collide "$box" "$box" --png "$work/missing/a.png"
err_has 'missing/a.png'
