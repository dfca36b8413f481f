/* SPDX-License-Identifier: MIT */
/* Shapes, meshes and compounds in the same queries: a box, a capsule and a dumbbell of three shapes
 * against the mesh of a ring, and which queries support which pairs of kinds. */
#include <inttypes.h>
#include <stdio.h>

#include <tact/mesh_generators.h>
#include <tact/tact.h>

static bool count_triangle(void *user, tact_element a, tact_element b) {
    (void)a;
    (void)b;
    ++*(uint32_t *)user;
    return true;
}

/* Runs all queries on an instance and the ring. */
static bool show(const char *name, const tact_instance *instance, const tact_instance *ring) {
    tact_distance_result gap;
    tact_contacts_result found;
    uint32_t touching = 0;
    if (tact_distance(instance, ring, NULL, NULL, &gap) != TACT_OK ||
        tact_contacts_visit(instance, ring, NULL, count_triangle, &touching, &found) != TACT_OK)
        return false;
    printf("%-22s %-8s distance %.6f, %3" PRIu32 " triangles touch it", name,
           tact_outcome_name(gap.outcome), gap.distance, touching);
    tact_classify_result how;
    tact_status status = tact_classify(instance, ring, NULL, &how);
    printf(", as solids: %s\n",
           status == TACT_OK ? tact_relation_name(how.relation) : tact_status_name(status));
    if (tact_model_inspect(instance->model).kind == TACT_KIND_COMPOUND)
        return status == TACT_UNSUPPORTED;
    return status == TACT_OK &&
           (gap.outcome == TACT_OUTCOME_APART) == (how.relation == TACT_RELATION_APART);
}

/* One shape at a place. */
static bool show_shape(const char *name, tact_shape shape, tact_vec3 place,
                       const tact_instance *ring) {
    tact_model *model;
    if (tact_model_create_shape(NULL, &shape, &model) != TACT_OK)
        return false;
    tact_instance instance = tact_instance_make(model);
    instance.pose.m[3] = place.x;
    instance.pose.m[7] = place.y;
    instance.pose.m[11] = place.z;
    bool fine = show(name, &instance, ring);
    tact_model_destroy(model);
    return fine;
}

/* A bar through the hole with a ball at each end: it cannot get out, but does not touch the ring.
 */
static bool show_dumbbell(const tact_instance *ring) {
    tact_shape bar = tact_shape_capsule(1.5, 0.125), ball = tact_shape_sphere(1.75);
    tact_model *models[2] = {NULL, NULL}, *dumbbell = NULL;
    bool fine = tact_model_create_shape(NULL, &bar, &models[0]) == TACT_OK &&
                tact_model_create_shape(NULL, &ball, &models[1]) == TACT_OK;
    tact_instance parts[3] = {tact_instance_make(models[0]), tact_instance_make(models[1]),
                              tact_instance_make(models[1])};
    parts[1].pose.m[11] = 2;
    parts[2].pose.m[11] = -2;
    fine = fine && tact_model_create_compound(NULL, parts, 3, &dumbbell) == TACT_OK;
    tact_instance instance = tact_instance_make(dumbbell);
    fine = fine && show("a dumbbell through it", &instance, ring);
    tact_collide_result hit;
    instance.pose.m[11] = 1.5;
    fine = fine && tact_collide(&instance, ring, NULL, NULL, &hit) == TACT_OK &&
           hit.outcome == TACT_OUTCOME_CONTACT;
    if (fine)
        printf("pulled up, its part %" PRIu32 " touches triangle %" PRIu32 "\n", hit.a.part,
               hit.b.element);
    tact_model_destroy(dumbbell);
    tact_model_destroy(models[1]);
    tact_model_destroy(models[0]);
    return fine && hit.a.part == 2;
}

/* How a query is supported: E is exact, B has proven bounds, - is not supported. */
static void show_support(tact_question question) {
    static const tact_kind kinds[] = {
#define KIND(name, value, text) name,
        TACT_KIND_LIST(KIND)
#undef KIND
    };
    printf("%s of a mesh and", tact_question_name(question));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint32_t support = tact_query_support(question, TACT_KIND_MESH, kinds[i]);
        printf(" %s %s", tact_kind_name(kinds[i]),
               (support & TACT_SUPPORT_EXACT) != 0     ? "E"
               : (support & TACT_SUPPORT_BOUNDED) != 0 ? "B"
                                                       : "-");
    }
    printf("\n");
}

int main(void) {
    tact_mesh *mesh;
    tact_model *model = NULL;
    if (tact_mesh_create_torus(NULL, 2, 0.5, 96, 48, &mesh) != TACT_OK)
        return 1;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
    tact_model_options options = tact_model_options_default();
    options.interior = TACT_INTERIOR_REQUIRED;
    bool fine = tact_model_create_mesh(NULL, &arrays, &options, NULL, &model) == TACT_OK;
    tact_mesh_destroy(mesh);
    tact_instance ring = tact_instance_make(model);
    ring.flags = TACT_INSTANCE_FILLED;
    tact_shape box = tact_shape_box(0.5, 0.5, 0.25), capsule = tact_shape_capsule(1, 0.25);
    tact_shape bead = tact_shape_sphere(0.125),
               floor = tact_shape_half_space((tact_vec3){0, 0, 1}, -0.75);
    fine = fine && show_shape("a box above the ring", box, (tact_vec3){2, 0, 1}, &ring) &&
           show_shape("a capsule through it", capsule, (tact_vec3){0, 0, 0}, &ring) &&
           show_shape("a capsule in its way", capsule, (tact_vec3){1.5, 0, 0}, &ring) &&
           show_shape("a bead inside of it", bead, (tact_vec3){0, 2, 0}, &ring) &&
           show_shape("the floor", floor, (tact_vec3){0, 0, 0}, &ring) && show_dumbbell(&ring);
    show_support(TACT_QUESTION_COLLIDE);
    show_support(TACT_QUESTION_DEPTH);
    tact_model_destroy(model);
    return fine ? 0 : 1;
}
