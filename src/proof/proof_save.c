/* SPDX-License-Identifier: MIT */
/* Writes the file of a proof, and computes fingerprints of meshes. docs/proof.md has the format. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tact/mesh.h>

#include "base/assert.h"
#include "io/checksum.h"
#include "io/file.h"
#include "math/number.h"
#include "proof/proof.h"
#include "proof/proof_sides.h"

/* Numbers of an order per line. */
#define ORDER_LINE 16

/* ---- Fingerprints ------------------------------------------------------------------------- */

#define FACTOR UINT64_C(0x9e3779b97f4a7c15)

/* A word changes a sum to p ^ p >> 32, where p is (sum ^ word) FACTOR. Here p is kept instead of
 * the sum, so that only a shift and one exclusive or lie between two products. */
static uint64_t mix(uint64_t p, uint64_t word) {
    return ((p ^ word) ^ p >> 32) * FACTOR;
}

static uint64_t mix_double(uint64_t p, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return mix(p, bits);
}

uint64_t tact_mesh_fingerprint(const tact_mesh *mesh) {
    uint32_t vertices = tact_mesh_vertex_count(mesh), triangles = tact_mesh_triangle_count(mesh);
    const tact_vec3 *vertex = tact_mesh_vertices(mesh);
    const uint32_t *index = tact_mesh_indices(mesh);
    uint64_t p = mix((TACTI_CHECKSUM_START ^ vertices) * FACTOR, triangles);
    for (uint32_t i = 0; i < vertices; i++) {
        tact_vec3 v = vertex != NULL ? vertex[i] : tact_mesh_vertex(mesh, i);
        p = mix_double(mix_double(mix_double(p, v.x), v.y), v.z);
    }
    for (uint32_t i = 0; i < triangles; i++) {
        uint32_t unpacked[3];
        const uint32_t *v = index != NULL ? index + 3 * (size_t)i : unpacked;
        if (index == NULL)
            tact_mesh_corners(mesh, i, unpacked);
        p = mix(mix(mix(p, v[0]), v[1]), v[2]);
    }
    return p ^ p >> 32;
}

/* ---- Text --------------------------------------------------------------------------------- */

typedef struct writer {
    tacti_sink *sink;
    uint64_t sum;
} writer;

static void put_bytes(writer *w, const char *text, size_t bytes) {
    tacti_sink_write(w->sink, text, bytes);
    w->sum = tacti_checksum(w->sum, (const unsigned char *)text, bytes);
}

static void put(writer *w, const char *text) {
    put_bytes(w, text, strlen(text));
}

static void put_number(writer *w, double x) {
    char text[TACTI_DOUBLE_TEXT];
    size_t length = tacti_write_double(text, x);
    put_bytes(w, " ", 1);
    put_bytes(w, text, length);
}

static void put_count(writer *w, uint64_t n) {
    char text[24];
    size_t at = sizeof text;
    do {
        text[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    TACTI_ASSERT(at > 0);
    text[--at] = ' ';
    put_bytes(w, text + at, sizeof text - at);
}

static void put_bits(writer *w, uint64_t n) {
    char text[20];
    snprintf(text, sizeof text, " %016" PRIx64, n);
    put(w, text);
}

/* ---- Parts of the file -------------------------------------------------------------------- */

static void put_mesh(writer *w, const char *side, const char *name,
                     const tacti_placed_mesh *placed) {
    put(w, "mesh_");
    put(w, side);
    put_count(w, tact_mesh_triangle_count(placed->mesh));
    put_bits(w, tact_mesh_fingerprint(placed->mesh));
    put(w, " ");
    put(w, name);
    put(w, "\npose_");
    put(w, side);
    for (int i = 0; i < 12; i++)
        put_number(w, placed->pose.m[i]);
    put(w, "\n");
}

static void put_claim(writer *w, const tact_proof *proof) {
    put(w, "claim ");
    put(w, tact_claim_name(proof->claim));
    if (proof->claim == TACT_CLAIM_CONTACT) {
        put_count(w, proof->a);
        put_count(w, proof->b);
    } else if (proof->claim == TACT_CLAIM_DISTANCE) {
        put_number(w, proof->lower);
    }
    put(w, "\n");
}

static void put_order(writer *w, const char *side, const uint32_t *order, uint32_t count) {
    put(w, "order_");
    put(w, side);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && i % ORDER_LINE == 0)
            put(w, "\n");
        put_count(w, order[i]);
    }
    put(w, "\n");
}

/* Writes the record that begins at a word. Returns the word at which the next record begins. */
static size_t put_record(writer *w, const tact_proof *proof, size_t at) {
    const uint32_t *words = proof->words.items;
    uint32_t rows = words[at] & 0xff, columns = words[at] >> 8 & 0xff;
    uint32_t directions = words[at] >> 16;
    TACTI_ASSERT(rows >= 1 && rows <= TACTI_PROOF_GRID);
    TACTI_ASSERT(columns >= 1 && columns <= TACTI_PROOF_GRID);
    TACTI_ASSERT(rows + columns - 1 + 4 * (size_t)directions <= proof->words.count - at);
    at++;
    put(w, "grid");
    put_count(w, rows);
    put_count(w, columns);
    put_count(w, directions);
    for (uint32_t i = 0; i < rows + columns - 2; i++)
        put_count(w, words[at++]);
    put(w, "\n");
    for (uint32_t k = 0; k < directions; k++, at += 4) {
        uint32_t terms = words[at + 1];
        put(w, "apart");
        put_bits(w, words[at + 2] | (uint64_t)words[at + 3] << 32);
        put_count(w, terms);
        if (terms == 0) {
            put_count(w, words[at] / TACTI_PROOF_EDGES);
            put_count(w, words[at] % TACTI_PROOF_EDGES);
        }
        TACTI_ASSERT(terms == 0 || words[at] + 3 * (size_t)terms <= proof->numbers.count);
        for (uint32_t i = 0; i < 3 * terms; i++)
            put_number(w, proof->numbers.items[words[at] + i]);
        put(w, "\n");
    }
    return at;
}

static void put_proof(writer *w, const tact_proof *proof, const tacti_placed_mesh *a,
                      const tacti_placed_mesh *b, const tact_proof_names *names) {
    put(w, TACTI_PROOF_FILE_HEAD);
    put_mesh(w, "a", names->a, a);
    put_mesh(w, "b", names->b, b);
    put_claim(w, proof);
    if (proof->claim != TACT_CLAIM_CONTACT) {
        put_order(w, "a", proof->order[0], proof->count[0]);
        put_order(w, "b", proof->order[1], proof->count[1]);
        for (size_t at = 0; at < proof->words.count;)
            at = put_record(w, proof, at);
    }
    char tail[TACTI_CHECKSUM_TAIL + 1];
    tacti_checksum_tail(tail, w->sum);
    put(w, tail);
}

/* A name is the rest of its line, so it has no line ends. The reader keeps 511 bytes. */
static bool is_name(const char *name) {
    if (name == NULL || strlen(name) >= sizeof((tact_proof_file *)NULL)->name_a)
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            return false;
    return true;
}

tact_status tacti_proof_save(const tact_proof *proof, const tacti_placed_mesh *a,
                             const tacti_placed_mesh *b, const tact_proof_names *names,
                             const char *path, tact_error *error) {
    if (proof != NULL && proof->kind != TACT_PROOF_OF_MESHES)
        return tacti_error_set(error, TACT_UNSUPPORTED, 0, TACT_NO_INDEX,
                               "a file holds a proof about two meshes, not one about %s",
                               tact_proof_kind_name(proof->kind));
    if (proof == NULL || a == NULL || a->mesh == NULL || b == NULL || b->mesh == NULL ||
        names == NULL || path == NULL || !is_name(names->a) || !is_name(names->b))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "a proof needs two meshes, their names (below 512 bytes, on one "
                               "line) and a path");
    if (proof->claim == TACT_CLAIM_NOTHING)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "%s: the proof claims nothing", path);
    if (proof->count[0] != tact_mesh_triangle_count(a->mesh) ||
        proof->count[1] != tact_mesh_triangle_count(b->mesh))
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "%s: the proof is about other meshes", path);
    tacti_output *output;
    tact_status status = tacti_output_open(proof->context, path, error, &output);
    if (status != TACT_OK)
        return status;
    writer w = {tacti_output_sink(output), TACTI_CHECKSUM_START};
    put_proof(&w, proof, a, b, names);
    return tacti_output_commit(output, error);
}
