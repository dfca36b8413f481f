/* SPDX-License-Identifier: MIT */
/* What collide, classify, contacts, distance and depth have in common: two models, one pair of
 * poses or a stream of them, answers in order, and the exit status. A command says how it asks,
 * shows and writes. */
#ifndef TACT_CLI_QUESTION_H
#define TACT_CLI_QUESTION_H

#include <tact/tact.h>

#include "json.h"
#include "models.h"
#include "poses.h"
#include "show.h"

/* One answer. A command fills what it knows of. */
typedef struct answer {
    tact_instance a, b;
    uint64_t line;        /* of the file of poses; 0 without */
    tact_outcome verdict; /* what the exit status is made of */
    tact_collide_result collide;
    tact_distance_result distance;
    tact_classify_result classify;
    tact_contacts_result contacts;
    tact_contact_list *list; /* with keeps_lists */
    tact_curves_result curves;
    tact_curve_set *set; /* with has_curves */
    tact_depth_result depth;
    tact_manifold_result manifold;
} answer;

typedef struct question question;

/* How a command asks and answers. */
typedef struct question_verbs {
    bool keeps_lists;   /* each answer needs a list of contacts */
    bool needs_insides; /* of both meshes */
    /* Fills the first count answers, with the options of the question. If one cannot be answered:
     * its status and, in the options' error, its index. */
    tact_status (*ask)(question *q, size_t count);
    /* Writes the answer to --output before it is shown; may be NULL. */
    cli_exit (*deliver)(question *q, const answer *from);
    /* For people: several lines, or one. */
    void (*show)(question *q, const answer *from);
    void (*show_line)(question *q, const answer *from);
    /* The members of an object. */
    void (*write)(question *q, const answer *from, json_writer *json);
} question_verbs;

struct question {
    const question_verbs *verbs;
    const cli_args *args;
    cli_output *output;
    model_pair models;
    tact_options options; /* with the proof if --proof was given */
    tact_proof *proof;
    bool is_solid;  /* --solid was given */
    bool is_within; /* --within was given */
    bool is_list;
    bool has_curves; /* each answer needs a set of curves */
    answer *answers;
    pose_pair *poses;
    tact_pose *placed;          /* the same, as a batch takes them */
    tact_instance instances[2]; /* of a batch */
    tact_contact_list **lists;  /* of the answers */
    tact_curve_set **sets;
    size_t capacity;
    double seconds; /* that answering took */
    uint64_t asked;
    bool found;
    bool undecided;
};

/* Runs a command from its options to its exit status. */
cli_exit question_run(const cli_args *args, cli_output *output, const question_verbs *verbs);

/* The value of an option that the command may not have; NULL where it was not given. */
const char *question_option(const cli_args *args, const char *name);

/* The first count answers as a batch, whose results are members of the answers. */
tact_batch question_batch(question *q, size_t count);

/* ---- Proofs ------------------------------------------------------------------------------- */

/* Makes room for the proof where --proof asks for one. */
cli_exit question_begin_proof(question *q);
/* Writes the proof of the first answer, and ends it; status is how it went so far. */
cli_exit question_end_proof(question *q, cli_exit status);

/* ---- Shapes ------------------------------------------------------------------------------- */

/* Refuses options that are for two meshes, with what to do instead; CLI_USAGE. */
cli_exit question_refuse_options(const cli_args *args);
/* Whether a shape is among the two. */
bool question_has_shape(const question *q);
/* Why the library does not answer this question about these two. */
const char *question_unserved_text(const question *q);
/* What an undecided verdict means, as the end of "Undecided: ". */
const char *question_undecided_text(const question *q);
/* How a sentence about the two begins: "The meshes" or "They". */
const char *question_subject(const question *q);

/* ---- Pieces of answers -------------------------------------------------------------------- */

/* "The solids are apart", without the full stop. */
const char *question_relation_text(tact_relation relation);
/* A word for JSON; NULL for none. */
const char *question_reason_name(tact_reason reason);

/* What two triangles of an answer have in common. */
tact_overlap question_overlap(const answer *from, uint32_t a, uint32_t b);

/* The members a and b, null where there is no triangle, and part_a and part_b where the files have
 * parts. */
void question_write_triangles(const question *q, uint32_t a, uint32_t b, json_writer *json);
/* The member witness of a contact: the triangles, kind (null unless two triangles touch) and point.
 */
void question_write_contact(const question *q, const tact_collide_result *contact,
                            json_writer *json);

/* The member of that name, a verdict: true, false, or null where it is not known. */
void question_write_verdict(const char *name, tact_outcome verdict, json_writer *json);

/* The first line for people. */
void question_show_title(question *q, const char *text);
/* The triangles of a contact that has them, a line each, indented by so many spaces. */
void question_show_triangles(question *q, const tact_collide_result *contact, int indent);
/* "segment at (1, 2, 3)", or the point alone if no two triangles touch. Returns line. */
const char *question_contact_text(const tact_collide_result *contact, char line[SHOW_LINE_SIZE]);
/* The triangle of a site with a comma before it, if there is one. */
void question_show_site(question *q, const model *m, const tact_site *site);
/* Which lies inside which, as far as the sites tell. */
const char *question_contained_text(const question *q, const tact_site *a, const tact_site *b);

#endif
