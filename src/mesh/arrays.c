/* SPDX-License-Identifier: MIT */
/* Raw arrays from outside. Everything is read with memcpy, which works for any stride on every
 * machine; compilers turn it into plain loads. Arrays are processed in blocks that stay in the
 * first-level cache, so that checking a copied block does not read memory again. */
#include "mesh/arrays.h"

#include <string.h>

#include "base/assert.h"
#include "base/alloc.h"

/* Triangles per block: 12 KiB of vertex numbers. */
#define BLOCK 1024

static tact_status refuse(tact_error *error, const char *text) {
    return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX, "%s", text);
}

tact_status tacti_arrays_check(const tact_mesh_arrays *arrays, tact_error *error) {
    if (arrays == NULL)
        return refuse(error, "no arrays were given");
    if (arrays->positions == NULL && arrays->vertex_count > 0)
        return refuse(error, "there are vertices but no positions");
    if (arrays->position_type != TACT_NUMBER_FLOAT64 &&
        arrays->position_type != TACT_NUMBER_FLOAT32)
        return refuse(error, "the positions have an unknown number type");
    if (arrays->parts == NULL && arrays->part_count > 0)
        return refuse(error, "part_count is not 0, but no parts were given");
    return TACT_OK;
}

tact_status tacti_arrays_check_parts(const tact_mesh_arrays *arrays, tact_error *error) {
    for (uint32_t i = 0; i < arrays->part_count; i++) {
        const tact_mesh_part *part = &arrays->parts[i];
        uint64_t end = (uint64_t)part->first + part->count;
        if (end > arrays->triangle_count)
            return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, i,
                                   "part %lu ends before triangle %llu, there are %lu triangles",
                                   (unsigned long)i, (unsigned long long)end,
                                   (unsigned long)arrays->triangle_count);
    }
    return TACT_OK;
}

size_t tacti_arrays_names_bytes(const tact_mesh_arrays *arrays) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < arrays->part_count; i++) {
        const char *name = arrays->parts[i].name;
        if (!tacti_add(bytes, name != NULL ? strlen(name) + 1 : 1, &bytes))
            return SIZE_MAX;
    }
    return bytes;
}

void tacti_arrays_copy_parts(const tact_mesh_arrays *arrays, tact_mesh_part *parts, char *names) {
    for (uint32_t i = 0; i < arrays->part_count; i++) {
        const tact_mesh_part *from = &arrays->parts[i];
        const char *name = from->name != NULL ? from->name : "";
        size_t bytes = strlen(name) + 1;
        memcpy(names, name, bytes);
        parts[i] = (tact_mesh_part){names, from->first, from->count};
        names += bytes;
    }
}

/* ---- Positions ----------------------------------------------------------------------------- */

static void copy_doubles(const unsigned char *from, size_t stride, uint32_t count, tact_vec3 *out) {
    if (stride == sizeof *out) {
        memcpy(out, from, count * sizeof *out);
        return;
    }
    for (uint32_t i = 0; i < count; i++, from += stride)
        memcpy(&out[i], from, sizeof *out);
}

static void copy_floats(const unsigned char *from, size_t stride, uint32_t count, tact_vec3 *out) {
    for (uint32_t i = 0; i < count; i++, from += stride) {
        float p[3];
        memcpy(p, from, sizeof p);
        out[i] = (tact_vec3){(double)p[0], (double)p[1], (double)p[2]};
    }
}

void tacti_arrays_copy_positions(const tact_mesh_arrays *arrays, uint32_t begin, uint32_t end,
                                 tact_vec3 *out) {
    TACTI_ASSERT(begin <= end && end <= arrays->vertex_count);
    if (begin == end)
        return;
    bool is_double = arrays->position_type == TACT_NUMBER_FLOAT64;
    size_t stride = arrays->position_stride;
    if (stride == 0)
        stride = is_double ? 3 * sizeof(double) : 3 * sizeof(float);
    const unsigned char *from = (const unsigned char *)arrays->positions + begin * stride;
    if (is_double)
        copy_doubles(from, stride, end - begin, out);
    else
        copy_floats(from, stride, end - begin, out);
}

/* ---- Vertex numbers ------------------------------------------------------------------------ */

static void imply_indices(uint64_t first, size_t count, uint32_t *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = first + i < UINT32_MAX ? (uint32_t)(first + i) : UINT32_MAX;
}

void tacti_arrays_copy_indices(const tact_mesh_arrays *arrays, uint32_t begin, uint32_t end,
                               uint32_t *out) {
    TACTI_ASSERT(begin <= end && end <= arrays->triangle_count);
    size_t count = end - begin;
    if (count == 0)
        return;
    if (arrays->indices == NULL) {
        imply_indices((uint64_t)begin * 3, count * 3, out);
        return;
    }
    const size_t row = 3 * sizeof(uint32_t);
    size_t stride = arrays->index_stride != 0 ? arrays->index_stride : row;
    const unsigned char *from = (const unsigned char *)arrays->indices + begin * stride;
    if (stride == row) {
        memcpy(out, from, count * row);
        return;
    }
    for (size_t i = 0; i < count; i++, from += stride)
        memcpy(out + 3 * i, from, row);
}

static tact_status refuse_triangle(const tact_mesh_arrays *arrays, tact_error *error,
                                   uint32_t triangle, const uint32_t *corners) {
    if (arrays->indices == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, triangle,
                               "triangle %lu needs vertices %llu to %llu, there are %lu",
                               (unsigned long)triangle, 3ULL * triangle, 3ULL * triangle + 2,
                               (unsigned long)arrays->vertex_count);
    uint32_t wrong = corners[0];
    for (int k = 2; k >= 0; k--)
        if (corners[k] >= arrays->vertex_count)
            wrong = corners[k];
    return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, triangle,
                           "triangle %lu uses vertex %lu, there are %lu", (unsigned long)triangle,
                           (unsigned long)wrong, (unsigned long)arrays->vertex_count);
}

tact_status tacti_arrays_take_indices(const tact_mesh_arrays *arrays, tact_error *error,
                                      uint32_t *out, unsigned char *used) {
    uint32_t vertex_count = arrays->vertex_count;
    uint32_t triangle_count = arrays->triangle_count;
    const uint32_t *taken = out != NULL ? out : arrays->indices;
    for (uint32_t begin = 0, end; begin < triangle_count; begin = end) {
        end = triangle_count - begin > BLOCK ? begin + BLOCK : triangle_count;
        if (out != NULL)
            tacti_arrays_copy_indices(arrays, begin, end, out + (size_t)begin * 3);
        for (uint32_t i = begin; i < end; i++) {
            const uint32_t *v = taken + (size_t)i * 3;
            if (v[0] >= vertex_count || v[1] >= vertex_count || v[2] >= vertex_count)
                return refuse_triangle(arrays, error, i, v);
            if (used != NULL)
                used[v[0]] = used[v[1]] = used[v[2]] = 1;
        }
    }
    return TACT_OK;
}

bool tacti_arrays_can_be_borrowed(const tact_mesh_arrays *arrays) {
    return arrays->position_type == TACT_NUMBER_FLOAT64 &&
           (arrays->position_stride == 0 || arrays->position_stride == sizeof(tact_vec3)) &&
           arrays->indices != NULL &&
           (arrays->index_stride == 0 || arrays->index_stride == 3 * sizeof(uint32_t)) &&
           (uintptr_t)arrays->positions % _Alignof(tact_vec3) == 0;
}
