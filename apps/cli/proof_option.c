/* SPDX-License-Identifier: MIT */
/* The option --proof: writes a proof of one answer to a file. */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "question.h"

cli_exit question_begin_proof(question *q) {
    const char *path = cli_optional(q->args, "proof");
    if (path == NULL || q->verbs->sweep != NULL)
        return CLI_OK;
    if (cli_has(q->args, "poses")) {
        cli_complain("--proof proves one answer; it cannot be combined with --poses");
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

/* The name of a mesh in the proof's file: as given if the proof is written to the current folder,
 * otherwise the full path. */
static const char *name_of(const char *path, const char *proof, char buffer[PATH_MAX]) {
    bool is_beside = strchr(proof, '/') == NULL;
    if (is_beside || path[0] == '/' || files_is_stream(path) || realpath(path, buffer) == NULL)
        return path;
    return buffer;
}

static cli_exit save(question *q, const char *path) {
    const answer *from = &q->answers[0];
    char full_a[PATH_MAX], full_b[PATH_MAX];
    tact_proof_names names = {name_of(q->models.a.path, path, full_a),
                              name_of(q->models.b.path, path, full_b)};
    tact_error error = {.text = ""};
    if (tact_proof_inspect(q->proof).claim == TACT_CLAIM_NOTHING) {
        bool is_inside = from->doubtful != 0 || from->verdict == TACT_OUTCOME_CONTACT ||
                         from->distance.outcome == TACT_OUTCOME_CONTACT;
        cli_complain("%s is not written: %s, so there is no proof", path,
                     is_inside ? "a proof is about surfaces, and one model lies inside the other"
                               : "the budget ran out");
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
        status = save(q, cli_optional(q->args, "proof"));
    tact_proof_destroy(q->proof);
    q->proof = NULL;
    return status;
}
