/* SPDX-License-Identifier: MIT */
/* Values of options; see values.h. */
#include "values.h"

#include <string.h>

#include "kinds.h"
#include "number.h"

cli_exit value_fail(const char *option, const char *why, const char *text) {
    cli_complain("--%s %s: '%s'", option, why, text);
    return CLI_USAGE;
}

cli_exit value_read_numbers(const char *option, const char *text, double *out, size_t count,
                            const char *what) {
    number_list list = number_read_list(text, out, count);
    if (list.status != NUMBER_OK) {
        char fault[NUMBER_FAULT_SIZE];
        cli_complain("--%s: %s", option, number_list_fault(&list, fault));
        return list.status == NUMBER_NO_MEMORY ? CLI_INTERNAL : CLI_USAGE;
    }
    if (list.count == count)
        return CLI_OK;
    cli_complain("--%s: %zu number%s, but %s", option, list.count, list.count == 1 ? "" : "s",
                 what);
    return CLI_USAGE;
}

cli_exit value_read_amount(const char *option, const char *text, double *out) {
    const char *why = "is negative";
    kind_value value;
    if (text == NULL)
        return CLI_OK;
    if (!kind_read_value(KIND_LENGTH, text, &value, &why) || value.length < 0)
        return value_fail(option, why, text);
    *out = value.length;
    return CLI_OK;
}

cli_exit value_read_budget(const char *text, uint64_t *out) {
    const char *why;
    kind_value value;
    if (text == NULL)
        return CLI_OK;
    if (!kind_read_value(KIND_SEED, text, &value, &why))
        return value_fail("budget", why, text);
    *out = value.count;
    return CLI_OK;
}

bool value_list_has(const char *list, const char *item) {
    size_t length = strlen(item);
    while (true) {
        size_t next = strcspn(list, ",");
        if (next == length && strncmp(list, item, length) == 0)
            return true;
        if (list[next] == '\0')
            return false;
        list += next + 1;
    }
}
