/* SPDX-License-Identifier: MIT */
/* Random numbers with mixed exponents; see mixed_numbers.h. */
#include "mixed_numbers.h"

#include <math.h>

/* A magnitude with its leading bit at 2^exponent and few or many bits set. */
static double magnitude_at(test_rng *rng, int exponent) {
    double mantissa = 1;
    if (test_rng_below(rng, 2) == 0)
        mantissa = 1 + test_rng_unit(rng);
    else if (test_rng_below(rng, 4) == 0)
        mantissa = 2 - 0x1p-52;
    return ldexp(mantissa, exponent);
}

double mixed_magnitude(test_rng *rng, int top) {
    int exponent = (int)test_rng_below(rng, (uint32_t)(top + 1074)) - 1074;
    return magnitude_at(rng, exponent);
}

mixed_palette mixed_palette_make(test_rng *rng, int top) {
    mixed_palette palette = {.count = 1 + (int)test_rng_below(rng, 8)};
    uint32_t mood = test_rng_below(rng, 6);
    int middle = (int)test_rng_below(rng, (uint32_t)(top + 1074)) - 1074;
    for (int i = 0; i < palette.count; i++) {
        double *value = &palette.value[i];
        if (mood == 0) { /* within 2^60 of each other */
            int exponent = middle + (int)test_rng_below(rng, 60);
            *value = magnitude_at(rng, exponent < top ? exponent : top - 1);
        } else if (mood == 1) /* the two ends of the range */
            *value = test_rng_below(rng, 2) ? 0x1p-1074 * (1 + test_rng_below(rng, 4))
                                            : magnitude_at(rng, top - 1);
        else if (mood == 2) /* small multiples of one power of two */
            *value = ldexp(1 + test_rng_below(rng, 6), middle < top - 3 ? middle : top - 3);
        else
            *value = mixed_magnitude(rng, top);
    }
    return palette;
}

double mixed_number(test_rng *rng, const mixed_palette *palette, int top) {
    uint32_t choice = test_rng_below(rng, 20);
    double value = palette->value[test_rng_below(rng, (uint32_t)palette->count)];
    if (choice < 4)
        return 0;
    if (choice < 7)
        value = 1 + (choice == 6 ? test_rng_below(rng, 4) : 0);
    else if (choice == 7)
        value = nextafter(value, test_rng_below(rng, 2) ? 0 : ldexp(1, top - 1));
    else if (choice == 8)
        value = mixed_magnitude(rng, top);
    else if (choice == 9)
        value = 0x1p-1074 * (1 + test_rng_below(rng, 3));
    return test_rng_below(rng, 2) ? value : -value;
}

tact_vec3 mixed_point(test_rng *rng, const mixed_palette *palette, int top) {
    double x = mixed_number(rng, palette, top), y = mixed_number(rng, palette, top);
    return (tact_vec3){x, y, mixed_number(rng, palette, top)};
}

static tact_vec3 middle_of(tact_vec3 p, tact_vec3 q) {
    return (tact_vec3){0.5 * p.x + 0.5 * q.x, 0.5 * p.y + 0.5 * q.y, 0.5 * p.z + 0.5 * q.z};
}

tact_triangle mixed_triangle(test_rng *rng, const mixed_palette *palette, int top) {
    tact_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = mixed_point(rng, palette, top);
    uint32_t choice = test_rng_below(rng, 12);
    if (choice == 0)
        t.v[2] = t.v[1];
    else if (choice == 1)
        t.v[2] = middle_of(t.v[0], t.v[1]);
    else if (choice == 2)
        t.v[1] = t.v[2] = t.v[0];
    return t;
}

tact_triangle mixed_triangle_beside(test_rng *rng, const mixed_palette *palette, int top,
                                    const tact_triangle *other) {
    tact_triangle t = mixed_triangle(rng, palette, top);
    uint32_t choice = test_rng_below(rng, 9), turn = test_rng_below(rng, 3);
    if (choice < 2)
        t.v[0] = other->v[turn];
    if (choice == 1)
        t.v[1] = other->v[(turn + 1) % 3];
    if (choice == 2)
        t.v[0] = middle_of(other->v[turn], other->v[(turn + 1) % 3]);
    return t;
}
