/* SPDX-License-Identifier: MIT */
/* The monotonic clock, for the times that the tool prints. */
#ifndef TACT_CLI_SECONDS_H
#define TACT_CLI_SECONDS_H

/* Seconds since an arbitrary moment. */
double seconds_now(void);

#endif
