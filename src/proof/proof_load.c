/* SPDX-License-Identifier: MIT */
/* Reads the file of a proof. The checksum is checked first. Then every line must be what the format
 * says. Only sizes and spelling are checked here: the verifier checks that the proof is right.
 * Memory grows with what was read, never with what a number announces. */
#include <string.h>

#include "base/assert.h"
#include "io/checksum.h"
#include "io/file.h"
#include "io/line.h"
#include "io/source.h"
#include "proof/proof.h"

typedef struct reader {
    tacti_scan scan;
    tact_proof *proof;
    tact_proof_file *out;
} reader;

/* ---- Pieces of lines ---------------------------------------------------------------------- */

static tact_status read_keyword(reader *r, const char *word) {
    return tacti_line_keyword(&r->scan, word);
}

static tact_status read_line_end(reader *r) {
    return tacti_line_end(&r->scan);
}

static tact_status read_count(reader *r, const char *what, int64_t most, uint32_t *out) {
    return tacti_line_count(&r->scan, what, most, out);
}

static tact_status read_number(reader *r, const char *what, double *out) {
    return tacti_line_number(&r->scan, what, out);
}

static tact_status read_bits(reader *r, const char *what, uint64_t *out) {
    return tacti_line_bits(&r->scan, what, out);
}

/* ---- The head ----------------------------------------------------------------------------- */

static tact_status read_name(reader *r, char name[512]) {
    return tacti_line_rest(&r->scan, "the name of a mesh", name, 512);
}

/* The keywords of the two lines about a mesh, and the addresses of their values. */
typedef struct mesh_lines {
    const char *mesh, *pose;
    uint32_t *count;
    uint64_t *print;
    char *name;
    tact_pose *to;
} mesh_lines;

static tact_status read_mesh(reader *r, const mesh_lines *lines) {
    tact_status status = read_keyword(r, lines->mesh);
    if (status == TACT_OK)
        status = read_count(r, "the number of triangles", UINT32_MAX - 1, lines->count);
    if (status == TACT_OK)
        status = read_bits(r, "the fingerprint of a mesh", lines->print);
    if (status == TACT_OK)
        status = read_name(r, lines->name);
    if (status == TACT_OK)
        status = read_line_end(r);
    if (status == TACT_OK)
        status = read_keyword(r, lines->pose);
    for (int i = 0; i < 12 && status == TACT_OK; i++)
        status = read_number(r, "a number of the pose", &lines->to->m[i]);
    return status == TACT_OK ? read_line_end(r) : status;
}

static tact_status read_claim(reader *r) {
    tact_proof *proof = r->proof;
    tact_status status = read_keyword(r, "claim");
    if (status != TACT_OK)
        return status;
    tacti_scan_blanks(&r->scan);
    tacti_word word = tacti_scan_word(&r->scan);
    if (tacti_word_is(word, tact_claim_name(TACT_CLAIM_APART))) {
        proof->claim = TACT_CLAIM_APART;
    } else if (tacti_word_is(word, tact_claim_name(TACT_CLAIM_DISTANCE))) {
        proof->claim = TACT_CLAIM_DISTANCE;
        status = read_number(r, "the distance claimed", &proof->lower);
    } else if (tacti_word_is(word, tact_claim_name(TACT_CLAIM_CONTACT))) {
        proof->claim = TACT_CLAIM_CONTACT;
        status = read_count(r, "a triangle of a", UINT32_MAX - 1, &proof->a);
        if (status == TACT_OK)
            status = read_count(r, "a triangle of b", UINT32_MAX - 1, &proof->b);
    } else {
        char text[TACTI_QUOTE_BYTES];
        return tacti_scan_fail(&r->scan, "'%s' is not a claim", tacti_scan_quote(word, text));
    }
    return status == TACT_OK ? read_line_end(r) : status;
}

/* ---- The cover ---------------------------------------------------------------------------- */

static tact_status read_order(reader *r, const char *keyword, int side) {
    tact_proof *proof = r->proof;
    TACTI_ASSERT(side == 0 || side == 1);
    tact_status status = read_keyword(r, keyword);
    for (uint32_t i = 0; i < proof->count[side] && status == TACT_OK; i++) {
        uint32_t triangle;
        tacti_scan_blanks(&r->scan);
        if (i > 0 && tacti_scan_is_line_end(&r->scan))
            tacti_scan_line_end(&r->scan);
        status = read_count(r, "a triangle of the order", UINT32_MAX - 1, &triangle);
        if (status == TACT_OK)
            status = tacti_proof_words_push(&proof->owned[side], triangle);
    }
    proof->order[side] = proof->owned[side].items;
    return status == TACT_OK ? read_line_end(r) : status;
}

/* The numbers of two edges, as one word. */
static tact_status read_edges(reader *r, uint32_t *out) {
    uint32_t first = 0, second = 0;
    tact_status status = read_count(r, "the number of an edge", TACTI_PROOF_EDGES - 1, &first);
    if (status == TACT_OK)
        status = read_count(r, "the number of an edge", TACTI_PROOF_EDGES - 1, &second);
    *out = first * TACTI_PROOF_EDGES + second;
    return status;
}

static tact_status read_direction(reader *r) {
    tact_proof *proof = r->proof;
    uint64_t mask = 0;
    uint32_t terms = 0;
    tact_status status = read_keyword(r, "apart");
    if (status == TACT_OK)
        status = read_bits(r, "the cells", &mask);
    if (status == TACT_OK)
        status = read_count(r, "the number of terms", TACTI_PROOF_TERMS, &terms);
    if (status != TACT_OK)
        return status;
    if (proof->numbers.count > UINT32_MAX - TACTI_PROOF_RECORD_NUMBERS)
        return TACT_TOO_LARGE;
    uint32_t *words = tacti_proof_words_extend(&proof->words, 4);
    double *numbers = tacti_proof_numbers_extend(&proof->numbers, (size_t)3 * terms);
    if (words == NULL || numbers == NULL)
        return TACT_OUT_OF_MEMORY;
    TACTI_ASSERT(proof->numbers.count - (size_t)3 * terms <= UINT32_MAX);
    words[0] = (uint32_t)(proof->numbers.count - (size_t)3 * terms);
    words[1] = terms;
    words[2] = (uint32_t)mask;
    words[3] = (uint32_t)(mask >> 32);
    for (uint32_t i = 0; i < 3 * terms && status == TACT_OK; i++)
        status = read_number(r, "a number of the direction", &numbers[i]);
    if (terms == 0 && status == TACT_OK)
        status = read_edges(r, &words[0]);
    proof->directions++;
    for (; mask != 0; mask &= mask - 1)
        proof->range_pairs++;
    return status == TACT_OK ? read_line_end(r) : status;
}

static tact_status read_record(reader *r) {
    tact_proof *proof = r->proof;
    uint32_t rows = 0, columns = 0, directions = 0;
    tact_status status = read_keyword(r, "grid");
    if (status == TACT_OK)
        status = read_count(r, "the number of rows", TACTI_PROOF_GRID, &rows);
    if (status == TACT_OK)
        status = read_count(r, "the number of columns", TACTI_PROOF_GRID, &columns);
    if (status == TACT_OK)
        status = read_count(r, "the number of directions", 64, &directions);
    if (status == TACT_OK && (rows == 0 || columns == 0))
        status = tacti_scan_fail(&r->scan, "a grid without cells");
    if (status == TACT_OK)
        status = tacti_proof_words_push(&proof->words, rows | columns << 8 | directions << 16);
    for (uint32_t i = 0; i + 2 < rows + columns && status == TACT_OK; i++) {
        uint32_t cut;
        status = read_count(r, "a cut", UINT32_MAX - 1, &cut);
        if (status == TACT_OK)
            status = tacti_proof_words_push(&proof->words, cut);
    }
    if (status == TACT_OK)
        status = read_line_end(r);
    for (uint32_t k = 0; k < directions && status == TACT_OK; k++)
        status = read_direction(r);
    return status;
}

static tact_status read_cover(reader *r) {
    tact_status status = read_order(r, "order_a", 0);
    if (status == TACT_OK)
        status = read_order(r, "order_b", 1);
    while (status == TACT_OK && r->scan.at != r->scan.end)
        status = read_record(r);
    return status;
}

/* ---- Whole files -------------------------------------------------------------------------- */

static tact_status read_file(reader *r) {
    tact_proof *proof = r->proof;
    tact_proof_file *out = r->out;
    const mesh_lines a = {"mesh_a",      "pose_a",    &proof->count[0],
                          &out->print_a, out->name_a, &out->pose_a};
    const mesh_lines b = {"mesh_b",      "pose_b",    &proof->count[1],
                          &out->print_b, out->name_b, &out->pose_b};
    tacti_scan_next_line(&r->scan);
    tact_status status = read_mesh(r, &a);
    if (status == TACT_OK)
        status = read_mesh(r, &b);
    if (status == TACT_OK)
        status = read_claim(r);
    if (status == TACT_OK && proof->claim != TACT_CLAIM_CONTACT)
        return read_cover(r);
    if (status == TACT_OK && r->scan.at != r->scan.end)
        return tacti_scan_fail(&r->scan, "a proof of a contact ends after its claim");
    return status;
}

static tact_status parse(const tacti_source *source, tact_error *error, tact_proof_file *out) {
    tact_proof_file found = {0};
    tact_status status = tacti_checksum_check(source, TACTI_PROOF_FILE_HEAD, "a proof", error);
    if (status != TACT_OK)
        return status;
    TACTI_ASSERT(source->bytes >= TACTI_CHECKSUM_TAIL);
    tacti_source body = *source; /* without the last line */
    body.bytes -= TACTI_CHECKSUM_TAIL;
    reader r = {.scan = tacti_scan_make(&body, error), .out = &found};
    status = tact_proof_create(source->context, &r.proof);
    if (status != TACT_OK)
        return tacti_source_no_memory(source, error);
    status = tacti_scan_status(&r.scan, read_file(&r));
    if (status != TACT_OK) {
        tact_proof_destroy(r.proof);
        return status;
    }
    *out = found;
    out->proof = r.proof;
    return TACT_OK;
}

tact_status tact_proof_parse(const tact_context *context, const void *data, size_t bytes,
                             tact_error *error, tact_proof_file *out) {
    if (data == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the data of a proof or the result is NULL");
    /* The scanner looks one byte ahead. */
    unsigned char *copy = tacti_allocate(context, bytes + 1, 1, 1);
    if (copy == NULL)
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX, "%s",
                               tact_status_text(TACT_OUT_OF_MEMORY));
    memcpy(copy, data, bytes);
    copy[bytes] = 0;
    const tacti_source source = {context, "proof", copy, bytes};
    tact_status status = parse(&source, error, out);
    tacti_release(context, copy, bytes + 1, 1, 1);
    return status;
}

tact_status tact_proof_load(const tact_context *context, const char *path, tact_error *error,
                            tact_proof_file *out) {
    if (path == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the path of a proof or the result is NULL");
    tacti_contents contents;
    tact_status status = tacti_contents_read(context, path, error, &contents);
    if (status != TACT_OK)
        return status;
    char room[TACTI_NAME_BYTES];
    const tacti_source source = {context, tacti_short_name(path, room), contents.data,
                                 contents.bytes};
    status = parse(&source, error, out);
    tacti_contents_release(context, &contents);
    return status;
}
