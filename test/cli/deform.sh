# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # sourced by run.sh, which sets the variables
# Bodies that bend: counts, times, other bodies, sequences, and files that do not fit.

# sheet NAME HEIGHT: a triangle at z = 0, and one with other vertices at a height.
sheet() {
    printf 'v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 %s\nv 2 1 %s\nv 1 2 %s\nf 1 2 3\nf 4 5 6\n' \
        "$2" "$2" "$2" >"$work/$1.obj"
}
sheet bend0 1
sheet bend1 -1
sheet bend2 -2
printf 'v 1 1 1\nv 2 1 1\nv 1 2 1\nf 1 2 3\n' >"$work/other0.obj"
printf 'v 1 1 -3\nv 2 1 -3\nv 1 2 -3\nf 1 2 3\n' >"$work/other1.obj"

ends 1 deform "$work/bend0.obj" "$work/bend1.obj"
out_has 'candidates  3 vertex-face, 3 edge-edge'
out_has 'contacts    3 vertex-face, 0 edge-edge'
out_has 'of a, face 0 of a'
err_is_empty
for method in hierarchy grid sweep; do
    ends 1 deform "$work/bend0.obj" "$work/bend1.obj" --json --list --method $method
    out_is_json
    json_is 3 candidates vertex_face
    json_is 3 candidates edge_edge
    json_is 3 contacts vertex_face
    json_is 0 undecided
    json_is '"contact"' outcome
    json_is '"vertex-face"' list 2 kind
    json_is 0 list 0 face
    json_is 3 first vertex
    json_is null against_start
done
# A step that goes away from the face.
ends 0 deform "$work/bend1.obj" "$work/bend2.obj" --json
json_is '"apart"' outcome
json_is 1 safe
json_is null first
ends 0 deform "$work/bend1.obj" "$work/bend2.obj" -q
out_is_empty
# Within a thickness at the start, or never.
ends 1 deform "$work/bend1.obj" "$work/bend2.obj" --thickness 1.5 --json
json_is 0 safe
json_is 1.5 thickness
ends 0 deform "$work/bend1.obj" "$work/bend2.obj" --thickness 0.5
out_has 'safe        up to 1 of the step'
# Sequences.
ends 1 deform "$work/bend0.obj" "$work/bend1.obj" "$work/bend2.obj" --json
out_is_json
json_is '"contact"' steps 0 outcome
json_is '"apart"' steps 1 outcome
# Another body, which moves or rests.
ends 1 deform "$work/bend1.obj" "$work/bend1.obj" --against "$work/other0.obj" "$work/other1.obj" --json
json_is '"contact"' outcome
json_is '"b"' first first_of
json_is "\"$work/other1.obj\"" against_end
ends 0 deform "$work/bend1.obj" "$work/bend2.obj" --against "$work/other0.obj"
out_has 'contacts    0 vertex-face, 0 edge-edge'
# Self-intersection at the start and at the end.
printf 'v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\nf 4 5 6\n' >"$work/crossed.obj"
ends 1 deform "$work/crossed.obj" "$work/bend2.obj" --self
out_has 'intersects  1 pairs of its triangles at the start, 0 at the end'
ends 1 deform "$work/crossed.obj" "$work/crossed.obj" --self --json
json_is 1 self start
json_is 1 self end
ends 0 deform "$work/bend1.obj" "$work/bend2.obj" --self
out_has 'at the start, 0 at the end'
# What is refused.
ends 2 deform "$work/bend0.obj"
ends 2 deform "$work/bend0.obj" "$work/bend1.obj" --thickness -1
err_has 'thickness'
ends 2 deform "$work/bend0.obj" "$work/bend1.obj" --method fast
ends 2 deform "$work/bend0.obj" "$work/bend1.obj" a b --against "$work/other0.obj"
err_has '--against is for one step'
ends 3 deform "$work/bend0.obj" "$work/other0.obj"
err_has 'its triangles are not those of the file before'
ends 3 deform "$work/bend0.obj" "$work/bend1.obj" --against "$work/other0.obj" "$work/bend0.obj"
ends 3 deform "$work/bend0.obj" "$work/missing.obj"
ends 3 deform "$work/bend0.obj" "$work/missing.obj" --json
out_is_empty
