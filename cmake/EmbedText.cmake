# embed_text(file header name): a header that holds the text of a file as `inline constexpr std::string_view name`. Written as it
# is, without a look at what CMake would take for a variable.
function(embed_text file header name)
  cmake_path(ABSOLUTE_PATH file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  file(WRITE ${header}.new
       "#pragma once\n#include <string_view>\n\nnamespace spica::embedded {\ninline constexpr std::string_view ${name} = R\"embedded(${text})embedded\";\n}\n")
  file(COPY_FILE ${header}.new ${header} ONLY_IF_DIFFERENT)
endfunction()
