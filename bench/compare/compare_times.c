/* SPDX-License-Identifier: MIT */
/* compare_times: reads the times of two builds over some rounds and prints which cases became
 * slower or faster. tools/bench_compare.sh makes the files and calls it. */
#include "compare_report.h"

#include "output.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS 16

static void print_help(void) {
    printf("usage: compare_times OLD NEW ROUNDS JSON FOLDER PROGRAM...\n"
           "Compares FOLDER/PROGRAM.old.N with FOLDER/PROGRAM.new.N, for N from 1 to ROUNDS (%d to "
           "%d).\nOLD and NEW are names of the builds. JSON is a file to write, or - for none.\n"
           "Exit status: 1 if a case is slower, 2 for an error.\n",
           COMPARE_MIN_ROUNDS, COMPARE_MAX_ROUNDS);
}

static bool write_json(const compare_report *report, const char *path) {
    FILE *file = bench_output_open(path);
    if (file == NULL)
        return false;
    compare_report_json(report, file);
    return bench_output_close(file, path);
}

int main(int argc, char **argv) {
    char *end = NULL;
    unsigned long rounds = argc > 3 ? strtoul(argv[3], &end, 10) : 0;
    if (argc < 7 || argc - 6 > MAX_PROGRAMS || *end != '\0' || rounds < COMPARE_MIN_ROUNDS ||
        rounds > COMPARE_MAX_ROUNDS) {
        print_help();
        return 2;
    }
    compare_program programs[MAX_PROGRAMS];
    compare_report report = {{argv[1], argv[2]}, programs, 0, rounds};
    bool good = true;
    for (int i = 6; i < argc && good; i++) {
        good = compare_program_read(&programs[report.count], argv[5], argv[i], rounds);
        report.count++;
    }
    if (good && compare_report_compared(&report) == 0) {
        fprintf(stderr, "compare_times: the two builds have no case in common\n");
        good = false;
    }
    if (good) {
        compare_report_print(&report);
        good = strcmp(argv[4], "-") == 0 || write_json(&report, argv[4]);
    }
    size_t slower = good ? compare_report_count(&report, COMPARE_SLOWER) : 0;
    for (size_t p = 0; p < report.count; p++)
        compare_program_free(&programs[p]);
    return !good ? 2 : slower > 0 ? 1 : 0;
}
