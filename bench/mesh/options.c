/* SPDX-License-Identifier: MIT */
/* The command line of bench_mesh, and the choices that its sections share. */
#include "sections.h"

#include "models.h"

#include <stdarg.h>
#include <string.h>

#define DEFAULT_POSES 100
#define TIMES_POSES 4
#define DEFAULT_REPS 5

bool mesh_options_read(int argc, char **argv, mesh_options *out, int *code) {
    *out = (mesh_options){.reps = DEFAULT_REPS, .seed = BENCH_DEFAULT_SEED};
    const bench_argument list[] = {
        bench_switch("--quick", "few poses and small models, to see that everything runs",
                     &out->quick),
        bench_text("--only", "LIST",
                   "some of boolean,contacts,distance,lone,motion,build,memory,large,growth,"
                   "relation,threads,proof",
                   &out->only),
        bench_text("--models", "LIST", "some models of the suite", &out->models),
        bench_text("--contenders", "LIST", "some of tact and the peers, such as tact,fcl-obb",
                   &out->contenders),
        bench_text("--builder", "NAME", "the builder of tact: " MESH_BUILDERS, &out->builder),
        bench_size("--poses", "poses per cell (default " BENCH_QUOTE(DEFAULT_POSES) ")",
                   &out->poses, 1, MESH_MAX_POSES),
        bench_size("--reps",
                   "least number of repetitions of a query, " BENCH_QUOTE(
                       BENCH_MIN_REPS) " or more (default " BENCH_QUOTE(DEFAULT_REPS) ")",
                   &out->reps, BENCH_MIN_REPS, BENCH_MAX_REPS),
        bench_seed("seed of the poses (default " BENCH_QUOTE(BENCH_DEFAULT_SEED) ")", &out->seed),
        bench_text("--markdown", "FILE",
                   "write the report to FILE, in the form of "
                   "docs/performance.md",
                   &out->markdown),
        bench_text("--json", "FILE", BENCH_JSON_HELP, &out->json),
        bench_text("--times", "FILE", BENCH_TIMES_HELP, &out->times),
        bench_text("--filter", "TEXT", BENCH_FILTER_HELP, &out->filter),
        bench_switch("--turns", BENCH_TURNS_HELP, &out->turns),
        bench_switch("--check", BENCH_CHECK_HELP, &out->check),
    };
    bench_arguments arguments = {"bench_mesh",
                                 "Models are read from the folder meshes of the folder that "
                                 "TACT_DATA names.\nModels that are not there are replaced by "
                                 "generated ones of the same size.",
                                 list, sizeof list / sizeof list[0]};
    if (!bench_arguments_read(&arguments, argc, argv, code))
        return false;
    if (!mesh_choose_builder(out->builder)) {
        fprintf(stderr, "the builder is " MESH_BUILDERS ", not %s\n", out->builder);
        *code = 2;
        return false;
    }
    mesh_options_complete(out, DEFAULT_POSES, TIMES_POSES);
    return true;
}

void mesh_options_complete(mesh_options *options, size_t poses, size_t times_poses) {
    if (options->poses == 0)
        options->poses = options->quick           ? MESH_QUICK_POSES
                         : options->times != NULL ? times_poses
                                                  : poses;
}

/* ---- Shared by the sections ----------------------------------------------------------------- */

bench_rng mesh_run_rng(const mesh_run *run, const char *purpose) {
    return bench_rng_named(run->options.seed, purpose);
}

bool mesh_run_wants(const mesh_run *run, size_t i) {
    const char *name = mesh_suite_name(i);
    if (run->options.quick && run->options.models == NULL)
        return bench_is_listed("fandisk,teapot", name);
    return bench_is_listed(run->options.models, name);
}

bool mesh_run_wants_small(const mesh_run *run, size_t i) {
    if (run->options.times != NULL && run->options.models == NULL)
        return mesh_suite_is_small(i);
    return mesh_run_wants(run, i);
}

const char *mesh_way(const mesh_contender *contender) {
    static const char ours[] = "tact";
    bool is_ours = strncmp(contender->name, ours, strlen(ours)) == 0;
    return is_ours ? contender->name + strlen(ours) : NULL;
}

void mesh_progress(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
