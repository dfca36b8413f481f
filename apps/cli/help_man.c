/* SPDX-License-Identifier: MIT */
/* The manual page, made from the table of commands, with the man macros that every system has. */
#include <string.h>

#include <tact/tact.h>

#include "command.h"
#include "help_shapes.h"

/* Text of a line. Backslashes and dashes are special to the macros, and so are a dot and a quote
 * at the beginning of a line. */
static void put_text(cli_output *output, const char *text, size_t length) {
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        cli_print(output, "\\&");
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\')
            cli_print(output, "\\e");
        else if (text[i] == '-')
            cli_print(output, "\\-");
        else
            cli_print(output, "%c", text[i]);
    }
}

static void put_word(cli_output *output, const char *text) {
    put_text(output, text, strlen(text));
}

/* Consecutive lines are filled; an empty line begins a paragraph. */
static void put_paragraphs(cli_output *output, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (length == 0)
            cli_print(output, ".PP");
        else
            put_text(output, text, length);
        cli_print(output, "\n");
        text += length + (text[length] == '\n');
    }
}

/* An option's head: letter, name and value. */
static void put_option(cli_output *output, const cli_option *option) {
    cli_print(output, ".TP\n");
    if (option->letter != 0)
        cli_print(output, "\\fB\\-%c\\fR, ", option->letter);
    cli_print(output, "\\fB\\-\\-");
    put_word(output, option->name);
    cli_print(output, "\\fR");
    if (option->value != NULL) {
        cli_print(output, " \\fI");
        put_word(output, option->value);
        cli_print(output, "\\fR");
    }
    cli_print(output, "\n");
    put_word(output, option->summary);
    cli_print(output, "\n");
    if (option->choices == NULL)
        return;
    cli_print(output, "(");
    for (const char *at = option->choices; *at != '\0';) {
        size_t length = strcspn(at, "|");
        put_text(output, at, length);
        at += length;
        if (*at == '|') {
            cli_print(output, ", ");
            at++;
        }
    }
    cli_print(output, ")\n");
}

static void put_examples(cli_output *output, const cli_command *command) {
    cli_print(output, ".PP\nExamples:\n");
    for (size_t i = 0; i < command->example_count; i++) {
        cli_print(output, ".TP\n\\fB");
        put_word(output, command->examples[i].line);
        cli_print(output, "\\fR\n");
        put_word(output, command->examples[i].says);
        cli_print(output, "\n");
    }
}

static void put_command(cli_output *output, const cli_command *command) {
    cli_print(output, ".SS tact ");
    put_word(output, command->name);
    if (command->operands[0] != '\0') {
        cli_print(output, " ");
        put_word(output, command->operands);
    }
    cli_print(output, "\n");
    put_word(output, command->summary);
    cli_print(output, ".\n.PP\n");
    put_paragraphs(output, command->details);
    for (size_t i = 0; i < command->option_count; i++)
        put_option(output, &command->options[i]);
    put_examples(output, command);
}

static void put_shapes(cli_output *output) {
    cli_print(output, ".SH SHAPES\nShapes can be used instead of mesh files as A and B.\n");
    for (size_t i = 0; i < HELP_SHAPES; i++) {
        const help_shape *shape = help_shape_at(i);
        cli_print(output, ".TP\n\\fB");
        put_word(output, shape->name);
        cli_print(output, ":\\fR\\fI");
        put_word(output, shape->form);
        cli_print(output, "\\fR\n");
        put_word(output, shape->meaning);
        cli_print(output, "\n");
    }
    cli_print(output, ".PP\n");
    put_paragraphs(output, help_shapes_details());
}

void help_show_man(cli_output *output) {
    cli_print(output, ".TH TACT 1 \"\" \"tact %s\" \"User Commands\"\n", tact_version());
    cli_print(output, ".SH NAME\ntact \\- exact collision detection for meshes and shapes\n");
    cli_print(output, ".SH SYNOPSIS\n\\fBtact\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... "
                      "[\\fIARGUMENT\\fR]...\n");
    cli_print(output, ".SH COMMANDS\n");
    for (size_t i = 0; i < cli_command_count(); i++)
        put_command(output, cli_command_at(i));
    put_shapes(output);
    const cli_command *any = cli_command_at(0);
    cli_print(output, ".SH COMMON OPTIONS\n");
    for (size_t i = any->option_count; i < cli_option_count(any); i++)
        put_option(output, cli_option_at(any, i));
    cli_print(output, ".SH EXIT STATUS\n");
    for (int i = 0; i < CLI_EXIT_COUNT; i++) {
        cli_print(output, ".TP\n%d\n", i);
        put_word(output, cli_exit_text((cli_exit)i));
        cli_print(output, "\n");
    }
}
