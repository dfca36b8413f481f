/* SPDX-License-Identifier: MIT */
/* Why a system call failed. These are our own texts, since strerror depends on the locale and is
 * not thread-safe. */
#define _POSIX_C_SOURCE 200809L
#include "io/file.h"

#include <errno.h>
#include <stdio.h>

const char *tacti_reason(int number, char buffer[32]) {
    static const struct {
        int number;
        const char *text;
    } reasons[] = {
        {ENOENT, "No such file or directory"},
        {EACCES, "Permission denied"},
        {EPERM, "Operation not permitted"},
        {EISDIR, "Is a directory"},
        {ENOTDIR, "A part of the path is not a directory"},
        {ENOSPC, "No space left on device"},
        {EDQUOT, "Disk quota exceeded"},
        {EFBIG, "File too large"},
        {EROFS, "Read-only file system"},
        {EIO, "Input/output error"},
        {ENAMETOOLONG, "File name too long"},
        {ELOOP, "Too many levels of symbolic links"},
        {EMFILE, "Too many open files in this process"},
        {ENFILE, "Too many open files in this system"},
        {EPIPE, "Broken pipe"},
        {EBADF, "The stream is closed"},
        {ENXIO, "No such device or address"},
        {ENODEV, "No such device"},
        {EBUSY, "Device or resource busy"},
        {ETXTBSY, "The program is running"},
        {ENOMEM, "Out of memory"},
        {EINVAL, "The file does not support this"},
        {EEXIST, "No free temporary name"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].number == number)
            return reasons[i].text;
    snprintf(buffer, 32, "error %d", number);
    return buffer;
}
