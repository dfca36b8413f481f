/* SPDX-License-Identifier: MIT */
/* Makes worlds from bytes: models, instances, options and a cache. What the library refuses must be
 * what its headers say that it refuses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "questions.h"
#include "questions_bytes.h"
#include "questions_mesh.h"

/* ---- Contexts ----------------------------------------------------------------------------- */

const tact_context *fuzz_context(tact_simd_level level) {
    static tact_context *contexts[3];
    int at = (int)level % 3;
    if (contexts[at] == NULL) {
        tact_context_desc desc = tact_context_desc_default();
        desc.simd_level = (tact_simd_level)at;
        REQUIRE(tact_context_create(&desc, &contexts[at]) == TACT_OK);
    }
    return contexts[at];
}

/* ---- Models ------------------------------------------------------------------------------- */

typedef struct maker {
    bytes in;
    world *w;
    const tact_context *context;
} maker;

/* A model that the library made is kept; everything else gives NULL. */
static tact_model *keep(maker *m, tact_status status, tact_model *model, made_model made) {
    REQUIRE((status == TACT_OK) == (model != NULL));
    if (model == NULL)
        return NULL;
    made.model = model;
    REQUIRE(m->w->made_count < MOST_MADE);
    m->w->made[m->w->made_count++] = made;
    REQUIRE(tact_model_validate(model, NULL) == TACT_OK);
    return model;
}

/* The hull of a few points; NULL if a point is not finite. */
static tact_hull *take_hull(maker *m) {
    tact_vec3 points[12];
    uint32_t count = 1 + take_byte(&m->in) % 12;
    bool are_finite = true;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = take_vec3(&m->in);
        are_finite = are_finite && tact_vec3_is_finite(points[i]);
    }
    tact_hull *hull = NULL;
    tact_status status = tact_hull_create(m->context, points, count, &hull);
    REQUIRE(status == (are_finite ? TACT_OK : TACT_NOT_FINITE));
    return hull;
}

static tact_shape take_shape(maker *m, tact_kind kind, const tact_hull *hull) {
    bytes *in = &m->in;
    unsigned rounding = take_byte(in);
    tact_vec3 p = take_vec3(in);
    double size[3] = {p.x, p.y, p.z};
    for (int k = 0; k < 3 && in->scheme != NUMBERS_RAW; k++)
        size[k] = fabs(size[k]);
    tact_shape shape = tact_shape_sphere(size[0]);
    if (kind == TACT_KIND_SEGMENT)
        shape = tact_shape_segment(p, take_vec3(in), 0);
    else if (kind == TACT_KIND_TRIANGLE)
        shape = tact_shape_triangle((tact_triangle){{p, take_vec3(in), take_vec3(in)}});
    else if (kind == TACT_KIND_BOX)
        shape = tact_shape_box(size[0], size[1], size[2]);
    else if (kind == TACT_KIND_HULL)
        shape = tact_shape_hull(hull);
    else if (kind == TACT_KIND_CYLINDER)
        shape = tact_shape_cylinder(size[0], size[1]);
    else if (kind == TACT_KIND_CONE)
        shape = tact_shape_cone(size[0], size[1]);
    else if (kind == TACT_KIND_ELLIPSOID)
        shape = tact_shape_ellipsoid(size[0], size[1], size[2]);
    else if (kind == TACT_KIND_HALF_SPACE)
        shape = tact_shape_half_space(p, take_number(in));
    if (rounding % 4 == 1 && kind != TACT_KIND_SPHERE)
        shape.radius = take_size(in);
    return shape;
}

static tact_model *make_shape(maker *m, tact_kind kind) {
    tact_hull *hull = kind == TACT_KIND_HULL ? take_hull(m) : NULL;
    if (kind == TACT_KIND_HULL && hull == NULL)
        return NULL;
    tact_shape shape = take_shape(m, kind, hull);
    tact_model *model = NULL;
    tact_status status = tact_model_create_shape(m->context, &shape, &model);
    REQUIRE(status == tact_shape_validate(&shape));
    tact_hull_destroy(hull);
    return keep(m, status, model, (made_model){0});
}

/* The facts of a mesh model are those that tact_mesh_examine() finds. */
static void check_mesh_model(const tact_model *model, const tact_mesh_report *report) {
    tact_model_info info = tact_model_inspect(model);
    REQUIRE(info.kind == TACT_KIND_MESH && info.part_count == 1);
    REQUIRE(info.triangle_count == report->triangle_count);
    REQUIRE(info.vertex_count == report->vertex_count);
    if (info.has_interior && info.triangle_count > 0) {
        REQUIRE(info.is_watertight == report->is_watertight);
        REQUIRE(info.is_closed == report->is_closed_when_welded);
    }
}

static tact_model *make_mesh(maker *m) {
    raw_mesh *raw = raw_mesh_take(&m->in);
    unsigned choice = take_byte(&m->in);
    made_model made = {.interior = (tact_interior_mode)(choice % 4),
                       .builder = (tact_bvh_builder)(choice / 4 % 2)};
    tact_model_options options = tact_model_options_default();
    options.interior = made.interior;
    options.builder = made.builder;
    tact_mesh_arrays arrays = raw_mesh_arrays(raw, choice / 8 % 8 == 1);
    tact_mesh_report report;
    REQUIRE(tact_mesh_examine(m->context, &arrays, &report) == TACT_OK);
    tact_model *model = NULL;
    tact_error error = {TACT_OK, 0, 0, ""};
    tact_status status = tact_model_create_mesh(m->context, &arrays, &options, &error, &model);
    bool is_open = arrays.triangle_count > 0 && !report.is_watertight;
    tact_status right = report.not_finite.count > 0                          ? TACT_NOT_FINITE
                        : is_open && made.interior == TACT_INTERIOR_REQUIRED ? TACT_NOT_WATERTIGHT
                                                                             : TACT_OK;
    REQUIRE(status == right);
    REQUIRE(status == TACT_OK || (error.status == status && error.text[0] != '\0'));
    free(raw);
    model = keep(m, status, model, made);
    if (model != NULL)
        check_mesh_model(model, &report);
    return model;
}

static uint32_t take_flags(maker *m, const tact_model *model) {
    unsigned byte = take_byte(&m->in);
    bool is_filled = byte % 2 == 1;
    if (byte == 254)
        return 2; /* not a flag */
    bool can_be_filled = model == NULL || tact_model_inspect(model).has_interior;
    return is_filled && (can_be_filled || byte >= 128) ? TACT_INSTANCE_FILLED : 0;
}

static tact_model *make_model(maker *m, int depth);

static tact_model *make_compound(maker *m, int depth) {
    tact_instance parts[3];
    uint32_t count = take_byte(&m->in) % 4, whole = 0;
    bool is_right = true;
    for (uint32_t i = 0; i < count; i++) {
        tact_model *model = make_model(m, depth + 1);
        if (model == NULL)
            return NULL;
        parts[i] = tact_instance_make(model);
        parts[i].flags = take_flags(m, model);
        parts[i].pose = take_pose(&m->in);
        is_right = is_right && parts[i].flags <= TACT_INSTANCE_FILLED &&
                   tact_pose_validate(parts[i].pose, NULL) == TACT_OK;
        whole += tact_model_inspect(model).part_count;
    }
    if (whole > MOST_PARTS)
        return NULL;
    tact_model *model = NULL;
    tact_status status = tact_model_create_compound(m->context, parts, count, &model);
    REQUIRE(is_right || status == TACT_INVALID_ARGUMENT || status == TACT_NOT_FINITE ||
            status == TACT_INVALID_POSE);
    model = keep(m, status, model, (made_model){0});
    REQUIRE(model == NULL || tact_model_inspect(model).part_count == whole);
    return model;
}

/* Wide worlds have no smooth shapes; see fold() in questions_bytes.c. */
static tact_kind kind_in(const maker *m, tact_kind kind) {
    if (!m->in.is_wide || !is_smooth(kind))
        return kind;
    return kind == TACT_KIND_CYLINDER ? TACT_KIND_BOX
           : kind == TACT_KIND_CONE   ? TACT_KIND_SEGMENT
                                      : TACT_KIND_SPHERE;
}

static tact_model *make_model(maker *m, int depth) {
    static const tact_kind kinds[] = {TACT_KIND_SPHERE, TACT_KIND_SEGMENT,   TACT_KIND_TRIANGLE,
                                      TACT_KIND_BOX,    TACT_KIND_HULL,      TACT_KIND_CYLINDER,
                                      TACT_KIND_CONE,   TACT_KIND_ELLIPSOID, TACT_KIND_HALF_SPACE,
                                      TACT_KIND_MESH,   TACT_KIND_COMPOUND};
    unsigned byte = take_byte(&m->in);
    tact_kind kind = kind_in(m, kinds[byte % 11]);
    m->in.scheme = (number_scheme)(take_byte(&m->in) % NUMBERS_SCHEMES);
    if (kind == TACT_KIND_COMPOUND && depth < 2)
        return make_compound(m, depth);
    return kind == TACT_KIND_MESH || kind == TACT_KIND_COMPOUND ? make_mesh(m)
                                                                : make_shape(m, kind);
}

static bool make_instance(maker *m, const tact_model *other, tact_instance *out) {
    tact_model *model = other != NULL ? tact_model_retain(other) : make_model(m, 0);
    if (model == NULL)
        return false;
    if (other != NULL)
        m->w->made[m->w->made_count++] = (made_model){.model = model};
    *out = tact_instance_make(model);
    out->flags = take_flags(m, model);
    out->pose = take_pose(&m->in);
    return true;
}

/* ---- Options ------------------------------------------------------------------------------ */

static bool cancel(void *user) {
    uint32_t *left = user;
    return *left == 0 || --*left == 0;
}

static double take_option(bytes *in, double usual) {
    unsigned byte = take_byte(in);
    switch (byte) {
    case 0:
        return usual;
    case 1:
        return 0;
    case 253:
        return HUGE_VAL;
    case 254:
        return -1;
    case 255:
        return (double)NAN;
    default:
        return ldexp(byte % 16, in->exponent + (int)(byte / 16) - 8);
    }
}

/* What single questions take: the size may be that of an older version. */
static void complete_options(world *w) {
    const tact_options *o = &w->options;
    w->effective = tact_options_default();
    w->has_wrong_option = false;
    if (!w->has_options)
        return;
    w->has_wrong_option = o->size < 2 * sizeof(uint32_t) || o->size > sizeof *o;
    if (w->has_wrong_option)
        return;
    memcpy(&w->effective, o, o->size);
    o = &w->effective;
    w->has_wrong_option = (o->flags & ~63u) != 0 || !(o->limit >= 0) || !(o->margin >= 0) ||
                          !(o->relative_error >= 0) || !(o->absolute_error >= 0) ||
                          !(o->seconds >= 0);
}

static void take_options(maker *m) {
    world *w = m->w;
    tact_options *o = &w->options;
    bytes *in = &m->in;
    *o = tact_options_default();
    unsigned size = take_byte(in), flags = take_byte(in), budget = take_byte(in);
    o->flags = flags < 64 ? flags : flags < 128 ? flags & 63 : flags == 255 ? 64 : 0;
    o->budget = budget == 0 ? UINT64_MAX : budget - 1;
    o->limit = take_option(in, HUGE_VAL);
    o->margin = take_option(in, 0);
    o->relative_error = take_option(in, 0);
    o->absolute_error = take_option(in, 0);
    unsigned end = take_byte(in);
    o->seconds = end == 255 ? (double)NAN : end == 254 ? 0 : HUGE_VAL;
    w->cancel_after = end > 0 && end < 64 ? end : 0;
    if (w->cancel_after > 0) {
        o->cancel = cancel;
        o->user = &w->cancel_after; /* options_for() replaces it */
    }
    if (size == 255)
        o->size = sizeof *o + 8;
    else if (size == 254)
        o->size = 4;
    else if (size >= 250)
        o->size = size % 2 == 0 ? offsetof(tact_options, limit) : offsetof(tact_options, seconds);
    complete_options(w);
}

/* ---- The world ---------------------------------------------------------------------------- */

static bool fill_world(maker *m) {
    world *w = m->w;
    bytes *in = &m->in;
    w->question = (tact_question)(take_byte(in) % 12);
    unsigned bits = take_byte(in), scale = take_byte(in), cache = take_byte(in);
    w->has_options = (bits & 1) != 0;
    w->is_extended = (bits & 2) != 0;
    bool is_same = (bits & 12) == 12;
    in->is_wide = (bits & 64) != 0;
    w->is_batched = (bits & 128) != 0;
    in->exponent = scale < 128 ? 0 : ((int)scale - 192) * 8;
    w->cache_source = (cache_source)(cache % CACHE_SOURCES);
    w->cache_bytes = (cache / 4 & 1) != 0 ? TACT_CACHE_DEPTH_BYTES : TACT_CACHE_BYTES;
    w->cache_question = (tact_question)(cache / 8 % 5);
    if (w->has_options)
        take_options(m);
    else
        complete_options(w);
    if (!make_instance(m, NULL, &w->a))
        return false;
    w->b = w->a;
    bool is_one = w->question >= TACT_QUESTION_SELF;
    if (!is_one && !make_instance(m, is_same ? w->a.model : NULL, &w->b))
        return false;
    if (is_one) {
        in->scheme = (number_scheme)(take_byte(in) % NUMBERS_SCHEMES);
        w->point = w->ray.origin = take_vec3(in);
        w->ray.direction = take_vec3(in);
    }
    for (size_t i = 0; i < sizeof w->garbage; i++)
        w->garbage[i] = in->at < in->size ? take_byte(in) : (uint8_t)(i * 37 + cache);
    return true;
}

bool world_make(const uint8_t *data, size_t size, tact_simd_level level, world *out) {
    memset(out, 0, sizeof *out);
    out->level = level;
    maker m = {.in = {.data = data, .size = size}, .w = out, .context = fuzz_context(level)};
    if (fill_world(&m))
        return true;
    world_free(out);
    return false;
}

void world_free(world *w) {
    while (w->made_count > 0)
        tact_model_destroy(w->made[--w->made_count].model);
}
