/* SPDX-License-Identifier: MIT */
/* Failures of readers, with their place in the file. */
#include "io/source.h"

#include <stdarg.h>
#include <stdio.h>

/* Lines end with LF, CR LF or CR. The first is number 1. */
static uint64_t line_of(const tacti_source *source, size_t at) {
    uint64_t line = 1;
    for (size_t i = 0; i < at && i < source->bytes; i++) {
        unsigned char c = source->data[i];
        bool is_pair = c == '\r' && i + 1 < source->bytes && source->data[i + 1] == '\n';
        if (c == '\n' || (c == '\r' && !is_pair))
            line++;
    }
    return line;
}

tact_status tacti_source_fail(tacti_place place, tact_error *error, uint64_t index,
                              const char *format, ...) {
    if (error == NULL)
        return TACT_INVALID_FILE;
    char reason[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (length < 0)
        memcpy(reason, "", 1);
    const char *name = place.source->name;
    if (place.is_binary)
        return tacti_error_set(error, TACT_INVALID_FILE, 0, index, "%s: byte %llu: %s", name,
                               (unsigned long long)place.at, reason);
    uint64_t line = line_of(place.source, place.at);
    return tacti_error_set(error, TACT_INVALID_FILE, line, index, "%s:%llu: %s", name,
                           (unsigned long long)line, reason);
}

tact_status tacti_source_no_memory(const tacti_source *source, tact_error *error) {
    return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                           "%s: no memory for its mesh", source->name);
}
