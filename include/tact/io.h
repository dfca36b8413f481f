/* SPDX-License-Identifier: MIT */
/**
 * @file io.h
 * Mesh files: OBJ, STL, PLY and OFF, read and written.
 *
 * Reading never trusts a header: memory stays proportional to the bytes of the file. Numbers are
 * rounded correctly, whatever the process's locale. Errors carry the file's name, the line of a
 * text file (or the byte of a binary one) and the reason.
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
 * Reads a file. Polygons become fans of triangles that keep the number of their face; objects and
 * groups of an OBJ become parts; an STL has three vertices of its own for each triangle.
 * The path "-" is standard input.
 * @return TACT_READ_FAILED (the file is missing, a directory, or reading failed),
 *         TACT_INVALID_FILE (the contents are wrong; see error), TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_read_file(const tact_context *context, const char *path,
                                    tact_format format, tact_error *error, tact_soup **out);

/** The same from memory; name stands in messages where the file's would. */
TACT_API tact_status tact_read_memory(const tact_context *context, const void *data, size_t bytes,
                                      tact_format format, const char *name, tact_error *error,
                                      tact_soup **out);

/** How a file is written. */
typedef struct tact_write_desc {
    tact_format format; /**< Default: by the ending. */
    bool is_text;       /**< STL and PLY: text instead of binary. Default: false. */
    bool is_single;     /**< PLY: float instead of double coordinates. Default: false. Binary
                             STL is always float. */
} tact_write_desc;

/** By the ending, binary, double. */
TACT_API tact_write_desc tact_write_desc_default(void);

/**
 * Writes arrays to a file: first to a new one in the same folder, which takes the old one's place
 * at the end, so that whatever happens the old file or the whole new one is there. PLY (double) and
 * OBJ read back bit for bit; STL stores floats. Vertex numbers are checked, numbers need not be
 * finite in PLY and OBJ. The path "-" is standard output.
 * @return TACT_WRITE_FAILED, TACT_INVALID_ARGUMENT (no such ending, bad arrays, or a number that
 *         the format cannot hold), TACT_OUT_OF_MEMORY.
 */
TACT_API tact_status tact_write_file(const tact_context *context, const char *path,
                                     const tact_mesh_arrays *arrays, const tact_write_desc *desc,
                                     tact_error *error);

/**
 * Writes bytes to a file in the way of tact_write_file(), whatever they are: links are followed,
 * the old file or the whole new one is there, "-" is standard output.
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
