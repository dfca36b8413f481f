/* SPDX-License-Identifier: MIT */
/* Energy certificates: a solid that they call safe does not touch itself, whatever its deformation;
 * and they call slightly deformed solids safe, also if they turn. */
#include "brute.h"
#include "make_deform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The surface of a cube of n x n x n cells; n is at most MOST_CELLS. */
#define MOST_CELLS 24
#define MOST_VERTICES (6 * MOST_CELLS * MOST_CELLS + 2)
#define MOST_FACES (12 * MOST_CELLS * MOST_CELLS)

typedef struct solid {
    uint32_t vertex_count, face_count;
    tact_vec3 rest[MOST_VERTICES], at[2][MOST_VERTICES];
    uint32_t triangles[MOST_FACES][3];
} solid;

static uint32_t vertex_of(solid *s, uint32_t n, uint32_t (*map)[MOST_CELLS + 1][MOST_CELLS + 1],
                          const uint32_t c[3]) {
    uint32_t *id = &map[c[0]][c[1]][c[2]];
    if (*id == 0) {
        s->rest[s->vertex_count] =
            (tact_vec3){(double)c[0] / n, (double)c[1] / n, (double)c[2] / n};
        *id = ++s->vertex_count;
    }
    return *id - 1;
}

static void make_solid(uint32_t n, solid *s) {
    static uint32_t map[MOST_CELLS + 1][MOST_CELLS + 1][MOST_CELLS + 1];
    memset(map, 0, sizeof map);
    s->vertex_count = s->face_count = 0;
    for (uint32_t side = 0; side < 6; side++)
        for (uint32_t cell = 0; cell < n * n; cell++) {
            uint32_t q[4], axis = side / 2, out = side % 2;
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t c[3];
                c[axis] = out * n;
                c[(axis + 1) % 3] = cell % n + (k == 1 || k == 2);
                c[(axis + 2) % 3] = cell / n + (k >= 2);
                q[k] = vertex_of(s, n, map, c);
            }
            const uint32_t corners[2][6] = {{q[0], q[2], q[1], q[0], q[3], q[2]},
                                            {q[0], q[1], q[2], q[0], q[2], q[3]}};
            memcpy(s->triangles[s->face_count], corners[out], sizeof corners[out]);
            s->face_count += 2;
        }
}

static tact_deform *deform_of_solid(const solid *s) {
    tact_deform_topology topology = {.vertex_count = s->vertex_count,
                                     .triangle_count = s->face_count,
                                     .triangles = (const uint32_t(*)[3])s->triangles};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(NULL, &topology, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_set_rest(deform, s->rest, NULL), TACT_OK);
    return deform;
}

/* ---- Deformations ------------------------------------------------------------------------- */

typedef struct turn {
    double m[3][3], shift[3];
} turn;

/* A rotation about some axis by some angle at most, and a shift. */
static turn make_turn(test_rng *rng, double most) {
    double angle = test_rng_between(rng, 0, most), c = tact_cos(angle), s = tact_sin(angle);
    double a[3], length = 0;
    turn t;
    for (int k = 0; k < 3; k++) {
        a[k] = test_rng_between(rng, 0.1, 1);
        length += a[k] * a[k];
    }
    for (int k = 0; k < 3; k++)
        a[k] /= sqrt(length);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            t.m[i][j] = (1 - c) * a[i] * a[j] + (i == j ? c : 0);
            if (i != j)
                t.m[i][j] += s * a[3 - i - j] * ((j - i + 3) % 3 == 1 ? -1 : 1);
        }
    for (int k = 0; k < 3; k++)
        t.shift[k] = test_rng_between(rng, -3, 3);
    return t;
}

static tact_vec3 turned(const turn *t, tact_vec3 p) {
    double out[3];
    for (int i = 0; i < 3; i++)
        out[i] = t->m[i][0] * p.x + t->m[i][1] * p.y + t->m[i][2] * p.z + t->shift[i];
    return (tact_vec3){out[0], out[1], out[2]};
}

/* Pulls a vertex and, less and less, those around it towards another place, or shakes all; then
 * turns the body. */
static void deform_solid(test_rng *rng, solid *s, int end, double most_turn) {
    uint32_t first = (uint32_t)test_rng_below(rng, s->vertex_count);
    uint32_t second = (uint32_t)test_rng_below(rng, s->vertex_count);
    bool shakes = test_rng_below(rng, 3) == 0;
    double part = test_rng_between(rng, 0, 1), reach = test_rng_between(rng, 0.05, 1.5);
    double noise = 0.3 * part * part;
    part *= test_rng_unit(rng) * 1.5;
    turn t = make_turn(rng, most_turn);
    tact_vec3 from = s->rest[first], to = s->rest[second];
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        tact_vec3 p = s->rest[i];
        double dx = p.x - from.x, dy = p.y - from.y, dz = p.z - from.z;
        double fall = part * fmax(0, 1 - sqrt(dx * dx + dy * dy + dz * dz) / reach);
        if (shakes) {
            double x = test_rng_between(rng, -noise, noise);
            double y = test_rng_between(rng, -noise, noise);
            p = (tact_vec3){p.x + x, p.y + y, p.z + test_rng_between(rng, -noise, noise)};
        } else {
            p.x += fall * (to.x - from.x);
            p.y += fall * (to.y - from.y);
            p.z += fall * (to.z - from.z);
        }
        s->at[end][i] = turned(&t, p);
    }
}

/* The springs' forces: out = L y, one coordinate. */
static void apply_springs(const solid *s, const double *y, double *out) {
    for (uint32_t i = 0; i < s->vertex_count; i++)
        out[i] = 0;
    for (uint32_t f = 0; f < s->face_count; f++)
        for (int k = 0; k < 3; k++) {
            uint32_t a = s->triangles[f][k], b = s->triangles[f][(k + 1) % 3];
            out[a] += y[a] - y[b];
            out[b] += y[b] - y[a];
        }
}

static double product(const solid *s, const double *a, const double *b) {
    double sum = 0;
    for (uint32_t i = 0; i < s->vertex_count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The solution of L y = e by conjugate gradients; e adds up to 0. */
static void solve_springs(const solid *s, const double *e, double *y) {
    static double r[MOST_VERTICES], p[MOST_VERTICES], q[MOST_VERTICES];
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        y[i] = 0;
        r[i] = p[i] = e[i];
    }
    double square = product(s, r, r);
    for (int i = 0; i < 100 && square > 1e-24; i++) {
        apply_springs(s, p, q);
        double step = square / product(s, p, q), last = square;
        for (uint32_t k = 0; k < s->vertex_count; k++) {
            y[k] += step * p[k];
            r[k] -= step * q[k];
        }
        square = product(s, r, r);
        for (uint32_t k = 0; k < s->vertex_count; k++)
            p[k] = r[k] + square / last * p[k];
    }
}

static double rest_of(const solid *s, uint32_t v, int k) {
    const double x[3] = {s->rest[v].x, s->rest[v].y, s->rest[v].z};
    return x[k];
}

/* The one with the nearest middle among a few faces without a vertex. */
static uint32_t pick_near_face(test_rng *rng, const solid *s, uint32_t v) {
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < 60; i++) {
        uint32_t f = test_rng_below(rng, s->face_count);
        const uint32_t *c = s->triangles[f];
        double square = 0;
        if (c[0] == v || c[1] == v || c[2] == v)
            continue;
        for (int k = 0; k < 3; k++) {
            double x = (rest_of(s, c[0], k) + rest_of(s, c[1], k) + rest_of(s, c[2], k)) / 3;
            square += (x - rest_of(s, v, k)) * (x - rest_of(s, v, k));
        }
        if (!(square < least))
            continue;
        least = square;
        best = f;
    }
    return best;
}

/* From rest, moves a vertex to a point of a face, or part of the way or beyond, with the least
 * energy that takes it there. */
static void pull_together(test_rng *rng, solid *s) {
    static double e[MOST_VERTICES], y[MOST_VERTICES];
    uint32_t v = test_rng_below(rng, s->vertex_count), f = pick_near_face(rng, s, v);
    const uint32_t *c = s->triangles[f];
    double way = test_rng_between(rng, 0.4, 1.2),
           from[3] = {s->rest[v].x, s->rest[v].y, s->rest[v].z};
    memset(e, 0, sizeof e);
    e[v] = 1;
    for (int k = 0; k < 3; k++) {
        static const double weights[3] = {0.3, 0.3, 0.4};
        e[c[k]] -= weights[k];
        from[0] -= weights[k] * s->rest[c[k]].x;
        from[1] -= weights[k] * s->rest[c[k]].y;
        from[2] -= weights[k] * s->rest[c[k]].z;
    }
    solve_springs(s, e, y);
    double resistance = product(s, e, y);
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        double part = -way * y[i] / resistance;
        tact_vec3 p = s->rest[i];
        s->at[0][i] = p;
        s->at[1][i] = (tact_vec3){p.x + part * from[0], p.y + part * from[1], p.z + part * from[2]};
    }
}

/* ---- Tests -------------------------------------------------------------------------------- */

/* Random deformations, half of them over a step, a quarter with the least energy for a contact:
 * contacts are those of brute force. Solids that are safe as a whole have none. */
static void test_random(void **state) {
    (void)state;
    static solid s;
    test_rng rng = test_rng_start("deform energy");
    tact_impact_options impact = tact_impact_options_default();
    uint64_t cases = test_case_count(1000, 100000), safe = 0, partly = 0, touching = 0;
    tact_deform *deform = NULL;
    for (uint64_t i = 0; i < cases; i++) {
        if (i % 25 == 0) {
            tact_deform_destroy(deform);
            make_solid(2 + (uint32_t)(i / 25 % 2), &s);
            deform = deform_of_solid(&s);
        }
        tact_deform_saved saved;
        bool moves = i % 2 == 1;
        if (i % 4 == 3) {
            pull_together(&rng, &s);
        } else {
            deform_solid(&rng, &s, 0, moves ? 0.7 : 3);
            deform_solid(&rng, &s, 1, 0.7);
        }
        assert_int_equal(tact_deform_move(deform, s.at[0], moves ? s.at[1] : NULL, NULL), TACT_OK);
        contact_list found = ask_culled(deform, TACT_DEFORM_CULL_ENERGY, &saved);
        contact_list expected = find_contacts(deform, NULL, &impact);
        assert_same_contacts(&expected, &found);
        assert_true(saved.energy_patches == saved.patches && saved.contours == 0);
        safe += saved.faces == s.face_count && saved.patches == 1;
        partly += saved.patches > 1;
        touching += expected.count > 0;
        if (saved.faces == s.face_count && saved.patches == 1)
            assert_true(expected.count == 0 && saved.tested == 0);
        free(found.items);
        free(expected.items);
    }
    assert_true(safe > cases / 50 && partly > cases / 100 && touching > cases / 50);
    tact_deform_destroy(deform);
}

/* A vertex is pulled into a face next to it, more and more. The certificate ends before they touch,
 * but not long before: with some twenty times the energy they do. */
static void test_threshold(void **state) {
    (void)state;
    static solid s;
    make_solid(4, &s);
    tact_deform *deform = deform_of_solid(&s);
    uint32_t pulled = 0;
    for (uint32_t i = 0; i < s.vertex_count; i++)
        if (s.rest[i].x == 0.5 && s.rest[i].y == 0.5 && s.rest[i].z == 1)
            pulled = i;
    double last_safe = 0, first_contact = 0;
    memcpy(s.at[0], s.rest, sizeof s.rest);
    for (int i = 0; i <= 400; i++) {
        tact_deform_saved saved;
        double way = 0.001 * i;
        s.at[0][pulled] = (tact_vec3){0.5 + way, 0.5 + 0.3 * way, 1};
        assert_int_equal(tact_deform_move(deform, s.at[0], NULL, NULL), TACT_OK);
        contact_list found = ask_culled(deform, TACT_DEFORM_CULL_ENERGY, &saved);
        if (saved.faces == s.face_count && saved.patches == 1)
            last_safe = way;
        if (found.count > 0 && first_contact == 0)
            first_contact = way;
        free(found.items);
    }
    assert_true(last_safe > 0 && first_contact > last_safe);
    assert_true(first_contact < 8 * last_safe); /* energies are squares of ways */
    tact_deform_destroy(deform);
}

/* A solid that bends by a part of a thousand, and turns: at most a fifth of the visits. */
static void test_visits(void **state) {
    (void)state;
    static solid s;
    make_solid(MOST_CELLS, &s);
    tact_deform *deform = deform_of_solid(&s);
    for (int end = 0; end < 2; end++)
        for (uint32_t i = 0; i < s.vertex_count; i++) {
            tact_vec3 p = s.rest[i];
            double c = tact_cos(0.4 * end), w = tact_sin(0.4 * end);
            p.x += 0.001 * tact_sin(3 * p.y);
            p.z += 0.001 * p.x * p.x;
            s.at[end][i] = (tact_vec3){c * p.x - w * p.y + 2 * end, w * p.x + c * p.y, p.z};
        }
    assert_int_equal(tact_deform_move(deform, s.at[0], s.at[1], NULL), TACT_OK);
    tact_deform_saved none, saved;
    contact_list lists[2] = {ask_culled(deform, 0, &none),
                             ask_culled(deform, tact_deform_options_default().culling, &saved)};
    assert_same_contacts(&lists[0], &lists[1]);
    assert_true(5 * saved.visits <= none.visits && saved.energy_patches > 0);
    free(lists[0].items);
    free(lists[1].items);
    /* Without positions at rest there is nothing to compare with. */
    assert_int_equal(tact_deform_set_rest(deform, NULL, NULL), TACT_OK);
    lists[0] = ask_culled(deform, TACT_DEFORM_CULL_ENERGY, &saved);
    assert_true(saved.patches == 0 && saved.visits == none.visits);
    free(lists[0].items);
    tact_deform_destroy(deform);
}

/* Shapes at rest that prove nothing: a point, a body that touches itself, numbers out of range. */
static void test_useless_rest(void **state) {
    (void)state;
    static solid s;
    for (int kind = 0; kind < 4; kind++) {
        make_solid(2, &s);
        double scale = kind == 0 ? 0 : kind == 1 ? 1e200 : kind == 2 ? 1e-200 : 1;
        for (uint32_t i = 0; i < s.vertex_count; i++) {
            tact_vec3 p = s.rest[i];
            s.rest[i] = (tact_vec3){scale * p.x, scale * p.y, kind == 3 ? 0 : scale * p.z};
        }
        tact_deform *deform = deform_of_solid(&s);
        tact_deform_saved saved;
        assert_int_equal(tact_deform_move(deform, s.rest, NULL, NULL), TACT_OK);
        contact_list list = ask_culled(deform, TACT_DEFORM_CULL_ENERGY, &saved);
        assert_true(saved.faces < s.face_count);
        assert_true((kind != 0 && kind != 3) || list.count > 0);
        free(list.items);
        tact_deform_destroy(deform);
    }
}

static void test_bad_input(void **state) {
    (void)state;
    static solid s;
    tact_error error;
    make_solid(2, &s);
    tact_deform *deform = deform_of_solid(&s);
    size_t bytes = tact_deform_inspect(deform).bytes;
    assert_int_equal(tact_deform_set_rest(NULL, s.rest, &error), TACT_INVALID_ARGUMENT);
    s.rest[3].y = (double)NAN;
    assert_int_equal(tact_deform_set_rest(deform, s.rest, &error), TACT_NOT_FINITE);
    assert_int_equal(error.index, 3);
    assert_true(tact_deform_inspect(deform).bytes == bytes);
    assert_int_equal(tact_deform_set_rest(deform, NULL, NULL), TACT_OK);
    assert_true(tact_deform_inspect(deform).bytes < bytes);
    tact_deform_destroy(deform);
    tact_deform_topology nothing = {0};
    assert_int_equal(tact_deform_create(NULL, &nothing, NULL, &deform), TACT_OK);
    assert_int_equal(tact_deform_set_rest(deform, s.rest, NULL), TACT_OK);
    tact_deform_destroy(deform);
}

static void test_memory(void **state) {
    (void)state;
    static solid s;
    test_allocator memory;
    tact_context *context = test_context_make(&memory);
    make_solid(2, &s);
    tact_deform_topology topology = {.vertex_count = s.vertex_count,
                                     .triangle_count = s.face_count,
                                     .triangles = (const uint32_t(*)[3])s.triangles};
    tact_deform *deform;
    assert_int_equal(tact_deform_create(context, &topology, NULL, &deform), TACT_OK);
    uint64_t live = memory.live, calls;
    for (uint64_t i = 1;; i++) {
        memory.fail_at = memory.calls + i;
        tact_status status = tact_deform_set_rest(deform, s.rest, NULL);
        memory.fail_at = 0;
        if (status == TACT_OK) {
            calls = i;
            break;
        }
        assert_int_equal(status, TACT_OUT_OF_MEMORY);
        assert_true(memory.live == live);
    }
    assert_true(calls > 20);
    tact_deform_destroy(deform);
    tact_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),    cmocka_unit_test(test_threshold),
        cmocka_unit_test(test_visits),    cmocka_unit_test(test_useless_rest),
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("deform energy", tests, NULL, NULL);
}
