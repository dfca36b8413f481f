/* SPDX-License-Identifier: MIT */
/* The two kinds of STL, for the files that read them. */
#ifndef TACT_IO_STL_H
#define TACT_IO_STL_H

#include "io/format.h"

/* Whether the size is that of a binary STL with its announced number of triangles, plus trailing
 * bytes that are too few for another one. */
bool tacti_stl_is_binary(const tacti_source *source);

/* Whether the contents begin like a text STL: "solid", a name, then "facet" or "endsolid". */
bool tacti_stl_is_text(const tacti_source *source);

tact_status tacti_stl_read_text(const tacti_source *source, tact_error *error, tact_soup **out);

#endif
