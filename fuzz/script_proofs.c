/* SPDX-License-Identifier: MIT */
/* Actions on proofs, and on files in memory and on disk. Files are slow, so a script uses them at
 * most twice. They are in a folder of the process below /dev/shm, or /tmp if that does not exist.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_FILE_STEPS 2

/* ---- Proofs ------------------------------------------------------------------------------- */

static void empty_proof(script_proof *slot) {
    tact_proof_destroy(slot->proof);
    tact_model_destroy(slot->models[0]);
    tact_model_destroy(slot->models[1]);
    memset(slot, 0, sizeof *slot);
}

void act_proof(script *s) {
    script_proof *slot = &s->proofs[script_below(s, MOST_OBJECTS)];
    const tact_context *context = script_context(s);
    tact_proof *proof;
    empty_proof(slot);
    script_begin(s, &proof, sizeof proof);
    if (script_end(s, tact_proof_create(context, &proof), 0))
        slot->proof = proof;
}

void act_proof_destroy(script *s) {
    empty_proof(&s->proofs[script_below(s, MOST_OBJECTS)]);
}

static script_proof *take_proof(script *s) {
    uint32_t first = script_below(s, MOST_OBJECTS);
    for (uint32_t i = 0; i < MOST_OBJECTS; i++)
        if (s->proofs[(first + i) % MOST_OBJECTS].proof != NULL)
            return &s->proofs[(first + i) % MOST_OBJECTS];
    return NULL;
}

/* A proof that a question wrote is proven for its own instances. */
static void verify_own(script *s, const script_proof *slot) {
    tact_options options = tact_options_default();
    tact_verification found;
    tact_proof_summary said = tact_proof_inspect(slot->proof);
    options.context = script_context(s);
    options.error = &s->error;
    script_begin(s, &found, sizeof found);
    tact_status status =
        tact_verify(&slot->instances[0], &slot->instances[1], slot->proof, &options, &found);
    if (script_end_question(s, status, &options, true))
        script_require(found.is_proven == (said.claim != TACT_CLAIM_NOTHING));
    else
        script_require(status == TACT_OUT_OF_MEMORY);
}

void act_verify(script *s) {
    const script_proof *slot = take_proof(s);
    if (slot != NULL && slot->models[0] != NULL && script_byte(s) % 2 == 0) {
        verify_own(s, slot);
        return;
    }
    tact_instance a = script_instance(s), b = script_instance(s);
    tact_options options = script_options(s);
    tact_verification found;
    script_begin(s, &found, sizeof found);
    tact_status status = tact_verify(&a, &b, slot != NULL ? slot->proof : NULL, &options, &found);
    if (script_end_question(s, status, &options, true))
        script_require(memchr(found.text, '\0', sizeof found.text) != NULL);
}

/* Puts a proof that was read into a slot. */
static void keep_proof(script *s, tact_proof_file *file) {
    script_proof *slot = &s->proofs[script_below(s, MOST_OBJECTS)];
    script_require(memchr(file->name_a, '\0', sizeof file->name_a) != NULL);
    script_require(memchr(file->name_b, '\0', sizeof file->name_b) != NULL);
    (void)tact_proof_inspect(file->proof);
    empty_proof(slot);
    slot->proof = file->proof;
}

/* Bytes of the script, which are never a valid proof: its last line has a checksum. */
void act_proof_parse(script *s) {
    const tact_context *context = script_context(s);
    size_t bytes = script_byte(s);
    bytes = bytes < s->size ? bytes : s->size;
    tact_proof_file file;
    script_begin(s, &file, sizeof file);
    if (script_end_error(s, tact_proof_parse(context, s->data, bytes, &s->error, &file), MAY_READ))
        keep_proof(s, &file);
}

/* ---- Meshes in memory --------------------------------------------------------------------- */

static void keep_soup(script *s, tact_soup *soup) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    uint32_t slot = script_below(s, MOST_OBJECTS);
    script_read_arrays(&arrays);
    tact_soup_destroy(s->soups[slot]);
    s->soups[slot] = soup;
}

void act_read_memory(script *s) {
    static const char *const texts[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng one\nf 1 3 2\nf 1 2 4\ng two\nf 1 4 3\nf 2 3 4\n",
        "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
        "endloop\nendfacet\nendsolid a\n",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\n"
        "property double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    };
    const tact_context *context = script_context(s);
    uint32_t kind = script_below(s, 6);
    const void *data = s->data;
    size_t bytes = s->size < 64 ? s->size : 64;
    if (kind < 4) {
        data = texts[kind];
        bytes = strlen(texts[kind]) - script_below(s, 4);
    }
    tact_format format = (tact_format)script_below(s, 6);
    tact_soup *soup;
    script_begin(s, &soup, sizeof soup);
    if (script_end_error(s,
                         tact_read_memory(context, data, bytes, format, "script", &s->error, &soup),
                         MAY_READ))
        keep_soup(s, soup);
}

/* ---- Files -------------------------------------------------------------------------------- */

static char folder[64];
static const char *const names[] = {"mesh.obj", "mesh.stl", "mesh.ply",
                                    "mesh.off", "mesh",     "proof"};

static void remove_file(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

void script_remove_files(void) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove_file(names[i]);
    rmdir(folder);
}

/* The path of a file in a folder of this process. */
static const char *path_of(const char *name, char path[128]) {
    if (folder[0] == '\0') {
        strcpy(folder, "/dev/shm/tact_script_XXXXXX");
        if (mkdtemp(folder) == NULL) {
            strcpy(folder, "/tmp/tact_script_XXXXXX");
            script_require(mkdtemp(folder) != NULL);
        }
        atexit(script_remove_files);
    }
    snprintf(path, 128, "%s/%s", folder, name);
    return path;
}

#define MAY_WRITE (MAY_REFUSE | MAY(TACT_WRITE_FAILED))

/* Writes arrays, and reads them back as a soup and as a model. */
static void use_mesh_file(script *s) {
    bool can_borrow;
    char path[128];
    path_of(names[script_below(s, 5)], path);
    tact_mesh_arrays arrays = script_arrays(s, &can_borrow);
    tact_write_desc desc = tact_write_desc_default();
    uint8_t how = script_byte(s);
    desc.is_text = how & 1;
    desc.is_single = how & 2;
    desc.format = (tact_format)(how / 4 % 6);
    const tact_context *context = script_context(s);
    script_begin(s, NULL, 0);
    tact_status status = tact_write_file(context, path, &arrays, &desc, &s->error);
    (void)script_end_error(s, status, MAY_WRITE | MAY(TACT_TOO_LARGE));
    tact_soup *soup;
    script_begin(s, &soup, sizeof soup);
    status = tact_read_file(context, path, TACT_FORMAT_AUTO, &s->error, &soup);
    if (script_end_error(s, status, MAY_READ))
        keep_soup(s, soup);
    tact_model_options options = tact_model_options_default();
    options.interior = (tact_interior_mode)(how / 32 % 4);
    tact_model *model;
    script_begin(s, &model, sizeof model);
    status = tact_model_load(context, path, &options, &s->error, &model);
    if (script_end_error(s, status, MAY_READ | MAY_BUILD))
        script_put_model(s, model);
}

/* Saves a proof, and reads it back. */
static void use_proof_file(script *s) {
    const script_proof *slot = take_proof(s);
    const tact_proof_names meshes = {"a.ply", "b.ply"};
    const tact_context *context = script_context(s);
    char path[128];
    if (slot == NULL || slot->models[0] == NULL)
        return;
    path_of("proof", path);
    remove_file("proof");
    script_begin(s, NULL, 0);
    tact_status status = tact_proof_save(slot->proof, &slot->instances[0], &slot->instances[1],
                                         &meshes, path, &s->error);
    bool is_saved = script_end_error(s, status, MAY_WRITE | MAY(TACT_UNSUPPORTED));
    tact_proof_file file;
    script_begin(s, &file, sizeof file);
    status = tact_proof_load(context, path, &s->error, &file);
    if (!script_end_error(s, status, MAY_READ)) {
        script_require(!is_saved || status == TACT_OUT_OF_MEMORY);
        return;
    }
    tact_verification found;
    script_begin(s, &found, sizeof found);
    status = tact_verify(&slot->instances[0], &slot->instances[1], file.proof, NULL, &found);
    if (script_end(s, status, 0))
        script_require(found.is_proven);
    keep_proof(s, &file);
}

static void use_bytes_file(script *s) {
    char path[128];
    const tact_context *context = script_context(s);
    path_of(names[script_below(s, 5)], path);
    script_begin(s, NULL, 0);
    (void)script_end_error(
        s, tact_write_bytes(context, path, s->data, s->size < 64 ? s->size : 64, &s->error),
        MAY_WRITE);
}

void act_files(script *s) {
    if (s->file_steps++ >= MOST_FILE_STEPS)
        return;
    switch (script_below(s, 4)) {
    case 0:
        use_proof_file(s);
        break;
    case 1:
        use_bytes_file(s);
        break;
    default:
        use_mesh_file(s);
        break;
    }
}
