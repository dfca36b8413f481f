/* SPDX-License-Identifier: MIT */
/* Rays and points against a mesh: first hits beside Embree, nearest points beside CGAL's AABB tree,
 * with the answers compared; and what a mesh costs as a solid. See docs/probe.md,
 * query_self.md and query_inside.md. Inputs and contenders are in point/. */
#include "inputs.h"
#include "inside.h"
#include "point_contender.h"

#include "internal.h"
#include "report.h"
#include "stopwatch.h"
#include "times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_COUNT 40000
#define TIMES_COUNT 4000

typedef struct options {
    size_t count, reps;
    const char *model, *json, *markdown, *times, *filter;
    bool quick, check, help, turns;
} options;

typedef struct run {
    options options;
    const point_contender *contenders[POINT_MAX_CONTENDERS];
    size_t contender_count;
    mesh_report *report;
    bench_times times;
    mesh_table *rays, *points, *inside;
    double ray_log[3], point_log; /* sums of logarithms of ratios: first, batch, any; nearest */
    double ray_least, point_least;
    size_t ray_cells, point_cells, blocked_cells, point_peer_cells;
    size_t compared,
        differ; /* rays well inside of a face, and of those that a peer saw elsewhere */
    bool is_wrong;
    size_t stand_ins;
} run;

/* ---- Options ------------------------------------------------------------------------------ */

static void print_help(void) {
    puts("usage: bench_point [--quick] [--count N] [--reps N] [--model NAME] [--check]\n"
         "                   [--json FILE] [--markdown FILE] [--times FILE [--filter TEXT] "
         "[--turns]]\n"
         "Rays, nearest points and insides on the models of TACT_DATA, or generated ones without "
         "it.\n"
         "  --count N   rays and points a cell (default 40000)\n"
         "  --reps N    turns; the least time counts (default 7)\n"
         "  --model M   this model alone\n"
         "  --check     exit 1 if a bar is missed\n"
         "  --times F   a quick run of tact alone; write its times to F, for ./dev bench compare\n"
         "  --filter T  with --times: only cases whose name contains T\n"
         "  --turns     with --times: wait for a line on standard input before every case");
}

static bool parse_number(const char *text, size_t *out) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *out = value;
    return *end == '\0' && value > 0 && value <= 100000000;
}

static bool parse(int argc, char **argv, options *out) {
    *out = (options){.count = 0, .reps = 7};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool is_known = true;
        if (strcmp(name, "--quick") == 0)
            out->quick = true;
        else if (strcmp(name, "--check") == 0)
            out->check = true;
        else if (strcmp(name, "--turns") == 0)
            out->turns = true;
        else if (strcmp(name, "--help") == 0)
            out->help = true;
        else if (value == NULL)
            is_known = false;
        else if (strcmp(name, "--count") == 0)
            is_known = parse_number(argv[++i], &out->count);
        else if (strcmp(name, "--reps") == 0)
            is_known = parse_number(argv[++i], &out->reps);
        else if (strcmp(name, "--model") == 0)
            out->model = argv[++i];
        else if (strcmp(name, "--json") == 0)
            out->json = argv[++i];
        else if (strcmp(name, "--markdown") == 0)
            out->markdown = argv[++i];
        else if (strcmp(name, "--times") == 0)
            out->times = argv[++i];
        else if (strcmp(name, "--filter") == 0)
            out->filter = argv[++i];
        else
            is_known = false;
        if (!is_known) {
            fprintf(stderr, "bench_point: %s is not understood; see --help\n", name);
            return false;
        }
    }
    if (out->count == 0)
        out->count = out->times != NULL ? TIMES_COUNT : DEFAULT_COUNT;
    if (out->quick) {
        out->count = 200;
        out->reps = 1;
    }
    return true;
}

/* ---- Measuring ---------------------------------------------------------------------------- */

static void *get_memory(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) {
        fprintf(stderr, "bench_point: out of memory\n");
        exit(2);
    }
    return memory;
}

/* Questions between two looks at the clock: short enough to be left alone by other programs now and
 * then, and more than caches hold of one question after the other. */
#define SLICE 2000

/* One question of a contender: the first hit, any hit, or the nearest point. */
typedef enum question { ASK_FIRST, ASK_ANY, ASK_NEAREST } question;

typedef struct asked {
    const tact_ray *rays;
    const tact_vec3 *points;
    size_t count;
    point_hit *hits[POINT_MAX_CONTENDERS];
    double *distances[POINT_MAX_CONTENDERS];
    double ns[POINT_MAX_CONTENDERS]; /* NaN where the contender has no answer */
} asked;

static bool can_answer(const point_contender *c, question q) {
    return q == ASK_FIRST ? c->rays != NULL : q == ASK_ANY ? c->blocked != NULL : c->points != NULL;
}

/* Questions from begin on, as many as a slice has or are left. */
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

/* Contenders take turns slice by slice, so that noise hits all alike; of every slice the least time
 * counts. */
static void measure(const run *r, void *const models[], question q, asked *cell) {
    for (size_t c = 0; c < r->contender_count; c++)
        cell->ns[c] = can_answer(r->contenders[c], q) ? 0 : (double)NAN;
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

/* The contender of a name; the count where there is none. */
static size_t find(const run *r, const char *name) {
    size_t c = 0;
    while (c < r->contender_count && strcmp(r->contenders[c]->name, name) != 0)
        c++;
    return c;
}

/* ---- Rays --------------------------------------------------------------------------------- */

/* Whether a hit lies well inside of its triangle, which the ray meets at no small angle: then
 * arithmetic in float sees it too. */
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

/* Counts clear hits that a contender saw elsewhere. */
static void compare_hits(run *r, const mesh_model *model, const asked *cell, size_t c) {
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

/* One question about one family of inputs: tact, and tact in a batch. */
static void add_times(const run *r, const mesh_model *model, const char *name, const char *family,
                      const double ns[2]) {
    bench_times_add(&r->times, ns[0], "%s/%s/%s", name, model->label, family);
    if (!isnan(ns[1]))
        bench_times_add(&r->times, ns[1], "%s-batch/%s/%s", name, model->label, family);
}

static bool wants(const run *r, const char *label, const char *name, const char *family) {
    return bench_times_wants(&r->times, "%s/%s/%s", name, label, family) ||
           bench_times_wants(&r->times, "%s-batch/%s/%s", name, label, family);
}

static bool wants_rays(const run *r, const char *label, const char *family) {
    return wants(r, label, "first", family) || wants(r, label, "any", family);
}

static bool wants_model(const run *r, const char *label) {
    return wants_rays(r, label, "about") || wants_rays(r, label, "eye") ||
           wants(r, label, "nearest", "near") || wants(r, label, "nearest", "about");
}

static void ray_cells(run *r, const mesh_model *model, void *const models[], const char *family,
                      asked *cell) {
    if (!wants_rays(r, model->label, family))
        return;
    size_t robust = find(r, "embree robust");
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
    mesh_table_cell(r->rays, "%s", model->name);
    mesh_table_cell(r->rays, "%s", family);
    mesh_table_cell(r->rays, "%.0f %%", 100.0 * (double)hits / (double)cell->count);
    for (size_t c = 0; c < r->contender_count; c++)
        if (r->contenders[c]->rays != NULL)
            mesh_table_number(r->rays, first[c]);
    mesh_table_number(r->rays, cell->ns[0]);
    if (robust == r->contender_count) {
        mesh_table_cell(r->rays, "-");
        mesh_table_cell(r->rays, "-");
        mesh_table_cell(r->rays, "-");
        return;
    }
    mesh_table_number(r->rays, cell->ns[robust]);
    mesh_table_number(r->rays, first[robust] / first[1]);
    mesh_table_number(r->rays, cell->ns[robust] / cell->ns[0]);
    r->ray_log[0] += log(first[robust] / first[0]);
    r->ray_log[1] += log(first[robust] / first[1]);
    r->ray_log[2] += log(cell->ns[robust] / cell->ns[0]);
    r->ray_least = fmin(r->ray_least, first[robust] / first[1]);
    r->ray_cells++;
}

/* ---- Points ------------------------------------------------------------------------------- */

static void point_cell(run *r, const mesh_model *model, void *const models[], const char *family,
                       asked *cell) {
    if (!wants(r, model->label, "nearest", family))
        return;
    size_t cgal = find(r, "cgal");
    measure(r, models, ASK_NEAREST, cell);
    add_times(r, model, "nearest", family, cell->ns);
    for (size_t c = 1; c < r->contender_count; c++)
        for (size_t i = 0; r->contenders[c]->points != NULL && i < cell->count; i++)
            r->is_wrong |=
                !(fabs(cell->distances[c][i] - cell->distances[0][i]) <= 1e-9 * model->size);
    mesh_table_cell(r->points, "%s", model->name);
    mesh_table_cell(r->points, "%s", family);
    for (size_t c = 0; c < r->contender_count; c++)
        if (r->contenders[c]->points != NULL)
            mesh_table_number(r->points, cell->ns[c]);
    r->point_cells++;
    if (cgal == r->contender_count) {
        mesh_table_cell(r->points, "-");
        return;
    }
    mesh_table_number(r->points, cell->ns[cgal] / cell->ns[1]);
    r->point_log += log(cell->ns[cgal] / cell->ns[1]);
    r->point_least = fmin(r->point_least, cell->ns[cgal] / cell->ns[1]);
    r->point_peer_cells++;
}

/* ---- The run ------------------------------------------------------------------------------ */

static void ask_model(run *r, const mesh_model *model) {
    void *models[POINT_MAX_CONTENDERS];
    asked cell = {.count = r->options.count};
    tact_ray *rays = get_memory(cell.count, sizeof *rays);
    tact_vec3 *points = get_memory(cell.count, sizeof *points);
    bench_rng rng = {BENCH_DEFAULT_SEED};
    for (size_t c = 0; c < r->contender_count; c++) {
        models[c] = r->contenders[c]->create(model->mesh);
        cell.hits[c] = get_memory(cell.count, sizeof(point_hit));
        cell.distances[c] = get_memory(cell.count, sizeof(double));
        if (models[c] == NULL)
            exit(2);
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

/* The suite's i-th model, if it is wanted. */
static void run_model(run *r, size_t i) {
    const char *label = mesh_suite_name(i);
    bool is_small = strcmp(label, "bunny") == 0 || strcmp(label, "fandisk") == 0 ||
                    strcmp(label, "teapot") == 0;
    bool has_inside = (is_small || r->options.times == NULL) && inside_is_wanted(&r->times, label);
    bool is_asked = wants_model(r, label);
    if ((!has_inside && !is_asked) ||
        (r->options.model != NULL && strcmp(r->options.model, label) != 0))
        return;
    mesh_model model = mesh_suite_load(i);
    r->stand_ins += model.is_stand_in;
    if (is_asked)
        ask_model(r, &model);
    if (has_inside)
        inside_measure(&r->times, r->inside, &model, r->options.reps);
    mesh_model_destroy(&model);
}

static void make_tables(run *r) {
    r->rays = mesh_report_table(r->report, "Rays",
                                "First hits, nanoseconds a ray on one thread; any: whether "
                                "something is in the way.");
    mesh_table_cell(r->rays, "model");
    mesh_table_cell(r->rays, "rays");
    mesh_table_cell(r->rays, "hit");
    r->points =
        mesh_report_table(r->report, "Nearest points", "Nanoseconds a point on one thread.");
    mesh_table_cell(r->points, "model");
    mesh_table_cell(r->points, "points");
    for (size_t c = 0; c < r->contender_count; c++) {
        if (r->contenders[c]->rays != NULL)
            mesh_table_cell(r->rays, "%s", r->contenders[c]->name);
        if (r->contenders[c]->points != NULL)
            mesh_table_cell(r->points, "%s", r->contenders[c]->name);
    }
    mesh_table_cell(r->rays, "any: tact");
    mesh_table_cell(r->rays, "any: embree");
    mesh_table_cell(r->rays, "speed by embree's");
    mesh_table_cell(r->rays, "any: speed by embree's");
    mesh_table_cell(r->points, "speed by cgal's");
    mesh_table_head_end(r->rays);
    mesh_table_head_end(r->points);
    r->inside = inside_table(r->report);
}

static double mean_of(double logarithms, size_t count) {
    return count == 0 ? (double)NAN : exp(logarithms / (double)count);
}

static void report_bars(run *r) {
    mesh_report_at_least(r->report, "rays, batch: speed by that of Embree, robust (mean)",
                         mean_of(r->ray_log[1], r->ray_cells), 0.5);
    mesh_report_at_least(r->report, "rays, one by one: speed by that of Embree, robust (mean)",
                         mean_of(r->ray_log[0], r->ray_cells), 0.5);
    mesh_report_at_least(r->report, "any hit: speed by that of Embree, robust (mean)",
                         mean_of(r->ray_log[2], r->ray_cells), 0.5);
    mesh_report_at_least(r->report, "rays, batch: the least of these ratios",
                         r->ray_cells == 0 ? (double)NAN : r->ray_least, 0.5);
    mesh_report_at_least(r->report, "nearest points: speed by that of CGAL (mean)",
                         mean_of(r->point_log, r->point_peer_cells), 3);
    mesh_report_at_least(r->report, "nearest points: the least of these ratios",
                         r->point_peer_cells == 0 ? (double)NAN : r->point_least, 3);
    mesh_report_at_most(r->report, "clear hits that Embree sees elsewhere, share",
                        r->compared == 0 ? (double)NAN : (double)r->differ / (double)r->compared,
                        1e-4);
    mesh_report_must(r->report, "batches and distances agree", !r->is_wrong);
}

static bool write_file(const run *r, const char *path, bool is_json) {
    mesh_report_head head = {"bench_point", "bench_point",
                             r->stand_ins > 0 ? "generated stand-ins for those not found"
                                              : "from the files of TACT_DATA",
                             tact_simd_level_name(tact_simd_level_best())};
    return mesh_report_write(r->report, &head, path, is_json);
}

int main(int argc, char **argv) {
    run r = {.ray_least = HUGE_VAL, .point_least = HUGE_VAL};
    if (!parse(argc, argv, &r.options))
        return 2;
    if (r.options.help) {
        print_help();
        return 0;
    }
    if (!bench_times_open(&r.times, r.options.times, r.options.filter, r.options.turns))
        return 2;
    r.contender_count = point_contenders(r.contenders);
    if (r.options.times != NULL)
        r.contender_count = 2; /* those of tact */
    r.report = mesh_report_create();
    bench_machine machine = bench_machine_describe();
    printf("%s, %s, flags: %s, SIMD level %s, load %s, %zu questions a cell, %zu turns\n",
           machine.cpu, machine.compiler, machine.flags, machine.simd, machine.load,
           r.options.count, r.options.reps);
    for (size_t c = 0; c < r.contender_count; c++)
        printf("  %-14s %s\n", r.contenders[c]->name, r.contenders[c]->about);
    make_tables(&r);
    for (size_t i = r.options.quick ? MESH_SUITE_COUNT - 1 : 0; i < MESH_SUITE_COUNT; i++)
        run_model(&r, i);
    mesh_table_print(r.rays);
    mesh_table_print(r.points);
    mesh_table_print(r.inside);
    report_bars(&r);
    mesh_report_print_bars(r.report);
    bool is_closed = bench_times_close(&r.times);
    bool written = r.options.json == NULL || write_file(&r, r.options.json, true);
    written &= r.options.markdown == NULL || write_file(&r, r.options.markdown, false);
    bool failed = mesh_report_broken(r.report) > 0 ||
                  (r.options.check && !r.options.quick && mesh_report_missed(r.report) > 0);
    mesh_report_destroy(r.report);
    return !written || !is_closed ? 2 : failed ? 1 : 0;
}
