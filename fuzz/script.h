/* SPDX-License-Identifier: MIT */
/* What the parts of the script fuzzer share. Bytes are read as a script: each step takes a byte
 * that chooses an action and the bytes of its arguments. The objects that a script creates are kept
 * in slots, from which later steps take them.
 *
 * What every call must keep: it returns a status that its header names, TACT_OUT_OF_MEMORY if and
 * only if the allocator failed during the call, and leaves its output as it was unless it succeeds.
 */
#ifndef TACT_FUZZ_SCRIPT_H
#define TACT_FUZZ_SCRIPT_H

#include <tact/math_interval.h>
#include <tact/math_morton.h>
#include <tact/mesh_generators.h>
#include <tact/tact.h>

/* ---- Memory (script_memory.c) ------------------------------------------------------------- */

/* What fails: allocation number fail_at (counted from 1; 0 for none), one of every `odds` at random
 * (0 for none), and whatever would make the live bytes exceed a limit. */
typedef struct script_memory {
    uint64_t calls;      /* allocations so far */
    uint64_t live;       /* blocks that were not released */
    uint64_t live_bytes; /* and their bytes */
    uint64_t fail_at;
    uint32_t odds;
    uint32_t random;
    uint64_t failures; /* allocations that failed */
} script_memory;

tact_allocator script_allocator(script_memory *memory);

/* ---- State -------------------------------------------------------------------------------- */

#define MOST_CONTEXTS 3
#define MOST_OBJECTS 4
#define MOST_MODELS 8
#define MOST_VERTICES 12
#define MOST_TRIANGLES 16
#define MOST_BATCH 4

/* A proof, with a reference to the models that it is about. */
typedef struct script_proof {
    tact_proof *proof;
    tact_model *models[2];
    tact_instance instances[2];
} script_proof;

typedef struct script {
    const uint8_t *data; /* bytes left */
    size_t size;
    script_memory memory[MOST_CONTEXTS]; /* one per context */
    tact_context *contexts[MOST_CONTEXTS];
    uint64_t context_blocks[MOST_CONTEXTS]; /* of the context alone */
    bool uses_pool[MOST_CONTEXTS];
    tact_pool *pool;
    tact_soup *soups[MOST_OBJECTS];
    tact_mesh *meshes[MOST_OBJECTS];
    tact_topology *topologies[MOST_OBJECTS];
    tact_hull *hulls[MOST_OBJECTS];
    tact_contact_list *lists[MOST_OBJECTS];
    tact_curve_set *sets[MOST_OBJECTS];
    script_proof proofs[MOST_OBJECTS];
    tact_model *models[MOST_MODELS];
    uint64_t caches[MOST_OBJECTS][TACT_CACHE_DEPTH_BYTES / sizeof(uint64_t)];
    uint32_t file_steps; /* steps so far that used files, which are slow */
    /* The call in progress. */
    uint64_t failures_before, calls_before;
    void *output; /* NULL: nothing to compare */
    size_t output_bytes;
    unsigned char output_before[1280];
    tact_error error;
    uint32_t cancel_in; /* calls of the cancel function until it returns true */
    /* The arrays of a mesh in the making. */
    double positions[MOST_VERTICES][4];
    float narrow_positions[MOST_VERTICES][3];
    uint32_t indices[MOST_TRIANGLES][4];
    uint32_t source_faces[MOST_TRIANGLES];
    tact_mesh_part parts[2];
} script;

/* ---- Bytes (script_bytes.c) --------------------------------------------------------------- */

/* After the last byte of the script, all of these return what bytes of 0 give. */
uint8_t script_byte(script *s);
uint32_t script_below(script *s, uint32_t bound);
uint64_t script_word(script *s);
/* True for one byte in 16. */
bool script_rarely(script *s);
/* Mostly a small multiple of 1/8, sometimes any double. */
double script_number(script *s);
/* Mostly positive and small. */
double script_size(script *s);
/* Mostly within range and small, rarely any number. */
uint32_t script_count(script *s, uint32_t most);
tact_vec3 script_vec3(script *s);
tact_ray script_ray(script *s);
tact_triangle script_triangle(script *s);
/* Mostly rigid. */
tact_pose script_pose(script *s);
/* Any shape, mostly valid. A hull comes from a slot. */
tact_shape script_shape(script *s);
/* Arrays of a mesh, mostly valid: closed, open, degenerate, out of range. *can_borrow: they live as
 * long as the program. */
tact_mesh_arrays script_arrays(script *s, bool *can_borrow);
/* Up to most points. Returns how many. */
uint32_t script_points(script *s, tact_vec3 *points, uint32_t most);

/* ---- Calls (script_calls.c) --------------------------------------------------------------- */

/* Ends the run, and prints what does not hold. */
#define script_require(condition) script_check(condition, __FILE__, __LINE__, #condition)
void script_check(bool is_true, const char *file, int line, const char *text);

/* Statuses as bits. Every function may return TACT_OK, and TACT_OUT_OF_MEMORY if the allocator
 * failed. */
#define MAY(status) (1u << (status))
#define MAY_REFUSE MAY(TACT_INVALID_ARGUMENT)
#define MAY_READ (MAY_REFUSE | MAY(TACT_READ_FAILED) | MAY(TACT_INVALID_FILE) | MAY(TACT_TOO_LARGE))
#define MAY_BUILD                                                                                  \
    (MAY_REFUSE | MAY(TACT_NOT_FINITE) | MAY(TACT_TOO_LARGE) | MAY(TACT_NOT_WATERTIGHT))
#define MAY_ANSWER                                                                                 \
    (MAY_REFUSE | MAY(TACT_NOT_FINITE) | MAY(TACT_INVALID_POSE) | MAY(TACT_UNSUPPORTED) |          \
     MAY(TACT_NO_INTERIOR))

/* Before a call: output is what the call must leave alone unless it succeeds. It is filled with a
 * pattern, except by script_begin_kept(). */
void script_begin(script *s, void *output, size_t bytes);
void script_begin_kept(script *s, void *output, size_t bytes);
/* After a call: checks the status and the output. Returns whether it succeeded. */
bool script_end(script *s, tact_status status, uint32_t may);
/* The same for a call that received &s->error. */
bool script_end_error(script *s, tact_status status, uint32_t may);
/* The same for a question with these options. Unless allocates is set, it must not allocate. */
bool script_end_question(script *s, tact_status status, const tact_options *options,
                         bool allocates);

/* Contexts and objects of the script. A slot that is empty gives the next one that is not, or NULL
 * if all are empty. */
const tact_context *script_context(script *s);
void *script_take(script *s, void *const *slots, uint32_t count);
#define TAKE(s, slots) script_take(s, (void *const *)(slots), sizeof(slots) / sizeof(*(slots)))
/* These make the first object of their kind if there is none. */
const tact_mesh *script_mesh(script *s);
tact_contact_list *script_list(script *s);
tact_curve_set *script_set(script *s);
tact_instance script_instance(script *s);
tact_options script_options(script *s);
tact_cache script_cache(script *s);

/* Destroys what is in a slot and puts something else there. */
void script_put_mesh(script *s, tact_mesh *mesh);
void script_put_model(script *s, tact_model *model);

/* Read everything that an object has, so that a wrong pointer or count is noticed. */
void script_read_bytes(const void *data, size_t bytes);
void script_read_mesh(const tact_mesh *mesh);
void script_read_arrays(const tact_mesh_arrays *arrays);

/* ---- Actions ------------------------------------------------------------------------------ */

typedef void script_action(script *s);

/* script_objects.c */
script_action act_context, act_context_destroy, act_pool, act_pool_destroy, act_fail, act_run;
script_action act_soup, act_mesh, act_weld, act_expand, act_topology, act_examine, act_hull,
    act_hull_change;
script_action act_mesh_destroy, act_list, act_set;
/* script_generators.c */
script_action act_generate;
/* script_models.c */
script_action act_model_mesh, act_model_shape, act_model_compound, act_model_retain,
    act_model_destroy, act_model_inspect, act_bounds, act_cache;
/* script_questions.c */
script_action act_collide, act_distance, act_depth, act_manifold, act_gradient, act_classify,
    act_contacts, act_visit, act_curves, act_self, act_raycast, act_raycast_all, act_nearest,
    act_inside;
/* script_batches.c */
script_action act_batch, act_points_batch, act_self_batch;
/* script_proofs.c */
script_action act_proof, act_proof_destroy, act_verify, act_proof_parse, act_read_memory, act_files;
/* script_worlds.c */
script_action act_world;
/* script_records.c */
script_action act_record;
/* script_plain.c */
script_action act_numbers, act_triangles, act_names, act_shape_text, act_programs;
/* script_deform.c */
script_action act_deform;
/* script_motion.c */
script_action act_motion;
/* script_broad.c */
script_action act_broad;

/* Destroys everything that is left, and checks that no block is. */
void script_clean_up(script *s);
/* Removes the folder of the files. */
void script_remove_files(void);

#endif
