/* SPDX-License-Identifier: MIT */
/* Reads the command line; see arguments.h. */
#include "arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_line(const char *name, const char *value, const char *help) {
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", name, value != NULL ? " " : "",
             value != NULL ? value : "");
    printf("  %-18s %s\n", left, help);
}

static void print_help(const bench_arguments *arguments) {
    printf("usage: %s [options]\n", arguments->program);
    for (size_t i = 0; i < arguments->count; i++)
        print_line(arguments->list[i].name, arguments->list[i].value, arguments->list[i].help);
    print_line("--help", NULL, "print this text and stop");
    if (arguments->remark != NULL)
        printf("%s\n", arguments->remark);
}

/* Reads an unsigned number in [lo, hi], decimal or 0x...; the whole text must be the number. */
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

static bool parse_value(const bench_argument *argument, const char *value) {
    if (value == NULL) {
        fprintf(stderr, "%s needs a value\n", argument->name);
        return false;
    }
    if (argument->text != NULL) {
        *argument->text = value;
        return true;
    }
    if (argument->seed != NULL)
        return parse_number(argument->name, value, 0, UINT64_MAX, argument->seed);
    uint64_t number;
    if (!parse_number(argument->name, value, argument->least, argument->most, &number))
        return false;
    *argument->size = (size_t)number;
    return true;
}

static const bench_argument *find_argument(const bench_arguments *arguments, const char *name,
                                           size_t length) {
    for (size_t i = 0; i < arguments->count; i++) {
        const bench_argument *argument = &arguments->list[i];
        if (strlen(argument->name) == length && strncmp(argument->name, name, length) == 0)
            return argument;
    }
    return NULL;
}

bool bench_arguments_read(const bench_arguments *arguments, int argc, char **argv, int *code) {
    *code = 2;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(arguments);
            *code = 0;
            return false;
        }
        const char *equals = strchr(argv[i], '=');
        size_t length = equals != NULL ? (size_t)(equals - argv[i]) : strlen(argv[i]);
        const bench_argument *found = find_argument(arguments, argv[i], length);
        if (found == NULL || (found->flag != NULL && equals != NULL)) {
            fprintf(stderr, "unknown argument \"%s\"; --help lists the arguments\n", argv[i]);
            return false;
        }
        if (found->flag != NULL)
            *found->flag = true;
        else if (!parse_value(found, equals != NULL ? equals + 1 : i + 1 < argc ? argv[++i] : NULL))
            return false;
    }
    return true;
}

bool bench_is_listed(const char *list, const char *name) {
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
