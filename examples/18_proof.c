/* SPDX-License-Identifier: MIT */
/* Why is it apart? A query writes a proof, and a verifier that shares no code with the search
 * checks it: from memory, and from a file. A proof of something else is refused. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/tact.h>

/* The proof of a distance: verified for its poses, and for no others. */
static bool show_distance(const tacti_placed *a, const tacti_placed *b, tact_proof *proof) {
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_mesh_distance_answer gap;
    if (tacti_mesh_distance(a, b, &desc, NULL, &gap) != TACT_OK)
        return false;
    tact_proof_summary said = tact_proof_inspect(proof);
    printf("claim: %s, at least %.17g; %" PRIu64 " pairs of ranges, %" PRIu64
           " directions, %zu bytes\n",
           tact_claim_name(said.claim), said.lower, said.range_pairs, said.directions, said.bytes);
    tacti_placed_mesh ma = {tacti_bvh_mesh(a->bvh), a->pose},
                      mb = {tacti_bvh_mesh(b->bvh), b->pose};
    tact_verification right, wrong;
    if (tacti_verify_proof(NULL, &ma, &mb, proof, &right) != TACT_OK)
        return false;
    printf("verified: %s\n", right.is_proven ? "yes" : "no");
    mb.pose.m[3] -= 0.01; /* nearer */
    if (tacti_verify_proof(NULL, &ma, &mb, proof, &wrong) != TACT_OK)
        return false;
    printf("a hundredth nearer: %s\n", wrong.is_proven ? "yes" : wrong.text);
    return right.is_proven && !wrong.is_proven && said.lower == gap.lower;
}

/* The same from a file: everything is in it but the meshes, of which it has fingerprints. */
static bool show_file(const tacti_placed *a, const tacti_placed *b, const tact_proof *proof,
                      const char *path) {
    tacti_placed_mesh ma = {tacti_bvh_mesh(a->bvh), a->pose},
                      mb = {tacti_bvh_mesh(b->bvh), b->pose};
    tact_proof_names names = {"cube.ply", "knot.ply"};
    tact_error error;
    tact_proof_file file;
    if (tacti_proof_save(proof, &ma, &mb, &names, path, &error) != TACT_OK ||
        tact_proof_load(NULL, path, &error, &file) != TACT_OK) {
        printf("%s\n", error.text);
        return false;
    }
    ma.pose = file.pose_a;
    mb.pose = file.pose_b;
    tact_verification found;
    bool fine = file.print_a == tact_mesh_fingerprint(ma.mesh) &&
                file.print_b == tact_mesh_fingerprint(mb.mesh) &&
                tacti_verify_proof(NULL, &ma, &mb, file.proof, &found) == TACT_OK &&
                found.is_proven;
    printf("from a file, %s and %s: %s\n", file.name_a, file.name_b, fine ? "verified" : "refused");
    tact_proof_destroy(file.proof);
    return fine;
}

/* A contact is its own proof: two triangles. */
static bool show_contact(const tacti_placed *a, const tacti_placed *b) {
    tacti_mesh_collision hit;
    tact_verification found;
    tacti_placed_mesh ma = {tacti_bvh_mesh(a->bvh), a->pose},
                      mb = {tacti_bvh_mesh(b->bvh), b->pose};
    if (tacti_mesh_collide(a, b, NULL, NULL, &hit) != TACT_OK || hit.outcome != TACT_CONTACT ||
        tacti_verify_contact(&ma, &mb, hit.a, hit.b, &found) != TACT_OK)
        return false;
    printf("triangles %" PRIu32 " and %" PRIu32 " share a point: %s\n", hit.a, hit.b,
           found.is_proven ? "verified" : "refused");
    return found.is_proven;
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : "18_proof.tmp";
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    tact_mesh *cube = NULL, *knot = NULL;
    tacti_bvh *cube_bvh = NULL, *knot_bvh = NULL;
    tact_proof *proof = NULL;
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(1, 1, 1), 20, &cube) == TACT_OK &&
                tact_mesh_create_torus_knot(NULL, &desc, &knot) == TACT_OK &&
                tacti_bvh_create(NULL, cube, NULL, &cube_bvh) == TACT_OK &&
                tacti_bvh_create(NULL, knot, NULL, &knot_bvh) == TACT_OK &&
                tact_proof_create(NULL, &proof) == TACT_OK;
    tacti_placed a = {cube_bvh, tact_pose_identity()}, b = {knot_bvh, tact_pose_identity()};
    b.pose.m[3] = 2.5;
    fine = fine && show_distance(&a, &b, proof) && show_file(&a, &b, proof, path);
    b.pose.m[3] = 1;
    fine = fine && show_contact(&a, &b);
    remove(path);
    tact_proof_destroy(proof);
    tacti_bvh_destroy(knot_bvh);
    tacti_bvh_destroy(cube_bvh);
    tact_mesh_destroy(knot);
    tact_mesh_destroy(cube);
    return fine ? 0 : 1;
}
