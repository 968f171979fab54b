# cmake -DROOT=... -DHEADER=... -P DescribeSource.cmake: a header with what git says the sources are, as `v1.0.0-3-g1a2b3c4-dirty`;
# empty where there is no git or no repository. Runs in every build and writes only what changed.
set(description "")
find_program(GIT git)
if(GIT AND EXISTS ${ROOT}/.git)
  execute_process(COMMAND ${GIT} describe --tags --always --dirty WORKING_DIRECTORY ${ROOT}
                  OUTPUT_VARIABLE description OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#pragma once\n\n#define SPICA_SOURCE \"${description}\"\n")
