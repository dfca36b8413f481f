/* SPDX-License-Identifier: MIT */
/* Tests the judge of self_intersections.txt (judge_self.c): makes a folder of ground truth for
 * meshes full of repeated corners, collinear corners, points and duplicates, and runs the golden
 * tests on it. The truth comes from rational arithmetic over all pairs of triangles and shares no
 * code with the judge. Then one number of the truth is made wrong, and the golden tests must report
 * it. Usage: test_judge_degenerate TEST_GOLDEN */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "oracle_triangle.h"

#define VERTICES 20
#define TRIANGLES 24

static const char *golden_program;
static char folder[] = "/tmp/tact-degenerate-XXXXXX";

/* Corners on a small lattice, so that whole numbers decide what is collinear. */
typedef struct lattice_mesh {
    int vertex[VERTICES][3];
    uint32_t index[TRIANGLES][3];
} lattice_mesh;

/* Triangles of every kind: with three different corner numbers, with a number twice or three times,
 * and with two numbers at one position (the last vertices repeat positions of the first ones). */
static void make_mesh(test_rng *rng, lattice_mesh *mesh) {
    for (uint32_t i = 0; i < VERTICES; i++)
        for (int k = 0; k < 3; k++)
            mesh->vertex[i][k] = i < VERTICES / 2 ? (int)test_rng_below(rng, k < 2 ? 4 : 2)
                                                  : mesh->vertex[i - VERTICES / 2][k];
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        uint32_t *index = mesh->index[i];
        for (int k = 0; k < 3; k++)
            index[k] = test_rng_below(rng, VERTICES);
        uint32_t kind = test_rng_below(rng, 8);
        if (kind <= 2)
            index[kind] = index[(kind + 1) % 3];
        else if (kind == 3)
            index[0] = index[1] = index[2];
        else if (kind == 4 && i > 0)
            memcpy(index, mesh->index[test_rng_below(rng, i)], sizeof mesh->index[i]);
    }
}

static tact_triangle triangle_at(const lattice_mesh *mesh, uint32_t number) {
    tact_triangle t;
    for (int k = 0; k < 3; k++) {
        const int *p = mesh->vertex[mesh->index[number][k]];
        t.v[k] = (tact_vec3){p[0], p[1], p[2]};
    }
    return t;
}

static bool is_degenerate(const lattice_mesh *mesh, uint32_t number) {
    const int *p[3];
    int u[3], v[3];
    for (int k = 0; k < 3; k++)
        p[k] = mesh->vertex[mesh->index[number][k]];
    for (int k = 0; k < 3; k++) {
        u[k] = p[1][k] - p[0][k];
        v[k] = p[2][k] - p[0][k];
    }
    return u[0] * v[1] == u[1] * v[0] && u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2];
}

/* Corners matched one to one: for each position, the smaller of the two triangles' counts. */
static uint32_t shared_corners(const lattice_mesh *mesh, uint32_t a, uint32_t b) {
    uint32_t shared = 0;
    for (int x = 0; x < 4; x++)
        for (int y = 0; y < 4; y++)
            for (int z = 0; z < 2; z++) {
                uint32_t count[2] = {0, 0};
                for (int k = 0; k < 6; k++) {
                    const int *p = mesh->vertex[mesh->index[k < 3 ? a : b][k % 3]];
                    count[k / 3] += p[0] == x && p[1] == y && p[2] == z;
                }
                shared += count[0] < count[1] ? count[0] : count[1];
            }
    return shared;
}

/* The data's hash of a pair. */
static uint64_t mix(uint64_t i, uint64_t j) {
    uint64_t x = (i << 32 | j) + 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

typedef struct self_truth {
    uint64_t degenerate, shared[4], self_pairs, hash;
} self_truth;

static self_truth find_truth(const lattice_mesh *mesh) {
    self_truth truth = {0};
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        truth.degenerate += is_degenerate(mesh, i);
        for (uint32_t j = i + 1; j < TRIANGLES; j++) {
            tact_triangle a = triangle_at(mesh, i), b = triangle_at(mesh, j);
            int dimension = oracle_triangle_intersect(&a, &b).dimension;
            if (dimension < 0)
                continue;
            uint32_t shared = shared_corners(mesh, i, j);
            truth.shared[shared]++;
            /* A point at a shared corner is proper, and so is a segment at a shared edge. */
            bool is_proper = !is_degenerate(mesh, i) && !is_degenerate(mesh, j) &&
                             ((shared == 1 && dimension == 0) || (shared == 2 && dimension == 1));
            if (!is_proper) {
                truth.self_pairs++;
                truth.hash += mix(i, j);
            }
        }
    }
    return truth;
}

/* ---- The folder --------------------------------------------------------------------------- */

static FILE *open_below(const char *name, const char *mode) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

static void put_u32(FILE *file, uint32_t x) {
    for (int i = 0; i < 4; i++)
        fputc((int)(x >> (8 * i) & 0xff), file);
}

static void write_mesh(const char *name, const lattice_mesh *mesh) {
    char path[80];
    snprintf(path, sizeof path, "meshes/%s.ply", name);
    FILE *file = open_below(path, "wb");
    fprintf(file,
            "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\n"
            "property float y\nproperty float z\nelement face %d\n"
            "property list uchar int vertex_indices\nend_header\n",
            VERTICES, TRIANGLES);
    for (uint32_t i = 0; i < VERTICES; i++)
        for (int k = 0; k < 3; k++) {
            float x = (float)mesh->vertex[i][k];
            uint32_t bits;
            memcpy(&bits, &x, sizeof bits);
            put_u32(file, bits);
        }
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        fputc(3, file);
        for (int k = 0; k < 3; k++)
            put_u32(file, mesh->index[i][k]);
    }
    assert_int_equal(fclose(file), 0);
}

static void write_line(FILE *file, const char *name, const self_truth *t) {
    const uint64_t *n = t->shared;
    fprintf(file, "%s %d %d %" PRIu64 " %" PRIu64, name, VERTICES, TRIANGLES, t->degenerate,
            TRIANGLES + 2 * (n[0] + n[1] + n[2] + n[3]));
    fprintf(file, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, n[0], n[1], n[2], n[3]);
    fprintf(file, " %" PRIu64 " %016" PRIx64 "\n", t->self_pairs, t->hash);
}

/* The exit status of the golden tests on the folder; what they print goes to a file in it. */
static int run_golden(void) {
    char command[600];
    snprintf(command, sizeof command, "TACT_DATA='%s' '%s' self_intersections >'%s/out' 2>&1",
             folder, golden_program, folder);
    int status = system(command);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void show_output(void) {
    FILE *file = open_below("out", "r");
    for (int c; (c = fgetc(file)) != EOF;)
        putchar(c);
    fclose(file);
}

static int make_folder(void **state) {
    (void)state;
    char meshes[200];
    assert_non_null(mkdtemp(folder));
    snprintf(meshes, sizeof meshes, "%s/meshes", folder);
    return mkdir(meshes, 0700);
}

static int remove_folder(void **state) {
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- Tests -------------------------------------------------------------------------------- */

static void degenerate_meshes_are_judged_right(void **state) {
    (void)state;
    test_rng rng = test_rng_start("degenerate_meshes");
    uint64_t count = test_case_count(60, 2000);
    self_truth truth = {0};
    uint64_t degenerate = 0, both_repeat = 0;
    lattice_mesh mesh;
    char name[32] = "";
    FILE *file = open_below("self_intersections.txt", "w");
    for (uint64_t i = 0; i < count; i++) {
        make_mesh(&rng, &mesh);
        snprintf(name, sizeof name, "mesh%" PRIu64, i);
        truth = find_truth(&mesh);
        degenerate += truth.degenerate;
        both_repeat += truth.shared[3];
        write_mesh(name, &mesh);
        write_line(file, name, &truth);
    }
    assert_int_equal(fclose(file), 0);
    assert_true(degenerate > count && both_repeat > count);
    int status = run_golden();
    if (status != 0)
        show_output();
    assert_int_equal(status, 0);

    /* One pair more with one shared corner, and one pair less with two: the sums stay the same. */
    truth.shared[1]++;
    truth.shared[2]--;
    file = open_below("self_intersections.txt", "w");
    write_line(file, name, &truth);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(run_golden(), 1);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s TEST_GOLDEN\n", argv[0]);
        return 2;
    }
    golden_program = argv[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(degenerate_meshes_are_judged_right)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
