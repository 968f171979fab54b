# make install: the program, the library, its public headers and a package config for find_package(spica).
include(CMakePackageConfigHelpers)
set(spica_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/spica)

install(TARGETS spica EXPORT spica-targets)
install(TARGETS spica_program spica_check_program)
install(DIRECTORY include/spica ${CMAKE_CURRENT_BINARY_DIR}/include/spica DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT spica-targets NAMESPACE spica:: DESTINATION ${spica_config_dir})

configure_package_config_file(cmake/spica-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/spica-config.cmake
                              INSTALL_DESTINATION ${spica_config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/spica-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/spica-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/spica-config-version.cmake
              cmake/FindSpicaLapack.cmake cmake/FindSpicaMatio.cmake
        DESTINATION ${spica_config_dir})
