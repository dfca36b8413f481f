/* SPDX-License-Identifier: MIT */
/* tact convert: reads a mesh file, welds, scales and moves the mesh if asked to, and writes it in
 * another format. Files with NaN or infinity are refused. */
#include <math.h>
#include <stdlib.h>

#include "clean.h"
#include "command.h"
#include "files.h"
#include "json.h"
#include "kinds.h"
#include "progress.h"

/* How each vertex changes: it is scaled first, then moved. */
typedef struct conversion {
    bool weld;
    bool place;
    double scale;
    tact_vec3 move;
} conversion;

static cli_exit read_conversion(const cli_args *args, conversion *out) {
    *out = (conversion){.weld = cli_has(args, "weld"), .scale = 1};
    const char *scale = cli_value(args, "scale");
    const char *move = cli_value(args, "move");
    const char *why = "is 0";
    kind_value value;
    if (scale != NULL) {
        if (!kind_read_value(KIND_LENGTH, scale, &value, &why) || value.length == 0) {
            cli_complain("--scale %s: '%s'", why, scale);
            return CLI_USAGE;
        }
        out->scale = value.length;
    }
    if (move != NULL) {
        if (!kind_read_value(KIND_SIZE, move, &value, &why)) {
            cli_complain("--move %s: '%s'", why, move);
            return CLI_USAGE;
        }
        out->move = value.size;
    }
    out->place = scale != NULL || move != NULL;
    return CLI_OK;
}

/* Makes a mesh of the soup; merges equal vertices if weld is true. */
static cli_exit make_mesh(const tact_soup *soup, const char *path, bool weld, tact_mesh **out) {
    tact_mesh *mesh = NULL;
    cli_exit made = files_make_mesh(soup, path, &mesh);
    if (made != CLI_OK)
        return made;
    if (weld) {
        tact_mesh *welded = NULL;
        tact_status status = tact_mesh_weld(NULL, mesh, &welded);
        tact_mesh_destroy(mesh);
        mesh = welded;
        if (status != TACT_OK) {
            files_complain(path, status, NULL);
            return CLI_IO;
        }
    }
    *out = mesh;
    return CLI_OK;
}

/* The mesh's vertices, scaled and moved, in new memory. */
static cli_exit place_vertices(const tact_mesh *mesh, const conversion *how, const char *path,
                               tact_vec3 **out) {
    uint32_t count = tact_mesh_vertex_count(mesh);
    const tact_vec3 *from = tact_mesh_vertices(mesh);
    tact_vec3 *to = calloc((size_t)count + 1, sizeof *to);
    if (to == NULL) {
        files_complain(path, TACT_OUT_OF_MEMORY, NULL);
        return CLI_IO;
    }
    for (uint32_t i = 0; i < count; i++) {
        to[i] = tact_vec3_make(from[i].x * how->scale + how->move.x,
                               from[i].y * how->scale + how->move.y,
                               from[i].z * how->scale + how->move.z);
        if (!isfinite(to[i].x) || !isfinite(to[i].y) || !isfinite(to[i].z)) {
            cli_complain("%s: vertex %u is beyond the range of double after scaling and moving",
                         path, i);
            free(to);
            return CLI_IO;
        }
    }
    *out = to;
    return CLI_OK;
}

static bool write_answer(const cli_args *args, const tact_write_desc *desc, const tact_mesh *mesh,
                         cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_key(&json, "input");
    json_text(&json, args->operands[0]);
    json_key(&json, "output");
    json_text(&json, args->operands[1]);
    json_key(&json, "format");
    json_text(&json, tact_format_name(desc->format));
    json_key(&json, "vertex_count");
    json_count(&json, tact_mesh_vertex_count(mesh));
    json_key(&json, "triangle_count");
    json_count(&json, tact_mesh_triangle_count(mesh));
    json_key(&json, "part_count");
    json_count(&json, tact_mesh_part_count(mesh));
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit deliver(const cli_args *args, const tact_write_desc *desc, const conversion *how,
                        const tact_mesh *mesh, cli_output *output) {
    const char *path = args->operands[1];
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_vec3 *placed = NULL;
    cli_exit status = CLI_OK;
    if (how->place) {
        status = place_vertices(mesh, how, args->operands[0], &placed);
        arrays.positions = placed;
        arrays.position_stride = 0;
    }
    if (status == CLI_OK)
        status = files_write(path, &arrays, desc, output);
    free(placed);
    if (status != CLI_OK || files_is_stream(path))
        return status;
    if (output->json)
        return write_answer(args, desc, mesh, output) ? CLI_OK : CLI_INTERNAL;
    char name[CLEAN_TEXT_SIZE];
    cli_print(output, "%s: %u vertices, %u triangles\n", clean_text(path, name),
              tact_mesh_vertex_count(mesh), tact_mesh_triangle_count(mesh));
    return CLI_OK;
}

cli_exit command_convert(const cli_args *args, cli_output *output) {
    const char *from = args->operands[0];
    const char *to = args->operands[1];
    conversion how;
    tact_write_desc desc;
    if (files_is_stream(to) && output->json) {
        cli_complain("the mesh and --json cannot both go to standard output");
        return CLI_USAGE;
    }
    cli_exit status = read_conversion(args, &how);
    if (status == CLI_OK)
        status = files_write_desc(args, to, &desc);
    if (status != CLI_OK)
        return status;
    tact_soup *soup;
    tact_error error;
    status = files_read(from, files_format(args, "from"), output, &error, &soup);
    if (status != CLI_OK)
        return status;
    tact_mesh *mesh = NULL;
    progress step;
    progress_begin(&step, output, how.weld ? "welding" : "checking", from);
    status = make_mesh(soup, from, how.weld, &mesh);
    progress_end(&step);
    tact_soup_destroy(soup);
    if (status == CLI_OK)
        status = deliver(args, &desc, &how, mesh, output);
    tact_mesh_destroy(mesh);
    return status;
}
