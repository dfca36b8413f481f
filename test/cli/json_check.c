/* SPDX-License-Identifier: MIT */
/* Reads JSON from stdin and accepts exactly RFC 8259 in UTF-8. Arguments are a path, with a key or
 * an array index per level; the value at the path is printed as it is written:
 * `json_check overlap points 0 position`. Exit status 1: not JSON; 2: no value at the path. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64
#define MAX_SIZE (1 << 20)

typedef struct reader {
    const unsigned char *start;
    const unsigned char *at; /* ends with a zero byte, which no JSON text contains */
    char **path;
    int path_length;
    int depth;
    bool found;
} reader;

static void fail(const reader *in, const char *what) {
    fprintf(stderr, "byte %ld: %s\n", (long)(in->at - in->start), what);
    exit(1);
}

static void skip_blanks(reader *in) {
    while (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r')
        in->at++;
}

static bool take(reader *in, unsigned char c) {
    if (*in->at != c)
        return false;
    in->at++;
    return true;
}

static bool is_digit(unsigned char c) {
    return c >= '0' && c <= '9';
}

static void read_digits(reader *in) {
    if (!is_digit(*in->at))
        fail(in, "a digit is missing");
    while (is_digit(*in->at))
        in->at++;
}

static void read_number(reader *in) {
    take(in, '-');
    if (!take(in, '0'))
        read_digits(in);
    if (take(in, '.'))
        read_digits(in);
    if (take(in, 'e') || take(in, 'E')) {
        if (!take(in, '+'))
            take(in, '-');
        read_digits(in);
    }
}

static void read_escape(reader *in) {
    if (*in->at != 0 && strchr("\"\\/bfnrt", *in->at) != NULL) {
        in->at++;
        return;
    }
    if (!take(in, 'u'))
        fail(in, "unknown escape");
    for (int i = 0; i < 4; i++, in->at++)
        if (*in->at == 0 || strchr("0123456789abcdefABCDEF", *in->at) == NULL)
            fail(in, "bad \\u escape");
}

/* Skips one character beyond ASCII. Checks its value, not its bytes. */
static void read_wide(reader *in) {
    unsigned char lead = *in->at++;
    int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc0 || lead >= 0xf8)
        fail(in, "not UTF-8");
    unsigned long value = lead & (0x3fu >> more);
    for (int i = 0; i < more; i++) {
        if ((*in->at & 0xc0) != 0x80)
            fail(in, "not UTF-8");
        value = value << 6 | (*in->at++ & 0x3fu);
    }
    static const unsigned long least[] = {0, 0x80, 0x800, 0x10000};
    if (value < least[more] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        fail(in, "not UTF-8");
}

static void read_string(reader *in) {
    if (!take(in, '"'))
        fail(in, "a string is missing");
    while (!take(in, '"')) {
        if (*in->at < 0x20)
            fail(in, "control character or end of text in a string");
        if (take(in, '\\'))
            read_escape(in);
        else if (*in->at < 0x80)
            in->at++;
        else
            read_wide(in);
    }
}

static void read_value(reader *in, bool on_path);

/* Whether the member with this name (length bytes) is on the path. */
static bool leads_on(const reader *in, bool on_path, const char *name, size_t length) {
    int level = in->depth - 1;
    return on_path && level < in->path_length && strlen(in->path[level]) == length &&
           strncmp(in->path[level], name, length) == 0;
}

static void read_object(reader *in, bool on_path) {
    skip_blanks(in);
    if (take(in, '}'))
        return;
    do {
        skip_blanks(in);
        const unsigned char *name = in->at;
        read_string(in);
        size_t length = (size_t)(in->at - name) - 2;
        skip_blanks(in);
        if (!take(in, ':'))
            fail(in, "a colon is missing");
        read_value(in, leads_on(in, on_path, (const char *)name + 1, length));
    } while (take(in, ','));
    if (!take(in, '}'))
        fail(in, "an object does not end");
}

static void read_array(reader *in, bool on_path) {
    skip_blanks(in);
    if (take(in, ']'))
        return;
    int position = 0;
    do {
        char name[16];
        snprintf(name, sizeof name, "%d", position++);
        read_value(in, leads_on(in, on_path, name, strlen(name)));
    } while (take(in, ','));
    if (!take(in, ']'))
        fail(in, "an array does not end");
}

static void read_word(reader *in, const char *word) {
    size_t length = strlen(word);
    if (strncmp((const char *)in->at, word, length) != 0)
        fail(in, "unknown word");
    in->at += length;
}

static void read_value(reader *in, bool on_path) {
    skip_blanks(in);
    const unsigned char *start = in->at;
    bool wanted = on_path && in->depth == in->path_length && in->path_length > 0;
    if (++in->depth > MAX_DEPTH)
        fail(in, "too deep");
    if (take(in, '{'))
        read_object(in, on_path);
    else if (take(in, '['))
        read_array(in, on_path);
    else if (*in->at == '"')
        read_string(in);
    else if (*in->at == 't')
        read_word(in, "true");
    else if (*in->at == 'f')
        read_word(in, "false");
    else if (*in->at == 'n')
        read_word(in, "null");
    else
        read_number(in);
    in->depth--;
    if (wanted && !in->found) {
        printf("%.*s\n", (int)(in->at - start), (const char *)start);
        in->found = true;
    }
    skip_blanks(in);
}

int main(int argc, char **argv) {
    static unsigned char text[MAX_SIZE + 1];
    size_t size = fread(text, 1, MAX_SIZE, stdin);
    if (size == MAX_SIZE || strlen((const char *)text) != size) {
        fprintf(stderr, "the text is too long or has a zero byte\n");
        return 1;
    }
    reader in = {.start = text, .at = text, .path = argv + 1, .path_length = argc - 1};
    read_value(&in, true);
    if (*in.at != 0)
        fail(&in, "more after the value");
    if (argc > 1 && !in.found) {
        fprintf(stderr, "there is no such value\n");
        return 2;
    }
    return 0;
}
