/* SPDX-License-Identifier: MIT */
/* A script that uses every public function that can fail, for the test that lets each allocation
 * fail once. A call that lacks memory is made again, so the rest of the script shows that what
 * already existed is still usable. tools/check_scripts.sh fails if the script forgets a function.
 */
#ifndef TACT_TEST_MODEL_SCRIPT_H
#define TACT_TEST_MODEL_SCRIPT_H

#include "support.h"

#define SCRIPT_MOST_STEPS 800
#define SCRIPT_MESHES 18
#define SCRIPT_MODELS 8

/* The models of a script. */
enum {
    SCRIPT_BALL,     /* a mesh with an interior */
    SCRIPT_BLOCK,    /* the same; it crosses the ball */
    SCRIPT_OPEN,     /* an open mesh that crosses itself, with an estimated interior */
    SCRIPT_BORROWED, /* a mesh that uses the caller's arrays */
    SCRIPT_BOX,      /* a shape */
    SCRIPT_HULL,     /* a shape with a hull */
    SCRIPT_COMPOUND, /* of models that only it holds, and of a compound */
    SCRIPT_LOADED    /* a mesh from a file */
};

typedef struct script {
    test_allocator memory;
    tact_context *context, *pooled;
    tact_pool *pool;
    tact_soup *soups[2];
    tact_mesh *meshes[SCRIPT_MESHES];
    tact_topology *topology;
    tact_hull *hulls[2];
    tact_model *models[SCRIPT_MODELS];
    tact_contact_list *lists[2];
    tact_curve_set *sets[2];
    tact_proof *proofs[2];
    tact_proof_file file;
    /* The step in progress, and which of them lacked memory. */
    const char *text;
    uint64_t calls_before;
    void *output;
    size_t bytes;
    unsigned char before[1280];
    uint32_t failed_count;
    /* What each step found. */
    uint32_t step_count;
    const char *texts[SCRIPT_MOST_STEPS];
    uint64_t digests[SCRIPT_MOST_STEPS];
} script;

/* Makes a call that must succeed, or lack memory if and only if the allocator failed during the
 * call. In that case *output must be unchanged, and the call must succeed the second time. */
#define STEP(s, output, call)                                                                      \
    do {                                                                                           \
        script_begin(s, output, sizeof *(output), #call);                                          \
        if (script_lacks_memory(s, call))                                                          \
            script_succeeds(s, call);                                                              \
    } while (0)
/* The same for a call without an output, or with one that a failure leaves unspecified. */
#define STEP_ONLY(s, call)                                                                         \
    do {                                                                                           \
        script_begin(s, NULL, 0, #call);                                                           \
        if (script_lacks_memory(s, call))                                                          \
            script_succeeds(s, call);                                                              \
    } while (0)

void script_begin(script *s, void *output, size_t bytes, const char *text);
bool script_lacks_memory(script *s, tact_status status);
void script_succeeds(script *s, tact_status status);

/* Adds to the digest of the last step. Structs with padding are added field by field. */
void script_note(script *s, const void *data, size_t bytes);
#define NOTE(s, value) script_note(s, &(value), sizeof(value))
void script_note_mesh(script *s, const tact_mesh *mesh);
void script_note_list(script *s, const tact_contact_list *list);
void script_note_curves(script *s, const tact_curve_set *set, const tact_curves_result *result);

/* The parts of the script, in this order. */
void script_make_contexts(script *s);
void script_use_values(script *s);
void script_make_meshes(script *s);
void script_make_hulls(script *s);
void script_use_files(script *s);
void script_make_models(script *s);
void script_ask_pairs(script *s);
void script_ask_singles(script *s);
void script_ask_batches(script *s);
void script_use_proofs(script *s);
void script_use_broad(script *s);
void script_use_deforms(script *s);
void script_use_motions(script *s);
void script_use_worlds(script *s);
void script_use_recordings(script *s);
void script_end(script *s);

/* The models at places where the first two cross. */
tact_instance script_instance(const script *s, int model);
/* Options with the script's context. */
tact_options script_options(const script *s, uint32_t flags);

#endif
