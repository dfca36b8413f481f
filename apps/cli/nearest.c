/* SPDX-License-Identifier: MIT */
/* Suggestions for misspelt names; see nearest.h. An edit inserts, drops or replaces a letter, or
 * swaps two neighbours. */
#include "nearest.h"

#include <string.h>

#define LONGEST 40

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The number of edits that turn a into b, both at most LONGEST letters. Row i of the table depends
 * on the two rows above it. */
static size_t count_edits(const char *a, const char *b) {
    size_t rows[3][LONGEST + 1] = {{0}};
    size_t length_a = strlen(a);
    size_t length_b = strlen(b);
    for (size_t j = 0; j <= length_b; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t exchanged = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(exchanged, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[length_a % 3][length_b];
}

const char *nearest_name(const char *word, const char *const *names, size_t count) {
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST)
        return NULL;
    const char *best = NULL;
    /* At most one edit plus one per three letters. */
    size_t best_edits = 2 + length / 3;
    for (size_t i = 0; i < count; i++) {
        size_t name_length = strlen(names[i]);
        if (name_length > LONGEST)
            continue;
        /* The beginning of a name counts as one edit. */
        size_t edits = strncmp(word, names[i], length) == 0 ? 1 : count_edits(word, names[i]);
        if (edits < best_edits && edits < name_length) {
            best = names[i];
            best_edits = edits;
        }
    }
    return best;
}
