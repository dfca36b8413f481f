# Writes the source of cli_commit(), which names the commit of a checkout, with -dirty after it if a
# file that git tracks is modified. If SOURCE is not the root of a checkout, or git does not work, it
# returns NULL: a copy of the sources inside another repository must not name the commit of that
# repository. The file is written only if it changes, so that nothing is compiled again without need.
# Usage: cmake -DSOURCE=folder -DOUTPUT=file.c -P commit.cmake
cmake_minimum_required(VERSION 3.25)
set(commit NULL)
if(EXISTS ${SOURCE}/.git)
  execute_process(
    COMMAND git --no-optional-locks --git-dir=${SOURCE}/.git --work-tree=${SOURCE}
      describe --always --exclude=* --abbrev=12 --dirty
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    RESULT_VARIABLE status)
  if(status EQUAL 0 AND found MATCHES "^[0-9a-f]+(-dirty)?$")
    set(commit "\"${found}\"")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[/* Made by commit.cmake. */
#include "commit.h"

#include <stddef.h>

const char *cli_commit(void) {
    return @commit@;
}
]])
