/* SPDX-License-Identifier: MIT */
/* tact help, and what --help and --version print, made from the table of commands. */
#include <string.h>

#include <tact/tact.h>

#include "command_text.h"
#include "commit.h"
#include "help_shapes.h"
#include "json.h"

static void show_exit_statuses(cli_output *output) {
    cli_print(output, "%sExit status%s\n", cli_style_code(output, CLI_TITLE),
              cli_style_code(output, CLI_PLAIN));
    for (int i = 0; i < CLI_EXIT_COUNT; i++)
        cli_print(output, "  %d  %s\n", i, cli_exit_text((cli_exit)i));
}

void help_show_all(cli_output *output) {
    const char *bold = cli_style_code(output, CLI_TITLE);
    const char *plain = cli_style_code(output, CLI_PLAIN);
    cli_print(output, "%sUsage%s: tact COMMAND [OPTION]... [ARGUMENT]...\n\n", bold, plain);
    cli_print(output, "Exact answers about meshes and shapes: do they collide, where, how far "
                      "apart are they?\n\n");
    cli_print(output, "%sCommands%s\n", bold, plain);
    for (size_t i = 0; i < cli_command_count(); i++)
        cli_print(output, "  %-10s %s\n", cli_command_at(i)->name, cli_command_at(i)->summary);
    cli_print(
        output,
        "\n'tact COMMAND --help' explains a command, with its options and examples.\n"
        "'tact help shapes' lists the shapes that can be used instead of files: box:1,2,3 ...\n"
        "'tact --version' prints the version.\n\n");
    show_exit_statuses(output);
}

/* The choices of a list, separated by commas as a user types them, below the option. */
static void show_choices(const char *choices, cli_output *output) {
    size_t column = 80;
    while (*choices != '\0') {
        size_t length = strcspn(choices, "|");
        if (column + length > 76) {
            cli_print(output, "%s%26s", column == 80 ? "" : "\n", "");
            column = 26;
        }
        bool last = choices[length] == '\0';
        cli_print(output, " %.*s%s", (int)length, choices, last ? "\n" : ",");
        column += length + 2;
        choices += length + !last;
    }
}

static void show_option(const cli_option *option, cli_output *output) {
    char name[64];
    char letter[8] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(name, sizeof name, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
             option->value ? option->value : "");
    cli_print(output, "  %-24s %s\n", name, option->summary);
    if (option->value != NULL && strcmp(option->value, "LIST") == 0)
        show_choices(option->choices, output);
}

void help_show_command(const cli_command *command, cli_output *output) {
    const char *bold = cli_style_code(output, CLI_TITLE);
    const char *plain = cli_style_code(output, CLI_PLAIN);
    cli_print(output, "%sUsage%s: tact %s [OPTION]...%s%s\n\n", bold, plain, command->name,
              command->operands[0] != '\0' ? " " : "", command->operands);
    cli_print(output, "tact %s: %s.\n\n", command->name, command->summary);
    cli_print(output, "%s\n", command->details);
    cli_print(output, "%sOptions%s\n", bold, plain);
    for (size_t i = 0; i < cli_option_count(command); i++)
        show_option(cli_option_at(command, i), output);
    cli_print(output, "\n%sExamples%s\n", bold, plain);
    for (size_t i = 0; i < command->example_count; i++)
        cli_print(output, "  %s\n      %s\n", command->examples[i].line, command->examples[i].says);
    cli_print(output, "\n");
    show_exit_statuses(output);
}

cli_exit help_show_version(cli_output *output) {
    if (!output->json) {
        cli_print(output, "tact %s", tact_version());
        if (cli_commit() != NULL)
            cli_print(output, " (commit %s)", cli_commit());
        cli_print(output, "\n");
        return CLI_OK;
    }
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_add_text(&json, "version", tact_version());
    json_add_text(&json, "commit", cli_commit());
    json_end_object(&json);
    return json_finish(&json) ? CLI_OK : CLI_INTERNAL;
}

static void write_option(json_writer *json, const cli_option *option) {
    char letter[2] = {option->letter, '\0'};
    json_begin_object(json);
    json_add_text(json, "name", option->name);
    json_add_text(json, "letter", option->letter != 0 ? letter : NULL);
    json_add_text(json, "value", option->value);
    json_add_text(json, "choices", option->choices);
    json_add_text(json, "summary", option->summary);
    json_end_object(json);
}

static void write_command(json_writer *json, const cli_command *command) {
    json_begin_object(json);
    json_add_text(json, "name", command->name);
    json_add_text(json, "summary", command->summary);
    json_add_text(json, "operands", command->operands);
    json_add_text(json, "operand_choices", command->operand_choices);
    json_add_text(json, "details", command->details);
    json_key(json, "options");
    json_begin_array(json);
    for (size_t i = 0; i < cli_option_count(command); i++)
        write_option(json, cli_option_at(command, i));
    json_end_array(json);
    json_key(json, "examples");
    json_begin_array(json);
    for (size_t i = 0; i < command->example_count; i++) {
        json_begin_object(json);
        json_add_text(json, "line", command->examples[i].line);
        json_add_text(json, "says", command->examples[i].says);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

/* The table as JSON: one command, or all of them. */
static cli_exit write_table(const cli_command *only, cli_output *output) {
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_add_text(&json, "version", tact_version());
    json_key(&json, "commands");
    json_begin_array(&json);
    for (size_t i = 0; i < cli_command_count(); i++)
        if (only == NULL || only == cli_command_at(i))
            write_command(&json, cli_command_at(i));
    json_end_array(&json);
    json_end_object(&json);
    return json_finish(&json) ? CLI_OK : CLI_INTERNAL;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    const cli_command *only = NULL;
    if (args->operand_count > 0 && strcmp(args->operands[0], HELP_SHAPES_TOPIC) == 0)
        return help_show_shapes(output);
    if (args->operand_count > 0) {
        only = cli_command_find(args->operands[0]);
        if (only == NULL)
            return cli_command_unknown(args->operands[0]);
    }
    if (output->json)
        return write_table(only, output);
    if (cli_has(args, "man")) {
        help_show_man(output);
        return CLI_OK;
    }
    if (cli_has(args, "completion")) {
        help_show_completion(output);
        return CLI_OK;
    }
    if (only != NULL)
        help_show_command(only, output);
    else
        help_show_all(output);
    return CLI_OK;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char help_details[] =
    "Lists all commands. With a command: what it does, its options and examples. With \"shapes\":\n"
    "the shapes that can be used instead of mesh files, such as box:1,2,3.\n";

static const cli_option help_options[] = {
    {"man", 0, NULL, NULL, "print the manual page"},
    {"completion", 0, "SHELL", "bash", "print a completion script for the shell"},
};

static const cli_example help_examples[] = {
    {"tact help", "all commands"},
    {"tact help make", "the same as tact make --help"},
    {"tact help shapes", "what box:1,2,3 and the like mean"},
    {"tact help --json", "all commands and options, for programs"},
    {"tact help --man | man -l -", "everything as a manual page"},
    {". <(tact help --completion bash)", "enable completion in this shell"},
};

const cli_command command_help = {
    .name = "help",
    .summary = "list the commands, or explain one",
    .operands = "[COMMAND|shapes]",
    .most_operands = 1,
    .details = help_details,
    .options = ROWS(help_options),
    .examples = ROWS(help_examples),
    .run = run,
};
