/* SPDX-License-Identifier: MIT */
/* What tact info looks for; see findings.h. */
#include "findings.h"

#include <string.h>

void findings_of(const tact_mesh_report *report, finding_row rows[FINDING_COUNT]) {
    size_t count = 0;
#define FINDING_ROW(name, field, label, element)                                                   \
    rows[count++] = (finding_row){name, #field, label, element, report->field};
    FINDING_LIST(FINDING_ROW)
#undef FINDING_ROW
}

size_t findings_names(const tact_mesh_report *report, const char *names[FINDING_NAME_COUNT]) {
    const tact_mesh_report *r = report;
    size_t count = 0;
#define FINDING_NAME(name, field, label, element)                                                  \
    if (r->field.count > 0)                                                                        \
        names[count++] = name;
#define CONDITION_NAME(name, when)                                                                 \
    if (when)                                                                                      \
        names[count++] = name;
    FINDING_LIST(FINDING_NAME)
    CONDITION_LIST(CONDITION_NAME)
#undef FINDING_NAME
#undef CONDITION_NAME
    return count;
}

static bool has_item(const char *list, const char *item) {
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

bool findings_match(const tact_mesh_report *report, const char *list) {
    const char *names[FINDING_NAME_COUNT];
    size_t count = findings_names(report, names);
    if (has_item(list, "any"))
        return count > 0;
    for (size_t i = 0; i < count; i++)
        if (has_item(list, names[i]))
            return true;
    return false;
}
