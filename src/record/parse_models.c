/* SPDX-License-Identifier: MIT */
/* Reads the models of a recording, and makes them. */
#include "record/parse.h"

#include <string.h>

#include "model/model.h"
#include "shape/traits.h"

TACTI_ARRAY_DEFINE(tacti_points, tact_vec3);
TACTI_ARRAY_DEFINE(tacti_instances, tact_instance);

/* ---- Pieces ------------------------------------------------------------------------------- */

tact_status tacti_read_numbers(tacti_recording_reader *r, const char *what, double *out,
                               size_t count) {
    tact_status status = TACT_OK;
    for (size_t i = 0; i < count && status == TACT_OK; i++)
        status = tacti_line_number(&r->scan, what, &out[i]);
    return status;
}

tact_status tacti_read_vector(tacti_recording_reader *r, const char *what, tact_vec3 *out) {
    double numbers[3];
    tact_status status = tacti_read_numbers(r, what, numbers, 3);
    if (status == TACT_OK)
        *out = (tact_vec3){numbers[0], numbers[1], numbers[2]};
    return status;
}

tact_status tacti_read_value(tacti_recording_reader *r, const char *what, uint32_t most,
                             uint32_t *out) {
    return tacti_line_count(&r->scan, what, most, out);
}

tact_status tacti_read_instance(tacti_recording_reader *r, uint32_t *model, tact_instance *out) {
    const tacti_recorded_models *models = &r->recording->models;
    if (models->count == 0)
        return tacti_scan_fail(&r->scan, "there is no model before this line");
    tact_status status =
        tacti_line_count(&r->scan, "the number of a model", (int64_t)models->count - 1, model);
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "the flags of an instance", UINT32_MAX, &out->flags);
    if (status == TACT_OK)
        status = tacti_line_count(&r->scan, "the number of the user", UINT32_MAX, &out->user);
    if (status == TACT_OK)
        status = tacti_read_numbers(r, "a number of the pose", out->pose.m, 12);
    if (status == TACT_OK)
        out->model = models->items[*model].model;
    return status;
}

/* Keeps a model that was made, or says why it could not be made. */
static tact_status keep_model(tacti_recording_reader *r, tact_status status, tact_model *model,
                              const tact_error *error) {
    uint32_t number;
    if (status == TACT_OUT_OF_MEMORY)
        return status;
    if (status != TACT_OK)
        return tacti_scan_fail(&r->scan, "the model that ends before this line: %s",
                               error != NULL ? error->text : tact_status_text(status));
    status = tacti_record_new_model(r->recording, model, &number);
    if (status != TACT_OK)
        tact_model_destroy(model);
    return status;
}

static tact_status read_points(tacti_recording_reader *r, uint32_t count, tacti_points *out) {
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        tact_vec3 point = {0, 0, 0};
        status = tacti_read_vector(r, "a coordinate", &point);
        if (status == TACT_OK)
            status = tacti_line_end(&r->scan);
        if (status == TACT_OK)
            status = tacti_points_push(out, point);
    }
    return status;
}

/* ---- Meshes ------------------------------------------------------------------------------- */

/* The first line of a mesh. */
typedef struct mesh_head {
    uint32_t vertices, triangles, interior, builder;
} mesh_head;

static tact_status read_mesh_head(tacti_recording_reader *r, mesh_head *out) {
    tact_status status =
        tacti_line_count(&r->scan, "the number of vertices", UINT32_MAX, &out->vertices);
    if (status == TACT_OK)
        status =
            tacti_line_count(&r->scan, "the number of triangles", UINT32_MAX - 1, &out->triangles);
    if (status == TACT_OK)
        status = tacti_read_value(r, "the interior mode", TACT_INTERIOR_ESTIMATE, &out->interior);
    if (status == TACT_OK)
        status = tacti_read_value(r, "the builder", TACT_BVH_SWEEP, &out->builder);
    return status == TACT_OK ? tacti_line_end(&r->scan) : status;
}

static tact_status read_triangles(tacti_recording_reader *r, uint32_t count, tacti_counts *out) {
    tact_status status = TACT_OK;
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        for (int k = 0; k < 3 && status == TACT_OK; k++) {
            uint32_t vertex = 0;
            status = tacti_line_count(&r->scan, "a vertex of a triangle", UINT32_MAX, &vertex);
            if (status == TACT_OK)
                status = tacti_counts_push(out, vertex);
        }
        if (status == TACT_OK)
            status = tacti_line_end(&r->scan);
    }
    return status;
}

static tact_status make_mesh(tacti_recording_reader *r, const mesh_head *head,
                             const tacti_points *vertices, const tacti_counts *indices) {
    static const uint32_t none[1] = {0};
    tact_mesh_arrays arrays = {.positions = vertices->items,
                               .vertex_count = head->vertices,
                               .indices = head->triangles > 0 ? indices->items : none,
                               .triangle_count = head->triangles};
    tact_model_options options = tact_model_options_default();
    options.interior = (tact_interior_mode)head->interior;
    options.builder = (tact_bvh_builder)head->builder;
    tact_model *model = NULL;
    tact_error error = {.text = ""};
    tact_status status =
        tact_model_create_mesh(r->recording->context, &arrays, &options, &error, &model);
    return keep_model(r, status, model, &error);
}

tact_status tacti_read_mesh(tacti_recording_reader *r) {
    mesh_head head = {0};
    tact_status status = read_mesh_head(r, &head);
    if (status != TACT_OK)
        return status;
    tacti_points vertices = tacti_points_make(r->recording->context);
    tacti_counts indices = tacti_counts_make(r->recording->context);
    status = read_points(r, head.vertices, &vertices);
    if (status == TACT_OK)
        status = read_triangles(r, head.triangles, &indices);
    if (status == TACT_OK)
        status = make_mesh(r, &head, &vertices, &indices);
    tacti_points_release(&vertices);
    tacti_counts_release(&indices);
    return status;
}

/* ---- Shapes ------------------------------------------------------------------------------- */

static tact_status read_kind(tacti_recording_reader *r, tact_shape_kind *out) {
    tacti_scan_blanks(&r->scan);
    tacti_word word = tacti_scan_word(&r->scan);
    for (int kind = 0; kind < TACTI_SHAPE_KINDS; kind++) {
        if (!tacti_word_is(word, tact_shape_kind_name((tact_shape_kind)kind)))
            continue;
        *out = (tact_shape_kind)kind;
        return TACT_OK;
    }
    char text[TACTI_QUOTE_BYTES];
    return tacti_scan_fail(&r->scan, "'%s' is not a kind of shape", tacti_scan_quote(word, text));
}

static tact_status make_shape(tacti_recording_reader *r, const tact_shape *shape) {
    tact_model *model = NULL;
    tact_status status = tact_model_create_shape(r->recording->context, shape, &model);
    return keep_model(r, status, model, NULL);
}

static tact_status read_hull(tacti_recording_reader *r, tact_shape *shape) {
    uint32_t count = 0;
    tact_status status = tacti_line_count(&r->scan, "the number of vertices", UINT32_MAX, &count);
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    if (status != TACT_OK)
        return status;
    tacti_points points = tacti_points_make(r->recording->context);
    tact_hull *hull = NULL;
    status = read_points(r, count, &points);
    if (status == TACT_OK) {
        status = tact_hull_create(r->recording->context, points.items, points.count, &hull);
        if (status != TACT_OK)
            status = keep_model(r, status, NULL, NULL);
    }
    shape->core.hull = hull;
    if (status == TACT_OK)
        status = make_shape(r, shape);
    tact_hull_destroy(hull);
    tacti_points_release(&points);
    return status;
}

tact_status tacti_read_shape(tacti_recording_reader *r) {
    tact_shape shape;
    memset(&shape, 0, sizeof shape);
    tact_status status = read_kind(r, &shape.kind);
    if (status == TACT_OK)
        status = tacti_line_number(&r->scan, "the radius", &shape.radius);
    if (status != TACT_OK || shape.kind == TACT_SHAPE_HULL)
        return status == TACT_OK ? read_hull(r, &shape) : status;
    double numbers[16] = {0};
    size_t count = tacti_shape_traits_of(shape.kind)->number_count;
    TACTI_ASSERT(count <= 16 && count * sizeof(double) <= sizeof shape.core);
    status = tacti_read_numbers(r, "a size of the shape", numbers, count);
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    if (status != TACT_OK)
        return status;
    memcpy(&shape.core, numbers, count * sizeof(double));
    return make_shape(r, &shape);
}

/* ---- Compounds ---------------------------------------------------------------------------- */

tact_status tacti_read_compound(tacti_recording_reader *r) {
    uint32_t count = 0;
    tact_status status = tacti_line_count(&r->scan, "the number of parts", UINT32_MAX, &count);
    if (status == TACT_OK)
        status = tacti_line_end(&r->scan);
    tacti_instances parts = tacti_instances_make(r->recording->context);
    for (uint32_t i = 0; i < count && status == TACT_OK; i++) {
        tact_instance part = {0};
        uint32_t model = 0;
        status = tacti_read_instance(r, &model, &part);
        if (status == TACT_OK &&
            r->recording->models.items[model].model->what == TACTI_MODEL_COMPOUND)
            status = tacti_scan_fail(&r->scan, "a part is a compound itself");
        if (status == TACT_OK)
            status = tacti_line_end(&r->scan);
        if (status == TACT_OK)
            status = tacti_instances_push(&parts, part);
    }
    if (status == TACT_OK) {
        tact_model *model = NULL;
        status = tact_model_create_compound(r->recording->context, parts.items,
                                            (uint32_t)parts.count, &model);
        status = keep_model(r, status, model, NULL);
    }
    tacti_instances_release(&parts);
    return status;
}
