/* SPDX-License-Identifier: MIT */
/* tact make: reads the parameters of a kind, makes the mesh and writes it. */
#include <string.h>

#include "command_text.h"
#include "json.h"
#include "kinds.h"
#include "nearest.h"
#include "progress.h"
#include "show.h"
#include "values.h"

static cli_exit fail_kind(const char *name) {
    const char *names[KIND_COUNT];
    for (size_t i = 0; i < KIND_COUNT; i++)
        names[i] = kind_at(i)->name;
    const char *nearest = nearest_name(name, names, KIND_COUNT);
    if (nearest != NULL)
        cli_complain("there is no kind '%s'; did you mean '%s'?", name, nearest);
    else
        cli_complain("there is no kind '%s'; 'tact make --list' shows all kinds", name);
    return CLI_USAGE;
}

/* ---- The list ----------------------------------------------------------------------------- */

static void write_values(json_writer *json, const kind_order *order) {
    json_key(json, "parameters");
    json_begin_object(json);
    for (size_t i = 0; i < kind_parameter_count(order->made); i++) {
        const kind_parameter *parameter = &order->made->parameters[i];
        json_key(json, parameter->option);
        if (parameter->type == KIND_LENGTH)
            json_number(json, order->values[i].length);
        else if (parameter->type == KIND_SIZE)
            show_write_point(json, order->values[i].size);
        else
            json_count(json, order->values[i].count);
    }
    json_end_object(json);
}

static bool write_list(const kind *only, cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_key(&json, "kinds");
    json_begin_array(&json);
    for (size_t i = 0; i < KIND_COUNT; i++) {
        kind_order order = kind_order_default(kind_at(i));
        if (only != NULL && only != order.made)
            continue;
        json_begin_object(&json);
        json_add_text(&json, "kind", order.made->name);
        json_add_text(&json, "summary", order.made->summary);
        json_add_text(&json, "needs", order.made->needs);
        write_values(&json, &order);
        json_add_number(&json, "triangle_count", order.made->count(order.values));
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    return json_finish(&json);
}

/* Options as a user types them, several per line. */
static void show_values(const kind_order *order, cli_output *output) {
    char text[KIND_TEXT_SIZE];
    size_t column = 80;
    for (size_t i = 0; i < kind_parameter_count(order->made); i++) {
        const kind_parameter *parameter = &order->made->parameters[i];
        kind_show_value(parameter->type, order->values[i], text);
        size_t length = strlen(parameter->option) + strlen(text) + 4;
        if (column + length > 76) {
            cli_print(output, i == 0 ? "   " : "\n   ");
            column = 3;
        }
        cli_print(output, " --%s %s", parameter->option, text);
        column += length;
    }
    cli_print(output, "\n");
}

static cli_exit show_list(const kind *only, cli_output *output) {
    if (output->json)
        return write_list(only, output) ? CLI_OK : CLI_INTERNAL;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        kind_order order = kind_order_default(kind_at(i));
        if (only != NULL && only != order.made)
            continue;
        cli_print(output, "%s%s%s: %s\n", cli_style_code(output, CLI_TITLE), order.made->name,
                  cli_style_code(output, CLI_PLAIN), order.made->summary);
        show_values(&order, output);
        if (only != NULL)
            cli_print(output, "    requires %s\n", order.made->needs);
    }
    return CLI_OK;
}

/* ---- The order ---------------------------------------------------------------------------- */

static bool has_parameter(const kind *made, const char *option) {
    for (size_t i = 0; i < kind_parameter_count(made); i++)
        if (strcmp(made->parameters[i].option, option) == 0)
            return true;
    return false;
}

/* Refuses the parameters of other kinds, which would have no effect. */
static cli_exit check_strangers(const cli_args *args, const kind *made) {
    for (size_t i = 0; i < KIND_COUNT; i++)
        for (size_t j = 0; j < kind_parameter_count(kind_at(i)); j++) {
            const char *option = kind_at(i)->parameters[j].option;
            if (cli_has(args, option) && !has_parameter(made, option)) {
                cli_complain(
                    "kind '%s' has no option --%s; 'tact make %s --list' shows its options",
                    made->name, option, made->name);
                return CLI_USAGE;
            }
        }
    return CLI_OK;
}

static cli_exit choose_resolution(const cli_args *args, kind_order *order) {
    const char *text = cli_value(args, "triangles");
    const char *why;
    kind_value wanted;
    if (text == NULL)
        return CLI_OK;
    if (!kind_read_value(KIND_NUMBER, text, &wanted, &why))
        return value_fail("triangles", why, text);
    for (size_t i = 0; i < kind_parameter_count(order->made); i++) {
        const char *option = order->made->parameters[i].option;
        if (kind_is_resolution(order->made, i) && cli_has(args, option)) {
            cli_complain("--triangles sets --%s; give only one of them", option);
            return CLI_USAGE;
        }
    }
    kind_choose_resolution(order, (double)wanted.count);
    return CLI_OK;
}

static cli_exit read_order(const cli_args *args, kind_order *order) {
    cli_exit status = check_strangers(args, order->made);
    if (status != CLI_OK)
        return status;
    for (size_t i = 0; i < kind_parameter_count(order->made); i++) {
        const kind_parameter *parameter = &order->made->parameters[i];
        const char *text = cli_value(args, parameter->option);
        const char *why;
        if (text != NULL && !kind_read_value(parameter->type, text, &order->values[i], &why))
            return value_fail(parameter->option, why, text);
    }
    return choose_resolution(args, order);
}

static cli_exit create(const kind_order *order, const cli_output *output, tact_mesh **out) {
    progress step;
    progress_begin(&step, output, "making", order->made->name);
    tact_status status = order->made->create(order->values, out);
    progress_end(&step);
    switch (status) {
    case TACT_OK:
        return CLI_OK;
    case TACT_INVALID_ARGUMENT:
        cli_complain("invalid values for kind '%s'; it requires lengths > 0, %s", order->made->name,
                     order->made->needs);
        return CLI_USAGE;
    case TACT_TOO_LARGE:
        cli_complain("kind '%s' with %.0f triangles is too large; the limit is 2^31",
                     order->made->name, order->made->count(order->values));
        return CLI_USAGE;
    default:
        cli_complain("cannot make kind '%s': %s", order->made->name, tact_status_text(status));
        return CLI_IO;
    }
}

/* ---- The answer --------------------------------------------------------------------------- */

static bool write_answer(const kind_order *order, const tact_mesh *mesh, const char *path,
                         cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_add_text(&json, "kind", order->made->name);
    write_values(&json, order);
    json_add_text(&json, "file", path);
    json_add_count(&json, "vertex_count", tact_mesh_vertex_count(mesh));
    json_add_count(&json, "triangle_count", tact_mesh_triangle_count(mesh));
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit deliver(const kind_order *order, const tact_mesh *mesh, const char *path,
                        const tact_write_desc *desc, cli_output *output) {
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    cli_exit status = files_write(path, &arrays, desc, output);
    if (status != CLI_OK || files_is_stream(path))
        return status;
    if (output->json)
        return write_answer(order, mesh, path, output) ? CLI_OK : CLI_INTERNAL;
    files_show_mesh(path, mesh, output);
    return CLI_OK;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    const kind *made = NULL;
    if (args->operand_count > 0) {
        made = kind_find(args->operands[0]);
        if (made == NULL)
            return fail_kind(args->operands[0]);
    }
    if (cli_has(args, "list"))
        return show_list(made, output);
    const char *path = cli_value(args, "output");
    if (made == NULL || path == NULL) {
        cli_complain("%s; usage: tact make KIND -o FILE",
                     made == NULL ? "the kind is missing ('tact make --list' shows all kinds)"
                                  : "-o FILE is missing");
        return CLI_USAGE;
    }
    tact_write_desc desc;
    kind_order order = kind_order_default(made);
    cli_exit status = files_check_output(path, output);
    if (status == CLI_OK)
        status = files_write_desc(args, path, &desc);
    if (status == CLI_OK)
        status = read_order(args, &order);
    tact_mesh *mesh = NULL;
    if (status == CLI_OK)
        status = create(&order, output, &mesh);
    if (status == CLI_OK)
        status = deliver(&order, mesh, path, &desc, output);
    tact_mesh_destroy(mesh);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char make_details[] =
    "Makes a mesh and writes it to a file. 'tact make --list' shows every KIND with its\n"
    "parameters and defaults; 'tact make KIND --list' also shows which values are allowed.\n"
    "Closed meshes are exactly closed, have outward normals and do not intersect themselves.\n"
    "The same command makes the same file, bit for bit.\n"
    "\n"
    "--triangles chooses the resolution that comes nearest to N triangles. FILE ends in .obj,\n"
    ".stl, .ply or .off, or --format names the format; \"-\" is standard output. An old file is\n"
    "replaced only when the new one is complete. Counts may be written as 1e6.\n";

static const cli_option make_options[] = {
    {"output", 'o', "FILE", NULL, "output file; \"-\" is standard output"},
    {"list", 0, NULL, NULL, "list the kinds, their parameters and defaults"},
    {"triangles", 'n', "N", NULL, "choose the resolution nearest to N triangles"},
    WRITE_OPTIONS,
    {"radius", 0, "R", NULL, "radius of a sphere, blob, cylinder or bolt shaft"},
    {"size", 0, "S", NULL, "edge lengths X,Y,Z, or one length for all"},
    {"width", 0, "X", NULL, "width of a cloth, along x"},
    {"height", 0, "H", NULL, "height along z; of a cloth: along y"},
    {"length", 0, "L", NULL, "length of a bolt's shaft"},
    {"thickness", 0, "H", NULL, "thickness of a gear, along z"},
    {"major-radius", 0, "R", NULL, "torus, knot: from the axis to the middle of the ring"},
    {"minor-radius", 0, "R", NULL, "torus, knot: radius of the ring itself"},
    {"tube-radius", 0, "R", NULL, "radius of the tube along a knot"},
    {"outer-radius", 0, "R", NULL, "outer radius of a tube; gear: at the tips of the teeth"},
    {"inner-radius", 0, "R", NULL, "inner radius of a tube"},
    {"root-radius", 0, "R", NULL, "radius of a gear between its teeth"},
    {"bore-radius", 0, "R", NULL, "radius of a gear's hole"},
    {"head-radius", 0, "R", NULL, "radius of a bolt's head, to its corners"},
    {"head-height", 0, "H", NULL, "height of a bolt's head"},
    {"thread-depth", 0, "D", NULL, "depth of a bolt's thread"},
    {"pitch", 0, "D", NULL, "rise of a bolt's thread per turn"},
    {"amplitude", 0, "D", NULL, "amplitude of a blob's noise"},
    {"seed", 0, "N", NULL, "seed of the noise of a blob or terrain"},
    {"teeth", 0, "N", NULL, "number of a gear's teeth"},
    {"p", 0, "N", NULL, "turns of a knot around the axis"},
    {"q", 0, "N", NULL, "turns of a knot around the ring"},
    {"level", 0, "N", NULL, "sponge: how many times holes are cut"},
    {"frequency", 0, "N", NULL, "icosphere, blob: parts per edge of the icosahedron"},
    {"meridians", 0, "N", NULL, "number of meridians of a UV sphere"},
    {"rings", 0, "N", NULL, "UV sphere: steps from pole to pole"},
    {"major-count", 0, "N", NULL, "steps around the axis of a torus"},
    {"minor-count", 0, "N", NULL, "steps around the ring of a torus"},
    {"along", 0, "N", NULL, "steps along a knot"},
    {"around", 0, "N", NULL, "steps around the tube of a knot"},
    {"cells", 0, "N", NULL, "number of squares along each edge"},
    {"segments", 0, "N", NULL, "steps around a cylinder, tube, bolt or hole"},
    {"rows", 0, "N", NULL, "steps along the height; rows of holes or squares"},
    {"columns", 0, "N", NULL, "columns of holes or squares"},
    {"detail", 0, "N", NULL, "steps along each side of a gear's tooth"},
};

static const cli_example make_examples[] = {
    {"tact make gear -o gear.ply", "with all defaults"},
    {"tact make gear --teeth 40 --triangles 1e6 -o gear.ply", "a million triangles"},
    {"tact make torus-knot --p 3 --q 7 --tube-radius 0.1 -o knot.obj", "another knot"},
    {"tact make box --size 2,3,1 --cells 1 -o box.off", "twelve triangles"},
    {"tact make blob --seed 7 -o - --format stl | tact info -", "through a pipe"},
    {"tact make --list", "all kinds"},
};

const cli_command command_make = {
    .name = "make",
    .summary = "make a mesh: a gear, a knot, a sphere, a terrain and more",
    .operands = "KIND",
    .most_operands = 1,
    .operand_choices = KIND_CHOICES,
    .details = make_details,
    .options = ROWS(make_options),
    .examples = ROWS(make_examples),
    .run = run,
};
