/* SPDX-License-Identifier: MIT */
/* Numbers of a PLY body, one at a time, in text and in both byte orders, for layouts without a
 * faster method. Text is read as double, whatever type the header declares, and lines do not
 * matter. */
#include "base/assert.h"
#include "io/ply.h"
#include "io/scan.h"

static tact_status ends_early(ply_file *file, uint64_t index) {
    return tacti_source_fail(ply_place(file, file->source->bytes), file->error, index,
                             "the file ends within %s %llu", file->member_name,
                             (unsigned long long)index);
}

/* Finds the next word of a text. Returns false at the end of the file. */
static bool next_word(ply_file *file, const unsigned char **start, const unsigned char **end) {
    TACTI_ASSERT(file->at <= file->source->bytes);
    const unsigned char *p = file->source->data + file->at;
    const unsigned char *last = file->source->data + file->source->bytes;
    while (p < last && tacti_is_space(*p))
        p++;
    *start = p;
    while (p < last && !tacti_is_space(*p))
        p++;
    *end = p;
    return p > *start;
}

static tact_status no_number(ply_file *file, const unsigned char *start, const unsigned char *end,
                             uint64_t index, const char *kind) {
    char text[TACTI_QUOTE_BYTES];
    tacti_word word = {start, (size_t)(end - start)};
    return tacti_source_fail(ply_header_place(file, (size_t)(start - file->source->data)),
                             file->error, index, "\"%s\" is not a %s", tacti_scan_quote(word, text),
                             kind);
}

static tact_status next_text_number(ply_file *file, uint64_t index, double *out) {
    const unsigned char *start, *end;
    if (!next_word(file, &start, &end))
        return ends_early(file, index);
    if (tacti_read_double(start, end, out) != end)
        return no_number(file, start, end, index, "number");
    file->at = (size_t)(end - file->source->data);
    return TACT_OK;
}

/* The bytes of one binary number; NULL if the file ends too early. */
static const unsigned char *take(ply_file *file, size_t bytes) {
    TACTI_ASSERT(file->at <= file->source->bytes);
    if (file->source->bytes - file->at < bytes)
        return NULL;
    const unsigned char *start = file->source->data + file->at;
    file->at += bytes;
    return start;
}

static int64_t load_integer(const unsigned char *p, ply_type type, bool is_big_endian) {
    uint64_t bits = tacti_load_bytes(p, ply_type_bytes(type), is_big_endian);
    switch (type) {
    case PLY_INT8:
        return (int64_t)(bits ^ 0x80u) - 0x80;
    case PLY_INT16:
        return (int64_t)(bits ^ 0x8000u) - 0x8000;
    case PLY_INT32:
        return (int64_t)(bits ^ 0x80000000u) - 0x80000000;
    default:
        return (int64_t)bits;
    }
}

tact_status tacti_ply_next_number(ply_file *file, ply_type type, uint64_t index, double *out) {
    if (file->encoding == PLY_TEXT)
        return next_text_number(file, index, out);
    const unsigned char *p = take(file, ply_type_bytes(type));
    if (p == NULL)
        return ends_early(file, index);
    bool is_big_endian = file->encoding == PLY_BIG_ENDIAN;
    if (type == PLY_FLOAT32) {
        uint32_t bits = (uint32_t)tacti_load_bytes(p, 4, is_big_endian);
        float value;
        memcpy(&value, &bits, sizeof value);
        *out = (double)value;
    } else if (type == PLY_FLOAT64) {
        uint64_t bits = tacti_load_bytes(p, 8, is_big_endian);
        memcpy(out, &bits, sizeof *out);
    } else {
        *out = (double)load_integer(p, type, is_big_endian);
    }
    return TACT_OK;
}

/* Whole numbers in text are nearly always plain digits; "3.0" and "1e2" are numbers too. */
static tact_status next_text_integer(ply_file *file, uint64_t index, int64_t *out) {
    const unsigned char *start, *end;
    if (!next_word(file, &start, &end))
        return ends_early(file, index);
    int64_t value = 0;
    const unsigned char *p = start;
    while (p < end && *p >= '0' && *p <= '9' && p - start < 18)
        value = value * 10 + (*p++ - '0');
    if (p == start || p < end) {
        const double limit = 9007199254740992.0; /* 2^53: smaller whole numbers are exact */
        double number;
        if (tacti_read_double(start, end, &number) != end || !(number > -limit && number < limit) ||
            (double)(int64_t)number != number)
            return no_number(file, start, end, index, "whole number");
        value = (int64_t)number;
    }
    file->at = (size_t)(end - file->source->data);
    *out = value;
    return TACT_OK;
}

tact_status tacti_ply_next_integer(ply_file *file, ply_type type, uint64_t index, int64_t *out) {
    if (file->encoding == PLY_TEXT)
        return next_text_integer(file, index, out);
    const unsigned char *p = take(file, ply_type_bytes(type));
    if (p == NULL)
        return ends_early(file, index);
    *out = load_integer(p, type, file->encoding == PLY_BIG_ENDIAN);
    return TACT_OK;
}

tact_status tacti_ply_next_count(ply_file *file, const ply_property *list, uint64_t index,
                                 uint64_t *out) {
    size_t before = file->at;
    int64_t count = 0;
    tact_status status = tacti_ply_next_integer(file, list->count_type, index, &count);
    if (status != TACT_OK)
        return status;
    size_t left = file->source->bytes - file->at;
    /* In text, a number and its separator take at least two bytes. */
    size_t item = file->encoding == PLY_TEXT ? 2 : ply_type_bytes(list->type);
    if (count < 0 || (uint64_t)count > left / item)
        return tacti_source_fail(ply_place(file, before), file->error, index,
                                 "a list of %lld items does not fit in the %zu bytes left",
                                 (long long)count, left);
    *out = (uint64_t)count;
    return TACT_OK;
}

tact_status tacti_ply_skip(ply_file *file, const ply_property *property, uint64_t index) {
    uint64_t count = 1;
    if (property->is_list) {
        tact_status status = tacti_ply_next_count(file, property, index, &count);
        if (status != TACT_OK)
            return status;
    }
    if (file->encoding != PLY_TEXT) {
        size_t bytes = (size_t)count * ply_type_bytes(property->type);
        return take(file, bytes) != NULL ? TACT_OK : ends_early(file, index);
    }
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *start, *end;
        if (!next_word(file, &start, &end))
            return ends_early(file, index);
        file->at = (size_t)(end - file->source->data);
    }
    return TACT_OK;
}
