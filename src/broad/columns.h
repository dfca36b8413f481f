/* SPDX-License-Identifier: MIT */
/* Box pruning in columns. A grid over two axes cuts space into columns along the third. A box is
 * an entry in every column that it reaches. Each column is sorted by the least coordinate along the
 * third axis and swept: every entry is compared with those that start before it ends.
 *
 * Boxes are copied to floats, rounded to nearest. Rounding keeps order: if lo <= hi in doubles, the
 * rounded lo is at most the rounded hi. So boxes that overlap overlap as floats too, and what the
 * floats do not rule out is compared in doubles.
 *
 * No pair twice: two boxes share the column where the later one of their starts is, in each of both
 * axes. There, at least one of the two starts; in every other column that they share, both have
 * started before in the same axis. An entry has a flag for each axis that says so, and a pair with
 * a common flag is left out.
 *
 * The grid wraps around: column numbers are taken modulo a power of two, so outliers cost nothing.
 * Two boxes in a column may then be far apart, which the comparison finds. A box covers at most
 * half of the columns of an axis, so that the rule above still holds: if the later start was in one
 * column and the two met in another one modulo the size with the earlier start there, both together
 * would cover the whole circle. Boxes that reach too many columns are swept against all others.
 *
 * Terdiman, "Box pruning" (2017), has the sweep with many boxes at a time and buckets. */
#ifndef TACTI_BROAD_COLUMNS_H
#define TACTI_BROAD_COLUMNS_H

#include "broad/broad.h"

/* Along the sweep axis, then along the axes of the grid. */
typedef struct tacti_entry {
    float lo[3], hi[3];
    uint32_t index;
    uint32_t place; /* see TACTI_PLACE; in a column: a flag per axis in which it started before */
} tacti_entry;

/* First column along both axes, and how many more: 11, 11, 4 and 4 bits. */
#define TACTI_MOST_SIDE 2048
#define TACTI_MOST_SPAN 15
#define TACTI_LARGE UINT32_MAX /* the box reaches too many columns */

/* Entries of a column as arrays, sorted by lo[0], with room for one more piece of lanes. */
typedef struct tacti_rows {
    uint32_t count;
    float *lo[3], *hi[3];
    uint32_t *index;
    uint32_t *flags;
} tacti_rows;

/* Floats beyond the end that a sweep may read. */
#define TACTI_ROWS_PAD 16

typedef struct tacti_columns {
    const tacti_box_set *set;
    unsigned axis[3]; /* of the sweep, of the grid */
    float origin[2], inverse[2];
    uint32_t side[2], span[2]; /* columns per axis, powers of two; the most that a box may reach */
    uint32_t column_count;
    uint32_t chunk_count;
    tacti_entry *entries; /* one per box */
    uint32_t *places;     /* by chunk, then column: counts, later the place of the next entry */
    uint32_t *large;      /* by chunk: boxes that reach too many columns */
} tacti_columns;

/* Fills the entries of a chunk and counts what each column receives. */
typedef void tacti_columns_fill(const tacti_columns *columns, uint32_t chunk);
TACTI_DECLARE_LEVELS(tacti_columns_fill, tacti_columns_fill)

/* All pairs of rows. */
typedef void tacti_rows_sweep(const tacti_rows *rows, const tact_box *boxes, tacti_key_set *out);
TACTI_DECLARE_LEVELS(tacti_rows_sweep, tacti_rows_sweep)

/* All pairs of one row of each. */
typedef void tacti_rows_join(const tacti_rows *a, const tacti_rows *b, const tact_box *boxes,
                             tacti_key_set *out);
TACTI_DECLARE_LEVELS(tacti_rows_join, tacti_rows_join)

#endif
