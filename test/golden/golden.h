/* SPDX-License-Identifier: MIT */
/* What the files of the golden tests share: the report of a data file, lines and their fields,
 * meshes and trees over them, and the checks of single answers. The program reads a folder of
 * ground truth that was computed independently of tact, asks tact the same questions, and compares.
 * The data is not in the repository. */
#ifndef TACT_TEST_GOLDEN_H
#define TACT_TEST_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <tact/tact.h>
#include "bvh/bvh.h"
#include "depth/depth_answer.h"
#include "pair/pair.h"
#include "inside/interiors.h"
#include "frame/placed.h"
#include "object/object.h"

/* ---- report.c: what came out for one data file -------------------------------------------- */

#define GOLDEN_MAX_DETAILS 10
#define GOLDEN_MAX_REASONS 8
#define GOLDEN_DETAIL_SIZE 320

/* Why cases were not judged, and how many; or a remark on all cases of the file (count 0). */
typedef struct golden_reason {
    const char *text;
    uint64_t count;
} golden_reason;

typedef struct golden_report {
    const char *root; /* the data folder */
    const char *path; /* the file, relative to root */
    uint64_t cases, right, wrong, not_judged;
    bool case_failed;
    char case_id[80];
    uint32_t detail_count;
    char details[GOLDEN_MAX_DETAILS][GOLDEN_DETAIL_SIZE];
    uint32_t reason_count;
    golden_reason reasons[GOLDEN_MAX_REASONS];
} golden_report;

/* A case is begun, failed any number of times, and ended; or skipped instead of ended. Only the
 * first failure of a case is kept as a detail. */
void golden_case_begin(golden_report *report, const char *id);
void golden_fail(golden_report *report, const char *format, ...);
void golden_case_end(golden_report *report);
void golden_case_skip(golden_report *report, const char *reason);
/* A remark that is printed with the file's line; text must outlive the report. */
void golden_remark(golden_report *report, const char *text);
void golden_report_print(const golden_report *report, double seconds);

/* Returns memory or exits: a test cannot go on without it. */
void *golden_allocate(size_t count, size_t size);

/* ---- text.c: lines and their fields ------------------------------------------------------- */

typedef struct golden_lines {
    FILE *file;
    char *text; /* the current line, cut into fields */
    size_t capacity;
    uint64_t number; /* of the current line, from 1 */
    char **fields;
    size_t field_count, field_capacity;
} golden_lines;

bool golden_lines_open(golden_lines *lines, const char *root, const char *path);
void golden_lines_close(golden_lines *lines);
/* The next line that is neither blank nor a comment; false at the end. */
bool golden_lines_next(golden_lines *lines);

/* Reads fields in order; a missing or malformed field sets failed and reads as 0. */
typedef struct golden_cursor {
    const golden_lines *lines;
    size_t next;
    bool failed;
} golden_cursor;

golden_cursor golden_cursor_at(const golden_lines *lines, size_t field);
const char *golden_read_word(golden_cursor *cursor);
double golden_read_double(golden_cursor *cursor);
uint64_t golden_read_count(golden_cursor *cursor);
uint64_t golden_read_hash(golden_cursor *cursor);
tact_vec3 golden_read_vec3(golden_cursor *cursor);
tact_pose golden_read_pose(golden_cursor *cursor);

/* root + "/" + path, to be freed. */
char *golden_join(const char *root, const char *path);

/* ---- ply.c, mesh.c: meshes ---------------------------------------------------------------- */

/* A range of the ordered triangles. The left child of node n is n + 1; a leaf has right = 0. */
typedef struct golden_node {
    uint32_t first, count, right;
} golden_node;

typedef struct golden_mesh {
    char *path;
    uint32_t vertex_count, face_count;
    tact_vec3 *vertices;
    uint32_t (*faces)[3];
    uint32_t *order; /* triangles, neighbours in space next to each other */
    uint32_t node_count;
    golden_node *nodes;
    tact_mesh *mesh;          /* the same for tact's own queries, */
    tacti_bvh *bvh;           /* and its hierarchy, validated, */
    tacti_interior *interior; /* and its inside */
    double volume;            /* that it encloses */
    struct golden_mesh *next;
} golden_mesh;

/* The reason given if a file is missing. */
#define GOLDEN_NO_FILE "cannot be read"

/* Reads vertices and faces of a binary PLY file of the data's layout; nothing else is accepted.
 * On failure the mesh is left empty and why receives a static text. */
bool golden_ply_read(const char *path, golden_mesh *mesh, const char **why);

/* The mesh meshes/NAME.ply beside the data file, otherwise below the root; read once and kept.
 * NULL, with a detail in report, if that fails. */
const golden_mesh *golden_mesh_find(golden_report *report, const char *name);
/* Gives a mesh with vertices and faces its order and its nodes. */
void golden_mesh_arrange(golden_mesh *mesh);
void golden_mesh_free(golden_mesh *mesh);
void golden_meshes_release(void);

/* ---- tree.c: placed meshes and the pairs of triangles of one whose boxes meet ------------- */

/* All arrays follow the mesh's order. */
typedef struct golden_body {
    const golden_mesh *mesh;
    tact_triangle *triangles;
    tact_box *triangle_boxes;
    tact_box *node_boxes;
} golden_body;

/* Places the mesh with tact_pose_place(); a vertex whose bits are not those of the definition
 * fails the case. */
golden_body golden_body_make(golden_report *report, const golden_mesh *mesh, tact_pose pose);
void golden_body_free(golden_body *body);
/* The same check for all vertices, without a body. */
void golden_placement_judge(golden_report *report, const golden_mesh *mesh, tact_pose pose);

/* i and j are file numbers. */
typedef void golden_visit(void *user, uint32_t i, uint32_t j, const tact_triangle *a,
                          const tact_triangle *b);

/* All pairs of triangles of a body whose boxes share a point, each once with i < j: plain
 * comparisons of doubles, no tolerance. */
void golden_self_pairs_visit(const golden_body *a, golden_visit *visit, void *user);

/* The data's order-independent hash: the sum of this over all pairs. */
uint64_t golden_pair_hash(uint32_t i, uint32_t j);

/* ---- check.c: whether single answers are plausible by themselves -------------------------- */

/* The largest difference of two coordinates of one axis among all corners. */
double golden_extent(const tact_triangle *a, const tact_triangle *b);
/* Kind, count, features and positions of an intersection against both triangles. */
bool golden_overlap_is_sound(const tact_overlap *overlap, const tact_triangle *a,
                             const tact_triangle *b, const char **why);
/* Order and width of the bounds, and witnesses that lie on the triangles and realise them. */
bool golden_gap_is_sound(const tact_gap *gap, const tact_triangle *a, const tact_triangle *b,
                         const char **why);
/* Whether the stored truth, right up to 1e-13 of itself, fits the proven bounds. */
bool golden_gap_contains(const tact_gap *gap, double truth);

/* ---- polytope.c: convex hulls of a few points as sets of triangles ------------------------ */

typedef struct golden_points {
    uint32_t count; /* at least 1 */
    tact_vec3 *at;
} golden_points;

/* More points than this take too long. */
#define GOLDEN_POLYTOPE_POINTS 400

/* The distance of the convex hulls. All 0 if the overlap tests find a common point. Otherwise it is
 * 0 only if a distance of tact is wrong. */
tact_gap golden_polytopes_gap(golden_points a, golden_points b);
/* The distance of a union: the lesser distance, with the lesser of the bounds. */
tact_gap golden_gap_least(tact_gap a, tact_gap b);

/* ---- shape.c: the shapes of regress_poses.txt --------------------------------------------- */

/* A union of convex hulls of placed points: one hull for a box, a triangle or a hull, one per
 * triangle of a mesh, and none for shapes that are not made of triangles. All but meshes are also
 * convex shapes of tact. */
typedef struct golden_shape {
    bool is_mesh;
    bool is_round;  /* sphere, capsule, cylinder, cone, ellipsoid: no parts */
    bool is_convex; /* shape and pose are set */
    tact_shape shape;
    tact_pose pose;
    tact_hull *hull; /* of the shape; NULL for others */
    uint32_t part_count;
    golden_points *parts;
    tact_vec3 *memory;
} golden_shape;

/* Reads a shape and the pose after it; to be freed even if the cursor failed. */
golden_shape golden_shape_read(golden_cursor *cursor);
void golden_shape_free(golden_shape *shape);
/* Whether tact's mesh query finds that two meshes meet: as surfaces, or filled. A status that is
 * not TACT_OK fails the case. */
bool golden_shapes_collide(golden_report *report, const golden_shape *a, const golden_shape *b,
                           bool solid);
/* What tact's object queries answer for a convex shape and a mesh, in the order given. The mesh is
 * a surface, or filled. A status that is not TACT_OK, and a distance that does not fit the verdict,
 * fail the case. */
typedef struct golden_object_answer {
    tact_outcome outcome;
    tacti_object_distance_answer separation; /* asked only if the mesh is a surface */
} golden_object_answer;
golden_object_answer golden_objects_ask(golden_report *report, const golden_shape *a,
                                        const golden_shape *b, bool is_filled);
/* As golden_polytopes_gap(). */
tact_gap golden_shapes_gap(const golden_shape *a, const golden_shape *b);

/* ---- judge_proof.c: proofs of the answers about two meshes ------------------------------- */

void golden_judge_proofs(golden_report *report, const tacti_placed *a, const tacti_placed *b);

/* ---- convex.c: tact's own answers on convex shapes ------------------------------------------ */

/* A pair and what is known about it; a truth that is NaN is not known. */
typedef struct golden_convex_truth {
    bool intersect;
    double distance, tolerance;
    bool is_exact; /* the shapes are polytopes, and values are right up to 1e-13 of themselves */
    double depth, depth_tolerance;
} golden_convex_truth;

/* Asks tacti_convex_collide(), tacti_convex_distance() and tacti_convex_depth() in both orders,
 * with and without a cache, checks their proofs, and compares. */
void golden_convex_judge(golden_report *report, const tacti_placed_shape *a,
                         const tacti_placed_shape *b, const golden_convex_truth *truth);

/* ---- judge_rigid.c: first contact of two motions ------------------------------------------- */

typedef struct golden_motion_truth {
    bool is_contact; /* at some time from 0 to 1 */
    double time, tolerance;
} golden_motion_truth;

/* Asks tact_first_contact() in both orders, with and without a cache, and compares. what begins the
 * details of failures. */
void golden_motion_judge(golden_report *report, const tact_moving *a, const tact_moving *b,
                         const golden_motion_truth *truth, const char *what);
/* The same for two shapes that move along lines from their poses to others. Returns a reason if the
 * case cannot be judged: the answer is undecided, and the shapes do come nearer than rounding can
 * tell from a touch. NULL if it is judged. */
const char *golden_cast_judge(golden_report *report, const golden_shape shape[2],
                              const tact_pose end[2], const golden_motion_truth *truth);

/* ---- judge_*.c: one format each ----------------------------------------------------------- */

/* Whether name and first line (already split) are of the format. */
bool golden_is_pairs(const char *name, const golden_lines *first);
bool golden_is_self(const char *name, const golden_lines *first);
bool golden_is_meshes(const char *name, const golden_lines *first);
bool golden_is_poses(const char *name, const golden_lines *first);
bool golden_is_convex(const char *name, const golden_lines *first);
bool golden_is_boxes(const char *name, const golden_lines *first);
bool golden_is_ccd(const char *name, const golden_lines *first);
bool golden_is_deform(const char *name, const golden_lines *first);
bool golden_is_rigid(const char *name, const golden_lines *first);

/* Judge every line; the first is already read. */
void golden_judge_pairs(golden_report *report, golden_lines *lines);
void golden_judge_self(golden_report *report, golden_lines *lines);
void golden_judge_meshes(golden_report *report, golden_lines *lines);
void golden_judge_poses(golden_report *report, golden_lines *lines);
void golden_judge_convex(golden_report *report, golden_lines *lines);
void golden_judge_boxes(golden_report *report, golden_lines *lines);
void golden_judge_ccd(golden_report *report, golden_lines *lines);
void golden_judge_deform(golden_report *report, golden_lines *lines);
void golden_judge_rigid(golden_report *report, golden_lines *lines);

/* The curves of one pair of placed meshes, as a part of its case. */
void golden_judge_curves(golden_report *report, const golden_mesh *const mesh[2],
                         const tacti_placed placed[2]);

/* ---- judge_relation.c: how the solids of a pair relate ------------------------------------ */

typedef struct golden_solids {
    tacti_filled a, b;
    bool intersect; /* their surfaces */
    double volume;  /* of their intersection; negative if it is not known */
    double volumes[2];
} golden_solids;

void golden_judge_relation(golden_report *report, const golden_solids *solids);

#endif
