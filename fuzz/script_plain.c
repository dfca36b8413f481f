/* SPDX-License-Identifier: MIT */
/* Actions on values alone: numbers, vectors, triangles, names, texts, linear programs. Nothing here
 * needs an object. */
#include "script.h"

#include <math.h>
#include <string.h>

static void use_vectors(script *s) {
    tact_vec3 a = script_vec3(s), b = script_vec3(s);
    tact_mat3 m = tact_mat3_identity();
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m.m[i][k] = script_number(s);
    (void)tact_vec3_add(a, b);
    (void)tact_vec3_sub(a, b);
    (void)tact_vec3_scale(tact_vec3_make(a.x, b.y, a.z), b.x);
    (void)tact_vec3_dot(a, b);
    (void)tact_vec3_cross(a, b);
    (void)tact_vec3_length(a);
    (void)tact_vec3_normalize(b);
    (void)tact_vec3_is_finite(a);
    (void)tact_mat3_apply(tact_mat3_multiply(m, tact_mat3_transpose(m)), a);
    (void)tact_mat3_determinant(m);
    (void)tact_mat3_symmetric_eigen(m);
    (void)tact_sin(a.x);
    (void)tact_cos(a.y);
}

static void use_poses(script *s) {
    tact_vec3 axis = script_vec3(s), move = script_vec3(s);
    double angle = script_number(s);
    tact_quat quat = tact_quat_identity(), turned;
    tact_pose pose = script_pose(s), made;
    script_begin(s, &turned, sizeof turned);
    if (script_end(s, tact_quat_from_axis_angle(axis, angle, &turned),
                   MAY_REFUSE | MAY(TACT_NOT_FINITE)))
        quat = tact_quat_conjugate(tact_quat_multiply(quat, turned));
    else
        quat = (tact_quat){angle, axis.x, axis.y, axis.z};
    script_begin(s, &made, sizeof made);
    (void)script_end(s, tact_pose_from_quat(quat, move, &made), MAY_REFUSE | MAY(TACT_NOT_FINITE));
    script_begin(s, &made, sizeof made);
    (void)script_end(s, tact_pose_from_axis_angle(axis, angle, move, &made),
                     MAY_REFUSE | MAY(TACT_NOT_FINITE));
    script_begin(s, NULL, 0);
    (void)script_end_error(s, tact_pose_validate(pose, &s->error),
                           MAY(TACT_NOT_FINITE) | MAY(TACT_INVALID_POSE));
    tact_triangle triangle = script_triangle(s);
    tact_mat3 rotation = tact_mat3_identity();
    (void)tact_pose_place(pose, axis);
    (void)tact_pose_rotate(pose, axis);
    (void)tact_pose_place_triangle(pose, &triangle);
    (void)tact_pose_to_quat(tact_pose_compose(pose, tact_pose_inverse(pose)));
    (void)tact_pose_make(rotation, move);
}

static void use_boxes(script *s) {
    tact_vec3 a = script_vec3(s), b = script_vec3(s);
    tact_triangle triangle = script_triangle(s);
    tact_box box = tact_box_add_point(tact_box_empty(), a);
    box = tact_box_union(box, tact_box_of_triangle(&triangle));
    (void)tact_box_is_empty(box);
    (void)tact_box_overlaps(box, tact_box_of_triangle(&triangle));
    (void)tact_box_contains(box, b);
    (void)tact_box_center(box);
    uint32_t x, y, z;
    tact_morton_decode(tact_morton_of_point(b, box), &x, &y, &z);
    script_require(tact_morton_encode(x, y, z) == tact_morton_of_point(b, box));
}

static void use_intervals(script *s) {
    tact_interval a = tact_interval_make(script_number(s), script_number(s));
    tact_interval b = tact_interval_from(script_number(s));
    a = tact_interval_hull(tact_interval_add(a, b), tact_interval_sub(a, b));
    b = tact_interval_mul(a, tact_interval_div(b, a));
    a = tact_interval_sqrt(tact_interval_square(tact_interval_neg(a)));
    a = tact_interval_intersect(a, b);
    (void)tact_interval_contains(a, 1);
    (void)tact_interval_is_empty(a);
}

static void use_impacts(script *s) {
    tact_impact_motion m;
    for (int i = 0; i < 4; i++) {
        m.start[i] = script_vec3(s);
        m.end[i] = script_vec3(s);
    }
    tact_impact_options options = tact_impact_options_default();
    options.method = (tact_impact_method)script_below(s, 6);
    options.separation = script_below(s, 3) == 0 ? script_number(s) : 0;
    options.budget = script_below(s, 200);
    static const uint32_t vertices[2][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}};
    tact_impact_batch batch = {m.start, m.end, vertices, 4, 2, TACT_IMPACT_EDGE_EDGE, &options};
    tact_impact_result result, results[2];
    script_begin(s, &result, sizeof result);
    if (script_end(s, tact_impact_vertex_face(&m, &options, &result),
                   MAY_REFUSE | MAY(TACT_NOT_FINITE)))
        script_require(result.lower <= result.upper && result.boxes <= options.budget);
    script_begin(s, &result, sizeof result);
    bool is_answered = script_end(s, tact_impact_edge_edge(&m, &options, &result),
                                  MAY_REFUSE | MAY(TACT_NOT_FINITE));
    script_begin(s, results, sizeof results);
    if (script_end(s, tact_impact_batch_run(NULL, &batch, results),
                   MAY_REFUSE | MAY(TACT_NOT_FINITE)))
        script_require(is_answered && memcmp(&result, &results[0], sizeof result) == 0);
    (void)tact_impact_kind_name(batch.kind);
    (void)tact_impact_method_name(options.method);
    (void)tact_impact_ending_name((tact_impact_ending)script_below(s, 5));
}

void act_numbers(script *s) {
    switch (script_below(s, 5)) {
    case 3:
        use_impacts(s);
        break;
    case 0:
        use_vectors(s);
        break;
    case 1:
        use_poses(s);
        break;
    case 2:
        use_boxes(s);
        break;
    default:
        use_intervals(s);
        break;
    }
}

void act_triangles(script *s) {
    tact_triangle a = script_triangle(s), b = script_triangle(s);
    tact_vec3 point = script_vec3(s);
    tact_segment segment = {point, b.v[0]};
    tact_ray ray = {point, b.v[1]};
    tact_feature feature = TACT_FEATURE_FACE;
    tact_vec2 flat[3] = {{point.x, point.y}, {b.v[0].x, b.v[0].y}, {b.v[1].x, b.v[1].y}};
    (void)tact_triangle_overlaps(&a, &b);
    script_require(tact_triangle_intersect(&a, &b).point_count <= TACT_OVERLAP_MAX_POINTS);
    (void)tact_triangle_distance(&a, &b);
    (void)tact_triangle_contains(&a, point, &feature);
    (void)tact_triangle_distance_point(&a, point);
    script_require(tact_triangle_intersect_segment(&a, segment).point_count <= 2);
    (void)tact_triangle_distance_segment(&a, segment);
    (void)tact_triangle_intersect_ray(&a, ray);
    (void)tact_triangle_overlaps_box(&a, tact_box_of_triangle(&b));
    (void)tact_orient3d(&a.v[0], &a.v[1], &a.v[2], &point);
    (void)tact_orient2d(&flat[0], &flat[1], &flat[2]);
    (void)tact_is_collinear(&a.v[0], &a.v[1], &a.v[2]);
}

static void read_name(const char *name) {
    script_require(name != NULL && name[0] != '\0');
}

/* Every name is a text, for any value. */
void act_names(script *s) {
    uint8_t value = script_byte(s);
    read_name(tact_status_name((tact_status)value));
    read_name(tact_status_text((tact_status)value));
    read_name(tact_simd_level_name((tact_simd_level)value));
    read_name(tact_feature_name((tact_feature)value));
    read_name(tact_overlap_kind_name((tact_overlap_kind)value));
    read_name(tact_format_name((tact_format)value));
    read_name(tact_outcome_name((tact_outcome)value));
    read_name(tact_relation_name((tact_relation)value));
    read_name(tact_reason_text((tact_reason)value));
    read_name(tact_proof_kind_name((tact_proof_kind)value));
    read_name(tact_claim_name((tact_claim)value));
    read_name(tact_kind_name((tact_kind)value));
    read_name(tact_question_name((tact_question)value));
    read_name(tact_ending_name((tact_ending)value));
    read_name(tact_lp_ending_name((tact_lp_ending)value));
    read_name(tact_shape_kind_name((tact_shape_kind)value));
    read_name(tact_version());
    script_require(tact_version_number() == TACT_VERSION);
    script_require(tact_simd_level_best() <= TACT_SIMD_AVX512);
    uint32_t kind = script_byte(s);
    script_require(tact_query_support((tact_question)value, (tact_kind)kind, TACT_KIND_MESH) < 16);
}

/* Prints a shape and reads it back, or reads bytes of the script. */
void act_shape_text(script *s) {
    char text[401];
    tact_shape_text read;
    if (script_byte(s) % 2 == 0) {
        tact_shape shape = script_shape(s);
        bool is_valid = tact_shape_validate(&shape) == TACT_OK;
        size_t length = tact_shape_print(&shape, text, sizeof text);
        script_require(!is_valid || (length < sizeof text && length == strlen(text)));
    } else {
        size_t bytes = s->size < sizeof text - 1 ? s->size : sizeof text - 1;
        memcpy(text, s->data, bytes);
        text[bytes] = '\0';
    }
    (void)tact_shape_text_begins(text);
    (void)tact_format_from_name(text);
    script_begin(s, &read, sizeof read);
    if (script_end_error(s, tact_shape_parse(text, &s->error, &read),
                         MAY_REFUSE | MAY(TACT_NOT_FINITE)) &&
        read.path == NULL)
        script_require(tact_shape_validate(&read.shape) == TACT_OK);
}

/* ---- Linear programs ---------------------------------------------------------------------- */

#define MAY_SOLVE (MAY_REFUSE | MAY(TACT_NOT_FINITE) | MAY(TACT_TOO_LARGE))

static void solve(script *s, const tact_context *context) {
    double rows[32], limits[8], goal[4];
    tact_lp lp = {.variables = script_count(s, 4), .rows = rows, .limits = limits, .goal = goal};
    lp.count = script_below(s, 9);
    lp.box = script_size(s) * 1024;
    for (int i = 0; i < 32; i++)
        rows[i] = i < (int)lp.count * 4 ? script_number(s) : 0;
    for (size_t i = 0; i < 8; i++)
        limits[i] = i < lp.count ? script_number(s) : 0;
    for (int i = 0; i < 4; i++)
        goal[i] = script_number(s);
    tact_lp_result result;
    script_begin(s, &result, sizeof result);
    (void)script_end(s, tact_lp_solve(context, &lp, &result), MAY_SOLVE);
}

static void find_deepest(script *s, const tact_context *context) {
    tact_plane planes[8];
    uint32_t count = script_below(s, 9);
    for (uint32_t i = 0; i < count; i++) {
        planes[i].normal = script_vec3(s);
        planes[i].offset = script_number(s);
    }
    double limit = script_size(s);
    tact_lp_deepest_result result;
    script_begin(s, &result, sizeof result);
    (void)script_end(s, tact_lp_deepest_point(context, planes, count, limit, &result), MAY_SOLVE);
}

static void find_plane(script *s, const tact_context *context) {
    tact_vec3 a[6], b[6];
    uint32_t a_count = script_points(s, a, 6), b_count = script_points(s, b, 6);
    tact_lp_separating_result result;
    script_begin(s, &result, sizeof result);
    (void)script_end(s, tact_lp_separating_plane(context, a, a_count, b, b_count, &result),
                     MAY_SOLVE);
}

void act_programs(script *s) {
    const tact_context *context = script_context(s);
    switch (script_below(s, 3)) {
    case 0:
        solve(s, context);
        break;
    case 1:
        find_deepest(s, context);
        break;
    default:
        find_plane(s, context);
        break;
    }
}
