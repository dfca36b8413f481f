/* SPDX-License-Identifier: MIT */
/* Meshes as solids in questions about two models: what --solid, --surface and --allow-empty mean,
 * and answers that depend on an inside that is not certain; see question.h. */
#include "question.h"

#include <stdio.h>

/* ---- Options ------------------------------------------------------------------------------ */

cli_exit question_read_need(question *q) {
    bool is_solid = cli_optional(q->args, "solid") != NULL;
    bool is_surface = cli_optional(q->args, "surface") != NULL;
    q->need = q->verbs->needs_insides               ? MODELS_INSIDES
              : is_solid                            ? MODELS_SOLIDS
              : is_surface || !q->verbs->has_solids ? MODELS_SURFACES
                                                    : MODELS_FILLED;
    if (!is_solid || !is_surface)
        return CLI_OK;
    cli_complain("--solid and --surface exclude each other");
    return CLI_USAGE;
}

static bool refuse_empty(const model *m) {
    if (!models_is_empty(m))
        return false;
    uint32_t count = tact_mesh_vertex_count(models_mesh(m));
    if (count == 0)
        cli_complain("%s has no triangles: the file has neither vertices nor faces", m->path);
    else
        cli_complain("%s has no triangles, only %u %s: it is a point cloud, a wireframe or a file "
                     "that was cut off",
                     m->path, count, count == 1 ? "vertex" : "vertices");
    return true;
}

cli_exit question_refuse_empty(const question *q) {
    bool is_same = q->models.a.model == q->models.b.model;
    if (cli_optional(q->args, "allow-empty") != NULL)
        return CLI_OK;
    bool is_refused = refuse_empty(&q->models.a);
    is_refused = (!is_same && refuse_empty(&q->models.b)) || is_refused;
    if (!is_refused)
        return CLI_OK;
    cli_complain("--allow-empty accepts it: an empty mesh collides with nothing");
    return CLI_IO;
}

void question_hint_open(const question *q) {
    const model *a = &q->models.a, *b = &q->models.b;
    bool is_same = a->model == b->model;
    bool names_a = a->is_open, names_b = b->is_open && !is_same;
    if (q->need != MODELS_FILLED || q->output->stream == NULL || (!names_a && !names_b))
        return;
    bool names_both = names_a && names_b;
    cli_complain("note: %s%s%s %s not watertight and %s as %s; --surface hides this note",
                 names_a ? a->path : b->path, names_both ? " and " : "", names_both ? b->path : "",
                 names_both ? "are" : "is", names_both ? "count" : "counts",
                 names_both ? "surfaces without an inside" : "a surface without an inside");
}

/* ---- Doubt -------------------------------------------------------------------------------- */

/* 'A' or 'B' if the answer depends on the inside of that mesh, which crosses itself. */
static tact_status find_doubtful(question *q, const answer *from, char *out) {
    bool encloses = false;
    tact_status status = TACT_OK;
    *out = 0;
    if (q->models.a.crosses_itself)
        status = models_may_enclose(&from->a, &q->models.b, &from->b, &encloses);
    if (encloses)
        *out = 'A';
    if (status != TACT_OK || encloses || !q->models.b.crosses_itself)
        return status;
    status = models_may_enclose(&from->b, &q->models.a, &from->a, &encloses);
    if (encloses)
        *out = 'B';
    return status;
}

tact_status question_doubt(question *q, size_t count) {
    bool is_certain = !q->models.a.crosses_itself && !q->models.b.crosses_itself;
    tact_status status = TACT_OK;
    if (q->verbs->rests_on_inside == NULL || q->need == MODELS_SURFACES || is_certain)
        return TACT_OK;
    for (size_t i = 0; i < count && status == TACT_OK; i++) {
        answer *to = &q->answers[i];
        if (!q->verbs->rests_on_inside(q, to))
            continue;
        status = find_doubtful(q, to, &to->doubtful);
        if (to->doubtful == 0)
            continue;
        to->verdict = TACT_OUTCOME_UNDECIDED;
        to->reason = TACT_REASON_NOT_SIMPLE;
        q->verbs->leave_open(q, to);
    }
    return status;
}

tact_reason question_reason(tact_outcome outcome, tact_ending ending) {
    if (outcome != TACT_OUTCOME_UNDECIDED)
        return TACT_REASON_NONE;
    return ending >= TACT_ENDING_BUDGET ? TACT_REASON_BUDGET : TACT_REASON_PRECISION;
}

const char *question_undecided_text(const question *q, const answer *from,
                                    char line[SHOW_LINE_SIZE]) {
    const char *more = q->verbs->needs_insides ? "" : "; --surface compares the surfaces";
    if (from->doubtful != 0)
        snprintf(line, SHOW_LINE_SIZE, "%c crosses itself, so its inside is not certain%s",
                 from->doubtful, more);
    else if (from->reason == TACT_REASON_PRECISION)
        snprintf(line, SHOW_LINE_SIZE, "rounding hides the answer");
    else
        snprintf(line, SHOW_LINE_SIZE, "%s", tact_reason_text(from->reason));
    return line;
}
