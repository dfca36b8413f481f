/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a recording: unchanged, and with a valid checksum, so that the lines
 * themselves are reached. What can be read is replayed with a budget, brought up to date, printed
 * and read again: then the replay must give what was recorded, and the text must stay the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tact/tact.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Larger files take long to replay and find nothing new. */
#define MOST_BYTES 6000
#define BUDGET 200000

static void require(bool is_true) {
    if (!is_true)
        abort();
}

static tact_recording *parse(const void *data, size_t size) {
    tact_recording *recording = NULL;
    tact_error error = {.text = ""};
    tact_status status = tact_recording_parse(NULL, data, size, &error, &recording);
    require(status == TACT_OK ||
            (error.status == status && error.text[0] != '\0' && recording == NULL));
    return recording;
}

static char *print(tact_recording *recording, size_t *bytes) {
    const char *text;
    require(tact_recording_print(recording, &text, bytes) == TACT_OK);
    char *copy = malloc(*bytes + 1);
    require(copy != NULL);
    memcpy(copy, text, *bytes + 1);
    return copy;
}

static tact_replay_outcome replay(const tact_recording *recording) {
    tact_replay_options options = tact_replay_options_default();
    tact_replay_report report;
    options.budget = BUDGET;
    tact_status status = tact_recording_replay(recording, NULL, &options, &report);
    if (status == TACT_OUT_OF_MEMORY) /* a long list of contacts */
        return TACT_REPLAY_STOPPED;
    require(status == TACT_OK);
    require((report.outcome == TACT_REPLAY_DIFFERENT) == (report.text[0] != '\0'));
    return report.outcome;
}

static void try_bytes(const uint8_t *data, size_t size) {
    tact_recording *recording = parse(data, size);
    if (recording == NULL)
        return;
    size_t bytes, again_bytes;
    char *text = print(recording, &bytes);
    if (replay(recording) != TACT_REPLAY_STOPPED &&
        tact_recording_refresh(recording, NULL) == TACT_OK) {
        require(replay(recording) != TACT_REPLAY_DIFFERENT);
        free(text);
        text = print(recording, &bytes);
    }
    tact_recording *again = parse(text, bytes);
    require(again != NULL);
    char *again_text = print(again, &again_bytes);
    require(bytes == again_bytes && memcmp(text, again_text, bytes) == 0);
    tact_recording_destroy(again);
    tact_recording_destroy(recording);
    free(text);
    free(again_text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST_BYTES)
        return 0;
    try_bytes(data, size);
    uint8_t *fitted = malloc(size + 22);
    if (fitted == NULL)
        return 0;
    /* Without its own last line, if it has one. */
    size_t body = size >= 21 && memcmp(data + size - 21, "end ", 4) == 0 ? size - 21 : size;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < body; i++)
        sum = (sum ^ (fitted[i] = data[i])) * UINT64_C(0x100000001b3);
    snprintf((char *)fitted + body, 22, "end %016" PRIx64 "\n", sum);
    try_bytes(fitted, body + 21);
    free(fitted);
    return 0;
}
