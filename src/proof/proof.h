/* SPDX-License-Identifier: MIT */
/* The inside of a proof.
 *
 * A cover is a list of words that describes how the rectangle of all pairs, [0, count of a) x
 * [0, count of b), is divided until every part is separated. Each record divides one rectangle into
 * a grid of at most 8 x 8 cells; bit 8 i + j of a mask is cell (i, j):
 *
 *     rows | columns << 8 | directions << 16
 *     rows - 1 and columns - 1 positions, where the rectangle is cut
 *     for each direction: its place among the numbers, its terms, and a mask (two words) of the
 *     cells that it separates
 *
 * The records of the cells that no direction separates follow, those of a cell before those of the
 * next, in increasing order of the cells' bits. No cell is in two masks. A direction is three sums
 * of so many terms: numbers[place + k], numbers[place + terms + k], numbers[place + 2 terms + k].
 *
 * A direction without terms separates one cell of two single triangles. It is the cross product of
 * two of their edges, which need not be in the range of double: its place is 6 e + f for edge e and
 * edge f, where edges 0 to 2 begin at the corners of the triangle of a, 3 to 5 at those of b.
 *
 * A side may be a shape, a convex polytope. It is then one position, 0, whose corners are all
 * vertices of the shape. A direction without terms then is that of a simplex: its place is that
 * among the simplices, and it separates one cell of two single positions. A contact is given by the
 * proof of convex_pair.h for the two shapes, or for the shape and the triangle. */
#ifndef TACTI_PROOF_PROOF_H
#define TACTI_PROOF_PROOF_H

#include <tact/proof.h>

#include "base/array.h"
#include "pair/pair.h"

/* The most cells along a side of a grid, and the most terms of a coordinate of a direction. */
#define TACTI_PROOF_GRID 8
#define TACTI_PROOF_TERMS 16

/* The edges of two triangles. */
#define TACTI_PROOF_EDGES 6

/* The most words and numbers of a record. */
#define TACTI_PROOF_RECORD_WORDS (1 + 2 * (TACTI_PROOF_GRID - 1) + 4 * 64)
#define TACTI_PROOF_RECORD_NUMBERS (64 * 3 * TACTI_PROOF_TERMS)

/* A direction by pairs of corners, as tacti_convex_proof has it: with w the differences p - q of
 * corner a[i] of a and b[i] of b, the vector from the point of the line or plane through them that
 * is nearest to the origin, to the origin. Corners are counted within their position. */
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
    uint32_t a, b;              /* of a contact; TACT_NO_TRIANGLE for a shape */
    tacti_convex_proof contact; /* of a shape: its pairs show the contact */
    uint32_t count[2];          /* triangles of a mesh, vertices of a shape */
    const uint32_t *order[2];   /* position -> triangle: of the hierarchies, or owned */
    tacti_proof_words owned[2]; /* the orders of a proof that was read */
    tacti_proof_words words;
    tacti_proof_numbers numbers;
    tacti_proof_simplices simplices;
    tacti_proof_corners corners; /* of a shape, placed: only while a proof is written */
    uint64_t range_pairs, directions;
};

/* Whether a side is a shape. */
static inline bool tacti_proof_has_shape(tact_proof_kind kind, int side) {
    return kind == TACT_PROOF_OF_SHAPES ||
           kind == (side == 0 ? TACT_PROOF_OF_SHAPE_AND_MESH : TACT_PROOF_OF_MESH_AND_SHAPE);
}

/* Makes a proof claim nothing; its memory is kept. */
void tacti_proof_reset(tact_proof *proof);

#endif
