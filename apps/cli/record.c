/* SPDX-License-Identifier: MIT */
/* Records the questions of commands, reads and writes recordings; see record.h. */
#include "record.h"

#include "progress.h"

static cli_exit complain(tact_status status, const tact_error *error) {
    cli_complain("%s",
                 error != NULL && error->text[0] != '\0' ? error->text : tact_status_text(status));
    return CLI_IO;
}

cli_exit record_begin(const cli_args *args, const tact_context *context, tact_recording **out) {
    if (cli_optional(args, "record") == NULL)
        return CLI_OK;
    tact_status status = tact_recording_create(context, out);
    return status == TACT_OK ? CLI_OK : complain(status, NULL);
}

cli_exit record_ask(tact_recording *recording, const tact_asked *asked) {
    if (recording == NULL)
        return CLI_OK;
    tact_status status = tact_recording_ask(recording, asked);
    return status == TACT_OK ? CLI_OK : complain(status, NULL);
}

cli_exit record_save(tact_recording *recording, const char *path) {
    tact_error error = {.text = ""};
    tact_status status = tact_recording_save(recording, path, &error);
    return status == TACT_OK ? CLI_OK : complain(status, &error);
}

cli_exit record_end(const cli_args *args, tact_recording **recording, cli_exit status) {
    bool is_answer = status == CLI_OK || status == CLI_FOUND || status == CLI_UNDECIDED;
    if (*recording != NULL && is_answer) {
        cli_exit saved = record_save(*recording, cli_value(args, "record"));
        status = saved == CLI_OK ? status : saved;
    }
    tact_recording_destroy(*recording);
    *recording = NULL;
    return status;
}

cli_exit record_open(const cli_args *args, const tact_context *context, const cli_output *output,
                     tact_recording **out) {
    tact_error error = {.text = ""};
    progress step;
    progress_begin(&step, output, "reading", args->operands[0]);
    tact_status status = tact_recording_load(context, args->operands[0], &error, out);
    progress_end(&step);
    return status == TACT_OK ? CLI_OK : complain(status, &error);
}
