/* SPDX-License-Identifier: MIT */
/* The faces of a PLY file. Polygons become fans around their first corner, and their triangles keep
 * the number of the face. Faces with fewer than three corners have no triangle but are counted. The
 * number -1 ends a strip, and every other triangle of a strip is turned around.
 *
 * The most common layout, triangles with 32-bit numbers in our byte order, is read by a loop
 * without branches that only detects anything unusual. In that case the general method starts
 * again, which handles every layout and reports errors. */
#include "base/assert.h"
#include "io/ply.h"

/* Faces that are read before the loop checks for anything unusual. */
#define BATCH 4096

/* Face numbers are stored only from the first face that is not a triangle. */
static tact_status start_faces(ply_file *file) {
    size_t count = file->indices.count / 3;
    uint32_t *faces = ply_numbers_extend(&file->faces, count);
    if (faces == NULL)
        return tacti_source_no_memory(file->source, file->error);
    for (size_t i = 0; i < count; i++)
        faces[i] = (uint32_t)i;
    file->has_faces = true;
    return TACT_OK;
}

static tact_status push_triangle(ply_file *file, uint32_t a, uint32_t b, uint32_t c) {
    if (file->indices.count / 3 >= UINT32_MAX || file->face_count >= UINT32_MAX)
        return tacti_error_set(file->error, TACT_TOO_LARGE, 0, TACT_NO_INDEX,
                               "%s: more than 2^32 - 1 triangles or faces", file->source->name);
    TACTI_ASSERT(a < file->vertex_count && b < file->vertex_count && c < file->vertex_count);
    uint32_t *corners = ply_numbers_extend(&file->indices, 3);
    if (corners == NULL ||
        (file->has_faces && ply_numbers_push(&file->faces, (uint32_t)file->face_count) != TACT_OK))
        return tacti_source_no_memory(file->source, file->error);
    corners[0] = a;
    corners[1] = b;
    corners[2] = c;
    return TACT_OK;
}

static tact_status next_vertex(ply_file *file, const ply_property *list, uint64_t face,
                               int64_t least, int64_t *vertex) {
    size_t before = file->at;
    tact_status status = tacti_ply_next_integer(file, list->type, face, vertex);
    if (status != TACT_OK || (*vertex >= least && *vertex < (int64_t)file->vertex_count))
        return status;
    /* In text, blanks before the number may start on an earlier line. */
    while (file->encoding == PLY_TEXT && tacti_is_space(file->source->data[before]))
        before++;
    return tacti_source_fail(ply_place(file, before), file->error, face,
                             "%s %llu uses vertex %lld, the file has %lu (numbered from 0)",
                             file->member_name, (unsigned long long)face, (long long)*vertex,
                             (unsigned long)file->vertex_count);
}

static tact_status read_polygon(ply_file *file, const ply_property *list, uint64_t face) {
    uint64_t count;
    tact_status status = tacti_ply_next_count(file, list, face, &count);
    if (status == TACT_OK && count != 3 && !file->has_faces)
        status = start_faces(file);
    int64_t first = 0, previous = 0, vertex = 0;
    for (uint64_t i = 0; i < count && status == TACT_OK; i++) {
        status = next_vertex(file, list, face, 0, &vertex);
        if (status == TACT_OK && i >= 2)
            status = push_triangle(file, (uint32_t)first, (uint32_t)previous, (uint32_t)vertex);
        if (i == 0)
            first = vertex;
        previous = vertex;
    }
    if (status != TACT_OK)
        return status;
    file->too_small_count += count < 3;
    file->face_count++;
    return TACT_OK;
}

/* Each triangle of a strip is its own face. */
static tact_status read_strip(ply_file *file, const ply_property *list, uint64_t strip) {
    uint64_t count;
    tact_status status = tacti_ply_next_count(file, list, strip, &count);
    int64_t a = 0, b = 0, vertex = 0;
    uint64_t length = 0; /* corners since the last cut */
    for (uint64_t i = 0; i < count && status == TACT_OK; i++) {
        status = next_vertex(file, list, strip, -1, &vertex);
        if (status != TACT_OK)
            return status;
        if (vertex < 0) {
            length = 0;
            continue;
        }
        if (length >= 2) {
            bool is_turned = length % 2 == 1;
            status = push_triangle(file, (uint32_t)(is_turned ? b : a),
                                   (uint32_t)(is_turned ? a : b), (uint32_t)vertex);
            file->face_count++;
        }
        a = b;
        b = vertex;
        length++;
    }
    return status;
}

static tact_status read_members(ply_file *file, const ply_element *element) {
    const ply_property *properties = ply_element_properties(file, element);
    for (uint64_t i = 0; i < element->count; i++) {
        for (size_t k = 0; k < element->property_count; k++) {
            const ply_property *property = &properties[k];
            tact_status status;
            if (property->role != PLY_ROLE_CORNERS)
                status = tacti_ply_skip(file, property, i);
            else if (element->kind == PLY_KIND_FACE)
                status = read_polygon(file, property, i);
            else
                status = read_strip(file, property, i);
            if (status != TACT_OK)
                return status;
        }
    }
    return TACT_OK;
}

/* Where the list is in a member, if it is the only list and a triangle. */
typedef struct ply_triangle_layout {
    size_t before; /* bytes before the list */
    size_t stride; /* bytes of a member */
    bool is_signed;
} ply_triangle_layout;

static bool find_triangle_layout(const ply_file *file, const ply_element *element,
                                 ply_triangle_layout *out) {
    if (file->encoding == PLY_TEXT || element->list_count != 1 ||
        (file->encoding == PLY_LITTLE_ENDIAN) != tacti_host_is_little_endian())
        return false;
    const ply_property *properties = ply_element_properties(file, element);
    size_t offset = 0;
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &properties[i];
        if (property->role != PLY_ROLE_CORNERS) {
            offset += ply_type_bytes(property->type);
            continue;
        }
        if (ply_type_bytes(property->count_type) != 1 || ply_type_bytes(property->type) != 4)
            return false;
        out->before = offset;
        out->is_signed = property->type == PLY_INT32;
        offset += 1 + 3 * 4;
    }
    out->stride = offset;
    return offset > 0;
}

/* Copies triangles and returns whether all were triangles with vertices below the limit. */
static bool copy_triangles(const unsigned char *from, size_t stride, size_t count, uint32_t limit,
                           uint32_t *to) {
    uint32_t largest = 0;
    unsigned int unusual = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *p = from + i * stride;
        uint32_t v[3];
        memcpy(v, p + 1, sizeof v);
        unusual |= p[0] ^ 3u;
        largest = v[0] > largest ? v[0] : largest;
        largest = v[1] > largest ? v[1] : largest;
        largest = v[2] > largest ? v[2] : largest;
        memcpy(to + 3 * i, v, sizeof v);
    }
    return unusual == 0 && largest < limit;
}

/* Reads all faces if they are ordinary triangles. Otherwise *is_done is false and nothing has
 * changed. */
static tact_status try_triangles(ply_file *file, const ply_element *element, bool *is_done) {
    ply_triangle_layout layout = {0};
    *is_done = false;
    if (element->kind != PLY_KIND_FACE || file->vertex_count == 0 || element->count >= UINT32_MAX ||
        file->indices.count > 0 || !find_triangle_layout(file, element, &layout) ||
        element->count > (file->source->bytes - file->at) / layout.stride)
        return TACT_OK;
    size_t count = (size_t)element->count;
    size_t numbers;
    if (!tacti_multiply(count, 3, &numbers) || ply_numbers_extend(&file->indices, numbers) == NULL)
        return tacti_source_no_memory(file->source, file->error);
    uint32_t limit = file->vertex_count;
    if (layout.is_signed && limit > (uint32_t)INT32_MAX + 1)
        limit = (uint32_t)INT32_MAX + 1;
    const unsigned char *from = file->source->data + file->at + layout.before;
    for (size_t i = 0; i < count; i += BATCH) {
        size_t batch = count - i < BATCH ? count - i : BATCH;
        if (!copy_triangles(from + i * layout.stride, layout.stride, batch, limit,
                            file->indices.items + 3 * i)) {
            file->indices.count = 0;
            return TACT_OK;
        }
    }
    file->at += count * layout.stride;
    TACTI_ASSERT(file->at <= file->source->bytes && file->indices.count == 3 * count);
    file->face_count = element->count;
    *is_done = true;
    return TACT_OK;
}

/* Reserves memory for the triangles, assuming that most faces are triangles. */
static tact_status reserve_triangles(ply_file *file, const ply_element *element) {
    size_t left = file->source->bytes - file->at;
    size_t least = element->least_bytes + (file->encoding == PLY_TEXT ? 6 : 3);
    uint64_t count = element->count < left / least ? element->count : left / least;
    size_t numbers;
    if (!tacti_multiply((size_t)count, 3, &numbers) ||
        !tacti_add(numbers, file->indices.count, &numbers) ||
        ply_numbers_reserve(&file->indices, numbers) != TACT_OK)
        return tacti_source_no_memory(file->source, file->error);
    return TACT_OK;
}

tact_status tacti_ply_read_faces(ply_file *file, const ply_element *element) {
    bool is_done;
    tact_status status = try_triangles(file, element, &is_done);
    if (status != TACT_OK || is_done)
        return status;
    status = reserve_triangles(file, element);
    if (status == TACT_OK)
        status = read_members(file, element);
    return status;
}

tact_status tacti_ply_read_strips(ply_file *file, const ply_element *element) {
    return read_members(file, element);
}
