# Each examples/NAME.c is a program of its own that sees public headers only. Programs land in
# examples/ of the build folder.
file(GLOB tact_example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
foreach(tact_example IN LISTS tact_example_sources)
  cmake_path(GET tact_example STEM tact_name)
  add_executable(example_${tact_name} ${tact_example})
  target_link_libraries(example_${tact_name} PRIVATE tact::tact)
  target_compile_options(example_${tact_name} PRIVATE ${tact_warnings})
  set_target_properties(example_${tact_name} PROPERTIES OUTPUT_NAME ${tact_name}
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
endforeach()
