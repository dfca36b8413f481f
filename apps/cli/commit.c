/* SPDX-License-Identifier: MIT */
/* The commit that the tool was built from. The only file that is compiled again if the commit
 * changes: the build writes commit_found.h (commit.cmake). */
#include "commit.h"

#include <stddef.h>

#include "commit_found.h"

const char *cli_commit(void) {
    static const char found[] = CLI_COMMIT;
    return sizeof found > 1 ? found : NULL;
}
