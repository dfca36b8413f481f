/* SPDX-License-Identifier: MIT */
/* tact help shapes; see help_shapes.h. */
#include "help_shapes.h"

#include <string.h>

#include "json.h"

static const help_shape shapes[HELP_SHAPES] = {
    {"sphere", "RADIUS", "a ball around the origin", "sphere:0.5"},
    {"capsule", "LENGTH,RADIUS", "along z; LENGTH of its axis, a ball at either end",
     "capsule:1,0.2"},
    {"box", "X,Y,Z", "around the origin, by its sides", "box:1,2,3"},
    {"cylinder", "RADIUS,HEIGHT", "around the z axis, half of it above the origin",
     "cylinder:0.5,2"},
    {"cone", "RADIUS,HEIGHT", "the same, its apex up", "cone:0.5,2"},
    {"ellipsoid", "X,Y,Z", "around the origin, by its diameters", "ellipsoid:1,2,3"},
    {"half-space", "X,Y,Z,OFFSET", "all points p with (X,Y,Z) . p <= OFFSET", "half-space:0,0,1,0"},
    {"point", "X,Y,Z", "a point", "point:1,2,3"},
    {"segment", "X,Y,Z,X,Y,Z", "from one point to another", "segment:0,0,0,1,0,0"},
    {"triangle", "X,Y,Z,X,Y,Z,X,Y,Z", "by its corners", "triangle:0,0,0,1,0,0,0,1,0"},
    {"hull", "FILE", "the convex hull of a mesh's vertices", "hull:part.stl"},
};

static const char details[] =
    "Sizes are whole, not halves: box:2,2,2 has sides of 2. Lengths are in the unit of the mesh\n"
    "that stands beside the shape. ,r=RADIUS at the end of all but spheres and capsules rounds\n"
    "the shape: all within that distance belongs to it, as in box:1,2,3,r=0.1. Numbers are\n"
    "decimal. --pose-a, --rotate-a, --move-a and those of B place shapes as they place meshes.\n"
    "\n"
    "Shapes are solid: what lies inside touches. A mesh beside a shape is a surface, unless\n"
    "--solid fills it. Between points, segments, triangles, boxes, hulls, spheres, capsules and\n"
    "meshes verdicts are exact; with cylinders, cones, ellipsoids and half-spaces they are as\n"
    "exact as their bounds, and undecided (exit status 5) where rounding hides the answer.\n"
    "\n"
    "A file that is named like a shape has a folder before it: ./box:1,2,3.\n";

const help_shape *help_shape_at(size_t index) {
    return &shapes[index];
}

const char *help_shapes_details(void) {
    return details;
}

bool help_takes_shapes(const cli_command *command) {
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
        json_key(&json, "name");
        json_text(&json, shapes[i].name);
        json_key(&json, "form");
        json_text(&json, shapes[i].form);
        json_key(&json, "meaning");
        json_text(&json, shapes[i].meaning);
        json_key(&json, "example");
        json_text(&json, shapes[i].example);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_key(&json, "details");
    json_text(&json, details);
    json_end_object(&json);
    return json_finish(&json) ? CLI_OK : CLI_INTERNAL;
}

cli_exit help_show_shapes(cli_output *output) {
    if (output->json)
        return write_shapes(output);
    const char *bold = cli_style_code(output, CLI_TITLE);
    const char *plain = cli_style_code(output, CLI_PLAIN);
    cli_print(output, "%sShapes%s stand beside mesh files in ", bold, plain);
    bool is_first = true;
    for (size_t i = 0; i < cli_command_count(); i++) {
        if (!help_takes_shapes(cli_command_at(i)))
            continue;
        cli_print(output, "%s%s", is_first ? "" : ", ", cli_command_at(i)->name);
        is_first = false;
    }
    cli_print(output, ":\n\n");
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
                      "      how deep two convex bodies are in each other, and where\n");
    return CLI_OK;
}
