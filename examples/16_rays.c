/* SPDX-License-Identifier: MIT */
/* Rays and points against a mesh: the first hit of a ray, whether anything is in the way, all hits
 * in order, many rays at once, and the nearest point of the mesh. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* A torus around z of radii 1 and 0.25, pierced along x: four walls. */
static bool show_rays(const tact_instance *torus) {
    tact_ray ray = {{-3, 0.01, 0.02}, {1, 0, 0}};
    tact_raycast_result first, any, walls[8];
    tact_options near_only = tact_options_default();
    near_only.limit = 1.5;
    near_only.flags = TACT_OPTION_ANY;
    tact_raycast_all_result all;
    if (tact_raycast(torus, ray, NULL, &first) != TACT_OK ||
        tact_raycast(torus, ray, &near_only, &any) != TACT_OK ||
        tact_raycast_all(torus, ray, NULL, walls, 8, &all) != TACT_OK)
        return false;
    printf("first: t = %.17g, %s of triangle %" PRIu32 "\n", first.t,
           tact_feature_name((tact_feature)first.site.feature), first.site.element);
    printf("within 1.5: %s\n", any.outcome == TACT_OUTCOME_APART ? "nothing" : "something");
    printf("walls at");
    for (size_t i = 0; i < all.count && i < 8; i++)
        printf(" %.4f", walls[i].t);
    printf("\n");
    return fabs(first.t - 1.75) < 0.01 && any.outcome == TACT_OUTCOME_APART && all.count == 4 &&
           walls[0].t == first.t && walls[3].t > walls[2].t;
}

/* From inside, straight at the vertices: none of the rays slips out between triangles. */
static bool show_watertight(const tact_instance *torus) {
    const tact_mesh *mesh = tact_model_mesh(torus->model);
    uint32_t count = tact_mesh_vertex_count(mesh), hits = 0;
    tact_ray *rays = malloc(count * sizeof *rays);
    tact_raycast_result *results = malloc(count * sizeof *results);
    bool fine = rays != NULL && results != NULL;
    for (uint32_t i = 0; i < count && fine; i++) {
        tact_vec3 inside = {1, 0, 0}, target = tact_mesh_vertices(mesh)[i];
        rays[i] = (tact_ray){inside, tact_vec3_sub(target, inside)};
    }
    fine = fine && tact_raycast_batch(NULL, torus, rays, count, NULL, results) == TACT_OK;
    for (uint32_t i = 0; i < count && fine; i++)
        hits += results[i].outcome == TACT_OUTCOME_CONTACT;
    printf("%" PRIu32 " rays at vertices from inside, %" PRIu32 " hits\n", count, hits);
    free(rays);
    free(results);
    return fine && hits == count;
}

/* The nearest point with proven bounds, and a query that searches no further than a limit. */
static bool show_nearest(const tact_instance *torus) {
    tact_vec3 center = {0, 0, 0}, outside = {2, 0, 0};
    tact_nearest_result from_center, from_outside, none;
    tact_options options = tact_options_default();
    options.limit = 0.5;
    if (tact_nearest(torus, center, NULL, &from_center) != TACT_OK ||
        tact_nearest(torus, outside, NULL, &from_outside) != TACT_OK ||
        tact_nearest(torus, outside, &options, &none) != TACT_OK)
        return false;
    const tact_site *site = &from_outside.site;
    printf("from the centre: %.17g; from (2, 0, 0): %.17g, proven from %.17g to %.17g\n",
           from_center.distance, from_outside.distance, from_outside.lower, from_outside.upper);
    printf("  at (%g, %g, %g), %s of triangle %" PRIu32 "\n", site->point.x, site->point.y,
           site->point.z, tact_feature_name((tact_feature)site->feature), site->element);
    printf("within 0.5 of (2, 0, 0): %s\n",
           none.site.element == TACT_NO_TRIANGLE ? "nothing" : "something");
    return fabs(from_center.distance - 0.75) < 0.01 && fabs(from_outside.distance - 0.75) < 0.01 &&
           from_outside.lower <= from_outside.distance &&
           from_outside.distance <= from_outside.upper && none.distance == HUGE_VAL &&
           none.lower >= 0.5;
}

int main(void) {
    tact_mesh *mesh;
    tact_model *model = NULL;
    if (tact_mesh_create_torus(NULL, 1, 0.25, 120, 40, &mesh) != TACT_OK)
        return 1;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    bool fine = tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) == TACT_OK;
    tact_mesh_destroy(mesh);
    tact_instance torus = tact_instance_make(model);
    fine = fine && show_rays(&torus);
    fine = fine && show_watertight(&torus);
    fine = fine && show_nearest(&torus);
    tact_model_destroy(model);
    return fine ? 0 : 1;
}
