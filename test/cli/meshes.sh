# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# info, make, hull and convert: every kind and every format, errors, and pipes.

# ---- make ------------------------------------------------------------------------------------
ends 0 make --list
err_is_empty
out_has 'gear: a spur gear'
out_has '--teeth 24'
ends 0 make gear --list
out_has 'requires teeth >= 3, bore-radius < root-radius < outer-radius'
ends 0 make --list --json
out_is_json
cp "$work/out" "$work/kinds"

# genus_of KIND: the genus at a low resolution; nothing for an open mesh.
genus_of() {
    case $1 in
    torus | torus-knot | tube | gear) echo 1 ;;
    plate) echo 12 ;;
    menger-sponge) echo 5 ;;
    terrain | cloth) ;;
    *) echo 0 ;;
    esac
}

index=0
while kind=$("$json_check" kinds $index kind <"$work/kinds" 2>/dev/null | tr -d '"') &&
    [ -n "$kind" ]; do
    file=$work/$kind.ply
    # By its defaults, as many triangles as the list says.
    ends 0 make "$kind" -o "$file" --json
    err_is_empty
    json_is "\"$kind\"" kind
    json_is "\"$file\"" file
    json_is "$("$json_check" kinds $index triangle_count <"$work/kinds")" triangle_count
    # Small, and right.
    ends 0 make "$kind" -n 300 -o "$file"
    out_has "$file: "
    ends 0 info --json "$file"
    err_is_empty
    genus=$(genus_of "$kind")
    if [ -n "$genus" ]; then
        json_is '[]' findings
        json_is true is_closed
        json_is "$genus" genus
    else
        json_is '["open", "not-closed"]' findings
        json_is null genus
        json_is false is_closed
    fi
    triangles=$("$json_check" triangle_count <"$work/out")
    [ "$triangles" -ge 100 ] && [ "$triangles" -le 800 ]
    verdict $? "has few triangles, not $triangles"
    index=$((index + 1))
done
[ "$index" -ge 14 ]
verdict $? 'lists fourteen kinds or more'

ends 0 make box --size 2 --cells 1 -o "$work/box.obj" --json
json_is '[2, 2, 2]' parameters size
json_is 12 triangle_count
ends 0 make box --size=1,2,0.5 --cells 1 -o "$work/box.obj" -q
out_is_empty
ends 0 info --json "$work/box.obj"
json_is 1 volume
json_is 7 area
json_is '[-0.5, -1, -0.25]' bounds lo
ends 0 make icosphere --triangles 2e4 -o "$work/ball.off" --json
json_is 32 parameters frequency
json_is 20480 triangle_count
ends 0 make blob --seed 18446744073709551615 -o "$work/a.ply" --json
json_is 18446744073709551615 parameters seed
ends 0 make blob --seed 7 -o "$work/b.ply" --quiet
if cmp -s "$work/a.ply" "$work/b.ply"; then verdict 1 'the seed matters'; fi

# Wrong arguments.
ends 2 make
err_has 'the kind is missing'
ends 2 make gear
err_has '-o FILE is missing'
ends 2 make gaer -o x.ply
err_has "there is no kind 'gaer'; did you mean 'gear'?"
ends 2 make zzzzzzz -o x.ply
err_has "there is no kind 'zzzzzzz'; 'tact make --list' shows all kinds"
ends 2 make torus --teeth 3 -o "$work/x.ply"
err_has "kind 'torus' has no option --teeth; 'tact make torus --list' shows its options"
ends 2 make torus --minor-radius 2 -o "$work/x.ply"
err_has 'lengths > 0, minor-radius < major-radius'
ends 2 make gear --teeth 2.5 -o "$work/x.ply"
err_has "--teeth is not a whole number: '2.5'"
ends 2 make gear --teeth 4294967296 -o "$work/x.ply"
err_has '--teeth is too large'
ends 2 make gear --teeth -1 -o "$work/x.ply"
err_has '--teeth is not a whole number'
ends 2 make gear --thickness nan -o "$work/x.ply"
err_has "--thickness is not finite: 'nan'"
ends 2 make gear --thickness 0 -o "$work/x.ply"
err_has "invalid values for kind 'gear'; it requires lengths > 0, teeth >= 3"
ends 2 make box --size 1,2 -o "$work/x.ply"
err_has '--size is not one number, or three'
ends 2 make box --size 1,2,3,4 -o "$work/x.ply"
err_has '--size is not one number, or three'
ends 2 make gear --rows 3 --triangles 1000 -o "$work/x.ply"
err_has '--triangles sets --rows; give only one of them'
ends 2 make icosphere --frequency 10001 -o "$work/x.ply"
ends 2 make box --cells 100000 -o "$work/x.ply"
err_has "kind 'box' with 120000000000 triangles is too large; the limit is 2^31"
ends 2 make gear -o "$work/x.gltf"
err_has 'the file name has no known extension; use --format obj|stl|ply|off'
ends 2 make gear -o -
err_has 'writing to standard output needs --format obj|stl|ply|off'
ends 2 make gear -o - --format ply --json
err_has 'cannot both go to standard output'
ends 2 make gear -o "$work/x.obj" --float
err_has '--float is for PLY; obj files store numbers as text, with all digits'
[ ! -e "$work/x.ply" ] && [ ! -e "$work/x.obj" ]
verdict $? 'writes nothing if the arguments are wrong'
ends 3 make gear -o "$work/none/x.ply"
err_has "$work/none/x.ply"
out_is_empty

# ---- hull ------------------------------------------------------------------------------------
ends 0 make box --size 2,3,4 --cells 5 -o "$work/box.ply"
ends 0 hull "$work/box.ply" -o "$work/hull.off"
err_is_empty
out_has 'a polytope around 152 points'
out_has 'vertices   8'
out_has 'volume     24'
out_has 'bounds min (-1, -1.5, -2)'
out_has 'bounds max (1, 1.5, 2)'
ends 0 info --json "$work/hull.off"
json_is true is_closed
json_is 8 vertex_count
json_is 12 triangle_count
ends 0 hull --json "$work/box.ply"
out_is_json
json_is null output
json_is 3 dimension
json_is 8 vertex_count
json_is 12 edge_count
json_is 6 face_count
json_is 24 volume
ends 0 make cloth -n 50 -o "$work/cloth.ply"
ends 0 hull --json "$work/cloth.ply" -o "$work/hull.obj"
json_is "\"$work/hull.obj\"" output
json_is 2 dimension
json_is 0 volume
ends 0 hull "$work/cloth.ply" -o - --format off
out_has OFF
printf 'v 1 2 3\nv 1 2 3\n' >"$work/point.obj"
ends 0 hull --json "$work/point.obj"
json_is 0 dimension
json_is 1 vertex_count
ends 2 hull "$work/box.ply" -o - --format off --json
ends 2 hull "$work/box.ply" -o "$work/hull.unknown"
ends 2 hull
ends 3 hull "$work/absent.ply"
printf 'OFF\n0 0 0\n' >"$work/nothing.off"
ends 3 hull "$work/nothing.off"
err_has 'there are no vertices, so there is no hull'

# ---- convert ---------------------------------------------------------------------------------
for kind in gear plate terrain menger-sponge; do
    ends 0 convert "$work/$kind.ply" "$work/c.obj"
    ends 0 convert "$work/c.obj" "$work/c.off" --quiet
    out_is_empty
    ends 0 convert "$work/c.off" "$work/c.text" --format ply --text
    ends 0 convert "$work/c.text" "$work/c.ply" --json
    json_is '"ply"' format
    json_is "\"$work/c.text\"" input
    same "$work/c.ply" "$work/$kind.ply"
    ends 0 info --json "$work/$kind.ply"
    before=$("$json_check" triangle_count <"$work/out")
    closed=$("$json_check" is_closed <"$work/out")
    area=$("$json_check" area <"$work/out")
    # STL has three vertices per triangle; binary STL stores floats.
    for option in --text --quiet; do
        ends 0 convert "$work/$kind.ply" "$work/c.stl" $option
        ends 0 info --json --no-weld "$work/c.stl"
        json_is false welded
        json_is "$((3 * before))" vertex_count
        ends 0 info --json --weld "$work/c.stl"
        cp "$work/out" "$work/welded"
        ends 0 info --json "$work/c.stl"
        same "$work/out" "$work/welded"
        json_is true welded
        json_is "$before" triangle_count
        json_is "$closed" is_closed
        [ $option = --quiet ] || json_is "$area" area
        ends 0 convert "$work/c.stl" "$work/c.ply"
        ends 0 info --json "$work/c.ply"
        json_is false welded
        json_is "$closed" is_closed
        ends 0 convert "$work/c.stl" "$work/c.ply" --no-weld
        ends 0 info --json "$work/c.ply"
        json_is "$((3 * before))" vertex_count
        json_is "$closed" is_closed_when_welded
        ends 0 convert "$work/c.ply" "$work/c.obj" --weld
        ends 0 info --json "$work/c.obj"
        json_is "$closed" is_closed
    done
done
# A good cube in an STL file has no flaws.
ends 0 make box --cells 1 -o "$work/cube.stl"
ends 0 info "$work/cube.stl"
out_has "$work/cube.stl (equal vertices merged)"
out_has 'closed, consistently oriented, genus 0'
if grep -q '^!' "$work/out"; then verdict 1 'finds no flaws'; fi
ends 0 info -q --fail-on any "$work/cube.stl"
ends 1 info -q --fail-on open "$work/cube.stl" --no-weld
ends 0 hull "$work/cube.stl"
out_has 'a polytope around 8 points'
ends 0 hull "$work/cube.stl" --no-weld --json
json_is 36 point_count
ends 2 info --weld --no-weld "$work/cube.stl"
err_has '--weld and --no-weld exclude each other'
ends 2 convert --weld --no-weld "$work/cube.stl" "$work/x.ply"
err_has '--weld and --no-weld exclude each other'
# Other formats are as they are.
ends 0 convert "$work/cube.stl" "$work/soup.obj" --no-weld
ends 0 info --json "$work/soup.obj"
json_is false welded
json_is 36 vertex_count
json_is 36 open_edges count
ends 0 convert "$work/gear.ply" "$work/f.ply" --float
[ "$(wc -c <"$work/f.ply")" -lt "$(wc -c <"$work/gear.ply")" ]
verdict $? 'is smaller as floats'
ends 0 make box --cells 1 -o "$work/unit.ply"
ends 0 convert --scale 2 --move 1,0,-3 "$work/unit.ply" "$work/moved.obj"
ends 0 info --json "$work/moved.obj"
json_is '[0, -1, -4]' bounds lo
json_is '[2, 1, -2]' bounds hi
json_is 8 volume
ends 0 convert "$work/moved.obj" "$work/moved.obj" --scale -1
ends 1 info --fail-on inside-out "$work/moved.obj"
out_has 'inside out'
ends 2 convert "$work/unit.ply" "$work/x.ply" --scale 0
err_has '--scale is 0'
ends 2 convert "$work/unit.ply" "$work/x.ply" --scale big
err_has "--scale is not a number: 'big'"
ends 2 convert "$work/unit.ply" "$work/x.ply" --move 1,2
err_has '--move is not one number, or three'
ends 3 convert "$work/unit.ply" "$work/x.ply" --scale 1e308 --move 1.7e308,0,0
err_has 'is beyond the range of double after scaling and moving'
ends 2 convert
err_has 'too few arguments'
ends 2 convert "$work/unit.ply"
err_has 'the output file is missing; usage: tact convert IN OUT, or tact convert IN -o OUT'
ends 2 convert "$work/unit.ply" "$work/x.ply" -o "$work/y.ply"
err_has 'two output files are given'
ends 0 convert "$work/unit.ply" -o "$work/by_option.obj" --json
json_is "\"$work/by_option.obj\"" output
ends 0 convert "$work/unit.ply" "$work/by_operand.obj"
same "$work/by_option.obj" "$work/by_operand.obj"
ends 0 convert -o - "$work/unit.ply" --format off
out_has OFF
ends 2 convert "$work/unit.ply" "$work/x.ply" --from gltf
err_has 'option --from must be one of obj|stl|ply|off'
ends 2 convert "$work/unit.ply" - --format off --json
err_has 'cannot both'
ends 3 convert "$work/unit.ply" "$work/x.ply" --from stl
ends 3 convert "$work/absent.ply" "$work/x.ply"
err_has "$work/absent.ply"
ends 3 convert "$work" "$work/x.ply"
[ ! -e "$work/x.ply" ]
verdict $? 'writes nothing if it fails'

# ---- info ------------------------------------------------------------------------------------
cat >"$work/flaws.obj" <<'END'
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
v 1 0 0
v 9 9 9
v 2 0 0
f 1 2 3
f 1 2 4
f 2 3 1
f 1 2 7
f 1 5 3
END
ends 0 info "$work/flaws.obj"
err_is_empty
grep -q '^! triangles without area  *1  first: triangle 3$' "$work/out"
verdict $? 'names the flat triangle'
grep -q '^! unused vertices  *1  first: vertex 5$' "$work/out"
verdict $? 'names the unused vertex'
out_has ' edges with more than two triangles'
out_has 'not closed: '
out_has 'triangles without area count as segments and points'
ends 0 info "$work/flaws.obj" --json
json_is 1 zero_area count
json_is 3 zero_area first
json_is 1 duplicate_triangles count
json_is 2 duplicate_triangles first
json_is 1 duplicate_vertices count
json_is 4 duplicate_vertices first
json_is null not_finite first
json_is '"zero-area"' findings 0
json_is null error
for name in zero-area duplicates coincident duplicate-vertices unused open non-manifold orientation \
    not-closed any nan,unused; do
    ends 1 info -q --fail-on "$name" "$work/flaws.obj"
    out_is_empty
    err_is_empty
done
for name in nan nan-triangles out-of-range inside-out empty nan,empty; do
    ends 0 info --quiet --fail-on="$name" "$work/flaws.obj"
done
ends 0 info -q --fail-on any "$work/gear.ply"
ends 2 info --fail-on nan,oops "$work/gear.ply"
err_has "option --fail-on must be one or more of nan|"
err_has "not 'oops'"
ends 2 info --fail-on '' "$work/gear.ply"
ends 2 info
err_has 'too few arguments'

# Triangles that intersect each other.
ends 0 info --self "$work/flaws.obj"
err_is_empty
grep -q '^! intersecting pairs  *7  first: triangles 0 and 2, 0 and 3, ' "$work/out"
verdict $? 'names the first pairs'
ends 0 info --self --json "$work/flaws.obj"
out_is_json
json_is 7 self_intersections count
json_is 0 self_intersections first 0 0
json_is 2 self_intersections first 0 1
json_is 4 self_intersections first 2 1
ends 0 info --self "$work/gear.ply"
out_has 'intersecting pairs               0'
ends 0 info --self --json --weld "$work/gear.ply"
json_is 0 self_intersections count
ends 0 info --json "$work/gear.ply"
json_is null self_intersections
ends 2 info --budget 5 "$work/gear.ply"
err_has '--budget needs --self'
ends 2 info --self --budget oops "$work/gear.ply"
err_has "--budget"

# One triangle 200,000 times: only --self takes longer than reading the file.
awk 'BEGIN { print "v 0 0 0\nv 1 0.25 0\nv 0.5 1 0.125"; for (i = 0; i < 200000; i++) print "f 1 2 3" }' \
    >"$work/repeated.obj"
ends 0 distance "$work/repeated.obj" "$work/repeated.obj" --move-b 3,0,0.3
out_has 'triangle 0'
ends 0 collide "$work/repeated.obj" "$work/repeated.obj" --move-b 0.6,-0.5,0.0625
ends 0 info "$work/repeated.obj"
ends 5 info --self --budget 1000000 "$work/repeated.obj"
out_has 'stopped after its budget of 1000000 tests'
ends 5 info --self --budget 1000000 --json "$work/repeated.obj"
out_is_json
json_is false self_intersections is_complete
if [ -n "${TACT_TEST_LONG:-}" ]; then
    ends 5 info --self "$work/repeated.obj"
    out_has 'stopped after its budget of 210000000 tests'
fi

# Coordinates that are not finite: info reports them, other commands refuse them.
{
    printf 'ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\n'
    printf 'property float y\nproperty float z\nelement face 2\n'
    printf 'property list uchar int vertex_indices\nend_header\n'
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0'
    printf '\0\0\0\0\0\0\200\077\0\0\0\0\0\0\300\177\0\0\0\0\0\0\0\0'
    printf '\003\0\0\0\0\001\0\0\0\002\0\0\0\003\0\0\0\0\001\0\0\0\003\0\0\0'
} >"$work/nan.ply"
ends 0 info "$work/nan.ply"
grep -q '^! non-finite vertices  *1  first: vertex 3$' "$work/out"
verdict $? 'names the vertex that is not finite'
out_has 'broken: all commands except info refuse this file'
ends 1 info --fail-on nan --json "$work/nan.ply"
json_is 1 not_finite count
json_is 3 not_finite first
json_is 1 not_finite_triangles count
ends 0 info --weld --json "$work/nan.ply"
err_has 'is not welded'
json_is false welded
ends 0 info --self --json "$work/nan.ply"
err_has 'is not checked for self-intersection'
json_is null self_intersections
ends 3 convert "$work/nan.ply" "$work/x.obj"
err_has 'vertex 3'
out_is_empty
[ ! -e "$work/x.obj" ]
verdict $? 'writes nothing'

# Files that cannot be read do not stop the others, and decide the exit status.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n' >"$work/missing.obj"
: >"$work/empty.ply"
printf 'v 1 2 3\n' >"$work/points.obj"
for file in "$work/missing.obj" "$work/empty.ply" "$work/absent.ply" "$work"; do
    ends 3 info "$file"
    out_is_empty
    err_has "$file"
done
ends 3 info "$work/missing.obj"
err_has "missing.obj:4"
ends 3 info --json "$work/gear.ply" "$work/missing.obj" "$work/points.obj" --fail-on empty
[ "$(wc -l <"$work/out")" -eq 3 ]
verdict $? 'prints one line per file'
cp "$work/out" "$work/lines"
for number in 1 2 3; do
    sed -n "${number}p" "$work/lines" >"$work/out"
    out_is_json
    case $number in
    1) json_is null error ;;
    2)
        json_is '"TACT_INVALID_FILE"' error status
        json_is 4 error line
        ;;
    3)
        json_is '["unused", "not-closed", "empty"]' findings
        json_is '[null, null, null]' bounds lo
        ;;
    esac
done
ends 3 info "$work/gear.ply" "$work/missing.obj" "$work/terrain.ply"
out_has "$work/gear.ply"
out_has "$work/terrain.ply"
ends 0 info "$work/points.obj"
out_has 'empty: collide, classify, contacts and distance refuse this file'

# ---- Pipes -----------------------------------------------------------------------------------
line='make | info'
"$tact" make gear -n 300 -o - --format ply 2>"$work/err" | cmp -s - "$work/gear.ply"
verdict $? 'writes the same to standard output'
err_is_empty
for format in obj stl ply off; do
    line="make | convert | info, $format"
    "$tact" make gear -n 300 -o - --format $format 2>"$work/err" |
        "$tact" convert --weld - - --format ply 2>>"$work/err" |
        "$tact" info - --json --weld >"$work/out" 2>>"$work/err"
    verdict $? 'works'
    err_is_empty
    json_is '"-"' file
    json_is 1 genus
done
line='info </dev/null'
"$tact" info - </dev/null >"$work/out" 2>"$work/err"
[ $? -eq 3 ]
verdict $? 'exits with 3 if there is nothing to read'
if [ -w /dev/full ]; then
    for words in "make gear -o - --format ply" "convert $work/gear.ply - --format obj" \
        "info $work/gear.ply" "info --json $work/gear.ply"; do
        line="tact $words >/dev/full"
        # shellcheck disable=SC2086 # a list of words
        "$tact" $words >/dev/full 2>"$work/err"
        [ $? -eq 3 ]
        verdict $? 'exits with 3 if the disk is full'
        [ "$(wc -l <"$work/err")" -eq 1 ]
        verdict $? 'prints one error'
    done
fi

# ---- Progress --------------------------------------------------------------------------------
# Shown only on a terminal, if a step takes more than a second: here the pipe is slow.
cat >"$work/slow.sh" <<'END'
{ sleep 1.4; cat "$2"; } | "$1" info - $3 >/dev/null
END
if TERM=xterm script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    for option in '' --quiet; do
        line="tact info - $option, slowly, on a terminal"
        script -qec "env TERM=xterm sh '$work/slow.sh' '$tact' '$work/gear.ply' $option" /dev/null \
            </dev/null >"$work/out"
        grep -qF 'reading standard input ... 1 s' "$work/out"
        found=$?
        [ "$found" -eq "$([ -n "$option" ] && echo 1 || echo 0)" ]
        verdict $? 'shows the step, unless --quiet is given'
    done
fi
line='tact info -, slowly, in a pipe'
sh "$work/slow.sh" "$tact" "$work/gear.ply" '' 2>"$work/err"
err_is_empty
