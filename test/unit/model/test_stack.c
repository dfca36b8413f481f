/* SPDX-License-Identifier: MIT */
/* How much stack each question takes, for each kind of pair. Every question of the front door runs
 * on a painted stack, about easy and hard pairs: shapes and meshes of every kind near each other,
 * pairs that touch up to rounding, sizes from one end of the range to the other, large meshes,
 * coplanar meshes, compounds. The table has the greatest number of bytes of each question and kind
 * of pair, without those of a thread that does nothing. */
#include "models.h"

#include <tact/mesh_generators.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convex_pairs.h"
#include "mixed_pairs.h"
#include "painted.h"
#include "scenes.h"
#include "stack_questions.h"

/* ---- Limits ------------------------------------------------------------------------------- */

/* The limit for every question. Other processors have other frames, and so has plain C, without
 * vectors, in which one question takes 208 bytes more. */
#if defined(__x86_64__) && !defined(TACTI_SCALAR)
#define LIMIT_KIB 64
#else
#define LIMIT_KIB 96
#endif

typedef enum group { SHAPES, SHAPE_MESH, MESHES, COMPOUNDS, GROUPS } group;

static const char *const pair_names[GROUPS] = {"shapes", "shape and mesh", "meshes", "compound"};
static const char *const single_names[GROUPS] = {"shape", "", "mesh", "compound"};

/* ---- Measuring ---------------------------------------------------------------------------- */

#define MOST_QUESTIONS 64
#define RUNS_PER_THREAD 15 /* and the number of questions have no common divisor */

typedef struct row {
    const stack_question *question;
    group group;
    size_t bytes;
    size_t asked; /* number of answers */
} row;

typedef struct table {
    painted_stack stack;
    stack_world world;
    size_t runs;
    row rows[MOST_QUESTIONS][GROUPS];
} table;

static group group_of(const stack_world *w, const stack_question *q) {
    tact_kind a = tact_model_inspect(w->a.model).kind, b = tact_model_inspect(w->b.model).kind;
    if (stack_question_is_single(q))
        b = a;
    if (a == TACT_KIND_COMPOUND || b == TACT_KIND_COMPOUND)
        return COMPOUNDS;
    if (a == TACT_KIND_MESH && b == TACT_KIND_MESH)
        return MESHES;
    return a == TACT_KIND_MESH || b == TACT_KIND_MESH ? SHAPE_MESH : SHAPES;
}

/* Asks the prepared question on the painted stack. Starting a thread takes sanitizers long, and
 * their numbers say nothing, so most questions run on the calling thread there. */
static size_t run_question(table *t) {
    t->runs++;
    if (PAINTED_IS_PLAIN || t->runs % RUNS_PER_THREAD == 0)
        return painted_run(&t->stack, stack_question_ask, &t->world);
    stack_question_ask(&t->world);
    return 0;
}

/* Asks all questions about a pair. */
static void measure_pair(table *t, const tact_instance *a, const tact_instance *b) {
    stack_world *w = &t->world;
    w->a = *a;
    w->b = *b;
    w->point = (tact_vec3){b->pose.m[3], b->pose.m[7], b->pose.m[11]};
    w->ray = (tact_ray){w->point, {0.6 - w->point.x, 0.5 - w->point.y, 0.1 - w->point.z}};
    for (size_t i = 0; i < stack_question_count; i++) {
        const stack_question *q = &stack_questions[i];
        if (!stack_question_prepare(w, q))
            continue;
        size_t used = run_question(t);
        if (w->status == TACT_UNSUPPORTED)
            continue;
        if (w->status != TACT_OK)
            fail_msg("%s returned %s", q->name, tact_status_name(w->status));
        row *r = &t->rows[i][group_of(w, q)];
        r->bytes = used > r->bytes ? used : r->bytes;
        r->asked++;
    }
}

/* ---- Pairs -------------------------------------------------------------------------------- */

/* All pairs of the zoo, at random poses and in each other's place. */
static void measure_zoo(table *t, test_rng *rng, const zoo *z) {
    static const double reaches[] = {0, 0.5, 2, 20};
    double reach = reaches[test_rng_below(rng, 4)];
    for (int i = 0; i <= ZOO_COUNT; i++) {
        for (int j = 0; j <= i; j++) {
            const tact_model *first = i < ZOO_COUNT ? z->model[i] : z->compound;
            const tact_model *second = j < ZOO_COUNT ? z->model[j] : z->compound;
            tact_instance a = instance_random(rng, first, reach);
            tact_instance b = instance_random(rng, second, reach);
            if (test_rng_below(rng, 8) == 0)
                b.pose = a.pose;
            measure_pair(t, &a, &b);
        }
    }
}

/* A triangle of a soup as a shape. */
static tact_model *model_of_triangle(const soup *s) {
    tact_triangle triangle = {
        {s->vertices[s->indices[0]], s->vertices[s->indices[1]], s->vertices[s->indices[2]]}};
    return model_of_shape(tact_shape_triangle(triangle));
}

/* Soups of any size, and soups that nearly touch. A triangle of one as a shape, and a compound of
 * both, are asked about as well. */
static void measure_soups(table *t, test_rng *rng) {
    static const int exponents[] = {-1000, -480, -40, 0, 40, 480};
    soup_pair pair = test_rng_below(rng, 2) == 0 ? soup_pair_sized(rng, exponents, 6, 4)
                                                 : soup_pair_nearly_touching(rng, true);
    tact_model *models[4] = {model_of_soup(NULL, &pair.a, TACT_INTERIOR_ESTIMATE),
                             model_of_soup(NULL, &pair.b, TACT_INTERIOR_ESTIMATE),
                             model_of_triangle(&pair.b)};
    tact_instance a = tact_instance_make(models[0]), b = tact_instance_make(models[1]);
    a.pose = pair.pose_a;
    b.pose = pair.pose_b;
    a.flags = test_rng_below(rng, 2) == 0 ? 0 : TACT_INSTANCE_FILLED;
    measure_pair(t, &a, &b);
    tact_instance shape = b;
    shape.model = models[2];
    measure_pair(t, &a, &shape);
    measure_pair(t, &shape, &a);
    tact_instance parts[2] = {b, shape};
    models[3] = model_of_parts(parts, 2);
    tact_instance compound = tact_instance_make(models[3]);
    measure_pair(t, &a, &compound);
    measure_pair(t, &compound, &compound);
    for (int i = 0; i < 4; i++)
        tact_model_destroy(models[i]);
    soup_pair_free(&pair);
}

static void measure_shapes(table *t, const tact_shape shape[2],
                           const tacti_placed_shape placed[2]) {
    tact_model *models[2] = {model_of_shape(shape[0]), model_of_shape(shape[1])};
    tact_instance a = tact_instance_make(models[0]), b = tact_instance_make(models[1]);
    a.pose = placed[0].pose;
    b.pose = placed[1].pose;
    measure_pair(t, &a, &b);
    tact_model_destroy(models[0]);
    tact_model_destroy(models[1]);
}

/* Polytopes that touch up to rounding, and shapes whose numbers mix exponents. */
static void measure_convex(table *t, test_rng *rng, uint64_t count) {
    pairs_pool pool = pairs_pool_make(rng);
    mixed_pool mixed = mixed_pool_make(rng);
    for (uint64_t i = 0; i < count; i++) {
        convex_pair near;
        pairs_make(rng, &pool, (pairs_family)(i % PAIRS_FAMILIES), i % 3 == 0, &near);
        measure_shapes(t, near.shape, near.placed);
        mixed_pair far;
        mixed_pair_make(rng, &mixed, i % 2 == 0, &far);
        measure_shapes(t, far.shape, far.placed);
    }
    mixed_pool_free(&mixed);
    pairs_pool_free(&pool);
}

/* Large meshes that cross, are apart, or lie in one plane. */
static void measure_large(table *t) {
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_blob(NULL, 1, 0.3, 20, 7, &mesh), TACT_OK);
    tact_model *blob = model_of_mesh(mesh, TACT_INTERIOR_REQUIRED);
    assert_int_equal(tact_mesh_create_cloth(NULL, 1, 1, 16, 16, &mesh), TACT_OK);
    tact_model *cloth = model_of_mesh(mesh, TACT_INTERIOR_ESTIMATE);
    static const double offsets[] = {0, 0x1p-20, 0.3, 1.4, 2.5};
    for (int i = 0; i < 5; i++) {
        tact_instance a = tact_instance_make(blob), b = a;
        b.pose = pose_at(offsets[i], offsets[i] / 3, 0);
        measure_pair(t, &a, &b);
        a.model = b.model = cloth;
        measure_pair(t, &a, &b);
        b.pose = pose_at(0, 0, offsets[i]);
        measure_pair(t, &a, &b);
    }
    tact_model_destroy(blob);
    tact_model_destroy(cloth);
}

/* ---- The table ---------------------------------------------------------------------------- */

static int compare_rows(const void *a, const void *b) {
    size_t x = (*(const row *const *)a)->bytes, y = (*(const row *const *)b)->bytes;
    return (x < y) - (x > y);
}

static const char *group_name(const row *r) {
    return (stack_question_is_single(r->question) ? single_names : pair_names)[r->group];
}

/* Prints all rows, the greatest first. Returns the number of rows above the limit. */
static size_t print_table(table *t) {
    static row *sorted[MOST_QUESTIONS * GROUPS];
    size_t count = 0, above = 0;
    for (size_t i = 0; i < stack_question_count; i++) {
        for (group g = 0; g < GROUPS; g++) {
            if (t->rows[i][g].asked > 0)
                sorted[count++] = &t->rows[i][g];
        }
    }
    qsort(sorted, count, sizeof sorted[0], compare_rows);
    printf("stack in bytes at SIMD level %s:\n", tact_simd_level_name(tact_simd_level_best()));
    for (size_t i = 0; i < count; i++) {
        const row *r = sorted[i];
        bool is_above = r->bytes > (size_t)LIMIT_KIB << 10;
        printf("%8zu  %-24s %-16s %6zu asked%s\n", r->bytes, r->question->name, group_name(r),
               r->asked, is_above ? ", ABOVE" : "");
        above += is_above;
    }
    printf("every question has to fit into %d KiB\n", LIMIT_KIB);
    fflush(stdout);
    return above;
}

static void test_stack_of_questions(void **state) {
    static table t;
    assert_true(stack_question_count <= MOST_QUESTIONS);
    for (size_t i = 0; i < stack_question_count; i++) {
        for (group g = 0; g < GROUPS; g++)
            t.rows[i][g] = (row){.question = &stack_questions[i], .group = g};
    }
    t.stack = painted_make();
    stack_world_make(&t.world);
    test_rng rng = test_rng_start("stack_of_questions");
    measure_large(&t);
    for (uint64_t i = 0; i < test_case_count(2, 100); i++)
        measure_zoo(&t, &rng, *state);
    for (uint64_t i = 0; i < test_case_count(80, 5000); i++)
        measure_soups(&t, &rng);
    measure_convex(&t, &rng, test_case_count(200, 20000));
    size_t above = print_table(&t);
    stack_world_free(&t.world);
    painted_free(&t.stack);
    for (size_t i = 0; i < stack_question_count; i++) {
        size_t asked = 0;
        for (group g = 0; g < GROUPS; g++)
            asked += t.rows[i][g].asked;
        assert_true(asked > 0);
    }
    if (PAINTED_IS_PLAIN)
        assert_int_equal(above, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stack_of_questions)};
    return cmocka_run_group_tests(tests, zoo_set_up, zoo_tear_down);
}
