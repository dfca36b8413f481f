/* SPDX-License-Identifier: MIT */
/* Proofs that are made to take long, about 2,000 to 200,000 triangles. The verifier must end within
 * its default budget, which is proportional to the file times a logarithm, and say so. */
#define _POSIX_C_SOURCE 200809L
#include "proofs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "verify/verify.h"

/* Far above what any case takes, also on a slow machine. */
#define MOST_SECONDS 120.0

/* The default budget may be at most LEAST_BUDGET plus, for each byte of the file, BUDGET_PER_BYTE
 * times the logarithm of its triangles. */
#define LEAST_BUDGET 1000000.0
#define BUDGET_PER_BYTE 1024.0

/* ---- Texts -------------------------------------------------------------------------------- */

typedef struct text {
    char *data;
    size_t bytes, room;
} text;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(text *t, const char *format, ...) {
    if (t->room - t->bytes < 4096) {
        t->room = 2 * t->room + 8192;
        t->data = realloc(t->data, t->room);
        assert_non_null(t->data);
    }
    va_list arguments;
    va_start(arguments, format);
    t->bytes += (size_t)vsnprintf(t->data + t->bytes, t->room - t->bytes, format, arguments);
    va_end(arguments);
}

static void put_order(text *t, const char *word, uint32_t count) {
    put(t, "%s", word);
    for (uint32_t i = 0; i < count; i++)
        put(t, " %u", i);
    put(t, "\n");
}

/* The head of a proof. */
static void put_head(text *t, const char *claim, uint32_t count_a, uint32_t count_b) {
    put(t, "tact-proof 1\n");
    put(t, "mesh_a %u 0000000000000000 a.obj\npose_a 1 0 0 0 0 1 0 0 0 0 1 0\n", count_a);
    put(t, "mesh_b %u 0000000000000000 b.obj\npose_b 1 0 0 0 0 1 0 0 0 0 1 0\n", count_b);
    put(t, "claim %s\n", claim);
    put_order(t, "order_a", count_a);
    put_order(t, "order_b", count_b);
}

static void put_end(text *t) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < t->bytes; i++)
        sum = (sum ^ (unsigned char)t->data[i]) * UINT64_C(0x100000001b3);
    put(t, "end %016" PRIx64 "\n", sum);
}

/* ---- Meshes ------------------------------------------------------------------------------- */

/* Two sheets on a lattice: a in the plane x + y + z = 0, b in x + y + z = 1. The direction (1, 1,
 * 1) separates them. With large coordinates only exact arithmetic can tell. */
static body sheet(uint32_t count, double step, double lift) {
    soup s = soup_make(3 * count, count);
    for (uint32_t i = 0; i < count; i++) {
        double x = step * (double)(i % 512), y = step * (double)(i / 512 % 512);
        const double corner[3][2] = {{x, y}, {x + 1, y}, {x, y + 1}};
        for (uint32_t k = 0; k < 3; k++) {
            double u = corner[k][0], v = corner[k][1];
            s.vertices[3 * i + k] = (tact_vec3){u, v, lift - u - v};
            s.indices[3 * i + k] = 3 * i + k;
        }
    }
    tact_mesh_arrays arrays = {.positions = s.vertices,
                               .position_type = TACT_NUMBER_FLOAT64,
                               .vertex_count = s.vertex_count,
                               .indices = s.indices,
                               .triangle_count = s.triangle_count};
    body made = {NULL, NULL};
    assert_int_equal(tact_mesh_create(NULL, &arrays, NULL, &made.mesh), TACT_OK);
    soup_free(&s);
    return made;
}

/* ---- Patterns ----------------------------------------------------------------------------- */

/* Records of a hostile cover. */
typedef void pattern(text *t, uint32_t count_a, uint32_t count_b);

#define ROUNDED "1 1 1 1"
/* Sums of 16 terms from 1 down to 2^-1050, which make exact numbers long. */
static void put_long_direction(text *t) {
    put(t, "16");
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 16; k++)
            put(t, " %.17g", ldexp(1, -70 * k));
}

static void put_direction(text *t, uint64_t cells, bool is_long) {
    put(t, "apart %016" PRIx64 " ", cells);
    if (is_long)
        put_long_direction(t);
    else
        put(t, ROUNDED);
    put(t, "\n");
}

static uint32_t chain_length(uint32_t count) {
    return count - 1 < 2000 ? count - 1 : 2000;
}

/* Each record cuts one triangle of b off and projects all of a. */
static void put_chain(text *t, uint32_t count_b, bool is_long) {
    uint32_t length = chain_length(count_b);
    for (uint32_t i = 1; i <= length; i++) {
        put(t, "grid 1 2 1 %u\n", i);
        put_direction(t, i < length ? 1 : 3, is_long);
    }
}

static void chain(text *t, uint32_t count_a, uint32_t count_b) {
    (void)count_a;
    put_chain(t, count_b, false);
}

static void long_chain(text *t, uint32_t count_a, uint32_t count_b) {
    (void)count_a;
    put_chain(t, count_b, true);
}

/* Each record cuts off seven triangles of both, and eight directions project what is left. */
static void put_grids(text *t, uint32_t count_a, uint32_t count_b, bool is_long) {
    uint32_t length = chain_length((count_a < count_b ? count_a : count_b) / 8);
    for (uint32_t r = 0; r < length; r++) {
        bool is_last = r + 1 == length;
        put(t, "grid 8 8 %u", is_last ? 9U : 8U);
        for (int side = 0; side < 2; side++)
            for (uint32_t k = 1; k < 8; k++)
                put(t, " %u", 7 * r + k);
        put(t, "\n");
        for (uint32_t k = 0; k < 8; k++) /* column k, but for the cell of both rests */
            put_direction(t,
                          (UINT64_C(0x0101010101010101) << k) & ~(k == 7 ? UINT64_C(1) << 63 : 0),
                          is_long);
        if (is_last)
            put_direction(t, UINT64_C(1) << 63, is_long);
    }
}

static void grids(text *t, uint32_t count_a, uint32_t count_b) {
    put_grids(t, count_a, count_b, false);
}

static void long_grids(text *t, uint32_t count_a, uint32_t count_b) {
    put_grids(t, count_a, count_b, true);
}

/* The same cell is claimed by 64 directions. */
static void repeated_cells(text *t, uint32_t count_a, uint32_t count_b) {
    (void)count_a;
    uint32_t length = chain_length(count_b);
    for (uint32_t i = 1; i <= length; i++) {
        put(t, "grid 1 2 64 %u\n", i);
        for (int k = 0; k < 64; k++)
            put(t, "apart 0000000000000001 " ROUNDED "\n");
    }
}

/* Records that divide nothing, with directions that separate nothing. */
static void idle_records(text *t, uint32_t count_a, uint32_t count_b) {
    for (uint32_t i = 0; i < count_a + count_b; i++)
        put(t, "grid 1 1 1\napart 0000000000000000 " ROUNDED "\n");
}

/* Edges instead of a direction, for all triangles at once. */
static void edges_of_all(text *t, uint32_t count_a, uint32_t count_b) {
    (void)count_a;
    (void)count_b;
    put(t, "grid 1 1 1\napart 0000000000000001 0 0 1\n");
}

/* ---- Checks ------------------------------------------------------------------------------- */

typedef struct trial {
    const char *name;
    pattern *make;
    double step;       /* of the lattice */
    const char *says;  /* what the verifier must say; NULL: that the budget ran out */
    const char *claim; /* NULL: apart */
} trial;

/* The sheets are 1 / sqrt(3) apart. */
#define DISTANCE "distance 0.5"

static void check_trial(const trial *t, uint32_t triangles) {
    uint32_t count = triangles / 2;
    text proof = {0};
    put_head(&proof, t->claim != NULL ? t->claim : "apart", count, count);
    t->make(&proof, count, count);
    put_end(&proof);
    body a = sheet(count, t->step, 0), b = sheet(count, t->step, 1);
    tacti_placed_mesh ma = {a.mesh, tact_pose_identity()}, mb = {b.mesh, tact_pose_identity()};
    tact_proof_file file;
    tact_error error;
    tact_verification found;
    clock_t start = clock();
    assert_int_equal(tact_proof_parse(NULL, proof.data, proof.bytes, &error, &file), TACT_OK);
    assert_int_equal(tacti_verify_proof(NULL, &ma, &mb, file.proof, &found), TACT_OK);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    uint64_t budget = tacti_proof_budget(file.proof);
    print_message("%s, %u triangles, %zu bytes: work %.3g of %.3g, %.2f s: %s\n", t->name,
                  triangles, proof.bytes, (double)found.work, (double)budget, seconds, found.text);
    /* Patterns that are sound are proven as long as they are small. */
    bool is_small = triangles <= 2000 && t->says == NULL;
    assert_true(found.is_proven ? is_small : found.is_out_of_budget == (t->says == NULL));
    if (!found.is_proven)
        assert_non_null(strstr(found.text, t->says != NULL ? t->says : "the budget of "));
    /* The last step projects all corners of a mesh at most twice. */
    assert_true(found.work <= budget + 6 * (uint64_t)count);
    double levels = 1;
    for (uint32_t rest = triangles; rest > 1; rest /= 2)
        levels++;
    assert_true((double)budget <= LEAST_BUDGET + BUDGET_PER_BYTE * levels * (double)proof.bytes);
    assert_true(seconds < MOST_SECONDS);
    tact_proof_destroy(file.proof);
    tact_mesh_destroy(a.mesh);
    tact_mesh_destroy(b.mesh);
    free(proof.data);
}

static void check_sizes(const trial *t) {
    check_trial(t, 2000);
    /* Too slow with sanitizers, under which a twentieth of all cases is tried. */
    if (test_case_count(20, 20) < 20)
        return;
    check_trial(t, 20000);
    check_trial(t, 200000);
}

/* One triangle at a time: quadratic without a budget. */
static void test_chains(void **state) {
    (void)state;
    check_sizes(&(trial){"chain", chain, 1, NULL, NULL});
}

static void test_exact_chains(void **state) {
    (void)state;
    check_sizes(&(trial){"exact chain", chain, 0x1p41, NULL, NULL});
    check_sizes(&(trial){"long exact chain", long_chain, 0x1p41, NULL, NULL});
}

static void test_grids(void **state) {
    (void)state;
    check_sizes(&(trial){"grids", grids, 0x1p41, NULL, NULL});
    check_sizes(&(trial){"grids of a distance", grids, 0x1p41, NULL, DISTANCE});
    check_sizes(&(trial){"long grids of a distance", long_grids, 0x1p41, NULL, DISTANCE});
}

static void test_what_is_refused_at_once(void **state) {
    (void)state;
    check_sizes(&(trial){"repeated cells", repeated_cells, 1, "a cell is claimed twice", NULL});
    check_sizes(&(trial){"idle records", idle_records, 1, "the cover ends before all pairs", NULL});
    check_sizes(
        &(trial){"edges of all", edges_of_all, 1, "two edges show only that two triangles", NULL});
}

/* Small ones are within the budget and are proven, because the patterns are sound. With a larger
 * budget of the caller, large ones are proven too. */
static void test_patterns_are_sound(void **state) {
    (void)state;
    static const trial all[] = {{"chain", chain, 1, NULL, NULL},
                                {"exact chain", chain, 0x1p41, NULL, NULL},
                                {"long exact chain", long_chain, 0x1p41, NULL, NULL},
                                {"grids", grids, 0x1p41, NULL, NULL},
                                {"long grids of a distance", long_grids, 0x1p41, NULL, DISTANCE}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        text proof = {0};
        uint32_t count = 120;
        put_head(&proof, all[i].claim != NULL ? all[i].claim : "apart", count, count);
        all[i].make(&proof, count, count);
        put_end(&proof);
        body a = sheet(count, all[i].step, 0), b = sheet(count, all[i].step, 1);
        tacti_placed_mesh ma = {a.mesh, tact_pose_identity()}, mb = {b.mesh, tact_pose_identity()};
        tact_proof_file file;
        tact_error error;
        tact_verification found;
        assert_int_equal(tact_proof_parse(NULL, proof.data, proof.bytes, &error, &file), TACT_OK);
        tacti_pace pace = tacti_pace_make(UINT64_MAX, NULL);
        assert_int_equal(tacti_verify_proof_within(NULL, &ma, &mb, file.proof, &pace, &found),
                         TACT_OK);
        if (!found.is_proven)
            fail_msg("%s: %s", all[i].name, found.text);
        assert_false(found.is_out_of_budget);
        uint64_t work = found.work;
        pace = tacti_pace_make(work, NULL);
        assert_int_equal(tacti_verify_proof_within(NULL, &ma, &mb, file.proof, &pace, &found),
                         TACT_OK);
        assert_true(found.is_proven && found.work == work);
        pace = tacti_pace_make(work - 1, NULL);
        assert_int_equal(tacti_verify_proof_within(NULL, &ma, &mb, file.proof, &pace, &found),
                         TACT_OK);
        assert_true(!found.is_proven && found.is_out_of_budget);
        tact_proof_destroy(file.proof);
        tact_mesh_destroy(a.mesh);
        tact_mesh_destroy(b.mesh);
        free(proof.data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_exact_chains),
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_what_is_refused_at_once),
        cmocka_unit_test(test_patterns_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
