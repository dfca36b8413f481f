/* SPDX-License-Identifier: MIT */
/* Moving features: time per question for all candidates of a step of cloth, and for hard questions
 * with known answers. The methods are compared with each other and with the answers of the file. No
 * peer in Debian answers these questions, so the yardstick is the naive expression of an
 * orientation on the same machine. See docs/benchmarks.md. */
#include "arguments.h"
#include "fail.h"
#include "features/cloth.h"
#include "features/lecture.h"
#include "machine.h"
#include "plain.h"
#include "report.h"
#include "stopwatch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METHODS 4
static const tact_impact_method methods[METHODS] = {TACT_IMPACT_EXACT, TACT_IMPACT_INCLUSION,
                                                    TACT_IMPACT_CUBIC, TACT_IMPACT_ADVANCE};

/* Questions that are answered at a time. */
#define PORTION 100000

typedef struct options {
    bool quick, check;
    const char *only, *data, *json, *markdown;
    size_t rounds, budget;
} options;

/* What the answers of one method add up to. */
typedef struct tally {
    double ns; /* per question; the least of all rounds */
    double worst_ns;
    size_t contacts, open, missed, wrong;
} tally;

/* ---- The yardstick ------------------------------------------------------------------------ */

/* Nanoseconds of one naive orientation. */
static double measure_orientation(void) {
    enum { COUNT = 4096 };
    static tact_vec3 points[COUNT + 3];
    for (int i = 0; i < COUNT + 3; i++)
        points[i] = (tact_vec3){tact_sin(i), tact_cos(3 * i), tact_sin(7 * i)};
    double least = HUGE_VAL;
    volatile int sum = 0;
    for (int round = 0; round < 20; round++) {
        double before = bench_now_ns();
        int signs = 0;
        for (int i = 0; i < COUNT; i++)
            signs += plain_orient3d(&points[i], &points[i + 1], &points[i + 2], &points[i + 3]);
        sum += signs;
        least = fmin(least, (bench_now_ns() - before) / COUNT);
    }
    return least;
}

/* ---- Cloth -------------------------------------------------------------------------------- */

/* Answers all candidates once and adds the answers up. */
static tally ask_candidates(const cloth *c, tact_impact_kind kind, tact_impact_method method,
                            const uint32_t (*candidates)[4], size_t count) {
    static tact_impact_result results[PORTION];
    tact_impact_options chosen = tact_impact_options_default();
    tally sum = {0};
    chosen.method = method;
    for (size_t first = 0; first < count; first += PORTION) {
        size_t portion = count - first < PORTION ? count - first : PORTION;
        tact_impact_batch batch = {.start = c->start,
                                   .end = c->end,
                                   .vertices = candidates + first,
                                   .vertex_count = c->vertex_count,
                                   .count = portion,
                                   .kind = kind,
                                   .options = &chosen};
        bench_stopwatch watch = bench_stopwatch_start();
        bench_must(tact_impact_batch_run(NULL, &batch, results), "answers");
        sum.ns += bench_stopwatch_ns(&watch);
        for (size_t i = 0; i < portion; i++) {
            sum.contacts += results[i].outcome == TACT_OUTCOME_CONTACT;
            sum.open += results[i].outcome == TACT_OUTCOME_UNDECIDED;
        }
    }
    sum.ns /= count > 0 ? (double)count : 1;
    return sum;
}

static void show_cloth(bench_report *report, const options *o, const cloth *c,
                       tact_impact_kind kind) {
    size_t count;
    uint32_t(*candidates)[4] = cloth_candidates(c, kind, &count);
    char title[80];
    snprintf(title, sizeof title, "cloth, %s", tact_impact_kind_name(kind));
    bench_table *table =
        bench_report_table(report, title, "All candidates of a step, in batches, one thread.");
    static const char *const head[] = {"method", "candidates", "ns each", "contacts", "open"};
    BENCH_TABLE_HEAD(table, head);
    size_t exact = 0;
    for (int m = 0; m < METHODS; m++) {
        tally best = {.ns = HUGE_VAL};
        for (size_t round = 0; round < (m == 0 ? o->rounds : 1); round++) {
            tally now =
                ask_candidates(c, kind, methods[m], (const uint32_t(*)[4])candidates, count);
            if (now.ns < best.ns)
                best = now;
        }
        bench_table_cell(table, "%s", tact_impact_method_name(methods[m]));
        bench_table_cell(table, "%zu", count);
        bench_table_number(table, best.ns);
        bench_table_cell(table, "%zu", best.contacts);
        bench_table_cell(table, "%zu", best.open);
        if (m == 0) {
            exact = best.contacts;
            snprintf(title, sizeof title, "%s candidates, exact, ns", tact_impact_kind_name(kind));
            if (!o->quick)
                bench_report_at_most(report, title, best.ns, 200);
            bench_report_must(report, "the exact method leaves nothing open", best.open == 0);
        }
        bench_report_must(report, "no method misses a contact",
                          best.contacts + best.open >= exact && best.contacts <= exact);
    }
    bench_table_print(table);
    free(candidates);
}

static void section_cloth(bench_report *report, const options *o) {
    cloth c;
    char start[1024], end[1024];
    snprintf(start, sizeof start, "%s/cloth/cloth_ball92.ply", o->data != NULL ? o->data : "");
    snprintf(end, sizeof end, "%s/cloth/cloth_ball93.ply", o->data != NULL ? o->data : "");
    if (o->quick || o->data == NULL || !cloth_read(start, end, &c))
        c = cloth_make(o->quick ? 12 : 150);
    show_cloth(report, o, &c, TACT_IMPACT_VERTEX_FACE);
    show_cloth(report, o, &c, TACT_IMPACT_EDGE_EDGE);
    cloth_destroy(&c);
}

/* ---- Questions with known answers ---------------------------------------------------------- */

typedef struct known {
    tact_impact_kind kind;
    bool is_hard; /* of the set whose name begins with "erleben" */
    bool is_contact;
    tact_impact_motion motion;
} known;

static bool read_known(FILE *file, known *out) {
    char kind[8], name[200];
    int label, check, coplanar;
    double time;
    if (fscanf(file, "%7s %199s %d %d %d %la", kind, name, &label, &check, &coplanar, &time) != 6)
        return false;
    out->kind = kind[0] == 'e' ? TACT_IMPACT_EDGE_EDGE : TACT_IMPACT_VERTEX_FACE;
    out->is_hard = strncmp(name, "erleben", 7) == 0;
    out->is_contact = label != 0;
    for (int i = 0; i < 8; i++) {
        tact_vec3 *p = i < 4 ? &out->motion.start[i] : &out->motion.end[i - 4];
        if (fscanf(file, "%la %la %la", &p->x, &p->y, &p->z) != 3)
            return false;
    }
    return true;
}

/* Asks one question several times, and keeps the least time. */
static double ask_known(const known *k, const tact_impact_options *chosen, size_t rounds,
                        tact_impact_result *out) {
    double least = HUGE_VAL;
    for (size_t round = 0; round < rounds; round++) {
        double before = bench_now_ns();
        bench_must(k->kind == TACT_IMPACT_EDGE_EDGE
                       ? tact_impact_edge_edge(&k->motion, chosen, out)
                       : tact_impact_vertex_face(&k->motion, chosen, out),
                   "an answer");
        least = fmin(least, bench_now_ns() - before);
    }
    return least;
}

static tally ask_all_known(const known *list, size_t count, tact_impact_kind kind, bool is_hard,
                           tact_impact_method method, const options *o, size_t *asked) {
    tact_impact_options chosen = tact_impact_options_default();
    tally sum = {0};
    chosen.method = method;
    chosen.budget = (uint32_t)o->budget;
    *asked = 0;
    for (size_t i = 0; i < count; i++) {
        tact_impact_result result;
        if (list[i].kind != kind || list[i].is_hard != is_hard)
            continue;
        double ns = ask_known(&list[i], &chosen, o->rounds, &result);
        sum.ns += ns;
        sum.worst_ns = fmax(sum.worst_ns, ns);
        sum.contacts += result.outcome == TACT_OUTCOME_CONTACT;
        sum.open += result.outcome == TACT_OUTCOME_UNDECIDED && !list[i].is_contact;
        sum.missed += result.outcome == TACT_OUTCOME_APART && list[i].is_contact;
        sum.wrong += result.outcome == TACT_OUTCOME_CONTACT && !list[i].is_contact;
        (*asked)++;
    }
    sum.ns /= *asked > 0 ? (double)*asked : 1;
    return sum;
}

/* The bars of hard questions: the mean with and without the exact stage, the slowest question, and
 * how many that are apart the boxes leave open. */
static void judge_hard(bench_report *report, tact_impact_kind kind, int method, const tally *t) {
    static const double most_us[2][2] = {{7, 20}, {4, 12}}; /* [exact, inclusion][kind] */
    static const double most_open[2] = {103, 131};
    char title[80];
    const char *name = tact_impact_kind_name(kind), *by = tact_impact_method_name(methods[method]);
    snprintf(title, sizeof title, "hard %s questions, %s, us", name, by);
    bench_report_at_most(report, title, t->ns * 1e-3, most_us[method][kind]);
    snprintf(title, sizeof title, "slowest hard %s question, %s, us", name, by);
    bench_report_at_most(report, title, t->worst_ns * 1e-3, 2000);
    if (method == 1) {
        snprintf(title, sizeof title, "hard %s questions that boxes leave open", name);
        bench_report_at_most(report, title, (double)t->open, most_open[kind]);
    }
}

static void show_known(bench_report *report, const options *o, const known *list, size_t count,
                       bool is_hard) {
    bench_table *table = bench_report_table(report, is_hard ? "hard questions" : "unit questions",
                                            "Single questions whose answers are known.");
    static const char *const head[] = {"kind",     "method", "questions", "us each", "worst us",
                                       "contacts", "open",   "missed",    "wrong"};
    BENCH_TABLE_HEAD(table, head);
    for (int kind = 0; kind < 2; kind++) {
        for (int m = 0; m < METHODS; m++) {
            size_t asked;
            tally t =
                ask_all_known(list, count, (tact_impact_kind)kind, is_hard, methods[m], o, &asked);
            bench_table_cell(table, "%s", tact_impact_kind_name((tact_impact_kind)kind));
            bench_table_cell(table, "%s", tact_impact_method_name(methods[m]));
            bench_table_cell(table, "%zu", asked);
            bench_table_number(table, t.ns * 1e-3);
            bench_table_number(table, t.worst_ns * 1e-3);
            bench_table_cell(table, "%zu", t.contacts);
            bench_table_cell(table, "%zu", t.open);
            bench_table_cell(table, "%zu", t.missed);
            bench_table_cell(table, "%zu", t.wrong);
            bench_report_must(report, "nothing is missed and no contact is invented",
                              t.missed == 0 && t.wrong == 0 && (m != 0 || t.open == 0));
            if (is_hard && m < 2)
                judge_hard(report, (tact_impact_kind)kind, m, &t);
        }
    }
    bench_table_print(table);
}

/* How often the test that lectures teach is wrong. */
static void show_lecture(bench_report *report, const known *list, size_t count) {
    static const double tolerances[] = {0, 1e-9, 1e-6, 1e-3};
    bench_table *table =
        bench_report_table(report, "the test as it is taught",
                           "Roots of the cubic in double and a position with a tolerance.");
    static const char *const head[] = {"kind", "tolerance", "questions", "missed", "wrong"};
    BENCH_TABLE_HEAD(table, head);
    for (int kind = 0; kind < 2; kind++) {
        for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances; k++) {
            size_t asked = 0, missed = 0, wrong = 0;
            for (size_t i = 0; i < count; i++) {
                if ((int)list[i].kind != kind)
                    continue;
                bool meets = lecture_meets(list[i].kind, &list[i].motion, tolerances[k]);
                asked++;
                missed += list[i].is_contact && !meets;
                wrong += !list[i].is_contact && meets;
            }
            bench_table_cell(table, "%s", tact_impact_kind_name((tact_impact_kind)kind));
            bench_table_cell(table, "%g", tolerances[k]);
            bench_table_cell(table, "%zu", asked);
            bench_table_cell(table, "%zu", missed);
            bench_table_cell(table, "%zu", wrong);
        }
    }
    bench_table_print(table);
}

static void section_known(bench_report *report, const options *o) {
    enum { MOST = 20000 };
    char path[1024];
    snprintf(path, sizeof path, "%s/ccd_queries.txt", o->data != NULL ? o->data : "");
    FILE *file = o->data != NULL && !o->quick ? fopen(path, "r") : NULL;
    if (file == NULL) {
        printf("questions with known answers: left out, --data names no folder with "
               "ccd_queries.txt\n");
        return;
    }
    known *list = bench_allocate(MOST, sizeof *list);
    size_t count = 0;
    while (count < MOST && read_known(file, &list[count]))
        count++;
    fclose(file);
    show_known(report, o, list, count, true);
    show_known(report, o, list, count, false);
    show_lecture(report, list, count);
    free(list);
}

/* ---- The program -------------------------------------------------------------------------- */

int main(int argc, char **argv) {
    options o = {
        .data = getenv("TACT_DATA"), .rounds = 3, .budget = tact_impact_options_default().budget};
    int code;
    const bench_argument list[] = {
        bench_switch("--quick", "few questions: whether it runs, not how fast", &o.quick),
        bench_text("--only", "LIST", "sections: cloth,known", &o.only),
        bench_text("--data", "FOLDER", "with cloth/ and ccd_queries.txt (default: TACT_DATA)",
                   &o.data),
        bench_size("--rounds", "rounds; the least time counts", &o.rounds, 1, 100),
        bench_size("--budget", "boxes per question with a known answer", &o.budget, 1, 1u << 20),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &o.json),
        bench_text("--markdown", "FILE", "write the tables to FILE", &o.markdown),
        bench_switch("--check", BENCH_CHECK_HELP, &o.check),
    };
    const bench_arguments arguments = {"bench_features",
                                       "Without data, two sheets that are made for it.", list,
                                       sizeof list / sizeof *list};
    if (!bench_arguments_read(&arguments, argc, argv, &code))
        return code;
    bench_report *report = bench_report_create();
    bench_machine machine = bench_machine_describe();
    bench_machine_print(&machine);
    printf("one naive orientation of four points: %.2f ns\n", measure_orientation());
    printf("boxes: at most %u per candidate and %zu per question, down to %g of the size\n",
           tact_impact_options_default().budget, o.budget, tact_impact_options_default().tolerance);
    if (bench_is_listed(o.only, "cloth"))
        section_cloth(report, &o);
    if (bench_is_listed(o.only, "known"))
        section_known(report, &o);
    bench_report_head head = {.program = "bench_features",
                              .argc = argc,
                              .argv = argv,
                              .inputs = o.data != NULL ? o.data : "generated",
                              .json = o.json,
                              .markdown = o.markdown,
                              .is_check = o.check};
    return bench_report_end(report, &head);
}
