/* SPDX-License-Identifier: MIT */
/* Runs a fuzzer on files, for compilers without libFuzzer: replays a corpus, for example to count
 * which lines it executes. Usage: fuzz_NAME FILE... */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs one file. Returns false with a message if it cannot be read. */
static bool replay(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        return false;
    }
    long size = ftell(file);
    /* A block of exactly that size, so that a sanitizer detects reading past the end. */
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    bool is_read = data != NULL && size >= 0 && fseek(file, 0, SEEK_SET) == 0 &&
                   fread(data, 1, (size_t)size, file) == (size_t)size;
    if (is_read)
        (void)LLVMFuzzerTestOneInput(data, (size_t)size);
    else
        perror(path);
    free(data);
    (void)fclose(file);
    return is_read;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed += !replay(argv[i]);
    printf("%d inputs replayed\n", argc - 1 - failed);
    return failed == 0 ? 0 : 1;
}
