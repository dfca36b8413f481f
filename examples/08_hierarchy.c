/* SPDX-License-Identifier: MIT */
/* Hierarchies: build one over a mesh on all processors, look at its figures, compare the builders,
 * and learn whether the mesh is a solid. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/tact.h>

/* Builds, checks and prints; false where something fails. */
static bool show(const tact_context *context, const tact_mesh *mesh, tact_bvh_builder builder,
                 const char *name) {
    tacti_bvh_desc desc = tacti_bvh_desc_default();
    desc.builder = builder;
    desc.solid = true;
    tacti_bvh *bvh;
    tact_status status = tacti_bvh_create(context, mesh, &desc, &bvh);
    if (status != TACT_OK) {
        printf("%s: %s\n", name, tact_status_text(status));
        return false;
    }
    tact_bvh_stats stats = tacti_bvh_measure(bvh);
    printf("%s: %" PRIu32 " triangles in %" PRIu32 " nodes, depth %" PRIu32
           ", %.1f bytes a triangle\n",
           name, stats.triangle_count, stats.node_count, stats.depth,
           (double)stats.bytes / stats.triangle_count);
    printf("  surface cost %.2f, volume cost %.2f, %s\n", stats.surface_cost, stats.volume_cost,
           tacti_bvh_is_solid(bvh) ? "solid" : "a surface");
    /* Nobody needs to check a hierarchy that tact made; it is here for those who doubt. */
    tact_error error;
    status = tacti_bvh_validate(bvh, &error);
    if (status != TACT_OK)
        printf("  %s\n", error.text);
    tacti_bvh_destroy(bvh);
    return status == TACT_OK;
}

int main(void) {
    tact_pool *pool;
    if (tact_pool_create(NULL, 0, &pool) != TACT_OK)
        return 1;
    tact_context_desc desc = tact_context_desc_default();
    desc.executor = tact_pool_executor(pool);
    tact_context *context = NULL;
    tact_mesh *plate = NULL, *terrain = NULL;
    bool fine =
        tact_context_create(&desc, &context) == TACT_OK &&
        tact_mesh_create_plate(context, (tact_vec3){4, 3, 0.1}, 16, 12, 32, &plate) == TACT_OK &&
        tact_mesh_create_terrain(context, 10, 1, 150, 1, &terrain) == TACT_OK;
    fine = fine && show(context, plate, TACT_BVH_BINNED, "plate in bins");
    fine = fine && show(context, plate, TACT_BVH_SWEEP, "plate by a sweep");
    fine = fine && show(context, terrain, TACT_BVH_BINNED, "terrain in bins");
    tact_mesh_destroy(terrain);
    tact_mesh_destroy(plate);
    tact_context_destroy(context);
    tact_pool_destroy(pool);
    return fine ? 0 : 1;
}
