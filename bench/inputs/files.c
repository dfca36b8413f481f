/* SPDX-License-Identifier: MIT */
/* Writes the files that bench_io reads into a temporary folder, and removes them at the end. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "files.h"

#include "fail.h"

#include <tact/mesh_generators.h>
#include <tact/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[128];

static void file_path(char path[200], const char *ending) {
    snprintf(path, 200, "%s/knot%s", folder, ending);
}

static void remove_files(void) {
    static const char *const endings[] = {".obj", ".stl", ".ply", ".off"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char path[200];
        file_path(path, endings[i]);
        remove(path);
    }
    rmdir(folder);
}

static void make_folder(void) {
    if (folder[0] != '\0')
        return;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.100s/tact_bench_XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL)
        bench_fail("the folder %s cannot be created", folder);
    atexit(remove_files);
}

static uint32_t write_knot(const char *path, bool is_large) {
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    knot.along = is_large ? 5000 : 250;
    knot.around = is_large ? 100 : 20;
    tact_mesh *mesh;
    bench_must(tact_mesh_create_torus_knot(NULL, &knot, &mesh), "a torus knot");
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_write_desc desc = tact_write_desc_default();
    desc.is_single = true; /* single precision, as in most PLY files */
    tact_error error;
    if (tact_write_file(NULL, path, &arrays, &desc, &error) != TACT_OK)
        bench_fail("%s", error.text);
    tact_mesh_destroy(mesh);
    return arrays.triangle_count;
}

static void make_files(const char *ending, mesh_file *files, size_t count, int32_t *truth) {
    make_folder();
    mesh_file file;
    memset(&file, 0, sizeof file);
    file_path(file.path, ending);
    file.triangle_count = write_knot(file.path, count >= 4096);
    for (size_t i = 0; i < count; i++) {
        files[i] = file;
        truth[i] = (int32_t)file.triangle_count;
    }
}

#define FAMILY(format)                                                                             \
    static void make_##format(bench_rng *rng, void *inputs, size_t count, int32_t *truth) {        \
        (void)rng;                                                                                 \
        make_files("." #format, inputs, count, truth);                                             \
    }                                                                                              \
    const bench_family files_##format = {"files/" #format, "a torus knot in one " #format " file", \
                                         sizeof(mesh_file), make_##format}

FAMILY(obj);
FAMILY(stl);
FAMILY(ply);
FAMILY(off);
