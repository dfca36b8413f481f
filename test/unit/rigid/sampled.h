/* SPDX-License-Identifier: MIT */
/* Bodies in motion, and an oracle in extended precision for what they do at one time. It shares no
 * code with the library: the formula of Rodrigues, support points of its own, and a slow search for
 * the nearest point of a difference of two convex sets. */
#ifndef TACT_TEST_RIGID_SAMPLED_H
#define TACT_TEST_RIGID_SAMPLED_H

#include "support.h"

#define SAMPLED_PIECES 16

typedef struct sampled_vec {
    long double x, y, z;
} sampled_vec;

/* A convex part: a shape at a pose within the body. A triangle of a mesh is a triangle. */
typedef struct sampled_piece {
    tact_shape shape;
    tact_pose pose;
} sampled_piece;

typedef struct sampled_body {
    uint32_t count;
    sampled_piece pieces[SAMPLED_PIECES];
    tact_model *model;
    tact_rigid_motion motion; /* what is asked about */
    tact_rigid_motion steady; /* the same motion, which is steady, for the oracle */
} sampled_body;

/* What is known of two bodies at a time. */
typedef struct sampled_gap {
    bool is_contact;   /* two cores share a point, or two rounded shapes do */
    long double lower; /* they are at least this far apart; not positive if it is not known */
    long double upper; /* and at most this; negative if rounded shapes overlap */
} sampled_gap;

sampled_gap sampled_gap_at(const sampled_body *a, const sampled_body *b, long double time);

/* The first time from 0 to limit at which the gap is at most `near`, by steps of the gap over the
 * speed. Infinite if there is none. */
long double sampled_first_time(const sampled_body *a, const sampled_body *b, double speed,
                               double limit, double near);

/* ---- Random bodies ------------------------------------------------------------------------ */

/* What a body is made of. */
typedef enum sampled_form {
    SAMPLED_SHAPE, /* any shape but a half-space */
    SAMPLED_HALF_SPACE,
    SAMPLED_MESH,     /* up to 16 triangles: closed, or a soup */
    SAMPLED_COMPOUND, /* of two to four shapes and meshes of four triangles */
    SAMPLED_FORMS
} sampled_form;

/* A body of about a size with a motion of any kind that brings it near the origin at some time from
 * 0 to 1. */
void sampled_body_random(test_rng *rng, sampled_form form, double size, sampled_body *out);
/* The motion of a body, which it also passes to the oracle. */
void sampled_body_move(sampled_body *body, const tact_rigid_motion *steady);
void sampled_body_free(sampled_body *body);

#endif
