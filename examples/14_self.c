/* SPDX-License-Identifier: MIT */
/* Does a mesh intersect itself? A torus does not, although all its triangles touch their
 * neighbours. A torus that is pressed through itself does: how often, and where. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* A torus whose right half is moved to the left by depth, into the left half. */
static tact_model *make_torus(double depth) {
    tact_mesh *whole;
    tact_model *model = NULL;
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
    if (tact_model_create_mesh(NULL, &arrays, NULL, NULL, &model) != TACT_OK)
        model = NULL;
    tact_mesh_destroy(whole);
    return model;
}

/* Prints how many pairs there are, and the intersections of the first ones. */
static bool list(const char *title, const tact_model *model, uint64_t *count) {
    tact_contact_list *pairs;
    tact_contacts_result found;
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_GEOMETRY;
    if (tact_contact_list_create(NULL, &pairs) != TACT_OK)
        return false;
    tact_status status = tact_self(model, &options, pairs, &found);
    if (status == TACT_OK) {
        *count = found.count;
        printf("%s: %" PRIu64 " pairs, after %" PRIu64 " tests of triangles\n", title, found.count,
               found.work.triangle_tests);
        tact_contact_view view = tact_contact_list_view(pairs);
        for (uint32_t i = 0; i < view.count && i < 3; i++) {
            const tact_contact *contact = &view.contacts[i];
            tact_vec3 p = view.points[contact->first_point].position;
            printf("  %" PRIu32 " and %" PRIu32 ": a %s from (%.3f, %.3f, %.3f)\n", contact->a,
                   contact->b, tact_overlap_kind_name(contact->kind), p.x, p.y, p.z);
        }
    }
    tact_contact_list_destroy(pairs);
    return status == TACT_OK;
}

/* Counting needs no list, and a budget stops a long query. */
static bool count(const tact_model *model, uint64_t expected) {
    tact_contacts_result all, cut;
    tact_options little = tact_options_default();
    little.budget = 1000;
    if (tact_self(model, NULL, NULL, &all) != TACT_OK ||
        tact_self(model, &little, NULL, &cut) != TACT_OK)
        return false;
    printf("counted: %" PRIu64 "; under a budget at least %" PRIu64 ", %s\n", all.count, cut.count,
           tact_outcome_name(cut.outcome));
    return all.count == expected && cut.outcome == TACT_OUTCOME_UNDECIDED && cut.count <= all.count;
}

int main(void) {
    tact_model *sound = make_torus(0), *bad = make_torus(1.9);
    uint64_t none = 1, some = 0;
    bool fine = sound != NULL && bad != NULL && list("a torus", sound, &none) &&
                list("pressed through itself", bad, &some) && count(bad, some);
    tact_model_destroy(bad);
    tact_model_destroy(sound);
    return fine && none == 0 && some > 0 ? 0 : 1;
}
