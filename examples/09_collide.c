/* SPDX-License-Identifier: MIT */
/* Do two meshes touch? Cubes side by side and one double apart, a ball inside a box, a question
 * that may not cost much, and a gear that turns beside another, with a cache. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/tact.h>

/* A mesh and its hierarchy, which is made once and asked as often as you like. */
typedef struct body {
    tact_mesh *mesh;
    tacti_bvh *bvh;
} body;

/* Takes a mesh, which may be NULL where making it failed. */
static bool make_body(tact_mesh *mesh, body *out) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.solid = true; /* so that queries can treat it as filled */
    *out = (body){mesh, NULL};
    return mesh != NULL && tacti_bvh_create(NULL, mesh, &desc, &out->bvh) == TACT_OK;
}

static void end_body(body *b) {
    tacti_bvh_destroy(b->bvh);
    tact_mesh_destroy(b->mesh);
}

static tacti_placed at(const body *b, double x, double y, double z) {
    tacti_placed placed = {b->bvh, tact_pose_identity()};
    placed.pose.m[3] = x;
    placed.pose.m[7] = y;
    placed.pose.m[11] = z;
    return placed;
}

static tacti_mesh_collision ask(const char *title, const tacti_placed *a, const tacti_placed *b,
                                const tacti_query_desc *desc) {
    tacti_mesh_collision hit = {.outcome = TACT_UNDECIDED};
    tact_status status = tacti_mesh_collide(a, b, desc, NULL, &hit);
    if (status != TACT_OK)
        printf("%s: %s\n", title, tact_status_text(status));
    else
        printf("%-34s %s, after %" PRIu64 " box tests and %" PRIu64 " pairs of triangles\n", title,
               tact_outcome_name(hit.outcome), hit.work.box_tests, hit.work.triangle_tests);
    return hit;
}

/* Cubes that share a face touch; with the next double between them they do not. */
static bool show_cubes(const body *cube) {
    tacti_placed a = at(cube, 0, 0, 0), beside = at(cube, 1, 0, 0), apart = at(cube, 1, 0, 0);
    apart.pose.m[3] = 1 + 0x1p-52;
    tacti_mesh_collision flush = ask("cubes side by side:", &a, &beside, NULL);
    tacti_mesh_collision clear = ask("one double further:", &a, &apart, NULL);
    printf("  witness: triangle %" PRIu32 " of a and %" PRIu32 " of b share a %s\n", flush.a,
           flush.b, tact_overlap_kind_name(flush.kind));
    return flush.outcome == TACT_CONTACT && flush.point.x == 0.5 && clear.outcome == TACT_APART;
}

/* Meshes are surfaces, unless you say that they are filled. */
static bool show_inside(const body *cube, const body *ball) {
    tacti_placed outer = at(cube, 0, 0, 0), inner = at(ball, 0, 0, 0);
    tacti_query_desc filled = tacti_query_desc_default();
    filled.solid = true;
    tacti_mesh_collision surfaces = ask("ball inside a cube, as surfaces:", &outer, &inner, NULL);
    tacti_mesh_collision solids = ask("ball inside a cube, filled:", &outer, &inner, &filled);
    return surfaces.outcome == TACT_APART && solids.outcome == TACT_CONTACT &&
           solids.is_contained && solids.a == TACT_NO_TRIANGLE;
}

/* A budget counts work, not time: the same answer on every machine. */
static bool show_budget(const body *gear) {
    tacti_placed a = at(gear, 0, 0, 0), b = at(gear, 1.9, 0, 0);
    tacti_query_desc little = tacti_query_desc_default();
    little.budget = 20;
    tacti_mesh_collision unknown = ask("gears, at most 20 tests:", &a, &b, &little);
    tacti_mesh_collision known = ask("gears, any number:", &a, &b, NULL);
    return unknown.outcome == TACT_UNDECIDED && known.outcome == TACT_CONTACT;
}

/* One gear turns. The cache remembers where they touched last; verdicts are the same without. */
static bool show_turning(const body *gear) {
    tacti_pair_cache *cache;
    if (tacti_pair_cache_create(NULL, &cache) != TACT_OK)
        return false;
    tacti_placed a = at(gear, 0, 0, 0), b = a;
    uint64_t with_cache = 0, without = 0;
    uint32_t touching = 0;
    bool fine = true;
    for (int frame = 0; frame < 360 && fine; frame++) {
        tacti_mesh_collision cold, warm;
        fine = tact_pose_from_axis_angle(tact_vec3_make(0, 0, 1), 0.001 * frame,
                                         tact_vec3_make(1.93, 0, 0), &b.pose) == TACT_OK &&
               tacti_mesh_collide(&a, &b, NULL, NULL, &cold) == TACT_OK &&
               tacti_mesh_collide(&a, &b, NULL, cache, &warm) == TACT_OK &&
               cold.outcome == warm.outcome;
        if (!fine)
            break;
        touching += cold.outcome == TACT_CONTACT;
        without += cold.work.box_tests + cold.work.triangle_tests;
        with_cache += warm.work.box_tests + warm.work.triangle_tests;
    }
    tacti_pair_cache_destroy(cache);
    printf("360 frames: gears touch in %" PRIu32 "; %" PRIu64 " tests, %" PRIu64 " with a cache\n",
           touching, without, with_cache);
    return fine && touching > 0 && touching < 360 && with_cache < without;
}

int main(void) {
    tact_mesh *meshes[3] = {NULL, NULL, NULL};
    tact_gear_desc gear_desc = tact_gear_desc_default();
    bool made = tact_mesh_create_box(NULL, tact_vec3_make(1, 1, 1), 10, &meshes[0]) == TACT_OK &&
                tact_mesh_create_icosphere(NULL, 0.3, 8, &meshes[1]) == TACT_OK &&
                tact_mesh_create_gear(NULL, &gear_desc, &meshes[2]) == TACT_OK;
    body cube, ball, gear;
    made = make_body(meshes[0], &cube) && made;
    made = make_body(meshes[1], &ball) && made;
    made = make_body(meshes[2], &gear) && made;
    bool fine = made && show_cubes(&cube);
    fine = fine && show_inside(&cube, &ball);
    fine = fine && show_budget(&gear);
    fine = fine && show_turning(&gear);
    end_body(&cube);
    end_body(&ball);
    end_body(&gear);
    return fine ? 0 : 1;
}
