#include "io/matlab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/matio_library.hpp"
#include "io/matlab_container.hpp"
#include "io/numeric.hpp"

namespace spica::io {
namespace {

constexpr Index most_cells = Index{1} << 30;

struct CloseFile {
  void operator()(mat_t* file) const { matio()->close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { matio()->free_variable(variable); }
};
using File = std::unique_ptr<mat_t, CloseFile>;
using Variable = std::unique_ptr<matvar_t, FreeVariable>;

/// What a variable is, without its data.
struct Entry {
  std::string name;
  std::string description;  // "3 x 4 double", "cell array"
  std::string problem;      // why it cannot be read, empty if it can
  Index rows = 0;
  Index columns = 0;
  bool sparse = false;

  [[nodiscard]] bool readable() const { return problem.empty(); }
};

/// matio and HDF5 keep global state, the log function among it.
std::unique_lock<std::mutex> enter_matio(const std::string& path) {
  static std::mutex mutex;
  std::unique_lock<std::mutex> lock(mutex);
  if (matio() == nullptr)
    fail(path, fmt::format("MATLAB files need {}, which is not installed; install matio, or use .npy or .csv",
                           matio_name));
  matio()->log_to("spica", [](int, char*) {});
  return lock;
}

std::string class_name(matio_classes type) {
  switch (type) {
    case MAT_C_DOUBLE:
      return "double";
    case MAT_C_SINGLE:
      return "single";
    case MAT_C_INT8:
    case MAT_C_INT16:
    case MAT_C_INT32:
    case MAT_C_INT64:
    case MAT_C_UINT8:
    case MAT_C_UINT16:
    case MAT_C_UINT32:
    case MAT_C_UINT64:
      return "integer";
    case MAT_C_SPARSE:
      return "sparse";
    case MAT_C_CELL:
      return "cell array";
    case MAT_C_STRUCT:
      return "struct";
    case MAT_C_CHAR:
      return "char array";
    default:
      return "object";
  }
}

bool is_numeric(matio_classes type) {
  return type == MAT_C_SPARSE || (type >= MAT_C_DOUBLE && type <= MAT_C_UINT64);
}

Entry describe(const matvar_t& variable) {
  Entry entry;
  entry.name = variable.name != nullptr ? variable.name : "";
  entry.description = class_name(variable.class_type);
  entry.sparse = variable.class_type == MAT_C_SPARSE;
  if (variable.isComplex != 0) entry.description = "complex " + entry.description;
  if (variable.rank < 1 || variable.dims == nullptr) {
    entry.problem = "has no size";
    return entry;
  }
  const std::vector<std::size_t> sizes(variable.dims, variable.dims + variable.rank);
  entry.description = fmt::format("{} {}", fmt::join(sizes, " x "), entry.description);
  constexpr std::size_t largest = std::size_t{1} << 40;
  if (!is_numeric(variable.class_type)) {
    entry.problem = "is not a matrix of numbers";
  } else if (variable.isComplex != 0) {
    entry.problem = "is complex; save its real part";
  } else if (sizes.size() != 2) {
    entry.problem = "is not two-dimensional";
  } else if (sizes[0] == 0 || sizes[1] == 0) {
    entry.problem = "is empty";
  } else if (sizes[0] > largest || sizes[1] > largest / sizes[0] || sizes[0] * sizes[1] > most_cells) {
    entry.problem = fmt::format("is too large; at most {} cells are read", most_cells);
  } else {
    entry.rows = static_cast<Index>(sizes[0]);
    entry.columns = static_cast<Index>(sizes[1]);
  }
  return entry;
}

std::vector<Entry> list_variables(mat_t* file) {
  constexpr std::size_t most_variables = 100000;  // a damaged file must not make us turn in circles
  std::vector<Entry> entries;
  while (entries.size() < most_variables) {
    const Variable variable(matio()->next_description(file));
    if (!variable) break;
    entries.push_back(describe(*variable));
  }
  return entries;
}

std::string names_of(const std::vector<Entry>& entries, bool readable_only) {
  std::string names;
  for (const Entry& entry : entries) {
    if (readable_only && !entry.readable()) continue;
    if (!names.empty()) names += ", ";
    names += fmt::format("{} ({})", shown(entry.name), entry.description);
  }
  return names;
}

const Entry& named_entry(const std::vector<Entry>& entries, const std::string& name,
                         const std::string& path) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  if (found == entries.end()) {
    fail(path, fmt::format("has no variable {}; it holds {}", shown(name), names_of(entries, false)));
  }
  if (!found->readable()) {
    fail(path, fmt::format("variable {} ({}) {}", shown(name), found->description, found->problem));
  }
  return *found;
}

/// The only readable variable; single numbers stand back if there is a matrix.
const Entry& only_entry(const std::vector<Entry>& entries, const std::string& path) {
  std::vector<const Entry*> candidates;
  for (const Entry& entry : entries) {
    if (entry.readable()) candidates.push_back(&entry);
  }
  if (candidates.empty()) {
    fail(path, fmt::format("has no real two-dimensional matrix; it holds {}", names_of(entries, false)));
  }
  const auto is_scalar = [](const Entry* entry) { return entry->rows == 1 && entry->columns == 1; };
  if (!std::all_of(candidates.begin(), candidates.end(), is_scalar)) std::erase_if(candidates, is_scalar);
  if (candidates.size() > 1) {
    fail(path,
         fmt::format("has several matrices: {}; choose one with `variable=NAME`", names_of(entries, true)));
  }
  return *candidates.front();
}

std::optional<Numeric> numeric_of(matio_types type) {
  switch (type) {
    case MAT_T_DOUBLE:
      return Numeric::f64;
    case MAT_T_SINGLE:
      return Numeric::f32;
    case MAT_T_INT8:
      return Numeric::i8;
    case MAT_T_INT16:
      return Numeric::i16;
    case MAT_T_INT32:
      return Numeric::i32;
    case MAT_T_INT64:
      return Numeric::i64;
    case MAT_T_UINT8:
      return Numeric::u8;
    case MAT_T_UINT16:
      return Numeric::u16;
    case MAT_T_UINT32:
      return Numeric::u32;
    case MAT_T_UINT64:
      return Numeric::u64;
    default:
      return std::nullopt;
  }
}

[[noreturn]] void refuse_damaged(const std::string& path, const std::string& name) {
  fail(path, fmt::format("variable {} cannot be read; the file is damaged or truncated, save it again",
                         shown(name)));
}

Matrix expand_sparse(const matvar_t& variable, const Entry& entry, Numeric type, const std::string& path) {
  const auto* sparse = static_cast<const mat_sparse_t*>(variable.data);
  if (sparse->jc == nullptr || sparse->njc != static_cast<std::size_t>(entry.columns) + 1) {
    refuse_damaged(path, entry.name);
  }
  const std::size_t stored = std::min(sparse->nir, sparse->ndata);
  if (stored > 0 && (sparse->ir == nullptr || sparse->data == nullptr)) refuse_damaged(path, entry.name);
  Matrix values = Matrix::Zero(entry.rows, entry.columns);
  for (Index j = 0; j < entry.columns; ++j) {
    if (sparse->jc[j] > sparse->jc[j + 1] || sparse->jc[j + 1] > stored) refuse_damaged(path, entry.name);
    for (std::size_t p = sparse->jc[j]; p < sparse->jc[j + 1]; ++p) {
      const auto i = static_cast<Index>(sparse->ir[p]);
      if (i >= entry.rows) refuse_damaged(path, entry.name);
      bool exact = true;
      values(i, j) = numeric_value(sparse->data, type, p, exact);
      if (!exact) refuse_inexact(path, i, j);
    }
  }
  refuse_infinite(values, path);
  return values;
}

Matrix load(mat_t* file, const Entry& entry, const std::string& path) {
  matio()->rewind(file);
  const Variable variable(matio()->read_variable(file, entry.name.c_str()));
  if (!variable || variable->data == nullptr) refuse_damaged(path, entry.name);
  const Entry now = describe(*variable);
  const std::optional<Numeric> type = numeric_of(variable->data_type);
  if (!now.readable() || now.rows != entry.rows || now.columns != entry.columns || !type) {
    refuse_damaged(path, entry.name);
  }
  if (variable->class_type == MAT_C_SPARSE) return expand_sparse(*variable, entry, *type, path);
  const std::size_t needed = static_cast<std::size_t>(entry.rows * entry.columns) * numeric_size(*type);
  if (variable->nbytes != needed) refuse_damaged(path, entry.name);
  return dense_matrix(variable->data, {*type, entry.rows, entry.columns, true}, path);
}

}  // namespace

Matrix read_matlab(const MatlabSource& source, const std::string& variable) {
  const bool level_5 = is_level_5(source.bytes);
  if (!level_5 && !is_hdf5(source.bytes)) {
    fail(source.path, "is not a whole MATLAB file of version 5, 7 or 7.3; save it again with save -v7");
  }
  const std::uint64_t most_values =
      level_5 ? check_level_5(source.bytes, source.path) : std::numeric_limits<std::uint64_t>::max();
  const auto lock = enter_matio(source.path);
  std::optional<ScratchFile> scratch;
  if (!source.on_disk) scratch.emplace(source.bytes);
  const File file(matio()->open(scratch ? scratch->path().c_str() : source.path.c_str(), MAT_ACC_RDONLY));
  if (!file) fail(source.path, "is not a MATLAB file that can be read; save it again with save -v7");
  const std::vector<Entry> entries = list_variables(file.get());
  if (entries.empty()) fail(source.path, "holds no variables; the file is empty or damaged");
  const Entry& entry =
      variable.empty() ? only_entry(entries, source.path) : named_entry(entries, variable, source.path);
  if (!entry.sparse && static_cast<std::uint64_t>(entry.rows * entry.columns) > most_values) {
    refuse_damaged(source.path, entry.name);
  }
  return load(file.get(), entry, source.path);
}

std::string format_matlab(const Matrix& values, const std::string& path) {
  constexpr Index most_values = (Index{1} << 31) / static_cast<Index>(sizeof(double)) - 1024;
  if (values.size() > most_values)
    fail(path, "a MATLAB file holds at most 2 GiB a variable; write .npy instead");
  const auto lock = enter_matio(path);
  const ScratchFile scratch("");
  File file(matio()->create(scratch.path().c_str(), "MATLAB 5.0 MAT-file, written by Spica", MAT_FT_MAT5));
  std::array<std::size_t, 2> sizes = {static_cast<std::size_t>(values.rows()),
                                      static_cast<std::size_t>(values.cols())};
  const Variable variable(matio()->create_variable("data", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, sizes.data(),
                                                   const_cast<double*>(values.data()), MAT_F_DONT_COPY_DATA));
  const bool written =
      file && variable && matio()->write_variable(file.get(), variable.get(), MAT_COMPRESSION_NONE) == 0;
  if (!written || matio()->close(file.release()) != 0) {
    fail(scratch.path(), "cannot be written; is there room in the folder for temporary files?");
  }
  return read_bytes(scratch.path());
}

}  // namespace spica::io
