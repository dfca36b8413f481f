/* SPDX-License-Identifier: MIT */
/* Energy certificates: a patch that is close to its shape at rest does not touch itself.
 *
 * Let X be positions at rest and x those at one time, R a matrix, t a vector, and
 * y = x - R X - t the displacement of a vertex. A patch is a graph of springs: each side of each of
 * its triangles joins its ends. With y_i - y_j = (x_i - x_j) - R (X_i - X_j), its energy is
 *     E = 1/2 sum over springs |y_i - y_j|^2.
 * Points of features have the displacements and places at rest of their vertices, weighted. If
 * points p and q of two features, with rest places P and Q, meet, then y_p - y_q = -R (P - Q), so
 * |y_p - y_q| >= s |P - Q| where s is the least singular value of R, 1 for a rotation. Either of
 * two conditions makes this impossible. Near features, less than a distance D apart at rest: with e
 * the difference of the weights of p and q and L the matrix of the graph, |y_p - y_q|^2 <= (e L+ e)
 * 2 E by Cauchy and Schwarz. e L+ e is convex in the weights, so at most the greatest resistance r
 * between a vertex of one feature and one of the other, every spring having the resistance 1. Any
 * path in the graph bounds a resistance from above (J. W. S. Rayleigh). So E < s^2 d^2 / (2 r) for
 * all pairs of near features of the patch that share no vertex, d being their distance at rest,
 * excludes a contact. Far features, at least D apart: 2 |y| < s D for all vertices does.
 *   Over a step, let t and R move along straight lines from their values for the start to those for
 * the end. Then all y do, and E and |y| are convex in time, so the conditions on both ends of the
 * step imply them between, if s is the least for all R on the way. With |R v|^2 >= 1 - g at both
 * ends for unit vectors v and q the squared norm of the difference of both R,
 *     |(1 - t) R0 v + t R1 v|^2 = (1 - t) |R0 v|^2 + t |R1 v|^2 - t (1 - t) |R0 v - R1 v|^2,
 * so s^2 >= 1 - g - q / 4: a body may turn during the step.
 *
 * After C. Zheng and D. L. James, Energy-based self-collision culling, 2012. Their energy is that
 * of the simulation, with thresholds that are sampled; here both are bounds. */
#ifndef TACTI_DEFORM_ENERGY_H
#define TACTI_DEFORM_ENERGY_H

#include "deform/deform.h"

/* Positions at rest and what follows from them. */
struct tacti_rest {
    const tact_context *context;
    uint32_t vertex_count, patch_count;
    tact_vec3 *at;     /* per vertex */
    double *threshold; /* per patch: the least d^2 / (2 r), rounded down; at most this */
    uint32_t *depth;   /* per patch: additions one after the other in a sum over its springs */
    double near;       /* D */
};

/* Sums over the springs of a patch. With d = x_i - x_j at an end of the step and D = X_i - X_j, E
 * is 1/2 (sum |d|^2 + sum |R D|^2) - sum d . R D, and the last sum is that of R_ab (sum d_a D_b).
 */
typedef struct tacti_strain {
    double rest;              /* sum |D|^2 */
    double squares[2];        /* sum |d|^2, start and end */
    double products[2][3][3]; /* sum d_a D_b */
} tacti_strain;

tacti_strain tacti_strain_of_faces(const tact_deform *deform, const tacti_patch *patch);
tacti_strain tacti_strain_add(const tacti_strain *parts, uint32_t count);
/* Whether a patch, given by its index, provably does not touch itself during the step. */
bool tacti_strain_is_safe(const tact_deform *deform, uint32_t index, const tacti_strain *strain);

/* Fills in thresholds, depths and the distance D. */
tact_status tacti_rest_find_thresholds(const tact_deform *deform, tacti_rest *rest);

#endif
