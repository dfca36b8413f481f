/* SPDX-License-Identifier: MIT */
/* Prisms around z: cylinder, tube and gear.
 *
 * All vertices of a prism lie on vertical lines over one profile, whose points have increasing
 * angles around z. A tube or gear has a round hole with a point at each of these angles. So each
 * cap is a ring of quads, each in its own wedge between two angles, and the triangles of a cap do
 * not overlap, whatever the profile's radii. */
#include "mesh/make.h"

#include <tact/mesh_generators.h>

#include <math.h>

/* A point of a profile: direction from the axis, and distance. */
typedef struct profile_point {
    double x;
    double y;
    double radius;
} profile_point;

/* A prism: the number of profile points, and how it is cut along z. */
typedef struct prism {
    double height;
    uint32_t count;
    uint32_t rows;
} prism;

/* Adds a wall of rows + 1 rings of vertices from the bottom up. Returns the first vertex. */
static uint32_t add_wall_vertices(tacti_maker *maker, const prism *shape,
                                  const profile_point *profile) {
    uint32_t first = maker->vertex_count;
    for (uint32_t row = 0; row <= shape->rows; row++) {
        double z = tacti_along(shape->height, row, shape->rows);
        for (uint32_t i = 0; i < shape->count; i++)
            tacti_maker_vertex(maker, profile[i].radius * profile[i].x,
                               profile[i].radius * profile[i].y, z);
    }
    return first;
}

static tact_status finish_cylinder(tacti_maker *maker, const prism *shape, tact_mesh **out) {
    uint32_t count = shape->count;
    uint32_t wall = add_wall_vertices(maker, shape, maker->scratch);
    uint32_t bottom = tacti_maker_vertex(maker, 0, 0, tacti_along(shape->height, 0, 1));
    uint32_t top = tacti_maker_vertex(maker, 0, 0, tacti_along(shape->height, 1, 1));
    for (uint32_t row = 0; row < shape->rows; row++)
        tacti_maker_band(maker, wall + row * count, wall + (row + 1) * count, count);
    tacti_maker_fan_reversed(maker, wall, count, bottom);
    tacti_maker_fan(maker, wall + shape->rows * count, count, top);
    return tacti_maker_finish(maker, out);
}

static tact_status finish_hollow(tacti_maker *maker, const prism *shape, double bore_radius,
                                 tact_mesh **out) {
    profile_point *profile = maker->scratch;
    uint32_t count = shape->count;
    uint32_t outer = add_wall_vertices(maker, shape, profile);
    for (uint32_t i = 0; i < count; i++)
        profile[i].radius = bore_radius;
    uint32_t inner = add_wall_vertices(maker, shape, profile);
    for (uint32_t row = 0; row < shape->rows; row++) {
        tacti_maker_band(maker, outer + row * count, outer + (row + 1) * count, count);
        tacti_maker_band(maker, inner + (row + 1) * count, inner + row * count, count);
    }
    uint32_t top = shape->rows * count;
    tacti_maker_band(maker, inner, outer, count);
    tacti_maker_band(maker, outer + top, inner + top, count);
    return tacti_maker_finish(maker, out);
}

static void set_circle(profile_point *profile, uint32_t count, double radius) {
    for (uint32_t i = 0; i < count; i++) {
        tact_vec2 turn = tacti_turn(i, count);
        profile[i] = (profile_point){turn.x, turn.y, radius};
    }
}

tact_status tact_mesh_create_cylinder(const tact_context *context, double radius, double height,
                                      uint32_t segments, uint32_t rows, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(radius) || !tacti_is_length(height) || segments < 3 ||
        rows < 1)
        return TACT_INVALID_ARGUMENT;
    uint64_t wall = (uint64_t)segments * ((uint64_t)rows + 1);
    tacti_maker_size size = {tacti_count_plus(wall, 2), tacti_count_times(wall, 2),
                             segments * (uint64_t)sizeof(profile_point)};
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, size);
    if (status != TACT_OK)
        return status;
    set_circle(maker.scratch, segments, radius);
    return finish_cylinder(&maker, &(prism){height, segments, rows}, out);
}

/* The size of a prism with a hole and count points per ring. */
static tacti_maker_size hollow_size(uint64_t count, uint32_t rows) {
    uint64_t wall = tacti_count_times(count, (uint64_t)rows + 1);
    return (tacti_maker_size){tacti_count_times(wall, 2), tacti_count_times(wall, 4),
                              tacti_count_times(count, sizeof(profile_point))};
}

tact_status tact_mesh_create_tube(const tact_context *context, double outer_radius,
                                  double inner_radius, double height, uint32_t segments,
                                  uint32_t rows, tact_mesh **out) {
    if (out == NULL || !tacti_is_length(outer_radius) || !tacti_is_length(inner_radius) ||
        !tacti_is_length(height) || !tacti_is_well_below(inner_radius, outer_radius) ||
        segments < 3 || rows < 1)
        return TACT_INVALID_ARGUMENT;
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, hollow_size(segments, rows));
    if (status != TACT_OK)
        return status;
    set_circle(maker.scratch, segments, outer_radius);
    return finish_hollow(&maker, &(prism){height, segments, rows}, inner_radius, out);
}

/* ---- Gear ------------------------------------------------------------------------------------ */

/* Shares of a tooth's angle: the root, a flank on each side, the tip. */
#define ROOT_SHARE 0.3
#define FLANK_SHARE 0.2
#define TIP_SHARE 0.3

tact_gear_desc tact_gear_desc_default(void) {
    return (tact_gear_desc){
        .teeth = 24,
        .outer_radius = 1,
        .root_radius = 0.88,
        .bore_radius = 0.3,
        .thickness = 0.4,
        .detail = 4,
        .rows = 4,
    };
}

static bool is_gear(const tact_gear_desc *desc) {
    return desc->teeth >= 3 && desc->detail >= 1 && desc->rows >= 1 &&
           tacti_is_length(desc->outer_radius) && tacti_is_length(desc->root_radius) &&
           tacti_is_length(desc->bore_radius) && tacti_is_length(desc->thickness) &&
           tacti_is_well_below(desc->root_radius, desc->outer_radius) &&
           tacti_is_well_below(desc->bore_radius, desc->root_radius);
}

/* Point step of 4 detail along one tooth: the fraction of the tooth's angle, and the height. Flanks
 * lean like an involute near its base circle: the angle grows with the height to the power of
 * 3/2. */
static tact_vec2 tooth_point(uint32_t detail, uint32_t step) {
    double t = (double)(step % detail) / detail;
    double rest = 1 - t;
    switch (step / detail) {
    case 0:
        return (tact_vec2){ROOT_SHARE * t, 0};
    case 1:
        return (tact_vec2){ROOT_SHARE + FLANK_SHARE * (t * sqrt(t)), t};
    case 2:
        return (tact_vec2){ROOT_SHARE + FLANK_SHARE + TIP_SHARE * t, 1};
    default:
        return (tact_vec2){1 - FLANK_SHARE * (rest * sqrt(rest)), rest};
    }
}

static void set_teeth(const tact_gear_desc *desc, profile_point *profile) {
    double depth = desc->outer_radius - desc->root_radius;
    /* The middle of the first tooth's tip lies on x. */
    double start = -(ROOT_SHARE + FLANK_SHARE + TIP_SHARE / 2);
    for (uint32_t tooth = 0; tooth < desc->teeth; tooth++)
        for (uint32_t step = 0; step < 4 * desc->detail; step++) {
            tact_vec2 point = tooth_point(desc->detail, step);
            double angle = (tooth + (start + point.x)) / desc->teeth * (2 * TACTI_PI);
            *profile++ = (profile_point){tact_cos(angle), tact_sin(angle),
                                         desc->root_radius + depth * point.y};
        }
}

tact_status tact_mesh_create_gear(const tact_context *context, const tact_gear_desc *desc,
                                  tact_mesh **out) {
    if (out == NULL || desc == NULL || !is_gear(desc))
        return TACT_INVALID_ARGUMENT;
    uint64_t count = tacti_count_times(4 * (uint64_t)desc->detail, desc->teeth);
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, hollow_size(count, desc->rows));
    if (status != TACT_OK)
        return status;
    set_teeth(desc, maker.scratch);
    prism shape = {desc->thickness, (uint32_t)count, desc->rows};
    return finish_hollow(&maker, &shape, desc->bore_radius, out);
}
