/* SPDX-License-Identifier: MIT */
/* Calls that not every system has. WebAssembly (WASI) has no signals, permissions or process
 * numbers. */
#ifndef TACTI_IO_SYSTEM_H
#define TACTI_IO_SYSTEM_H

#ifndef _GNU_SOURCE /* a file that includes this header defines it before all headers */
#define _GNU_SOURCE
#endif
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__wasi__)

typedef int tacti_signal_mask;

static inline bool tacti_block_signals(tacti_signal_mask *before) {
    *before = 0;
    return false;
}

static inline void tacti_restore_signals(const tacti_signal_mask *before) {
    (void)before;
}

static inline uint64_t tacti_process_number(void) {
    return 0;
}

static inline void tacti_set_permissions(int descriptor, mode_t mode) {
    (void)descriptor;
    (void)mode;
}

#else

#include <signal.h>

typedef sigset_t tacti_signal_mask;

/* Without threads, the mask of the process is the mask of its one thread. */
#ifdef TACTI_NO_THREADS
#define tacti_set_signal_mask sigprocmask
#else
#define tacti_set_signal_mask pthread_sigmask
#endif

/* Blocks all signals of this thread. Returns false if that fails. */
static inline bool tacti_block_signals(tacti_signal_mask *before) {
    sigset_t all;
    sigfillset(&all);
    return tacti_set_signal_mask(SIG_SETMASK, &all, before) == 0;
}

static inline void tacti_restore_signals(const tacti_signal_mask *before) {
    tacti_set_signal_mask(SIG_SETMASK, before, NULL);
}

/* A number that other processes of this machine do not have, if the system has such numbers. */
static inline uint64_t tacti_process_number(void) {
    return (uint64_t)getpid();
}

/* A file system without permissions may refuse, which does no harm. */
static inline void tacti_set_permissions(int descriptor, mode_t mode) {
    (void)fchmod(descriptor, mode);
}

#endif

#endif
