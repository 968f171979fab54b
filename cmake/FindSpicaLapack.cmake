# Defines Spica::lapack: LAPACKE and OpenBLAS.
find_path(SpicaLapack_INCLUDE_DIR lapacke.h)
find_library(SpicaLapack_LAPACKE_LIBRARY lapacke)
find_library(SpicaLapack_OPENBLAS_LIBRARY openblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SpicaLapack REQUIRED_VARS
  SpicaLapack_LAPACKE_LIBRARY SpicaLapack_OPENBLAS_LIBRARY SpicaLapack_INCLUDE_DIR)
if(SpicaLapack_FOUND AND NOT TARGET Spica::lapack)
  add_library(Spica::lapack INTERFACE IMPORTED)
  target_include_directories(Spica::lapack INTERFACE ${SpicaLapack_INCLUDE_DIR})
  target_link_libraries(Spica::lapack INTERFACE ${SpicaLapack_LAPACKE_LIBRARY} ${SpicaLapack_OPENBLAS_LIBRARY})
endif()
