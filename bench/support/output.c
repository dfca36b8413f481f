/* SPDX-License-Identifier: MIT */
/* Files and JSON; see output.h. */
#include "output.h"

#include <errno.h>
#include <math.h>
#include <string.h>

FILE *bench_output_open(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return file;
}

bool bench_output_close(FILE *file, const char *path) {
    bool written = !ferror(file);
    written = fclose(file) == 0 && written;
    if (!written)
        fprintf(stderr, "%s: cannot be written\n", path);
    return written;
}

void bench_write_text(FILE *file, const char *text) {
    fputc('"', file);
    for (const char *c = text; *c != '\0'; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            fprintf(file, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(file, "\\u%04x", byte);
        else
            fputc(byte, file);
    }
    fputc('"', file);
}

void bench_write_number(FILE *file, double x) {
    if (isfinite(x))
        fprintf(file, "%.17g", x);
    else
        fputs("null", file);
}

void bench_write_text_member(FILE *file, const char *name, const char *text) {
    fprintf(file, "\"%s\": ", name);
    bench_write_text(file, text);
}

void bench_write_number_member(FILE *file, const char *name, double x) {
    fprintf(file, "\"%s\": ", name);
    bench_write_number(file, x);
}

void bench_write_list_break(FILE *file, bool is_last) {
    fputs(is_last ? "\n" : ",\n", file);
}
