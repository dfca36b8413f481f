/* SPDX-License-Identifier: MIT */
/* Reads any bytes as the text of a shape. Reading must end, with a message if it fails. A shape
 * that is read must be valid, and its printed text must read back bit for bit. */
#include <stdlib.h>
#include <string.h>

#include <tact/tact.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool is_true) {
    if (!is_true)
        abort();
}

static void check_message(const char *text, const tact_error *error, tact_status status) {
    require(status == TACT_INVALID_ARGUMENT || status == TACT_NOT_FINITE);
    require(error->status == status && error->line == 0 && error->index <= strlen(text));
    require(memchr(error->text, '\0', sizeof error->text) != NULL && error->text[0] != '\0');
    for (const char *c = error->text; *c != '\0'; c++)
        require((unsigned char)*c >= 0x20 && *c != 0x7F);
}

/* The printed text reads back as the same shape, so it is printed the same again. Printing is one
 * to one, since printed doubles read back exactly. */
static void check_shape(const tact_shape *shape) {
    char text[400], again[400];
    size_t length = tact_shape_print(shape, text, sizeof text);
    require(length > 0 && length < sizeof text && strlen(text) == length);
    if (shape->kind == TACT_SHAPE_HULL)
        return;
    require(tact_shape_validate(shape) == TACT_OK);
    tact_shape_text found;
    require(tact_shape_parse(text, NULL, &found) == TACT_OK);
    require(found.shape.kind == shape->kind && found.path == NULL);
    require(memcmp(&found.shape.radius, &shape->radius, sizeof shape->radius) == 0);
    require(tact_shape_print(&found.shape, again, sizeof again) == length);
    require(strcmp(text, again) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A block of exactly that size, so that a sanitizer detects reading past the end. */
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    tact_shape_text found;
    tact_error error;
    tact_status status = tact_shape_parse(text, &error, &found);
    require(tact_shape_parse(text, NULL, &found) == status);
    if (status != TACT_OK) {
        check_message(text, &error, status);
    } else {
        require(tact_shape_text_begins(text));
        check_shape(&found.shape);
        require((found.path != NULL) == (found.shape.kind == TACT_SHAPE_HULL));
        if (found.path != NULL)
            require(found.path == text + 5 && found.path_bytes > 0 &&
                    found.path_bytes <= strlen(text) - 5);
    }
    free(text);
    return 0;
}
