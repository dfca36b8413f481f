/* SPDX-License-Identifier: MIT */
/* Rays and points against a mesh: what does a ray hit first, is anything in the way, all layers in
 * order, many rays at once, and which point of the mesh is nearest. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tact/tact.h>

/* A torus around z of radii 1 and 0.25, pierced along x: four walls. */
static bool show_rays(const tacti_placed *torus) {
    tact_ray ray = {{-3, 0.01, 0.02}, {1, 0, 0}};
    tacti_mesh_hit first, any, walls[8];
    size_t count;
    if (tacti_ray_first(torus, ray, HUGE_VAL, &first) != TACT_OK ||
        tacti_ray_any(torus, ray, 1.5, &any) != TACT_OK ||
        tacti_ray_all(torus, ray, HUGE_VAL, walls, 8, &count) != TACT_OK)
        return false;
    printf("first: t = %.17g, %s of triangle %" PRIu32 "\n", first.t,
           tact_feature_name(first.feature), first.triangle);
    printf("within 1.5: %s\n", any.triangle == TACT_NO_TRIANGLE ? "nothing" : "something");
    printf("walls at");
    for (size_t i = 0; i < count && i < 8; i++)
        printf(" %.4f", walls[i].t);
    printf("\n");
    return fabs(first.t - 1.75) < 0.01 && any.triangle == TACT_NO_TRIANGLE && count == 4 &&
           walls[0].t == first.t && walls[3].t > walls[2].t;
}

/* From inside, straight at the vertices: none of the rays slips out between triangles. */
static bool show_watertight(const tacti_placed *torus) {
    const tact_mesh *mesh = tacti_bvh_mesh(torus->bvh);
    uint32_t count = tact_mesh_vertex_count(mesh), hits = 0;
    tact_ray *rays = malloc(count * sizeof *rays);
    tacti_mesh_hit *results = malloc(count * sizeof *results);
    bool fine = rays != NULL && results != NULL;
    for (uint32_t i = 0; i < count && fine; i++) {
        tact_vec3 inside = {1, 0, 0}, target = tact_mesh_vertices(mesh)[i];
        rays[i] = (tact_ray){inside, tact_vec3_sub(target, inside)};
    }
    fine = fine && tacti_ray_first_batch(NULL, torus, rays, count, NULL, results) == TACT_OK;
    for (uint32_t i = 0; i < count && fine; i++)
        hits += results[i].triangle != TACT_NO_TRIANGLE;
    printf("%" PRIu32 " rays at vertices from inside, %" PRIu32 " hits\n", count, hits);
    free(rays);
    free(results);
    return fine && hits == count;
}

/* The nearest point with proven bounds, and a question that looks no further than a limit. */
static bool show_nearest(const tacti_placed *torus) {
    tact_vec3 center = {0, 0, 0}, outside = {2, 0, 0};
    tacti_nearest from_center, from_outside, none;
    if (tacti_closest_point(torus, center, HUGE_VAL, &from_center) != TACT_OK ||
        tacti_closest_point(torus, outside, HUGE_VAL, &from_outside) != TACT_OK ||
        tacti_closest_point(torus, outside, 0.5, &none) != TACT_OK)
        return false;
    printf("from the centre: %.17g; from (2, 0, 0): %.17g, proven from %.17g to %.17g\n",
           from_center.distance, from_outside.distance, from_outside.lower, from_outside.upper);
    printf("  at (%g, %g, %g), %s of triangle %" PRIu32 "\n", from_outside.point.x,
           from_outside.point.y, from_outside.point.z, tact_feature_name(from_outside.feature),
           from_outside.triangle);
    printf("within 0.5 of (2, 0, 0): %s\n",
           none.triangle == TACT_NO_TRIANGLE ? "nothing" : "something");
    return fabs(from_center.distance - 0.75) < 0.01 && fabs(from_outside.distance - 0.75) < 0.01 &&
           from_outside.lower <= from_outside.distance &&
           from_outside.distance <= from_outside.upper && none.triangle == TACT_NO_TRIANGLE &&
           none.lower >= 0.5;
}

int main(void) {
    tact_mesh *mesh = NULL;
    tacti_bvh *bvh = NULL;
    bool fine = tact_mesh_create_torus(NULL, 1, 0.25, 120, 40, &mesh) == TACT_OK &&
                tacti_bvh_create(NULL, mesh, NULL, &bvh) == TACT_OK;
    tacti_placed torus = {bvh, tact_pose_identity()};
    fine = fine && show_rays(&torus);
    fine = fine && show_watertight(&torus);
    fine = fine && show_nearest(&torus);
    tacti_bvh_destroy(bvh);
    tact_mesh_destroy(mesh);
    return fine ? 0 : 1;
}
