/* SPDX-License-Identifier: MIT */
/* tact hull: the convex hull of all vertices of a mesh file: its measures, and as a mesh. */
#include "clean.h"
#include "command.h"
#include "files.h"
#include "json.h"
#include "models.h"
#include "show.h"

static cli_exit write_hull(const tact_hull *hull, const char *path, const tact_write_desc *desc,
                           const cli_output *output) {
    tact_mesh *mesh = NULL;
    tact_status status = tact_hull_to_mesh(NULL, hull, &mesh);
    if (status != TACT_OK) {
        files_complain(path, status, NULL);
        return CLI_IO;
    }
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    cli_exit written = files_write(path, &arrays, desc, output);
    tact_mesh_destroy(mesh);
    return written;
}

static bool write_answer(const cli_args *args, const tact_mesh *mesh, const tact_hull *hull,
                         cli_output *output) {
    tact_hull_info info = tact_hull_inspect(hull);
    tact_mass mass = tact_hull_mass(hull);
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_key(&json, "input");
    json_text(&json, args->operands[0]);
    json_key(&json, "output");
    json_text(&json, cli_value(args, "output"));
    json_key(&json, "point_count");
    json_count(&json, tact_mesh_vertex_count(mesh));
    json_key(&json, "dimension");
    json_count(&json, info.dimension);
    json_key(&json, "vertex_count");
    json_count(&json, info.vertex_count);
    json_key(&json, "edge_count");
    json_count(&json, info.edge_count);
    json_key(&json, "face_count");
    json_count(&json, info.face_count);
    json_key(&json, "volume");
    json_number(&json, mass.volume);
    json_key(&json, "center");
    show_write_point(&json, mass.center);
    json_key(&json, "bounds");
    json_begin_object(&json);
    json_key(&json, "lo");
    show_write_point(&json, info.bounds.lo);
    json_key(&json, "hi");
    show_write_point(&json, info.bounds.hi);
    json_end_object(&json);
    json_end_object(&json);
    return json_finish(&json);
}

static void show_answer(const cli_args *args, const tact_mesh *mesh, const tact_hull *hull,
                        cli_output *output) {
    static const char *const kinds[] = {"a point", "a segment", "a polygon", "a polytope"};
    tact_hull_info info = tact_hull_inspect(hull);
    tact_mass mass = tact_hull_mass(hull);
    char line[SHOW_LINE_SIZE], path[CLEAN_TEXT_SIZE];
    cli_print(output, "%s%s: %s around %u points%s\n", cli_style_code(output, CLI_TITLE),
              clean_text(args->operands[0], path), kinds[info.dimension],
              tact_mesh_vertex_count(mesh), cli_style_code(output, CLI_PLAIN));
    cli_print(output, "vertices   %u\n", info.vertex_count);
    cli_print(output, "edges      %u\n", info.edge_count);
    cli_print(output, "faces      %u\n", info.face_count);
    cli_print(output, "volume     %s\n", show_number(mass.volume, line));
    cli_print(output, "center     %s\n", show_point(mass.center, line));
    cli_print(output, "bounds min %s\n", show_point(info.bounds.lo, line));
    cli_print(output, "bounds max %s\n", show_point(info.bounds.hi, line));
    if (cli_value(args, "output") != NULL)
        cli_print(output, "written    %s\n", cli_value(args, "output"));
}

static cli_exit deliver(const cli_args *args, const tact_write_desc *desc, const tact_mesh *mesh,
                        cli_output *output) {
    const char *to = cli_value(args, "output");
    tact_hull *hull = NULL;
    cli_exit status = models_make_hull(mesh, args->operands[0], output, &hull);
    if (status == CLI_OK && to != NULL)
        status = write_hull(hull, to, desc, output);
    if (status == CLI_OK && output->json)
        status = write_answer(args, mesh, hull, output) ? CLI_OK : CLI_INTERNAL;
    else if (status == CLI_OK && (to == NULL || !files_is_stream(to)))
        show_answer(args, mesh, hull, output);
    tact_hull_destroy(hull);
    return status;
}

cli_exit command_hull(const cli_args *args, cli_output *output) {
    const char *from = args->operands[0], *to = cli_value(args, "output");
    if (to != NULL && files_is_stream(to) && output->json) {
        cli_complain("the mesh and --json cannot both go to standard output");
        return CLI_USAGE;
    }
    tact_write_desc desc = tact_write_desc_default();
    cli_exit status = to != NULL ? files_write_desc(args, to, &desc) : CLI_OK;
    if (status != CLI_OK)
        return status;
    tact_soup *soup;
    tact_error error;
    status = files_read(from, files_format(args, "from"), output, &error, &soup);
    if (status != CLI_OK)
        return status;
    tact_mesh *mesh = NULL;
    status = files_make_mesh(soup, from, &mesh);
    tact_soup_destroy(soup);
    if (status == CLI_OK)
        status = deliver(args, &desc, mesh, output);
    tact_mesh_destroy(mesh);
    return status;
}
