/* SPDX-License-Identifier: MIT */
/* Reads and writes shapes as text: the words, the number and meaning of the numbers of each word,
 * and the messages about errors. math/number.h reads and writes the numbers, independent of the
 * locale. The file of a hull is not read here; the caller gets its path. */
#include <tact/shape_text.h>

#include <inttypes.h>
#include <string.h>

#include "base/assert.h"
#include "base/message.h"
#include "shape/placed.h"
#include "math/bits.h"
#include "math/number.h"

/* ---- Words -------------------------------------------------------------------------------- */

/* The word that a text begins with. A capsule and a point are segments, not kinds of their own. */
typedef enum word {
    WORD_SPHERE,
    WORD_CAPSULE,
    WORD_POINT,
    WORD_SEGMENT,
    WORD_TRIANGLE,
    WORD_BOX,
    WORD_CYLINDER,
    WORD_CONE,
    WORD_ELLIPSOID,
    WORD_HALF_SPACE,
    WORD_HULL,
    WORDS
} word;

typedef struct word_row {
    const char *name;
    const char *article; /* the word in a sentence */
    const char *means;   /* the meaning of its numbers */
    size_t count;        /* number of numbers */
    bool has_sizes;      /* the numbers must not be negative */
    bool takes_radius;   /* ,r=RADIUS may follow */
} word_row;

/* A triangle has the most. */
#define MOST_NUMBERS 9

static const word_row rows[WORDS] = {
    {"sphere", "a sphere", "its RADIUS", 1, true, false},
    {"capsule", "a capsule", "the LENGTH of its axis and its RADIUS", 2, true, false},
    {"point", "a point", "X,Y,Z", 3, false, true},
    {"segment", "a segment", "its ends X,Y,Z,X,Y,Z", 6, false, true},
    {"triangle", "a triangle", "its corners X,Y,Z,X,Y,Z,X,Y,Z", 9, false, true},
    {"box", "a box", "its sides X,Y,Z", 3, true, true},
    {"cylinder", "a cylinder", "its RADIUS and its HEIGHT", 2, true, true},
    {"cone", "a cone", "the RADIUS of its base and its HEIGHT", 2, true, true},
    {"ellipsoid", "an ellipsoid", "its diameters X,Y,Z", 3, true, true},
    {"half-space", "a half-space", "its normal X,Y,Z and its OFFSET", 4, false, true},
    {"hull", "a hull", "a FILE", 0, false, true},
};

/* ---- What is wrong ------------------------------------------------------------------------ */

/* Bytes of a text that a message repeats. */
#define EXCERPT_BYTES 48
typedef struct excerpt {
    char text[EXCERPT_BYTES + 4];
} excerpt;

/* A piece of the text for a message: without control characters, cut if it is long, but not within
 * a character. */
static excerpt excerpt_make(const char *text, size_t length) {
    excerpt out;
    size_t kept = length < EXCERPT_BYTES ? length : EXCERPT_BYTES;
    while (kept > 0 && kept < length && ((unsigned char)text[kept] & 0xC0u) == 0x80u)
        kept--;
    for (size_t i = 0; i < kept; i++) {
        unsigned char c = (unsigned char)text[i];
        out.text[i] = c < 0x20 || c == 0x7F ? '?' : text[i];
    }
    TACTI_ASSERT(kept + 4 <= sizeof out.text);
    memcpy(out.text + kept, kept < length ? "..." : "", kept < length ? 4 : 1);
    return out;
}

/* The text that is read, the row of its word, and the receiver of messages. */
typedef struct reader {
    const char *text;
    const word_row *row;
    tact_error *error;
} reader;

static uint64_t offset_of(const reader *r, const char *at) {
    return (uint64_t)(at - r->text);
}

/* A piece of the text. */
typedef struct piece {
    const char *begin;
    const char *end;
} piece;

/* Fails with "number 2 of a box is not a number: 'x' (column 7 of box:1,x,3)". Index 0 is the
 * radius that rounds a shape. */
static tact_status fail_at(const reader *r, tact_status status, piece p, size_t index,
                           const char *fault) {
    excerpt part = excerpt_make(p.begin, (size_t)(p.end - p.begin));
    excerpt whole = excerpt_make(r->text, strlen(r->text));
    uint64_t at = offset_of(r, p.begin);
    if (index == 0)
        return tacti_error_set(r->error, status, 0, at,
                               "the radius r= of %s %s: '%s' (column %" PRIu64 " of %s)",
                               r->row->article, fault, part.text, at + 1, whole.text);
    return tacti_error_set(r->error, status, 0, at,
                           "number %zu of %s %s: '%s' (column %" PRIu64 " of %s)", index,
                           r->row->article, fault, part.text, at + 1, whole.text);
}

static tact_status fail_unknown(const reader *r) {
    excerpt whole = excerpt_make(r->text, strlen(r->text));
    const char *colon = strchr(r->text, ':');
    if (colon == NULL)
        return tacti_error_set(
            r->error, TACT_INVALID_ARGUMENT, 0, 0,
            "a shape is a kind, a colon and its sizes, as in box:1,2,3, not '%s'", whole.text);
    excerpt name = excerpt_make(r->text, (size_t)(colon - r->text));
    return tacti_error_set(r->error, TACT_INVALID_ARGUMENT, 0, 0,
                           "there is no shape '%s'; there are sphere, capsule, point, segment, "
                           "triangle, box, cylinder, cone, ellipsoid, half-space and hull",
                           name.text);
}

/* ---- Numbers ------------------------------------------------------------------------------ */

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static piece trim(piece p) {
    while (p.begin < p.end && is_blank(*p.begin))
        p.begin++;
    while (p.end > p.begin && is_blank(p.end[-1]))
        p.end--;
    return p;
}

/* Reads a piece that should be one number. Returns what is wrong, or NULL. The words nan and inf
 * are read too, for a better message. */
static const char *read_piece(piece p, bool is_size, tact_status *status, double *out) {
    const unsigned char *begin = (const unsigned char *)p.begin;
    const unsigned char *end = (const unsigned char *)p.end;
    const unsigned char *after = tacti_read_double(begin, end, out);
    *status = TACT_INVALID_ARGUMENT;
    if (begin == end)
        return "is missing";
    if (after != end || after == begin)
        return "is not a number";
    if (tacti_is_finite(*out))
        return is_size && *out < 0 ? "is negative" : NULL;
    *status = TACT_NOT_FINITE;
    while (begin < end && (*begin < '0' || *begin > '9'))
        begin++;
    return begin < end ? "is beyond the range of double" : "is not finite";
}

/* Reads number `index` of the shape, counted from 1. */
static tact_status read_number(const reader *r, piece p, size_t index, double *out) {
    tact_status status;
    p = trim(p);
    const char *fault = read_piece(p, r->row->has_sizes, &status, out);
    return fault != NULL ? fail_at(r, status, p, index, fault) : TACT_OK;
}

static bool is_radius(piece p) {
    p = trim(p);
    return p.end - p.begin >= 2 && p.begin[0] == 'r' && p.begin[1] == '=';
}

/* Reads a piece r=RADIUS, which must be the last of the text. */
static tact_status read_radius(const reader *r, piece p, double *out) {
    tact_status status;
    bool is_last = *p.end == '\0';
    p = trim(p);
    if (!r->row->takes_radius)
        return fail_at(r, TACT_INVALID_ARGUMENT, p, 0, "is one too many: it has its own RADIUS");
    if (!is_last)
        return fail_at(r, TACT_INVALID_ARGUMENT, p, 0, "must be last");
    p.begin += 2;
    p = trim(p);
    const char *fault = read_piece(p, true, &status, out);
    return fault != NULL ? fail_at(r, status, p, 0, fault) : TACT_OK;
}

/* Reads the numbers of the row, and the radius if there is one. */
static tact_status read_numbers(const reader *r, const char *at, double values[MOST_NUMBERS],
                                double *radius) {
    size_t count = 0;
    uint64_t first_extra = 0;
    bool is_end = trim((piece){at, at + strlen(at)}).begin[0] == '\0';
    while (!is_end) {
        piece p = {at, at + strcspn(at, ",")};
        is_end = *p.end == '\0';
        at = p.end + 1;
        if (is_radius(p)) {
            tact_status status = read_radius(r, p, radius);
            if (status != TACT_OK)
                return status;
            break;
        }
        double value = 0;
        tact_status status = read_number(r, p, count + 1, &value);
        if (status != TACT_OK)
            return status;
        if (count == r->row->count)
            first_extra = offset_of(r, trim(p).begin);
        TACTI_ASSERT(r->row->count <= MOST_NUMBERS);
        if (count < r->row->count)
            values[count] = value;
        count++;
    }
    if (count == r->row->count)
        return TACT_OK;
    excerpt whole = excerpt_make(r->text, strlen(r->text));
    return tacti_error_set(
        r->error, TACT_INVALID_ARGUMENT, 0, count > r->row->count ? first_extra : strlen(r->text),
        "%s takes %zu number%s (%s), here %s %zu: %s", r->row->article, r->row->count,
        r->row->count == 1 ? "" : "s", r->row->means, count == 1 ? "is" : "are", count, whole.text);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static tact_vec3 point_at(const double *x) {
    return (tact_vec3){x[0], x[1], x[2]};
}

/* Makes the shape of a word from its numbers. Whole sizes are halved. */
static tact_shape make_shape(word w, const double x[MOST_NUMBERS]) {
    switch (w) {
    case WORD_SPHERE:
        return tact_shape_sphere(x[0]);
    case WORD_CAPSULE:
        return tact_shape_capsule(x[0] / 2, x[1]);
    case WORD_POINT:
        return tact_shape_segment(point_at(x), point_at(x), 0);
    case WORD_SEGMENT:
        return tact_shape_segment(point_at(x), point_at(x + 3), 0);
    case WORD_TRIANGLE:
        return tact_shape_triangle(
            (tact_triangle){{point_at(x), point_at(x + 3), point_at(x + 6)}});
    case WORD_BOX:
        return tact_shape_box(x[0] / 2, x[1] / 2, x[2] / 2);
    case WORD_CYLINDER:
        return tact_shape_cylinder(x[0], x[1] / 2);
    case WORD_CONE:
        return tact_shape_cone(x[0], x[1] / 2);
    case WORD_ELLIPSOID:
        return tact_shape_ellipsoid(x[0] / 2, x[1] / 2, x[2] / 2);
    case WORD_HALF_SPACE:
        return tact_shape_half_space(point_at(x), x[3]);
    default:
        return tact_shape_hull(NULL);
    }
}

/* The path of a hull ends at the last ",r=" if there is one. A name may contain commas, and even
 * ",r=": then ",r=0" after the name makes the meaning clear. */
static tact_status read_hull(const reader *r, const char *path, tact_shape_text *out) {
    const char *end = path + strlen(path);
    const char *comma = NULL;
    for (const char *at = path; (at = strstr(at, ",r=")) != NULL; at++)
        comma = at;
    tact_status status = TACT_OK;
    if (comma != NULL)
        status = read_radius(r, (piece){comma + 1, end}, &out->shape.radius);
    if (status != TACT_OK)
        return status;
    out->path = path;
    out->path_bytes = (size_t)((comma != NULL ? comma : end) - path);
    if (out->path_bytes > 0)
        return TACT_OK;
    excerpt whole = excerpt_make(r->text, strlen(r->text));
    return tacti_error_set(r->error, TACT_INVALID_ARGUMENT, 0, offset_of(r, path),
                           "a hull takes a FILE, as in hull:part.stl: %s", whole.text);
}

static tact_status read_shape(const reader *r, word w, tact_shape_text *out) {
    double values[MOST_NUMBERS] = {0};
    double radius = 0;
    const char *body = r->text + strlen(r->row->name) + 1;
    *out = (tact_shape_text){.shape = make_shape(WORD_HULL, values)};
    if (w == WORD_HULL)
        return read_hull(r, body, out);
    tact_status status = read_numbers(r, body, values, &radius);
    if (status != TACT_OK)
        return status;
    if (w == WORD_HALF_SPACE && values[0] == 0 && values[1] == 0 && values[2] == 0)
        return tacti_error_set(r->error, TACT_INVALID_ARGUMENT, 0, offset_of(r, body),
                               "the normal of a half-space is not 0,0,0: it needs a direction, as "
                               "in half-space:0,0,1,0");
    out->shape = make_shape(w, values);
    if (r->row->takes_radius)
        out->shape.radius = radius;
    return TACT_OK;
}

/* The word that the text begins with, or WORDS if there is none. */
static word find_word(const char *text) {
    for (int i = 0; i < WORDS; i++) {
        size_t length = strlen(rows[i].name);
        if (strncmp(text, rows[i].name, length) == 0 && text[length] == ':')
            return (word)i;
    }
    return WORDS;
}

bool tact_shape_text_begins(const char *text) {
    return text != NULL && find_word(text) != WORDS;
}

tact_status tact_shape_parse(const char *text, tact_error *error, tact_shape_text *out) {
    if (text == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "there is no text, or no place for the shape");
    word w = find_word(text);
    reader r = {.text = text, .error = error};
    if (w == WORDS)
        return fail_unknown(&r);
    r.row = &rows[w];
    tact_shape_text found;
    tact_status status = read_shape(&r, w, &found);
    if (status == TACT_OK)
        *out = found;
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------ */

static bool is_same(tact_vec3 a, tact_vec3 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* A segment with a radius is a capsule if it has the pose of one. It is a point if its ends are
 * equal. */
static word word_of_segment(const tact_shape *shape) {
    tact_segment s = shape->core.segment;
    tact_segment upright = tact_shape_capsule(s.b.z, 0).core.segment;
    if (shape->radius > 0 && s.b.z >= 0 && tacti_is_finite(2 * s.b.z) && is_same(s.a, upright.a) &&
        is_same(s.b, upright.b))
        return WORD_CAPSULE;
    return is_same(s.a, s.b) ? WORD_POINT : WORD_SEGMENT;
}

static word word_of(const tact_shape *shape) {
    static const word words[TACTI_SHAPE_KINDS] = {WORD_SPHERE, WORD_SEGMENT,   WORD_TRIANGLE,
                                                  WORD_BOX,    WORD_HULL,      WORD_CYLINDER,
                                                  WORD_CONE,   WORD_ELLIPSOID, WORD_HALF_SPACE};
    if (shape == NULL || (unsigned)shape->kind >= TACTI_SHAPE_KINDS)
        return WORDS;
    return shape->kind == TACT_SHAPE_SEGMENT ? word_of_segment(shape) : words[shape->kind];
}

/* Sets the numbers of a shape in the order of its word. */
static void numbers_of(const tact_shape *shape, word w, double x[MOST_NUMBERS]) {
    switch (w) {
    case WORD_SPHERE:
        x[0] = shape->radius;
        break;
    case WORD_CAPSULE:
        x[0] = 2 * shape->core.segment.b.z;
        x[1] = shape->radius;
        break;
    case WORD_POINT:
    case WORD_SEGMENT:
        memcpy(x, &shape->core.segment, sizeof shape->core.segment);
        break;
    case WORD_TRIANGLE:
        memcpy(x, &shape->core.triangle, sizeof shape->core.triangle);
        break;
    case WORD_BOX:
    case WORD_ELLIPSOID:
        x[0] = 2 * shape->core.half_extents.x;
        x[1] = 2 * shape->core.half_extents.y;
        x[2] = 2 * shape->core.half_extents.z;
        break;
    case WORD_CYLINDER:
    case WORD_CONE:
        x[0] = shape->core.round.radius;
        x[1] = 2 * shape->core.round.half_height;
        break;
    case WORD_HALF_SPACE:
        memcpy(x, &shape->core.plane.normal, sizeof shape->core.plane.normal);
        x[3] = shape->core.plane.offset;
        break;
    default:
        break;
    }
}

/* A word, its numbers, each with a comma, and a radius. */
#define PRINT_BYTES (16 + (MOST_NUMBERS + 1) * (TACTI_DOUBLE_TEXT + 3))

size_t tact_shape_print(const tact_shape *shape, char *out, size_t bytes) {
    char text[PRINT_BYTES] = "";
    size_t length = 0;
    word w = word_of(shape);
    if (w != WORDS) {
        double numbers[MOST_NUMBERS] = {0};
        numbers_of(shape, w, numbers);
        length = strlen(rows[w].name);
        memcpy(text, rows[w].name, length);
        text[length++] = ':';
        for (size_t i = 0; i < rows[w].count; i++) {
            if (i > 0)
                text[length++] = ',';
            length += tacti_write_double(text + length, numbers[i]);
        }
        if (rows[w].takes_radius && tacti_bits_from_double(shape->radius) != 0) {
            memcpy(text + length, ",r=", 3);
            length += 3 + tacti_write_double(text + length + 3, shape->radius);
        }
        TACTI_ASSERT(length < PRINT_BYTES);
        text[length] = '\0';
    }
    if (bytes > 0 && out != NULL) {
        size_t kept = length < bytes ? length : bytes - 1;
        memcpy(out, text, kept);
        out[kept] = '\0';
    }
    return length;
}
