#include "io/npy.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "io/message.hpp"
#include "io/npy_columns.hpp"
#include "io/npy_header.hpp"
#include "io/numeric.hpp"

namespace spica::io {
namespace {

/// True if the values stay as they are.
template <class Value>
bool keep(Table& table, const NpyFile& file, std::string_view data, const DenseArray& array) {
  std::optional<DenseSamples<Value>> samples = keep_columns<Value>(file, data, array, {0, array.columns});
  if (samples) table.kept = std::move(*samples);
  return samples.has_value();
}

}  // namespace

Table read_npy(const NpyFile& file, const std::string& path, const ReadOptions& options) {
  Table table;
  table.path = path;
  std::string_view data = file.bytes;
  const NpyHeader header = read_npy_header(data, path);
  const Numeric numeric = header.numeric;
  const Index rows = header.rows;
  const Index columns = header.columns;
  require_size(header, data.size(), path);
  const DenseArray array{numeric, rows, columns, header.column_major};
  bool kept = false;
  if (options.may_keep(rows, columns)) {
    if (numeric == Numeric::f64) kept = keep<double>(table, file, data, array);
    if (numeric == Numeric::f32) kept = keep<float>(table, file, data, array);
  }
  if (!kept) {
    table.values = dense_matrix(data.data(), array, path);
    if (file.on_read) file.on_read(file.bytes.size());
  }
  return table;
}

}  // namespace spica::io
