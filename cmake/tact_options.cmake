# The options. They are cache entries only if tact is the top-level project. Below another project
# (add_subdirectory, FetchContent) only the library is built, and nothing enters the cache of the
# parent. The parent may still set TACT_WERROR, TACT_HARDENING, TACT_SIMD, TACT_THREADS,
# TACT_BUILD_BOTH or TACT_INSTALL as plain variables.
if(PROJECT_IS_TOP_LEVEL)
  option(BUILD_SHARED_LIBS "tact::tact is the shared library" OFF)
  option(TACT_BUILD_BOTH "Build the static and the shared library" OFF)
  option(TACT_INSTALL "Make install rules" ON)
  option(TACT_HARDENING "Build with stack protection, FORTIFY, RELRO and the like" ON)
  set(TACT_SIMD auto CACHE STRING
    "Copies of hot code: auto (each SIMD level), baseline (one), scalar (one, plain C)")
  set_property(CACHE TACT_SIMD PROPERTY STRINGS auto baseline scalar)
  option(TACT_THREADS "Use threads if the system has them" ON)
  option(TACT_WERROR "Treat warnings as errors" OFF)
  option(TACT_BUILD_TESTS "Build the tests (needs cmocka and GMP)" ON)
  option(TACT_BUILD_HASH "Without the tests: build the program that hashes results" OFF)
  option(TACT_BUILD_CLI "Build the command-line tool" ON)
  option(TACT_JSON "The tool reads scenes, if the library jansson is there" ON)
  option(TACT_BUILD_MAN "Make the manual page and the completion, by running the tool" ON)
  option(TACT_BUILD_EXAMPLES "Build the examples" ON)
  option(TACT_BUILD_BENCH "Build the benchmarks" OFF)
  option(TACT_BUILD_FUZZ "Build the fuzzers (needs clang)" OFF)
else()
  foreach(tact_part TESTS HASH CLI EXAMPLES BENCH FUZZ)
    set(TACT_BUILD_${tact_part} OFF)
  endforeach()
endif()
