/* SPDX-License-Identifier: MIT */
/* The parts of fuzz_questions: a world (models, poses, options, a cache) is made from bytes, the
 * library is asked about it, and the answers are compared with brute force and with each other. */
#ifndef TACT_FUZZ_QUESTIONS_H
#define TACT_FUZZ_QUESTIONS_H

#include <tact/tact.h>

/* ---- The world ---------------------------------------------------------------------------- */

#define MOST_TRIANGLES 40 /* of a mesh */
#define MOST_MADE 32      /* models of a world */
#define MOST_PARTS 8      /* of a compound */

/* A model and the options that it was made with, to print them. */
typedef struct made_model {
    tact_model *model;
    tact_interior_mode interior;
    tact_bvh_builder builder;
} made_model;

/* Where the bytes of the cache come from. */
typedef enum cache_source {
    CACHE_ZERO,
    CACHE_GARBAGE,
    CACHE_OTHER_PAIR,     /* the same question, about a and a */
    CACHE_OTHER_QUESTION, /* another question about a and b */
    CACHE_SOURCES
} cache_source;

typedef struct world {
    tact_question question;
    tact_simd_level level;
    tact_instance a, b;
    tact_ray ray;
    tact_vec3 point;
    bool has_options;
    bool is_extended; /* also ask at another SIMD level, and verify proofs about other pairs */
    bool is_batched;  /* also ask in a batch */
    tact_options options;
    tact_options effective; /* the options, completed with defaults; the defaults without options */
    bool has_wrong_option;
    uint32_t cancel_after; /* calls of the cancel function; 0: none */
    cache_source cache_source;
    tact_question cache_question;
    size_t cache_bytes;
    uint8_t garbage[TACT_CACHE_DEPTH_BYTES];
    made_model made[MOST_MADE];
    uint32_t made_count;
} world;

/* Makes a world from bytes with models of a SIMD level. Returns false if the library refused to
 * make a model; it is then empty. */
bool world_make(const uint8_t *data, size_t size, tact_simd_level level, world *out);
void world_free(world *w);

/* Writes the world as C code, ready for a regression test. */
void world_print(const world *w);

/* The world that is being asked about; printed if a check fails. */
extern const world *fuzz_world;

/* Prints what is wrong and the world, and aborts. */
_Noreturn void fuzz_fail(const char *what, const char *file, int line);
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(#condition, __FILE__, __LINE__);                                             \
    } while (false)

/* A context with the given SIMD level. It lives as long as the process. */
const tact_context *fuzz_context(tact_simd_level level);

/* ---- Parts -------------------------------------------------------------------------------- */

/* A mesh or shape at its composed pose. */
typedef struct piece {
    tact_instance at; /* with its own flags, and those that a compound passes on */
    tact_kind kind;
    uint32_t part;
    bool is_filled;     /* a filled mesh */
    bool is_watertight; /* a mesh with an interior */
    uint32_t count;     /* triangles of a mesh, or of the surface of a polytope */
    tact_triangle *triangles;
    uint32_t point_count; /* vertices of a polytope */
    tact_vec3 points[16];
    double radius;
    double size; /* the greatest coordinate */
} piece;

typedef struct pieces {
    uint32_t count;
    piece piece[MOST_PARTS];
    bool are_valid; /* all poses are valid and no coordinate comes near to 2^500 */
} pieces;

void pieces_make(const tact_instance *instance, pieces *out);
void pieces_free(pieces *p);

bool is_polytope(tact_kind kind);
bool is_smooth(tact_kind kind);

/* ---- Brute force -------------------------------------------------------------------------- */

typedef struct element_pair {
    uint32_t part_a, part_b, a, b;
} element_pair;

#define MOST_PAIRS 6400

/* What is true about two instances, by all pairs of elements. */
typedef struct truth {
    tact_outcome outcome; /* undecided: not known */
    bool is_exact;        /* every outcome is decided if nothing ends the question */
    bool is_contained;    /* contact only because one is inside the other */
    bool are_surfaces;    /* two meshes that are not filled: distances to the bit */
    double distance;      /* of two surfaces */
    double lower, upper;  /* bounds of the distance */
    uint32_t pair_count;  /* of elements that touch, in order */
    element_pair pairs[MOST_PAIRS];
    uint32_t unsure_count; /* pairs of elements that are undecided */
    bool surfaces_meet;    /* for meshes */
} truth;

void truth_find(const pieces *a, const pieces *b, truth *out);
bool truth_has_pair(const truth *t, uint32_t part_a, uint32_t a, uint32_t part_b, uint32_t b);

/* The winding number of placed triangles around a point, exactly, by a ray. */
typedef struct winding {
    bool is_known;
    bool is_on_surface;
    int number;
} winding;
winding winding_find(const tact_triangle *triangles, uint32_t count, tact_vec3 point);

/* ---- Asking ------------------------------------------------------------------------------- */

/* The answer to any question. */
typedef union any_result {
    tact_collide_result collide;
    tact_distance_result distance;
    tact_depth_result depth;
    tact_manifold_result manifold;
    tact_gradient_result gradient;
    tact_classify_result classify;
    tact_contacts_result contacts;
    tact_curves_result curves;
    tact_raycast_result raycast;
    tact_nearest_result nearest;
    tact_inside_result inside;
} any_result;

#define ANSWERS 6
typedef struct answer {
    any_result result;
    tact_contact_list *list;
    tact_curve_set *set;
} answer;

/* A place for an answer with its list and set, which keep their memory. number < ANSWERS. */
answer *answer_place(int number);

size_t result_bytes(tact_question question);
/* Asks about two instances, or about a. The ray and the point are those of the world. */
tact_status ask(tact_question question, const tact_instance *a, const tact_instance *b,
                const tact_options *options, tact_cache *cache, answer *out);
/* The options of the world, ready for one question; NULL without options. */
const tact_options *options_for(const world *w);
bool has_same_bits(tact_question question, const answer *x, const answer *y);
bool is_about_one(tact_question question);

/* What a question about this world must return. */
typedef struct expectation {
    bool must_succeed;
    bool must_fail;
} expectation;
expectation expect(const world *w, tact_question question, const pieces *a, const pieces *b);

/* Whether options allow an answer other than the full one. */
bool may_end_early(const tact_options *options);
/* Whether two calls with these options give the same bits. */
bool has_fixed_end(const world *w);

/* ---- Checks ------------------------------------------------------------------------------- */

/* An answer of the world's question compared with the truth. options is what applied. */
void check_collide(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                   const tact_collide_result *got);
void check_distance(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                    const tact_distance_result *got);
void check_contacts(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                    const answer *got);
void check_curves(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                  const answer *got);
void check_classify(const truth *t, const pieces *a, const pieces *b, const tact_options *options,
                    const tact_classify_result *got);
void check_depth(const pieces *a, const pieces *b, const tact_depth_result *got);
void check_manifold(const pieces *a, const pieces *b, const tact_options *options,
                    const tact_manifold_result *got);
void check_gradient(const pieces *a, const pieces *b, const tact_gradient_result *got);
void check_self(const pieces *a, const tact_options *options, const answer *got);
void check_raycast(const world *w, const pieces *a, const tact_options *options,
                   const tact_raycast_result *got);
void check_nearest(const world *w, const pieces *a, const tact_options *options,
                   const tact_nearest_result *got);
void check_inside(const world *w, const pieces *a, const tact_options *options,
                  const tact_inside_result *got);

/* Two answers about the same pair, which differ by order, cache or proof. is_swapped: of (b, a). */
void check_alike(tact_question question, const pieces *a, const pieces *b, bool is_swapped,
                 const answer *x, const answer *y);

void check_proof(const world *w, const pieces *a, const pieces *b, const answer *plain);
/* The batch of the world's question has the bits of a single call with its options. */
void check_batch(const world *w, const answer *single, tact_status status);
/* The bounds of an instance hold its vertices. */
void check_box(const tact_instance *instance, const pieces *p);

#endif
