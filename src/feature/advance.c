/* SPDX-License-Identifier: MIT */
/* Additive conservative advancement: while the features are certainly at a distance d, nothing
 * happens before they have moved by d relative to each other. After M. Li et al., "Codimensional
 * incremental potential contact" (2021), who advance by a part of a rounded distance. Here the
 * distance is a proven lower bound, less the error of the rounded positions, and the steps are
 * rounded down, so a time that is passed is certainly free. The same distances prove that features
 * come within a separation. */
#include "feature/stages.h"

#include <math.h>

#include "math/vec.h"

#define STEPS 64
/* The search ends at this part of the first distance: boxes are faster near a contact. */
#define NEAR 0x1p-7

/* Times at which features are looked for within a separation; then a halving ends at this width. */
#define LOOKS 16
#define NARROW 0x1p-44

/* The vectors at time t in the frame. They err by 1 unit of 2^-53 as given, and interpolating adds
 * 3 of the magnitude, at most 1: each coordinate by 4, a vertex by 4 * sqrt(3) < 7, two of them by
 * 14. */
#define PLACE_ERROR 0x10p-53

static tact_gap distance_at(const tacti_impact_frame *frame, double t) {
    tact_vec3 w[4] = {{0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        const double *a = frame->at[0][i], *b = frame->at[1][i];
        w[i + 1] = (tact_vec3){(1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1],
                               (1 - t) * a[2] + t * b[2]};
    }
    tact_gap gap;
    if (frame->kind == TACT_IMPACT_VERTEX_FACE) {
        tact_triangle face = {{w[1], w[2], w[3]}};
        gap = tact_triangle_distance_point(&face, w[0]);
    } else {
        tact_triangle edge = {{w[0], w[1], w[1]}};
        gap = tact_triangle_distance_segment(&edge, (tact_segment){w[2], w[3]});
    }
    gap.lower -= PLACE_ERROR;
    gap.upper += PLACE_ERROR;
    return gap;
}

/* No two points of the features approach faster than this. The vectors are relative to vertex 0, so
 * for a face that is the fastest corner. For edges both ends of the first and of the second count;
 * the speed of one against the other is at most the largest of the four differences. */
static double greatest_speed(const tacti_impact_frame *frame) {
    double velocity[4][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            velocity[i + 1][k] = frame->at[1][i][k] - frame->at[0][i][k];
    int firsts = frame->kind == TACT_IMPACT_VERTEX_FACE ? 1 : 2;
    double most = 0;
    for (int i = 0; i < firsts; i++) {
        for (int j = firsts; j < 4; j++) {
            double square = 0;
            for (int k = 0; k < 3; k++) {
                double difference = velocity[i][k] - velocity[j][k];
                square += difference * difference;
            }
            most = tacti_max(most, square);
        }
    }
    /* A velocity errs by at most 4 units per axis, a difference of two by 12 with its rounding. */
    return sqrt(most) * (1 + 0x1p-40) + 0x20p-53;
}

tacti_impact_verdict tacti_impact_advance(const tacti_impact_question *question,
                                          const tacti_impact_frame *frame) {
    double limit = question->options->limit, speed = greatest_speed(frame), t = 0, enough = 0;
    tacti_impact_verdict verdict = {
        .outcome = TACT_OUTCOME_UNDECIDED, .ending = TACT_IMPACT_ENDED_PRECISION, .upper = limit};
    for (int i = 0; i < STEPS; i++) {
        double gap = distance_at(frame, t).lower - frame->separation;
        if (i == 0)
            enough = NEAR * gap;
        if (!(gap > 0) || gap < enough)
            break;
        t = (t + gap / speed * (1 - 0x1p-40)) * (1 - 0x1p-50);
        if (t > limit)
            return tacti_impact_apart(TACT_IMPACT_ENDED_FILTER);
        verdict.lower = t;
    }
    return verdict;
}

/* The separation is rounded up in the frame. */
static bool is_within(const tacti_impact_frame *frame, double t) {
    return distance_at(frame, t).upper * (1 + 0x1p-40) <= frame->separation * (1 - 0x1p-40);
}

double tacti_impact_time_within(const tacti_impact_frame *frame, double from, double limit) {
    double far = from, near = -1;
    for (int i = 0; i <= LOOKS && near < 0; i++) {
        double t = i == LOOKS ? limit : from + (limit - from) * i / LOOKS;
        if (is_within(frame, t))
            near = t;
        else
            far = t;
    }
    for (int i = 0; i < STEPS && near - far > NARROW; i++) {
        double t = far + (near - far) / 2;
        if (is_within(frame, t))
            near = t;
        else
            far = t;
    }
    return near;
}
