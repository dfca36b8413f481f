/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a proof file: unchanged, and with a valid checksum, so that the lines
 * themselves are reached. The proof is then verified for two triangles that touch: it must never
 * prove that they are apart. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tact/tact.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool is_true) {
    if (!is_true)
        abort();
}

static tact_model *make_model(void) {
    static const tact_vec3 vertices[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t indices[6] = {0, 1, 2, 0, 1, 3};
    tact_mesh_arrays arrays = {.positions = vertices,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = 4,
                               .indices = indices,
                               .triangle_count = 2};
    tact_model *model = NULL;
    require(tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) == TACT_OK);
    return model;
}

static void try_bytes(const uint8_t *data, size_t size) {
    tact_proof_file file;
    tact_error error;
    tact_status status = tact_proof_parse(NULL, data, size, &error, &file);
    if (status != TACT_OK) {
        require(error.status == status && error.text[0] != '\0');
        return;
    }
    tact_model *model = make_model();
    tact_instance instance = tact_instance_make(model);
    tact_verification found;
    require(tact_verify(&instance, &instance, file.proof, NULL, &found) == TACT_OK);
    tact_proof_summary said = tact_proof_inspect(file.proof);
    require(!found.is_proven || said.claim == TACT_CLAIM_CONTACT ||
            (said.claim == TACT_CLAIM_DISTANCE && said.lower == 0));
    tact_proof_destroy(file.proof);
    tact_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_bytes(data, size);
    uint8_t *fitted = malloc(size + 22);
    if (fitted == NULL)
        return 0;
    /* Without its own last line, if it has one. */
    size_t body = size >= 21 && memcmp(data + size - 21, "end ", 4) == 0 ? size - 21 : size;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < body; i++)
        sum = (sum ^ (fitted[i] = data[i])) * UINT64_C(0x100000001b3);
    snprintf((char *)fitted + body, 22, "end %016" PRIx64 "\n", sum);
    try_bytes(fitted, body + 21);
    free(fitted);
    return 0;
}
