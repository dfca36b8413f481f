/* SPDX-License-Identifier: MIT */
/* A slow decompressor; see inflate.h. Codes are compared bit by bit with a list of all codes. */
#include "inflate.h"

#include <string.h>

typedef struct reader {
    const uint8_t *data;
    size_t bits, at; /* in bits */
    bool failed;
} reader;

typedef struct code_table {
    uint32_t count;
    uint8_t lengths[320];
    uint32_t codes[320];
} code_table;

static uint32_t read_bits(reader *r, uint32_t count) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (r->at >= r->bits) {
            r->failed = true;
            return 0;
        }
        value |= (uint32_t)(r->data[r->at / 8] >> (r->at % 8) & 1) << i;
        r->at++;
    }
    return value;
}

/* Codes in the order of RFC 1951, 3.2.2: by length, then by symbol. */
static void set_codes(code_table *t, uint32_t count) {
    uint32_t code = 0;
    t->count = count;
    for (uint8_t length = 1; length <= 15; length++) {
        for (uint32_t i = 0; i < count; i++)
            if (t->lengths[i] == length)
                t->codes[i] = code++;
        code <<= 1;
    }
}

static uint32_t read_symbol(reader *r, const code_table *t) {
    uint32_t code = 0;
    for (uint8_t length = 1; length <= 15 && !r->failed; length++) {
        code = code << 1 | read_bits(r, 1);
        for (uint32_t i = 0; i < t->count; i++)
            if (t->lengths[i] == length && t->codes[i] == code)
                return i;
    }
    r->failed = true;
    return 0;
}

static void read_tables(reader *r, code_table *literals, code_table *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    code_table lengths = {.count = 0};
    uint8_t all[320] = {0};
    uint32_t literal_count = read_bits(r, 5) + 257, distance_count = read_bits(r, 5) + 1;
    uint32_t length_count = read_bits(r, 4) + 4, at = 0;
    for (uint32_t i = 0; i < length_count; i++)
        lengths.lengths[order[i]] = (uint8_t)read_bits(r, 3);
    set_codes(&lengths, 19);
    while (at < literal_count + distance_count && !r->failed) {
        uint32_t symbol = read_symbol(r, &lengths), repeat = 1;
        uint8_t value = (uint8_t)symbol;
        if (symbol == 16) {
            value = at > 0 ? all[at - 1] : 0;
            repeat = 3 + read_bits(r, 2);
        } else if (symbol > 16) {
            value = 0;
            repeat = symbol == 17 ? 3 + read_bits(r, 3) : 11 + read_bits(r, 7);
        }
        for (; repeat > 0 && at < literal_count + distance_count; repeat--)
            all[at++] = value;
    }
    memset(literals, 0, sizeof *literals);
    memset(distances, 0, sizeof *distances);
    memcpy(literals->lengths, all, literal_count);
    memcpy(distances->lengths, all + literal_count, distance_count);
    set_codes(literals, literal_count);
    set_codes(distances, distance_count);
}

static void fixed_tables(code_table *literals, code_table *distances) {
    memset(literals, 0, sizeof *literals);
    memset(distances, 0, sizeof *distances);
    for (uint32_t i = 0; i < 288; i++)
        literals->lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    for (uint32_t i = 0; i < 30; i++)
        distances->lengths[i] = 5;
    set_codes(literals, 288);
    set_codes(distances, 30);
}

/* The first value and the extra bits of length and distance codes, by the table of the RFC. */
static uint32_t read_length(reader *r, uint32_t symbol) {
    static const uint16_t base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                      15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                      67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                     2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    if (symbol < 257 || symbol > 285) {
        r->failed = true;
        return 0;
    }
    return base[symbol - 257] + read_bits(r, bits[symbol - 257]);
}

static uint32_t read_distance(reader *r, uint32_t symbol) {
    static const uint16_t base[30] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t bits[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                     6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    if (symbol > 29) {
        r->failed = true;
        return 1;
    }
    return base[symbol] + read_bits(r, bits[symbol]);
}

static size_t read_coded(reader *r, const code_table *literals, const code_table *distances,
                         uint8_t *out, size_t at, size_t bytes) {
    while (!r->failed) {
        uint32_t symbol = read_symbol(r, literals);
        if (symbol == 256)
            return at;
        if (symbol < 256) {
            r->failed = r->failed || at >= bytes;
            if (!r->failed)
                out[at++] = (uint8_t)symbol;
            continue;
        }
        uint32_t length = read_length(r, symbol);
        uint32_t distance = read_distance(r, read_symbol(r, distances));
        r->failed = r->failed || distance > at || length > bytes - at;
        for (; length > 0 && !r->failed; length--, at++)
            out[at] = out[at - distance];
    }
    return at;
}

static size_t read_stored(reader *r, uint8_t *out, size_t at, size_t bytes) {
    r->at = (r->at + 7) / 8 * 8;
    uint32_t length = read_bits(r, 16), check = read_bits(r, 16);
    r->failed = r->failed || (length ^ check) != 0xffff || length > bytes - at;
    for (; length > 0 && !r->failed; length--)
        out[at++] = (uint8_t)read_bits(r, 8);
    return at;
}

static uint32_t checksum(const uint8_t *data, size_t bytes) {
    uint64_t low = 1, high = 0;
    for (size_t i = 0; i < bytes; i++) {
        low = (low + data[i]) % 65521;
        high = (high + low) % 65521;
    }
    return (uint32_t)(high * 65536 + low);
}

bool inflate_exactly(const uint8_t *data, size_t data_bytes, uint8_t *out, size_t bytes) {
    reader r = {.data = data, .bits = 8 * data_bytes};
    code_table literals, distances;
    uint32_t header = read_bits(&r, 8) * 256;
    header += read_bits(&r, 8);
    size_t at = 0;
    bool is_last = false;
    if (header % 31 != 0 || (header >> 8 & 15) != 8)
        return false;
    while (!is_last && !r.failed) {
        is_last = read_bits(&r, 1) != 0;
        uint32_t kind = read_bits(&r, 2);
        if (kind == 0) {
            at = read_stored(&r, out, at, bytes);
        } else if (kind < 3) {
            if (kind == 1)
                fixed_tables(&literals, &distances);
            else
                read_tables(&r, &literals, &distances);
            at = read_coded(&r, &literals, &distances, out, at, bytes);
        } else {
            return false;
        }
    }
    r.at = (r.at + 7) / 8 * 8;
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum = sum << 8 | read_bits(&r, 8);
    return !r.failed && at == bytes && sum == checksum(out, bytes) && r.at == r.bits;
}
