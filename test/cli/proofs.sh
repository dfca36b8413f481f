# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# --proof and verify: what is written, proven, not proven and refused.

mkdir -p "$work/proofs/other"
pbox=$work/proofs/box.obj
pball=$work/proofs/ball.ply
ends 0 make box --cells 3 -o "$pbox"
ends 0 make blob -n 500 -o "$pball"

ends 0 distance "$pbox" "$pball" --move-b 0,0,4 --proof "$work/proofs/d.proof"
out_has 'The meshes are apart.'
err_is_empty
ends 0 verify "$work/proofs/d.proof"
out_has 'Proven: the surfaces are at least '
out_has 'cover    '
err_is_empty
ends 0 verify --json "$work/proofs/d.proof"
json_is true proven
json_is '"distance"' claim
json_is null reason
ends 0 verify -q "$work/proofs/d.proof"
out_is_empty
ends 0 collide "$pbox" "$pball" --move-b 0,0,4 --proof "$work/proofs/c.proof"
ends 0 verify "$work/proofs/c.proof"
out_has 'Proven: the surfaces are apart.'
ends 1 collide "$pbox" "$pball" --move-b 1,0,0 --proof "$work/proofs/t.proof"
ends 0 verify "$work/proofs/t.proof"
out_has ' touches triangle '
ends 0 verify --json "$work/proofs/t.proof"
json_is '"contact"' claim
ends 0 distance "$pbox" "$pball" --move-b 0,0,4 --greedy --proof "$work/proofs/g.proof"
ends 0 verify "$work/proofs/g.proof"
ends 0 distance "$pbox" "$pball" --move-b 0,0,4 --within 0.5 --proof "$work/proofs/w.proof"
ends 0 verify "$work/proofs/w.proof"

# Other meshes: copies will do, others will not.
cp "$pbox" "$pball" "$work/proofs/other"
ends 0 verify "$work/proofs/d.proof" "$work/proofs/other/box.obj" "$work/proofs/other/ball.ply"
ends 1 verify "$work/proofs/d.proof" "$pball" "$pbox"
out_has 'Not proven'
out_has 'mesh A is another one'
ends 1 verify --json "$work/proofs/d.proof" "$pball" "$pbox"
json_is false proven
# A proof that is named from its own folder is found from everywhere.
(cd "$work/proofs" && "$tact" collide box.obj ball.ply --move-b 0,0,4 --proof r.proof >/dev/null)
ends 0 verify "$work/proofs/r.proof"

# What is refused.
ends 2 verify "$work/proofs/d.proof" "$pbox"
err_has 'both meshes'
ends 2 collide "$pbox" "$pball" --proof "$work/proofs/x.proof" --poses "$work/none"
err_has '--proof is for one answer'
ends 3 verify "$work/proofs/none.proof"
ends 3 verify "$pbox"
err_has 'this is no proof'
sed 's/^claim apart/claim Apart/' "$work/proofs/c.proof" >"$work/proofs/damaged.proof"
ends 3 verify "$work/proofs/damaged.proof"
err_has 'the checksum does not fit'
ends 5 collide "$pbox" "$pball" --move-b 0,0,1.1 --budget 1 --proof "$work/proofs/x.proof"
err_has 'there is no proof'
ends 3 collide "$pbox" "$pball" --proof "$work/no/folder/x.proof"
