/* SPDX-License-Identifier: MIT */
/* Reads pieces of lines, and checks the checksum of a whole file. */
#include "io/line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/checksum.h"
#include "io/source.h"

tact_status tacti_line_keyword(tacti_scan *scan, const char *word) {
    tacti_scan_blanks(scan);
    tacti_word found = tacti_scan_word(scan);
    if (tacti_word_is(found, word))
        return TACT_OK;
    char text[TACTI_QUOTE_BYTES];
    return tacti_scan_fail(scan, "'%s' stands where '%s' should", tacti_scan_quote(found, text),
                           word);
}

tact_status tacti_line_end(tacti_scan *scan) {
    tacti_scan_blanks(scan);
    if (!tacti_scan_is_line_end(scan))
        return tacti_scan_fail(scan, "the line should have ended");
    tacti_scan_line_end(scan);
    return TACT_OK;
}

tact_status tacti_line_count(tacti_scan *scan, const char *what, int64_t most, uint32_t *out) {
    int64_t value;
    TACTI_ASSERT(most <= UINT32_MAX);
    tacti_scan_blanks(scan);
    tact_status status = tacti_scan_integer(scan, what, 0, most, &value);
    if (status == TACT_OK)
        *out = (uint32_t)value;
    return status;
}

tact_status tacti_line_number(tacti_scan *scan, const char *what, double *out) {
    tacti_scan_blanks(scan);
    return tacti_scan_double(scan, what, out);
}

int tacti_hex_digit(unsigned char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool parse_bits(tacti_word word, uint64_t *out) {
    uint64_t value = 0;
    for (size_t i = 0; i < word.length; i++) {
        int digit = tacti_hex_digit(word.text[i]);
        if (digit < 0)
            return false;
        value = value << 4 | (uint64_t)digit;
    }
    *out = value;
    return word.length == 16;
}

tact_status tacti_line_bits(tacti_scan *scan, const char *what, uint64_t *out) {
    tacti_scan_blanks(scan);
    if (parse_bits(tacti_scan_word(scan), out))
        return TACT_OK;
    return tacti_scan_fail(scan, "%s should be 16 hexadecimal digits", what);
}

tact_status tacti_line_rest(tacti_scan *scan, const char *what, char *out, size_t bytes) {
    tacti_scan_blanks(scan);
    size_t length = 0;
    while (!tacti_scan_is_line_end(scan)) {
        if (length + 1 >= bytes || *scan->at < ' ')
            return tacti_scan_fail(scan, "%s is too long or not text", what);
        out[length++] = (char)*scan->at++;
    }
    TACTI_ASSERT(length < bytes);
    out[length] = '\0';
    return TACT_OK;
}

void tacti_checksum_tail(char tail[TACTI_CHECKSUM_TAIL + 1], uint64_t sum) {
    snprintf(tail, TACTI_CHECKSUM_TAIL + 1, "end %016" PRIx64 "\n", sum);
}

tact_status tacti_checksum_check(const tacti_source *source, const char *head, const char *what,
                                 tact_error *error) {
    size_t length = strlen(head);
    if (source->bytes < length || memcmp(source->data, head, length) != 0)
        return tacti_source_fail((tacti_place){source, 0, false}, error, TACT_NO_INDEX,
                                 "this is not %s of a known version", what);
    if (source->bytes < length + TACTI_CHECKSUM_TAIL)
        return tacti_source_fail((tacti_place){source, source->bytes, false}, error, TACT_NO_INDEX,
                                 "the file is cut off");
    size_t end = source->bytes - TACTI_CHECKSUM_TAIL;
    char tail[TACTI_CHECKSUM_TAIL + 1];
    tacti_checksum_tail(tail, tacti_checksum(TACTI_CHECKSUM_START, source->data, end));
    if (memcmp(source->data + end, tail, TACTI_CHECKSUM_TAIL) != 0)
        return tacti_source_fail((tacti_place){source, end, false}, error, TACT_NO_INDEX,
                                 "the checksum does not fit: the file is damaged or cut off");
    return TACT_OK;
}
