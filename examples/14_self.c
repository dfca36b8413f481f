/* SPDX-License-Identifier: MIT */
/* Does a mesh meet itself? A torus does not, although all its triangles touch their neighbours. One
 * that is pressed through itself does: how often, where, and how soon one knows. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/tact.h>

/* A torus; with a depth, its right half is moved to the left by it, into the left half. */
static tacti_bvh *make_torus(double depth, tact_mesh **mesh) {
    tact_mesh *whole;
    tacti_bvh *bvh = NULL;
    tact_vec3 moved[96 * 32];
    if (tact_mesh_create_torus(NULL, 1, 0.25, 96, 32, &whole) != TACT_OK)
        return NULL;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(whole);
    const tact_vec3 *vertices = tact_mesh_vertices(whole);
    for (uint32_t i = 0; i < tact_mesh_vertex_count(whole) && i < 96 * 32; i++) {
        moved[i] = vertices[i];
        if (moved[i].x > 0)
            moved[i].x -= depth * moved[i].x;
    }
    arrays.positions = moved;
    if (tact_mesh_create(NULL, &arrays, NULL, mesh) == TACT_OK)
        tacti_bvh_create(NULL, *mesh, NULL, &bvh);
    tact_mesh_destroy(whole);
    return bvh;
}

static bool stop_at_first(void *user, uint32_t a, uint32_t b) {
    printf("  the first that was found: triangles %" PRIu32 " and %" PRIu32 "\n", a, b);
    *(bool *)user = true;
    return false;
}

/* How many pairs, and what the first ones have in common. */
static bool list(const char *title, const tacti_bvh *bvh, uint64_t *count) {
    tact_contact_list *found;
    tacti_contact_summary summary;
    if (tact_contact_list_create(NULL, &found) != TACT_OK)
        return false;
    tact_status status = tacti_self_fill(bvh, NULL, TACT_CONTACT_GEOMETRY, found, &summary);
    if (status == TACT_OK) {
        *count = summary.pair_count;
        printf("%s: %" PRIu64 " pairs, after %" PRIu64 " tests of triangles\n", title, *count,
               summary.work.triangle_tests);
        const tact_contact *contacts = tact_contact_list_view(found).contacts;
        const tact_overlap_point *points = tact_contact_list_view(found).points;
        for (uint32_t i = 0; i < tact_contact_list_view(found).count && i < 3; i++) {
            tact_vec3 p = points[contacts[i].first_point].position;
            printf("  %" PRIu32 " and %" PRIu32 ": a %s from (%.3f, %.3f, %.3f)\n", contacts[i].a,
                   contacts[i].b, tact_overlap_kind_name(contacts[i].kind), p.x, p.y, p.z);
        }
    }
    tact_contact_list_destroy(found);
    return status == TACT_OK;
}

int main(void) {
    tact_mesh *fine_mesh = NULL, *bad_mesh = NULL;
    tacti_bvh *fine = make_torus(0, &fine_mesh), *bad = make_torus(1.9, &bad_mesh);
    uint64_t none = 1, some = 0;
    bool is_found = false;
    bool good = fine != NULL && bad != NULL && list("a torus", fine, &none) &&
                list("pressed through itself", bad, &some);
    tacti_contact_summary summary;
    good = good && tacti_self_visit(bad, NULL, stop_at_first, &is_found, &summary) == TACT_OK;
    if (good)
        printf("  after %" PRIu64 " tests of triangles; outcome: %s\n", summary.work.triangle_tests,
               tact_outcome_name(summary.outcome));
    tacti_bvh_destroy(fine);
    tacti_bvh_destroy(bad);
    tact_mesh_destroy(fine_mesh);
    tact_mesh_destroy(bad_mesh);
    return good && none == 0 && some > 0 && is_found ? 0 : 1;
}
