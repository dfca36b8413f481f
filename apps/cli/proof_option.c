/* SPDX-License-Identifier: MIT */
/* The option --proof of the questions: a proof of one answer, written to a file. */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "question.h"

cli_exit question_begin_proof(question *q) {
    const char *path = question_option(q->args, "proof");
    if (path == NULL)
        return CLI_OK;
    if (cli_has(q->args, "poses")) {
        cli_complain("--proof is for one answer; it goes without --poses");
        return CLI_USAGE;
    }
    tact_status status = tact_proof_create(q->models.context, &q->proof);
    if (status == TACT_OK) {
        q->options.proof = q->proof;
        return CLI_OK;
    }
    cli_complain("%s", tact_status_text(status));
    return CLI_IO;
}

/* The name of a mesh as the proof's file has it: as it was given where both are named from the same
 * folder, otherwise in full. */
static const char *name_of(const char *path, const char *proof, char room[PATH_MAX]) {
    bool is_beside = strchr(proof, '/') == NULL;
    if (is_beside || path[0] == '/' || files_is_stream(path) || realpath(path, room) == NULL)
        return path;
    return room;
}

static cli_exit save(question *q, const char *path) {
    const answer *from = &q->answers[0];
    char room_a[PATH_MAX], room_b[PATH_MAX];
    tact_proof_names names = {name_of(q->models.a.path, path, room_a),
                              name_of(q->models.b.path, path, room_b)};
    tact_error error = {.text = ""};
    if (tact_proof_inspect(q->proof).claim == TACT_CLAIM_NOTHING) {
        cli_complain("%s is not written: there is no proof of what a budget ended", path);
        return CLI_UNDECIDED;
    }
    tact_status status = tact_proof_save(q->proof, &from->a, &from->b, &names, path, &error);
    if (status == TACT_OK)
        return CLI_OK;
    cli_complain("%s", error.text[0] != '\0' ? error.text : tact_status_text(status));
    return CLI_IO;
}

cli_exit question_end_proof(question *q, cli_exit status) {
    if (q->proof != NULL && status == CLI_OK)
        status = save(q, question_option(q->args, "proof"));
    tact_proof_destroy(q->proof);
    q->proof = NULL;
    return status;
}
