/* SPDX-License-Identifier: MIT */
/* The scene of an answer about two models; see question.h. Where surfaces meet is asked again, for
 * all curves and triangles, because most commands need one contact only. */
#include "drawing.h"
#include "question.h"

/* What is added to the scene, and the middle of what was found. */
typedef struct drawing {
    const question *q;
    const answer *from;
    tact_instance at[2]; /* A and B as they are drawn */
    draw_scene scene;
    tact_vec3 focus;
    bool has_focus;
} drawing;

static void look_at(drawing *d, tact_vec3 point) {
    if (!d->has_focus)
        d->focus = point;
    d->has_focus = true;
}

/* ---- Bodies ------------------------------------------------------------------------------- */

static bool is_half_space(const model *m) {
    const tact_shape *shape = tact_model_shape(m->model);
    return shape != NULL && shape->kind == TACT_SHAPE_HALF_SPACE;
}

/* A half-space is drawn around the rest, so it comes last. */
static tact_status add_bodies(drawing *d) {
    const model *models[2] = {&d->q->models.a, &d->q->models.b};
    tact_status status = TACT_OK;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t side = 0; side < 2 && status == TACT_OK; side++)
            if (is_half_space(models[side]) == (pass == 1))
                status = draw_scene_add_instance(&d->scene, &d->at[side], models[side]->path, side);
    return status;
}

/* Makes the bodies of a side translucent. */
static void make_glass(drawing *d, uint32_t side) {
    for (uint32_t i = 0; i < d->scene.body_count; i++)
        if (d->scene.bodies[i].side == side)
            d->scene.bodies[i].color.alpha = 96;
}

/* The side that contains the other one; -1 if neither is known to. */
static int outer_side(const drawing *d, const tact_site *a, const tact_site *b) {
    if (question_has_shape(d->q))
        return models_mesh(&d->q->models.a) == NULL ? 1 : 0;
    bool has_a = a->element != TACT_NO_TRIANGLE, has_b = b->element != TACT_NO_TRIANGLE;
    return has_a == has_b ? -1 : has_a ? 1 : 0;
}

static void show_inside(drawing *d, uint32_t flags, const tact_site *a, const tact_site *b) {
    int outer = (flags & TACT_RESULT_CONTAINED) != 0 ? outer_side(d, a, b) : -1;
    if (outer >= 0)
        make_glass(d, (uint32_t)outer);
}

/* ---- What was found ----------------------------------------------------------------------- */

static tact_status add_point(drawing *d, const char *name, const tact_site *a, const tact_site *b) {
    look_at(d, a->point);
    tact_status status =
        draw_scene_add_path(&d->scene, DRAW_ROLE_CONTACT, name, &a->point, 1, false);
    return status == TACT_OK
               ? draw_scene_add_finding(&d->scene, name, a->element, b->element, a->point)
               : status;
}

/* The segment between two points, for the list by its middle. */
static tact_status add_segment(drawing *d, const char *name, const tact_site *a,
                               const tact_site *b) {
    const tact_vec3 ends[2] = {a->point, b->point};
    tact_vec3 middle = tact_vec3_scale(tact_vec3_add(a->point, b->point), 0.5);
    look_at(d, middle);
    tact_status status = draw_scene_add_path(&d->scene, DRAW_ROLE_WITNESS, name, ends, 2, false);
    return status == TACT_OK
               ? draw_scene_add_finding(&d->scene, name, a->element, b->element, middle)
               : status;
}

static tact_options plain_options(const drawing *d) {
    tact_options options = tact_options_default();
    options.context = d->q->options.context;
    options.budget = d->q->options.budget;
    return options;
}

/* What a pair has in common; the middle of the triangle if only one model has triangles. */
static tact_status add_pair(drawing *d, uint32_t a, uint32_t b) {
    const tact_instance *instance = a != TACT_NO_TRIANGLE ? &d->from->a : &d->from->b;
    const tact_mesh *mesh = tact_model_mesh(instance->model);
    if (a != TACT_NO_TRIANGLE && b != TACT_NO_TRIANGLE) {
        tact_overlap overlap = question_overlap(d->from, a, b);
        return draw_scene_add_finding(&d->scene, tact_overlap_kind_name(overlap.kind), a, b,
                                      overlap.points[0].position);
    }
    if (mesh == NULL)
        return TACT_OK;
    tact_triangle triangle = tact_mesh_triangle(mesh, a != TACT_NO_TRIANGLE ? a : b);
    triangle = tact_pose_place_triangle(instance->pose, &triangle);
    tact_vec3 sum = tact_vec3_add(tact_vec3_add(triangle.v[0], triangle.v[1]), triangle.v[2]);
    return draw_scene_add_finding(&d->scene, "triangle", a, b, tact_vec3_scale(sum, 1.0 / 3));
}

/* The list of the page has so many rows at most. */
#define MOST_ROWS 5000u

static tact_status add_pairs(drawing *d, tact_contact_view view) {
    tact_status status = TACT_OK;
    uint32_t count = view.count < MOST_ROWS ? view.count : MOST_ROWS;
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        status = add_pair(d, view.pairs[2 * i], view.pairs[2 * i + 1]);
    d->scene.more = view.count - count;
    return status;
}

/* Marks the triangles that meet the other model; contacts lists them. */
static tact_status add_contacts(drawing *d) {
    tact_options options = plain_options(d);
    tact_contact_list *list = NULL;
    tact_contacts_result found;
    tact_status status = tact_contact_list_create(d->q->models.context, &list);
    if (status == TACT_OK)
        status = tact_contacts(&d->at[0], &d->at[1], &options, list, &found);
    if (status == TACT_OK) {
        tact_contact_view view = tact_contact_list_view(list);
        if (view.count > 0)
            status = draw_scene_mark(&d->scene, 0, view.pairs, view.count, 2);
        if (status == TACT_OK && view.count > 0)
            status = draw_scene_mark(&d->scene, 1, view.pairs + 1, view.count, 2);
        if (status == TACT_OK && d->q->verbs->question == TACT_QUESTION_CONTACTS)
            status = add_pairs(d, view);
    }
    tact_contact_list_destroy(list);
    return status == TACT_UNSUPPORTED ? TACT_OK : status;
}

static tact_status add_curves(drawing *d) {
    tact_options options = plain_options(d);
    tact_curve_set *set = NULL;
    tact_curves_result found;
    tact_status status = tact_curve_set_create(d->q->models.context, &set);
    if (status == TACT_OK)
        status = tact_curves(&d->at[0], &d->at[1], &options, set, &found);
    if (status == TACT_OK)
        status = draw_scene_add_curves(&d->scene, set);
    tact_curve_set_destroy(set);
    return status == TACT_UNSUPPORTED ? TACT_OK : status;
}

/* ---- Answers ------------------------------------------------------------------------------ */

static tact_status add_collide(drawing *d, const tact_collide_result *c) {
    show_inside(d, c->flags, &c->a, &c->b);
    if (c->outcome != TACT_OUTCOME_CONTACT || (c->flags & TACT_RESULT_CONTAINED) != 0)
        return TACT_OK;
    return add_point(d, "contact", &c->a, &c->b);
}

static tact_status add_distance(drawing *d, const tact_distance_result *gap) {
    show_inside(d, gap->flags, &gap->a, &gap->b);
    bool has_points = (gap->flags & TACT_RESULT_POINT) != 0;
    if (!has_points || (gap->flags & TACT_RESULT_CONTAINED) != 0)
        return TACT_OK;
    return gap->outcome == TACT_OUTCOME_CONTACT ? add_point(d, "contact", &gap->a, &gap->b)
                                                : add_segment(d, "distance", &gap->a, &gap->b);
}

static tact_status add_classify(drawing *d, const tact_classify_result *c) {
    show_inside(d, c->flags, &c->a, &c->b);
    if (c->relation == TACT_RELATION_A_IN_B || c->relation == TACT_RELATION_B_IN_A)
        make_glass(d, c->relation == TACT_RELATION_A_IN_B ? 1 : 0);
    bool is_apart = (c->flags & TACT_RESULT_SURFACES_MEET) == 0 &&
                    (c->flags & TACT_RESULT_EXACT) != 0 && c->clearance > 0;
    if (is_apart)
        return add_segment(d, "clearance", &c->clearance_a, &c->clearance_b);
    bool has_point = (c->flags & TACT_RESULT_POINT) != 0;
    return has_point ? add_point(d, "contact", &c->a, &c->b) : TACT_OK;
}

/* The points of a manifold, and from the first one the normal. */
static tact_status add_manifold(drawing *d, const tact_manifold_result *m) {
    tact_status status = TACT_OK;
    tact_site site = {.element = TACT_NO_TRIANGLE};
    for (uint32_t i = 0; i < m->point_count && status == TACT_OK; i++) {
        site.point = m->points[i].point_a;
        status = add_point(d, "manifold point", &site, &site);
    }
    if (m->point_count == 0 || status != TACT_OK)
        return status;
    tact_box box = draw_scene_bounds(&d->scene);
    double length = tact_vec3_length(tact_vec3_sub(box.hi, box.lo)) * 0.15;
    tact_vec3 from = m->points[0].point_a;
    const tact_vec3 ends[2] = {from, tact_vec3_add(from, tact_vec3_scale(m->normal, length))};
    return tact_vec3_is_finite(ends[1])
               ? draw_scene_add_path(&d->scene, DRAW_ROLE_NORMAL, "normal", ends, 2, false)
               : TACT_OK;
}

static tact_status add_depth(drawing *d) {
    const tact_depth_result *depth = &d->from->depth;
    tact_status status = TACT_OK;
    if (depth->outcome == TACT_OUTCOME_CONTACT && depth->upper < HUGE_VAL) {
        make_glass(d, 1);
        status = add_segment(d, "depth", &depth->a, &depth->b);
    }
    return status == TACT_OK && cli_has(d->q->args, "points") ? add_manifold(d, &d->from->manifold)
                                                              : status;
}

/* At the first contact, with the paths of the middles of what moves. */
static tact_status add_sweep(drawing *d) {
    const tact_rigid_result *sweep = &d->from->sweep;
    tact_status status = question_draw_motion(d->q, d->from, d->at, &d->scene);
    const draw_motion *motion = &d->scene.motion;
    for (uint32_t side = 0; side < 2 && status == TACT_OK; side++) {
        tact_vec3 path[128];
        tact_box box;
        uint32_t count = motion->frame_count < 128 ? motion->frame_count : 128;
        if (is_half_space(side == 0 ? &d->q->models.a : &d->q->models.b) ||
            tact_instance_bounds(&d->at[side], &box) != TACT_OK)
            continue;
        tact_vec3 middle = tact_box_center(box);
        for (uint32_t i = 0; i < count; i++)
            path[i] = tact_pose_place(motion->moves[2 * (size_t)i + side], middle);
        tact_vec3 way = tact_vec3_sub(path[count - 1], path[0]);
        if (tact_vec3_length(way) > 0)
            status = draw_scene_add_path(&d->scene, DRAW_ROLE_RAY, "path", path, count, false);
    }
    if (status != TACT_OK || sweep->outcome != TACT_OUTCOME_CONTACT)
        return status;
    status = add_point(d, "first contact", &sweep->a, &sweep->b);
    if (status == TACT_OK)
        d->scene.findings[d->scene.finding_count - 1].time = sweep->upper;
    return status;
}

static tact_status add_answer(drawing *d) {
    if (d->q->verbs->sweep != NULL)
        return add_sweep(d);
    switch (d->q->verbs->question) {
    case TACT_QUESTION_DISTANCE:
        return add_distance(d, &d->from->distance);
    case TACT_QUESTION_CLASSIFY:
        return add_classify(d, &d->from->classify);
    case TACT_QUESTION_DEPTH:
        return add_depth(d);
    case TACT_QUESTION_COLLIDE:
        return add_collide(d, &d->from->collide);
    default: /* contacts: its pairs are added later */
        show_inside(d, d->from->collide.flags, &d->from->collide.a, &d->from->collide.b);
        return TACT_OK;
    }
}

/* The JSON of the answer. */
static void write_answer(const void *data, json_writer *json) {
    const drawing *d = data;
    question q = *d->q;
    show_begin_answer(json, 0);
    q.verbs->write(&q, d->from, json);
    json_end_object(json);
}

/* ---- The scene ---------------------------------------------------------------------------- */

static tact_status build(drawing *d) {
    bool is_depth = d->q->verbs->question == TACT_QUESTION_DEPTH;
    tact_status status = add_bodies(d);
    if (status == TACT_OK)
        status = add_answer(d);
    if (status == TACT_OK && !is_depth && d->from->verdict != TACT_OUTCOME_APART) {
        status = add_contacts(d);
        if (status == TACT_OK)
            status = add_curves(d);
    }
    if (status == TACT_OK && d->q->verbs->sweep == NULL && cli_optional(d->q->args, "svg") != NULL)
        status = question_draw_scales(d->q, d->from, &d->scene);
    for (uint32_t i = 0; i < d->scene.path_count && status == TACT_OK; i++)
        look_at(d, d->scene.paths[i].points[0]);
    return status == TACT_OK ? drawing_describe(d->q->args, write_answer, d, &d->scene) : status;
}

cli_exit question_draw(const question *q, const answer *from) {
    if (!drawing_is_wanted(q->args))
        return CLI_OK;
    drawing d = {.q = q, .from = from};
    d.at[0] = from->a;
    d.at[1] = from->b;
    tact_status status = TACT_OK;
    if (q->verbs->sweep != NULL)
        status = question_pose_at(from, question_contact_time(q, from), d.at);
    if (status == TACT_OK)
        status = build(&d);
    cli_exit drawn = status == TACT_OK ? drawing_write(q->args, &d.scene,
                                                       d.has_focus ? &d.focus : NULL, q->output)
                                       : drawing_fail(status);
    draw_scene_clear(&d.scene);
    return drawn;
}
