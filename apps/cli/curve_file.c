/* SPDX-License-Identifier: MIT */
/* Curves and patches as files; see curve_file.h. Numbers read back as the same doubles. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "curve_file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "number.h"
#include "progress.h"

typedef void write_set(FILE *to, const tact_curve_set *set);

/* ---- Pieces ------------------------------------------------------------------------------- */

static void write_point(FILE *to, const char *between, tact_vec3 p) {
    char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
    fprintf(to, "%s%s%s%s%s", number_write(p.x, x), between, number_write(p.y, y), between,
            number_write(p.z, z));
}

static uint64_t count_segments(const tact_curve_set *set) {
    const tact_curve *curves = tact_curve_set_view(set).curves;
    uint64_t count = 0;
    for (uint32_t i = 0; i < tact_curve_set_view(set).curve_count; i++)
        count += curves[i].is_closed ? curves[i].count : curves[i].count - 1;
    return count;
}

/* ---- Formats ------------------------------------------------------------------------------ */

static void write_ply(FILE *to, const tact_curve_set *set) {
    uint32_t count = tact_curve_set_view(set).curve_count,
             patch_count = tact_curve_set_view(set).patch_count;
    const uint32_t *order = tact_curve_set_view(set).indices;
    fprintf(to,
            "ply\nformat ascii 1.0\ncomment curves are edges, patches are faces\n"
            "element vertex %" PRIu32 "\nproperty double x\nproperty double y\nproperty double z\n"
            "element edge %" PRIu64 "\nproperty int vertex1\nproperty int vertex2\n"
            "element face %" PRIu32 "\nproperty list uchar int vertex_indices\nend_header\n",
            tact_curve_set_view(set).point_count, count_segments(set), patch_count);
    for (uint32_t i = 0; i < tact_curve_set_view(set).point_count; i++) {
        write_point(to, " ", tact_curve_set_view(set).points[i]);
        fputc('\n', to);
    }
    for (uint32_t i = 0; i < count; i++) {
        const tact_curve *curve = &tact_curve_set_view(set).curves[i];
        const uint32_t *point = &order[curve->first];
        for (uint32_t k = 0; k + 1 < curve->count; k++)
            fprintf(to, "%" PRIu32 " %" PRIu32 "\n", point[k], point[k + 1]);
        if (curve->is_closed)
            fprintf(to, "%" PRIu32 " %" PRIu32 "\n", point[curve->count - 1], point[0]);
    }
    for (uint32_t i = 0; i < patch_count; i++) {
        const tact_patch *patch = &tact_curve_set_view(set).patches[i];
        fprintf(to, "%" PRIu32, patch->count);
        for (uint32_t k = 0; k < patch->count; k++)
            fprintf(to, " %" PRIu32, order[patch->first + k]);
        fputc('\n', to);
    }
}

/* OBJ numbers vertices from 1. */
static void write_obj_element(FILE *to, char letter, const uint32_t *point, uint32_t count) {
    fputc(letter, to);
    for (uint32_t k = 0; k < count; k++)
        fprintf(to, " %" PRIu64, (uint64_t)point[k] + 1);
}

static void write_obj(FILE *to, const tact_curve_set *set) {
    const uint32_t *order = tact_curve_set_view(set).indices;
    fputs("# curves are lines, patches are faces\n", to);
    for (uint32_t i = 0; i < tact_curve_set_view(set).point_count; i++) {
        fputs("v ", to);
        write_point(to, " ", tact_curve_set_view(set).points[i]);
        fputc('\n', to);
    }
    for (uint32_t i = 0; i < tact_curve_set_view(set).curve_count; i++) {
        const tact_curve *curve = &tact_curve_set_view(set).curves[i];
        write_obj_element(to, curve->count == 1 ? 'p' : 'l', &order[curve->first], curve->count);
        if (curve->is_closed)
            fprintf(to, " %" PRIu64, (uint64_t)order[curve->first] + 1);
        fputc('\n', to);
    }
    for (uint32_t i = 0; i < tact_curve_set_view(set).patch_count; i++) {
        const tact_patch *patch = &tact_curve_set_view(set).patches[i];
        write_obj_element(to, 'f', &order[patch->first], patch->count);
        fputc('\n', to);
    }
}

/* One row per point of a curve or patch. */
static void write_rows(FILE *to, const tact_curve_set *set, const char *start, uint32_t first,
                       uint32_t count) {
    const uint32_t *order = tact_curve_set_view(set).indices + first;
    for (uint32_t k = 0; k < count; k++) {
        fprintf(to, "%s,%" PRIu32 ",", start, order[k]);
        write_point(to, ",", tact_curve_set_view(set).points[order[k]]);
        fputc('\n', to);
    }
}

static void write_csv(FILE *to, const tact_curve_set *set) {
    uint32_t lone = 0;
    char start[64];
    fputs("kind,number,closed,point,x,y,z\n", to);
    for (uint32_t i = 0; i < tact_curve_set_view(set).curve_count; i++) {
        const tact_curve *curve = &tact_curve_set_view(set).curves[i];
        if (curve->count == 1)
            snprintf(start, sizeof start, "point,%" PRIu32 ",0", lone++);
        else
            snprintf(start, sizeof start, "curve,%" PRIu32 ",%d", i, curve->is_closed);
        write_rows(to, set, start, curve->first, curve->count);
    }
    for (uint32_t i = 0; i < tact_curve_set_view(set).patch_count; i++) {
        const tact_patch *patch = &tact_curve_set_view(set).patches[i];
        snprintf(start, sizeof start, "patch,%" PRIu32 ",1", i);
        write_rows(to, set, start, patch->first, patch->count);
    }
}

/* ---- Files -------------------------------------------------------------------------------- */

/* Whether text ends in ending; upper case is the same as lower case. */
static bool ends_in(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    if (length < tail)
        return false;
    for (size_t i = 0; i < tail; i++)
        if (tolower((unsigned char)text[length - tail + i]) != ending[i])
            return false;
    return true;
}

/* NULL if the file name has no known extension. */
static write_set *writer_of(const char *path) {
    if (ends_in(path, ".ply"))
        return write_ply;
    if (ends_in(path, ".obj"))
        return write_obj;
    return ends_in(path, ".csv") ? write_csv : NULL;
}

cli_exit curve_file_check(const char *path) {
    if (writer_of(path) != NULL)
        return CLI_OK;
    cli_complain("%s: curves can be written to .ply, .obj and .csv files only", path);
    return CLI_USAGE;
}

/* The whole file as text in memory, to be freed; NULL if there is no memory. */
static char *write_text(const char *path, const tact_curve_set *set, size_t *bytes) {
    char *text = NULL;
    FILE *stream = open_memstream(&text, bytes);
    if (stream == NULL)
        return NULL;
    writer_of(path)(stream, set);
    bool failed = ferror(stream) != 0;
    if (fclose(stream) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}

cli_exit curve_file_write(const char *path, const tact_curve_set *set, const cli_output *output) {
    progress step;
    tact_error error = {.index = TACT_NO_INDEX};
    size_t bytes = 0;
    progress_begin(&step, output, "writing", path);
    char *text = write_text(path, set, &bytes);
    tact_status status = TACT_OUT_OF_MEMORY;
    if (text != NULL)
        status = tact_write_bytes(NULL, path, text, bytes, &error);
    progress_end(&step);
    free(text);
    if (status == TACT_OK)
        return CLI_OK;
    files_complain(path, status, &error);
    return CLI_IO;
}
