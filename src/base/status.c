/* SPDX-License-Identifier: MIT */
/* The version of the library and the names and texts of its status codes. All of them come from
 * <tact/base.h>: the version from its three numbers, names and texts from TACT_STATUS_LIST, so that
 * a new status needs one new line there and none here. */
#include <tact/base.h>

#define QUOTE_TOKEN(token) #token
#define QUOTE_VALUE(macro) QUOTE_TOKEN(macro)

const char *tact_version(void) {
    return QUOTE_VALUE(TACT_VERSION_MAJOR) "." QUOTE_VALUE(TACT_VERSION_MINOR) "." QUOTE_VALUE(
        TACT_VERSION_PATCH);
}

/* A switch rather than a table: it holds whatever numbers the enumerators have, and the compiler
 * checks that none is missing. */
const char *tact_status_name(tact_status status) {
    switch (status) {
#define NAME_CASE(name, text)                                                                      \
    case name:                                                                                     \
        return #name;
        TACT_STATUS_LIST(NAME_CASE)
#undef NAME_CASE
    }
    return "unknown status";
}

const char *tact_status_text(tact_status status) {
    switch (status) {
#define TEXT_CASE(name, text)                                                                      \
    case name:                                                                                     \
        return text;
        TACT_STATUS_LIST(TEXT_CASE)
#undef TEXT_CASE
    }
    return "unknown status";
}
