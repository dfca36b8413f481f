# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# --proof and verify: proofs that hold, proofs that do not, and errors.

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
out_has ' meets triangle '
ends 0 verify --json "$work/proofs/t.proof"
json_is '"contact"' claim
ends 0 distance "$pbox" "$pball" --move-b 0,0,4 --greedy --proof "$work/proofs/g.proof"
ends 0 verify "$work/proofs/g.proof"
ends 0 distance "$pbox" "$pball" --move-b 0,0,4 --within 0.5 --proof "$work/proofs/w.proof"
ends 0 verify "$work/proofs/w.proof"

# Other meshes: copies are accepted, different meshes are not.
cp "$pbox" "$pball" "$work/proofs/other"
ends 0 verify "$work/proofs/d.proof" "$work/proofs/other/box.obj" "$work/proofs/other/ball.ply"
ends 1 verify "$work/proofs/d.proof" "$pball" "$pbox"
out_has 'Not proven'
out_has 'mesh A is not the one in the proof: its fingerprint is '
ends 1 verify --json "$work/proofs/d.proof" "$pball" "$pbox"
json_is false proven
# The names in a proof are relative to its own folder.
(cd "$work/proofs" && "$tact" collide box.obj ball.ply --move-b 0,0,4 --proof r.proof >/dev/null)
ends 0 verify "$work/proofs/r.proof"

# Errors.
ends 2 verify "$work/proofs/d.proof" "$pbox"
err_has 'give the proof alone, or the proof and both meshes'
ends 2 collide "$pbox" "$pball" --proof "$work/proofs/x.proof" --poses "$work/none"
err_has '--proof proves one answer; it cannot be combined with --poses'
ends 3 verify "$work/proofs/none.proof"
ends 3 verify "$pbox"
err_has 'this is not a proof'
sed 's/^claim apart/claim Apart/' "$work/proofs/c.proof" >"$work/proofs/damaged.proof"
ends 3 verify "$work/proofs/damaged.proof"
err_has 'the checksum does not fit'
ends 5 collide "$pbox" "$pball" --move-b 0,0,1.1 --budget 1 --proof "$work/proofs/x.proof"
err_has 'x.proof is not written: the budget ran out, so there is no proof'
ends 3 collide "$pbox" "$pball" --surface --proof "$work/no/folder/x.proof"

# A proof that the arithmetic of the search cannot check: two nearly parallel segments.
printf 'v 2 -3 0.5\nv 0 -6 0.5\nv 2 -3 0.5\nf 1 2 3\n' >"$work/proofs/seg_a.obj"
printf 'v -4 3 2.5\nv -6 5e-274 2.5\nv -4 3 2.5\nf 1 2 3\n' >"$work/proofs/seg_b.obj"
ends 0 distance "$work/proofs/seg_a.obj" "$work/proofs/seg_b.obj" --proof "$work/proofs/seg.proof"
ends 0 verify "$work/proofs/seg.proof"
out_has 'Proven: the surfaces are at least 8.55749783702'

# A budget.
ends 5 verify "$work/proofs/d.proof" --budget 10
out_has 'Undecided: the surfaces are at least '
out_has 'the budget of 10 projections ended before all was checked'
ends 5 verify --json "$work/proofs/d.proof" --budget 10
json_is false proven
json_is true out_of_budget
json_is 10 budget
ends 0 verify "$work/proofs/d.proof" --budget 1000000000
ends 2 verify "$work/proofs/d.proof" --budget many
err_has '--budget'

# A file that the proof names is read only if it is a regular file that is not too large. The file
# is replaced after the proof was written, so the proof itself needs no change.
named=$work/proofs/named.obj
cp "$pbox" "$named"
ends 1 collide "$named" "$pball" --move-b 1,0,0 --proof "$work/proofs/named.proof"
ends 0 verify "$work/proofs/named.proof"
for device in /dev/zero /dev/null; do
    rm "$named"
    ln -s "$device" "$named"
    ends 3 verify "$work/proofs/named.proof"
    err_has "$named: the proof names this file, but it is not a regular file"
done
rm "$named"
mkfifo "$named"
ends 3 verify "$work/proofs/named.proof" # does not wait for a writer
err_has 'it is not a regular file'
rm "$named"
mkdir "$named"
ends 3 verify "$work/proofs/named.proof"
err_has 'it is not a regular file'
rmdir "$named"
ends 3 verify "$work/proofs/named.proof"
err_has 'cannot be read'
# A sparse file of 64 MiB.
dd if=/dev/zero of="$named" bs=1 count=1 seek=67108863 2>"$work/err"
ends 3 verify "$work/proofs/named.proof"
err_has 'it is larger than the limit of '
: >"$named"
ends 3 verify "$work/proofs/named.proof"
# Meshes on the command line may be pipes.
rm "$named"
mkfifo "$named"
cat "$pbox" >"$named" &
ends 0 verify "$work/proofs/named.proof" "$named" "$pball"
wait
