/* SPDX-License-Identifier: MIT */
/* What tact info looks for. The names for --fail-on, the keys of the JSON, the labels and the help
 * all come from the two lists here. */
#ifndef TACT_CLI_FINDINGS_H
#define TACT_CLI_FINDINGS_H

#include <tact/tact.h>

/* Every finding of a report, as X(name, field, label, element). */
#define FINDING_LIST(X)                                                                            \
    X("nan", not_finite, "non-finite vertices", "vertex")                                          \
    X("nan-triangles", not_finite_triangles, "non-finite triangles", "triangle")                   \
    X("out-of-range", out_of_range, "out-of-range triangles", "triangle")                          \
    X("zero-area", zero_area, "triangles without area", "triangle")                                \
    X("duplicates", duplicate_triangles, "duplicate triangles", "triangle")                        \
    X("coincident", coincident_triangles, "coincident triangles", "triangle")                      \
    X("duplicate-vertices", duplicate_vertices, "duplicate vertices", "vertex")                    \
    X("unused", unused_vertices, "unused vertices", "vertex")                                      \
    X("open", open_edges, "open edges", "triangle")                                                \
    X("non-manifold", nonmanifold_edges, "non-manifold edges", "triangle")                         \
    X("orientation", misoriented_edges, "misoriented edges", "triangle")

/* Conditions on a whole mesh, as X(name, when), for the report r. */
#define CONDITION_LIST(X)                                                                          \
    X("not-closed", !r->is_closed)                                                                 \
    X("inside-out", r->is_closed && r->volume < 0)                                                 \
    X("empty", r->triangle_count == 0)

/* All names, separated by '|'; "any" stands for all of them. */
#define FINDING_CHOICE(name, field, label, element) name "|"
#define CONDITION_CHOICE(name, when) name "|"
#define FINDING_CHOICES FINDING_LIST(FINDING_CHOICE) CONDITION_LIST(CONDITION_CHOICE) "any"

/* A finding with its name, key and label. */
typedef struct finding_row {
    const char *name;
    const char *key; /* the field's name */
    const char *label;
    const char *element;
    tact_finding finding;
} finding_row;

#define FINDING_ONE(name, field, label, element) +1
enum { FINDING_COUNT = 0 FINDING_LIST(FINDING_ONE) };

/* The findings of a report in the order of the list. */
void findings_of(const tact_mesh_report *report, finding_row rows[FINDING_COUNT]);

#define CONDITION_ONE(name, when) +1
enum { FINDING_NAME_COUNT = FINDING_COUNT CONDITION_LIST(CONDITION_ONE) };

/* The names of all findings of a report. Returns how many there are. */
size_t findings_names(const tact_mesh_report *report, const char *names[FINDING_NAME_COUNT]);

/* Whether the report has one of the findings in the list of names, separated by commas. */
bool findings_match(const tact_mesh_report *report, const char *list);

#endif
