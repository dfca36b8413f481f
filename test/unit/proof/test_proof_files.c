/* SPDX-License-Identifier: MIT */
/* Files of proofs, and wrong proofs. Each is made wrong by construction, with a checksum that fits,
 * and must be refused by the reader or by the verifier. Also every single changed byte, allocations
 * that fail, and bad arguments. */
#define _POSIX_C_SOURCE 200809L
#include "proofs.h"

#include <tact/mesh_generators.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "verify/verify.h"
#include "surface/surface.h"
#include "contacts/contacts.h"

#define MOST_LINES 20000

/* A pair of meshes that are apart, a proof of it as text, and the truth. */
typedef struct scene {
    soup sa, sb;
    body a, b;
    tacti_placed placed_a, placed_b;
    truth t;
    char *text;
    size_t bytes;
} scene;

/* ---- Text --------------------------------------------------------------------------------- */

static uint64_t checksum(const char *text, size_t bytes) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++)
        sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static char *read_whole(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *bytes = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*bytes + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *bytes, file), *bytes);
    text[*bytes] = '\0';
    fclose(file);
    return text;
}

/* A proof as the text of its file. */
static char *text_of(const tact_proof *proof, const tacti_placed *a, const tacti_placed *b,
                     size_t *bytes) {
    char path[] = "/tmp/tact_proof_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    tacti_placed_mesh ma = placed_mesh(a), mb = placed_mesh(b);
    tact_proof_names names = {"first mesh.obj", "b.ply"};
    tact_error error;
    assert_int_equal(tacti_proof_save(proof, &ma, &mb, &names, path, &error), TACT_OK);
    char *text = read_whole(path, bytes);
    unlink(path);
    return text;
}

/* The lines of a text. Line ends become the ends of strings. */
typedef struct lines {
    char *at[MOST_LINES];
    size_t count;
} lines;

static lines *split(char *text) {
    lines *l = malloc(sizeof *l);
    assert_non_null(l);
    l->count = 0;
    for (char *c = text; *c != '\0';) {
        assert_true(l->count < MOST_LINES);
        l->at[l->count++] = c;
        c += strcspn(c, "\n");
        if (*c == '\n')
            *c++ = '\0';
    }
    return l;
}

/* Joins all lines but the last, which becomes the right checksum. Lines may be NULL. */
static char *join(const lines *l, size_t *bytes) {
    size_t room = 64;
    for (size_t i = 0; i < l->count; i++)
        room += l->at[i] == NULL ? 0 : strlen(l->at[i]) + 1;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = 0;
    for (size_t i = 0; i + 1 < l->count; i++)
        if (l->at[i] != NULL)
            used += (size_t)snprintf(text + used, room - used, "%s\n", l->at[i]);
    used +=
        (size_t)snprintf(text + used, room - used, "end %016" PRIx64 "\n", checksum(text, used));
    *bytes = used;
    return text;
}

static bool begins(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

/* A random line that begins with a word, or the count of lines if there is none. */
static size_t pick_line(test_rng *rng, const lines *l, const char *word) {
    size_t count = 0;
    for (size_t i = 0; i < l->count; i++)
        count += begins(l->at[i], word);
    if (count == 0)
        return l->count;
    size_t wanted = test_rng_below(rng, (uint32_t)count);
    for (size_t i = 0; i < l->count; i++)
        if (begins(l->at[i], word) && wanted-- == 0)
            return i;
    return l->count;
}

/* ---- Scenes ------------------------------------------------------------------------------- */

static scene *scene_make(test_rng *rng, bool is_distance) {
    scene *s = malloc(sizeof *s);
    assert_non_null(s);
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    for (;;) {
        s->sa = soup_random(rng, 50);
        s->sb = soup_random(rng, 50);
        s->a = body_make(NULL, &s->sa, NULL);
        s->b = body_make(NULL, &s->sb, NULL);
        s->placed_a = (tacti_placed){s->a.bvh, pose_random(rng, 1)};
        s->placed_b = (tacti_placed){s->b.bvh, pose_random(rng, 4)};
        s->t = truth_find(&s->sa, s->placed_a.pose, &s->sb, s->placed_b.pose);
        if (s->t.contact_count == 0 && s->t.distance > 1e-3)
            break;
        truth_free(&s->t);
        body_free(&s->a);
        body_free(&s->b);
        soup_free(&s->sa);
        soup_free(&s->sb);
    }
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer separation;
    if (is_distance)
        assert_int_equal(tacti_mesh_distance(&s->placed_a, &s->placed_b, &desc, NULL, &separation),
                         TACT_OK);
    else
        assert_int_equal(tacti_mesh_collide(&s->placed_a, &s->placed_b, &desc, NULL, &collision),
                         TACT_OK);
    assert_true(is_proven(&s->placed_a, &s->placed_b, proof));
    s->text = text_of(proof, &s->placed_a, &s->placed_b, &s->bytes);
    tact_proof_destroy(proof);
    return s;
}

static void scene_free(scene *s) {
    truth_free(&s->t);
    body_free(&s->a);
    body_free(&s->b);
    soup_free(&s->sa);
    soup_free(&s->sb);
    free(s->text);
    free(s);
}

/* Whether a text is read and verified for two placed meshes. */
static bool is_accepted(const char *text, size_t bytes, const tacti_placed *a,
                        const tacti_placed *b) {
    tact_proof_file file;
    tact_error error;
    tact_status status = tact_proof_parse(NULL, text, bytes, &error, &file);
    if (status != TACT_OK) {
        assert_int_equal(status, TACT_INVALID_FILE);
        assert_int_equal(error.status, status);
        assert_true(error.line > 0 && error.text[0] != '\0');
        return false;
    }
    bool proven = is_proven(a, b, file.proof);
    tact_proof_destroy(file.proof);
    return proven;
}

/* ---- Wrong proofs ------------------------------------------------------------------------- */

/* Makes a proof wrong, or returns that it cannot be made wrong in this way. New lines are in memory
 * that the caller frees. */
typedef bool spoil(test_rng *rng, const scene *s, lines *l, char *memory, size_t room);

/* More than the true distance. */
static bool claim_more(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    size_t at = pick_line(rng, l, "claim");
    double more = s->t.upper * (1 + 1e-9 + test_rng_unit(rng)) + 1e-9;
    snprintf(memory, room, "claim distance %.17g", more);
    l->at[at] = memory;
    return true;
}

/* A direction turned round, or of length 0. */
static bool spoil_direction(test_rng *rng, lines *l, char *memory, size_t room, bool is_zero) {
    size_t at = pick_line(rng, l, "apart");
    if (at == l->count)
        return false;
    char mask[17];
    int terms, used;
    assert_int_equal(sscanf(l->at[at], "apart %16s %d%n", mask, &terms, &used), 2);
    if (strtoull(mask, NULL, 16) == 0)
        return false;
    size_t length = (size_t)snprintf(memory, room, "apart %s %d", mask, terms);
    const char *from = l->at[at] + used;
    for (int i = 0; i < 3 * terms; i++) {
        char *end;
        double x = strtod(from, &end);
        length += (size_t)snprintf(memory + length, room - length, " %.17g", is_zero ? 0 : -x);
        from = end;
    }
    l->at[at] = memory;
    return true;
}

static bool turn_direction(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    (void)s;
    return spoil_direction(rng, l, memory, room, false);
}

static bool zero_direction(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    (void)s;
    return spoil_direction(rng, l, memory, room, true);
}

/* A cell that no direction separates, and no record follows for it. */
static bool drop_cell(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    (void)s;
    size_t at = pick_line(rng, l, "apart");
    if (at == l->count)
        return false;
    uint64_t mask = strtoull(l->at[at] + 6, NULL, 16);
    if (mask == 0)
        return false;
    uint32_t bit;
    do
        bit = test_rng_below(rng, 64);
    while ((mask >> bit & 1) == 0);
    snprintf(memory, room, "apart %016" PRIx64 "%s", mask & ~(UINT64_C(1) << bit), l->at[at] + 22);
    l->at[at] = memory;
    return true;
}

/* The number of cells that a record leaves to those after it. A record that leaves one may be
 * removed without making the proof wrong: the next record is then about a larger rectangle, and may
 * hold there. */
static int cells_left(const lines *l, size_t at) {
    int rows, columns, directions;
    assert_int_equal(sscanf(l->at[at], "grid %d %d %d", &rows, &columns, &directions), 3);
    int left = rows * columns;
    for (size_t i = at + 1; i <= at + (size_t)directions; i++)
        for (uint64_t mask = strtoull(l->at[i] + 6, NULL, 16); mask != 0; mask &= mask - 1)
            left--;
    return left;
}

/* A whole record and what it separates. */
static bool drop_record(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    (void)s;
    (void)memory;
    (void)room;
    size_t at = pick_line(rng, l, "grid");
    if (at == l->count || cells_left(l, at) == 1)
        return false;
    do
        l->at[at++] = NULL;
    while (begins(l->at[at], "apart"));
    return true;
}

/* A record twice. */
static bool repeat_record(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    (void)s;
    size_t at = pick_line(rng, l, "grid"), length = 0;
    if (at == l->count || cells_left(l, at) == 1 || l->count + 1 >= MOST_LINES)
        return false;
    for (size_t i = at; i == at || begins(l->at[i], "apart"); i++)
        length +=
            (size_t)snprintf(memory + length, room - length, "%s%s", i == at ? "" : "\n", l->at[i]);
    if (length >= room)
        return false;
    memmove(&l->at[at + 1], &l->at[at], (l->count - at) * sizeof l->at[0]);
    l->at[at] = memory;
    l->count++;
    return true;
}

/* A cut beyond the end of its range. */
static bool move_cut(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    (void)s;
    size_t at = pick_line(rng, l, "grid");
    int rows, columns, directions, used;
    if (at == l->count)
        return false;
    assert_int_equal(sscanf(l->at[at], "grid %d %d %d%n", &rows, &columns, &directions, &used), 3);
    int cuts = rows + columns - 2;
    if (cuts == 0)
        return false;
    int wrong = (int)test_rng_below(rng, (uint32_t)cuts);
    size_t length = (size_t)snprintf(memory, room, "grid %d %d %d", rows, columns, directions);
    const char *from = l->at[at] + used;
    for (int i = 0; i < cuts; i++) {
        char *end;
        unsigned long cut = strtoul(from, &end, 10);
        from = end;
        length +=
            (size_t)snprintf(memory + length, room - length, " %lu", i == wrong ? 1000 + cut : cut);
    }
    l->at[at] = memory;
    return true;
}

/* A triangle that is in the order twice, so another is missing. */
static bool repeat_triangle(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    bool is_a = test_rng_below(rng, 2) == 0;
    uint32_t count = is_a ? s->sa.triangle_count : s->sb.triangle_count;
    size_t at = pick_line(rng, l, is_a ? "order_a" : "order_b");
    unsigned first;
    int used;
    if (count < 2)
        return false;
    assert_int_equal(sscanf(l->at[at], is_a ? "order_a %u%n" : "order_b %u%n", &first, &used), 1);
    snprintf(memory, room, "order_%c %u%s", is_a ? 'a' : 'b',
             (first + 1 + test_rng_below(rng, count - 1)) % count, l->at[at] + used);
    l->at[at] = memory;
    return true;
}

/* A claim of apart that becomes the contact of some triangles. */
static bool claim_contact(test_rng *rng, const scene *s, lines *l, char *memory, size_t room) {
    size_t at = pick_line(rng, l, "claim");
    snprintf(memory, room, "claim contact %u %u", test_rng_below(rng, s->t.count_a),
             test_rng_below(rng, s->t.count_b));
    l->at[at] = memory;
    for (size_t i = at + 1; i + 1 < l->count; i++)
        l->at[i] = NULL;
    return true;
}

static void check_spoiled(test_rng *rng, const scene *s, spoil *make_wrong, uint64_t *made) {
    size_t room = 1 << 16, bytes;
    char *copy = malloc(s->bytes + 1), *memory = malloc(room);
    assert_non_null(copy);
    assert_non_null(memory);
    memcpy(copy, s->text, s->bytes + 1);
    lines *l = split(copy);
    if (make_wrong(rng, s, l, memory, room)) {
        char *text = join(l, &bytes);
        if (is_accepted(text, bytes, &s->placed_a, &s->placed_b))
            fail_msg("a wrong proof was accepted:\n%s", text);
        free(text);
        (*made)++;
    }
    free(l);
    free(copy);
    free(memory);
}

static void test_wrong_proofs(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_wrong");
    static spoil *const ways[] = {claim_more, turn_direction,  zero_direction,
                                  drop_cell,  drop_record,     repeat_record,
                                  move_cut,   repeat_triangle, claim_contact};
    uint64_t count = test_case_count(120, 1000), made = 0;
    for (uint64_t i = 0; i < count; i++) {
        scene *s = scene_make(&rng, i % 2 == 0);
        assert_true(is_accepted(s->text, s->bytes, &s->placed_a, &s->placed_b));
        for (size_t k = 0; k < 100; k++)
            check_spoiled(&rng, s, ways[k % (sizeof ways / sizeof ways[0])], &made);
        /* The right proof of other poses: b moved onto a, so that the meshes touch. */
        tacti_placed moved = s->placed_b;
        tact_vec3 to = tact_pose_place(s->placed_a.pose, s->sa.vertices[s->sa.indices[0]]);
        if (pose_bring(&moved.pose, s->sb.vertices[s->sb.indices[0]], to)) {
            assert_false(is_accepted(s->text, s->bytes, &s->placed_a, &moved));
            made++;
        }
        scene_free(s);
    }
    assert_true(made >= 90 * count);
}

/* A face on a face, moved by an ulp: the proof holds for one pose and not for the other. */
static void test_one_ulp(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 3, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body box = body_make(NULL, &s, NULL);
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_placed a = {box.bvh, tact_pose_identity()}, b = a, touching = a;
    touching.pose.m[3] = 2;
    b.pose.m[3] = nextafter(2, 3);
    tacti_mesh_collision collision;
    assert_int_equal(tacti_mesh_collide(&a, &b, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(collision.outcome, TACT_OUTCOME_APART);
    assert_true(is_proven(&a, &b, proof));
    assert_false(is_proven(&a, &touching, proof));
    assert_int_equal(tacti_mesh_collide(&a, &touching, &desc, NULL, &collision), TACT_OK);
    assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_CONTACT);
    assert_true(is_proven(&a, &touching, proof));
    assert_false(is_proven(&a, &b, proof));
    tact_proof_destroy(proof);
    body_free(&box);
    soup_free(&s);
}

static void test_every_byte(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_bytes");
    scene *s = scene_make(&rng, true);
    for (size_t i = 0; i < s->bytes; i++) {
        const char others[] = {(char)(s->text[i] ^ 1), '0', ' ', '\n', (char)0xff, '\0'};
        for (size_t k = 0; k < sizeof others; k++) {
            char was = s->text[i];
            if (others[k] == was)
                continue;
            tact_proof_file file;
            s->text[i] = others[k];
            assert_int_equal(tact_proof_parse(NULL, s->text, s->bytes, NULL, &file),
                             TACT_INVALID_FILE);
            s->text[i] = was;
        }
        tact_proof_file file;
        assert_int_equal(tact_proof_parse(NULL, s->text, i, NULL, &file), TACT_INVALID_FILE);
    }
    assert_true(is_accepted(s->text, s->bytes, &s->placed_a, &s->placed_b));
    scene_free(s);
}

/* ---- Files -------------------------------------------------------------------------------- */

/* A fingerprint with any other digit, and the right checksum. */
static void test_digits(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_digits");
    scene *s = scene_make(&rng, true);
    char *copy = malloc(s->bytes + 1);
    assert_non_null(copy);
    memcpy(copy, s->text, s->bytes + 1);
    lines *l = split(copy);
    size_t at = 0;
    while (!begins(l->at[at], "mesh_a"))
        at++;
    char *digit = l->at[at] + strcspn(l->at[at], " ") + 1;
    digit += strcspn(digit, " ") + 8;
    assert_non_null(strchr("0123456789abcdef", *digit));
    for (int c = 33; c < 127; c++) {
        tact_proof_file file;
        tact_error error;
        size_t bytes;
        *digit = (char)c;
        char *text = join(l, &bytes);
        tact_status status = tact_proof_parse(NULL, text, bytes, &error, &file);
        if (strchr("0123456789abcdef", c) != NULL) {
            assert_int_equal(status, TACT_OK);
            tact_proof_destroy(file.proof);
        } else {
            assert_int_equal(status, TACT_INVALID_FILE);
            assert_non_null(strstr(error.text, "hexadecimal"));
        }
        free(text);
    }
    free(l);
    free(copy);
    scene_free(s);
}

static void test_what_a_file_holds(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_file");
    scene *s = scene_make(&rng, true);
    tact_proof_file file;
    tact_error error;
    assert_int_equal(tact_proof_parse(NULL, s->text, s->bytes, &error, &file), TACT_OK);
    assert_string_equal(file.name_a, "first mesh.obj");
    assert_string_equal(file.name_b, "b.ply");
    assert_true(file.print_a == tact_mesh_fingerprint(s->a.mesh));
    assert_true(file.print_b == tact_mesh_fingerprint(s->b.mesh));
    assert_true(file.print_a != file.print_b);
    assert_memory_equal(&file.pose_a, &s->placed_a.pose, sizeof file.pose_a);
    assert_memory_equal(&file.pose_b, &s->placed_b.pose, sizeof file.pose_b);
    size_t bytes;
    char *again = text_of(file.proof, &s->placed_a, &s->placed_b, &bytes);
    assert_int_equal(bytes, s->bytes);
    assert_memory_equal(again, s->text, bytes);
    free(again);
    /* No proof, no name, no path. */
    tacti_placed_mesh a = placed_mesh(&s->placed_a), b = placed_mesh(&s->placed_b);
    tact_proof_names names = {"a\nb", "b"}, good = {"a", "b"};
    assert_int_equal(tacti_proof_save(file.proof, &a, &b, &names, "/tmp/x", &error),
                     TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_proof_save(NULL, &a, &b, &good, "/tmp/x", NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_proof_save(file.proof, &a, &b, &good, "/no/such/folder/x", &error),
                     TACT_WRITE_FAILED);
    /* Another mesh on either side. */
    tact_mesh *box;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){1, 1, 1}, 3, &box), TACT_OK);
    for (int side = 0; side < 2; side++) {
        tacti_placed_mesh pair[2] = {a, b};
        pair[side].mesh = box;
        assert_int_not_equal(tact_mesh_triangle_count(box),
                             tact_mesh_triangle_count(side == 0 ? a.mesh : b.mesh));
        assert_int_equal(
            tacti_proof_save(file.proof, &pair[0], &pair[1], &good, "/no/such/folder/x", &error),
            TACT_INVALID_ARGUMENT);
        assert_non_null(strstr(error.text, "the proof is about other meshes"));
    }
    tact_mesh_destroy(box);
    /* A first line without anything behind it is a proof that was cut off. */
    tact_proof_file none;
    const char *const head = "tact-proof 1\n";
    assert_int_equal(tact_proof_parse(NULL, head, strlen(head), &error, &none), TACT_INVALID_FILE);
    assert_non_null(strstr(error.text, "the file is cut off"));
    assert_int_equal(tact_proof_parse(NULL, head, strlen(head) - 1, &error, &none),
                     TACT_INVALID_FILE);
    assert_non_null(strstr(error.text, "not a proof of a known version"));
    assert_true(tact_proof_load(NULL, "/no/such/proof", &error, &file) != TACT_OK);
    tact_proof_destroy(file.proof);
    scene_free(s);
}

/* The same proof, to the byte, at every SIMD level. */
static void test_levels(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_levels");
    contexts all;
    contexts_make(&all);
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    for (int i = 0; i < 6; i++) {
        tact_mesh *mesh;
        assert_int_equal(tact_mesh_create_torus(NULL, 1, 0.3, 40, 16, &mesh), TACT_OK);
        soup s = soup_take(mesh);
        tact_pose pose_a = pose_random(&rng, 0), pose_b = pose_random(&rng, 0);
        pose_b.m[3] = i < 3 ? 2.7 : 1.5;
        char *first = NULL;
        size_t first_bytes = 0;
        for (uint32_t level = 0; level < all.level_count; level++) {
            body b = body_make(all.alone[level], &s, NULL);
            tacti_placed a = {b.bvh, pose_a}, c = {b.bvh, pose_b};
            tacti_mesh_collision collision;
            tacti_mesh_distance_answer separation;
            size_t bytes;
            if (i % 2 == 0)
                assert_int_equal(tacti_mesh_collide(&a, &c, &desc, NULL, &collision), TACT_OK);
            else
                assert_int_equal(tacti_mesh_distance(&a, &c, &desc, NULL, &separation), TACT_OK);
            assert_true(is_proven(&a, &c, proof));
            char *text = text_of(proof, &a, &c, &bytes);
            if (level == 0) {
                first = text;
                first_bytes = bytes;
            } else {
                assert_int_equal(bytes, first_bytes);
                assert_memory_equal(text, first, bytes);
                free(text);
            }
            body_free(&b);
        }
        free(first);
        soup_free(&s);
    }
    tact_proof_destroy(proof);
    contexts_free(&all);
}

static void test_arguments(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_arguments");
    scene *s = scene_make(&rng, false);
    tact_proof *proof;
    assert_int_equal(tact_proof_create(NULL, NULL), TACT_INVALID_ARGUMENT);
    assert_int_equal(tact_proof_create(NULL, &proof), TACT_OK);
    tacti_query_desc desc = tacti_query_desc_default();
    desc.proof = proof;
    tacti_placed_mesh a = placed_mesh(&s->placed_a), b = placed_mesh(&s->placed_b), bad = a;
    tact_verification found;
    assert_int_equal(tacti_verify_proof(NULL, &a, &b, NULL, &found), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_verify_proof(NULL, NULL, &b, proof, &found), TACT_INVALID_ARGUMENT);
    assert_int_equal(tacti_verify_proof(NULL, &a, &b, proof, NULL), TACT_INVALID_ARGUMENT);
    bad.pose.m[5] = NAN;
    assert_int_equal(tacti_verify_proof(NULL, &bad, &b, proof, &found), TACT_NOT_FINITE);
    assert_int_equal(tacti_verify_contact(&a, &bad, 0, 0, &found), TACT_NOT_FINITE);
    bad.pose = (tact_pose){{0}};
    assert_int_equal(tacti_verify_proof(NULL, &a, &bad, proof, &found), TACT_INVALID_POSE);
    assert_false(is_proven(&s->placed_a, &s->placed_b, proof)); /* it claims nothing */
    /* Queries that take no proof. */
    tacti_contact_summary summary;
    tact_contact_list *list;
    assert_int_equal(tact_contact_list_create(NULL, &list), TACT_OK);
    assert_int_equal(tacti_mesh_contacts_fill(&s->placed_a, &s->placed_b, &desc, TACT_CONTACT_PAIRS,
                                              list, &summary),
                     TACT_INVALID_ARGUMENT);
    tact_contact_list_destroy(list);
    for (int claim = 0; claim < 5; claim++)
        assert_true(tact_claim_name((tact_claim)claim)[0] != '\0');
    tact_proof_destroy(proof);
    tact_proof_destroy(NULL);
    scene_free(s);
}

/* ---- Memory ------------------------------------------------------------------------------- */

/* Calls all that allocates, with one allocation that fails. Returns true if none failed. */
static bool run_with_failure(const scene *s, const tact_context *context) {
    tact_proof *proof = NULL;
    tact_proof_file file = {.proof = NULL};
    tacti_query_desc desc = tacti_query_desc_default();
    tacti_placed_mesh a = placed_mesh(&s->placed_a), b = placed_mesh(&s->placed_b);
    tacti_mesh_distance_answer separation, before;
    tact_verification found;
    memset(&separation, 0x5a, sizeof separation);
    memcpy(&before, &separation, sizeof before);
    tact_status status = tact_proof_create(context, &proof);
    if (status == TACT_OK) {
        desc.proof = proof;
        status = tacti_mesh_distance(&s->placed_a, &s->placed_b, &desc, NULL, &separation);
        if (status != TACT_OK) {
            assert_memory_equal(&separation, &before, sizeof separation);
            assert_int_equal(tact_proof_inspect(proof).claim, TACT_CLAIM_NOTHING);
        }
    }
    if (status == TACT_OK)
        status = tacti_verify_proof(context, &a, &b, proof, &found);
    assert_true(status != TACT_OK || found.is_proven);
    if (status == TACT_OK)
        status = tact_proof_parse(context, s->text, s->bytes, NULL, &file);
    assert_true(status != TACT_OK || is_proven(&s->placed_a, &s->placed_b, file.proof));
    assert_true(status == TACT_OK || status == TACT_OUT_OF_MEMORY);
    tact_proof_destroy(file.proof);
    tact_proof_destroy(proof);
    return status == TACT_OK;
}

static void test_memory_ends(void **state) {
    (void)state;
    test_rng rng = test_rng_start("proof_memory");
    scene *s = scene_make(&rng, true);
    bool is_done = false;
    for (uint64_t fail_at = 1; !is_done; fail_at++) {
        test_allocator allocator;
        tact_context *context = test_context_make(&allocator);
        allocator.fail_at = allocator.calls + fail_at;
        is_done = run_with_failure(s, context);
        assert_true(!is_done || fail_at > 8);
        tact_context_destroy(context);
        assert_int_equal(allocator.live, 0);
    }
    scene_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_proofs), cmocka_unit_test(test_one_ulp),
        cmocka_unit_test(test_every_byte),   cmocka_unit_test(test_what_a_file_holds),
        cmocka_unit_test(test_levels),       cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_memory_ends),  cmocka_unit_test(test_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
