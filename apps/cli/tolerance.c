/* SPDX-License-Identifier: MIT */
/* Gaps and overlaps within a tolerance; see tolerance.h.
 *
 * The gap is bounded by the library. The overlap is bounded by trial: one solid is moved along some
 * directions, by some lengths up to the tolerance, and the exact test says whether the two are then
 * apart or touching. This does not find every way out, so "no" means "not proved".
 *
 * How far a vertex moves. Let s be the rotated vertex, which is rounded but the same in both poses.
 * It is placed at p = fl(s + t), then at q = fl(s + t'). With u = 2^-53 and M the greatest
 * coordinate of both placements, each rounding changes a coordinate by at most u M. So q - p
 * differs from t' - t by at most 2 u M along each axis, and by at most 2 sqrt(3) u M < 2^-51 M in
 * all. A point of a triangle or a polytope is a mean of its vertices, so it moves no further than
 * these. Other shapes are placed in real numbers and move by t' - t. */
#include "tolerance.h"

#include <math.h>

/* Directions that are tried: the axes, those between the middles, and normals of triangles that
 * meet. */
#define MOST_DIRECTIONS 32
/* Lengths that are tried for each direction, each an eighth of the one before. A short move helps
 * if a long one runs into something else. */
#define MOST_LENGTHS 12
#define LENGTH_RATIO 8
/* Pairs of triangles whose normals are looked at. */
#define MOST_PAIRS 4096
/* Vertices of each mesh that are tested for being deep inside the other. */
#define SAMPLES 64

typedef struct trial {
    const tact_instance *fixed, *moved;
    double tolerance;
    double slack; /* how much further than the move a vertex may move */
    tact_options options;
    tact_vec3 directions[MOST_DIRECTIONS];
    uint32_t count;
    uint32_t pairs; /* looked at */
} trial;

/* ---- Directions --------------------------------------------------------------------------- */

/* Adds a direction and its opposite, unless they are known. False if there is no more space. */
static bool add_direction(trial *t, tact_vec3 v) {
    tact_vec3 n = tact_vec3_normalize(v);
    if (!(tact_vec3_length(n) > 0.5))
        return true;
    for (uint32_t i = 0; i < t->count; i += 2)
        if (fabs(tact_vec3_dot(n, t->directions[i])) > 1 - 1e-12)
            return true;
    if (t->count + 2 > MOST_DIRECTIONS)
        return false;
    t->directions[t->count++] = n;
    t->directions[t->count++] = tact_vec3_scale(n, -1);
    return true;
}

static bool add_normal(trial *t, const tact_instance *instance, uint32_t triangle) {
    const tact_mesh *mesh = tact_model_mesh(instance->model);
    if (mesh == NULL || triangle == TACT_NO_TRIANGLE)
        return true;
    tact_triangle placed = tact_mesh_triangle(mesh, triangle);
    placed = tact_pose_place_triangle(instance->pose, &placed);
    return add_direction(t, tact_vec3_cross(tact_vec3_sub(placed.v[1], placed.v[0]),
                                            tact_vec3_sub(placed.v[2], placed.v[0])));
}

static bool take_pair(void *user, tact_element a, tact_element b) {
    trial *t = user;
    return ++t->pairs <= MOST_PAIRS && add_normal(t, t->fixed, a.element) &&
           add_normal(t, t->moved, b.element);
}

static tact_vec3 middle_of(const tact_instance *instance) {
    tact_box box;
    return tact_instance_bounds(instance, &box) == TACT_OK ? tact_box_center(box)
                                                           : tact_vec3_make(0, 0, 0);
}

static void find_directions(trial *t) {
    tact_contacts_result found;
    add_direction(t, tact_vec3_make(1, 0, 0));
    add_direction(t, tact_vec3_make(0, 1, 0));
    add_direction(t, tact_vec3_make(0, 0, 1));
    add_direction(t, tact_vec3_sub(middle_of(t->moved), middle_of(t->fixed)));
    (void)tact_contacts_visit(t->fixed, t->moved, &t->options, take_pair, t, &found);
}

/* ---- Moves -------------------------------------------------------------------------------- */

/* Whether the two are apart or touching after a move, and no point has moved too far. */
static bool is_way_out(const trial *t, tact_vec3 direction, double length) {
    tact_instance at = *t->moved;
    double by[3] = {direction.x * length, direction.y * length, direction.z * length};
    double moved[3];
    for (int i = 0; i < 3; i++) {
        double *place = &at.pose.m[4 * i + 3], before = *place;
        *place += by[i];
        moved[i] = *place - before;
    }
    /* The factor exceeds all roundings here. */
    double distance = hypot(hypot(moved[0], moved[1]), moved[2]) * (1 + 0x1p-40);
    if (!(distance + t->slack <= t->tolerance * (1 - 0x1p-50)))
        return false;
    tact_classify_result found;
    return tact_classify(t->fixed, &at, &t->options, &found) == TACT_OK &&
           (found.flags & TACT_RESULT_ESTIMATE) == 0 &&
           (found.relation == TACT_RELATION_APART || found.relation == TACT_RELATION_TOUCHING);
}

static bool has_way_out(trial *t) {
    /* The move itself is rounded, too: each coordinate by at most 2^-53 of the place. */
    const double *m = t->moved->pose.m;
    double place = fmax(fmax(fabs(m[3]), fabs(m[7])), fabs(m[11])) + t->tolerance;
    double length = (t->tolerance - t->slack - 0x1p-52 * place) * (1 - 0x1p-30);
    find_directions(t);
    for (int k = 0; k < MOST_LENGTHS && length > t->slack; k++, length /= LENGTH_RATIO)
        for (uint32_t i = 0; i < t->count; i++)
            if (is_way_out(t, t->directions[i], length))
                return true;
    return false;
}

/* ---- Overlaps that are certainly too large ------------------------------------------------ */

/* Whether a vertex of the mesh is further inside the other solid than it may move. */
static bool is_deep(const trial *t, const tact_instance *instance, const tact_instance *other) {
    const tact_mesh *mesh = tact_model_mesh(instance->model);
    uint32_t count = mesh != NULL ? tact_mesh_vertex_count(mesh) : 0;
    tact_options options = t->options;
    options.flags = TACT_OPTION_SIGNED;
    for (uint32_t i = 0; i < SAMPLES && i < count; i++) {
        uint32_t vertex = count <= SAMPLES ? i : (uint32_t)((uint64_t)count * i / SAMPLES);
        tact_vec3 p = tact_pose_place(instance->pose, tact_mesh_vertices(mesh)[vertex]);
        tact_inside_result found;
        if (tact_inside(other, p, &options, &found) == TACT_OK &&
            (found.flags & TACT_RESULT_EXACT) != 0 &&
            found.distance_upper < -(t->tolerance + t->slack))
            return true;
    }
    return false;
}

/* ---- The question ------------------------------------------------------------------------- */

static bool is_near(const tact_instance *a, const tact_instance *b, double tolerance,
                    const tact_options *options) {
    tact_options limited = *options;
    tact_distance_result gap;
    limited.flags = 0;
    limited.limit = tolerance;
    return tact_distance(a, b, &limited, NULL, &gap) == TACT_OK &&
           gap.within == TACT_OUTCOME_CONTACT;
}

static bool is_half_space(const tact_instance *instance) {
    return tact_model_inspect(instance->model).kind == TACT_KIND_HALF_SPACE;
}

/* Two convex shapes have a depth with a proven bound. */
static bool is_shallow(const tact_instance *a, const tact_instance *b, double tolerance,
                       const tact_options *options) {
    tact_depth_result depth;
    return tact_model_shape(a->model) != NULL && tact_model_shape(b->model) != NULL &&
           tact_depth(a, b, options, NULL, &depth) == TACT_OK &&
           depth.outcome == TACT_OUTCOME_CONTACT && depth.upper <= tolerance;
}

static bool is_little_overlap(const tact_instance *a, const tact_instance *b, double tolerance,
                              const tact_options *options) {
    /* A half-space has no bounds, so the other one is moved. */
    bool moves_a = is_half_space(b);
    trial t = {.fixed = moves_a ? b : a,
               .moved = moves_a ? a : b,
               .tolerance = tolerance,
               .options = *options};
    tact_box box;
    t.options.flags = 0;
    if (is_shallow(a, b, tolerance, &t.options))
        return true;
    if (tact_instance_bounds(t.moved, &box) != TACT_OK)
        return false;
    double most =
        fmax(fmax(fmax(-box.lo.x, box.hi.x), fmax(-box.lo.y, box.hi.y)), fmax(-box.lo.z, box.hi.z));
    t.slack = 0x1p-51 * (most + tolerance) * (1 + 0x1p-40) + 0x1p-1070;
    if (!(t.slack < tolerance) || is_deep(&t, t.fixed, t.moved) || is_deep(&t, t.moved, t.fixed))
        return false;
    return has_way_out(&t);
}

bool tolerance_is_met(const tact_instance *a, const tact_instance *b,
                      const tact_classify_result *relation, double tolerance,
                      const tact_options *options) {
    if ((relation->flags & TACT_RESULT_ESTIMATE) != 0)
        return false;
    switch (relation->relation) {
    case TACT_RELATION_APART:
        return is_near(a, b, tolerance, options);
    case TACT_RELATION_TOUCHING:
        return true;
    case TACT_RELATION_CROSSING:
    case TACT_RELATION_A_IN_B:
    case TACT_RELATION_B_IN_A:
    case TACT_RELATION_IDENTICAL:
        return is_little_overlap(a, b, tolerance, options);
    case TACT_RELATION_UNDECIDED:
        break;
    }
    return false;
}
