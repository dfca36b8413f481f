#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the scenes of the gallery with the tool into a folder: one picture per scene, and index.html.
# With --check, compares the pictures with the checksums in test/draw/gallery.txt; with --accept,
# writes these the picture of README.md and those of docs/learn.
# Usage: gallery.sh TACT FOLDER [--check | --accept]
set -eu
tact=$1
folder=$2
mode=${3:-}
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
cd "$folder"
rm -f ./*.png gallery.txt index.html

model() {
    "$tact" make "$@" -q
}

model torus-knot --triangles 60000 -o knot.ply
model blob --triangles 60000 -o blob.ply
model gear --triangles 30000 -o gear.ply
model plate -o plate.ply
model bolt -o bolt.ply
model menger-sponge --level 2 -o sponge.ply
model terrain --triangles 40000 -o terrain.ply
model torus --triangles 20000 -o torus.ply
model cloth --width 5 --height 5 --triangles 5000 -o cloth.ply
# curl NUMBER CURL HEIGHT LENGTH WAVE: the right half of the sheet curls over the left one.
"$tact" convert cloth.ply -o cloth.obj -q
curl() {
    awk -v curl="$2" -v height="$3" -v length_of="$4" -v wave="$5" '
        $1 == "v" {
            u = $2 > 0 ? $2 : 0
            x = $2 - curl * u * u
            z = $4 + height * u * u * (length_of - u) - wave * u * (6.25 - $3 * $3)
            printf "v %.6f %.6f %.6f\n", x, $3, z
            next
        }
        { print }' cloth.obj >"curl$1.obj"
}
curl 0 0 0 0 0
curl 1 0.4 0.15 4.5 0
curl 2 0.72 0.5 2.55 0.02
# Balls, boxes and pegs that fall on a plate.
awk 'BEGIN {
    print "{\"tact_scene\": 1, \"step\": 0.05, \"steps\": 60, \"models\": {\"m0\": {\"shape\": \"sphere:0.4\"},"
    print "\"m1\": {\"shape\": \"box:0.7,0.6,0.5\"}, \"m2\": {\"shape\": \"cylinder:0.25,0.8\"}, \"plate\": {\"shape\": \"box:8,8,0.2\"}},"
    print "\"groups\": [\"fixed\", \"falling\"], \"objects\": [{\"name\": \"plate\", \"model\": \"plate\", \"group\": \"fixed\"}"
    for (i = 0; i < 36; i++)
        printf ", {\"name\": \"body %d\", \"model\": \"m%d\", \"group\": \"falling\", \"position\": [%g, %g, %g], \"velocity\": [0, 0, -1], \"spin\": [%g, %g, 1]}\n", i, (i * 7 + int(i / 6)) % 3, i % 6 * 1.2 - 3, int(i / 6) * 1.2 - 3, 0.9 + i * 5 % 11 * 0.08, i % 5 - 2, i % 3 - 1
    print "], \"interest\": [{\"groups\": [\"falling\", \"fixed\"], \"ask\": \"collide\"}]}"
}' >falling.json
# 7 x 7 x 3 small boxes.
awk 'BEGIN {
    for (n = 0; n < 147; n++) {
        printf "o box%d\n", n
        for (i = 0; i < 8; i++)
            print "v", n % 7 + i % 2 * 0.5, int(n / 7) % 7 + int(i / 2) % 2 * 0.5, int(n / 49) + int(i / 4) * 0.5
        k = split("1 3 4 2 5 6 8 7 1 2 6 5 3 7 8 4 1 5 7 3 2 4 8 6", corner, " ")
        for (i = 1; i <= k; i += 4)
            print "f", 8 * n + corner[i], 8 * n + corner[i + 1], 8 * n + corner[i + 2], 8 * n + corner[i + 3]
    }
}' >many.obj

# scene NAME COMMAND...: the exit status says what was found, not whether it was drawn.
scene() {
    scene_name=$1
    shift
    scene_status=0
    "$tact" "$@" -q --png "$scene_name.png" --size "$size" || scene_status=$?
    if [ "$scene_status" -ne 0 ] && [ "$scene_status" -ne 1 ]; then
        echo "error: the scene $scene_name: exit status $scene_status" >&2
        exit 1
    fi
    scene_words=$(printf '%s ' "$@" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')
    printf '<figure><img src="%s.png" alt="%s"><figcaption>%s: <code>tact %s</code></figcaption></figure>\n' \
        "$scene_name" "$scene_name" "$scene_name" "$scene_words" >>index.html
}

cat >index.html <<'END'
<!doctype html><html lang="en"><meta charset="utf-8"><title>tact gallery</title>
<style>body{font:14px sans-serif;display:grid;grid-template-columns:repeat(auto-fill,minmax(380px,1fr));gap:1em}
figure{margin:0}img{width:100%}code{overflow-wrap:anywhere}</style>
END

size=960x480
scene contacts contacts knot.ply blob.ply --move-b 0.8,0,0 --camera 350,20
size=640x400
scene touching contacts plate.ply bolt.ply --camera 30,25
scene distance distance gear.ply cone:0.5,1 --move-b 2,0,1.6
scene inside classify torus.ply sphere:0.2 --move-b 1,0,0 --camera 20,40
scene depth depth capsule:1,0.3 box:0.5,0.4,0.3 --move-b 0.4,0.1,0.2 --points
scene hull distance hull:gear.ply hull:bolt.ply --move-b 2.2,0.4,0.3
scene ray ray sponge.ply --origin=-1.4,-0.31,0.29 --to 0.9,0.33,-0.05 --all
scene nearest nearest knot.ply --point 0.2,-2.6,1.2
scene half-space contacts terrain.ply half-space:0.1,0.2,1,0.08
scene sweep sweep gear.ply cone:0.5,1 --to 1,0,0,3,0,1,0,0,0,0,1,0.4 --move-b 2.5,0.4,0.1
scene sponge collide sponge.ply sphere:0.62 --camera 40,30
scene shapes view box:0.5,0.5,0.15 cylinder:0.2,0.9 ellipsoid:1.1,0.35,0.25

scene gjk distance cone:0.6,1 ellipsoid:0.8,0.4,0.5 --move-b 1.7,0.3,0.9
scene boxes distance box:1,0.6,0.4 box:0.7,0.5,0.5 --rotate-b 1,1,0,50 --move-b 1.7,0.2,0.6
scene broad contacts many.obj sphere:1.4 --move-b 3.2,3.1,1.2
scene deform deform curl0.obj curl1.obj curl2.obj --camera 20,18
scene sim sim falling.json --camera 30,20
scene cloth contacts cloth.ply knot.ply --rotate-a x,20 --camera 30,30

size=480x300
for level in 1 2 3 4; do
    scene level$level view knot.ply --level $level --camera 0,35
done

cksum ./*.png | sed 's|\./||' >gallery.txt
case $mode in
--check)
    if ! diff -u "$root/test/draw/gallery.txt" gallery.txt; then
        echo "error: pictures changed. Look at $folder/index.html; './dev gallery --accept' accepts them" >&2
        exit 1
    fi
    ;;
--accept)
    cp gallery.txt "$root/test/draw/gallery.txt"
    mkdir -p "$root/docs/img" "$root/docs/learn/img"
    cp contacts.png "$root/docs/img/contacts.png"
    cp hull.png gjk.png depth.png boxes.png broad.png touching.png sweep.png deform.png \
        level1.png level2.png level3.png level4.png \
        "$root/docs/learn/img/"
    ;;
esac
echo "$(wc -l <gallery.txt) pictures: $folder/index.html"
