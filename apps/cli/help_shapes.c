/* SPDX-License-Identifier: MIT */
/* tact help shapes; see help_shapes.h. */
#include "help_shapes.h"

#include <string.h>

#include "command_text.h"
#include "json.h"

static const help_shape shapes[HELP_SHAPES] = {
    {"sphere", "RADIUS", "a ball around the origin", "sphere:0.5"},
    {"capsule", "LENGTH,RADIUS", "along z; LENGTH is that of the axis, without the round ends",
     "capsule:1,0.2"},
    {"box", "X,Y,Z", "around the origin, with these side lengths", "box:1,2,3"},
    {"cylinder", "RADIUS,HEIGHT", "around the z axis, centred on the origin", "cylinder:0.5,2"},
    {"cone", "RADIUS,HEIGHT", "around the z axis, centred on the origin, with its apex up",
     "cone:0.5,2"},
    {"ellipsoid", "X,Y,Z", "around the origin, with these diameters", "ellipsoid:1,2,3"},
    {"half-space", "X,Y,Z,OFFSET", "all points (x,y,z) with X x + Y y + Z z <= OFFSET",
     "half-space:0,0,1,0"},
    {"point", "X,Y,Z", "a point", "point:1,2,3"},
    {"segment", "X,Y,Z,X,Y,Z", "from one point to another", "segment:0,0,0,1,0,0"},
    {"triangle", "X,Y,Z,X,Y,Z,X,Y,Z", "given by its corners", "triangle:0,0,0,1,0,0,0,1,0"},
    {"hull", "FILE", "the convex hull of a mesh's vertices", "hull:part.stl"},
};

static const char details[] =
    "Sizes are full sizes, not half sizes: box:2,2,2 has sides of length 2. Lengths are in the\n"
    "unit of the mesh that the shape is compared with. ,r=RADIUS at the end rounds any shape but\n"
    "spheres and capsules: all points within that distance belong to it, as in box:1,2,3,r=0.1.\n"
    "Numbers are decimal. --move-a, --rotate-a and --pose-a, and the same for b, place shapes and\n"
    "meshes alike.\n"
    "\n"
    "Shapes are solid, and so are watertight meshes: whatever lies inside overlaps.\n"
    "Verdicts are exact between meshes and all shapes except cylinders, cones and ellipsoids.\n"
    "With these a verdict is proven, or undecided (exit status 5) if rounding hides the answer.\n"
    "classify can be undecided in this way for every shape.\n"
    "\n"
    "To name a file that looks like a shape, put a folder before it: ./box:1,2,3.\n";

const help_shape *help_shape_at(size_t index) {
    return &shapes[index];
}

const char *help_shapes_details(void) {
    return details;
}

bool help_takes_shapes(const cli_command *command) {
    if (strcmp(command->operands, MODEL_OPERAND) == 0)
        return true;
    for (size_t i = 0; i < command->option_count; i++)
        if (strcmp(command->options[i].name, "pose-b") == 0)
            return true;
    return false;
}

static cli_exit write_shapes(cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_key(&json, "shapes");
    json_begin_array(&json);
    for (size_t i = 0; i < HELP_SHAPES; i++) {
        json_begin_object(&json);
        json_add_text(&json, "name", shapes[i].name);
        json_add_text(&json, "form", shapes[i].form);
        json_add_text(&json, "meaning", shapes[i].meaning);
        json_add_text(&json, "example", shapes[i].example);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_add_text(&json, "details", details);
    json_end_object(&json);
    return json_finish(&json) ? CLI_OK : CLI_INTERNAL;
}

cli_exit help_show_shapes(cli_output *output) {
    if (output->json)
        return write_shapes(output);
    const char *bold = cli_style_code(output, CLI_TITLE);
    const char *plain = cli_style_code(output, CLI_PLAIN);
    cli_print(output, "%sShapes%s can be used instead of mesh files in these commands:\n  ", bold,
              plain);
    bool is_first = true;
    for (size_t i = 0; i < cli_command_count(); i++) {
        if (!help_takes_shapes(cli_command_at(i)))
            continue;
        cli_print(output, "%s%s", is_first ? "" : ", ", cli_command_at(i)->name);
        is_first = false;
    }
    cli_print(output, "\n\n");
    for (size_t i = 0; i < HELP_SHAPES; i++) {
        char form[64];
        snprintf(form, sizeof form, "%s:%s", shapes[i].name, shapes[i].form);
        cli_print(output, "  %-27s %s\n", form, shapes[i].meaning);
    }
    cli_print(output, "\n%s\n", details);
    cli_print(output, "%sExamples%s\n", bold, plain);
    cli_print(output, "  tact collide part.stl box:1,2,3 --move-b 0,0,1\n"
                      "      does the part reach into a box?\n"
                      "  tact distance sphere:0.5 capsule:1,0.2 --rotate-b x,90 --move-b 2,0,0\n"
                      "      how far apart two shapes are\n"
                      "  tact depth hull:a.stl hull:b.stl --points\n"
                      "      how deep two convex hulls overlap, and where\n");
    return CLI_OK;
}
