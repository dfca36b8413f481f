# tact_copy_flags: how the compiler clears and copies structs. Tuned for processors in general, gcc
# turns those of 128 bytes and more into `rep stos` and `rep movs`, which are slow to start. Vector
# stores are not. What this gains is in docs/benchmarks.md. Every gcc that knows C17 has these flags on x86, so
# nothing is tried out, which would leave entries in a parent project's cache.
set(tact_copy_flags)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND
    CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64|i[3-6]86)$")
  foreach(tact_kind memset memcpy)
    list(APPEND tact_copy_flags
      -m${tact_kind}-strategy=vector_loop:1024:noalign,libcall:-1:noalign)
  endforeach()
endif()

# tact_speed_flags: at -O3, gcc removes redundant loads once more after register allocation. The pass takes a
# tenth of the time to compile the walks and the searches on pairs (`-ftime-report`). No benchmark got slower without it.
set(tact_speed_flags)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(tact_speed_flags -fno-gcse-after-reload)
endif()

# tact_short_flags: for files with loops over a few numbers. gcc turns a loop that copies one to four of them into a call
# of memcpy, and that into a loop over bytes.
set(tact_short_flags)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(tact_short_flags -fno-tree-loop-distribute-patterns)
endif()

# tact_scalar_flags: for files that compute with many single numbers, such as the three coordinates of a point. gcc's
# vectorizer of straight code joins them to pairs and takes pairs apart; in the searches on few vertices this costs a
# tenth of the time. Where lanes are loaded and compared, it helps.
set(tact_scalar_flags)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(tact_scalar_flags -fno-tree-slp-vectorize ${tact_short_flags})
endif()
