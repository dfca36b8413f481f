/* SPDX-License-Identifier: MIT */
/* The command line of the programs in this folder. */
#ifndef TACT_MEASURE_OPTIONS_H
#define TACT_MEASURE_OPTIONS_H

#include "arguments.h"

typedef struct measure_options {
    bool quick, check;
} measure_options;

/* Reads the arguments. Returns false if the program has to stop, with its exit code in *code. */
static inline bool measure_options_read(int argc, char **argv, const char *program,
                                        measure_options *out, int *code) {
    *out = (measure_options){.quick = false};
    const bench_argument list[] = {
        bench_switch("--quick", "few questions, to see that everything runs", &out->quick),
        bench_switch("--check", BENCH_CHECK_HELP, &out->check),
    };
    bench_arguments arguments = {program, NULL, list, sizeof list / sizeof list[0]};
    return bench_arguments_read(&arguments, argc, argv, code);
}

#endif
