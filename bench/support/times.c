/* SPDX-License-Identifier: MIT */
/* Writes the file of --times; see times.h. */
#include "times.h"

#include "machine.h"
#include "output.h"

#include <stdarg.h>
#include <string.h>

#define NAME_SIZE 160

/* With --turns: lets another program run until it writes a line to standard input. */
static void take_turns(const bench_times *times) {
    fflush(times->file);
    int c = times->takes_turns ? 0 : EOF;
    while (c != EOF && c != '\n')
        c = getchar();
}

bool bench_times_open(bench_times *times, const char *path, const char *filter, bool takes_turns) {
    *times = (bench_times){NULL, path, filter, takes_turns};
    if (path == NULL)
        return true;
    times->file = bench_output_open(path);
    if (times->file == NULL)
        return false;
    bench_machine machine = bench_machine_describe();
    fprintf(times->file, "# compiler\t%s\n# flags\t%s\n# simd\t%s\n", machine.compiler,
            machine.flags, machine.simd);
    take_turns(times);
    return true;
}

bool bench_times_close(bench_times *times) {
    if (times->file == NULL)
        return true;
    bool written = bench_output_close(times->file, times->path);
    times->file = NULL;
    return written;
}

static void make_name(char name[NAME_SIZE], const char *format, va_list arguments) {
    vsnprintf(name, NAME_SIZE, format, arguments);
    char *to = name;
    for (const char *from = name; *from != '\0'; from++) {
        if (*from == ',' || (from[0] == ' ' && from[1] == '%'))
            continue;
        *to++ = *from == ' ' ? '-' : *from;
    }
    *to = '\0';
}

static bool is_wanted(const bench_times *times, const char *name) {
    return times->filter == NULL || strstr(name, times->filter) != NULL;
}

bool bench_times_wants(const bench_times *times, const char *format, ...) {
    char name[NAME_SIZE];
    va_list arguments;
    va_start(arguments, format);
    make_name(name, format, arguments);
    va_end(arguments);
    return times->file == NULL || is_wanted(times, name);
}

void bench_times_add(const bench_times *times, double ns, const char *format, ...) {
    char name[NAME_SIZE];
    va_list arguments;
    va_start(arguments, format);
    make_name(name, format, arguments);
    va_end(arguments);
    if (times->file == NULL || !is_wanted(times, name))
        return;
    fprintf(times->file, "%s\t%.6g\n", name, ns);
    take_turns(times);
}
