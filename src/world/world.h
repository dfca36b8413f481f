/* SPDX-License-Identifier: MIT */
/* The struct behind a world, and what its files share. A step computes everything that it changes
 * beside the old state and then commits it, so that a step that fails changes nothing. */
#ifndef TACTI_WORLD_WORLD_H
#define TACTI_WORLD_WORLD_H

#include <tact/broad.h>
#include <tact/world.h>

#include "base/array.h"
#include "world/cache_pool.h"

/* One place for an object. */
typedef struct tacti_slot {
    tact_object object;
    tact_pose pose_before;  /* as of the last step; object.instance.pose may be newer */
    double radius;          /* no point of the model is further from its origin */
    double travel;          /* no point has moved further since the object was added, */
    double step_way;        /* or further than this in the step in progress */
    double override_radius; /* the largest radius of an interest in one of its pairs */
    uint64_t bends;         /* of the model when radius was computed */
    uint32_t generation;
    bool is_used;
    bool is_changed;    /* since the last step */
    bool is_in_broad;   /* objects without points are not */
    bool is_swept;      /* its box covers a path */
    bool has_overrides; /* there may be an interest in one of its pairs */
} tacti_slot;

/* A pair that matters and whose boxes overlap. */
typedef struct tacti_world_pair {
    uint32_t slot[2]; /* in increasing order */
    uint32_t generation[2];
    uint32_t interest; /* index of its interest */
    uint32_t cache;    /* in the pool of its size */
    uint32_t cache_bytes;
    bool is_active;
    bool is_on_the_way;
    uint8_t question; /* of the last answer */
    double clearance; /* the distance was at least this */
    double travel[2]; /* when the travels of the objects were these */
    tact_event_visitor *notify;
    void *user;
} tacti_world_pair;

/* An interest in one pair. */
typedef struct tacti_override {
    uint32_t slot[2]; /* in increasing order */
    uint32_t generation[2];
    tact_interest interest;
} tacti_override;

/* A question of this step. */
typedef struct tacti_ask {
    uint32_t pair;   /* among the next pairs */
    uint32_t result; /* index of the answer */
    tact_status status;
    uint32_t worker;  /* contacts: whose buffer has the elements, */
    size_t first;     /* from which place on */
    double clearance; /* measured; 0 if not */
    bool is_active;
    bool is_on_the_way;
    bool has_impact;
    double earliest, latest; /* parts of the step */
} tacti_ask;

/* An object whose box is computed in this step. */
typedef struct tacti_placed_slot {
    uint32_t slot;
    tact_status status;
    tact_pose pose;
    tact_box box;
    double travel;
    double way;
    bool is_swept;
    bool was_in_broad;
    tact_box old_box; /* in the broad phase */
} tacti_placed_slot;

/* A cache that is not needed any more. */
typedef struct tacti_old_cache {
    uint32_t cache;
    uint32_t bytes;
} tacti_old_cache;

TACTI_ARRAY_DEFINE(tacti_slots, tacti_slot);
TACTI_ARRAY_DEFINE(tacti_numbers, uint32_t);
TACTI_ARRAY_DEFINE(tacti_interests, tact_interest);
TACTI_ARRAY_DEFINE(tacti_overrides, tacti_override);
TACTI_ARRAY_DEFINE(tacti_world_pairs, tacti_world_pair);
TACTI_ARRAY_DEFINE(tacti_asks, tacti_ask);
TACTI_ARRAY_DEFINE(tacti_placed_slots, tacti_placed_slot);
TACTI_ARRAY_DEFINE(tacti_old_caches, tacti_old_cache);
TACTI_ARRAY_DEFINE(tacti_boxes, tact_box);
TACTI_ARRAY_DEFINE(tacti_events, tact_event);
TACTI_ARRAY_DEFINE(tacti_collides, tact_collide_result);
TACTI_ARRAY_DEFINE(tacti_distances, tact_distance_result);
TACTI_ARRAY_DEFINE(tacti_depths, tact_depth_result);
TACTI_ARRAY_DEFINE(tacti_manifolds, tact_manifold_result);
TACTI_ARRAY_DEFINE(tacti_event_contacts, tact_event_contacts);
TACTI_ARRAY_DEFINE(tacti_element_pairs, tact_element_pair);

/* What a step hands to the caller. There are two: that of the last step, and the next one. */
typedef struct tacti_step_output {
    tacti_events events;
    tacti_collides collides;
    tacti_distances distances;
    tacti_depths depths;
    tacti_manifolds manifolds;
    tacti_event_contacts contacts;
    tacti_element_pairs elements;
} tacti_step_output;

/* What a worker needs to list contacts. */
typedef struct tacti_contact_worker {
    tact_contact_list *list;
    tacti_element_pairs elements;
} tacti_contact_worker;

TACTI_ARRAY_DEFINE(tacti_contact_workers, tacti_contact_worker);

/* What happened to a world. */
typedef enum tacti_note_kind {
    TACTI_NOTE_ADD,     /* objects, ids, count */
    TACTI_NOTE_REMOVE,  /* ids, count */
    TACTI_NOTE_WRITE,   /* objects, ids: one each */
    TACTI_NOTE_MOVE,    /* ids, poses, count */
    TACTI_NOTE_GROUPS,  /* group, interest */
    TACTI_NOTE_PAIR,    /* ids: two; interest or NULL */
    TACTI_NOTE_STEP,    /* seconds, status */
    TACTI_NOTE_DESTROY, /* nothing */
} tacti_note_kind;

typedef struct tacti_note {
    tacti_note_kind kind;
    const tact_object *objects;
    const tact_object_id *ids;
    const tact_pose *poses;
    uint32_t count;
    uint32_t group[2];
    const tact_interest *interest;
    double seconds;
    tact_status status;
} tacti_note;

/* Hears of all calls that change a world, after they did. It must not change the world. */
typedef struct tacti_listener {
    void (*hear)(void *user, const tacti_note *note); /* NULL: nobody listens */
    void *user;
} tacti_listener;

struct tact_world {
    const tact_context *context;
    tacti_listener listener;
    bool has_history; /* a call has changed it, or a step failed */
    tacti_slots slots;
    tacti_numbers free_slots; /* with room for all slots, so that removing cannot fail */
    uint32_t object_count;
    tact_broad *broad; /* the ids of its boxes are the slots */
    tact_pair_list *box_pairs;
    /* Interest: one index per pair of groups, in both orders, into the interests. The first
     * interest is the default. After them come the overrides of single pairs. */
    uint16_t group_interest[TACT_GROUP_COUNT][TACT_GROUP_COUNT];
    tacti_interests interests;
    tacti_overrides overrides;
    tacti_cache_pool pools[2]; /* of TACT_CACHE_BYTES and of TACT_CACHE_DEPTH_BYTES */
    tacti_world_pairs pairs;   /* sorted by their slots */
    tacti_step_output output;
    /* The step in progress. */
    tacti_placed_slots placed;
    tacti_numbers box_ids;
    tacti_boxes boxes;
    tacti_world_pairs next_pairs;
    tacti_world_pairs ended;
    tacti_asks asks;
    tacti_old_caches new_caches; /* given back if the step fails */
    tacti_old_caches old_caches; /* given back if it succeeds */
    tacti_step_output next_output;
    tacti_contact_workers workers;
    double seconds; /* of the step */
    tact_step_info info;
};

/* ---- Listening ---------------------------------------------------------------------------- */

/* Tells the listener what has happened. */
void tacti_world_note(tact_world *world, const tacti_note *note);

/* ---- Slots -------------------------------------------------------------------------------- */

/* The slot that an id names; NULL if it is stale. */
static inline tacti_slot *tacti_slot_of(const tact_world *world, tact_object_id id) {
    if (id.slot >= world->slots.count)
        return NULL;
    tacti_slot *slot = &world->slots.items[id.slot];
    return slot->is_used && slot->generation == id.generation ? slot : NULL;
}

static inline tact_object_id tacti_id_of(const tact_world *world, uint32_t slot) {
    return (tact_object_id){slot, world->slots.items[slot].generation};
}

/* ---- Motion ------------------------------------------------------------------------------- */

/* Sees whether the model of a slot was bent since the last step. */
void tacti_slot_notice_bend(tacti_slot *slot);
/* No point of the model is further from the origin of its frame. */
double tacti_model_radius(const tact_model *model);
/* The pose of a moving object after some time. */
tact_status tacti_pose_after(const tact_object *object, double seconds, tact_pose *out);
/* No point of an object is further from its old place than this. */
double tacti_travel_bound(const tact_pose *from, const tact_pose *to, double radius,
                          bool is_full_turn);
/* A sum of travels, rounded upward. */
double tacti_add_up(double a, double b);
/* The path of an object in a step, from time 0 to 1. */
tact_status tacti_slot_path(const tacti_slot *slot, double seconds, tact_rigid_motion *out);
/* Computes the box of an object at its new pose, which covers its path if it is continuous, and its
 * travel. widen is added on all sides. */
void tacti_place_slot(const tacti_slot *slot, double seconds, double widen, tacti_placed_slot *out);

/* ---- Interest ----------------------------------------------------------------------------- */

bool tacti_interest_is_valid(const tact_interest *interest);
/* The index of the interest in a pair. */
uint32_t tacti_interest_of(const tact_world *world, uint32_t a, uint32_t b);
const tact_interest *tacti_interest_at(const tact_world *world, uint32_t interest);
/* By how much the boxes of a group are widened, so that pairs within the radii of their interests
 * are found. */
double tacti_group_widening(const tact_world *world, uint32_t group);
/* Forgets the interests in pairs of a slot that is removed. */
void tacti_overrides_drop(tact_world *world, uint32_t slot);

/* ---- Steps -------------------------------------------------------------------------------- */

/* Whether the object of a slot can have come nearer to others in this step. */
static inline bool tacti_slot_moves(const tacti_slot *slot) {
    return slot->object.motion == TACT_MOTION_MOVING || slot->is_changed;
}

/* Moves the objects of the step to their new places; what they had before is kept. */
tact_status tacti_step_place(tact_world *world, double seconds, tact_error *error);
/* Takes that back. */
void tacti_step_unplace(tact_world *world);
/* Finds the next pairs and the questions about them. */
tact_status tacti_step_pairs(tact_world *world);
/* Asks all questions. */
tact_status tacti_step_ask(tact_world *world, tact_error *error);
/* Lists the events of the step. */
tact_status tacti_step_events(tact_world *world);

tacti_cache_pool *tacti_pool_of(tact_world *world, uint32_t bytes);

/* The object of a slot as the last step left it. */
static inline tact_instance tacti_slot_instance(const tacti_slot *slot) {
    tact_instance instance = slot->object.instance;
    instance.pose = slot->pose_before;
    return instance;
}

static inline bool tacti_slot_is_in(const tacti_slot *slot, uint64_t groups) {
    return (groups >> slot->object.group & 1) != 0;
}

#endif
