# Refuses flags under which the proofs do not hold: reassociation, reciprocals, no NaN or infinity,
# flushed subnormals. (Contraction is switched off per target, so -ffp-contract needs no check.)
get_directory_property(tact_directory_options COMPILE_OPTIONS)
string(TOUPPER "${CMAKE_BUILD_TYPE}" tact_build_type)
string(JOIN " " tact_all_flags ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${tact_build_type}}
  ${tact_directory_options} ${CMAKE_EXE_LINKER_FLAGS} ${CMAKE_SHARED_LINKER_FLAGS})
foreach(tact_flag -ffast-math -Ofast -funsafe-math-optimizations -fassociative-math
    -freciprocal-math -ffinite-math-only -fno-signed-zeros -mdaz-ftz)
  if(" ${tact_all_flags} " MATCHES "[ ;]${tact_flag}[ ;]")
    message(FATAL_ERROR "tact cannot be built with ${tact_flag}: its answers are exact only in "
      "plain IEEE arithmetic. Take the flag out of CMAKE_C_FLAGS (or CFLAGS).")
  endif()
endforeach()
