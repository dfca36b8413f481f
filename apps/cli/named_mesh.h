/* SPDX-License-Identifier: MIT */
/* Mesh files that a proof names. The names are not trusted, so only regular files of a limited size
 * are read. */
#ifndef TACT_CLI_NAMED_MESH_H
#define TACT_CLI_NAMED_MESH_H

#include "files.h"

/* The largest allowed file for this many triangles: 16 MiB plus 1 KiB per triangle, at most 4 GiB.
 */
uint64_t named_mesh_limit(uint32_t triangles);

/* Reads such a file. CLI_IO, with a line on stderr, for whatever files_read() refuses, and for
 * devices, pipes, folders and files above the limit; nothing is read from these. */
cli_exit named_mesh_read(const char *path, tact_format format, uint64_t limit,
                         const cli_output *output, tact_soup **out);

#endif
