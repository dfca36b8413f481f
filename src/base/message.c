/* SPDX-License-Identifier: MIT */
/* Log lines and error texts, formatted into fixed buffers. Text that does not fit is cut at the end
 * of a UTF-8 character. File names, which may be of any length, are shortened first, so that the
 * reason after them is never cut. */
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/services.h"

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0u) == 0x80u;
}

/* The bytes of a character that starts with this byte; 1 if the byte is malformed. */
static size_t character_bytes(char lead) {
    unsigned char byte = (unsigned char)lead;
    if (byte >= 0xF0u)
        return 4;
    if (byte >= 0xE0u)
        return 3;
    return byte >= 0xC0u ? 2 : 1;
}

/* Drops the last character of the text if some of its bytes are missing. At most two of its
 * continuation bytes are there then. */
static void drop_partial_character(char *text) {
    size_t length = strlen(text);
    size_t start = length;
    while (start > 0 && length - start < 2 && is_continuation(text[start - 1]))
        start--;
    if (start == 0)
        return;
    start--;
    if (character_bytes(text[start]) > length - start)
        text[start] = '\0';
}

/* One third of the room holds the beginning: the end of a path says more. */
const char *tacti_short_name(const char *name, char room[TACTI_NAME_BYTES]) {
    static const char dots[] = "...";
    size_t length = strlen(name);
    if (length < TACTI_NAME_BYTES)
        return name;
    size_t head = TACTI_NAME_BYTES / 3;
    memcpy(room, name, head);
    room[head] = '\0';
    drop_partial_character(room);
    head = strlen(room);
    const char *tail = name + length - (TACTI_NAME_BYTES - head - sizeof dots);
    for (int i = 0; i < 3 && is_continuation(*tail); i++)
        tail++;
    TACTI_ASSERT(head + sizeof dots + strlen(tail) <= TACTI_NAME_BYTES);
    memcpy(room + head, dots, sizeof dots - 1);
    memcpy(room + head + sizeof dots - 1, tail, strlen(tail) + 1);
    return room;
}

TACTI_PRINTF(3, 0)
static void format_text(char *text, size_t bytes, const char *format, va_list arguments) {
    int length = vsnprintf(text, bytes, format, arguments);
    if (length < 0)
        snprintf(text, bytes, "the message could not be formatted");
    else if ((size_t)length >= bytes)
        drop_partial_character(text);
}

void tacti_log(const tact_context *context, tact_log_level level, const char *format, ...) {
    if (context == NULL || context->logger.write == NULL)
        return;
    char text[TACTI_LOG_BYTES];
    va_list arguments;
    va_start(arguments, format);
    format_text(text, sizeof text, format, arguments);
    va_end(arguments);
    context->logger.write(context->logger.user, level, text);
}

tact_status tacti_error_set(tact_error *error, tact_status status, uint64_t line, uint64_t index,
                            const char *format, ...) {
    if (error == NULL)
        return status;
    error->status = status;
    error->line = line;
    error->index = index;
    va_list arguments;
    va_start(arguments, format);
    format_text(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}
