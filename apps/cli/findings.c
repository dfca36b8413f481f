/* SPDX-License-Identifier: MIT */
/* What tact info looks for; see findings.h. */
#include "findings.h"

#include "values.h"

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

bool findings_match(const tact_mesh_report *report, const char *list) {
    const char *names[FINDING_NAME_COUNT];
    size_t count = findings_names(report, names);
    if (value_list_has(list, "any"))
        return count > 0;
    for (size_t i = 0; i < count; i++)
        if (value_list_has(list, names[i]))
            return true;
    return false;
}
