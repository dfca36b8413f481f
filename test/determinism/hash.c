/* SPDX-License-Identifier: MIT */
/* Prints eight hashes over the bits of results, for inputs that a seed determines: determinism_hash
 * WORKERS. The first is over the rooms below the front door (the queries on models), the second
 * over the front door itself (door.c), the third over inputs full of ties (ties.c), the fourth over
 * recordings (record.c), the fifth over bodies that bend (deform.c), the sixth over rigid motion
 * (rigid.c), the seventh over models that bodies that bend lend (lend.c), the last over casts of
 * shapes (rigid.c). Cases run in parallel and their hashes are joined in order. A hash must not
 * depend on the number of workers, the compiler or its optimisation level. Meshes, convex shapes
 * and models are hashed at every SIMD level of the processor; if levels differ, the program prints
 * nothing and fails. */
#include "base/alloc.h"
#include "base/sort.h"
#include "hash.h"
#include "rng.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bvh/bvh.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "relation/classify.h"
#include "curve/curves.h"
#include "inside/interiors.h"
#include "surface/surface.h"
#include "contacts/contacts.h"
#include "probe/points.h"
#include "contacts/self_contacts.h"
#include "pair/pair_depth.h"

enum { CASE_COUNT = 4096, SORT_COUNT = 100000, MESH_COUNT = 5, QUERY_COUNT = 64 };

/* Pairs of every kind: general, on a lattice, nearly degenerate, far from the origin, of any
 * magnitude. */
static void make_pair(test_rng *rng, uint32_t index, tact_triangle t[2]) {
    for (int i = 0; i < 18; i++) {
        double *x = &t[i / 9].v[0].x + i % 9;
        double lattice = test_rng_below(rng, 4);
        switch (index % 5) {
        case 0:
            *x = test_rng_between(rng, -1, 1);
            break;
        case 1:
            *x = lattice;
            break;
        case 2:
            *x = lattice / 3 + 1000;
            break;
        case 3:
            *x = (lattice + 1e-15 * test_rng_below(rng, 3)) * 1e9;
            break;
        default:
            *x = test_rng_any_double(rng);
            break;
        }
    }
}

static uint64_t hash_values(uint64_t hash, test_rng *rng) {
    double x =
        test_rng_below(rng, 2) == 0 ? test_rng_between(rng, -10, 10) : test_rng_any_double(rng);
    hash = hash_number(hash_number(hash, tact_sin(x)), tact_cos(x));
    tact_vec3 axis = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1), 0.5};
    tact_pose pose;
    if (tact_pose_from_axis_angle(axis, x, (tact_vec3){1, 2, 3}, &pose) == TACT_OK)
        hash = hash_bytes(hash, pose.m, sizeof pose.m);
    tact_vec3 placed = tact_pose_place(pose, axis);
    hash = hash_vector(hash, placed);
    hash = hash_vector(hash, tact_vec3_normalize(placed));
    tact_interval product = tact_interval_mul(tact_interval_from(x), tact_interval_from(axis.x));
    hash = hash_number(hash_number(hash, product.lo), product.hi);
    tact_mat3 m = {{{axis.x, placed.x, 1}, {0, axis.y, placed.y}, {0, 0, placed.z}}};
    tact_eigen3 eigen = tact_mat3_symmetric_eigen(m);
    hash = hash_vector(hash, eigen.values);
    return hash_bytes(hash, eigen.vectors.m, sizeof eigen.vectors.m);
}

/* Vertices are 0 to 2, edges 3 to 5, the face is 6. */
static int number_feature(tact_feature feature) {
    static const int first[] = {0, 3, 6};
    return first[tact_feature_kind_of(feature)] + (int)tact_feature_number(feature);
}

static int number_features(tact_feature a, tact_feature b) {
    return number_feature(a) * 8 + number_feature(b);
}

static uint64_t hash_triangles(uint64_t hash, const tact_triangle *a, const tact_triangle *b) {
    tact_overlap overlap = tact_triangle_intersect(a, b);
    hash = hash_integer(hash, overlap.kind);
    for (uint32_t i = 0; i < overlap.point_count; i++) {
        hash = hash_vector(hash, overlap.points[i].position);
        hash = hash_integer(hash, number_features(overlap.points[i].a, overlap.points[i].b));
    }
    tact_gap gap = tact_triangle_distance(a, b);
    hash = hash_number(hash_number(hash_number(hash, gap.distance), gap.lower), gap.upper);
    hash = hash_vector(hash_vector(hash, gap.point_a), gap.point_b);
    hash = hash_integer(hash, number_features(gap.feature_a, gap.feature_b));
    tact_ray_hit hit = tact_triangle_intersect_ray(a, (tact_ray){b->v[0], b->v[1]});
    hash = hash_number(hash_number(hash, hit.t_enter), hit.t_exit);
    hash = hash_integer(
        hash,
        hit.kind * 64 + (hit.kind == TACT_OVERLAP_NONE ? 0 : number_features(hit.enter, hit.exit)));
    hash = hash_integer(hash, tact_triangle_overlaps_box(a, tact_box_of_triangle(b)));
    hash = hash_integer(hash, tact_triangle_overlaps(a, b));
    return hash_integer(hash, tact_orient3d(&a->v[0], &a->v[1], &b->v[0], &b->v[1]));
}

static void run_case(void *data, uint32_t index, uint32_t worker) {
    (void)worker;
    uint64_t *hashes = data;
    test_rng rng = {index * UINT64_C(0xD1B54A32D192ED03) + 1};
    tact_triangle t[2];
    make_pair(&rng, index, t);
    hashes[index] = hash_triangles(hash_values(0, &rng), &t[0], &t[1]);
}

static uint64_t hash_sorting(uint64_t hash, const tact_context *context) {
    static uint64_t keys[SORT_COUNT];
    static uint32_t values[SORT_COUNT];
    size_t scratch_bytes = tacti_sort64_scratch_bytes(SORT_COUNT);
    void *scratch = tacti_allocate(context, scratch_bytes, 1, TACTI_CACHE_LINE);
    if (scratch == NULL)
        return 0;
    test_rng rng = {42};
    for (uint32_t i = 0; i < SORT_COUNT; i++) {
        keys[i] = test_rng_next(&rng) >> (i % 3 * 20);
        values[i] = i;
    }
    tacti_sort64(context, keys, values, SORT_COUNT, scratch);
    tacti_release(context, scratch, scratch_bytes, 1, TACTI_CACHE_LINE);
    return hash_bytes(hash_bytes(hash, keys, sizeof keys), values, sizeof values);
}

/* ---- Convex shapes ------------------------------------------------------------------------ */

static tact_shape make_shape(uint32_t index, const tact_hull *hull) {
    switch (index % 6) {
    case 0:
        return tact_shape_box(0.5, 0.25, 1);
    case 1:
        return tact_shape_hull(hull);
    case 2:
        return tact_shape_capsule(0.5, 0.25);
    case 3:
        return tact_shape_cylinder(0.5, 0.75);
    case 4:
        return tact_shape_ellipsoid(0.5, 1, 0.75);
    default:
        return tact_shape_cone(0.5, 0.5);
    }
}

static tact_pose make_pose(test_rng *rng, uint32_t index);

/* A hull of random points, and pairs of shapes. 0 if something fails. */
static uint64_t hash_convex(const tact_context *context) {
    enum { POINTS = 500, PAIRS = 256 };
    uint64_t hash = 1;
    tacti_simd_limit limit = tacti_simd_limit_at(tacti_simd_level(context));
    static tact_vec3 points[POINTS];
    test_rng rng = {13};
    for (int i = 0; i < POINTS; i++)
        points[i] = (tact_vec3){test_rng_between(&rng, -1, 1), test_rng_between(&rng, -1, 1),
                                0.25 * test_rng_below(&rng, 5)};
    tact_hull *hull;
    if (tact_hull_create(context, points, POINTS, &hull) != TACT_OK)
        return 0;
    tact_hull_info info = tact_hull_inspect(hull);
    hash = hash_integer(hash_integer(hash, info.vertex_count), info.face_count);
    hash = hash_bytes(hash, tact_hull_sources(hull), info.vertex_count * sizeof(uint32_t));
    hash = hash_number(hash, tact_hull_mass(hull).volume);
    for (uint32_t i = 0; i < PAIRS; i++) {
        tact_shape a = make_shape(i, hull), b = make_shape(i / 6, hull);
        tacti_placed_shape first = {&a, make_pose(&rng, i), limit};
        tacti_placed_shape second = {&b, make_pose(&rng, i + 1), limit};
        tacti_convex_collision collision;
        tacti_convex_distance_answer gap;
        tacti_convex_depth_answer depth;
        if (tacti_convex_collide(&first, &second, NULL, &collision) != TACT_OK ||
            tacti_convex_distance(&first, &second, NULL, &gap) != TACT_OK ||
            tacti_convex_depth(&first, &second, NULL, &depth) != TACT_OK)
            return 0;
        hash = hash_integer(hash_integer(hash, collision.outcome), collision.ending);
        hash = hash_number(hash_number(hash_number(hash, gap.distance), gap.lower), gap.upper);
        hash = hash_vector(hash_vector(hash, gap.point_a), gap.point_b);
        hash = hash_number(hash_number(hash_number(hash, depth.depth), depth.lower), depth.upper);
        hash = hash_vector(hash_vector(hash, depth.point_a), depth.point_b);
        hash = hash_vector(hash, depth.direction);
    }
    tact_hull_destroy(hull);
    return hash;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

static tact_status make_mesh(const tact_context *context, uint32_t number, tact_mesh **out) {
    tact_torus_knot_desc knot = tact_torus_knot_desc_default();
    switch (number) {
    case 0:
        return tact_mesh_create_torus_knot(context, &knot, out);
    case 1:
        return tact_mesh_create_terrain(context, 2, 0.3, 40, 7, out);
    case 2:
        return tact_mesh_create_blob(context, 1, 0.3, 12, 3, out);
    case 3:
        return tact_mesh_create_menger_sponge(context, 1.5, 2, out);
    default:
        return tact_mesh_create_box(context, (tact_vec3){1, 1, 1}, 4, out);
    }
}

/* A random rotation, or one that keeps lattices lattices, so that many pairs touch exactly. */
static tact_pose make_pose(test_rng *rng, uint32_t index) {
    tact_pose pose = tact_pose_identity();
    if (index % 3 == 0) {
        pose.m[3 + 4 * (index % 2)] = 0.25 * test_rng_below(rng, 8);
        return pose;
    }
    tact_quat q = {test_rng_between(rng, -1, 1), test_rng_between(rng, -1, 1), 0.5, 0.25};
    double reach = index % 3 == 1 ? 1 : 3;
    tact_vec3 shift = {test_rng_between(rng, -reach, reach), test_rng_between(rng, -reach, reach),
                       test_rng_between(rng, -reach, reach)};
    (void)tact_pose_from_quat(q, shift, &pose);
    return pose;
}

static uint64_t hash_separation(uint64_t hash, const tacti_mesh_distance_answer *s) {
    hash = hash_number(hash_number(hash_number(hash, s->distance), s->lower), s->upper);
    hash = hash_vector(hash_vector(hash, s->point_a), s->point_b);
    return hash_integer(hash_integer(hash, s->a), s->b);
}

typedef struct placed_pair {
    tacti_placed a, b;
} placed_pair;

static uint64_t hash_contacts(uint64_t hash, const placed_pair *pair, tact_contact_list *list) {
    tacti_contact_summary summary;
    if (tacti_mesh_contacts_fill(&pair->a, &pair->b, NULL, TACT_CONTACT_GEOMETRY, list, &summary) !=
        TACT_OK)
        return 0;
    hash = hash_integer(hash, (int64_t)summary.pair_count);
    for (uint32_t i = 0; i < tact_contact_list_view(list).count; i++) {
        tact_contact contact = tact_contact_list_view(list).contacts[i];
        hash = hash_integer(hash_integer(hash, contact.a), contact.b);
        for (uint32_t k = 0; k < contact.point_count; k++)
            hash = hash_vector(
                hash, tact_contact_list_view(list).points[contact.first_point + k].position);
    }
    return hash;
}

static bool ignore_pair(void *user, uint32_t a, uint32_t b) {
    (void)user;
    (void)a;
    (void)b;
    return true;
}

static uint64_t hash_hierarchy(uint64_t hash, const tacti_bvh *bvh) {
    tact_bvh_stats stats = tacti_bvh_measure(bvh);
    hash = hash_integer(hash_integer(hash, stats.node_count), stats.depth);
    hash = hash_number(hash_number(hash, stats.children_per_node), stats.surface_cost);
    return hash_integer(hash_number(hash, stats.volume_cost), tacti_bvh_is_solid(bvh));
}

static uint64_t hash_queries(uint64_t hash, const tact_context *context, tacti_bvh *const *bvhs) {
    static placed_pair pairs[QUERY_COUNT];
    test_rng rng = {7};
    for (uint32_t i = 0; i < QUERY_COUNT; i++) {
        uint32_t a = test_rng_below(&rng, MESH_COUNT), b = test_rng_below(&rng, MESH_COUNT);
        pairs[i] = (placed_pair){{bvhs[a], make_pose(&rng, i)}, {bvhs[b], make_pose(&rng, i)}};
    }
    tact_contact_list *list;
    if (tact_contact_list_create(context, &list) != TACT_OK)
        return 0;
    for (uint32_t i = 0; i < QUERY_COUNT; i++) {
        tacti_mesh_collision c;
        tacti_mesh_distance_answer gap;
        if (tacti_mesh_collide(&pairs[i].a, &pairs[i].b, NULL, NULL, &c) != TACT_OK ||
            tacti_mesh_distance(&pairs[i].a, &pairs[i].b, NULL, NULL, &gap) != TACT_OK)
            return 0;
        hash = hash_integer(hash_integer(hash_integer(hash, c.outcome), c.a), c.b);
        hash = hash_vector(hash_integer(hash, c.kind), c.point);
        hash = hash_separation(hash, &gap);
        hash = hash_contacts(hash, &pairs[i], list);
        tacti_mesh_distance_answer greedy;
        if (tacti_mesh_lower_bound(&pairs[i].a, &pairs[i].b, NULL, NULL, &greedy) == TACT_OK)
            hash = hash_separation(hash, &greedy);
    }
    tact_contact_list_destroy(list);
    return hash;
}

/* Curves and relations of a pair, which may touch. */
static uint64_t hash_relation(uint64_t hash, const tacti_filled *a, const tacti_filled *b,
                              tact_curve_set *curves) {
    tacti_placed first = {tacti_interior_bvh(a->interior), a->pose};
    tacti_placed second = {tacti_interior_bvh(b->interior), b->pose};
    tact_curve_summary summary;
    tacti_classification relation;
    if (tacti_curve_set_fill(&first, &second, NULL, curves, &summary) != TACT_OK ||
        tacti_mesh_classify(NULL, a, b, NULL, &relation) != TACT_OK)
        return 0;
    hash = hash_integer(hash_integer(hash, summary.curve_count), summary.patch_count);
    hash = hash_number(hash_number(hash, summary.length), summary.patch_area);
    for (uint32_t i = 0; i < tact_curve_set_view(curves).point_count; i++)
        hash = hash_vector(hash, tact_curve_set_view(curves).points[i]);
    hash = hash_integer(hash_integer(hash, relation.relation), relation.reason);
    return hash_separation(hash_integer(hash, relation.is_estimate), &relation.clearance);
}

/* Rays, nearest points, winding numbers and signed distances of one mesh. */
static uint64_t hash_points(uint64_t hash, test_rng *rng, const tacti_filled *mesh) {
    enum { COUNT = 32 };
    tacti_placed placed = {tacti_interior_bvh(mesh->interior), mesh->pose};
    tact_ray rays[COUNT];
    tact_vec3 points[COUNT];
    tacti_mesh_hit hits[COUNT];
    tacti_nearest nearest[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double *x = &rays[i].origin.x;
        for (int k = 0; k < 6; k++)
            x[k] = i % 2 == 0 ? test_rng_between(rng, -2, 2)
                              : 0.25 * ((double)test_rng_below(rng, 9) - 4);
        points[i] = rays[i].direction;
    }
    if (tacti_ray_first_many(&placed, rays, COUNT, HUGE_VAL, hits) != TACT_OK ||
        tacti_closest_point_many(&placed, points, COUNT, HUGE_VAL, nearest) != TACT_OK)
        return 0;
    for (int i = 0; i < COUNT; i++) {
        tacti_winding winding;
        tacti_signed_nearest distance;
        if (tacti_winding_number(mesh, points[i], 0.01, NULL, &winding) != TACT_OK ||
            tacti_signed_distance(mesh, points[i], NULL, &distance) != TACT_OK)
            return 0;
        hash = hash_number(hash_integer(hash, hits[i].triangle), hits[i].t);
        hash = hash_vector(hash_integer(hash, nearest[i].triangle), nearest[i].point);
        hash = hash_number(hash_number(hash, nearest[i].distance), distance.distance);
        hash = hash_number(hash_number(hash, winding.number), winding.lower);
    }
    return hash;
}

/* The properties of one mesh, its point queries, and its relations to the others. */
static uint64_t hash_solids(uint64_t hash, const tact_context *context, tacti_bvh *const *bvhs) {
    tacti_interior *interiors[MESH_COUNT] = {NULL};
    tact_curve_set *curves = NULL;
    test_rng rng = {11};
    bool is_good = tact_curve_set_create(context, &curves) == TACT_OK;
    for (uint32_t i = 0; i < MESH_COUNT && is_good; i++) {
        tacti_contact_summary self;
        is_good = tacti_interior_create(context, bvhs[i], &interiors[i]) == TACT_OK &&
                  tacti_self_visit(bvhs[i], NULL, ignore_pair, NULL, &self) == TACT_OK;
        if (!is_good)
            break;
        tacti_filled a = {interiors[i], make_pose(&rng, i)};
        hash = hash_integer(hash_integer(hash, (int64_t)self.pair_count), self.outcome);
        hash = hash_points(hash, &rng, &a);
        for (uint32_t j = 0; j <= i; j++) {
            tacti_filled b = {interiors[j], make_pose(&rng, j)};
            hash = hash_relation(hash, &a, &b, curves);
        }
    }
    for (uint32_t i = 0; i < MESH_COUNT; i++)
        tacti_interior_destroy(interiors[i]);
    tact_curve_set_destroy(curves);
    return is_good ? hash : 0;
}

/* Hierarchies and queries. 0 if something fails. */
static uint64_t hash_meshes(const tact_context *context) {
    uint64_t hash = 1;
    tact_mesh *meshes[MESH_COUNT] = {NULL};
    tacti_bvh *bvhs[MESH_COUNT] = {NULL};
    bool is_good = true;
    for (uint32_t i = 0; i < MESH_COUNT && is_good; i++) {
        tacti_bvh_desc options = {i % 2 == 0 ? TACT_BVH_BINNED : TACT_BVH_SWEEP, true};
        is_good = make_mesh(context, i, &meshes[i]) == TACT_OK &&
                  tacti_bvh_create(context, meshes[i], &options, &bvhs[i]) == TACT_OK;
        if (is_good)
            hash = hash_hierarchy(hash, bvhs[i]);
    }
    if (is_good)
        hash = hash_solids(hash_queries(hash, context, bvhs), context, bvhs);
    for (uint32_t i = 0; i < MESH_COUNT; i++) {
        tacti_bvh_destroy(bvhs[i]);
        tact_mesh_destroy(meshes[i]);
    }
    return is_good ? hash : 0;
}

/* ---- Moving features ---------------------------------------------------------------------- */

enum { MOVING_VERTICES = 240, MOVING_QUESTIONS = 1000 };

static uint64_t hash_features(const tact_context *context) {
    static tact_vec3 at[2][MOVING_VERTICES];
    static uint32_t vertices[MOVING_QUESTIONS][4];
    static tact_impact_result results[MOVING_QUESTIONS];
    test_rng rng = {11};
    for (uint32_t i = 0; i < 6 * MOVING_VERTICES; i++)
        (&at[0][0].x)[i] = i % 8 < 2 ? test_rng_between(&rng, 0, 3) : test_rng_below(&rng, 4);
    for (uint32_t i = 0; i < 4 * MOVING_QUESTIONS; i++)
        vertices[i / 4][i % 4] = test_rng_below(&rng, MOVING_VERTICES);
    tact_impact_options options = tact_impact_options_default();
    tact_impact_batch batch = {.start = at[0],
                               .end = at[1],
                               .vertices = (const uint32_t(*)[4])vertices,
                               .vertex_count = MOVING_VERTICES,
                               .count = MOVING_QUESTIONS,
                               .options = &options};
    uint64_t hash = 0;
    for (int i = 0; i < 12; i++) {
        batch.kind = (tact_impact_kind)(i % 2);
        options.method = (tact_impact_method)(i / 2 % 5);
        options.separation = i >= 10 ? 0.125 : 0;
        options.budget = 200;
        if (tact_impact_batch_run(context, &batch, results) != TACT_OK)
            return 0;
        hash = hash_bytes(hash, results, sizeof results);
    }
    return hash;
}

/* ---- Levels ------------------------------------------------------------------------------- */

/* A part of the hash, computed at the SIMD level of the context. 0 if something fails. */
typedef uint64_t hash_part(const tact_context *context);

static uint64_t hash_at(hash_part *part, tact_executor executor, tact_simd_level level) {
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = executor;
    desc.simd_level = level;
    tact_context *context;
    if (tact_context_create(&desc, &context) != TACT_OK)
        return 0;
    uint64_t hash = part(context);
    tact_context_destroy(context);
    return hash;
}

/* The hash, which must be the same at all available levels; otherwise 0. */
static uint64_t hash_levels(hash_part *part, tact_executor executor) {
    uint64_t hash = hash_at(part, executor, TACT_SIMD_BASELINE);
    for (int level = 1; level <= (int)tact_simd_level_best(); level++)
        if (hash_at(part, executor, (tact_simd_level)level) != hash)
            return 0;
    return hash;
}

int main(int argc, char **argv) {
    unsigned long workers = argc == 2 ? strtoul(argv[1], NULL, 10) : 1;
    tact_pool *pool;
    tact_context *context;
    tact_context_desc desc = tact_context_desc_default();
    if (workers < 1 || workers > 64 || tact_pool_create(NULL, (uint32_t)workers, &pool) != TACT_OK)
        return 1;
    desc.executor = tact_pool_executor(pool);
    if (tact_context_create(&desc, &context) != TACT_OK)
        return 1;
    static uint64_t hashes[CASE_COUNT];
    tact_context_run(context, CASE_COUNT, run_case, hashes);
    uint64_t hash = hash_bytes(0, hashes, sizeof hashes);
    hash = hash_sorting(hash, context);
    uint64_t meshes = hash_levels(hash_meshes, desc.executor);
    uint64_t convex = hash_levels(hash_convex, desc.executor);
    uint64_t door = hash_door(desc.executor);
    uint64_t broad = hash_broad(desc.executor);
    uint64_t features = hash_levels(hash_features, desc.executor);
    uint64_t world = hash_world(desc.executor);
    uint64_t ties = hash_levels(hash_ties, desc.executor);
    uint64_t records = hash_levels(hash_records, desc.executor);
    uint64_t deform = hash_levels(hash_deform, desc.executor);
    uint64_t rigid = hash_levels(hash_rigid, desc.executor);
    uint64_t lent = hash_levels(hash_lent, desc.executor);
    uint64_t casts = hash_levels(hash_casts, desc.executor);
    if (meshes == 0 || convex == 0 || door == 0 || broad == 0 || features == 0 || world == 0 ||
        ties == 0 || records == 0 || deform == 0 || rigid == 0 || lent == 0 || casts == 0)
        return 1;
    hash = hash_bytes(hash, &convex, sizeof convex);
    hash = hash_bytes(hash, &meshes, sizeof meshes);
    hash = hash_bytes(hash, &broad, sizeof broad);
    hash = hash_bytes(hash, &features, sizeof features);
    door = hash_bytes(door, &world, sizeof world);
    const uint64_t printed[] = {hash, door, ties, records, deform, rigid, lent, casts};
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        printf("%s%016" PRIx64, i == 0 ? "" : " ", printed[i]);
    printf("\n");
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return 0;
}
