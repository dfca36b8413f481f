/* SPDX-License-Identifier: MIT */
/* Poses at a given gap: random rotations and a random direction, along which b slides until the
 * distance is the gap (Trenkel, Weller and Zachmann, "A benchmarking suite for static collision
 * detection algorithms", 2007). */
#include "models.h"

#include "fail.h"

#include <math.h>

const double pose_cells[POSE_CELL_COUNT] = {1e-1, 1e-2, 1e-3, 1e-4, 0.01, 0.02, 0.05, 0.1, 0.2};

const char *pose_cell_name(size_t cell) {
    static const char *const names[POSE_CELL_COUNT] = {"gap 1e-1",  "gap 1e-2",   "gap 1e-3",
                                                       "gap 1e-4",  "depth 1 %",  "depth 2 %",
                                                       "depth 5 %", "depth 10 %", "depth 20 %"};
    return names[cell];
}

/* Random points of the cube that lie in the ball, normalized. */
tact_vec3 pose_random_direction(bench_rng *rng) {
    for (;;) {
        double x = bench_rng_between(rng, -1, 1), y = bench_rng_between(rng, -1, 1);
        double z = bench_rng_between(rng, -1, 1);
        double square = x * x + y * y + z * z;
        if (square <= 1 && square > 1e-4)
            return tact_vec3_normalize(tact_vec3_make(x, y, z));
    }
}

tact_quat pose_random_rotation(bench_rng *rng) {
    for (;;) {
        tact_quat q = {bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1),
                       bench_rng_between(rng, -1, 1), bench_rng_between(rng, -1, 1)};
        double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
        if (square <= 1 && square > 1e-4)
            return q;
    }
}

/* Rotates a model about its center and moves the center to the origin. */
static tact_pose turn_about(tact_quat rotation, tact_vec3 center) {
    tact_pose pose = tact_pose_identity();
    tact_pose_from_quat(rotation, tact_vec3_make(0, 0, 0), &pose);
    tact_vec3 turned = tact_pose_rotate(pose, center);
    pose.m[3] = -turned.x;
    pose.m[7] = -turned.y;
    pose.m[11] = -turned.z;
    return pose;
}

pose_line pose_line_make(bench_rng *rng, const mesh_model *a, const mesh_model *b) {
    pose_line line;
    line.a = turn_about(pose_random_rotation(rng), a->center);
    line.b = turn_about(pose_random_rotation(rng), b->center);
    line.direction = pose_random_direction(rng);
    line.start = 1.2 * (a->radius + b->radius);
    return line;
}

static tact_pose moved(tact_pose pose, tact_vec3 direction, double t) {
    pose.m[3] += t * direction.x;
    pose.m[7] += t * direction.y;
    pose.m[11] += t * direction.z;
    return pose;
}

pose_pair pose_line_at(const pose_line *line, double t) {
    return (pose_pair){line->a, moved(line->b, line->direction, t)};
}

/* Finds the place on a line at which a distance equals the gap. The distance is Lipschitz with
 * constant 1 and exceeds the gap at the start. The steps are those of conservative advancement,
 * made longer by the slope so far. Once a step has gone too far, the place is bracketed. */
typedef double distance_along(const void *data, double t);

static bool slide(distance_along *distance, const void *data, double end, double gap, double *t) {
    double hi = *t, far = distance(data, hi);
    double lo = 0, near = 0, slope = 1;
    bool has_lo = false;
    for (int step = 0; step < 100; step++) {
        if (fabs(far - gap) <= 0.01 * gap) {
            *t = hi;
            return true;
        }
        double next;
        if (has_lo) {
            double fraction = (gap - near) / (far - near);
            next = lo + (hi - lo) * fmin(0.9, fmax(0.1, fraction));
        } else {
            next = hi - (far - gap) / slope;
        }
        if (next < end)
            return false;
        double found = distance(data, next);
        if (fabs(found - gap) <= 0.01 * gap) {
            *t = next;
            return true;
        }
        if (found < gap) {
            lo = next;
            near = found;
            has_lo = true;
        } else {
            slope = fmin(1, fmax(0.2, (far - found) / (hi - next)));
            hi = next;
            far = found;
        }
    }
    return false;
}

typedef struct line_distance {
    const pose_line *line;
    const pose_oracle *oracle;
} line_distance;

static double distance_on_line(const void *data, double t) {
    const line_distance *d = data;
    pose_pair pose = pose_line_at(d->line, t);
    return d->oracle->contender->distance(d->oracle->pair, &pose.a, &pose.b);
}

bool pose_line_slide(const pose_line *line, const pose_oracle *oracle, double gap, double *t) {
    line_distance data = {line, oracle};
    return slide(distance_on_line, &data, -line->start, gap, t);
}

/* Fills all cells of one line. Returns false if b slides past a. */
static bool fill_line(const pose_line *line, const pose_oracle *oracle, double size,
                      pose_pair out[POSE_CELL_COUNT]) {
    double t = line->start;
    for (size_t cell = 0; cell < POSE_GAP_COUNT; cell++) {
        if (!pose_line_slide(line, oracle, pose_cells[cell] * size, &t))
            return false;
        out[cell] = pose_line_at(line, t);
    }
    for (size_t cell = POSE_GAP_COUNT; cell < POSE_CELL_COUNT; cell++)
        out[cell] = pose_line_at(line, t - pose_cells[cell] * size);
    return true;
}

pose_pair *pose_cells_make(bench_rng *rng, const mesh_model *a, const mesh_model *b,
                           const pose_oracle *oracle, size_t count) {
    pose_pair *poses = bench_allocate(POSE_CELL_COUNT * count, sizeof *poses);
    double size = fmax(a->size, b->size);
    for (size_t i = 0; i < count; i++) {
        pose_pair cells[POSE_CELL_COUNT];
        pose_line line;
        do
            line = pose_line_make(rng, a, b);
        while (!fill_line(&line, oracle, size, cells));
        for (size_t cell = 0; cell < POSE_CELL_COUNT; cell++)
            poses[cell * count + i] = cells[cell];
    }
    return poses;
}

/* ---- Motion --------------------------------------------------------------------------------- */

#define DEGREE (3.14159265358979323846 / 180)

typedef struct spin {
    const pose_line *line;
    const pose_oracle *oracle;
    tact_quat start;
    tact_vec3 axis, center;
    size_t frame;
} spin;

static pose_pair spin_frame(const spin *s, double t) {
    tact_quat turn = tact_quat_identity();
    tact_quat_from_axis_angle(s->axis, DEGREE * (double)s->frame, &turn);
    tact_pose b = turn_about(tact_quat_multiply(turn, s->start), s->center);
    return (pose_pair){s->line->a, moved(b, s->line->direction, t)};
}

static double distance_of_spin(const void *data, double t) {
    const spin *s = data;
    pose_pair pose = spin_frame(s, t);
    return s->oracle->contender->distance(s->oracle->pair, &pose.a, &pose.b);
}

/* Fills all frames of a motion. Returns false if the models miss each other in a frame. */
static bool fill_spin(spin *s, double gap, size_t count, pose_pair *out) {
    for (s->frame = 0; s->frame < count; s->frame++) {
        double t = s->line->start;
        if (!slide(distance_of_spin, s, -s->line->start, gap, &t))
            return false;
        out[s->frame] = spin_frame(s, t);
    }
    return true;
}

void pose_spin_make(bench_rng *rng, const mesh_model *model, const pose_oracle *oracle, double gap,
                    size_t count, pose_pair *out) {
    pose_line line;
    spin s;
    do {
        line = pose_line_make(rng, model, model);
        s = (spin){&line,         oracle, pose_random_rotation(rng), pose_random_direction(rng),
                   model->center, 0};
    } while (!fill_spin(&s, gap * model->size, count, out));
}
