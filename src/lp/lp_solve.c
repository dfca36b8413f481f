/* SPDX-License-Identifier: MIT */
/* Seidel's method ("Small-dimensional linear programming and convex hulls made easy", 1991).
 * Constraints are taken one by one. As long as the best point so far satisfies the next constraint,
 * the point stays. Otherwise the new best point lies on the plane of the constraint: the variable
 * with the largest coefficient is eliminated, and the constraints so far are solved again with one
 * variable less. In one variable the constraints are an interval.
 *
 * The order is random from a fixed seed. A violated constraint moves to the front, so the next
 * program of fewer variables meets it at once (Welzl's heuristic). A row is reduced when it is
 * evaluated, into one array per number of variables. If the goal is 0 in a variable, the variable
 * is 0, or as near to 0 as the constraints permit. So programs without a unique solution stay away
 * from the box.
 *
 * In floating point, a constraint counts as violated if it is exceeded by more than a bound on the
 * rounding of its row. The result is checked against all rows. Rows that it violates move to the
 * front, and the program is solved again. A program counts as infeasible only if lp_prove.c proves
 * it. */
#include "lp/lp.h"

#include "base/alloc.h"
#include "base/assert.h"
#include "math/vec.h"

#define UNIT 0x1p-53

/* How often the program is solved before violated constraints are accepted. */
#define MOST_ROUNDS 6

/* The number of rows exceeded within rounding that are tested exactly. */
#define MOST_TRIES 8

/* ---- Memory ------------------------------------------------------------------------------- */

tact_status tacti_lp_begin(const tact_context *context, int variables, size_t count, tacti_lp *lp) {
    TACTI_ASSERT(variables >= 1 && variables <= TACTI_LP_VARIABLES);
    if (count > UINT32_MAX - 2 * TACTI_LP_VARIABLES)
        return TACT_TOO_LARGE;
    *lp = (tacti_lp){.context = context, .variables = variables, .count = (uint32_t)count};
    size_t rows;
    if (!tacti_multiply(count, (size_t)variables, &rows))
        return TACT_OUT_OF_MEMORY;
    lp->rows = tacti_allocate(context, rows, sizeof *lp->rows, TACTI_CACHE_LINE);
    lp->order = tacti_allocate(context, count, sizeof *lp->order, TACTI_CACHE_LINE);
    if (lp->rows != NULL && lp->order != NULL)
        return TACT_OK;
    tacti_lp_end(lp);
    return TACT_OUT_OF_MEMORY;
}

void tacti_lp_end(tacti_lp *lp) {
    size_t rows = (size_t)lp->count * (size_t)lp->variables;
    tacti_release(lp->context, lp->rows, rows, sizeof *lp->rows, TACTI_CACHE_LINE);
    tacti_release(lp->context, lp->order, lp->count, sizeof *lp->order, TACTI_CACHE_LINE);
}

static tacti_lp_row *row_at(const tacti_lp *lp, int level, uint32_t id) {
    TACTI_ASSERT(level >= 0 && level < lp->variables && id < lp->count);
    return &lp->rows[(size_t)level * lp->count + id];
}

/* ---- Scaling ------------------------------------------------------------------------------ */

static double largest_of(const double *c, int count) {
    double most = 0;
    for (int i = 0; i < count; i++)
        most = tacti_max(tacti_abs(c[i]), most);
    return most;
}

/* Returns x 2^power. Clears is_exact if the result is rounded. */
static double scaled(double x, int power, bool *is_exact) {
    double y = tacti_scale_by_power(x, power);
    *is_exact = *is_exact && tacti_is_finite(y) && tacti_scale_by_power(y, -power) == x;
    return y;
}

/* Scales all numbers by powers of two: the box and the largest coefficient of each row then lie
 * within 1 and 2. */
static void scale_program(tacti_lp *lp) {
    bool is_exact = true;
    lp->shift = tacti_exponent(lp->box);
    lp->box = scaled(lp->box, -lp->shift, &is_exact);
    for (uint32_t i = 0; i < lp->count; i++) {
        tacti_lp_row *row = row_at(lp, 0, i);
        double most = largest_of(row->c, lp->variables);
        int power = most > 0 ? tacti_exponent(most) : 0;
        for (int j = 0; j < lp->variables; j++)
            row->c[j] = scaled(row->c[j], -power, &is_exact);
        row->limit = scaled(scaled(row->limit, -power, &is_exact), -lp->shift, &is_exact);
        row->noise = row->limit_noise = 0;
    }
    double most = largest_of(lp->goal, lp->variables);
    bool ignored = true;
    for (int j = 0; j < lp->variables; j++)
        lp->goal[j] = most > 0 ? scaled(lp->goal[j], -tacti_exponent(most), &ignored) : 0;
    lp->is_scaling_exact = is_exact;
}

/* ---- One row ------------------------------------------------------------------------------ */

static bool is_zero_row(const tacti_lp_row *row, int variables) {
    for (int j = 0; j < variables; j++)
        if (row->c[j] != 0)
            return false;
    return true;
}

/* Whether a point exceeds a row by more than the rounding of the row and of the point. Each
 * coordinate of the point may be off by some units in the last place of the largest. Coefficients
 * are below 2. */
static bool is_violated(const tacti_lp_row *row, const double *x, int variables, double rounding) {
    double value = 0, length = 0;
    for (int j = 0; j < variables; j++) {
        value += row->c[j] * x[j];
        length += tacti_abs(x[j]);
    }
    return value - row->limit > rounding * (tacti_abs(row->limit) + 2 * length) +
                                    (row->noise * length + row->limit_noise);
}

/* Eliminates the variable of the level's pivot from a row. If all coefficients cancel up to
 * rounding, they are set to 0. */
static void reduce_row(const tacti_lp_row *row, const tacti_lp_level *level, tacti_lp_row *out) {
    const tacti_lp_row *pivot = &level->pivot;
    int at = level->pivot_at, count = level->variables;
    TACTI_ASSERT(at >= 0 && at <= count && count < TACTI_LP_VARIABLES);
    double factor = row->c[at] / pivot->c[at], size = tacti_abs(factor), most = 0;
    double noise = 2 * (row->noise + size * pivot->noise) + 4 * UNIT * (2 + 2 * size);
    double offset = factor * pivot->limit;
    double limit_noise = row->limit_noise + size * pivot->limit_noise +
                         noise * tacti_abs(pivot->limit / pivot->c[at]) +
                         4 * UNIT * (tacti_abs(row->limit) + tacti_abs(offset));
    tacti_lp_row result = {.limit = row->limit - offset};
    for (int j = 0, k = 0; j <= count; j++) {
        if (j == at)
            continue;
        result.c[k] = row->c[j] - factor * pivot->c[j];
        most = tacti_max(tacti_abs(result.c[k]), most);
        k++;
    }
    if (most <= 4 * noise) {
        for (int k = 0; k < count; k++)
            result.c[k] = 0;
        result.limit_noise = limit_noise;
        *out = result;
        return;
    }
    double scale = tacti_power_of_two(-tacti_exponent(most));
    for (int k = 0; k < count; k++)
        result.c[k] *= scale;
    result.limit *= scale;
    result.noise = noise * scale;
    result.limit_noise = limit_noise * scale;
    *out = result;
}

/* ---- Levels ------------------------------------------------------------------------------- */

static bool solve_level(tacti_lp *lp, int at, int extras, uint32_t count);

/* Records that these constraints and those that made the level contradict each other. */
static void note_conflict(tacti_lp *lp, int at, const uint32_t *ids, int count) {
    TACTI_ASSERT(count + at <= TACTI_LP_VARIABLES + 1);
    lp->conflict_count = count;
    for (int i = 0; i < count; i++)
        lp->conflict[i] = ids[i];
    for (int l = 1; l <= at; l++)
        lp->conflict[lp->conflict_count++] = lp->level[l].pivot_id;
    lp->is_conflict_proven = tacti_lp_conflict_holds(lp);
}

static void project_goal(const tacti_lp_level *up, tacti_lp_level *down) {
    const tacti_lp_row *pivot = &down->pivot;
    double factor = up->goal[down->pivot_at] / pivot->c[down->pivot_at], size = tacti_abs(factor);
    down->goal_noise = 2 * (up->goal_noise + size * pivot->noise) +
                       4 * UNIT * (largest_of(up->goal, up->variables) + 2 * size);
    for (int j = 0, k = 0; j < up->variables; j++) {
        if (j == down->pivot_at)
            continue;
        double value = up->goal[j] - factor * pivot->c[j];
        down->goal[k++] = tacti_abs(value) <= down->goal_noise ? 0 : value;
    }
}

/* Adds the bounds of the eliminated variable as constraints on the others. */
static void add_bounds(const tacti_lp *lp, const tacti_lp_level *up, tacti_lp_level *down,
                       int first) {
    int at = down->pivot_at;
    TACTI_ASSERT(first + 2 <= 2 * TACTI_LP_VARIABLES);
    for (int side = 0; side < 2; side++) {
        tacti_lp_row bound = {.limit = lp->box};
        bound.c[at] = side == 0 ? -1 : 1;
        reduce_row(&bound, down, &down->extra[first + side]);
        down->extra_id[first + side] = lp->count + 2 * (uint32_t)up->origin[at] + (uint32_t)side;
    }
}

/* A constraint of a level, and the numbers of extra and of ordered constraints before it. */
typedef struct visit {
    const tacti_lp_row *row;
    uint32_t id;
    int extras;
    uint32_t count;
} visit;

/* Finds the best point on the plane of a violated constraint: solves the next level with the
 * constraints before it, and computes the eliminated variable. False if there is none. */
static bool solve_on_plane(tacti_lp *lp, int at, const visit *seen) {
    TACTI_ASSERT(at + 1 < lp->variables);
    tacti_lp_level *up = &lp->level[at], *down = &lp->level[at + 1];
    const tacti_lp_row *row = seen->row;
    int extras = seen->extras;
    down->pivot = *row;
    down->pivot_id = seen->id;
    down->pivot_at = 0;
    for (int j = 1; j < up->variables; j++)
        if (tacti_abs(row->c[j]) > tacti_abs(row->c[down->pivot_at]))
            down->pivot_at = j;
    down->variables = up->variables - 1;
    for (int j = 0, k = 0; j < up->variables; j++)
        if (j != down->pivot_at)
            down->origin[k++] = up->origin[j];
    project_goal(up, down);
    for (int e = 0; e < extras; e++) {
        reduce_row(&up->extra[e], down, &down->extra[e]);
        down->extra_id[e] = up->extra_id[e];
    }
    add_bounds(lp, up, down, extras);
    if (!solve_level(lp, at + 1, extras + 2, seen->count))
        return false;
    double rest = down->pivot.limit;
    for (int j = 0, k = 0; j < up->variables; j++) {
        if (j == down->pivot_at)
            continue;
        up->x[j] = down->x[k];
        rest -= down->pivot.c[j] * down->x[k++];
    }
    up->x[down->pivot_at] = rest / down->pivot.c[down->pivot_at];
    TACTI_ASSERT(down->tight_count < TACTI_LP_VARIABLES);
    up->tight[0] = seen->id;
    for (int i = 0; i < down->tight_count; i++)
        up->tight[i + 1] = down->tight[i];
    up->tight_count = down->tight_count + 1;
    return true;
}

/* Takes one more constraint. False if constraints contradict each other. */
static bool take_row(tacti_lp *lp, int at, const visit *seen, bool *was_violated) {
    tacti_lp_level *level = &lp->level[at];
    const tacti_lp_row *row = seen->row;
    lp->evaluations++;
    *was_violated = false;
    if (is_zero_row(row, level->variables)) {
        if (!(row->limit < 0))
            return true;
        note_conflict(lp, at, &seen->id, 1);
        return !lp->is_conflict_proven && !(row->limit < -row->limit_noise);
    }
    if (!is_violated(row, level->x, level->variables, 8 * UNIT))
        return true;
    *was_violated = true;
    return solve_on_plane(lp, at, seen);
}

/* The interval of the last variable, and the constraints at its ends. */
typedef struct interval {
    double lo, hi, lo_noise, hi_noise;
    uint32_t lo_id, hi_id;
} interval;

static bool narrow(tacti_lp *lp, int at, const tacti_lp_row *row, uint32_t id, interval *span) {
    lp->evaluations++;
    if (row->c[0] == 0) {
        if (!(row->limit < 0))
            return true;
        note_conflict(lp, at, &id, 1);
        return !lp->is_conflict_proven && !(row->limit < -row->limit_noise);
    }
    double end = row->limit / row->c[0];
    double noise = (row->limit_noise + row->noise * tacti_abs(end)) / tacti_abs(row->c[0]);
    if (row->c[0] > 0 && end < span->hi) {
        span->hi = end;
        span->hi_id = id;
        span->hi_noise = noise;
    }
    if (row->c[0] < 0 && end > span->lo) {
        span->lo = end;
        span->lo_id = id;
        span->lo_noise = noise;
    }
    return true;
}

static void set_line(tacti_lp_level *level, const interval *span) {
    bool is_up = level->goal[0] > 0;
    double x = is_up ? span->hi : span->lo;
    if (span->lo > span->hi)
        x = span->lo + (span->hi - span->lo) / 2;
    level->tight_count = 1;
    level->tight[0] = is_up ? span->hi_id : span->lo_id;
    if (level->goal[0] == 0 && !(span->lo > span->hi)) {
        x = span->lo > 0 ? span->lo : span->hi < 0 ? span->hi : 0;
        level->tight[0] = span->lo > 0 ? span->lo_id : span->hi_id;
        level->tight_count = span->lo > 0 || span->hi < 0;
    }
    level->x[0] = x;
}

static bool solve_line(tacti_lp *lp, int at, int extras, uint32_t count) {
    tacti_lp_level *level = &lp->level[at];
    uint32_t bounds = lp->count + 2 * (uint32_t)level->origin[0];
    interval span = {-lp->box, lp->box, 0, 0, bounds, bounds + 1};
    for (int e = 0; e < extras; e++)
        if (!narrow(lp, at, &level->extra[e], level->extra_id[e], &span))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        tacti_lp_row row = *row_at(lp, at == 0 ? 0 : at - 1, lp->order[i]);
        if (at > 0)
            reduce_row(&row, level, &row);
        if (!narrow(lp, at, &row, lp->order[i], &span))
            return false;
    }
    if (span.lo > span.hi) {
        const uint32_t ids[2] = {span.lo_id, span.hi_id};
        double rounding = 4 * UNIT * (tacti_abs(span.lo) + tacti_abs(span.hi));
        note_conflict(lp, at, ids, 2);
        if (lp->is_conflict_proven ||
            span.lo - span.hi > rounding + (span.lo_noise + span.hi_noise))
            return false;
    }
    set_line(level, &span);
    return true;
}

static void move_to_front(uint32_t *order, uint32_t at) {
    uint32_t id = order[at];
    for (; at > 0; at--)
        order[at] = order[at - 1];
    order[0] = id;
}

/* Sets the best point if the box is the only constraint. */
static void begin_level(const tacti_lp *lp, tacti_lp_level *level) {
    level->tight_count = 0;
    for (int j = 0; j < level->variables; j++) {
        double goal = level->goal[j];
        level->x[j] = goal > 0 ? lp->box : goal < 0 ? -lp->box : 0;
        if (goal != 0)
            level->tight[level->tight_count++] =
                lp->count + 2 * (uint32_t)level->origin[j] + (goal > 0);
    }
}

/* False if constraints contradict each other. */
static bool solve_level(tacti_lp *lp, int at, int extras, uint32_t count) {
    tacti_lp_level *level = &lp->level[at];
    bool was_violated;
    if (level->variables == 1)
        return solve_line(lp, at, extras, count);
    begin_level(lp, level);
    for (int e = 0; e < extras; e++) {
        const visit seen = {&level->extra[e], level->extra_id[e], e, 0};
        if (!take_row(lp, at, &seen, &was_violated))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = lp->order[i];
        tacti_lp_row *row = row_at(lp, at, id);
        if (at > 0)
            reduce_row(row_at(lp, at - 1, id), level, row);
        const visit seen = {row, id, extras, i};
        if (!take_row(lp, at, &seen, &was_violated))
            return false;
        if (was_violated)
            move_to_front(lp->order, i);
    }
    return true;
}

/* ---- The program -------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state) {
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* Sets a random order of the rows that the box does not imply. False if no point of the box
 * satisfies one of the rows. */
static bool begin_order(tacti_lp *lp) {
    uint64_t random = 1;
    lp->order_count = 0;
    for (uint32_t i = 0; i < lp->count; i++) {
        const tacti_lp_row *row = row_at(lp, 0, i);
        double reach = 0;
        for (int j = 0; j < lp->variables; j++)
            reach += tacti_abs(row->c[j]) * lp->box;
        reach *= 1 + 0x1p-48;
        lp->evaluations++;
        if (row->limit < -reach) {
            note_conflict(lp, 0, &i, 1);
            return false;
        }
        if (row->limit > reach || reach == 0)
            continue;
        uint32_t at = (uint32_t)((next_random(&random) >> 32) * (lp->order_count + 1) >> 32);
        TACTI_ASSERT(at <= lp->order_count && lp->order_count < lp->count);
        lp->order[lp->order_count] = lp->order[at];
        lp->order[at] = i;
        lp->order_count++;
    }
    return true;
}

/* Moves the rows that the point violates to the front. Returns whether there are any. */
static bool promote_violated(tacti_lp *lp) {
    bool is_any = false;
    for (uint32_t i = 0; i < lp->order_count; i++) {
        lp->evaluations++;
        if (is_violated(row_at(lp, 0, lp->order[i]), lp->level[0].x, lp->variables, 0x1p-47)) {
            move_to_front(lp->order, i);
            is_any = true;
        }
    }
    return is_any;
}

/* Whether a row that the point exceeds within rounding contradicts the rows that determine the
 * point. This finds programs that miss a solution by a unit in the last place. */
static bool is_contradicted(tacti_lp *lp) {
    const tacti_lp_level *level = &lp->level[0];
    int tries = 0;
    for (uint32_t i = 0; i < lp->order_count && tries < MOST_TRIES; i++) {
        const tacti_lp_row *row = row_at(lp, 0, lp->order[i]);
        double value = 0;
        for (int j = 0; j < lp->variables; j++)
            value += row->c[j] * level->x[j];
        bool is_tight = false;
        for (int k = 0; k < level->tight_count; k++)
            is_tight = is_tight || level->tight[k] == lp->order[i];
        if (!(value > row->limit) || is_tight)
            continue;
        tries++;
        TACTI_ASSERT(level->tight_count <= lp->variables);
        lp->conflict_count = level->tight_count + 1;
        lp->conflict[0] = lp->order[i];
        for (int k = 0; k < level->tight_count; k++)
            lp->conflict[k + 1] = level->tight[k];
        lp->is_conflict_proven = tacti_lp_conflict_holds(lp);
        if (lp->is_conflict_proven)
            return true;
    }
    return false;
}

static tact_lp_ending ending_of_point(const tacti_lp *lp) {
    const tacti_lp_level *level = &lp->level[0];
    for (int i = 0; i < level->tight_count; i++)
        if (level->tight[i] >= lp->count && largest_of(lp->goal, lp->variables) > 0)
            return TACT_LP_UNBOUNDED;
    return TACT_LP_OPTIMAL;
}

void tacti_lp_run(tacti_lp *lp) {
    scale_program(lp);
    lp->evaluations = 0;
    lp->conflict_count = 0;
    lp->is_conflict_proven = false;
    tacti_lp_level *level = &lp->level[0];
    level->variables = lp->variables;
    level->goal_noise = 0;
    level->tight_count = 0;
    for (int j = 0; j < lp->variables; j++) {
        level->origin[j] = j;
        level->goal[j] = lp->goal[j];
        level->x[j] = 0;
    }
    bool is_solved = begin_order(lp), is_settled = false;
    for (int round = 0; round < MOST_ROUNDS && is_solved && !is_settled; round++) {
        is_solved = solve_level(lp, 0, 0, lp->order_count);
        is_settled = is_solved && !promote_violated(lp);
    }
    is_solved = is_solved && !(is_settled && is_contradicted(lp));
    lp->ending = !is_solved && lp->is_conflict_proven ? TACT_LP_INFEASIBLE
                 : is_solved && is_settled            ? ending_of_point(lp)
                                                      : TACT_LP_OPEN;
    for (int j = 0; j < lp->variables; j++)
        lp->x[j] = tacti_scale_by_power(level->x[j], lp->shift);
}
