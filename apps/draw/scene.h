/* SPDX-License-Identifier: MIT */
/* What is drawn, whatever the file is: bodies of triangles, paths (lines and points) and findings.
 * A scene owns copies of everything. Coordinates are those of the common frame. */
#ifndef TACT_DRAW_SCENE_H
#define TACT_DRAW_SCENE_H

#include <tact/tact.h>

/* Red, green, blue and opacity, 0 to 255. */
typedef struct draw_color {
    uint8_t red, green, blue, alpha;
} draw_color;

/* Colours of the two sides, of what was found and of what was asked. */
draw_color draw_color_of_side(uint32_t side);
draw_color draw_color_found(void);
draw_color draw_color_asked(void);
/* The colour of a marked triangle of a body: between that of the body and that of what was found.
 */
draw_color draw_color_marked(draw_color body);
/* The colour of a body all of which stands out. */
draw_color draw_color_hit(draw_color body);

/* Instead of the number of a mover: it does not move. */
#define DRAW_STILL UINT32_MAX

/* The points center + x half[0] + y half[1] + z half[2] for x, y, z from -1 to 1. */
typedef struct draw_box {
    tact_vec3 center, half[3];
} draw_box;

/* The boxes of the levels of a hierarchy, from the root on; see levels.h. */
typedef struct draw_levels {
    uint32_t count; /* 0: no levels */
    uint32_t *ends; /* level i has the boxes from ends[i - 1] to ends[i] */
    draw_box *boxes;
} draw_levels;

/* A surface. */
typedef struct draw_body {
    char *name;
    draw_color color;
    uint32_t side;  /* 0: A, 1: B; models that are only viewed have more */
    uint32_t mover; /* which move of a motion moves it */
    tact_vec3 *points;
    uint32_t point_count;
    tact_vec3 *frames; /* of a body that bends: its points at each frame; NULL: it is rigid */
    uint32_t *indices; /* three per triangle */
    uint32_t triangle_count;
    bool is_hit;      /* all of it stands out in pictures */
    uint32_t *marked; /* triangles that stand out, in increasing order */
    uint32_t marked_count;
    draw_levels levels;
} draw_body;

/* What a path shows. */
typedef enum draw_role {
    DRAW_ROLE_CURVE = 0,   /* along which surfaces meet */
    DRAW_ROLE_WITNESS = 1, /* nearest points and the segment between them */
    DRAW_ROLE_CONTACT = 2, /* a point in which bodies meet */
    DRAW_ROLE_NORMAL = 3,  /* the direction out */
    DRAW_ROLE_RAY = 4,     /* what was asked: a ray, or a point */
    DRAW_ROLE_SHAPE = 5    /* a body without a surface: a point or a segment */
} draw_role;

/* "curve", "witness", "contact", "normal", "ray" or "shape". */
const char *draw_role_name(draw_role role);

/* A polyline; a single point is drawn as a ball. */
typedef struct draw_path {
    char *name;
    draw_role role;
    draw_color color;
    bool is_closed;
    uint32_t mover; /* which move of a motion moves it; DRAW_STILL: it stays */
    tact_vec3 *points;
    uint32_t point_count;
} draw_path;

/* One row of the list of what was found: two triangles, or one, or a point. In a motion it is an
 * event. */
typedef struct draw_finding {
    char *kind;
    uint32_t a, b; /* triangles; TACT_NO_TRIANGLE: none */
    tact_vec3 point;
    double time;        /* of an event; NaN: it has none */
    char *details;      /* the event as JSON; NULL: none */
    uint32_t movers[2]; /* the bodies that it is about; DRAW_STILL: none */
} draw_finding;

/* What is known about a part of the time. */
typedef enum draw_state {
    DRAW_STATE_FREE = 0,    /* proved free of contact */
    DRAW_STATE_CONTACT = 1, /* contacts are in it, or it is after the first one */
    DRAW_STATE_APART = 2,   /* no contact at the frames; between them nothing is known */
    DRAW_STATE_OPEN = 3     /* undecided */
} draw_state;

typedef struct draw_span {
    double from, to;
    draw_state state;
} draw_span;

/* What touches something at a frame. Of a body that bends: since the frame before. */
typedef struct draw_touch {
    uint32_t frame, body;
    uint32_t triangle; /* TACT_NO_TRIANGLE: the whole body */
} draw_touch;

/* Bodies in motion. They are drawn as they lie at one time; the moves start there. Between two
 * frames, the points of a body that bends move on straight lines. */
typedef struct draw_motion {
    uint32_t frame_count; /* 0: nothing moves */
    uint32_t mover_count;
    double *times;     /* in increasing order */
    double *distances; /* between two sides; NaN: not measured */
    tact_pose *moves;  /* one per frame and mover: what brings the drawn bodies to this time */
    double drawn;      /* the time at which the bodies are drawn */
    bool has_contact;
    double lower, upper; /* no contact before lower; contact at upper */
    draw_span *spans;    /* in the order of time */
    uint32_t span_count;
    draw_touch *touches; /* by frames */
    uint32_t touch_count;
} draw_motion;

/* Numbers over numbers, for a plot. */
typedef struct draw_numbers {
    uint32_t count;
    bool is_log;                 /* x is positive, and shown by powers of ten */
    const char *x_name, *y_name; /* constant texts */
    double *x, *y;               /* x in increasing order; y NaN: not known */
    double *lower, *upper;       /* what y comes from */
} draw_numbers;

/* A scene; zero is an empty one. */
typedef struct draw_scene {
    char *title;
    char *answer;  /* the answer as JSON; NULL: none */
    char *command; /* the command line that made it; NULL: none */
    draw_body *bodies;
    uint32_t body_count;
    draw_path *paths;
    uint32_t path_count;
    draw_finding *findings;
    uint32_t finding_count;
    draw_motion motion;
    draw_numbers numbers;
    uint32_t fineness; /* of curved shapes: divisions of a ball's edges; 0: the default, 24 */
    bool is_world;     /* many bodies with names instead of the sides A and B */
    uint64_t more;     /* findings that are not in the list */
    uint32_t level;    /* 0: a page begins with surfaces; otherwise with the boxes of level - 1 */
} draw_scene;

/* Frees everything; the scene is then empty. */
void draw_scene_clear(draw_scene *scene);

/* Sets a text, which is copied. */
tact_status draw_scene_set_text(char **to, const char *text);

/* Adds a model at its pose: the triangles of a mesh; the surface of a shape, finely divided if it
 * is curved; the parts of a compound. A half-space is drawn as a square around the other bodies, so
 * it must be added last. A shape without a surface becomes a path. */
tact_status draw_scene_add_instance(draw_scene *scene, const tact_instance *instance,
                                    const char *name, uint32_t side);

/* Adds a body without triangles and points; the caller fills it. */
tact_status draw_scene_add_body(draw_scene *scene, const char *name, uint32_t side,
                                uint32_t point_count, uint32_t triangle_count, draw_body **out);

/* Adds a polyline or a point. */
tact_status draw_scene_add_path(draw_scene *scene, draw_role role, const char *name,
                                const tact_vec3 *points, uint32_t count, bool is_closed);

/* Adds all curves of a set and the outlines of its patches. */
tact_status draw_scene_add_curves(draw_scene *scene, const tact_curve_set *set);

/* Adds a row to the list of what was found, without a time. */
tact_status draw_scene_add_finding(draw_scene *scene, const char *kind, uint32_t a, uint32_t b,
                                   tact_vec3 point);

/* Makes room for the frames of a motion; the caller fills them. Distances are not measured. */
tact_status draw_scene_set_motion(draw_scene *scene, uint32_t frame_count, uint32_t mover_count);

/* Makes room for numbers; the caller fills them. */
tact_status draw_scene_set_numbers(draw_scene *scene, uint32_t count);

/* Makes a body one that bends; the caller fills its frames. Needs the frames of the motion. */
tact_status draw_scene_bend(const draw_scene *scene, draw_body *body);

/* Adds what is known about a part of the time, after all others. Nothing is added for an empty
 * part; a part with the same state as the last one makes that longer. */
tact_status draw_scene_add_span(draw_scene *scene, double from, double to, draw_state state);

/* Adds what touches something at a frame, after all others. */
tact_status draw_scene_add_touch(draw_scene *scene, uint32_t frame, uint32_t body,
                                 uint32_t triangle);

/* Marks triangles of all bodies of a side; out-of-range numbers are ignored. */
tact_status draw_scene_mark(draw_scene *scene, uint32_t side, const uint32_t *triangles,
                            size_t count, size_t stride);

/* The smallest box of all bodies and paths; empty if there are none. */
tact_box draw_scene_bounds(const draw_scene *scene);

#endif
