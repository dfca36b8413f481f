/* SPDX-License-Identifier: MIT */
/**
 * @file shape_text.h
 * Shapes as text: `box:1,2,3`, `sphere:0.5`, `hull:part.stl`.
 *
 * A shape is a word, a colon and its numbers with commas between them:
 *
 *     sphere:RADIUS                   around the origin
 *     capsule:LENGTH,RADIUS           along z; LENGTH is that of its axis; a half ball closes each
 * end box:X,Y,Z                       around the origin, by its sides cylinder:RADIUS,HEIGHT around
 * the z axis, from -HEIGHT/2 to HEIGHT/2 cone:RADIUS,HEIGHT              the same, with its apex up
 *     ellipsoid:X,Y,Z                 around the origin, by its diameters
 *     half-space:X,Y,Z,OFFSET         all points p with (X,Y,Z) . p <= OFFSET
 *     point:X,Y,Z                     a point (a segment of one point)
 *     segment:X,Y,Z,X,Y,Z             from one point to another
 *     triangle:X,Y,Z,X,Y,Z,X,Y,Z      by its corners
 *     hull:FILE                       the convex hull of the vertices of a mesh file
 *
 * Sizes are whole, not halves: `box:2,2,2` has sides of 2. Lengths have no unit: they are in the
 * unit of the objects beside the shape. `,r=RADIUS` at the end of all shapes but spheres and
 * capsules rounds the shape: all points within this distance belong to it. Numbers are decimal,
 * rounded to the nearest double in every locale. Blanks around numbers do not matter.
 */
#ifndef TACT_SHAPE_TEXT_H
#define TACT_SHAPE_TEXT_H

#include <tact/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A shape that was read from text. */
typedef struct tact_shape_text {
    tact_shape shape;  /**< The shape; the core of a hull is NULL. */
    const char *path;  /**< For a hull: what follows `hull:` in the text, up to the end or the last
                            `,r=`; NULL for other shapes. */
    size_t path_bytes; /**< Length of the path. */
} tact_shape_text;

/** Whether text begins with one of the words above and a colon. */
TACT_API bool tact_shape_text_begins(const char *text);

/**
 * Reads a shape from text: any bytes up to the first 0. Takes time linear in the length of the text
 * and allocates nothing.
 * @param text  one of the forms above, such as "capsule:2,0.5" or "box:1,2,3,r=0.1"
 * @param error receives what is wrong, where, and what is expected; its index is the position of
 *              the byte in the text; may be NULL
 * @param out   receives the shape on success
 * @return TACT_OK, TACT_INVALID_ARGUMENT or TACT_NOT_FINITE.
 */
TACT_API tact_status tact_shape_parse(const char *text, tact_error *error, tact_shape_text *out);

/**
 * Writes a shape as text, like snprintf(): at most `bytes` bytes with the closing 0. Returns the
 * length of the complete text. tact_shape_parse() reads it back to the same bits, unless a half
 * size is 2^1023 or more, so that the whole size is not a double. The text of a valid shape never
 * exceeds 400 bytes. A hull is written as "hull:", with a radius as "hull:,r=RADIUS", because its
 * path is not known here. Writes "" for an invalid kind and for NULL. If out is NULL, nothing is
 * written.
 */
TACT_API size_t tact_shape_print(const tact_shape *shape, char *out, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
