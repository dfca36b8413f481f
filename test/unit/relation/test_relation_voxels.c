/* SPDX-License-Identifier: MIT */
/* Relations of solids that are made of cubes of a lattice, some of them hollow or with shells
 * inside. The cubes give the ground truth: a common cube, a cube of only one solid, a common
 * corner. The surfaces meet in every degenerate way: faces on faces, edges on edges and in faces,
 * corners on all of these. */
#include "solids.h"

#include <stdlib.h>
#include <string.h>
#include "relation/classify.h"
#include "inside/interiors.h"

/* ---- Sets of cubes ------------------------------------------------------------------------ */

/* A solid has at most CELLS^3 cells of EDGE^3 units each, around the origin. */
#define CELLS 3
#define EDGE 4
#define HALF (CELLS * EDGE / 2)

typedef enum filling { CELL_EMPTY, CELL_FULL, CELL_HOLLOW, CELL_DOUBLE } filling;

/* A hollow cell has a cavity of 2^3 units in its middle. A double cell has a shell of that size,
 * which bounds nothing. */
typedef struct voxels {
    filling cell[CELLS][CELLS][CELLS];
    bool is_inverted; /* all triangles are turned */
} voxels;

static bool is_filled(const voxels *v, const int c[3]) {
    for (int k = 0; k < 3; k++)
        if (c[k] < 0 || c[k] >= CELLS)
            return false;
    return v->cell[c[0]][c[1]][c[2]] != CELL_EMPTY;
}

/* Fills a cell beside two cells that meet only in an edge: the edge would have four sides. */
static bool mend_edge(voxels *v, const int c[3], int axis) {
    int u = (axis + 1) % 3, w = (axis + 2) % 3;
    int cell[4][3];
    for (int i = 0; i < 4; i++) {
        memcpy(cell[i], c, sizeof cell[i]);
        cell[i][u] += i & 1;
        cell[i][w] += i >> 1;
    }
    bool full[4];
    for (int i = 0; i < 4; i++)
        full[i] = is_filled(v, cell[i]);
    if (full[0] != full[3] || full[1] != full[2] || full[0] == full[1])
        return false;
    const int *fill = full[0] ? cell[1] : cell[0];
    v->cell[fill[0]][fill[1]][fill[2]] = CELL_FULL;
    return true;
}

static bool mend_once(voxels *v) {
    for (int x = 0; x < CELLS; x++)
        for (int y = 0; y < CELLS; y++)
            for (int z = 0; z < CELLS; z++)
                for (int axis = 0; axis < 3; axis++)
                    if (mend_edge(v, (int[3]){x, y, z}, axis))
                        return true;
    return false;
}

static voxels random_voxels(test_rng *rng) {
    voxels v = {.is_inverted = test_rng_below(rng, 4) == 0};
    uint32_t density = 1 + test_rng_below(rng, 10);
    uint32_t plain = test_rng_below(rng, 2);
    uint32_t size[3];
    for (int k = 0; k < 3; k++)
        size[k] = 1 + test_rng_below(rng, CELLS);
    v.cell[0][0][0] = CELL_FULL;
    for (uint32_t x = 0; x < size[0]; x++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t z = 0; z < size[2]; z++)
                if (test_rng_below(rng, 10) < density)
                    v.cell[x][y][z] = plain == 0 || test_rng_below(rng, 4) > 0 ? CELL_FULL
                                      : test_rng_below(rng, 2) == 0            ? CELL_HOLLOW
                                                                               : CELL_DOUBLE;
    while (mend_once(&v)) {
    }
    return v;
}

/* ---- Their surfaces ----------------------------------------------------------------------- */

#define MOST_TRIANGLES (CELLS * CELLS * CELLS * 24)

static void add_triangle(soup *s, const int p[3][3], bool is_turned) {
    uint32_t first = 3 * s->triangle_count;
    for (uint32_t k = 0; k < 3; k++) {
        const int *q = p[is_turned ? 2 - k : k];
        s->vertices[first + k] = (tact_vec3){q[0], q[1], q[2]};
        s->indices[first + k] = first + k;
    }
    s->vertex_count += 3;
    s->triangle_count++;
}

/* The side of a cube with least corner lo. of is the axis of its normal, whether the normal points
 * backward, and the size of the cube. */
static void add_side(test_rng *rng, soup *s, const int lo[3], const int of[3], bool is_turned) {
    int axis = of[0], size = of[2];
    bool is_back = of[1] != 0;
    int q[4][3];
    for (int i = 0; i < 4; i++) {
        memcpy(q[i], lo, sizeof q[i]);
        q[i][axis] += is_back ? 0 : size;
        q[i][(axis + 1) % 3] += i == 1 || i == 2 ? size : 0;
        q[i][(axis + 2) % 3] += i >= 2 ? size : 0;
    }
    int shift = (int)test_rng_below(rng, 2); /* which diagonal */
    for (int half = 0; half < 2; half++) {
        int p[3][3];
        for (int k = 0; k < 3; k++)
            memcpy(p[k], q[(shift + (k == 0 ? 0 : k + half)) % 4], sizeof p[k]);
        add_triangle(s, (const int(*)[3])p, is_back != is_turned);
    }
}

static void add_cell(test_rng *rng, soup *s, const voxels *v, const int c[3]) {
    filling f = v->cell[c[0]][c[1]][c[2]];
    int lo[3], inner[3];
    for (int k = 0; k < 3; k++) {
        lo[k] = c[k] * EDGE - HALF;
        inner[k] = lo[k] + 1;
    }
    for (int axis = 0; axis < 3; axis++)
        for (int back = 0; back < 2; back++) {
            int next[3] = {c[0], c[1], c[2]};
            next[axis] += back != 0 ? -1 : 1;
            if (!is_filled(v, next))
                add_side(rng, s, lo, (int[3]){axis, back, EDGE}, v->is_inverted);
            if (f != CELL_FULL)
                add_side(rng, s, inner, (int[3]){axis, back, EDGE - 2},
                         v->is_inverted != (f == CELL_HOLLOW));
        }
}

static soup surface_of(test_rng *rng, const voxels *v) {
    soup s = soup_make(3 * MOST_TRIANGLES, MOST_TRIANGLES);
    s.vertex_count = s.triangle_count = 0;
    for (int x = 0; x < CELLS; x++)
        for (int y = 0; y < CELLS; y++)
            for (int z = 0; z < CELLS; z++)
                if (v->cell[x][y][z] != CELL_EMPTY)
                    add_cell(rng, &s, v, (int[3]){x, y, z});
    return s;
}

/* ---- The truth ---------------------------------------------------------------------------- */

/* Unit cubes from -WORLD to WORLD along each axis. */
#define WORLD 22

typedef struct world {
    bool cube[2][2 * WORLD][2 * WORLD][2 * WORLD];
} world;

static bool holds(const voxels *v, const int unit[3]) {
    int c[3];
    bool is_middle = true;
    for (int k = 0; k < 3; k++) {
        c[k] = unit[k] / EDGE;
        int in = unit[k] % EDGE;
        is_middle &= in > 0 && in < EDGE - 1;
    }
    return is_filled(v, c) && !(is_middle && v->cell[c[0]][c[1]][c[2]] == CELL_HOLLOW);
}

static void place_cubes(const voxels *v, tact_pose pose, bool cube[][2 * WORLD][2 * WORLD]) {
    for (int x = 0; x < CELLS * EDGE; x++)
        for (int y = 0; y < CELLS * EDGE; y++)
            for (int z = 0; z < CELLS * EDGE; z++) {
                if (!holds(v, (int[3]){x, y, z}))
                    continue;
                tact_vec3 p = tact_pose_place(
                    pose, (tact_vec3){x - HALF + 0.5, y - HALF + 0.5, z - HALF + 0.5});
                cube[(int)(p.x + WORLD)][(int)(p.y + WORLD)][(int)(p.z + WORLD)] = true;
            }
}

/* Whether the cubes around a lattice point include one of each solid. */
static bool meets_at(const world *w, int x, int y, int z) {
    bool has[2] = {false, false};
    for (int i = 0; i < 8; i++)
        for (int side = 0; side < 2; side++)
            has[side] |= w->cube[side][x - (i & 1)][y - (i >> 1 & 1)][z - (i >> 2)];
    return has[0] && has[1];
}

static tact_relation relation_of(const world *w) {
    bool common = false, only_a = false, only_b = false, meets = false;
    const bool *a = &w->cube[0][0][0][0], *b = &w->cube[1][0][0][0];
    for (int i = 0; i < 8 * WORLD * WORLD * WORLD; i++) {
        common |= a[i] && b[i];
        only_a |= a[i] && !b[i];
        only_b |= b[i] && !a[i];
    }
    for (int x = 1; x < 2 * WORLD; x++)
        for (int y = 1; y < 2 * WORLD; y++)
            for (int z = 1; z < 2 * WORLD; z++)
                meets = meets || meets_at(w, x, y, z);
    if (!common)
        return meets ? TACT_RELATION_TOUCHING : TACT_RELATION_APART;
    if (!only_a)
        return TACT_RELATION_A_IN_B;
    return only_b ? TACT_RELATION_CROSSING : TACT_RELATION_B_IN_A;
}

/* ---- Tests -------------------------------------------------------------------------------- */

static tact_relation classify(const solid *a, tact_pose pose_a, const solid *b, tact_pose pose_b,
                              bool *meets) {
    tacti_filled placed_a = {a->interior, pose_a}, placed_b = {b->interior, pose_b};
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = false;
    tacti_classification got;
    assert_int_equal(tacti_mesh_classify(NULL, &placed_a, &placed_b, &desc, &got), TACT_OK);
    assert_int_equal(got.reason, TACT_REASON_NONE);
    assert_false(got.is_estimate);
    *meets = got.surfaces_meet;
    return got.relation;
}

static tact_relation swapped(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

static tact_pose random_pose(test_rng *rng, int reach) {
    tact_pose pose = pose_signed_permutation(rng);
    bool is_on_grid = test_rng_below(rng, 2) == 0;
    for (int k = 0; k < 3; k++) {
        int shift = (int)test_rng_below(rng, (uint32_t)(2 * reach + 1)) - reach;
        pose.m[4 * k + 3] = is_on_grid ? shift / EDGE * EDGE : shift;
    }
    return pose;
}

static void test_random_solids(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_voxels");
    uint64_t count = test_case_count(3000, 60000);
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    uint32_t seen[TACT_RELATION_UNDECIDED + 1] = {0};
    for (uint64_t i = 0; i < count; i++) {
        voxels va = random_voxels(&rng), vb = random_voxels(&rng);
        bool is_same = test_rng_below(&rng, 16) == 0;
        if (is_same)
            vb = va;
        solid a = solid_make_simple(surface_of(&rng, &va)),
              b = solid_make_simple(surface_of(&rng, &vb));
        tact_pose pose_a = random_pose(&rng, 3);
        tact_pose pose_b = is_same ? pose_a : random_pose(&rng, 2 + HALF);
        memset(w, 0, sizeof *w);
        place_cubes(&va, pose_a, w->cube[0]);
        place_cubes(&vb, pose_b, w->cube[1]);
        tact_relation right = relation_of(w);
        bool meets, meets_swapped;
        tact_relation got = classify(&a, pose_a, &b, pose_b, &meets);
        tact_relation other = classify(&b, pose_b, &a, pose_a, &meets_swapped);
        /* Equal sets may have the same triangles by chance. */
        bool is_one_set = memcmp(w->cube[0], w->cube[1], sizeof w->cube[0]) == 0;
        if (is_one_set && got == TACT_RELATION_IDENTICAL)
            right = got;
        seen[right]++;
        if (got != right || other != (is_one_set ? right : swapped(right)) ||
            meets != meets_swapped)
            fail_msg("case %d: expected %s, got %s and, swapped, %s", (int)i,
                     tact_relation_name(right), tact_relation_name(got), tact_relation_name(other));
        solid_free(&a);
        solid_free(&b);
    }
    free(w);
    for (int r = 0; r < TACT_RELATION_IDENTICAL; r++) {
        print_message("%s: %u\n", tact_relation_name((tact_relation)r), seen[r]);
        if (count >= 1000)
            assert_true(seen[r] > 0);
    }
}

/* The same triangles in another order, from other corners, are identical; turned ones are not. */
static void test_identical(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_identical");
    uint64_t count = test_case_count(200, 2000);
    for (uint64_t i = 0; i < count; i++) {
        voxels v = random_voxels(&rng);
        tact_pose pose = random_pose(&rng, 3);
        solid a = solid_make_simple(surface_of(&rng, &v));
        uint32_t *order = malloc(a.soup.triangle_count * sizeof *order);
        soup mixed = soup_shuffled(&rng, &a.soup, order);
        free(order);
        bool is_turned = test_rng_below(&rng, 3) == 0;
        for (uint32_t t = 0; t < mixed.triangle_count; t++) {
            uint32_t *c = mixed.indices + 3 * t, turn = test_rng_below(&rng, 3);
            uint32_t was[3] = {c[0], c[1], c[2]};
            for (uint32_t k = 0; k < 3; k++)
                c[k] = was[is_turned ? 2 - k : (k + turn) % 3];
        }
        solid b = solid_make_simple(mixed);
        bool meets;
        assert_int_equal(classify(&a, pose, &b, pose, &meets),
                         is_turned ? TACT_RELATION_A_IN_B : TACT_RELATION_IDENTICAL);
        assert_true(meets);
        solid_free(&a);
        solid_free(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_solids),
        cmocka_unit_test(test_identical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
