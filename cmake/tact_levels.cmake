# tact_levels: the SIMD levels above the baseline, in the order of tact_simd_level; and
# tact_level_flags_LEVEL: what the compiler needs for one. This is the only list of levels. C code
# sees it as a macro, for which see src/base/simd.h. The macro is an option and not a definition,
# since CMake has no definitions with parameters.
#
# TACT_SIMD limits the levels: `auto`, all that the compiler knows; `baseline`, one copy of the hot code, with
# the vector instructions that every processor of the architecture has; `scalar`, one copy in plain C, without
# intrinsics (src/base/vector.h). A parent project may set it as a plain variable.
set(tact_level_flags_avx2 -mavx2)
set(tact_level_flags_avx512 -mavx512f -mavx512vl -mavx512bw -mavx512dq)
set(tact_levels)
if(NOT DEFINED TACT_SIMD)
  set(TACT_SIMD auto)
endif()
if(NOT TACT_SIMD MATCHES "^(auto|baseline|scalar)$")
  message(FATAL_ERROR "TACT_SIMD is auto, baseline or scalar, not '${TACT_SIMD}'")
endif()
if(TACT_SIMD STREQUAL "auto" AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND
    CMAKE_SIZEOF_VOID_P EQUAL 8 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  set(tact_levels avx2 avx512)
elseif(TACT_SIMD STREQUAL "scalar")
  add_compile_definitions(TACTI_SCALAR)
endif()

list(TRANSFORM tact_levels REPLACE "(.+)" " X(\\1,__VA_ARGS__)" OUTPUT_VARIABLE tact_level_calls)
string(CONCAT tact_level_macro "-DTACTI_EACH_LEVEL_OF(X,...)=X(baseline,__VA_ARGS__)"
  ${tact_level_calls})
add_compile_options("${tact_level_macro}")
