/* SPDX-License-Identifier: MIT */
/* What every fuzzer of a file format does: read any bytes. If they are a mesh, check the arrays,
 * examine them, and create a mesh, which may fail only because of non-finite numbers. */
#ifndef TACT_FUZZ_READ_AND_CHECK_H
#define TACT_FUZZ_READ_AND_CHECK_H

#include <tact/tact.h>

#include <stdlib.h>
#include <string.h>

static inline void fuzz_require(bool is_true) {
    if (!is_true)
        abort();
}

/* Readers must return valid vertex numbers, parts and faces. */
static inline void fuzz_check_arrays(const tact_mesh_arrays *arrays) {
    for (uint32_t i = 0; arrays->indices != NULL && i < arrays->triangle_count; i++)
        for (uint32_t k = 0; k < 3; k++)
            fuzz_require(arrays->indices[3 * (size_t)i + k] < arrays->vertex_count);
    if (arrays->indices == NULL)
        fuzz_require((uint64_t)arrays->triangle_count * 3 <= arrays->vertex_count);
    for (uint32_t i = 0; i < arrays->part_count; i++) {
        fuzz_require(arrays->parts[i].name == NULL || strlen(arrays->parts[i].name) < SIZE_MAX);
        fuzz_require((uint64_t)arrays->parts[i].first + arrays->parts[i].count <=
                     arrays->triangle_count);
    }
}

static inline void fuzz_read_as(const uint8_t *data, size_t size, tact_format format) {
    tact_soup *soup = NULL;
    tact_error error;
    memset(&error, 0, sizeof error);
    tact_status status = tact_read_memory(NULL, data, size, format, "fuzz", &error, &soup);
    if (status != TACT_OK) {
        fuzz_require(soup == NULL && error.status == status && error.text[0] != '\0');
        fuzz_require(memchr(error.text, '\0', sizeof error.text) != NULL);
        return;
    }
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    fuzz_check_arrays(&arrays);
    tact_mesh_report report;
    fuzz_require(tact_mesh_examine(NULL, &arrays, &report) == TACT_OK);
    fuzz_require(report.out_of_range.count == 0);
    tact_mesh *mesh = NULL;
    status = tact_mesh_create(NULL, &arrays, &error, &mesh);
    fuzz_require(status == (report.not_finite.count > 0 ? TACT_NOT_FINITE : TACT_OK));
    tact_mesh_destroy(mesh);
    tact_soup_destroy(soup);
}

/* Reads the bytes as the given format, and as the detected one. */
static inline void fuzz_read_and_check(const uint8_t *data, size_t size, tact_format format) {
    fuzz_read_as(data, size, format);
    fuzz_read_as(data, size, TACT_FORMAT_AUTO);
}

#endif
