/* SPDX-License-Identifier: MIT */
/* Relations of tetrahedra with corners on a small lattice, and of a box minus a tetrahedron,
 * compared with half-spaces and separating planes in whole numbers. Edges have all kinds of angles
 * here, and corners, edges and faces lie on each other most of the time. */
#include "solids.h"

#include <tact/mesh_generators.h>

#include <stdlib.h>
#include <string.h>
#include "relation/classify.h"
#include "inside/interiors.h"

/* ---- Whole numbers ------------------------------------------------------------------------ */

typedef struct tetrahedron {
    int64_t v[4][3]; /* the last corner is on the side of the normal of the first three */
} tetrahedron;

static void subtract(const int64_t a[3], const int64_t b[3], int64_t out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

static void cross(const int64_t a[3], const int64_t b[3], int64_t out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static int64_t dot(const int64_t a[3], const int64_t b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int64_t volume(const tetrahedron *t) {
    int64_t b[3], c[3], d[3], n[3];
    subtract(t->v[1], t->v[0], b);
    subtract(t->v[2], t->v[0], c);
    subtract(t->v[3], t->v[0], d);
    cross(b, c, n);
    return dot(n, d);
}

/* Faces with outward normals. Face i is opposite corner i. */
static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

static void normal_of(const tetrahedron *t, int face, int64_t n[3]) {
    const int *f = faces[face];
    int64_t b[3], c[3];
    subtract(t->v[f[1]], t->v[f[0]], b);
    subtract(t->v[f[2]], t->v[f[0]], c);
    cross(b, c, n);
}

static tetrahedron random_tetrahedron(test_rng *rng, uint32_t size) {
    tetrahedron t;
    do {
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                t.v[i][k] = test_rng_below(rng, size);
    } while (volume(&t) == 0);
    if (volume(&t) < 0) {
        int64_t kept[3];
        memcpy(kept, t.v[0], sizeof kept);
        memcpy(t.v[0], t.v[1], sizeof kept);
        memcpy(t.v[1], kept, sizeof kept);
    }
    return t;
}

/* ---- The truth ---------------------------------------------------------------------------- */

/* Notes whether two tetrahedra are apart along an axis, or have no common inner points. */
static void look_along(const tetrahedron *a, const tetrahedron *b, const int64_t axis[3],
                       bool *is_apart, bool *is_parted) {
    int64_t lo[2] = {INT64_MAX, INT64_MAX}, hi[2] = {INT64_MIN, INT64_MIN};
    if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0)
        return;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 4; i++) {
            int64_t x = dot(axis, side == 0 ? a->v[i] : b->v[i]);
            lo[side] = x < lo[side] ? x : lo[side];
            hi[side] = x > hi[side] ? x : hi[side];
        }
    *is_apart |= hi[0] < lo[1] || hi[1] < lo[0];
    *is_parted |= hi[0] <= lo[1] || hi[1] <= lo[0];
}

/* The separating-axis theorem for polytopes: normals of faces and products of edges are enough. */
static void separate(const tetrahedron *a, const tetrahedron *b, bool *is_apart, bool *is_parted) {
    static const int edges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    int64_t n[3], d[3], e[3];
    *is_apart = *is_parted = false;
    for (int i = 0; i < 4; i++) {
        normal_of(a, i, n);
        look_along(a, b, n, is_apart, is_parted);
        normal_of(b, i, n);
        look_along(a, b, n, is_apart, is_parted);
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            subtract(a->v[edges[i][1]], a->v[edges[i][0]], d);
            subtract(b->v[edges[j][1]], b->v[edges[j][0]], e);
            cross(d, e, n);
            look_along(a, b, n, is_apart, is_parted);
        }
}

/* Whether a is part of b or, if is_strict, of the inside of b. */
static bool is_part(const tetrahedron *a, const tetrahedron *b, bool is_strict) {
    for (int face = 0; face < 4; face++) {
        int64_t n[3];
        normal_of(b, face, n);
        int64_t level = dot(n, b->v[faces[face][0]]);
        for (int i = 0; i < 4; i++) {
            int64_t x = dot(n, a->v[i]);
            if (x > level || (is_strict && x == level))
                return false;
        }
    }
    return true;
}

static tact_relation relation_of(const tetrahedron *a, const tetrahedron *b) {
    bool is_apart, is_parted;
    separate(a, b, &is_apart, &is_parted);
    if (is_parted)
        return is_apart ? TACT_RELATION_APART : TACT_RELATION_TOUCHING;
    if (is_part(a, b, false))
        return TACT_RELATION_A_IN_B;
    return is_part(b, a, false) ? TACT_RELATION_B_IN_A : TACT_RELATION_CROSSING;
}

/* The relation of b and a large box minus a. */
static tact_relation relation_to_rest(const tetrahedron *a, const tetrahedron *b) {
    bool is_apart, is_parted;
    separate(a, b, &is_apart, &is_parted);
    if (is_parted)
        return TACT_RELATION_B_IN_A;
    if (is_part(b, a, true))
        return TACT_RELATION_APART;
    return is_part(b, a, false) ? TACT_RELATION_TOUCHING : TACT_RELATION_CROSSING;
}

/* ---- Solids ------------------------------------------------------------------------------- */

/* Adds a tetrahedron's surface to a soup that has room for it. */
static void add(soup *s, const tetrahedron *t, bool is_turned) {
    uint32_t first = s->vertex_count;
    for (int i = 0; i < 4; i++)
        s->vertices[s->vertex_count++] =
            (tact_vec3){(double)t->v[i][0], (double)t->v[i][1], (double)t->v[i][2]};
    for (int face = 0; face < 4; face++) {
        uint32_t *c = s->indices + 3 * s->triangle_count++;
        for (int k = 0; k < 3; k++)
            c[is_turned ? 2 - k : k] = first + (uint32_t)faces[face][k];
    }
}

static solid make_tetrahedron(test_rng *rng, const tetrahedron *t) {
    soup s = soup_make(4, 4);
    s.vertex_count = s.triangle_count = 0;
    add(&s, t, test_rng_below(rng, 2) == 0);
    return solid_make_simple(s);
}

static solid make_rest(test_rng *rng, const tetrahedron *t) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){64, 64, 64}, 1, &mesh), TACT_OK);
    soup box = soup_take(mesh);
    soup s = soup_make(box.vertex_count + 4, box.triangle_count + 4);
    memcpy(s.vertices, box.vertices, box.vertex_count * sizeof *s.vertices);
    memcpy(s.indices, box.indices, 3 * box.triangle_count * sizeof *s.indices);
    s.vertex_count = box.vertex_count;
    s.triangle_count = box.triangle_count;
    soup_free(&box);
    add(&s, t, true);
    /* The whole mesh inside out is the same solid. */
    if (test_rng_below(rng, 2) == 0)
        soup_turn_inside_out(&s);
    return solid_make_simple(s);
}

static tact_relation ask(const solid *a, const solid *b, tact_pose pose) {
    tacti_filled placed_a = {a->interior, pose}, placed_b = {b->interior, pose};
    tacti_classify_desc desc = tacti_classify_desc_default();
    desc.wants_clearance = false;
    tacti_classification got;
    assert_int_equal(tacti_mesh_classify(NULL, &placed_a, &placed_b, &desc, &got), TACT_OK);
    return got.relation;
}

static tact_relation swap(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

/* ---- Tests -------------------------------------------------------------------------------- */

static void report(const tetrahedron *a, const tetrahedron *b, tact_relation right,
                   tact_relation got) {
    const tetrahedron *both[2] = {a, b};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 4; i++)
            print_message("%c %d %d %d\n", 'a' + side, (int)both[side]->v[i][0],
                          (int)both[side]->v[i][1], (int)both[side]->v[i][2]);
    fail_msg("expected %s, got %s", tact_relation_name(right), tact_relation_name(got));
}

/* This many pairs contain every relation. */
#define ENOUGH 20000

static void test_tetrahedra(void **state) {
    (void)state;
    test_rng rng = test_rng_start("relation_tetrahedra");
    uint64_t count = test_case_count(ENOUGH, 1000000);
    uint32_t seen[2][TACT_RELATION_UNDECIDED + 1] = {{0}};
    for (uint64_t i = 0; i < count; i++) {
        /* Large tetrahedra may have small ones inside. */
        bool is_large = test_rng_below(&rng, 3) == 0;
        uint32_t size = is_large ? 10 : 2 + test_rng_below(&rng, 4);
        tetrahedron ta = random_tetrahedron(&rng, size);
        tetrahedron tb = random_tetrahedron(&rng, is_large ? 2 : 2 + test_rng_below(&rng, size));
        for (int k = 0; k < 3 && is_large; k++) {
            int64_t shift = 2 + test_rng_below(&rng, 6);
            for (int corner = 0; corner < 4; corner++)
                tb.v[corner][k] += shift;
        }
        bool is_rest = i % 2 == 1;
        solid a = is_rest ? make_rest(&rng, &ta) : make_tetrahedron(&rng, &ta);
        solid b = make_tetrahedron(&rng, &tb);
        tact_relation right = is_rest ? relation_to_rest(&ta, &tb) : relation_of(&ta, &tb);
        tact_pose pose = pose_signed_permutation(&rng);
        tact_relation got = ask(&a, &b, pose), other = ask(&b, &a, pose);
        /* The same set of points, possibly made of the same triangles. */
        if (right == TACT_RELATION_A_IN_B && is_part(&tb, &ta, false)) {
            assert_true(got == right || got == TACT_RELATION_IDENTICAL);
            assert_int_equal(other, got);
        } else if (got != right || other != swap(right)) {
            report(&ta, &tb, right, got != right ? got : other);
        }
        seen[is_rest][right]++;
        solid_free(&a);
        solid_free(&b);
    }
    for (int r = 0; r < TACT_RELATION_IDENTICAL; r++)
        print_message("%s: %u and %u\n", tact_relation_name((tact_relation)r), seen[0][r],
                      seen[1][r]);
    if (count < ENOUGH)
        return; /* some relations are rare, and a quick run may have none of them */
    assert_true(seen[0][TACT_RELATION_TOUCHING] > 0 && seen[0][TACT_RELATION_A_IN_B] > 0);
    assert_true(seen[1][TACT_RELATION_TOUCHING] > 0 && seen[1][TACT_RELATION_B_IN_A] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tetrahedra),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
