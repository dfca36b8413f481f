/* SPDX-License-Identifier: MIT */
/* Culling by normal cones and contours: contacts are the same with culling and without, for meshes
 * of all kinds, and flat sheets cost next to nothing. */
#include "brute.h"
#include "levels.h"
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* What a test has seen. */
typedef struct seen {
    uint64_t contacts, proven, culled;
} seen;

static void check_culling(const tact_deform *deform, seen *all) {
    tact_deform_saved none, cones, chosen;
    contact_list plain = ask_culled(deform, 0, &none);
    contact_list culled = ask_culled(deform, TACT_DEFORM_CULL_CONES, &cones);
    contact_list automatic =
        ask_culled(deform, TACT_DEFORM_CULL_CONES | TACT_DEFORM_CULL_AUTO, &chosen);
    assert_same_contacts(&plain, &culled);
    assert_same_contacts(&plain, &automatic);
    assert_true(none.patches == 0 && none.subtrees == 0 && none.contours == 0);
    assert_true(cones.visits <= none.visits && cones.tested <= none.tested);
    assert_true(chosen.tested <= none.tested && chosen.visits <= none.visits);
    all->contacts += plain.count;
    all->proven += cones.patches;
    all->culled += none.tested - cones.tested;
    free(plain.items);
    free(culled.items);
    free(automatic.items);
}

static tact_deform *make(const uint32_t (*triangles)[3], uint32_t count, uint32_t vertices) {
    tact_deform_topology topology = {
        .vertex_count = vertices, .triangle_count = count, .triangles = triangles};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    return deform;
}

/* ---- Meshes that are nearly sheets -------------------------------------------------------- */

#define SIDE 6
#define MOST_FACES (2 * SIDE * SIDE + 40)
#define VERTICES ((SIDE + 1) * (SIDE + 1))

typedef struct bent {
    tact_deform_topology topology;
    uint32_t triangles[MOST_FACES][3], edges[8][2], points[8];
    tact_vec3 at[2][VERTICES];
} bent;

static uint32_t below(test_rng *rng, uint32_t n) {
    return (uint32_t)test_rng_below(rng, n);
}

/* Changes some triangles: turns them round, repeats them, joins vertices, takes them away. */
static void change_triangles(test_rng *rng, bent *b) {
    uint32_t changes = below(rng, 6);
    for (uint32_t i = 0; i < changes; i++) {
        uint32_t kind = below(rng, 5), face = below(rng, b->topology.triangle_count);
        uint32_t corner = below(rng, 3), vertex = below(rng, VERTICES);
        uint32_t *t = b->triangles[face];
        if (kind == 0) {
            uint32_t first = t[0];
            t[0] = t[1];
            t[1] = first;
        } else if (kind == 1 && b->topology.triangle_count < MOST_FACES) {
            memcpy(b->triangles[b->topology.triangle_count++], t, sizeof b->triangles[0]);
        } else if (kind == 2) {
            t[corner] = vertex;
        } else if (kind == 3) {
            t[corner] = t[(corner + 1) % 3];
        } else {
            memcpy(t, b->triangles[b->topology.triangle_count - 1], sizeof b->triangles[0]);
            b->topology.triangle_count--;
        }
    }
}

/* A place on a bent, noisy sheet. On a lattice, many features touch exactly. */
static tact_vec3 place(test_rng *rng, const tact_vec3 *p, double bend, double noise,
                       bool is_lattice) {
    double angle = bend * p->x, x = p->x, z = 0;
    if (bend != 0) {
        x = tact_sin(angle) / bend;
        z = (1 - tact_cos(angle)) / bend;
    }
    double d[3];
    for (int k = 0; k < 3; k++)
        d[k] = test_rng_between(rng, -noise, noise);
    tact_vec3 q = {x + d[0], p->y + d[1], z + d[2]};
    if (is_lattice)
        q = (tact_vec3){floor(4 * q.x) / 4, floor(4 * q.y) / 4, floor(4 * q.z) / 4};
    return q;
}

static void make_bent(test_rng *rng, const scene_body *sheet, bent *b) {
    static const double bends[] = {0, 0.5, 2, 5, 7};
    double bend = bends[below(rng, 5)], noise = test_rng_between(rng, -0.1, 0.15);
    double turn = test_rng_between(rng, -0.6, 0.6), shift = test_rng_between(rng, -1, 1);
    bool is_lattice = below(rng, 8) == 0, moves = below(rng, 4) > 0;
    noise = noise > 0 ? noise : 0;
    uint32_t loose_edges = below(rng, 3), loose_points = below(rng, 3);
    b->topology = (tact_deform_topology){.vertex_count = VERTICES,
                                         .triangle_count = sheet->triangle_count,
                                         .edge_count = loose_edges,
                                         .point_count = loose_points,
                                         .triangles = (const uint32_t(*)[3])b->triangles,
                                         .edges = (const uint32_t(*)[2])b->edges,
                                         .points = b->points};
    memcpy(b->triangles, sheet->triangles, sheet->triangle_count * sizeof *sheet->triangles);
    for (int i = 0; i < 8; i++) {
        b->edges[i][0] = below(rng, VERTICES);
        b->edges[i][1] = below(rng, VERTICES);
        b->points[i] = below(rng, VERTICES);
    }
    change_triangles(rng, b);
    for (uint32_t i = 0; i < VERTICES; i++) {
        tact_vec3 p = sheet->rest[i];
        b->at[0][i] = place(rng, &p, bend, noise, is_lattice);
        tact_vec3 q = place(rng, &p, moves ? bend * 1.2 : bend, noise, is_lattice);
        double c = tact_cos(moves ? turn : 0), s = tact_sin(moves ? turn : 0);
        b->at[1][i] = (tact_vec3){c * q.x - s * q.z + (moves ? shift : 0), q.y, s * q.x + c * q.z};
    }
    if (!moves)
        memcpy(b->at[1], b->at[0], sizeof b->at[0]);
}

static void test_bent_sheets(void **state) {
    (void)state;
    test_rng rng = test_rng_start("deform culling");
    uint64_t cases = test_case_count(300, 20000);
    scene_body sheet = scene_sheet(SIDE);
    seen all = {0};
    for (uint64_t i = 0; i < cases; i++) {
        static bent b;
        tact_deform *deform;
        make_bent(&rng, &sheet, &b);
        assert_int_equal(tact_deform_create(NULL, &b.topology, NULL, &deform), TACT_OK);
        assert_int_equal(tact_deform_move(deform, b.at[0], b.at[1], NULL), TACT_OK);
        check_culling(deform, &all);
        tact_deform_destroy(deform);
    }
    assert_true(all.contacts > cases && all.proven > cases / 4 && all.culled > cases);
    scene_body_destroy(&sheet);
}

/* ---- What only contours or windings show -------------------------------------------------- */

/* A fan that goes twice around its middle, so that all normals are near z, and is flat halfway. */
static void test_double_fan(void **state) {
    (void)state;
    uint32_t triangles[12][3];
    tact_vec3 at[2][13] = {{{0, 0, 0}}, {{0, 0, 0}}};
    for (uint32_t i = 0; i < 12; i++) {
        triangles[i][0] = 0;
        triangles[i][1] = i + 1;
        triangles[i][2] = (i + 1) % 12 + 1;
        double angle = PI / 3 * i;
        for (int t = 0; t < 2; t++)
            at[t][i + 1] =
                (tact_vec3){tact_cos(angle), tact_sin(angle), (t == 0 ? 0.01 : -0.01) * i};
    }
    tact_deform *deform = make((const uint32_t(*)[3])triangles, 12, 13);
    seen all = {0};
    assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
    check_culling(deform, &all);
    assert_true(all.contacts > 0);
    tact_deform_destroy(deform);
}

/* A ramp of so many quarter turns, which is flat halfway. */
static void test_ramp(void **state) {
    (void)state;
    enum { STEPS = 60 };
    static uint32_t triangles[2 * STEPS][3];
    static tact_vec3 at[2][2 * STEPS + 2];
    for (int quarters = 3; quarters < 9; quarters += quarters == 3 ? 2 : 1) {
        for (uint32_t i = 0; i <= STEPS; i++)
            for (uint32_t k = 0; k < 2; k++) {
                double angle = PI / 2 * quarters * i / STEPS, r = 1 + 0.5 * k;
                tact_vec3 p = {r * tact_cos(angle), r * tact_sin(angle), 0.02 * angle};
                at[0][2 * i + k] = p;
                p.z = -p.z;
                at[1][2 * i + k] = p;
            }
        for (uint32_t i = 0; i < STEPS; i++) {
            const uint32_t corners[6] = {2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2};
            memcpy(triangles[2 * (size_t)i], corners, sizeof corners);
        }
        tact_deform *deform = make((const uint32_t(*)[3])triangles, 2 * STEPS, 2 * STEPS + 2);
        tact_deform_saved saved;
        seen all = {0};
        assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
        check_culling(deform, &all);
        assert_true(quarters < 4 ? all.contacts == 0 : all.contacts > 0);
        contact_list list = ask_culled(deform, TACT_DEFORM_CULL_CONES, &saved);
        assert_true(saved.patches > 0 && saved.faces == 2 * STEPS);
        assert_true(quarters < 4 ? saved.patches == 1 : saved.patches > 1);
        free(list.items);
        tact_deform_destroy(deform);
    }
}

/* A band with a half turn, whose ends are joined: no side is up, so its triangles do not agree. */
static void test_moebius(void **state) {
    (void)state;
    enum { STEPS = 24 };
    static uint32_t triangles[2 * STEPS][3];
    static tact_vec3 at[2][2 * STEPS];
    seen all = {0};
    for (uint32_t i = 0; i < STEPS; i++) {
        double around = 2 * PI * i / STEPS, half = around / 2;
        uint32_t next = (i + 1) % STEPS, flip = i + 1 == STEPS;
        for (uint32_t k = 0; k < 2; k++) {
            double w = k == 0 ? -0.3 : 0.3, r = 1 + w * tact_cos(half);
            at[0][2 * i + k] =
                (tact_vec3){r * tact_cos(around), r * tact_sin(around), w * tact_sin(half)};
            at[1][2 * i + k] = (tact_vec3){0.1 * at[0][2 * i + k].x, at[0][2 * i + k].y, 0};
        }
        const uint32_t corners[6] = {
            2 * i, 2 * i + 1, 2 * next + (1 ^ flip), 2 * i, 2 * next + (1 ^ flip), 2 * next + flip};
        memcpy(triangles[2 * (size_t)i], corners, sizeof corners);
    }
    tact_deform *deform = make((const uint32_t(*)[3])triangles, 2 * STEPS, 2 * STEPS);
    assert_int_equal(tact_deform_move(deform, at[0], NULL, NULL), TACT_OK);
    check_culling(deform, &all);
    assert_true(all.contacts == 0 && all.proven > 0);
    assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
    check_culling(deform, &all);
    assert_true(all.contacts > 0);
    tact_deform_destroy(deform);
}

/* Two rims of a sheet at the same places, under different numbers, and a gap of one rounding. */
static void test_touching_rims(void **state) {
    (void)state;
    const uint32_t n = 12;
    scene_body sheet = scene_sheet(n);
    tact_vec3 *at = calloc(sheet.vertex_count, sizeof *at);
    for (int gap = 0; gap < 2; gap++) {
        for (uint32_t i = 0; i < sheet.vertex_count; i++) {
            /* An open ring in the plane. */
            double angle = 2 * PI * sheet.rest[i].x, r = 1 + sheet.rest[i].y;
            at[i] = (tact_vec3){r * tact_cos(angle), r * tact_sin(angle), 0};
            if (i % (n + 1) == n)
                at[i] = (tact_vec3){r, gap == 1 ? -0x1p-60 : 0, 0};
            if (i % (n + 1) == 0)
                at[i] = (tact_vec3){r, 0, 0};
        }
        tact_deform *deform =
            make((const uint32_t(*)[3])sheet.triangles, sheet.triangle_count, sheet.vertex_count);
        seen all = {0};
        assert_int_equal(tact_deform_move(deform, at, NULL, NULL), TACT_OK);
        check_culling(deform, &all);
        assert_true(gap == 1 ? all.contacts == 0 : all.contacts > 0);
        assert_true(all.culled > 0);
        tact_deform_destroy(deform);
    }
    free(at);
    scene_body_destroy(&sheet);
}

/* ---- Costs -------------------------------------------------------------------------------- */

/* A sheet of 100 x 100 squares with a bend: a quarter of a circle at most. */
static void test_visits(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(100);
    tact_vec3 *at[2] = {calloc(sheet.vertex_count, sizeof(tact_vec3)),
                        calloc(sheet.vertex_count, sizeof(tact_vec3))};
    tact_deform *deform =
        make((const uint32_t(*)[3])sheet.triangles, sheet.triangle_count, sheet.vertex_count);
    for (int bend = 0; bend < 4; bend++) {
        for (uint32_t i = 0; i < sheet.vertex_count; i++)
            for (int t = 0; t < 2; t++) {
                tact_vec3 p = sheet.rest[i];
                double curve = 0.5 * bend + 0.05 * t;
                at[t][i] = (tact_vec3){p.x + 0.1 * t, p.y, curve * p.x * p.x / 2 - 0.3 * t};
            }
        assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
        tact_deform_saved none, saved;
        contact_list lists[2] = {ask_culled(deform, 0, &none), ask_culled(deform, 7, &saved)};
        assert_same_contacts(&lists[0], &lists[1]);
        assert_true(5 * saved.visits <= none.visits);
        assert_true(saved.faces == sheet.triangle_count && saved.subtrees > 0);
        free(lists[0].items);
        free(lists[1].items);
    }
    tact_deform_destroy(deform);
    free(at[0]);
    free(at[1]);
    scene_body_destroy(&sheet);
}

/* Frames of all motions, at other scales and by all levels. */
static uint64_t hash_saved(const void *about, const tact_context *context) {
    const scene_body *sheet = about;
    tact_vec3 *at[2] = {calloc(sheet->vertex_count, sizeof(tact_vec3)),
                        calloc(sheet->vertex_count, sizeof(tact_vec3))};
    tact_deform_topology topology = {.vertex_count = sheet->vertex_count,
                                     .triangle_count = sheet->triangle_count,
                                     .triangles = (const uint32_t(*)[3])sheet->triangles};
    tact_deform *deform;
    uint64_t hash = 1;
    assert_int_equal(tact_deform_create(context, &topology, NULL, &deform), TACT_OK);
    for (int m = 0; m < SCENE_MOTIONS; m++)
        for (int frame = 0; frame < 4; frame++) {
            scene_positions(sheet, (scene_motion)m, 0.25 * frame, at[0]);
            scene_positions(sheet, (scene_motion)m, 0.25 * frame + 0.03, at[1]);
            tact_deform_saved saved, far;
            assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
            contact_list list = ask_culled(deform, TACT_DEFORM_CULL_CONES, &saved);
            hash = hash_integer(hash, (int64_t)saved.visits);
            hash = hash_integer(hash, (int64_t)saved.tested);
            hash = hash_integer(hash_integer(hash, saved.patches), saved.faces);
            free(list.items);
            for (uint32_t i = 0; i < sheet->vertex_count; i++)
                for (int t = 0; t < 2; t++)
                    at[t][i] =
                        (tact_vec3){0x1p60 * at[t][i].x, 0x1p60 * at[t][i].y, 0x1p60 * at[t][i].z};
            assert_int_equal(tact_deform_move(deform, at[0], at[1], NULL), TACT_OK);
            list = ask_culled(deform, TACT_DEFORM_CULL_CONES, &far);
            assert_true(far.patches == saved.patches && far.faces == saved.faces);
            free(list.items);
        }
    tact_deform_destroy(deform);
    free(at[0]);
    free(at[1]);
    return hash;
}

static void test_same_proofs(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(30);
    test_levels_agree(hash_saved, &sheet);
    scene_body_destroy(&sheet);
}

/* Contours say nothing about distances, and what is not exact may say less than they do. */
static void test_not_culled(void **state) {
    (void)state;
    scene_body sheet = scene_sheet(10);
    tact_deform *deform =
        make((const uint32_t(*)[3])sheet.triangles, sheet.triangle_count, sheet.vertex_count);
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    tact_deform_options options = tact_deform_options_default();
    tact_impact_options impact = tact_impact_options_default();
    tact_deform_saved saved;
    tact_deform_first first;
    options.saved = &saved;
    assert_int_equal(tact_deform_first_contact(deform, NULL, &options, NULL, &first), TACT_OK);
    assert_true(saved.patches == 1 && saved.tested == 0 && saved.visits == 0);
    impact.separation = 1e-3;
    assert_int_equal(tact_deform_first_contact(deform, NULL, &options, &impact, &first), TACT_OK);
    assert_true(saved.patches == 0 && saved.tested > 0 && saved.visits > 0);
    impact.separation = 0;
    impact.method = TACT_IMPACT_ADVANCE;
    assert_int_equal(tact_deform_first_contact(deform, NULL, &options, &impact, &first), TACT_OK);
    assert_true(saved.patches == 0 && saved.tested > 0);
    /* Between two bodies, too. */
    assert_int_equal(tact_deform_first_contact(deform, deform, &options, NULL, &first), TACT_OK);
    options.culling = 8;
    assert_int_equal(tact_deform_first_contact(deform, NULL, &options, NULL, &first),
                     TACT_INVALID_ARGUMENT);
    tact_deform_destroy(deform);
    scene_body_destroy(&sheet);
}

static void test_memory(void **state) {
    (void)state;
    test_allocator memory;
    scene_body sheet = scene_sheet(10);
    tact_context *context = test_context_make(&memory);
    tact_deform_topology topology = {.vertex_count = sheet.vertex_count,
                                     .triangle_count = sheet.triangle_count,
                                     .triangles = (const uint32_t(*)[3])sheet.triangles};
    tact_deform *deform;
    tact_deform_first first;
    assert_int_equal(tact_deform_create(context, &topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_move(deform, sheet.rest, NULL, NULL), TACT_OK);
    uint64_t live = memory.live, before = memory.calls;
    assert_int_equal(tact_deform_first_contact(deform, NULL, NULL, NULL, &first), TACT_OK);
    uint64_t calls = memory.calls - before;
    assert_true(calls > 8);
    for (uint64_t i = 1; i <= calls; i++) {
        memory.fail_at = memory.calls + i;
        assert_int_equal(tact_deform_first_contact(deform, NULL, NULL, NULL, &first),
                         TACT_OUT_OF_MEMORY);
        assert_true(memory.live == live);
    }
    memory.fail_at = 0;
    tact_deform_destroy(deform);
    tact_context_destroy(context);
    scene_body_destroy(&sheet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bent_sheets),   cmocka_unit_test(test_double_fan),
        cmocka_unit_test(test_ramp),          cmocka_unit_test(test_moebius),
        cmocka_unit_test(test_touching_rims), cmocka_unit_test(test_visits),
        cmocka_unit_test(test_same_proofs),   cmocka_unit_test(test_not_culled),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("deform culling", tests, NULL, NULL);
}
