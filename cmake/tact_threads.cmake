# tact_threads: the target that links POSIX threads, or nothing. Without threads everything works on
# the calling thread, and a pool has one worker. TACT_THREADS=OFF does without them although they are
# there; a parent project may set it as a plain variable.
set(tact_threads)
if(NOT DEFINED TACT_THREADS OR TACT_THREADS)
  find_package(Threads)
  if(CMAKE_USE_PTHREADS_INIT)
    set(tact_threads Threads::Threads)
  endif()
endif()
if(NOT tact_threads)
  message(STATUS "tact: no threads, so a pool has one worker")
  # The tool shows its progress from a thread, and tests start threads.
  foreach(tact_part TESTS CLI BENCH)
    if(TACT_BUILD_${tact_part})
      message(STATUS "tact: TACT_BUILD_${tact_part} needs threads and is off")
      set(TACT_BUILD_${tact_part} OFF)
    endif()
  endforeach()
endif()
