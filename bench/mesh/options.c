/* SPDX-License-Identifier: MIT */
/* The command line of bench_mesh, and the small things that all sections share. */
#include "sections.h"

#include "internal.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_POSES 100
#define TIMES_POSES 4
#define QUICK_POSES 3
#define DEFAULT_REPS 5

void mesh_options_help(void) {
    printf(
        "usage: bench_mesh [options]\n"
        "  --quick            few poses and small models: that everything runs\n"
        "  --only LIST        some of boolean,contacts,distance,lone,motion,build,large,"
        "growth,relation,threads,proof\n"
        "  --models LIST      some models of the suite\n"
        "  --contenders LIST  some of tact and the peers, such as tact,fcl-obb\n"
        "  --poses N          poses a cell (default %d)\n"
        "  --reps N           least number of repetitions of a query, 5 or more (default %d)\n"
        "  --seed N           seed of the poses (default %d)\n"
        "  --markdown FILE    write the report to FILE, as docs/performance.md is\n"
        "  --json FILE        write all figures to FILE\n"
        "  --times FILE       a quick run of tact alone; write its times to FILE, for ./dev bench "
        "compare\n"
        "  --filter TEXT      with --times: only cases whose name contains TEXT\n"
        "  --turns            with --times: wait for a line on standard input before every case\n"
        "  --check            exit code 1 if a bar is missed\n"
        "  --help             print this and stop\n"
        "The models are read from the folder meshes of the folder that TACT_DATA names; stand-ins "
        "are\ngenerated where they are not there.\n",
        DEFAULT_POSES, DEFAULT_REPS, BENCH_DEFAULT_SEED);
}

static bool parse_number(const char *name, const char *text, uint64_t lo, uint64_t hi,
                         uint64_t *out) {
    char *end = NULL;
    errno = 0;
    bool is_number = text[0] >= '0' && text[0] <= '9';
    uint64_t value = is_number ? strtoull(text, &end, 0) : 0;
    if (!is_number || *end != '\0' || errno != 0 || value < lo || value > hi) {
        fprintf(stderr, "%s: \"%s\" is not a number from %llu to %llu\n", name, text,
                (unsigned long long)lo, (unsigned long long)hi);
        return false;
    }
    *out = value;
    return true;
}

static const char **find_text(const char *name, mesh_options *out) {
    return strcmp(name, "--only") == 0         ? &out->only
           : strcmp(name, "--models") == 0     ? &out->models
           : strcmp(name, "--contenders") == 0 ? &out->contenders
           : strcmp(name, "--json") == 0       ? &out->json
           : strcmp(name, "--markdown") == 0   ? &out->markdown
           : strcmp(name, "--times") == 0      ? &out->times
           : strcmp(name, "--filter") == 0     ? &out->filter
                                               : NULL;
}

static bool parse_valued(const char *name, const char *value, mesh_options *out) {
    const char **text = find_text(name, out);
    uint64_t number;
    if (text != NULL) {
        *text = value;
        return true;
    }
    if (strcmp(name, "--seed") == 0)
        return parse_number(name, value, 0, UINT64_MAX, &out->seed);
    if (strcmp(name, "--poses") == 0) {
        if (!parse_number(name, value, 1, 1000000, &number))
            return false;
        out->poses = (size_t)number;
        return true;
    }
    if (!parse_number(name, value, 5, 1000, &number))
        return false;
    out->reps = (size_t)number;
    return true;
}

static bool *find_switch(const char *name, mesh_options *out) {
    return strcmp(name, "--quick") == 0   ? &out->quick
           : strcmp(name, "--check") == 0 ? &out->check
           : strcmp(name, "--help") == 0  ? &out->help
           : strcmp(name, "--turns") == 0 ? &out->turns
                                          : NULL;
}

static bool takes_value(const char *name, mesh_options *out) {
    return find_text(name, out) != NULL || strcmp(name, "--seed") == 0 ||
           strcmp(name, "--poses") == 0 || strcmp(name, "--reps") == 0;
}

bool mesh_options_parse(int argc, char **argv, mesh_options *out) {
    mesh_defaults defaults = {DEFAULT_POSES, TIMES_POSES, DEFAULT_REPS};
    return mesh_options_parse_from(argc, argv, &defaults, out);
}

bool mesh_options_parse_from(int argc, char **argv, const mesh_defaults *defaults,
                             mesh_options *out) {
    *out = (mesh_options){.reps = defaults->reps, .seed = BENCH_DEFAULT_SEED};
    for (int i = 1; i < argc; i++) {
        char name[32];
        const char *equals = strchr(argv[i], '=');
        size_t length = equals != NULL ? (size_t)(equals - argv[i]) : strlen(argv[i]);
        snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), argv[i]);
        if (takes_value(name, out)) {
            const char *value = equals != NULL ? equals + 1 : i + 1 < argc ? argv[++i] : NULL;
            if (value == NULL) {
                fprintf(stderr, "%s needs a value\n", name);
                return false;
            }
            if (!parse_valued(name, value, out))
                return false;
            continue;
        }
        bool *flag = equals == NULL ? find_switch(name, out) : NULL;
        if (flag == NULL) {
            fprintf(stderr, "unknown argument \"%s\"; --help lists what there is\n", argv[i]);
            return false;
        }
        *flag = true;
    }
    if (out->poses == 0)
        out->poses = out->quick           ? QUICK_POSES
                     : out->times != NULL ? defaults->times_poses
                                          : defaults->poses;
    return true;
}

bool mesh_is_listed(const char *list, const char *name) {
    if (list == NULL)
        return true;
    size_t length = strlen(name);
    for (const char *at = list; *at != '\0';) {
        size_t item = strcspn(at, ",");
        if (item == length && strncmp(at, name, length) == 0)
            return true;
        at += item + (at[item] == ',');
    }
    return false;
}

/* ---- Shared by the sections ----------------------------------------------------------------- */

bench_rng mesh_run_rng(const mesh_run *run, const char *purpose) {
    bench_rng rng = {run->options.seed};
    for (const char *c = purpose; *c != '\0'; c++)
        rng.state = bench_rng_next(&rng) ^ (unsigned char)*c;
    return rng;
}

bool mesh_run_wants(const mesh_run *run, size_t i) {
    const char *name = mesh_suite_name(i);
    if (run->options.quick && run->options.models == NULL)
        return mesh_is_listed("fandisk,teapot", name);
    return mesh_is_listed(run->options.models, name);
}

bool mesh_run_wants_small(const mesh_run *run, size_t i) {
    if (run->options.times != NULL && run->options.models == NULL)
        return mesh_is_listed("bunny,fandisk,teapot", mesh_suite_name(i));
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
    fputs("bench_mesh: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void mesh_ratios_add(mesh_ratios *ratios, double ratio) {
    if (isnan(ratio))
        return;
    ratios->least = ratios->count == 0 ? ratio : fmin(ratios->least, ratio);
    ratios->log_sum += log(ratio);
    ratios->count++;
}

double mesh_ratios_mean(const mesh_ratios *ratios) {
    return ratios->count > 0 ? exp(ratios->log_sum / (double)ratios->count) : MESH_NONE;
}

double mesh_ratios_least(const mesh_ratios *ratios) {
    return ratios->count > 0 ? ratios->least : MESH_NONE;
}
