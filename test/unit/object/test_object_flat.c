/* SPDX-License-Identifier: MIT */
/* Triangles and segments against filled meshes, some of which have edges of four triangles. Contact
 * and relation on a lattice, on which faces, edges and corners often meet, are compared with
 * clipping. */
#include "solids.h"

#include <tact/mesh_generators.h>
#include "touching_solids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "inside/interiors.h"
#include "object/object.h"

/* ---- The truth by clipping ----------------------------------------------------------------- */

/* The planes x_i = n and x_i - x_j = n, n whole, of the solid's subdivision cut a flat shape into
 * cells. Vertices of shapes are multiples of 1/16 between -4 and 4, so a vertex of a cell is
 * a quotient whose denominator is below 2^22: either it is in a plane, or further from it than
 * 2^-22. Plain floating point tells these apart with TINY between them. */
#define TINY 1e-9
#define MOST_CORNERS 24
#define MOST_CELLS 4096

typedef struct cell {
    tact_vec3 corner[MOST_CORNERS]; /* around the cell; two of a segment */
    int count;
} cell;

typedef struct findings {
    bool meets, is_inside, is_outside;
} findings;

/* How far a point is beyond a plane of one of the six directions. */
static double beyond(int direction, double n, tact_vec3 p) {
    const double at[3] = {p.x + TOUCHING_CELLS / 2.0, p.y + TOUCHING_CELLS / 2.0,
                          p.z + TOUCHING_CELLS / 2.0};
    double value = direction < 3 ? at[direction] : at[direction - 3] - at[(direction - 2) % 3];
    value -= n;
    return fabs(value) < TINY ? 0 : value;
}

/* The part of a cell on one side of a plane. */
static cell clip(const cell *c, int direction, double n, double sign) {
    cell out = {.count = 0};
    for (int i = 0; i < c->count; i++) {
        tact_vec3 p = c->corner[i], q = c->corner[(i + 1) % c->count];
        double u = sign * beyond(direction, n, p), v = sign * beyond(direction, n, q);
        assert_true(out.count + 2 <= MOST_CORNERS);
        if (u >= 0)
            out.corner[out.count++] = p;
        if (u * v < 0 && (c->count > 2 || i == 0)) {
            double t = u / (u - v);
            out.corner[out.count++] =
                (tact_vec3){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), p.z + t * (q.z - p.z)};
        }
    }
    return out;
}

/* Cuts all cells at a plane. Returns their number. */
static int cut_all(cell *cells, int count, int direction, double n) {
    for (int i = 0, end = count; i < end; i++) {
        bool has_less = false, has_more = false;
        for (int k = 0; k < cells[i].count; k++) {
            has_less |= beyond(direction, n, cells[i].corner[k]) < 0;
            has_more |= beyond(direction, n, cells[i].corner[k]) > 0;
        }
        if (!has_less || !has_more)
            continue;
        assert_true(count < MOST_CELLS);
        cells[count++] = clip(&cells[i], direction, n, 1);
        cells[i] = clip(&cells[i], direction, n, -1);
    }
    return count;
}

/* Which sorts of tetrahedra have a point in their closures. */
static void look_around(const touching_solid *s, tact_vec3 p, bool *has_inside, bool *has_outside) {
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    for (int i = 0; i < 48; i++) {
        double d[3];
        for (int k = 0; k < 3; k++)
            d[order[i / 8][k]] = (i >> k & 1 ? -1e-8 : 1e-8) * (k + 1);
        tact_vec3 q = {p.x + d[0], p.y + d[1], p.z + d[2]};
        *(touching_winding(s, q) != 0 ? has_inside : has_outside) = true;
    }
}

static tact_vec3 middle_of(const cell *c) {
    tact_vec3 sum = {0, 0, 0};
    for (int i = 0; i < c->count; i++)
        sum = tact_vec3_add(sum, c->corner[i]);
    return tact_vec3_scale(sum, 1.0 / c->count);
}

/* The solid has no membranes, so a point is in the filled mesh if and only if a tetrahedron around
 * it is inside, and in its interior if and only if all are. */
static findings find_truth(const touching_solid *s, const cell *shape, cell *cells) {
    findings f = {false};
    int count = 1;
    cells[0] = *shape;
    for (int direction = 0; direction < 6; direction++)
        for (int n = -TOUCHING_CELLS; n <= TOUCHING_CELLS; n++)
            count = cut_all(cells, count, direction, n);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < cells[i].count; k++) {
            bool has_inside = false, has_outside = false;
            look_around(s, cells[i].corner[k], &has_inside, &has_outside);
            f.meets |= has_inside;
        }
        bool has_inside = false, has_outside = false;
        look_around(s, middle_of(&cells[i]), &has_inside, &has_outside);
        f.is_inside |= !has_outside;
        f.is_outside |= !has_inside;
    }
    return f;
}

static tact_relation relation_of(findings f) {
    if (!f.meets)
        return TACT_RELATION_APART;
    if (!f.is_outside)
        return TACT_RELATION_A_IN_B;
    return f.is_inside ? TACT_RELATION_CROSSING : TACT_RELATION_TOUCHING;
}

/* ---- Shapes -------------------------------------------------------------------------------- */

/* Whole, half, quarter units, or some a little beside these; sometimes all in one plane. */
static cell random_flat(test_rng *rng) {
    cell c = {.count = 2 + (int)test_rng_below(rng, 2)};
    uint32_t kind = test_rng_below(rng, 4), plane = test_rng_below(rng, 6);
    double v[3][3], step = kind == 0 ? 1 : kind == 1 ? 0.5 : 0.25;
    uint32_t reach = (uint32_t)((test_rng_below(rng, 2) == 0 ? 0.5 : 2.0) / step);
    double middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] =
            step * 4 > 2 || reach * step == 2 ? 0 : (double)test_rng_below(rng, 7) * 0.5 - 1.5;
    reach += reach == 0;
    do {
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                v[i][k] = middle[k] + ((double)test_rng_below(rng, 2 * reach + 1) - reach) * step;
                v[i][k] += step == 1 ? 0.5 : 0;
                if (kind == 3 && test_rng_below(rng, 4) == 0)
                    v[i][k] += test_rng_below(rng, 2) == 0 ? 0.0625 : -0.0625;
                if (plane < 3 && k == (int)plane)
                    v[i][k] = v[0][k];
            }
        for (int i = 0; i < 3; i++)
            c.corner[i] = (tact_vec3){v[i][0], v[i][1], v[i][2]};
        if (c.count == 2)
            c.corner[2] = c.corner[1];
    } while (c.count == 2 ? memcmp(v[0], v[1], sizeof v[0]) == 0
                          : tact_is_collinear(&c.corner[0], &c.corner[1], &c.corner[2]));
    return c;
}

/* A rectangle along the planes of cells: a box without height. */
static cell random_rectangle(test_rng *rng) {
    cell c = {.count = 4};
    int flat = (int)test_rng_below(rng, 3);
    double lo[3], hi[3];
    for (int k = 0; k < 3; k++) {
        lo[k] = 0.25 * ((int)test_rng_below(rng, 13) - 6);
        hi[k] = lo[k] + (k == flat ? 0 : 0.5 * (1 + test_rng_below(rng, 4)));
    }
    for (int i = 0; i < 4; i++) {
        double v[3];
        v[flat] = lo[flat];
        v[(flat + 1) % 3] = i == 1 || i == 2 ? hi[(flat + 1) % 3] : lo[(flat + 1) % 3];
        v[(flat + 2) % 3] = i >= 2 ? hi[(flat + 2) % 3] : lo[(flat + 2) % 3];
        c.corner[i] = (tact_vec3){v[0], v[1], v[2]};
    }
    return c;
}

/* The box of a rectangle, and its pose. */
static tact_shape box_of(const cell *c, tact_pose *pose) {
    tact_vec3 lo = c->corner[0], hi = c->corner[2];
    tact_vec3 half = tact_vec3_scale(tact_vec3_sub(hi, lo), 0.5);
    tact_vec3 at = tact_pose_place(*pose, tact_vec3_add(lo, half));
    pose->m[3] = at.x;
    pose->m[7] = at.y;
    pose->m[11] = at.z;
    return tact_shape_box(half.x, half.y, half.z);
}

static tact_shape shape_of(const cell *c, tact_pose pose) {
    tact_vec3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = tact_pose_place(pose, c->corner[i]);
    return c->count == 2 ? tact_shape_segment(p[0], p[1], 0)
                         : tact_shape_triangle((tact_triangle){{p[0], p[1], p[2]}});
}

static tact_relation swapped(tact_relation r) {
    return r == TACT_RELATION_A_IN_B   ? TACT_RELATION_B_IN_A
           : r == TACT_RELATION_B_IN_A ? TACT_RELATION_A_IN_B
                                       : r;
}

/* Checks contact, distance and relation in both orders. If a mesh touches itself beyond edges, the
 * relation may be undecided. Returns how often it was. */
static int check(const cell *c, const solid *s, tact_pose pose, tact_relation right) {
    tacti_object a = {.pose = c->count == 4 ? pose : tact_pose_identity()};
    tact_shape shape = c->count == 4 ? box_of(c, &a.pose) : shape_of(c, pose);
    bool is_simple = tacti_interior_inspect(s->interior).is_simple;
    int open = 0;
    a.shape = &shape;
    tacti_object b = {.bvh = s->body.bvh, .interior = s->interior, .pose = pose};
    tact_outcome outcome = right == TACT_RELATION_APART ? TACT_OUTCOME_APART : TACT_OUTCOME_CONTACT;
    tacti_object_collision hit;
    tacti_object_distance_answer gap;
    tacti_object_relation relation;
    assert_int_equal(tacti_object_collide(&a, &b, NULL, &hit), TACT_OK);
    assert_int_equal(hit.outcome, outcome);
    assert_int_equal(tacti_object_distance(&b, &a, NULL, &gap), TACT_OK);
    assert_int_equal(gap.outcome, outcome);
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(
            tacti_object_classify(NULL, turn == 0 ? &a : &b, turn == 0 ? &b : &a, NULL, &relation),
            TACT_OK);
        assert_false(relation.is_estimate);
        tact_relation expected = turn == 0 ? right : swapped(right);
        if (!is_simple && relation.reason == TACT_REASON_NOT_SIMPLE)
            open++;
        else if (relation.relation != expected)
            fail_msg("%s, expected %s", tact_relation_name(relation.relation),
                     tact_relation_name(expected));
    }
    return open;
}

/* ---- Tests --------------------------------------------------------------------------------- */

/* A solid that touches itself in vertices and edges at most. */
static solid simple_solid(test_rng *rng, touching_solid *right) {
    for (;;) {
        *right = touching_solid_make_regular(rng);
        solid s = solid_make(NULL, right->soup);
        if (tacti_interior_inspect(s.interior).is_simple)
            return s;
        solid_free(&s);
    }
}

static void test_lattice(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_flat");
    uint64_t count = test_case_count(1500, 100000);
    uint32_t seen[TACT_RELATION_UNDECIDED + 1] = {0}, open = 0;
    cell *cells = malloc(MOST_CELLS * sizeof *cells);
    assert_non_null(cells);
    for (uint64_t i = 0; i < count;) {
        touching_solid exact;
        solid s = simple_solid(&rng, &exact);
        open += !tacti_interior_inspect(s.interior).is_closed;
        tact_pose pose = touching_pose(&rng, 4);
        for (int k = 0; k < 10; k++, i++) {
            cell c = k % 4 == 0 ? random_rectangle(&rng) : random_flat(&rng);
            tact_relation right = relation_of(find_truth(&exact, &c, cells));
            check(&c, &s, pose, right);
            seen[right]++;
        }
        solid_free(&s);
    }
    free(cells);
    print_message("%u solids have edges of four triangles; apart %u, touching %u, crossing %u, in "
                  "%u\n",
                  open, seen[TACT_RELATION_APART], seen[TACT_RELATION_TOUCHING],
                  seen[TACT_RELATION_CROSSING], seen[TACT_RELATION_A_IN_B]);
    /* A short run may miss the rare ones. */
    assert_true(count < 1000 || open > 0);
    assert_true(seen[TACT_RELATION_APART] > 0 && seen[TACT_RELATION_TOUCHING] > 0 &&
                seen[TACT_RELATION_CROSSING] > 0 && seen[TACT_RELATION_A_IN_B] > 0);
}

/* Solids with inner walls, duplicates and faces on faces: contact is always decided, and a relation
 * that is decided is right. */
static void test_touching_solids(void **state) {
    (void)state;
    test_rng rng = test_rng_start("object_flat_touching");
    uint64_t count = test_case_count(1000, 20000);
    uint32_t open = 0, decided = 0;
    cell *cells = malloc(MOST_CELLS * sizeof *cells);
    assert_non_null(cells);
    for (uint64_t i = 0; i < count;) {
        touching_solid exact = touching_solid_make_regular(&rng);
        solid s = solid_make(NULL, exact.soup);
        tact_pose pose = touching_pose(&rng, 4);
        for (int k = 0; k < 10; k++, i++) {
            cell c = k % 4 == 0 ? random_rectangle(&rng) : random_flat(&rng);
            tact_relation right = relation_of(find_truth(&exact, &c, cells));
            int left_open = check(&c, &s, pose, right);
            open += left_open > 0;
            decided += left_open == 0;
        }
        solid_free(&s);
    }
    free(cells);
    print_message("%u decided, %u left open\n", decided, open);
    assert_true(decided > 0);
}

/* A triangle as near to a face as doubles can be: 2^-50 above it, on it, and below it. */
static void test_very_near(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_box(NULL, (tact_vec3){2, 2, 2}, 1, &mesh), TACT_OK);
    solid s = solid_make(NULL, soup_take(mesh));
    tacti_object b = {.bvh = s.body.bvh, .interior = s.interior, .pose = tact_pose_identity()};
    const double step = 0x1p-50;
    const struct {
        double z[3];
        tact_relation relation;
    } cases[] = {{{1 + step, 1 + step, 1 + step}, TACT_RELATION_APART},
                 {{1, 1 + step, 1 + step}, TACT_RELATION_TOUCHING},
                 {{1, 1, 1 + step}, TACT_RELATION_TOUCHING},
                 {{1, 1, 1}, TACT_RELATION_A_IN_B},
                 {{1 - step, 1, 1}, TACT_RELATION_A_IN_B},
                 {{1 - step, 1, 1 + step}, TACT_RELATION_CROSSING},
                 {{1 - step, 1 - step, 1 - step}, TACT_RELATION_A_IN_B},
                 {{1 - step, 1 + step, 1 + step}, TACT_RELATION_CROSSING}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 3; k++) {
            const double *z = cases[i].z;
            cell c = {
                {{0.25, 0.125, z[k]}, {-0.5, 0.25, z[(k + 1) % 3]}, {0.25, -0.75, z[(k + 2) % 3]}},
                3};
            tact_shape shape = shape_of(&c, b.pose);
            tacti_object a = {.shape = &shape, .pose = b.pose};
            tacti_object_relation relation;
            assert_int_equal(tacti_object_classify(NULL, &a, &b, NULL, &relation), TACT_OK);
            assert_int_equal(relation.relation, cases[i].relation);
        }
    solid_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_touching_solids),
        cmocka_unit_test(test_very_near),
        cmocka_unit_test(test_lattice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
