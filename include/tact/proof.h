/* SPDX-License-Identifier: MIT */
/**
 * @file proof.h
 * Proofs: a query writes down why its answer is right, and a verifier that shares no code with the
 * search checks it.
 *
 * A proof of contact is a pair of triangles. A proof that two meshes are apart, or at least some
 * distance apart, is a cover: pairs of ranges of triangles, which together hold every pair of
 * triangles. Each pair of ranges has a direction along which all triangles of one range lie before
 * all of the other, by at least the distance claimed. Ranges count positions in an order of each
 * mesh's triangles, which belongs to the proof. A proof is about the surfaces of meshes. It does
 * not show that a filled mesh does not contain the other mesh.
 *
 * Convex shapes whose core is a polytope (tact_shape_is_polytope()) have proofs too, with each
 * other and with meshes. They count as solids: a direction separates all vertices of the shape, and
 * so the whole shape, by more than its radius.
 *
 * To get a proof, set tact_options::proof. The proof then refers to the models of the question
 * (their orders of triangles). The models must live until the proof is written again or destroyed.
 * A question writes the proof last. If writing fails with TACT_OUT_OF_MEMORY, the question fails
 * too, and the proof claims nothing. If the budget of a question runs out, the proof claims
 * nothing. If two meshes are apart but no lower bound above 0 is known (TACT_OPTION_LOWER_BOUND
 * then states the least positive number), the proof claims only that they are apart.
 */
#ifndef TACT_PROOF_H
#define TACT_PROOF_H

#include <tact/frame.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Creates an empty proof. It can be written any number of times, and keeps its memory. Only one
 * thread may use it at a time. */
TACT_API tact_status tact_proof_create(const tact_context *context, tact_proof **out);
/** Destroys a proof. NULL is allowed. */
TACT_API void tact_proof_destroy(tact_proof *proof);

/** What a proof is about. A shape is a convex polytope, with or without a radius. */
typedef enum tact_proof_kind {
    TACT_PROOF_OF_MESHES = 0,         /**< Two meshes. */
    TACT_PROOF_OF_SHAPES = 1,         /**< Two shapes. */
    TACT_PROOF_OF_SHAPE_AND_MESH = 2, /**< a is a shape, b is a mesh. */
    TACT_PROOF_OF_MESH_AND_SHAPE = 3  /**< a is a mesh, b is a shape. */
} tact_proof_kind;

/** A short lower-case name such as "two meshes"; "unknown kind" for other values. */
TACT_API const char *tact_proof_kind_name(tact_proof_kind kind);

/** What a proof claims about the surfaces of meshes, and about shapes as solids. */
typedef enum tact_claim {
    TACT_CLAIM_NOTHING = 0, /**< It is empty, or the query could not prove its answer. */
    TACT_CLAIM_CONTACT =
        1,                /**< Two triangles, or a shape and a triangle or shape, share a point. */
    TACT_CLAIM_APART = 2, /**< They share no point. */
    TACT_CLAIM_DISTANCE = 3 /**< They are at least tact_proof_summary::lower apart. */
} tact_claim;

/** A short lower-case name such as "apart"; "unknown claim" for other values. */
TACT_API const char *tact_claim_name(tact_claim claim);

/** What a proof says. */
typedef struct tact_proof_summary {
    tact_proof_kind kind; /**< What it is about. */
    tact_claim claim;     /**< What it claims. */
    double lower;         /**< The distance that it claims; 0 for apart and contact. */
    uint32_t a;           /**< For contact: the triangle of a; TACT_NO_TRIANGLE for a shape. */
    uint32_t b;           /**< The triangle of b. */
    uint32_t triangles_a; /**< Triangles of a that it is about; 0 for a shape. */
    uint32_t triangles_b; /**< Triangles of b. */
    uint64_t range_pairs; /**< Pairs of ranges that are separated. */
    uint64_t directions;  /**< Directions, each for one or more pairs of ranges. */
    size_t bytes;         /**< Memory of the cover, without the orders of the triangles. */
    uint64_t budget;      /**< The default budget of tact_verify(). Proofs that questions wrote need
                               far less. */
} tact_proof_summary;

/** What a proof says. */
TACT_API tact_proof_summary tact_proof_inspect(const tact_proof *proof);

/** What a verifier found. */
typedef struct tact_verification {
    bool is_proven;        /**< The proof shows what it claims for these objects and poses. */
    bool is_out_of_budget; /**< The budget ran out before that was known. */
    uint64_t comparisons;  /**< Vertices that were projected onto directions. */
    uint64_t exact;        /**< Comparisons that needed exact arithmetic. */
    uint64_t work;         /**< What counts against the budget. */
    char text[160];        /**< If it is not proven: why not. */
} tact_verification;

/* ---- Files -------------------------------------------------------------------------------- */

/** The names of the meshes' files, which the file of a proof holds. */
typedef struct tact_proof_names {
    const char *a; /**< File of a, relative to the proof's file. */
    const char *b; /**< File of b. */
} tact_proof_names;

/** A proof as read from a file. */
typedef struct tact_proof_file {
    tact_proof *proof; /**< The proof. The caller destroys it with tact_proof_destroy(). */
    tact_pose pose_a;  /**< The pose of a. */
    tact_pose pose_b;  /**< The pose of b. */
    char name_a[512];  /**< File of a, as it was given. */
    char name_b[512];  /**< File of b. */
    uint64_t print_a;  /**< Fingerprint of a, see tact_mesh_fingerprint(). */
    uint64_t print_b;  /**< Fingerprint of b. */
} tact_proof_file;

/**
 * Reads a proof. The file may be hostile. Memory is proportional to its size. The caller checks
 * that the proof is right (tact_verify()), and that the meshes have the fingerprints.
 * @return TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY, TACT_TOO_LARGE, TACT_INVALID_FILE, or the
 *         status of a file that cannot be read. error (may be NULL) then says what is wrong, and in
 *         which line.
 */
TACT_API tact_status tact_proof_load(const tact_context *context, const char *path,
                                     tact_error *error, tact_proof_file *out);

/** The same for a file in memory. Messages call it "proof". */
TACT_API tact_status tact_proof_parse(const tact_context *context, const void *data, size_t bytes,
                                      tact_error *error, tact_proof_file *out);

/** A 64-bit hash of all coordinates and triangles, which tells meshes apart. */
TACT_API uint64_t tact_mesh_fingerprint(const tact_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
