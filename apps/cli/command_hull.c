/* SPDX-License-Identifier: MIT */
/* tact hull: the convex hull of all vertices of a mesh file: its measures, and as a mesh. */
#include "clean.h"
#include "command_text.h"
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
    json_add_text(&json, "input", args->operands[0]);
    json_add_text(&json, "output", cli_value(args, "output"));
    json_add_count(&json, "point_count", tact_mesh_vertex_count(mesh));
    json_add_count(&json, "dimension", info.dimension);
    json_add_count(&json, "vertex_count", info.vertex_count);
    json_add_count(&json, "edge_count", info.edge_count);
    json_add_count(&json, "face_count", info.face_count);
    json_add_number(&json, "volume", mass.volume);
    show_add_point(&json, "center", mass.center);
    json_key(&json, "bounds");
    json_begin_object(&json);
    show_add_point(&json, "lo", info.bounds.lo);
    show_add_point(&json, "hi", info.bounds.hi);
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
    cli_print_title(output, "%s: %s around %u points", clean_text(args->operands[0], path),
                    kinds[info.dimension], tact_mesh_vertex_count(mesh));
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

static cli_exit run(const cli_args *args, cli_output *output) {
    const char *from = args->operands[0], *to = cli_value(args, "output");
    tact_write_desc desc = tact_write_desc_default();
    tact_mesh *mesh = NULL;
    cli_exit status = to != NULL ? files_check_output(to, output) : CLI_OK;
    if (status == CLI_OK && to != NULL)
        status = files_write_desc(args, to, &desc);
    if (status == CLI_OK)
        status = files_read_mesh(args, from, output, &mesh);
    if (status == CLI_OK)
        status = deliver(args, &desc, mesh, output);
    tact_mesh_destroy(mesh);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char hull_details[] =
    "Computes the exact convex hull of all vertices of a mesh: it contains every vertex of IN,\n"
    "and faces in the same plane are one face. If all vertices lie in a plane, on a line or in\n"
    "one point, the hull is a polygon, a segment or a point. The triangles of IN are ignored.\n"
    "\n"
    "-o writes the hull as a closed mesh; faces with more than three sides are cut into\n"
    "triangles. Without -o only its measures are printed. Volume and center are rounded.\n";

static const cli_option hull_options[] = {
    {"output", 'o', "FILE", NULL, "write the hull as a mesh; \"-\" is standard output"},
    FROM_OPTION,
    WRITE_OPTIONS,
    {"no-weld", 0, NULL, NULL, "do not merge equal vertices of STL files"},
};

static const cli_example hull_examples[] = {
    {"tact hull part.stl -o hull.ply", "write the hull"},
    {"tact hull part.obj", "how many faces, and how large"},
    {"tact hull --json part.ply | jq .volume", "for other programs"},
    {"tact hull scan.ply -o - --format obj | tact info -", "to a pipe"},
};

const cli_command command_hull = {
    .name = "hull",
    .summary = "compute the convex hull of a mesh's vertices",
    .operands = "IN",
    .least_operands = 1,
    .most_operands = 1,
    .details = hull_details,
    .options = ROWS(hull_options),
    .examples = ROWS(hull_examples),
    .run = run,
};
