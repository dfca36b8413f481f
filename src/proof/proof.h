/* SPDX-License-Identifier: MIT */
/* The inside of a proof.
 *
 * A cover is a list of words that describes how the rectangle of all pairs, [0, count of a) x
 * [0, count of b), is divided until every part is separated. Each record divides one rectangle into
 * a grid of at most 8 x 8 cells. Bit 8 i + j of a mask is cell (i, j). The words of a record are:
 *
 *     rows | columns << 8 | directions << 16
 *     rows - 1 and columns - 1 positions, where the rectangle is cut
 *     for each direction: its place among the numbers, the number of its terms, and a mask (two
 *     words) of the cells that it separates
 *
 * The records of the cells that no direction separates follow in increasing order of the cells'
 * bits. All records of a cell come before those of the next cell. No cell is in two masks. Each
 * coordinate of a direction is a sum of `terms` numbers, k = 0 to terms - 1: numbers[place + k],
 * numbers[place + terms + k] and numbers[place + 2 terms + k].
 *
 * A direction without terms separates one cell of two single triangles. It is the cross product of
 * two of their edges, which need not be in the range of double. Its place is 6 e + f for edges e
 * and f. Edges 0 to 2 begin at the corners of the triangle of a, edges 3 to 5 at those of b.
 *
 * A side may be a shape, a convex polytope. The shape is one position, 0, whose corners are all
 * vertices of the shape. If a side is a shape, a direction without terms is that of a simplex. Its
 * place is the number of the simplex, and it separates one cell of two single positions. A contact
 * is given by a tacti_convex_proof (pair/pair.h) of the two shapes, or of the shape and the
 * triangle. */
#ifndef TACTI_PROOF_PROOF_H
#define TACTI_PROOF_PROOF_H

#include <tact/proof.h>

#include "base/array.h"
#include "bvh/node.h"
#include "pair/pair.h"

/* The first line of a file. */
#define TACTI_PROOF_FILE_HEAD "tact-proof 1\n"

/* The most cells along a side of a grid, and the most terms of a coordinate of a direction. */
#define TACTI_PROOF_GRID 8
#define TACTI_PROOF_TERMS 16

/* The edges of two triangles. */
#define TACTI_PROOF_EDGES 6

/* The most words and numbers of a record. */
#define TACTI_PROOF_RECORD_WORDS (1 + 2 * (TACTI_PROOF_GRID - 1) + 4 * 64)
#define TACTI_PROOF_RECORD_NUMBERS (64 * 3 * TACTI_PROOF_TERMS)

/* A direction by pairs of corners, as in tacti_convex_proof. Let w be the differences p - q of
 * corner a[i] of a and corner b[i] of b, and x the point nearest to the origin on the point, line
 * or plane through them. The direction leads from x to the origin. Corners are counted within their
 * position. */
typedef struct tacti_proof_simplex {
    uint32_t count; /* 1 to 3 */
    uint32_t a[3], b[3];
} tacti_proof_simplex;

TACTI_ARRAY_DEFINE(tacti_proof_words, uint32_t);
TACTI_ARRAY_DEFINE(tacti_proof_numbers, double);
TACTI_ARRAY_DEFINE(tacti_proof_simplices, tacti_proof_simplex);
TACTI_ARRAY_DEFINE(tacti_proof_corners, tact_vec3);

struct tact_proof {
    const tact_context *context;
    tact_proof_kind kind;
    tact_claim claim;
    double lower;
    uint32_t a, b;              /* triangles of a contact; TACT_NO_TRIANGLE for a shape */
    tacti_convex_proof contact; /* if a side is a shape: its pairs show the contact */
    uint32_t count[2];          /* triangles of a mesh, vertices of a shape */
    const uint32_t *order[2];   /* position -> triangle; belongs to a hierarchy, or is owned */
    tacti_proof_words owned[2]; /* orders that were read from a file or unpacked */
    tacti_proof_words words;
    tacti_proof_numbers numbers;
    tacti_proof_simplices simplices;
    tacti_proof_corners corners; /* placed vertices of a shape, only while a proof is written */
    uint64_t range_pairs, directions;
};

/* Whether a side is a shape. */
static inline bool tacti_proof_has_shape(tact_proof_kind kind, int side) {
    return kind == TACT_PROOF_OF_SHAPES ||
           kind == (side == 0 ? TACT_PROOF_OF_SHAPE_AND_MESH : TACT_PROOF_OF_MESH_AND_SHAPE);
}

/* Gives a proof the order of a hierarchy, which must outlive it unless its mesh is compact.
 * TACT_OUT_OF_MEMORY. */
tact_status tacti_proof_set_order(tact_proof *proof, int side, const tacti_bvh *bvh);

/* Makes a proof claim nothing. Its memory is kept. */
void tacti_proof_reset(tact_proof *proof);

#endif
