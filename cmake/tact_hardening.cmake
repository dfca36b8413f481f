# tact_hardening_compile, tact_hardening_link: flags that turn memory errors into a clean end of the
# process, for the libraries and the tool. Only flags that the compiler accepts are used. None of
# them changes a floating-point operation, so results keep their bits. What they cost is in
# docs/benchmarks.md.
#
# Sanitizers bring stronger checks, which FORTIFY would hide from them: no hardening beside them.
# -fcf-protection is not used: the start files of the C library of Debian 12 are built without it,
# so that the linker drops the mark that would switch it on.
set(tact_hardening_compile)
set(tact_hardening_link)
if(NOT TACT_HARDENING OR CMAKE_C_FLAGS MATCHES "-fsanitize")
  return()
endif()

include(CheckCCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)

foreach(tact_flag -fstack-protector-strong -fstack-clash-protection)
  string(MAKE_C_IDENTIFIER "TACT_HAS${tact_flag}" tact_known)
  check_c_compiler_flag(-Werror\ ${tact_flag} ${tact_known})
  if(${tact_known})
    list(APPEND tact_hardening_compile ${tact_flag})
  endif()
endforeach()

# The C library checks sizes only in code that the compiler optimises, and warns otherwise.
string(TOUPPER "${CMAKE_BUILD_TYPE}" tact_build_type)
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${tact_build_type}}" MATCHES "-O[123s]")
  list(APPEND tact_hardening_compile -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
endif()

foreach(tact_flag relro now noexecstack)
  check_linker_flag(C LINKER:-z,${tact_flag} TACT_HAS_LINK_${tact_flag})
  if(TACT_HAS_LINK_${tact_flag})
    list(APPEND tact_hardening_link LINKER:-z,${tact_flag})
  endif()
endforeach()

# Without this, CMake compiles position-independent programs and does not link them as such.
check_pie_supported(LANGUAGES C)
