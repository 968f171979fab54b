# make install: the programs with their man pages and completions, the library, its public headers, and the ways to find
# it: a package config for find_package(spica) and a file for pkg-config.
include(CMakePackageConfigHelpers)
set(spica_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/spica)
set(spica_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME spica)

install(TARGETS spica EXPORT spica-targets)
install(TARGETS spica_program spica_check_program)
install(DIRECTORY include/spica ${CMAKE_CURRENT_BINARY_DIR}/include/spica DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
install(EXPORT spica-targets NAMESPACE spica:: DESTINATION ${spica_config_dir})

configure_package_config_file(cmake/spica-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/spica-config.cmake
                              INSTALL_DESTINATION ${spica_config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/spica-config-version.cmake COMPATIBILITY SameMajorVersion)  # docs/versioning.md
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/spica-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/spica-config-version.cmake
              cmake/FindSpicaLapack.cmake
        DESTINATION ${spica_config_dir})

# Whoever links a static library links what it uses; a shared one brings that along.
set(dependencies "-lfmt -lz -lcrypto -ldl")
if(SPICA_THREADS)
  string(APPEND dependencies " -ltbb")
endif()
if(SPICA_LAPACK STREQUAL OpenBLAS)
  string(APPEND dependencies " -llapacke -lopenblas")
endif()
get_target_property(spica_type spica TYPE)
if(spica_type STREQUAL STATIC_LIBRARY)
  set(spica_pc_libs " ${dependencies}")
else()
  set(spica_pc_private_libs " ${dependencies}")
endif()
file(RELATIVE_PATH spica_pc_prefix /${spica_pkgconfig_dir} /)
configure_file(cmake/spica.pc.in ${CMAKE_CURRENT_BINARY_DIR}/spica.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/spica.pc DESTINATION ${spica_pkgconfig_dir})
