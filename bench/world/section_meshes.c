/* SPDX-License-Identifier: MIT */
/* A thousand lumps of 10,580 triangles, packed so that each touches at least four others. All turn
 * and shake; each frame asks for all pairs of triangles that meet. The lumps share four models. */
#include "arguments.h"
#include "fail.h"
#include "inputs.h"
#include "stopwatch.h"
#include "world_sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MODELS 4
/* Icospheres of this frequency have 10,580 triangles. */
#define FREQUENCY 23
#define QUICK_FREQUENCY 6
/* The amplitude of the lumps, and how far they shake: in radii. The edges of their triangles are
 * 0.05 long. */
#define AMPLITUDE 0.0005
#define SHAKE 0.0002
/* The distance of neighbours. */
#define SPACING 1.998
#define QUICK_SPACING 1.93
#define WARM 2
#define WORKERS 2

/* Memory that is in use, counted without locks: a world allocates on the thread that steps it, and
 * its workers rarely. */
typedef struct counted {
    size_t bytes;
} counted;

static void *count_allocate(void *user, size_t bytes, size_t alignment) {
    counted *c = user;
    void *memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory != NULL)
        __atomic_fetch_add(&c->bytes, bytes, __ATOMIC_RELAXED);
    return memory;
}

static void count_release(void *user, void *memory, size_t bytes, size_t alignment) {
    counted *c = user;
    (void)alignment;
    __atomic_fetch_sub(&c->bytes, bytes, __ATOMIC_RELAXED);
    free(memory);
}

/* Where the lumps are. */
typedef enum pack_kind {
    PACK_OCTAHEDRA, /* the corners of 167 octahedra: each lump touches the four that it has edges
                       with */
    PACK_HEXAGONS   /* ten layers of hexagons: those inside touch eight others, those at the rim at
                       least four */
} pack_kind;

typedef struct pack {
    tact_vec3 *centers;
    uint32_t count;
} pack;

#define MOST_LUMPS 1002

static void add_octahedra(pack *p, uint32_t count, double spacing) {
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "octahedra");
    double reach = spacing / sqrt(2), apart = 2 * reach + 2.2;
    for (uint32_t i = 0; i < count; i++) {
        tact_vec3 at = {apart * (i % 6), apart * (i / 6 % 6), apart * (i / 36)};
        tact_pose pose;
        bench_must(tact_pose_from_axis_angle(inputs_direction(&rng), bench_rng_between(&rng, -3, 3),
                                             at, &pose),
                   "a pose");
        for (int k = 0; k < 6; k++) {
            double way = k < 3 ? reach : -reach;
            tact_vec3 corner = {k % 3 == 0 ? way : 0, k % 3 == 1 ? way : 0, k % 3 == 2 ? way : 0};
            p->centers[p->count++] = tact_pose_place(pose, corner);
        }
    }
}

/* Rows of a hexagon with sides of 4, 5 and 11, or 2, 2 and 3. The first of them is across. */
static void add_hexagons(pack *p, bool is_quick, double spacing) {
    int across = is_quick ? 2 : 4, up = is_quick ? 2 : 5, along = is_quick ? 3 : 11;
    int layers = is_quick ? 2 : 10;
    for (int layer = 0; layer < layers; layer++)
        for (int row = 0; row < across + up - 1; row++) {
            int first = row < across ? 0 : row - across + 1;
            int last = row < up ? along + row : along + up - 1;
            for (int k = first; k < last; k++)
                p->centers[p->count++] = (tact_vec3){spacing * (k - 0.5 * row),
                                                     spacing * sqrt(0.75) * row, spacing * layer};
        }
}

static pack pack_create(pack_kind kind, bool is_quick) {
    pack p = {bench_allocate(MOST_LUMPS, sizeof(tact_vec3)), 0};
    double spacing = is_quick ? QUICK_SPACING : SPACING;
    if (kind == PACK_OCTAHEDRA)
        add_octahedra(&p, is_quick ? 4 : MOST_LUMPS / 6, spacing);
    else
        add_hexagons(&p, is_quick, spacing);
    return p;
}

typedef struct lumps {
    counted of_models, of_world;
    tact_context *model_context, *context;
    tact_pool *pool;
    tact_model *models[MODELS];
    tact_world *world;
    tact_object_id ids[MOST_LUMPS];
    pack pack;
    tact_vec3 axis[MOST_LUMPS], phase[MOST_LUMPS];
} lumps;

static tact_context *make_context(counted *c, tact_pool *pool) {
    tact_context_desc desc = tact_context_desc_default();
    tact_context *context;
    desc.allocator = (tact_allocator){c, count_allocate, count_release};
    if (pool != NULL)
        desc.executor = tact_pool_executor(pool);
    bench_must(tact_context_create(&desc, &context), "a context");
    return context;
}

static void make_models(lumps *l, bool is_quick) {
    for (uint64_t k = 0; k < MODELS; k++) {
        tact_mesh *mesh;
        bench_must(tact_mesh_create_blob(NULL, 1, AMPLITUDE, is_quick ? QUICK_FREQUENCY : FREQUENCY,
                                         k + 1, &mesh),
                   "a lump");
        tact_mesh_arrays arrays = tact_mesh_as_arrays(mesh);
        bench_must(tact_model_create_mesh(l->model_context, &arrays, NULL, NULL, &l->models[k]),
                   "a model");
        tact_mesh_destroy(mesh);
    }
}

static tact_pose pose_at(const lumps *l, uint32_t i, size_t frame) {
    const double degree = 3.14159265358979323846 / 180;
    tact_vec3 c = l->pack.centers[i], p = l->phase[i];
    double t = 0.2 * (double)frame;
    tact_vec3 at = {c.x + SHAKE * tact_cos(p.x + t), c.y + SHAKE * tact_cos(p.y + t),
                    c.z + SHAKE * tact_cos(p.z + t)};
    tact_pose pose;
    bench_must(tact_pose_from_axis_angle(l->axis[i], 100 * p.x + degree * (double)frame, at, &pose),
               "a pose");
    return pose;
}

static lumps *lumps_create(pack_kind kind, uint32_t workers, bool is_quick) {
    lumps *l = bench_allocate(1, sizeof *l);
    *l = (lumps){.pack = pack_create(kind, is_quick)};
    if (workers > 1)
        bench_must(tact_pool_create(NULL, workers, &l->pool), "threads");
    l->model_context = make_context(&l->of_models, NULL);
    l->context = make_context(&l->of_world, l->pool);
    make_models(l, is_quick);
    bench_must(tact_world_create(l->context, &l->world), "a world");
    tact_interest contacts = tact_interest_default();
    contacts.question = TACT_QUESTION_CONTACTS;
    contacts.remember = 0;
    bench_must(tact_world_set_interest(l->world, 0, 0, &contacts), "an interest");
    bench_rng rng = bench_rng_named(BENCH_DEFAULT_SEED, "lumps");
    for (uint32_t i = 0; i < l->pack.count; i++) {
        l->axis[i] = inputs_direction(&rng);
        l->phase[i] = tact_vec3_scale(inputs_point(&rng), 6.28);
        tact_object object = tact_object_make(l->models[i % MODELS]);
        object.instance.pose = pose_at(l, i, 0);
        bench_must(tact_world_add(l->world, &object, 1, NULL, &l->ids[i]), "an object");
    }
    return l;
}

static void lumps_destroy(lumps *l) {
    tact_world_destroy(l->world);
    for (int k = 0; k < MODELS; k++)
        tact_model_destroy(l->models[k]);
    tact_context_destroy(l->context);
    tact_context_destroy(l->model_context);
    tact_pool_destroy(l->pool);
    free(l->pack.centers);
    free(l);
}

typedef struct frames_figure {
    double ms;
    world_stages stages;
    uint64_t least_pairs;      /* of triangles, in a frame */
    uint32_t least_neighbours; /* of a lump, in a frame */
    uint64_t touching, box_pairs;
    uint64_t hash;
    size_t triangles, model_bytes, mesh_bytes, world_bytes;
} frames_figure;

static void count_events(const lumps *l, frames_figure *f) {
    uint32_t neighbours[MOST_LUMPS] = {0};
    tact_events events = tact_world_events(l->world);
    uint64_t pairs = 0, touching = 0;
    for (uint32_t i = 0; i < events.count; i++) {
        const tact_event *e = &events.events[i];
        if (e->kind == TACT_EVENT_END)
            continue;
        pairs += events.contacts[e->result].count;
        touching++;
        neighbours[e->a.slot]++;
        neighbours[e->b.slot]++;
    }
    f->touching = touching;
    f->least_pairs = pairs < f->least_pairs ? pairs : f->least_pairs;
    for (uint32_t i = 0; i < l->pack.count; i++)
        f->least_neighbours =
            neighbours[i] < f->least_neighbours ? neighbours[i] : f->least_neighbours;
}

static frames_figure measure(pack_kind kind, uint32_t workers, const world_options *options) {
    static double ns[WORLD_MOST_FRAMES];
    static tact_pose poses[MOST_LUMPS];
    frames_figure f = {.least_pairs = UINT64_MAX, .least_neighbours = UINT32_MAX};
    lumps *l = lumps_create(kind, workers, options->quick);
    f.hash = 0;
    for (size_t frame = 0; frame < options->frames + WARM; frame++) {
        for (uint32_t i = 0; i < l->pack.count; i++)
            poses[i] = pose_at(l, i, frame);
        tact_step_info info;
        double begin = bench_now_ns();
        bench_must(tact_world_move(l->world, l->ids, poses, l->pack.count, NULL), "poses");
        bench_must(tact_world_step(l->world, 0, NULL, &info), "a step");
        double end = bench_now_ns();
        count_events(l, &f);
        f.hash = 31 * f.hash + tact_world_hash(l->world);
        f.box_pairs = info.box_pairs;
        if (frame < WARM)
            continue;
        ns[frame - WARM] = end - begin;
        world_stages_add(&f.stages, &info, options->frames);
    }
    f.ms = world_median(ns, options->frames) * 1e-6;
    f.model_bytes = l->of_models.bytes;
    f.world_bytes = l->of_world.bytes;
    for (int k = 0; k < MODELS; k++) {
        f.mesh_bytes += tact_model_inspect(l->models[k]).bytes;
        f.triangles += tact_model_inspect(l->models[k]).triangle_count;
    }
    lumps_destroy(l);
    return f;
}

static const char *const pack_names[] = {"octahedra", "hexagons"};

static void add_row(bench_table *table, pack_kind kind, uint32_t workers, const frames_figure *f) {
    bench_table_cell(table, "%s", pack_names[kind]);
    bench_table_cell(table, "%u", (unsigned)workers);
    bench_table_number(table, f->ms);
    bench_table_number(table, 1000 / f->ms);
    bench_table_number(table, f->stages.place);
    bench_table_number(table, f->stages.pairs);
    bench_table_number(table, f->stages.ask);
    bench_table_number(table, f->stages.events);
    bench_table_cell(table, "%zu", (size_t)f->box_pairs);
    bench_table_cell(table, "%zu", (size_t)f->touching);
    bench_table_cell(table, "%u", (unsigned)f->least_neighbours);
    bench_table_cell(table, "%zu", (size_t)f->least_pairs);
    bench_table_number(table, 1e-6 * (double)f->model_bytes);
    bench_table_number(table, 1e-6 * (double)f->world_bytes);
}

static void compare_threads(world_run *run, pack_kind kind, bench_table *table) {
    frames_figure one = measure(kind, 1, &run->options);
    frames_figure two = measure(kind, WORKERS, &run->options);
    add_row(table, kind, 1, &one);
    add_row(table, kind, WORKERS, &two);
    bench_report_must(run->report, "meshes: the same hash with one thread and with two",
                      one.hash == two.hash);
    bench_report_must(run->report, "meshes: memory of the models as one copy of each",
                      one.model_bytes < one.mesh_bytes + one.mesh_bytes / 100 + 10000);
    bench_report_must(run->report, "meshes: each touches at least 4 others",
                      one.least_neighbours >= 4);
    if (run->options.quick)
        return;
    bench_report_must(run->report, "meshes: at least 20000 pairs of triangles",
                      one.least_pairs >= 20000);
    if (kind == PACK_OCTAHEDRA)
        bench_report_at_least(run->report, "a thousand meshes: frames per second on two threads",
                              1000 / two.ms, 60);
}

void world_section_meshes(world_run *run) {
    if (run->options.times != NULL) {
        if (bench_times_wants(&run->times, "world-meshes/1000"))
            bench_times_add(&run->times, 1e6 * measure(PACK_OCTAHEDRA, 1, &run->options).ms,
                            "world-meshes/1000");
        return;
    }
    bench_table *table = bench_report_table(
        run->report, "A thousand meshes",
        "Lumps of 10,580 triangles of four models; per frame all turn by one degree and shake. "
        "Milliseconds per frame (median, wall clock) for poses, pairs of boxes and all pairs of "
        "triangles; frames per second; the stages (mean, ms); touching pairs, the least number of "
        "neighbours of a lump and of pairs of triangles in a frame; memory in MB.");
    static const char *const head[] = {
        "packed", "threads",   "ms",       "per second", "boxes",     "pairs",  "ask",
        "events", "box pairs", "touching", "neighbours", "triangles", "models", "world"};
    BENCH_TABLE_HEAD(table, head);
    compare_threads(run, PACK_OCTAHEDRA, table);
    compare_threads(run, PACK_HEXAGONS, table);
    bench_table_print(table);
}
