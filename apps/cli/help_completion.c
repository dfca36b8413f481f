/* SPDX-License-Identifier: MIT */
/* The completion script for bash, made from the table of commands. */
#include <string.h>

#include "command.h"
#include "help_shapes.h"

/* The items of a list separated by '|', as words. No name has characters special to the shell. */
static void put_word_list(cli_output *output, const char *items) {
    cli_print(output, "        words='");
    for (; *items != '\0'; items++)
        cli_print(output, "%c", *items == '|' ? ' ' : *items);
    cli_print(output, "'\n");
}

static void put_command_names(cli_output *output) {
    for (size_t i = 0; i < cli_command_count(); i++)
        cli_print(output, "%s%s", i > 0 ? " " : "", cli_command_at(i)->name);
}

/* The words that complete the value of an option: its choices, or paths. Nothing is offered for
 * other values. */
static void put_values(cli_output *output, const cli_command *command) {
    for (size_t i = 0; i < cli_option_count(command); i++) {
        const cli_option *option = cli_option_at(command, i);
        if (option->value == NULL)
            continue;
        cli_print(output, "    %s,--%s", command->name, option->name);
        if (option->letter != 0)
            cli_print(output, " | %s,-%c", command->name, option->letter);
        cli_print(output, ")\n");
        if (option->choices != NULL && strcmp(option->value, "LIST") == 0) {
            cli_print(output, "        list=1\n");
            put_word_list(output, option->choices);
        } else if (option->choices != NULL) {
            put_word_list(output, option->choices);
        } else if (strcmp(option->value, "FILE") == 0) {
            cli_print(output, "        files=1\n");
        }
        cli_print(output, "        value=1\n        ;;\n");
    }
}

/* The options of a command, and the words for its first argument. */
static void put_words(cli_output *output, const cli_command *command) {
    cli_print(output, "    %s)\n        options='", command->name);
    for (size_t i = 0; i < cli_option_count(command); i++)
        cli_print(output, "%s--%s", i > 0 ? " " : "", cli_option_at(command, i)->name);
    cli_print(output, "'\n");
    if (command->operand_choices != NULL) {
        put_word_list(output, command->operand_choices);
    } else if (strstr(command->operands, "COMMAND") != NULL) {
        cli_print(output, "        words='");
        put_command_names(output);
        cli_print(output, " " HELP_SHAPES_TOPIC "'\n");
    } else if (command->operands[0] != '\0') {
        cli_print(output, "        files=1\n");
    }
    if (help_takes_shapes(command)) {
        cli_print(output, "        shapes='");
        for (size_t i = 0; i < HELP_SHAPES; i++)
            cli_print(output, "%s%s:", i > 0 ? " " : "", help_shape_at(i)->name);
        cli_print(output, "'\n");
    }
    cli_print(output, "        ;;\n");
}

void help_show_completion(cli_output *output) {
    cli_print(output,
              "# Completion of tact for bash; printed by: tact help --completion bash\n"
              "_tact() {\n"
              "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]}\n"
              "    local command=${COMP_WORDS[1]} words='' options='' prefix=''\n"
              "    local files='' list='' value='' shapes='' shape=''\n"
              "    COMPREPLY=()\n"
              "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
              "        mapfile -t COMPREPLY < <(compgen -W '");
    put_command_names(output);
    cli_print(output, " --help --version' -- \"$word\")\n"
                      "        return\n"
                      "    fi\n"
                      "    if [ \"$word\" = '=' ]; then\n"
                      "        word=''\n"
                      "    elif [ \"$last\" = '=' ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
                      "        last=${COMP_WORDS[COMP_CWORD - 2]}\n"
                      "    fi\n"
                      "    # bash splits hull:part.stl at the colon\n"
                      "    if [ \"$word\" = ':' ]; then\n"
                      "        shape=$last word=''\n"
                      "    elif [ \"$last\" = ':' ] && [ \"$COMP_CWORD\" -gt 3 ]; then\n"
                      "        shape=${COMP_WORDS[COMP_CWORD - 2]}\n"
                      "    fi\n"
                      "    case $command,$last in\n");
    for (size_t i = 0; i < cli_command_count(); i++)
        put_values(output, cli_command_at(i));
    cli_print(output, "    esac\n"
                      "    [ -n \"$value\" ] || case $command in\n");
    for (size_t i = 0; i < cli_command_count(); i++)
        put_words(output, cli_command_at(i));
    cli_print(output,
              "    esac\n"
              "    case $word in\n"
              "    -*) words=$options files='' ;;\n"
              "    *,*)\n"
              "        if [ -n \"$list\" ]; then\n"
              "            prefix=${word%%,*},\n"
              "            word=${word##*,}\n"
              "        fi\n"
              "        ;;\n"
              "    esac\n"
              "    mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- \"$word\")\n"
              "    if [ -n \"$shapes\" ] && [ -n \"$shape\" ]; then\n"
              "        shapes=''\n"
              "        [ \"$shape\" = hull ] || files=''\n"
              "    fi\n"
              "    if [ -n \"$files\" ]; then\n"
              "        mapfile -t COMPREPLY < <(compgen -W \"$shapes\" -- \"$word\"\n"
              "            compgen -f -- \"$word\")\n"
              "        case ${#COMPREPLY[@]},${COMPREPLY[0]} in\n"
              "        1,*:) compopt -o nospace 2>/dev/null ;;\n"
              "        *) compopt -o filenames 2>/dev/null ;;\n"
              "        esac\n"
              "    fi\n"
              "}\n"
              "complete -F _tact tact\n");
}
