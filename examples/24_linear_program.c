/* SPDX-License-Identifier: MIT */
/* Linear programs in a few variables: the best mix under limits, the largest ball in a room, and a
 * plane between two sets of points. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <tact/tact.h>

/* Two products, three limits: 3 x + 2 y is largest at (2, 3). */
static bool show_program(void) {
    const double rows[] = {1, 1, 1, 0, 0, 1}, limits[] = {5, 2, 4}, goal[] = {3, 2};
    tact_lp lp = {.variables = 2, .count = 3, .rows = rows, .limits = limits, .goal = goal};
    tact_lp_result best;
    lp.box = 1e6;
    if (tact_lp_solve(NULL, &lp, &best) != TACT_OK)
        return false;
    printf("%s: %g at (%g, %g), held by %" PRIu32 " limits\n", tact_lp_ending_name(best.ending),
           best.value, best.x[0], best.x[1], best.tight_count);
    return best.ending == TACT_LP_OPTIMAL && fabs(best.value - 12) < 1e-12;
}

/* The largest ball that fits into the corner of a room under a slanted roof. */
static bool show_ball(void) {
    const tact_plane walls[] = {{{-1, 0, 0}, 0}, {{0, -1, 0}, 0}, {{0, 0, -1}, 0},
                                {{1, 0, 0}, 4},  {{0, 1, 0}, 3},  {{0, 3, 4}, 15}};
    tact_lp_deepest_result ball;
    if (tact_lp_deepest_point(NULL, walls, 6, 100, &ball) != TACT_OK)
        return false;
    printf("a ball of radius %g at (%g, %g, %g)\n", ball.depth, ball.point.x, ball.point.y,
           ball.point.z);
    /* Away from the walls y = 0, z = 0 and the roof: 3 r + 4 r + 5 r = 15. */
    return ball.outcome == TACT_OUTCOME_CONTACT && fabs(ball.depth - 1.25) < 1e-12;
}

/* A plane between two sets of points. It separates them exactly, with its four rounded doubles. */
static bool show_plane(void) {
    const tact_vec3 a[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const tact_vec3 b[] = {{1, 1, 0}, {2, 1, 1}, {1, 3, 1}};
    tact_lp_separating_result answer;
    if (tact_lp_separating_plane(NULL, a, 4, b, 3, &answer) != TACT_OK)
        return false;
    tact_vec3 n = answer.plane.normal;
    printf("%s: %g x + %g y + %g z = %g\n", tact_outcome_name(answer.outcome), n.x, n.y, n.z,
           answer.plane.offset);
    bool fine = answer.outcome == TACT_OUTCOME_APART && answer.has_plane;
    for (int i = 0; i < 4; i++)
        fine = fine && tact_vec3_dot(n, a[i]) < answer.plane.offset;
    for (int i = 0; i < 3; i++)
        fine = fine && tact_vec3_dot(n, b[i]) > answer.plane.offset;
    return fine;
}

int main(void) {
    bool fine = show_program();
    fine = show_ball() && fine;
    fine = show_plane() && fine;
    return fine ? 0 : 1;
}
