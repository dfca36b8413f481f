/* SPDX-License-Identifier: MIT */
/* The contents of a set of curves while it is filled. The work has three steps, one file per step:
 *
 *     curve_places.c  the touching triangles, and their vertices by position
 *     curve_points.c  the corners of all contacts, by what they are made of
 *     curve_link.c    segments, and the curves that they form
 *
 * The set keeps all of it, so filling the set again takes no new memory. */
#ifndef TACTI_CURVE_CURVE_H
#define TACTI_CURVE_CURVE_H

#include <tact/curve.h>

#include "contacts/contacts.h"
#include "base/array.h"

#define TACTI_CURVE_NONE UINT32_MAX

/* ---- Tables ------------------------------------------------------------------------------- */

/* A hash table from elements to their numbers: open addressing, at most half full. */
typedef struct tacti_curve_table {
    const tact_context *context;
    uint32_t *slots; /* TACTI_CURVE_NONE if empty */
    size_t capacity;
    size_t mask;
} tacti_curve_table;

/* Empties the table and makes room for count elements. TACT_OUT_OF_MEMORY. */
tact_status tacti_curve_table_start(tacti_curve_table *table, size_t count);
void tacti_curve_table_release(tacti_curve_table *table);

/* ---- Elements ----------------------------------------------------------------------------- */

/* A triangle that takes part in a contact. If its corners lie on a line at three different places,
 * they are stored in the order of the line: vertex 1 is the one in the middle, and edge 2 covers
 * the whole triangle. */
typedef struct tacti_curve_triangle {
    uint32_t number;   /* in the mesh */
    uint32_t place[3]; /* of its corners */
    uint8_t order[3];  /* for each corner, its number in the mesh's triangle */
    bool has_middle;   /* the corners are stored in the order of a line */
} tacti_curve_triangle;

/* A position that one or more vertices have. */
typedef struct tacti_curve_place {
    tact_vec3 at;
    uint32_t vertex; /* the least vertex at this place */
} tacti_curve_place;

/* A segment that runs along a triangle without area, over its middle vertex. All three are numbers
 * of names. */
typedef struct tacti_curve_split {
    uint32_t end[2];
    uint32_t middle;
} tacti_curve_split;

typedef struct tacti_curve_segment {
    uint32_t end[2]; /* points */
    bool is_used;    /* a curve has it */
} tacti_curve_segment;

/* What meets in a point. */
typedef struct tacti_curve_link {
    uint32_t segment[2]; /* the first two segments */
    uint32_t degree;     /* how many there are */
    bool is_on_patch;
} tacti_curve_link;

TACTI_ARRAY_DEFINE(tacti_curve_triangles, tacti_curve_triangle);
TACTI_ARRAY_DEFINE(tacti_curve_places, tacti_curve_place);
TACTI_ARRAY_DEFINE(tacti_curve_splits, tacti_curve_split);
TACTI_ARRAY_DEFINE(tacti_curve_segments, tacti_curve_segment);
TACTI_ARRAY_DEFINE(tacti_curve_links, tacti_curve_link);
TACTI_ARRAY_DEFINE(tacti_curve_indices, uint32_t);
TACTI_ARRAY_DEFINE(tacti_curve_points, tact_vec3);
TACTI_ARRAY_DEFINE(tacti_curve_sources, tact_curve_source);
TACTI_ARRAY_DEFINE(tacti_curves, tact_curve);
TACTI_ARRAY_DEFINE(tacti_patches, tact_patch);

/* One of the two meshes. */
typedef struct tacti_curve_side {
    tacti_curve_triangles triangles;
    tacti_curve_places places;
} tacti_curve_side;

struct tact_curve_set {
    const tact_context *context;
    tact_contact_list *list;
    tacti_contact_summary found; /* of the list */
    /* The answer. */
    tacti_curves curves;
    tacti_patches patches;
    tacti_curve_indices order;
    tacti_curve_points points; /* at first, one per name */
    tacti_curve_sources sources;
    /* Intermediate results. */
    tacti_curve_side sides[2];
    tacti_curve_indices members; /* two per contact: its triangle of a, then of b */
    tacti_curve_indices corners; /* one per point of the list: its name; in the end its point */
    tacti_curve_indices parents; /* one per name: union-find sets of names of one point */
    tacti_curve_splits splits;
    tacti_curve_segments segments;
    tacti_curve_links links;     /* one per point */
    tacti_curve_indices pending; /* pairs of points that still have to be split */
    tacti_curve_table table, split_table;
};

/* ---- Steps -------------------------------------------------------------------------------- */

/* Finds sides and members. */
tact_status tacti_curve_find_places(tact_curve_set *set, const tacti_placed *a,
                                    const tacti_placed *b);
/* Finds points, sources, corners and splits. Names that mean one point are merged. */
tact_status tacti_curve_find_points(tact_curve_set *set, const tacti_placed *a,
                                    const tacti_placed *b);
/* Finds segments and curves. Patches must be known. Lone points come last. */
tact_status tacti_curve_find_curves(tact_curve_set *set);

#endif
