# `cmake --install`: headers, libraries, the tool with its pages, the CMake package and tact.pc. All
# of it finds the rest relative to itself, so an installed tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tact DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT tact_development FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

set(tact_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tact)
foreach(tact_kind IN LISTS tact_kinds)
  install(TARGETS tact_${tact_kind} EXPORT tact_${tact_kind}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tact_runtime
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tact_runtime
      NAMELINK_COMPONENT tact_development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tact_development
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT tact_${tact_kind} NAMESPACE tact:: FILE tact_${tact_kind}.cmake
    DESTINATION ${tact_package_dir} COMPONENT tact_development)
endforeach()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tact-config.cmake.in
  ${PROJECT_BINARY_DIR}/tact-config.cmake INSTALL_DESTINATION ${tact_package_dir})
# Before 1.0 a minor release may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tact-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tact-config.cmake
  ${PROJECT_BINARY_DIR}/tact-config-version.cmake
  DESTINATION ${tact_package_dir} COMPONENT tact_development)

# An installation without a shared library is always linked statically, so its users need libm and
# threads (if there are any) without asking for them.
set(tact_pc_libs "-lm")
if(tact_threads)
  string(APPEND tact_pc_libs " -pthread")
endif()
if(shared IN_LIST tact_kinds)
  set(tact_pc_public "")
  set(tact_pc_private "${tact_pc_libs}")
else()
  set(tact_pc_public " ${tact_pc_libs}")
  set(tact_pc_private "")
endif()
foreach(tact_dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${tact_dir}}")
    set(tact_pc_${tact_dir} "${CMAKE_INSTALL_${tact_dir}}")
  else()
    set(tact_pc_${tact_dir} "\${prefix}/${CMAKE_INSTALL_${tact_dir}}")
  endif()
endforeach()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(tact_pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH tact_pc_up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" tact_pc_up "${tact_pc_up}")
  set(tact_pc_prefix "\${pcfiledir}/${tact_pc_up}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/tact.pc.in ${PROJECT_BINARY_DIR}/tact.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tact.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT tact_development)

if(TARGET tact_cli)
  install(TARGETS tact_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tact_runtime)
  if(TARGET tact_cli_pages AND TACT_BUILD_MAN)
    install(FILES ${PROJECT_BINARY_DIR}/share/man/man1/tact.1
      DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tact_runtime)
    install(FILES ${PROJECT_BINARY_DIR}/share/bash-completion/completions/tact
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tact_runtime)
  endif()
endif()
