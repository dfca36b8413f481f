/* SPDX-License-Identifier: MIT */
/* Printing; see output.h. */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clean.h"

/* Whether it is a terminal that understands escape sequences. */
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

/* Longer lines are allocated. */
#define LINE_SIZE 1024

/* The formatted text, in buffer or, if it is longer, in memory to be freed. If there is no memory,
 * the text is cut. */
CLI_PRINTF(2, 0)
static char *format_text(char buffer[LINE_SIZE], const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(buffer, LINE_SIZE, format, arguments);
    char *text = buffer;
    if (length >= LINE_SIZE) {
        size_t size = (size_t)length + 1;
        char *memory = malloc(size);
        if (memory != NULL) {
            vsnprintf(memory, size, format, again);
            text = memory;
        }
    } else if (length < 0) {
        buffer[0] = '\0';
    }
    va_end(again);
    return text;
}

static const char *const style_codes[] = {"\033[0m", "\033[1m", "\033[32m", "\033[31m", "\033[2m"};

const char *cli_style_code(const cli_output *output, cli_style style) {
    return output->colored ? style_codes[style] : "";
}

/* The length of the style code at text; 0 if there is none. */
static size_t style_length(const cli_output *output, const char *text) {
    for (size_t i = 0; output->colored && i < sizeof style_codes / sizeof *style_codes; i++)
        if (strncmp(text, style_codes[i], strlen(style_codes[i])) == 0)
            return strlen(style_codes[i]);
    return 0;
}

void cli_print(cli_output *output, const char *format, ...) {
    if (output->stream == NULL)
        return;
    char buffer[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(buffer, format, arguments);
    va_end(arguments);
    /* Runs of text without anything to escape are written at once. */
    const char *begin = text, *at = text;
    while (*at != '\0') {
        size_t shown = *at == '\n' ? 1 : clean_shown_length(at);
        if (shown == 0)
            shown = style_length(output, at);
        if (shown == 0) {
            fwrite(begin, 1, (size_t)(at - begin), output->stream);
            fprintf(output->stream, "\\x%02x", (unsigned char)*at);
            begin = at + 1;
            shown = 1;
        }
        at += shown;
    }
    fwrite(begin, 1, (size_t)(at - begin), output->stream);
    if (text != buffer)
        free(text);
}

void cli_print_title(cli_output *output, const char *format, ...) {
    char buffer[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(buffer, format, arguments);
    va_end(arguments);
    cli_print(output, "%s%s%s\n", cli_style_code(output, CLI_TITLE), text,
              cli_style_code(output, CLI_PLAIN));
    if (text != buffer)
        free(text);
}

bool cli_output_finish(void) {
    bool failed = ferror(stdout) != 0;
    errno = 0;
    /* If no output is pending, the flush cannot tell why an earlier write failed. One more byte
     * makes it fail again; the output is broken anyway. */
    if (failed)
        (void)fputc('\n', stdout);
    failed = fflush(stdout) != 0 || failed;
    int reason = errno;
    /* Some systems report a full disk only when the file is closed. EBADF is fine: if anything was
     * printed to a closed stdout, the flush has failed before. */
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
    char buffer[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(buffer, format, arguments);
    va_end(arguments);
    fputs("tact: ", stderr);
    clean_write(stderr, text);
    fputc('\n', stderr);
    if (text != buffer)
        free(text);
}
