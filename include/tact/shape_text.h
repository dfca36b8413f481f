/* SPDX-License-Identifier: MIT */
/**
 * @file shape_text.h
 * Shapes as text: `box:1,2,3`, `sphere:0.5`, `hull:part.stl`.
 *
 * A shape is a word, a colon and its numbers with commas between them:
 *
 *     sphere:RADIUS                   around the origin
 *     capsule:LENGTH,RADIUS           along z; LENGTH is that of its axis, a ball at either end
 *     box:X,Y,Z                       around the origin, by its sides
 *     cylinder:RADIUS,HEIGHT          around the z axis, half of it above the origin
 *     cone:RADIUS,HEIGHT              the same, its apex up
 *     ellipsoid:X,Y,Z                 around the origin, by its diameters
 *     half-space:X,Y,Z,OFFSET         all points p with (X,Y,Z) . p <= OFFSET
 *     point:X,Y,Z                     a point (a segment of one point)
 *     segment:X,Y,Z,X,Y,Z             from one point to another
 *     triangle:X,Y,Z,X,Y,Z,X,Y,Z      by its corners
 *     hull:FILE                       the convex hull of the vertices of a mesh file
 *
 * Sizes are whole, not halves: `box:2,2,2` has sides of 2. Lengths have no unit: they are in the
 * unit of whatever stands beside the shape. `,r=RADIUS` at the end of all but spheres and capsules
 * rounds the shape: all within that distance belongs to it. Numbers are decimal, rounded to the
 * nearest double whatever the locale is; blanks around them do not matter.
 */
#ifndef TACT_SHAPE_TEXT_H
#define TACT_SHAPE_TEXT_H

#include <tact/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A shape that text describes. */
typedef struct tact_shape_text {
    tact_shape shape; /**< The shape; for a hull its core is still NULL. */
    const char *path; /**< A hull: what follows `hull:`, in the text itself, up to its end or to its
                           last `,r=`; NULL for other shapes. */
    size_t path_bytes; /**< Length of the path. */
} tact_shape_text;

/** Whether text begins like a shape: one of the words above and a colon. */
TACT_API bool tact_shape_text_begins(const char *text);

/**
 * Reads a shape from text, any bytes up to the first 0. Time is linear in its length; nothing is
 * allocated.
 * @param text  one of the forms above, such as "capsule:2,0.5" or "box:1,2,3,r=0.1"
 * @param error receives what is wrong, where, and what is expected; its index is that of the byte
 *              in the text; may be NULL
 * @param out   receives the shape, where all is well
 * @return TACT_INVALID_ARGUMENT or TACT_NOT_FINITE.
 */
TACT_API tact_status tact_shape_parse(const char *text, tact_error *error, tact_shape_text *out);

/**
 * Writes a shape as text, like snprintf(): at most bytes with the closing 0, and returns the length
 * of the whole. tact_shape_parse() reads it back to the same bits, unless a half size is 2^1023 or
 * more, so that the whole is no double; a valid shape never takes more than 400 bytes. A hull is
 * "hull:" and, with a radius, "hull:,r=RADIUS": the path is not known here. What is no shape is "",
 * and so is NULL. With NULL for out nothing is written.
 */
TACT_API size_t tact_shape_print(const tact_shape *shape, char *out, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
