/* SPDX-License-Identifier: MIT */
/* Mesh files that a proof names. Whoever wrote the proof chose the names, so only regular files of
 * a limited size are read. */
#ifndef TACT_CLI_NAMED_MESH_H
#define TACT_CLI_NAMED_MESH_H

#include "files.h"

/* The most bytes of a file that is to hold so many triangles: 16 MiB and 1 KiB per triangle, and
 * never more than 4 GiB. */
uint64_t named_mesh_limit(uint32_t triangles);

/* Reads such a file. CLI_IO, with a line on stderr, for devices, pipes, folders and files beyond
 * the limit, of which nothing is read, and for what files_read() refuses. */
cli_exit named_mesh_read(const char *path, tact_format format, uint64_t limit,
                         const cli_output *output, tact_soup **out);

#endif
