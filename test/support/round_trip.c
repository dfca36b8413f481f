/* SPDX-License-Identifier: MIT */
/* Round trips through files; see round_trip.h. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700

#include "round_trip.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A coordinate of a vertex as a double, whatever its type. */
static double coordinate(const tact_mesh_arrays *arrays, uint32_t vertex, int axis) {
    size_t size = arrays->position_type == TACT_NUMBER_FLOAT32 ? sizeof(float) : sizeof(double);
    size_t stride = arrays->position_stride != 0 ? arrays->position_stride : 3 * size;
    const char *place = (const char *)arrays->positions + vertex * stride + (size_t)axis * size;
    float single;
    double number;
    if (arrays->position_type == TACT_NUMBER_FLOAT32) {
        memcpy(&single, place, sizeof single);
        return (double)single;
    }
    memcpy(&number, place, sizeof number);
    return number;
}

static uint32_t corner(const tact_mesh_arrays *arrays, uint32_t triangle, int i) {
    size_t at = 3 * (size_t)triangle + (size_t)i;
    return arrays->indices != NULL ? arrays->indices[at] : (uint32_t)at;
}

static bool is_same_vertex(const tact_mesh_arrays *a, uint32_t i, const tact_mesh_arrays *b,
                           uint32_t j) {
    for (int axis = 0; axis < 3; axis++) {
        double x = coordinate(a, i, axis), y = coordinate(b, j, axis);
        if (memcmp(&x, &y, sizeof x) != 0)
            return false;
    }
    return true;
}

static bool has_same_numbers(const tact_mesh_arrays *a, const tact_mesh_arrays *b, char why[160]) {
    if (a->vertex_count != b->vertex_count || a->triangle_count != b->triangle_count) {
        snprintf(why, 160, "%" PRIu32 " vertices and %" PRIu32 " triangles were read back",
                 b->vertex_count, b->triangle_count);
        return false;
    }
    for (uint32_t i = 0; i < a->vertex_count; i++)
        if (!is_same_vertex(a, i, b, i)) {
            snprintf(why, 160, "vertex %" PRIu32 " differs", i);
            return false;
        }
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (corner(a, i, k) != corner(b, i, k)) {
                snprintf(why, 160, "triangle %" PRIu32 " differs", i);
                return false;
            }
    return true;
}

/* STL keeps the triangles' corners but no vertex numbers. */
static bool has_same_triangles(const tact_mesh_arrays *a, const tact_mesh_arrays *b,
                               char why[160]) {
    if (a->triangle_count != b->triangle_count) {
        snprintf(why, 160, "%" PRIu32 " triangles were read back", b->triangle_count);
        return false;
    }
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            if (!is_same_vertex(a, corner(a, i, k), b, corner(b, i, k))) {
                snprintf(why, 160, "triangle %" PRIu32 " differs", i);
                return false;
            }
    return true;
}

static bool has_only_floats(const tact_mesh_arrays *arrays) {
    for (uint32_t i = 0; i < arrays->vertex_count; i++)
        for (int axis = 0; axis < 3; axis++) {
            double x = coordinate(arrays, i, axis);
            if ((double)(float)x != x)
                return false;
        }
    return true;
}

static bool survives(const tact_mesh_arrays *arrays, const char *path, const tact_write_desc *desc,
                     char why[160]) {
    tact_error error;
    tact_soup *soup = NULL;
    if (tact_write_file(NULL, path, arrays, desc, &error) != TACT_OK ||
        tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup) != TACT_OK) {
        snprintf(why, 160, "%.150s", error.text);
        remove(path);
        return false;
    }
    tact_mesh_arrays back = tact_soup_arrays(soup);
    bool is_same = strstr(path, ".stl") != NULL ? has_same_triangles(arrays, &back, why)
                                                : has_same_numbers(arrays, &back, why);
    tact_soup_destroy(soup);
    remove(path);
    return is_same;
}

bool round_trip_is_exact(const tact_mesh_arrays *arrays, char why[160]) {
    static const struct {
        const char *ending;
        bool is_text;
    } ways[] = {{".obj", false}, {".off", false}, {".ply", false}, {".ply", true}, {".stl", false}};
    char folder[100], path[128], reason[160];
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.70s/tact_trip_XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL) {
        snprintf(why, 160, "cannot create a folder in %.70s", parent != NULL ? parent : "/tmp");
        return false;
    }
    bool is_exact = true;
    for (size_t i = 0; is_exact && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].ending, ".stl") == 0 && !has_only_floats(arrays))
            continue;
        tact_write_desc desc = tact_write_desc_default();
        desc.is_text = ways[i].is_text;
        snprintf(path, sizeof path, "%s/mesh%s", folder, ways[i].ending);
        is_exact = survives(arrays, path, &desc, reason);
        if (!is_exact)
            snprintf(why, 160, "%s%s: %.140s", ways[i].ending, ways[i].is_text ? " (text)" : "",
                     reason);
    }
    rmdir(folder);
    return is_exact;
}
