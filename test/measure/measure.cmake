# Programs that measure the library from the inside, by its internal headers and sources. They use the
# helpers of the benchmarks, so bench/CMakeLists.txt includes this file and puts them beside the
# benchmarks. They need a static library, which does not hide internal symbols.
if(BUILD_SHARED_LIBS)
  return()
endif()
set(tact_measure ${CMAKE_CURRENT_LIST_DIR})
set(tact_measure_src ${PROJECT_SOURCE_DIR}/src)

function(tact_add_measure name)
  add_executable(bench_${name} ${tact_measure}/${name}.c)
  target_compile_options(bench_${name} PRIVATE ${tact_bench_code} ${tact_bench_warnings})
  target_include_directories(bench_${name} PRIVATE ${tact_measure} ${tact_measure_src})
  target_link_libraries(bench_${name} PRIVATE tact_bench_convex tact::tact)
  set_target_properties(bench_${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  if(TACT_BUILD_TESTS)
    add_test(NAME bench_${name} COMMAND bench_${name} --quick)
  endif()
endfunction()

tact_add_measure(door)
tact_add_measure(certified)

# The search for verdicts is compiled a second time for bench_certified: without certificates
# (uncertified/checks.h) and with other names (uncertified/names.h).
set(tact_measure_sources search/gjk.c search/gjk_polytope.c pair/pair_collide.c)
set(tact_measure_headers search/gjk.h search/sat_box_lanes.h exact/det.h)
list(TRANSFORM tact_measure_sources PREPEND ${tact_measure_src}/)
list(TRANSFORM tact_measure_headers PREPEND ${tact_measure_src}/)
add_library(tact_measure_uncertified INTERFACE)
foreach(level baseline ${tact_levels})
  set(target tact_measure_uncertified_${level})
  add_library(${target} STATIC ${tact_measure_sources})
  if(level STREQUAL baseline)
    target_sources(${target} PRIVATE ${tact_measure_src}/pair/pair_levels.c)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${tact_measure_src}
    ${tact_measure}/uncertified)
  target_compile_definitions(${target} PRIVATE TACTI_LEVEL=${level})
  foreach(header IN ITEMS names.h ${tact_measure_headers} checks.h)
    target_compile_options(${target} PRIVATE "SHELL:-include ${header}")
  endforeach()
  target_compile_options(${target} PRIVATE ${tact_bench_code} ${tact_level_flags_${level}})
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_link_libraries(tact_measure_uncertified INTERFACE ${target})
endforeach()
target_link_libraries(tact_measure_uncertified_baseline PRIVATE tact::tact)
# The copies for the levels call each other, so the linker has to search them as a group.
target_link_libraries(bench_certified PRIVATE -Wl,--start-group tact_measure_uncertified
  -Wl,--end-group tact::tact)

# The walk from a front uses the kernels of one level.
if("avx2" IN_LIST tact_levels)
  add_library(tact_measure_fronts STATIC ${tact_measure}/fronts/front_walk.c)
  target_include_directories(tact_measure_fronts PRIVATE ${PROJECT_SOURCE_DIR}/include
    ${tact_measure_src} ${tact_measure}/fronts)
  target_compile_definitions(tact_measure_fronts PRIVATE TACTI_LEVEL=avx2)
  target_compile_options(tact_measure_fronts PRIVATE ${tact_bench_code} ${tact_level_flags_avx2})
  set_target_properties(tact_measure_fronts PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  target_link_libraries(tact_measure_fronts PUBLIC tact::tact)
  tact_add_measure(fronts)
  target_link_libraries(bench_fronts PRIVATE tact_measure_fronts)
endif()
