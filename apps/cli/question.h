/* SPDX-License-Identifier: MIT */
/* What collide, classify, contacts, distance and depth have in common: two meshes or shapes, one
 * pair of poses or a stream of them, answers in order, and the exit status. A command says how it
 * asks, shows and writes: in one way two meshes, in another where a shape is among the two. */
#ifndef TACT_CLI_QUESTION_H
#define TACT_CLI_QUESTION_H

#include <tact/tact.h>

#include "json.h"
#include "models.h"
#include "poses.h"

/* Pairs of triangles that touch; TACT_NO_TRIANGLE stands for a shape. */
typedef struct triangle_list {
    uint32_t *pairs; /* sorted, two numbers each */
    size_t count;
    size_t capacity;
} triangle_list;

/* One answer. A command fills what it knows of. */
typedef struct answer {
    tacti_placed_pair where;
    uint64_t line;        /* of the file of poses; 0 without */
    tact_outcome verdict; /* what the exit status is made of */
    bool is_contained;    /* one filled mesh lies inside the other */
    tacti_mesh_collision collision;
    tacti_mesh_distance_answer near;
    tacti_classification relation;
    tacti_contact_summary summary;
    tact_contact_list *list;
    tact_curve_summary curve_summary;
    tact_curve_set *curves;
    tact_status status; /* of a question that was asked by itself */
    /* Where a shape is among the two: */
    tacti_object a;
    tacti_object b;
    tacti_object_collision touch;
    tacti_object_distance_answer gap;
    tacti_object_relation kin;
    tacti_convex_depth_answer depth;
    tacti_manifold manifold;
    triangle_list *triangles; /* with keeps_triangles */
} answer;

typedef struct question question;

/* How a command asks and answers. */
typedef struct question_verbs {
    bool keeps_lists;     /* each answer needs a list of contacts */
    bool keeps_triangles; /* or one of triangles */
    bool needs_insides;   /* of both meshes */
    /* Fills the first count answers. Where one cannot be served: its status and, in error, its
     * index. */
    tact_status (*ask)(question *q, size_t count, tact_error *error);
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
    tacti_query_desc desc;
    bool is_within; /* --within was given */
    double within;
    double margin; /* of depth --points */
    bool is_greedy;
    bool is_list;
    bool has_curves;   /* each answer needs a set of curves */
    tact_proof *proof; /* --proof was given; not in desc, since not every call takes one */
    answer *answers;
    pose_pair *poses;
    size_t capacity;
    double seconds; /* that answering took */
    uint64_t asked;
    bool found;
    bool undecided;
};

/* Runs a command from its options to its exit status, in one way for two meshes and in another
 * where a shape is among the two. */
cli_exit question_run(const cli_args *args, cli_output *output, const question_verbs *of_meshes,
                      const question_verbs *of_shapes);

/* How the commands ask and answer where a shape is among the two. */
extern const question_verbs shape_collide_verbs;
extern const question_verbs shape_classify_verbs;
extern const question_verbs shape_contacts_verbs;
extern const question_verbs shape_distance_verbs;

/* The value of an option that the command may not have; NULL where it was not given. */
const char *question_option(const cli_args *args, const char *name);

/* Runs task on the threads for each of the first count answers, and gives the status of the first
 * that could not be served with its index. */
tact_status question_ask_each(question *q, size_t count, tact_task *task, tact_error *error);

/* ---- Proofs ------------------------------------------------------------------------------- */

/* Makes room for the proof where --proof asks for one. */
cli_exit question_begin_proof(question *q);
/* Writes the proof of the first answer, and ends it; status is how it went so far. */
cli_exit question_end_proof(question *q, cli_exit status);
/* The options of the query with the proof. */
tacti_query_desc question_proving_desc(const question *q);

/* ---- Shapes ------------------------------------------------------------------------------- */

/* Refuses options that are for two meshes, with what to do instead; CLI_USAGE. */
cli_exit question_refuse_options(const cli_args *args);
/* Whether a shape is among the two. */
bool question_has_shape(const question *q);
/* Why the library does not answer this question about these two. */
const char *question_unserved_text(const question *q);
/* What an undecided verdict means, as the end of "Undecided: ". */
const char *question_undecided_text(const question *q);
/* Which lies inside which, where the surfaces are apart: then it is the shape in a filled mesh. */
const char *question_shape_contained_text(const question *q);
/* The member witness of a contact: the triangles, and a common point. */
void question_write_touch(const question *q, const tacti_object_collision *touch,
                          json_writer *json);
/* The same for people, indented by so many spaces. */
void question_show_touch(question *q, const tacti_object_collision *touch, int indent);

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
/* A distance with its bounds and, where there are points, between which. */
void question_write_gap(const question *q, const tacti_mesh_distance_answer *gap, bool has_points,
                        json_writer *json);

/* The witness of a contact: a, b, kind and point. */
void question_write_contact(const question *q, const tacti_mesh_collision *contact,
                            json_writer *json);

/* The member of that name, a verdict: true, false, or null where it is not known. */
void question_write_verdict(const char *name, tact_outcome verdict, json_writer *json);

/* The first line for people. */
void question_show_title(question *q, const char *text);
/* The triangles of a contact that has them, a line each, indented by so many spaces. */
void question_show_triangles(question *q, const tacti_mesh_collision *contact, int indent);
/* Which mesh lies inside which, as far as the triangles tell. */
const char *question_contained_text(const tacti_mesh_collision *contact);

#endif
