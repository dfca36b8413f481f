# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# Meshes as solids: what lies inside, open meshes, meshes that cross themselves, empty files, and
# which relations fail.

sbox=$work/solid_box.obj
score=$work/solid_core.obj
ends 0 make box --cells 1 -o "$sbox"
ends 0 make box --size 0.25 --cells 1 -o "$score"
ends 0 convert "$sbox" "$work/solid_box.stl"
ends 0 convert "$score" "$work/solid_core.stl" --text
ends 0 make cloth -n 8 -o "$work/solid_cloth.ply"

# ---- One inside the other --------------------------------------------------------------------
for pair in "$sbox $score" "$work/solid_box.stl $work/solid_core.stl" "$work/solid_box.stl $score"; do
    # shellcheck disable=SC2086 # two paths
    set -- $pair
    ends 1 collide "$@"
    out_has 'The meshes overlap.'
    out_has 'inside   B lies inside A, surfaces are apart'
    err_is_empty
    ends 1 collide "$@" --json
    json_is true colliding
    json_is true contained
    json_is null reason
    ends 0 distance "$@"
    out_has 'The meshes overlap.'
    out_has 'distance   0'
    ends 1 distance "$@" --within 0.1 -q
    ends 1 contacts "$@"
    out_has 'The meshes overlap: B lies inside A, and no triangles meet.'
    ends 1 contacts "$2" "$1" --json
    json_is true colliding
    json_is true contained
    json_is 0 count
    json_is null witness b
    json_is null witness kind
    ends 1 contacts "$@" --list --json
    json_is '[]' contacts
    for command in collide contacts; do
        ends 0 $command "$@" --surface
        out_has 'The meshes are apart.'
        err_is_empty
        ends 0 $command "$@" --surface --json
        json_is false colliding
        json_is false contained
    done
    ends 0 distance "$@" --surface --json
    json_is 0.375 distance
done
# Several parts, one of them inside.
{
    cat "$score"
    sed -n '/^v/p' "$score" | awk '{ print "v", $2 + 9, $3, $4 }'
    awk '/^f/ { split($2, a, "/"); split($3, b, "/"); split($4, c, "/")
        print "f", a[1] + 8, b[1] + 8, c[1] + 8 }' "$score"
} >"$work/solid_two.obj"
ends 1 collide "$sbox" "$work/solid_two.obj" --json
json_is true contained
ends 0 collide "$sbox" "$work/solid_two.obj" --move-b -3,0,0
ends 1 collide "$sbox" "$work/solid_two.obj" --move-b -9,0,0
ends 2 collide "$sbox" "$score" --solid --surface
err_has '--solid and --surface exclude each other'
# A proof is about surfaces.
ends 5 collide "$sbox" "$score" --proof "$work/solid.proof"
err_has 'solid.proof is not written: a proof is about surfaces, and one model lies inside the other'
ends 5 distance "$sbox" "$score" --proof "$work/solid.proof"
err_has 'a proof is about surfaces'
[ ! -e "$work/solid.proof" ]
verdict $? 'writes no proof'
ends 0 collide "$sbox" "$score" --proof "$work/solid.proof" --surface
ends 0 verify "$work/solid.proof"

# ---- Open meshes -----------------------------------------------------------------------------
cloth=$work/solid_cloth.ply
for command in collide distance contacts; do
    ends 0 $command "$sbox" "$cloth" --move-b 0,0,5
    err_has "note: $cloth is not watertight and counts as a surface without an inside"
    [ "$(wc -l <"$work/err")" -eq 1 ]
    verdict $? 'prints one line'
    ends 0 $command "$cloth" "$sbox" --move-b 0,0,5 --surface
    err_is_empty
    ends 0 $command "$cloth" "$sbox" --move-b 0,0,5 -q
    err_is_empty
    ends 0 $command "$cloth" "$cloth" --move-b 0,0,5
    [ "$(grep -c 'is not watertight' "$work/err")" -eq 1 ]
    verdict $? 'names the file once'
done
cp "$cloth" "$work/solid_cloth2.ply"
ends 0 collide "$cloth" "$work/solid_cloth2.ply" --move-b 0,0,5
err_has "note: $cloth and $work/solid_cloth2.ply are not watertight and count as surfaces"
# An open mesh inside a watertight one overlaps it.
ends 0 make cloth --width 0.25 --height 0.25 --columns 2 --rows 2 -o "$work/solid_rag.ply"
ends 1 collide "$sbox" "$work/solid_rag.ply" --json
json_is true contained
ends 0 collide "$sbox" "$work/solid_rag.ply" --json --surface

# ---- Meshes that cross themselves ------------------------------------------------------------
# prism LO HI FIRST ORDER: a box as OBJ; with the order "c b a" it is inside out.
prism() {
    awk -v lo="$1" -v hi="$2" -v first="$3" -v order="$4" 'BEGIN {
        split(lo, l, " "); split(hi, h, " ")
        for (i = 0; i < 8; i++)
            print "v", (i < 4 ? l[1] : h[1]), (i % 4 < 2 ? l[2] : h[2]), (i % 2 ? h[3] : l[3])
        n = split("0 1 3 0 3 2 4 6 7 4 7 5 0 4 5 0 5 1 2 3 7 2 7 6 0 2 6 0 6 4 1 5 7 1 7 3", v, " ")
        for (i = 1; i <= n; i += 3)
            if (order == "a b c")
                print "f", v[i] + first, v[i + 1] + first, v[i + 2] + first
            else
                print "f", v[i + 2] + first, v[i + 1] + first, v[i] + first
    }'
}
for order in 'a b c' 'c b a'; do
    {
        prism '-2 -1 -1' '1 1 1' 1 'a b c'
        prism '-1 -0.9 -0.9' '2 0.9 0.9' 9 "$order"
    } >"$work/crossed.obj"
    ends 0 info --self "$work/crossed.obj" --json
    json_is true is_watertight
    # Inside one of the prisms, and inside both.
    for at in -1.6,0,0 0,0,0 1.6,0,0; do
        for command in collide contacts distance classify; do
            ends 5 $command "$work/crossed.obj" "$score" --move-b $at
            out_has 'Undecided: A crosses itself, so its inside is not certain'
            ends 5 $command "$score" "$work/crossed.obj" --move-a $at --json
            json_is '"not_simple"' reason
        done
        ends 5 collide "$work/crossed.obj" "$score" --move-b $at --json
        json_is null colliding
        json_is false contained
        json_is null witness
        ends 5 distance "$work/crossed.obj" "$score" --move-b $at --json
        json_is null distance
        json_is 0 lower
        json_is null colliding
        ends 5 collide "$work/crossed.obj" sphere:0.1 --move-b $at
        ends 5 classify box:0.1,0.1,0.1 "$work/crossed.obj" --move-a $at
        ends 0 collide "$work/crossed.obj" "$score" --move-b $at --surface
        out_has 'The meshes are apart.'
        ends 0 collide "$work/crossed.obj" "$score" --move-b $at -q --surface
    done
    ends 5 distance "$work/crossed.obj" "$score" --move-b 0,0,0 --within 0.3
    ends 1 distance "$work/crossed.obj" "$score" --move-b -1.6,0,0 --within 0.3
    ends 1 distance "$work/crossed.obj" "$score" --move-b 0,0,0 --within 0.8 --json
    json_is true within
    # Surfaces that touch need no inside; neither does what is seen from outside.
    ends 1 collide "$work/crossed.obj" "$score" --move-b 2,0,0
    ends 1 collide "$work/crossed.obj" "$score" --move-b 1,0,0.9
    for at in 0,3,0 2.5,0,0 1.5,0.99,1.1 0,0,1.125; do
        case $at in 0,0,1.125) at=0,0,0x1.2000000000001p0 ;; esac
        for command in collide contacts distance classify; do
            ends 0 $command "$work/crossed.obj" "$score" --move-b $at
        done
        ends 0 collide sphere:0.1 "$work/crossed.obj" --move-a $at
    done
    ends 0 collide "$work/crossed.obj" half-space:0,0,1,-1.5
    # One of two parts is enclosed.
    ends 5 collide "$work/crossed.obj" "$work/solid_two.obj" --move-b -9,0,0
    ends 0 collide "$work/crossed.obj" "$work/solid_two.obj" --move-b -4,0,0
    # A mesh that crosses itself may lie inside a good one.
    ends 0 make box --size 9 --cells 1 -o "$work/solid_hall.obj"
    ends 1 collide "$work/crossed.obj" "$work/solid_hall.obj" --json
    json_is true contained
    ends 1 classify "$work/crossed.obj" "$work/solid_hall.obj" --json
    json_is '"a_in_b"' relation
    ends 1 classify "$work/crossed.obj" sphere:9 --json
    json_is '"a_in_b"' relation
    # In a stream each pose has its own answer.
    printf '%s %s\n' "$identity" "$(moved 0 0 0)" "$identity" "$(moved 9 0 0)" >"$work/solid_poses"
    ends 5 collide "$work/crossed.obj" "$score" --poses "$work/solid_poses"
    out_has '1: undecided, A crosses itself'
    out_has '2: apart'
    ends 5 distance "$work/crossed.obj" "$score" --poses "$work/solid_poses"
    out_has '1: undecided, A crosses itself'
    out_has '2: 6.875'
    printf '%s %s\n' "$identity" "$(moved 2 0 0)" >>"$work/solid_poses"
    ends 1 collide "$work/crossed.obj" "$score" --poses "$work/solid_poses"
done

# ---- Files without triangles -----------------------------------------------------------------
printf '# nothing but a remark\n' >"$work/remark.obj"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n' >"$work/wires.obj"
printf 'OFF\n0 0 0\n' >"$work/none.off"
printf 'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n1 1 1\n' \
    >"$work/cloud.ply"
head -n 6 "$sbox" >"$work/cut.obj"
for command in collide classify contacts distance; do
    for file in remark.obj wires.obj none.off cloud.ply cut.obj; do
        ends 3 $command "$sbox" "$work/$file"
        out_is_empty
        err_has "$work/$file has no triangles"
        err_has '--allow-empty accepts it'
        ends 3 $command "$work/$file" sphere:1 --json
        out_is_empty
        ends 0 $command "$work/$file" "$sbox" --allow-empty -q
        ends 3 $command "$work/$file" "$work/$file"
        [ "$(wc -l <"$work/err")" -eq 2 ]
        verdict $? 'names the file once'
    done
    ends 3 $command "$work/remark.obj" "$work/none.off"
    [ "$(grep -c 'has no triangles: the file has neither vertices nor faces' "$work/err")" -eq 2 ]
    verdict $? 'names both files'
    : >"$work/solid_poses"
    ends 3 $command "$work/cloud.ply" "$sbox" --poses "$work/solid_poses"
    err_has 'only 2 vertices: it is a point cloud, a wireframe or a file that was cut off'
done
ends 0 collide "$work/points.obj" "$sbox" --allow-empty
ends 0 contacts "$work/points.obj" "$sbox" --json --allow-empty
json_is 0 count
ends 0 distance "$work/points.obj" "$sbox" --json --allow-empty
json_is null distance
json_is null witness
json_is false colliding
ends 0 distance "$sbox" "$work/points.obj" --allow-empty
out_has 'A mesh is empty'
ends 0 distance "$sbox" "$work/points.obj" --within 1e300 --allow-empty
ends 0 classify "$sbox" "$work/points.obj" --json --allow-empty
json_is '"apart"' relation

# ---- Which relations fail --------------------------------------------------------------------
# fails STATUS LIST ARGUMENT...
fails() {
    expected_status=$1
    list=$2
    shift 2
    ends "$expected_status" classify -q --fail-on "$list" "$@"
    out_is_empty
}
# Each relation with its own name fails, and with all the other names does not.
fails 1 apart "$sbox" "$score" --move-b 3,0,0
fails 0 touching,crossing,inside,identical "$sbox" "$score" --move-b 3,0,0
fails 1 touching "$sbox" "$score" --move-b 0.625,0,0
fails 0 apart,crossing,inside,identical "$sbox" "$score" --move-b 0.625,0,0
fails 1 crossing "$sbox" "$score" --move-b 0.5,0,0
fails 0 apart,touching,inside,identical "$sbox" "$score" --move-b 0.5,0,0
fails 1 inside "$sbox" "$score"
fails 1 crossing,inside,touching "$score" "$sbox"
fails 0 apart,touching,crossing,identical "$sbox" "$score"
fails 1 inside "$sbox" "$sbox"
fails 1 identical "$sbox" "$sbox"
fails 0 apart,touching,crossing "$sbox" "$sbox"
fails 5 crossing "$sbox" "$score" --move-b 0.5,0,0 --budget 0
fails 1 inside box:1,1,1 sphere:0.25
fails 0 crossing box:1,1,1 sphere:0.25
printf '%s %s\n' "$identity" "$(moved 3 0 0)" "$identity" "$(moved 0.625 0 0)" >"$work/solid_poses"
fails 0 crossing,inside "$sbox" "$score" --poses "$work/solid_poses"
fails 1 crossing,touching "$sbox" "$score" --poses "$work/solid_poses"
ends 0 classify --fail-on crossing "$sbox" "$score" --move-b 0.625,0,0 --json
json_is '"touching"' relation
ends 2 classify --fail-on overlap "$sbox" "$score"
err_has "option --fail-on must be one or more of apart|touching|crossing|inside|identical, not 'overlap'"
ends 2 classify --fail-on '' "$sbox" "$score"
