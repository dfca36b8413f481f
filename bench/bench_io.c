/* SPDX-License-Identifier: MIT */
/* Reading files of 1,000,000 triangles, compared with assimp, and with read(2) of the same bytes
 * into fresh memory, which is the lower bound of a reader. The promises: OBJ takes at most a fifth
 * of assimp's time with joined vertices; binary PLY and STL take at most three times as long as
 * read(2).
 */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"
#include "files.h"

#ifdef TACT_BENCH_HAS_ASSIMP
#include "assimp.h"
#endif

#include <tact/io.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void run_tact(const void *inputs, size_t count, bench_answers answers) {
    const mesh_file *files = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_soup *soup = NULL;
        if (tact_read_file(NULL, files[i].path, TACT_FORMAT_AUTO, NULL, &soup) == TACT_OK)
            answers.verdict[i] = (int32_t)tact_soup_arrays(soup).triangle_count;
        tact_soup_destroy(soup);
    }
}

/* Reads a file and creates a mesh from it. */
static void run_tact_mesh(const void *inputs, size_t count, bench_answers answers) {
    const mesh_file *files = inputs;
    for (size_t i = 0; i < count; i++) {
        tact_soup *soup = NULL;
        tact_mesh *mesh = NULL;
        if (tact_read_file(NULL, files[i].path, TACT_FORMAT_AUTO, NULL, &soup) == TACT_OK) {
            tact_mesh_arrays arrays = tact_soup_arrays(soup);
            if (tact_mesh_create(NULL, &arrays, NULL, &mesh) == TACT_OK)
                answers.verdict[i] = (int32_t)tact_mesh_triangle_count(mesh);
        }
        tact_mesh_destroy(mesh);
        tact_soup_destroy(soup);
    }
}

/* Reads the whole file into newly allocated memory. */
static void run_read2(const void *inputs, size_t count, bench_answers answers) {
    const mesh_file *files = inputs;
    for (size_t i = 0; i < count; i++) {
        int file = open(files[i].path, O_RDONLY);
        struct stat status;
        if (file < 0 || fstat(file, &status) != 0)
            continue;
        size_t size = (size_t)status.st_size, done = 0;
        char *memory = malloc(size);
        while (memory != NULL && done < size) {
            ssize_t got = read(file, memory + done, size - done);
            if (got <= 0)
                break;
            done += (size_t)got;
        }
        if (done == size)
            answers.verdict[i] = (int32_t)files[i].triangle_count;
        free(memory);
        close(file);
    }
}

static const bench_contender contenders[] = {
    {.name = "tact", .run = run_tact, .count_limit = 1},
    {.name = "tact, to a mesh", .run = run_tact_mesh, .count_limit = 1},
    {.name = "read(2)", .run = run_read2, .count_limit = 1},
#ifdef TACT_BENCH_HAS_ASSIMP
    {.name = "assimp", .run = peer_assimp_read, .count_limit = 1},
    {.name = "assimp, joined", .run = peer_assimp_read_joined, .count_limit = 1},
#endif
};

#define CASE(format)                                                                               \
    .name = "read/" #format, .family = &files_##format, .contenders = contenders,                  \
    .contender_count = sizeof contenders / sizeof contenders[0]

static const bench_case cases[] = {
    {CASE(obj), .bar = {"assimp, joined", 0.2}},
    {CASE(ply), .bar = {"read(2)", 3}},
    {CASE(stl), .bar = {"read(2)", 3}},
    {CASE(off)},
};

int main(int argc, char **argv) {
    return bench_main(argc, argv, "bench_io", cases, sizeof cases / sizeof cases[0]);
}
