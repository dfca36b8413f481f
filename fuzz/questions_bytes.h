/* SPDX-License-Identifier: MIT */
/* Bytes as numbers, points and poses. Bytes beyond the end are 0. */
#ifndef TACT_FUZZ_QUESTIONS_BYTES_H
#define TACT_FUZZ_QUESTIONS_BYTES_H

#include <tact/tact.h>

/* How numbers are made of bytes. */
typedef enum number_scheme {
    NUMBERS_LATTICE, /* -4 to 4: full of touching and coplanar triangles */
    NUMBERS_EIGHTHS, /* -16 to 16 in steps of an eighth */
    NUMBERS_NEAR,    /* -2 to 2, up to 7 units in the last place away */
    NUMBERS_WIDE,    /* few bits, exponents up to 2^509 */
    NUMBERS_RAW,     /* eight bytes */
    NUMBERS_MIXED,   /* each number chooses */
    NUMBERS_SCHEMES
} number_scheme;

typedef struct bytes {
    const uint8_t *data;
    size_t size;
    size_t at;
    number_scheme scheme;
    int exponent; /* of the scale of lattices */
    bool is_wide; /* exponents are not limited */
} bytes;

uint8_t take_byte(bytes *in);
double take_number(bytes *in);
/* Not negative, unless any double is asked for. */
double take_size(bytes *in);
tact_vec3 take_vec3(bytes *in);
/* Any pose, nearly always rigid. */
tact_pose take_pose(bytes *in);

#endif
