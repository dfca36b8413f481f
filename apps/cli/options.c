/* SPDX-License-Identifier: MIT */
/* The parser of command lines; see options.h. */
#include "options.h"

#include <string.h>

#include "nearest.h"

/* The words of a command line, and the next one to read. */
typedef struct word_list {
    char **words;
    size_t count;
    size_t next;
} word_list;

static cli_exit fail_usage(const cli_command *command) {
    cli_complain("'tact %s --help' explains the command", command->name);
    return CLI_USAGE;
}

/* Words such as -1 and -.5 are numbers. */
static bool is_option(const char *word) {
    bool number = word[1] == '.' || (word[1] >= '0' && word[1] <= '9');
    return word[0] == '-' && word[1] != '\0' && !number;
}

static cli_exit fail_unknown(const cli_command *command, const char *word) {
    const char *names[CLI_MAX_OPTIONS];
    for (size_t i = 0; i < cli_option_count(command); i++)
        names[i] = cli_option_at(command, i)->name;
    const char *bare = word + strspn(word, "-");
    size_t length = strcspn(bare, "=");
    char name[64];
    const char *nearest = NULL;
    if (length < sizeof name) {
        memcpy(name, bare, length);
        name[length] = '\0';
        nearest = nearest_name(name, names, cli_option_count(command));
    }
    if (nearest != NULL)
        cli_complain("%s has no option %s; did you mean --%s?", command->name, word, nearest);
    else
        cli_complain("%s has no option %s", command->name, word);
    return fail_usage(command);
}

/* The index of the option that the word names; the number of options if there is none. */
static size_t find_option(const cli_command *command, const char *word) {
    size_t count = cli_option_count(command);
    for (size_t i = 0; i < count; i++) {
        const cli_option *option = cli_option_at(command, i);
        if (word[1] != '-') {
            if (option->letter == word[1] && word[2] == '\0')
                return i;
            continue;
        }
        size_t length = strlen(option->name);
        if (strncmp(word + 2, option->name, length) == 0 &&
            (word[2 + length] == '\0' || word[2 + length] == '='))
            return i;
    }
    return count;
}

static bool is_choice(const char *choices, const char *value, size_t length) {
    while (true) {
        size_t choice = strcspn(choices, "|");
        if (choice == length && strncmp(choices, value, length) == 0)
            return true;
        if (choices[choice] == '\0')
            return false;
        choices += choice + 1;
    }
}

/* Whether the value, or each item of a list, is one of the choices. */
static bool check_choices(const cli_option *option, const char *value) {
    bool is_list = strcmp(option->value, "LIST") == 0;
    while (true) {
        size_t length = is_list ? strcspn(value, ",") : strlen(value);
        if (!is_choice(option->choices, value, length)) {
            cli_complain("option --%s must be one%s of %s, not '%.*s'", option->name,
                         is_list ? " or more" : "", option->choices, (int)length, value);
            return false;
        }
        if (value[length] == '\0')
            return true;
        value += length + 1;
    }
}

/* Sets the value of an option, and notes this use of it. */
static cli_exit set_value(size_t index, const char *value, cli_args *args) {
    const cli_option *option = cli_option_at(args->command, index);
    if (args->given_count == CLI_MAX_GIVEN) {
        cli_complain("option --%s is one too many: there may be %d options with a value",
                     option->name, CLI_MAX_GIVEN);
        return fail_usage(args->command);
    }
    args->given[args->given_count++] = (cli_given){option, value};
    args->values[index] = value;
    return CLI_OK;
}

/* Reads one option, and its value from the same or the next word. */
static cli_exit parse_option(const cli_command *command, word_list *list, cli_args *args) {
    const char *word = list->words[list->next++];
    size_t index = find_option(command, word);
    if (index == cli_option_count(command))
        return fail_unknown(command, word);
    const cli_option *option = cli_option_at(command, index);
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
    if (option->value == NULL) {
        if (equals != NULL) {
            cli_complain("option --%s takes no value", option->name);
            return fail_usage(command);
        }
        args->values[index] = "";
        return CLI_OK;
    }
    const char *value = equals != NULL ? equals + 1 : NULL;
    if (value == NULL && list->next < list->count)
        value = list->words[list->next++];
    if (value == NULL) {
        cli_complain("option --%s needs a value: --%s %s", option->name, option->name,
                     option->value);
        return fail_usage(command);
    }
    if (option->choices != NULL && !check_choices(option, value))
        return fail_usage(command);
    return set_value(index, value, args);
}

cli_exit options_parse(const cli_command *command, char **words, size_t word_count,
                       cli_args *args) {
    *args = (cli_args){.command = command, .operands = (const char *const *)words};
    if (cli_option_count(command) > CLI_MAX_OPTIONS) {
        cli_complain("internal error: %s has too many options", command->name);
        return CLI_INTERNAL;
    }
    word_list list = {words, word_count, 0};
    bool options_end = false;
    while (list.next < list.count) {
        char *word = words[list.next];
        if (!options_end && strcmp(word, "--") == 0) {
            options_end = true;
            list.next++;
        } else if (!options_end && is_option(word)) {
            cli_exit status = parse_option(command, &list, args);
            if (status != CLI_OK)
                return status;
        } else {
            words[args->operand_count++] = word;
            list.next++;
        }
    }
    return CLI_OK;
}

cli_exit options_check_operands(const cli_args *args) {
    const cli_command *command = args->command;
    if (args->operand_count < command->least_operands)
        cli_complain("too few arguments; usage: tact %s %s", command->name, command->operands);
    else if (args->operand_count > command->most_operands && command->most_operands == 0)
        cli_complain("%s takes no arguments, but '%s' was given", command->name, args->operands[0]);
    else if (args->operand_count > command->most_operands)
        cli_complain("one argument too many: '%s'; usage: tact %s %s",
                     args->operands[command->most_operands], command->name, command->operands);
    else
        return CLI_OK;
    return fail_usage(command);
}
