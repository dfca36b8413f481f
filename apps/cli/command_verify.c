/* SPDX-License-Identifier: MIT */
/* tact verify: checks a proof that collide or distance wrote. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tact/tact.h>

#include "command_text.h"
#include "json.h"
#include "named_mesh.h"
#include "show.h"
#include "values.h"

/* A proof, its models and the result of the check. */
typedef struct trial {
    tact_proof_file file;
    tact_model *model[2];
    uint64_t budget;
    tact_verification found;
} trial;

/* The path of a mesh that the proof names, relative to the proof's folder. To be freed. */
static char *path_beside(const char *proof, const char *name) {
    const char *slash = strrchr(proof, '/');
    size_t folder = slash == NULL || name[0] == '/' ? 0 : (size_t)(slash - proof) + 1;
    char *path = malloc(folder + strlen(name) + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, proof, folder);
    memcpy(path + folder, name, strlen(name) + 1);
    return path;
}

/* Reads a mesh that the proof names. The name is not trusted. */
static cli_exit read_named(const cli_args *args, const cli_output *output, trial *t, int side) {
    tact_soup *soup;
    const char *name = side == 0 ? t->file.name_a : t->file.name_b;
    char *path = path_beside(args->operands[0], name);
    if (path == NULL) {
        cli_complain("%s", tact_status_text(TACT_OUT_OF_MEMORY));
        return CLI_IO;
    }
    tact_proof_summary claim = tact_proof_inspect(t->file.proof);
    uint64_t limit = named_mesh_limit(side == 0 ? claim.triangles_a : claim.triangles_b);
    cli_exit status = named_mesh_read(path, files_format(args, "from"), limit, output, &soup);
    if (status == CLI_OK) {
        status = files_make_model(NULL, soup, path, TACT_INTERIOR_NONE, output, &t->model[side]);
        tact_soup_destroy(soup);
    }
    free(path);
    return status;
}

static cli_exit read_side(const cli_args *args, const cli_output *output, trial *t, int side) {
    if (args->operand_count == 3)
        return files_read_model(args, args->operands[1 + side], TACT_INTERIOR_NONE, output,
                                &t->model[side]);
    if (files_is_stream(side == 0 ? t->file.name_a : t->file.name_b)) {
        cli_complain("%s: mesh %c came from standard input; name both meshes after the proof",
                     args->operands[0], "AB"[side]);
        return CLI_USAGE;
    }
    return read_named(args, output, t, side);
}

/* ---- Checking ----------------------------------------------------------------------------- */

static bool is_same_mesh(trial *t, int side) {
    uint64_t wanted = side == 0 ? t->file.print_a : t->file.print_b;
    uint64_t print = tact_mesh_fingerprint(tact_model_mesh(t->model[side]));
    if (print == wanted)
        return true;
    snprintf(t->found.text, sizeof t->found.text,
             "mesh %c is not the one in the proof: its fingerprint is %016" PRIx64 ", not "
             "%016" PRIx64,
             "AB"[side], print, wanted);
    return false;
}

static cli_exit check(const cli_args *args, trial *t) {
    if (!is_same_mesh(t, 0) || !is_same_mesh(t, 1))
        return CLI_FOUND;
    tact_instance a = tact_instance_make(t->model[0]), b = tact_instance_make(t->model[1]);
    tact_options options = tact_options_default();
    a.pose = t->file.pose_a;
    b.pose = t->file.pose_b;
    options.budget = t->budget;
    tact_status status = tact_verify(&a, &b, t->file.proof, &options, &t->found);
    if (status != TACT_OK) {
        cli_complain("%s: %s", args->operands[0], tact_status_text(status));
        return CLI_IO;
    }
    if (t->found.is_out_of_budget)
        return CLI_UNDECIDED;
    return t->found.is_proven ? CLI_OK : CLI_FOUND;
}

/* ---- The answer --------------------------------------------------------------------------- */

static void show_claim(const tact_proof_summary *claim, char line[SHOW_LINE_SIZE]) {
    char number[SHOW_LINE_SIZE];
    if (claim->claim == TACT_CLAIM_CONTACT)
        snprintf(line, SHOW_LINE_SIZE, "triangle %" PRIu32 " of A meets triangle %" PRIu32 " of B",
                 claim->a, claim->b);
    else if (claim->claim == TACT_CLAIM_DISTANCE)
        snprintf(line, SHOW_LINE_SIZE, "the surfaces are at least %.40s apart",
                 show_number(claim->lower, number));
    else
        snprintf(line, SHOW_LINE_SIZE, "the surfaces are apart");
}

static void show(const trial *t, cli_output *output) {
    char line[SHOW_LINE_SIZE];
    tact_proof_summary claim = tact_proof_inspect(t->file.proof);
    show_claim(&claim, line);
    const char *verdict = t->found.is_proven          ? "Proven"
                          : t->found.is_out_of_budget ? "Undecided"
                                                      : "Not proven";
    cli_print_title(output, "%s: %s.", verdict, line);
    if (!t->found.is_proven)
        cli_print(output, "why      %s\n", t->found.text);
    if (claim.claim == TACT_CLAIM_CONTACT)
        return;
    cli_print(output, "cover    %" PRIu64 " pairs of ranges, %" PRIu64 " directions\n",
              claim.range_pairs, claim.directions);
    if (t->found.is_proven)
        cli_print(output, "checked  %" PRIu64 " corners, %" PRIu64 " exactly\n",
                  t->found.comparisons, t->found.exact);
}

static bool write(const trial *t, cli_output *output) {
    tact_proof_summary claim = tact_proof_inspect(t->file.proof);
    bool is_contact = claim.claim == TACT_CLAIM_CONTACT;
    json_writer json = json_start(output->stream);
    json_begin_object(&json);
    json_add_bool(&json, "proven", t->found.is_proven);
    json_add_text(&json, "claim", tact_claim_name(claim.claim));
    json_add_number(&json, "lower", claim.lower);
    json_add_count_if(&json, "a", is_contact, claim.a);
    json_add_count_if(&json, "b", is_contact, claim.b);
    json_add_count(&json, "range_pairs", claim.range_pairs);
    json_add_count(&json, "directions", claim.directions);
    json_add_count(&json, "comparisons", t->found.comparisons);
    json_add_count(&json, "exact", t->found.exact);
    json_add_count(&json, "work", t->found.work);
    json_add_count(&json, "budget", t->budget);
    json_add_bool(&json, "out_of_budget", t->found.is_out_of_budget);
    json_add_text(&json, "reason", t->found.is_proven ? NULL : t->found.text);
    json_end_object(&json);
    return json_finish(&json);
}

static cli_exit tell(const trial *t, cli_output *output, cli_exit status) {
    if (output->stream == NULL)
        return status;
    if (!output->json)
        show(t, output);
    else if (!write(t, output))
        return CLI_INTERNAL;
    return status;
}

static cli_exit run(const cli_args *args, cli_output *output) {
    trial t = {.model = {NULL, NULL}};
    tact_error error = {.text = ""};
    if (args->operand_count == 2) {
        cli_complain("give the proof alone, or the proof and both meshes");
        return CLI_USAGE;
    }
    tact_status loaded = tact_proof_load(NULL, args->operands[0], &error, &t.file);
    if (loaded != TACT_OK) {
        cli_complain("%s", error.text[0] != '\0' ? error.text : tact_status_text(loaded));
        return CLI_IO;
    }
    t.budget = tact_proof_inspect(t.file.proof).budget;
    cli_exit status = value_read_budget(cli_value(args, "budget"), &t.budget);
    if (status == CLI_OK)
        status = read_side(args, output, &t, 0);
    if (status == CLI_OK)
        status = read_side(args, output, &t, 1);
    if (status == CLI_OK)
        status = check(args, &t);
    if (status == CLI_OK || status == CLI_FOUND || status == CLI_UNDECIDED)
        status = tell(&t, output, status);
    tact_model_destroy(t.model[0]);
    tact_model_destroy(t.model[1]);
    tact_proof_destroy(t.file.proof);
    return status;
}

/* ---- The help ----------------------------------------------------------------------------- */

static const char verify_details[] =
    "Checks a proof that 'tact collide --proof' or 'tact distance --proof' wrote. The check uses\n"
    "its own arithmetic and none of the search. The proof names its meshes, relative to its own\n"
    "folder; A and B replace these names if the meshes are elsewhere. They must be the same\n"
    "meshes: the same vertices and triangles in the same order.\n"
    "\n"
    "A proof that meshes are apart, or of their distance, is about surfaces. The exit status is 0\n"
    "if the claim is proven, 1 if it is not, 3 if a file cannot be read or is damaged, and 5 if\n"
    "the budget ran out before the check was complete. The default budget grows with the proof\n"
    "and is far above what proofs written by tact need. A mesh that only the proof names must be\n"
    "a regular file of at most 16 MiB plus 1 KiB per triangle.\n";

static const cli_option verify_options[] = {
    {"budget", 0, "N", NULL, "give up after N projections of triangle corners"},
    FROM_OPTION,
};

static const cli_example verify_examples[] = {
    {"tact distance bolt.ply plate.ply --move-b 0,0,2 --proof gap.proof", "write a proof"},
    {"tact verify gap.proof", "check it"},
    {"tact verify gap.proof copies/bolt.ply copies/plate.ply", "with meshes from elsewhere"},
    {"tact verify --json gap.proof | jq .proven", "for programs"},
    {"tact verify gap.proof --budget 1e12", "however long it takes"},
};

const cli_command command_verify = {
    .name = "verify",
    .summary = "check a proof that collide or distance wrote",
    .operands = "FILE [A B]",
    .least_operands = 1,
    .most_operands = 3,
    .details = verify_details,
    .options = ROWS(verify_options),
    .examples = ROWS(verify_examples),
    .run = run,
};
