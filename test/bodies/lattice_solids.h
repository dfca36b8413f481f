/* SPDX-License-Identifier: MIT */
/* Random solids on a lattice whose meshes are watertight and touch themselves in every way, and how
 * two of them relate, from samples alone.
 *
 * A solid is a sum of boxes and tetrahedra with weights; a point is inside if the weights of the
 * elements that hold it do not add up to 0. All planes of elements are x = i, or x + y = i or
 * x - y = i, or such with other axes, for whole i. These planes cut each unit cube into the 24
 * tetrahedra of its middle, the middle of a side, and two neighbouring corners of that side. So an
 * element is a union of such tetrahedra, and stays one in quarter turns and whole shifts. One inner
 * point of each tells which of them are inside, and two closed unions of them meet if and only if
 * they share a corner of one. */
#ifndef TACT_TEST_LATTICE_SOLIDS_H
#define TACT_TEST_LATTICE_SOLIDS_H

#include "solids.h"

/* Coordinates are whole numbers from 0 to this. Coarse cells have an edge of half of it. */
#define LATTICE_SIZE 8
#define LATTICE_SAMPLES (7 * 7 * 7)
#define LATTICE_CORNERS (2 * LATTICE_SIZE + 1)

#define LATTICE_ELEMENTS 64

/* A box or a tetrahedron. */
typedef struct lattice_element {
    bool is_box;
    int v[4][3]; /* of a box: its least and its greatest corner */
    int weight;
} lattice_element;

typedef struct lattice_solid {
    soup soup;
    lattice_element elements[LATTICE_ELEMENTS];
    int element_count;
    /* By unit cube and offset of a sample. */
    bool is_inside[LATTICE_SIZE][LATTICE_SIZE][LATTICE_SIZE][LATTICE_SAMPLES];
    /* Corners of the small tetrahedra, in half units: inside, or on the mesh. */
    bool is_held[LATTICE_CORNERS][LATTICE_CORNERS][LATTICE_CORNERS];
} lattice_solid;

/* A random solid. If whole is not NULL and its elements do not overlap, the solid is made of parts
 * of them. The caller frees the soup. */
void lattice_solid_make(test_rng *rng, const lattice_solid *whole, lattice_solid *out);

/* How two of them relate in poses that are quarter turns with whole shifts. If they are equal sets,
 * the answer is TACT_RELATION_A_IN_B. */
tact_relation lattice_relation(const lattice_solid *a, tact_pose pose_a, const lattice_solid *b,
                               tact_pose pose_b, bool *is_one_set);

#endif
