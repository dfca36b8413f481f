/* SPDX-License-Identifier: MIT */
/* Why are two meshes apart? A query writes a proof, and a verifier that shares no code with the
 * search checks it: from memory, and from a file. A proof of something else is refused. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static bool verify(const tact_instance *a, const tact_instance *b, const tact_proof *proof,
                   const char *title) {
    tact_verification found;
    if (tact_verify(a, b, proof, NULL, &found) != TACT_OK)
        return false;
    printf("%s: %s\n", title, found.is_proven ? "verified" : found.text);
    return found.is_proven;
}

/* The proof of a distance is valid for its poses only. */
static bool show_distance(const tact_instance *a, const tact_instance *b, tact_proof *proof) {
    tact_options options = tact_options_default();
    options.proof = proof;
    tact_distance_result gap;
    if (tact_distance(a, b, &options, NULL, &gap) != TACT_OK)
        return false;
    tact_proof_summary said = tact_proof_inspect(proof);
    printf("claim: %s, at least %.17g; %" PRIu64 " pairs of ranges, %" PRIu64
           " directions, %zu bytes\n",
           tact_claim_name(said.claim), said.lower, said.range_pairs, said.directions, said.bytes);
    tact_instance nearer = *b;
    nearer.pose.m[3] -= 0.01;
    return verify(a, b, proof, "as it was asked") &&
           !verify(a, &nearer, proof, "a hundredth nearer") && said.lower == gap.lower;
}

/* The same from a file, which contains everything except the meshes; it has their fingerprints. */
static bool show_file(const tact_instance *a, const tact_instance *b, const tact_proof *proof,
                      const char *path) {
    tact_proof_names names = {"cube.ply", "knot.ply"};
    tact_error error;
    tact_proof_file file;
    if (tact_proof_save(proof, a, b, &names, path, &error) != TACT_OK ||
        tact_proof_load(NULL, path, &error, &file) != TACT_OK) {
        printf("%s\n", error.text);
        return false;
    }
    tact_instance there[2] = {*a, *b};
    there[0].pose = file.pose_a;
    there[1].pose = file.pose_b;
    printf("%s and %s, ", file.name_a, file.name_b);
    bool fine = file.print_a == tact_mesh_fingerprint(tact_model_mesh(a->model)) &&
                file.print_b == tact_mesh_fingerprint(tact_model_mesh(b->model)) &&
                verify(&there[0], &there[1], file.proof, "from a file");
    tact_proof_destroy(file.proof);
    return fine;
}

/* A contact is its own proof: two triangles. */
static bool show_contact(const tact_instance *a, const tact_instance *b, tact_proof *proof) {
    tact_options options = tact_options_default();
    options.proof = proof;
    tact_collide_result hit;
    if (tact_collide(a, b, &options, NULL, &hit) != TACT_OK || hit.outcome != TACT_OUTCOME_CONTACT)
        return false;
    printf("triangles %" PRIu32 " and %" PRIu32 " ", hit.a.element, hit.b.element);
    return verify(a, b, proof, "share a point") &&
           tact_proof_inspect(proof).claim == TACT_CLAIM_CONTACT;
}

/* Polytopes have proofs too. */
static bool show_shape(const tact_instance *knot, tact_proof *proof) {
    tact_shape capsule = tact_shape_capsule(0.5, 0.125);
    tact_model *model;
    if (tact_model_create_shape(NULL, &capsule, &model) != TACT_OK)
        return false;
    tact_instance instance = tact_instance_make(model);
    tact_options options = tact_options_default();
    options.proof = proof;
    tact_distance_result gap;
    bool fine = tact_distance(&instance, knot, &options, NULL, &gap) == TACT_OK;
    fine = fine && gap.outcome == TACT_OUTCOME_APART &&
           verify(&instance, knot, proof, "a capsule and it");
    tact_model_destroy(model);
    return fine;
}

/* Makes a model of a mesh and destroys the mesh, which is NULL if creating it failed. */
static tact_model *take(tact_mesh *mesh) {
    if (mesh == NULL)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model *model = NULL;
    if (tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(mesh);
    return model;
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : "18_proof.tmp";
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    tact_mesh *meshes[2] = {NULL, NULL};
    tact_proof *proof = NULL;
    bool fine = tact_mesh_create_box(NULL, tact_vec3_make(1, 1, 1), 20, &meshes[0]) == TACT_OK &&
                tact_mesh_create_torus_knot(NULL, &desc, &meshes[1]) == TACT_OK &&
                tact_proof_create(NULL, &proof) == TACT_OK;
    tact_model *cube = take(meshes[0]), *knot = take(meshes[1]);
    fine = fine && cube != NULL && knot != NULL;
    tact_instance a = tact_instance_make(cube), b = tact_instance_make(knot);
    b.pose.m[3] = 2.5;
    fine = fine && show_distance(&a, &b, proof) && show_file(&a, &b, proof, path);
    fine = fine && show_shape(&b, proof);
    b.pose.m[3] = 1;
    fine = fine && show_contact(&a, &b, proof);
    remove(path);
    tact_proof_destroy(proof); /* before the models that it refers to */
    tact_model_destroy(knot);
    tact_model_destroy(cube);
    return fine ? 0 : 1;
}
