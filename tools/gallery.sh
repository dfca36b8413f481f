#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the scenes of the gallery with the tool into a folder: one picture per scene, and index.html.
# With --check, compares the pictures with the checksums in test/draw/gallery.txt; with --accept,
# writes these and the picture of README.md.
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
    mkdir -p "$root/docs/img"
    cp contacts.png "$root/docs/img/contacts.png"
    ;;
esac
echo "$(wc -l <gallery.txt) pictures: $folder/index.html"
