/* SPDX-License-Identifier: MIT */
/* Values of parameters as text, and the choice of a resolution; see kinds.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"
#include "number.h"

/* ---- Text --------------------------------------------------------------------------------- */

static bool read_length(const char *text, size_t length, double *out, const char **why) {
    number_status status = number_read(text, length, out);
    if (status != NUMBER_OK)
        *why = number_status_text(status);
    return status == NUMBER_OK;
}

/* A whole number, as digits (with all 64 bits) or as 1e6. */
static bool read_count(const char *text, uint64_t most, uint64_t *out, const char **why) {
    size_t digits = strspn(text, "0123456789");
    uint64_t value = 0;
    if (digits > 0 && text[digits] == '\0') {
        for (const char *at = text; *at != '\0'; at++) {
            uint64_t digit = (uint64_t)(*at - '0');
            if (value > (most - digit) / 10) {
                *why = "is too large";
                return false;
            }
            value = 10 * value + digit;
        }
    } else {
        double number;
        if (!read_length(text, strlen(text), &number, why))
            return false;
        if (number < 0 || number != floor(number)) {
            *why = "is not a whole number";
            return false;
        }
        /* Not every whole number above 2^53 is a double: such numbers must be written as digits. */
        if (number > 0x1p53 || number > (double)most) {
            *why = "is too large";
            return false;
        }
        value = (uint64_t)number;
    }
    *out = value;
    return true;
}

static bool read_size(const char *text, tact_vec3 *out, const char **why) {
    double numbers[3] = {0};
    size_t count = 0;
    for (; count < 3; count++) {
        size_t length = strcspn(text, ",");
        if (!read_length(text, length, &numbers[count], why))
            return false;
        text += length;
        if (*text == '\0')
            break;
        text++;
    }
    if (count == 0) {
        *out = tact_vec3_make(numbers[0], numbers[0], numbers[0]);
        return true;
    }
    if (count != 2) {
        *why = "is not one number, or three separated by commas";
        return false;
    }
    *out = tact_vec3_make(numbers[0], numbers[1], numbers[2]);
    return true;
}

bool kind_read_value(kind_type type, const char *text, kind_value *out, const char **why) {
    switch (type) {
    case KIND_LENGTH:
        return read_length(text, strlen(text), &out->length, why);
    case KIND_SIZE:
        return read_size(text, &out->size, why);
    case KIND_NUMBER:
        return read_count(text, UINT32_MAX, &out->count, why);
    case KIND_SEED:
        return read_count(text, UINT64_MAX, &out->count, why);
    }
    *why = "has no type";
    return false;
}

const char *kind_show_value(kind_type type, kind_value value, char text[KIND_TEXT_SIZE]) {
    char x[NUMBER_TEXT_SIZE], y[NUMBER_TEXT_SIZE], z[NUMBER_TEXT_SIZE];
    if (type == KIND_LENGTH)
        snprintf(text, KIND_TEXT_SIZE, "%s", number_write(value.length, x));
    else if (type == KIND_SIZE)
        snprintf(text, KIND_TEXT_SIZE, "%s,%s,%s", number_write(value.size.x, x),
                 number_write(value.size.y, y), number_write(value.size.z, z));
    else
        snprintf(text, KIND_TEXT_SIZE, "%" PRIu64, value.count);
    return text;
}

/* ---- Resolution --------------------------------------------------------------------------- */

/* The parameter's value at a step, rounded to an allowed multiple. */
static uint64_t value_at(const kind_resolution *resolution, double step) {
    double value = floor(step / resolution->multiple + 0.5) * resolution->multiple;
    return (uint64_t)fmin(fmax(value, resolution->least), resolution->most);
}

/* Sets the first parameters to a step (one, or several in proportion). Returns the number of
 * triangles. */
static double count_at(kind_order *order, size_t moved, double step) {
    for (size_t i = 0; i < moved; i++) {
        const kind_resolution *resolution = &order->made->resolutions[i];
        double weight = moved > 1 ? resolution->weight : 1;
        order->values[resolution->parameter].count = value_at(resolution, weight * step);
    }
    return order->made->count(order->values);
}

/* Sets the first parameters to the step with the nearest count; counts grow with the step. */
static void choose_step(kind_order *order, size_t moved, double triangles) {
    double below = 0;
    double above = 0x1p32;
    while (above - below > 1) {
        double middle = floor((below + above) / 2);
        if (count_at(order, moved, middle) < triangles)
            below = middle;
        else
            above = middle;
    }
    double under = triangles - count_at(order, moved, below);
    double over = count_at(order, moved, above) - triangles;
    count_at(order, moved, fabs(under) <= fabs(over) ? below : above);
}

static size_t count_resolutions(const kind *made) {
    size_t count = 0;
    while (count < KIND_MAX_RESOLUTIONS && made->resolutions[count].multiple > 0)
        count++;
    return count;
}

void kind_choose_resolution(kind_order *order, double triangles) {
    size_t count = count_resolutions(order->made);
    choose_step(order, count, triangles);
    if (count > 1)
        choose_step(order, 1, triangles);
}

bool kind_is_resolution(const kind *made, size_t parameter) {
    for (size_t i = 0; i < count_resolutions(made); i++)
        if (made->resolutions[i].parameter == parameter)
            return true;
    return false;
}
