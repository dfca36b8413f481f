/* SPDX-License-Identifier: MIT */
/* Reading parsed JSON with the place of every value, so that a message can say where something is
 * wrong: objects[3].velocity. */
#ifndef TACT_FORMATS_JSON_PLACE_H
#define TACT_FORMATS_JSON_PLACE_H

#include <jansson.h>
#include <tact/tact.h>

/* A value and the way to it. */
typedef struct json_place {
    const struct json_place *parent; /* NULL at the top */
    const char *key;                 /* in an object; NULL in an array */
    size_t index;                    /* in an array */
    const json_t *value;             /* NULL if it is absent */
    tact_error *error;
} json_place;

json_place json_top(const json_t *value, tact_error *error);
/* The value of a key; absent if there is none. */
json_place json_member(const json_place *object, const char *key);
json_place json_element(const json_place *array, size_t index);

static inline bool json_is_there(const json_place *at) {
    return at->value != NULL;
}

/* Fills the error with the place and the reason. Returns the status. */
tact_status json_fail(const json_place *at, tact_status status, const char *reason);

/* Checks that the value is an object with no keys but these (separated by blanks). */
tact_status json_check_object(const json_place *at, const char *keys);
tact_status json_check_array(const json_place *at);
/* Read values of a type. */
tact_status json_read_text(const json_place *at, const char **out);
tact_status json_read_flag(const json_place *at, bool *out);
/* A whole number from 0 to most. */
tact_status json_read_count(const json_place *at, uint32_t most, uint32_t *out);
tact_status json_read_real(const json_place *at, double *out);
/* An array of exactly count numbers. */
tact_status json_read_reals(const json_place *at, size_t count, double *out);
tact_status json_read_vec3(const json_place *at, tact_vec3 *out);

#endif
