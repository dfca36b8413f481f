# Keeps flags away from tact under which its proofs do not hold: reassociation, reciprocals, no NaN or
# infinity, no signed zeros, contraction. A parent project, or CFLAGS, may have them for other code. Here
# and below they are taken back, at the end of every command; nothing changes for the parent.
#
# Contraction comes first: clang warns if -fno-fast-math has to switch it off. In clang,
# -fno-unsafe-math-optimizations would ask for exact exceptions, which forbids vectors.
set(tact_float_flags -ffp-contract=off -fno-fast-math -fno-associative-math -fno-reciprocal-math
  -fno-finite-math-only -fsigned-zeros)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND tact_float_flags -fno-unsafe-math-optimizations -fno-single-precision-constant)
elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND tact_float_flags -fdenormal-fp-math=ieee)
endif()
add_compile_options(${tact_float_flags})

# A linker that sees -ffast-math adds code that switches subnormal numbers off for the whole process
# when the program or the shared library is loaded.
add_link_options(-fno-fast-math -fno-unsafe-math-optimizations)

# Only another level takes -Ofast back on a link line, so it becomes -O3.
foreach(tact_type "" ${CMAKE_BUILD_TYPE} ${CMAKE_CONFIGURATION_TYPES})
  string(TOUPPER "_${tact_type}" tact_suffix)
  string(REGEX REPLACE "_$" "" tact_suffix "${tact_suffix}")
  foreach(tact_kind C CXX EXE_LINKER SHARED_LINKER)
    set(tact_name CMAKE_${tact_kind}_FLAGS${tact_suffix})
    if("${${tact_name}}" MATCHES "-Ofast")
      string(REPLACE "-Ofast" "-O3" ${tact_name} "${${tact_name}}")
    endif()
  endforeach()
endforeach()
foreach(tact_name COMPILE_OPTIONS LINK_OPTIONS)
  get_directory_property(tact_directory_options ${tact_name})
  string(REPLACE "-Ofast" "-O3" tact_directory_options "${tact_directory_options}")
  set_directory_properties(PROPERTIES ${tact_name} "${tact_directory_options}")
endforeach()
