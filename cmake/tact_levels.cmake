# tact_levels: the SIMD levels above the baseline, in the order of tact_simd_level; and
# tact_level_flags_LEVEL: what the compiler needs for one. This is the only list of levels. C code
# sees it as a macro, for which see src/base/simd.h. The macro is an option and not a definition,
# since CMake has no definitions with parameters.
set(tact_level_flags_avx2 -mavx2)
set(tact_level_flags_avx512 -mavx512f -mavx512vl -mavx512bw -mavx512dq)
set(tact_levels)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND
    CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  set(tact_levels avx2 avx512)
endif()

list(TRANSFORM tact_levels REPLACE "(.+)" " X(\\1,__VA_ARGS__)" OUTPUT_VARIABLE tact_level_calls)
string(CONCAT tact_level_macro "-DTACTI_EACH_LEVEL_OF(X,...)=X(baseline,__VA_ARGS__)"
  ${tact_level_calls})
add_compile_options("${tact_level_macro}")
