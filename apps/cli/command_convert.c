/* SPDX-License-Identifier: MIT */
/* tact convert: reads a mesh file, scales and moves the mesh if asked to, and writes it in
 * another format. Files with NaN or infinity are refused. */
#include <math.h>
#include <stdlib.h>

#include "command_text.h"
#include "json.h"
#include "kinds.h"
#include "progress.h"
#include "values.h"

/* How each vertex changes: it is scaled first, then moved. */
typedef struct conversion {
    bool place;
    double scale;
    tact_vec3 move;
} conversion;

static cli_exit read_conversion(const cli_args *args, conversion *out) {
    *out = (conversion){.scale = 1};
    const char *scale = cli_value(args, "scale");
    const char *move = cli_value(args, "move");
    const char *why = "is 0";
    kind_value value;
    if (scale != NULL) {
        if (!kind_read_value(KIND_LENGTH, scale, &value, &why) || value.length == 0)
            return value_fail("scale", why, scale);
        out->scale = value.length;
    }
    if (move != NULL) {
        if (!kind_read_value(KIND_SIZE, move, &value, &why))
            return value_fail("move", why, move);
        out->move = value.size;
    }
    out->place = scale != NULL || move != NULL;
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

/* OUT, or the value of --output; NULL if there is neither. */
static const char *target(const cli_args *args) {
    return args->operand_count > 1 ? args->operands[1] : cli_value(args, "output");
}

static bool write_answer(const cli_args *args, const tact_write_desc *desc, const tact_mesh *mesh,
                         cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_add_text(&json, "input", args->operands[0]);
    json_add_text(&json, "output", target(args));
    json_add_text(&json, "format", tact_format_name(desc->format));
    json_add_count(&json, "vertex_count", tact_mesh_vertex_count(mesh));
    json_add_count(&json, "triangle_count", tact_mesh_triangle_count(mesh));
    json_add_count(&json, "part_count", tact_mesh_part_count(mesh));
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit deliver(const cli_args *args, const tact_write_desc *desc, const conversion *how,
                        const tact_mesh *mesh, cli_output *output) {
    const char *path = target(args);
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
    files_show_mesh(path, mesh, output);
    return CLI_OK;
}

static cli_exit check_target(const cli_args *args) {
    bool has_output = cli_has(args, "output");
    if (has_output != (args->operand_count > 1))
        return CLI_OK;
    cli_complain("%s; usage: tact convert IN OUT, or tact convert IN -o OUT",
                 has_output ? "two output files are given" : "the output file is missing");
    return CLI_USAGE;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    conversion how;
    tact_write_desc desc;
    tact_mesh *mesh = NULL;
    cli_exit status = check_target(args);
    if (status == CLI_OK)
        status = files_check_output(target(args), output);
    if (status == CLI_OK)
        status = files_check_weld(args);
    if (status == CLI_OK)
        status = read_conversion(args, &how);
    if (status == CLI_OK)
        status = files_write_desc(args, target(args), &desc);
    if (status == CLI_OK)
        status = files_read_mesh(args, args->operands[0], output, &mesh);
    if (status == CLI_OK)
        status = deliver(args, &desc, &how, mesh, output);
    tact_mesh_destroy(mesh);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char convert_details[] =
    "Reads IN and writes OUT. The format of IN is detected from its contents. The format of OUT\n"
    "follows from its name: .obj, .stl, .ply or .off. \"-\" is standard input or output; as OUT\n"
    "it needs --format.\n"
    "\n"
    "The order and number of triangles stay the same. OBJ, OFF and PLY (without --float) keep\n"
    "every bit of the coordinates. Polygons become triangles. An STL file has three vertices per\n"
    "triangle: equal ones are merged, unless --no-weld is given. Binary STL rounds coordinates to\n"
    "32 bits. NaN and infinity are refused, with the number of the vertex; 'tact info' counts\n"
    "them. An old OUT is replaced only when the new file is complete.\n";

static const cli_option convert_options[] = {
    {"output", 'o', "FILE", NULL, "output file, instead of OUT"},
    FROM_OPTION,
    WRITE_OPTIONS,
    WELD_OPTIONS,
    {"scale", 0, "S", NULL, "multiply all coordinates by S (0.001: from mm to m)"},
    {"move", 0, "X,Y,Z", NULL, "add X,Y,Z to all vertices, after scaling"},
};

static const cli_example convert_examples[] = {
    {"tact convert part.stl part.ply", "another format"},
    {"tact convert part.obj part.stl --text", "as text, to look at"},
    {"tact convert --scale 0.001 --move 0,0,-1.5 mm.stl m.ply", "in other units, elsewhere"},
    {"tact convert --format off part.obj - | less", "to a pipe"},
};

const cli_command command_convert = {
    .name = "convert",
    .summary = "convert a mesh file to another format, and scale or move it",
    .operands = "IN OUT",
    .least_operands = 1,
    .most_operands = 2,
    .details = convert_details,
    .options = ROWS(convert_options),
    .examples = ROWS(convert_examples),
    .run = run,
};
