/* SPDX-License-Identifier: MIT */
/* Meshes: create one from your own arrays, examine invalid arrays, write a file and read it back.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* Float coordinates, each followed by a colour: a stride says where the next vertex is. */
typedef struct vertex {
    float position[3];
    uint32_t color;
} vertex;

static const vertex corners[] = {
    {{0, 0, 0}, 0xff0000}, {{1, 0, 0}, 0x00ff00}, {{0, 1, 0}, 0x0000ff}, {{0, 0, 1}, 0xffffff}};

/* A tetrahedron, each face counterclockwise seen from outside. */
static const uint32_t faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};

static tact_mesh_arrays tetrahedron(uint32_t triangle_count) {
    return (tact_mesh_arrays){
        .positions = corners,
        .position_type = TACT_NUMBER_FLOAT32,
        .position_stride = sizeof(vertex),
        .vertex_count = 4,
        .indices = faces,
        .triangle_count = triangle_count,
    };
}

static bool examine(const char *name, const tact_mesh_arrays *arrays) {
    tact_mesh_report report;
    if (tact_mesh_examine(NULL, arrays, &report) != TACT_OK)
        return false;
    printf("%s: %" PRIu32 " triangles, %s, volume %g\n", name, report.triangle_count,
           report.is_closed ? "closed" : "open", report.volume);
    if (report.open_edges.count > 0)
        printf("  %" PRIu32 " open edges, the first at triangle %" PRIu32 "\n",
               report.open_edges.count, report.open_edges.first);
    return true;
}

/* Writes a mesh, reads it back, and compares every bit. */
static bool write_and_read(const tact_mesh *mesh, const char *path) {
    tact_error error;
    tact_mesh_arrays written = tact_mesh_as_arrays(mesh);
    tact_write_desc desc = tact_write_desc_default();
    if (tact_write_file(NULL, path, &written, &desc, &error) != TACT_OK) {
        printf("%s\n", error.text);
        return false;
    }
    tact_soup *soup;
    tact_status status = tact_read_file(NULL, path, TACT_FORMAT_AUTO, &error, &soup);
    remove(path);
    if (status != TACT_OK) {
        printf("%s\n", error.text);
        return false;
    }
    tact_mesh_arrays read = tact_soup_arrays(soup);
    bool same =
        read.vertex_count == written.vertex_count &&
        read.triangle_count == written.triangle_count &&
        memcmp(read.positions, written.positions, sizeof(tact_vec3) * written.vertex_count) == 0 &&
        memcmp(read.indices, written.indices, 3 * sizeof(uint32_t) * written.triangle_count) == 0;
    printf("%s: %s what was written\n", path, same ? "reads back as" : "DIFFERS from");
    tact_soup_destroy(soup);
    return same;
}

int main(void) {
    /* One face is missing: the report says so, but it is a mesh like any other. */
    tact_mesh_arrays cut = tetrahedron(3);
    tact_mesh_arrays whole = tetrahedron(4);
    bool fine = examine("tetrahedron without a face", &cut) && examine("tetrahedron", &whole);

    tact_error error;
    tact_mesh *mesh;
    if (tact_mesh_create(NULL, &whole, &error, &mesh) != TACT_OK) {
        printf("%s\n", error.text);
        return 1;
    }
    fine = write_and_read(mesh, "tetrahedron.obj") && fine;
    tact_mesh_destroy(mesh);

    /* Generated meshes: closed, oriented, of any resolution. */
    tact_gear_desc gear = tact_gear_desc_default();
    gear.teeth = 12;
    if (tact_mesh_create_gear(NULL, &gear, &mesh) != TACT_OK)
        return 1;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    fine = examine("gear", &arrays) && write_and_read(mesh, "gear.ply") && fine;
    tact_mesh_destroy(mesh);

    /* Invalid arrays are refused, with the place of the error. */
    const uint32_t wrong[] = {0, 1, 2, 1, 2, 4};
    tact_mesh_arrays bad = whole;
    bad.indices = wrong;
    bad.triangle_count = 2;
    tact_status status = tact_mesh_create(NULL, &bad, &error, &mesh);
    printf("%s: %s\n", tact_status_name(status), error.text);
    return fine && status == TACT_INVALID_ARGUMENT && error.index == 1 ? 0 : 1;
}
