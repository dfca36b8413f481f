/* SPDX-License-Identifier: MIT */
/* Reads a recording. The checksum is checked first. Then every line must be what the format says.
 * Models are made at once, so that what is wrong with one is reported with its line. Whether a call
 * is possible shows when it is replayed. */
#include "record/parse.h"

#include <string.h>

#include "io/checksum.h"
#include "io/file.h"
#include "io/source.h"

typedef struct entry {
    const char *keyword;
    tact_status (*read)(tacti_recording_reader *r);
} entry;

static const entry entries[] = {
    {"mesh", tacti_read_mesh}, {"shape", tacti_read_shape}, {"compound", tacti_read_compound},
    {"add", tacti_read_add},   {"name", tacti_read_name},   {"remove", tacti_read_remove},
    {"move", tacti_read_move}, {"write", tacti_read_write}, {"groups", tacti_read_groups},
    {"pair", tacti_read_pair}, {"step", tacti_read_step},   {"ask", tacti_read_ask},
};

static tact_status read_entry(tacti_recording_reader *r) {
    tacti_scan_blanks(&r->scan);
    tacti_word word = tacti_scan_word(&r->scan);
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (tacti_word_is(word, entries[i].keyword))
            return entries[i].read(r);
    }
    char text[TACTI_QUOTE_BYTES];
    return tacti_scan_fail(&r->scan, "'%s' is not an entry of a recording",
                           tacti_scan_quote(word, text));
}

static tact_status parse(const tacti_source *source, tact_error *error, tact_recording **out) {
    tact_status status = tact_float_mode_check();
    if (status != TACT_OK)
        return tacti_error_set(error, status, 0, TACT_NO_INDEX, "%s", tact_status_text(status));
    status = tacti_checksum_check(source, TACTI_RECORDING_HEAD, "a recording", error);
    if (status != TACT_OK)
        return status;
    TACTI_ASSERT(source->bytes >= TACTI_CHECKSUM_TAIL);
    tacti_source body = *source; /* without the last line */
    body.bytes -= TACTI_CHECKSUM_TAIL;
    tacti_recording_reader r = {.scan = tacti_scan_make(&body, error)};
    status = tact_recording_create(source->context, &r.recording);
    if (status != TACT_OK)
        return tacti_source_no_memory(source, error);
    r.recording->had_world = true;
    tacti_scan_next_line(&r.scan);
    while (status == TACT_OK && r.scan.at != r.scan.end)
        status = read_entry(&r);
    status = tacti_scan_status(&r.scan, status);
    if (status == TACT_OK)
        *out = r.recording;
    else
        tact_recording_destroy(r.recording);
    return status;
}

tact_status tact_recording_parse(const tact_context *context, const void *data, size_t bytes,
                                 tact_error *error, tact_recording **out) {
    if (data == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the data of a recording or the result is NULL");
    /* The scanner looks one byte ahead. */
    unsigned char *copy = tacti_allocate(context, bytes + 1, 1, 1);
    if (copy == NULL)
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX, "%s",
                               tact_status_text(TACT_OUT_OF_MEMORY));
    memcpy(copy, data, bytes);
    copy[bytes] = 0;
    const tacti_source source = {context, "recording", copy, bytes};
    tact_status status = parse(&source, error, out);
    tacti_release(context, copy, bytes + 1, 1, 1);
    return status;
}

tact_status tact_recording_load(const tact_context *context, const char *path, tact_error *error,
                                tact_recording **out) {
    if (path == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the path of a recording or the result is NULL");
    tacti_contents contents;
    tact_status status = tacti_contents_read(context, path, error, &contents);
    if (status != TACT_OK)
        return status;
    char room[TACTI_NAME_BYTES];
    const tacti_source source = {context, tacti_short_name(path, room), contents.data,
                                 contents.bytes};
    status = parse(&source, error, out);
    tacti_contents_release(context, &contents);
    return status;
}
