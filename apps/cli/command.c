/* SPDX-License-Identifier: MIT */
/* Looks things up in the table of commands; holds what all commands share. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "nearest.h"

static const cli_option common_options[] = {
    {"json", 0, NULL, NULL, "print the answer as JSON"},
    {"quiet", 'q', NULL, NULL, "print only errors; the exit status gives the answer"},
    {"color", 0, "WHEN", "auto|always|never", "use colours: auto (default), always or never"},
    {"help", 'h', NULL, NULL, "print this text"},
    {"version", 'V', NULL, NULL, "print the version"},
};
#define COMMON_COUNT (sizeof common_options / sizeof common_options[0])

const char *cli_exit_text(cli_exit status) {
    static const char *const texts[CLI_EXIT_COUNT] = {
        [CLI_OK] = "success",
        [CLI_FOUND] = "found: a contact, a flaw, or what --fail-on names",
        [CLI_USAGE] = "wrong command line",
        [CLI_IO] = "a file cannot be read or written, or has no triangles",
        [CLI_INTERNAL] = "internal error",
        [CLI_UNDECIDED] = "undecided; the output says why",
    };
    return texts[status];
}

const cli_command *cli_command_find(const char *name) {
    for (size_t i = 0; i < cli_command_count(); i++)
        if (strcmp(cli_command_at(i)->name, name) == 0)
            return cli_command_at(i);
    return NULL;
}

cli_exit cli_command_unknown(const char *name) {
    const char *names[CLI_MAX_OPTIONS];
    size_t count = cli_command_count();
    if (count > CLI_MAX_OPTIONS)
        count = CLI_MAX_OPTIONS;
    for (size_t i = 0; i < count; i++)
        names[i] = cli_command_at(i)->name;
    const char *nearest = nearest_name(name, names, count);
    if (nearest != NULL)
        cli_complain("there is no command '%s'; did you mean '%s'?", name, nearest);
    else
        cli_complain("there is no command '%s'; 'tact help' lists them", name);
    return CLI_USAGE;
}

size_t cli_option_count(const cli_command *command) {
    return command->option_count + COMMON_COUNT;
}

const cli_option *cli_option_at(const cli_command *command, size_t index) {
    return index < command->option_count ? &command->options[index]
                                         : &common_options[index - command->option_count];
}

/* The index of an option; the number of options if there is none of that name. */
static size_t find_option(const cli_command *command, const char *name) {
    size_t i = 0, count = cli_option_count(command);
    while (i < count && strcmp(cli_option_at(command, i)->name, name) != 0)
        i++;
    return i;
}

bool cli_finds(const cli_args *args, const char *name) {
    return find_option(args->command, name) < cli_option_count(args->command);
}

const char *cli_optional(const cli_args *args, const char *name) {
    return cli_finds(args, name) ? args->values[find_option(args->command, name)] : NULL;
}

const char *cli_value(const cli_args *args, const char *name) {
    if (cli_finds(args, name))
        return cli_optional(args, name);
    cli_complain("internal error: %s has no option --%s", args->command->name, name);
    exit(CLI_INTERNAL);
}

bool cli_has(const cli_args *args, const char *name) {
    return cli_value(args, name) != NULL;
}
