/* SPDX-License-Identifier: MIT */
/* The clock that nobody sets, for the times that the tool prints. */
#ifndef TACT_CLI_SECONDS_H
#define TACT_CLI_SECONDS_H

/* Seconds since some moment. */
double seconds_now(void);

#endif
