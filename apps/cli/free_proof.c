/* SPDX-License-Identifier: MIT */
/* Reads and writes proofs that a motion is free; see free_proof.h. A line has 8 numbers: from, to,
 * a direction, both parts, and the reason. */
#include "free_proof.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "poses.h"

#define NUMBERS 8
#define BLOCK 256

/* ---- Writing ------------------------------------------------------------------------------ */

static void write_interval(FILE *file, const tact_free_interval *interval) {
    const double numbers[5] = {interval->from, interval->to, interval->direction.x,
                               interval->direction.y, interval->direction.z};
    char text[NUMBER_TEXT_SIZE];
    for (int i = 0; i < 5; i++)
        fprintf(file, "%s ", number_write(numbers[i], text));
    fprintf(file, "%" PRIu32 " %" PRIu32 " %d\n", interval->part_a, interval->part_b,
            (int)interval->reason);
}

cli_exit free_proof_save(const char *path, const tact_free_proof *proof) {
    size_t count;
    const tact_free_interval *intervals = tact_free_proof_view(proof, &count);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_IO;
    }
    fprintf(file, "# tact: intervals in which a motion is free\n"
                  "# from to direction(3) part_a part_b reason\n");
    for (size_t i = 0; i < count; i++)
        write_interval(file, &intervals[i]);
    bool is_written = ferror(file) == 0;
    is_written = fclose(file) == 0 && is_written;
    if (is_written)
        return CLI_OK;
    cli_complain("%s: %s", path, tact_status_text(TACT_WRITE_FAILED));
    return CLI_IO;
}

/* ---- Reading ------------------------------------------------------------------------------ */

static bool read_whole(double number, uint32_t most, uint32_t *out) {
    if (!(number >= 0 && number <= most) || number != (double)(uint32_t)number)
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool read_interval(const double *numbers, tact_free_interval *out) {
    uint32_t reason;
    *out = (tact_free_interval){.from = numbers[0],
                                .to = numbers[1],
                                .direction = tact_vec3_make(numbers[2], numbers[3], numbers[4])};
    if (!read_whole(numbers[5], UINT32_MAX, &out->part_a) ||
        !read_whole(numbers[6], UINT32_MAX, &out->part_b) ||
        !read_whole(numbers[7], TACT_FREE_BALLS, &reason))
        return false;
    out->reason = (tact_free_reason)reason;
    return true;
}

/* Appends up to a block of intervals; *read is 0 at the end of the file. */
static cli_exit read_block(pose_reader *reader, tact_free_interval **all, size_t *count,
                           size_t *read) {
    static const char meaning[] = "two times, a direction, two parts and a reason";
    double numbers[BLOCK * NUMBERS];
    uint64_t lines[BLOCK];
    cli_exit status = poses_read_numbers(reader, meaning, numbers, lines, BLOCK, read);
    if (status != CLI_OK || *read == 0)
        return status;
    tact_free_interval *grown = realloc(*all, (*count + *read) * sizeof *grown);
    if (grown == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
        return CLI_IO;
    }
    *all = grown;
    for (size_t i = 0; i < *read; i++) {
        if (!read_interval(&numbers[NUMBERS * i], &grown[*count])) {
            poses_complain(reader, lines[i], "this is not an interval of a proof");
            return CLI_IO;
        }
        ++*count;
    }
    return CLI_OK;
}

cli_exit free_proof_load(const char *path, tact_free_interval **out, size_t *count) {
    pose_reader *reader;
    tact_free_interval *all = NULL;
    size_t read = 1;
    *out = NULL;
    *count = 0;
    cli_exit status = poses_open(path, NUMBERS, &reader);
    while (status == CLI_OK && read > 0)
        status = read_block(reader, &all, count, &read);
    poses_close(reader);
    if (status == CLI_OK)
        *out = all;
    else
        free(all);
    return status;
}
