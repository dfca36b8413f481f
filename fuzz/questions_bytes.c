/* SPDX-License-Identifier: MIT */
/* Bytes as numbers, points and poses; see questions_bytes.h. */
#include "questions_bytes.h"

#include <math.h>
#include <string.h>

uint8_t take_byte(bytes *in) {
    return in->at < in->size ? in->data[in->at++] : 0;
}

/* Folds an exponent into -16 to 15, unless the world is wide. Exact arithmetic on smooth shapes
 * takes time with the square of the range of exponents. */
static double fold(const bytes *in, double number) {
    int exponent;
    if (in->is_wide || !isfinite(number))
        return number;
    double fraction = frexp(number, &exponent);
    return ldexp(fraction, (exponent + 4096) % 32 - 16 + in->exponent);
}

static double take_raw(bytes *in) {
    uint8_t raw[sizeof(double)];
    double number;
    for (size_t i = 0; i < sizeof raw; i++)
        raw[i] = take_byte(in);
    memcpy(&number, raw, sizeof number);
    return number;
}

/* A sign, an exponent from -1074 to 509, four bits. */
static double take_wide(bytes *in) {
    unsigned high = take_byte(in), low = take_byte(in);
    unsigned word = high << 8 | low;
    double fraction = 1 + (word & 15) / 16.0;
    double number = ldexp(fraction, (int)(word >> 4 & 2047) % 1584 - 1074);
    return (word & 0x8000) != 0 ? -number : number;
}

static double take_near(bytes *in) {
    unsigned byte = take_byte(in);
    double number = (double)(byte % 5) - 2;
    unsigned steps = byte / 5 % 8;
    double end = byte / 40 % 2 == 0 ? HUGE_VAL : -HUGE_VAL;
    for (unsigned i = 0; i < steps; i++)
        number = nextafter(number, end);
    return number;
}

static double take_as(bytes *in, number_scheme scheme) {
    switch (scheme) {
    case NUMBERS_EIGHTHS:
        return ldexp((double)(int8_t)take_byte(in), in->exponent - 3);
    case NUMBERS_NEAR:
        return ldexp(take_near(in), in->exponent);
    case NUMBERS_WIDE:
        return fold(in, take_wide(in));
    case NUMBERS_RAW:
        return fold(in, take_raw(in));
    default:
        return ldexp((double)(take_byte(in) % 9) - 4, in->exponent);
    }
}

double take_number(bytes *in) {
    if (in->scheme != NUMBERS_MIXED)
        return take_as(in, in->scheme);
    return take_as(in, (number_scheme)(take_byte(in) % NUMBERS_MIXED));
}

double take_size(bytes *in) {
    double number = take_number(in);
    return in->scheme == NUMBERS_RAW ? number : fabs(number);
}

tact_vec3 take_vec3(bytes *in) {
    double x = take_number(in), y = take_number(in), z = take_number(in);
    return tact_vec3_make(x, y, z);
}

/* ---- Poses -------------------------------------------------------------------------------- */

static void set_translation(tact_pose *pose, tact_vec3 t) {
    pose->m[3] = t.x;
    pose->m[7] = t.y;
    pose->m[11] = t.z;
}

/* One of the 24 rotations that permute the axes. */
static tact_pose permutation(unsigned number) {
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    tact_pose pose = tact_pose_identity();
    unsigned which = number % 6, signs = number / 6 % 4;
    double sign[3] = {(signs & 1) != 0 ? -1 : 1, (signs & 2) != 0 ? -1 : 1, which < 3 ? 1 : -1};
    sign[2] *= sign[0] * sign[1];
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++)
            pose.m[4 * row + k] = order[which][row] == k ? sign[row] : 0;
    return pose;
}

/* A rotation around a small axis; the identity if the axis is 0. */
static tact_pose rotation(bytes *in) {
    unsigned packed = take_byte(in), turn = take_byte(in);
    tact_vec3 axis = {(double)(packed % 5) - 2, (double)(packed / 5 % 5) - 2,
                      (double)(packed / 25 % 5) - 2};
    tact_pose pose = tact_pose_identity();
    (void)tact_pose_from_axis_angle(axis, (double)turn * 0.09817477042468103, (tact_vec3){0, 0, 0},
                                    &pose);
    return pose;
}

/* As far from rigid as is accepted, or a little further. */
static void spoil(bytes *in, tact_pose *pose) {
    unsigned byte = take_byte(in);
    double defect = (double)(byte % 16) * 3.5e-8;
    int column = (int)(byte / 16 % 3), other = (column + 1) % 3;
    for (int row = 0; row < 3; row++)
        if ((byte & 128) != 0)
            pose->m[4 * row + column] *= 1 + defect;
        else
            pose->m[4 * row + column] += defect * pose->m[4 * row + other];
}

tact_pose take_pose(bytes *in) {
    unsigned form = take_byte(in);
    tact_pose pose = tact_pose_identity();
    switch (form % 8) {
    case 0:
        return pose;
    case 1:
        break;
    case 2:
    case 3:
        pose = permutation(take_byte(in));
        break;
    case 4:
        pose = rotation(in);
        break;
    case 5:
        pose = rotation(in);
        spoil(in, &pose);
        break;
    case 6: { /* far away */
        pose = rotation(in);
        int far = take_byte(in) % 64;
        set_translation(&pose, tact_vec3_scale(take_vec3(in), ldexp(1, far)));
        return pose;
    }
    default:
        for (int i = 0; i < 12; i++)
            pose.m[i] = take_raw(in);
        return pose;
    }
    set_translation(&pose, take_vec3(in));
    return pose;
}
