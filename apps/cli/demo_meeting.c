/* SPDX-License-Identifier: MIT */
/* The last part of tact demo: two models of 100,000 triangles collide, then move apart. The answers
 * and their times are from this run, on one thread. */
#include <inttypes.h>

#include "demo.h"
#include "kinds.h"
#include "seconds.h"
#include "show.h"

#define TRIANGLES 100000

/* A mesh, a model that borrows it, and the time to make each. */
typedef struct meeting_model {
    tact_mesh *mesh;
    tact_model *model;
    double made, built; /* seconds */
} meeting_model;

static tact_status make(meeting_model *m, const char *name) {
    kind_order order = kind_order_default(kind_find(name));
    kind_choose_resolution(&order, TRIANGLES);
    double start = seconds_now();
    tact_status status = order.made->create(order.values, &m->mesh);
    m->made = seconds_now() - start;
    if (status != TACT_OK)
        return status;
    tact_mesh_arrays arrays = tact_mesh_as_arrays(m->mesh);
    tact_model_options options = tact_model_options_default();
    options.flags = TACT_MODEL_BORROW;
    start = seconds_now();
    status = tact_model_create_mesh(NULL, &arrays, &options, NULL, &m->model);
    m->built = seconds_now() - start;
    return status;
}

static void show_made(demo_show *show, const char *name, const meeting_model *m) {
    demo_answer(show, name, "%8.3f ms  %" PRIu32 " triangles; hierarchy: %.1f ms", 1e3 * m->made,
                tact_mesh_triangle_count(m->mesh), 1e3 * m->built);
}

/* Asks about a pose in which they overlap. */
static tact_status meet(demo_show *show, const tact_instance *a, const tact_instance *b) {
    tact_collide_result collision;
    double start = seconds_now();
    tact_status status = tact_collide(a, b, NULL, NULL, &collision);
    double collided = seconds_now() - start;
    tact_contact_list *list = NULL;
    tact_options options = tact_options_default();
    options.flags = TACT_OPTION_GEOMETRY;
    tact_contacts_result found;
    if (status == TACT_OK)
        status = tact_contact_list_create(NULL, &list);
    start = seconds_now();
    if (status == TACT_OK)
        status = tact_contacts(a, b, &options, list, &found);
    double filled = seconds_now() - start;
    tact_contact_list_destroy(list);
    if (status != TACT_OK)
        return status;
    demo_answer(show, "do they collide?",
                "%8.3f ms  %s, triangle %" PRIu32 " of A, %" PRIu32 " of B", 1e3 * collided,
                tact_outcome_name(collision.outcome), collision.a.element, collision.b.element);
    demo_answer(show, "all contacts", "%8.3f ms  %" PRIu64 " pairs, with their segments",
                1e3 * filled, found.count);
    return TACT_OK;
}

/* Asks about a pose in which they do not. */
static tact_status part(demo_show *show, const tact_instance *a, const tact_instance *b) {
    tact_collide_result collision;
    tact_distance_result gap;
    char line[SHOW_LINE_SIZE];
    double start = seconds_now();
    tact_status status = tact_collide(a, b, NULL, NULL, &collision);
    double collided = seconds_now() - start;
    start = seconds_now();
    if (status == TACT_OK)
        status = tact_distance(a, b, NULL, NULL, &gap);
    double measured = seconds_now() - start;
    if (status != TACT_OK)
        return status;
    demo_answer(show, "moved away", "%8.3f ms  %s", 1e3 * collided,
                tact_outcome_name(collision.outcome));
    demo_answer(show, "how far?", "%8.3f ms  %s", 1e3 * measured, show_number(gap.distance, line));
    demo_answer(show, "", "%11s  triangle %" PRIu32 " of A, %" PRIu32 " of B", "", gap.a.element,
                gap.b.element);
    return TACT_OK;
}

bool demo_meet(demo_show *show) {
    meeting_model knot = {.mesh = NULL};
    meeting_model blob = {.mesh = NULL};
    demo_ask(show, "A knot and a blob of 100,000 triangles each",
             "The blob overlaps the knot: one contact, then all. How far apart are they\n"
             "after the blob is moved away? Each time is for one question on one thread.");
    tact_status status = make(&knot, "torus-knot");
    if (status == TACT_OK)
        status = make(&blob, "blob");
    if (status == TACT_OK) {
        show_made(show, "A, the knot", &knot);
        show_made(show, "B, the blob", &blob);
        tact_instance a = tact_instance_make(knot.model), b = tact_instance_make(blob.model);
        b.pose.m[3] = 1.25;
        status = meet(show, &a, &b);
        b.pose.m[3] = 3;
        if (status == TACT_OK)
            status = part(show, &a, &b);
    }
    demo_learn(show, "Verdicts are exact and distances have proven bounds, at this speed too.");
    tact_model_destroy(blob.model);
    tact_mesh_destroy(blob.mesh);
    tact_model_destroy(knot.model);
    tact_mesh_destroy(knot.mesh);
    if (status != TACT_OK)
        cli_complain("the models cannot be collided: %s", tact_status_text(status));
    return status == TACT_OK;
}
