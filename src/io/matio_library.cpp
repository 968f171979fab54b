#include "io/matio_library.hpp"

#include <dlfcn.h>

#include <optional>

namespace spica::io {
namespace {

/// The functions, or nothing if the library is not there or lacks one of them. It stays loaded.
std::optional<MatioLibrary> load_matio() {
  void* library = dlopen(matio_name, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  MatioLibrary matio{};
  bool whole = true;
  const auto find = [&]<class Function>(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    whole = whole && function != nullptr;
  };
  find(matio.open, "Mat_Open");
  find(matio.close, "Mat_Close");
  find(matio.create, "Mat_CreateVer");
  find(matio.log_to, "Mat_LogInitFunc");
  find(matio.rewind, "Mat_Rewind");
  find(matio.create_variable, "Mat_VarCreate");
  find(matio.free_variable, "Mat_VarFree");
  find(matio.read_variable, "Mat_VarRead");
  find(matio.next_description, "Mat_VarReadNextInfo");
  find(matio.write_variable, "Mat_VarWrite");
  return whole ? std::optional(matio) : std::nullopt;
}

}  // namespace

const MatioLibrary* matio() {
  static const std::optional<MatioLibrary> library = load_matio();
  return library ? &*library : nullptr;
}

}  // namespace spica::io
