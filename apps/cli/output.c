/* SPDX-License-Identifier: MIT */
/* Printing; see output.h. */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether a person looks at it, with control characters understood. */
static bool is_screen(int file) {
    const char *terminal = getenv("TERM");
    return terminal != NULL && strcmp(terminal, "dumb") != 0 && isatty(file) == 1;
}

static bool wants_color(const char *color) {
    if (color != NULL && strcmp(color, "auto") != 0)
        return strcmp(color, "always") == 0;
    const char *refused = getenv("NO_COLOR");
    return (refused == NULL || refused[0] == '\0') && is_screen(STDOUT_FILENO);
}

cli_output cli_output_make(bool quiet, bool json, const char *color) {
    return (cli_output){.stream = quiet ? NULL : stdout,
                        .json = json,
                        .colored = !json && wants_color(color),
                        .progress = !quiet && is_screen(STDERR_FILENO)};
}

void cli_print(cli_output *output, const char *format, ...) {
    if (output->stream == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(output->stream, format, arguments);
    va_end(arguments);
}

const char *cli_style_code(const cli_output *output, cli_style style) {
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[32m", "\033[31m", "\033[2m"};
    return output->colored ? codes[style] : "";
}

bool cli_output_finish(void) {
    /* An earlier write may have failed, the last one may wait for the flush, and some systems tell
     * of a full disk only when the file is closed. Closing what was never open is fine where
     * nothing was printed: with something to print, the flush has failed before. */
    bool failed = ferror(stdout) != 0;
    /* Where nothing waits for the flush, it would not find out why an earlier write failed. What is
     * out is broken already, so that a line end more does no harm. */
    if (failed)
        (void)fputc('\n', stdout);
    errno = 0;
    failed = fflush(stdout) != 0 || failed;
    int reason = errno;
    errno = 0;
    if (fclose(stdout) != 0 && errno != EBADF) {
        failed = true;
        reason = errno;
    }
    if (!failed)
        return true;
    if (reason != 0)
        cli_complain("the output could not be written: %s", strerror(reason));
    else
        cli_complain("the output could not be written");
    return false;
}

void cli_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("tact: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
