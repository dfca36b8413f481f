/* SPDX-License-Identifier: MIT */
/* Determines the processor, system, compiler, flags, SIMD level, load and date; see machine.h. */
#define _POSIX_C_SOURCE 200809L
#include "machine.h"

#include <tact/base.h>

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* The build passes the flags as a string. */
#ifndef TACT_BENCH_FLAGS
#define TACT_BENCH_FLAGS "unknown"
#endif

static void copy_text(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from);
}

static void cut_line_end(char *text) {
    text[strcspn(text, "\n")] = '\0';
}

/* The first "model name" of /proc/cpuinfo, or the architecture if the file has none. */
static void describe_cpu(char *to, size_t size, const char *architecture) {
    copy_text(to, size, architecture);
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL)
        return;
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "model name", strlen("model name")) != 0)
            continue;
        const char *colon = strchr(line, ':');
        if (colon == NULL)
            continue;
        cut_line_end(line);
        copy_text(to, size, colon + 1 + strspn(colon + 1, " "));
        break;
    }
    fclose(file);
}

static void describe_load(char *to, size_t size) {
    copy_text(to, size, "unknown");
    FILE *file = fopen("/proc/loadavg", "r");
    if (file == NULL)
        return;
    double minutes[3];
    if (fscanf(file, "%lf %lf %lf", &minutes[0], &minutes[1], &minutes[2]) == 3)
        snprintf(to, size, "%.2f %.2f %.2f", minutes[0], minutes[1], minutes[2]);
    fclose(file);
}

static void describe_date(char *to, size_t size) {
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) == NULL || strftime(to, size, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        copy_text(to, size, "unknown");
}

bench_machine bench_machine_describe(void) {
    bench_machine machine;
    memset(&machine, 0, sizeof machine);
    struct utsname names;
    if (uname(&names) >= 0) {
        snprintf(machine.system, sizeof machine.system, "%.60s %.90s", names.sysname,
                 names.release);
        describe_cpu(machine.cpu, sizeof machine.cpu, names.machine);
    } else {
        copy_text(machine.system, sizeof machine.system, "unknown");
        describe_cpu(machine.cpu, sizeof machine.cpu, "unknown");
    }
#if defined(__clang__)
    copy_text(machine.compiler, sizeof machine.compiler, __VERSION__);
#elif defined(__GNUC__)
    copy_text(machine.compiler, sizeof machine.compiler, "gcc " __VERSION__);
#else
    copy_text(machine.compiler, sizeof machine.compiler, "unknown");
#endif
    copy_text(machine.flags, sizeof machine.flags, TACT_BENCH_FLAGS);
    describe_load(machine.load, sizeof machine.load);
    describe_date(machine.date, sizeof machine.date);
    machine.simd = tact_simd_level_name(tact_simd_level_best());
    machine.processors = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(__OPTIMIZE__)
    machine.optimised = true;
#endif
    return machine;
}

void bench_machine_print(const bench_machine *machine) {
    printf("%s, %ld processors, %s\n", machine->cpu, machine->processors, machine->system);
    printf("%s, flags: %s, SIMD level %s\n", machine->compiler, machine->flags, machine->simd);
    printf("%s, load %s\n", machine->date, machine->load);
    if (!machine->optimised)
        printf("warning: built without optimisation; the times mean nothing\n");
}
