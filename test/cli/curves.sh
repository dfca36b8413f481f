# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# contacts --curves and -o: what they print, the files in all formats, and errors.

cube=$work/curve_cube.obj
bar=$work/curve_bar.obj
ends 0 make box --cells 1 -o "$cube"
ends 0 make box --size 0.25,0.25,3 --cells 1 -o "$bar"
# Not centred, by numbers that doubles represent exactly.
through='--move-b 0.0625,0.03125,0.125'

# ---- What it prints --------------------------------------------------------------------------
# shellcheck disable=SC2086
ends 1 contacts "$cube" "$bar" $through --curves
out_has 'curves    2, 2 closed, length 2'
grep -q coplanar "$work/out"
[ $? -eq 1 ]
verdict $? 'tells of no patches'
ends 1 contacts "$cube" "$cube" --move-b 0,0,1 --curves
out_has 'curves    0, 0 closed, length 0'
out_has 'coplanar  2 patches, area 1'
ends 1 contacts "$cube" "$cube" --move-b 1,1,1 --curves
out_has 'isolated  1 point'
ends 0 contacts "$cube" "$cube" --move-b 2,0,0 --curves
out_has 'The meshes are apart.'
# shellcheck disable=SC2086
ends 1 contacts "$cube" "$bar" $through --json
grep -q curves "$work/out"
[ $? -eq 1 ]
verdict $? 'has no curves without --curves'
# shellcheck disable=SC2086
ends 1 contacts "$cube" "$bar" $through --json --curves
out_is_json
json_is 20 count
json_is 2 curves count
json_is 2 curves closed
json_is 2 curves length
json_is 0 curves patches
json_is 0 curves patch_area
json_is 0 curves lone_points
ends 1 contacts "$cube" "$cube" --json --curves --move-b 0.5,0.5,1
json_is 0.25 curves patch_area
json_is 0 curves count
ends 0 contacts "$cube" "$cube" --json --curves --move-b 3,0,0
json_is 0 curves count
ends 5 contacts "$cube" "$bar" --json --curves --budget 0
json_is false complete
json_is 0 curves count
printf '%s\n%s\n' "$identity $(moved 1 1 0)" "$identity $(moved 0 0 1)" >"$work/curve_poses"
ends 1 contacts "$cube" "$cube" --curves --poses "$work/curve_poses"
out_has '1 curve of length 1, patches of area 0'
out_has '0 curves of length 0, patches of area 1'
ends 1 contacts "$cube" "$cube" --curves --json --poses "$work/curve_poses"
[ "$(wc -l <"$work/out")" -eq 2 ]
verdict $? 'answers each line in one line'

# ---- Files -----------------------------------------------------------------------------------
# shellcheck disable=SC2086
ends 1 contacts "$cube" "$bar" $through -o "$work/weld.csv" -q
out_is_empty
[ "$(head -n 1 "$work/weld.csv")" = 'kind,number,closed,point,x,y,z' ]
verdict $? 'begins with the names of the columns'
[ "$(grep -c '^curve,[01],1,' "$work/weld.csv")" -eq 20 ]
verdict $? 'has one row per point'
awk -F, 'NR > 1 { if ($7 != 0.5 && $7 != -0.5) bad = 1 } END { exit bad }' "$work/weld.csv"
verdict $? 'has points on the faces that the bar goes through'
# The length once more, from the rows.
awk -F, 'NR > 1 { n[$2]++; k = $2 "," n[$2]; x[k] = $5; y[k] = $6; z[k] = $7 }
    END {
        for (c in n)
            for (i = 1; i <= n[c]; i++) {
                p = c "," i; q = c "," i % n[c] + 1
                sum += sqrt((x[q] - x[p]) ^ 2 + (y[q] - y[p]) ^ 2 + (z[q] - z[p]) ^ 2)
            }
        exit !(sum > 1.999999 && sum < 2.000001)
    }' "$work/weld.csv"
verdict $? 'has curves of length 2'

# shellcheck disable=SC2086
ends 1 contacts "$cube" "$bar" $through -o "$work/weld.obj"
out_has 'written   '
[ "$(grep -c '^v ' "$work/weld.obj")" -eq 20 ] && [ "$(grep -c '^l ' "$work/weld.obj")" -eq 2 ]
verdict $? 'has two lines'
awk '/^l/ { if ($2 != $NF) bad = 1 } END { exit bad }' "$work/weld.obj"
verdict $? 'closes its lines'
# shellcheck disable=SC2086
ends 1 contacts "$cube" "$bar" $through --output "$work/weld.PLY" --json
json_is 2 curves count
grep -q '^element edge 20$' "$work/weld.PLY"
verdict $? 'has twenty edges'

# Patches are faces, which the readers read back.
for ending in ply obj; do
    ends 1 contacts "$cube" "$cube" --move-b 0.5,0.25,1 -q -o "$work/patch.$ending"
    ends 0 info "$work/patch.$ending" --json
    json_is 0.375 area
done
ends 1 contacts "$cube" "$cube" --move-b 0.5,0.25,1 -q -o "$work/patch.csv"
grep -q '^patch,0,1,' "$work/patch.csv"
verdict $? 'has rows for patches'
ends 1 contacts "$cube" "$cube" --move-b 1,1,1 -q -o "$work/point.csv"
grep -q '^point,0,0,0,0.5,0.5,0.5$' "$work/point.csv"
verdict $? 'has a row for a point'
ends 1 contacts "$cube" "$cube" --move-b 1,1,1 -q -o "$work/point.obj"
grep -q '^p 1$' "$work/point.obj"
verdict $? 'has a point'
# Without contacts the file is empty.
ends 0 contacts "$cube" "$cube" --move-b 2,0,0 -q -o "$work/none.csv"
[ "$(wc -l <"$work/none.csv")" -eq 1 ]
verdict $? 'has no rows'

# ---- Errors ----------------------------------------------------------------------------------
ends 2 contacts "$cube" "$bar" -o "$work/weld.stl"
err_has 'curves can be written to .ply, .obj and .csv files only'
ends 2 contacts "$cube" "$bar" -o -
ends 2 contacts "$cube" "$bar" -o "$work/weld.csv" --poses "$work/curve_poses"
err_has '--output writes the curves of one pose; it cannot be combined with --poses'
ends 3 contacts "$cube" "$bar" -o "$work/nowhere/weld.csv"
err_has 'cannot be written'
ends 3 contacts "$work/not-there.obj" "$bar" -o "$work/kept.csv"
[ ! -e "$work/kept.csv" ]
verdict $? 'writes nothing if there is no answer'
mkdir "$work/folder.csv"
ends 3 contacts "$cube" "$bar" -o "$work/folder.csv"
# A file that is there is replaced through a link, and keeps its permissions.
printf 'old\n' >"$work/real.csv"
chmod 640 "$work/real.csv"
ln -s real.csv "$work/link.csv"
ends 1 contacts "$cube" "$cube" --move-b 1,1,1 -q -o "$work/link.csv"
[ -L "$work/link.csv" ] && grep -q '^point' "$work/real.csv"
verdict $? 'follows a link'
case $(ls -l "$work/real.csv") in
-rw-r-----*) verdict 0 '' ;;
*) verdict 1 'keeps the permissions' ;;
esac
if [ -w /dev/full ]; then
    ln -s /dev/full "$work/full.csv"
    ends 3 contacts "$cube" "$cube" --move-b 1,1,1 -o "$work/full.csv"
    err_has 'cannot be written: No space left on device'
fi
find "$work" -name '.tact-*' | grep -q .
[ $? -eq 1 ]
verdict $? 'leaves nothing behind'
