/* SPDX-License-Identifier: MIT */
/* The bolt: one stack of rings from the tip of the shaft to the top of the head. All rings have
 * their points at the same angles around z.
 *
 * The thread is a height field: the shaft's radius is a function of angle and height. A horizontal
 * cut through the mesh meets each direction from the axis once, so the surface does not intersect
 * itself, however steep the thread. The profile is that of a metric screw with straight flanks: an
 * eighth of the pitch is crest and a quarter is root. At both ends of the shaft the thread fades
 * within one pitch. */
#include "mesh/make.h"

#include <tact/mesh_generators.h>

#include <math.h>

/* cos 30 degrees: the distance from the axis to the head's flats, relative to its corners. */
#define FLAT_RATIO 0.86602540378443864676

tact_bolt_desc tact_bolt_desc_default(void) {
    return (tact_bolt_desc){
        .radius = 0.4,
        .length = 2,
        .thread_depth = 0.08,
        .pitch = 2.0 / 12,
        .head_radius = 0.8,
        .head_height = 0.5,
        .segments = 48,
        .rows = 192,
    };
}

static bool is_bolt(const tact_bolt_desc *desc) {
    return desc->segments >= 6 && desc->segments % 6 == 0 && desc->rows >= 1 &&
           tacti_is_length(desc->radius) && tacti_is_length(desc->length) &&
           tacti_is_length_or_zero(desc->thread_depth) && tacti_is_length(desc->pitch) &&
           tacti_is_length(desc->head_radius) && tacti_is_length(desc->head_height) &&
           desc->pitch >= 0x1p-30 * desc->length &&
           tacti_is_well_below(desc->radius + desc->thread_depth, FLAT_RATIO * desc->head_radius);
}

/* A direction from the axis, and how far the head reaches there. */
typedef struct bolt_direction {
    double x;
    double y;
    double head;
} bolt_direction;

static void set_directions(const tact_bolt_desc *desc, bolt_direction *directions) {
    uint32_t n = desc->segments;
    uint32_t side = n / 6;
    for (uint32_t i = 0; i < n; i++) {
        tact_vec2 turn = tacti_turn(i, n);
        uint32_t j = i % side;
        /* The angle to the middle of the flat is (12 j - n) / 12 n turns. */
        uint64_t twelfths = 12 * (uint64_t)j;
        uint64_t off_middle = twelfths > n ? twelfths - n : n - twelfths;
        double stretch = tacti_turn(off_middle, 12 * (uint64_t)n).x;
        double head = j == 0 ? desc->head_radius : desc->head_radius * (FLAT_RATIO / stretch);
        directions[i] = (bolt_direction){turn.x, turn.y, head};
    }
}

/* The height of the thread, 0 to 1, at a phase of 0 to 1. The crest is in the middle. */
static double thread_height(double phase) {
    double off_crest = fabs(phase - 0.5);
    double height = (0.375 - off_crest) / (0.375 - 0.0625);
    return height < 0 ? 0 : height > 1 ? 1 : height;
}

/* The shaft, from z = -length to 0. */
static void add_shaft(tacti_maker *maker, const tact_bolt_desc *desc) {
    const bolt_direction *directions = maker->scratch;
    uint32_t n = desc->segments;
    for (uint32_t row = 0; row <= desc->rows; row++) {
        double up = desc->length * ((double)row / desc->rows);
        double down = desc->length - up;
        double end = up < down ? up : down;
        double fade = end < desc->pitch ? end / desc->pitch : 1;
        double turns = up / desc->pitch;
        double offset = turns - floor(turns);
        for (uint32_t i = 0; i < n; i++) {
            double phase = (double)i / n - offset;
            double thread = thread_height(phase < 0 ? phase + 1 : phase);
            double radius = desc->radius + desc->thread_depth * (fade * thread);
            tacti_maker_vertex(maker, radius * directions[i].x, radius * directions[i].y, -down);
        }
    }
}

static void add_head_ring(tacti_maker *maker, uint32_t segments, double z) {
    const bolt_direction *directions = maker->scratch;
    for (uint32_t i = 0; i < segments; i++)
        tacti_maker_vertex(maker, directions[i].head * directions[i].x,
                           directions[i].head * directions[i].y, z);
}

tact_status tact_mesh_create_bolt(const tact_context *context, const tact_bolt_desc *desc,
                                  tact_mesh **out) {
    if (out == NULL || desc == NULL || !is_bolt(desc))
        return TACT_INVALID_ARGUMENT;
    uint32_t n = desc->segments;
    /* The rings of the shaft and two of the head. */
    uint64_t rings = (uint64_t)desc->rows + 3;
    uint64_t count = tacti_count_times(n, rings);
    tacti_maker_size size = {tacti_count_plus(count, 2), tacti_count_times(count, 2),
                             n * (uint64_t)sizeof(bolt_direction)};
    tacti_maker maker;
    tact_status status = tacti_maker_start(&maker, context, size);
    if (status != TACT_OK)
        return status;
    set_directions(desc, maker.scratch);
    add_shaft(&maker, desc);
    add_head_ring(&maker, n, 0);
    add_head_ring(&maker, n, desc->head_height);
    uint32_t tip = tacti_maker_vertex(&maker, 0, 0, -desc->length);
    uint32_t top = tacti_maker_vertex(&maker, 0, 0, desc->head_height);
    uint32_t last = ((uint32_t)rings - 1) * n;
    tacti_maker_fan_reversed(&maker, 0, n, tip);
    for (uint32_t ring = 0; ring < last; ring += n)
        tacti_maker_band(&maker, ring, ring + n, n);
    tacti_maker_fan(&maker, last, n, top);
    return tacti_maker_finish(&maker, out);
}
