/* SPDX-License-Identifier: MIT */
/* Measures rays and nearest points on one model: the contenders take turns, and their answers are
 * compared. */
#include "point_run.h"

#include "arguments.h"
#include "fail.h"
#include "inputs.h"
#include "stopwatch.h"

#include <stdlib.h>
#include <string.h>

/* The number of questions per reading of the clock. A slice is so short that it sometimes runs
 * without interruption by other programs, and so long that its data do not all stay in the caches.
 */
#define SLICE 2000

/* The first hit of a ray, any hit of a ray, or the nearest point. */
typedef enum question { ASK_FIRST, ASK_ANY, ASK_NEAREST } question;

typedef struct asked {
    const tact_ray *rays;
    const tact_vec3 *points;
    size_t count;
    point_hit *hits[POINT_MAX_CONTENDERS];
    double *distances[POINT_MAX_CONTENDERS];
    double ns[POINT_MAX_CONTENDERS]; /* NaN if the contender cannot answer */
} asked;

static bool can_answer(const point_contender *c, question q) {
    return q == ASK_FIRST ? c->rays != NULL : q == ASK_ANY ? c->blocked != NULL : c->points != NULL;
}

/* Answers one slice of questions, from begin on. */
static void answer(const point_contender *c, void *model, question q, asked *cell, size_t at,
                   size_t begin) {
    size_t count = cell->count - begin < SLICE ? cell->count - begin : SLICE;
    if (q == ASK_FIRST)
        c->rays(model, cell->rays + begin, count, cell->hits[at] + begin);
    else if (q == ASK_ANY)
        c->blocked(model, cell->rays + begin, count, cell->hits[at] + begin);
    else
        c->points(model, cell->points + begin, count, cell->distances[at] + begin);
}

/* Contenders take turns slice by slice, so that noise affects all alike. The least time of every
 * slice counts. */
static void measure(const point_run *r, void *const models[], question q, asked *cell) {
    for (size_t c = 0; c < r->contender_count; c++)
        cell->ns[c] = can_answer(r->contenders[c], q) ? 0 : BENCH_NONE;
    for (size_t begin = 0; begin < cell->count; begin += SLICE) {
        double least[POINT_MAX_CONTENDERS];
        for (size_t c = 0; c < r->contender_count; c++)
            least[c] = HUGE_VAL;
        for (size_t rep = 0; rep < r->options.reps; rep++)
            for (size_t c = 0; c < r->contender_count; c++) {
                if (!can_answer(r->contenders[c], q))
                    continue;
                bench_stopwatch watch = bench_stopwatch_start();
                answer(r->contenders[c], models[c], q, cell, c, begin);
                least[c] = fmin(least[c], bench_stopwatch_ns(&watch));
            }
        for (size_t c = 0; c < r->contender_count; c++)
            cell->ns[c] += least[c] / (double)cell->count;
    }
}

/* The index of the contender with this name; the number of contenders if there is none. */
static size_t find(const point_run *r, const char *name) {
    size_t c = 0;
    while (c < r->contender_count && strcmp(r->contenders[c]->name, name) != 0)
        c++;
    return c;
}

/* ---- Rays --------------------------------------------------------------------------------- */

/* Whether a hit lies well inside its triangle and the ray is not nearly parallel to the triangle.
 * Arithmetic in float finds such hits too. */
static bool is_clear(const mesh_model *model, const tact_ray *ray, const point_hit *hit) {
    const tact_vec3 *vertices = tact_mesh_vertices(model->mesh);
    const uint32_t *t = tact_mesh_indices(model->mesh) + 3 * (size_t)hit->triangle;
    tact_vec3 p = tact_vec3_add(ray->origin, tact_vec3_scale(ray->direction, hit->t));
    tact_vec3 ab = tact_vec3_sub(vertices[t[1]], vertices[t[0]]);
    tact_vec3 ac = tact_vec3_sub(vertices[t[2]], vertices[t[0]]);
    tact_vec3 n = tact_vec3_cross(ab, ac);
    double area = tact_vec3_length(n), margin = 1e-5 * model->size;
    double slope = fabs(tact_vec3_dot(n, tact_vec3_normalize(ray->direction)));
    bool is_inside = area > 0 && slope > 0.02 * area;
    for (int i = 0; i < 3 && is_inside; i++) {
        tact_vec3 a = vertices[t[i]], edge = tact_vec3_sub(vertices[t[(i + 1) % 3]], a);
        double off = tact_vec3_dot(tact_vec3_cross(edge, tact_vec3_sub(p, a)), n) / area;
        is_inside = off > margin * tact_vec3_length(edge);
    }
    return is_inside;
}

/* Counts clear hits that a contender sees elsewhere. */
static void compare_hits(point_run *r, const mesh_model *model, const asked *cell, size_t c) {
    double radius = model->radius;
    for (size_t i = 0; i < cell->count; i++) {
        const point_hit *mine = &cell->hits[0][i], *other = &cell->hits[c][i];
        if (!r->contenders[c]->is_float) {
            r->is_wrong |= mine->t != other->t || mine->triangle != other->triangle;
            continue;
        }
        if (!(mine->t < HUGE_VAL) || !is_clear(model, &cell->rays[i], mine))
            continue;
        double off = fabs(mine->t - other->t) * tact_vec3_length(cell->rays[i].direction);
        r->compared++;
        r->differ += !(off <= 1e-3 * radius);
    }
}

/* ---- Cases of --times ---------------------------------------------------------------------- */

/* Times of one question about one family of inputs: tact, and tact in a batch. */
static void add_times(const point_run *r, const mesh_model *model, const char *name,
                      const char *family, const double ns[2]) {
    bench_times_add(&r->times, ns[0], "%s/%s/%s", name, model->label, family);
    if (!isnan(ns[1]))
        bench_times_add(&r->times, ns[1], "%s-batch/%s/%s", name, model->label, family);
}

static bool wants(const point_run *r, const char *label, const char *name, const char *family) {
    return bench_times_wants(&r->times, "%s/%s/%s", name, label, family) ||
           bench_times_wants(&r->times, "%s-batch/%s/%s", name, label, family);
}

static bool wants_rays(const point_run *r, const char *label, const char *family) {
    return wants(r, label, "first", family) || wants(r, label, "any", family);
}

bool point_model_is_wanted(const point_run *r, const char *label) {
    return wants_rays(r, label, "about") || wants_rays(r, label, "eye") ||
           wants(r, label, "nearest", "near") || wants(r, label, "nearest", "about");
}

/* The share of rays that hit, the times of all contenders, and their ratios to Embree. */
static void add_ray_row(point_run *r, const char *names[2], double hit_share, const double *first,
                        const double *any) {
    size_t robust = find(r, "embree robust");
    bool has_peer = robust < r->contender_count;
    bench_table_cell(r->rays, "%s", names[0]);
    bench_table_cell(r->rays, "%s", names[1]);
    bench_table_cell(r->rays, "%.0f %%", 100 * hit_share);
    for (size_t c = 0; c < r->contender_count; c++)
        if (r->contenders[c]->rays != NULL)
            bench_table_number(r->rays, first[c]);
    bench_table_number(r->rays, any[0]);
    bench_table_number(r->rays, has_peer ? any[robust] : BENCH_NONE);
    bench_table_number(r->rays, has_peer ? first[robust] / first[1] : BENCH_NONE);
    bench_table_number(r->rays, has_peer ? any[robust] / any[0] : BENCH_NONE);
    if (!has_peer)
        return;
    bench_ratios_add(&r->first, first[robust] / first[0]);
    bench_ratios_add(&r->first_batch, first[robust] / first[1]);
    bench_ratios_add(&r->any, any[robust] / any[0]);
}

static void ray_cells(point_run *r, const mesh_model *model, void *const models[],
                      const char *family, asked *cell) {
    if (!wants_rays(r, model->label, family))
        return;
    measure(r, models, ASK_FIRST, cell);
    size_t hits = 0;
    for (size_t i = 0; i < cell->count; i++)
        hits += cell->hits[0][i].t < HUGE_VAL;
    for (size_t c = 1; c < r->contender_count; c++)
        if (r->contenders[c]->rays != NULL)
            compare_hits(r, model, cell, c);
    double first[POINT_MAX_CONTENDERS];
    memcpy(first, cell->ns, sizeof first);
    measure(r, models, ASK_ANY, cell);
    add_times(r, model, "first", family, first);
    add_times(r, model, "any", family, cell->ns);
    const char *names[2] = {model->name, family};
    add_ray_row(r, names, (double)hits / (double)cell->count, first, cell->ns);
}

/* ---- Points ------------------------------------------------------------------------------- */

static void point_cell(point_run *r, const mesh_model *model, void *const models[],
                       const char *family, asked *cell) {
    if (!wants(r, model->label, "nearest", family))
        return;
    size_t cgal = find(r, "cgal"), embree = find(r, "embree robust");
    measure(r, models, ASK_NEAREST, cell);
    add_times(r, model, "nearest", family, cell->ns);
    for (size_t c = 1; c < r->contender_count; c++) {
        double slack = (r->contenders[c]->is_float ? 1e-4 : 1e-9) * model->size;
        for (size_t i = 0; r->contenders[c]->points != NULL && i < cell->count; i++)
            r->is_wrong |= !(fabs(cell->distances[c][i] - cell->distances[0][i]) <= slack);
    }
    bench_table_cell(r->points, "%s", model->name);
    bench_table_cell(r->points, "%s", family);
    for (size_t c = 0; c < r->contender_count; c++)
        if (r->contenders[c]->points != NULL)
            bench_table_number(r->points, cell->ns[c]);
    double over_cgal = cgal < r->contender_count ? cell->ns[cgal] / cell->ns[1] : BENCH_NONE;
    double over_embree = embree < r->contender_count ? cell->ns[embree] / cell->ns[1] : BENCH_NONE;
    bench_table_number(r->points, over_cgal);
    bench_table_number(r->points, over_embree);
    bench_ratios_add(&r->nearest, over_cgal);
    bench_ratios_add(&r->nearest_float, over_embree);
}

/* ---- One model ------------------------------------------------------------------------------ */

void point_tables_make(point_run *r) {
    r->rays = bench_report_table(r->report, "Rays",
                                 "First hits, nanoseconds per ray on one thread; any: whether "
                                 "the ray hits anything.");
    bench_table_cell(r->rays, "model");
    bench_table_cell(r->rays, "rays");
    bench_table_cell(r->rays, "hit");
    r->points =
        bench_report_table(r->report, "Nearest points", "Nanoseconds per point on one thread.");
    bench_table_cell(r->points, "model");
    bench_table_cell(r->points, "points");
    for (size_t c = 0; c < r->contender_count; c++) {
        if (r->contenders[c]->rays != NULL)
            bench_table_cell(r->rays, "%s", r->contenders[c]->name);
        if (r->contenders[c]->points != NULL)
            bench_table_cell(r->points, "%s", r->contenders[c]->name);
    }
    bench_table_cell(r->rays, "any: tact");
    bench_table_cell(r->rays, "any: embree");
    bench_table_cell(r->rays, "speed over embree");
    bench_table_cell(r->rays, "any: speed over embree");
    bench_table_cell(r->points, "speed over cgal");
    bench_table_cell(r->points, "speed over embree");
    bench_table_head_end(r->rays);
    bench_table_head_end(r->points);
}

void point_model_measure(point_run *r, const mesh_model *model) {
    void *models[POINT_MAX_CONTENDERS];
    asked cell = {.count = r->options.count};
    tact_ray *rays = bench_allocate(cell.count, sizeof *rays);
    tact_vec3 *points = bench_allocate(cell.count, sizeof *points);
    bench_rng rng = {BENCH_DEFAULT_SEED};
    for (size_t c = 0; c < r->contender_count; c++) {
        models[c] = r->contenders[c]->create(model->mesh);
        cell.hits[c] = bench_allocate(cell.count, sizeof(point_hit));
        cell.distances[c] = bench_allocate(cell.count, sizeof(double));
        if (models[c] == NULL)
            bench_fail("%s cannot build %s", r->contenders[c]->name, model->name);
    }
    cell.rays = rays;
    cell.points = points;
    point_make_rays_about(&rng, model, cell.count, rays);
    ray_cells(r, model, models, "about", &cell);
    point_make_rays_of_eye(&rng, model, cell.count, rays);
    ray_cells(r, model, models, "eye", &cell);
    point_make_near(&rng, model, cell.count, points);
    point_cell(r, model, models, "near", &cell);
    point_make_about(&rng, model, cell.count, points);
    point_cell(r, model, models, "about", &cell);
    for (size_t c = 0; c < r->contender_count; c++) {
        r->contenders[c]->destroy(models[c]);
        free(cell.hits[c]);
        free(cell.distances[c]);
    }
    free(rays);
    free(points);
}
