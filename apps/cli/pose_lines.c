/* SPDX-License-Identifier: MIT */
/* Poses from the lines of a file or a pipe; see poses.h. Bytes are read without a FILE, because a
 * FILE cannot tell whether the next line has arrived. */
#define _POSIX_C_SOURCE 200809L /* open, poll, read */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "number.h"
#include "poses.h"

#define NUMBERS 24

typedef enum line_status { LINE_THERE, LINE_NOT_YET, LINE_END, LINE_WRONG } line_status;

static const char *name_of(const pose_reader *reader) {
    return files_is_stream(reader->path) ? "standard input" : reader->path;
}

void poses_complain(const pose_reader *reader, uint64_t line, const char *what) {
    cli_complain("%s:%" PRIu64 ": %s", name_of(reader), line, what);
}

cli_exit poses_open(const char *path, size_t numbers, pose_reader **out) {
    pose_reader *reader = malloc(sizeof *reader);
    *out = NULL;
    if (reader == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
        return CLI_IO;
    }
    reader->path = path;
    reader->numbers = numbers;
    reader->at_end = false;
    reader->line = 0;
    reader->begin = reader->end = 0;
    reader->file = files_is_stream(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (reader->file < 0) {
        cli_complain("%s: %s", path, strerror(errno));
        free(reader);
        return CLI_IO;
    }
    *out = reader;
    return CLI_OK;
}

void poses_close(pose_reader *reader) {
    if (reader != NULL && reader->file != STDIN_FILENO)
        close(reader->file);
    free(reader);
}

/* Whether reading would return at once, with bytes, the end or an error. */
static bool has_arrived(const pose_reader *reader) {
    struct pollfd wait = {.fd = reader->file, .events = POLLIN};
    return poll(&wait, 1, 0) != 0;
}

/* Reads more bytes after the unread ones. */
static bool fill(pose_reader *reader) {
    memmove(reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin);
    reader->end -= reader->begin;
    reader->begin = 0;
    ssize_t got;
    do {
        got = read(reader->file, reader->buffer + reader->end, POSES_LINE_SIZE - reader->end);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        cli_complain("%s: %s", name_of(reader), strerror(errno));
        return false;
    }
    reader->at_end = got == 0;
    reader->end += (size_t)got;
    return true;
}

/* Makes space if a line fills the buffer, by dropping what follows a '#'. */
static bool make_space(pose_reader *reader) {
    char *unread = reader->buffer + reader->begin;
    size_t length = reader->end - reader->begin;
    if (length < POSES_LINE_SIZE)
        return true;
    char *comment = memchr(unread, '#', length);
    if (comment == NULL) {
        char what[64];
        snprintf(what, sizeof what, "the line is too long for %zu numbers", reader->numbers);
        poses_complain(reader, reader->line + 1, what);
        return false;
    }
    reader->end = (size_t)(comment - reader->buffer) + 1;
    return true;
}

/* Finds the next line and ends it with a zero byte. */
static line_status next_line(pose_reader *reader, bool may_wait, char **out) {
    while (true) {
        char *unread = reader->buffer + reader->begin;
        size_t length = reader->end - reader->begin;
        char *newline = memchr(unread, '\n', length);
        if (newline != NULL || (reader->at_end && length > 0)) {
            size_t used = newline != NULL ? (size_t)(newline - unread) : length;
            unread[used] = '\0';
            reader->begin += used + (newline != NULL);
            reader->line++;
            *out = unread;
            if (strlen(unread) == used)
                return LINE_THERE;
            poses_complain(reader, reader->line,
                           "the line contains a zero byte; is this a text file?");
            return LINE_WRONG;
        }
        if (reader->at_end)
            return LINE_END;
        if (!may_wait && !has_arrived(reader))
            return LINE_NOT_YET;
        if (!make_space(reader) || !fill(reader))
            return LINE_WRONG;
    }
}

static bool check_pose(const pose_reader *reader, char side, tact_pose pose) {
    tact_error error = {.text = ""};
    char what[sizeof error.text + 32];
    tact_status status = tact_pose_validate(pose, &error);
    if (status == TACT_OK)
        return true;
    snprintf(what, sizeof what, "the pose of %c: %s", side,
             error.text[0] != '\0' ? error.text : tact_status_text(status));
    poses_complain(reader, reader->line, what);
    return false;
}

/* Reads the numbers of a line; *is_blank is whether it has none. */
static bool parse_line(const pose_reader *reader, char *line, const char *meaning, double *out,
                       bool *is_blank) {
    line[strcspn(line, "#")] = '\0';
    number_list list = number_read_list(line, out, reader->numbers);
    char what[NUMBER_FAULT_SIZE];
    *is_blank = list.count == 0 && list.status == NUMBER_OK;
    if (*is_blank)
        return true;
    if (list.status != NUMBER_OK) {
        poses_complain(reader, reader->line, number_list_fault(&list, what));
        return false;
    }
    if (list.count == reader->numbers)
        return true;
    snprintf(what, sizeof what, "%zu number%s, but a line has %zu: %s", list.count,
             list.count == 1 ? "" : "s", reader->numbers, meaning);
    poses_complain(reader, reader->line, what);
    return false;
}

cli_exit poses_read_numbers(pose_reader *reader, const char *meaning, double *out, uint64_t *lines,
                            size_t most, size_t *count) {
    *count = 0;
    while (*count < most) {
        char *line;
        bool is_blank;
        line_status status = next_line(reader, *count == 0, &line);
        if (status == LINE_NOT_YET || status == LINE_END)
            return CLI_OK;
        double *numbers = out + *count * reader->numbers;
        if (status == LINE_WRONG || !parse_line(reader, line, meaning, numbers, &is_blank))
            return CLI_IO;
        lines[*count] = reader->line;
        *count += !is_blank;
    }
    return CLI_OK;
}

static bool take_pair(const pose_reader *reader, const double numbers[NUMBERS], pose_pair *out) {
    memcpy(out->a.m, numbers, sizeof out->a.m);
    memcpy(out->b.m, numbers + 12, sizeof out->b.m);
    out->line = reader->line;
    return check_pose(reader, 'A', out->a) && check_pose(reader, 'B', out->b);
}

cli_exit poses_read(pose_reader *reader, pose_pair *out, size_t most, size_t *count) {
    *count = 0;
    while (*count < most) {
        char *line;
        bool is_blank;
        double numbers[NUMBERS] = {0};
        line_status status = next_line(reader, *count == 0, &line);
        if (status == LINE_NOT_YET || status == LINE_END)
            return CLI_OK;
        if (status == LINE_WRONG ||
            !parse_line(reader, line, "12 for the pose of A, 12 for the pose of B", numbers,
                        &is_blank))
            return CLI_IO;
        if (!is_blank && !take_pair(reader, numbers, &out[*count]))
            return CLI_IO;
        *count += !is_blank;
    }
    return CLI_OK;
}
