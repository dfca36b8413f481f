/* SPDX-License-Identifier: MIT */
/**
 * @file convex_text.h
 * Shapes as text: `box:1,2,3`, `sphere:0.5`, `hull:part.stl`.
 */
#ifndef TACT_CONVEX_TEXT_H
#define TACT_CONVEX_TEXT_H

#include <tact/convex.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A shape that text describes. */
typedef struct tact_shape_text {
    tact_shape shape; /**< The shape; for a hull its core is still NULL. */
    const char *path; /**< A hull: what follows `hull:`, in the text itself, up to its end or to the
                           comma of a radius; NULL for other shapes. */
    size_t path_bytes; /**< Length of the path. */
} tact_shape_text;

/** Whether text begins like a shape: a kind of shape, or "capsule" or "point", and a colon. */
TACT_API bool tact_shape_text_begins(const char *text);

/**
 * Reads a shape from text: a kind, a colon, numbers with commas between them, and for every kind
 * but spheres and capsules an optional `,r=RADIUS`. Whole sizes, not halves: `box:2,2,2` has sides
 * of 2.
 * @param text  for example "sphere:0.5", "capsule:LENGTH,RADIUS", "box:X,Y,Z", "cylinder:R,HEIGHT",
 *              "cone:R,HEIGHT", "ellipsoid:X,Y,Z" (diameters), "half-space:NX,NY,NZ,OFFSET",
 *              "segment:X,Y,Z,X,Y,Z", "triangle:" with nine numbers, "hull:FILE"
 * @param error receives what is wrong, where, and what is expected; may be NULL
 * @param out   receives the shape
 * @return TACT_INVALID_ARGUMENT or TACT_NOT_FINITE.
 */
TACT_API tact_status tact_shape_parse(const char *text, tact_error *error, tact_shape_text *out);

/** Writes a shape as text that tact_shape_parse() reads back to the same bits, like snprintf():
 * at most bytes with the closing 0, and returns the length of the whole. A hull is "hull:". */
TACT_API size_t tact_shape_print(const tact_shape *shape, char *out, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
