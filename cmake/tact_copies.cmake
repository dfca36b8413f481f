# tact_copy_flags: how the compiler clears and copies structs. Tuned for processors in general, gcc
# turns those of 128 bytes and more into `rep stos` and `rep movs`, which take some 30 cycles before
# the first byte: as long as a whole test of a sphere and a cylinder. Plain vector stores take five.
# What this gains is in docs/benchmarks.md.
include(CheckCCompilerFlag)

set(tact_copy_flags)
foreach(tact_kind memset memcpy)
  set(tact_flag -m${tact_kind}-strategy=vector_loop:1024:noalign,libcall:-1:noalign)
  check_c_compiler_flag(-Werror\ ${tact_flag} TACT_HAS_${tact_kind}_STRATEGY)
  if(TACT_HAS_${tact_kind}_STRATEGY)
    list(APPEND tact_copy_flags ${tact_flag})
  endif()
endforeach()
