/* SPDX-License-Identifier: MIT */
/* The table of kinds; see kinds.h. The counts of triangles are those of the library, so a
 * resolution can be chosen without making a mesh. */
#include "kinds.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <string.h>

/* Values by their position in the table below. */
static double len(const kind_value *v, size_t i) {
    return v[i].length;
}

static uint32_t num(const kind_value *v, size_t i) {
    return (uint32_t)v[i].count;
}

static double real(const kind_value *v, size_t i) {
    return (double)v[i].count;
}

/* ---- Spheres and tori --------------------------------------------------------------------- */

static tact_status create_icosphere(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_icosphere(NULL, len(v, 0), num(v, 1), out);
}

static double count_icosphere(const kind_value *v) {
    return 20 * real(v, 1) * real(v, 1);
}

static tact_status create_uv_sphere(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_uv_sphere(NULL, len(v, 0), num(v, 1), num(v, 2), out);
}

static double count_uv_sphere(const kind_value *v) {
    return 2 * real(v, 1) * (real(v, 2) - 1);
}

static tact_status create_torus(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_torus(NULL, len(v, 0), len(v, 1), num(v, 2), num(v, 3), out);
}

static double count_torus(const kind_value *v) {
    return 2 * real(v, 2) * real(v, 3);
}

static void fill_torus_knot(kind_value *v) {
    tact_torus_knot_desc desc = tact_torus_knot_desc_default();
    v[0].count = desc.p;
    v[1].count = desc.q;
    v[2].length = desc.major_radius;
    v[3].length = desc.minor_radius;
    v[4].length = desc.tube_radius;
    v[5].count = desc.along;
    v[6].count = desc.around;
}

static tact_status create_torus_knot(const kind_value *v, tact_mesh **out) {
    tact_torus_knot_desc desc = {
        .p = num(v, 0),
        .q = num(v, 1),
        .major_radius = len(v, 2),
        .minor_radius = len(v, 3),
        .tube_radius = len(v, 4),
        .along = num(v, 5),
        .around = num(v, 6),
    };
    return tact_mesh_create_torus_knot(NULL, &desc, out);
}

static double count_torus_knot(const kind_value *v) {
    return 2 * real(v, 5) * real(v, 6);
}

/* ---- Boxes and machine parts -------------------------------------------------------------- */

static tact_status create_box(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_box(NULL, v[0].size, num(v, 1), out);
}

static double count_box(const kind_value *v) {
    return 12 * real(v, 1) * real(v, 1);
}

static tact_status create_cylinder(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_cylinder(NULL, len(v, 0), len(v, 1), num(v, 2), num(v, 3), out);
}

static double count_cylinder(const kind_value *v) {
    return 2 * real(v, 2) * (real(v, 3) + 1);
}

static tact_status create_tube(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_tube(NULL, len(v, 0), len(v, 1), len(v, 2), num(v, 3), num(v, 4), out);
}

static double count_tube(const kind_value *v) {
    return 4 * real(v, 3) * (real(v, 4) + 1);
}

static tact_status create_plate(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_plate(NULL, v[0].size, num(v, 1), num(v, 2), num(v, 3), out);
}

static double count_plate(const kind_value *v) {
    double columns = real(v, 1);
    double rows = real(v, 2);
    return real(v, 3) * (6 * columns * rows + columns + rows);
}

static void fill_gear(kind_value *v) {
    tact_gear_desc desc = tact_gear_desc_default();
    v[0].count = desc.teeth;
    v[1].length = desc.outer_radius;
    v[2].length = desc.root_radius;
    v[3].length = desc.bore_radius;
    v[4].length = desc.thickness;
    v[5].count = desc.detail;
    v[6].count = desc.rows;
}

static tact_status create_gear(const kind_value *v, tact_mesh **out) {
    tact_gear_desc desc = {
        .teeth = num(v, 0),
        .outer_radius = len(v, 1),
        .root_radius = len(v, 2),
        .bore_radius = len(v, 3),
        .thickness = len(v, 4),
        .detail = num(v, 5),
        .rows = num(v, 6),
    };
    return tact_mesh_create_gear(NULL, &desc, out);
}

static double count_gear(const kind_value *v) {
    return 16 * real(v, 0) * real(v, 5) * (real(v, 6) + 1);
}

static void fill_bolt(kind_value *v) {
    tact_bolt_desc desc = tact_bolt_desc_default();
    v[0].length = desc.radius;
    v[1].length = desc.length;
    v[2].length = desc.thread_depth;
    v[3].length = desc.pitch;
    v[4].length = desc.head_radius;
    v[5].length = desc.head_height;
    v[6].count = desc.segments;
    v[7].count = desc.rows;
}

static tact_status create_bolt(const kind_value *v, tact_mesh **out) {
    tact_bolt_desc desc = {
        .radius = len(v, 0),
        .length = len(v, 1),
        .thread_depth = len(v, 2),
        .pitch = len(v, 3),
        .head_radius = len(v, 4),
        .head_height = len(v, 5),
        .segments = num(v, 6),
        .rows = num(v, 7),
    };
    return tact_mesh_create_bolt(NULL, &desc, out);
}

static double count_bolt(const kind_value *v) {
    return 2 * real(v, 6) * (real(v, 7) + 3);
}

/* ---- Fractals and surfaces ---------------------------------------------------------------- */

static tact_status create_menger_sponge(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_menger_sponge(NULL, len(v, 0), num(v, 1), out);
}

static double count_menger_sponge(const kind_value *v) {
    return 4 * pow(20, real(v, 1)) + 8 * pow(8, real(v, 1));
}

static tact_status create_blob(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_blob(NULL, len(v, 0), len(v, 1), num(v, 2), v[3].count, out);
}

static double count_blob(const kind_value *v) {
    return 20 * real(v, 2) * real(v, 2);
}

static tact_status create_terrain(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_terrain(NULL, len(v, 0), len(v, 1), num(v, 2), v[3].count, out);
}

static double count_terrain(const kind_value *v) {
    return 2 * real(v, 2) * real(v, 2);
}

static tact_status create_cloth(const kind_value *v, tact_mesh **out) {
    return tact_mesh_create_cloth(NULL, len(v, 0), len(v, 1), num(v, 2), num(v, 3), out);
}

static double count_cloth(const kind_value *v) {
    return 2 * real(v, 2) * real(v, 3);
}

/* ---- The table ---------------------------------------------------------------------------- */

#define ANY UINT32_MAX

static const kind kinds[KIND_COUNT] = {
    [KIND_ICOSPHERE] = {"icosphere",
                        "a ball of nearly equal triangles",
                        "1 <= frequency <= 10000",
                        {{"radius", KIND_LENGTH, "1"}, {"frequency", KIND_NUMBER, "16"}},
                        {{1, 1, 1, 1, 10000}},
                        NULL,
                        count_icosphere,
                        create_icosphere},
    [KIND_UV_SPHERE] = {"uv-sphere",
                        "a ball of meridians and parallels, poles on z",
                        "meridians >= 3, rings >= 2",
                        {{"radius", KIND_LENGTH, "1"},
                         {"meridians", KIND_NUMBER, "64"},
                         {"rings", KIND_NUMBER, "32"}},
                        {{1, 2, 1, 3, ANY}, {2, 1, 1, 2, ANY}},
                        NULL,
                        count_uv_sphere,
                        create_uv_sphere},
    [KIND_TORUS] = {"torus",
                    "a ring around z, genus 1",
                    "minor-radius < major-radius, both counts >= 3",
                    {{"major-radius", KIND_LENGTH, "1"},
                     {"minor-radius", KIND_LENGTH, "0.4"},
                     {"major-count", KIND_NUMBER, "64"},
                     {"minor-count", KIND_NUMBER, "32"}},
                    {{2, 2, 1, 3, ANY}, {3, 1, 1, 3, ANY}},
                    NULL,
                    count_torus,
                    create_torus},
    [KIND_TORUS_KNOT] = {"torus-knot",
                         "a tube along a (p, q) torus knot, genus 1",
                         "p and q without a common divisor, space between the turns of the tube, "
                         "along and around large enough for the bends",
                         {{"p", KIND_NUMBER, NULL},
                          {"q", KIND_NUMBER, NULL},
                          {"major-radius", KIND_LENGTH, NULL},
                          {"minor-radius", KIND_LENGTH, NULL},
                          {"tube-radius", KIND_LENGTH, NULL},
                          {"along", KIND_NUMBER, NULL},
                          {"around", KIND_NUMBER, NULL}},
                         {{5, 16, 1, 48, ANY}, {6, 1, 1, 3, ANY}},
                         fill_torus_knot,
                         count_torus_knot,
                         create_torus_knot},
    [KIND_BOX] = {"box",
                  "a box around the origin, faces cut into squares",
                  "cells >= 1",
                  {{"size", KIND_SIZE, "1,1,1"}, {"cells", KIND_NUMBER, "8"}},
                  {{1, 1, 1, 1, ANY}},
                  NULL,
                  count_box,
                  create_box},
    [KIND_CYLINDER] = {"cylinder",
                       "a cylinder around z with caps",
                       "segments >= 3, rows >= 1",
                       {{"radius", KIND_LENGTH, "0.5"},
                        {"height", KIND_LENGTH, "1"},
                        {"segments", KIND_NUMBER, "64"},
                        {"rows", KIND_NUMBER, "16"}},
                       {{2, 4, 1, 3, ANY}, {3, 1, 1, 1, ANY}},
                       NULL,
                       count_cylinder,
                       create_cylinder},
    [KIND_TUBE] = {"tube",
                   "a pipe around z, genus 1",
                   "inner-radius < outer-radius, segments >= 3, rows >= 1",
                   {{"outer-radius", KIND_LENGTH, "0.5"},
                    {"inner-radius", KIND_LENGTH, "0.4"},
                    {"height", KIND_LENGTH, "1"},
                    {"segments", KIND_NUMBER, "64"},
                    {"rows", KIND_NUMBER, "16"}},
                   {{3, 4, 1, 3, ANY}, {4, 1, 1, 1, ANY}},
                   NULL,
                   count_tube,
                   create_tube},
    [KIND_PLATE] = {"plate",
                    "a plate with round holes, genus columns x rows",
                    "columns >= 1, rows >= 1, segments = 8, 12, 16, ...",
                    {{"size", KIND_SIZE, "4,3,0.25"},
                     {"columns", KIND_NUMBER, "4"},
                     {"rows", KIND_NUMBER, "3"},
                     {"segments", KIND_NUMBER, "32"}},
                    {{3, 1, 4, 8, UINT32_MAX / 4 * 4}},
                    NULL,
                    count_plate,
                    create_plate},
    [KIND_GEAR] = {"gear",
                   "a spur gear around z with a bore, genus 1",
                   "teeth >= 3, bore-radius < root-radius < outer-radius",
                   {{"teeth", KIND_NUMBER, NULL},
                    {"outer-radius", KIND_LENGTH, NULL},
                    {"root-radius", KIND_LENGTH, NULL},
                    {"bore-radius", KIND_LENGTH, NULL},
                    {"thickness", KIND_LENGTH, NULL},
                    {"detail", KIND_NUMBER, NULL},
                    {"rows", KIND_NUMBER, NULL}},
                   {{6, 1, 1, 1, ANY}, {5, 1, 1, 1, ANY}},
                   fill_gear,
                   count_gear,
                   create_gear},
    [KIND_BOLT] =
        {"bolt",
         "a bolt along z: hexagonal head, helical thread",
         "radius + thread-depth < 0.866 head-radius, segments = 6, 12, 18, ..., rows >= 1",
         {{"radius", KIND_LENGTH, NULL},
          {"length", KIND_LENGTH, NULL},
          {"thread-depth", KIND_LENGTH, NULL},
          {"pitch", KIND_LENGTH, NULL},
          {"head-radius", KIND_LENGTH, NULL},
          {"head-height", KIND_LENGTH, NULL},
          {"segments", KIND_NUMBER, NULL},
          {"rows", KIND_NUMBER, NULL}},
         {{7, 4, 1, 1, ANY}, {6, 1, 6, 6, UINT32_MAX / 6 * 6}},
         fill_bolt,
         count_bolt,
         create_bolt},
    [KIND_MENGER_SPONGE] = {"menger-sponge",
                            "a cube with holes in holes in holes",
                            "0 <= level <= 6",
                            {{"size", KIND_LENGTH, "1"}, {"level", KIND_NUMBER, "3"}},
                            {{1, 1, 1, 0, 5}},
                            NULL,
                            count_menger_sponge,
                            create_menger_sponge},
    [KIND_BLOB] = {"blob",
                   "a lump: an icosphere with smooth noise",
                   "amplitude < radius / 2, 1 <= frequency <= 10000",
                   {{"radius", KIND_LENGTH, "1"},
                    {"amplitude", KIND_LENGTH, "0.25"},
                    {"frequency", KIND_NUMBER, "32"},
                    {"seed", KIND_SEED, "1"}},
                   {{2, 1, 1, 1, 10000}},
                   NULL,
                   count_blob,
                   create_blob},
    [KIND_TERRAIN] = {"terrain",
                      "hills over a square, open",
                      "cells >= 1",
                      {{"size", KIND_LENGTH, "10"},
                       {"height", KIND_LENGTH, "1"},
                       {"cells", KIND_NUMBER, "64"},
                       {"seed", KIND_SEED, "1"}},
                      {{2, 1, 1, 1, ANY}},
                      NULL,
                      count_terrain,
                      create_terrain},
    [KIND_CLOTH] = {"cloth",
                    "a flat grid in the xy plane, open",
                    "columns >= 1, rows >= 1",
                    {{"width", KIND_LENGTH, "1"},
                     {"height", KIND_LENGTH, "1"},
                     {"columns", KIND_NUMBER, "32"},
                     {"rows", KIND_NUMBER, "32"}},
                    {{2, 1, 1, 1, ANY}, {3, 1, 1, 1, ANY}},
                    NULL,
                    count_cloth,
                    create_cloth},
};

const kind *kind_at(size_t index) {
    return &kinds[index];
}

const kind *kind_find(const char *name) {
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

size_t kind_parameter_count(const kind *made) {
    size_t count = 0;
    while (count < KIND_MAX_PARAMETERS && made->parameters[count].option != NULL)
        count++;
    return count;
}

kind_order kind_order_default(const kind *made) {
    kind_order order = {.made = made};
    if (made->fill != NULL)
        made->fill(order.values);
    for (size_t i = 0; i < kind_parameter_count(made); i++) {
        const char *why;
        const kind_parameter *parameter = &made->parameters[i];
        if (parameter->standard != NULL)
            kind_read_value(parameter->type, parameter->standard, &order.values[i], &why);
    }
    return order;
}
