# embed_text(file header name): a header that holds the text of a file as `inline constexpr std::string_view name`.
function(embed_text file header name)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  file(READ ${file} text)
  file(CONFIGURE OUTPUT ${header} CONTENT
       "#pragma once\n#include <string_view>\n\nnamespace spica::embedded {\ninline constexpr std::string_view ${name} = R\"embedded(${text})embedded\";\n}\n"
       @ONLY)
endfunction()
