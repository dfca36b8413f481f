/* SPDX-License-Identifier: MIT */
/**
 * @file io.h
 * Mesh files: OBJ, STL, PLY and OFF, read and written.
 *
 * Readers never trust a header: memory stays proportional to the size of the file. Numbers are
 * rounded correctly in any locale. Errors have the file's name, the line of a text file (or the
 * byte of a binary file) and the reason.
 */
#ifndef TACT_IO_H
#define TACT_IO_H

#include <tact/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Every format, as X(enumerator, name, file ending). */
#define TACT_FORMAT_LIST(X)                                                                        \
    X(TACT_FORMAT_OBJ, 1, "obj", ".obj")                                                           \
    X(TACT_FORMAT_STL, 2, "stl", ".stl")                                                           \
    X(TACT_FORMAT_PLY, 3, "ply", ".ply")                                                           \
    X(TACT_FORMAT_OFF, 4, "off", ".off")

/** A mesh file format. */
typedef enum tact_format {
    TACT_FORMAT_AUTO = 0, /**< By the contents when reading, by the name's ending when writing. */
#define TACT_FORMAT_ENUMERATOR(name, value, text, ending) name = value,
    TACT_FORMAT_LIST(TACT_FORMAT_ENUMERATOR)
#undef TACT_FORMAT_ENUMERATOR
} tact_format;

/** "obj", "stl", "ply" or "off"; "auto" for TACT_FORMAT_AUTO, "unknown format" for other values. */
TACT_API const char *tact_format_name(tact_format format);

/** The format of a name or of a path's ending, upper or lower case; TACT_FORMAT_AUTO for others. */
TACT_API tact_format tact_format_from_name(const char *name_or_path);

/**
 * Reads a file. Polygons become fans of triangles that keep the number of their face. Objects and
 * groups of an OBJ file become parts. In an STL file every triangle has its own three vertices. The
 * path "-" is standard input.
 * @return TACT_READ_FAILED (the file is missing, a directory, or reading failed),
 *         TACT_INVALID_FILE (the contents are wrong; see error), TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_read_file(const tact_context *context, const char *path,
                                    tact_format format, tact_error *error, tact_soup **out);

/** The same from memory. Messages use name instead of a path. */
TACT_API tact_status tact_read_memory(const tact_context *context, const void *data, size_t bytes,
                                      tact_format format, const char *name, tact_error *error,
                                      tact_soup **out);

/** How to write a file. */
typedef struct tact_write_desc {
    tact_format format; /**< Default: by the path's ending. */
    bool is_text;       /**< STL and PLY: text instead of binary. Default: false. */
    bool is_single;     /**< PLY: float instead of double coordinates. Default: false. Binary
                             STL is always float. */
} tact_write_desc;

/** The defaults: format by the path's ending, binary, double. */
TACT_API tact_write_desc tact_write_desc_default(void);

/**
 * Writes arrays to a file. Writes to a new file in the same folder, which replaces the old file at
 * the end. So either the old file or the whole new file exists, whatever happens. PLY (double) and
 * OBJ read back bit for bit; binary STL stores floats. Vertex numbers are checked. Coordinates need
 * not be finite in PLY and OBJ. The path "-" is standard output.
 * @return TACT_WRITE_FAILED, TACT_INVALID_ARGUMENT (unknown ending, bad arrays, or a number that
 *         the format cannot hold), TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_write_file(const tact_context *context, const char *path,
                                     const tact_mesh_arrays *arrays, const tact_write_desc *desc,
                                     tact_error *error);

/**
 * Writes any bytes to a file in the same way as tact_write_file(): links are followed, either the
 * old file or the whole new file exists, and "-" is standard output.
 * @param context memory; may be NULL
 * @param path    the file
 * @param data    its contents; NULL only if bytes is 0
 * @param bytes   how many
 * @param error   says what went wrong; may be NULL
 * @return TACT_WRITE_FAILED, TACT_INVALID_ARGUMENT, TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_write_bytes(const tact_context *context, const char *path,
                                      const void *data, size_t bytes, tact_error *error);

#ifdef __cplusplus
}
#endif

#endif
