/* SPDX-License-Identifier: MIT */
/* Places in JSON, and values with their types checked. */
#include "json_place.h"

#include <stdio.h>
#include <string.h>

json_place json_top(const json_t *value, tact_error *error) {
    return (json_place){NULL, NULL, 0, value, error};
}

json_place json_member(const json_place *object, const char *key) {
    return (json_place){object, key, 0, json_object_get(object->value, key), object->error};
}

json_place json_element(const json_place *array, size_t index) {
    return (json_place){array, NULL, index, json_array_get(array->value, index), array->error};
}

/* ---- Messages ----------------------------------------------------------------------------- */

/* Appends the way to a place. */
static void write_place(const json_place *at, char *text, size_t bytes) {
    if (at == NULL || at->parent == NULL)
        return;
    write_place(at->parent, text, bytes);
    size_t used = strlen(text);
    if (at->key == NULL)
        snprintf(text + used, bytes - used, "[%zu]", at->index);
    else
        snprintf(text + used, bytes - used, "%s%.40s", used > 0 ? "." : "", at->key);
}

tact_status json_fail(const json_place *at, tact_status status, const char *reason) {
    tact_error *error = at->error;
    if (error == NULL)
        return status;
    char place[120] = "";
    write_place(at, place, sizeof place);
    memset(error, 0, sizeof *error);
    error->status = status;
    error->index = TACT_NO_INDEX;
    snprintf(error->text, sizeof error->text, "%s: %s", place[0] != 0 ? place : "scene", reason);
    return status;
}

/* Whether a list of words with blanks between them has a word. */
static bool has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; *at != 0;) {
        size_t here = strcspn(at, " ");
        if (here == length && memcmp(at, word, length) == 0)
            return true;
        at += here;
        at += strspn(at, " ");
    }
    return false;
}

tact_status json_check_object(const json_place *at, const char *keys) {
    if (!json_is_object(at->value))
        return json_fail(at, TACT_INVALID_FILE, "an object {...} is needed");
    json_t *value = (json_t *)at->value; /* the iterator of the library wants it so */
    for (void *i = json_object_iter(value); i != NULL; i = json_object_iter_next(value, i)) {
        if (has_word(keys, json_object_iter_key(i)))
            continue;
        char reason[200];
        snprintf(reason, sizeof reason, "unknown key \"%.40s\"; known are: %.120s",
                 json_object_iter_key(i), keys);
        return json_fail(at, TACT_INVALID_FILE, reason);
    }
    return TACT_OK;
}

tact_status json_check_array(const json_place *at) {
    return json_is_array(at->value) ? TACT_OK
                                    : json_fail(at, TACT_INVALID_FILE, "a list [...] is needed");
}

/* ---- Values ------------------------------------------------------------------------------- */

tact_status json_read_text(const json_place *at, const char **out) {
    const char *text = json_string_value(at->value);
    if (text == NULL || text[0] == 0)
        return json_fail(at, TACT_INVALID_FILE, "a text that is not empty is needed");
    *out = text;
    return TACT_OK;
}

tact_status json_read_flag(const json_place *at, bool *out) {
    if (!json_is_boolean(at->value))
        return json_fail(at, TACT_INVALID_FILE, "true or false is needed");
    *out = json_is_true(at->value);
    return TACT_OK;
}

tact_status json_read_count(const json_place *at, uint32_t most, uint32_t *out) {
    json_int_t number = json_integer_value(at->value);
    if (!json_is_integer(at->value) || number < 0 || (uint64_t)number > most) {
        char reason[80];
        snprintf(reason, sizeof reason, "a whole number from 0 to %u is needed", (unsigned)most);
        return json_fail(at, TACT_INVALID_FILE, reason);
    }
    *out = (uint32_t)number;
    return TACT_OK;
}

tact_status json_read_real(const json_place *at, double *out) {
    if (!json_is_number(at->value))
        return json_fail(at, TACT_INVALID_FILE, "a number is needed");
    *out = json_number_value(at->value);
    return TACT_OK;
}

tact_status json_read_reals(const json_place *at, size_t count, double *out) {
    if (!json_is_array(at->value) || json_array_size(at->value) != count) {
        char reason[64];
        snprintf(reason, sizeof reason, "a list of %zu numbers is needed", count);
        return json_fail(at, TACT_INVALID_FILE, reason);
    }
    for (size_t i = 0; i < count; i++) {
        json_place number = json_element(at, i);
        tact_status status = json_read_real(&number, &out[i]);
        if (status != TACT_OK)
            return status;
    }
    return TACT_OK;
}

tact_status json_read_vec3(const json_place *at, tact_vec3 *out) {
    double numbers[3] = {0};
    tact_status status = json_read_reals(at, 3, numbers);
    if (status == TACT_OK)
        *out = (tact_vec3){numbers[0], numbers[1], numbers[2]};
    return status;
}
