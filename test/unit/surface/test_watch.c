/* SPDX-License-Identifier: MIT */
/* Every question stopped at every point: by budgets of all sizes, by a callback at each of its
 * calls, by deadlines. Answers must hold, be the same each time, and name what stopped the
 * question. */
#include <math.h>

#include <tact/mesh_generators.h>

#include "questions.h"
#include "curve/curves.h"
#include "contacts/self_contacts.h"

/* ---- Budgets ------------------------------------------------------------------------------- */

static bool go_on(void *user) {
    ++*(uint64_t *)user;
    return false;
}

/* The answer is the same to the bit if asked again, and with a watch that does not stop it. */
static tacti_stop ask_thrice(questions_world *w, const question *q, uint64_t budget) {
    uint64_t calls = 0;
    tacti_watch watch = {.cancel = go_on, .user = &calls, .deadline = UINT64_MAX};
    question_end first = q->ask(w, budget, NULL), second = q->ask(w, budget, NULL);
    question_end watched = q->ask(w, budget, &watch);
    assert_int_equal(first.stop, second.stop);
    assert_int_equal(first.stop, watched.stop);
    if (first.digest != second.digest || first.digest != watched.digest)
        fail_msg("%s: budget %u gives different answers", q->name, (unsigned)budget);
    assert_true(first.stop == TACTI_STOP_NONE || first.stop == TACTI_STOP_BUDGET);
    return first.stop;
}

static void test_budgets(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_watch_budgets");
    for (int number = 0; number < QUESTION_WORLDS; number++) {
        questions_world w;
        questions_world_make(&rng, number, &w);
        for (int i = 0; i < question_count; i++) {
            tacti_stop stop = TACTI_STOP_BUDGET;
            for (uint64_t budget = 0; stop != TACTI_STOP_NONE; budget += 1 + budget / 8) {
                stop = ask_thrice(&w, &all_questions[i], budget);
                if (budget > UINT64_C(1) << 40)
                    fail_msg("%s: never complete", all_questions[i].name);
            }
            assert_int_equal(ask_thrice(&w, &all_questions[i], UINT64_MAX), TACTI_STOP_NONE);
        }
        questions_world_free(&w);
    }
}

/* ---- Callbacks and deadlines --------------------------------------------------------------- */

typedef struct patience {
    uint64_t calls, most;
} patience;

static bool lose_patience(void *user) {
    patience *p = user;
    return ++p->calls > p->most;
}

static void test_cancel(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_watch_cancel");
    for (int number = 0; number < QUESTION_WORLDS; number++) {
        questions_world w;
        questions_world_make(&rng, number, &w);
        for (int i = 0; i < question_count; i++) {
            tacti_stop stop = TACTI_STOP_CANCELLED;
            for (uint64_t most = 0; stop != TACTI_STOP_NONE; most += 1 + most / 4) {
                patience p = {0, most};
                tacti_watch watch = {.cancel = lose_patience, .user = &p};
                stop = all_questions[i].ask(&w, UINT64_MAX, &watch).stop;
                if (stop != (p.calls > most ? TACTI_STOP_CANCELLED : TACTI_STOP_NONE))
                    fail_msg("%s: cancelled at call %u of %u, stop %d", all_questions[i].name,
                             (unsigned)most + 1, (unsigned)p.calls, (int)stop);
            }
        }
        questions_world_free(&w);
    }
}

/* A deadline in the past ends a question at its first poll. One far ahead does not end it. */
static void test_deadlines(void **state) {
    (void)state;
    test_rng rng = test_rng_start("query_watch_deadlines");
    for (int number = 0; number < QUESTION_WORLDS; number++) {
        questions_world w;
        questions_world_make(&rng, number, &w);
        for (int i = 0; i < question_count; i++) {
            uint64_t calls = 0;
            tacti_watch watch = {.cancel = go_on, .user = &calls, .deadline = 1};
            tacti_stop stop = all_questions[i].ask(&w, UINT64_MAX, &watch).stop;
            assert_int_equal(stop, calls > 0 ? TACTI_STOP_DEADLINE : TACTI_STOP_NONE);
            watch.deadline = UINT64_MAX;
            stop = all_questions[i].ask(&w, UINT64_MAX, &watch).stop;
            assert_int_equal(stop, TACTI_STOP_NONE);
            /* Whatever the clock says, the answer must hold. */
            for (uint64_t wait = 1000; wait < 300000; wait *= 4) {
                watch.deadline = tacti_clock_now() + wait;
                stop = all_questions[i].ask(&w, UINT64_MAX, &watch).stop;
                assert_true(stop == TACTI_STOP_NONE || stop == TACTI_STOP_DEADLINE);
            }
        }
        questions_world_free(&w);
    }
}

/* ---- Large jobs ---------------------------------------------------------------------------- */

/* How much later than its deadline a question may end: on a busy machine or under a sanitizer, a
 * thread may wait for its turn. */
#define LATE_NANOSECONDS UINT64_C(400000000)
#define PATIENCE_NANOSECONDS UINT64_C(20000000)

typedef struct job {
    tacti_placed a, b;
    tact_contact_list *list;
    tact_curve_set *curves;
    tact_proof *proof;
} job;

static bool take_any(void *user, uint32_t a, uint32_t b) {
    (void)user, (void)a, (void)b;
    return true;
}

static tacti_stop run_job(const job *j, int kind, const tacti_query_desc *desc) {
    tacti_contact_summary summary = {0};
    tact_curve_summary curves;
    tacti_mesh_distance_answer distance;
    tacti_query_desc proven = *desc;
    proven.proof = j->proof;
    switch (kind) {
    case 0:
        assert_int_equal(tacti_mesh_contacts_visit(&j->a, &j->b, desc, take_any, NULL, &summary),
                         TACT_OK);
        break;
    case 1:
        assert_int_equal(
            tacti_mesh_contacts_fill(&j->a, &j->b, desc, TACT_CONTACT_GEOMETRY, j->list, &summary),
            TACT_OK);
        break;
    case 2:
        assert_int_equal(tacti_curve_set_fill(&j->a, &j->b, desc, j->curves, &curves), TACT_OK);
        summary = tacti_curve_set_contacts(j->curves);
        break;
    case 3:
        assert_int_equal(tacti_self_visit(j->a.bvh, desc, take_any, NULL, &summary), TACT_OK);
        break;
    default: { /* a copy that lies a little above: nearly all pairs of boxes are near */
        tacti_placed above = j->b;
        above.pose.m[11] = 1e-9;
        assert_int_equal(tacti_mesh_distance(&j->a, &above, &proven, NULL, &distance), TACT_OK);
        assert_true(distance.lower <= 1e-9);
        return distance.stop;
    }
    }
    assert_int_equal(summary.outcome == TACT_OUTCOME_UNDECIDED, summary.stop != TACTI_STOP_NONE);
    return summary.stop;
}

/* Two equal terrains of 200,000 triangles have millions of contacts. */
static void test_large_jobs_end_soon(void **state) {
    (void)state;
    tact_mesh *mesh;
    assert_int_equal(tact_mesh_create_terrain(NULL, 10, 1, 316, 7, &mesh), TACT_OK);
    soup s = soup_take(mesh);
    body b = body_make(NULL, &s, NULL);
    assert_true(s.triangle_count > 190000);
    job j = {.a = {b.bvh, tact_pose_identity()}, .b = {b.bvh, tact_pose_identity()}};
    assert_int_equal(tact_contact_list_create(NULL, &j.list), TACT_OK);
    assert_int_equal(tact_curve_set_create(NULL, &j.curves), TACT_OK);
    assert_int_equal(tact_proof_create(NULL, &j.proof), TACT_OK);
    for (int kind = 0; kind < 5; kind++) {
        uint64_t begin = tacti_clock_now();
        tacti_watch watch = {.deadline = begin + PATIENCE_NANOSECONDS};
        tacti_query_desc desc = tacti_query_desc_default();
        desc.watch = &watch;
        tacti_stop stop = run_job(&j, kind, &desc);
        uint64_t took = tacti_clock_now() - begin;
        print_message("job %d: %.1f ms\n", kind, (double)took * 1e-6);
        assert_int_equal(stop, TACTI_STOP_DEADLINE);
        assert_true(took >= PATIENCE_NANOSECONDS && took < PATIENCE_NANOSECONDS + LATE_NANOSECONDS);
    }
    tact_proof_destroy(j.proof);
    tact_curve_set_destroy(j.curves);
    tact_contact_list_destroy(j.list);
    body_free(&b);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_deadlines),
        cmocka_unit_test(test_large_jobs_end_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
