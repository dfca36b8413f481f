/* SPDX-License-Identifier: MIT */
/* The command line of a benchmark program: "--name value" or "--name=value". Written by hand since
 * getopt_long is outside POSIX. */
#include "internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void bench_options_help(const char *program) {
    printf("usage: %s [options]\n"
           "  --reps N       least number of repetitions, %d to %d (default %d)\n"
           "  --filter TEXT  only cases whose name contains TEXT\n"
           "  --seed N       seed of the inputs (default %d)\n"
           "  --count N      inputs of each case, 1 to %d (default %d)\n"
           "  --json FILE    write all figures to FILE\n"
           "  --times FILE   write the times of tact alone to FILE, for ./dev bench compare\n"
           "  --turns        with --times: wait for a line on standard input before every case\n"
           "  --check        exit code 1 if a bar is missed\n"
           "  --list         print the names of the cases and stop\n"
           "  --help         print this and stop\n",
           program, BENCH_MIN_REPS, BENCH_MAX_REPS, BENCH_DEFAULT_REPS, BENCH_DEFAULT_SEED,
           BENCH_MAX_COUNT, BENCH_DEFAULT_COUNT);
}

/* Reads an unsigned number in [lo, hi], decimal or 0x...; all of the text must be the number. */
static bool parse_number(const char *name, const char *text, uint64_t lo, uint64_t hi,
                         uint64_t *out) {
    char *end = NULL;
    errno = 0;
    bool starts_with_digit = text[0] >= '0' && text[0] <= '9';
    uint64_t value = starts_with_digit ? strtoull(text, &end, 0) : 0;
    if (!starts_with_digit || *end != '\0' || errno != 0 || value < lo || value > hi) {
        fprintf(stderr, "%s: \"%s\" is not a number from %" PRIu64 " to %" PRIu64 "\n", name, text,
                lo, hi);
        return false;
    }
    *out = value;
    return true;
}

static bool parse_valued(const char *name, const char *value, bench_options *out) {
    uint64_t number;
    if (strcmp(name, "--filter") == 0) {
        out->filter = value;
    } else if (strcmp(name, "--json") == 0) {
        out->json = value;
    } else if (strcmp(name, "--times") == 0) {
        out->times = value;
    } else if (strcmp(name, "--seed") == 0) {
        return parse_number(name, value, 0, UINT64_MAX, &out->seed);
    } else if (strcmp(name, "--reps") == 0) {
        if (!parse_number(name, value, BENCH_MIN_REPS, BENCH_MAX_REPS, &number))
            return false;
        out->reps = (size_t)number;
    } else {
        if (!parse_number(name, value, 1, BENCH_MAX_COUNT, &number))
            return false;
        out->count = (size_t)number;
    }
    return true;
}

static bool takes_value(const char *name) {
    static const char *const names[] = {"--filter", "--json", "--times",
                                        "--seed",   "--reps", "--count"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

static bool *find_switch(const char *name, bench_options *out) {
    if (strcmp(name, "--check") == 0)
        return &out->check;
    if (strcmp(name, "--turns") == 0)
        return &out->turns;
    if (strcmp(name, "--list") == 0)
        return &out->list;
    if (strcmp(name, "--help") == 0)
        return &out->help;
    return NULL;
}

bool bench_options_parse(int argc, char **argv, bench_options *out) {
    *out = (bench_options){
        .reps = BENCH_DEFAULT_REPS, .count = BENCH_DEFAULT_COUNT, .seed = BENCH_DEFAULT_SEED};
    for (int i = 1; i < argc; i++) {
        char name[32];
        const char *equals = strchr(argv[i], '=');
        size_t length = equals != NULL ? (size_t)(equals - argv[i]) : strlen(argv[i]);
        if (length >= sizeof name)
            length = sizeof name - 1;
        memcpy(name, argv[i], length);
        name[length] = '\0';

        if (takes_value(name)) {
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
    return true;
}
