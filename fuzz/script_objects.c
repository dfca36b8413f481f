/* SPDX-License-Identifier: MIT */
/* Actions on contexts, pools, soups, meshes, topologies, hulls, lists and sets. */
#include "script.h"

#include <string.h>

/* ---- Contexts and pools ------------------------------------------------------------------- */

static void write_log(void *user, tact_log_level level, const char *text) {
    (void)user;
    script_require(level <= TACT_LOG_WARNING);
    script_read_bytes(text, strlen(text));
}

/* An executor without threads: the pieces run backwards, by workers in turn. */
static void run_backwards(void *user, uint32_t count, tact_task *task, void *data) {
    (void)user;
    for (uint32_t i = count; i > 0; i--)
        task(data, i - 1, i % 3);
}

void act_context(script *s) {
    uint32_t slot = script_below(s, MOST_CONTEXTS);
    if (s->contexts[slot] != NULL)
        return;
    tact_context_desc desc = tact_context_desc_default();
    desc.allocator = script_allocator(&s->memory[slot]);
    desc.simd_level = (tact_simd_level)script_below(s, 4);
    uint8_t kind = script_byte(s);
    s->uses_pool[slot] = s->pool != NULL && kind % 2 == 1;
    if (s->uses_pool[slot])
        desc.executor = tact_pool_executor(s->pool);
    else if (kind % 4 == 0)
        desc.executor = (tact_executor){NULL, 3, run_backwards};
    if (kind % 8 == 2)
        desc.logger.write = write_log;
    if (kind >= 248)
        desc.executor.worker_count = 0;
    tact_context *context;
    script_begin(s, &context, sizeof context);
    if (script_end(s, tact_context_create(&desc, &context), MAY_REFUSE)) {
        s->contexts[slot] = context;
        s->context_blocks[slot] = s->memory[slot].live;
    } else {
        s->uses_pool[slot] = false;
    }
}

/* A context that something was made with must live on. */
static void destroy_context(script *s, uint32_t slot) {
    if (s->contexts[slot] == NULL || s->memory[slot].live != s->context_blocks[slot])
        return;
    tact_context_destroy(s->contexts[slot]);
    s->contexts[slot] = NULL;
    s->uses_pool[slot] = false;
    script_require(s->memory[slot].live == 0 && s->memory[slot].live_bytes == 0);
}

void act_context_destroy(script *s) {
    destroy_context(s, script_below(s, MOST_CONTEXTS));
}

void act_pool(script *s) {
    tact_pool *pool;
    const tact_context *context = script_context(s);
    uint32_t workers = script_rarely(s) ? 2 : 1; /* threads are slow to start */
    if (s->pool != NULL)
        return;
    if (script_rarely(s))
        workers = 2000;
    script_begin(s, &pool, sizeof pool);
    if (script_end(s, tact_pool_create(context, workers, &pool),
                   MAY_REFUSE | MAY(TACT_THREAD_FAILED)))
        s->pool = pool;
}

void act_pool_destroy(script *s) {
    for (int i = 0; i < MOST_CONTEXTS; i++)
        if (s->uses_pool[i])
            return;
    tact_pool_destroy(s->pool);
    s->pool = NULL;
}

/* Chooses which allocations of a context will fail. */
void act_fail(script *s) {
    script_memory *memory = &s->memory[script_below(s, MOST_CONTEXTS)];
    uint8_t how = script_byte(s);
    memory->random = how;
    memory->odds = how >= 192 ? 1u + how % 16 : 0;
    memory->fail_at = how < 192 ? memory->calls + how : 0;
}

static void count_task(void *data, uint32_t index, uint32_t worker) {
    (void)worker;
    ((uint8_t *)data)[index]++;
}

void act_run(script *s) {
    uint8_t counts[64] = {0};
    uint32_t count = script_below(s, 64);
    tact_context_run(script_context(s), count, count_task, counts);
    for (uint32_t i = 0; i < 64; i++)
        script_require(counts[i] == (i < count));
    script_require(tact_float_mode_check() == TACT_OK);
}

/* ---- Soups and meshes --------------------------------------------------------------------- */

#define MAY_COPY (MAY_REFUSE | MAY(TACT_TOO_LARGE))

void act_soup(script *s) {
    bool can_borrow;
    tact_mesh_arrays arrays = script_arrays(s, &can_borrow);
    tact_soup *soup;
    const tact_context *context = script_context(s);
    script_begin(s, &soup, sizeof soup);
    if (!script_end_error(s, tact_soup_create(context, &arrays, &s->error, &soup), MAY_COPY))
        return;
    tact_mesh_arrays copy = tact_soup_arrays(soup);
    script_read_arrays(&copy);
    uint32_t slot = script_below(s, MOST_OBJECTS);
    tact_soup_destroy(s->soups[slot]);
    s->soups[slot] = soup;
}

void act_mesh(script *s) {
    bool can_borrow;
    tact_mesh_arrays arrays = script_arrays(s, &can_borrow);
    tact_mesh *mesh;
    const tact_context *context = script_context(s);
    script_begin(s, &mesh, sizeof mesh);
    if (script_end_error(s, tact_mesh_create(context, &arrays, &s->error, &mesh),
                         MAY_COPY | MAY(TACT_NOT_FINITE)))
        script_put_mesh(s, mesh);
}

void act_weld(script *s) {
    tact_mesh *mesh;
    const tact_context *context = script_context(s);
    const tact_mesh *from = script_mesh(s);
    script_begin(s, &mesh, sizeof mesh);
    if (script_end(s, tact_mesh_weld(context, from, &mesh), MAY_REFUSE))
        script_put_mesh(s, mesh);
}

void act_expand(script *s) {
    tact_mesh *mesh;
    const tact_context *context = script_context(s);
    const tact_mesh *from = tact_model_mesh(TAKE(s, s->models)); /* may be compact */
    script_begin(s, &mesh, sizeof mesh);
    if (script_end(s, tact_mesh_expand(context, from, &mesh), MAY_REFUSE))
        script_put_mesh(s, mesh);
}

/* Goes once through the edges and once through the triangles. */
static void read_topology(const tact_topology *topology, uint32_t triangles) {
    uint32_t edges = tact_topology_edge_count(topology), sides = 0;
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t ends[2], count = tact_topology_edge_triangle_count(topology, i);
        tact_topology_edge(topology, i, ends);
        script_require(ends[0] < ends[1]);
        for (uint32_t k = 0; k < count; k++)
            script_require(tact_topology_edge_triangle(topology, i, k) < triangles);
    }
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        uint32_t edge = tact_topology_triangle_edge(topology, i / 3, i % 3);
        uint32_t other = tact_topology_neighbour(topology, i / 3, i % 3);
        script_require(edge < edges || edge == UINT32_MAX);
        script_require(other < triangles || other == TACT_NO_TRIANGLE);
        sides += edge != UINT32_MAX;
    }
    script_require(sides >= edges);
}

void act_topology(script *s) {
    tact_topology *topology;
    const tact_context *context = script_context(s);
    const tact_mesh *mesh = script_mesh(s);
    script_begin(s, &topology, sizeof topology);
    if (!script_end(s, tact_topology_create(context, mesh, &topology),
                    MAY_REFUSE | MAY(TACT_TOO_LARGE)))
        return;
    read_topology(topology, tact_mesh_triangle_count(mesh));
    uint32_t slot = script_below(s, MOST_OBJECTS);
    tact_topology_destroy(s->topologies[slot]);
    s->topologies[slot] = topology;
}

void act_examine(script *s) {
    bool can_borrow;
    tact_mesh_arrays arrays = script_arrays(s, &can_borrow);
    tact_mesh_report report;
    const tact_context *context = script_context(s);
    script_begin(s, &report, sizeof report);
    (void)script_end(s, tact_mesh_examine(context, &arrays, &report), MAY_COPY);
}

void act_mesh_destroy(script *s) {
    uint32_t slot = script_below(s, MOST_OBJECTS);
    switch (script_below(s, 4)) {
    case 0:
        tact_soup_destroy(s->soups[slot]);
        s->soups[slot] = NULL;
        break;
    case 1:
        tact_mesh_destroy(s->meshes[slot]);
        s->meshes[slot] = NULL;
        break;
    case 2:
        tact_topology_destroy(s->topologies[slot]);
        s->topologies[slot] = NULL;
        break;
    default:
        tact_hull_destroy(s->hulls[slot]);
        s->hulls[slot] = NULL;
        break;
    }
}

/* ---- Hulls -------------------------------------------------------------------------------- */

static void read_hull(script *s, const tact_hull *hull) {
    tact_hull_info info = tact_hull_inspect(hull);
    uint32_t count;
    script_read_bytes(tact_hull_vertices(hull), info.vertex_count * sizeof(tact_vec3));
    script_read_bytes(tact_hull_sources(hull), info.vertex_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < info.face_count; i++) {
        const uint32_t *face = tact_hull_face(hull, i, &count);
        script_read_bytes(face, count * sizeof *face);
    }
    for (uint32_t i = 0; i < info.vertex_count; i++) {
        const uint32_t *neighbours = tact_hull_neighbours(hull, i, &count);
        script_read_bytes(neighbours, count * sizeof *neighbours);
    }
    (void)tact_hull_mass(hull);
    script_require(tact_hull_support(hull, script_vec3(s), 0) < info.vertex_count);
    script_begin(s, NULL, 0);
    (void)script_end_error(s, tact_hull_validate(hull, &s->error), 0);
}

void act_hull(script *s) {
    tact_vec3 points[MOST_VERTICES];
    tact_hull *hull;
    tact_status status;
    const tact_context *context = script_context(s);
    bool is_from_mesh = script_byte(s) % 4 == 0;
    const tact_mesh *mesh = is_from_mesh ? script_mesh(s) : NULL;
    uint32_t count = is_from_mesh ? 0 : script_points(s, points, MOST_VERTICES);
    script_begin(s, &hull, sizeof hull);
    status = is_from_mesh ? tact_hull_create_from_mesh(context, mesh, &hull)
                          : tact_hull_create(context, points, count, &hull);
    if (!script_end(s, status, MAY_COPY | MAY(TACT_NOT_FINITE)))
        return;
    read_hull(s, hull);
    uint32_t slot = script_below(s, MOST_OBJECTS);
    tact_hull_destroy(s->hulls[slot]);
    s->hulls[slot] = hull;
}

/* Moves the vertices of a hull, or makes a mesh of it. */
void act_hull_change(script *s) {
    if (TAKE(s, s->hulls) == NULL)
        act_hull(s);
    tact_hull *hull = TAKE(s, s->hulls);
    tact_vec3 moved[64], step = script_vec3(s);
    uint32_t count = hull != NULL ? tact_hull_inspect(hull).vertex_count : 0;
    if (script_byte(s) % 2 == 0 && count <= 64) {
        uint32_t one = count > 0 && script_rarely(s) ? script_below(s, count) : UINT32_MAX;
        for (uint32_t i = 0; i < count; i++)
            moved[i] = one == UINT32_MAX || one == i
                           ? tact_vec3_add(tact_hull_vertices(hull)[i], step)
                           : tact_hull_vertices(hull)[i];
        script_begin(s, NULL, 0);
        (void)script_end(s, tact_hull_move_vertices(hull, moved),
                         MAY_REFUSE | MAY(TACT_NOT_FINITE));
        if (hull != NULL)
            read_hull(s, hull);
        return;
    }
    tact_mesh *mesh;
    const tact_context *context = script_context(s);
    script_begin(s, &mesh, sizeof mesh);
    if (script_end(s, tact_hull_to_mesh(context, hull, &mesh), MAY_COPY))
        script_put_mesh(s, mesh);
}

/* ---- Lists and sets ----------------------------------------------------------------------- */

void act_list(script *s) {
    uint32_t slot = script_below(s, MOST_OBJECTS);
    const tact_context *context = script_context(s);
    tact_contact_list *list;
    tact_contact_list_destroy(s->lists[slot]);
    s->lists[slot] = NULL;
    script_begin(s, &list, sizeof list);
    if (script_end(s, tact_contact_list_create(context, &list), 0))
        s->lists[slot] = list;
}

void act_set(script *s) {
    uint32_t slot = script_below(s, MOST_OBJECTS);
    const tact_context *context = script_context(s);
    tact_curve_set *set;
    tact_curve_set_destroy(s->sets[slot]);
    s->sets[slot] = NULL;
    script_begin(s, &set, sizeof set);
    if (script_end(s, tact_curve_set_create(context, &set), 0))
        s->sets[slot] = set;
}

/* ---- The end ------------------------------------------------------------------------------ */

static void destroy_objects(script *s) {
    for (uint32_t i = 0; i < MOST_OBJECTS; i++) {
        tact_contact_list_destroy(s->lists[i]);
        tact_curve_set_destroy(s->sets[i]);
        tact_proof_destroy(s->proofs[i].proof);
        tact_model_destroy(s->proofs[i].models[0]);
        tact_model_destroy(s->proofs[i].models[1]);
        tact_soup_destroy(s->soups[i]);
        tact_mesh_destroy(s->meshes[i]);
        tact_topology_destroy(s->topologies[i]);
        tact_hull_destroy(s->hulls[i]);
    }
    for (uint32_t i = 0; i < MOST_MODELS; i++)
        tact_model_destroy(s->models[i]);
}

void script_clean_up(script *s) {
    destroy_objects(s);
    for (uint32_t i = 0; i < MOST_CONTEXTS; i++)
        if (s->uses_pool[i])
            destroy_context(s, i);
    act_pool_destroy(s);
    for (uint32_t i = 0; i < MOST_CONTEXTS; i++) {
        destroy_context(s, i);
        script_require(s->contexts[i] == NULL && s->memory[i].live == 0);
    }
}
