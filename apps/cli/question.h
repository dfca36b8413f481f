/* SPDX-License-Identifier: MIT */
/* What collide, classify, contacts, distance, depth and sweep have in common: two models, one pair
 * of poses or a file of them, answers in order, and the exit status. Each command provides
 * functions that ask, show and write. */
#ifndef TACT_CLI_QUESTION_H
#define TACT_CLI_QUESTION_H

#include <tact/tact.h>

#include <draw/scene.h>

#include "json.h"
#include "models.h"
#include "poses.h"
#include "show.h"

/* One answer. Each command sets its own members. */
typedef struct answer {
    tact_instance a, b;
    uint64_t line;        /* of the file of poses; 0 without a file */
    tact_outcome verdict; /* decides the exit status */
    tact_reason reason;   /* why the verdict is undecided */
    bool is_tolerable;    /* with --tolerance: the gap or overlap is proved to be within it */
    char doubtful;        /* 'A' or 'B': the mesh whose inside is not certain; 0 if none matters */
    tact_collide_result collide;
    tact_distance_result distance;
    tact_classify_result classify;
    tact_contacts_result contacts;
    tact_contact_list *list; /* with keeps_lists */
    tact_curves_result curves;
    tact_curve_set *set; /* with has_curves */
    tact_depth_result depth;
    tact_manifold_result manifold;
    tact_rigid_result sweep;
    tact_moving moving[2];  /* of the sweep */
    tact_free_verdict free; /* with --check */
} answer;

/* How A and B move, for sweep. */
typedef struct sweep_plan {
    tact_pose from[2], to[2];
    bool is_screw;
    tact_rigid_options options;
    tact_free_proof *proof; /* with --proof, to be written */
    bool has_check;         /* --check: the intervals of a proof are checked */
    tact_free_interval *intervals;
    size_t interval_count;
} sweep_plan;

typedef struct question question;

/* The functions and needs of a command. */
typedef struct question_verbs {
    tact_question question; /* what --record records */
    bool keeps_lists;       /* each answer needs a list of contacts */
    bool needs_insides;     /* the question is about the insides of both meshes */
    bool has_solids;        /* meshes are solids unless --surface is given */
    /* Computes the first count answers with the options of the question. If one is refused: returns
     * its status, and sets its index in the options' error. */
    tact_status (*ask)(question *q, size_t count);
    /* Whether the answer rests on the inside of a mesh, because no surface meets the other model.
     * NULL if no answer of the command does. */
    bool (*rests_on_inside)(const question *q, const answer *from);
    /* Makes such an answer undecided. Its reason and verdict are set before. */
    void (*leave_open)(question *q, answer *to);
    /* Writes the answer to --output before it is shown; may be NULL. */
    cli_exit (*deliver)(question *q, const answer *from);
    /* The answer as text, on several lines or on one. */
    void (*show)(question *q, const answer *from);
    void (*show_line)(question *q, const answer *from);
    /* Writes the members of the JSON object. */
    void (*write)(question *q, const answer *from, json_writer *json);
    const sweep_plan *sweep; /* NULL for questions about poses */
} question_verbs;

struct question {
    const question_verbs *verbs;
    const cli_args *args;
    cli_output *output;
    model_pair models;
    tact_options options; /* with the proof if --proof was given */
    tact_proof *proof;
    tact_recording *recording; /* with --record */
    models_need need;          /* what the meshes are: surfaces or solids */
    bool is_within;            /* --within was given */
    bool has_tolerance;
    double tolerance; /* the value of --tolerance */
    bool is_list;
    bool has_curves; /* each answer needs a set of curves */
    answer *answers;
    pose_pair *poses;
    tact_pose *placed;          /* the same poses, in the layout of a batch */
    tact_instance instances[2]; /* of the batch */
    tact_contact_list **lists;  /* of the answers */
    tact_curve_set **sets;
    size_t capacity;
    double seconds; /* spent on answers */
    uint64_t asked;
    bool found;
    bool undecided;
};

/* Runs a command. */
cli_exit question_run(const cli_args *args, cli_output *output, const question_verbs *verbs);

/* A batch of the first count questions. Its results are members of the answers. */
tact_batch question_batch(question *q, size_t count);

/* ---- Proofs ------------------------------------------------------------------------------- */

/* Creates the proof if --proof was given. Sweep has proofs of its own. */
cli_exit question_begin_proof(question *q);
/* Writes the proof if status is CLI_OK, then destroys it. */
cli_exit question_end_proof(question *q, cli_exit status);

/* ---- Drawing ------------------------------------------------------------------------------ */

/* Draws an answer if an option asks for it. */
cli_exit question_draw(const question *q, const answer *from);

/* Both models of a sweep at a time. */
tact_status question_pose_at(const answer *from, double time, tact_instance out[2]);
/* The first contact of a sweep, or the limit if there is none. */
double question_contact_time(const question *q, const answer *from);
/* Adds the motion to a scene whose bodies are drawn at these poses. */
tact_status question_draw_motion(const question *q, const answer *from,
                                 const tact_instance drawn[2], draw_scene *scene);

/* Adds the bounds of a distance at other sizes of both models. */
tact_status question_draw_scales(const question *q, const answer *from, draw_scene *scene);

/* ---- Solids ------------------------------------------------------------------------------- */

/* What the meshes are, from --solid and --surface: CLI_USAGE if both are given. */
cli_exit question_read_need(question *q);
/* Refuses a mesh without triangles, unless --allow-empty is given: CLI_IO, with a line on stderr
 * that says what the file has instead. */
cli_exit question_refuse_empty(const question *q);
/* Says on stderr which meshes are open and therefore count as surfaces. */
void question_hint_open(const question *q);
/* Makes those of the first count answers undecided that depend on the inside of a mesh that crosses
 * itself. */
tact_status question_doubt(question *q, size_t count);
/* Why a question is undecided that ended so. */
tact_reason question_reason(tact_outcome outcome, tact_ending ending);

/* ---- Shapes ------------------------------------------------------------------------------- */

/* Refuses options that need two meshes: CLI_USAGE, with a line on stderr that says what to do. */
cli_exit question_refuse_options(const cli_args *args);
/* Whether at least one of the two is a shape. */
bool question_has_shape(const question *q);
/* Why the library does not support this question for these two. */
const char *question_unsupported_text(const question *q);
/* Why a verdict is undecided; completes "Undecided: ". Returns line. */
const char *question_undecided_text(const question *q, const answer *from,
                                    char line[SHOW_LINE_SIZE]);
/* The subject of a sentence about the two: "The meshes" or "They". */
const char *question_subject(const question *q);

/* ---- Pieces of answers -------------------------------------------------------------------- */

/* "The solids are apart", without the full stop. */
const char *question_relation_text(tact_relation relation);
/* A word for JSON; NULL if there is no reason. */
const char *question_reason_name(tact_reason reason);

/* What two triangles of an answer have in common. */
tact_overlap question_overlap(const answer *from, uint32_t a, uint32_t b);

/* Writes the members a and b, null if there is no triangle, and part_a and part_b if the files have
 * parts. */
void question_write_triangles(const question *q, uint32_t a, uint32_t b, json_writer *json);
/* Writes the member witness of a contact: the triangles, kind (null unless two triangles meet) and
 * point. */
void question_write_contact(const question *q, const tact_collide_result *contact,
                            json_writer *json);

/* Writes a verdict as the member of that name: true, false, or null if undecided. */
void question_write_verdict(const char *name, tact_outcome verdict, json_writer *json);

/* Prints the triangles of a contact, one per line, indented by this many spaces. */
void question_show_triangles(question *q, const tact_collide_result *contact, int indent);
/* "segment at (1, 2, 3)", or the point alone if no two triangles meet. Returns line. */
const char *question_contact_text(const tact_collide_result *contact, char line[SHOW_LINE_SIZE]);
/* Prints a comma and the triangle of a site, if it has one. */
void question_show_site(question *q, const model *m, const tact_site *site);
/* Which one lies inside the other, as far as the sites tell. */
const char *question_contained_text(const question *q, const tact_site *a, const tact_site *b);

#endif
