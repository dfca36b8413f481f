/* SPDX-License-Identifier: MIT */
/* The commit that the tool was built from. */
#ifndef TACT_CLI_COMMIT_H
#define TACT_CLI_COMMIT_H

/* Such as "0123456789ab", with "-dirty" after it if files were modified; NULL if the sources were
 * not a git checkout. */
const char *cli_commit(void);

#endif
