/* SPDX-License-Identifier: MIT */
/* The version of the library and the names and texts of its status codes. All of them come from
 * <tact/base.h>: the version from its three numbers, names and texts from TACT_STATUS_LIST, so a
 * new status needs one new line there and none here. */
#include <tact/base.h>

/* Two steps, so that the numbers are quoted and not the names of their macros. */
#define QUOTE_VERSION(major, minor, patch) #major "." #minor "." #patch
#define VERSION_TEXT(major, minor, patch) QUOTE_VERSION(major, minor, patch)

const char *tact_version(void) {
    return VERSION_TEXT(TACT_VERSION_MAJOR, TACT_VERSION_MINOR, TACT_VERSION_PATCH);
}

uint32_t tact_version_number(void) {
    return TACT_VERSION;
}

/* A switch rather than a table: it works for any enumerator values, and the compiler checks that
 * none is missing. */
const char *tact_status_name(tact_status status) {
    switch (status) {
#define NAME_CASE(name, value, text)                                                               \
    case name:                                                                                     \
        return #name;
        TACT_STATUS_LIST(NAME_CASE)
#undef NAME_CASE
    }
    return "unknown status";
}

const char *tact_status_text(tact_status status) {
    switch (status) {
#define TEXT_CASE(name, value, text)                                                               \
    case name:                                                                                     \
        return text;
        TACT_STATUS_LIST(TEXT_CASE)
#undef TEXT_CASE
    }
    return "unknown status";
}
