/* SPDX-License-Identifier: MIT */
/* The command line of a program: "--name value" or "--name=value". Written by hand because
 * getopt_long() is not part of POSIX. */
#ifndef TACT_BENCH_ARGUMENTS_H
#define TACT_BENCH_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_MIN_REPS 5
#define BENCH_MAX_REPS 1000
#define BENCH_DEFAULT_SEED 20260101

/* One argument. Exactly one of the four pointers is set; it receives the value. */
typedef struct bench_argument {
    const char *name;  /* "--reps" */
    const char *value; /* what the help calls the value: "N"; NULL for a switch */
    const char *help;
    bool *flag;
    const char **text;
    size_t *size; /* from least to most */
    uint64_t *seed;
    size_t least, most;
} bench_argument;

static inline bench_argument bench_switch(const char *name, const char *help, bool *out) {
    return (bench_argument){.name = name, .help = help, .flag = out};
}

static inline bench_argument bench_text(const char *name, const char *value, const char *help,
                                        const char **out) {
    return (bench_argument){.name = name, .value = value, .help = help, .text = out};
}

static inline bench_argument bench_size(const char *name, const char *help, size_t *out,
                                        size_t least, size_t most) {
    return (bench_argument){
        .name = name, .value = "N", .help = help, .size = out, .least = least, .most = most};
}

static inline bench_argument bench_seed(const char *help, uint64_t *out) {
    return (bench_argument){.name = "--seed", .value = "N", .help = help, .seed = out};
}

/* The arguments of a program. --help belongs to every program and is not in the list. */
typedef struct bench_arguments {
    const char *program;
    const char *remark; /* printed below the help; NULL for nothing */
    const bench_argument *list;
    size_t count;
} bench_arguments;

/* Reads the command line. Returns true if the program has to go on. Otherwise *code is its exit
 * code: 0 after --help, 2 after a wrong argument, which is explained on stderr. */
bool bench_arguments_read(const bench_arguments *arguments, int argc, char **argv, int *code);

/* Whether name is in a list with commas. A list that is NULL contains every name. */
bool bench_is_listed(const char *list, const char *name);

/* Help for arguments that several programs have. */
#define BENCH_TIMES_HELP                                                                           \
    "measure only tact, with few inputs; write the times to FILE, for ./dev bench compare"
#define BENCH_FILTER_HELP "with --times: only cases whose name contains TEXT"
#define BENCH_TURNS_HELP "with --times: wait for a line on standard input before every case"
#define BENCH_CHECK_HELP "exit code 1 if a bar is missed"
#define BENCH_JSON_HELP "write all figures to FILE"

/* For help texts that quote a default. */
#define BENCH_QUOTE_(x) #x
#define BENCH_QUOTE(x) BENCH_QUOTE_(x)

#endif
