/* SPDX-License-Identifier: MIT */
/* The entry point: finds the command, parses its arguments, runs it, and checks that the output was
 * written. The locale is never set, so it stays "C". */
#define _XOPEN_SOURCE 700 /* SIGXFSZ */
#include <signal.h>
#include <string.h>

#include "command.h"
#include "options.h"

/* Runs a command; named is false if the command line does not name it. */
static cli_exit run_command(const cli_command *command, char **words, size_t count, bool named) {
    cli_args args;
    cli_exit status = options_parse(command, words, count, &args);
    if (status != CLI_OK)
        return status;
    cli_output output =
        cli_output_make(cli_has(&args, "quiet"), cli_has(&args, "json"), cli_value(&args, "color"));
    if (cli_has(&args, "version"))
        return help_show_version(&output);
    if (cli_has(&args, "help") && named) {
        help_show_command(command, &output);
        return CLI_OK;
    }
    status = options_check_operands(&args);
    if (status != CLI_OK)
        return status;
    status = command->run(&args, &output);
    if (status == CLI_INTERNAL)
        cli_complain("internal error in %s; please report it with the command line", command->name);
    return status;
}

/* tact --help, tact --version and so on run the command help. */
static cli_exit run_without_command(char **words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (cli_command_find(words[i]) != NULL && strcmp(words[0], "--help") != 0 &&
            strcmp(words[0], "-h") != 0) {
            cli_complain("options come after the command: tact %s %s ...", words[i], words[0]);
            return CLI_USAGE;
        }
    }
    return run_command(cli_command_find("help"), words, count, false);
}

static cli_exit run(int argc, char **argv) {
    if (argc < 2) {
        cli_output output = {.stream = stderr};
        help_show_all(&output);
        return CLI_USAGE;
    }
    char **words = argv + 1;
    size_t count = (size_t)argc - 1;
    if (words[0][0] == '-')
        return run_without_command(words, count);
    const cli_command *command = cli_command_find(words[0]);
    if (command == NULL)
        return cli_command_unknown(words[0]);
    return run_command(command, words + 1, count - 1, true);
}

int main(int argc, char **argv) {
    /* Without this signal, writing beyond the limit of file sizes fails with EFBIG, so the tool
     * says why and removes its temporary file. */
    (void)signal(SIGXFSZ, SIG_IGN);
    cli_exit status = run(argc, argv);
    return (int)(cli_output_finish() ? status : CLI_IO);
}
