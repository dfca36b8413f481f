/* SPDX-License-Identifier: MIT */
/* Compression; see deflate.h. Matches come from a table of the last place of each four bytes, which
 * is fast and good enough for pixels and triangles. Each block of symbols has Huffman codes of its
 * own, or is stored if that is shorter. */
#include "deflate.h"

#include <stdlib.h>
#include <string.h>

#define HASH_BITS 15
#define WINDOW 32768u
#define LEAST_MATCH 4u
#define MOST_MATCH 258u
#define BLOCK_SYMBOLS 32768u
#define BLOCK_BYTES 60000u /* a stored block holds at most 65535 */
#define LITERALS 286u
#define DISTANCES 30u
#define MOST_CODES 286u

/* One symbol: a literal if distance is 0. */
typedef struct symbol {
    uint16_t length; /* or the literal */
    uint16_t distance;
} symbol;

typedef struct huffman {
    uint32_t count[MOST_CODES]; /* how often each symbol occurs */
    uint8_t bits[MOST_CODES];
    uint16_t code[MOST_CODES]; /* reversed, as it is written */
} huffman;

typedef struct packer {
    uint8_t *out;
    size_t bytes;
    uint64_t pending;
    uint32_t pending_bits;
    symbol symbols[BLOCK_SYMBOLS];
    uint32_t symbol_count;
    huffman literals, distances, lengths;
} packer;

/* ---- Bits --------------------------------------------------------------------------------- */

static void put_bits(packer *p, uint32_t value, uint32_t bits) {
    p->pending |= (uint64_t)value << p->pending_bits;
    p->pending_bits += bits;
    while (p->pending_bits >= 8) {
        p->out[p->bytes++] = (uint8_t)p->pending;
        p->pending >>= 8;
        p->pending_bits -= 8;
    }
}

static void put_symbol(packer *p, const huffman *codes, uint32_t at) {
    put_bits(p, codes->code[at], codes->bits[at]);
}

/* ---- Codes for lengths and distances ------------------------------------------------------ */

/* Code, number of extra bits and their value (RFC 1951, 3.2.5). */
typedef struct split {
    uint32_t code, bits, extra;
} split;

static split split_length(uint32_t length) {
    if (length == MOST_MATCH)
        return (split){285, 0, 0};
    uint32_t rest = length - 3, bits = 0;
    if (rest < 8)
        return (split){257 + rest, 0, 0};
    while (rest >> (bits + 3) != 0)
        bits++;
    return (split){257 + 4 * bits + (rest >> bits), bits, rest & ((1u << bits) - 1)};
}

static split split_distance(uint32_t distance) {
    uint32_t rest = distance - 1, bits = 0;
    if (rest < 4)
        return (split){rest, 0, 0};
    while (rest >> (bits + 2) != 0)
        bits++;
    return (split){2 * bits + (rest >> bits), bits, rest & ((1u << bits) - 1)};
}

/* ---- Huffman codes ------------------------------------------------------------------------ */

/* The depth of each symbol in a Huffman tree of these weights; returns the greatest. Weights are
 * merged in order; with at most 286 symbols a search for the two least is fast enough. */
static uint32_t tree_depths(const uint32_t *weights, uint32_t count, uint8_t *depths) {
    uint64_t weight[2 * MOST_CODES];
    uint16_t parent[2 * MOST_CODES];
    uint32_t live[MOST_CODES], live_count = 0, next = count, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        weight[i] = weights[i];
        depths[i] = 0;
        if (weights[i] > 0)
            live[live_count++] = i;
    }
    while (live_count > 1) {
        uint32_t least[2];
        for (int k = 0; k < 2; k++) {
            uint32_t best = 0;
            for (uint32_t i = 1; i < live_count; i++)
                if (weight[live[i]] < weight[live[best]])
                    best = i;
            least[k] = live[best];
            live[best] = live[--live_count];
        }
        weight[next] = weight[least[0]] + weight[least[1]];
        parent[least[0]] = parent[least[1]] = (uint16_t)next;
        live[live_count++] = next++;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t depth = 0, at = i;
        for (; weights[i] > 0 && at != next - 1 && next > count; at = parent[at])
            depth++;
        depths[i] = (uint8_t)(weights[i] > 0 && depth == 0 ? 1 : depth);
        most = depth > most ? depth : most;
    }
    return most;
}

static uint16_t reversed(uint32_t code, uint32_t bits) {
    uint32_t out = 0;
    for (uint32_t i = 0; i < bits; i++)
        out |= (code >> i & 1u) << (bits - 1 - i);
    return (uint16_t)out;
}

/* Sets lengths and codes. Weights are halved until no code is longer than most; weights of 1 stay,
 * so this ends. Decoders want at least one code, so the first symbol has one if none occurs. */
static void make_codes(huffman *h, uint32_t count, uint32_t most) {
    uint32_t weights[MOST_CODES], next[17] = {0}, of_length[17] = {0}, code = 0, used = 0;
    for (uint32_t i = 0; i < count; i++) {
        weights[i] = h->count[i];
        used += weights[i] > 0;
    }
    if (used == 0)
        weights[0] = 1;
    while (tree_depths(weights, count, h->bits) > most)
        for (uint32_t i = 0; i < count; i++)
            weights[i] = (weights[i] + 1) / 2;
    for (uint32_t i = 0; i < count; i++)
        of_length[h->bits[i]]++;
    of_length[0] = 0;
    for (uint32_t bits = 1; bits <= 15; bits++) {
        code = (code + of_length[bits - 1]) << 1;
        next[bits] = code;
    }
    for (uint32_t i = 0; i < count; i++)
        h->code[i] = h->bits[i] != 0 ? reversed(next[h->bits[i]]++, h->bits[i]) : 0;
}

/* ---- Blocks ------------------------------------------------------------------------------- */

static void count_symbols(packer *p) {
    memset(&p->literals, 0, sizeof p->literals);
    memset(&p->distances, 0, sizeof p->distances);
    memset(&p->lengths, 0, sizeof p->lengths);
    p->literals.count[256] = 1;
    for (uint32_t i = 0; i < p->symbol_count; i++) {
        const symbol *s = &p->symbols[i];
        p->literals.count[s->distance == 0 ? s->length : split_length(s->length).code]++;
        if (s->distance != 0)
            p->distances.count[split_distance(s->distance).code]++;
    }
}

/* The lengths of the codes, each as one symbol without runs. */
static void put_tables(packer *p) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    for (uint32_t i = 0; i < LITERALS; i++)
        p->lengths.count[p->literals.bits[i]]++;
    for (uint32_t i = 0; i < DISTANCES; i++)
        p->lengths.count[p->distances.bits[i]]++;
    make_codes(&p->lengths, 19, 7);
    put_bits(p, LITERALS - 257, 5);
    put_bits(p, DISTANCES - 1, 5);
    put_bits(p, 19 - 4, 4);
    for (int i = 0; i < 19; i++)
        put_bits(p, p->lengths.bits[order[i]], 3);
    for (uint32_t i = 0; i < LITERALS; i++)
        put_symbol(p, &p->lengths, p->literals.bits[i]);
    for (uint32_t i = 0; i < DISTANCES; i++)
        put_symbol(p, &p->lengths, p->distances.bits[i]);
}

static uint64_t coded_bits(const packer *p) {
    uint64_t bits = 7 * (LITERALS + DISTANCES) + 100;
    for (uint32_t i = 0; i < p->symbol_count; i++) {
        const symbol *s = &p->symbols[i];
        if (s->distance == 0) {
            bits += p->literals.bits[s->length];
            continue;
        }
        split length = split_length(s->length), distance = split_distance(s->distance);
        bits += p->literals.bits[length.code] + length.bits;
        bits += p->distances.bits[distance.code] + distance.bits;
    }
    return bits;
}

static void put_stored(packer *p, const uint8_t *data, uint32_t bytes) {
    put_bits(p, 0, 2);
    put_bits(p, 0, (8 - p->pending_bits % 8) % 8);
    put_bits(p, bytes, 16);
    put_bits(p, ~bytes & 0xffffu, 16);
    memcpy(p->out + p->bytes, data, bytes);
    p->bytes += bytes;
}

static void put_block(packer *p, const uint8_t *data, uint32_t bytes, bool is_last) {
    count_symbols(p);
    make_codes(&p->literals, LITERALS, 15);
    make_codes(&p->distances, DISTANCES, 15);
    put_bits(p, is_last, 1);
    if (coded_bits(p) / 8 > bytes) {
        put_stored(p, data, bytes);
        p->symbol_count = 0;
        return;
    }
    put_bits(p, 2, 2);
    put_tables(p);
    for (uint32_t i = 0; i < p->symbol_count; i++) {
        const symbol *s = &p->symbols[i];
        if (s->distance == 0) {
            put_symbol(p, &p->literals, s->length);
            continue;
        }
        split length = split_length(s->length), distance = split_distance(s->distance);
        put_symbol(p, &p->literals, length.code);
        put_bits(p, length.extra, length.bits);
        put_symbol(p, &p->distances, distance.code);
        put_bits(p, distance.extra, distance.bits);
    }
    put_symbol(p, &p->literals, 256);
    p->symbol_count = 0;
}

/* ---- Matches ------------------------------------------------------------------------------ */

static uint32_t hash(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, 4);
    value = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    return value * 2654435761u >> (32 - HASH_BITS);
}

static uint32_t match_length(const uint8_t *a, const uint8_t *b, size_t most) {
    uint32_t length = 0;
    most = most < MOST_MATCH ? most : MOST_MATCH;
    while (length < most && a[length] == b[length])
        length++;
    return length;
}

/* last[h] is 1 + the last place with that hash; 0 if there is none. */
static void pack(packer *p, uint32_t *last, const uint8_t *data, size_t bytes) {
    size_t at = 0, begin = 0;
    while (at < bytes) {
        uint32_t length = 0;
        size_t before = 0;
        if (bytes - at >= LEAST_MATCH) {
            uint32_t h = hash(data + at);
            before = last[h];
            last[h] = (uint32_t)(at + 1);
            if (before != 0 && at - (before - 1) <= WINDOW)
                length = match_length(data + before - 1, data + at, bytes - at);
        }
        bool is_match = length >= LEAST_MATCH;
        symbol s = {data[at], 0};
        if (is_match)
            s = (symbol){(uint16_t)length, (uint16_t)(at - (before - 1))};
        p->symbols[p->symbol_count++] = s;
        at += is_match ? length : 1;
        if (at < bytes && (p->symbol_count == BLOCK_SYMBOLS || at - begin >= BLOCK_BYTES)) {
            put_block(p, data + begin, (uint32_t)(at - begin), false);
            begin = at;
        }
    }
    put_block(p, data + begin, (uint32_t)(at - begin), true);
}

/* ---- Checksums ---------------------------------------------------------------------------- */

static uint32_t adler(const uint8_t *data, size_t bytes) {
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < bytes; i++) {
        low = (low + data[i]) % 65521u;
        high = (high + low) % 65521u;
    }
    return high << 16 | low;
}

uint32_t draw_crc(uint32_t before, const uint8_t *data, size_t bytes) {
    uint32_t crc = ~before;
    for (size_t i = 0; i < bytes; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

/* ---- Streams ------------------------------------------------------------------------------ */

tact_status draw_deflate(const uint8_t *data, size_t bytes, uint8_t **out, size_t *out_bytes) {
    if (bytes > INT32_MAX)
        return TACT_TOO_LARGE;
    packer *p = malloc(sizeof *p);
    uint32_t *last = calloc((size_t)1 << HASH_BITS, sizeof *last);
    /* A block is at most its bytes and five more; a match may make a block 258 bytes longer. */
    size_t most = bytes + (bytes / 16384 + 2) * 512 + 64;
    uint8_t *made = malloc(most);
    if (p == NULL || last == NULL || made == NULL) {
        free(p);
        free(last);
        free(made);
        return TACT_OUT_OF_MEMORY;
    }
    p->out = made;
    p->bytes = 0;
    p->pending = 0;
    p->pending_bits = p->symbol_count = 0;
    put_bits(p, 0x78, 8);
    put_bits(p, 0x01, 8);
    pack(p, last, data, bytes);
    put_bits(p, 0, (8 - p->pending_bits % 8) % 8);
    uint32_t sum = adler(data, bytes);
    for (int i = 3; i >= 0; i--)
        put_bits(p, sum >> (8 * i) & 255u, 8);
    *out = made;
    *out_bytes = p->bytes;
    free(p);
    free(last);
    return TACT_OK;
}
