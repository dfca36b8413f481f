/* SPDX-License-Identifier: MIT */
/* A strict reader of the one PLY layout that the data uses: binary little-endian, float x y z, then
 * triangles as one byte 3 and three 32-bit indices. Everything else is refused, even one extra byte
 * at the end. It is not a general PLY reader. */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of a file and how far they are read. */
typedef struct bytes {
    unsigned char *data;
    size_t size, next;
} bytes;

static bool read_file(const char *path, bytes *out) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t capacity = 1 << 16, size = 0;
    unsigned char *data = golden_allocate(capacity, 1);
    for (;;) {
        size += fread(data + size, 1, capacity - size, file);
        if (size < capacity)
            break;
        unsigned char *grown = golden_allocate(capacity, 2);
        memcpy(grown, data, size);
        free(data);
        data = grown;
        capacity *= 2;
    }
    bool good = ferror(file) == 0;
    fclose(file);
    *out = (bytes){data, size, 0};
    return good;
}

/* The next header line without its line break, cut to fit. */
static bool read_header_line(bytes *in, char *line, size_t capacity) {
    size_t length = 0;
    while (in->next < in->size) {
        unsigned char c = in->data[in->next++];
        if (c == '\n') {
            line[length] = '\0';
            return true;
        }
        if (length + 1 < capacity)
            line[length++] = (char)c;
    }
    return false;
}

static bool expect_line(bytes *in, const char *expected) {
    char line[256];
    do {
        if (!read_header_line(in, line, sizeof line))
            return false;
    } while (strncmp(line, "comment ", 8) == 0);
    return strcmp(line, expected) == 0;
}

/* "element vertex 8" and the like. */
static bool expect_count(bytes *in, const char *prefix, uint32_t *count) {
    char line[256];
    do {
        if (!read_header_line(in, line, sizeof line))
            return false;
    } while (strncmp(line, "comment ", 8) == 0);
    size_t length = strlen(prefix);
    if (strncmp(line, prefix, length) != 0 || line[length] < '0' || line[length] > '9')
        return false;
    char *end;
    unsigned long value = strtoul(line + length, &end, 10);
    *count = (uint32_t)value;
    return *end == '\0' && value <= 100000000;
}

static bool read_header(bytes *in, golden_mesh *mesh) {
    return expect_line(in, "ply") && expect_line(in, "format binary_little_endian 1.0") &&
           expect_count(in, "element vertex ", &mesh->vertex_count) &&
           expect_line(in, "property float x") && expect_line(in, "property float y") &&
           expect_line(in, "property float z") &&
           expect_count(in, "element face ", &mesh->face_count) &&
           expect_line(in, "property list uchar int vertex_indices") &&
           expect_line(in, "end_header");
}

static uint32_t read_u32(bytes *in) {
    const unsigned char *p = in->data + in->next;
    in->next += 4;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double read_float(bytes *in) {
    uint32_t bits = read_u32(in);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* The sizes were already compared with the file's size, so no read goes beyond it. */
static bool read_body(bytes *in, golden_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i].x = read_float(in);
        mesh->vertices[i].y = read_float(in);
        mesh->vertices[i].z = read_float(in);
    }
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        if (in->data[in->next++] != 3)
            return false;
        for (int k = 0; k < 3; k++) {
            mesh->faces[i][k] = read_u32(in);
            if (mesh->faces[i][k] >= mesh->vertex_count)
                return false;
        }
    }
    return true;
}

static bool parse(bytes *in, golden_mesh *mesh, const char **why) {
    *why = "the header does not have the layout of the data";
    if (!read_header(in, mesh))
        return false;
    *why = "the size does not match the header";
    if (in->size - in->next != (size_t)mesh->vertex_count * 12 + (size_t)mesh->face_count * 13)
        return false;
    mesh->vertices = golden_allocate(mesh->vertex_count, sizeof *mesh->vertices);
    mesh->faces = golden_allocate(mesh->face_count, sizeof *mesh->faces);
    *why = "a face is not a triangle or uses a vertex that does not exist";
    return read_body(in, mesh);
}

bool golden_ply_read(const char *path, golden_mesh *mesh, const char **why) {
    bytes in = {0};
    *why = GOLDEN_NO_FILE;
    bool good = read_file(path, &in) && parse(&in, mesh, why);
    free(in.data);
    if (!good)
        golden_mesh_free(mesh);
    return good;
}
