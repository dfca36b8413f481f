/* SPDX-License-Identifier: MIT */
/* The part of the hash over ties: models whose sizes, places and turns are small whole numbers and
 * halves, so that vertices, edges, faces, axes and triangles are equally far, deep or large all the
 * time. Which of them wins must not depend on lanes, compilers or workers. Counts of work and the
 * way in which a search ended are left out. */
#include "hash.h"

#include "bvh/node.h"
#include "rng.h"

#include <string.h>

enum {
    SHAPES = 14,
    MESHES = 4,
    MODELS = SHAPES + MESHES + 1,
    POSES = 6,      /* of each pair */
    WHOLE_POSES = 2 /* of these, with lists, curves and relations */
};

typedef struct scene {
    const tact_context *context;
    tact_hull *cube, *octahedron, *large;
    tact_model *models[MODELS];
    tact_contact_list *list;
    tact_curve_set *set;
    uint64_t hash;
    bool is_fine;
} scene;

static void expect(scene *s, tact_status status) {
    s->is_fine = s->is_fine && status == TACT_OK;
}

static void mix(scene *s, const void *data, size_t bytes) {
    s->hash = hash_bytes(s->hash, data, bytes);
}

static void mix_integer(scene *s, int64_t x) {
    s->hash = hash_integer(s->hash, x);
}

/* ---- Hulls -------------------------------------------------------------------------------- */

/* All points with the coordinates 1, 2 and 3 in any order and with any signs, divided by 2. */
static uint32_t make_large(tact_vec3 *points) {
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int i = 0; i < 48; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[order[i / 8][k]] = (i >> k & 1 ? -0.5 : 0.5) * (k + 1);
        points[i] = (tact_vec3){x[0], x[1], x[2]};
    }
    return 48;
}

/* A lattice with equal numbers of points along three axes, each point twice. */
static uint32_t make_lattice(int nx, int ny, int nz, tact_vec3 *points) {
    uint32_t count = 0;
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i < nx * ny * nz; i++)
            points[count++] = (tact_vec3){i % nx, i / nx % ny, (double)(i / (nx * ny))};
    return count;
}

static tact_vec3 lattice_direction(int i) {
    return (tact_vec3){i % 3 - 1, i / 3 % 3 - 1, (double)(i / 9 - 1)};
}

static void mix_hull(scene *s, const tact_hull *hull) {
    tact_hull_info info = tact_hull_inspect(hull);
    mix_integer(s, info.face_count);
    mix(s, tact_hull_sources(hull), info.vertex_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < info.face_count; i++) {
        uint32_t count;
        const uint32_t *corners = tact_hull_face(hull, i, &count);
        mix(s, corners, count * sizeof *corners);
    }
    for (uint32_t i = 0; i < info.vertex_count; i++) {
        uint32_t count;
        const uint32_t *neighbours = tact_hull_neighbours(hull, i, &count);
        mix(s, neighbours, count * sizeof *neighbours);
    }
    for (int i = 0; i < 27; i++)
        mix_integer(s, tact_hull_support(hull, lattice_direction(i), 0));
}

static void ask_hulls(scene *s) {
    static const int sizes[5][3] = {{3, 3, 3}, {5, 5, 1}, {1, 3, 4}, {1, 1, 6}, {2, 3, 4}};
    static tact_vec3 points[64];
    for (int i = 0; i < 5; i++) {
        tact_hull *hull = NULL;
        uint32_t count = make_lattice(sizes[i][0], sizes[i][1], sizes[i][2], points);
        expect(s, tact_hull_create(s->context, points, count, &hull));
        if (s->is_fine)
            mix_hull(s, hull);
        tact_hull_destroy(hull);
    }
    mix_hull(s, s->cube);
    mix_hull(s, s->octahedron);
    mix_hull(s, s->large);
}

/* ---- Linear programs ---------------------------------------------------------------------- */

/* A cube and an octahedron, each side twice; goals along edges and faces. */
static void ask_programs(scene *s) {
    static double rows[40][3], limits[40];
    static tact_plane planes[40];
    uint32_t count = 0;
    for (int i = 0; i < 27; i++) {
        tact_vec3 d = lattice_direction(i);
        int length = (d.x != 0) + (d.y != 0) + (d.z != 0);
        for (int twice = 0; twice < 2 && (length & 1) != 0 && count < 28; twice++, count++) {
            memcpy(rows[count], &d, sizeof d);
            limits[count] = length == 1 ? 1 : 2;
            planes[count] = (tact_plane){d, limits[count]};
        }
    }
    for (int i = 0; i < 27; i++) {
        tact_vec3 goal = lattice_direction(i);
        tact_lp lp = {3, count, rows[0], limits, &goal.x, 8};
        tact_lp_result got;
        expect(s, tact_lp_solve(s->context, &lp, &got));
        if (!s->is_fine)
            return;
        mix_integer(s, got.ending);
        mix(s, got.x, 3 * sizeof *got.x);
        mix(s, got.tight, got.tight_count * sizeof *got.tight);
    }
    for (uint32_t i = 4; i <= count; i++) {
        tact_lp_deepest_result got;
        expect(s, tact_lp_deepest_point(s->context, planes, i, 4, &got));
        if (!s->is_fine)
            return;
        mix_integer(s, got.outcome);
        s->hash = hash_number(hash_vector(s->hash, got.point), got.depth);
    }
}

/* ---- Models ------------------------------------------------------------------------------- */

static void make_shapes(scene *s) {
    static tact_vec3 points[48];
    const tact_vec3 six[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    uint32_t count = make_lattice(2, 2, 2, points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = tact_vec3_sub(tact_vec3_scale(points[i], 2), (tact_vec3){1, 1, 1});
    expect(s, tact_hull_create(s->context, points, count, &s->cube));
    expect(s, tact_hull_create(s->context, six, 6, &s->octahedron));
    expect(s, tact_hull_create(s->context, points, make_large(points), &s->large));
    if (!s->is_fine)
        return;
    const tact_shape shapes[SHAPES] = {
        tact_shape_sphere(1),
        tact_shape_capsule(0.5, 0.5),
        tact_shape_box(1, 1, 1),
        tact_shape_box(0.5, 1, 1),
        tact_shape_hull(s->cube),
        tact_shape_hull(s->octahedron),
        tact_shape_hull(s->large),
        tact_shape_cylinder(1, 1),
        tact_shape_cone(1, 1),
        tact_shape_ellipsoid(1, 1, 0.5),
        tact_shape_ellipsoid(1, 2, 2),
        tact_shape_triangle((tact_triangle){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}),
        tact_shape_segment((tact_vec3){-1, 0, 0}, (tact_vec3){1, 0, 0}, 0),
        tact_shape_half_space((tact_vec3){0, 0, 1}, 0)};
    for (int i = 0; i < SHAPES; i++)
        expect(s, tact_model_create_shape(s->context, &shapes[i], &s->models[i]));
}

static void make_mesh_model(scene *s, tact_mesh *mesh, int number) {
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_IF_WATERTIGHT;
    options.builder = number % 2 == 0 ? TACT_BVH_BINNED : TACT_BVH_SWEEP;
    if (s->is_fine) {
        tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
        tacti_bvh_desc desc = {options.builder, true};
        tacti_bvh *bvh = NULL;
        expect(s, tact_model_create_mesh(s->context, &arrays, &options, NULL,
                                         &s->models[SHAPES + number]));
        expect(s, tacti_bvh_create(s->context, mesh, &desc, &bvh));
        if (s->is_fine)
            mix(s, bvh->order, bvh->triangle_count * sizeof *bvh->order);
        tacti_bvh_destroy(bvh);
    }
    tact_mesh_destroy(mesh);
}

static void make_meshes(scene *s) {
    tact_mesh *mesh = NULL;
    expect(s, tact_mesh_create_box(s->context, (tact_vec3){2, 2, 2}, 2, &mesh));
    make_mesh_model(s, mesh, 0);
    mesh = NULL;
    expect(s, tact_mesh_create_box(s->context, (tact_vec3){2, 2, 2}, 3, &mesh));
    make_mesh_model(s, mesh, 1);
    mesh = NULL;
    expect(s, tact_mesh_create_menger_sponge(s->context, 3, 1, &mesh));
    make_mesh_model(s, mesh, 2);
    mesh = NULL;
    expect(s, tact_mesh_create_cloth(s->context, 2, 2, 4, 4, &mesh));
    make_mesh_model(s, mesh, 3);
    if (!s->is_fine)
        return;
    tact_instance parts[4] = {tact_instance_make(s->models[2]), tact_instance_make(s->models[2]),
                              tact_instance_make(s->models[SHAPES]),
                              tact_instance_make(s->models[SHAPES])};
    for (int i = 0; i < 4; i++)
        parts[i].pose.m[i < 2 ? 3 : 7] = i % 2 == 0 ? -1.5 : 1.5;
    expect(s, tact_model_create_compound(s->context, parts, 4, &s->models[MODELS - 1]));
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* One of the 24 turns of a cube, and a shift by halves. */
static tact_pose make_pose(test_rng *rng) {
    tact_pose pose = {{0}};
    uint32_t first = test_rng_below(rng, 3), second = (first + 1 + test_rng_below(rng, 2)) % 3;
    tact_vec3 x = {0, 0, 0}, y = {0, 0, 0};
    (&x.x)[first] = test_rng_below(rng, 2) == 0 ? 1 : -1;
    (&y.x)[second] = test_rng_below(rng, 2) == 0 ? 1 : -1;
    tact_vec3 columns[3] = {x, y, tact_vec3_cross(x, y)};
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++)
            pose.m[4 * row + k] = (&columns[k].x)[row] + 0.0;
        pose.m[4 * row + 3] = 0.5 * ((double)test_rng_below(rng, 9) - 4);
    }
    return pose;
}

static bool is_smooth(uint32_t model) {
    return model < 2 || (model >= 7 && model <= 10);
}

/* The statuses of unsupported questions are part of the hash. */
#define MIX(status, result)                                                                        \
    do {                                                                                           \
        tact_status answered = (status);                                                           \
        mix_integer(s, answered);                                                                  \
        (result).ending = TACT_ENDING_COMPLETE;                                                    \
        if (answered == TACT_OK)                                                                   \
            mix(s, &(result), sizeof(result));                                                     \
    } while (false)

static void ask_pair(scene *s, const tact_instance *a, const tact_instance *b,
                     const tact_options *options, tact_cache *cache) {
    tact_collide_result collide;
    tact_distance_result distance;
    tact_depth_result depth;
    tact_manifold_result manifold;
    tact_gradient_result gradient;
    memset(&collide, 0, sizeof collide);
    memset(&distance, 0, sizeof distance);
    memset(&depth, 0, sizeof depth);
    memset(&manifold, 0, sizeof manifold);
    memset(&gradient, 0, sizeof gradient);
    tact_status status = tact_collide(a, b, options, cache, &collide);
    memset(&collide.work, 0, sizeof collide.work);
    MIX(status, collide);
    status = tact_distance(a, b, options, cache, &distance);
    memset(&distance.work, 0, sizeof distance.work);
    MIX(status, distance);
    status = tact_depth(a, b, options, cache, &depth);
    depth.steps = 0;
    MIX(status, depth);
    MIX(tact_manifold(a, b, options, cache, &manifold), manifold);
    MIX(tact_gradient(a, b, options, cache, &gradient), gradient);
}

/* The corners of all contacts, in the order of the list. */
static void mix_list(scene *s) {
    tact_contact_view view = tact_contact_list_view(s->list);
    if (view.count > 0)
        mix(s, view.pairs, view.count * sizeof *view.pairs * 2);
    for (uint32_t i = 0; i < view.point_count; i++) {
        s->hash = hash_vector(s->hash, view.points[i].position);
        mix_integer(s, view.points[i].a);
        mix_integer(s, view.points[i].b);
    }
}

static void mix_set(scene *s) {
    tact_curve_view view = tact_curve_set_view(s->set);
    mix_integer(s, view.curve_count);
    if (view.index_count > 0)
        mix(s, view.indices, view.index_count * sizeof *view.indices);
    if (view.point_count > 0)
        mix(s, view.points, view.point_count * sizeof *view.points);
    for (uint32_t i = 0; i < view.patch_count; i++)
        mix_integer(s, view.patches[i].is_same_side);
}

static void ask_whole(scene *s, const tact_instance *a, const tact_instance *b) {
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_GEOMETRY;
    tact_contacts_result contacts;
    if (tact_contacts(a, b, &options, s->list, &contacts) == TACT_OK)
        mix_list(s);
    tact_curves_result curves;
    if (tact_curves(a, b, NULL, s->set, &curves) == TACT_OK)
        mix_set(s);
    options.flags = TACT_OPTION_CLEARANCE;
    tact_classify_result classify;
    tact_status status = tact_classify(a, b, &options, &classify);
    if (status == TACT_OK)
        memset(&classify.work, 0, sizeof classify.work);
    MIX(status, classify);
}

/* With a cache that is kept from pose to pose, without one, and with a margin and a limit that some
 * distances are equal to. */
static void ask_poses(scene *s, test_rng *rng, uint32_t i, uint32_t k) {
    uint64_t words[TACT_CACHE_DEPTH_BYTES / sizeof(uint64_t)] = {0};
    tact_cache cache = {words, sizeof words};
    tact_options options = tact_options_default();
    options.limit = 0.5;
    options.margin = 0.5;
    for (int pose = 0; pose < POSES; pose++) {
        tact_instance a = tact_instance_make(s->models[i]), b = tact_instance_make(s->models[k]);
        a.pose = make_pose(rng);
        b.pose = make_pose(rng);
        b.flags = k == SHAPES && pose % 2 == 0 ? TACT_INSTANCE_FILLED : 0;
        ask_pair(s, &a, &b, NULL, NULL);
        ask_pair(s, &a, &b, NULL, &cache);
        ask_pair(s, &a, &b, &options, NULL);
        if (pose < WHOLE_POSES && !is_smooth(i) && !is_smooth(k))
            ask_whole(s, &a, &b);
    }
}

static void ask_pairs(scene *s) {
    test_rng rng = {5};
    for (uint32_t i = 0; i < MODELS; i++)
        for (uint32_t k = 0; k < MODELS; k++)
            if (i <= k || (i + k) % 3 == 0)
                ask_poses(s, &rng, i, k);
}

/* ---- Rays and points ---------------------------------------------------------------------- */

static tact_vec3 lattice_point(test_rng *rng) {
    tact_vec3 point;
    for (int k = 0; k < 3; k++)
        (&point.x)[k] = 0.5 * ((double)test_rng_below(rng, 9) - 4);
    return point;
}

static void ask_points(scene *s) {
    test_rng rng = {6};
    for (uint32_t i = 0; i < MODELS * 60; i++) {
        tact_instance at = tact_instance_make(s->models[i % MODELS]);
        tact_vec3 point = lattice_point(&rng);
        tact_options options = tact_options_default();
        options.flags = TACT_OPTION_SIGNED;
        tact_raycast_result hit;
        tact_raycast_all_result all;
        tact_raycast_result hits[8];
        tact_nearest_result nearest;
        tact_inside_result inside;
        tact_ray ray = {point, lattice_direction((int)test_rng_below(&rng, 27))};
        MIX(tact_raycast(&at, ray, NULL, &hit), hit);
        memset(hits, 0, sizeof hits);
        MIX(tact_raycast_all(&at, ray, NULL, hits, 8, &all), all);
        for (int k = 0; k < 8; k++)
            s->hash = hash_number(hash_integer(s->hash, hits[k].site.element), hits[k].t);
        MIX(tact_nearest(&at, point, &options, &nearest), nearest);
        MIX(tact_inside(&at, point, &options, &inside), inside);
    }
    for (uint32_t i = SHAPES; i < SHAPES + MESHES; i++) {
        tact_contacts_result self;
        expect(s, tact_self(s->models[i], NULL, s->list, &self));
        mix_list(s);
    }
}

/* ---- A world ------------------------------------------------------------------------------ */

/* Rays and points that are equally near to several objects. */
static void ask_world(scene *s, tact_world *world) {
    test_rng rng = {9};
    for (int i = 0; i < 200 && s->is_fine; i++) {
        tact_world_hit hit;
        tact_world_near near;
        tact_vec3 point = lattice_point(&rng);
        tact_ray ray = {point, lattice_direction((int)test_rng_below(&rng, 27))};
        if (i == 100)
            expect(s, tact_world_prepare(world));
        tact_status status = tact_world_raycast(world, ray, UINT64_MAX, NULL, &hit);
        mix_integer(s, status);
        if (status == TACT_OK)
            s->hash = hash_number(hash_integer(s->hash, hit.id.slot), hit.result.t);
        expect(s, tact_world_nearest(world, point, UINT64_MAX, NULL, &near));
        if (s->is_fine)
            s->hash = hash_number(hash_integer(s->hash, near.id.slot), near.result.distance);
    }
}

/* Boxes side by side that move by half of their size. */
static void step_world(scene *s) {
    tact_world *world = NULL;
    expect(s, tact_world_create(s->context, &world));
    for (int i = 0; i < 64 && s->is_fine; i++) {
        tact_object object = tact_object_make(s->models[i % 5 == 0 ? 0 : 2]);
        tact_object_id id;
        for (int axis = 0; axis < 3; axis++)
            object.instance.pose.m[4 * axis + 3] = 2 * ((i >> (2 * axis) & 3) - 1);
        object.velocity.x = (i >> 2) % 3 - 1;
        object.flags = i % 7 == 0 ? TACT_OBJECT_CONTINUOUS : 0;
        expect(s, tact_world_add(world, &object, 1, NULL, &id));
    }
    for (int i = 0; i < 4 && s->is_fine; i++) {
        expect(s, tact_world_step(world, 1, NULL, NULL));
        mix_integer(s, (int64_t)tact_world_hash(world));
    }
    if (s->is_fine)
        ask_world(s, world);
    tact_world_destroy(world);
}

/* ---- All ---------------------------------------------------------------------------------- */

uint64_t hash_ties(const tact_context *context) {
    scene s = {.context = context, .hash = 1, .is_fine = true};
    expect(&s, tact_contact_list_create(context, &s.list));
    expect(&s, tact_curve_set_create(context, &s.set));
    make_shapes(&s);
    make_meshes(&s);
    if (s.is_fine) {
        ask_hulls(&s);
        ask_programs(&s);
        ask_pairs(&s);
        ask_points(&s);
        step_world(&s);
    }
    for (int i = MODELS - 1; i >= 0; i--)
        tact_model_destroy(s.models[i]);
    tact_hull_destroy(s.cube);
    tact_hull_destroy(s.octahedron);
    tact_hull_destroy(s.large);
    tact_contact_list_destroy(s.list);
    tact_curve_set_destroy(s.set);
    return s.is_fine ? s.hash : 0;
}
